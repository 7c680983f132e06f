// The rows of ops over axes that are made of other ops.
#include "tests/ops/samples.h"

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

void add_reductions(std::vector<Sample>& rows, std::string_view op, const More& more = {}) {
  rows.insert(rows.end(), {
      {op, {{'x', {5}}}, over({0}, false, more), {}},
      {op, {{'x', {5}}}, over({0}, true, more), {1}},
      {op, {{'x', {3, 2}}}, over({0}, false, more), {2}},
      {op, {{'x', {3, 2}}}, over({1}, true, more), {3, 1}},
      {op, {{'x', {3, 2}}}, over({0, 1}, false, more), {}},
      {op, {{'x', {2, 3, 4}}}, over({0, 2}, false, more), {3}},
      {op, {{'x', {2, 3, 4}}}, over({0, 2}, true, more), {1, 3, 1}},
      {op, {{'x', {2, 0}}}, over({0}, false, more), {0}},
  });
}
// Where one element is enough.
void add_reductions_of_one(std::vector<Sample>& rows, std::string_view op, const More& more = {}) {
  rows.insert(rows.end(), {
      {op, {{'x', {2, 1, 3}}}, over({1}, false, more), {2, 3}},
      {op, {{'x', {3}}}, over({}, false, more), {3}},
      {op, {{'x', {}}}, over({}, false, more), {}},
  });
}

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
}

void add_statistics_refusals(std::vector<Refusal>& rows) {
  add_refusals(rows, "logmeanexp");
  add_refusals(rows, "var", correction(0));
  add_refusals(rows, "std", correction(1));
}

void add_statistics_accepts(std::vector<Accepts>& rows) {
  for (std::string_view op : {"logmeanexp", "var", "std"}) rows.push_back({op, Elements::floats});
}

}  // namespace ops_test
