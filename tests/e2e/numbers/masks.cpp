#include "masks.h"

namespace masks {

double guarded(const Vector& x, const Vector& w) { return gradc::sum(every(x, w)); }

double unguarded(const Vector& x) { return gradc::sum(gradc::where(x > 0, gradc::sqrt(x), 0.0)); }

Vector of_rows(const Matrix& x, const Mask& valid) {
  return gradc::where(valid, gradc::sum(gradc::log(x), 1), 0.0);
}

static Vector root(const Vector& x) { return gradc::sqrt(x); }

double through_calls(const Vector& x, const Mask& m) {
  double total = gradc::sum(gradc::where(m, gradc::tanh(root(x)) * gradc::where(x > 1, 1 / (x - 1), x), 0.0));
  for (std::int64_t i = 0; i < x.extent(0); ++i) total += gradc::where(m(i), gradc::log(x(i)), 0.0);
  return total;
}

}  // namespace masks
