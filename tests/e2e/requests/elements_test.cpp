// Derivatives with respect to elements against those with respect to all of what holds them, and against differences.
#include "differences.h"
#include "elements.grad.h"

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

// The k-th of what lies along the first axis.
template <int N>
gradc::Tensor<double, N - 1> at(const gradc::Tensor<double, N>& x, std::int64_t k) {
  gradc::Shape shape;
  for (int axis = 1; axis < N; ++axis) shape.push_back(x.extent(axis));
  gradc::Tensor<double, N - 1> one(shape);
  std::copy_n(x.data() + k * one.size(), one.size(), one.data());
  return one;
}

template <class Tensor>
Tensor drawn(const gradc::Shape& shape, double phase) {
  Tensor x(shape);
  for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = std::sin(phase + 0.7 * static_cast<double>(i));
  return x;
}

TEST(ArraysOfTensors, HaveABlockForEachElement) {
  std::array<elements::Gate, 2> gates{{{drawn<Matrix<double>>({3, 2}, 0.1), {0.8, 0.2}}, {drawn<Matrix<double>>({2, 3}, 1), {1.1, -0.3}}}};
  const Vector<double> x{0.4, -0.9};
  const auto hessian = elements::gated_hessian(gates, x).hessian;
  ASSERT_EQ(hessian.gates_0_w_gates_1_scale.shape(), (gradc::Shape{3, 2, 2}));
  for (std::int64_t i = 0; i < 3; ++i)
    for (std::int64_t j = 0; j < 2; ++j)
      for (std::size_t k = 0; k < 2; ++k) {
        e2e::expect_close(hessian.gates_0_w_gates_1_scale(i, j, static_cast<std::int64_t>(k)),
                          e2e::difference(gates[1].scale[k], [&] { return elements::gated_gradient(gates, x).grad.gates[0].w(i, j); }),
                          "gates_0_w_gates_1_scale", 1e-6);
        e2e::expect_close(hessian.gates_1_scale_gates_0_w(static_cast<std::int64_t>(k), i, j),
                          hessian.gates_0_w_gates_1_scale(i, j, static_cast<std::int64_t>(k)), "symmetric", 1e-12);
      }
}

TEST(ArraysOfTensors, OfArraysAndVectorsOfNumbers) {
  std::array<std::array<double, 3>, 2> a{{{0.3, 1.2, -0.5}, {0.9, -0.4, 0.6}}};
  std::array<std::vector<double>, 2> b{{{0.2, -1.1, 0.7}, {1.3}}};
  const auto hessian = elements::grid_hessian(a, b).hessian;
  ASSERT_EQ(hessian.a_0_a_1.shape(), (gradc::Shape{3, 3}));
  ASSERT_EQ(hessian.a_1_b_1.shape(), (gradc::Shape{3, 1}));
  for (std::size_t i = 0; i < 3; ++i) {
    const auto row = static_cast<std::int64_t>(i);
    for (std::size_t j = 0; j < 3; ++j)
      e2e::expect_close(hessian.a_0_a_1(row, static_cast<std::int64_t>(j)),
                        e2e::difference(a[1][j], [&] { return elements::grid_gradient(a, b).grad.a[0][i]; }), "a_0_a_1", 1e-6);
    e2e::expect_close(hessian.a_1_b_1(row, 0),
                      e2e::difference(b[1][0], [&] { return elements::grid_gradient(a, b).grad.a[1][i]; }), "a_1_b_1", 1e-6);
  }
}

TEST(ArraysOfTensors, AsResults) {
  Vector<double> x{0.3, -0.8};
  double t = 1.7;
  const auto jacobian = elements::waves_jacobian(x, t).jacobian;
  for (std::int64_t i = 0; i < 2; ++i) {
    e2e::expect_close(jacobian.element0_t(i), x(i) * std::cos(x(i) * t), "element0_t", 1e-13);
    EXPECT_EQ(jacobian.element1_t(i), 0);
    for (std::int64_t j = 0; j < 2; ++j)
      e2e::expect_close(jacobian.element0_x(i, j), i == j ? t * std::cos(x(i) * t) : 0, "element0_x", 1e-13);
  }
  const Matrix<double> dx{{1, 2}, {-1, 0.5}, {0, 3}};
  const auto tangent = elements::waves_jvp_batch(x, t, dx, Vector<double>{1, 0, -1}).tangent;
  ASSERT_EQ(tangent.element1.shape(), (gradc::Shape{3, 2}));
  expect_same(at(tangent.element1, 2), elements::waves_jvp(x, t, at(dx, 2), -1).tangent[1]);
}

TEST(VectorsOfTensors, SeveralDirections) {
  const auto nets = layers();
  const Vector<double> x{0.9, -0.5};
  elements::states_jvp_batch_layers directions;
  for (const Layer& layer : nets) {
    directions.w.push_back(drawn<gradc::Tensor<double, 3>>({2, layer.w.extent(0), layer.w.extent(1)}, 0.3));
    directions.b.push_back(drawn<Matrix<double>>({2, layer.b.extent(0)}, 2));
  }
  const auto dx = drawn<Matrix<double>>({2, 2}, 1);
  const auto tangent = elements::states_jvp_batch(nets, x, directions, dx).tangent;
  ASSERT_EQ(tangent.size(), 3U);
  std::vector<Matrix<double>> adjoints;
  for (const Matrix<double>& one : tangent) adjoints.push_back(one * one);
  const auto grad = elements::states_vjp_batch(nets, x, adjoints, 2).grad;
  for (std::int64_t k = 0; k < 2; ++k) {
    std::vector<Layer> direction;
    for (std::size_t i = 0; i < nets.size(); ++i) direction.push_back({at(directions.w[i], k), at(directions.b[i], k)});
    const auto single = elements::states_jvp(nets, x, direction, at(dx, k)).tangent;
    std::vector<Vector<double>> adjoint;
    for (std::size_t i = 0; i < single.size(); ++i) {
      expect_same(at(tangent[i], k), single[i]);
      adjoint.push_back(at(adjoints[i], k));
    }
    const auto one = elements::states_vjp(nets, x, adjoint).grad;
    expect_same(at(grad.x, k), one.x);
    for (std::size_t i = 0; i < nets.size(); ++i) {
      expect_same(at(grad.layers.w[i], k), one.layers[i].w);
      expect_same(at(grad.layers.b[i], k), one.layers[i].b);
    }
  }
}

TEST(VectorsOfTensors, AloneAndEmpty) {
  const std::vector<std::vector<double>> x{{0.5, 2}, {}, {-1}};
  const std::vector<std::vector<Vector<double>>> dx{{{1, 2}, {0.5, -1}}, {}, {{3, 1}}};
  const auto tangent = elements::energy_jvp_batch(x, dx, 2).tangent;
  expect_same(tangent, Vector<double>{3 * (0.25 * 1 + 4 * 0.5 + 3), 3 * (0.25 * 2 - 4 + 1)});
  expect_same(elements::energy_jvp_batch({}, {}, 3).tangent, Vector<double>{0, 0, 0});
  const auto grad = elements::energy_vjp_batch(x, Vector<double>{1, -2}).grad;
  expect_same(grad.x[0][1], Vector<double>{12, -24});
  EXPECT_THROW(elements::energy_jvp_batch(x, dx, 3), std::exception);
  EXPECT_THROW(elements::energy_jvp_batch(x, dx, -1), std::exception);
}

}  // namespace
