// Loops whose trips are counted before them have the derivatives of the loops that they were.
#include "ir/passes/pass.h"
#include "tests/control/derivatives_of.h"

namespace control {
namespace {

using reference::integers;
using reference::real;
using reference::reals;

std::string counted(const std::string& text) {
  ir::Diagnostics diagnostics;
  ir::PassOptions options;
  options.verify_each = true;
  const auto module = ir::run_passes(module_of(text), "counted", options, diagnostics);
  if (!module) throw std::logic_error(diagnostics.text());
  return ir::print(*module);
}

void check(const std::string& text, const std::vector<Value>& x) {
  const std::string now = counted(text);
  ASSERT_EQ(now.find(" while "), std::string::npos) << now;
  EXPECT_EQ(disagreement(now, x), "");
  const std::vector<Value> expected = gradients(text, x), found = gradients(now, x);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].tensor().reals, expected[i].tensor().reals) << now;
}

Value whole(std::int64_t n, ir::ElementType element) { return Value(integers({}, {n}, element)); }

TEST(CountedDerivatives, UpFromAnArgument) {
  for (const std::int64_t n : {-3, 0, 1, 2, 5})
    check(R"(
func @f(%x: f64, %k: i32, %n: i32) -> (f64, i32) {
  %y, %i, %trips = while %x, %k, %x, %n {carried = 2} condition(%y: f64, %i: i32, %x: f64, %n: i32) {
    %go = less_equal %i, %n
    -> %go
  } body(%y: f64, %i: i32, %x: f64, %n: i32) {
    %r = astype %i {to = f64}
    %s = sin %y
    %p = multiply %s, %x
    %q = add %p, %r
    %step = constant {element = i32, value = 2}
    %next = add %i, %step
    -> %q, %next
  }
  return %y, %i
})",
          {real(0.7), whole(1, ir::ElementType::i32), whole(n, ir::ElementType::i32)});
}

// The bound of the inner loop is the counter of the outer one, which goes down.
TEST(CountedDerivatives, Triangles) {
  check(R"(
func @f(%x: f64[x.0]) -> (f64) {
  %one = constant {element = f64, value = 1.0}
  %n = extent {value = <x.0>}
  %y, %i, %trips = while %one, %n, %x {carried = 2} condition(%y: f64, %i: i64, %x: f64[x.0]) {
    %zero = constant {element = i64, value = 0}
    %go = greater %i, %zero
    -> %go
  } body(%y: f64, %i: i64, %x: f64[x.0]) {
    %step = constant {element = i64, value = 1}
    %at = subtract %i, %step
    %zero = constant {element = i64, value = 0}
    %u, %j, %trips = while %y, %zero, %i, %at, %x {carried = 2} condition(%u: f64, %j: i64, %i: i64, %at: i64, %x: f64[x.0]) {
      %go = not_equal %j, %i
      -> %go
    } body(%u: f64, %j: i64, %i: i64, %at: i64, %x: f64[x.0]) {
      %a = element %x, %j
      %b = element %x, %at
      %s = sin %u
      %p = multiply %a, %s
      %q = add %p, %b
      %step = constant {element = i64, value = 1}
      %next = add %j, %step
      -> %q, %next
    }
    -> %u, %at
  }
  return %y
})",
        {reals({4}, {0.3, -0.7, 0.9, 0.2})});
}

// What the loop stacks, in the order of its trips, and the number of them.
TEST(CountedDerivatives, StacksAndTrips) {
  check(R"(
func @f(%x: f64[x.0], %n: u32) -> (f64, seq<f64>, i64) {
  %one = constant {element = f64, value = 1.0}
  %seven = constant {element = u32, value = 7}
  %y, %i, %trips, %all = while %one, %seven, %x, %n {carried = 2} condition(%y: f64, %i: u32, %x: f64[x.0], %n: u32) {
    %go = greater %i, %n
    -> %go
  } body(%y: f64, %i: u32, %x: f64[x.0], %n: u32) {
    %at = astype %i {to = i64}
    %a = element %x, %at
    %e = exp %y
    %p = multiply %a, %e
    %t = tanh %p
    %step = constant {element = u32, value = 1}
    %next = subtract %i, %step
    -> %t, %next, %p
  }
  return %y, %all, %trips
})",
        {reals({8}, {0.3, -0.7, 0.9, 0.2, -0.1, 0.4, -0.5, 0.6}), whole(3, ir::ElementType::u32)});
}

}  // namespace
}  // namespace control
