// What looks for a place in what is empty: windows on an axis without elements, order statistics, sorts and extremes of
// nothing.
#pragma once

#include <gradc/gradc.h>

namespace empties {

using Matrix = gradc::Matrix<double>;
using Images = gradc::Tensor<double, 3>;

GRADC_DIFFERENTIATE(gradient, jvp, unconnected(zero)) double greatest_in_windows(const Images& x);
GRADC_DIFFERENTIATE(gradient, jvp, unconnected(zero)) double greatest_in_wide_windows(const Images& x);
GRADC_DIFFERENTIATE(gradient, jvp, unconnected(zero)) double greatest_in_holes(const Images& x);
GRADC_DIFFERENTIATE(gradient, jvp, unconnected(zero)) double means_of_windows(const Images& x);
GRADC_DIFFERENTIATE(gradient, jvp, unconnected(zero)) double norms_of_windows(const Images& x);
GRADC_DIFFERENTIATE(gradient, jvp, unconnected(zero)) double medians(const Matrix& x);
GRADC_DIFFERENTIATE(gradient, jvp, unconnected(zero)) double medians_of_rows(const Matrix& x);
GRADC_DIFFERENTIATE(gradient, jvp, unconnected(zero)) double quantiles(const Matrix& x);
GRADC_DIFFERENTIATE(gradient, jvp, unconnected(zero)) double midpoints(const Matrix& x);
GRADC_DIFFERENTIATE(gradient, jvp, unconnected(zero)) double extremes(const Matrix& x);
GRADC_DIFFERENTIATE(gradient, jvp, unconnected(zero)) double places_of_extremes(const Matrix& x);
GRADC_DIFFERENTIATE(gradient, jvp, unconnected(zero)) double sorted(const Matrix& x);
GRADC_DIFFERENTIATE(gradient, jvp, unconnected(zero)) double cumulative(const Matrix& x);
GRADC_DIFFERENTIATE(gradient, jvp, unconnected(zero)) double mirrored(const Matrix& x);

}  // namespace empties
