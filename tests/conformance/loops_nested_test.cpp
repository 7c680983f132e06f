// Section W: loops in loops, in branches and in functions, and rows that are gathered in them.
#include "tests/conformance/loop.h"

namespace conformance {
namespace {

using reference::integer;
using reference::integers;
using reference::reals;

Body twice(Control& p, int n) {
  return [&p, n](const Exprs& v) { return p.times(n, {v[0]}, {}, multiple(2)); };
}

TEST(Conformance, W09_AListBesideWhatIsKept) {
  Control p;
  const Expr x = p.input("x", 1);
  const Exprs r = p.times(2, {x, p.empty()}, {}, [&](const Exprs& v) {
    const Expr y = p.cos(v[0]);
    return Exprs{y, p.push(v[1], y)};
  });
  const double c = std::cos(1), s = std::sin(1);
  p.expect({r[0] + p.sum_of(r[1])}, {x}, {-s + 2 * std::sin(c) * s}, 3);
}

TEST(Conformance, W11_ListsInThreeLoops) {
  Control p;
  const Expr x = p.input("x", 1);
  Body body = [&](const Exprs& v) {
    const Expr y = p.cos(v[0] * v[0]);
    return Exprs{y, p.push(v[1], y)};
  };
  for (int depth = 0; depth < 2; ++depth)
    body = [&p, body](const Exprs& v) {
      const Exprs inner = p.times(2, {v[0], p.empty()}, {}, body);
      return Exprs{inner[0], p.push(p.push(v[1], p.sum_of(inner[1])), v[0])};
    };
  const Exprs r = p.times(2, {x, p.empty()}, {}, body);
  p.agree({r[0], p.sum_of(r[1])}, 2);
}

TEST(Conformance, W27_TripsOfTheInnerLoopVary) {
  Control p;
  const Expr n = p.input("n", 3), m = p.input("m", integer(5));
  const Expr r = p.times(m + p.integer(1), {p.number(0)}, {n}, [&](const Exprs& v) {
    return Exprs{v[0] + p.times(v.back(), {p.number(1)}, {v[1]}, kProduct)[0]};
  })[0];
  p.expect_values({r}, {364});
  p.expect({r}, {n}, {547}, 3);
}

TEST(Conformance, W44_ALoopInABranchInALoop) {
  Branch p(true);
  const Expr x = p.input("x", 1);
  const Exprs r = p.loop({x}, {p.condition}, below(128), [&](const Exprs& v) {
    return p.either(
        v[1], {v[0]}, [&](const Exprs& w) { return Exprs{p.square(twice(p, 4)(w)[0])}; }, kSame);
  });
  p.expect({r[0]}, {x}, {512});
}

const char* const kReads = R"(
func @foo(%x: f64, %var: f64[4], %ids: i64[2]) -> (f64) {
  %rows = take %var, %ids {axis = 0}
  %s = sum %rows {axes = [0], keepdims = false}
  %y = add %x, %s
  return %y
}
func @nested(%x: f64, %var: f64[4], %ids: i64[2]) -> (f64) {
  %y = call @foo %x, %var, %ids
  return %y
}
func @loop(%x: f64, %var: f64[4], %ids: i64[2]) -> (f64) {
  %n = constant {element = i64, value = 3}
  %y = scan %n, %x, %var, %ids {carried = 1, scanned = 0} body(%i: i64, %x: f64, %var: f64[4], %ids: i64[2]) {
    %y = call @foo %x, %var, %ids
    -> %y
  }
  return %y
})";

TEST(Conformance, W47_RowsThatFunctionsRead) {
  const auto check = [](const std::string& function, const std::vector<std::int64_t>& rows,
                        const Numbers& expected) {
    Control p(kReads);
    const Expr var = p.input("var", reals({4}, {1, 2, 3, 4})), ids = p.input("ids", integers({2}, rows));
    p.expect(p.times(2, {p.number(0)}, {var, ids},
                     [&](const Exprs& v) {
                       return p.call(function, {v[0], v[1], v[2]});
                     }),
             {var}, expected);
  };
  check("foo", {1, 3}, {0, 2, 0, 2});
  check("nested", {1, 3}, {0, 2, 0, 2});
  check("loop", {1, 2}, {0, 6, 6, 0});
}

TEST(Conformance, W48_InvariantsOfSomeTrips) {
  Control p;
  const Expr var1 = p.input("var1", reals({3}, {1, 2, 3})), var2 = p.input("var2", reals({2}, {4, 5}));
  const Exprs r = p.times(4, {p.number(0)}, {var1, var2}, [&](const Exprs& v) {
    const Expr even = ir::equal(p.op(Kind::Modulo, {v.back(), p.integer(2)}), 0);
    const auto read = [&](std::size_t which) -> Body {
      return [&p, which](const Exprs& w) { return Exprs{p.total(p.rows(w[which], {1}))}; };
    };
    return Exprs{v[0] + p.either(even, {v[1], v[2]}, read(0), read(1))[0]};
  });
  p.expect_values(r, {14});
  p.expect(r, {var1, var2}, {0, 2, 0, 0, 2});
}

TEST(Conformance, W49_TheSumOfRows) {
  Control p;
  const Expr var = p.input("var", reals({5}, Numbers(5, 1)));
  const Exprs r = p.times(3, {p.number(1)}, {var}, [&](const Exprs& v) {
    return Exprs{v[0] * p.total(p.rows(v[1], {1, 3}))};
  });
  p.expect(r, {var}, {0, 12, 0, 12, 0});
}

TEST(Conformance, W50_OnlyTheLastTripOfWhatIsOverwritten) {
  Control p;
  const Expr var1 = p.input("var1", reals({5}, Numbers(5, 1))),
             var2 = p.input("var2", reals({3}, Numbers(3, 1)));
  const Expr none = p.input("none", reals({2}, {0, 0}));
  const Exprs r = p.times(3, {none, p.number(1)}, {var1, var2}, [&](const Exprs& v) {
    return Exprs{p.rows(v[2], {1, 3}), v[1] * p.total(p.rows(v[3], {0}))};
  });
  p.expect(r, {var1, var2}, {0, 1, 0, 1, 0, 3, 0, 0});
}

TEST(Conformance, W51_ARowEachTrip) {
  for (bool fans_out : {true, false}) {
    Control p;
    const Expr x = p.input("x", reals({5}, Numbers(5, 1))), one = p.input("one", reals({1}, {1}));
    const Exprs r = p.times(3, {one}, {x}, [&](const Exprs& v) {
      const Expr row = p.rows(v[1], {0});
      return Exprs{v[0] * (fans_out ? row + row : row)};
    });
    p.expect_values(r, {fans_out ? 8.0 : 1});
    p.expect(r, {x}, {fans_out ? 24.0 : 3, 0, 0, 0, 0});
  }
}

TEST(Conformance, W56_AnOuterValueAndOnePassedThroughTheInnerLoop) {
  Branch p(true);
  const Expr x = p.input("x", 0), var = p.input("var", 3);
  const Exprs r = p.times(2, {x}, {p.condition, var}, [&](const Exprs& v) {
    const auto inner = [&](const Exprs& w) {
      return p.times(3, {w[0]}, {w[1]}, [&](const Exprs& u) { return Exprs{u[0] + p.square(u[1])}; });
    };
    return Exprs{v[0] +
                 p.either(v[1], {v[0], v[2]}, inner, [&](const Exprs&) { return Exprs{p.number(0)}; })[0]};
  });
  p.expect_values(r, {81});
  p.expect(r, {x}, {4});
  p.expect(r, {x, var}, {4, 54}, 3);
}

TEST(Conformance, W65_InnerLoops) {
  Control p, q, r;
  const Expr x = p.input("x", 1), y = q.input("x", 1), z = r.input("x", 1);
  const auto doubled = [&](const Exprs& v) {
    return Exprs{2.0 * p.loop({v[0]}, {}, below(4), multiple(2))[0]};
  };
  p.expect({p.loop({x}, {}, below(2), doubled)[0]}, {x}, {8}, 0);  // 4 is the inner limit
  q.expect({q.loop({y}, {}, below(128), [&](const Exprs& v) { return twice(q, 4)(twice(q, 4)(v)); })[0]}, {y},
           {256});
  r.expect({r.loop({z}, {}, below(128),
                   [&](const Exprs& v) { return Exprs{twice(r, 4)(v)[0] * twice(r, 4)(v)[0]}; })[0]},
           {z}, {512});
}

// One step of Adam with a rate of 0.001: as long as it is positive, how large the gradient is does not
// matter.
TEST(Conformance, W66_AMapOfMaps) {
  Control p;
  const Expr data = p.input("data", reals({2, 2}, {1, 2, 3, 4})), var = p.input("var", 3);
  const Expr y = p.map(data, 2, {var}, [&](const Exprs& row) {
    return p.map(row[0], 2, {row[1]}, [&](const Exprs& v) { return v[0] + p.square(v[1]); });
  });
  const Expr loss = p.op(Kind::Mean, {y}, {{"axes", ir::Integers{0, 1}}, {"keepdims", false}});
  p.expect({loss}, {var}, {6});
  const double g = p.numbers({loss}, {var})[0];
  EXPECT_NEAR(3 - .001 * g / (std::abs(g) + 1e-8), 2.999, 1e-9);
}

TEST(Conformance, W67_ABranchInALoop) {
  Branch p(true);
  const Expr x = p.input("x", 2);
  p.expect({p.loop({x}, {p.condition}, below(100),
                   [&](const Exprs& v) {
                     return p.either(v[1], {v[0]}, kSquare, [](const Exprs& w) { return Exprs{w[0] - 1.0}; });
                   })[0]},
           {x}, {1024}, 3);
}

TEST(Conformance, W68_AConstantArmInALoop) {
  for (bool taken : {true, false}) {
    Branch p(taken);
    const Expr x = p.input("x", 1);
    const Expr r = p.times(3, {x}, {p.condition}, [&](const Exprs& v) {
      return p.either(v[1], {v[0]}, multiple(2), [&](const Exprs&) { return Exprs{p.number(10)}; });
    })[0];
    p.expect({r}, {x}, {taken ? 8.0 : 0});
    p.expect_orders(r, "x", taken ? Numbers{8, 8, 0} : Numbers{10, 0, 0});
  }
}

TEST(Conformance, W69_ALoopInABranch) {
  for (bool taken : {true, false}) {
    Branch p(taken);
    const Expr n = p.input("n", 0);
    const Exprs r = p.choose(
        {n},
        [&](const Exprs& v) {
          return Exprs{p.loop({v[0]}, {}, below(10), [](const Exprs& w) { return Exprs{1.0 + w[0]}; })[0]};
        },
        multiple(2));
    p.expect(r, {n}, {taken ? 1.0 : 2}, 0);  // 10 is the limit
  }
}

TEST(Conformance, W73_AMapInALoop) {
  Control p;
  const Expr elements = p.input("elements", reals({6}, {1, 2, 3, 4, 5, 6})), param = p.input("param", 2);
  p.expect(p.times(10, {elements}, {param},
                   [&](const Exprs& v) {
                     return Exprs{p.map(v[0], 6, {v[1]}, [](const Exprs& w) { return w[0] * w[1]; })};
                   }),
           {param}, {107520});
}

TEST(Conformance, W79_AnIntegerThatBecomesANumber) {
  for (double limit : {0.0, .1}) {
    Control p;
    const Expr q = p.input("q", reals({2}, {7, 8}));
    const Expr least = p.op(Kind::Argmax, {-q}, {{"axis", std::int64_t{0}}});
    const Exprs r = p.loop(
        {least, p.number(0)}, {q}, [&](const Exprs& v) { return ir::less(v[1], limit); },
        [&](const Exprs& v) {
          return Exprs{v[0], ir::astype(v[0], ir::ElementType::f64) + p.total(v[2])};
        });
    p.expect({r[1]}, {q}, limit > 0 ? Numbers{1, 1} : Numbers{0, 0});
  }
}

TEST(Conformance, W81_AFunctionThatLoopsTwice) {
  Control p(R"(
func @g(%x: f64) -> (f64) {
  %n = constant {element = i64, value = 2}
  %y = scan %n, %x {carried = 1, scanned = 0} body(%i: i64, %x: f64) {
    %y = square %x
    -> %y
  }
  return %y
})");
  const Expr x = p.input("x", 2), y = p.call("g", {p.call("g", {x})[0]})[0];
  p.expect_values({y}, {65536});
  p.expect({y}, {x}, {524288}, 3);
}

}  // namespace
}  // namespace conformance
