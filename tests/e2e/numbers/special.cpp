#include "special.h"

namespace special_functions {

double of_tensors(const Vector& x, const Vector& p) { return gradc::sum(all(x, p)); }
double of_scalars(double x, double p) { return all(x, p) + std::lgamma(p); }
float of_floats(const gradc::Vector<float>& x) {
  return gradc::sum(gradc::lgamma(x) * gradc::sinc(x) + gradc::polygamma(1, x) * gradc::log_ndtr(x));
}
double of_slopes(const Vector& x) {
  return gradc::sum(gradc::sinc(x, 1) * gradc::sinc(x, 2)) + gradc::sum(gradc::polygamma(3, 2.0 + x));
}

}  // namespace special_functions
