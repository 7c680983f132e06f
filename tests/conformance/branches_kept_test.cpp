// Section I: what branches keep, what is absent, and what is gathered in an arm.
#include "tests/conformance/branch.h"

namespace conformance {
namespace {

using ir::ElementType;
using reference::boolean;
using reference::integer;
using reference::reals;

// y + 1 and nothing else; asked twice, the same text.
TEST(Conformance, I17_OneValueIsKept) {
  Branch p(true);
  const Expr x = p.input("x", 1), y = p.input("y", 1);
  const Exprs r = p.choose(
      {x, y}, [](const Exprs& v) { return Exprs{v[0] * (1.0 + v[1])}; },
      [](const Exprs& v) { return Exprs{v[0]}; });
  EXPECT_EQ(control::kept(p.returning({r[0]})), control::Types{"f64"});
  EXPECT_EQ(ir::print(p.reverse({r[0]}, {x}).module), ir::print(p.reverse({r[0]}, {x}).module));
}

TEST(Conformance, I18_ConstantsAndOperandsAreNotKept) {
  Branch p(true);
  const Expr x = p.input("x", 1), y = p.input("y", 1);
  const Exprs r = p.choose(
      {x, y}, [](const Exprs& v) { return Exprs{2.0 * v[0] * v[1]}; },
      [](const Exprs& v) { return Exprs{v[0]}; });
  p.expect(r, {x}, {2});
  Branch q(true);
  EXPECT_EQ(control::kept(q.returning(q.choose({q.input("x", 1)}, multiple(2), kSame))), control::Types{});
}

TEST(Conformance, I19_ResultsOfOtherTypesBeside) {
  Branch p(true);
  const Expr c = p.input("c", 1), n = p.input("n", integer(3)),
             s = p.input("s", reals({2}, {1, 2}, ElementType::f32));
  const Exprs r = p.choose(
      {c, n, s},
      [](const Exprs& v) {
        return Exprs{v[1], 2.0 * v[0], v[2]};
      },
      [](const Exprs& v) {
        return Exprs{v[1] + v[1], v[0] * v[0], v[2] + v[2]};
      });
  p.expect({r[0], r[1]}, {c}, {2});
  EXPECT_EQ(p.numbers({r[0], r[1], r[2]}, {c}), Numbers{2});
}

// What an arm keeps is a value of the branch whichever arm runs, never one that may be absent.
TEST(Conformance, I20_KeptValuesHaveSlotsInBothArms) {
  Branch p(true);
  const Expr x = p.input("x", reals({2}, {.3, .4}));
  const Exprs r = p.choose(
      {x}, [&](const Exprs& v) { return Exprs{p.total(p.op(Kind::Exp, {v[0]}))}; },
      [&](const Exprs& v) { return Exprs{p.total(p.op(Kind::Sin, {v[0]}))}; });
  const auto derived = p.reverse(r, {x});
  const ir::Function& f = derived.module[derived.function];
  for (const ir::Op& op : f.ops) {
    if (op.kind != Kind::If) continue;
    for (std::size_t k = 0; k < op.results.size(); ++k) {
      EXPECT_TRUE(f[op.results[k]].type.is_tensor());
      for (ir::BlockId arm : op.blocks) EXPECT_EQ(f[f[arm].results[k]].type, f[op.results[k]].type);
    }
  }
  EXPECT_EQ(control::kept(p.returning(r)), control::Types{"f64[2]"});
}

// Adjoints of gathers join whatever their indices are; values of two types don't.
TEST(Conformance, I39_IndicesOfTwoTypes) {
  for (bool taken : {true, false}) {
    Branch p(taken);
    const Expr x = p.input("x", reals({3}, {1, 2, 3}));
    const Exprs r = p.choose(
        {x}, [&](const Exprs& v) { return Exprs{10.0 * p.total(p.rows(v[0], {0}, ElementType::i32))}; },
        [&](const Exprs& v) { return Exprs{10.0 * p.total(p.rows(v[0], {0}, ElementType::i64))}; });
    p.expect({r[0] + p.total(p.rows(x, {0}))}, {x}, {11, 0, 0});
  }
  ir::Diagnostics problems;
  EXPECT_FALSE(ir::parse(R"(
func @f(%p: bool, %i: i32, %j: i64) -> (i64) {
  %k = if %p, %i, %j then(%i: i32, %j: i64) {
    -> %i
  } else(%i: i32, %j: i64) {
    -> %j
  }
  return %k
})",
                         problems));
  EXPECT_NE(problems.text().find("type_mismatch"), std::string::npos) << problems.text();
}

// Each arm keeps its own, and gives nothing for what the other keeps: the interpreter's undefined values are
// NaN.
TEST(Conformance, I21_EachArmReadsWhatItKept) {
  for (bool taken : {true, false}) {
    Branch p(taken);
    const Expr x = p.input("x", reals({2}, {.3, .4})), y = p.input("y", .7);
    const Exprs r = p.choose(
        {x, y}, [&](const Exprs& v) { return Exprs{p.total(p.op(Kind::Exp, {v[0]}))}; },
        [&](const Exprs& v) { return Exprs{p.square(p.op(Kind::Tanh, {v[1]}))}; });
    EXPECT_EQ(control::kept(p.returning(r)), (control::Types{"f64", "f64[2]"}));
    EXPECT_EQ(count(p.reverse(r, {x, y}), Kind::Undefined, true), 2);
    const double t = std::tanh(.7);
    p.expect(r, {x, y}, taken ? Numbers{std::exp(.3), std::exp(.4), 0} : Numbers{0, 0, 2 * t * (1 - t * t)},
             3);
  }
}

TEST(Conformance, I22_OneListOfOperandsForBothArms) {
  Branch p(true);
  const Expr x = p.input("x", 1), y = p.input("y", 2);
  const Exprs r = p.choose({x, y}, kTwiceProduct, [](const Exprs& v) { return Exprs{v[0] * v[0] * v[1]}; });
  const auto derived = p.reverse(r, {x, y});
  for (const ir::Op& op : derived.module[derived.function].ops) {
    if (op.kind != Kind::If || !op.derived) continue;
    EXPECT_EQ(std::set(op.operands.begin(), op.operands.end()).size(), op.operands.size());
  }
  p.expect(r, {x, y}, {4, 2});
}

TEST(Conformance, I23_AnOperandThatNoArmReadsIsAbsent) {
  for (bool taken : {true, false}) {
    Branch p(taken);
    const Expr x = p.input("x", 1), y = p.input("y", 2), z = p.input("z", 3);
    const Exprs r = p.choose({x, y, z}, multiple(2), [](const Exprs& v) { return Exprs{3.0 * v[1]}; });
    p.expect(r, {x, y, z}, taken ? Numbers{2, 0, kAbsent} : Numbers{0, 3, kAbsent});
  }
}

TEST(Conformance, I24_ResultsThatNobodyUses) {
  Branch p(true);
  const Expr x = p.input("x", 2), y = p.input("y", 3), n = p.input("n", integer(1));
  const Body arm = [&](const Exprs& v) { return Exprs{p.square(v[0]), p.op(Kind::Sin, {v[1]}), v[2]}; };
  const Exprs r = p.choose({x, y, n}, arm, arm);
  p.expect({r[0]}, {x, y}, {4, kAbsent});
  p.expect({r[0], 0.0 * r[1]}, {x, y}, {4, 0});
  EXPECT_EQ(count(p.reverse({r[0]}, {x, y}), Kind::Cos, true), 0);
}

TEST(Conformance, I25_ThePredicateHasNoAdjoint) {
  for (double at : {2.0, .5}) {
    Control p;
    const Expr x = p.input("x", at), one = p.number(1);
    const Exprs r = p.either(x * x > one, {x}, multiple(2), [&](const Exprs&) { return Exprs{p.number(2)}; });
    p.expect(r, {x}, {at > 1 ? 2.0 : 0});
    EXPECT_EQ(count(p.reverse(r, {x}), Kind::Multiply, true), 1);
    const Exprs s = p.either(
        x > one, {}, [&](const Exprs&) { return Exprs{p.number(1)}; },
        [&](const Exprs&) { return Exprs{p.number(2)}; });
    p.expect(s, {x}, {kAbsent}, 0);
  }
}

TEST(Conformance, I27_GatheredInOneArmAndWholeInTheOther) {
  for (int row = 0; row < 3; ++row) {
    Branch p(row == 0);
    const Expr q = p.input("q", boolean(row == 1)), v = p.input("v", reals({3}, {1, 2, 3}));
    const Exprs r = p.choose(
        {q, v},
        [&](const Exprs& w) {
          return Exprs{p.rows(w[1], {2, 2, 0}, ElementType::i32)};
        },
        [&](const Exprs& w) {
          return p.either(
              w[0], {w[1]},
              [&](const Exprs& u) {
                return Exprs{p.rows(u[0], {1, 1, 1})};
              },
              multiple(5));
        });
    p.expect(r, {v}, std::vector<Numbers>{{1, 0, 2}, {0, 3, 0}, {5, 5, 5}}[static_cast<std::size_t>(row)]);
  }
}

TEST(Conformance, I28_Multiples) {
  Branch same(true), p(true), q(false);
  const Expr x = same.input("x", 10), y = p.input("x", 10), z = q.input("x", 10);
  same.expect(same.choose({x}, kSame, kSame), {x}, {1});
  p.expect(p.choose({y}, multiple(42), multiple(3)), {y}, {42});
  q.expect(q.choose({z}, multiple(42), multiple(3)), {z}, {3});
}

// A derivative inside an arm, by a value from outside.
TEST(Conformance, I29_ADerivativeInAnArm) {
  const ir::Module inner = reverse_of(control::module_of(R"(
func @m(%x: f64) -> (f64) {
  %seven = constant {element = f64, value = 7.0}
  %a = multiply %seven, %x
  %m = square %a
  return %m
})"),
                                      {"x"});
  for (bool taken : {true, false}) {
    Control p(inner);
    const Expr condition = p.input("p", boolean(taken)), x = p.input("x", 10);
    const Exprs r = p.either(
        condition, {x}, [&](const Exprs& v) { return Exprs{p.call("m_vjp", v)[1]}; }, multiple(3));
    p.expect_values(r, {taken ? 980.0 : 30});
    p.expect(r, {x}, {taken ? 98.0 : 3});
  }
}

TEST(Conformance, I30_TheSecondDerivativeOfALinearArm) {
  for (bool taken : {true, false}) {
    Branch p(taken);
    const Expr x = p.input("x", 1), y = p.input("y", 2);
    const Expr r = p.choose({x, y}, kTwiceProduct, kTwo)[0];
    p.expect_orders(r, "x", taken ? Numbers{4, 4, 0} : Numbers{2, 0, 0});
  }
}

TEST(Conformance, I31_NestedIdentities) {
  Branch p(true);
  const Expr x = p.input("x", 0), y = p.input("y", 0);
  const Body inner = [&](const Exprs& v) { return p.either(v[0], {v[1], v[2]}, kSame, kSame); };
  p.expect(p.choose({p.condition, x, y}, inner, inner), {x, y}, {1, 1});
}

TEST(Conformance, I32_DuplicatesAdd) {
  for (int c : {1, 2}) {
    Control p;
    const Expr v = p.input("v", reals({2}, {1, 42})), n = p.input("c", integer(c));
    const Exprs r = p.either(ir::less(n, 2), {v}, kSame, [&](const Exprs& w) {
      return Exprs{p.rows(w[0], {1, 1})};
    });
    p.expect(r, {v}, c == 1 ? Numbers{1, 1} : Numbers{0, 2});
  }
}

TEST(Conformance, I33_RowsInOneArm) {
  Branch p(true);
  const Expr x = p.input("x", 1), var = p.input("var", reals({4, 2}, Numbers(8, 1)));
  const Exprs r = p.choose(
      {x, var},
      [&](const Exprs& v) {
        return Exprs{v[0] * p.total(p.rows(v[1], {1, 2}))};
      },
      [&](const Exprs&) { return Exprs{p.number(0)}; });
  p.expect(r, {var}, {0, 0, 1, 1, 1, 1, 0, 0});
}

TEST(Conformance, I34_ThreeGatheredResults) {
  Branch p(true);
  const Expr var = p.input("var", reals({4, 2}, Numbers(8, 1))),
             x1 = p.input("x1", reals({3, 3}, Numbers(9, 1)));
  const Expr x2 = p.input("x2", 2);
  const auto third = [&](const Exprs& v) { return p.rows(v[1], {2}) * ir::broadcast(v[2], {1, 3}); };
  const Exprs r = p.choose(
      {var, x1, x2},
      [&](const Exprs& v) {
        return Exprs{p.rows(v[0], {1, 2}), third(v), ir::broadcast(v[2], {1, 3})};
      },
      [&](const Exprs& v) {
        return Exprs{ir::broadcast(p.number(0), {2, 2}), third(v), p.rows(v[1], {2})};
      });
  p.expect(r, {var, x1, x2}, {0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 6});
}

TEST(Conformance, I35_ZerosHaveShapeAndTypeOfTheOperand) {
  for (ElementType element : {ElementType::f32, ElementType::f64})
    for (bool both : {false, true}) {
      Branch p(true);
      const Expr v = p.input("v", reals({2}, {1, 2}, element)), w = p.input("w", reals({2}, {3, 4}, element));
      const Exprs r = p.choose(
          {v, w}, [](const Exprs& u) { return Exprs{u[0]}; },
          [&](const Exprs& u) { return Exprs{u[both ? 1 : 0]}; });
      p.expect(r, {v, w}, both ? Numbers{1, 1, 0, 0} : Numbers{1, 1, kAbsent},
               element == ElementType::f64 ? 2 : 0);
      for (const auto& gradient : p.gradients(r, {v, w})) {
        if (!gradient) continue;
        EXPECT_EQ(gradient->tensor().element, element);
        EXPECT_EQ(gradient->tensor().extents, (std::vector<std::int64_t>{2}));
      }
    }
}

TEST(Conformance, I36_AConditionThatIsComputed) {
  for (bool taken : {true, false}) {
    Control p;
    const Expr n = p.input("n", integer(taken ? 1 : 2)), a = p.input("a", 1);
    p.expect(p.either(ir::less(n, 2), {a}, multiple(2), multiple(3)), {a}, {taken ? 2.0 : 3});
  }
}

TEST(Conformance, I37_ALoopInAnArm) {
  for (bool taken : {true, false}) {
    Branch p(taken);
    const Expr z = p.input("z", reals({3}, {1, 2, 3}));
    const Exprs r = p.choose(
        {z},
        [&](const Exprs& v) { return Exprs{p.map(v[0], 3, {}, [](const Exprs& e) { return 2.0 * e[0]; })}; },
        [&](const Exprs&) { return Exprs{ir::broadcast(p.number(1), {3})}; });
    p.expect(r, {z}, taken ? Numbers{2, 2, 2} : Numbers{0, 0, 0});
  }
}

TEST(Conformance, I41_OneOfSeveral) {
  for (int index : {0, 1, 2}) {
    Control p;
    const Expr k = p.input("k", integer(index)), x = p.input("x", 3);
    const Exprs r = p.either(
        ir::equal(k, 0), {k, x}, [](const Exprs& v) { return Exprs{v[1]}; },
        [&](const Exprs& v) {
          return p.either(ir::equal(v[0], 1), {v[1]}, multiple(2),
                          [&](const Exprs&) { return Exprs{p.number(7)}; });
        });
    p.expect(r, {x}, {index == 0 ? 1.0 : index == 1 ? 2 : 0});
  }
}

// The arm that was taken isn't run again for its adjoint.
TEST(Conformance, I43_NothingRunsTwice) {
  Branch p(true);
  const Expr x = p.input("x", .5);
  const Exprs r = p.choose(
      {x},
      [&](const Exprs& v) {
        return Exprs{p.times(3, {v[0]}, {}, [&](const Exprs& w) {
          return Exprs{p.op(Kind::Sin, {p.op(Kind::Exp, {w[0]})})};
        })[0]};
      },
      kSame);
  const auto derived = p.reverse(r, {x});
  for (Kind kind : {Kind::If, Kind::Scan, Kind::Sin, Kind::Exp}) EXPECT_EQ(count(derived, kind, false), 1);
  EXPECT_EQ(count(derived, Kind::Exp, true) + count(derived, Kind::Sin, true), 0);
}

}  // namespace
}  // namespace conformance
