// Samples of the shape ops and index ops that are made of others.
#include <cstdlib>

#include "tests/ops/samples/samples.h"

namespace ops_test {
namespace {

using ir::Attributes;
using ir::DiagnosticId;
using ir::Integers;
using ir::Shape;

Attributes axes(Integers axes) { return {{"axes", std::move(axes)}}; }
Attributes reps(Shape reps) { return {{"reps", std::move(reps)}}; }
Attributes repeated(std::int64_t n, std::int64_t axis) { return {{"axis", axis}, {"n", Shape{n}}}; }
Attributes place(std::int64_t place) { return {{"place", place}}; }
Attributes two(std::int64_t axis1, std::int64_t axis2) { return {{"axis1", axis1}, {"axis2", axis2}}; }
Attributes offset(std::int64_t offset) { return {{"offset", offset}}; }
Attributes diagonal(std::int64_t offset, std::int64_t axis1, std::int64_t axis2) {
  return {{"axis1", axis1}, {"axis2", axis2}, {"offset", offset}};
}
Attributes n(std::int64_t n) { return {{"n", Shape{n}}}; }
Attributes widths(Shape widths) { return {{"widths", std::move(widths)}}; }
Attributes sorted(std::int64_t axis, bool descending) { return {{"axis", axis}, {"descending", descending}}; }
Attributes kept(std::int64_t axis, bool keepdims) { return {{"axis", axis}, {"keepdims", keepdims}}; }
Attributes fraction(double fraction, std::int64_t axis, bool keepdims) {
  return {{"axis", axis}, {"fraction", fraction}, {"keepdims", keepdims}};
}
Attributes between(double fraction, std::int64_t how) {
  return {{"axis", std::int64_t{0}}, {"fraction", fraction}, {"interpolation", how}, {"keepdims", false}};
}
Attributes depth(std::int64_t depth) { return {{"depth", depth}}; }
Attributes depth(std::int64_t depth, std::int64_t batch) { return {{"batch", batch}, {"depth", depth}}; }
Attributes with_mode(Attributes attributes, std::int64_t mode) {
  attributes.set("mode", mode);
  return attributes;
}

void add_diagonals(std::vector<Sample>& rows) {
  for (std::int64_t k : {-1, 0, 2}) {
    const std::int64_t order = 3 + std::abs(k);
    rows.insert(rows.end(), {
        {"diag", {{'x', {3}}}, offset(k), {order, order}},
        {"diag", {{'x', {0}}}, offset(k), {std::abs(k), std::abs(k)}},
        {"diagonal", {{'x', {3, 4}}}, diagonal(k, 0, 1), {k == 0 ? 3 : 2}},
        {"diagonal", {{'x', {3, 4}}}, diagonal(k, 1, 0), {k == 2 ? 1 : 3}},
        {"diagonal", {{'x', {2, 3, 2}}}, diagonal(k, 0, 2), {3, k == 0 ? 2 : k == 2 ? 0 : 1}},
        {"diagonal", {{'x', {0, 3}}}, diagonal(k, 0, 1), {0}},
        {"diagonal", {{'x', {3, 0}}}, diagonal(k, 0, 1), {0}},
        {"tril", {{'x', {3, 4}}}, offset(k), {3, 4}},
        {"tril", {{'x', {2, 3, 3}}}, offset(k), {2, 3, 3}},
        {"tril", {{'x', {0, 3}}}, offset(k), {0, 3}},
        {"triu", {{'x', {3, 4}}}, offset(k), {3, 4}},
        {"triu", {{'x', {2, 3, 1}}}, offset(k), {2, 3, 1}},
        {"triu", {{'x', {3, 0}}}, offset(k), {3, 0}},
    });
  }
}

void add_paddings(std::vector<Sample>& rows) {
  rows.insert(rows.end(), {
      {"pad_with", {{'x', {3}}, {'x', {}}}, widths({1, 2}), {6}},
      {"pad_with", {{'x', {2, 3}}, {'x', {}}}, widths({1, 0, 0, 2}), {3, 5}},
      {"pad_with", {{'x', {3}}, {'x', {}}}, widths({1, 2, 2}), {10}},
      {"pad_with", {{'x', {4}}, {'x', {}}}, widths({-1, 2}), {5}},
      {"pad_with", {{'x', {3, 2}}, {'x', {}}}, widths({-2, -1, 1, 1, 0, 0}), {2, 3}},
      {"pad_with", {{'x', {0}}, {'x', {}}}, widths({1, 1, 3}), {2}},
      {"pad_with", {{'x', {}}, {'x', {}}}, widths({}), {}},
  });
  for (std::string_view op : {"pad_reflect", "pad_symmetric", "pad_edge", "pad_wrap"})
    rows.insert(rows.end(), {
        {op, {{'x', {4}}}, widths({3, 2}), {9}},
        {op, {{'x', {3, 4}}}, widths({1, 2, 3, 0}), {6, 7}},
        {op, {{'x', {2, 3}}}, widths({0, 0, 0, 0}), {2, 3}},
        {op, {{'x', {0, 2}}}, widths({0, 0, 1, 1}), {0, 4}},
        {op, {{'x', {}}}, widths({}), {}},
    });
  rows.push_back({"pad_wrap", {{'x', {2}}}, widths({3, 5}), {10}});
  rows.push_back({"pad_edge", {{'x', {1}}}, widths({3, 5}), {9}});
}

}  // namespace

void add_rearrange_samples(std::vector<Sample>& rows) {
  add_diagonals(rows);
  add_paddings(rows);
  rows.insert(rows.end(), {
      {"flip", {{'x', {5}}}, axes({0}), {5}},
      {"flip", {{'x', {2, 3, 2}}}, axes({0, 2}), {2, 3, 2}},
      {"flip", {{'x', {2, 0}}}, axes({0, 1}), {2, 0}},
      {"flip", {{'x', {1, 3}}}, axes({0}), {1, 3}},
      {"flip", {{'x', {2}}}, axes({}), {2}},
      {"flip", {{'x', {}}}, axes({}), {}},
      {"tile", {{'x', {3}}}, reps({2}), {6}},
      {"tile", {{'x', {2, 3}}}, reps({2}), {2, 6}},
      {"tile", {{'x', {3}}}, reps({2, 1}), {2, 3}},
      {"tile", {{'x', {2, 1, 2}}}, reps({3, 2, 1}), {6, 2, 2}},
      {"tile", {{'x', {3}}}, reps({0}), {0}},
      {"tile", {{'x', {}}}, reps({2, 2}), {2, 2}},
      {"tile", {{'x', {0, 2}}}, reps({2, 2}), {0, 4}},
      {"repeat_counts", {{'x', {3}}, {'i', {3}, {2, 0, 1}}}, repeated(3, 0), {3}},
      {"repeat_counts", {{'x', {2, 3}}, {'i', {3}, {1, 3, 0}}}, repeated(4, 1), {2, 4}},
      {"repeat_counts", {{'x', {2, 3}}, {'i', {2}, {0, 5}}}, repeated(2, 0), {2, 3}},
      {"repeat_counts", {{'x', {0, 2}}, {'i', {0}}}, repeated(0, 0), {0, 2}},
      {"repeat", {{'x', {3}}}, repeated(2, 0), {6}},
      {"repeat", {{'x', {2, 3}}}, repeated(2, 0), {4, 3}},
      {"repeat", {{'x', {2, 3}}}, repeated(0, 1), {2, 0}},
      {"repeat", {{'x', {2, 0}}}, repeated(3, 1), {2, 0}},
      {"stack", {{'x', {2}}, {'x', {2}}, {'x', {2}}}, place(0), {3, 2}},
      {"stack", {{'x', {2, 3}}, {'x', {2, 3}}}, place(2), {2, 3, 2}},
      {"stack", {{'x', {}}, {'x', {}}}, place(0), {2}},
      {"stack", {{'x', {0, 2}}}, place(1), {0, 1, 2}},
      {"matrix_transpose", {{'x', {2, 3}}}, {}, {3, 2}},
      {"matrix_transpose", {{'x', {2, 1, 3}}}, {}, {2, 3, 1}},
      {"matrix_adjoint", {{'x', {2, 3}}}, {}, {3, 2}},
      {"matrix_adjoint", {{'x', {2, 1, 3}}}, {}, {2, 3, 1}},
      {"swapaxes", {{'x', {2, 3, 4}}}, two(0, 2), {4, 3, 2}},
      {"swapaxes", {{'x', {2, 0}}}, two(1, 1), {2, 0}},
      {"moveaxis", {{'x', {2, 3, 4}}}, two(0, 2), {3, 4, 2}},
      {"moveaxis", {{'x', {2, 3, 4}}}, two(2, 0), {4, 2, 3}},
      {"flatten", {{'x', {2, 3}}}, {}, {6}},
      {"flatten", {{'x', {}}}, {}, {1}},
      {"linspace", {{'x', {}}, {'x', {}}}, n(5), {5}},
      {"linspace", {{'x', {}}, {'x', {}}}, n(1), {1}},
      {"linspace", {{'x', {}}, {'x', {}}}, n(0), {0}},
      {"full_like", {{'x', {2, 3}}, {'x', {}}}, {}, {2, 3}},
      {"full_like", {{'x', {}}, {'x', {}}}, {}, {}},

      {"sort", {{'x', {5}}}, sorted(0, false), {5}},
      {"sort", {{'x', {2, 3, 2}}}, sorted(1, true), {2, 3, 2}},
      {"sort", {{'x', {2, 0}}}, sorted(1, true), {2, 0}},
      {"top_k_values", {{'x', {5}}}, repeated(2, 0), {2}},
      {"top_k_values", {{'x', {2, 4}}}, repeated(3, 1), {2, 3}},
      {"median", {{'x', {5}}}, kept(0, false), {}},
      {"median", {{'x', {4, 3}}}, kept(0, true), {1, 3}},
      {"median", {{'x', {2, 4}}}, kept(1, false), {2}},
      {"median", {{'x', {0, 4}}}, kept(1, false), {0}},
      {"quantile", {{'x', {5}}}, fraction(0.3, 0, false), {}},
      {"quantile", {{'x', {5}}}, fraction(1, 0, false), {}},
      {"quantile", {{'x', {4, 3}}}, fraction(0.25, 0, true), {1, 3}},
      {"quantile", {{'x', {2, 1}}}, fraction(0, 1, false), {2}},
      {"quantile", {{'x', {4}}}, between(0.4, 1), {}},
      {"quantile", {{'x', {4}}}, between(0.4, 2), {}},
      {"quantile", {{'x', {4}}}, between(0.4, 3), {}},
      {"quantile", {{'x', {4}}}, between(1.0 / 3, 3), {}},
      {"quantile", {{'x', {4}}}, between(0.5, 4), {}},
      {"quantile", {{'x', {4}}}, between(0.4, 4), {}},
      {"quantile", {{'x', {4}}}, between(1, 2), {}},
      {"masked_fill", {{'x', {2, 3}}, {'b', {2, 3}}, {'x', {}}}, {}, {2, 3}},
      {"masked_fill", {{'x', {}}, {'b', {}}, {'x', {}}}, {}, {}},
      {"one_hot_of", {{'i', {3}, {1, 5, 2}}, {'x', {}}, {'x', {}}}, n(3), {3, 3}},
      {"one_hot_of", {{'i', {}, {0}}, {'x', {}}, {'x', {}}}, n(2), {2}},
      {"compress", {{'x', {4}}, {'b', {4}}, {'x', {}}}, repeated(3, 0), {3}},
      {"compress", {{'x', {2, 3}}, {'b', {3}}, {'x', {}}}, repeated(2, 1), {2, 2}},
      {"compress", {{'x', {0}}, {'b', {0}}, {'x', {}}}, repeated(2, 0), {2}},
      {"gather_nd", {{'x', {3, 4}}, {'i', {3, 2}, {0, 1, 2, 3, 0, 1}}}, depth(2), {3}},
      {"gather_nd", {{'x', {3, 2, 2}}, {'i', {2, 1, 2}, {0, 1, 2, 1}}}, depth(2), {2, 1, 2}},
      {"gather_nd", {{'x', {3, 2}}, {'i', {2, 1}, {2, 2}}}, depth(1), {2, 2}},
      {"gather_nd", {{'x', {2, 3}}, {'i', {2, 1}, {2, 0}}}, depth(1, 1), {2}},
      {"gather_nd", {{'x', {2, 3, 2}}, {'i', {2, 2, 1}, {2, 0, 1, 1}}}, depth(1, 1), {2, 2, 2}},
      {"gather_nd", {{'x', {2, 3, 2}}, {'i', {2, 2, 2}, {2, 0, 1, 1, 0, 1, 0, 1}}}, depth(2, 1), {2, 2}},
      {"gather_nd", {{'x', {1, 2, 3}}, {'i', {1, 2, 2, 1}, {2, 0, 1, 1}}}, depth(1, 2), {1, 2, 2}},
      {"gather_nd", {{'x', {0, 3}}, {'i', {0, 1}}}, depth(1, 1), {0}},
      {"scatter_nd_add", {{'x', {3, 4}}, {'i', {3, 2}, {0, 1, 2, 3, 0, 1}}, {'x', {3}}}, depth(2), {3, 4}},
      {"scatter_nd_add", {{'x', {3, 2, 2}}, {'i', {2, 1, 2}, {0, 1, 2, 1}}, {'x', {2, 1, 2}}}, depth(2), {3, 2, 2}},
      {"scatter_nd_add", {{'x', {3, 2}}, {'i', {0, 1}}, {'x', {0, 2}}}, depth(1), {3, 2}},
      {"gather_nd", {{'x', {0, 3}}, {'i', {2, 2}}}, with_mode(depth(2), 2), {2}},
      {"bincount", {{'i', {5}, {0, 2, 2, 3, 0}}}, n(4), {4}},
      {"bincount", {{'i', {0}}}, n(2), {2}},
      {"weighted_bincount", {{'i', {5}, {0, 2, 2, 3, 0}}, {'x', {5}}}, n(4), {4}},
      {"weighted_bincount", {{'i', {2, 2}, {0, 1, 1, 1}}, {'x', {2, 2}}}, n(2), {2}},
  });
  for (std::int64_t mode : {0, 1, 2}) {
    const std::int64_t out = mode == 0 ? 1 : -2, over = mode == 0 ? 2 : 9;
    rows.insert(rows.end(), {
        {"gather_nd", {{'x', {3, 4}}, {'i', {4, 2}, {0, out, 2, 3, over, 1, 0, over}}}, with_mode(depth(2), mode), {4}},
        {"gather_nd", {{'x', {3, 2}}, {'i', {2, 1}, {over, out}}}, with_mode(depth(1), mode), {2, 2}},
        {"gather_nd", {{'x', {2, 3, 3}}, {'i', {2, 2, 2}, {2, over, 1, 1, out, 1, 0, 1}}}, with_mode(depth(2, 1), mode), {2, 2}},
        {"scatter_nd_add", {{'x', {3, 4}}, {'i', {4, 2}, {0, out, 2, 3, over, 1, 0, over}}, {'x', {4}}}, with_mode(depth(2), mode), {3, 4}},
        {"scatter_nd_add", {{'x', {3, 2}}, {'i', {2, 1}, {over, over}}, {'x', {2, 2}}}, with_mode(depth(1), mode), {3, 2}},
    });
  }
}

void add_rearrange_refusals(std::vector<Refusal>& rows) {
  rows.insert(rows.end(), {
      {"flip", {{'x', {2}}}, axes({1}), DiagnosticId::axis_out_of_range},
      {"tile", {{'x', {2}}}, reps({-1}), DiagnosticId::attribute_value},
      {"tile", {{'x', {2, 2}}}, reps({1, 1, 1, 1, 1, 1, 1, 2, 2}), DiagnosticId::rank},
      {"repeat_counts", {{'x', {2}}, {'i', {2}}}, repeated(-1, 0), DiagnosticId::attribute_value},
      {"repeat_counts", {{'x', {2}}, {'i', {3}}}, repeated(2, 0), DiagnosticId::shape_mismatch},
      {"repeat_counts", {{'x', {2}}, {'x', {2}}}, repeated(2, 0), DiagnosticId::element_type},
      {"repeat", {{'x', {2}}}, repeated(-1, 0), DiagnosticId::attribute_value},
      {"repeat", {{'x', {2}}}, repeated(2, 1), DiagnosticId::axis_out_of_range},
      {"stack", {}, place(0), DiagnosticId::operand_count},
      {"stack", {{'x', {2}}, {'x', {3}}}, place(0), DiagnosticId::shape_mismatch},
      {"stack", {{'x', {2}}, {'i', {2}}}, place(0), DiagnosticId::element_types_differ},
      {"stack", {{'x', {2}}}, place(2), DiagnosticId::axis_out_of_range},
      {"matrix_transpose", {{'x', {2}}}, {}, DiagnosticId::rank},
      {"matrix_adjoint", {{'x', {2}}}, {}, DiagnosticId::rank},
      {"swapaxes", {{'x', {2, 3}}}, two(0, 2), DiagnosticId::axis_out_of_range},
      {"moveaxis", {{'x', {2, 3}}}, two(2, 0), DiagnosticId::axis_out_of_range},
      {"diag", {{'x', {2, 2}}}, offset(0), DiagnosticId::rank},
      {"diagonal", {{'x', {2, 2}}}, diagonal(0, 1, 1), DiagnosticId::axis_repeated},
      {"diagonal", {{'x', {2}}}, diagonal(0, 0, 1), DiagnosticId::axis_out_of_range},
      {"tril", {{'x', {2}}}, offset(0), DiagnosticId::rank},
      {"triu", {{'x', {}}}, offset(0), DiagnosticId::rank},
      {"linspace", {{'i', {}}, {'i', {}}}, n(3), DiagnosticId::element_type},
      {"linspace", {{'x', {1}}, {'x', {}}}, n(3), DiagnosticId::rank},
      {"linspace", {{'x', {}}, {'x', {}}}, n(-3), DiagnosticId::attribute_value},
      {"full_like", {{'x', {2}}, {'x', {2}}}, {}, DiagnosticId::rank},
      {"full_like", {{'x', {2}}, {'i', {}}}, {}, DiagnosticId::element_types_differ},
      {"pad_with", {{'x', {3}}, {'x', {}}}, widths({1}), DiagnosticId::attribute_value},
      {"pad_with", {{'x', {3}}, {'x', {}}}, widths({-2, -2}), DiagnosticId::attribute_value},
      {"pad_with", {{'x', {3}}, {'x', {}}}, widths({0, 0, -1}), DiagnosticId::attribute_value},
      {"pad_with", {{'x', {3}}, {'x', {1}}}, widths({0, 0}), DiagnosticId::rank},
      {"pad_with", {{'x', {3}}, {'i', {}}}, widths({0, 0}), DiagnosticId::element_types_differ},
      {"pad_reflect", {{'x', {3}}}, widths({3, 0}), DiagnosticId::attribute_value},
      {"pad_symmetric", {{'x', {3}}}, widths({0, 4}), DiagnosticId::attribute_value},
      {"pad_edge", {{'x', {0}}}, widths({1, 0}), DiagnosticId::attribute_value},
      {"pad_wrap", {{'x', {3}}}, widths({-1, 0}), DiagnosticId::attribute_value},
      {"pad_wrap", {{'x', {3}}}, widths({0, 0, 1}), DiagnosticId::attribute_value},

      {"sort", {{'b', {3}}}, sorted(0, false), DiagnosticId::element_type},
      {"sort", {{'x', {3}}}, sorted(1, false), DiagnosticId::axis_out_of_range},
      {"top_k_values", {{'x', {3}}}, repeated(4, 0), DiagnosticId::attribute_value},
      {"median", {{'i', {3}}}, kept(0, false), DiagnosticId::element_type},
      {"median", {{'x', {0}}}, kept(0, false), DiagnosticId::attribute_value},
      {"quantile", {{'i', {3}}}, fraction(0.5, 0, false), DiagnosticId::element_type},
      {"quantile", {{'x', {3}}}, fraction(1.5, 0, false), DiagnosticId::attribute_value},
      {"quantile", {{'x', {3}}}, between(0.5, 5), DiagnosticId::attribute_value},
      {"masked_fill", {{'x', {3}}, {'x', {3}}, {'x', {}}}, {}, DiagnosticId::element_type},
      {"masked_fill", {{'x', {3}}, {'b', {2}}, {'x', {}}}, {}, DiagnosticId::shape_mismatch},
      {"masked_fill", {{'x', {3}}, {'b', {3}}, {'x', {3}}}, {}, DiagnosticId::rank},
      {"one_hot_of", {{'x', {3}}, {'x', {}}, {'x', {}}}, n(3), DiagnosticId::element_type},
      {"one_hot_of", {{'i', {3}}, {'x', {}}, {'i', {}}}, n(3), DiagnosticId::element_types_differ},
      {"one_hot_of", {{'i', {3}}, {'x', {}}, {'x', {}}}, n(-3), DiagnosticId::attribute_value},
      {"compress", {{'x', {3}}, {'b', {2}}, {'x', {}}}, repeated(2, 0), DiagnosticId::shape_mismatch},
      {"compress", {{'x', {3}}, {'b', {3}}, {'x', {}}}, repeated(-2, 0), DiagnosticId::attribute_value},
      {"gather_nd", {{'x', {3}}, {'i', {2, 2}}}, depth(2), DiagnosticId::rank},
      {"gather_nd", {{'x', {3, 3}}, {'i', {2, 1}}}, depth(2), DiagnosticId::shape_mismatch},
      {"gather_nd", {{'x', {3}}, {'x', {2, 1}}}, depth(1), DiagnosticId::element_type},
      {"gather_nd", {{'x', {2, 3}}, {'i', {3, 1}}}, depth(1, 1), DiagnosticId::shape_mismatch},
      {"gather_nd", {{'x', {2, 3}}, {'i', {2, 1}}}, depth(1, 2), DiagnosticId::rank},
      {"gather_nd", {{'x', {3}}, {'i', {2, 1}}}, with_mode(depth(1), 3), DiagnosticId::attribute_value},
      {"scatter_nd_add", {{'x', {3}}, {'i', {2, 1}}, {'x', {2}}}, with_mode(depth(1), 3), DiagnosticId::attribute_value},
      {"gather_nd", {{'x', {2, 3, 4}}, {'i', {2, 1}}}, depth(1, 2), DiagnosticId::rank},
      {"scatter_nd_add", {{'x', {3}}, {'i', {2, 1}}, {'x', {3}}}, depth(1), DiagnosticId::shape_mismatch},
      {"scatter_nd_add", {{'b', {3}}, {'i', {2, 1}}, {'b', {2}}}, depth(1), DiagnosticId::element_type},
      {"bincount", {{'x', {3}}}, n(2), DiagnosticId::element_type},
      {"bincount", {{'i', {3}}}, n(-2), DiagnosticId::attribute_value},
      {"weighted_bincount", {{'i', {3}}, {'x', {2}}}, n(2), DiagnosticId::shape_mismatch},
  });
}

void add_rearrange_accepts(std::vector<Accepts>& rows) {
  for (std::string_view op : {"flip", "tile", "repeat", "repeat_counts", "stack", "matrix_transpose", "matrix_adjoint", "swapaxes", "moveaxis", "flatten",
                              "diag", "diagonal", "tril", "triu", "full_like", "pad_with", "pad_reflect",
                              "pad_symmetric", "pad_edge", "pad_wrap", "masked_fill", "one_hot_of", "compress",
                              "gather_nd"})
    rows.push_back({op, Elements::all});
  for (std::string_view op : {"sort", "top_k_values"}) rows.push_back({op, Elements::numbers});
  for (std::string_view op : {"scatter_nd_add", "weighted_bincount"}) rows.push_back({op, Elements::rings});
  for (std::string_view op : {"linspace", "median", "quantile"}) rows.push_back({op, Elements::floats});
}

}  // namespace ops_test
