// What is generated compiles without warnings and computes what the IR says.
#include "run.h"

#include <gtest/gtest.h>

namespace {

using cases::Case;
using codegen::DerivativeKind;
using enum codegen::DerivativeKind;

TEST(GeneratedCode, AgreesWithTheReference) {
  Case c;
  c.add(cases::mlp(), {{gradient, {{"params"}}},
                       {vjp, {{"params", "w1"}, {"params", "b2"}, {"x"}}},
                       {jvp, {{"params", "b1"}, {"x"}}}});
  c.add(cases::normalised(), {{vjp, {{"x"}, {"scale"}, {"shift"}, {"eps"}}}, {jvp, {{"x"}, {"eps"}}}});
  c.add(cases::scalars(), {{gradient, {{"a"}, {"b"}}}, {vjp, {{"b"}}}, {jvp, {{"a"}, {"b"}}}});
  c.add(cases::moved(), {{gradient, {{"table"}, {"w"}}}, {vjp, {{"table"}}}, {jvp, {{"w"}}}});
  c.add(cases::halves(), {{vjp, {{"x"}, {"s"}, {"z"}}}, {jvp, {{"y"}, {"z"}}}});
  c.add(cases::integers(), {{vjp, {{"x"}}}, {jvp, {{"x"}}}});
  c.add(cases::passed_on(), {{vjp, {{"out"}, {"workspace"}, {"memory"}}}, {jvp, {{"memory"}, {"out"}}}});
  check_against_reference(c, cases::model_header(),
                          {{"loss", {{"params.w1.0", 4}, {"params.w1.1", 5}, {"params.w2.1", 4}, {"x.0", 3}}},
                           {"normalised", {{"x.0", 3}, {"x.1", 5}}},
                           {"moved", {{"table.0", 4}, {"table.1", 3}, {"ids.0", 5}, {"%extent_table_0", 4}}},
                           {"halves", {{"x.0", 7}}},
                           {"counted", {{"x.0", 6}}},
                           {"passed_on", {{"out.0", 2}, {"out.1", 3}}}});
}

TEST(GeneratedCode, WorksOnEmptyTensors) {
  Case c;
  c.add(cases::normalised(), {{vjp, {{"x"}, {"scale"}, {"shift"}}}});
  c.add(cases::halves(), {{vjp, {{"x"}, {"s"}}}});
  c.add(cases::mlp(), {{jvp, {{"x"}}}});
  check_against_reference(
      c, cases::model_header(),
      {{"normalised", {{"x.0", 0}, {"x.1", 3}}},
       {"halves", {{"x.0", 0}}},
       {"loss", {{"params.w1.0", 0}, {"params.w1.1", 2}, {"params.w2.1", 4}, {"x.0", 2}}}});
}

// A loop over everything that a header of the user may contain: views, static extents, pairs, arrays,
// namespaces.
TEST(GeneratedCode, ReachesAllKindsOfValues) {
  Case c;
  c.add(cases::kinds(), {{gradient, {{"p"}, {"v"}, {"s", "inner", "a"}, {"s", "b"}, {"arr"}}}});
  const std::string main = R"(
#include <cassert>
#include <cstdio>
#include "model.grad.h"
int main() {
  model::S s;
  s.inner.a = gradc::Vector<double>{1, 2};
  s.b = 3;
  s.count = 7;
  const std::array<double, 2> arr = {5, 6};
  const gradc::Vector<double> v{1, 1, 2};
  const gradc::StaticTensor<double, 3> p{1, 2, 3};
  auto [value, grad] = model::kinds_gradient(p, v, s, arr);
  // value = sum(p * v) * b + sum(a) * arr[0] * arr[1]
  assert(value == 9 * 3 + 3 * 30);
  assert(grad.p(2) == 6 && grad.v(2) == 9);
  assert(grad.s.inner.a(0) == 30 && grad.s.inner.a(1) == 30 && grad.s.b == 9);
  assert(grad.arr[0] == 18 && grad.arr[1] == 15);
  static_assert(std::is_same_v<decltype(grad.p), gradc::StaticTensor<double, 3>>);
  static_assert(std::is_same_v<decltype(grad.v), gradc::Tensor<double, 1>>);

  const gradc::Vector<double> wrong{1, 2};
  model::kinds_gradient_result out;
  gradc::Workspace workspace;
  try {
    model::kinds_gradient(p, wrong, s, arr, out, workspace);
    return 1;
  } catch (const gradc::ShapeError& error) {
    std::puts(error.what());
  }
  assert(out.grad.v.size() == 0);
}
)";
  for (const cases::Compiler& compiler : cases::compilers())
    EXPECT_EQ(cases::compile_and_run(c, cases::model_header(), main, compiler, "kinds"),
              "model.cpp:50: extent 0 of v is 2 but must be 3\n");
}

}  // namespace
