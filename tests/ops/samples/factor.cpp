// The rows of systems of equations and factorisations.
#include <algorithm>
#include <functional>

#include "tests/ops/samples/samples.h"

namespace ops_test {
namespace {

using ir::Attributes;
using ir::DiagnosticId;

Attributes triangle(bool upper, bool transpose, bool unit_diagonal, bool right = false) {
  return {{"right", right}, {"transpose", transpose}, {"unit_diagonal", unit_diagonal}, {"upper", upper}};
}
Attributes broadened(double by = 1e-20) { return {{"broadening", by}}; }
Attributes system(bool transpose) { return {{"transpose", transpose}}; }

}  // namespace

void add_factor_samples(std::vector<Sample>& rows) {
  for (const char* op : {"cholesky", "inv", "cofactor", "expm", "sqrtm"})
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
      {"det_phase", {{'z', {3, 3}}}, {}, {}},
      {"det_phase", {{'z', {2, 2, 2}}}, {}, {2}},
      {"det_phase", {{'z', {0, 2, 2}}}, {}, {0}},
      {"det_phase", {{'z', {2, 0, 0}}}, {}, {2}},
      {"eigh", {{'d', {3, 3}}}, {}, {4, 3}},
      {"eigh", {{'d', {1, 1}}}, {}, {2, 1}},
      {"eigh", {{'d', {2, 2, 2}}}, {}, {2, 3, 2}},
      {"eigh", {{'d', {0, 2, 2}}}, {}, {0, 3, 2}},
      {"eigvalsh", {{'d', {3, 3}}}, {}, {3}},
      {"eigvalsh", {{'d', {2, 2, 2}}}, {}, {2, 2}},
      {"eigh_vectors", {{'d', {3, 3}}}, {}, {3, 3}},
      {"eigh_vectors", {{'d', {2, 2, 2}}}, {}, {2, 2, 2}},
      {"eigh_vectors", {{'d', {3, 3}}}, broadened(), {3, 3}},
      {"svd_u", {{'d', {4, 2}}}, broadened(), {4, 2}},
      {"svd_vt", {{'d', {2, 4}}}, broadened(), {2, 4}},
  });
  const auto add_systems = [&](const char* op, const Attributes& attributes) {
    rows.insert(rows.end(), {
        {op, {{'d', {3, 3}}, {'x', {3, 2}}}, attributes, {3, 2}},
        {op, {{'d', {3, 3}}, {'x', {3}}}, attributes, {3}},
        {op, {{'d', {2, 2, 2}}, {'x', {2, 2, 3}}}, attributes, {2, 2, 3}},
        {op, {{'d', {2, 2, 2}}, {'x', {2, 2}}}, attributes, {2, 2}},
        {op, {{'d', {2, 2}}, {'x', {3, 2, 1}}}, attributes, {3, 2, 1}},
        {op, {{'d', {2, 2, 2}}, {'x', {3, 2, 2, 1}}}, attributes, {3, 2, 2, 1}},
        {op, {{'d', {2, 2}}, {'x', {0, 2, 1}}}, attributes, {0, 2, 1}},
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
  for (int k = 0; k < 8; ++k) {
    const Attributes flags = triangle((k & 1) != 0, (k & 2) != 0, (k & 4) != 0, true);
    rows.push_back({"triangular_solve", {{'d', {3, 3}}, {'x', {2, 3}}}, flags, {2, 3}});
    rows.push_back({"triangular_solve", {{'d', {2, 2, 2}}, {'x', {2, 2, 1, 2}}}, flags, {2, 2, 1, 2}});
  }
  for (bool transpose : {false, true}) add_systems("solve", system(transpose));
  add_systems("cholesky_solve", {});

  rows.insert(rows.end(), {
      {"qr", {{'d', {3, 3}}}, {}, {6, 3}},
      {"qr", {{'d', {4, 2}}}, {}, {6, 2}},
      {"qr", {{'d', {2, 3, 2}}}, {}, {2, 5, 2}},
      {"qr", {{'d', {1, 1}}}, {}, {2, 1}},
      {"qr", {{'d', {0, 3, 2}}}, {}, {0, 5, 2}},
      {"qr", {{'d', {3, 0}}}, {}, {3, 0}},
      {"svd", {{'d', {3, 3}}}, {}, {7, 3}},
      {"svd", {{'d', {4, 2}}}, {}, {7, 2}},
      {"svd", {{'d', {2, 4}}}, {}, {7, 2}},
      {"svd", {{'d', {2, 3, 2}}}, {}, {2, 6, 2}},
      {"svd", {{'d', {1, 1}}}, {}, {3, 1}},
      {"svd", {{'d', {0, 2, 2}}}, {}, {0, 5, 2}},
      {"svd", {{'d', {0, 3}}}, {}, {4, 0}},
  });
  // What is made of them: result(m, n) of a tall, a wide and a square matrix, with a batch and without.
  const auto add_parts = [&](const char* op, const Attributes& attributes, const std::function<std::vector<std::int64_t>(std::int64_t, std::int64_t)>& result,
                             bool is_wide = true) {
    const std::vector<std::int64_t> batches[] = {{}, {2}, {0}};
    for (const auto& batch : batches)
      for (auto [m, n] : {std::pair<std::int64_t, std::int64_t>{3, 2}, {2, 3}, {2, 2}, {1, 1}}) {
        if (m < n && !is_wide) continue;
        std::vector<std::int64_t> shape = batch, y = batch;
        shape.insert(shape.end(), {m, n});
        for (std::int64_t extent : result(m, n)) y.push_back(extent);
        rows.push_back({op, {{'d', shape}}, attributes, y});
      }
  };
  using List = std::vector<std::int64_t>;
  add_parts("qr_q", {}, [](auto m, auto n) { return List{m, std::min(m, n)}; });
  add_parts("qr_r", {}, [](auto m, auto n) { return List{std::min(m, n), n}; });
  add_parts("svdvals", {}, [](auto m, auto n) { return List{std::min(m, n)}; });
  add_parts("svd_u", {}, [](auto m, auto n) { return List{m, std::min(m, n)}; });
  add_parts("svd_vt", {}, [](auto m, auto n) { return List{std::min(m, n), n}; });
  add_parts("complete_basis", {}, [](auto m, auto) { return List{m, m}; }, false);
  add_parts("qr_complete_q", {}, [](auto m, auto) { return List{m, m}; });
  add_parts("qr_complete_r", {}, [](auto m, auto n) { return List{m, n}; });
  add_parts("svd_complete_u", {}, [](auto m, auto) { return List{m, m}; });
  add_parts("svd_complete_vt", {}, [](auto, auto n) { return List{n, n}; });
  rows.push_back({"complete_basis", {{'d', {3, 0}}}, {}, {3, 3}});
  add_parts("pinv", {}, [](auto m, auto n) { return List{n, m}; });
  for (std::int64_t norm = 0; norm < 5; ++norm) add_parts("matrix_norm", {{"norm", norm}}, [](auto, auto) { return List{}; });
  add_parts("spectral_norm", {}, [](auto m, auto n) { return List{m, n}; });
  for (const char* op : {"cond", "matrix_rank"}) add_parts(op, {}, [](auto, auto) { return List{}; });
  rows.push_back({"pinv", {{'d', {0, 2}}}, {}, {2, 0}});
  rows.push_back({"svdvals", {{'d', {0, 2}}}, {}, {0}});
  rows.insert(rows.end(), {
      {"lstsq", {{'d', {3, 2}}, {'x', {3, 2}}}, {}, {2, 2}},
      {"lstsq", {{'d', {3, 2}}, {'x', {3}}}, {}, {2}},
      {"lstsq", {{'d', {2, 2}}, {'x', {2}}}, {}, {2}},
      {"lstsq", {{'d', {2, 3, 2}}, {'x', {2, 3, 1}}}, {}, {2, 2, 1}},
      {"lstsq", {{'d', {3, 2}}, {'x', {2, 3, 1}}}, {}, {2, 2, 1}},
      {"lstsq", {{'d', {0, 3, 2}}, {'x', {0, 3}}}, {}, {0, 2}},
      {"lyapunov", {{'d', {3, 3}}, {'x', {3, 3}}}, {}, {3, 3}},
      {"lyapunov", {{'d', {2, 2, 2}}, {'x', {2, 2, 2}}}, {}, {2, 2, 2}},
      {"lyapunov", {{'d', {0, 0}}, {'x', {0, 0}}}, {}, {0, 0}},
      {"lyapunov", {{'z', {2, 2}}, {'c', {2, 2}}}, {}, {2, 2}},
      {"sqrtm", {{'z', {2, 2}}}, {}, {2, 2}},
  });
}

void add_factor_refusals(std::vector<Refusal>& rows) {
  for (const char* op : {"eigh", "eigvalsh", "eigh_vectors", "svd", "svdvals", "svd_u", "svd_vt"})
    rows.push_back({op, {{'d', {3, 3}}}, broadened(-1), DiagnosticId::attribute_value});
  for (const char* op : {"cholesky", "inv", "cofactor", "det", "logabsdet", "det_sign", "logdet", "eigh", "eigvalsh", "eigh_vectors", "expm", "sqrtm"})
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
  add_systems("cholesky_solve", {});
  for (const char* op : {"qr", "qr_q", "qr_r", "svd", "svdvals", "svd_u", "svd_vt", "complete_basis", "qr_complete_q",
                         "qr_complete_r", "svd_complete_u", "svd_complete_vt", "pinv", "cond", "matrix_rank", "spectral_norm"})
    rows.push_back({op, {{'x', {3}}}, {}, DiagnosticId::rank});
  rows.insert(rows.end(), {
      {"qr", {{'x', {2, 3}}}, {}, DiagnosticId::type_mismatch},
      {"complete_basis", {{'x', {2, 3}}}, {}, DiagnosticId::type_mismatch},
      {"det_phase", {{'x', {3, 3}}}, {}, DiagnosticId::element_type},
      {"det_phase", {{'c', {3, 2}}}, {}, DiagnosticId::shape_mismatch},
      {"det_sign", {{'c', {3, 3}}}, {}, DiagnosticId::element_type},
      {"sqrtm", {{'c', {3, 2}}}, {}, DiagnosticId::shape_mismatch},
      {"triangular_solve", {{'x', {3, 3}}, {'x', {3}}}, triangle(false, false, false, true), DiagnosticId::rank},
      {"triangular_solve", {{'x', {3, 3}}, {'x', {3, 2}}}, triangle(false, false, false, true), DiagnosticId::shape_mismatch},
      {"matrix_norm", {{'x', {2, 3}}}, {{"norm", std::int64_t{5}}}, DiagnosticId::attribute_value},
      {"lstsq", {{'x', {2, 3}}, {'x', {2}}}, {}, DiagnosticId::type_mismatch},
      {"lstsq", {{'x', {3, 2}}, {'x', {2}}}, {}, DiagnosticId::shape_mismatch},
      {"lstsq", {{'x', {3}}, {'x', {3}}}, {}, DiagnosticId::rank},
      {"lyapunov", {{'x', {2, 2}}, {'x', {3, 3}}}, {}, DiagnosticId::shape_mismatch},
      {"lyapunov", {{'x', {2, 3}}, {'x', {2, 3}}}, {}, DiagnosticId::shape_mismatch},
  });
}

void add_factor_accepts(std::vector<Accepts>& rows) {
  for (const char* op : {"inv", "cofactor", "det", "triangular_solve", "solve", "expm", "cholesky", "logabsdet", "logdet", "eigh", "eigvalsh",
                         "eigh_vectors", "cholesky_solve", "qr", "qr_q", "qr_r", "lstsq", "svd", "svdvals", "svd_u", "svd_vt",
                         "complete_basis", "qr_complete_q", "qr_complete_r", "svd_complete_u", "svd_complete_vt", "pinv", "matrix_norm", "cond", "matrix_rank", "spectral_norm", "sqrtm", "lyapunov"})
    rows.push_back({op, Elements::complex_matrices});
  rows.push_back({"det_sign", Elements::matrices});
}

}  // namespace ops_test
