#include "networks.h"

namespace networks {

double of_norms(const Matrix& x, const Vector& p) { return norms(x, p); }
double of_losses(const Matrix& x, const Matrix& y) { return losses(x, y); }
double of_ids(const Matrix& x, const gradc::Vector<std::int64_t>& ids) { return of_classes(x, ids); }
double of_attention(const Matrix& x, const Matrix& y) { return attention(x, y); }
double of_attentions(const Matrix& x) {
  const Matrix a = gradc::scaled_dot_product_attention(x, x, x), b = gradc::scaled_dot_product_attention(a, a, a);
  const Matrix c = gradc::scaled_dot_product_attention(b, b, b), d = gradc::scaled_dot_product_attention(c, c, c);
  const Matrix e = gradc::scaled_dot_product_attention(d, d, d);
  return gradc::sum(e * e);
}
double of_halves(const Matrix& x) { return gradc::sum(gradc::glu(x, 0)); }

}  // namespace networks
