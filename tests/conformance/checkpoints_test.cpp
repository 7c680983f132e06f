// Section M of conformance.md: what is kept, and what is done again, as the IR shows it. The memory of generated code is
// measured in tests/e2e/memory/checkpoints_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "ir/passes/pass.h"
#include "tests/conformance/gradients.h"
#include "tests/reference/differences.h"

namespace conformance {
namespace {

using Strategy = ir::Checkpoint::Strategy;

constexpr std::int64_t kSize = 4;

// A chain of products, the nodes of which are named n1, n2, ...
class Chains : public Program {
 public:
  Chains() : x(input("x", filled(1))), w(input("w", filled(2))) {}

  static ir::Literal filled(int seed) {
    ir::Literal out = ir::Literal::zeros(ir::ElementType::f64, {kSize, kSize});
    for (std::size_t i = 0; i < out.reals.size(); ++i) out.reals[i] = std::sin(static_cast<double>(i) + 7 * seed) / kSize;
    return out;
  }
  Expr tanh(Expr a) { return op(Kind::Tanh, {a}); }
  Expr product(Expr a) { return apply(Kind::Matmul, {a, w}, {{"transpose_a", false}, {"transpose_b", false}}); }
  Expr node(Expr a) { return tanh(product(a)); }
  Expr chain(Expr a, int n) {
    for (int i = 0; i < n; ++i) a = node(a);
    return a;
  }
  Expr residual(Expr a, int n) {
    for (int i = 0; i < n; ++i) a = a + node(a);
    return a;
  }
  Expr label(const std::string& name, Expr a) { return op(Kind::Label, {a}, {{"label", name}}); }

  ir::DerivedFunction kept(const std::vector<Expr>& targets, ir::Checkpoint checkpoint) {
    Request request;
    request.checkpoint = std::move(checkpoint);
    return reverse(targets, {x, w}, request);
  }
  // The same gradients as without.
  void expect_same(const std::vector<Expr>& targets, const ir::Checkpoint& checkpoint, Request request = {}) {
    const auto all = gradients(targets, {x, w}, request);
    request.checkpoint = checkpoint;
    const auto less = gradients(targets, {x, w}, request);
    for (std::size_t i = 0; i < all.size(); ++i) {
      ASSERT_EQ(all[i].has_value(), less[i].has_value());
      if (all[i]) {
        EXPECT_LE(reference::relative_error(*less[i], *all[i]), 1e-12);
      }
    }
  }

  Expr x, w;
};

int count(const ir::Function& function, Kind kind) {
  return static_cast<int>(std::count_if(function.ops.begin(), function.ops.end(), [&](const ir::Op& op) { return op.kind == kind; }));
}

TEST(Checkpoints, M22_M24_M30_CutsAreWhereOneValueCrosses) {
  Chains p;
  const Expr y = p.residual(p.x, 9);
  const auto derived = p.kept({y}, {Strategy::memory, 0, {}});
  const ir::Function& f = derived.module[derived.function];
  ASSERT_FALSE(derived.keep->kept.empty());
  // The sums, which all that follows is made of: not what is beside them.
  int sums = 0;
  for (const ir::Op& op : f.ops) sums += !op.derived && op.kind == Kind::Add;
  EXPECT_EQ(sums, 9);
  EXPECT_LT(derived.keep->peak_bytes, derived.keep->all_bytes);
  p.expect_same({y}, {Strategy::memory, 0, {}});
}

TEST(Checkpoints, M23_M31_ChainsAreCutEvenly) {
  for (int n : {4, 9, 25, 64, 100}) {
    Chains p;
    const auto derived = p.kept({p.chain(p.x, n)}, {Strategy::memory, 0, {}});
    const double node = kSize * kSize * 8;
    EXPECT_LE(derived.keep->peak_bytes / node, 2 * std::ceil(std::sqrt(n)) + 1) << n;
    EXPECT_LE(static_cast<double>(derived.keep->kept.size()), std::ceil(std::sqrt(n)) + 1) << n;
  }
}

TEST(Checkpoints, M25_TheSameEachTime) {
  Chains p;
  const Expr y = p.residual(p.chain(p.x, 7), 5);
  const auto once = p.kept({y}, {Strategy::memory, 0, {}}), twice = p.kept({y}, {Strategy::memory, 0, {}});
  EXPECT_EQ(ir::print(once.module), ir::print(twice.module));
}

TEST(Checkpoints, M26_TargetsThatFeedTargets) {
  Chains p;
  const Expr a = p.chain(p.x, 4), b = p.chain(a, 4);
  p.chain(b, 2);  // which nothing asks for
  for (Strategy strategy : {Strategy::speed, Strategy::memory, Strategy::automatic}) p.expect_same({b, a, b * a}, {strategy, 0, {}});
}

TEST(Checkpoints, M27_ArgumentsAndConstantsAreNotKept) {
  Chains p;
  const Expr y = p.chain(p.product(p.w * (p.x + p.x)), 6);
  const auto derived = p.kept({y}, {Strategy::memory, 0, {}});
  const ir::Function& f = derived.module[derived.function];
  ASSERT_FALSE(derived.keep->kept.empty());
  for (ir::ValueId value : derived.keep->kept) {
    ASSERT_TRUE(f[value].op.valid());
    EXPECT_TRUE(f[f[value].op].kind == Kind::Tanh || f[f[value].op].kind == Kind::Matmul);
    EXPECT_FALSE(f[f[value].op].derived);
  }
}

TEST(Checkpoints, M29_NumbersAreKept) {
  Chains p;
  const Expr scale = apply(Kind::Sum, {p.node(p.x)}, {{"axes", ir::Integers{0, 1}}, {"keepdims", false}});
  const Expr spread = apply(Kind::Broadcast, {scale}, {{"shape", ir::Shape{kSize, kSize}}});
  p.expect_same({p.chain(spread * p.x, 5)}, {Strategy::memory, 0, {}});
}

TEST(Checkpoints, M44_NeitherCseNorSimplifyUndoesIt) {
  Chains p;
  const Expr y = p.chain(p.x, 16);
  const auto derived = p.kept({y}, {Strategy::memory, 0, {}});
  ir::Diagnostics diagnostics;
  const auto finished = ir::run_passes(derived.module, "inline(small),expand,simplify,cse,dce,simplify,hoist,cse,simplify,dce", {.verify_each = true, .after = {}}, diagnostics);
  ASSERT_TRUE(finished) << diagnostics.text();
  const int before = count(derived.module[derived.function], Kind::Tanh), after = count((*finished)[derived.function], Kind::Tanh);
  EXPECT_GT(before, 16);
  EXPECT_EQ(after, before);
  EXPECT_LE(before, 2 * 16);  // each once more at most
}

TEST(Checkpoints, M19_StepsOfDescentAreTheSame) {
  Chains p;
  const Expr y = p.chain(p.x, 12);
  Request less;
  less.checkpoint.strategy = Strategy::memory;
  Value w_all = p.values[1], w_less = p.values[1];
  for (int step = 0; step < 5; ++step)
    for (Value* w : {&w_all, &w_less}) {
      p.values[1] = *w;
      const auto gradient = p.gradients({y}, {p.w}, w == &w_all ? Request{} : less)[0];
      for (std::size_t i = 0; i < w->tensor().reals.size(); ++i) w->tensor().reals[i] -= 0.01 * gradient->tensor().reals[i];
    }
  EXPECT_LE(reference::relative_error(w_less, w_all), 1e-12);
}

// Choosing what a thousand layers keep takes no time to speak of.
TEST(Checkpoints, M20_M48_AThousandLayers) {
  Chains p;
  const Expr y = p.chain(p.x, 1000);
  const std::clock_t begin = std::clock();
  const auto all = p.reverse({y}, {p.x, p.w}, {});
  const std::clock_t middle = std::clock();
  const auto derived = p.kept({y}, {Strategy::memory, 0, {}});
  const std::clock_t end = std::clock();
  EXPECT_LE(derived.keep->peak_bytes, 0.08 * derived.keep->all_bytes);
  EXPECT_LT(static_cast<double>(end - middle), 40 * static_cast<double>(middle - begin) + 2 * CLOCKS_PER_SEC);
}

}  // namespace
}  // namespace conformance
