// The rows of systems of equations and factorisations.
#include "tests/ops/samples.h"

namespace ops_test {
namespace {

using ir::Attributes;
using ir::DiagnosticId;

Attributes triangle(bool upper, bool transpose, bool unit_diagonal) {
  return {{"transpose", transpose}, {"unit_diagonal", unit_diagonal}, {"upper", upper}};
}
Attributes system(bool transpose) { return {{"transpose", transpose}}; }

}  // namespace

void add_factor_samples(std::vector<Sample>& rows) {
  for (const char* op : {"cholesky", "inv", "cofactor"})
    rows.insert(rows.end(), {
        {op, {{'d', {3, 3}}}, {}, {3, 3}},
        {op, {{'d', {1, 1}}}, {}, {1, 1}},
        {op, {{'d', {2, 3, 3}}}, {}, {2, 3, 3}},
        {op, {{'d', {2, 1, 2, 2}}}, {}, {2, 1, 2, 2}},
        {op, {{'d', {0, 2, 2}}}, {}, {0, 2, 2}},
        {op, {{'d', {2, 0, 0}}}, {}, {2, 0, 0}},
    });
  for (const char* op : {"det", "logabsdet", "det_sign", "logdet"})
    rows.insert(rows.end(), {
        {op, {{'d', {3, 3}}}, {}, {}},
        {op, {{'d', {1, 1}}}, {}, {}},
        {op, {{'d', {2, 3, 3}}}, {}, {2}},
        {op, {{'d', {2, 1, 2, 2}}}, {}, {2, 1}},
        {op, {{'d', {0, 2, 2}}}, {}, {0}},
        {op, {{'d', {2, 0, 0}}}, {}, {2}},
    });
  rows.insert(rows.end(), {
      {"eigh", {{'d', {3, 3}}}, {}, {4, 3}},
      {"eigh", {{'d', {1, 1}}}, {}, {2, 1}},
      {"eigh", {{'d', {2, 2, 2}}}, {}, {2, 3, 2}},
      {"eigh", {{'d', {0, 2, 2}}}, {}, {0, 3, 2}},
      {"eigvalsh", {{'d', {3, 3}}}, {}, {3}},
      {"eigvalsh", {{'d', {2, 2, 2}}}, {}, {2, 2}},
      {"eigh_vectors", {{'d', {3, 3}}}, {}, {3, 3}},
      {"eigh_vectors", {{'d', {2, 2, 2}}}, {}, {2, 2, 2}},
  });
  const auto add_systems = [&](const char* op, const Attributes& attributes) {
    rows.insert(rows.end(), {
        {op, {{'d', {3, 3}}, {'x', {3, 2}}}, attributes, {3, 2}},
        {op, {{'d', {3, 3}}, {'x', {3}}}, attributes, {3}},
        {op, {{'d', {2, 2, 2}}, {'x', {2, 2, 3}}}, attributes, {2, 2, 3}},
        {op, {{'d', {2, 2, 2}}, {'x', {2, 2}}}, attributes, {2, 2}},
        {op, {{'d', {2, 2}}, {'x', {2, 0}}}, attributes, {2, 0}},
        {op, {{'d', {0, 0}}, {'x', {0, 2}}}, attributes, {0, 2}},
        {op, {{'d', {0, 2, 2}}, {'x', {0, 2}}}, attributes, {0, 2}},
    });
  };
  add_systems("triangular_solve", triangle(false, false, false));
  for (int k = 1; k < 8; ++k) {
    const Attributes flags = triangle((k & 1) != 0, (k & 2) != 0, (k & 4) != 0);
    rows.push_back({"triangular_solve", {{'d', {3, 3}}, {'x', {3, 2}}}, flags, {3, 2}});
    rows.push_back({"triangular_solve", {{'d', {2, 2}}, {'x', {2}}}, flags, {2}});
  }
  for (bool transpose : {false, true}) add_systems("solve", system(transpose));
}

void add_factor_refusals(std::vector<Refusal>& rows) {
  for (const char* op : {"cholesky", "inv", "cofactor", "det", "logabsdet", "det_sign", "logdet", "eigh", "eigvalsh", "eigh_vectors"})
    rows.insert(rows.end(), {
        {op, {{'x', {3, 2}}}, {}, DiagnosticId::shape_mismatch},
        {op, {{'x', {3}}}, {}, DiagnosticId::rank},
        {op, {{'x', {}}}, {}, DiagnosticId::rank},
    });
  const auto add_systems = [&](const char* op, const Attributes& attributes) {
    rows.insert(rows.end(), {
        {op, {{'x', {3, 2}}, {'x', {3}}}, attributes, DiagnosticId::shape_mismatch},
        {op, {{'x', {3, 3}}, {'x', {2}}}, attributes, DiagnosticId::shape_mismatch},
        {op, {{'x', {3, 3}}, {'x', {2, 3}}}, attributes, DiagnosticId::shape_mismatch},
        {op, {{'x', {2, 3, 3}}, {'x', {1, 3, 3}}}, attributes, DiagnosticId::shape_mismatch},
        {op, {{'x', {2, 3, 3}}, {'x', {3}}}, attributes, DiagnosticId::rank},
        {op, {{'x', {3}}, {'x', {3}}}, attributes, DiagnosticId::rank},
    });
  };
  add_systems("triangular_solve", triangle(false, false, false));
  add_systems("solve", system(false));
}

void add_factor_accepts(std::vector<Accepts>& rows) {
  for (const char* op : {"cholesky", "inv", "cofactor", "det", "logabsdet", "det_sign", "logdet", "triangular_solve", "solve", "eigh", "eigvalsh", "eigh_vectors"})
    rows.push_back({op, Elements::matrices});
}

}  // namespace ops_test
