// Values, gradients and tangents at the special points, and that an adjoint of zero gives zeros wherever the
// gradient is finite: no 0·∞.
#include "tests/ops/points/special_points.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/reference/derivatives.h"
#include "tests/reference/graph.h"

namespace ops_test {
namespace {

using reference::Value;

class AtASpecialPoint : public ::testing::TestWithParam<SpecialPoint> {
 protected:
  void SetUp() override {
    const SpecialPoint& point = GetParam();
    reference::Graph g;
    std::vector<ir::Expr> operands;
    for (const SpecialOperand& operand : point.operands) {
      const ir::Shape shape{operand.extents.begin(), operand.extents.end()};
      operands.push_back(g.argument({operand.element, shape, 0}, fmt::format("x{}", operands.size())));
      ir::Literal literal = ir::Literal::zeros(operand.element, operand.extents);
      for (std::size_t i = 0; i < operand.values.size(); ++i)
        literal.set(static_cast<std::int64_t>(i), operand.values[i]);
      x_.emplace_back(literal);
    }
    const auto kind = ir::find_op(point.op);
    ASSERT_TRUE(kind.has_value());
    module_ = g.finish({g.op(*kind, operands, point.attributes)});
    y_ = reference::interpret(module_, {0}, x_);
  }

  const ir::Function& function() const { return module_.functions[0]; }

  // Adjoints of the floating operands, by index, for an adjoint of the result that is this number everywhere.
  std::vector<Value> gradients(double seed) {
    ir::DerivativeOptions options;
    options.unconnected = ir::Unconnected::zero;
    for (int i : reference::differentiable_arguments(function()))
      options.wrt.push_back(function().arguments()[static_cast<std::size_t>(i)]);
    ir::Diagnostics none;
    const auto derived = ir::differentiate_reverse(module_, {0}, options, none).value();
    std::vector<Value> arguments = x_;
    arguments.push_back(filled(y_[0], seed));
    auto results = reference::interpret(derived.module, derived.function, arguments);
    results.erase(results.begin());
    std::vector<Value> by_operand(x_.size());
    for (std::size_t k = 0; k < results.size(); ++k)
      by_operand[static_cast<std::size_t>(reference::differentiable_arguments(function())[k])] = results[k];
    return by_operand;
  }

  // The tangent of the result for tangents of ones of one operand.
  Value tangent(std::size_t i, bool by_transposition) {
    ir::DerivativeOptions options;
    options.wrt = {function().arguments()[i]};
    options.by_transposition = by_transposition;
    ir::Diagnostics none;
    const auto derived = ir::differentiate_forward(module_, {0}, options, none).value();
    std::vector<Value> arguments = x_;
    arguments.push_back(filled(x_[i], 1));
    return reference::interpret(derived.module, derived.function, arguments).at(1);
  }

  static Value filled(const Value& like, double number) {
    ir::Literal literal = like.tensor();
    std::fill(literal.reals.begin(), literal.reals.end(), number);
    return literal;
  }
  static double total(const std::vector<double>& numbers) {
    double sum = 0;
    for (double number : numbers) sum += number;
    return sum;
  }
  static Value as_value(const Value& like, const std::vector<double>& numbers) {
    ir::Literal literal = like.tensor();
    for (std::size_t i = 0; i < numbers.size(); ++i) literal.set(static_cast<std::int64_t>(i), numbers[i]);
    return literal;
  }

  ir::Module module_;
  std::vector<Value> x_, y_;
};

std::string name_of(const ::testing::TestParamInfo<SpecialPoint>& point) {
  return fmt::format("{}_{}", point.index, point.param.op);
}

std::string text(const SpecialPoint& point) {
  std::string out = fmt::format("{} {}:", point.op, point.what);
  for (const SpecialOperand& operand : point.operands) out += fmt::format(" {}", operand.values);
  return out;
}

INSTANTIATE_TEST_SUITE_P(Table, AtASpecialPoint, ::testing::ValuesIn(special_points()), name_of);

constexpr double kRounding = 1e-13;  // e^(x-y) with y near 1000

TEST_P(AtASpecialPoint, HasTheValueAndTheGradients) {
  const SpecialPoint& point = GetParam();
  ASSERT_EQ(static_cast<std::size_t>(y_[0].tensor().size()), point.result.size());
  EXPECT_LE(reference::relative_error(y_[0], as_value(y_[0], point.result)), kRounding)
      << text(point) << " gives " << fmt::format("{}", y_[0].tensor().reals);
  if (point.gradients.empty()) return;
  const std::vector<Value> found = gradients(1);
  for (std::size_t i = 0; i < x_.size(); ++i) {
    if (!x_[i].tensor().is_real()) continue;
    EXPECT_LE(reference::relative_error(found[i], as_value(x_[i], point.gradients[i])), kRounding)
        << text(point) << " has gradient " << fmt::format("{}", found[i].tensor().reals) << " of operand "
        << i;
  }
}

TEST_P(AtASpecialPoint, HasTangentsThatAddUpToTheGradient) {
  const SpecialPoint& point = GetParam();
  for (std::size_t i = 0; point.has_tangents && i < point.gradients.size(); ++i) {
    if (!x_[i].tensor().is_real()) continue;
    const Value expected = reference::real(total(point.gradients[i]));
    for (bool by_transposition : {false, true}) {
      const Value dot = reference::real(total(tangent(i, by_transposition).tensor().reals));
      EXPECT_LE(reference::relative_error(dot, expected), kRounding)
          << text(point) << " has tangent " << dot.tensor().reals[0] << " for operand " << i;
    }
  }
}

TEST_P(AtASpecialPoint, GivesZerosForAnAdjointOfZeroWhereTheGradientIsFinite) {
  const SpecialPoint& point = GetParam();
  if (point.gradients.empty()) return;
  const std::vector<Value> found = gradients(0);
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const auto& expected = point.gradients[i];
    const bool finite =
        std::all_of(expected.begin(), expected.end(), [](double g) { return std::isfinite(g); });
    if (!x_[i].tensor().is_real() || !finite) continue;
    EXPECT_EQ(reference::greatest(found[i]), 0) << text(point);
  }
}

}  // namespace
}  // namespace ops_test
