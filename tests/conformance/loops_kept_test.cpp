// Section W: what loops keep for their adjoints, and what of it goes. More of these are in tests/control.
#include "tests/conformance/loop.h"

namespace conformance {
namespace {

using control::Types;
using ir::ElementType;
using reference::integer;
using reference::integers;
using reference::real;
using reference::reals;

int pushes(Control& p, const Exprs& targets, const Exprs& sources) {
  Request request;
  request.pipeline = "simplify,cse,dce";
  const auto derived = p.reverse(targets, sources, request);
  return count(derived, Kind::SequencePush, false) + count(derived, Kind::SequencePush, true);
}

// v = v² while it is below 8, and what else the rows have in the body.
TEST(Conformance, W01_W24_W28_SquaresBesideOtherThings) {
  const auto check = [](const std::function<Exprs(Control&, Exprs)>& body, bool list) {
    Control p;
    const Expr x = p.input("x", 2);
    const Exprs start = list ? Exprs{x, p.empty()} : Exprs{x};
    const Exprs r = p.loop(start, {}, below(8), [&](const Exprs& v) { return body(p, v); });
    p.expect_values({r[0]}, {16});
    p.expect({r[0]}, {x}, {32}, 3);
    const Exprs all = list ? Exprs{r[0], p.sum_of(r[1])} : Exprs{r[0]};
    const Types kept = control::kept(p.returning(all));
    EXPECT_EQ(std::count(kept.begin(), kept.end(), "seq<f64>"), list ? 0 : 1);
    EXPECT_EQ(pushes(p, all, {x}), list ? 1 : 0);
  };
  check([](Control&, const Exprs& v) { return Exprs{v[0] * v[0]}; }, false);
  check([](Control& p, const Exprs& v) { return Exprs{v[0] * v[0], p.push(v[1], v[0])}; }, true);
  check(
      [](Control& p, const Exprs& v) {
        const Expr once = p.op(Kind::Checkpoint, {v[0]});
        return Exprs{once * p.op(Kind::Checkpoint, {once})};
      },
      false);
}

TEST(Conformance, W20_W32_InvariantsAndConstantsAreNotKept) {
  Control p;
  const Expr x = p.input("x", 1), v = p.input("v", 5);
  const Exprs r = p.times(5, {x}, {v}, kProduct);
  EXPECT_EQ(control::kept(p.returning(r)), Types{"seq<f64>"});
  EXPECT_EQ(control::kept(p.returning(p.times(5, {v}, {}, multiple(2)))), Types{});
  p.expect(r, {x, v}, {3125, 3125});
}

TEST(Conformance, W64_ALoopThatNobodyUses) {
  Control p;
  const Expr x = p.input("x", 2), y = p.input("y", 3);
  p.times(5, {x}, {y}, kProduct);
  p.expect({p.square(y)}, {x, y}, {kAbsent, 6});
  EXPECT_EQ(count(p.reverse({p.square(y)}, {y}), Kind::Scan, true), 0);
}

// A list that is pushed to each trip, in one loop and in loops in it.
TEST(Conformance, W19_ListsThatNobodyReadsGo) {
  for (int depth = 0; depth < 3; ++depth) {
    Control p;
    const Expr x = p.input("x", 1.1);
    Body body = [&](const Exprs& v) { return Exprs{v[0] * v[0], p.push(v[1], 2.0 * v[0])}; };
    for (int level = 0; level < depth; ++level)
      body = [&p, body](const Exprs& v) { return p.times(2, {v[0], v[1]}, {}, body); };
    const Exprs r = p.times(2, {x, p.empty()}, {}, body);
    EXPECT_EQ(pushes(p, {r[0]}, {x}), 0) << depth;
    EXPECT_EQ(pushes(p, {r[0], p.sum_of(r[1])}, {x}), 1) << depth;
  }
}

TEST(Conformance, W25_ElementsKeepTheirShape) {
  const ir::Shape shapes[] = {
      {ir::Extent::symbol("x.0"), 2}, {ir::Extent::symbol("x.0"), ir::Extent::symbol("x.1")}, {2, 2}};
  for (const ir::Shape& shape : shapes) {
    Control p;
    const Expr v = p.argument({ElementType::f64, shape, 0}, "v"),
               u = p.argument({ElementType::f64, shape, 0}, "u");
    p.values = {reals({2, 2}, {1.1, 1.2, 1.3, 1.4}), reals({2, 2}, {.5, 1.5, 2, .7})};
    const Exprs r = p.times(2, {v}, {u}, [&](const Exprs& w) {
      return Exprs{p.op(Kind::Pow, {w[0], w[1]})};
    });
    const Types kept = control::kept(p.returning(r));
    EXPECT_FALSE(kept.empty());
    for (const std::string& type : kept) EXPECT_TRUE(type.ends_with("[?, ?]>")) << type;
    for (const std::string& type : control::kept(reverse_of(p.returning(r), {"v", "u"})))
      EXPECT_TRUE(type.ends_with("[?, ?]>")) << type;
    p.agree(r);
  }
}

TEST(Conformance, W29_TheSameIsKeptEachTime) {
  Control p;
  const Expr x = p.input("x", 1.5);
  const Exprs doubled = p.loop({x}, {}, below(10), multiple(2)),
              squared = p.loop({x}, {}, below(10), kSquare);
  EXPECT_EQ(control::kept(p.returning({doubled[0]})), Types{});
  EXPECT_EQ(control::kept(p.returning({doubled[0], squared[0]})), Types{"seq<f64>"});
  const auto text = [&] { return ir::print(p.reverse({doubled[0], squared[0]}, {x}).module); };
  EXPECT_EQ(text(), text());
}

TEST(Conformance, W85_ConditionsAreNotAskedAgain) {
  Control p;
  const Expr x = p.input("x", 2);
  const auto derived = p.reverse({p.loop({x}, {}, below(100), kSquare)[0]}, {x});
  EXPECT_EQ(count(derived, Kind::While, true), 0);
  EXPECT_EQ(count(derived, Kind::Less, true), 0);
  EXPECT_EQ(count(derived, Kind::Less, false), 1);
  for (const ir::Op& op : derived.module[derived.function].ops) {
    if (op.kind != Kind::Scan) continue;
    const ir::Function& f = derived.module[derived.function];
    EXPECT_EQ(f[f[op.operands[0]].op].kind, Kind::While);  // the number of trips that it counted
  }
}

// k goes to 2 k mod 5, and x[k] is what each trip multiplies by.
TEST(Conformance, W87_IntegersAreKeptAndHaveNoAdjoint) {
  Control p;
  const Expr x = p.input("x", reals({5}, {1.1, 1.2, 1.3, 1.4, 1.5})), k = p.input("k", integer(1));
  const Exprs r = p.times(4, {p.number(1), k}, {x}, [&](const Exprs& v) {
    const Expr next = p.op(Kind::Modulo, {v[1] + v[1], p.integer(5)});
    return Exprs{v[0] * p.element(v[2], v[1]), next};
  });
  const Types kept = control::kept(p.returning({r[0]}));
  EXPECT_EQ(std::count(kept.begin(), kept.end(), "seq<i64>"), 1);
  const auto derived = p.reverse({r[0]}, {x});
  const ir::Function& f = derived.module[derived.function];
  for (const ir::Op& op : f.ops) {
    if (op.kind != Kind::Scan || !op.derived) continue;
    for (ir::ValueId result : op.results) EXPECT_TRUE(ir::is_differentiable(f[result].type.element));
  }
  const double product = 1.2 * 1.3 * 1.5 * 1.4;
  p.expect({r[0]}, {x}, {0, product / 1.2, product / 1.3, product / 1.4, product / 1.5}, 3);
}

}  // namespace
}  // namespace conformance
