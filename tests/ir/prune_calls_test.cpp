// Derivatives do no work in the functions that they call that no result of theirs needs: ops are counted.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/pass.h"
#include "ir/text/text.h"

namespace ir {
namespace {

Module passed(const std::string& text, std::string_view pipeline) {
  Diagnostics diagnostics;
  const auto module = parse(text, diagnostics);
  auto now = module ? run_passes(*module, pipeline, {.verify_each = true, .after = {}}, diagnostics) : std::nullopt;
  if (!now) throw std::logic_error(diagnostics.text() + text);
  return *std::move(now);
}

// What the function runs, with those that it calls, each once.
class Work {
 public:
  Work(const Module& module, std::string_view function) : module_(module) { add(module.find(function)); }

  std::size_t functions() const { return seen_.size(); }
  std::size_t ops(std::string_view name) const {
    return static_cast<std::size_t>(std::count(names_.begin(), names_.end(), name));
  }
  std::size_t ops() const { return names_.size(); }

 private:
  void add(FunctionId id) {
    if (!seen_.insert(id).second) return;
    for (const Op& op : module_[id].ops) {
      names_.emplace_back(definition(op.kind).info.name);
      if (op.callee.valid()) add(op.callee);
    }
  }

  const Module& module_;
  std::set<FunctionId> seen_;
  std::vector<std::string> names_;
};

const std::string kClean = "simplify,cse,dce,prune_calls,simplify,cse,dce";

// The derivative is a function like another, of which one calls for some results.
Work work(const std::string& text, const std::string& derivative, const std::string& caller) {
  return Work(passed(print(passed(text, derivative)) + "\n" + caller, kClean), "g");
}

const std::string kLinear = R"(
func @helper(%x: f64[x.0], %a: f64[x.0]) -> (f64[x.0]) {
  %e = exp %a
  %y = multiply %x, %e
  return %y
}
func @f(%x: f64[x.0], %a: f64[x.0]) -> (f64) {
  %y = call @helper %x, %a
  %n = negative %y
  %s = sum %n {axes = [0], keepdims = false}
  return %s
}
)";

TEST(PruneCalls, TangentOfALinearFunctionComputesNoPrimal) {
  const Work tangent = work(kLinear, "jvp(f, x)", R"(
func @g(%x: f64[x.0], %a: f64[x.0], %x_dot: f64[x.0]) -> (f64) {
  %y, %y_dot = call @f_jvp %x, %a, %x_dot
  return %y_dot
})");
  EXPECT_EQ(tangent.ops("multiply"), 1u);
  EXPECT_EQ(tangent.ops("exp"), 1u);
  EXPECT_EQ(tangent.ops("sum"), 1u);
  const Work both = work(kLinear, "jvp(f, x)", R"(
func @g(%x: f64[x.0], %a: f64[x.0], %x_dot: f64[x.0]) -> (f64, f64) {
  %y, %y_dot = call @f_jvp %x, %a, %x_dot
  return %y, %y_dot
})");
  EXPECT_EQ(both.ops("multiply"), 2u);
  EXPECT_EQ(both.ops("sum"), 2u);
}

TEST(PruneCalls, ProductOfAQuadraticComputesNoValue) {
  const std::string text = print(passed(R"(
func @helper(%x: f64[x.0], %b: f64[x.0]) -> (f64[x.0], f64[x.0]) {
  %q = square %x
  %e = exp %b
  %l = multiply %e, %x
  return %q, %l
}
func @f(%x: f64[x.0], %b: f64[x.0]) -> (f64) {
  %q, %l = call @helper %x, %b
  %y = add %q, %l
  %s = sum %y {axes = [0], keepdims = false}
  return %s
}
)", "grad(f, x),simplify,cse,dce"));
  const Work product = work(text, "jvp(f_vjp, x)", R"(
func @g(%x: f64[x.0], %b: f64[x.0], %x_dot: f64[x.0]) -> (f64[x.0]) {
  %one = constant {element = f64, value = 1.0}
  %y, %x_bar, %y_dot, %x_bar_dot = call @f_vjp_jvp %x, %b, %one, %x_dot
  return %x_bar_dot
})");
  EXPECT_EQ(product.ops("exp"), 0u);
  EXPECT_EQ(product.ops("square"), 0u);
  EXPECT_EQ(product.ops("sum"), 0u);
  EXPECT_LE(product.ops("multiply"), 2u);
}

TEST(PruneCalls, GradientOfOneOfAPair) {
  const Work gradient = work(R"(
func @pair(%x: f64, %y: f64) -> (f64, f64) {
  %a = exp %x
  %b = sin %y
  return %a, %b
}
func @f(%x: f64, %y: f64) -> (f64) {
  %a, %b = call @pair %x, %y
  return %b
}
)", "grad(f)", R"(
func @g(%x: f64, %y: f64) -> (f64, f64, f64) {
  %one = constant {element = f64, value = 1.0}
  %v, %x_bar, %y_bar = call @f_vjp %x, %y, %one
  return %v, %x_bar, %y_bar
})");
  EXPECT_EQ(gradient.ops("exp"), 0u);
  EXPECT_EQ(gradient.ops("sin"), 1u);
  EXPECT_EQ(gradient.ops("cos"), 1u);
}

const std::string kPower = R"(
func @power(%x: f64, %n: i64) -> (f64, f64) {
  %zero = constant {element = i64, value = 0}
  %more = greater %n, %zero
  %y, %e = if %more, %x, %n then(%x: f64, %n: i64) {
    %one = constant {element = i64, value = 1}
    %m = subtract %n, %one
    %p, %q = call @power %x, %m
    %y = multiply %p, %x
    %s = exp %q
    -> %y, %s
  } else(%x: f64, %n: i64) {
    %one = constant {element = f64, value = 1.0}
    -> %one, %x
  }
  return %y, %e
}
func @f(%x: f64, %n: i64) -> (f64) {
  %y, %e = call @power %x, %n
  return %y
}
)";

TEST(PruneCalls, RecursionDropsWhatItOnlyPassesOn) {
  const Work value(passed(kPower, "prune_calls"), "f");
  EXPECT_EQ(value.functions(), 2u);
  EXPECT_EQ(value.ops("exp"), 0u);
  const Work gradient(passed(kPower, "grad(f)," + kClean), "f_vjp");
  EXPECT_EQ(gradient.ops("exp"), 0u);
  EXPECT_EQ(gradient.functions(), 3u) << "the function and its adjoint, each once";
}

// No version of a recursive function for a first call that spares what all further ones do.
TEST(PruneCalls, RecursionIsNotUnrolledOnce) {
  const Module module = passed(kPower, "jvp(f)");
  const Work tangent = Work(passed(print(module) + R"(
func @g(%x: f64, %n: i64, %x_dot: f64) -> (f64) {
  %y, %y_dot = call @f_jvp %x, %n, %x_dot
  return %y_dot
})", kClean), "g");
  EXPECT_EQ(tangent.functions(), 3u);
  EXPECT_EQ(tangent.ops("exp"), 0u);
}

TEST(PruneCalls, FunctionsForOthersStay) {
  const Module module = passed(kLinear, "prune_calls(helper)");
  EXPECT_EQ(print(module), print(passed(kLinear, "dce")));
  Diagnostics diagnostics;
  EXPECT_FALSE(run_passes(module, "prune_calls(elsewhere)", {}, diagnostics));
  EXPECT_EQ(diagnostics.text(), "pass 'prune_calls': there is no function @elsewhere [pass_usage]\n");
}

// More than a few sets of results that are read get one version.
TEST(PruneCalls, VersionsAreFew) {
  std::string text = "func @many(%x: f64) -> (f64, f64, f64, f64, f64, f64, f64) {\n";
  for (int k = 0; k < 7; ++k) text += fmt::format("%y{} = {} %x\n", k, k % 2 ? "sin" : "exp");
  text += "return %y0, %y1, %y2, %y3, %y4, %y5, %y6\n}\nfunc @f(%x: f64) -> (f64) {\n%s0 = negative %x\n";
  for (int k = 0; k < 6; ++k) {
    text += fmt::format("%a{0}, %b{0}, %c{0}, %d{0}, %e{0}, %f{0}, %g{0} = call @many %s{0}\n", k);
    text += fmt::format("%s{} = negative %{}{}\n", k + 1, "abcdef"[k], k);
  }
  const Work few(passed(text + "return %s6\n}\n", "prune_calls"), "f");
  EXPECT_EQ(few.functions(), 2u);
  EXPECT_EQ(few.ops("exp") + few.ops("sin"), 6u);
}

}  // namespace
}  // namespace ir
