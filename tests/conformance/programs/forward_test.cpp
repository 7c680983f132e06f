#include <type_traits>

#include "forward.grad.h"
#include "members.h"
#include "tests/e2e/differences.h"

namespace {

using forward::Images;
using forward::Matrix;
using forward::Vector;
using Floats = std::vector<double*>;

CONFORMANCE_MEMBER(c);

template <class T>
void numbers(T& tensor, Floats& to) {
  for (double& e : tensor) to.push_back(&e);
}
void numbers(double& x, Floats& to) { to.push_back(&x); }
void numbers(forward::Dense& p, Floats& to) { numbers(p.w, to), numbers(p.b, to); }
void numbers(forward::Convolution& p, Floats& to) { numbers(p.filters, to), numbers(p.b, to); }
void numbers(forward::Norm& p, Floats& to) { numbers(p.scale, to), numbers(p.offset, to); }
void numbers(forward::Network& p, Floats& to) {
  numbers(p.first, to), numbers(p.norm, to), numbers(p.convolution, to), numbers(p.last, to);
}
template <class... T>
Floats all(T&... x) {
  Floats to;
  (numbers(x, to), ...);
  return to;
}

// The slope of f at x along v: of any function of what x refers to.
template <class F>
double along(const Floats& x, const Floats& v, F f) {
  std::vector<double> at;
  for (const double* e : x) at.push_back(*e);
  double s = 0;
  const double slope = e2e::difference(s, [&] {
    for (std::size_t i = 0; i < x.size(); ++i) *x[i] = at[i] + s * *v[i];
    return f();
  });
  for (std::size_t i = 0; i < x.size(); ++i) *x[i] = at[i];
  return slope;
}

double dot(const Floats& a, const Floats& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += *a[i] * *b[i];
  return sum;
}

// --- orders ---

TEST(Conformance, P14_ThreeOrdersBothWays) {
  Matrix x{{2, 3}, {1, 4}}, v{{0.3, -0.2}, {0.7, 0.4}};
  const Vector bar{0.6, -1.3};
  const auto weighed = [&](const Vector& y) { return bar(0) * y(0) + bar(1) * y(1); };
  const auto expect = [&](const char* what, double forwards, Matrix backwards, double slope) {
    e2e::expect_close(forwards, slope, what, 1e-6);
    e2e::expect_close(dot(all(backwards), all(v)), forwards, what, 1e-11);
  };
  const Matrix zero({2, 2});
  expect("first", weighed(forward::row_products_jvp(x, v).tangent), forward::row_products_vjp(x, bar).grad.x,
         along(all(x), all(v), [&] { return weighed(forward::row_products(x)); }));
  expect("second", weighed(forward::second_rows_jvp(x, v, v, zero).tangent),
         forward::second_rows_vjp(x, v, bar).grad.x,
         along(all(x), all(v), [&] { return weighed(forward::second_rows(x, v)); }));
  expect("third", weighed(forward::third_rows_jvp(x, v, v).tangent),
         forward::third_rows_vjp(x, v, bar).grad.x,
         along(all(x), all(v), [&] { return weighed(forward::third_rows(x, v)); }));

  const auto jacobian = forward::row_products_jacobian(x).jacobian.x;
  const auto single = forward::row_products_single_jacobian(gradc::astype<float>(x)).jacobian.x;
  for (int k = 0; k < 2; ++k) {
    Matrix row = forward::row_products_vjp(x, k == 0 ? Vector{1, 0} : Vector{0, 1}).grad.x;
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        e2e::expect_close(jacobian(k, i, j), row(i, j), "jacobian", 1e-12);
        e2e::expect_close(static_cast<double>(single(k, i, j)), jacobian(k, i, j), "of floats", 1e-4);
      }
  }
}

TEST(Conformance, P15_OrdersThroughARule) {
  const Vector x{1, 2}, v{0.5, -1};
  const auto first = forward::ruled_sine_jvp(x, v).tangent,
             second = forward::ruled_sine_2_jvp(x, v, v).tangent,
             third = forward::ruled_sine_3_jvp(x, v, v).tangent;
  const auto back = forward::ruled_sine_3_vjp(x, v, Vector{1, 1}).grad.x;
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(first(i), std::cos(x(i)) * v(i), 1e-15);
    EXPECT_NEAR(second(i), -std::sin(x(i)) * v(i) * v(i), 1e-15);
    EXPECT_NEAR(third(i), -std::cos(x(i)) * v(i) * v(i) * v(i), 1e-15);
    EXPECT_NEAR(back(i), -std::cos(x(i)) * v(i) * v(i), 1e-15);
  }
}

TEST(Conformance, P18_BothSidesOfAKink) {
  Vector x{0.5, -0.5}, v{1, 1};
  const auto close = [&](const char* what, const Vector& tangent, auto f) {
    for (std::int64_t i = 0; i < 2; ++i)
      e2e::expect_close(tangent(i), along(all(x), all(v), [&] { return f()(i); }), what, 1e-7);
  };
  close("first", forward::units_jvp(x, v).tangent, [&] { return forward::units(x); });
  close("second", forward::units_2_jvp(x, v, v).tangent, [&] { return forward::units_2(x, v); });
  close("third", forward::units_3_jvp(x, v, v).tangent, [&] { return forward::units_3(x, v); });
}

TEST(Conformance, P28_ThreeOrdersOfAProduct) {
  Vector x{1, 2}, v{0.3, -0.8};
  e2e::expect_gradient(
      x, forward::product_gradient(x).grad.x, [&] { return forward::product(x); }, "first");
  e2e::expect_gradient(
      x, forward::product_2_gradient(x, v).grad.x, [&] { return forward::product_2(x, v); }, "second");
  Vector third = forward::product_3_gradient(x, v).grad.x;
  e2e::expect_gradient(
      x, third, [&] { return forward::product_3(x, v); }, "third");
  e2e::expect_close(forward::product_3_jvp(x, v, v).tangent, dot(all(third), all(v)), "forward", 1e-12);
}

// --- layers ---

// Gradient, tangent and product with the Hessian of f, whose results are made by `gradient`, `jvp` and `hvp`.
template <class F, class Gradient, class Jvp, class Hvp>
void expect_orders(const Floats& x, const Floats& v, F f, Gradient gradient, Jvp jvp, Hvp hvp,
                   double tolerance) {
  auto made = gradient();
  const Floats exact = made.second(made.first);
  ASSERT_EQ(exact.size(), x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    e2e::expect_close(*exact[i], e2e::difference(*x[i], f), "gradient [" + std::to_string(i) + "]",
                      tolerance);
  e2e::expect_close(jvp(), dot(exact, v), "tangent", 1e-12);
  auto product = hvp();
  const Floats second = product.second(product.first);
  for (std::size_t i = 0; i < x.size(); ++i)
    e2e::expect_close(*second[i],
                      along(x, v,
                            [&] {
                              auto moved = gradient();
                              return *moved.second(moved.first)[i];
                            }),
                      "product [" + std::to_string(i) + "]", tolerance);
}
// The numbers of a result's members p and x.
const auto kGrad = [](auto& result) { return all(result.grad.p, result.grad.x); };
const auto kHvp = [](auto& result) { return all(result.hvp.p, result.hvp.x); };

TEST(Conformance, P19_DenseAndConvolution) {
  forward::Dense p{e2e::filled<Matrix>({1, 5}), e2e::filled<Vector>({5}, -1, 1, 2)},
      d{e2e::filled<Matrix>({1, 5}, -1, 1, 3), e2e::filled<Vector>({5}, -1, 1, 4)};
  Matrix x{{0.1}}, x_dot{{-0.6}};
  expect_orders(
      all(p, x), all(d, x_dot), [&] { return forward::dense(p, x); },
      [&] { return std::pair(forward::dense_gradient(p, x), kGrad); },
      [&] { return forward::dense_jvp(p, x, d, x_dot).tangent; },
      [&] { return std::pair(forward::dense_hvp(p, x, d, x_dot), kHvp); }, 1e-7);
  forward::Convolution c{e2e::filled<Images>({2, 2, 2, 2}), e2e::filled<Vector>({2}, -1, 1, 2)},
      dc{e2e::filled<Images>({2, 2, 2, 2}, -1, 1, 3), Vector{0.4, -0.9}};
  Images y = e2e::filled<Images>({1, 2, 4, 4}, -1, 1, 5), y_dot = e2e::filled<Images>({1, 2, 4, 4}, -1, 1, 6);
  expect_orders(
      all(c, y), all(dc, y_dot), [&] { return forward::convolution(c, y); },
      [&] { return std::pair(forward::convolution_gradient(c, y), kGrad); },
      [&] { return forward::convolution_jvp(c, y, dc, y_dot).tangent; },
      [&] { return std::pair(forward::convolution_hvp(c, y, dc, y_dot), kHvp); }, 1e-7);
}

TEST(Conformance, P20_BatchNorm) {
  forward::Norm p{Vector{1.3}, Vector{-0.2}}, d{Vector{0.7}, Vector{0.4}};
  Matrix x = e2e::filled<Matrix>({3, 1}), x_dot = e2e::filled<Matrix>({3, 1}, -1, 1, 2);
  const Vector mean{0.3}, variance{1.7};
  expect_orders(
      all(p, x), all(d, x_dot), [&] { return forward::norm_training(p, x); },
      [&] { return std::pair(forward::norm_training_gradient(p, x), kGrad); },
      [&] { return forward::norm_training_jvp(p, x, d, x_dot).tangent; },
      [&] { return std::pair(forward::norm_training_hvp(p, x, d, x_dot), kHvp); }, 1e-6);
  expect_orders(
      all(p, x), all(d, x_dot), [&] { return forward::norm_inference(p, x, mean, variance); },
      [&] { return std::pair(forward::norm_inference_gradient(p, x, mean, variance), kGrad); },
      [&] { return forward::norm_inference_jvp(p, x, mean, variance, d, x_dot).tangent; },
      [&] { return std::pair(forward::norm_inference_hvp(p, x, mean, variance, d, x_dot), kHvp); }, 1e-6);
}

TEST(Conformance, P20_P21_FusedBatchNormInTraining) {
  for (const gradc::Shape& shape : {gradc::Shape{3, 1, 1, 2}, gradc::Shape{4, 3, 2, 2}}) {
    const gradc::Shape channels{shape[1]};
    forward::Norm p{e2e::filled<Vector>(channels, 0.5, 1.5), e2e::filled<Vector>(channels, -1, 1, 2)};
    forward::Norm d{e2e::filled<Vector>(channels, -1, 1, 3), e2e::filled<Vector>(channels, -1, 1, 4)};
    Images x = e2e::filled<Images>(shape, -1, 1, 5), x_dot = e2e::filled<Images>(shape, -1, 1, 6);
    expect_orders(
        all(p, x), all(d, x_dot), [&] { return forward::fused_training(p, x); },
        [&] { return std::pair(forward::fused_training_gradient(p, x), kGrad); },
        [&] { return forward::fused_training_jvp(p, x, d, x_dot).tangent; },
        [&] { return std::pair(forward::fused_training_hvp(p, x, d, x_dot), kHvp); }, 1e-6);
    // The reverse of the tangent is the same product with the Hessian.
    auto back = forward::tangent_of_fused_gradient(p, x, d, x_dot);
    auto product = forward::fused_training_hvp(p, x, d, x_dot);
    const Floats a = kGrad(back), b = kHvp(product);
    for (std::size_t i = 0; i < a.size(); ++i) e2e::expect_close(*a[i], *b[i], "both ways", 1e-11);
  }
}

TEST(Conformance, P22_FusedBatchNormInInference) {
  forward::Norm p{Vector{1.3, 0.8}, Vector{-0.2, 0.5}}, d{Vector{0.7, -0.3}, Vector{0.4, 1.1}};
  Images x = e2e::filled<Images>({4, 2, 10, 10}, -1, 1),
         x_dot = e2e::filled<Images>({4, 2, 10, 10}, -1, 1, 2);
  const Vector mean{0.3, -0.1}, variance{1.7, 0.6};
  expect_orders(
      all(p, x), all(d, x_dot), [&] { return forward::fused_inference(p, x, mean, variance); },
      [&] { return std::pair(forward::fused_inference_gradient(p, x, mean, variance), kGrad); },
      [&] { return forward::fused_inference_jvp(p, x, mean, variance, d, x_dot).tangent; },
      [&] { return std::pair(forward::fused_inference_hvp(p, x, mean, variance, d, x_dot), kHvp); }, 1e-6);
}

forward::Network network(unsigned seed) {
  return {{e2e::filled<Matrix>({2, 6}, -1, 1, seed), e2e::filled<Vector>({6}, -1, 1, seed + 1)},
          {e2e::filled<Vector>({6}, 0.5, 1.5, seed + 2), e2e::filled<Vector>({6}, 0.2, 1, seed + 3)},
          {e2e::filled<Images>({2, 1, 2, 2}, -1, 1, seed + 4), e2e::filled<Vector>({2}, -1, 1, seed + 5)},
          {e2e::filled<Matrix>({4, 1}, -1, 1, seed + 6), e2e::filled<Vector>({1}, -1, 1, seed + 7)}};
}

TEST(Conformance, P23_ProductsOfANetworkBothWays) {
  forward::Network net = network(10), v = network(30);
  const Matrix x{{0.3, -1.2}, {1.1, 0.4}}, t{{0.5}, {-1}};
  auto product = forward::network_hvp(net, x, t, v);
  auto slope = forward::network_slope_gradient(net, x, t, v);
  const Floats forwards = all(product.hvp.net), backwards = all(slope.grad.net), at = all(net),
               along_v = all(v);
  ASSERT_EQ(forwards.size(), backwards.size());
  for (std::size_t i = 0; i < forwards.size(); ++i) {
    e2e::expect_close(*forwards[i], *backwards[i], "both ways", 1e-10);
    e2e::expect_close(*forwards[i],
                      along(at, along_v,
                            [&] {
                              auto moved = forward::network_gradient(net, x, t);
                              return *all(moved.grad.net)[i];
                            }),
                      "differences", 1e-5);
  }
}

// --- rules ---

// Each mode has its own rule; where one alone is given, the other is its transpose.
TEST(Conformance, P32_ARuleOfEachMode) {
  EXPECT_EQ(forward::of_both_jvp(1, 2).tangent, 4);
  EXPECT_EQ(forward::of_both_gradient(1).grad.x, 3);
  EXPECT_EQ(forward::forward_only_jvp(1, 2).tangent, 4);
  EXPECT_EQ(forward::backward_only_gradient(1).grad.x, 3);
}

TEST(Conformance, P33_ARuleOfTangentsAlone) {
  EXPECT_EQ(forward::minus_twice_jvp(1, 10).tangent, -20);
  EXPECT_EQ(forward::same_jvp(1, 10).tangent, 10);
}

// The tangent is what the rule says, whatever the tangent of the argument is.
TEST(Conformance, P34_ATangentThatIsGiven) {
  const auto [value, tangent] = forward::inline_tangent_jvp(1, 10);
  EXPECT_EQ(value, 2);
  EXPECT_EQ(tangent, 3);
  EXPECT_EQ(forward::inline_tangent_jacobian(1).jacobian.x, 3);  // by forward mode, although a scalar would go back
}

TEST(Conformance, P24_ATangentInARule) {
  EXPECT_NEAR(forward::tangent_in_a_rule_gradient(1).grad.x, 2 * std::cos(1), 1e-15);
}

TEST(Conformance, P29_OneTangentOfTwoCalls) {
  const Matrix m = e2e::filled<Matrix>({256, 2096}), n = e2e::filled<Matrix>({256, 2096}, -1, 1, 2);
  const Matrix d_m = e2e::filled<Matrix>({256, 2096}, -1, 1, 3),
               d_n = e2e::filled<Matrix>({256, 2096}, -1, 1, 4);
  const auto tangent = forward::two_squares_jvp(m, n, d_m, d_n).tangent;
  const auto at = [](const Matrix& a, const Matrix& b, std::int64_t i, std::int64_t j) {
    double sum = 0;
    for (std::int64_t k = 0; k < a.extent(1); ++k) sum += a(i, k) * b(j, k) + b(i, k) * a(j, k);
    return sum;
  };
  for (std::int64_t i = 0; i < 256; i += 51)
    for (std::int64_t j = 0; j < 256; j += 17) {
      EXPECT_NEAR(tangent.first(i, j), at(m, d_m, i, j), 1e-10);
      EXPECT_NEAR(tangent.second(i, j), at(n, d_n, i, j), 1e-10);
    }
}

// --- programs ---

TEST(Conformance, P35_Assignments) {
  EXPECT_EQ(forward::assigned_jvp(1, 1).value, 0.5);
  EXPECT_EQ(forward::assigned_jvp(1, 1).tangent, 1);
}

TEST(Conformance, P36_Reading) {
  EXPECT_EQ(forward::variable_jvp(1, 11).tangent, (std::pair<double, double>{11, 22}));
  const auto tangent = forward::watched_jvp(Vector{1, 2, 3}, Vector{0.1, -0.2, 0.3}).tangent;
  for (int i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(tangent.first(i), (Vector{0.2, -0.4, 0.6})(i));
    EXPECT_DOUBLE_EQ(tangent.second(i), (Vector{0.1, -0.2, 0.3})(i));
  }
}

// The gradient inside is of the cosine and not of the tangent that goes around it.
TEST(Conformance, P40_TangentsOfGradients) {
  EXPECT_NEAR(forward::slope_of_cosine_jvp(1, 0.1).tangent, -0.1 * std::cos(1), 1e-15);
  EXPECT_NEAR(forward::slope_of_cosine_gradient(1).grad.x, -std::cos(1), 1e-15);
  EXPECT_FALSE(Has_c<decltype(forward::tangent_alone_gradient(1, 0.1).grad)>::value);
}

TEST(Conformance, P42_TangentsOfRows) {
  EXPECT_EQ(forward::first_of_jvp(Vector{1}, Vector{3}).tangent, 3);
  EXPECT_EQ(forward::first_of_in_a_call_jvp(Vector{1}, {0}, Vector{3}).tangent, 3);
}

TEST(Conformance, P43_P44_LoopsAndBranches) {
  EXPECT_EQ(forward::loop_jvp(1, 5, 1).value, 10);
  EXPECT_EQ(forward::loop_jvp(1, 5, 1).tangent, 10);
  EXPECT_EQ(forward::branch_jvp(5, 1, 1).tangent, 3);
  EXPECT_EQ(forward::branch_jvp(0, 1, 1).tangent, 0);
}

// Tangents go along with their values: nothing is kept of the trips.
TEST(Conformance, P12_NothingIsKept) {
  const auto bytes = [](int trips) {
    forward::long_loop_jvp_result out;
    gradc::Workspace workspace;
    forward::long_loop_jvp(0.5, trips, 1.0, out, workspace);
    return workspace.high_water();
  };
  EXPECT_EQ(bytes(10), bytes(100000));
}

// --- several directions ---

TEST(Conformance, P45_DirectionsOfAProduct) {
  const auto tangent = forward::multiply_jvp_batch(2, 5, Vector{1, 0, 1}, Vector{0, 1, 1}).tangent;
  EXPECT_EQ(tangent(0), 5);
  EXPECT_EQ(tangent(1), 2);
  EXPECT_EQ(tangent(2), 7);
}

template <class T, class D, class Jacobian>
void expect_contracted(const T& tangent, const D& directions, const Jacobian& jacobian, std::int64_t n) {
  for (std::int64_t k = 0; k < directions.extent(0); ++k)
    for (std::int64_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::int64_t j = 0; j < n; ++j) sum += jacobian.data()[i * n + j] * directions.data()[k * n + j];
      EXPECT_NEAR(tangent.data()[k * n + i], sum, 1e-14);
    }
}
TEST(Conformance, P46_DirectionsOfAJacobian) {
  const auto x = e2e::filled<Matrix>({2, 3});
  const auto d = e2e::filled<gradc::Tensor<double, 3>>({5, 2, 3}, -1, 1, 2);
  expect_contracted(forward::sines_jvp_batch(x, d).tangent, d, forward::sines_jacobian(x).jacobian.x, 6);
  const auto y = e2e::filled<gradc::Tensor<double, 3>>({2, 3, 4});
  const auto e = e2e::filled<Images>({10, 2, 3, 4}, -1, 1, 2);
  expect_contracted(forward::cube_sines_jvp_batch(y, e).tangent, e,
                    forward::cube_sines_jacobian(y).jacobian.x, 24);
  for (std::int64_t i = 0; i < 24; ++i)
    EXPECT_NEAR(forward::cube_sines_jacobian(y).jacobian.x.data()[i * 24 + i], std::cos(y.data()[i]), 1e-15);
}

TEST(Conformance, P47_ReverseOverDirectionsAndBack) {
  const auto d = e2e::filled<Vector>({10});
  const auto jacobian = forward::tangents_of_cosine_jacobian(1, d).jacobian.c;
  const auto around = forward::gradient_of_cosine_jvp_batch(1, d).tangent;
  for (std::int64_t k = 0; k < 10; ++k) {
    EXPECT_NEAR(jacobian(k), -d(k) * std::cos(1), 1e-15);
    EXPECT_NEAR(around(k), -d(k) * std::cos(1), 1e-15);
    Vector unit(gradc::Shape{10});
    unit(k) = 1;
    EXPECT_NEAR(forward::tangents_of_cosine_vjp(1, d, unit).grad.c, -d(k) * std::cos(1), 1e-15);
  }
}

// --- types ---

TEST(Conformance, P51_TangentsHaveTheTypesOfTheirValues) {
  using Floats32 = gradc::Vector<float>;
  using Jvp = forward::single_jvp_result (*)(float, const Floats32&, float, const Floats32&);
  const Jvp jvp = &forward::single_jvp;
  const auto [value, tangent] = jvp(2, Floats32{1, 2}, 1, Floats32{0, 1});
  EXPECT_TRUE((std::is_same_v<std::remove_cv_t<decltype(tangent)>, float>));
  EXPECT_EQ(value, 6);
  EXPECT_EQ(tangent, 5);
}

}  // namespace
