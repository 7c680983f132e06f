// Functions whose value and gradient are measured together.
#pragma once

#include <gradc/gradc.h>

namespace model {

using Images = gradc::Tensor<float, 4>;
using Matrix = gradc::Matrix<float>;
using Vector = gradc::Vector<float>;
using Places = gradc::Vector<std::int64_t>;
using Ranks = gradc::Matrix<std::int64_t>;

Images max_pool_2(const Images& x);
Images max_pool_3(const Images& x);
Images avg_pool_2(const Images& x);
Images batch_norm(const Images& x, const Vector& scale, const Vector& offset);
Images group_norm(const Images& x, const Vector& scale, const Vector& offset);
Matrix layer_norm(const Matrix& x, const Vector& scale, const Vector& offset);
Matrix rms_norm(const Matrix& x, const Vector& scale);
Matrix softmax(const Matrix& x);
Images resize(const Images& x);
Images attention(const Images& q, const Images& k, const Images& v);
Images causal_attention(const Images& q, const Images& k, const Images& v);
Matrix sort_rows(const Matrix& x);
Matrix sort_columns(const Matrix& x);
Matrix take(const Matrix& x, const Places& rows);
Matrix take_along_axis(const Matrix& x, const Ranks& columns);
Matrix scatter_add(const Matrix& x, const Places& rows, const Matrix& added);

}  // namespace model
