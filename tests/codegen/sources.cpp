// The functions under test, as IR.
#include "cases.h"

namespace cases {
namespace {

using enum ir::ElementType;
using codegen::CppValue;

Source source(const std::string& name, std::vector<codegen::Parameter> parameters, CppValue result,
              const std::string& ir) {
  Source out;
  out.ir = ir;
  out.primal.name_space = "model";
  out.primal.name = name;
  out.primal.parameters = std::move(parameters);
  out.primal.result = std::move(result);
  out.primal.source = "model.cpp";
  out.primal.headers = {"\"model.h\""};
  return out;
}

}  // namespace

Source mlp() {
  const CppValue params = structure("model::Params", {{"w1", tensor("float", f32, 2)},
                                                      {"b1", tensor("float", f32, 1)},
                                                      {"w2", tensor("float", f32, 2)},
                                                      {"b2", tensor("float", f32, 1)}});
  return source("loss",
                {parameter("params", params), parameter("x", tensor("float", f32, 2)),
                 parameter("labels", tensor("int", i32, 1))},
                scalar("float", f32), R"(
func @loss(%params.w1: f32[params.w1.0, params.w1.1], %params.b1: f32[params.w1.1], %params.w2: f32[params.w1.1, params.w2.1], %params.b2: f32[params.w2.1], %x: f32[x.0, params.w1.0], %labels: i32[x.0]) -> (f32)
    origin 1[0] loc 0
    origin 2[0] loc 1
    origin 3[0] loc 1
    origin 4[1] loc 0
    origin 5[0] loc 2 {
  %0 = matmul %x, %params.w1 {transpose_a = false, transpose_b = false} : f32[x.0, params.w1.1] loc 0
  %1 = broadcast %params.b1 {shape = <x.0, params.w1.1>} : f32[x.0, params.w1.1] loc 0
  %2 = add %0, %1 : f32[x.0, params.w1.1] loc 0
  %h = relu %2 : f32[x.0, params.w1.1] loc 0
  %4 = matmul %h, %params.w2 {transpose_a = false, transpose_b = false} : f32[x.0, params.w2.1] loc 1
  %5 = broadcast %params.b2 {shape = <x.0, params.w2.1>} : f32[x.0, params.w2.1] loc 1
  %logits = add %4, %5 : f32[x.0, params.w2.1] loc 1
  %7 = sparse_softmax_cross_entropy %logits, %labels : f32[x.0] loc 2
  %8 = mean %7 {axes = [0], keepdims = false} : f32 loc 2
  return %8
}

locations {
  0 = "model.cpp":4:12 "auto h = gradc::relu(gradc::matmul(x, params.w1) + params.b1);"
  1 = "model.cpp":5:12 "auto logits = gradc::matmul(h, params.w2) + params.b2;"
  2 = "model.cpp":6:12 "return gradc::mean(gradc::softmax_cross_entropy(logits, labels));"
}
)");
}

Source normalised() {
  return source(
      "normalised",
      {parameter("x", tensor("double", f64, 2)), parameter("scale", tensor("double", f64, 1)),
       parameter("shift", tensor("double", f64, 2)), parameter("eps", scalar("double", f64))},
      structure("model::Normalised", {{"y", tensor("double", f64, 2)}, {"total", scalar("double", f64)}}),
      R"(
func @normalised(%x: f64[x.0, x.1], %scale: f64[x.1], %shift: f64[x.0, 1], %eps: f64) -> (f64[x.0, x.1], f64) {
  %0 = mean %x {axes = [1], keepdims = true} : f64[x.0, 1] loc 0
  %1 = broadcast %0 {shape = <x.0, x.1>} : f64[x.0, x.1] loc 0
  %centred = subtract %x, %1 : f64[x.0, x.1] loc 0
  %2 = square %centred : f64[x.0, x.1] loc 1
  %variance = mean %2 {axes = [1], keepdims = true} : f64[x.0, 1] loc 1
  %3 = square %eps : f64 loc 1
  %4 = constant {element = f64, value = 0.1} : f64 loc 1
  %5 = add %3, %4 : f64 loc 1
  %6 = broadcast %5 {shape = <x.0, 1>} : f64[x.0, 1] loc 1
  %7 = add %variance, %6 : f64[x.0, 1] loc 1
  %8 = rsqrt %7 : f64[x.0, 1] loc 1
  %9 = broadcast %8 {shape = <x.0, x.1>} : f64[x.0, x.1] loc 2
  %10 = multiply %centred, %9 : f64[x.0, x.1] loc 2
  %11 = broadcast %scale {shape = <x.0, x.1>} : f64[x.0, x.1] loc 2
  %12 = multiply %10, %11 : f64[x.0, x.1] loc 2
  %13 = broadcast %shift {shape = <x.0, x.1>} : f64[x.0, x.1] loc 2
  %y = add %12, %13 : f64[x.0, x.1] loc 2
  %14 = tanh %y : f64[x.0, x.1] loc 3
  %15 = sum %14 {axes = [0, 1], keepdims = false} : f64 loc 3
  return %y, %15
}

locations {
  0 = "model.cpp":11:3 "const auto centred = x - gradc::mean(x, {1}, true);"
  1 = "model.cpp":12:3 "const auto variance = gradc::mean(gradc::square(centred), {1}, true);"
  2 = "model.cpp":13:3 "const auto y = centred * gradc::rsqrt(variance + 0.1 + eps * eps) * scale + shift;"
  3 = "model.cpp":14:3 "return {y, gradc::sum(gradc::tanh(y))};"
}
)");
}

Source scalars() {
  return source("area",
                {parameter("a", scalar("double", f64)), parameter("b", scalar("float", f32)),
                 parameter("n", scalar("int", i32)), parameter("flag", scalar("bool", boolean))},
                scalar("double", f64), R"(
func @area(%a: f64, %b: f32, %n: i32, %flag: bool) -> (f64) {
  %0 = sin %a : f64 loc 0
  %1 = astype %b {to = f64} : f64 loc 0
  %s = multiply %0, %1 : f64 loc 0
  %2 = constant {element = i32, value = 3} : i32 loc 1
  %3 = multiply %n, %2 : i32 loc 1
  %4 = astype %3 {to = f64} : f64 loc 1
  %5 = exp %a : f64 loc 1
  %6 = multiply %4, %5 : f64 loc 1
  %7 = where %flag, %6, %s : f64 loc 1
  %8 = maximum %s, %7 : f64 loc 2
  %9 = constant {element = f64, value = -2.0} : f64 loc 2
  %10 = divide %8, %9 : f64 loc 2
  %11 = sigmoid %10 : f64 loc 2
  %12 = add %11, %s : f64 loc 2
  return %12
}

locations {
  0 = "model.cpp":21:3 "const double s = std::sin(a) * b;"
  1 = "model.cpp":22:3 "const double t = flag ? 3 * n * std::exp(a) : s;"
  2 = "model.cpp":23:3 "return gradc::sigmoid(std::max(s, t) / -2) + s;"
}
)");
}

Source moved() {
  return source("moved",
                {parameter("table", tensor("float", f32, 2)),
                 parameter("ids", tensor("std::int64_t", i64, 1)), parameter("w", tensor("float", f32, 2))},
                scalar("float", f32), R"(
func @moved(%table: f32[table.0, table.1], %ids: i64[ids.0], %w: f32[table.1, ids.0]) -> (f32) {
  %rows = take %table, %ids {axis = 0} : f32[ids.0, table.1] loc 0
  %0 = transpose %w {perm = [1, 0]} : f32[ids.0, table.1] loc 0
  %1 = multiply %rows, %0 : f32[ids.0, table.1] loc 0
  %2 = concat %rows, %1 {axis = 1} : f32[ids.0, 2*table.1] loc 1
  %3 = reshape %2 {shape = <2*ids.0*table.1>} : f32[2*ids.0*table.1] loc 1
  %4 = softmax %3 {axis = 0} : f32[2*ids.0*table.1] loc 1
  %5 = slice %2 {begin = <0, 0>, shape = <ids.0, table.1>} : f32[ids.0, table.1] loc 2
  %6 = max %5 {axes = [1], keepdims = false} : f32[ids.0] loc 2
  %7 = sum %6 {axes = [0], keepdims = false} : f32 loc 2
  %8 = square %4 : f32[2*ids.0*table.1] loc 2
  %9 = sum %8 {axes = [0], keepdims = false} : f32 loc 2
  %10 = multiply %7, %9 : f32 loc 2
  return %10
}

locations {
  0 = "model.cpp":31:3 "const auto rows = gradc::take(table, ids);"
  1 = "model.cpp":32:3 "const auto p = gradc::softmax(gradc::reshape(gradc::concat({rows, rows * w}, 1), {-1}));"
  2 = "model.cpp":33:3 "return 0;"
}
)");
}

Source halves() {
  return source(
      "halves",
      {parameter("x", tensor("gradc::half", f16, 1)), parameter("y", tensor("gradc::half", f16, 1)),
       parameter("s", scalar("gradc::half", f16)), parameter("z", tensor("gradc::bfloat16", bf16, 1))},
      structure("model::Halves", {{"y", tensor("gradc::half", f16, 1)},
                                  {"total", scalar("gradc::half", f16)},
                                  {"z", tensor("gradc::bfloat16", bf16, 1)}}),
      R"(
func @halves(%x: f16[x.0], %y: f16[x.0], %s: f16, %z: bf16[x.0]) -> (f16[x.0], f16, bf16[x.0]) {
  %0 = broadcast %s {shape = <x.0>} : f16[x.0]
  %1 = multiply %x, %0 : f16[x.0]
  %2 = add %1, %y : f16[x.0]
  %3 = sum %2 {axes = [0], keepdims = false} : f16
  %4 = multiply %3, %s : f16
  %5 = astype %2 {to = bf16} : bf16[x.0]
  %6 = multiply %5, %z : bf16[x.0]
  return %2, %4, %6
}
)");
}

Source integers() {
  return source("counted",
                {parameter("x", tensor("double", f64, 1)), parameter("k", tensor("std::int64_t", i64, 1)),
                 parameter("n", scalar("std::int64_t", i64))},
                structure("model::Counted", {{"sum", scalar("double", f64)},
                                             {"k", tensor("std::int64_t", i64, 1)},
                                             {"hits", tensor("bool", boolean, 1)},
                                             {"best", scalar("std::int64_t", i64)}}),
                R"(
func @counted(%x: f64[x.0], %k: i64[x.0], %n: i64) -> (f64, i64[x.0], bool[x.0], i64) {
  %0 = broadcast %n {shape = <x.0>} : i64[x.0] loc 0
  %1 = modulo %k, %0 : i64[x.0] loc 0
  %2 = relu %1 : i64[x.0] loc 0
  %3 = constant {element = f64, value = 8.0} : f64 loc 1
  %4 = broadcast %3 {shape = <x.0>} : f64[x.0] loc 1
  %5 = multiply %x, %4 : f64[x.0] loc 1
  %6 = astype %5 {to = i64} : i64[x.0] loc 1
  %7 = add %2, %6 : i64[x.0] loc 1
  %8 = astype %7 {to = f64} : f64[x.0] loc 2
  %9 = multiply %x, %8 : f64[x.0] loc 2
  %10 = sum %9 {axes = [0], keepdims = false} : f64 loc 2
  %11 = greater %7, %0 : bool[x.0] loc 2
  %12 = logical_not %11 : bool[x.0] loc 2
  %13 = argmax %x {axis = 0} : i64 loc 2
  return %10, %7, %12, %13
}

locations {
  0 = "model.cpp":41:3 "auto m = gradc::relu(k % n);"
  1 = "model.cpp":42:3 "auto r = m + gradc::astype<std::int64_t>(x * 8);"
  2 = "model.cpp":43:3 "return {gradc::sum(x * r), r, !(r > n), gradc::argmax(x)};"
}
)");
}

Source passed_on() {
  return source("passed_on",
                {parameter("out", tensor("double", f64, 2)), parameter("workspace", scalar("double", f64)),
                 parameter("memory", tensor("double", f64, 2))},
                structure("model::PassedOn", {{"first", tensor("double", f64, 2)},
                                              {"again", tensor("double", f64, 2)},
                                              {"twice", tensor("double", f64, 1)},
                                              {"zeros", tensor("double", f64, 2)},
                                              {"row", tensor("double", f64, 2)},
                                              {"number", scalar("double", f64)},
                                              {"one", tensor("double", f64, 1)},
                                              {"same", scalar("double", f64)}}),
                R"(
func @passed_on(%out: f64[out.0, out.1], %workspace: f64, %memory: f64[1, out.1]) -> (f64[out.0, out.1], f64[out.0, out.1], f64[out.0*out.1], f64[out.0, out.1], f64[out.0, out.1], f64, f64[1], f64) {
  %i = exp %out : f64[out.0, out.1]
  %0 = reshape %i {shape = <out.0*out.1>} : f64[out.0*out.1]
  %1 = constant {element = f64, value = 0.0} : f64
  %2 = broadcast %1 {shape = <out.0, out.1>} : f64[out.0, out.1]
  %3 = broadcast %memory {shape = <out.0, out.1>} : f64[out.0, out.1]
  %4 = multiply %i, %3 : f64[out.0, out.1]
  %5 = sum %4 {axes = [0, 1], keepdims = true} : f64[1, 1]
  %6 = reshape %5 {shape = <>} : f64
  %t1 = multiply %6, %workspace : f64
  %7 = expand_dims %t1 {axes = [0]} : f64[1]
  return %out, %i, %0, %2, %3, %6, %7, %workspace
}
)");
}

Source kinds() {
  CppValue p = tensor("double", f64, 1), v = tensor("double", f64, 1);
  p.form = CppValue::Form::static_tensor;
  p.type = "gradc::StaticTensor<double, 3>";
  v.form = CppValue::Form::view;
  const CppValue inner = structure("model::Inner", {{"a", tensor("double", f64, 1)}});
  const CppValue s =
      structure("model::S", {{"inner", inner}, {"b", scalar("double", f64)}, {"count", scalar("int", i32)}});
  CppValue array =
      structure("std::array<double, 2>", {{"0", scalar("double", f64)}, {"1", scalar("double", f64)}});
  array.form = CppValue::Form::array;
  return source("kinds",
                {parameter("p", p),
                 {"v", "gradc::View<const double, 1>", v},
                 parameter("s", s),
                 parameter("arr", array)},
                scalar("double", f64), R"(
func @kinds(%p: f64[3], %v: f64[3], %s.inner.a: f64[s.inner.a.0], %s.b: f64, %s.count: i32, %arr.0: f64, %arr.1: f64) -> (f64)
    origin 1[0] loc 0 {
  %0 = multiply %p, %v : f64[3] loc 0
  %1 = sum %0 {axes = [0], keepdims = false} : f64 loc 0
  %2 = multiply %1, %s.b : f64 loc 0
  %3 = sum %s.inner.a {axes = [0], keepdims = false} : f64 loc 1
  %4 = multiply %arr.0, %arr.1 : f64 loc 1
  %5 = multiply %3, %4 : f64 loc 1
  %6 = add %2, %5 : f64 loc 1
  return %6
}

locations {
  0 = "model.cpp":50:3 "const double first = gradc::sum(p * v) * s.b;"
  1 = "model.cpp":51:3 "return first + gradc::sum(s.inner.a) * arr[0] * arr[1];"
}
)");
}

std::string model_header() {
  return R"(#pragma once
#include <array>
#include <cstdint>
#include <gradc/gradc.h>
namespace model {
struct Params { gradc::Matrix<float> w1; gradc::Vector<float> b1; gradc::Matrix<float> w2; gradc::Vector<float> b2; };
struct Inner { gradc::Vector<double> a; };
struct S { Inner inner; double b; int count; };
struct Normalised { gradc::Matrix<double> y; double total; };
struct Halves { gradc::Vector<gradc::half> y; gradc::half total; gradc::Vector<gradc::bfloat16> z; };
struct Counted { double sum; gradc::Vector<std::int64_t> k; gradc::Vector<bool> hits; std::int64_t best; };
struct PassedOn {
  gradc::Matrix<double> first, again;
  gradc::Vector<double> twice;
  gradc::Matrix<double> zeros, row;
  double number;
  gradc::Vector<double> one;
  double same;
};
}
)";
}

}  // namespace cases
