// Gradients with and without checkpoint(...): the same numbers, and the memory that conformance.md M gives, in nodes. A
// node is a matrix of n x n; the workspace also holds a few for the step at hand.
#include "checkpoints.grad.h"

#include "differences.h"

namespace {

using namespace checkpoints;

constexpr std::int64_t kSize = 24;

Matrix square(unsigned seed, double scale = 1) { return e2e::filled<Matrix>({kSize, kSize}, -scale, scale, seed); }
double nodes(std::int64_t bytes) { return static_cast<double>(bytes) / static_cast<double>(kSize * kSize * 8); }

void expect_same(const Matrix& a, const Matrix& b, const char* what) {
  ASSERT_EQ(a.shape(), b.shape()) << what;
  for (std::int64_t i = 0; i < a.size(); ++i) e2e::expect_close(a.data()[i], b.data()[i], what, 1e-12);
}
template <class A, class B>
void expect_same_gradients(const A& a, const B& b) {
  EXPECT_EQ(a.value, b.value);
  expect_same(a.grad.x, b.grad.x, "x");
  expect_same(a.grad.w, b.grad.w, "w");
}

TEST(Checkpoints, M01_M02_M04_M05_M33_ChainsKeepWhatIsNamed) {
  const Matrix x = square(1), w = square(2, 0.2);
  const auto all = chain_gradient(x, w);
  expect_same_gradients(all, chain_two_gradient(x, w));
  expect_same_gradients(all, chain_one_gradient(x, w));
  // Six nodes are kept; of two that are named and the longest way between, two and two.
  const double plain = nodes(chain_gradient_workspace_bytes(x, w)), two = nodes(chain_two_gradient_workspace_bytes(x, w));
  const double one = nodes(chain_one_gradient_workspace_bytes(x, w));
  EXPECT_GE(plain, 6);
  EXPECT_LE(two, plain - 1);
  EXPECT_LE(one, plain - 1);
}

TEST(Checkpoints, M08_M21_ChainsByMemory) {
  const Matrix x = square(1), w = square(2, 0.2);
  expect_same_gradients(chain_gradient(x, w), chain_memory_gradient(x, w));
  EXPECT_LE(nodes(chain_memory_gradient_workspace_bytes(x, w)), nodes(chain_gradient_workspace_bytes(x, w)) - 1);
}

TEST(Checkpoints, M09_M31_LongChains) {
  const Matrix x = square(1), w = square(2, 0.2);
  expect_same_gradients(hundred_gradient(x, w), hundred_memory_gradient(x, w));
  EXPECT_GE(nodes(hundred_gradient_workspace_bytes(x, w)), 100);
  EXPECT_LE(nodes(hundred_memory_gradient_workspace_bytes(x, w)), 21 + 4);
}

TEST(Checkpoints, M06_M07_TwoChains) {
  const Matrix x = square(1), w = square(2, 0.2);
  expect_same_gradients(dual_gradient(x, w), dual_names_gradient(x, w));
  EXPECT_LE(nodes(dual_names_gradient_workspace_bytes(x, w)), nodes(dual_gradient_workspace_bytes(x, w)));
}

TEST(Checkpoints, M10_M11_M12_M32_Residual) {
  const Matrix x = square(1), w = square(2, 0.2);
  const auto all = residual_gradient(x, w);
  expect_same_gradients(all, residual_marked_gradient(x, w));
  expect_same_gradients(all, residual_memory_gradient(x, w));
  const double plain = nodes(residual_gradient_workspace_bytes(x, w));
  EXPECT_LE(nodes(residual_marked_gradient_workspace_bytes(x, w)), plain - 1);
  EXPECT_LE(nodes(residual_memory_gradient_workspace_bytes(x, w)), plain - 1);
}

TEST(Checkpoints, M13_LongResidual) {
  const Matrix x = square(1), w = square(2, 0.1);
  expect_same_gradients(long_residual_gradient(x, w), long_residual_memory_gradient(x, w));
  EXPECT_GE(nodes(long_residual_gradient_workspace_bytes(x, w)), 100);
  EXPECT_LE(nodes(long_residual_memory_gradient_workspace_bytes(x, w)), 36);
}

// Second derivatives, and the way there and back in two calls.
TEST(Checkpoints, M43_ProductsAndHalves) {
  const Matrix x = square(1), w = square(2, 0.2), d_x = square(3), d_w = square(4);
  const auto product = chain_again_hvp(x, w, d_x, d_w);
  const double step = 1e-5;
  const auto at = [&](double sign) {
    Matrix moved_x = x, moved_w = w;
    for (std::int64_t i = 0; i < x.size(); ++i) {
      moved_x.data()[i] += sign * step * d_x.data()[i];
      moved_w.data()[i] += sign * step * d_w.data()[i];
    }
    return chain_gradient(moved_x, moved_w);
  };
  const auto up = at(1), down = at(-1);
  for (std::int64_t i = 0; i < x.size(); ++i) {
    e2e::expect_close(product.hvp.x.data()[i], (up.grad.x.data()[i] - down.grad.x.data()[i]) / (2 * step), "x", 1e-6);
    e2e::expect_close(product.hvp.w.data()[i], (up.grad.w.data()[i] - down.grad.w.data()[i]) / (2 * step), "w", 1e-6);
  }
  const auto forward = chain_again_forward(x, w);
  const auto backward = chain_again_backward(forward.residuals, 1.0);
  const auto all = chain_gradient(x, w);
  expect_same(backward.x, all.grad.x, "x");
  expect_same(backward.w, all.grad.w, "w");
}

std::vector<Block> blocks(int count) {
  std::vector<Block> out;
  for (int i = 0; i < count; ++i) {
    const auto seed = static_cast<unsigned>(3 * i);
    out.push_back({square(seed, 0.2), square(seed + 1, 0.2), e2e::filled<Vector>({kSize}, -1, 1, seed + 2)});
  }
  return out;
}

TEST(Checkpoints, M17_DeepLoops) {
  const Matrix x = square(1);
  for (int count : {0, 1, 2, 7, 16, 17}) {
    const std::vector<Block> layers = blocks(count);
    const auto all = deep_gradient(x, layers, 0.5);
    const auto expect = [&](const auto& other, const char* what) {
      EXPECT_EQ(all.value, other.value) << what;
      expect_same(all.grad.x, other.grad.x, what);
      EXPECT_EQ(all.grad.threshold, other.grad.threshold) << what;
      ASSERT_EQ(other.grad.blocks.size(), layers.size()) << what;
      for (std::size_t i = 0; i < layers.size(); ++i) {
        expect_same(all.grad.blocks[i].w, other.grad.blocks[i].w, what);
        expect_same(all.grad.blocks[i].v, other.grad.blocks[i].v, what);
        for (std::int64_t k = 0; k < kSize; ++k)
          e2e::expect_close(all.grad.blocks[i].b(k), other.grad.blocks[i].b(k), what, 1e-12);
      }
    };
    expect(deep_memory_gradient(x, layers, 0.5), "memory");
    expect(deep_speed_gradient(x, layers, 0.5), "speed");
    expect(deep_auto_gradient(x, layers, 0.5), "auto");
    expect(deep_marked_gradient(x, layers, 0.5), "marked");
  }
}

TEST(Checkpoints, M15_M16_EachKeepsLess) {
  const Matrix x = square(1);
  const auto layers = blocks(64);
  const double all = nodes(deep_gradient_workspace_bytes(x, layers, 0.5));
  const double marked = nodes(deep_marked_gradient_workspace_bytes(x, layers, 0.5));
  const double memory = nodes(deep_memory_gradient_workspace_bytes(x, layers, 0.5));
  EXPECT_LT(marked, all);
  EXPECT_LT(memory, marked);
}

TEST(Checkpoints, M18_M28_M46_TheSameElementsFall) {
  const Matrix x = square(1), w = square(2, 0.4);
  const gradc::Key key{17, 4};
  const auto all = dropped_gradient(x, w, key);
  expect_same_gradients(all, dropped_speed_gradient(x, w, key));
  expect_same_gradients(all, dropped_memory_gradient(x, w, key));
  EXPECT_LE(dropped_speed_gradient_workspace_bytes(x, w, key), dropped_gradient_workspace_bytes(x, w, key));
}

TEST(Checkpoints, OnlyWhatElementwiseWorkCantMake) {
  const Matrix x = square(1), w = square(2, 0.4);
  expect_same_gradients(pointwise_gradient(x, w), pointwise_auto_gradient(x, w));
  // The product alone, beside the arguments.
  const auto forward = pointwise_auto_forward(x, w);
  const auto backward = pointwise_auto_backward(forward.residuals, 1.0);
  const auto all = pointwise_gradient(x, w);
  expect_same(backward.x, all.grad.x, "x");
  expect_same(backward.w, all.grad.w, "w");
}

TEST(Checkpoints, Budgets) {
  const auto x = e2e::filled<Fixed>({16, 16}), w = e2e::filled<Fixed>({16, 16}, -0.3, 0.3, 2);
  const auto all = fixed_gradient(x, w);
  const auto some = fixed_14k_gradient(x, w);
  const auto enough = fixed_64k_gradient(x, w);
  for (std::int64_t i = 0; i < 256; ++i) {
    e2e::expect_close(some.grad.x.data()[i], all.grad.x.data()[i], "x", 1e-12);
    e2e::expect_close(some.grad.w.data()[i], all.grad.w.data()[i], "w", 1e-12);
    EXPECT_EQ(enough.grad.x.data()[i], all.grad.x.data()[i]);
  }
  EXPECT_LE(fixed_14k_gradient_workspace_bytes(x, w), 14 * 1024);
  EXPECT_GT(fixed_gradient_workspace_bytes(x, w), 14 * 1024);
  EXPECT_EQ(fixed_64k_gradient_workspace_bytes(x, w), fixed_gradient_workspace_bytes(x, w));
}

TEST(Checkpoints, M41_M42_M45_SeveralResultsAndNoPath) {
  const Matrix x = e2e::filled<Matrix>({6, 4}), table = e2e::filled<Matrix>({9, 4}, -1, 1, 2);
  const gradc::Vector<std::int64_t> ids{3, 1, 3, 8};
  const auto all = several_gradient(x, table, ids);
  const auto less = several_memory_gradient(x, table, ids);
  expect_same(all.grad.x, less.grad.x, "x");
  expect_same(all.grad.table, less.grad.table, "table");
  const auto f = [&] { return several(x, table, ids); };
  e2e::expect_close(less.value, f(), "value", 1e-12);
}

TEST(Checkpoints, M39_M40_Rows) {
  const Matrix table = e2e::filled<Matrix>({9, 4}, -1, 1, 2);
  const gradc::Vector<std::int64_t> ids{3, 1, 3, 8};
  const auto all = rows_gradient(table, ids);
  const auto less = rows_memory_gradient(table, ids);
  EXPECT_EQ(less.grad.table.indices.shape(), all.grad.table.indices.shape());
  expect_same(gradc::to_dense(less.grad.table), gradc::to_dense(all.grad.table), "table");
}

TEST(Checkpoints, M47_WhatComesFromOutsideIsCalledOnce) {
  const Matrix x = square(1), w = square(2, 0.2);
  calls_of_outside = 0;
  const auto gradient = with_outside_gradient(x, w);
  EXPECT_EQ(calls_of_outside, 1);
  EXPECT_EQ(gradient.value, with_outside(x, w));
}

}  // namespace
