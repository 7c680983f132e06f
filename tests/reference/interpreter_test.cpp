#include "ir/kind.h"
#include "tests/reference/interpreter.h"

#include <gtest/gtest.h>

#include "tests/reference/graph.h"

namespace reference {
namespace {

using ir::ElementType;
using ir::Expr;
using ir::Extent;
using ir::Kind;

const ir::Type kReal = ir::scalar(ElementType::f64);
const ir::Type kCount = ir::scalar(ElementType::i64);

std::vector<Value> run(const ir::Module& module, const std::vector<Value>& arguments) {
  return interpret(module, last(module), arguments);
}
std::vector<double> numbers(const Value& value) { return value.tensor().reals; }
double number(const Value& value) { return value.tensor().reals.at(0); }
std::int64_t whole(const Value& value) { return value.tensor().integers.at(0); }

std::string violation(const ir::Module& module, const std::vector<Value>& arguments) {
  try {
    run(module, arguments);
  } catch (const Violation& problem) {
    return problem.what();
  }
  return "none";
}

TEST(Interpreter, RunsElementwiseOpsInTheElementType) {
  Graph g;
  const Expr x = g.argument({ElementType::f32, {2}, 0}, "x");
  const auto module = g.finish({x / (x + x + x), x < x, ir::astype(x, ElementType::i32)});
  const auto y = run(module, {reals({2}, {1, -7.75}, ElementType::f32)});
  EXPECT_EQ(numbers(y[0])[0], static_cast<double>(1.0f / 3.0f));
  EXPECT_EQ(y[1].tensor().element, ElementType::boolean);
  EXPECT_EQ(y[1].tensor().integers, (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(y[2].tensor().integers, (std::vector<std::int64_t>{1, -7}));
}

TEST(Interpreter, ConvertsToBoolByInequalityWithZero) {
  Graph g;
  const Expr x = g.real("x", {3});
  const auto y = run(g.finish({ir::astype(x, ElementType::boolean)}), {reals({3}, {0.5, 0, std::nan("")})});
  EXPECT_EQ(y[0].tensor().integers, (std::vector<std::int64_t>{1, 0, 1}));
}

TEST(Interpreter, WrapsIntegers) {
  Graph g;
  const Expr x = g.argument(ir::scalar(ElementType::i8), "x");
  EXPECT_EQ(whole(run(g.finish({x + x}), {integers({}, {100}, ElementType::i8)})[0]), -56);
}

TEST(Interpreter, BindsExtentsToTheArgumentsAndChecksTheRest) {
  Graph g;
  const Extent n = Extent::symbol("x.0");
  const Expr x = g.real("x", {n}), y = g.real("y", {n + 1});
  const auto module = g.finish({x, y, {&g.builder, g.builder.extent_value(n * n)}});
  EXPECT_EQ(whole(run(module, {reals({2}, {1, 2}), reals({3}, {1, 2, 3})})[2]), 4);
  EXPECT_EQ(violation(module, {reals({2}, {1, 2}), reals({2}, {1, 2})}),
            "argument 1: axis 0 has extent 2, not x.0 + 1 = 3");
}

TEST(Interpreter, BindsIntegerArguments) {
  Graph g;
  const Expr n = g.argument(kCount, "n"), x = g.real("x", {});
  const auto extent = g.builder.extent_of(n.id);
  ASSERT_TRUE(extent.has_value());
  const auto module = g.finish({ir::broadcast(x, {*extent + 1})});
  EXPECT_EQ(numbers(run(module, {integer(2), real(5)})[0]), (std::vector<double>{5, 5, 5}));
}

TEST(Interpreter, ChecksRequirements) {
  Graph g;
  g.builder.facts().may_assume = true;
  const Extent m = Extent::symbol("x.0"), n = Extent::symbol("x.1");
  const Expr x = g.real("x", {m, n});
  const auto module = g.finish({ir::reshape(x, {6})});
  ASSERT_EQ(module.functions[0].requirements.size(), 1u);
  EXPECT_EQ(run(module, {reals({2, 3}, {1, 2, 3, 4, 5, 6})})[0].tensor().extents,
            (std::vector<std::int64_t>{6}));
  EXPECT_NE(violation(module, {reals({2, 2}, {1, 2, 3, 4})}).find("requires"), std::string::npos);
}

TEST(Interpreter, RefusesArgumentsOfAnotherForm) {
  Graph g;
  const Expr x = g.real("x", {2});
  const auto module = g.finish({x});
  EXPECT_EQ(violation(module, {}), "@f takes 1 arguments, not 0");
  EXPECT_NE(violation(module, {real(1)}), "none");
  EXPECT_NE(violation(module, {reals({3}, {1, 2, 3})}), "none");
  EXPECT_NE(violation(module, {reals({2}, {1, 2}, ElementType::f32)}), "none");
  EXPECT_NE(violation(module, {Value(std::vector<Value>{})}), "none");
}

// if p then x + 1 else 2x
TEST(Interpreter, TakesOneArm) {
  Graph g;
  const Expr p = g.argument(ir::scalar(ElementType::boolean), "p"), x = g.real("x");
  const auto then_block = g.block({kReal}, [](const auto& v) { return std::vector{1.0 + v[0]}; });
  const auto else_block = g.block({kReal}, [](const auto& v) { return std::vector{2.0 * v[0]}; });
  const auto module = g.finish(g.ops(Kind::If, {p, x}, {}, {then_block, else_block}));
  EXPECT_EQ(number(run(module, {boolean(true), real(5)})[0]), 6);
  EXPECT_EQ(number(run(module, {boolean(false), real(5)})[0]), 10);
}

// while x < limit: stack x; x = x * x
ir::Module squares() {
  Graph g;
  const Expr x = g.real("x"), limit = g.real("limit");
  const auto condition = g.block({kReal, kReal}, [](const auto& v) { return std::vector{v[0] < v[1]}; });
  const auto body = g.block({kReal, kReal}, [](const auto& v) { return std::vector{v[0] * v[0], v[0]}; });
  return g.finish(g.ops(Kind::While, {x, limit}, {{"carried", std::int64_t{1}}}, {condition, body}));
}

TEST(Interpreter, CountsTheTripsOfAWhileAndStacks) {
  const auto y = run(squares(), {real(2), real(100)});
  EXPECT_EQ(number(y[0]), 256);
  EXPECT_EQ(whole(y[1]), 3);
  ASSERT_EQ(y[2].sequence().size(), 3u);
  EXPECT_EQ(number(y[2].sequence()[2]), 16);
}

TEST(Interpreter, LeavesAWhileOfNoTripsAlone) {
  const auto y = run(squares(), {real(2), real(1)});
  EXPECT_EQ(number(y[0]), 2);
  EXPECT_EQ(whole(y[1]), 0);
  EXPECT_TRUE(y[2].sequence().empty());
}

TEST(Interpreter, StopsAWhileThatDoesNotEnd) {
  EXPECT_EQ(violation(squares(), {real(1), real(2)}), "while: more than 100000 trips");
}

// scan n (total; xs; factor): total = factor * total + x; stacks the new total and the trip's number
ir::Module horner(bool reverse) {
  Graph g;
  const Expr n = g.argument(kCount, "n"), total = g.real("total");
  const Expr xs = g.argument(ir::sequence_of(kReal), "xs"), factor = g.real("factor");
  const auto body = g.block({kCount, kReal, kReal, kReal}, [](const auto& v) {
    const Expr next = v[3] * v[1] + v[2];
    return std::vector{next, next, v[0]};
  });
  return g.finish(g.ops(Kind::Scan, {n, total, xs, factor},
                        {{"carried", std::int64_t{1}}, {"scanned", std::int64_t{1}}, {"reverse", reverse}},
                        {body}));
}
const std::vector<Value> kDigits{real(1), real(2), real(3)};

TEST(Interpreter, ScansForward) {
  const auto y = run(horner(false), {integer(3), real(0), Value(kDigits), real(10)});
  EXPECT_EQ(number(y[0]), 123);
  EXPECT_EQ(number(y[1].sequence()[0]), 1);
  EXPECT_EQ(number(y[1].sequence()[2]), 123);
}

TEST(Interpreter, ScansInReverseAndStacksInTheOrderOfTheTrips) {
  const auto y = run(horner(true), {integer(3), real(0), Value(kDigits), real(10)});
  EXPECT_EQ(number(y[0]), 321);
  EXPECT_EQ(number(y[1].sequence()[0]), 321);
  EXPECT_EQ(number(y[1].sequence()[2]), 3);
  EXPECT_EQ(whole(y[2].sequence()[2]), 2);
}

TEST(Interpreter, ScansNoTrips) {
  const auto y = run(horner(false), {integer(0), real(7), Value(std::vector<Value>{}), real(10)});
  EXPECT_EQ(number(y[0]), 7);
  EXPECT_TRUE(y[1].sequence().empty());
}

TEST(Interpreter, RefusesASequenceOfAnotherLength) {
  EXPECT_EQ(violation(horner(false), {integer(2), real(0), Value(kDigits), real(10)}),
            "scan: a sequence of 3 for 2 trips");
}

// The elements of a scanned sequence have extents of their own, which the block's symbol names trip by trip.
TEST(Interpreter, BindsTheExtentsOfSequenceElementsPerTrip) {
  Graph g;
  const ir::Type row{ElementType::f64, {Extent::symbol("row.0")}, 0};
  const Expr n = g.argument(kCount, "n"), total = g.real("total");
  const Expr rows = g.argument(ir::sequence_of(row), "rows");
  const auto body =
      g.block({kCount, kReal, row}, [](const auto& v) { return std::vector{v[1] + ir::sum(v[2], {0})}; });
  const auto module = g.finish(g.ops(Kind::Scan, {n, total, rows},
                                     {{"carried", std::int64_t{1}}, {"scanned", std::int64_t{1}}}, {body}));
  const Value ragged(std::vector<Value>{reals({1}, {1}), reals({0}, {}), reals({3}, {1, 2, 3})});
  EXPECT_EQ(number(run(module, {integer(3), real(0), ragged})[0]), 7);
}

TEST(Interpreter, CallsWithTheExtentsOfTheCaller) {
  Graph callee("doubled");
  const Expr v = callee.real("v", {Extent::symbol("v.0")});
  Graph g("f", callee.finish({2.0 * v}));
  const Expr x = g.real("x", {Extent::symbol("x.0")}), y = g.real("y", {3});
  const Expr a = g.ops(Kind::Call, {x}, {}, {}, ir::FunctionId{0})[0];
  const Expr b = g.ops(Kind::Call, {y}, {}, {}, ir::FunctionId{0})[0];
  const auto results = run(g.finish({a, b}), {reals({1}, {4}), reals({3}, {1, 2, 3})});
  EXPECT_EQ(numbers(results[0]), (std::vector<double>{8}));
  EXPECT_EQ(numbers(results[1]), (std::vector<double>{2, 4, 6}));
}

TEST(Interpreter, MakesAndReadsSequences) {
  Graph g;
  const Extent n = Extent::symbol("x.0"), m = Extent::symbol("at.0");
  const Expr x = g.real("x", {n}), i = g.argument(kCount, "i");
  const ir::Attributes empty{
      {"element", ElementType::f64}, {"rank", std::int64_t{1}}, {"depth", std::int64_t{0}}};
  const Expr none = {&g.builder, g.builder.append(Kind::SequenceEmpty, {}, empty)};
  const Expr one = g.op(Kind::SequencePush, {none, x});
  const Expr two = g.op(Kind::SequencePush, {one, g.op(Kind::Concat, {x, x}, {{"axis", std::int64_t{0}}})});
  const Expr read = g.op(Kind::SequenceAt, {two, i}, {{"shape", ir::Shape{m}}});
  const auto module = g.finish({read, g.op(Kind::SequenceSize, {two}), g.op(Kind::SequenceSize, {none})});
  const auto y = run(module, {reals({1}, {3}), integer(1)});
  EXPECT_EQ(numbers(y[0]), (std::vector<double>{3, 3}));
  EXPECT_EQ(whole(y[1]), 2);
  EXPECT_EQ(whole(y[2]), 0);
  EXPECT_EQ(violation(module, {reals({1}, {3}), integer(2)}), "sequence_at: index 2 in a sequence of 2");
  EXPECT_EQ(violation(module, {reals({1}, {3}), integer(-1)}), "sequence_at: index -1 in a sequence of 2");
}

// A type that promises another extent than the op gives is found out.
TEST(Interpreter, ChecksEveryResultAgainstItsType) {
  Graph g;
  const Expr x = g.real("x", {2});
  auto module = g.finish({x + x});
  module.functions[0].values.back().type.extents[0] = 3;
  EXPECT_EQ(violation(module, {reals({2}, {1, 2})}), "add: result 0: axis 0 has extent 2, not 3 = 3");
}

// A block is closed: it can't read what stands outside.
TEST(Interpreter, KeepsBlocksClosed) {
  Graph g;
  const Expr p = g.argument(ir::scalar(ElementType::boolean), "p"), x = g.real("x");
  const auto open = g.block({}, [&](const auto&) { return std::vector{x}; });
  const auto module = g.finish(g.ops(Kind::If, {p}, {}, {open, open}));
  EXPECT_THROW(run(module, {boolean(true), real(5)}), std::out_of_range);
}

}  // namespace
}  // namespace reference
