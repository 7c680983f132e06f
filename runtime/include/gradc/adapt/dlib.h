/// \file
/// Functions and derivatives for dlib's `find_min` and `solve_least_squares`, from functions whose gradients gradc generated.
///
/// \code
/// const auto f = gradc::adapt::dlib_function(misfit, GRADC_CALLABLE(misfit_gradient), times, values);
/// dlib::find_min(dlib::bfgs_search_strategy(), dlib::objective_delta_stop_strategy(1e-9), f, f.derivative(), x, -1);
///
/// const auto residual = gradc::adapt::dlib_residual(miss, GRADC_CALLABLE(miss_gradient));
/// dlib::solve_least_squares_lm(dlib::objective_delta_stop_strategy(1e-9), residual, residual.derivative(), samples, x);
/// \endcode
///
/// What a function throws arrives at the caller of the solver. Values that are not finite are passed on.
#pragma once

#include <gradc/adapt/function.h>

#include <dlib/matrix.h>

#include <cstdint>
#include <utility>

namespace gradc {
namespace adapt {

/// What dlib's solvers move; other column vectors and expressions of dlib convert to it.
using DlibVector = dlib::matrix<double, 0, 1>;

namespace detail {

inline Point dlib_point(const DlibVector& x) { return Point(x.size() == 0 ? nullptr : &x(0), x.size()); }

/// A gradient, of the length of x.
template <class Result>
DlibVector dlib_gradient(const DlibVector& x, const Result& result) {
  DlibVector gradient(x.size());
  if (x.size() > 0) flatten(first_derivative_of(result), &gradient(0), x.size(), "the gradient");
  return gradient;
}

}  // namespace detail

/// f(x), for x a column vector of dlib.
template <class F>
class DlibFunction {
 public:
  explicit DlibFunction(F function) : function_(std::move(function)) {}

  double operator()(const DlibVector& x) const {
    double value = 0;
    function_.value(&value, 1, detail::dlib_point(x));
    return value;
  }

  /// Its gradient, as a function of x.
  auto derivative() const {
    return [f = function_](const DlibVector& x) { return detail::dlib_gradient(x, f.derivative(detail::dlib_point(x))); };
  }

 private:
  F function_;
};

/// f(sample, x), a residual for each of many samples.
template <class F>
class DlibResidual {
 public:
  explicit DlibResidual(F function) : function_(std::move(function)) {}

  template <class Sample>
  double operator()(const Sample& sample, const DlibVector& x) const {
    double value = 0;
    function_.value(&value, 1, detail::dlib_point(x), sample);
    return value;
  }

  /// Its gradient with respect to x, as a function of the sample and of x.
  auto derivative() const {
    return [f = function_](const auto& sample, const DlibVector& x) {
      return detail::dlib_gradient(x, f.derivative(detail::dlib_point(x), sample));
    };
  }

 private:
  F function_;
};

/// `value` takes the point, then the constants; so does `gradient`.
template <class Value, class Gradient, class... C>
auto dlib_function(Value&& value, Gradient&& gradient, C&&... constants) {
  auto f = function(std::forward<Value>(value), std::forward<Gradient>(gradient), std::forward<C>(constants)...);
  return DlibFunction<decltype(f)>(std::move(f));
}

/// `value` takes the point, a sample, then the constants; so does `gradient`.
template <class Value, class Gradient, class... C>
auto dlib_residual(Value&& value, Gradient&& gradient, C&&... constants) {
  auto f = function(std::forward<Value>(value), std::forward<Gradient>(gradient), std::forward<C>(constants)...);
  return DlibResidual<decltype(f)>(std::move(f));
}

}  // namespace adapt
}  // namespace gradc
