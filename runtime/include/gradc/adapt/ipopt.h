/// \file
/// A nonlinear program of Ipopt from functions whose derivatives gradc generated:
///
///   min f(x)  subject to  gl <= g(x) <= gu,  xl <= x <= xu
///
/// \code
/// GRADC_DIFFERENTIATE(gradient, wrt(x)) double f(const gradc::Vector<double>& x, double h);
/// GRADC_DIFFERENTIATE(jacobian, wrt(x)) gradc::Vector<double> g(const gradc::Vector<double>& x, double h);
/// GRADC_DIFFERENTIATE(hessian, wrt(x))  // sigma f(x) + lambda . g(x)
/// double lagrangian(const gradc::Vector<double>& x, double sigma, const gradc::Vector<double>& lambda, double h);
///
/// auto problem = gradc::adapt::nlp(start, gradc::adapt::objective(f, GRADC_CALLABLE(f_gradient), h),
///                                  gradc::adapt::constraints(g, GRADC_CALLABLE(g_jacobian), h),
///                                  gradc::adapt::lagrangian(GRADC_CALLABLE(lagrangian_hessian), h));
/// problem->lower[0] = 0;
/// gradc::adapt::solve(*application, problem);  // the solution is in problem->x
/// \endcode
///
/// Each value and each derivative is computed at most once for a point. A value that is not finite makes Ipopt take a shorter
/// step.
///
/// The structure of Jacobian and Hessian is that of the entries that are not zero at the start and at two points beside it.
/// All later ones are compared with it: an entry outside that is not zero throws. `problem->dense = true` keeps all entries.
///
/// Exceptions: Ipopt catches what a function throws, and returns a status. `solve` throws what the function threw.
#pragma once

#include <gradc/adapt/function.h>

// Headers of Ipopt 3.11, as Debian 12 has it, ask for what only its own build defines.
#if !defined(HAVE_CSTDDEF) && !defined(HAVE_STDDEF_H)
#define HAVE_CSTDDEF
#define GRADC_HAVE_CSTDDEF
#endif
#include <IpIpoptApplication.hpp>
#include <IpTNLP.hpp>
#ifdef GRADC_HAVE_CSTDDEF
#undef HAVE_CSTDDEF
#undef GRADC_HAVE_CSTDDEF
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace gradc {
namespace adapt {

/// What Ipopt takes for no bound.
inline constexpr double kUnbounded = 2e19;

namespace detail {

/// Stands for what a problem does not have.
struct None {};

/// The entries of a matrix of rows x columns, kept dense, that a solver is given.
class Structure {
 public:
  void reset(std::int64_t rows, std::int64_t columns, bool lower_triangle, bool all) {
    columns_ = columns;
    lower_triangle_ = lower_triangle;
    is_kept_.assign(static_cast<std::size_t>(rows * columns), all ? 1 : 0);
    places_.clear();
  }

  /// Adds what is not zero, or not a number.
  void add(const std::vector<double>& dense) {
    for (std::size_t i = 0; i < dense.size(); ++i)
      if (!(dense[i] == 0)) is_kept_[i] = 1;
  }

  void finish() {
    for (std::size_t i = 0; i < is_kept_.size(); ++i)
      if (is_kept_[i] && (!lower_triangle_ || row(i) >= column(i))) places_.push_back(i);
  }

  std::size_t size() const { return places_.size(); }
  int row(std::size_t place) const { return static_cast<int>(static_cast<std::int64_t>(place) / columns_); }
  int column(std::size_t place) const { return static_cast<int>(static_cast<std::int64_t>(place) % columns_); }

  void places(int* rows, int* columns) const {
    for (std::size_t k = 0; k < places_.size(); ++k) rows[k] = row(places_[k]), columns[k] = column(places_[k]);
  }

  /// \throws Error for an entry outside of the structure that is not zero.
  void gather(const std::vector<double>& dense, double* values, const char* what) const {
    for (std::size_t i = 0; i < dense.size(); ++i)
      if (!is_kept_[i] && !(dense[i] == 0))
        throw Error("gradc::adapt: entry (" + std::to_string(row(i)) + ", " + std::to_string(column(i)) + ") of the " + what +
                    " was zero where its structure was found, and is not now; set `dense`");
    for (std::size_t k = 0; k < places_.size(); ++k) values[k] = dense[places_[k]];
  }

 private:
  std::int64_t columns_ = 0;
  bool lower_triangle_ = false;
  std::vector<char> is_kept_;
  std::vector<std::size_t> places_;
};

/// Numbers in [0, 1) for points beside the start: the same in every run (Lehmer's generator of Park and Miller).
class Spread {
 public:
  double operator()() {
    state_ = state_ * 48271 % 2147483647;
    return static_cast<double>(state_) / 2147483647;
  }

 private:
  std::int64_t state_ = 20011;
};

}  // namespace detail

/// In the place of constraints: `nlp(start, objective, no_constraints, lagrangian)`.
inline constexpr detail::None no_constraints{};

/// The objective: `value` takes x, then the constants; so does `gradient`.
template <class Value, class Gradient, class... C>
auto objective(Value&& value, Gradient&& gradient, C&&... constants) {
  return function(std::forward<Value>(value), std::forward<Gradient>(gradient), std::forward<C>(constants)...);
}

/// The constraints: `value` takes x, then the constants, and returns them or writes them through a pointer that it takes last.
template <class Value, class Jacobian, class... C>
auto constraints(Value&& value, Jacobian&& jacobian, C&&... constants) {
  return function(std::forward<Value>(value), std::forward<Jacobian>(jacobian), std::forward<C>(constants)...);
}

/// The Lagrangian: `hessian` takes x, the factor of the objective, the multipliers of the constraints (in a problem that has
/// some), then the constants, and is the Hessian of sigma f(x) + lambda . g(x).
template <class Hessian, class... C>
auto lagrangian(Hessian&& hessian, C&&... constants) {
  return function(detail::None(), std::forward<Hessian>(hessian), std::forward<C>(constants)...);
}

/// The problem, and what is found. Made by `nlp`; used by one thread at a time.
template <class Objective, class Constraints, class Lagrangian>
class Nlp final : public Ipopt::TNLP {
 public:
  static constexpr bool kHasConstraints = !std::is_same_v<Constraints, detail::None>;
  static constexpr bool kHasHessian = !std::is_same_v<Lagrangian, detail::None>;

  Nlp(std::vector<double> at, Objective objective, Constraints constraints, Lagrangian lagrangian)
      : start(std::move(at)),
        lower(start.size(), -kUnbounded),
        upper(start.size(), kUnbounded),
        objective_(std::move(objective)),
        constraints_(std::move(constraints)),
        lagrangian_(std::move(lagrangian)) {
    if constexpr (kHasConstraints) {
      const auto& result = constraints_.derivative(Point(start.data(), size()));
      rows_ = detail::count(detail::value_of(result));
      constraint_lower.assign(static_cast<std::size_t>(rows_), 0);
      constraint_upper = constraint_lower;
    }
  }

  /// Where to start, and the bounds of x: none, until they are set.
  std::vector<double> start, lower, upper;
  /// The bounds of the constraints: 0, equalities, until they are set.
  std::vector<double> constraint_lower, constraint_upper;
  /// Whether all entries of Jacobian and Hessian are Ipopt's.
  bool dense = false;

  /// The solution, its objective, the multipliers of constraints and bounds, and how many iterations it took.
  std::vector<double> x, multipliers, lower_multipliers, upper_multipliers;
  double value = 0;
  int iterations = 0;
  Ipopt::SolverReturn status = Ipopt::UNASSIGNED;

  /// What a function threw, which ended the solver.
  std::exception_ptr thrown;

  bool get_nlp_info(Ipopt::Index& n, Ipopt::Index& m, Ipopt::Index& jacobian_entries, Ipopt::Index& hessian_entries,
                    IndexStyleEnum& style) override {
    return guarded([&] {
      require(lower, size(), "lower");
      require(upper, size(), "upper");
      require(constraint_lower, rows_, "constraint_lower");
      require(constraint_upper, rows_, "constraint_upper");
      find_structure();
      n = static_cast<Ipopt::Index>(size());
      m = static_cast<Ipopt::Index>(rows_);
      jacobian_entries = static_cast<Ipopt::Index>(jacobian_structure_.size());
      hessian_entries = static_cast<Ipopt::Index>(hessian_structure_.size());
      style = C_STYLE;
      return true;
    });
  }

  bool get_bounds_info(Ipopt::Index, double* xl, double* xu, Ipopt::Index, double* gl, double* gu) override {
    std::copy(lower.begin(), lower.end(), xl);
    std::copy(upper.begin(), upper.end(), xu);
    std::copy(constraint_lower.begin(), constraint_lower.end(), gl);
    std::copy(constraint_upper.begin(), constraint_upper.end(), gu);
    return true;
  }

  /// Multipliers to start with are what the last solution had, where there is one.
  bool get_starting_point(Ipopt::Index, bool init_x, double* at, bool init_z, double* zl, double* zu, Ipopt::Index,
                          bool init_lambda, double* lambda) override {
    if (init_x) std::copy(start.begin(), start.end(), at);
    if ((init_z || init_lambda) && (lower_multipliers.size() != start.size() || multipliers.size() != constraint_lower.size()))
      return false;
    if (init_z) {
      std::copy(lower_multipliers.begin(), lower_multipliers.end(), zl);
      std::copy(upper_multipliers.begin(), upper_multipliers.end(), zu);
    }
    if (init_lambda) std::copy(multipliers.begin(), multipliers.end(), lambda);
    return true;
  }

  bool eval_f(Ipopt::Index, const double* at, bool is_new, double& result) override {
    return guarded([&] {
      move(is_new);
      if (!has_value_) objective_.value(&value_, 1, point(at));
      has_value_ = true;
      result = value_;
      return detail::all_finite(&result, 1);
    });
  }

  bool eval_grad_f(Ipopt::Index, const double* at, bool is_new, double* gradient) override {
    return guarded([&] {
      move(is_new);
      if (!has_gradient_) {
        const auto& result = objective_.derivative(point(at));
        detail::flatten(detail::value_of(result), &value_, 1, "the objective");
        gradient_.resize(start.size());
        detail::flatten(detail::first_derivative_of(result), gradient_.data(), size(), "the gradient");
        has_value_ = has_gradient_ = true;
      }
      std::copy(gradient_.begin(), gradient_.end(), gradient);
      return detail::all_finite(gradient, size());
    });
  }

  bool eval_g(Ipopt::Index, const double* at, bool is_new, Ipopt::Index, double* result) override {
    return guarded([&] {
      move(is_new);
      if constexpr (kHasConstraints) {
        constraint_values_.resize(static_cast<std::size_t>(rows_));
        if (!has_constraints_) constraints_.value(constraint_values_.data(), rows_, point(at));
        has_constraints_ = true;
        std::copy(constraint_values_.begin(), constraint_values_.end(), result);
      } else {
        static_cast<void>(at);
      }
      return detail::all_finite(result, rows_);
    });
  }

  bool eval_jac_g(Ipopt::Index, const double* at, bool is_new, Ipopt::Index, Ipopt::Index entries, Ipopt::Index* places_row,
                  Ipopt::Index* places_column, double* values) override {
    return guarded([&] {
      if (values == nullptr) {
        jacobian_structure_.places(places_row, places_column);
        return true;
      }
      move(is_new);
      if (!has_jacobian_) compute_jacobian(point(at));
      has_constraints_ = has_jacobian_ = true;
      jacobian_structure_.gather(jacobian_, values, "Jacobian");
      return detail::all_finite(values, entries);
    });
  }

  bool eval_h(Ipopt::Index, const double* at, bool is_new, double factor, Ipopt::Index, const double* lambda, bool,
              Ipopt::Index entries, Ipopt::Index* places_row, Ipopt::Index* places_column, double* values) override {
    if constexpr (!kHasHessian) {
      return false;
    } else {
      return guarded([&] {
        if (values == nullptr) {
          hessian_structure_.places(places_row, places_column);
          return true;
        }
        move(is_new);
        compute_hessian(point(at), factor, lambda);
        hessian_structure_.gather(hessian_, values, "Hessian");
        return detail::all_finite(values, entries);
      });
    }
  }

  bool intermediate_callback(Ipopt::AlgorithmMode, Ipopt::Index iteration, double, double, double, double, double, double,
                             double, double, Ipopt::Index, const Ipopt::IpoptData*,
                             Ipopt::IpoptCalculatedQuantities*) override {
    iterations = iteration;
    return true;
  }

  void finalize_solution(Ipopt::SolverReturn end, Ipopt::Index, const double* at, const double* zl, const double* zu,
                         Ipopt::Index, const double*, const double* lambda, double objective_value, const Ipopt::IpoptData*,
                         Ipopt::IpoptCalculatedQuantities*) override {
    x.assign(at, at + size());
    lower_multipliers.assign(zl, zl + size());
    upper_multipliers.assign(zu, zu + size());
    multipliers.assign(lambda, lambda + rows_);
    value = objective_value;
    status = end;
  }

 private:
  std::int64_t size() const { return static_cast<std::int64_t>(start.size()); }
  Point point(const double* at) const { return Point(at, size()); }

  static void require(const std::vector<double>& bounds, std::int64_t expected, const char* name) {
    if (static_cast<std::int64_t>(bounds.size()) != expected)
      detail::fail(std::string(name) + " has " + std::to_string(bounds.size()) + " numbers, not " + std::to_string(expected));
  }

  /// Keeps what is thrown: Ipopt forgets it.
  template <class F>
  bool guarded(const F& f) {
    try {
      return f();
    } catch (...) {
      thrown = std::current_exception();
      throw;
    }
  }

  void move(bool is_new) {
    if (is_new) has_value_ = has_gradient_ = has_constraints_ = has_jacobian_ = false;
  }

  /// Writes the dense Jacobian, rows_ x size(), and the constraints.
  void compute_jacobian(const Point& at) {
    if constexpr (kHasConstraints) {
      const auto& result = constraints_.derivative(at);
      constraint_values_.resize(static_cast<std::size_t>(rows_));
      detail::flatten(detail::value_of(result), constraint_values_.data(), rows_, "the constraints");
      jacobian_.resize(static_cast<std::size_t>(rows_) * start.size());
      const Block block{jacobian_.data(), size(), size(), 1};
      detail::write_blocks(detail::value_of(result), detail::first_derivative_of(result), &block, 1);
    } else {
      static_cast<void>(at);
    }
  }

  /// Writes the dense Hessian, size() x size(): the rows of one input, then those of the next.
  void compute_hessian(const Point& at, double factor, const double* lambda) {
    if constexpr (kHasHessian) {
      const auto write = [&](const auto& result) {
        hessian_.resize(start.size() * start.size());
        const Block block{hessian_.data(), size(), size(), 1};
        // The gradient has a member for each input, as the rows of the Hessian have.
        if constexpr (detail::has_grad_v<std::decay_t<decltype(result)>>)
          detail::write_blocks(result.grad, detail::second_derivative_of(result), &block, 1);
        else
          detail::write_blocks(at, detail::second_derivative_of(result), &block, 1);
      };
      if constexpr (kHasConstraints)
        write(lagrangian_.derivative(at, factor, Point(lambda, rows_)));
      else
        write(lagrangian_.derivative(at, factor)), static_cast<void>(lambda);
    }
  }

  void find_structure() {
    jacobian_structure_.reset(rows_, size(), false, dense);
    hessian_structure_.reset(kHasHessian ? size() : 0, size(), true, dense);
    detail::Spread spread;
    std::vector<double> at = start, lambda(constraint_lower.size());
    for (int round = 0; round < 3 && !dense; ++round) {
      if (round > 0)
        for (std::size_t i = 0; i < at.size(); ++i) {
          const double step = (0.01 + 0.01 * spread()) * std::max(1.0, std::fabs(start[i]));
          const double up = start[i] + step, down = start[i] - step;
          at[i] =
              std::min(std::max(round == 1 ? (up < upper[i] ? up : down) : (down > lower[i] ? down : up), lower[i]), upper[i]);
        }
      for (double& multiplier : lambda) multiplier = 0.5 + spread();
      compute_jacobian(point(at.data()));
      jacobian_structure_.add(jacobian_);
      compute_hessian(point(at.data()), 0.5 + spread(), lambda.data());
      hessian_structure_.add(hessian_);
    }
    jacobian_structure_.finish();
    hessian_structure_.finish();
    move(true);
  }

  Objective objective_;
  Constraints constraints_;
  Lagrangian lagrangian_;
  std::int64_t rows_ = 0;
  detail::Structure jacobian_structure_, hessian_structure_;

  // At the point that Ipopt is at.
  bool has_value_ = false, has_gradient_ = false, has_constraints_ = false, has_jacobian_ = false;
  double value_ = 0;
  std::vector<double> gradient_, constraint_values_, jacobian_, hessian_;
};

/// A problem. Without a Lagrangian, `solve` has Ipopt approximate the Hessian.
template <class Objective, class Constraints = detail::None, class Lagrangian = detail::None>
Ipopt::SmartPtr<Nlp<Objective, Constraints, Lagrangian>> nlp(std::vector<double> start, Objective objective,
                                                             Constraints constraints = {}, Lagrangian lagrangian = {}) {
  return new Nlp<Objective, Constraints, Lagrangian>(std::move(start), std::move(objective), std::move(constraints),
                                                     std::move(lagrangian));
}

/// Solves a problem with an application that was initialised.
/// \throws what a function of the problem threw.
template <class O, class C, class L>
Ipopt::ApplicationReturnStatus solve(Ipopt::IpoptApplication& application, const Ipopt::SmartPtr<Nlp<O, C, L>>& problem) {
  if constexpr (!Nlp<O, C, L>::kHasHessian) application.Options()->SetStringValue("hessian_approximation", "limited-memory");
  problem->thrown = nullptr;
  const Ipopt::ApplicationReturnStatus status = application.OptimizeTNLP(Ipopt::SmartPtr<Ipopt::TNLP>(GetRawPtr(problem)));
  if (problem->thrown) std::rethrow_exception(std::exchange(problem->thrown, nullptr));
  return status;
}

}  // namespace adapt
}  // namespace gradc
