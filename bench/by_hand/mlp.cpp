#include "by_hand/mlp.h"

#include <Eigen/Core>

#include <cmath>

namespace {

using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Row = Eigen::RowVectorXf;

Eigen::Map<const Rows> map(const gradc::Matrix<float>& m) { return {m.data(), m.extent(0), m.extent(1)}; }
Eigen::Map<const Row> map(const gradc::Vector<float>& v) { return {v.data(), v.size()}; }
Eigen::Map<Rows> map_out(gradc::Matrix<float>& m, const gradc::Shape& shape) {
  m.resize(shape);
  return {m.data(), m.extent(0), m.extent(1)};
}
Eigen::Map<Row> map_out(gradc::Vector<float>& v, const gradc::Shape& shape) {
  v.resize(shape);
  return {v.data(), v.size()};
}

}  // namespace

struct MlpByHand::Buffers {
  Rows hidden, logits, d_hidden;
};

MlpByHand::MlpByHand() : buffers_(std::make_unique<Buffers>()) {}
MlpByHand::~MlpByHand() = default;

float MlpByHand::gradient(const Params& params, const gradc::Matrix<float>& x, const gradc::Vector<int>& labels,
                          Params& grad) {
  Rows& hidden = buffers_->hidden;
  Rows& logits = buffers_->logits;
  Rows& d_hidden = buffers_->d_hidden;
  const Eigen::Index n = x.extent(0);

  hidden.noalias() = map(x) * map(params.w1);
  hidden = (hidden.rowwise() + map(params.b1)).cwiseMax(0.0f);
  logits.noalias() = hidden * map(params.w2);
  logits.rowwise() += map(params.b2);

  // In place: logits become their own adjoint, (softmax - one_hot) / n.
  float sum = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    auto row = logits.row(i).array();
    const float label_logit = row(labels(i)), greatest = row.maxCoeff();
    row = (row - greatest).exp();
    const float total = row.sum();
    sum += std::log(total) + greatest - label_logit;
    row /= total * static_cast<float>(n);
    row(labels(i)) -= 1 / static_cast<float>(n);
  }

  map_out(grad.w2, params.w2.shape()).noalias() = hidden.transpose() * logits;
  map_out(grad.b2, params.b2.shape()) = logits.colwise().sum();
  d_hidden.noalias() = logits * map(params.w2).transpose();
  d_hidden.array() *= (hidden.array() > 0).cast<float>();
  map_out(grad.w1, params.w1.shape()).noalias() = map(x).transpose() * d_hidden;
  map_out(grad.b1, params.b1.shape()) = d_hidden.colwise().sum();
  return sum / static_cast<float>(n);
}
