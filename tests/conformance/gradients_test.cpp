// Section G: what is differentiated between targets and sources, seeds, policies, aggregation. Stops are in
// stops_test.cpp.
#include "tests/conformance/gradients.h"

#include <gtest/gtest.h>

#include <cmath>

namespace conformance {
namespace {

using ir::ElementType;
using reference::integers;
using reference::real;
using reference::reals;
using Numbers = std::vector<double>;

const ir::Attributes kFirstAxis{{"axis", std::int64_t{0}}};
const ir::Attributes kPlain{{"transpose_a", false}, {"transpose_b", false}};

Expr join(Program& p, const std::vector<Expr>& parts) { return p.op(Kind::Concat, parts, kFirstAxis); }
Expr part(Program& p, Expr x, std::int64_t begin, std::int64_t rows) {
  ir::Shape from(x.shape().size()), shape = x.shape();
  from[0] = begin, shape[0] = rows;
  return p.op(Kind::Slice, {x}, {{"begin", from}, {"shape", shape}});
}
int slices(const ir::DerivedFunction& derived) {
  return derived_count(derived.module[derived.function], Kind::Slice);
}

TEST(Conformance, G01_OnlySourcesAreDifferentiated) {
  Program p;
  const Expr t1 = p.input("t1", reals({1}, {1})), t2 = p.input("t2", reals({2}, {2, 3})),
             t3 = join(p, {t1, t2});
  EXPECT_EQ(slices(p.reverse({t3}, {t1, t2})), 2);
  EXPECT_EQ(slices(p.reverse({t3}, {t1})), 1);
}

TEST(Conformance, G02_AnUnreachableTargetHasNoBackwardCode) {
  Program p;
  const Expr t1 = p.input("t1", reals({1}, {1})), t2 = p.input("t2", reals({1}, {2}));
  join(p, {t1, t2});
  const Expr t6 = join(p, {t2, t2});
  const auto derived = p.reverse({t6}, {t1});
  const ir::Function& f = derived.module[derived.function];
  EXPECT_EQ(derived.connected, std::vector<bool>{false});
  EXPECT_EQ(f.results().size(), 1u);
  EXPECT_EQ(slices(derived), 0);
}

TEST(Conformance, G03_SideInputsHaveNoBackwardCode) {
  Program p;
  const Expr t1 = p.input("t1", reals({1}, {1})), t2 = p.input("t2", reals({1}, {2}));
  const Expr t4 = p.input("t4", reals({1}, {4})), t6 = p.input("t6", reals({1}, {6}));
  const Expr t5 = join(p, {t4, join(p, {t1, t2})}), t7 = join(p, {t5, t6});
  EXPECT_EQ(slices(p.reverse({t7}, {t4})), 2);
  EXPECT_EQ(numbers_of(*p.gradients({t7}, {t4})[0]), Numbers{1});
}

TEST(Conformance, G04_AnOpReachedByManyEdgesIsVisitedOnce) {
  Program p;
  const Expr t1 = p.input("t1", reals({1}, {1})), t2 = p.input("t2", reals({1}, {2}));
  const Expr t3 = join(p, {t1, t1}), t4 = join(p, {t3, t3, t3}), t5 = p.op(Kind::Exp, {t2});
  const Expr t6 = join(p, {t4, t5}), t7 = join(p, {t6, t3});
  EXPECT_EQ(slices(p.reverse({t6}, {t3})), 1 + 3);
  EXPECT_EQ(slices(p.reverse({t7}, {t1, t5})), 2 + 2 + 3 + 2);
  EXPECT_EQ(slices(p.reverse({t6}, {t2, t3})), 2 + 3);
  EXPECT_EQ(numbers_of(*p.gradients({t7}, {t3})[0]), (Numbers{4, 4}));
  EXPECT_EQ(numbers_of(*p.gradients({t7}, {t1})[0]), Numbers{8});
}

TEST(Conformance, G05_AMatrixProductsGradientIsOneProductWithAFlag) {
  Program p;
  const Expr x = p.input("x", reals({32, 100}, Numbers(3200, 1))),
             w = p.input("w", reals({100, 10}, Numbers(1000, 1)));
  const Expr b = p.input("b", reals({10}, Numbers(10, 1)));
  const Expr xw = p.op(Kind::Matmul, {x, w}, kPlain), y = xw + ir::broadcast(b, xw.shape());
  const auto derived = p.reverse({y}, {w});
  const ir::Function& f = derived.module[derived.function];
  EXPECT_EQ(derived_count(f, Kind::Matmul), 1);
  EXPECT_EQ(derived_count(f, Kind::Transpose), 0);
  for (const ir::Op& op : f.ops) {
    if (op.kind != Kind::Matmul || !op.derived) continue;
    EXPECT_TRUE(op.attributes.get<bool>("transpose_a"));
    EXPECT_FALSE(op.attributes.get<bool>("transpose_b"));
  }
  EXPECT_EQ(numbers_of(*p.gradients({y}, {w})[0]), Numbers(1000, 32));
}

TEST(Conformance, G06_UnusedPartsContributeZeros) {
  Program p;
  const Expr w = p.input("w", reals({2, 2}, {1, 1, 1, 1})), x = p.input("x", reals({2, 2}, {1, 1, 1, 1}));
  const Expr wx = p.op(Kind::Matmul, {w, x}, kPlain);
  part(p, wx, 0, 1);
  const Expr c = ir::sum(part(p, wx, 1, 1), {0, 1});
  EXPECT_EQ(numbers_of(*p.gradients({c}, {w})[0]), (Numbers{0, 0, 2, 2}));
}

TEST(Conformance, G10_TheOpThatMakesASourceIsNotDifferentiated) {
  Program p;
  const Expr c = p.input("c", 1), x = p.op(Kind::PreventGradient, {c}, {{"why", std::string("never")}});
  EXPECT_EQ(p.numbers({1.0 + (1.0 + x)}, {x}), Numbers{1});
}

TEST(Conformance, G11_ASourceBetweenAnotherAndTheTargetPassesOn) {
  Program p;
  const Expr x = p.input("x", 1), y = 2.0 * x, z = 3.0 * y;
  EXPECT_EQ(p.numbers({z}, {x, y}), (Numbers{6, 3}));
}

void aggregate(ir::Aggregation aggregation) {
  Program p;
  const Expr x = p.input("x", 1), y = 2.0 * x;
  Expr z = y;
  for (int i = 1; i < 10; ++i) z = z + y;
  Request request;
  request.aggregation = aggregation;
  EXPECT_EQ(p.numbers({z}, {x, y}, request), (Numbers{20, 10}));
  const auto derived = p.reverse({z}, {x, y}, request);
  EXPECT_EQ(derived_count(derived.module[derived.function], Kind::Add), 9);
}
TEST(Conformance, G12_AggregationByAddN) { aggregate(ir::Aggregation::add_n); }
TEST(Conformance, G13_AggregationByTree) { aggregate(ir::Aggregation::tree); }
TEST(Conformance, G14_AggregationByAccumulateN) { aggregate(ir::Aggregation::accumulate_n); }

// An op of several results, one of them an integer, which has no adjoint.
TEST(Conformance, G16_AnIntegerResultHasNoAdjoint) {
  Program p;
  const Expr yes = p.input("yes", reference::boolean(true)), c = p.input("c", 1);
  const auto arm = [&](double factor) {
    return p.block({ir::scalar(ElementType::f64)}, [&](const auto& v) {
      return std::vector{factor * v[0], p.integer(3)};
    });
  };
  const auto results = p.ops(Kind::If, {yes, c}, {}, {arm(2), arm(4)});
  const Expr z = 2.0 * results[0], w = 6.0 * ir::astype(results[1], ElementType::f64);
  EXPECT_EQ(p.numbers({z}, {c}), Numbers{4});
  EXPECT_EQ(p.numbers({z, w}, {c}), Numbers{4});
  EXPECT_TRUE(std::isnan(p.numbers({w}, {c})[0]));
}

TEST(Conformance, G20_ZerosHaveTheTypeOfTheSource) {
  for (ElementType element : {ElementType::f32, ElementType::f64}) {
    Program p;
    const Expr x = p.input("x", reals({2}, {100, 100}, element));
    Request request;
    request.unconnected = ir::Unconnected::zero;
    const auto gradient = p.gradients({p.number(3)}, {x}, request)[0];
    EXPECT_EQ(gradient->tensor().element, element);
    EXPECT_EQ(numbers_of(*gradient), (Numbers{0, 0}));
  }
}

TEST(Conformance, G22_DependentTargetsAddTheirSeeds) {
  Program p;
  const Expr x = p.input("x", 3), y = p.op(Kind::Square, {x});
  const Expr y2 = p.op(Kind::Square, {p.op(Kind::Square, {y})});
  EXPECT_EQ(p.numbers({y, y2}, {x}), Numbers{17502});
  EXPECT_EQ(p.numbers({y + y2}, {x}), Numbers{17502});
  const auto same = [&](Expr v) { return p.op(Kind::Label, {v}, {{"label", std::string("same")}}); };
  EXPECT_EQ(p.numbers({same(y), same(y2)}, {x}), Numbers{17502});
}

TEST(Conformance, G25_UnconnectedIsAbsentWhereAskedFor) {
  Program p;
  const Expr x = p.input("x", reals({2, 2}, {1, 1, 1, 1})), y = p.input("y", reals({3, 1}, {1, 1, 1}));
  EXPECT_FALSE(p.gradients({y}, {x})[0].has_value());
  Request request;
  request.unconnected = ir::Unconnected::error;
  EXPECT_EQ(p.refusal({y}, {x}, request), "unconnected ");
}

TEST(Conformance, G26_UnconnectedIsZerosWhereAskedFor) {
  Program p;
  const Expr x = p.input("x", reals({2, 2}, {1, 1, 1, 1})), y = p.input("y", reals({3, 1}, {1, 1, 1}));
  Request request;
  request.unconnected = ir::Unconnected::zero;
  EXPECT_EQ(numbers_of(*p.gradients({y}, {x}, request)[0]), (Numbers{0, 0, 0, 0}));
}

TEST(Conformance, G27_ThePolicyLeavesConnectedSourcesAlone) {
  for (auto policy : {ir::Unconnected::zero, ir::Unconnected::none, ir::Unconnected::error}) {
    Program p;
    const Expr x = p.input("x", 1);
    Request request;
    request.unconnected = policy;
    EXPECT_EQ(p.numbers({3.0 * x}, {x}, request), Numbers{3});
  }
}

TEST(Conformance, G36_TheDefaultSeedIsOnesOfTheTarget) {
  Program p;
  const Expr x = p.input("x", reals({2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(numbers_of(*p.gradients({x * x}, {x})[0]), (Numbers{2, 4, 6, 8, 10, 12}));
}

TEST(Conformance, G38_AdjointsFlowThroughFloatingTypesOnly) {
  for (ElementType element : {ElementType::f16, ElementType::bf16, ElementType::f32}) {
    Program p;
    const Expr x = p.input("x", 3), narrow = ir::astype(x, element);
    EXPECT_EQ(p.numbers({ir::astype(narrow * narrow, ElementType::f64)}, {x}), Numbers{6});
  }
  for (ElementType element : {ElementType::i8, ElementType::i64, ElementType::u32, ElementType::boolean}) {
    Program p;
    const Expr x = p.input("x", 3);
    EXPECT_TRUE(std::isnan(p.numbers({ir::astype(ir::astype(x, element), ElementType::f64)}, {x})[0]));
  }
}

TEST(Conformance, G42_ARepeatedSourceGetsTheWholeGradientTwice) {
  Program p;
  const Expr x = p.input("x", 5);
  EXPECT_EQ(p.numbers({x * x}, {x, x}), (Numbers{10, 10}));
}

TEST(Conformance, G43_ARepeatedTargetAddsItsSeeds) {
  Program p;
  const Expr x = p.input("x", 5), y = x * x;
  EXPECT_EQ(p.numbers({y, y}, {x}), Numbers{20});
  Request request;
  request.seeds = {real(2), real(-3)};
  EXPECT_EQ(p.numbers({y, y}, {x}, request), Numbers{-10});
}

}  // namespace
}  // namespace conformance
