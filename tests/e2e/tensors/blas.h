// Calls of the BLAS and of LAPACK by their C interfaces. Matrices are of n rows and columns, a and b of n² numbers.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace blas {

using Numbers = std::vector<double>;

#define BLAS_TEST(name) GRADC_DIFFERENTIATE(gradient) double name(const Numbers& a, const Numbers& b, int n)
BLAS_TEST(level1);
BLAS_TEST(strides);
BLAS_TEST(products);
BLAS_TEST(transposed);
BLAS_TEST(updates);
BLAS_TEST(triangles);
BLAS_TEST(symmetric);
BLAS_TEST(sides);
BLAS_TEST(cholesky);
BLAS_TEST(solved);
BLAS_TEST(factored);
BLAS_TEST(eigenvalues);
#undef BLAS_TEST

GRADC_DIFFERENTIATE(gradient, jvp, hvp) double rotated(double x, double y, double angle);
GRADC_DIFFERENTIATE(gradient) float single(const float* x, const float* y, int n);
// In place, a row of the matrix at a time.
GRADC_DIFFERENTIATE(vjp, jvp) void normalise_rows(double* a, int m, int n);
// log |A + AᵀA|, the mission of many models, whose Hessian is asked for.
GRADC_DIFFERENTIATE(gradient, hvp) double log_likelihood(const Numbers& a, const Numbers& b, int n);

}  // namespace blas
