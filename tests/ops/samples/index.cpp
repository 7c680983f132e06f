// Samples of the ops on parts of tensors, on indices, and on places.
#include "tests/ops/samples/samples.h"

namespace ops_test {
namespace {

using ir::Attributes;
using ir::DiagnosticId;
using ir::ElementType;
using ir::Integers;
using ir::Shape;

Attributes block(Shape begin, Shape shape, Shape strides) {
  return {{"begin", std::move(begin)}, {"shape", std::move(shape)}, {"strides", std::move(strides)}};
}
Attributes at(Shape begin) { return {{"begin", std::move(begin)}}; }
Attributes at(Shape begin, Shape strides) { return {{"begin", std::move(begin)}, {"strides", std::move(strides)}}; }
Attributes shape(Shape shape) { return {{"shape", std::move(shape)}}; }
Attributes rolled(Integers along, Shape shifts) { return {{"along", std::move(along)}, {"shifts", std::move(shifts)}}; }
Attributes axis(std::int64_t axis) { return {{"axis", axis}}; }
Attributes axis(std::int64_t axis, std::int64_t mode) { return {{"axis", axis}, {"mode", mode}}; }
Attributes unique(std::int64_t axis, std::int64_t mode) { return {{"axis", axis}, {"mode", mode}, {"unique", true}}; }
Attributes n(std::int64_t n) { return {{"n", Shape{n}}}; }
Attributes filled(std::int64_t n, std::int64_t fill) { return {{"fill", fill}, {"n", Shape{n}}}; }
Attributes greatest(std::int64_t n, std::int64_t axis) { return {{"axis", axis}, {"n", Shape{n}}}; }
Attributes sorted(std::int64_t axis, bool descending) { return {{"axis", axis}, {"descending", descending}}; }
Attributes counted(std::int64_t n, ElementType to) { return {{"n", Shape{n}}, {"to", to}}; }
Attributes to(ElementType element) { return {{"to", element}}; }
Attributes rounding(std::int64_t exponent, std::int64_t mantissa) { return {{"exponent_bits", exponent}, {"mantissa_bits", mantissa}}; }
Attributes right(bool right) { return {{"right", right}}; }
Attributes padded(std::int64_t n, std::int64_t low, std::int64_t high, std::int64_t mode) {
  return {{"high", Shape{high}}, {"low", Shape{low}}, {"mode", mode}, {"n", Shape{n}}};
}

void add_parts(std::vector<Sample>& rows) {
  rows.insert(rows.end(), {
      {"slice", {{'x', {7}}}, block({1}, {3}, {2}), {3}},
      {"slice", {{'x', {5}}}, block({4}, {5}, {-1}), {5}},
      {"slice", {{'x', {4, 5}}}, block({3, 1}, {2, 2}, {-2, 3}), {2, 2}},
      {"slice", {{'x', {0, 2}}}, block({0, 1}, {0, 2}, {-1, -1}), {0, 2}},
      {"slice", {{'x', {1}}}, block({0}, {1}, {-5}), {1}},
      {"pad", {{'x', {3}}}, block({1}, {7}, {2}), {7}},
      {"pad", {{'x', {2, 3}}}, block({1, 4}, {2, 5}, {-1, -2}), {2, 5}},
      {"pad", {{'x', {0}}}, block({0}, {2}, {-1}), {2}},
      {"set_slice", {{'x', {5}}, {'x', {2}}}, at({2}), {5}},
      {"set_slice", {{'x', {4, 5}}, {'x', {2, 2}}}, at({3, 1}, {-2, 3}), {4, 5}},
      {"set_slice", {{'x', {2, 3}}, {'x', {2, 3}}}, at({0, 0}), {2, 3}},
      {"set_slice", {{'x', {3}}, {'x', {0}}}, at({1}), {3}},
      {"set_slice", {{'x', {}}, {'x', {}}}, at({}), {}},
      {"add_slice", {{'x', {5}}, {'x', {2}}}, at({2}), {5}},
      {"add_slice", {{'x', {4, 5}}, {'x', {2, 2}}}, at({3, 1}, {-2, 3}), {4, 5}},
      {"add_slice", {{'x', {4, 5}}, {'x', {2, 5}}}, at({1, 0}), {4, 5}},
      {"add_slice", {{'x', {3}}, {'x', {0}}}, at({1}), {3}},
      {"add_slice", {{'x', {}}, {'x', {}}}, at({}), {}},
      {"dynamic_slice", {{'x', {5}}, {'i', {1}, {2}}}, shape({2}), {2}},
      {"dynamic_slice", {{'x', {3, 4}}, {'i', {2}, {1, 2}}}, shape({2, 2}), {2, 2}},
      {"dynamic_slice", {{'x', {2, 3}}, {'i', {2}, {1, 0}}}, shape({2, 0}), {2, 0}},
      {"dynamic_slice", {{'x', {0, 3}}, {'i', {2}, {0, 1}}}, shape({0, 2}), {0, 2}},
      {"dynamic_slice", {{'x', {}}, {'i', {0}}}, shape({}), {}},
      {"dynamic_update_slice", {{'x', {5}}, {'x', {2}}, {'i', {1}, {2}}}, {}, {5}},
      {"dynamic_update_slice", {{'x', {3, 4}}, {'x', {2, 2}}, {'i', {2}, {0, 2}}}, {}, {3, 4}},
      {"dynamic_update_slice", {{'x', {3}}, {'x', {0}}, {'i', {1}, {1}}}, {}, {3}},
      {"dynamic_update_slice", {{'x', {}}, {'x', {}}, {'i', {0}}}, {}, {}},
      {"dynamic_add_slice", {{'x', {5}}, {'x', {2}}, {'i', {1}, {2}}}, {}, {5}},
      {"dynamic_add_slice", {{'x', {3, 4}}, {'x', {2, 2}}, {'i', {2}, {1, 0}}}, {}, {3, 4}},
      {"dynamic_add_slice", {{'x', {3}}, {'x', {0}}, {'i', {1}, {1}}}, {}, {3}},
      {"roll", {{'x', {5}}}, rolled({0}, {2}), {5}},
      {"roll", {{'x', {3, 4}}}, rolled({1, 0}, {-1, 5}), {3, 4}},
      {"roll", {{'x', {2, 3, 2}}}, rolled({1}, {1}), {2, 3, 2}},
      {"roll", {{'x', {2, 3, 2}}}, rolled({0, 2}, {1, 1}), {2, 3, 2}},
      {"roll", {{'x', {2, 0}}}, rolled({0, 1}, {1, 1}), {2, 0}},
      {"roll", {{'x', {2, 3}}}, rolled({}, {}), {2, 3}},
      {"roll", {{'x', {}}}, rolled({}, {}), {}},
  });
}

void add_scatters(std::vector<Sample>& rows, std::string_view op) {
  rows.insert(rows.end(), {
      {op, {{'x', {5}}, {'i', {4}, {4, 0, 4, 1}}, {'x', {4}}}, axis(0), {5}},
      {op, {{'x', {5}}, {'i', {}, {2}}, {'x', {}}}, axis(0), {5}},
      {op, {{'x', {3, 2}}, {'i', {2, 2}, {1, 1, 0, 1}}, {'x', {3, 2, 2}}}, axis(1), {3, 2}},
      {op, {{'x', {2, 3, 2}}, {'i', {2}, {2, 2}}, {'x', {2, 2, 2}}}, axis(1), {2, 3, 2}},
      {op, {{'x', {3}}, {'i', {0}}, {'x', {0}}}, axis(0), {3}},
      {op, {{'x', {3, 0}}, {'i', {2}, {0, 2}}, {'x', {2, 0}}}, axis(0), {3, 0}},
  });
}

}  // namespace

void add_index_samples(std::vector<Sample>& rows) {
  add_parts(rows);
  for (std::string_view op : {"scatter_update", "scatter_max", "scatter_min", "scatter_mul"}) add_scatters(rows, op);
  for (std::int64_t mode : {0, 1, 2}) {
    const std::int64_t out = mode == 0 ? 1 : -2, over = mode == 0 ? 2 : 9;
    rows.insert(rows.end(), {
        {"take", {{'x', {5}}, {'i', {3}, {out, over, 1}}}, axis(0, mode), {3}},
        {"take", {{'x', {2, 3, 2}}, {'i', {2, 1}, {over, out}}}, axis(1, mode), {2, 2, 1, 2}},
        {"scatter_add", {{'x', {5}}, {'i', {3}, {out, over, 4}}, {'x', {3}}}, axis(0, mode), {5}},
        {"scatter_update", {{'x', {5}}, {'i', {4}, {over, 4, out, 4}}, {'x', {4}}}, axis(0, mode), {5}},
        {"scatter_update", {{'x', {2, 3}}, {'i', {3}, {0, over, out}}, {'x', {2, 3}}}, axis(1, mode), {2, 3}},
        {"scatter_update", {{'x', {5}}, {'i', {3}, {out, over, 3}}, {'x', {3}}}, unique(0, mode), {5}},
        {"take_along_axis", {{'x', {5}}, {'i', {4}, {out, over, 1, over}}}, axis(0, mode), {4}},
        {"take_along_axis", {{'x', {2, 3, 2}}, {'i', {2, 1, 2}, {over, 0, out, over}}}, axis(1, mode), {2, 1, 2}},
        {"add_along_axis", {{'x', {5}}, {'i', {4}, {out, over, 1, over}}, {'x', {4}}}, axis(0, mode), {5}},
        {"add_along_axis", {{'x', {3, 2}}, {'i', {2, 2}, {over, 0, out, over}}, {'x', {2, 2}}}, axis(0, mode), {3, 2}},
    });
    for (std::string_view op : {"scatter_max", "scatter_min", "scatter_mul"})
      rows.insert(rows.end(), {
          {op, {{'x', {5}}, {'i', {4}, {over, 4, out, 4}}, {'x', {4}}}, axis(0, mode), {5}},
          {op, {{'x', {2, 3}}, {'i', {3}, {0, over, out}}, {'x', {2, 3}}}, axis(1, mode), {2, 3}},
      });
  }
  rows.insert(rows.end(), {
      {"take", {{'x', {0, 2}}, {'i', {2}, {0, 1}}}, axis(0, 2), {2, 2}},
      {"scatter_update", {{'x', {2, 4}}, {'i', {2}, {3, 1}}, {'x', {2, 2}}}, {{"axis", std::int64_t{1}}, {"unique", true}}, {2, 4}},
      {"take_along_axis", {{'x', {0, 2}}, {'i', {1, 2}}}, axis(0, 2), {1, 2}},
      {"take_along_axis", {{'x', {5}}, {'i', {3}, {4, 0, 4}}}, axis(0), {3}},
      {"take_along_axis", {{'x', {2, 3}}, {'i', {2, 2}, {2, 0, 1, 1}}}, axis(1), {2, 2}},
      {"take_along_axis", {{'x', {2, 3}}, {'i', {1, 3}, {1, 0, 1}}}, axis(0), {1, 3}},
      {"take_along_axis", {{'x', {2, 3, 2}}, {'i', {2, 1, 2}, {2, 0, 1, 1}}}, axis(1), {2, 1, 2}},
      {"take_along_axis", {{'x', {3, 0}}, {'i', {2, 0}}}, axis(0), {2, 0}},
      {"take_along_axis", {{'x', {0}}, {'i', {0}}}, axis(0), {0}},
      {"add_along_axis", {{'x', {5}}, {'i', {3}, {4, 0, 4}}, {'x', {3}}}, axis(0), {5}},
      {"add_along_axis", {{'x', {2, 3}}, {'i', {2, 2}, {2, 0, 1, 1}}, {'x', {2, 2}}}, axis(1), {2, 3}},
      {"add_along_axis", {{'x', {2, 3, 2}}, {'i', {2, 1, 2}, {2, 0, 1, 1}}, {'x', {2, 1, 2}}}, axis(1), {2, 3, 2}},
      {"add_along_axis", {{'x', {3}}, {'i', {0}}, {'x', {0}}}, axis(0), {3}},

      {"iota", {}, counted(5, ElementType::i64), {5}},
      {"iota", {}, counted(3, ElementType::f64), {3}},
      {"iota", {}, counted(0, ElementType::i32), {0}},
      {"pad_index", {}, padded(4, 3, 2, 0), {9}},
      {"pad_index", {}, padded(4, 4, 2, 1), {10}},
      {"pad_index", {}, padded(2, 3, 1, 2), {6}},
      {"pad_index", {}, padded(3, 7, 5, 3), {15}},
      {"pad_index", {}, padded(0, 0, 0, 0), {0}},
      {"ravel_index", {{'i', {3, 2}, {0, 1, 2, 3, 1, 0}}}, shape({3, 4}), {3}},
      {"ravel_index", {{'i', {2}, {1, 2}}}, shape({2, 3}), {}},
      {"ravel_index", {{'i', {2, 1, 1}, {3, 0}}}, shape({4}), {2, 1}},
      {"ravel_index", {{'i', {0, 2}}}, shape({3, 4}), {0}},
      {"nonzero", {{'b', {6}}}, n(4), {4}},
      {"nonzero", {{'b', {0}}}, n(2), {2}},
      {"nonzero_filled", {{'b', {6}}}, filled(5, 9), {5}},
      {"nonzero_filled", {{'b', {0}}}, filled(2, 0), {2}},
      {"argsort", {{'x', {5}}}, sorted(0, false), {5}},
      {"argsort", {{'x', {3, 4}}}, sorted(0, true), {3, 4}},
      {"argsort", {{'i', {2, 3, 2}}}, sorted(1, false), {2, 3, 2}},
      {"argsort", {{'x', {2, 0}}}, sorted(1, true), {2, 0}},
      {"argsort", {{'x', {1, 3}}}, sorted(0, false), {1, 3}},
      {"top_k_indices", {{'x', {5}}}, greatest(2, 0), {2}},
      {"top_k_indices", {{'x', {3, 4}}}, greatest(3, 0), {3, 4}},
      {"top_k_indices", {{'i', {2, 3}, {1, 1, 0, 2, 2, 2}}}, greatest(2, 1), {2, 2}},
      {"top_k_indices", {{'x', {2, 0}}}, greatest(0, 1), {2, 0}},
      {"searchsorted", {{'x', {5}}, {'x', {2, 3}}}, right(false), {2, 3}},
      {"searchsorted", {{'i', {4}, {1, 2, 2, 5}}, {'i', {4}, {2, 0, 5, 9}}}, right(true), {4}},
      {"searchsorted", {{'x', {0}}, {'x', {}}}, right(false), {}},

      {"bitcast", {{'n', {3}, {7, -1, 0}}}, to(ElementType::u64), {3}},
      {"bitcast", {{'u', {2, 0}}}, to(ElementType::i64), {2, 0}},
      {"reduce_precision", {{'x', {5}}}, rounding(11, 52), {5}},
      {"reduce_precision", {{'x', {}}}, rounding(11, 52), {}},
      {"reduce_precision", {{'x', {2, 0}}}, rounding(11, 52), {2, 0}},
  });
}

void add_index_refusals(std::vector<Refusal>& rows) {
  for (std::string_view op : {"slice", "pad"})
    rows.insert(rows.end(), {
        {op, {{'x', {3}}}, block({0}, {3}, {0}), DiagnosticId::attribute_value},
        {op, {{'x', {3}}}, block({0}, {3}, {1, 1}), DiagnosticId::attribute_value},
        {op, {{'x', {3}}}, block({1}, {3}, {-1}), DiagnosticId::attribute_value},
        {op, {{'x', {3}}}, block({3}, {3}, {-1}), DiagnosticId::attribute_value},
    });
  rows.insert(rows.end(), {
      {"slice", {{'x', {3}}}, block({1}, {2}, {2}), DiagnosticId::attribute_value},
      {"pad", {{'x', {2}}}, block({1}, {3}, {2}), DiagnosticId::attribute_value},
      {"set_slice", {{'x', {3}}, {'x', {2}}}, at({2}), DiagnosticId::attribute_value},
      {"set_slice", {{'x', {3}}, {'x', {2, 1}}}, at({0}), DiagnosticId::attribute_value},
      {"set_slice", {{'x', {3}}, {'i', {2}}}, at({0}), DiagnosticId::element_types_differ},
      {"add_slice", {{'x', {3}}, {'x', {2}}}, at({2}), DiagnosticId::attribute_value},
      {"dynamic_slice", {{'x', {3}}, {'x', {1}}}, shape({1}), DiagnosticId::element_type},
      {"dynamic_slice", {{'x', {3}}, {'i', {}}}, shape({1}), DiagnosticId::rank},
      {"dynamic_slice", {{'x', {3}}, {'i', {2}}}, shape({1}), DiagnosticId::shape_mismatch},
      {"dynamic_slice", {{'x', {3}}, {'i', {1}}}, shape({1, 1}), DiagnosticId::attribute_value},
      {"dynamic_slice", {{'x', {3}}, {'i', {1}}}, shape({4}), DiagnosticId::attribute_value},
      {"dynamic_update_slice", {{'x', {3}}, {'x', {4}}, {'i', {1}}}, {}, DiagnosticId::attribute_value},
      {"dynamic_update_slice", {{'x', {3}}, {'i', {2}}, {'i', {1}}}, {}, DiagnosticId::element_types_differ},
      {"dynamic_add_slice", {{'x', {3}}, {'x', {4}}, {'i', {1}}}, {}, DiagnosticId::attribute_value},
      {"roll", {{'x', {3, 4}}}, rolled({0}, {1, 2}), DiagnosticId::attribute_value},
      {"roll", {{'x', {3, 4}}}, rolled({2}, {1}), DiagnosticId::axis_out_of_range},
      {"roll", {{'x', {3, 4}}}, rolled({1, 1}, {1, 1}), DiagnosticId::axis_repeated},

      {"take", {{'x', {3}}, {'i', {3}}}, axis(0, 3), DiagnosticId::attribute_value},
      {"take_along_axis", {{'x', {3}}, {'x', {3}}}, axis(0), DiagnosticId::element_type},
      {"take_along_axis", {{'x', {2, 3}}, {'i', {3}}}, axis(0), DiagnosticId::type_mismatch},
      {"take_along_axis", {{'x', {2, 3}}, {'i', {3, 3}}}, axis(1), DiagnosticId::shape_mismatch},
      {"take_along_axis", {{'x', {2, 3}}, {'i', {2, 3}}}, axis(2), DiagnosticId::axis_out_of_range},
      {"take_along_axis", {{'x', {3}}, {'i', {3}}}, axis(0, 3), DiagnosticId::attribute_value},
      {"add_along_axis", {{'x', {3}}, {'i', {2}}, {'x', {2}}}, axis(0, 3), DiagnosticId::attribute_value},
      {"add_along_axis", {{'x', {3}}, {'i', {2}}, {'x', {3}}}, axis(0), DiagnosticId::shape_mismatch},
      {"add_along_axis", {{'x', {3}}, {'i', {2}}, {'i', {2}}}, axis(0), DiagnosticId::element_types_differ},

      {"iota", {}, counted(-1, ElementType::i64), DiagnosticId::attribute_value},
      {"iota", {}, counted(3, ElementType::boolean), DiagnosticId::element_type},
      {"pad_index", {}, padded(3, 3, 0, 0), DiagnosticId::attribute_value},
      {"pad_index", {}, padded(3, 0, 4, 1), DiagnosticId::attribute_value},
      {"pad_index", {}, padded(3, -1, 0, 2), DiagnosticId::attribute_value},
      {"pad_index", {}, padded(3, 1, 1, 4), DiagnosticId::attribute_value},
      {"ravel_index", {{'x', {2}}}, shape({3, 4}), DiagnosticId::element_type},
      {"ravel_index", {{'i', {}}}, shape({3}), DiagnosticId::rank},
      {"ravel_index", {{'i', {3}}}, shape({3, 4}), DiagnosticId::shape_mismatch},
      {"nonzero", {{'x', {3}}}, n(2), DiagnosticId::element_type},
      {"nonzero", {{'b', {3, 1}}}, n(2), DiagnosticId::rank},
      {"nonzero", {{'b', {3}}}, n(-2), DiagnosticId::attribute_value},
      {"nonzero_filled", {{'b', {3, 1}}}, filled(2, 0), DiagnosticId::rank},
      {"argsort", {{'b', {3}}}, sorted(0, false), DiagnosticId::element_type},
      {"argsort", {{'x', {}}}, sorted(0, false), DiagnosticId::axis_out_of_range},
      {"top_k_indices", {{'b', {3}}}, greatest(1, 0), DiagnosticId::element_type},
      {"top_k_indices", {{'x', {3}}}, greatest(4, 0), DiagnosticId::attribute_value},
      {"top_k_indices", {{'x', {3}}}, greatest(-1, 0), DiagnosticId::attribute_value},
      {"searchsorted", {{'x', {3}}, {'i', {3}}}, right(false), DiagnosticId::element_types_differ},
      {"searchsorted", {{'x', {3, 1}}, {'x', {3}}}, right(false), DiagnosticId::rank},
      {"bitcast", {{'x', {3}}}, to(ElementType::i32), DiagnosticId::attribute_value},
      {"bitcast", {{'b', {3}}}, to(ElementType::i8), DiagnosticId::element_type},
      {"bitcast", {{'n', {3}}}, to(ElementType::c64), DiagnosticId::element_type},
      {"reduce_precision", {{'i', {3}}}, rounding(8, 7), DiagnosticId::element_type},
      {"reduce_precision", {{'x', {3}}}, rounding(1, 7), DiagnosticId::attribute_value},
      {"reduce_precision", {{'x', {3}}}, rounding(12, 7), DiagnosticId::attribute_value},
      {"reduce_precision", {{'x', {3}}}, rounding(8, 0), DiagnosticId::attribute_value},
      {"reduce_precision", {{'x', {3}}}, rounding(8, 53), DiagnosticId::attribute_value},
  });
  for (std::string_view op : {"scatter_update", "scatter_max", "scatter_min", "scatter_mul"})
    rows.insert(rows.end(), {
        {op, {{'x', {3}}, {'i', {2}}, {'x', {3}}}, axis(0, 3), DiagnosticId::attribute_value},
        {op, {{'x', {3}}, {'i', {2}}, {'x', {3}}}, axis(0), DiagnosticId::shape_mismatch},
        {op, {{'x', {3}}, {'i', {2}}, {'i', {2}}}, axis(0), DiagnosticId::element_types_differ},
        {op, {{'x', {3}}, {'x', {2}}, {'x', {2}}}, axis(0), DiagnosticId::element_type},
        {op, {{'x', {3}}, {'i', {2}}, {'x', {2}}}, axis(1), DiagnosticId::axis_out_of_range},
    });
}

}  // namespace ops_test
