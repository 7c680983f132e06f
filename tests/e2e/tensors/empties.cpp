#include "empties.h"

namespace empties {

double greatest_in_windows(const Images& x) {
  return gradc::sum(gradc::tanh(gradc::max_pool1d(x, 3, gradc::Pool().padding(2).stride(1))));
}
double greatest_in_wide_windows(const Images& x) { return gradc::sum(gradc::tanh(gradc::max_pool1d(x, 2, gradc::Pool().padding(1)))); }
double greatest_in_holes(const Images& x) {
  return gradc::sum(gradc::tanh(gradc::max_pool1d(x, 2, gradc::Pool().padding(2).dilation(2).stride(1))));
}
double means_of_windows(const Images& x) { return gradc::sum(gradc::exp(gradc::avg_pool1d(x, 2, gradc::Pool().padding(1)))); }
double norms_of_windows(const Images& x) { return gradc::sum(gradc::exp(gradc::lp_pool1d(x, 3.0, 2, gradc::Pool().padding(1)))); }
double medians(const Matrix& x) { return gradc::sum(gradc::square(gradc::median(x, 0))); }
double medians_of_rows(const Matrix& x) { return gradc::sum(gradc::square(gradc::median(x, 1, gradc::keepdims))); }
double quantiles(const Matrix& x) { return gradc::sum(gradc::square(gradc::quantile(x, 0.3, 1))); }
double midpoints(const Matrix& x) {
  return gradc::sum(gradc::square(gradc::quantile(x, 0.3, 0, gradc::keepdims, gradc::Interpolation::midpoint)));
}
double extremes(const Matrix& x) { return gradc::sum(gradc::square(gradc::max(x, 0))) + gradc::sum(gradc::exp(gradc::min(x, 0))); }
double places_of_extremes(const Matrix& x) {
  return gradc::sum(gradc::square(gradc::take_along_axis(x, gradc::expand_dims(gradc::argmax(x, 0), 0), 0)));
}
double sorted(const Matrix& x) {
  return gradc::sum(gradc::cumsum(gradc::sort(x, 0), 0)) + gradc::sum(gradc::square(gradc::top_k(x, 0, 1).values)) +
         gradc::sum(gradc::exp(gradc::take_along_axis(x, gradc::argsort(x, 1), 1)));
}
double cumulative(const Matrix& x) {
  return gradc::sum(gradc::cummax(x, 0) * gradc::cummin(x, 1)) + gradc::sum(gradc::cumlogsumexp(x, 0)) + gradc::sum(gradc::cumprod(x, 1));
}

double mirrored(const Matrix& x) { return gradc::sum(gradc::square(gradc::pad_reflect(x, {{1, 1}, {0, 0}}))); }

}  // namespace empties
