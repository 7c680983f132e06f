// Elements of what lies in vectors, one by one: a trip of such a loop costs the same however long the rows are.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace rows {

struct Row {
  std::vector<double> numbers;
  gradc::Vector<double> tensor;
  double scales[3] = {1, 2, 3};
};

GRADC_DIFFERENTIATE(gradient) double in_turn(const std::vector<std::vector<double>>& v);
GRADC_DIFFERENTIATE(gradient) double by_index(const std::vector<std::vector<double>>& v);
GRADC_DIFFERENTIATE(gradient) double by_int(const std::vector<std::vector<double>>& v);
GRADC_DIFFERENTIATE(gradient) double of_tensors(const std::vector<gradc::Vector<double>>& v);
GRADC_DIFFERENTIATE(gradient) double of_one(const std::vector<gradc::Vector<double>>& v);
GRADC_DIFFERENTIATE(gradient) double of_structures(const std::vector<Row>& v);
GRADC_DIFFERENTIATE(gradient) double of_matrices(const std::vector<gradc::Matrix<double>>& v, int stride);

}  // namespace rows
