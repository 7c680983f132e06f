// Section I: branches. Only the arm that is taken counts, and an operand that the other reads has zeros.
#include "tests/conformance/branch.h"

namespace conformance {
namespace {

using ir::ElementType;
using reference::boolean;
using reference::integer;
using reference::real;
using reference::reals;

TEST(Conformance, I01_EachArmHasItsOperand) {
  for (bool taken : {true, false})
    for (bool matrix : {false, true}) {
      Control p;
      const Expr x = p.input("x", 1), y = p.input("y", 2);
      const Expr one = p.input(
          "p", reference::integers(matrix ? std::vector<std::int64_t>{1, 1} : std::vector<std::int64_t>{},
                                   {taken}, ElementType::boolean));
      const Expr condition = matrix ? p.op(Kind::Squeeze, {one}, {{"axes", ir::Integers{0, 1}}}) : one;
      const Exprs r =
          p.either(condition, {x, y}, multiple(2), [](const Exprs& v) { return Exprs{3.0 * v[1]}; });
      p.expect_values(r, {taken ? 2.0 : 6.0});
      p.expect(r, {x}, {taken ? 2.0 : 0});
      p.expect(r, {y}, {taken ? 0 : 3.0});
      p.expect(r, {x, y}, {taken ? 2.0 : 0, taken ? 0 : 3.0});
    }
}

TEST(Conformance, I02_AConstantArm) {
  for (bool taken : {true, false}) {
    Branch p(taken);
    const Expr x = p.input("x", 1), y = p.input("y", 2);
    p.expect(p.choose({x, y}, kTwiceProduct, kTwo), {x, y}, taken ? Numbers{4, 2} : Numbers{0, 0}, 3);
  }
}

TEST(Conformance, I03_SeveralResults) {
  for (bool taken : {true, false}) {
    Branch p(taken);
    const Expr x = p.input("x", 1), y = p.input("y", 3);
    const Exprs r = p.choose(
        {x, y},
        [](const Exprs& v) {
          return Exprs{v[0] * v[1], v[1]};
        },
        [](const Exprs& v) {
          return Exprs{v[0], 3.0 * v[1]};
        });
    p.expect(r, {x, y}, taken ? Numbers{3, 2} : Numbers{1, 3});
    p.expect({r[0]}, {x, y}, taken ? Numbers{3, 1} : Numbers{1, 0});
  }
}

TEST(Conformance, I04_NoOperands) {
  for (bool taken : {true, false}) {
    Branch p(taken);
    const Exprs r = p.choose(
        {}, [&](const Exprs&) { return Exprs{p.number(1)}; },
        [&](const Exprs&) { return Exprs{p.number(2)}; });
    p.expect_values(r, {taken ? 1.0 : 2.0});
    p.expect(r, {p.input("x", 1)}, {kAbsent}, 0);
  }
}

// Results that have no derivative, at different places.
TEST(Conformance, I05_I26_ResultsWithoutDerivatives) {
  for (bool taken : {true, false}) {
    Branch p(taken);
    const Expr x = p.input("x", reals({1}, {1})), n = p.input("n", integer(4));
    const Exprs r = p.choose(
        {x, n},
        [&](const Exprs& v) {
          return Exprs{v[1], p.rows(v[0], {0}), p.boolean(true)};
        },
        [&](const Exprs& v) {
          return Exprs{v[1], 2.0 * v[0], p.boolean(false)};
        });
    p.expect(r, {x}, {taken ? 1.0 : 2.0});
  }
}

TEST(Conformance, I06_ArmsGiveTheSameTypes) {
  Branch p(true);
  const Expr x = p.input("x", 1), y = p.input("y", 3);
  p.expect_values(p.choose(
                      {x, y},
                      [](const Exprs& v) {
                        return Exprs{v[0], 3.0 * v[1]};
                      },
                      kSame),
                  {1, 9});
  ir::Diagnostics problems;
  EXPECT_FALSE(ir::parse(R"(
func @f(%p: bool, %x: f64) -> (f64) {
  %y = if %p, %x then(%x: f64) {
    -> %x
  } else(%x: f64) {
    %z = expand_dims %x {axes = [0]}
    -> %z
  }
  return %y
})",
                         problems));
  EXPECT_NE(problems.text().find("type_mismatch"), std::string::npos) << problems.text();
}

const char* const kCalls = R"(
func @f1(%x: f64, %y: f64) -> (f64) {
  %a = multiply %x, %y
  %b = add %a, %a
  return %b
}
func @f2(%x: f64, %y: f64) -> (f64) {
  %b = call @f1 %x, %y
  return %b
}
func @f3(%x: f64, %y: f64) -> (f64) {
  %b = call @f2 %x, %y
  return %b
})";

TEST(Conformance, I07_CallsInAnArm) {
  for (bool taken : {true, false})
    for (const char* function : {"f1", "f2", "f3"}) {
      Branch p(taken, kCalls);
      const Expr x = p.input("x", 1), y = p.input("y", 2);
      const Exprs r = p.choose(
          {x, y}, [&](const Exprs& v) { return p.call(function, v); }, kTwo);
      p.expect(r, {x, y}, taken ? Numbers{4, 2} : Numbers{0, 0});
    }
}

TEST(Conformance, I08_ABranchInAnArm) {
  for (int row = 0; row < 3; ++row) {
    Branch p(row == 2);
    const Expr q = p.input("q", boolean(row == 0)), x = p.input("x", 1), y = p.input("y", 2);
    const Exprs r = p.choose(
        {q, x, y}, [&](const Exprs&) { return Exprs{p.number(2)}; },
        [&](const Exprs& v) {
          return p.either(v[0], {v[1], v[2]}, kTwiceProduct, multiple(5));
        });
    p.expect(r, {x, y}, std::vector<Numbers>{{4, 2}, {5, 0}, {0, 0}}[static_cast<std::size_t>(row)]);
  }
}

TEST(Conformance, I09_BranchesInBothArms) {
  const Numbers expected[] = {{0, 4}, {1, -1}, {2, 0}, {1, 1}};
  for (int row = 0; row < 4; ++row) {
    Branch p(row >= 2);
    const Expr q = p.input("q", boolean(row % 2 == 1)), x = p.input("x", 1), y = p.input("y", 2);
    const auto inner = [&](const Body& then, const Body& otherwise) -> Body {
      return [&p, then, otherwise](const Exprs& v) { return p.either(v[0], {v[1], v[2]}, then, otherwise); };
    };
    const Exprs r = p.choose({q, x, y},
                             inner([](const Exprs& v) { return Exprs{v[0] + v[1]}; },
                                   [](const Exprs& v) { return Exprs{v[0] * v[0]}; }),
                             inner([](const Exprs& v) { return Exprs{v[0] - v[1]}; },
                                   [](const Exprs& v) { return Exprs{v[1] * v[1]}; }));
    p.expect(r, {x, y}, expected[row]);
  }
}

TEST(Conformance, I10_ThreeLevels) {
  const Numbers expected[] = {{0, 0}, {5, 0}, {10, 0}, {4, 2}};
  for (int row = 0; row < 4; ++row) {
    Control p;
    const Expr a = p.input("a", boolean(row > 0)), b = p.input("b", boolean(row > 1)),
               c = p.input("c", boolean(row > 2));
    const Expr x = p.input("x", 1), y = p.input("y", 2);
    const Body third = [&](const Exprs& v) {
      return p.either(v[1], {v[2], v[3]}, kTwiceProduct, multiple(10));
    };
    const Body second = [&](const Exprs& v) {
      return p.either(v[0], v, third, [](const Exprs& w) { return Exprs{5.0 * w[2]}; });
    };
    const Exprs r = p.either(a, {b, c, x, y}, second, [&](const Exprs&) { return Exprs{p.number(2)}; });
    p.expect(r, {x, y}, expected[row]);
  }
}

const char* const kNested = R"(
func @f0(%p: bool, %q: bool, %x: f64, %y: f64) -> (f64) {
  %r = if %p, %q, %x, %y then(%q: bool, %x: f64, %y: f64) {
    %two = constant {element = f64, value = 2.0}
    -> %two
  } else(%q: bool, %x: f64, %y: f64) {
    %r = if %q, %x, %y then(%x: f64, %y: f64) {
      %a = multiply %x, %y
      %b = add %a, %a
      -> %b
    } else(%x: f64, %y: f64) {
      %five = constant {element = f64, value = 5.0}
      %a = multiply %five, %x
      -> %a
    }
    -> %r
  }
  return %r
}
func @f1(%p: bool, %q: bool, %x: f64, %y: f64) -> (f64) {
  %r = call @f0 %p, %q, %x, %y
  return %r
}
func @f2(%p: bool, %q: bool, %x: f64, %y: f64) -> (f64) {
  %r = call @f1 %p, %q, %x, %y
  return %r
})";

// The function that holds the branch, one that calls it, and one that calls that.
TEST(Conformance, I11_TheRequestStandsAtAnyLevel) {
  const Numbers expected[] = {{5, 0}, {4, 2}, {0, 0}, {0, 0}};
  for (std::size_t level = 1; level <= 3; ++level) {
    ir::Module module = control::module_of(kNested);
    module.functions.resize(level);
    const ir::Module gradient = reverse_of(module, {"x", "y"});
    for (int row = 0; row < 4; ++row) {
      const auto found = run(gradient, {boolean(row >= 2), boolean(row % 2 == 1), real(1), real(2)});
      EXPECT_EQ((Numbers{number(found[1]), number(found[2])}), expected[row]) << level << ' ' << row;
    }
  }
}

TEST(Conformance, I12_SecondDerivatives) {
  for (bool taken : {true, false}) {
    Branch p(taken);
    const Expr x = p.input("x", 3);
    const Expr y = p.choose(
        {x}, [&](const Exprs& v) { return Exprs{p.cube(v[0])}; }, kSame)[0];
    p.expect_orders(y, "x", taken ? Numbers{27, 27, 18} : Numbers{3, 1, 0});
  }
}

TEST(Conformance, I14_FourOrders) {
  Branch p(true);
  const Body cos = [&](const Exprs& v) { return Exprs{p.cos(v[0])}; };
  p.expect_orders(p.choose({p.input("x", 1)}, cos, kSame)[0], "x", kCosines);

  Control q;  // one of three
  const Expr k = q.input("k", integer(1)), x = q.input("x", 1);
  const Expr y = q.either(
      ir::equal(k, 0), {k, x}, [](const Exprs& v) { return Exprs{v[1]}; },
      [&](const Exprs& v) {
        return q.either(
            ir::equal(v[0], 1), {v[1]}, [&](const Exprs& w) { return Exprs{q.cos(w[0])}; }, kSame);
      })[0];
  q.expect_orders(y, "x", kCosines);
}

TEST(Conformance, I15_ACubeInAnArm) {
  Branch p(true);
  const Expr v = p.input("v", 2);
  p.expect(p.choose(
               {v}, [&](const Exprs& w) { return Exprs{p.cube(w[0])}; }, kSame),
           {v}, {12}, 3);
}

TEST(Conformance, I16_ABranchInALoopThatWritesAnArray) {
  Control p;
  Numbers at;
  for (int i = -5; i <= 4; ++i) at.push_back(i);
  const Expr x = p.input("x", reals({10}, at));
  const Expr y = p.map(x, 10, {}, [&](const Exprs& v) {
    return p.either(
        ir::greater(v[0], 0), {v[0]}, [&](const Exprs& w) { return Exprs{p.square(w[0])}; }, kSame)[0];
  });
  p.expect_values({y}, {-5, -4, -3, -2, -1, 0, 1, 4, 9, 16});
  p.expect({y}, {x}, {1, 1, 1, 1, 1, 1, 2, 4, 6, 8}, 0);  // 0 is a kink
}

}  // namespace
}  // namespace conformance
