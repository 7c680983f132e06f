#include <algorithm>

#include "differences.h"
#include "regressions.grad.h"

namespace {

using regressions::Matrix;
using regressions::Vector;

TEST(Regressions, SlicesOfEqualExtent) {
  auto x = e2e::filled<Vector>({7});
  const auto f = [&] { return regressions::slices_of_equal_extent(x); };
  const auto result = regressions::slices_of_equal_extent_gradient(x);
  EXPECT_DOUBLE_EQ(result.value, f());
  e2e::expect_gradient(x, result.grad.x, f, "x");
  auto direction = e2e::filled<Vector>({7}, -1, 1, 5);
  double expected = 0;
  for (std::int64_t i = 0; i < 7; ++i) expected += direction.data()[i] * result.grad.x.data()[i];
  e2e::expect_close(regressions::slices_of_equal_extent_jvp(x, direction).tangent, expected, "tangent");
  const auto forward = regressions::slices_of_equal_extent_forward(x);
  e2e::expect_gradient(x, regressions::slices_of_equal_extent_backward(forward.residuals, 1).x, f, "x");
  const auto row = regressions::slices_of_equal_extent_jacobian(x).jacobian.x;
  const auto blocks = regressions::slices_of_equal_extent_hessian(x);
  std::vector<double> factors{0.5, -2};
  const auto listed = regressions::slices_and_list_hessian(x, factors).hessian;
  for (std::int64_t i = 0; i < 7; ++i) {
    EXPECT_DOUBLE_EQ(row(i), result.grad.x(i));
    const auto slope = [&] { return regressions::slices_of_equal_extent_gradient(x).grad.x(i); };
    for (std::int64_t j = 0; j < 7; ++j) {
      e2e::expect_close(blocks.hessian.x_x(i, j), e2e::difference(x(j), slope), "x_x");
      e2e::expect_close(listed.x_x(i, j), -1.5 * blocks.hessian.x_x(i, j), "with a list");
    }
    e2e::expect_close(listed.x_factors(i, 1), result.grad.x(i), "x_factors");
  }
  x = e2e::filled<Vector>({3});  // the last slice would have 1
  EXPECT_THROW(regressions::slices_of_equal_extent_gradient(x), gradc::IndexError);
  EXPECT_THROW(regressions::slices_of_equal_extent_hessian(x), gradc::IndexError);
}

TEST(Regressions, RequiredInBackward) {
  auto x = e2e::filled<Matrix>({4, 3});
  for (std::int64_t n : {1, 2, 6, 12}) {
    const auto f = [&] { return regressions::required_in_backward(x, n); };
    const auto result = regressions::required_in_backward_vjp(x, n, 1);
    EXPECT_DOUBLE_EQ(result.value, f());
    e2e::expect_gradient(x, result.grad.x, f, "x");
    const auto forward = regressions::required_in_backward_forward(x, n);
    e2e::expect_gradient(x, regressions::required_in_backward_backward(forward.residuals, 1).x, f, "x");
  }
  for (std::int64_t n : {-2, 0, 5})
    EXPECT_THROW(regressions::required_in_backward_vjp(x, n, 1), gradc::ShapeError) << n;
  // The message had formulas of generated code and no numbers.
  try {
    regressions::required_in_backward_vjp(x, 5, 1);
  } catch (const gradc::ShapeError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("regressions.cpp:31: "), std::string::npos) << text;
    EXPECT_NE(text.find(" is "), std::string::npos) << text;
    EXPECT_EQ(text.find("gradc::"), std::string::npos) << text;
  }
}

TEST(Regressions, DefaultMembersInLists) {
  double x = 1.3;
  const auto f = [&] { return regressions::default_members_in_lists(x); };
  const auto result = regressions::default_members_in_lists_gradient(x);
  EXPECT_DOUBLE_EQ(result.value, f());
  e2e::expect_gradient(x, result.grad.x, f, "x");
}

TEST(Regressions, DelegatingConstructor) {
  EXPECT_EQ(regressions::delegating_constructor(3), 42);
  EXPECT_EQ(regressions::delegating_constructor_gradient(3).value, 42);
  EXPECT_EQ(regressions::delegating_constructor_gradient(3).grad.x, 14);
}

TEST(Regressions, ParameterNamedStd) {
  auto a = e2e::filled<Matrix>({2, 3}), b = e2e::filled<Matrix>({3, 4}, -1, 1, 2);
  double std = 0.7, int64_t = 1.1;
  const auto f = [&] { return regressions::parameter_named_std(a, b, std, int64_t); };
  const auto result = regressions::parameter_named_std_gradient(a, b, std, int64_t);
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(std, result.grad.std, f, "std");
  e2e::expect_gradient(int64_t, result.grad.int64_t, f, "int64_t");
}

TEST(Regressions, ProductAddedToAnElement) {
  auto a = e2e::filled<Matrix>({2, 3});
  Vector x{1, -0.5, 2}, y{0.25, 3, -1};
  const auto f = [&] { return regressions::product_added_to_an_element(a, x, y); };
  const auto result = regressions::product_added_to_an_element_gradient(a, x, y);
  EXPECT_DOUBLE_EQ(result.value, f());
  e2e::expect_gradient(a, result.grad.a, f, "a");
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(y, result.grad.y, f, "y");
}

TEST(Regressions, ConstantFactorInALoop) {
  for (int n : {1, 2}) {
    const auto result = regressions::constant_factor_in_a_loop_vjp(3, 4, n, 2.0);
    EXPECT_EQ(result.value, n > 1 ? 3.5 : 7);
    EXPECT_EQ(result.grad.x, 2);
    EXPECT_EQ(result.grad.y, n > 1 ? 0 : 2);
  }
}

TEST(Regressions, ArmNeverExecutedInALoop) {
  EXPECT_EQ(regressions::never_taken_in_a_loop_gradient(0.75).value, 0.75);
  EXPECT_EQ(regressions::never_taken_in_a_loop_gradient(0.75).grad.x, 1);
}

TEST(Regressions, CasesNeverTaken) {
  for (int n : {0, 1}) EXPECT_EQ(regressions::cases_never_taken_gradient(0.75, n).grad.x, 2);
}

TEST(Regressions, VectorsThatChangePlaces) {
  std::vector<double> x{0.3, 0.9, -0.7, 0.4};
  for (int n = 0; n < 4; ++n) {
    const auto result = regressions::vectors_that_change_places_gradient(x, n);
    for (std::size_t i = 0; i < x.size(); ++i)
      e2e::expect_gradient(x[i], result.grad.x[i], [&] { return regressions::vectors_that_change_places(x, n); }, "x");
  }
}

TEST(Regressions, NumbersThatChangePlaces) {
  double x = 0.75, y = -1.5, z = 0.5;
  const auto f = [&] { return regressions::numbers_that_change_places(x, y, z); };
  const auto grad = regressions::numbers_that_change_places_gradient(x, y, z).grad;
  e2e::expect_gradient(x, grad.x, f, "x");
  e2e::expect_gradient(y, grad.y, f, "y");
  e2e::expect_gradient(z, grad.z, f, "z");
  const double tangent = regressions::numbers_that_change_places_jvp(x, y, z, 1, 2, 3).tangent;
  e2e::expect_close(tangent, grad.x + 2 * grad.y + 3 * grad.z, "tangent", 1e-12);
}

TEST(Regressions, ReshapedInABranch) {
  Matrix x = e2e::filled<Matrix>({2, 3}, -1, 1);
  Vector row = e2e::filled<Vector>({4}, -1, 1);
  for (int n : {0, 1, 2}) {
    const auto check = [&](auto& at, auto f, auto gradient, const char* what) {
      const auto result = gradient(at, n);
      EXPECT_EQ(result.value, f(at, n)) << what;
      e2e::expect_gradient(at, result.grad.x, [&] { return f(at, n); }, what);
    };
    check(x, regressions::reshaped_in_a_branch, [](const Matrix& at, int k) { return regressions::reshaped_in_a_branch_gradient(at, k); }, "branch");
    check(x, regressions::reshaped_in_a_loop, [](const Matrix& at, int k) { return regressions::reshaped_in_a_loop_gradient(at, k); }, "loop");
    check(x, regressions::reshaped_before_a_loop, [](const Matrix& at, int k) { return regressions::reshaped_before_a_loop_gradient(at, k); }, "before");
    check(row, [](const Vector& at, int k) { return regressions::a_row_in_a_branch(at, k); },
          [](const Vector& at, int k) { return regressions::a_row_in_a_branch_gradient(at, k); }, "row");
  }
}

TEST(Regressions, OfEightAxes) {
  using regressions::Eight;
  Eight x = e2e::filled<Eight>({2, 1, 3, 1, 2, 1, 1, 2});
  const Eight direction = e2e::filled<Eight>(x.shape(), -1, 1, 5);
  const auto f = [&] { return regressions::of_eight_axes(x); };
  const auto result = regressions::of_eight_axes_gradient(x);
  EXPECT_DOUBLE_EQ(result.value, f());
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(x, regressions::of_eight_axes_vjp(x, 1).grad.x, f, "x by vjp");
  e2e::expect_close(regressions::of_eight_axes_jvp(x, direction).tangent, gradc::sum(result.grad.x * direction), "tangent");
  const auto slope = [&] { return gradc::sum(regressions::of_eight_axes_gradient(x).grad.x * direction); };
  e2e::expect_gradient(x, regressions::of_eight_axes_hvp(x, direction).hvp.x, slope, "hvp");
}

TEST(Regressions, RepeatedAlongEightAxes) {
  using regressions::Eight;
  for (const gradc::Shape& shape : {gradc::Shape{2, 1, 3, 1, 2, 1, 1, 2}, gradc::Shape{2, 1, 0, 1, 2, 1, 1, 2}}) {
    Eight x = e2e::filled<Eight>(shape);
    const Eight direction = e2e::filled<Eight>(shape, -1, 1, 5);
    const auto f = [&] { return regressions::repeated_along_eight_axes(x); };
    const auto result = regressions::repeated_along_eight_axes_gradient(x);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(x, result.grad.x, f, "x");
    e2e::expect_close(regressions::repeated_along_eight_axes_jvp(x, direction).tangent, gradc::sum(result.grad.x * direction), "tangent");
  }
  // Elements of their own, so that none is at another's place.
  Eight x(gradc::Shape{1, 1, 2, 1, 1, 1, 1, 2});
  for (std::int64_t i = 0; i < 4; ++i) x.data()[i] = static_cast<double>(i);
  EXPECT_TRUE(gradc::all(gradc::equal(gradc::flatten(gradc::repeat(x, 2, 2)), Vector{0, 1, 0, 1, 2, 3, 2, 3})));
  EXPECT_TRUE(gradc::all(gradc::equal(gradc::flatten(gradc::repeat(x, 2, -1)), Vector{0, 0, 1, 1, 2, 2, 3, 3})));
  EXPECT_TRUE(gradc::all(gradc::equal(gradc::flatten(gradc::tile(x, {2, 2})), Vector{0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3})));
}

TEST(Regressions, BoolAsANumber) {
  Vector x{0.5, -2};
  const auto f = [&] { return regressions::bool_as_a_number(x, true); };
  const auto result = regressions::bool_as_a_number_gradient(x, true);
  EXPECT_DOUBLE_EQ(result.value, f());
  e2e::expect_gradient(x, result.grad.x, f, "x");
  EXPECT_EQ(regressions::bool_as_a_number_gradient(x, false).value, 0);
}

TEST(Regressions, RotatedWithEightAxes) {
  using regressions::Eight;
  Eight x = e2e::filled<Eight>({2, 1, 1, 2, 1, 1, 3, 4});
  Matrix cosine = e2e::filled<Matrix>({3, 2}, -1, 1, 3), sine = e2e::filled<Matrix>({3, 2}, -1, 1, 4);
  const auto f = [&] { return regressions::rotated_with_eight_axes(x, cosine, sine); };
  const auto result = regressions::rotated_with_eight_axes_gradient(x, cosine, sine);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(cosine, result.grad.cosine, f, "cosine");
  e2e::expect_gradient(sine, result.grad.sine, f, "sine");
}

TEST(Regressions, SumsInOrder) {
  std::vector<double> x{1e9, 1, 1.5, 1, -1e9, 0.3, 1e7, 0.1, -2.7, 1e-17, 3e8};
  for (unsigned turns = 0; turns < 11; ++turns) {
    const Vector y = e2e::filled<Vector>({11}, -1e8, 1e8, turns + 1u);
    const Matrix z = e2e::filled<Matrix>({4, 7}, -1e8, 1e8, turns + 1u);
    const auto expected = regressions::sums_in_order(x, y, z);
    const auto result = regressions::sums_in_order_vjp(x, y, z, {1, 2, 3, 4, 0, 0, 0, 0, 0, 0});
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(result.value[i], expected[i]) << i;
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(result.grad.x[i], i < 5 ? 5 : 1);
    for (std::int64_t i = 0; i < 11; ++i) EXPECT_EQ(result.grad.y(i), 2);
    EXPECT_EQ(result.grad.z(3, 6), 3);
    std::rotate(x.begin(), x.begin() + 1, x.end());
  }
  // The plain sum is 0, one in another order 4.
  const std::vector<double> cancelling{1e16, 1, 1, 1, -1e16};
  const auto result = regressions::branch_on_a_sum_gradient(cancelling, 3);
  EXPECT_EQ(result.value, regressions::branch_on_a_sum(cancelling, 3));
  EXPECT_EQ(result.grad.scale, 1);
}

TEST(Regressions, ArraysWithoutInitialisers) {
  for (int n : {1, 2, 3}) {
    double x = 1.3;
    const auto f = [&] { return regressions::arrays_without_initialisers(x, n); };
    const auto result = regressions::arrays_without_initialisers_gradient(x, n);
    EXPECT_EQ(result.value, f());
    const double slope = result.grad.x;
    e2e::expect_gradient(x, slope, f, "x");
  }
}

TEST(Regressions, InInlineNamespace) {
  EXPECT_EQ(regressions::v1::in_inline_namespace_gradient(3).grad.x, 6);
}

TEST(Regressions, DeclaredOnlyInTheSource) {
  Vector x{1, 2}, y{3, 4}, z{5, 6};
  const auto f = [&] { return regressions::only_here(x, y, z); };
  const auto result = regressions::only_here_gradient(x, y, z);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(z, result.grad.z, f, "z");
  // Declared by the generated header, although the source that declares it includes that header.
  EXPECT_EQ(regressions::only_here(x, y, z), result.value);
  EXPECT_EQ(regressions::deduced_gradient(x).grad.x(1), 4);
  EXPECT_EQ(regressions::constant_expression_gradient(3).grad.x, 6);
  EXPECT_EQ(regressions::with_c_linkage_gradient(3).grad.x, 6);
}

TEST(Regressions, ListsInGenericLambdas) {
  gradc::Vector<double> x{0.4, -0.8, 1.3};
  double a = 0.7;
  const auto result = regressions::lists_in_generic_lambdas_gradient(x, a);
  const auto f = [&] { return regressions::lists_in_generic_lambdas(x, a); };
  EXPECT_EQ(result.value, f());
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(a, result.grad.a, f, "a");
}

TEST(Regressions, WhatIsSetBeforeItIsReadIsNotRefused) {
  double x = 0.6;
  for (int n : {0, 1, 2, 5}) {
    e2e::expect_close(regressions::set_in_earlier_trips_gradient(x, n).grad.x,
                      e2e::difference(x, [&] { return regressions::set_in_earlier_trips(x, n); }), "earlier trips");
    e2e::expect_close(regressions::set_where_it_is_read_gradient(x, n).grad.x,
                      e2e::difference(x, [&] { return regressions::set_where_it_is_read(x, n); }), "where it is read");
  }
}

}  // namespace
