#include "members.h"
#include "targets.grad.h"
#include "tests/e2e/differences.h"

namespace {

using targets::Matrix;
using targets::Vector;

CONFORMANCE_MEMBER(v);
CONFORMANCE_MEMBER(w);

TEST(Conformance, T08_G19_ReadingIsTheIdentity) {
  EXPECT_EQ(targets::read_gradient(1).grad.variable, 1);
  EXPECT_EQ(targets::read_gradient(100).grad.variable, 1);
}

// A sparse adjoint goes through an identity as it is.
TEST(Conformance, G17_OneRow) {
  const auto grad = targets::one_row_vjp(Vector{7}, {0}, 2).grad;
  ASSERT_EQ(grad.x.indices.size(), 1);
  EXPECT_EQ(grad.x.indices(0), 0);
  ASSERT_EQ(grad.x.values.size(), 1);
  EXPECT_EQ(grad.x.values(0), 2);
}

// A conversion to integers ends the way, in a loop too: there is no member for v.
TEST(Conformance, G18_IntegersInALoop) {
  const auto [value, grad] = targets::counted_gradient(2.5, 1, 4);
  EXPECT_EQ(value, 9);
  EXPECT_FALSE(Has_v<decltype(grad)>::value);
  EXPECT_TRUE(Has_w<decltype(grad)>::value);
}

// One adjoint, of the type of the result: fewer, more or others don't compile.
template <class... Args>
auto compiles_vector(int) -> decltype(targets::of_vector_vjp(std::declval<Args>()...), std::true_type());
template <class... Args>
std::false_type compiles_vector(...);
template <class... Args>
auto compiles_number(int) -> decltype(targets::of_number_vjp(std::declval<Args>()...), std::true_type());
template <class... Args>
std::false_type compiles_number(...);
TEST(Conformance, G34_SeedsByTheSignature) {
  using Pair = std::pair<double, double>;
  EXPECT_TRUE((decltype(compiles_vector<Vector, Vector>(0))::value));
  EXPECT_FALSE((decltype(compiles_vector<Vector>(0))::value));
  EXPECT_FALSE((decltype(compiles_vector<Vector, Vector, Vector>(0))::value));
  EXPECT_FALSE((decltype(compiles_vector<Vector, gradc::Vector<float>>(0))::value));
  EXPECT_TRUE((decltype(compiles_number<double, Pair>(0))::value));
  EXPECT_FALSE((decltype(compiles_number<double, double>(0))::value));
  EXPECT_FALSE((decltype(compiles_number<double, std::tuple<double, double, double>>(0))::value));
  EXPECT_THROW(targets::of_vector_vjp(Vector{1, 2}, Vector{1, 2, 3}), gradc::ShapeError);
}

TEST(Conformance, T16_StructuresAreMirrored) {
  const targets::Model m{{1, {2, 3}}, {0.5, 2}};
  const auto [value, grad] = targets::structured_gradient(m, 2);
  EXPECT_EQ(value, 17);
  EXPECT_EQ(grad.m.c.first, 1);
  EXPECT_EQ(grad.m.c.rest, (std::array<double, 2>{2, 4}));
  EXPECT_EQ(grad.m.scale.first, 34);
}

TEST(Conformance, T62_P09_HandlesPassThrough) {
  const auto handle = targets::Handle{77};
  const auto backward = targets::identity_n_vjp(1, handle, {1, {}});
  EXPECT_EQ(backward.value.handle, handle);
  EXPECT_EQ(backward.grad.x, 1);
  const auto forward = targets::identity_n_jvp(1, handle, 2);
  EXPECT_EQ(forward.value.handle, handle);
  EXPECT_EQ(forward.tangent.x, 2);
}

// gradc has no sparse values: a user's structure of indices and values is differentiated by its values.
TEST(Conformance, T61_ASparseMatrixOfTheUsers) {
  const auto [value, grad] = targets::of_sparse_gradient({{0, 1}, {0, 2}, Vector{1, 2}});
  EXPECT_EQ(value, 3);
  EXPECT_EQ(grad.x.values(0), 1);
  EXPECT_EQ(grad.x.values(1), 1);
}

TEST(Conformance, T21_ByTheInputOfAConvolution) {
  targets::Images i({1, 1, 1, 1}), k({1, 1, 1, 1});
  i(0, 0, 0, 0) = 1;
  k(0, 0, 0, 0) = 2;
  const auto grad = targets::convolved_gradient(i, k).grad;
  EXPECT_EQ(grad.images.size(), 1);
  EXPECT_EQ(grad.images(0, 0, 0, 0), 2);
}

TEST(Conformance, T56_MaxPoolingInThreeAxes) {
  auto x = e2e::filled<targets::Volumes>({1, 1, 3, 2, 4}, -2, 2);
  const auto grad = targets::pooled_gradient(x).grad;
  e2e::expect_gradient(
      x, grad.x, [&] { return targets::pooled(x); }, "x");
}

TEST(Conformance, T57_AStackOfOneVector) {
  EXPECT_EQ(targets::stacked_gradient(Vector{1}).grad.a(0), 1);
  const auto two = targets::stacked_gradient(Vector{1, 5}).grad.a;
  EXPECT_EQ(two(0), 0.5);
  EXPECT_EQ(two(1), 0.5);
}

TEST(Conformance, T23_ARuleOfTwoResults) {
  Matrix a{{1, 2}, {3, 4}}, b{{-1, 5}, {0.5, 2}};
  const auto [value, grad] = targets::two_outputs_gradient(a, b);
  EXPECT_NEAR(value, targets::two_outputs(a, b), 1e-13);
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 2; ++k) {
      EXPECT_EQ(grad.a(i, k), 2 * (b(k, 0) + b(k, 1)));  // 2 ones bᵀ
      EXPECT_EQ(grad.b(i, k), 2 * (a(0, i) + a(1, i)));  // 2 aᵀ ones
    }
}

// Generated code for one device copies within its memory: a copy's derivative is the copy back.
TEST(Conformance, T47_CopiesThereAndBack) {
  const auto [value, grad] = targets::copied_gradient(Vector{1, 2});
  EXPECT_EQ(value, 3);
  EXPECT_EQ(grad.x(0), 1);
  EXPECT_EQ(grad.x(1), 1);
}

TEST(Conformance, T31_AnInnerDerivativeThatIsConstant) {
  EXPECT_EQ(targets::with_inner_gradient(3, 1).value, 11);
  EXPECT_EQ(targets::with_inner_gradient(3, 1).grad.x, 6);
  EXPECT_EQ(targets::with_inner_gradient(3, 2).value, 13);
  EXPECT_EQ(targets::with_inner_gradient(3, 2).grad.x, 6);
  EXPECT_EQ(targets::outer_of_twice_gradient(3).grad.x, 12);
}

TEST(Conformance, T58_ADerivativeInALoopThatMayNotRun) {
  EXPECT_EQ(targets::in_a_loop_gradient(1, 0).grad.x, 1);
  EXPECT_EQ(targets::in_a_loop_gradient(1, 3).value, 7);
  EXPECT_EQ(targets::in_a_loop_gradient(1, 3).grad.x, 7);
}

// Which of them is the greatest is known at run time: the others have zeros, they aren't absent.
TEST(Conformance, T36_TheGreatestOfThree) {
  EXPECT_EQ(targets::greatest_gradient({2, 3, 5}).grad.v, (std::array<double, 3>{0, 0, 1}));
  EXPECT_EQ(targets::greatest_gradient({2, 7, 5}).grad.v, (std::array<double, 3>{0, 1, 0}));
}

TEST(Conformance, T59_ABranchAndALoop) {
  EXPECT_EQ(targets::compared_gradient(3).grad.x, 6);
  EXPECT_EQ(targets::doubled_twice_gradient(2).value, 8);
  EXPECT_EQ(targets::doubled_twice_gradient(2).grad.x, 4);
}

// What is kept is constant: backward runs as often as it is called.
TEST(Conformance, T41_BackwardTwice) {
  const auto [value, residuals] = targets::of_number_forward(3);
  EXPECT_EQ(value.first, 6);
  for (int call = 0; call < 2; ++call) EXPECT_EQ(targets::of_number_backward(residuals, {1, 10}).x, 32);
}

// Six contributions to the adjoint of a matrix are added up in place, not kept until all are there.
TEST(Conformance, T68_SumsInPlace) {
  Matrix x = e2e::filled<Matrix>({6, 5}), w = e2e::filled<Matrix>({6, 5}, -1, 1, 2);
  const auto f = [&] { return targets::used_often(x, w); };
  e2e::expect_gradient(x, targets::used_often_gradient(x, w).grad.x, f, "x");
  e2e::expect_gradient(x, targets::used_often_in_place_gradient(x, w).grad.x, f, "x");
  const auto rolled = [&] { return targets::rolled_often(x, w); };
  e2e::expect_gradient(x, targets::rolled_often_gradient(x, w).grad.x, rolled, "x");
  e2e::expect_gradient(x, targets::rolled_often_in_place_gradient(x, w).grad.x, rolled, "x");

  const std::int64_t n = 300, bytes = n * n * 8;
  x = Matrix({n, n});
  w = Matrix({6, n});
  EXPECT_GT(targets::rolled_often_gradient_workspace_bytes(x, w), 5 * bytes);
  EXPECT_LT(targets::rolled_often_in_place_gradient_workspace_bytes(x, w), 3 * bytes + 20 * n * 8);  // a contribution, and what it is rolled from
  EXPECT_LT(targets::used_often_gradient_workspace_bytes(x, w), 2 * bytes + 20 * n * 8);  // products are in any case
  EXPECT_LT(targets::used_often_in_place_gradient_workspace_bytes(x, w), 2 * bytes + 20 * n * 8);
  const auto y = e2e::filled<Matrix>({4, 16});
  const auto grad = targets::one_of_eight_gradient(y).grad;
  for (std::int64_t i = 0; i < 4; ++i)
    for (std::int64_t j = 0; j < 16; ++j) EXPECT_EQ(grad.x(i, j), j / 2 == 2 ? 2 * y(i, j) : 0);
}

// An adjoint has a shape of its own until that of the result is known.
TEST(Targets, AdjointsOfShapesThatLoopsFindOut) {
  Matrix x = e2e::filled<Matrix>({2, 3}), w = e2e::filled<Matrix>({3, 3}, -1, 1, 2);
  const Matrix adjoint = e2e::filled<Matrix>({2, 3}, -1, 1, 3);
  const auto f = [&](int n) {
    const Matrix y = targets::multiplied(x, w, n);
    double sum = 0;
    for (std::int64_t i = 0; i < y.size(); ++i) sum += y.data()[i] * adjoint.data()[i];
    return sum;
  };
  for (int n : {0, 1, 3}) {
    const auto grad = targets::multiplied_vjp(x, w, n, adjoint).grad;
    e2e::expect_gradient(
        x, grad.x, [&] { return f(n); }, "x");
    e2e::expect_gradient(
        w, grad.w, [&] { return f(n); }, "w");
    const auto back = targets::multiplied_backward(targets::multiplied_forward(x, w, n).residuals, adjoint);
    gradc::Tensor<double, 3> two({2, 2, 3});
    std::copy(adjoint.begin(), adjoint.end(), two.data() + 6);
    const auto batch = targets::multiplied_vjp_batch(x, w, n, two).grad;
    for (std::int64_t i = 0; i < 9; ++i) {
      EXPECT_EQ(back.w.data()[i], grad.w.data()[i]);
      EXPECT_EQ(batch.w.data()[i], 0);
      EXPECT_NEAR(batch.w.data()[9 + i], grad.w.data()[i], 1e-14);
    }
    EXPECT_THROW(targets::multiplied_vjp(x, w, n, Matrix({2, 2})), gradc::ShapeError);
    EXPECT_THROW(targets::multiplied_backward(targets::multiplied_forward(x, w, n).residuals, Matrix({1, 3})),
                 gradc::ShapeError);
  }
}

}  // namespace
