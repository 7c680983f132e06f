// Derivatives with respect to elements against those with respect to all of what holds them, and against differences.
#include "differences.h"
#include "requests_elements.grad.h"

namespace {

namespace elements = requests_elements;
using elements::Layer;
using gradc::Matrix;
using gradc::Vector;

template <class Tensor>
void expect_same(const Tensor& actual, const Tensor& expected) {
  ASSERT_EQ(actual.shape(), expected.shape());
  for (std::int64_t i = 0; i < actual.size(); ++i) e2e::expect_close(actual.data()[i], expected.data()[i], "element", 1e-13);
}

double dot(const Vector<double>& a, const Vector<double>& b) { return gradc::sum(a * b); }
double dot(const Matrix<double>& a, const Matrix<double>& b) { return gradc::sum(a * b); }

std::array<Vector<double>, 3> three() {
  return {Vector<double>{0.3, -0.7}, Vector<double>{1.1, 0.2}, Vector<double>{-0.4, 0.9}};
}

std::vector<Layer> layers() {
  return {{Matrix<double>{{0.3, -0.2}, {0.5, 0.1}, {-0.4, 0.8}}, Vector<double>{0.1, -0.3, 0.2}},
          {Matrix<double>{{0.7, 0.2, -0.6}, {-0.1, 0.4, 0.3}}, Vector<double>{0.2, -0.1}}};
}

TEST(WrtElements, OfAnArrayOfTensors) {
  auto x = three();
  const auto result = elements::mixture_gradient(x);
  const auto whole = elements::mixture_whole_gradient(x);
  EXPECT_EQ(result.value, elements::mixture(x));
  expect_same(result.grad.x_0, whole.grad.x[0]);
  expect_same(result.grad.x_2, whole.grad.x[2]);
  const auto vjp = elements::mixture_vjp(x, 2.0);
  expect_same(vjp.grad.x_2, whole.grad.x[2] * 2.0);
  const auto jacobian = elements::mixture_jacobian(x).jacobian;
  expect_same(jacobian.x_0, whole.grad.x[0]);
  expect_same(jacobian.x_2, whole.grad.x[2]);

  const Vector<double> d0{0.6, -1.1}, d2{0.25, 1.5};
  e2e::expect_close(elements::mixture_jvp(x, d0, d2).tangent, dot(whole.grad.x[0], d0) + dot(whole.grad.x[2], d2), "jvp", 1e-13);
  const auto hvp = elements::mixture_hvp(x, d0, d2);
  const auto hessian = elements::mixture_hessian(x).hessian;
  expect_same(hvp.hvp.x_0, gradc::matmul(hessian.x_0_x_0, d0) + gradc::matmul(hessian.x_0_x_2, d2));
  expect_same(hvp.hvp.x_2, gradc::matmul(hessian.x_2_x_0, d0) + gradc::matmul(hessian.x_2_x_2, d2));
  for (std::int64_t i = 0; i < 2; ++i)
    for (std::int64_t j = 0; j < 2; ++j)
      e2e::expect_close(hessian.x_0_x_2(i, j),
                        e2e::difference(x[2].data()[j], [&] { return elements::mixture_gradient(x).grad.x_0(i); }), "x_0_x_2",
                        1e-6);
}

TEST(WrtElements, MembersOfElementsOfAVector) {
  auto nets = layers();
  const Vector<double> x{0.9, -0.5};
  const auto result = elements::network_gradient(nets, x);
  const auto whole = elements::network_whole_gradient(nets, x);
  EXPECT_EQ(result.value, elements::network(nets, x));
  expect_same(result.grad.layers_1.w, whole.grad.layers[1].w);
  expect_same(result.grad.layers_0.b, whole.grad.layers[0].b);
  const auto forward = elements::network_forward(nets, x);
  expect_same(elements::network_backward(forward.residuals, -1.0).layers_0.b, -whole.grad.layers[0].b);

  const Matrix<double> dw{{0.2, -0.4, 1}, {0.7, 0.1, -0.3}};
  const Vector<double> db{1, -2, 0.5};
  e2e::expect_close(elements::network_jvp(nets, x, dw, db).tangent,
                    dot(whole.grad.layers[1].w, dw) + dot(whole.grad.layers[0].b, db), "jvp", 1e-13);
  const auto hvp = elements::network_hvp(nets, x, dw, db).hvp;
  const auto hessian = elements::network_hessian(nets, x).hessian;
  for (std::int64_t i = 0; i < 3; ++i) {
    double sum = 0;
    for (std::int64_t j = 0; j < 3; ++j) sum += hessian.layers_0_b_layers_0_b(i, j) * db(j);
    for (std::int64_t j = 0; j < 2; ++j)
      for (std::int64_t k = 0; k < 3; ++k) sum += hessian.layers_0_b_layers_1_w(i, j, k) * dw(j, k);
    e2e::expect_close(hvp.layers_0.b(i), sum, "hvp", 1e-12);
    e2e::expect_close(hessian.layers_0_b_layers_1_w(i, 1, 2),
                      e2e::difference(nets[1].w.data()[5], [&] { return elements::network_gradient(nets, x).grad.layers_0.b(i); }),
                      "layers_0_b_layers_1_w", 1e-6);
  }
}

TEST(WrtElements, OneThatIsHeld) {
  const auto nets = layers();
  const Vector<double> x{0.9, -0.5};
  const auto held = elements::network_held_gradient(nets, x).grad;
  const auto whole = elements::network_whole_gradient(nets, x).grad;
  expect_same(held.layers[1].w, whole.layers[1].w);
  for (std::int64_t i = 0; i < 3; ++i) EXPECT_EQ(held.layers[0].b(i), 0);
}

TEST(WrtElements, OfAVectorThatHasNoSuchOne) {
  const auto nets = layers();
  const std::vector<Layer> one(nets.begin(), nets.begin() + 1);
  EXPECT_THROW(elements::network_gradient(one, Vector<double>{0.9, -0.5}), std::exception);
}

TEST(WrtElements, Numbers) {
  std::vector<double> v{0.3, 1.2, -0.8};
  std::array<double, 3> a{0.6, -0.2, 1.4};
  std::vector<std::array<double, 2>> t{{0.5, 0.1}, {-0.9, 0.7}};
  std::vector<std::vector<Vector<double>>> u{{Vector<double>{0.2}, Vector<double>{-0.3, 0.4}}, {Vector<double>{1, 0.5}}};
  const auto grad = elements::numbers_gradient(v, a, t, u).grad;
  const auto whole = elements::numbers_whole_gradient(v, a, t, u).grad;
  e2e::expect_close(grad.v_1, whole.v[1], "v", 1e-13);
  e2e::expect_close(grad.a_2, whole.a[2], "a", 1e-13);
  e2e::expect_close(grad.t_1_0, whole.t[1][0], "t", 1e-13);
  expect_same(grad.u_0_1, whole.u[0][1]);
  const Vector<double> du{0.3, -1};
  e2e::expect_close(elements::numbers_jvp(v, a, t, u, 0.5, 2, -1, du).tangent,
                    0.5 * grad.v_1 + 2 * grad.a_2 - grad.t_1_0 + dot(grad.u_0_1, du), "jvp", 1e-13);
  const auto hessian = elements::numbers_hessian(v, a, t, u).hessian;
  const auto hvp = elements::numbers_hvp(v, a, t, u, 0.5, 2, -1, du).hvp;
  e2e::expect_close(hvp.v_1, 0.5 * hessian.v_1_v_1 + 2 * hessian.v_1_a_2 - hessian.v_1_t_1_0 + dot(hessian.v_1_u_0_1, du), "hvp",
                    1e-12);
  e2e::expect_close(hvp.t_1_0,
                    0.5 * hessian.t_1_0_v_1 + 2 * hessian.t_1_0_a_2 - hessian.t_1_0_t_1_0 + dot(hessian.t_1_0_u_0_1, du), "hvp",
                    1e-12);
  e2e::expect_close(hessian.v_1_a_2, e2e::difference(a[2], [&] { return elements::numbers_gradient(v, a, t, u).grad.v_1; }),
                    "v_1_a_2", 1e-6);
}

TEST(WrtElements, OfALabel) {
  const double x = 0.7;
  e2e::expect_close(elements::halves_gradient(x).grad.h_1, 2 * x * x * std::exp(x), "h_1", 1e-14);
}

}  // namespace
