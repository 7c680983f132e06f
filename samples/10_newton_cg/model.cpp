#include "model.h"

gradc::Matrix<double> scores(const Params& params, const gradc::Matrix<double>& x) {
  return gradc::matmul(x, params.weights) + params.bias;
}

double loss(const Params& params, const gradc::Matrix<double>& x, const gradc::Vector<int>& labels, double penalty) {
  return gradc::mean(gradc::softmax_cross_entropy(scores(params, x), labels)) +
         0.5 * penalty * (gradc::sum(gradc::square(params.weights)) + gradc::sum(gradc::square(params.bias)));
}
