#include "by_hand/mlp.h"

#include <Eigen/Core>
#ifdef GRADC_BENCH_OPENBLAS
#include <cblas.h>
#endif
#ifdef GRADC_BENCH_ONEDNN
#include <oneapi/dnnl/dnnl.h>
#endif

#include "by_hand/pieces.h"

namespace by_hand {
namespace {

using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct Multiply {
  Products products;
  void operator()(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, const float* b, float* c,
                  bool transpose_a = false, bool transpose_b = false) const {
    if (products == Products::kOwn) return product(m, n, k, a, b, c, transpose_a, transpose_b);
#ifdef GRADC_BENCH_OPENBLAS
    if (products == Products::kOpenBlas) {
      const auto size = [](std::int64_t extent) { return static_cast<blasint>(extent); };
      cblas_sgemm(CblasRowMajor, transpose_a ? CblasTrans : CblasNoTrans, transpose_b ? CblasTrans : CblasNoTrans, size(m),
                  size(n), size(k), 1, a, size(transpose_a ? m : k), b, size(transpose_b ? k : n), 0, c, size(n));
      return;
    }
#endif
#ifdef GRADC_BENCH_ONEDNN
    if (products == Products::kOneDnn) {
      dnnl_sgemm(transpose_a ? 'T' : 'N', transpose_b ? 'T' : 'N', m, n, k, 1, a, transpose_a ? m : k, b, transpose_b ? k : n, 0,
                 c, n);
      return;
    }
#endif
    Eigen::Map<Rows> out(c, m, n);
    if (transpose_a)
      out.noalias() = Eigen::Map<const Rows>(a, k, m).transpose() * Eigen::Map<const Rows>(b, k, n);
    else if (transpose_b)
      out.noalias() = Eigen::Map<const Rows>(a, m, k) * Eigen::Map<const Rows>(b, n, k).transpose();
    else
      out.noalias() = Eigen::Map<const Rows>(a, m, k) * Eigen::Map<const Rows>(b, k, n);
  }
};

void add_and_clip(std::int64_t rows, std::int64_t columns, const float* __restrict bias, float* __restrict x) {
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      const float sum = x[i * columns + j] + bias[j];
      x[i * columns + j] = sum > 0 ? sum : 0;
    }
}

// Of what was clipped to y, and its sum by column.
void clip_back(std::int64_t rows, std::int64_t columns, const float* __restrict y, float* __restrict d,
               float* __restrict d_bias) {
  for (std::int64_t j = 0; j < columns; ++j) d_bias[j] = 0;
  for (std::int64_t i = 0; i < rows; ++i) {
    const float* const __restrict value = y + i * columns;
    float* const __restrict bar = d + i * columns;
#pragma omp simd
    for (std::int64_t j = 0; j < columns; ++j) {
      bar[j] = value[j] > 0 ? bar[j] : 0;
      d_bias[j] += bar[j];
    }
  }
}

}  // namespace

float Mlp::gradient(const Params& params, const gradc::Matrix<float>& x, const gradc::Vector<int>& labels, Params& grad) {
  const std::int64_t n = x.extent(0), features = x.extent(1), wide = params.b1.size(), narrow = params.b2.size(),
                     classes = params.b3.size();
  const Multiply multiply{products};
  float *const h1 = sized(first, n * wide), *const h2 = sized(second, n * narrow), *const s = sized(scores, n * classes);
  float *const d_h1 = sized(d_first, n * wide), *const d_h2 = sized(d_second, n * narrow);

  multiply(n, wide, features, x.data(), params.w1.data(), h1);
  add_and_clip(n, wide, params.b1.data(), h1);
  multiply(n, narrow, wide, h1, params.w2.data(), h2);
  add_and_clip(n, narrow, params.b2.data(), h2);
  multiply(n, classes, narrow, h2, params.w3.data(), s);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < classes; ++j) s[i * classes + j] += params.b3.data()[j];
  const float loss = cross_entropy(n, classes, s, labels.data());

  grad.w1.resize(params.w1.shape()), grad.b1.resize(params.b1.shape()), grad.w2.resize(params.w2.shape());
  grad.b2.resize(params.b2.shape()), grad.w3.resize(params.w3.shape()), grad.b3.resize(params.b3.shape());
  multiply(narrow, classes, n, h2, s, grad.w3.data(), kTransposed);
  column_sums(n, classes, s, grad.b3.data());
  multiply(n, narrow, classes, s, params.w3.data(), d_h2, false, kTransposed);
  clip_back(n, narrow, h2, d_h2, grad.b2.data());
  multiply(wide, narrow, n, h1, d_h2, grad.w2.data(), kTransposed);
  multiply(n, wide, narrow, d_h2, params.w2.data(), d_h1, false, kTransposed);
  clip_back(n, wide, h1, d_h1, grad.b1.data());
  multiply(features, wide, n, x.data(), d_h1, grad.w1.data(), kTransposed);
  return loss;
}

}  // namespace by_hand
