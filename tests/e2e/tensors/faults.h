// What has no value at some arguments: the errors of generated code name the line and what was called there.
#pragma once

#include <gradc/gradc.h>

#include <cstdint>

namespace faults {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;
using Images = gradc::Tensor<double, 3>;

double cholesky(const Matrix& a);
double inv(const Matrix& a);
double solve(const Matrix& a, const Vector& b);
double triangular_solve(const Matrix& a, const Vector& b);
double cholesky_solve(const Matrix& a, const Vector& b);
double qr(const Matrix& a);
double lstsq(const Matrix& a, const Vector& b);
double logdet(const Matrix& a);
double sqrtm(const Matrix& a);
double matrix_power(const Matrix& a);
double det(const Matrix& a);
double cond(const Matrix& a);
double spectral_norm(const Matrix& a);
double matrix_norm(const Matrix& a);
double vector_norm(const Vector& a);
double avg_pool(const Images& x, std::int64_t window);
double max_pool(const Images& x, std::int64_t window);
double glu(const Matrix& x);
double group_norm(const Images& x, const Vector& scale, const Vector& offset);
double split_at(const Vector& x, std::int64_t i, std::int64_t j);
double split(const Vector& x, std::int64_t i, std::int64_t j);
double full(const Vector& x, std::int64_t n);
double made(const Vector& x, std::int64_t n);
// Rows of n numbers, one after another, by rows and by columns.
double rows(const Vector& x, int m, int n);
double columns(const Vector& x, std::int64_t m, std::int64_t n);
// Numbers that an int doesn't hold.
double narrowed(const Vector& x, std::int64_t seed);
double not_read(const Vector& x, std::int64_t n);

}  // namespace faults
