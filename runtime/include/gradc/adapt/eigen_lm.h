/// \file
/// Functors of Eigen's Levenberg-Marquardt from functions whose Jacobians gradc generated: those of
/// `unsupported/Eigen/LevenbergMarquardt` and of `unsupported/Eigen/NonLinearOptimization`, one of which the
/// source includes.
///
/// \code
/// auto functor = gradc::adapt::least_squares(3, 14, misfits, GRADC_CALLABLE(misfits_jacobian), times, values);
/// Eigen::LevenbergMarquardt<decltype(functor)> solver(functor);
/// solver.minimize(x);
/// \endcode
///
/// A residual, or an entry of the Jacobian, that is not finite stops the solver, whose status is then `UserAsked`. What a
/// function throws arrives at the caller of the solver.
#pragma once

#include <gradc/adapt/function.h>

#include <Eigen/Core>
#include <Eigen/QR>

#include <cstdint>
#include <utility>

namespace gradc {
namespace adapt {

/// A functor as Eigen wants it: kInputs and kValues are numbers, or `Eigen::Dynamic`.
template <class F, int kInputs, int kValues>
class EigenFunctor {
 public:
  using Scalar = double;
  using Index = Eigen::Index;
  enum { InputsAtCompileTime = kInputs, ValuesAtCompileTime = kValues };
  using InputType = Eigen::Matrix<double, kInputs, 1>;
  using ValueType = Eigen::Matrix<double, kValues, 1>;
  using JacobianType = Eigen::Matrix<double, kValues, kInputs>;
  using QRSolver = Eigen::ColPivHouseholderQR<JacobianType>;

  EigenFunctor(int inputs, int values, F function) : function_(std::move(function)), inputs_(inputs), values_(values) {}

  int inputs() const { return inputs_; }
  int values() const { return values_; }

  /// The residuals at x: 0, or -1 where one is not finite.
  template <class X, class Values>
  int operator()(const X& x, Values& residuals) const {
    residuals.resize(values_);
    function_.value(residuals.data(), values_, Point(x.data(), x.size()));
    return detail::all_finite(residuals.data(), values_) ? 0 : -1;
  }

  /// Their Jacobian, in whatever order the matrix has: 0, or -1 where an entry is not finite.
  template <class X, class Jacobian>
  int df(const X& x, Jacobian& jacobian) const {
    jacobian.resize(values_, inputs_);
    const auto& result = function_.derivative(Point(x.data(), x.size()));
    const Block block{jacobian.data(), inputs_, jacobian.rowStride(), jacobian.colStride()};
    detail::write_blocks(detail::value_of(result), detail::first_derivative_of(result), &block, 1);
    return detail::all_finite(jacobian.data(), jacobian.size()) ? 0 : -1;
  }

 private:
  F function_;
  int inputs_, values_;
};

/// A functor for `inputs` parameters and `values` residuals. `value` takes the parameters, then the constants, and returns the
/// residuals or writes them through a pointer that it takes last; `jacobian` takes the parameters, then the constants.
template <class Value, class Jacobian, class... C>
auto least_squares(int inputs, int values, Value&& value, Jacobian&& jacobian, C&&... constants) {
  auto f = function(std::forward<Value>(value), std::forward<Jacobian>(jacobian), std::forward<C>(constants)...);
  return EigenFunctor<decltype(f), Eigen::Dynamic, Eigen::Dynamic>(inputs, values, std::move(f));
}

/// The same with numbers that are known: Eigen then allocates no memory for them.
template <int kInputs, int kValues, class Value, class Jacobian, class... C>
auto least_squares(Value&& value, Jacobian&& jacobian, C&&... constants) {
  auto f = function(std::forward<Value>(value), std::forward<Jacobian>(jacobian), std::forward<C>(constants)...);
  return EigenFunctor<decltype(f), kInputs, kValues>(kInputs, kValues, std::move(f));
}

}  // namespace adapt
}  // namespace gradc
