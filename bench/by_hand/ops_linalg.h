// What one would write with Eigen; y has room for 2n + 1 rows.
#pragma once

#include <cstdint>

namespace by_hand {

void cholesky(std::int64_t n, const double* a, const double* b, double* y);
void solve(std::int64_t n, const double* a, const double* b, double* y);
void triangular_solve(std::int64_t n, const double* a, const double* b, double* y);
void inv(std::int64_t n, const double* a, const double* b, double* y);
void qr(std::int64_t n, const double* a, const double* b, double* y);
void eigh(std::int64_t n, const double* a, const double* b, double* y);
void svd(std::int64_t n, const double* a, const double* b, double* y);
void einsum(std::int64_t n, const double* a, const double* b, double* y);

}  // namespace by_hand
