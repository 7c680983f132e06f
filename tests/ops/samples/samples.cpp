#include "tests/ops/samples/samples.h"

namespace ops_test {
namespace {

using ir::Attributes;
using ir::DiagnosticId;
using ir::ElementType;
using ir::Integers;
using ir::Shape;

Attributes axes(Integers axes, bool keepdims = false) { return {{"axes", std::move(axes)}, {"keepdims", keepdims}}; }
Attributes axis(std::int64_t axis) { return {{"axis", axis}}; }
Attributes shape(Shape shape) { return {{"shape", std::move(shape)}}; }
Attributes block(Shape begin, Shape shape) { return {{"begin", std::move(begin)}, {"shape", std::move(shape)}}; }
Attributes order(std::int64_t order) { return {{"order", order}}; }
Attributes perm(Integers perm) { return {{"perm", std::move(perm)}}; }
Attributes flags(bool a, bool b) { return {{"transpose_a", a}, {"transpose_b", b}}; }
Attributes list(Integers axes) { return {{"axes", std::move(axes)}}; }
Attributes to(ElementType element) { return {{"to", element}}; }
Attributes classes(std::int64_t n) { return {{"n", Shape{n}}, {"to", ElementType::f64}}; }

void add_reductions(std::vector<Sample>& rows, std::string_view op, bool of_nothing) {
  rows.insert(rows.end(), {
      {op, {{'x', {5}}}, axes({0}), {}},
      {op, {{'x', {5}}}, axes({0}, true), {1}},
      {op, {{'x', {3, 2}}}, axes({0}), {2}},
      {op, {{'x', {3, 2}}}, axes({1}, true), {3, 1}},
      {op, {{'x', {3, 2}}}, axes({0, 1}), {}},
      {op, {{'x', {2, 3, 4}}}, axes({0, 2}), {3}},
      {op, {{'x', {2, 3, 4}}}, axes({0, 2}, true), {1, 3, 1}},
      {op, {{'x', {2, 1, 3}}}, axes({1}), {2, 3}},
      {op, {{'x', {3}}}, axes({}), {3}},
      {op, {{'x', {}}}, axes({}), {}},
      {op, {{'x', {2, 0}}}, axes({0}), {0}},
  });
  if (!of_nothing) return;
  rows.push_back({op, {{'x', {0}}}, axes({0}), {}});
  rows.push_back({op, {{'x', {2, 0}}}, axes({1}, true), {2, 1}});
}

void add_softmaxes(std::vector<Sample>& rows, std::string_view op) {
  rows.insert(rows.end(), {
      {op, {{'x', {5}}}, axis(0), {5}},
      {op, {{'x', {1}}}, axis(0), {1}},
      {op, {{'x', {3, 4}}}, axis(1), {3, 4}},
      {op, {{'x', {3, 4}}}, axis(0), {3, 4}},
      {op, {{'x', {2, 3, 2}}}, axis(1), {2, 3, 2}},
      {op, {{'x', {0, 3}}}, axis(1), {0, 3}},
      {op, {{'x', {3, 0}}}, axis(1), {3, 0}},
  });
}

std::vector<Sample> make_samples() {
  std::vector<Sample> rows{
      {"constant", {}, {{"element", ElementType::f64}, {"value", 2.5}}, {}},
      {"constant", {}, {{"element", ElementType::i32}, {"value", std::int64_t{-3}}}, {}},
      {"constant", {}, {{"element", ElementType::c128}, {"value", 2.5}}, {}},
      {"extent", {}, {{"value", Shape{7}}}, {}},
      {"undefined", {}, {{"element", ElementType::f64}, {"shape", Shape{2, 3}}}, {2, 3}},

      {"astype", {{'x', {3}}}, to(ElementType::f64), {3}},
      {"astype", {{'x', {2, 0}}}, to(ElementType::i32), {2, 0}},
      {"astype", {{'x', {5}}}, to(ElementType::boolean), {5}},
      {"astype", {{'i', {3}, {-1, 0, 7}}}, to(ElementType::f64), {3}},
      {"astype", {{'b', {2, 3}}}, to(ElementType::f64), {2, 3}},
      {"astype", {{'i', {}, {300}}}, to(ElementType::i8), {}},
      {"astype", {{'x', {3}}}, to(ElementType::c128), {3}},
      {"astype", {{'c', {2}}}, to(ElementType::c128), {2}},
      {"astype", {{'b', {2, 3}}}, to(ElementType::c128), {2, 3}},

      {"polygamma", {{'x', {5}}}, order(1), {5}},
      {"polygamma", {{'x', {2, 3}}}, order(2), {2, 3}},
      {"polygamma", {{'x', {}}}, order(0), {}},
      {"sinc", {{'x', {5}}}, order(0), {5}},
      {"sinc", {{'x', {2, 0}}}, order(1), {2, 0}},
      {"sinc", {{'x', {2, 3}}}, order(2), {2, 3}},

      {"reshape", {{'x', {2, 3}}}, shape({6}), {6}},
      {"reshape", {{'x', {6}}}, shape({3, 1, 2}), {3, 1, 2}},
      {"reshape", {{'x', {}}}, shape({1, 1}), {1, 1}},
      {"reshape", {{'x', {1}}}, shape({}), {}},
      {"reshape", {{'x', {0, 3}}}, shape({5, 0}), {5, 0}},
      {"transpose", {{'x', {2, 3}}}, perm({1, 0}), {3, 2}},
      {"transpose", {{'x', {2, 3, 4}}}, perm({2, 0, 1}), {4, 2, 3}},
      {"transpose", {{'x', {2, 1, 3}}}, perm({0, 1, 2}), {2, 1, 3}},
      {"transpose", {{'x', {}}}, perm({}), {}},
      {"transpose", {{'x', {0, 2}}}, perm({1, 0}), {2, 0}},
      {"expand_dims", {{'x', {3}}}, list({0}), {1, 3}},
      {"expand_dims", {{'x', {3, 2}}}, list({1, 3}), {3, 1, 2, 1}},
      {"expand_dims", {{'x', {}}}, list({0, 1}), {1, 1}},
      {"expand_dims", {{'x', {0}}}, list({1}), {0, 1}},
      {"squeeze", {{'x', {1, 3}}}, list({0}), {3}},
      {"squeeze", {{'x', {3, 1, 2, 1}}}, list({1, 3}), {3, 2}},
      {"squeeze", {{'x', {1, 1}}}, list({0, 1}), {}},
      {"squeeze", {{'x', {1, 0}}}, list({0}), {0}},
      {"broadcast", {{'x', {}}}, shape({2, 3}), {2, 3}},
      {"broadcast", {{'x', {3}}}, shape({2, 3}), {2, 3}},
      {"broadcast", {{'x', {2, 1}}}, shape({2, 3}), {2, 3}},
      {"broadcast", {{'x', {1, 2, 1}}}, shape({3, 1, 2, 2}), {3, 1, 2, 2}},
      {"broadcast", {{'x', {2}}}, shape({2}), {2}},
      {"broadcast", {{'x', {1}}}, shape({0}), {0}},
      {"broadcast", {{'x', {2, 1}}}, shape({2, 0}), {2, 0}},
      {"concat", {{'x', {2}}, {'x', {3}}}, axis(0), {5}},
      {"concat", {{'x', {2, 1}}, {'x', {2, 3}}, {'x', {2, 2}}}, axis(1), {2, 6}},
      {"concat", {{'x', {1, 2}}, {'x', {0, 2}}, {'x', {2, 2}}}, axis(0), {3, 2}},
      {"concat", {{'x', {3}}}, axis(0), {3}},
      {"slice", {{'x', {5}}}, block({1}, {3}), {3}},
      {"slice", {{'x', {3, 4}}}, block({1, 0}, {2, 3}), {2, 3}},
      {"slice", {{'x', {3, 4}}}, block({0, 0}, {3, 4}), {3, 4}},
      {"slice", {{'x', {3}}}, block({3}, {0}), {0}},
      {"slice", {{'x', {}}}, block({}, {}), {}},
      {"pad", {{'x', {3}}}, block({1}, {5}), {5}},
      {"pad", {{'x', {2, 3}}}, block({1, 0}, {3, 4}), {3, 4}},
      {"pad", {{'x', {0}}}, block({2}, {2}), {2}},
      {"pad", {{'x', {}}}, block({}, {}), {}},

      {"require_extents", {{'x', {2, 3}}}, shape({2, 3}), {2, 3}},
      {"require_extents", {{'x', {0}}}, shape({0}), {0}},

      {"argmax", {{'x', {5}}}, axis(0), {}},
      {"argmax", {{'x', {2, 3, 2}}}, axis(1), {2, 2}},
      {"argmax", {{'x', {3, 1}}}, axis(1), {3}},
      {"argmax", {{'x', {0, 3}}}, axis(1), {0}},

      {"matmul", {{'x', {2, 3}}, {'x', {3, 4}}}, flags(false, false), {2, 4}},
      {"matmul", {{'x', {3, 2}}, {'x', {3, 4}}}, flags(true, false), {2, 4}},
      {"matmul", {{'x', {2, 3}}, {'x', {4, 3}}}, flags(false, true), {2, 4}},
      {"matmul", {{'x', {3, 2}}, {'x', {4, 3}}}, flags(true, true), {2, 4}},
      {"matmul", {{'x', {2, 2, 3}}, {'x', {2, 3, 1}}}, flags(false, false), {2, 2, 1}},
      {"matmul", {{'x', {2, 3, 2}}, {'x', {2, 1, 3}}}, flags(true, true), {2, 2, 1}},
      {"matmul", {{'x', {2, 1, 2, 3}}, {'x', {2, 1, 2, 3}}}, flags(false, true), {2, 1, 2, 2}},
      {"matmul", {{'x', {1, 1}}, {'x', {1, 1}}}, flags(false, false), {1, 1}},
      {"matmul", {{'x', {2, 0}}, {'x', {0, 3}}}, flags(false, false), {2, 3}},
      {"matmul", {{'x', {0, 2}}, {'x', {2, 3}}}, flags(false, false), {0, 3}},
      {"matmul", {{'x', {0, 2, 3}}, {'x', {0, 3, 2}}}, flags(false, false), {0, 2, 2}},
      {"add_matmul", {{'x', {2, 3}}, {'x', {3, 4}}, {'x', {2, 4}}}, flags(false, false), {2, 4}},
      {"add_matmul", {{'x', {3, 2}}, {'x', {3, 4}}, {'x', {2, 4}}}, flags(true, false), {2, 4}},
      {"add_matmul", {{'x', {2, 3}}, {'x', {4, 3}}, {'x', {2, 4}}}, flags(false, true), {2, 4}},
      {"add_matmul", {{'x', {2, 3, 2}}, {'x', {2, 1, 3}}, {'x', {2, 2, 1}}}, flags(true, true), {2, 2, 1}},
      {"add_matmul", {{'x', {2, 0}}, {'x', {0, 3}}, {'x', {2, 3}}}, flags(false, false), {2, 3}},
      {"add_matmul", {{'x', {0, 2}}, {'x', {2, 3}}, {'x', {0, 3}}}, flags(false, false), {0, 3}},

      {"print", {{'x', {2, 3}}, {'n', {}, {4}}}, {{"text", std::string("x")}}, {}},
      {"print", {{'b', {}}, {'n', {}, {0}}}, {{"text", std::string("x")}}, {}},
      {"print", {{'x', {3}}, {'n', {}, {0}}}, {}, {}},
      {"print", {{'i', {0}}, {'n', {}, {0}}}, {{"text", std::string()}}, {}},
      {"assert_true", {{'b', {2, 3}}, {'n', {}, {4}}}, {{"text", std::string("why")}}, {}},
      {"assert_true", {{'b', {}}, {'n', {}, {0}}}, {{"text", std::string("why")}}, {}},
      {"throw_if", {{'b', {}}, {'n', {}, {0}}}, {{"exception", std::string("std::domain_error")}}, {}},
      {"throw_if", {{'b', {}}, {'x', {}}, {'i', {}}, {'n', {}, {2}}}, {{"exception", std::string()}, {"text", std::string("{} of {}")}}, {}},
      {"perform", {{'n', {}, {0}}}, {{"text", std::string("static_cast<void>(0)")}, {"ends", false}}, {}},
      {"perform", {{'x', {}}, {'i', {}}, {'n', {}, {2}}}, {{"text", std::string("static_cast<void>({} + {})")}}, {}},
      {"softmax_cross_entropy", {{'x', {4}}, {'x', {4}}}, {}, {}},
      {"softmax_cross_entropy", {{'x', {3, 4}}, {'x', {3, 4}}}, {}, {3}},
      {"softmax_cross_entropy", {{'x', {2, 2, 3}}, {'x', {2, 2, 3}}}, {}, {2, 2}},
      {"softmax_cross_entropy", {{'x', {3, 1}}, {'x', {3, 1}}}, {}, {3}},
      {"softmax_cross_entropy", {{'x', {0, 3}}, {'x', {0, 3}}}, {}, {0}},
      {"sparse_softmax_cross_entropy", {{'x', {4}}, {'i', {}, {2}}}, {}, {}},
      {"sparse_softmax_cross_entropy", {{'x', {3, 4}}, {'i', {3}, {3, 0, 0}}}, {}, {3}},
      {"sparse_softmax_cross_entropy", {{'x', {2, 1, 3}}, {'i', {2, 1}, {1, 2}}}, {}, {2, 1}},
      {"sparse_softmax_cross_entropy", {{'x', {0, 3}}, {'i', {0}}}, {}, {0}},

      {"take", {{'x', {5}}, {'i', {3}, {4, 0, 4}}}, axis(0), {3}},
      {"take", {{'x', {5}}, {'i', {}, {2}}}, axis(0), {}},
      {"take", {{'x', {3, 4}}, {'i', {2, 2}, {1, 1, 0, 1}}}, axis(1), {3, 2, 2}},
      {"take", {{'x', {3, 4}}, {'i', {5}, {0, 2, 2, 1, 0}}}, axis(0), {5, 4}},
      {"take", {{'x', {2, 3, 2}}, {'i', {1}, {2}}}, axis(1), {2, 1, 2}},
      {"take", {{'x', {3}}, {'i', {0}}}, axis(0), {0}},
      {"take", {{'x', {3, 0}}, {'i', {2}, {0, 2}}}, axis(0), {2, 0}},
      {"scatter_add", {{'x', {5}}, {'i', {3}, {4, 0, 4}}, {'x', {3}}}, axis(0), {5}},
      {"scatter_add", {{'x', {5}}, {'i', {}, {2}}, {'x', {}}}, axis(0), {5}},
      {"scatter_add", {{'x', {3, 2}}, {'i', {2, 2}, {1, 1, 0, 1}}, {'x', {3, 2, 2}}}, axis(1), {3, 2}},
      {"scatter_add", {{'x', {2, 3, 2}}, {'i', {1}, {2}}, {'x', {2, 1, 2}}}, axis(1), {2, 3, 2}},
      {"scatter_add", {{'x', {3}}, {'i', {0}}, {'x', {0}}}, axis(0), {3}},
      {"one_hot", {{'i', {3}, {1, 0, 2}}}, classes(3), {3, 3}},
      {"one_hot", {{'i', {}, {1}}}, classes(2), {2}},
      {"one_hot", {{'i', {2, 1}, {-1, 4}}}, classes(4), {2, 1, 4}},
      {"one_hot", {{'i', {0}}}, classes(3), {0, 3}},

      {"stop_gradient", {{'x', {2, 3}}}, {}, {2, 3}},
      {"prevent_gradient", {{'x', {3}}}, {{"why", std::string("it is a measurement")}}, {3}},
      {"label", {{'x', {3}}}, {{"label", std::string("hidden")}}, {3}},
      {"label", {{'x', {}}}, {{"label", std::string("hidden")}}, {}},
      {"checkpoint", {{'x', {2, 0}}}, {}, {2, 0}},
      {"checkpoint", {{'x', {3}}}, {}, {3}},
      {"after", {{'x', {2, 3}}, {'x', {4}}}, {}, {2, 3}},
      {"after", {{'x', {0}}, {'x', {}}}, {}, {0}},
      {"optimization_barrier", {{'x', {2, 0}}}, {}, {2, 0}},
      {"optimization_barrier", {{'x', {3}}}, {}, {3}},
  };
  add_element_samples(rows);
  add_index_samples(rows);
  add_rearrange_samples(rows);
  add_sequence_samples(rows);
  add_statistics_samples(rows);
  add_factor_samples(rows);
  add_products_samples(rows);
  add_network_samples(rows);
  add_conv_samples(rows);
  add_random_samples(rows);
  add_reductions(rows, "sum", true);
  add_reductions(rows, "sum_of_products", true);
  for (Sample& row : rows)
    if (row.op == "sum_of_products") row.operands.push_back(row.operands[0]);
  add_reductions(rows, "mean", false);
  add_reductions(rows, "max", false);
  add_reductions(rows, "min", false);
  add_reductions(rows, "logsumexp", false);
  add_softmaxes(rows, "softmax");
  add_softmaxes(rows, "log_softmax");
  return rows;
}

void add_reduction_refusals(std::vector<Refusal>& rows, std::string_view op) {
  rows.insert(rows.end(), {
      {op, {{'b', {2}}}, axes({0}), DiagnosticId::element_type},
      {op, {{'x', {2, 3}}}, axes({2}), DiagnosticId::axis_out_of_range},
      {op, {{'x', {2, 3}}}, axes({-1}), DiagnosticId::axis_out_of_range},
      {op, {{'x', {}}}, axes({0}), DiagnosticId::axis_out_of_range},
      {op, {{'x', {2, 3}}}, axes({1, 1}), DiagnosticId::axis_repeated},
      {op, {{'x', {2, 3}}, {'x', {2, 3}}}, axes({1}), DiagnosticId::operand_count},
  });
}

void add_axis_refusals(std::vector<Refusal>& rows, std::string_view op, const std::vector<Operand>& operands) {
  for (std::int64_t bad : {-1, 2, 7}) rows.push_back({op, operands, axis(bad), DiagnosticId::axis_out_of_range});
}

std::vector<Refusal> make_refusals() {
  std::vector<Refusal> rows{
      {"constant", {}, {{"element", ElementType::i32}, {"value", 2.5}}, DiagnosticId::attribute_value},
      {"max", {{'x', {0, 3}}}, axes({0}), DiagnosticId::attribute_value},
      {"min", {{'x', {2, 0}}}, axes({0, 1}), DiagnosticId::attribute_value},
      {"argmax", {{'x', {0}}}, axis(0), DiagnosticId::attribute_value},
      {"argmin", {{'x', {2, 0, 3}}}, axis(1), DiagnosticId::attribute_value},
      {"vector_norm", {{'x', {0}}}, {{"axes", ir::Integers{0}}, {"keepdims", false}, {"ord", -INFINITY}},
       DiagnosticId::attribute_value},
      {"constant", {}, {{"element", ElementType::f32}, {"value", std::int64_t{2}}}, DiagnosticId::attribute_value},
      {"extent", {}, {{"value", Shape{1, 2}}}, DiagnosticId::attribute_value},

      {"astype", {{'c', {3}}}, to(ElementType::f64), DiagnosticId::element_type},

      {"reshape", {{'x', {2, 3}}}, shape({5}), DiagnosticId::shape_mismatch},
      {"require_extents", {{'x', {2, 3}}}, shape({2, 4}), DiagnosticId::shape_mismatch},
      {"require_extents", {{'x', {2, 3}}}, shape({6}), DiagnosticId::attribute_value},
      {"reshape", {{'x', {}}}, shape({0}), DiagnosticId::shape_mismatch},
      {"transpose", {{'x', {2, 3}}}, perm({0}), DiagnosticId::attribute_value},
      {"transpose", {{'x', {2, 3}}}, perm({0, 0}), DiagnosticId::attribute_value},
      {"transpose", {{'x', {2, 3}}}, perm({1, 2}), DiagnosticId::attribute_value},
      {"transpose", {{'x', {2, 3}}}, perm({-1, 0}), DiagnosticId::attribute_value},
      {"expand_dims", {{'x', {3}}}, list({2}), DiagnosticId::axis_out_of_range},
      {"expand_dims", {{'x', {3}}}, list({-1}), DiagnosticId::axis_out_of_range},
      {"expand_dims", {{'x', {3}}}, list({0, 0}), DiagnosticId::axis_repeated},
      {"squeeze", {{'x', {2, 1}}}, list({0}), DiagnosticId::shape_mismatch},
      {"squeeze", {{'x', {1}}}, list({1}), DiagnosticId::axis_out_of_range},
      {"squeeze", {{'x', {1}}}, list({0, 0}), DiagnosticId::axis_repeated},
      {"broadcast", {{'x', {2, 3}}}, shape({3}), DiagnosticId::rank},
      {"broadcast", {{'x', {2}}}, shape({3}), DiagnosticId::shape_mismatch},
      {"broadcast", {{'x', {2}}}, shape({2, 1}), DiagnosticId::shape_mismatch},
      {"concat", {}, axis(0), DiagnosticId::operand_count},
      {"concat", {{'x', {2}}, {'i', {2}}}, axis(0), DiagnosticId::element_types_differ},
      {"concat", {{'x', {2}}, {'x', {2, 1}}}, axis(0), DiagnosticId::type_mismatch},
      {"concat", {{'x', {2, 2}}, {'x', {2, 3}}}, axis(0), DiagnosticId::shape_mismatch},
      {"concat", {{'x', {}}, {'x', {}}}, axis(0), DiagnosticId::axis_out_of_range},
      {"slice", {{'x', {3, 4}}}, block({0}, {2}), DiagnosticId::attribute_value},
      {"slice", {{'x', {3, 4}}}, block({0, 0}, {2}), DiagnosticId::attribute_value},
      {"slice", {{'x', {3}}}, block({1}, {3}), DiagnosticId::attribute_value},
      {"slice", {{'x', {3}}}, block({-1}, {2}), DiagnosticId::attribute_value},
      {"slice", {{'x', {3}}}, block({2}, {-1}), DiagnosticId::attribute_value},
      {"pad", {{'x', {3}}}, block({0, 0}, {4, 4}), DiagnosticId::attribute_value},
      {"pad", {{'x', {3}}}, block({2}, {4}), DiagnosticId::attribute_value},
      {"pad", {{'x', {3}}}, block({-1}, {4}), DiagnosticId::attribute_value},

      {"matmul", {{'x', {2, 3}}, {'x', {4, 2}}}, flags(false, false), DiagnosticId::shape_mismatch},
      {"matmul", {{'x', {2, 3}}, {'x', {3, 4}}}, flags(true, false), DiagnosticId::shape_mismatch},
      {"matmul", {{'x', {2, 3}}, {'x', {3, 4}}}, flags(false, true), DiagnosticId::shape_mismatch},
      {"matmul", {{'x', {2, 1, 3}}, {'x', {3, 3, 1}}}, flags(false, false), DiagnosticId::shape_mismatch},
      {"matmul", {{'x', {3}}, {'x', {3}}}, flags(false, false), DiagnosticId::rank},
      {"matmul", {{'x', {2, 3}}, {'x', {2, 3, 4}}}, flags(false, false), DiagnosticId::rank},
      {"matmul", {{'x', {2, 3}}, {'i', {3, 2}}}, flags(false, false), DiagnosticId::element_types_differ},
      {"add_matmul", {{'x', {2, 3}}, {'x', {3, 4}}, {'x', {4, 2}}}, flags(false, false), DiagnosticId::shape_mismatch},
      {"add_matmul", {{'x', {2, 3}}, {'x', {3, 4}}, {'i', {2, 4}}}, flags(false, false), DiagnosticId::element_types_differ},

      {"print", {{'x', {2}}, {'n', {1}}}, {{"text", std::string("x")}}, DiagnosticId::rank},
      {"print", {{'x', {2}}, {'x', {}}}, {{"text", std::string("x")}}, DiagnosticId::element_type},
      {"throw_if", {{'b', {2}}, {'n', {}}}, {{"exception", std::string()}}, DiagnosticId::rank},
      {"throw_if", {{'b', {}}, {'x', {}}}, {{"exception", std::string()}}, DiagnosticId::element_type},
      {"throw_if", {{'x', {}}, {'n', {}}}, {{"exception", std::string()}}, DiagnosticId::element_type},
      {"throw_if", {{'b', {}}}, {{"exception", std::string()}}, DiagnosticId::operand_count},
      {"perform", {{'x', {2}}, {'n', {}}}, {{"text", std::string("f({})")}}, DiagnosticId::rank},
      {"perform", {{'n', {}}, {'x', {}}}, {{"text", std::string("f({})")}}, DiagnosticId::element_type},
      {"perform", {}, {{"text", std::string("f()")}}, DiagnosticId::operand_count},
      {"assert_true", {{'x', {2}}, {'n', {}}}, {{"text", std::string("x")}}, DiagnosticId::element_type},
      {"softmax_cross_entropy", {{'x', {}}, {'x', {}}}, {}, DiagnosticId::rank},
      {"softmax_cross_entropy", {{'x', {3}}, {'x', {4}}}, {}, DiagnosticId::shape_mismatch},
      {"softmax_cross_entropy", {{'x', {3}}, {'i', {3}}}, {}, DiagnosticId::element_type},
      {"sparse_softmax_cross_entropy", {{'x', {}}, {'i', {}}}, {}, DiagnosticId::rank},
      {"sparse_softmax_cross_entropy", {{'x', {2, 3}}, {'i', {3}}}, {}, DiagnosticId::shape_mismatch},
      {"sparse_softmax_cross_entropy", {{'x', {2, 3}}, {'i', {2, 3}}}, {}, DiagnosticId::type_mismatch},
      {"sparse_softmax_cross_entropy", {{'x', {3}}, {'x', {}}}, {}, DiagnosticId::element_type},

      {"take", {{'x', {3}}, {'x', {3}}}, axis(0), DiagnosticId::element_type},
      {"take", {{'x', {}}, {'i', {3}}}, axis(0), DiagnosticId::axis_out_of_range},
      {"scatter_add", {{'x', {3}}, {'i', {2}}, {'x', {3}}}, axis(0), DiagnosticId::shape_mismatch},
      {"scatter_add", {{'x', {3}}, {'i', {2}}, {'i', {2}}}, axis(0), DiagnosticId::element_types_differ},
      {"scatter_add", {{'b', {3}}, {'i', {2}}, {'b', {2}}}, axis(0), DiagnosticId::element_type},
      {"scatter_add", {{'x', {3}}, {'i', {2}}, {'x', {2, 1}}}, axis(0), DiagnosticId::type_mismatch},
      {"one_hot", {{'x', {3}}}, classes(3), DiagnosticId::element_type},
      {"one_hot", {{'b', {3}}}, classes(3), DiagnosticId::element_type},
      {"one_hot", {{'i', {3}}}, classes(-1), DiagnosticId::attribute_value},
      {"one_hot", {{'i', {3}}}, {{"n", Shape{3}}, {"to", ElementType::c64}}, DiagnosticId::element_type},
      {"stop_gradient", {{'x', {3}}, {'x', {3}}}, {}, DiagnosticId::operand_count},
  };
  add_index_refusals(rows);
  add_rearrange_refusals(rows);
  add_sequence_refusals(rows);
  add_statistics_refusals(rows);
  add_factor_refusals(rows);
  add_products_refusals(rows);
  add_network_refusals(rows);
  add_conv_refusals(rows);
  add_random_refusals(rows);
  for (std::string_view op : {"sum", "mean", "max", "min", "logsumexp"}) add_reduction_refusals(rows, op);
  rows.insert(rows.end(), {
      {"sum_of_products", {{'i', {2}}, {'i', {2}}}, axes({0}), DiagnosticId::element_type},
      {"sum_of_products", {{'x', {2, 3}}, {'x', {2, 4}}}, axes({0}), DiagnosticId::shape_mismatch},
      {"sum_of_products", {{'x', {2, 3}}, {'x', {2, 3}}}, axes({2}), DiagnosticId::axis_out_of_range},
      {"sum_of_products", {{'x', {2, 3}}}, axes({1}), DiagnosticId::operand_count},
  });
  for (std::string_view op : {"argmax", "softmax", "log_softmax"}) {
    rows.push_back({op, {{'b', {2, 2}}}, axis(0), DiagnosticId::element_type});
    add_axis_refusals(rows, op, {{'x', {2, 3}}});
  }
  add_axis_refusals(rows, "concat", {{'x', {2, 3}}, {'x', {2, 3}}});
  add_axis_refusals(rows, "take", {{'x', {2, 3}}, {'i', {2}}});
  add_axis_refusals(rows, "scatter_add", {{'x', {2, 3}}, {'i', {2}}, {'x', {2, 2}}});
  return rows;
}

}  // namespace

const std::vector<Sample>& samples() {
  static const std::vector<Sample> rows = make_samples();
  return rows;
}

const std::vector<Refusal>& refusals() {
  static const std::vector<Refusal> rows = make_refusals();
  return rows;
}

const std::vector<Accepts>& accepts() {
  static const std::vector<Accepts> rows = [] {
    std::vector<Accepts> all{
      {"reshape", Elements::all},      {"transpose", Elements::all},
      {"expand_dims", Elements::all},  {"squeeze", Elements::all},
      {"broadcast", Elements::all},    {"concat", Elements::all},
      {"slice", Elements::all},        {"pad", Elements::all},
      {"set_slice", Elements::all},    {"dynamic_slice", Elements::all},
      {"dynamic_update_slice", Elements::all}, {"roll", Elements::all},
      {"add_slice", Elements::rings}, {"dynamic_add_slice", Elements::rings},
      {"take_along_axis", Elements::all}, {"add_along_axis", Elements::rings},
      {"scatter_update", Elements::all}, {"scatter_max", Elements::numbers},
      {"scatter_min", Elements::numbers}, {"scatter_mul", Elements::rings},
      {"reduce_precision", Elements::floats}, {"argsort", Elements::numbers},
      {"top_k_indices", Elements::numbers}, {"searchsorted", Elements::numbers},
      {"sum", Elements::rings},      {"mean", Elements::fields},
      {"sum_of_products", Elements::floats},
      {"max", Elements::numbers},      {"min", Elements::numbers},
      {"logsumexp", Elements::floats}, {"argmax", Elements::numbers},
      {"matmul", Elements::rings},   {"softmax", Elements::floats},
      {"add_matmul", Elements::rings},
      {"log_softmax", Elements::floats}, {"softmax_cross_entropy", Elements::floats},
      {"sparse_softmax_cross_entropy", Elements::floats}, {"take", Elements::all},
      {"scatter_add", Elements::rings}, {"stop_gradient", Elements::all, true},
      {"prevent_gradient", Elements::all, true}, {"label", Elements::all, true},
      {"checkpoint", Elements::all, true}, {"after", Elements::all, true}, {"print", Elements::all},
      {"checkpoint", Elements::all, true}, {"optimization_barrier", Elements::all, true},
      {"element", Elements::all},      {"set_element", Elements::all},
      {"add_element", Elements::rings}, {"require_extents", Elements::all},
      {"sequence_push", Elements::all}, {"sequence_at", Elements::all},
      {"sequence_size", Elements::all}, {"sequence_fill", Elements::all},
      {"sequence_set", Elements::all}, {"sequence_pop", Elements::all},
      {"sequence_resize", Elements::all}, {"sequence_zeros_like", Elements::all},
      {"sequence_add", Elements::rings}, {"sequence_add_at", Elements::rings},
      {"sequence_sum", Elements::rings}, {"sequence_splice", Elements::all},
      {"sequence_set_element", Elements::all}, {"sequence_add_element", Elements::rings},
    };
    add_rearrange_accepts(all);
    add_statistics_accepts(all);
    add_factor_accepts(all);
    add_products_accepts(all);
    add_network_accepts(all);
    add_conv_accepts(all);
    add_random_accepts(all);
    return all;
  }();
  return rows;
}

const std::vector<std::vector<std::int64_t>>& elementwise_shapes() {
  static const std::vector<std::vector<std::int64_t>> shapes{{}, {1}, {5}, {3, 2}, {1, 3, 1}, {0}, {2, 0, 3}};
  return shapes;
}

}  // namespace ops_test
