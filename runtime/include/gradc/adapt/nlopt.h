/// \file
/// Objectives and constraints of NLopt from functions whose gradients gradc generated.
///
/// \code
/// nlopt::opt optimizer(nlopt::LD_SLSQP, 3);
/// gradc::adapt::set_min_objective(optimizer, misfit, GRADC_CALLABLE(misfit_gradient), times, values);
/// gradc::adapt::add_inequality_constraint(optimizer, 1e-8, excess, GRADC_CALLABLE(excess_gradient));
/// gradc::adapt::optimize(optimizer, x, value);
/// \endcode
///
/// `value` takes the point, then the constants; so does `gradient`. The optimizer owns copies of all. Where NLopt asks for no
/// gradient the function alone is called, otherwise one call of the derivative gives both. Values that are not finite are
/// passed on.
///
/// Exceptions: NLopt (to 2.7) catches what a function throws, stops, and throws one of its own without the text. `optimize`
/// here throws what the function threw.
#pragma once

#include <gradc/adapt/function.h>

#include <nlopt.hpp>

#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

namespace gradc {
namespace adapt {
namespace detail {

/// What a function threw, while NLopt unwinds on this thread.
inline std::exception_ptr& thrown_in_nlopt() {
  thread_local std::exception_ptr thrown;
  return thrown;
}

/// The callbacks of NLopt, with an F as their data.
template <class F>
struct NloptCalls {
  static double scalar(unsigned n, const double* x, double* gradient, void* data) {
    double value = 0;
    vector(1, &value, n, x, gradient, data);
    return value;
  }

  /// `gradient` is null or has m rows of n columns.
  static void vector(unsigned m, double* values, unsigned n, const double* x, double* gradient, void* data) {
    const F& f = *static_cast<const F*>(data);
    try {
      if (gradient == nullptr) {
        f.value(values, m, Point(x, n));
        return;
      }
      const auto& result = f.derivative(Point(x, n));
      flatten(value_of(result), values, m, "the function's value");
      const Block block{gradient, n, n, 1};
      write_blocks(value_of(result), first_derivative_of(result), &block, 1);
    } catch (...) {
      thrown_in_nlopt() = std::current_exception();
      throw;
    }
  }

  static void* destroy(void* data) {
    delete static_cast<F*>(data);
    return nullptr;
  }
  static void* copy(void* data) { return new F(*static_cast<const F*>(data)); }
};

/// Calls `set(f, data, destroy, copy)` with what NLopt then owns.
template <class F, class Set>
void hand_over(F f, const Set& set) {
  using Calls = NloptCalls<F>;
  set(Calls(), new F(std::move(f)));
}

}  // namespace detail

template <class Value, class Gradient, class... C>
void set_min_objective(nlopt::opt& optimizer, Value&& value, Gradient&& gradient, C&&... constants) {
  detail::hand_over(
      function(std::forward<Value>(value), std::forward<Gradient>(gradient), std::forward<C>(constants)...),
      [&](auto calls, void* data) { optimizer.set_min_objective(calls.scalar, data, calls.destroy, calls.copy); });
}

template <class Value, class Gradient, class... C>
void set_max_objective(nlopt::opt& optimizer, Value&& value, Gradient&& gradient, C&&... constants) {
  detail::hand_over(
      function(std::forward<Value>(value), std::forward<Gradient>(gradient), std::forward<C>(constants)...),
      [&](auto calls, void* data) { optimizer.set_max_objective(calls.scalar, data, calls.destroy, calls.copy); });
}

/// value(x, constants...) <= 0.
template <class Value, class Gradient, class... C>
void add_inequality_constraint(nlopt::opt& optimizer, double tolerance, Value&& value, Gradient&& gradient, C&&... constants) {
  detail::hand_over(function(std::forward<Value>(value), std::forward<Gradient>(gradient), std::forward<C>(constants)...),
                    [&](auto calls, void* data) {
                      optimizer.add_inequality_constraint(calls.scalar, data, calls.destroy, calls.copy, tolerance);
                    });
}

/// value(x, constants...) = 0.
template <class Value, class Gradient, class... C>
void add_equality_constraint(nlopt::opt& optimizer, double tolerance, Value&& value, Gradient&& gradient, C&&... constants) {
  detail::hand_over(function(std::forward<Value>(value), std::forward<Gradient>(gradient), std::forward<C>(constants)...),
                    [&](auto calls, void* data) {
                      optimizer.add_equality_constraint(calls.scalar, data, calls.destroy, calls.copy, tolerance);
                    });
}

/// Several constraints of one function, which has a tolerance for each: all values <= 0. Takes a Jacobian.
template <class Value, class Jacobian, class... C>
void add_inequality_mconstraint(nlopt::opt& optimizer, const std::vector<double>& tolerances, Value&& value,
                                Jacobian&& jacobian, C&&... constants) {
  detail::hand_over(function(std::forward<Value>(value), std::forward<Jacobian>(jacobian), std::forward<C>(constants)...),
                    [&](auto calls, void* data) {
                      optimizer.add_inequality_mconstraint(calls.vector, data, calls.destroy, calls.copy, tolerances);
                    });
}

/// Several constraints of one function, which has a tolerance for each: all values = 0. Takes a Jacobian.
template <class Value, class Jacobian, class... C>
void add_equality_mconstraint(nlopt::opt& optimizer, const std::vector<double>& tolerances, Value&& value, Jacobian&& jacobian,
                              C&&... constants) {
  detail::hand_over(function(std::forward<Value>(value), std::forward<Jacobian>(jacobian), std::forward<C>(constants)...),
                    [&](auto calls, void* data) {
                      optimizer.add_equality_mconstraint(calls.vector, data, calls.destroy, calls.copy, tolerances);
                    });
}

/// `optimizer.optimize(x, value)`.
/// \throws what a function threw, and otherwise what NLopt throws.
inline nlopt::result optimize(nlopt::opt& optimizer, std::vector<double>& x, double& value) {
  detail::thrown_in_nlopt() = nullptr;
  try {
    return optimizer.optimize(x, value);
  } catch (...) {
    if (const std::exception_ptr thrown = std::exchange(detail::thrown_in_nlopt(), nullptr)) std::rethrow_exception(thrown);
    throw;
  }
}

}  // namespace adapt
}  // namespace gradc
