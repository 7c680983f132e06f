// Reductions, scans and what is made of them: sections 6 and 10 of the catalogue.
#pragma once

#include <gradc/gradc.h>

namespace reductions {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

// A sum with a weight for each function, so that none hides another.
template <class X>
auto statistics(const X& x) {
  auto y = 0.9f * gradc::var(x, 0) + 1.1f * gradc::var(x, {-2}, gradc::Variance().correction(1));
  y += 1.2f * gradc::std(x, 0) + 1.3f * gradc::std(x, {0}, gradc::Variance().correction(2));
  y += 1.4f * gradc::logmeanexp(x, 0) + gradc::var(x) * gradc::logmeanexp(x);
  return gradc::sum(y) + gradc::sum(gradc::square(gradc::std(x, 1, gradc::keepdims)));
}

GRADC_DIFFERENTIATE(gradient, jvp) double of_statistics(const Matrix& x);
GRADC_DIFFERENTIATE(gradient) float of_statistics_in_float(const gradc::Matrix<float>& x);

}  // namespace reductions
