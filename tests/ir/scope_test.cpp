// Extent symbols of blocks: what binds them, what they are outside, and extents that vary.
#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/text/text.h"
#include "ir/verify.h"

namespace ir {
namespace {

// Empty where the text is read and verifies, otherwise what is wrong first.
std::string fault(const std::string& text) {
  Diagnostics diagnostics;
  const auto module = parse(text, diagnostics);
  if (module) verify(*module, diagnostics);
  if (diagnostics.empty() && print(*module) != print(*parse(print(*module), diagnostics))) return "text changes";
  return diagnostics.empty() ? "" : diagnostics.text();
}

void expect_fault(const std::string& text, const std::string& part) {
  EXPECT_NE(fault(text).find(part), std::string::npos) << fault(text) << text;
}

// A loop that appends to a vector; `condition` and `body` are the parameters' types, `results` what is said of it.
std::string growing(const std::string& parameter, const std::string& attributes, const std::string& type) {
  return R"(func @f(%x: f64[x.0], %n: i64) -> (f64) {
  %y = scan %n, %x {carried = 1, scanned = 0)" + attributes + R"(} body(%i: i64, %v: f64[)" + parameter + R"(]) {
    %one = constant {element = f64, value = 1.0}
    %e = broadcast %one {shape = <1>}
    %w = concat %v, %e {axis = 0}
    -> %w
  } : f64[)" + type + R"(]
  %s = sum %y {axes = [0], keepdims = false}
  return %s
})";
}

TEST(Scope, LetsCarriedExtentsVaryWhereTheyAreNamed) {
  EXPECT_EQ(fault(growing("v.0", ", shapes = <y.0>, varying = [0]", "y.0")), "");
  expect_fault(growing("x.0", "", "x.0"), "can't be equal");
  expect_fault(growing("v.0", "", "x.0"), "can't be equal");
  expect_fault(growing("x.0", ", shapes = <y.0>, varying = [0]", "y.0"), "a symbol of its own, not x.0");
  expect_fault(growing("v.0", ", shapes = <x.0>, varying = [0]", "x.0"), "can't be equal");
  expect_fault(growing("v.0", ", shapes = <y.0, z.0>, varying = [0]", "y.0"), "an extent for each axis");
  expect_fault(growing("v.0", ", shapes = <y.0>", "y.0"), "an extent for each axis");
  expect_fault(growing("v.0", ", shapes = <y.0>, varying = [1]", "y.0"), "numbers results that are tensors");
}

// Rows are appended, columns stay: the second axis is known inside.
TEST(Scope, KeepsTheAxesThatStay) {
  const auto text = [](const std::string& columns, const std::string& shapes) {
    return R"(func @f(%x: f64[x.0, x.1], %r: f64[x.1], %n: i64) -> (f64[x.1]) {
  %y, %trips = while %x, %n, %r {carried = 2, shapes = <)" + shapes + R"(>, varying = [0]} condition(%v: f64[c.0, x.1], %k: i64, %r: f64[x.1]) {
    %zero = constant {element = i64, value = 0}
    %more = greater %k, %zero
    -> %more
  } body(%v: f64[v.0, )" + columns + R"(], %k: i64, %r: f64[x.1]) {
    %row = expand_dims %r {axes = [0]}
    %w = concat %v, %row {axis = 0}
    -> %w, %k
  }
  %s = sum %y {axes = [0], keepdims = false}
  return %s
})";
  };
  // (The two carried results, then the number of trips.)
  std::string good = text("x.1", "y.0, x.1");
  good.replace(good.find("%y, %trips ="), 12, "%y, %last, %trips =");
  EXPECT_EQ(fault(good), "");
  std::string bad = text("v.1", "y.0, y.1");
  bad.replace(bad.find("%y, %trips ="), 12, "%y, %last, %trips =");
  EXPECT_NE(fault(bad), "");
}

// An arm's value has an extent that only the arm knows.
TEST(Scope, LetsArmsGiveExtentsOfTheirOwn) {
  const auto text = [](const std::string& attributes, const std::string& type) {
    return R"(func @f(%p: bool, %s: seq<f64[?]>, %x: f64[x.0], %i: i64) -> (f64) {
  %y = if %p, %s, %x, %i )" + attributes + R"( then(%s: seq<f64[?]>, %x: f64[x.0], %i: i64) {
    %a = sequence_at %s, %i {shape = <a.0>}
    -> %a
  } else(%s: seq<f64[?]>, %x: f64[x.0], %i: i64) {
    -> %x
  } : f64[)" + type + R"(]
  %t = sum %y {axes = [0], keepdims = false}
  return %t
})";
  };
  EXPECT_EQ(fault(text("{shapes = <y.0>, varying = [0]}", "y.0")), "");
  expect_fault(text("", "a.0"), "the extent a.0 of result 0 is not known outside");
  expect_fault(text("{shapes = <x.0>, varying = [0]}", "x.0"), "can't be equal");
}

// A parameter's own symbol is what is passed, also for results; an integer parameter is a symbol.
TEST(Scope, BindsParametersToWhatIsPassed) {
  const auto text = [](const std::string& extent, const std::string& type) {
    return R"(func @f(%p: bool, %x: f64[x.0], %n: i64) -> (f64[)" + type + R"(]) {
  %two = constant {element = i64, value = 2}
  %m = multiply %n, %two
  %y = if %p, %x, %m then(%v: f64[v.0], %k: i64) {
    %e = extent {value = <v.0>}
    %z = constant {element = f64, value = 0.0}
    %w = broadcast %z {shape = <)" + extent + R"(>}
    -> %w
  } else(%v: f64[x.0], %k: i64) {
    %z = constant {element = f64, value = 0.0}
    %w = broadcast %z {shape = <)" + extent + R"(>}
    -> %w
  }
  return %y
})";
  };
  EXPECT_EQ(fault(text("%k", "2*%n")), "");
  EXPECT_EQ(fault(text("2*%n", "2*%n")), "");
  expect_fault(text("v.0", "x.0"), "can't be equal");
  EXPECT_EQ(fault(text("x.0", "x.0")), "");
}

// The trip's number is a symbol in the trip only.
TEST(Scope, KeepsWhatChangesFromTripToTripInside) {
  const auto text = [](const std::string& result) {
    return R"(func @f(%x: f64[x.0], %n: i64) -> (f64[x.0], seq<f64[?]>) {
  %y, %all = scan %n, %x {carried = 1, scanned = 0} body(%i: i64, %v: f64[x.0]) {
    %z = constant {element = f64, value = 0.0}
    %w = broadcast %z {shape = <%i>}
    -> )" + result + R"(, %w
  }
  return %y, %all
})";
  };
  EXPECT_EQ(fault(text("%v")), "");
  expect_fault(text("%w"), "can't be equal");
}

// A second parameter of a name, in a block inside, is no symbol: the name stands for the first.
TEST(Scope, BindsANameOnce) {
  Module module;
  Function f = new_function("f");
  Diagnostics diagnostics;
  Builder b(module, f, diagnostics);
  const ValueId n = b.argument(scalar(ElementType::i64), "n");
  const BlockId inner = b.block({scalar(ElementType::i64), scalar(ElementType::i32)}, {"n", "k"});
  EXPECT_EQ(extent_of(f, n), Extent::symbol("%n"));
  EXPECT_EQ(extent_of(f, f[inner].parameters[0]), std::nullopt);
  EXPECT_EQ(extent_of(f, f[inner].parameters[1]), Extent::symbol("%k"));
  EXPECT_EQ(b.fresh_name("n"), "n_2");
  EXPECT_EQ(b.fresh_name("i"), "i");
  EXPECT_EQ(b.fresh_name("i"), "i_2");
  EXPECT_EQ(b.fresh_symbol("at"), "at.0");
  EXPECT_EQ(b.fresh_symbol("at"), "at.1");
}

TEST(Scope, NamesWhatACallFindsOut) {
  const std::string callee = R"(
func @pick(%s: seq<f64[?]>, %i: i64) -> (f64[a.0]) {
  %a = sequence_at %s, %i {shape = <a.0>}
  return %a
})";
  EXPECT_EQ(fault(R"(func @f(%s: seq<f64[?]>, %i: i64) -> (f64[y.0]) {
  %y = call @pick %s, %i {shapes = <y.0>, varying = [0]}
  return %y
})" + callee),
            "");
  expect_fault(R"(func @f(%s: seq<f64[?]>, %i: i64) -> (f64[a.0]) {
  %y = call @pick %s, %i
  return %y
})" + callee,
               "is not known here");
}

}  // namespace
}  // namespace ir
