#include "rows.h"

#include <cmath>

namespace rows {

double in_turn(const std::vector<std::vector<double>>& v) {
  double sum = 0;
  for (const std::vector<double>& row : v)
    for (double number : row) sum += std::sin(number) * number;
  return sum;
}

double by_index(const std::vector<std::vector<double>>& v) {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    for (std::size_t j = 0; j < v[i].size(); ++j) sum += std::sin(v[i][j]) * v[i][j];
  return sum;
}

double by_int(const std::vector<std::vector<double>>& v) {
  double sum = 0;
  const int n = static_cast<int>(v.size());
  for (int i = 0; i < n; ++i) {
    const int m = static_cast<int>(v[static_cast<std::size_t>(i)].size());
    for (int j = 0; j < m; ++j) {
      const double number = v[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
      if (number > 0.1) sum += number * v[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
  }
  return sum;
}

double of_tensors(const std::vector<gradc::Vector<double>>& v) {
  double sum = 0;
  for (const gradc::Vector<double>& row : v)
    for (std::int64_t j = 0; j < row.extent(0); ++j) sum += std::sin(row(j)) * row(j);
  return sum;
}

double of_one(const std::vector<gradc::Vector<double>>& v) {
  double sum = 0;
  for (std::int64_t j = 0; j < v[1].extent(0); ++j)
    if (v[1](j) > 0) sum += v[1](j) * v[1](j) * static_cast<double>(j);
  return sum;
}

double of_structures(const std::vector<Row>& v) {
  double sum = 0;
  for (const Row& row : v) {
    for (double number : row.numbers) sum += number * number;
    for (std::int64_t j = 0; j < row.tensor.extent(0); ++j) sum += std::sin(row.tensor(j));
    sum += row.scales[1] * row.scales[2];
  }
  return sum;
}

double of_matrices(const std::vector<gradc::Matrix<double>>& v, int stride) {
  double sum = 0;
  for (std::size_t k = 0; k < v.size(); k += static_cast<std::size_t>(stride))
    for (std::int64_t i = 0; i < v[k].extent(0); ++i)
      for (std::int64_t j = v[k].extent(1) - 1; j >= 0; --j) sum = sum * 0.9 + v[k](i, j) * v[k](i, j);
  return sum;
}

}  // namespace rows
