// Generated functions with vectors in their signatures compile without warnings, give the right numbers in
// vectors of the right sizes, name what is wrong, and allocate nothing the second time.
#include <gtest/gtest.h>

#include "run.h"

namespace {

using cases::Case;
using enum codegen::DerivativeKind;

constexpr const char* kCounter = R"(
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <new>
#include "model.grad.h"
using namespace model;
static long allocations = 0;
static void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  return std::aligned_alloc(alignment, (size + alignment) / alignment * alignment);
}
void* operator new(std::size_t size) { return counted(size, 16); }
void* operator new(std::size_t size, std::align_val_t a) { return counted(size, static_cast<std::size_t>(a)); }
void* operator new(std::size_t size, std::align_val_t a, const std::nothrow_t&) noexcept {
  return counted(size, static_cast<std::size_t>(a));
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
template <class F> void warm(F call) {
  call();
  const long before = allocations;
  call();
  if (allocations != before) std::printf("allocates %ld times\n", allocations - before);
}
template <class F> void report(F call) {
  try {
    call();
    std::puts("nothing was thrown");
  } catch (const gradc::Error& error) {
    std::puts(error.what());
  }
}
using V = std::vector<double>;
)";

// What main prints with each compiler.
void expect_printed(const Case& c, const std::string& main, const std::string& printed) {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  for (const cases::Compiler& compiler : cases::compilers())
    EXPECT_EQ(cases::compile_and_run(c, cases::vector_header(), kCounter + main, compiler,
                                     std::string("vectors_") + info->name()),
              printed)
        << compiler.name;
}

TEST(GeneratedVectors, OfNumbers) {
  Case c;
  c.add(cases::summed(), {{gradient, {{"v"}}}});
  c.add(cases::picked(), {{vjp, {{"v"}, {"w"}}}, {jvp, {{"v"}}}});
  expect_printed(c, R"(
int main() {
  const auto [value, grad] = summed_gradient({2, 3, 5});
  assert(value == 20 && (grad.v == V{12, 2, 2}));

  const V v{2, 3, 5};
  const std::vector<float> w{1, 0.5f, 2};
  const std::vector<int> ids{4, 3, 2};
  const std::vector<bool> mask{false, true, false};
  const Picked d_result{2, {1, 10, 100, 1000}, {7, 7, 7, 7}};
  picked_vjp_result out;
  gradc::Workspace workspace;
  warm([&] { picked_vjp(v, w, ids, mask, 1, d_result, out, workspace); });
  assert(out.value.total == 47.25 && (out.value.kept == V{2, 3, 5, 4.5}) && (out.value.ids == std::vector<int>{4, 3}));
  assert((out.grad.v == V{1, 1573, 100}) && (out.grad.w == std::vector<float>{0, 9378, 0}));
  assert((v == V{2, 3, 5}) && (d_result.kept == V{1, 10, 100, 1000}));

  const auto forward = picked_forward(v, w, ids, mask, 1);
  assert(forward.value.kept == out.value.kept);
  for (int i = 0; i < 2; ++i) {
    const auto again = picked_backward(forward.residuals, d_result);
    assert(again.v == out.grad.v && again.w == out.grad.w);
  }

  picked_jvp_result tangent;
  const V ones{1, 1, 1};
  warm([&] { picked_jvp(v, w, ids, mask, 1, ones, tangent, workspace); });
  assert(tangent.tangent.total == 31.5 && (tangent.tangent.kept == V{1, 1, 1, 1.5}) && tangent.tangent.ids.empty());

  picked_vjp_result untouched;
  report([&] { picked_vjp(v, w, ids, mask, 1, Picked{2, {1, 2}, {}}, untouched, workspace); });
  picked_jvp_result none;
  report([&] { picked_jvp(v, w, ids, mask, 1, {1, 1}, none, workspace); });
  assert(none.value.kept.empty() && untouched.grad.v.empty() && untouched.value.kept.empty());
  report([&] { picked_vjp(v, w, ids, mask, 3, d_result, out, workspace); });
  report([&] { summed_gradient({}); });
  report([&] { picked_vjp({1}, {1}, {}, {true}, 0, d_result, out, workspace); });
}
)",
                 "size of d_result.kept is 2 but size of out.value.kept is 4\n"
                 "size of d_v is 2 but size of v is 3\n"
                 "model.cpp:61: index 3 is out of range for v, whose size is 3\n"
                 "model.cpp:51: index 0 is out of range for v, whose size is 0\n"
                 "model.cpp:61: index 0 is out of range for ids, whose size is 0\n");
}

TEST(GeneratedVectors, OfStructures) {
  Case c;
  c.add(cases::layered(), {{vjp, {{"layers"}}}, {jvp, {{"layers"}, {"x"}}}});
  expect_printed(c, R"(
int main() {
  const std::vector<Layer> layers{{{{9}}, {}, 1}, {{{1, 2}, {3, 4}}, {5, 0.5}, 2}};
  const gradc::Matrix<double> x{{1, 1}};
  const std::vector<gradc::Matrix<double>> d_result{{{1, 2}}, {{3, 4}}};
  layered_vjp_result out;
  gradc::Workspace workspace;
  warm([&] { layered_vjp(layers, x, 1, d_result, out, workspace); });
  assert(out.value.size() == 2 && out.value[0](0, 0) == 8 && out.value[0](0, 1) == 12 && out.value[1](0, 1) == 1);
  const auto& grad = out.grad.layers;
  assert(grad.size() == 2 && grad[0].w.extent(0) == 1 && grad[0].w(0, 0) == 0 && grad[0].scale.empty());
  assert(grad[1].w(0, 0) == 2 && grad[1].w(1, 1) == 4 && (grad[1].scale == V{0, 64}) && grad[1].kind == 0);

  const auto forward = layered_forward(layers, x, 1);
  const auto again = layered_backward(forward.residuals, d_result);
  assert(again.layers[1].w(0, 1) == grad[1].w(0, 1) && again.layers[1].scale == grad[1].scale);

  const std::vector<Layer> d_layers{{{{0}}, {}, 0}, {{{1, 0}, {0, 0}}, {0, 1}, 0}};
  const auto tangent = layered_jvp(layers, x, 1, d_layers, gradc::Matrix<double>{{0, 1}}).tangent;
  // 2 (d_x w + x d_w) s + 2 h (2 d_scale)
  assert(tangent[0](0, 0) == 2 * (3 + 1) + 2 * 4 * 2 && tangent[0](0, 1) == 2 * 4 + 2 * 6 * 2);
  assert(tangent[1](0, 1) == 1);

  report([&] { layered_vjp(layers, x, 1, {{{1, 2, 3}}, {{3, 4}}}, out, workspace); });
  report([&] { layered_vjp(layers, x, 1, {{{1, 2}}}, out, workspace); });
  report([&] { layered_jvp(layers, x, 1, {{{{0}}, {}, 0}, {{{1, 0}, {0, 0}}, {0}, 0}}, x); });
  report([&] { layered_vjp(layers, gradc::Matrix<double>{{1, 1, 1}}, 1, d_result, out, workspace); });
}
)",
                 "extent 1 of d_result[0] is 3 but extent 1 of out.value[0] is 2\n"
                 "size of d_result is 1 but size of out.value is 2\n"
                 "size of d_layers[1].scale is 1 but size of layers[1].scale is 2\n"
                 "model.cpp:71: extent 0 of a value of layers is 2 but must be 3\n");
}

TEST(GeneratedVectors, OfVectors) {
  Case c;
  c.add(cases::tabled(), {{vjp, {{"table"}}}});
  expect_printed(c, R"(
int main() {
  const std::vector<V> table{{1}, {}, {2, 3}};
  const Tabled d_result{1, {{10, 20}, {}, {100, 1000, 10000}}};
  tabled_vjp_result out;
  gradc::Workspace workspace;
  warm([&] { tabled_vjp(table, 2, 1, d_result, out, workspace); });
  assert(out.value.value == 9 && (out.value.table == std::vector<V>{{2, 3}, {}, {2, 9, 3}}));
  assert((out.grad.table == std::vector<V>{{0}, {}, {110, 16026}}));
  assert((table == std::vector<V>{{1}, {}, {2, 3}}));
  const auto again = tabled_backward(tabled_forward(table, 2, 1).residuals, d_result);
  assert(again.table == out.grad.table);
  report([&] { tabled_vjp(table, 2, 1, Tabled{1, {{10, 20}, {}, {100, 1000}}}, out, workspace); });
  report([&] { tabled_vjp(table, 1, 0, d_result, out, workspace); });
  unsigned char few[64];
  gradc::Workspace fixed(few, 64);
  report([&] { tabled_vjp(table, 2, 1, d_result, out, fixed); });
}
)",
                 "size of d_result.table[2] is 2 but size of out.value.table[2] is 3\n"
                 "model.cpp:81: index 0 is out of range for row, whose size is 0\n"
                 "a workspace of 64 bytes, of which 0 are in use, cannot hold 192 bytes more\n");
}

// A state that is read, kept for the way back and then written: of the others nothing is copied in a trip.
TEST(GeneratedVectors, OneStateOfManyWrittenInATrip) {
  cases::Source source;
  source.ir = R"(
func @steps(%h: seq<f64[?]>, %n: i64) -> (f64) {
  %zero = constant {element = i64, value = 0} : i64
  %end = scan %n, %h, %zero {carried = 1, scanned = 0} body(%i: i64, %h: seq<f64[?]>, %k: i64) {
    %x = sequence_at %h, %k {shape = <m>} : f64[m]
    %y = sin %x : f64[m]
    %h#1 = sequence_set %h, %y, %k : seq<f64[?]>
    -> %h#1
  } : seq<f64[?]>
  %last = sequence_at %end, %zero {shape = <l>} : f64[l]
  %s = sum %last {axes = [0], keepdims = false} : f64
  return %s
}
)";
  source.primal = {"model", "steps",
                   {cases::parameter("h", cases::vector_of(cases::tensor("double", ir::ElementType::f64, 1))),
                    cases::parameter("n", cases::scalar("std::int64_t", ir::ElementType::i64))},
                   cases::scalar("double", ir::ElementType::f64), "model.cpp", {"\"model.h\""}, ""};
  Case c;
  c.add(source, {{gradient, {{"h"}}}});
  expect_printed(c, R"(
int main() {
  std::vector<gradc::Vector<double>> h(20000, gradc::Vector<double>{0.5, -0.25});
  steps_gradient_result out;
  gradc::Workspace workspace;
  double seconds[2] = {1e9, 1e9};
  for (int k = 0; k < 6; ++k) {
    const std::int64_t n = k % 2 ? 2000 : 200;
    const std::clock_t begin = std::clock();
    steps_gradient(h, n, out, workspace);
    seconds[k % 2] = std::fmin(seconds[k % 2], static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    for (int e = 0; e < 2; ++e) {
      double x = h[0](e), d = 1;
      for (std::int64_t i = 0; i < n; ++i) { d *= std::cos(x); x = std::sin(x); }
      if (std::fabs(out.grad.h[0](e) - d) > 1e-12) std::puts("wrong");
    }
    if (out.grad.h[1](0) != 0) std::puts("not zero");
  }
  // What is done once takes longer than all trips.
  if (seconds[1] > 4 * seconds[0]) std::printf("200 trips take %g s, 2000 %g s\n", seconds[0], seconds[1]);
}
)", "");
}

}  // namespace
