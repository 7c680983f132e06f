#include "model.h"

double squared_error(const Line& line, const gradc::Matrix<double>& inputs, const gradc::Vector<double>& targets) {
  const auto predictions = gradc::matmul(inputs, line.weights) + line.bias;
  return gradc::mean(gradc::square(predictions - targets));
}
