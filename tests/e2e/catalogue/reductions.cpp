#include "reductions.h"

namespace reductions {

double of_norms(const Matrix& x) { return norms(x); }
double of_scans(const Matrix& x) { return scans(x); }
double of_products(const Matrix& x) { return products(x); }
double of_parts(const Matrix& x) { return parts(x); }
double of_recursion(const Matrix& x, int n) {
  if (n == 0) return gradc::std(x);
  return gradc::var(1.1 * x) + of_recursion(gradc::sin(x), n - 1) * gradc::logmeanexp(x);
}
double of_statistics(const Matrix& x) { return statistics(x); }
float of_statistics_in_float(const gradc::Matrix<float>& x) { return statistics(x); }

}  // namespace reductions
