// The interpreter on blocks with extents of their own, and on the ops that read and write at indices.
#include <gtest/gtest.h>

#include "ir/text/text.h"
#include "ir/verify.h"
#include "tests/reference/graph.h"

namespace reference {
namespace {

ir::Module parsed(const std::string& text) {
  ir::Diagnostics diagnostics;
  auto module = ir::parse(text, diagnostics);
  if (!module || !ir::verify(*module, diagnostics)) throw std::logic_error(diagnostics.text());
  return *std::move(module);
}

std::vector<Value> run(const std::string& text, const std::vector<Value>& x) { return interpret(parsed(text), {0}, x); }

std::string violation(const std::string& text, const std::vector<Value>& x) {
  try {
    run(text, x);
  } catch (const Violation& problem) {
    return problem.what();
  }
  return "";
}

// Trip i appends i zeros.
constexpr const char* kGrowing = R"(
func @f(%x: f64[x.0], %n: i64) -> (f64[y.0], i64) {
  %y = scan %n, %x {carried = 1, scanned = 0, shapes = <y.0>, varying = [0]} body(%i: i64, %v: f64[v.0]) {
    %zero = constant {element = f64, value = 0.0}
    %e = broadcast %zero {shape = <%i>}
    %w = concat %v, %e {axis = 0}
    -> %w
  }
  %size = extent {value = <y.0>}
  return %y, %size
})";

TEST(Blocks, GrowWhatTheyCarry) {
  const auto y = run(kGrowing, {reals({2}, {1, 2}), integer(4)});
  EXPECT_EQ(y[0].tensor().extents, (std::vector<std::int64_t>{8}));
  EXPECT_EQ(y[0].tensor().reals, (std::vector<double>{1, 2, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(y[1].tensor().integers[0], 8);
  EXPECT_EQ(run(kGrowing, {reals({2}, {1, 2}), integer(0)})[1].tensor().integers[0], 2);
}

TEST(Blocks, GiveTheExtentsOfTheArmTaken) {
  const std::string text = R"(
func @f(%p: bool, %s: seq<f64[?]>, %x: f64[x.0], %i: i64) -> (f64[y.0]) {
  %y = if %p, %s, %x, %i {shapes = <y.0>, varying = [0]} then(%s: seq<f64[?]>, %x: f64[x.0], %i: i64) {
    %a = sequence_at %s, %i {shape = <a.0>}
    -> %a
  } else(%s: seq<f64[?]>, %x: f64[x.0], %i: i64) {
    -> %x
  }
  return %y
})";
  const Value s = std::vector<Value>{reals({1}, {5}), reals({3}, {6, 7, 8})};
  EXPECT_EQ(run(text, {boolean(true), s, reals({2}, {1, 2}), integer(1)})[0].tensor().reals,
            (std::vector<double>{6, 7, 8}));
  EXPECT_EQ(run(text, {boolean(false), s, reals({2}, {1, 2}), integer(7)})[0].tensor().reals,
            (std::vector<double>{1, 2}));
  EXPECT_EQ(violation(text, {boolean(true), s, reals({2}, {1, 2}), integer(2)}),
            "sequence_at: index 2 in a sequence of 2");
}

TEST(Elements, AreReadAndWritten) {
  const std::string text = R"(
func @f(%x: f64[x.0, x.1], %i: i64, %j: i64, %v: f64) -> (f64, f64[x.1], f64[x.0, x.1], f64[x.0, x.1]) {
  %a = element %x, %i, %j
  %b = element %x, %i
  %c = set_element %x, %v, %i, %j
  %d = add_element %x, %b, %j
  return %a, %b, %c, %d
})";
  const auto at = [](std::int64_t i, std::int64_t j) {
    return std::vector<Value>{reals({2, 3}, {1, 2, 3, 4, 5, 6}), integer(i), integer(j), real(9)};
  };
  const auto y = run(text, at(1, 0));
  EXPECT_EQ(y[0].tensor().reals, (std::vector<double>{4}));
  EXPECT_EQ(y[1].tensor().reals, (std::vector<double>{4, 5, 6}));
  EXPECT_EQ(y[2].tensor().reals, (std::vector<double>{1, 2, 3, 9, 5, 6}));
  EXPECT_EQ(y[3].tensor().reals, (std::vector<double>{5, 7, 9, 4, 5, 6}));
  EXPECT_EQ(violation(text, at(2, 0)), "element: index 2 on axis 0 of extent 2");
  EXPECT_EQ(violation(text, at(0, -1)), "element: index -1 on axis 1 of extent 3");
  EXPECT_EQ(violation(text, at(0, 2)), "add_element: index 2 on axis 0 of extent 2");
}

TEST(Sequences, FaultAtIndicesAndSizesThatTheyDontHave) {
  const auto one = [](const std::string& op) {
    return "func @f(%s: seq<f64>, %t: seq<f64>, %i: i64, %v: f64) -> (seq<f64>) {\n  %y = " + op + "\n  return %y\n}";
  };
  const auto x = [](std::int64_t i, std::size_t size) {
    return std::vector<Value>{Value(std::vector<Value>(size, real(1))), Value(std::vector<Value>(2, real(1))),
                              integer(i), real(2)};
  };
  EXPECT_EQ(violation(one("sequence_set %s, %v, %i"), x(2, 2)), "sequence_set: index 2 in a sequence of 2");
  EXPECT_EQ(violation(one("sequence_set %s, %v, %i"), x(-1, 2)), "sequence_set: index -1 in a sequence of 2");
  EXPECT_EQ(violation(one("sequence_add_at %s, %v, %i"), x(0, 0)), "sequence_add_at: index 0 in a sequence of 0");
  EXPECT_EQ(violation(one("sequence_pop %s"), x(0, 0)), "sequence_pop: of an empty sequence");
  EXPECT_EQ(violation(one("sequence_resize %s, %i, %v"), x(-1, 2)), "sequence_resize: -1 values");
  EXPECT_EQ(violation(one("sequence_fill %i, %v"), x(-1, 2)), "sequence_fill: -1 values");
  EXPECT_EQ(violation(one("sequence_add %s, %t"), x(0, 3)), "sequence_add: sequences of 3 and 2");
}

}  // namespace
}  // namespace reference
