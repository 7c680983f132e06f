// The rows of ops over axes that are made of other ops.
#include <cmath>
#include <limits>

#include "tests/ops/samples/samples.h"

namespace ops_test {
namespace {

using ir::Attributes;
using ir::DiagnosticId;
using ir::Integers;

using More = std::vector<std::pair<std::string, ir::Attribute>>;

Attributes over(Integers axes, bool keepdims, const More& more) {
  Attributes all{{"axes", std::move(axes)}, {"keepdims", keepdims}};
  for (const auto& [name, value] : more) all.set(name, value);
  return all;
}

void add_reductions(std::vector<Sample>& rows, std::string_view op, const More& more = {}, char of = 'x') {
  std::vector<Sample> made{
      {op, {{'x', {5}}}, over({0}, false, more), {}},
      {op, {{'x', {5}}}, over({0}, true, more), {1}},
      {op, {{'x', {3, 2}}}, over({0}, false, more), {2}},
      {op, {{'x', {3, 2}}}, over({1}, true, more), {3, 1}},
      {op, {{'x', {3, 2}}}, over({0, 1}, false, more), {}},
      {op, {{'x', {2, 3, 4}}}, over({0, 2}, false, more), {3}},
      {op, {{'x', {2, 3, 4}}}, over({0, 2}, true, more), {1, 3, 1}},
      {op, {{'x', {2, 0}}}, over({0}, false, more), {0}},
  };
  for (Sample& row : made) row.operands[0].kind = of;
  rows.insert(rows.end(), made.begin(), made.end());
}
// Where none are enough.
void add_reductions_of_none(std::vector<Sample>& rows, std::string_view op, const More& more = {}, char of = 'x') {
  rows.push_back({op, {{of, {0}}}, over({0}, false, more), {}});
  rows.push_back({op, {{of, {2, 0}}}, over({1}, true, more), {2, 1}});
}
// Where one element is enough.
void add_reductions_of_one(std::vector<Sample>& rows, std::string_view op, const More& more = {}) {
  rows.insert(rows.end(), {
      {op, {{'x', {2, 1, 3}}}, over({1}, false, more), {2, 3}},
      {op, {{'x', {3}}}, over({}, false, more), {3}},
      {op, {{'x', {}}}, over({}, false, more), {}},
  });
}

Attributes axis(std::int64_t axis, const More& more = {}) {
  Attributes all{{"axis", axis}};
  for (const auto& [name, value] : more) all.set(name, value);
  return all;
}

// An op along an axis that keeps the shape; of `count` operands.
void add_along_axis(std::vector<Sample>& rows, std::string_view op, const More& more = {}, std::size_t count = 1) {
  std::vector<Sample> made{
      {op, {{'x', {5}}}, axis(0, more), {5}},
      {op, {{'x', {1}}}, axis(0, more), {1}},
      {op, {{'x', {3, 4}}}, axis(1, more), {3, 4}},
      {op, {{'x', {3, 4}}}, axis(0, more), {3, 4}},
      {op, {{'x', {2, 3, 2}}}, axis(1, more), {2, 3, 2}},
      {op, {{'x', {0, 3}}}, axis(1, more), {0, 3}},
      {op, {{'x', {3, 0}}}, axis(1, more), {3, 0}},
      {op, {{'x', {0}}}, axis(0, more), {0}},
  };
  for (Sample& row : made) {
    row.operands.resize(count, row.operands[0]);
    rows.push_back(row);
  }
}

void add_refusals_along_axis(std::vector<Refusal>& rows, std::string_view op, const More& more = {},
                             std::size_t count = 1) {
  for (std::int64_t bad : {-1, 2, 7})
    rows.push_back({op, std::vector<Operand>(count, Operand{'x', {2, 3}}), axis(bad, more),
                    DiagnosticId::axis_out_of_range});
  rows.push_back({op, std::vector<Operand>(count, Operand{'b', {2, 2}}), axis(0, more), DiagnosticId::element_type});
}

More flags(bool exclusive, bool reverse) { return {{"exclusive", exclusive}, {"reverse", reverse}}; }
More reverse(bool value) { return {{"reverse", value}}; }
More smallest(bool value) { return {{"smallest", value}}; }
More ord(double value) { return {{"ord", value}}; }
More eps(double value) { return {{"eps", value}}; }
Attributes segments(std::int64_t n) { return {{"n", ir::Shape{n}}}; }
constexpr double kInf = std::numeric_limits<double>::infinity();

void add_refusals(std::vector<Refusal>& rows, std::string_view op, const More& more = {}) {
  rows.insert(rows.end(), {
      {op, {{'b', {2}}}, over({0}, false, more), DiagnosticId::element_type},
      {op, {{'x', {2, 3}}}, over({2}, false, more), DiagnosticId::axis_out_of_range},
      {op, {{'x', {2, 3}}}, over({-1}, false, more), DiagnosticId::axis_out_of_range},
      {op, {{'x', {}}}, over({0}, false, more), DiagnosticId::axis_out_of_range},
      {op, {{'x', {2, 3}}}, over({1, 1}, false, more), DiagnosticId::axis_repeated},
      {op, {{'x', {2, 3}}, {'x', {2, 3}}}, over({1}, false, more), DiagnosticId::operand_count},
  });
}

More correction(std::int64_t value) { return {{"correction", value}}; }

}  // namespace

void add_statistics_samples(std::vector<Sample>& rows) {
  add_reductions(rows, "logmeanexp");
  add_reductions_of_one(rows, "logmeanexp");
  for (std::int64_t c : {0, 1}) {
    add_reductions(rows, "var", correction(c));
    add_reductions(rows, "std", correction(c));
  }
  add_reductions_of_one(rows, "var", correction(0));
  add_reductions_of_one(rows, "mean_beside", correction(0));
  for (std::string_view op : {"prod", "count_nonzero", "euclidean_norm"}) {
    add_reductions(rows, op);
    add_reductions_of_one(rows, op);
    add_reductions_of_none(rows, op);
  }
  for (std::string_view op : {"any", "all", "count_nonzero"}) {
    add_reductions(rows, op, {}, 'b');
    add_reductions_of_none(rows, op, {}, 'b');
  }
  for (double p : {0.5, 1.5, 3.0}) add_reductions(rows, "power_norm", ord(p));
  add_reductions_of_one(rows, "power_norm", ord(3));
  add_reductions_of_none(rows, "power_norm", ord(3));
  for (double p : {2.0, 1.0, 0.0, kInf, -kInf, 2.5}) {
    add_reductions(rows, "vector_norm", ord(p));
    add_reductions_of_one(rows, "vector_norm", ord(p));
    if (!std::isinf(p)) add_reductions_of_none(rows, "vector_norm", ord(p));
  }
  for (double e : {1e-12, 1.5, 100.0}) {
    add_along_axis(rows, "normalize", eps(e));
    rows.insert(rows.end(), {
        {"cosine_similarity", {{'x', {5}}, {'x', {5}}}, axis(0, eps(e)), {}},
        {"cosine_similarity", {{'x', {3, 4}}, {'x', {3, 4}}}, axis(1, eps(e)), {3}},
        {"cosine_similarity", {{'x', {2, 3, 2}}, {'x', {2, 3, 2}}}, axis(1, eps(e)), {2, 2}},
        {"cosine_similarity", {{'x', {2, 0}}, {'x', {2, 0}}}, axis(1, eps(e)), {2}},
        {"cosine_similarity", {{'x', {0, 3}}, {'x', {0, 3}}}, axis(1, eps(e)), {0}},
        {"cosine_similarity", {{'x', {3, 1}}, {'x', {3, 1}}}, axis(1, eps(e)), {3}},
    });
  }
  rows.insert(rows.end(), {
      {"argmin", {{'x', {5}}}, axis(0), {}},
      {"argmin", {{'x', {2, 3, 2}}}, axis(1), {2, 2}},
      {"argmin", {{'x', {3, 1}}}, axis(1), {3}},
      {"argmin", {{'x', {0, 3}}}, axis(1), {0}},
      {"trace", {{'x', {3, 3}}}, {}, {}},
      {"trace", {{'x', {2, 4}}}, {}, {}},
      {"trace", {{'x', {4, 2}}}, {}, {}},
      {"trace", {{'x', {2, 3, 2}}}, {}, {2}},
      {"trace", {{'x', {2, 1, 1, 4}}}, {}, {2, 1}},
      {"trace", {{'x', {0, 3}}}, {}, {}},
      {"trace", {{'x', {3, 0}}}, {}, {}},
      {"trace", {{'x', {0, 2, 2}}}, {}, {0}},
      {"segment_sum", {{'x', {4}}, {'i', {4}, {2, 0, 2, 1}}}, segments(3), {3}},
      {"segment_sum", {{'x', {4, 2}}, {'i', {4}, {1, -1, 5, 1}}}, segments(2), {2, 2}},
      {"segment_sum", {{'x', {2, 1, 3}}, {'i', {2}, {0, 0}}}, segments(4), {4, 1, 3}},
      {"segment_sum", {{'x', {0, 2}}, {'i', {0}}}, segments(2), {2, 2}},
      {"segment_sum", {{'x', {2, 0}}, {'i', {2}, {1, 0}}}, segments(2), {2, 0}},
      {"segment_sum", {{'x', {3}}, {'i', {3}, {0, 0, 1}}}, segments(0), {0}},
  });
  for (bool backwards : {false, true}) {
    for (std::string_view op : {"cumsum", "cumprod"})
      for (bool exclusive : {false, true}) add_along_axis(rows, op, flags(exclusive, backwards));
    add_along_axis(rows, "linear_recurrence", reverse(backwards), 2);
    add_along_axis(rows, "cumulative_winner", smallest(backwards));
  }
  for (std::string_view op : {"cumlogsumexp", "cummax", "cummin"}) add_along_axis(rows, op);
}

void add_statistics_refusals(std::vector<Refusal>& rows) {
  add_refusals(rows, "logmeanexp");
  add_refusals(rows, "var", correction(0));
  add_refusals(rows, "mean_beside", correction(0));
  add_refusals(rows, "std", correction(1));
  add_refusals(rows, "prod");
  add_refusals(rows, "euclidean_norm");
  add_refusals(rows, "power_norm", ord(3));
  add_refusals(rows, "vector_norm", ord(2));
  for (double bad : {-1.0, -kInf, 0.0, std::nan("")})
    rows.push_back({"power_norm", {{'x', {3}}}, over({0}, false, ord(bad)), DiagnosticId::attribute_value});
  for (double bad : {-1.0, std::nan("")})
    rows.push_back({"vector_norm", {{'x', {3}}}, over({0}, false, ord(bad)), DiagnosticId::attribute_value});
  for (std::string_view op : {"any", "all"}) {
    rows.push_back({op, {{'x', {2}}}, over({0}, false, {}), DiagnosticId::element_type});
    rows.push_back({op, {{'i', {2}}}, over({0}, false, {}), DiagnosticId::element_type});
    rows.push_back({op, {{'b', {2}}}, over({1}, false, {}), DiagnosticId::axis_out_of_range});
  }
  rows.push_back({"count_nonzero", {{'x', {2}}}, over({1}, false, {}), DiagnosticId::axis_out_of_range});
  add_refusals_along_axis(rows, "argmin");
  add_refusals_along_axis(rows, "normalize", eps(1));
  add_refusals_along_axis(rows, "cosine_similarity", eps(1), 2);
  add_refusals_along_axis(rows, "linear_recurrence", reverse(false), 2);
  add_refusals_along_axis(rows, "cumulative_winner", smallest(false));
  for (std::string_view op : {"cumsum", "cumprod"}) add_refusals_along_axis(rows, op, flags(false, false));
  for (std::string_view op : {"cumlogsumexp", "cummax", "cummin"}) add_refusals_along_axis(rows, op);
  rows.insert(rows.end(), {
      {"cumprod", {{'i', {3}}}, axis(0, flags(false, false)), DiagnosticId::element_type},
      {"cosine_similarity", {{'x', {2, 3}}, {'x', {2, 2}}}, axis(1, eps(1)), DiagnosticId::shape_mismatch},
      {"linear_recurrence", {{'x', {3}}, {'x', {4}}}, axis(0, reverse(false)), DiagnosticId::shape_mismatch},
      {"trace", {{'x', {3}}}, {}, DiagnosticId::rank},
      {"trace", {{'b', {3, 3}}}, {}, DiagnosticId::element_type},
      {"segment_sum", {{'x', {3}}, {'x', {3}}}, segments(2), DiagnosticId::element_type},
      {"segment_sum", {{'x', {3}}, {'i', {4}}}, segments(2), DiagnosticId::shape_mismatch},
      {"segment_sum", {{'x', {}}, {'i', {1}}}, segments(2), DiagnosticId::type_mismatch},
      {"segment_sum", {{'x', {3}}, {'i', {3, 1}}}, segments(2), DiagnosticId::type_mismatch},
      {"segment_sum", {{'x', {3}}, {'i', {3}}}, segments(-1), DiagnosticId::attribute_value},
  });
}

void add_statistics_accepts(std::vector<Accepts>& rows) {
  for (std::string_view op : {"logmeanexp", "mean_beside", "euclidean_norm", "power_norm", "normalize", "cosine_similarity",
                              "cumlogsumexp"})
    rows.push_back({op, Elements::floats});
  for (std::string_view op : {"var", "std", "vector_norm", "cumprod"}) rows.push_back({op, Elements::fields});
  for (std::string_view op : {"argmin", "cummax", "cummin", "cumulative_winner"}) rows.push_back({op, Elements::numbers});
  for (std::string_view op : {"prod", "trace", "segment_sum", "cumsum", "linear_recurrence"}) rows.push_back({op, Elements::rings});
  rows.push_back({"count_nonzero", Elements::reals});
}

}  // namespace ops_test
