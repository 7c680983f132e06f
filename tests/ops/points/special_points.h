// Values and gradients at kinks, singularities and infinities: the table of ../shared/ops.md section 2 for
// the ops that there are, as data.
#pragma once

#include <string_view>
#include <vector>

#include "ir/op.h"

namespace ops_test {

struct SpecialOperand {
  std::vector<std::int64_t> extents;
  std::vector<double> values;
  ir::ElementType element = ir::ElementType::f64;
};

struct SpecialPoint {
  std::string_view what;
  std::string_view op;
  std::vector<SpecialOperand> operands;
  ir::Attributes attributes;
  std::vector<double> result;
  // For an adjoint of ones, of each floating operand; the others have an empty list.
  std::vector<std::vector<double>> gradients;
  // Not where tangents of ones ask for what an adjoint of ones does not.
  bool has_tangents = true;
};

const std::vector<SpecialPoint>& special_points();
void add_conv_points(std::vector<SpecialPoint>& points);     // of convolution, pooling and normalisation of batches
void add_network_points(std::vector<SpecialPoint>& points);  // of normalisation, losses and attention
void add_factor_points(std::vector<SpecialPoint>& points);      // of singular values and eigenvalues
void add_statistics_points(std::vector<SpecialPoint>& points);  // those of ops over axes that are made of others, and of scans

}  // namespace ops_test
