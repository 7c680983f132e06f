// The dense tensor that indices and rows stand for, against differences; and how many rows there are.
#include <algorithm>
#include <set>

#include "differences.h"
#include "sparse.grad.h"

namespace {

using sparse::Ids;
using sparse::Matrix;

Matrix wave(std::int64_t rows, std::int64_t columns, double step = 0.7) {
  Matrix x({rows, columns});
  for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = std::sin(step * static_cast<double>(i + 1));
  return x;
}

template <class T, int R>
void expect_same(const gradc::Tensor<T, R>& a, const gradc::Tensor<T, R>& b) {
  ASSERT_EQ(a.shape(), b.shape());
  for (std::int64_t i = 0; i < a.size(); ++i) EXPECT_EQ(a.data()[i], b.data()[i]);
}

std::vector<std::int64_t> indices_of(const gradc::Vector<std::int64_t>& indices) {
  return {indices.data(), indices.data() + indices.size()};
}

// Its members fit, and its dense tensor is the gradient.
template <class T, int R, class F>
void expect_slices(gradc::Tensor<T, R>& x, const gradc::IndexedSlices<T, R>& slices, F f) {
  ASSERT_EQ(slices.dense_shape, x.shape());
  ASSERT_EQ(slices.values.extent(0), slices.indices.extent(0));
  e2e::expect_gradient(x, gradc::to_dense(slices), f, "x");
  expect_same(gradc::to_dense(gradc::coalesce(slices)), gradc::to_dense(slices));
}

// Conformance GS03 (64-bit indices), GS09, GS13, GS19, W49: rows that are read several times are added up.
TEST(Conformance, GS03_GS13_GS19_ThreeLookups) {
  Matrix x = wave(4, 2);
  const Ids a{0, 1}, b{2, 3}, c{1, 3};
  const auto result = sparse::three_lookups_gradient(x, a, b, c);
  expect_slices(x, result.grad.x, [&] { return sparse::three_lookups(x, a, b, c); });
  EXPECT_EQ(result.grad.x.indices.size(), 6);
  auto indices = indices_of(result.grad.x.indices);
  std::sort(indices.begin(), indices.end());
  EXPECT_EQ(indices, (std::vector<std::int64_t>{0, 1, 1, 2, 3, 3}));
}

TEST(Sparse, VjpForwardAndBackward) {
  Matrix x = wave(6, 3);
  gradc::Vector<double> w{0.5, -1, 2};
  const Ids ids{5, 0, 5};
  const Matrix bar = wave(3, 3, 1.9);
  const auto f = [&] { return gradc::sum(sparse::lookup(x, w, ids) * bar); };
  const auto whole = sparse::lookup_vjp(x, w, ids, bar);
  expect_slices(x, whole.grad.x, f);
  EXPECT_EQ(indices_of(whole.grad.x.indices), (std::vector<std::int64_t>{5, 0, 5}));
  e2e::expect_gradient(w, whole.grad.w, f, "w");
  const auto forward = sparse::lookup_forward(x, w, ids);
  for (int i = 0; i < 2; ++i) {
    const auto grad = sparse::lookup_backward(forward.residuals, bar);
    expect_same(grad.x.values, whole.grad.x.values);
    expect_same(grad.x.indices, whole.grad.x.indices);
    EXPECT_EQ(grad.x.dense_shape, x.shape());
  }
  // Forward mode takes a dense tangent (conformance P42).
  const Matrix dot = wave(6, 3, 2.3);
  const auto jvp = sparse::lookup_jvp(x, w, ids, dot, gradc::Vector<double>{0, 0, 0});
  e2e::expect_close(gradc::sum(jvp.tangent * bar), gradc::sum(dot * gradc::to_dense(whole.grad.x)), "dot product", 1e-12);
}

TEST(Sparse, OneRow) {
  Matrix x = wave(5, 3);
  const auto result = sparse::row_gradient(x, 3);
  expect_slices(x, result.grad.x, [&] { return sparse::row(x, 3); });
  EXPECT_EQ(indices_of(result.grad.x.indices), (std::vector<std::int64_t>{3}));
  EXPECT_THROW(sparse::row_gradient(x, 5), gradc::IndexError);
  EXPECT_THROW(sparse::row_gradient(x, -1), gradc::IndexError);
}

TEST(Sparse, Elements) {
  Matrix x = wave(5, 3);
  const auto result = sparse::element_gradient(x, 1, 2);
  expect_slices(x, result.grad.x, [&] { return sparse::element(x, 1, 2); });
  EXPECT_LE(result.grad.x.indices.size(), 3);
}

TEST(Sparse, Blocks) {
  Matrix x = wave(5, 3);
  const auto block = sparse::block_gradient(x);
  expect_slices(x, block.grad.x, [&] { return sparse::block(x); });
  EXPECT_EQ(indices_of(block.grad.x.indices), (std::vector<std::int64_t>{1, 2}));
  const auto second = sparse::every_second_gradient(x);
  expect_slices(x, second.grad.x, [&] { return sparse::every_second(x); });
  EXPECT_EQ(indices_of(second.grad.x.indices), (std::vector<std::int64_t>{0, 2, 4}));
}

TEST(Sparse, OtherRanks) {
  gradc::Tensor<double, 3> x({4, 2, 3});
  for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = std::cos(static_cast<double>(i));
  const gradc::Matrix<int> ids{{3, 0}, {0, 3}, {0, 1}};
  const auto of_3 = sparse::of_rank_3_gradient(x, ids);
  expect_slices(x, of_3.grad.x, [&] { return sparse::of_rank_3(x, ids); });
  EXPECT_EQ(indices_of(of_3.grad.x.indices), (std::vector<std::int64_t>{3, 0, 0, 3, 0, 1}));
  gradc::Vector<double> v{0.1, 0.2, 0.3};
  for (const Ids& some : {Ids{2, 2}, Ids{}}) {
    const auto of_1 = sparse::of_rank_1_gradient(v, some);
    expect_slices(v, of_1.grad.x, [&] { return sparse::of_rank_1(v, some); });
    EXPECT_LE(of_1.grad.x.indices.size(), some.size() + 2);
  }
}

// Indices follow the mode of the lookup.
TEST(Sparse, IndicesOutside) {
  Matrix x = wave(4, 2);
  const Ids ids{-3, 1, 9, 3};
  const auto clipped = sparse::clipped_gradient(x, ids);
  expect_slices(x, clipped.grad.x, [&] { return sparse::clipped(x, ids); });
  const auto dropped = sparse::dropped_gradient(x, ids);
  expect_slices(x, dropped.grad.x, [&] { return sparse::dropped(x, ids); });
  EXPECT_THROW(sparse::three_lookups_gradient(x, ids, ids, ids), gradc::IndexError);
}

// Conformance GS17.
TEST(Conformance, GS17_MultiIndicesOfRows) {
  Matrix x{{2}, {3}};
  const auto result = sparse::nd_gradient(x, gradc::Matrix<std::int64_t>{{0}});
  expect_slices(x, result.grad.x, [&] { return sparse::nd(x, gradc::Matrix<std::int64_t>{{0}}); });
  expect_same(result.grad.x.values, Matrix{{4}});
}

TEST(Sparse, WhatIsLinearRowByRow) {
  Matrix x = wave(5, 3);
  const Matrix mask = wave(5, 3, 1.3);
  const Ids ids{4, 1, 4};
  const auto result = sparse::scaled_gradient(x, mask, ids, 1.5);
  expect_slices(x, result.grad.x, [&] { return sparse::scaled(x, mask, ids, 1.5); });
  EXPECT_EQ(result.grad.x.indices.size(), 6);
}

TEST(Conformance, GS12_LookupOfALookup) {
  Matrix x = wave(5, 3);
  const Ids a{4, 1, 4}, b{2, 0, 0};
  const auto result = sparse::nested_gradient(x, a, b);
  expect_slices(x, result.grad.x, [&] { return sparse::nested(x, a, b); });
  EXPECT_EQ(result.grad.x.indices.size(), 3);
}

// Rows that trips read, arms of them, and loops inside.
TEST(Conformance, GS08_GS10_RowsOfTrips) {
  Matrix x = wave(6, 3);
  gradc::Vector<double> w{0.5, -1, 2};
  const Ids ids{5, 0, 5, 2, 2, 3, 1};
  for (int n : {0, 1, 2, 3, 7}) {
    const auto f = [&] { return sparse::walk(x, w, ids, n); };
    const auto result = sparse::walk_gradient(x, w, ids, n);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    expect_slices(x, result.grad.x, f);
    e2e::expect_gradient(w, result.grad.w, f, "w");
    const int inner = n < 3 ? 0 : n < 6 ? 2 : 7;
    EXPECT_EQ(result.grad.x.indices.size(), n - (n >= 3) - (n >= 6) + inner) << n;
    const auto forward = sparse::walk_forward(x, w, ids, n);
    expect_same(gradc::to_dense(sparse::walk_backward(forward.residuals, 1.0).x), gradc::to_dense(result.grad.x));
  }
}

TEST(Sparse, RowsOfArms) {
  Matrix x = wave(6, 3);
  const Ids a{5, 0}, b{1, 5};
  for (const bool first : {false, true}) {
    const auto result = sparse::either_gradient(x, a, b, first);
    expect_slices(x, result.grad.x, [&] { return sparse::either(x, a, b, first); });
    EXPECT_EQ(result.grad.x.indices.size(), first ? 4 : 2);
  }
}

TEST(Sparse, RowsOfSentences) {
  Matrix x = wave(6, 3);
  for (const std::vector<Ids>& all : {std::vector<Ids>{{5, 0}, {1, 5, 2}}, std::vector<Ids>{}}) {
    const auto result = sparse::sentences_gradient(x, all);
    expect_slices(x, result.grad.x, [&] { return sparse::sentences(x, all); });
    EXPECT_EQ(result.grad.x.indices.size(), all.empty() ? 0 : 5);
    EXPECT_EQ(result.grad.x.values.extent(1), 3);
  }
}

// Conformance GS16, GS18: through functions, here one that calls itself.
TEST(Conformance, GS16_GS18_RowsOfCalls) {
  Matrix x = wave(6, 2);
  const auto result = sparse::tree_gradient(x, 1);
  expect_slices(x, result.grad.x, [&] { return sparse::tree(x, 1); });
  const auto indices = indices_of(result.grad.x.indices);
  EXPECT_EQ(std::set<std::int64_t>(indices.begin(), indices.end()), (std::set<std::int64_t>{1, 3, 4}));
}

TEST(Sparse, RowsUntilALimit) {
  Matrix x = wave(6, 2);
  const auto result = sparse::until_gradient(x, 1.5);
  expect_slices(x, result.grad.x, [&] { return sparse::until(x, 1.5); });
  EXPECT_LT(result.grad.x.indices.size(), 6);
}

// Conformance GS11, GS14: beside what needs each row there is a row for each.
TEST(Conformance, GS11_GS14_DenseAfterAll) {
  Matrix x = wave(4, 2);
  const Ids ids{0, 1};
  const auto sum = sparse::with_sum_gradient(x, ids);
  expect_slices(x, sum.grad.x, [&] { return sparse::with_sum(x, ids); });
  EXPECT_EQ(indices_of(sum.grad.x.indices), (std::vector<std::int64_t>{0, 1, 2, 3}));
  const auto decayed = sparse::decayed_gradient(x, ids);
  expect_slices(x, decayed.grad.x, [&] { return sparse::decayed(x, ids); });
}

TEST(Sparse, MembersOfStructures) {
  sparse::Model m{gradc::astype<float>(wave(50, 2)), gradc::astype<float>(wave(2, 2))};
  const auto result = sparse::of_model_gradient(m, gradc::Vector<int>{7, 3, 7});
  const gradc::IndexedSlices<float, 2>& words = result.grad.m.words;
  EXPECT_EQ(indices_of(words.indices), (std::vector<std::int64_t>{7, 3, 7}));
  EXPECT_EQ(result.grad.m.places.shape(), m.places.shape());
  const gradc::Matrix<float> dense = gradc::to_dense(words);
  for (std::int64_t i = 0; i < dense.size(); ++i) {
    const auto at = [&](float moved) {
      sparse::Model near = m;
      near.words.data()[i] += moved;
      return static_cast<double>(sparse::of_model(near, gradc::Vector<int>{7, 3, 7}));
    };
    EXPECT_NEAR(dense.data()[i], (at(0.01F) - at(-0.01F)) / 0.02, 2e-3);
  }
}

TEST(Conformance, GS07_NoRowsAtAll) {
  Matrix x = wave(4, 2), y = wave(3, 5);
  const auto result = sparse::of_one_gradient(x, y, {1});
  EXPECT_EQ(result.grad.y.indices.size(), 0);
  EXPECT_EQ(result.grad.y.values.shape(), (gradc::Shape{0, 5}));
  expect_same(gradc::to_dense(result.grad.y), Matrix(gradc::Shape{3, 5}));
  EXPECT_EQ(indices_of(sparse::of_some_gradient(x, y, {1}).grad.x.indices), (std::vector<std::int64_t>{1}));
}

// A step of gradient descent on those rows is the step on the whole table.
TEST(Conformance, GS15_StepOfAnEmbedding) {
  Matrix table = wave(1000, 512);
  const Ids ids{1, 1, 1, 1, 1, 1, 1, 1};
  const auto result = sparse::loss_gradient(table, ids);
  expect_same(result.grad.embedding.indices, ids);
  for (std::int64_t i = 0; i < result.grad.embedding.values.size(); ++i)
    ASSERT_EQ(result.grad.embedding.values.data()[i], -1);
  Matrix stepped = table;
  gradc::add_to(stepped, result.grad.embedding, -0.1);
  const Matrix dense = table - 0.1 * gradc::to_dense(result.grad.embedding);
  for (std::int64_t i = 0; i < dense.size(); ++i) ASSERT_NEAR(stepped.data()[i], dense.data()[i], 1e-15);
  EXPECT_NEAR(stepped(1, 0), table(1, 0) + 0.8, 1e-15);
}

// The memory that it takes has nothing to do with the number of rows of the table.
TEST(Sparse, WorkspaceIsOfRowsAlone) {
  gradc::Vector<double> w{1, 2, 3};
  const Ids ids{5, 0, 5};
  EXPECT_EQ(sparse::lookup_vjp_workspace_bytes(wave(6, 3), w, ids, wave(3, 3)),
            sparse::lookup_vjp_workspace_bytes(wave(6000, 3), w, ids, wave(3, 3)));
}

}  // namespace
