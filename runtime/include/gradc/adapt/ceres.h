/// \file
/// Cost functions of Ceres from functions whose Jacobians gradc generated.
///
/// \code
/// GRADC_DIFFERENTIATE(jacobian, wrt(camera, point))
/// void reprojection(const double camera[9], const double point[3], double u, double v, double residual[2]);
///
/// problem.AddResidualBlock(
///     gradc::adapt::cost<2, 9, 3>(reprojection, GRADC_CALLABLE(reprojection_jacobian), u, v), loss, camera, point);
/// \endcode
///
/// Evaluation: where Ceres asks for Jacobians, one call of the derivative gives residuals and all blocks, of which those that
/// are asked for are copied; otherwise the function alone is called. A residual that is not finite makes `Evaluate` return
/// false, so that Ceres takes a shorter step. What a function throws passes through Ceres: from a solver with one thread it
/// arrives at the caller of `ceres::Solve`, from one with more it ends the program, as it does for cost functions written by
/// hand.
#pragma once

#include <gradc/adapt/function.h>

#include <ceres/cost_function.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace gradc {
namespace adapt {

/// A cost function of kBlocks parameter blocks, for any number of threads.
template <std::size_t kBlocks, class F>
class CeresCost final : public ceres::CostFunction {
 public:
  CeresCost(int residuals, const std::array<int, kBlocks>& sizes, F function) : function_(std::move(function)), sizes_(sizes) {
    set_num_residuals(residuals);
    mutable_parameter_block_sizes()->assign(sizes.begin(), sizes.end());
  }

  bool Evaluate(double const* const* parameters, double* residuals, double** jacobians) const override {
    return evaluate(parameters, residuals, jacobians, std::make_index_sequence<kBlocks>());
  }

 private:
  template <std::size_t... I>
  bool evaluate(double const* const* parameters, double* residuals, double** jacobians, std::index_sequence<I...>) const {
    const std::int64_t rows = num_residuals();
    if (jacobians == nullptr) {
      function_.value(residuals, rows, Point(parameters[I], sizes_[I])...);
      return detail::all_finite(residuals, rows);
    }
    const auto& result = function_.derivative(Point(parameters[I], sizes_[I])...);
    detail::flatten(detail::value_of(result), residuals, rows, "the residual");
    if (!detail::all_finite(residuals, rows)) return false;
    const Block blocks[] = {Block{jacobians[I], sizes_[I], sizes_[I], 1}...};
    detail::write_blocks(detail::value_of(result), detail::first_derivative_of(result), blocks, kBlocks);
    return true;
  }

  F function_;
  std::array<int, kBlocks> sizes_;
};

/// A cost function of kResiduals residuals and parameter blocks of kSizes numbers. `value` takes the blocks, then the
/// constants, and returns the residuals or writes them through a pointer that it takes last; `jacobian` takes the blocks, then
/// the constants. The blocks are differentiated in their order: `wrt` names them as they stand. The caller, in general a
/// `ceres::Problem`, owns it.
template <int kResiduals, int... kSizes, class Value, class Jacobian, class... C>
ceres::CostFunction* cost(Value&& value, Jacobian&& jacobian, C&&... constants) {
  static_assert(kResiduals > 0 && sizeof...(kSizes) > 0 && ((kSizes > 0) && ...),
                "gradc: cost<residuals, sizes of the blocks...>, all positive");
  auto f = function(std::forward<Value>(value), std::forward<Jacobian>(jacobian), std::forward<C>(constants)...);
  return new CeresCost<sizeof...(kSizes), decltype(f)>(kResiduals, {kSizes...}, std::move(f));
}

/// The same, where the numbers are known only when the program runs: `dynamic_cost<2>(residuals, {9, 3}, value, jacobian)`.
template <std::size_t kBlocks, class Value, class Jacobian, class... C>
ceres::CostFunction* dynamic_cost(int residuals, const std::array<int, kBlocks>& sizes, Value&& value, Jacobian&& jacobian,
                                  C&&... constants) {
  auto f = function(std::forward<Value>(value), std::forward<Jacobian>(jacobian), std::forward<C>(constants)...);
  return new CeresCost<kBlocks, decltype(f)>(residuals, sizes, std::move(f));
}

}  // namespace adapt
}  // namespace gradc
