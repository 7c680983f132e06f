// What loops keep whose trips are known when the function is entered: the formula says what the workspace is asked for,
// and a workspace of just that size does.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "codegen/cpp/emit.h"
#include "run.h"

namespace {

using cases::Case;
using cases::parameter;
using cases::scalar;
using cases::vector_of;
using enum codegen::DerivativeKind;
using enum ir::ElementType;

constexpr const char* kHeader = "#pragma once\n#include <cstddef>\n#include <vector>\n#include <gradc/gradc.h>\n";

constexpr const char* kMeasure = R"(
#include <cmath>
#include <cstdio>
#include <new>
#include "model.grad.h"
using namespace model;
alignas(64) static unsigned char memory[1 << 16];
// Prints what isn't as the formula says.
template <class Call> void expect_bytes(const char* name, long n, std::int64_t bytes, std::int64_t wanted, Call call) {
  if (bytes != wanted) std::printf("%s(%ld): the formula says %ld, not %ld\n", name, n, long(bytes), long(wanted));
  gradc::Workspace growing, fixed(memory, bytes);
  for (gradc::Workspace* workspace : {&growing, &fixed}) {
    try {
      call(*workspace);
      if (workspace->high_water() != bytes)
        std::printf("%s(%ld): took %ld, not %ld\n", name, n, long(workspace->high_water()), long(bytes));
    } catch (const gradc::Error& error) {
      std::printf("%s(%ld): %s\n", name, n, error.what());
    }
  }
}
void expect_near(const char* name, long n, double is, double wanted) {
  if (!(std::fabs(is - wanted) <= 1e-12)) std::printf("%s(%ld): %.17g, not %.17g\n", name, n, is, wanted);
}
std::int64_t padded(long numbers) { return gradc::padded_bytes(8 * numbers); }
// x is sin(x w) of the x before, `trips` times: its derivative by x.
double slope(double x, double w, long trips) {
  double d = 1;
  for (long i = 0; i < trips; ++i) { d *= w * std::cos(x * w); x = std::sin(x * w); }
  return d;
}
)";

// x = sin(x), so often as `count` says.
cases::Source sines(const std::string& name, const codegen::Parameter& bound, const std::string& type,
                    const std::string& count) {
  cases::Source out;
  out.ir = fmt::format(R"(
func @{}(%x: f64, %n: {}) -> (f64) {{
{}
  %y = scan %count, %x {{carried = 1, scanned = 0}} body(%trip: i64, %x: f64) {{
    %s = sin %x : f64
    -> %s
  }} : f64
  return %y
}}
)", name, type, count);
  out.primal = {"model", name, {parameter("x", scalar("double", f64)), bound}, scalar("double", f64), "model.cpp",
                {"\"model.h\""}, ""};
  return out;
}

constexpr const char* kUnsigned = R"(  %zero = constant {element = i64, value = 0} : i64
  %most = constant {element = i64, value = 9223372036854775807} : i64
  %as = astype %n {to = i64} : i64
  %beyond = less %as, %zero : bool
  %count = where %beyond, %most, %as : i64)";

// n / 2 - 3 of any sign
constexpr const char* kHalf = R"(  %two = constant {element = i64, value = 2} : i64
  %three = constant {element = i64, value = 3} : i64
  %half = quotient %n, %two : i64
  %count = subtract %half, %three : i64)";

void expect_silence(const Case& c, const std::string& main) {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  for (const cases::Compiler& compiler : cases::compilers())
    EXPECT_EQ(cases::compile_and_run(c, kHeader, kMeasure + main, compiler, std::string("entry_") + info->name()), "")
        << compiler.name;
}

TEST(TripsKnownAtEntry, AreInTheFormula) {
  Case c;
  const codegen::Parameter size = parameter("n", scalar("std::size_t", u64)), whole = parameter("n", scalar("std::int64_t", i64)),
                           vector = parameter("n", vector_of(scalar("double", f64)));
  c.add(sines("unsigned_bound", size, "u64", kUnsigned), {{gradient, {{"x"}}}, {vjp, {{"x"}}}, {jvp, {{"x"}}}});
  c.add(sines("half", whole, "i64", kHalf), {{gradient, {{"x"}}}});
  c.add(sines("vector", vector, "seq<f64>", "  %count = sequence_size %n : i64"),
        {{gradient, {{"x"}}}, {vjp, {{"x"}}}, {jvp, {{"x"}}}});
  expect_silence(c, R"(
int main() {
  for (long n : {0, 1, 5, 8, 9, 100, 1000}) {
    const std::size_t size = static_cast<std::size_t>(n);
    const std::vector<double> v(size);
    unsigned_bound_gradient_result a;
    expect_bytes("unsigned", n, unsigned_bound_gradient_workspace_bytes(0.7, size), padded(n),
                 [&](gradc::Workspace& w) { unsigned_bound_gradient(0.7, size, a, w); });
    expect_near("unsigned", n, a.grad.x, slope(0.7, 1, n));
    unsigned_bound_forward_result kept;
    expect_bytes("forward", n, unsigned_bound_forward_workspace_bytes(0.7, size), padded(n),
                 [&](gradc::Workspace& w) { unsigned_bound_forward(0.7, size, kept, w); });
    unsigned_bound_vjp_grad by;
    expect_bytes("backward", n, unsigned_bound_backward_workspace_bytes(kept.residuals, 2.0), 0,
                 [&](gradc::Workspace& w) { unsigned_bound_backward(kept.residuals, 2.0, by, w); });
    expect_near("backward", n, by.x, 2 * slope(0.7, 1, n));
    unsigned_bound_jvp_result dot;
    expect_bytes("jvp", n, unsigned_bound_jvp_workspace_bytes(0.7, size, 3.0), 0,
                 [&](gradc::Workspace& w) { unsigned_bound_jvp(0.7, size, 3.0, dot, w); });
    expect_near("jvp", n, dot.tangent, 3 * slope(0.7, 1, n));

    vector_gradient_result b;
    expect_bytes("vector", n, vector_gradient_workspace_bytes(0.7, v), padded(n),
                 [&](gradc::Workspace& w) { vector_gradient(0.7, v, b, w); });
    expect_near("vector", n, b.grad.x, slope(0.7, 1, n));
    vector_forward_result vector_kept;
    expect_bytes("vector forward", n, vector_forward_workspace_bytes(0.7, v), padded(n),
                 [&](gradc::Workspace& w) { vector_forward(0.7, v, vector_kept, w); });
    vector_vjp_grad vector_by;
    expect_bytes("vector backward", n, vector_backward_workspace_bytes(vector_kept.residuals, 2.0), 0,
                 [&](gradc::Workspace& w) { vector_backward(vector_kept.residuals, 2.0, vector_by, w); });
    expect_near("vector backward", n, vector_by.x, 2 * slope(0.7, 1, n));
    vector_jvp_result vector_dot;
    expect_bytes("vector jvp", n, vector_jvp_workspace_bytes(0.7, v, 3.0), 0,
                 [&](gradc::Workspace& w) { vector_jvp(0.7, v, 3.0, vector_dot, w); });
    expect_near("vector jvp", n, vector_dot.tangent, 3 * slope(0.7, 1, n));
  }
  for (long n : {-7, -1, 0, 5, 6, 7, 8, 40}) {
    const long trips = n / 2 - 3 > 0 ? n / 2 - 3 : 0;
    half_gradient_result a;
    expect_bytes("half", n, half_gradient_workspace_bytes(0.7, n), padded(trips),
                 [&](gradc::Workspace& w) { half_gradient(0.7, n, a, w); });
    expect_near("half", n, a.grad.x, slope(0.7, 1, trips));
  }
}
)");
}

// What nested loops keep has room for the product of their trips; trips that nobody knows find no room in a workspace
// of fixed size.
TEST(TripsKnownAtEntry, W83_ProductsOfBounds) {
  Case c;
  cases::Source nested = sines("nested", parameter("n", scalar("std::int64_t", i64)), "i64", "");
  nested.ir = R"(
func @nested(%x: f64, %n: i64) -> (f64) {
  %five = constant {element = i64, value = 5} : i64
  %y = scan %five, %x, %n {carried = 1, scanned = 0} body(%i: i64, %x: f64, %n: i64) {
    %three = constant {element = i64, value = 3} : i64
    %y = scan %three, %x, %n {carried = 1, scanned = 0} body(%j: i64, %x: f64, %n: i64) {
      %z = scan %n, %x {carried = 1, scanned = 0} body(%k: i64, %x: f64) {
        %s = sin %x : f64
        -> %s
      } : f64
      -> %z
    } : f64
    -> %y
  } : f64
  return %y
}
)";
  cases::Source unknown = sines("unknown", parameter("n", scalar("std::int64_t", i64)), "i64", "");
  unknown.ir = R"(
func @unknown(%x: f64, %n: i64) -> (f64) {
  %y, %trips = while %x, %n {carried = 1} condition(%x: f64, %n: i64) {
    %small = constant {element = f64, value = 0.01} : f64
    %more = greater %x, %small : bool
    -> %more
  } body(%x: f64, %n: i64) {
    %s = sin %x : f64
    -> %s
  } : f64, i64
  return %y
}
)";
  c.add(nested, {{gradient, {{"x"}}}});
  c.add(unknown, {{gradient, {{"x"}}}});
  expect_silence(c, R"(
int main() {
  nested_gradient_result a;
  expect_bytes("nested", 3, nested_gradient_workspace_bytes(0.7, 3), padded(45),
               [&](gradc::Workspace& w) { nested_gradient(0.7, 3, a, w); });
  expect_near("nested", 3, a.grad.x, slope(0.7, 1, 45));
  unknown_gradient_result b;
  gradc::Workspace fixed(memory, 4096);
  try {
    unknown_gradient(0.7, 1, b, fixed);
    std::puts("30000 trips in 4096 bytes");
  } catch (const gradc::Error&) {
  }
}
)");
}

// More than there is is asked for, and not what is left of it after an overflow.
TEST(TripsKnownAtEntry, ThatNobodyHasMemoryFor) {
  Case c;
  c.add(sines("unsigned_bound", parameter("n", scalar("std::size_t", u64)), "u64", kUnsigned), {{gradient, {{"x"}}}});
  c.add(sines("bound", parameter("n", scalar("std::int64_t", i64)), "i64", "  %zero = constant {element = i64, value = 0} : i64\n  %count = add %n, %zero : i64"),
        {{gradient, {{"x"}}}});
  expect_silence(c, R"(
int main() {
  for (const std::uint64_t n : {std::uint64_t{1} << 61, ~std::uint64_t{0}, std::uint64_t{1} << 63}) {
    unsigned_bound_gradient_result a;
    bound_gradient_result b;
    gradc::Workspace fixed(memory, sizeof memory);
    for (int k = 0; k < 2; ++k) {
      try {
        if (k == 0) unsigned_bound_gradient(0.7, n, a, fixed);
        else bound_gradient(0.7, static_cast<std::int64_t>(n / 8 * 7), b, fixed);
        if (k == 0 || static_cast<std::int64_t>(n / 8 * 7) > 0) std::puts("nothing was thrown");
      } catch (const gradc::Error&) {
      }
    }
  }
}
)");
}

// In an arm that isn't taken an unsigned difference may have wrapped: nothing is set aside for that.
TEST(TripsKnownAtEntry, NotWhatMayHaveWrapped) {
  Case c;
  cases::Source guarded = sines("guarded", parameter("n", scalar("std::size_t", u64)), "u64", "");
  guarded.ir = R"(
func @guarded(%x: f64, %n: u64) -> (f64) {
  %one = constant {element = u64, value = 1} : u64
  %any = greater_equal %n, %one : bool
  %y = if %any, %x, %n then(%x: f64, %n: u64) {
    %one = constant {element = u64, value = 1} : u64
    %less_one = subtract %n, %one : u64
    %zero = constant {element = i64, value = 0} : i64
    %most = constant {element = i64, value = 9223372036854775807} : i64
    %as = astype %less_one {to = i64} : i64
    %beyond = less %as, %zero : bool
    %count = where %beyond, %most, %as : i64
    %y = scan %count, %x {carried = 1, scanned = 0} body(%trip: i64, %x: f64) {
      %s = sin %x : f64
      -> %s
    } : f64
    -> %y
  } else(%x: f64, %n: u64) {
    -> %x
  } : f64
  return %y
}
)";
  c.add(guarded, {{gradient, {{"x"}}}});
  expect_silence(c, R"(
int main() {
  for (long n : {0, 1, 2, 9}) {
    guarded_gradient_result a;
    const std::int64_t bytes = guarded_gradient_workspace_bytes(0.7, static_cast<std::size_t>(n));
    gradc::Workspace fixed(memory, bytes);
    guarded_gradient(0.7, static_cast<std::size_t>(n), a, fixed);
    if (n == 0 && bytes != 0) std::puts("set aside");
    expect_near("guarded", n, a.grad.x, slope(0.7, 1, n == 0 ? 0 : n - 1));
  }
}
)");
}

// The size of a vector that is only written to is the one that it was made with.
TEST(TripsKnownAtEntry, OfAVectorThatIsMadeAndWritten) {
  Case c;
  cases::Source made = sines("made", parameter("n", scalar("int", i32)), "i32", "");
  made.ir = R"(
func @made(%x: f64, %n: i32) -> (f64) {
  %count = astype %n {to = i64} : i64
  %v = sequence_fill %count, %x : seq<f64>
  %w = scan %count, %v {carried = 1, scanned = 0} body(%i: i64, %v: seq<f64>) {
    %a = sequence_at %v, %i {shape = <>} : f64
    %s = sin %a : f64
    %v#1 = sequence_set %v, %s, %i : seq<f64>
    -> %v#1
  } : seq<f64>
  %size = sequence_size %w : i64
  %y = scan %size, %x, %w {carried = 1, scanned = 0} body(%i: i64, %x: f64, %w: seq<f64>) {
    %a = sequence_at %w, %i {shape = <>} : f64
    %p = multiply %a, %x : f64
    %s = sin %p : f64
    -> %s
  } : f64
  return %y
}
)";
  c.add(made, {{gradient, {{"x"}}}});
  const codegen::GeneratedFiles files = codegen::emit_cpp(c.program());
  // Nothing of what the loops keep is in a growing sequence.
  EXPECT_EQ(files.source.find(".extend("), std::string::npos) << files.source;
  EXPECT_EQ(files.source.find("_stack.push("), std::string::npos) << files.source;
}

}  // namespace
