// Section W: one loop, or one after another. Trips may depend on data, and there may be none.
#include "tests/conformance/loop.h"

namespace conformance {
namespace {

using ir::ElementType;
using reference::boolean;
using reference::integer;
using reference::integers;
using reference::real;
using reference::reals;

TEST(Conformance, W02_AStoppedResult) {
  Control p;
  const Expr x = p.input("x", 2), y = p.stop(p.loop({x}, {}, below(8), kSquare)[0]);
  p.expect_values({y}, {16});
  p.expect({y}, {x}, {kAbsent}, 0);
}

TEST(Conformance, W03_ARuleThatReadsValuesOutside) {
  Control p(R"(
func @g(%x: f64, %n: f64, %m: f64) -> (f64)
    vjp @rule
{
  %s = square %x
  %y = multiply %s, %m
  return %y
}
func @rule(%x: f64, %n: f64, %m: f64, %y: f64, %y_bar: f64) -> (f64, f64, f64) {
  %two = constant {element = f64, value = 2.0}
  %a = multiply %two, %x
  %b = multiply %a, %n
  %c = multiply %b, %m
  %x_bar = multiply %c, %y_bar
  %none = constant {element = f64, value = 0.0}
  return %x_bar, %none, %none
})");
  const Expr x = p.input("x", 2), n = p.input("n", 1), m = p.input("m", 1);
  const Expr y = p.loop({x}, {n, m}, below(8), [&](const Exprs& v) { return p.call("g", v); })[0];
  p.expect_values({y}, {16});
  p.expect({y}, {x}, {32}, 0);
}

TEST(Conformance, W05_LoopCarriedValuesKeepTheirType) {
  ir::Diagnostics problems;
  EXPECT_FALSE(ir::parse(R"(
func @f(%n: i64, %x: f32) -> (f32) {
  %y = scan %n, %x {carried = 1, scanned = 0} body(%i: i64, %x: f32) {
    %h = astype %x {to = f16}
    -> %h
  }
  return %y
})",
                         problems));
  EXPECT_NE(problems.text().find("type_mismatch"), std::string::npos) << problems.text();
}

TEST(Conformance, W06_AnInvariantOfEveryTrip) {
  for (ElementType element : {ElementType::f32, ElementType::f64}) {
    Control p;
    const Expr x = p.input("x", reals({}, {2}, element)), v = p.input("v", reals({}, {1}, element));
    p.expect(p.times(2, {x}, {v}, kProduct), {v}, {4}, element == ElementType::f64 ? 2 : 0);
  }
}

TEST(Conformance, W08_ThreeOrders) {
  Control p;
  const Expr x = p.input("x", 1);
  const Expr y = p.times(2, {x}, {}, [&](const Exprs& v) { return Exprs{p.cos(v[0])}; })[0];
  const double c = std::cos(1), s = std::sin(1), cc = std::cos(c), sc = std::sin(c);
  p.expect_orders(y, "x", {cc, sc * s, sc * c - cc * s * s, -sc * s * s * s - 3 * cc * s * c - sc * s});
}

TEST(Conformance, W12_AValuePassedOn) {
  Control p;
  const Expr x = p.input("x", 5), w = p.input("w", 3);
  Exprs r = p.loop({x, w}, {}, below(45), [](const Exprs& v) { return Exprs{v[0] * v[1], v[1]}; });
  r.pop_back();
  p.expect_values(r, {45, 3});
  p.expect(r, {x}, {9}, 0);  // 45 is the limit
}

TEST(Conformance, W13_AConditionOnAMatrix) {
  Control p;
  const Expr x = p.input("x", reals({1, 1}, {5})), w = p.input("w", reals({1, 1}, {3}));
  const Exprs r = p.loop(
      {x, w}, {},
      [&](const Exprs& v) {
        return p.op(Kind::Squeeze, {v[0] < ir::like(v[0], 45)}, {{"axes", ir::Integers{0, 1}}});
      },
      [](const Exprs& v) {
        return Exprs{v[0] * v[1], v[1]};
      });
  p.expect({r[0], r[1]}, {x}, {9}, 0);
}

TEST(Conformance, W14_ValuesThatChangeAtOnce) {
  Control p;
  const Expr x = p.input("x", 5), y = p.input("y", 3);
  const Exprs r = p.loop({x, y}, {}, below(45), [](const Exprs& v) {
    return Exprs{v[0] * v[1], v[0] + v[1]};
  });
  p.expect_values({r[0], r[1]}, {120, 23});
  p.expect({r[0]}, {x, y}, {39, 55});
  p.expect({r[1]}, {x, y}, {4, 6});
  p.expect({r[0], r[1]}, {x, y}, {43, 61});
}

TEST(Conformance, W15_ASquare) {
  Control p;
  const Expr x = p.input("x", 2);
  p.expect(p.loop({x}, {}, below(4), kSquare), {x}, {4}, 0);  // 4 is the limit
}

TEST(Conformance, W16_OneLoopAfterAnother) {
  Control p;
  const Expr x = p.input("x", 2);
  const Expr y = p.loop({p.loop({x}, {}, below(4), kSquare)[0]}, {}, below(16), kSquare)[0];
  p.expect({y}, {x}, {32}, 0);
  p.expect_orders(y, "x", {16, 32, 48});
}

TEST(Conformance, W17_NoMoreLoopsThanNeeded) {
  Control p;
  const Expr x = p.input("x", 2);
  const auto derived =
      p.reverse({p.loop({p.loop({x}, {}, below(4), kSquare)[0]}, {}, below(16), kSquare)[0]}, {x});
  EXPECT_EQ(count(derived, Kind::While, false), 2);
  EXPECT_EQ(count(derived, Kind::Scan, true), 2);
  EXPECT_EQ(count(derived, Kind::While, true) + count(derived, Kind::Scan, false), 0);
}

TEST(Conformance, W18_APowerTwice) {
  Control p;
  const Expr x = p.input("x", 2);
  const Expr y = p.loop({x}, {}, below(8), [&](const Exprs& v) {
    return Exprs{p.op(Kind::Pow, {v[0], ir::like(v[0], 2)})};
  })[0];
  p.expect_orders(y, "x", {16, 32, 48});
}

TEST(Conformance, W22_AnInvariantOfTheCondition) {
  Control p;
  const Expr x = p.input("x", 2), y = p.input("y", 1);
  const Exprs r = p.loop(
      {x}, {y}, [](const Exprs& v) { return ir::less(v[0] + v[1], 9); }, multiple(3));
  p.expect_values({r[0]}, {18});
  p.expect({r[0]}, {x, y}, {9, kAbsent});
}

TEST(Conformance, W23_AnInvariantOfTheBody) {
  Control p;
  const Expr x = p.input("x", 2), y = p.input("y", 3);
  const Exprs r = p.loop({x}, {y}, below(8), kProduct);
  p.expect_values({r[0]}, {18});
  p.expect({r[0]}, {x, y}, {9, 12}, 3);
}

const Numbers kOneToSix{1, 2, 3, 4, 5, 6};
const Condition kTimesInvariant = [](const Exprs& v) { return v[0] * v[1]; };

TEST(Conformance, W26_AMap) {
  Control p;
  const Expr elements = p.input("elements", reals({6}, kOneToSix)), param = p.input("param", 2);
  const Expr y = p.map(elements, 6, {param}, kTimesInvariant);
  p.expect_values({y}, {2, 4, 6, 8, 10, 12});
  p.expect({y}, {param}, {21});
}

TEST(Conformance, W34_Doubling) {
  Control p;
  const Expr x = p.input("x", 1);
  const Exprs r = p.loop({x}, {}, below(5), multiple(2));
  p.expect_values({r[0], r[1]}, {8, 3});
  p.expect({r[0]}, {x}, {8});
}

TEST(Conformance, W35_AGatheredResult) {
  Control p;
  const Expr x = p.input("x", reals({1}, {2}));
  const Exprs r = p.loop(
      {x}, {}, [&](const Exprs& v) { return ir::less(p.element(v[0], p.integer(0)), 8); }, kSquare);
  p.expect({p.rows(r[0], {0})}, {x}, {32});
}

TEST(Conformance, W38_ABranchAfterALoop) {
  Branch p(true);
  const Expr x = p.input("x", 2);
  p.expect(p.choose({p.loop({x}, {}, below(100), kSquare)[0]}, kSame, multiple(3)), {x}, {1024});
}

TEST(Conformance, W39_ExtentsThatAreNotKnown) {
  Control p;
  const Expr x = p.argument({ElementType::f64, {ir::Extent::symbol("x.0")}, 0}, "x");
  p.values.emplace_back(reals({2}, {3, 4}));
  const Expr v = p.input("v", 2);
  const Exprs r = p.times(5, {ir::broadcast(v, x.shape())}, {x}, kProduct);
  p.expect(r, {x, v}, {810, 2560, 243 + 1024});
}

TEST(Conformance, W40_NoTrip) {
  Control p;
  const Expr x = p.input("x", reals({2}, {1, 2})), v = p.input("v", reals({2}, {2, 2}));
  const Expr r = p.loop(
      {v}, {x}, [&](const Exprs&) { return p.boolean(false); }, kProduct)[0];
  p.expect_values({r}, {2, 2});
  p.expect({r, p.square(x)}, {x, v}, {2, 4, 1, 1});
}

TEST(Conformance, W41_AResultUsedTwice) {
  Control p;
  const Expr x = p.input("x", 2), r = p.loop({x}, {}, below(100), kSquare)[0];
  p.expect({r * r}, {x}, {524288});
  p.expect({r + r}, {x}, {2048});
}

TEST(Conformance, W42_W45_BothFactors) {
  for (ElementType element : {ElementType::f32, ElementType::f64}) {
    Control p;
    const Expr a = p.input("a", reals({}, {3}, element)), v = p.input("v", reals({}, {2}, element));
    p.expect({p.loop({v}, {a}, below(100), kProduct)[0]}, {a, v}, {216, 81},
             element == ElementType::f64 ? 2 : 0);
  }
}

TEST(Conformance, W43_AResultThatIsPassedOn) {
  Control p;
  const Expr x = p.input("x", 2);
  const Expr y = p.op(Kind::Label, {p.times(2, {x}, {}, kSquare)[0]}, {{"label", std::string("y")}});
  p.expect({y}, {x}, {32}, 3);
}

TEST(Conformance, W46_ASumEachTrip) {
  Control p;
  const Expr x = p.input("x", 1), v = p.input("v", 1), a = p.input("a", reals({2, 2}, {1, 1, 1, 1}));
  const Exprs r = p.times(2, {x}, {a, v}, [&](const Exprs& w) { return Exprs{w[0] * p.total(w[1]) * w[2]}; });
  p.expect(r, {v}, {32});
}

TEST(Conformance, W57_TwoValuesOneAfterTheOther) {
  Control p;
  const Expr x = p.input("x", 3), y = p.input("y", 2);
  const Exprs r = p.loop({x, y}, {}, below(100), [](const Exprs& v) {
    const Expr y1 = v[0] + v[1];
    return Exprs{v[0] * y1, y1};
  });
  p.expect({r[0], r[1]}, {x}, {304});
  p.expect({r[0], r[1]}, {y}, {124});
  p.expect({r[0]}, {x}, {295});
  p.expect({r[0]}, {y}, {120});
}

TEST(Conformance, W58_TheCounterIsAResult) {
  Control p;
  const Expr x = p.input("x", 2), i = p.input("i", integer(0));
  const Exprs r = p.loop(
      {i, x}, {}, [](const Exprs& v) { return ir::less(v[0], 3); },
      [&](const Exprs& v) {
        return Exprs{v[0] + p.integer(1), v[1] * v[1]};
      });
  p.expect({r[1]}, {x}, {1024});
  p.expect({r[0], r[1]}, {x}, {1024});
}

TEST(Conformance, W59_AStoppedLoopBesideItsInput) {
  Control p;
  const Expr v = p.input("v", 2);
  p.expect({p.stop(p.loop({v}, {}, below(100), kSquare)[0]) + v}, {v}, {1}, 0);
}

TEST(Conformance, W60_OneValueForTwo) {
  Control p;
  const Expr x = p.input("x", reals({2, 3}, Numbers(6, 1)));
  const Exprs r = p.times(10, {x, x}, {}, [](const Exprs& v) { return Exprs{v[0], v[0]}; });
  p.expect({p.total(r[1])}, {x}, Numbers(6, 1));
}

TEST(Conformance, W61_AnOverwrittenValueHasZeros) {
  Control p;
  const Expr x = p.input("x", 0);
  const Exprs r = p.loop({x}, {}, below(.5), [&](const Exprs&) { return Exprs{p.number(1)}; });
  p.expect_values({r[0]}, {1});
  p.expect({r[0]}, {x}, {0});
}

TEST(Conformance, W62_SerialAndParallel) {
  Control p;
  const Expr x = p.input("x", 2), once = p.times(5, {x}, {}, multiple(2))[0];
  p.expect({p.times(5, {once}, {}, multiple(2))[0]}, {x}, {1024});
  p.expect({once + p.times(5, {x}, {}, multiple(2))[0]}, {x}, {64});
}

TEST(Conformance, W63_AResultThatNobodyUses) {
  Control p;
  const Expr x = p.input("x", 1), y = p.input("y", 1);
  const Exprs r = p.times(1, {x, y}, {}, [](const Exprs& v) { return Exprs{v[0], v[0] + v[1]}; });
  p.expect({r[1]}, {y}, {1});
  p.expect({r[1]}, {x, y}, {1, 1});
}

// What grows is x, twice; then a step along the gradient of the sum.
TEST(Conformance, W70_ExtentsThatGrow) {
  const char* text = R"(
func @f(%x: f64[1, 2]) -> (f64) {
  %zero = constant {element = f64, value = 0.0}
  %none = broadcast %zero {shape = <0, 2>}
  %n = constant {element = i64, value = 2}
  %h = scan %n, %none, %x {carried = 1, scanned = 0, shapes = <h.0, 2>, varying = [0]} body(%i: i64, %h: f64[v.0, 2], %x: f64[1, 2]) {
    %next = concat %h, %x {axis = 0}
    -> %next
  } : f64[h.0, 2]
  %s = sum %h {axes = [0, 1], keepdims = false}
  return %s
})";
  const Value x = reals({1, 2}, {1, 2});
  const Numbers gradient = numbers_of(control::gradients(text, {x})[0]);
  EXPECT_EQ((Numbers{1 - .01 * gradient[0], 2 - .01 * gradient[1]}), (Numbers{.98, 1.98}));
  EXPECT_EQ(control::disagreement(text, {x}), "");
}

// Of a loop-carried structure, only the numbers are active.
TEST(Conformance, W71_AStructureWithIndices) {
  Control p;
  const Expr values = p.input("values", reals({2}, {2, 4})),
             indices = p.input("indices", integers({2}, {1, 3}));
  const Exprs r = p.times(10, {indices, values}, {}, [](const Exprs& v) { return Exprs{v[0], 2.0 * v[1]}; });
  p.expect(r, {values}, {1024, 1024});
}

TEST(Conformance, W74_StopsOutside) {
  Control p;
  const Expr x = p.input("x", 3), y = p.input("y", 2);
  const Exprs r = p.loop({x, y}, {}, below(100), [&](const Exprs& v) {
    const Expr y1 = p.square(v[1]);
    return Exprs{p.square(v[0]) + y1, y1};
  });
  p.expect({r[0]}, {y}, {136});
  p.expect({r[1]}, {y}, {32});
  for (Expr stopped : {p.stop(r[0]), p.stop(r[1]), p.stop(p.square(r[0])), p.stop(r[0] + r[1])})
    p.expect({stopped}, {y}, {kAbsent}, 0);
  p.expect({p.stop(r[0] + r[1])}, {x}, {kAbsent}, 0);
  p.expect({r[0] + r[1]}, {y}, {168});
  p.expect({r[0] + p.stop(r[1])}, {y}, {136}, 0);
  p.expect({p.stop(r[0]) + r[1]}, {y}, {32}, 0);
}

TEST(Conformance, W75_StopsInside) {
  Control p;
  const Expr x = p.input("x", 3), y = p.input("y", 2);
  const auto body = [](Control& q) -> Body {
    return [&q](const Exprs& v) {
      const Expr y1 = q.stop(q.square(v[1]));
      return Exprs{q.square(v[0]) + y1, y1};
    };
  };
  const Exprs r = p.loop({x, y}, {}, below(100), body(p));
  p.expect({r[0]}, {y, x}, {0, 156}, 0);
  EXPECT_EQ(control::kept(p.returning({r[0]})), control::Types{"seq<f64>"});  // nothing for the square of y

  Control q;
  const Expr xs = q.input("x", reals({2}, {3, 4})), ys = q.input("y", reals({2}, {2, 3}));
  const Exprs s = q.loop(
      {xs, ys}, {}, [&](const Exprs& v) { return ir::less(q.total(v[0]), 100); }, body(q));
  q.expect({s[0]}, {ys, xs}, {0, 0, 156, 400}, 0);
}

TEST(Conformance, W76_TheSecondDerivativeOfAScan) {
  Control p;
  const Expr theta = p.input("theta", 1), elements = p.input("elements", reals({3}, {1, 2, 3}));
  const auto scanned = [&](bool stops) {
    return p.times(3, {p.number(1)}, {elements, theta}, [&](const Exprs& v) {
      const Expr factor = stops ? p.stop(v[0]) : v[0];
      return Exprs{factor * (p.element(v[1], v.back()) + v[2])};
    })[0];
  };
  p.expect_orders(scanned(false), "theta", {24, 26, 18});  // (1 + θ)(2 + θ)(3 + θ)
  p.expect_orders(scanned(true), "theta", {24, 6, 0});
}

TEST(Conformance, W84_AGreatestNumberOfTrips) {
  Control p;
  const Expr x = p.input("x", reals({5}, {1, 2, 3, 4, 5})), zero = p.input("i", integer(0));
  const Exprs r = p.loop(
      {zero, x}, {},
      [&](const Exprs& v) {
        return p.op(Kind::LogicalAnd, {p.boolean(true), ir::less(v[0], 3)});
      },
      [&](const Exprs& v) {
        return Exprs{v[0] + p.integer(1), 1.0 + v[1]};
      });
  p.expect_values({r[1]}, {4, 5, 6, 7, 8});
  p.expect({r[1]}, {x}, Numbers(5, 1));
}

}  // namespace
}  // namespace conformance
