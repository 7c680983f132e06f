#include "models/requests.h"

double logistic(const Vector& w, const Matrix& x, const Vector& y) {
  const Vector z = gradc::matmul(x, w);
  return gradc::mean(gradc::softplus(z) - y * z) + 0.5 * gradc::sum(w * w);
}
