// Conversions between all element types.
#pragma once

#include <gradc/complex.h>
#include <gradc/gradc.h>

namespace conversions {

using Vector = gradc::Vector<double>;
using CVector = gradc::Vector<std::complex<double>>;

Vector of_types(const Vector& x);
Vector of_complex_types(const Vector& x);
double of_nonzero(const CVector& z);
double of_huge_integers(double x);

}  // namespace conversions
