// Models over a small class of matrices, as codes of learning have them.
#pragma once

#include <gradc/annotate.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace models {

using Vector = std::vector<double>;

class DenseMatrix {
 public:
  DenseMatrix() = default;
  DenseMatrix(std::size_t rows, std::size_t cols, double value = 0)
      : rows_(rows), cols_(cols), data_(rows * cols, value) {}
  std::size_t rows() const noexcept { return rows_; }
  std::size_t cols() const noexcept { return cols_; }
  double& operator()(std::size_t i, std::size_t j) { return data_[i * cols_ + j]; }
  const double& operator()(std::size_t i, std::size_t j) const { return data_[i * cols_ + j]; }
  template <class Visit>
  void each(Visit visit) {
    for (double& x : data_) visit(x);
  }

 private:
  std::size_t rows_ = 0, cols_ = 0;
  std::vector<double> data_;
};

struct Rating {
  int user, item;
  double value;
  template <class Visit>
  void each(Visit visit) {
    visit(value);
  }
};

GRADC_DIFFERENTIATE(gradient)
double attention(const DenseMatrix& q, const DenseMatrix& k, const DenseMatrix& v, bool causal);
GRADC_DIFFERENTIATE(gradient)
double gp_log_likelihood(const Vector& x, const Vector& y, double amplitude, double length, double noise);
GRADC_DIFFERENTIATE(gradient)
double factorisation(const DenseMatrix& users, const DenseMatrix& items, const std::vector<Rating>& ratings,
                     double lambda);
GRADC_DIFFERENTIATE(gradient) double ctc(const DenseMatrix& logits, const std::vector<int>& labels);
GRADC_DIFFERENTIATE(gradient)
double skip_gram(const DenseMatrix& words, const DenseMatrix& contexts,
                 const std::vector<std::pair<int, int>>& pairs);

}  // namespace models
