#include "functions.h"

namespace functions {

double of_tensors(const Vector<double>& x, const Vector<double>& p) {
  return gradc::sum(activations(x, p)) + gradc::sum(mathematics(x, p));
}
double of_scalars(double x, double p) { return activations(x, p) + mathematics(x, p); }
float of_floats(const Vector<float>& x, const Vector<float>& p) {
  return gradc::sum(activations(x, p)) + gradc::sum(mathematics(x, p));
}
double of_predicates(const Vector<double>& x) {
  const auto bad = gradc::logical_or(gradc::isnan(x), gradc::isinf(x));
  const auto y = gradc::where(bad, 0.5, x);
  const auto odd = gradc::logical_xor(gradc::signbit(y), gradc::isfinite(x));
  return gradc::sum(gradc::where(odd, gradc::square(y), y));
}
double of_integers(const Vector<double>& x, const gradc::Vector<std::int64_t>& i) {
  const auto n = gradc::remainder(i, 3) * gradc::floor_divide(i, 2) + gradc::clip(i, -1, 2);
  return gradc::sum(gradc::square(x) * gradc::astype<double>(n));
}

}  // namespace functions
