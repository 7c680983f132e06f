// What a recursive function writes through references in its parameters reaches the caller, in value and derivative.
#include "references.h"

#define CONTROL_NAMESPACE references
#include "control_check.h"
#include "references.grad.h"

namespace {

using e2e::expect_close;
using e2e::filled;
using references::Vector;

TEST(References, ClosuresThatAreTheirOwnArguments) {
  CONTROL_CHECK(closure_by_value, 0.4);
  for (int n : {0, 1, 4}) {
    CONTROL_CHECK(closure_by_const_reference, 0.7, n);
    CONTROL_CHECK(nested_closures, 0.7, n);
    CONTROL_CHECK(only_read, 0.7, 1.3, n);
    for (std::int64_t size : {0, 1, 3}) CONTROL_CHECK(in_a_loop, filled<Vector>({size}), n);
    for (double a : {-0.5, 0.5}) CONTROL_CHECK(in_an_arm, a, 0.3, n);
  }
  double a = 0.4;
  const auto jvp = references::closure_by_value_jvp(a, 2.0);
  expect_close(jvp.tangent, 2 * e2e::difference(a, [&] { return references::closure_by_value(a); }), "tangent");
  const auto hvp = references::closure_by_value_hvp(a, 2.0);
  expect_close(hvp.hvp.a, 2 * e2e::difference(a, [&] { return references::closure_by_value_gradient(a).grad.a; }), "hvp");
}

TEST(References, FunctionsThatVisit) {
  for (std::int64_t n : {0, 1, 2, 7}) {
    CONTROL_CHECK(visitor_by_const_reference, filled<Vector>({n}));
    CONTROL_CHECK(visitor_by_value, filled<Vector>({n}));
  }
  const std::vector<int> left{1, 3, -1, -1, -1}, right{2, 4, -1, -1, -1};
  CONTROL_CHECK(depth_first, filled<Vector>({5}), left, right);
}

TEST(References, StructuresAndTuples) {
  for (int n : {0, 1, 3}) {
    CONTROL_CHECK(structure_by_value, 0.7, n);
    CONTROL_CHECK(tie_by_value, 0.7, -0.4, n);
    CONTROL_CHECK(pair_by_const_reference, 0.7, n);
    CONTROL_CHECK(const_member, 0.7, n);
    CONTROL_CHECK(same_by_both, 0.7, n);
    CONTROL_CHECK(by_each_other, 0.7, n);
  }
}

TEST(References, ViewsAndIterators) {
  for (std::int64_t n : {1, 2, 6}) {
    CONTROL_CHECK(view_by_value, filled<Vector>({n}));
    CONTROL_CHECK(view_by_const_reference, filled<Vector>({n}));
  }
  for (std::int64_t n : {1, 2, 8}) CONTROL_CHECK(transform_in_place, filled<Vector>({n}));
  CONTROL_CHECK(quicksort_by_iterators, std::vector<double>{});
  CONTROL_CHECK(quicksort_by_iterators, std::vector<double>{0.3});
  CONTROL_CHECK(quicksort_by_iterators, std::vector<double>{0.3, -1.2, 0.9, 0.1, 0.5, -0.7});
}

TEST(References, Permutations) {
  CONTROL_CHECK(permutations, filled<Vector>({3}));
  Vector x = filled<Vector>({3});
  const Vector v{1, -2, 0.5};
  const auto hvp = references::permutations_hvp(x, v);
  double t = 0;
  for (std::int64_t i = 0; i < 3; ++i)
    expect_close(hvp.hvp.x(i), e2e::difference(t, [&] { return references::permutations_gradient(x + t * v).grad.x(i); }), "hvp");
}

TEST(References, CapturedTensorsHaveExtentsOfTheirOwn) {
  for (int n : {0, 3}) CONTROL_CHECK(captured_tensors, filled<gradc::Matrix<double>>({2, 3}), filled<Vector>({4}), filled<Vector>({5}), n);
}

TEST(References, PartsByReference) {
  for (int n : {1, 2}) CONTROL_CHECK(parts_by_reference, filled<Vector>({3}), (std::vector<double>{0.3, -0.7, 1.1}), n);
}

TEST(References, InBothModesAndInBatches) {
  const auto x = filled<Vector>({5}), v = filled<Vector>({5}, -1, 1, 3);
  const auto gradient = references::view_by_value_gradient(x).grad.x;
  expect_close(references::view_by_value_jvp(x, v).tangent, gradc::sum(gradient * v), "tangent", 1e-12);
  EXPECT_EQ(references::view_by_value_vjp(x, 1.0).grad.x(0), gradient(0));
  gradc::Matrix<double> adjoints(gradc::Shape{2, 5});
  for (std::int64_t i = 0; i < 5; ++i) {
    adjoints(0, i) = v(i);
    adjoints(1, i) = x(i);
  }
  const auto batch = references::scaled_in_turn_vjp_batch(x, 0.8, adjoints);
  for (std::int64_t k = 0; k < 2; ++k) {
    const auto one = references::scaled_in_turn_vjp(x, 0.8, k == 0 ? v : x);
    for (std::int64_t i = 0; i < 5; ++i) expect_close(batch.grad.x(k, i), one.grad.x(i), "x", 1e-12);
    expect_close(batch.grad.a(k), one.grad.a, "a", 1e-12);
  }
}

}  // namespace
