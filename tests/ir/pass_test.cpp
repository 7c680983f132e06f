// Pipelines, and what all passes promise: they are pure, deterministic, idempotent, and leave what is simple
// alone.
#include "ir/passes/pass.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "ir/text/text.h"
#include "ir/verify.h"
#include "tests/reference/graph.h"

namespace ir {
namespace {

const char* const kText = R"(func @f(%x: f32[x.0]) -> (f32[x.0]) {
  %one = constant {element = f32, value = 1.0} : f32
  %ones = broadcast %one {shape = <x.0>} : f32[x.0]
  %y = multiply %x, %ones : f32[x.0]
  return %y
}
)";

Module module_of(std::string_view text) {
  Diagnostics diagnostics;
  auto module = parse(text, diagnostics);
  EXPECT_TRUE(module) << diagnostics.text();
  return *module;
}

// The module made, or the diagnostics.
std::string run(std::string_view pipeline, std::string_view text = kText, const PassOptions& options = {}) {
  Diagnostics diagnostics;
  const auto module = run_passes(module_of(text), pipeline, options, diagnostics);
  return module ? print(*module) : diagnostics.text();
}

TEST(Pipeline, RunsPassesInOrder) {
  EXPECT_EQ(run(""), kText);
  EXPECT_EQ(run("dce"), kText);
  EXPECT_EQ(run(" simplify , cse,dce "), "func @f(%x: f32[x.0]) -> (f32[x.0]) {\n  return %x\n}\n");
}

TEST(Pipeline, RefusesWhatItDoesNotKnow) {
  const char* const kUnknown =
      "no pass is called '{}'; there are inline, passed, fixed_size, counted, hoist_reads, promote, grad, jvp, batch, expand, simplify, cse, safe_where, hoist, fuse, joint, raise, raise_same_bits, sparse, terms, dce, prune_calls, sum_into, carry, set_once, rows, accumulate [unknown_pass]\n";
  EXPECT_EQ(run("simplify,cee"), fmt::format(fmt::runtime(kUnknown), "cee"));
  EXPECT_EQ(run("simplify,,cse"), fmt::format(fmt::runtime(kUnknown), ""));
  EXPECT_EQ(run("(f)"), fmt::format(fmt::runtime(kUnknown), ""));
  EXPECT_EQ(run("cse,"), fmt::format(fmt::runtime(kUnknown), ""));
  EXPECT_EQ(run("grad(f"), "pass 'grad(f': its arguments do not end with ')' [pass_usage]\n");
  for (const char* pass : {"simplify", "cse", "dce", "inline", "expand"})
    EXPECT_EQ(run(fmt::format("{}(f, x)", pass)),
              fmt::format("pass '{}': it takes no arguments [pass_usage]\n", pass));
}

TEST(Pipeline, RunsNothingWhereANameIsWrong) {
  int ran = 0;
  PassOptions options;
  options.after = [&](const std::string&, const Module&, double) { ++ran; };
  run("simplify,cee", kText, options);
  EXPECT_EQ(ran, 0);
}

TEST(Pipeline, TellsWhatEachPassMade) {
  std::string seen;
  PassOptions options;
  options.after = [&](const std::string& pass, const Module& module, double seconds) {
    seen += fmt::format("{}:{} ", pass, module.functions.size());
    EXPECT_GE(seconds, 0);
  };
  run("grad( f , x ),dce", kText, options);
  EXPECT_EQ(seen, "grad( f , x ):2 dce:2 ");
}

TEST(Pipeline, VerifiesBeforeAndAfterEachPass) {
  Module module = module_of(kText);
  module.functions[0].ops[2].operands.pop_back();
  Diagnostics diagnostics;
  PassOptions options;
  options.verify_each = true;
  EXPECT_FALSE(run_passes(module, "dce", options, diagnostics));
  EXPECT_EQ(diagnostics.text(),
            "multiply takes 2 operands, not 1 [operand_count]\n  note: before the first pass\n");
}

TEST(Pipeline, TheTableDescribesEachPassOnce) {
  std::set<std::string_view> names;
  for (const PassInfo& pass : pass_table()) {
    EXPECT_TRUE(names.insert(pass.name).second);
    EXPECT_FALSE(pass.summary.empty());
  }
}

const char* const kModel = R"gir(
func @layer(%x: f32[x.0, x.1], %w: f32[x.1, w.1]) -> (f32[x.0, w.1]) {
  %h = matmul %x, %w {transpose_a = false, transpose_b = false} loc 0
  %y = tanh %h loc 1
  return %y
}
func @loss(%x: f32[x.0, x.1], %w: f32[x.1, x.1], %n: i64) -> (f32) {
  %y, %trips = while %x, %n, %w {carried = 1} condition(%y: f32[x.0, x.1], %n: i64, %w: f32[x.1, x.1]) {
    %s = sum %y {axes = [0, 1], keepdims = false}
    %limit = constant {element = f32, value = 10.0}
    %go = less %s, %limit
    -> %go
  } body(%y: f32[x.0, x.1], %n: i64, %w: f32[x.1, x.1]) {
    %next = call @layer %y, %w loc 2
    -> %next
  }
  %m = mean %y {axes = [0, 1], keepdims = false}
  return %m
}
locations { 0 = "m.cpp":1:1 "auto h = x * w" 1 = "m.cpp":2:1 "return tanh(h)" 2 = "m.cpp":7:1 "y = layer(y, w)" }
)gir";

TEST(Passes, AreDeterministicAndIdempotent) {
  for (const char* pass : {"simplify", "cse", "dce", "inline", "inline,simplify,cse,dce"}) {
    const std::string once = run(pass, kModel);
    EXPECT_EQ(run(pass, kModel), once);
    EXPECT_EQ(run(pass, once), once) << pass;
  }
}

TEST(Passes, LeaveTheirInputAlone) {
  const Module module = module_of(kModel);
  const std::string before = print(module);
  Diagnostics diagnostics;
  for (const PassInfo& pass : pass_table()) pass.run(module, {}, diagnostics);
  EXPECT_EQ(print(module), before);
}

TEST(Passes, CleanUpDerivativesOfDerivatives) {
  PassOptions options;
  options.verify_each = true;
  const std::string text = R"(
func @f(%x: f64) -> (f64) {
  %a = tanh %x
  %b = multiply %a, %x
  return %b
}
)";
  const auto ops = [&](const char* passes) {
    return module_of(run(passes, text, options)).functions.back().ops.size();
  };
  EXPECT_LT(ops("grad(f),simplify,cse,dce,grad(f_vjp),simplify,cse,dce,grad(f_vjp_vjp),simplify,cse,dce"),
            ops("grad(f),grad(f_vjp),grad(f_vjp_vjp)"));
}

// What cleaning up must not change, on the interpreter: signs of zero, NaN, infinities.
TEST(Passes, KeepEveryBit) {
  const char* const text = R"(
func @f(%x: f64, %y: f64) -> (f64, f64, f64, f64, f64, f64) {
  %zero = constant {element = f64, value = 0.0}
  %one = constant {element = f64, value = 1.0}
  %minus = constant {element = f64, value = -1.0}
  %a = add %x, %zero
  %b = subtract %x, %zero
  %c = multiply %minus, %x
  %n = negative %y
  %d = subtract %x, %n
  %e = multiply %c, %n
  %p = less %x, %y
  %q = logical_not %p
  %w = where %q, %x, %a
  %g = where %p, %w, %y
  %two = constant {element = f64, value = 2.0}
  %h = pow %x, %two
  return %a, %b, %d, %e, %g, %h
}
)";
  const Module before = module_of(text);
  Diagnostics diagnostics;
  const auto after = run_passes(before, "simplify,cse,dce", {}, diagnostics);
  ASSERT_TRUE(after);
  EXPECT_LT(after->functions[0].ops.size(), before.functions[0].ops.size());
  const double samples[] = {0.0, -0.0, 1.5, -3, INFINITY, -INFINITY, std::nan("")};
  for (double x : samples)
    for (double y : samples) {
      const std::vector<reference::Value> arguments{Literal::scalar(ElementType::f64, x),
                                                    Literal::scalar(ElementType::f64, y)};
      const auto a = reference::interpret(before, {0}, arguments),
                 b = reference::interpret(*after, {0}, arguments);
      for (std::size_t i = 0; i < a.size(); ++i) {
        const double p = a[i].tensor().at(0), q = b[i].tensor().at(0);
        EXPECT_TRUE(std::isnan(p) ? std::isnan(q) : p == q && std::signbit(p) == std::signbit(q))
            << "result " << i << " at " << x << ", " << y << ": " << p << " and " << q;
      }
    }
}

}  // namespace
}  // namespace ir
