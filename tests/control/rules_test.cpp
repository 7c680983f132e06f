// Functions with rules of their own.
#include "tests/control/derivatives_of.h"

namespace control {
namespace {

using reference::integer;
using reference::real;
using reference::reals;

const char* const kCube = R"(
func @g(%x: f64, %a: f64) -> (f64)
    $rules$
{
  %s = multiply %x, %x : f64
  %y = multiply %s, %a : f64
  return %y
}
func @g_vjp(%x: f64, %a: f64, %y: f64, %y_bar: f64) -> (f64, f64) {
  %two = constant {element = f64, value = 2.0} : f64
  %d = multiply %two, %x : f64
  %da = multiply %d, %a : f64
  %x_bar = multiply %da, %y_bar : f64
  %s = multiply %x, %x : f64
  %a_bar = multiply %s, %y_bar : f64
  return %x_bar, %a_bar
}
func @g_jvp(%x: f64, %a: f64, %y: f64, %x_dot: f64, %a_dot: f64) -> (f64) {
  %two = constant {element = f64, value = 2.0} : f64
  %d = multiply %two, %x : f64
  %da = multiply %d, %a : f64
  %p = multiply %da, %x_dot : f64
  %s = multiply %x, %x : f64
  %q = multiply %s, %a_dot : f64
  %y_dot = add %p, %q : f64
  return %y_dot
}
)";
const char* const kCaller = R"(
func @f(%x: f64, %a: f64) -> (f64) {
  %n = constant {element = i64, value = 3} : i64
  %h = scan %n, %x, %a {carried = 1, scanned = 0} body(%i: i64, %x: f64, %a: f64) {
    %s = sin %x : f64
    %y = call @g %s, %a : f64
    -> %y
  } : f64
  %y = call @g %h, %a : f64
  return %y
}
)";

std::string with_rules(std::string text, const std::string& rules) {
  const std::string hole = "$rules$";
  return text.replace(text.find(hole), hole.size(), rules);
}

// Rules that are right agree with differences, in each mode, given or transposed, and again on their own output.
TEST(Rules, InLoopsToOrderThree) {
  for (const char* rules : {"vjp @g_vjp", "jvp @g_jvp", "vjp @g_vjp\n    jvp @g_jvp"})
    EXPECT_EQ(disagreement(with_rules(kCube, rules) + kCaller, {real(0.7), real(1.3)}, 3), "") << rules;
}

TEST(Rules, RoundTrip) {
  for (const char* rules : {"vjp @g_vjp", "jvp @g_jvp", "vjp @g_vjp\n    jvp @g_jvp", "foreign\n    vjp @g_vjp"}) {
    const ir::Module module = module_of(with_rules(kCube, rules));
    EXPECT_EQ(ir::print(module_of(ir::print(module))), ir::print(module));
    EXPECT_NE(ir::print(module).find(rules), std::string::npos) << ir::print(module);
  }
}

// The rule's word counts, not the body's.
TEST(Rules, AreTaken) {
  std::string text = with_rules(kCube, "vjp @g_vjp") + kCaller;
  const std::string two = "value = 2.0";
  text.replace(text.find(two), two.size(), "value = 6.0");
  const double whole = number(gradients(text, {real(0.7), real(1.3)})[0]);
  const double plain = number(gradients(with_rules(kCube, "vjp @g_vjp") + kCaller, {real(0.7), real(1.3)})[0]);
  EXPECT_NEAR(whole, 81 * plain, 1e-12);  // four calls, each three times as steep
}

TEST(Rules, ASequenceAndAnInteger) {
  EXPECT_EQ(disagreement(R"(
func @scaled(%v: seq<f64>, %k: i64, %a: f64) -> (seq<f64>, i64)
    vjp @scaled_vjp
{
  %n = sequence_size %v : i64
  %w = scan %n, %v, %a {carried = 0, scanned = 1} body(%i: i64, %e: f64, %a: f64) {
    %p = multiply %e, %a : f64
    -> %p
  } : seq<f64>
  return %w, %k
}
func @scaled_vjp(%v: seq<f64>, %k: i64, %a: f64, %w: seq<f64>, %m: i64, %w_bar: seq<f64>) -> (seq<f64>, f64) {
  %n = sequence_size %v : i64
  %zero = constant {element = f64, value = 0.0} : f64
  %a_bar, %v_bar = scan %n, %zero, %v, %w_bar, %a {carried = 1, scanned = 2} body(%i: i64, %sum: f64, %e: f64, %b: f64, %a: f64) {
    %p = multiply %b, %a : f64
    %q = multiply %b, %e : f64
    %s = add %sum, %q : f64
    -> %s, %p
  } : f64, seq<f64>
  return %v_bar, %a_bar
}
func @f(%v: seq<f64>, %a: f64) -> (seq<f64>) {
  %k = constant {element = i64, value = 7} : i64
  %w, %m = call @scaled %v, %k, %a : seq<f64>, i64
  %u, %o = call @scaled %w, %m, %a : seq<f64>, i64
  return %u
})",
                         {reference::Value(std::vector<reference::Value>{real(2), real(-1), real(0.5)}), real(1.5)}, 2),
            "");
}

std::string problem_of(const std::string& text, bool forward) {
  const ir::Module module = module_of(text);
  ir::DerivativeOptions options;
  options.wrt = {module.functions.back().arguments()[0]};
  ir::Diagnostics problems;
  const auto derived = forward ? ir::differentiate_forward(module, reference::last(module), options, problems)
                               : ir::differentiate_reverse(module, reference::last(module), options, problems);
  EXPECT_FALSE(derived.has_value());
  return problems.text().substr(0, problems.text().find('\n'));
}

const char* const kClipped = R"(
func @g(%x: f64) -> (f64)
    vjp @g_vjp
{
  return %x
}
func @g_vjp(%x: f64, %y: f64, %y_bar: f64) -> (f64) {
  %one = constant {element = f64, value = 1.0} : f64
  %x_bar = minimum %y_bar, %one : f64
  return %x_bar
}
func @f(%x: f64) -> (f64) {
  %y = call @g %x : f64
  return %y
})";

TEST(Rules, WhatIsNotLinearIsNotTransposed) {
  EXPECT_EQ(problem_of(kClipped, true),
            "the GRADC_CUSTOM_VJP rule of 'g' is not linear in the adjoints; give the function a GRADC_CUSTOM_JVP rule too "
            "[rule_not_transposed]");
  EXPECT_DOUBLE_EQ(number(gradients(kClipped, {real(2)})[0]), 1);
}

TEST(Rules, WhatCantBeSeenHasNone) {
  const std::string text = R"(
func @g(%x: f64) -> (f64)
    vjp @g_vjp
{
  %y = sin %x : f64
  return %y
}
func @elsewhere(%x: f64, %y_bar: f64) -> (f64)
    foreign
{
  %y = undefined {element = f64, shape = <>} : f64
  return %y
}
func @g_vjp(%x: f64, %y: f64, %y_bar: f64) -> (f64) {
  %x_bar = call @elsewhere %x, %y_bar : f64
  return %x_bar
}
func @f(%x: f64) -> (f64) {
  %y = call @g %x : f64
  return %y
})";
  EXPECT_EQ(problem_of(text, true),
            "the GRADC_CUSTOM_VJP rule of 'g' can't be transposed; give the function a GRADC_CUSTOM_JVP rule too "
            "[rule_not_transposed]");
  const ir::Module once = reverse_of(module_of(text)).module;  // and not twice
  EXPECT_EQ(problem_of(ir::print(once), false),
            "'elsewhere' can't be differentiated: its body can't be seen, and it has no rule of its own [no_rule]");
}

TEST(Rules, HaveTheTypesOfWhatTheyAreFor) {
  ir::Module module = module_of(kClipped);
  module.functions[0].vjp = {2};
  EXPECT_EQ(reference::check_module(module), "@g: vjp @f takes (f64, f64, f64) and gives (f64) [ill_formed]\n");
}

}  // namespace
}  // namespace control
