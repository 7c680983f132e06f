// Forward and backward functions of loops and branches: what the forward one ran isn't run again.
#include "tests/control/derivatives_of.h"

namespace control {
namespace {

using reference::boolean;
using reference::integer;
using reference::real;
using reference::reals;

// Empty where backward(residuals of forward(x), adjoints) are the gradients, and nothing of the primal is in it.
std::string difference(const std::string& text, const std::vector<Value>& x) {
  const ir::Module module = module_of(text);
  const auto vjp = reverse_of(module);
  const auto results = static_cast<int>(module.functions.back().results().size());
  const auto adjoints = static_cast<int>(reference::differentiable_results(module.functions.back()).size());
  const ir::SplitFunctions split = ir::split_vjp(vjp.module, vjp.function, adjoints, results);
  if (const std::string fault = reference::check_module(split.module); !fault.empty()) return fault;
  for (const ir::Op& op : split.module[split.backward].ops)
    if (!op.blocks.empty() && !op.derived) return "a loop runs again";

  reference::Random random(3);
  const auto y = reference::interpret(module, reference::last(module), x);
  std::vector<Value> bars, arguments = x;
  for (int k : reference::differentiable_results(module.functions.back()))
    bars.push_back(reference::random_like(y[static_cast<std::size_t>(k)], random));
  arguments.insert(arguments.end(), bars.begin(), bars.end());
  auto expected = reference::interpret(vjp.module, vjp.function, arguments);
  expected.erase(expected.begin(), expected.begin() + results);
  auto residuals = reference::interpret(split.module, split.forward, x);
  for (int i = 0; i < results; ++i)
    if (reference::relative_error(residuals[static_cast<std::size_t>(i)], y[static_cast<std::size_t>(i)]) != 0)
      return "a result has changed";
  residuals.erase(residuals.begin(), residuals.begin() + results);
  residuals.insert(residuals.end(), bars.begin(), bars.end());
  const auto found = reference::interpret(split.module, split.backward, residuals);
  if (found.size() != expected.size()) return "another number of gradients";
  for (std::size_t i = 0; i < found.size(); ++i)
    if (reference::relative_error(found[i], expected[i]) != 0) return fmt::format("gradient {} differs", i);
  return "";
}

TEST(Split, NestedLoopsAndBranches) {
  const char* text = R"(
func @f(%n: i64, %p: bool, %x: f64[x.0], %w: f64) -> (f64[x.0], i64) {
  %y, %trips = while %x, %w, %n, %p {carried = 1} condition(%y: f64[x.0], %w: f64, %n: i64, %p: bool) {
    %s = sum %y {axes = [0], keepdims = false} : f64
    %limit = constant {element = f64, value = 1.5} : f64
    %more = less %s, %limit : bool
    -> %more
  } body(%y: f64[x.0], %w: f64, %n: i64, %p: bool) {
    %z = scan %n, %y, %w, %p {carried = 1, scanned = 0} body(%i: i64, %y: f64[x.0], %w: f64, %p: bool) {
      %a = if %p, %y, %w then(%y: f64[x.0], %w: f64) {
        %ww = broadcast %w {shape = <x.0>} : f64[x.0]
        %b = multiply %y, %ww : f64[x.0]
        %c = exp %b : f64[x.0]
        -> %c
      } else(%y: f64[x.0], %w: f64) {
        %b = multiply %y, %y : f64[x.0]
        %c = add %b, %y : f64[x.0]
        -> %c
      } : f64[x.0]
      -> %a
    } : f64[x.0]
    -> %z
  } : f64[x.0], i64
  %t = sin %y : f64[x.0]
  return %t, %trips
})";
  for (bool p : {true, false})
    EXPECT_EQ(difference(text, {integer(2), boolean(p), reals({2}, {0.3, 0.5}), real(0.8)}), "") << p;
}

TEST(Split, SequencesAndExtents) {
  const char* text = R"(
func @f(%s: seq<f64[?]>, %x: f64, %trip: i64) -> (f64, seq<f64[?]>) {
  %n = sequence_size %s : i64
  %empty = sequence_empty {depth = 0, element = f64, rank = 1} : seq<f64[?]>
  %y, %t = scan %n, %x, %empty, %s, %trip {carried = 2, scanned = 1} body(%i: i64, %y: f64, %t: seq<f64[?]>, %a: f64[a.0], %trip: i64) {
    %r = sum %a {axes = [0], keepdims = false} : f64
    %b = broadcast %y {shape = <%i>} : f64[%i]
    %c = sin %b : f64[%i]
    %d = sum %c {axes = [0], keepdims = false} : f64
    %e = add %r, %d : f64
    %yy = broadcast %y {shape = <a.0>} : f64[a.0]
    %g = multiply %a, %yy : f64[a.0]
    %u = sequence_push %t, %g : seq<f64[?]>
    -> %e, %u
  } : f64, seq<f64[?]>
  return %y, %t
})";
  const Value s = std::vector<Value>{reals({1}, {0.5}), reals({3}, {0.1, 0.2, -0.3}), reals({2}, {0.4, 0.7})};
  EXPECT_EQ(difference(text, {s, real(0.6), integer(5)}), "");
}

// An op that differentiation made tells an extent: the forward function hands it on.
TEST(Split, ExtentThatOnlyADerivedOpTells) {
  const char* text = R"(
func @f(%x: f64[x.0], %u: f64) -> (f64) {
  %0 = sequence_empty {depth = 0, element = f64, rank = 1} : seq<f64[?]>
  %d = sequence_push %0, %x : seq<f64[?]>
  %i = constant {element = i64, value = 0} : i64
  %a = sequence_at %d, %i {shape = <d.0>} : f64[d.0]
  %b = set_element %a, %u, %i : f64[d.0]
  %e = sequence_set %d, %b, %i : seq<f64[?]>
  %c = sequence_at %e, %i {shape = <d.1>} : f64[d.1]
  %y = element %c, %i : f64
  return %y
})";
  EXPECT_EQ(difference(text, {reals({3}, {0.1, 0.2, 0.3}), real(0.6)}), "");
}

}  // namespace
}  // namespace control
