#include "model.h"

namespace model {

GRADC_DIFFERENTIATE(vjp)
Images max_pool_2(const Images& x) { return gradc::max_pool2d(x, 2); }
GRADC_DIFFERENTIATE(vjp)
Images max_pool_3(const Images& x) { return gradc::max_pool2d(x, 3, gradc::Pool().stride(2).padding(1)); }
GRADC_DIFFERENTIATE(vjp)
Images avg_pool_2(const Images& x) { return gradc::avg_pool2d(x, 2); }
GRADC_DIFFERENTIATE(vjp)
Images batch_norm(const Images& x, const Vector& scale, const Vector& offset) {
  return gradc::batch_norm_training(x, scale, offset).y;
}
GRADC_DIFFERENTIATE(vjp)
Images group_norm(const Images& x, const Vector& scale, const Vector& offset) { return gradc::group_norm(x, scale, offset, 8); }
GRADC_DIFFERENTIATE(vjp)
Matrix layer_norm(const Matrix& x, const Vector& scale, const Vector& offset) { return gradc::layer_norm(x, scale, offset); }
GRADC_DIFFERENTIATE(vjp)
Matrix rms_norm(const Matrix& x, const Vector& scale) { return gradc::rms_norm(x, scale); }
GRADC_DIFFERENTIATE(vjp)
Matrix softmax(const Matrix& x) { return gradc::softmax(x); }
GRADC_DIFFERENTIATE(vjp)
Images resize(const Images& x) { return gradc::resize_bilinear(x, {64, 64}); }
GRADC_DIFFERENTIATE(vjp)
Images attention(const Images& q, const Images& k, const Images& v) { return gradc::scaled_dot_product_attention(q, k, v); }
GRADC_DIFFERENTIATE(vjp)
Images causal_attention(const Images& q, const Images& k, const Images& v) {
  return gradc::scaled_dot_product_attention(q, k, v, gradc::Attention().causal(true));
}
GRADC_DIFFERENTIATE(vjp)
Matrix sort_rows(const Matrix& x) { return gradc::sort(x, 1); }
GRADC_DIFFERENTIATE(vjp)
Matrix sort_columns(const Matrix& x) { return gradc::sort(x, 0); }
GRADC_DIFFERENTIATE(vjp)
Matrix take(const Matrix& x, const Places& rows) { return gradc::take(x, rows, 0); }
GRADC_DIFFERENTIATE(vjp)
Matrix take_along_axis(const Matrix& x, const Ranks& columns) { return gradc::take_along_axis(x, columns, 1); }
GRADC_DIFFERENTIATE(vjp)
Matrix scatter_add(const Matrix& x, const Places& rows, const Matrix& added) { return gradc::scatter_add(x, rows, added); }

}  // namespace model
