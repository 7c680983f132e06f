// Functions with vectors in their signatures, as IR.
#include <fmt/format.h>

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

CppValue layer() {
  return structure("model::Layer", {{"w", tensor("double", f64, 2)},
                                    {"scale", vector_of(scalar("double", f64))},
                                    {"kind", scalar("int", i32)}});
}

}  // namespace

CppValue vector_of(const CppValue& element) {
  return {CppValue::Form::vector, fmt::format("std::vector<{}>", element.type), {}, {{"[]", element}}};
}

Source summed() {
  return source("summed", {parameter("v", vector_of(scalar("double", f64)))}, scalar("double", f64), R"(
func @summed(%v: seq<f64>) -> (f64) {
  %zero = constant {element = i64, value = 0} : i64 loc 0
  %first = sequence_at %v, %zero {shape = <>} : f64 loc 0
  %sum = sequence_sum %v, %zero {shape = <>} : f64 loc 1
  %0 = multiply %sum, %first : f64 loc 1
  return %0
}

locations {
  0 = "model.cpp":51:3 "const double first = v[0];"
  1 = "model.cpp":52:3 "return first * std::accumulate(v.begin(), v.end(), 0.0);"
}
)");
}

Source picked() {
  return source(
      "picked",
      {parameter("v", vector_of(scalar("double", f64))), parameter("w", vector_of(scalar("float", f32))),
       parameter("ids", vector_of(scalar("int", i32))), parameter("mask", vector_of(scalar("bool", boolean))),
       parameter("i", scalar("std::int64_t", i64))},
      structure("model::Picked", {{"total", scalar("double", f64)},
                                  {"kept", vector_of(scalar("double", f64))},
                                  {"ids", vector_of(scalar("int", i32))}}),
      R"(
func @picked(%v: seq<f64>, %w: seq<f32>, %ids: seq<i32>, %mask: seq<bool>, %i: i64) -> (f64, seq<f64>, seq<i32>) {
  %a = sequence_at %v, %i {shape = <>} : f64 loc 0
  %b = sequence_at %w, %i {shape = <>} : f32 loc 0
  %wide = astype %b {to = f64} : f64 loc 0
  %c = sequence_at %ids, %i {shape = <>} : i32 loc 0
  %d = astype %c {to = f64} : f64 loc 0
  %m = sequence_at %mask, %i {shape = <>} : bool loc 0
  %0 = multiply %a, %wide : f64 loc 1
  %1 = multiply %0, %d : f64 loc 1
  %2 = where %m, %1, %0 : f64 loc 1
  %kept = sequence_push %v, %2 : seq<f64> loc 2
  %n = sequence_size %kept : i64 loc 3
  %one = constant {element = i64, value = 1} : i64 loc 3
  %3 = sequence_resize %kept, %one, %a : seq<f64> loc 3
  %4 = sequence_resize %3, %n, %2 : seq<f64> loc 3
  %5 = sequence_set %4, %0, %i : seq<f64> loc 3
  %sum = sequence_sum %5, %i {shape = <>} : f64 loc 3
  %total = multiply %sum, %2 : f64 loc 3
  %6 = sequence_pop %ids : seq<i32> loc 4
  return %total, %kept, %6
}

locations {
  0 = "model.cpp":61:3 "const double a = v[i];"
  1 = "model.cpp":62:3 "const double x = mask[i] ? a * w[i] * ids[i] : a * w[i];"
  2 = "model.cpp":63:3 "kept.push_back(x);"
  3 = "model.cpp":64:3 "total = x * sum;"
  4 = "model.cpp":65:3 "ids.pop_back();"
}
)");
}

Source layered() {
  return source("layered",
                {parameter("layers", vector_of(layer())), parameter("x", tensor("double", f64, 2)),
                 parameter("k", scalar("std::int64_t", i64))},
                vector_of(tensor("double", f64, 2)), R"(
func @layered(%layers.w: seq<f64[?, ?]>, %layers.scale: seq<seq<f64>>, %layers.kind: seq<i32>, %x: f64[x.0, x.1], %k: i64) -> (seq<f64[?, ?]>) {
  %w = sequence_at %layers.w, %k {shape = <x.1, columns>} : f64[x.1, columns] loc 0
  %h = matmul %x, %w {transpose_a = false, transpose_b = false} : f64[x.0, columns] loc 0
  %scales = sequence_at %layers.scale, %k {shape = <>} : seq<f64> loc 1
  %s = sequence_at %scales, %k {shape = <>} : f64 loc 1
  %kind = sequence_at %layers.kind, %k {shape = <>} : i32 loc 1
  %0 = astype %kind {to = f64} : f64 loc 1
  %1 = multiply %s, %0 : f64 loc 1
  %2 = broadcast %1 {shape = <x.0, columns>} : f64[x.0, columns] loc 2
  %y = multiply %h, %2 : f64[x.0, columns] loc 2
  %zero = constant {element = i64, value = 0} : i64 loc 3
  %3 = sequence_empty {depth = 0, element = f64, rank = 2} : seq<f64[?, ?]> loc 3
  %4 = sequence_push %3, %y : seq<f64[?, ?]> loc 3
  %5 = sequence_push %4, %x : seq<f64[?, ?]> loc 3
  %6 = sequence_add_at %5, %y, %zero : seq<f64[?, ?]> loc 3
  return %6
}

locations {
  0 = "model.cpp":71:3 "const auto h = gradc::matmul(x, layers[k].w);"
  1 = "model.cpp":72:3 "const double s = layers[k].scale[k] * layers[k].kind;"
  2 = "model.cpp":73:3 "const auto y = h * s;"
  3 = "model.cpp":74:3 "return {y + y, x};"
}
)");
}

Source tabled() {
  const CppValue row = vector_of(scalar("double", f64));
  return source("tabled",
                {parameter("table", vector_of(row)), parameter("i", scalar("std::int64_t", i64)),
                 parameter("j", scalar("std::int64_t", i64))},
                structure("model::Tabled", {{"value", scalar("double", f64)}, {"table", vector_of(row)}}), R"(
func @tabled(%table: seq<seq<f64>>, %i: i64, %j: i64) -> (f64, seq<seq<f64>>) {
  %row = sequence_at %table, %i {shape = <>} : seq<f64> loc 0
  %a = sequence_at %row, %j {shape = <>} : f64 loc 0
  %0 = multiply %a, %a : f64 loc 1
  %1 = sequence_set %row, %0, %j : seq<f64> loc 1
  %2 = sequence_push %1, %a : seq<f64> loc 1
  %3 = sequence_set %table, %2, %i : seq<seq<f64>> loc 1
  %4 = sequence_fill %j, %row : seq<seq<f64>> loc 2
  %5 = sequence_splice %3, %4 : seq<seq<f64>> loc 2
  return %0, %5
}

locations {
  0 = "model.cpp":81:3 "const double a = table[i][j];"
  1 = "model.cpp":82:3 "table[i][j] = a * a;"
  2 = "model.cpp":83:3 "std::fill_n(table.begin(), j, row);"
}
)");
}

std::string vector_header() {
  return R"(#pragma once
#include <cstdint>
#include <vector>
#include <gradc/gradc.h>
namespace model {
struct Picked { double total; std::vector<double> kept; std::vector<int> ids; };
struct Layer { gradc::Matrix<double> w; std::vector<double> scale; int kind; };
struct Tabled { double value; std::vector<std::vector<double>> table; };
}
)";
}

}  // namespace cases
