#include "products.grad.h"

#include <type_traits>

#include "differences.h"

namespace {

using requests_products::Matrix;
using requests_products::Vector;

// Differences along the vector: `move(t)` puts the inputs at x + t v and gives one element of the gradient there.
template <class F>
void expect_slope(double product, F move, const std::string& what) {
  double t = 0;
  e2e::expect_close(product, e2e::difference(t, [&] { return move(t); }), what);
  move(0);
}

template <class Tensor>
void expect_same(const Tensor& actual, const Tensor& expected) {
  ASSERT_EQ(actual.shape(), expected.shape());
  for (std::int64_t i = 0; i < expected.size(); ++i) EXPECT_EQ(actual.data()[i], expected.data()[i]) << i;
}

TEST(Products, OfAQuadratic) {
  const auto x = e2e::filled<Vector>({4}, -1, 1, 1), b = e2e::filled<Vector>({4}, -1, 1, 2),
             v = e2e::filled<Vector>({4}, -1, 1, 3);
  const auto a = e2e::filled<Matrix>({4, 4}, -1, 1, 4);
  const auto result = requests_products::quadratic_hvp(x, a, b, v);
  e2e::expect_close(result.value, requests_products::quadratic(x, a, b), "value", 1e-14);
  const Matrix both = a + gradc::transpose(a);
  const Vector grad = 0.5 * gradc::matmul(both, x) + b, hvp = 0.5 * gradc::matmul(both, v);
  for (int i = 0; i < 4; ++i) {
    e2e::expect_close(result.grad.x(i), grad(i), "grad", 1e-13);
    e2e::expect_close(result.hvp.x(i), hvp(i), "hvp", 1e-13);
  }
}

TEST(Products, OfLogisticRegression) {
  const auto w = e2e::filled<Vector>({3}), v = e2e::filled<Vector>({3}, -1, 1, 7);
  const auto x = e2e::filled<Matrix>({20, 3}, -2, 2, 3);
  const auto y = gradc::astype<double>(e2e::filled<Vector>({20}, -1, 1, 5) > 0.0);
  const auto result = requests_products::logistic_hvp(w, x, y, v);
  const auto gradient = requests_products::logistic_gradient(w, x, y);
  EXPECT_EQ(result.value, gradient.value);
  for (int i = 0; i < 3; ++i) {
    e2e::expect_close(result.grad.w(i), gradient.grad.w(i), "grad", 1e-14);
    expect_slope(result.hvp.w(i), [&](double t) {
      const Vector moved = w + t * v;
      return requests_products::logistic_gradient(moved, x, y).grad.w(i);
    }, "hvp");
  }
}

TEST(Products, GH02_VectorOfAnotherSize) {
  const Vector w(gradc::Shape{3}), y(gradc::Shape{20});
  const Matrix x({20, 3});
  EXPECT_NO_THROW(requests_products::logistic_hvp(w, x, y, w));
  EXPECT_THROW(requests_products::logistic_hvp(w, x, y, Vector(gradc::Shape{4})), gradc::ShapeError);
}

TEST(Products, GH04_OfScalars) {
  const double x = 0.7, y = 0.4, v = 0.3, u = -1.1, e = std::exp(x * y);
  const auto result = requests_products::scalars_hvp(x, y, v, u);
  e2e::expect_close(result.grad.x, 2 * x * y + y * e, "grad x", 1e-14);
  e2e::expect_close(result.grad.y, x * x + std::cos(y) + x * e, "grad y", 1e-14);
  const double xy = 2 * x + e + x * y * e;
  e2e::expect_close(result.hvp.x, (2 * y + y * y * e) * v + xy * u, "hvp x", 1e-14);
  e2e::expect_close(result.hvp.y, xy * v + (x * x * e - std::sin(y)) * u, "hvp y", 1e-14);
}

TEST(Products, OfFloats) {
  const gradc::Vector<float> x{0.3f, -1.2f, 2.0f}, v{1.0f, 0.5f, -2.0f};
  const auto result = requests_products::floats_hvp(x, v);
  for (int i = 0; i < 3; ++i) {
    const double t = std::tanh(static_cast<double>(x(i))), d = 1 - t * t;
    EXPECT_NEAR(result.hvp.x(i), (2 * d - 2 * t * d * static_cast<double>(x(i))) * static_cast<double>(v(i)), 1e-5);
  }
}

requests_products::Net net(unsigned seed) {
  requests_products::Net net;
  for (int k = 0; k < 2; ++k)
    net.hidden.push_back({e2e::filled<Matrix>({3, 3}, -1, 1, seed++), e2e::filled<Vector>({3}, -1, 1, seed++), 3});
  net.out = e2e::filled<Vector>({3}, -1, 1, seed++);
  net.scale = 0.8 + 0.1 * seed;
  return net;
}

requests_products::Net moved(const requests_products::Net& net, double t, const requests_products::Net& v) {
  requests_products::Net out = net;
  for (std::size_t k = 0; k < net.hidden.size(); ++k) {
    out.hidden[k].w = net.hidden[k].w + t * v.hidden[k].w;
    out.hidden[k].b = net.hidden[k].b + t * v.hidden[k].b;
  }
  out.out = net.out + t * v.out;
  out.scale = net.scale + t * v.scale;
  return out;
}

TEST(Products, OfVectorsOfStructures) {
  const requests_products::Net at = net(1), v = net(11);
  const auto x = e2e::filled<Matrix>({5, 3}), u = e2e::filled<Matrix>({5, 3}, -1, 1, 23);
  const auto result = requests_products::network_hvp(at, x, v, u);
  const auto gradient = [&](double t) {
    const Matrix there = x + t * u;
    return requests_products::network_gradient(moved(at, t, v), there).grad;
  };
  e2e::expect_close(result.grad.net.scale, gradient(0).net.scale, "grad", 1e-13);
  ASSERT_EQ(result.hvp.net.hidden.size(), 2u);
  EXPECT_EQ(result.hvp.net.hidden[0].width, 0);
  expect_slope(result.hvp.net.scale, [&](double t) { return gradient(t).net.scale; }, "scale");
  for (std::size_t k = 0; k < 2; ++k) {
    for (int i = 0; i < 9; ++i)
      expect_slope(result.hvp.net.hidden[k].w.data()[i],
                   [&](double t) { return gradient(t).net.hidden[k].w.data()[i]; }, "w");
    for (int i = 0; i < 3; ++i)
      expect_slope(result.hvp.net.hidden[k].b(i), [&](double t) { return gradient(t).net.hidden[k].b(i); }, "b");
  }
  for (int i = 0; i < 15; ++i)
    expect_slope(result.hvp.x.data()[i], [&](double t) { return gradient(t).x.data()[i]; }, "x");
}

TEST(Products, OfMembers) {
  const requests_products::Net at = net(1), v = net(11);
  const auto x = e2e::filled<Matrix>({5, 3});
  const auto result = requests_products::members_hvp(at, x, v.scale, v.out);
  const auto gradient = [&](double t) {
    requests_products::Net there = at;
    there.scale += t * v.scale;
    there.out += t * v.out;
    return requests_products::members_hvp(there, x, v.scale, v.out).grad;
  };
  expect_slope(result.hvp.net.scale, [&](double t) { return gradient(t).net.scale; }, "scale");
  for (int i = 0; i < 3; ++i)
    expect_slope(result.hvp.net.out(i), [&](double t) { return gradient(t).net.out(i); }, "out");
}

// Of a function of a vector and a scalar, at x and y along v and u: the gradient by differences of the function, the
// product by differences of the gradient.
template <class F, class Hvp>
void expect_product(F f, Hvp hvp, Vector x, double y, const Vector& v, double u) {
  const auto result = hvp(x, y, v, u);
  e2e::expect_close(result.value, f(x, y), "value", 1e-13);
  Vector there = x;
  double beside = y;
  e2e::expect_gradient(there, result.grad.x, [&] { return f(there, beside); }, "x");
  const auto gradient = [&](double t) { return hvp(x + t * v, y + t * u, v, u).grad; };
  for (std::int64_t i = 0; i < x.size(); ++i)
    expect_slope(result.hvp.x(i), [&](double t) { return gradient(t).x(i); }, "hvp x");
}

TEST(Products, OfBranches) {
  using requests_products::branches_hvp;
  const Vector v{0.3, -0.4, 1.0};
  for (const Vector& x : {Vector{0.1, 0.2, 0.3}, Vector{1.1, 1.2, 1.3}, Vector{-1, 2, 0.3}})
    expect_product(requests_products::branches,
                   [](const Vector& at, double y, const Vector& a, double b) { return branches_hvp(at, y, a, b); }, x, 0.9,
                   v, 0.2);
}

TEST(Products, OfLoops) {
  using requests_products::loops_hvp;
  expect_product(requests_products::loops,
                 [](const Vector& at, double y, const Vector& a, double b) { return loops_hvp(at, y, a, b); },
                 Vector{0.8, -0.4, 1.3, -0.9, 0.6}, 0.7, Vector{0.3, -0.4, 1.0, 0.2, 0.5}, 0.2);
}

TEST(Products, OfRecursion) {
  for (int n : {0, 1, 2, 4}) {
    const double x = 0.8, v = 1.7;
    const auto result = requests_products::recursive_hvp(x, n, v);
    double t = x;
    e2e::expect_close(result.grad.x, e2e::difference(t, [&] { return requests_products::recursive(t, n); }), "grad");
    expect_slope(result.hvp.x, [&](double s) { return requests_products::recursive_hvp(x + s * v, n, v).grad.x; }, "hvp");
  }
}

TEST(Products, OfOpsWithRulesOfTheirOwn) {
  const auto a = e2e::filled<Matrix>({3, 4}), va = e2e::filled<Matrix>({3, 4}, -1, 1, 9);
  const auto b = e2e::filled<Vector>({4}, -1, 1, 2), vb = e2e::filled<Vector>({4}, -1, 1, 5);
  const auto result = requests_products::conditioned_hvp(a, b, va, vb);
  const auto gradient = [&](double t) {
    const Matrix at = a + t * va;
    const Vector bt = b + t * vb;
    return requests_products::conditioned_hvp(at, bt, va, vb).grad;
  };
  for (int i = 0; i < 12; ++i) expect_slope(result.hvp.a.data()[i], [&](double t) { return gradient(t).a.data()[i]; }, "a");
  for (int i = 0; i < 4; ++i) expect_slope(result.hvp.b(i), [&](double t) { return gradient(t).b(i); }, "b");
}

TEST(Products, ZeroByStructure) {
  const Vector x{1, 2, 3}, v{4, 5, 6};
  const auto linear = requests_products::linear_hvp(x, 1.5, v, 2.5);
  expect_same(linear.grad.x, Vector{2, 2, 2});
  expect_same(linear.hvp.x, Vector{0, 0, 0});
  EXPECT_EQ(linear.hvp.y, 0);
  const auto zero = requests_products::half_zero_hvp(x, v, v, x);
  expect_same(zero.hvp.x, Vector{24, 60, 108});
  expect_same(zero.grad.y, Vector{0, 0, 0});
  expect_same(zero.hvp.y, Vector{0, 0, 0});
}

template <class T, class = void>
struct HasY : std::false_type {};
template <class T>
struct HasY<T, std::void_t<decltype(T::y)>> : std::true_type {};

TEST(Products, GH03_LeftOut) {
  const Vector x{1, 2, 3}, v{4, 5, 6};
  const auto none = requests_products::half_none_hvp(x, v, v, x);
  expect_same(none.hvp.x, Vector{24, 60, 108});
  EXPECT_FALSE(HasY<decltype(none.hvp)>::value);
}

// f(x, d) = (sin x + d)² x at d = 0: at a label the function starts again.
TEST(Products, AtALabel) {
  const Vector x{0.5, -1.2}, v{0.3, 0.8}, u{-0.7, 1.1};
  const auto result = requests_products::labelled_hvp(x, v, u);
  for (int i = 0; i < 2; ++i) {
    const double s = std::sin(x(i)), c = std::cos(x(i)), at = x(i);
    e2e::expect_close(result.grad.x(i), 2 * s * c * at + s * s, "grad x", 1e-13);
    e2e::expect_close(result.grad.h(i), 2 * s * at, "grad h", 1e-13);
    const double xx = 2 * (c * c - s * s) * at + 4 * s * c, xh = 2 * c * at + 2 * s, hh = 2 * at;
    e2e::expect_close(result.hvp.x(i), xx * v(i) + xh * u(i), "hvp x", 1e-13);
    e2e::expect_close(result.hvp.h(i), xh * v(i) + hh * u(i), "hvp h", 1e-13);
  }
}

TEST(Products, WithAStop) {
  const Vector x{0.5, -1.2}, v{0.3, 0.8};
  const auto result = requests_products::stopped_hvp(x, v);
  for (int i = 0; i < 2; ++i) {
    e2e::expect_close(result.grad.x(i), 2 * std::sin(x(i)) * x(i), "grad", 1e-14);
    e2e::expect_close(result.hvp.x(i), 2 * std::sin(x(i)) * v(i), "hvp", 1e-14);
  }
}

TEST(Products, FormsThatAllocateNothing) {
  const auto x = e2e::filled<Matrix>({3, 3}), v = e2e::filled<Matrix>({3, 3}, -1, 1, 4);
  const auto expected = requests_products::shared_hvp(x, v);
  std::vector<double> memory(static_cast<std::size_t>(requests_products::shared_hvp_workspace_bytes(x, v)) / 8 + 16);
  gradc::Workspace workspace(memory.data(), memory.size() * 8);
  requests_products::shared_hvp_result out;
  requests_products::shared_hvp(x, v, out, workspace);
  expect_same(out.hvp.x, expected.hvp.x);
  expect_same(out.grad.x, expected.grad.x);
  // The point and the vector may be one tensor.
  const auto same = requests_products::shared_hvp(x, x);
  const Matrix copy = x;
  expect_same(same.hvp.x, requests_products::shared_hvp(x, copy).hvp.x);
}

}  // namespace
