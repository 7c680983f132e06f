// Numbers against numbers, for tests of derivatives (gradc/verify.h): slopes by differences, remainders of Taylor's
// formula, comparisons.
#pragma once

#include <gradc/verify/values.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace gradc::verify {

struct Outcome {
  enum class Kind { passed, failed, unclear };
  Kind kind = Kind::passed;
  std::string text;  // what is wrong, or why nothing can be said

  static Outcome failed(std::string why) { return {Kind::failed, std::move(why)}; }
  static Outcome unclear(std::string why) { return {Kind::unclear, std::move(why)}; }
};

namespace detail {

inline double dot(const Numbers& a, const Numbers& b) {
  double sum = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) sum += a[i] * b[i];
  return sum;
}
inline bool is_finite(const Numbers& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}
inline Numbers moved(const Numbers& from, double h, const Numbers& d) {
  Numbers to = from;
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += h * d[i];
  return to;
}
template <class... Text>
std::string said(const Text&... text) {
  std::ostringstream out;
  out.precision(8);
  (out << ... << text);
  return out.str();
}

// The function is called, but for what it throws: then there is no value. `why` keeps the last reason.
template <class F>
bool succeeds(F f, std::string& why) {
#ifdef GRADC_NO_EXCEPTIONS
  static_cast<void>(why);
  f();
  return true;
#else
  try {
    f();
    return true;
  } catch (const std::exception& problem) {
    why = problem.what();
    return false;
  }
#endif
}

}  // namespace detail

// --- numbers against numbers

/// A slope found by differences, and about how far off it may be.
struct Slope {
  double value = 0;
  double error = std::numeric_limits<double>::infinity();
  bool usable =
      false;  // the error is small beside the slope, or beside what rounding of the values could hide
};

/// The derivative of phi at 0: central differences with steps from 1/16 (more for coarse types) down, each
/// half as large as the one before, extrapolated to step 0 (Ridders, 1982). Of all estimates it is the one
/// with the least error, which is how much neighbours in the table differ, and what rounding by `epsilon`
/// leaves of a difference; `noise` is what rounding on the way changes the values by. Where shorter steps lead
/// away from it again, the function swings within a step, and estimates that agree do so by chance.
template <class F>
Slope slope_at_zero(F phi, double epsilon, double noise = 0) {
  constexpr int kSteps = 13;
  std::array<std::array<double, kSteps>, kSteps> table{};
  std::array<double, kSteps> roundings{};
  Slope best;
  std::size_t best_row = 0;
  double h = std::max(1.0 / 16, std::cbrt(epsilon)), size = 0;
  for (int i = 0; i < kSteps; ++i, h /= 2) {
    const double above = phi(h), below = phi(-h);
    if (!std::isfinite(above) || !std::isfinite(below)) return {};
    size = std::max({size, std::fabs(above), std::fabs(below)});
    const auto row = static_cast<std::size_t>(i);
    table[row][0] = (above - below) / (2 * h);
    const double rounding =
        (epsilon * std::max({std::fabs(above), std::fabs(below), std::fabs(above - below) / h}) + noise) / h;
    roundings[row] = rounding;
    double power = 1;
    for (std::size_t j = 1; j <= row; ++j) {
      power *= 4;
      table[row][j] = (power * table[row][j - 1] - table[row - 1][j - 1]) / (power - 1);
      const double change = std::max(std::fabs(table[row][j] - table[row][j - 1]),
                                     std::fabs(table[row][j] - table[row - 1][j - 1]));
      const double error = change + rounding;
      if (error >= best.error) continue;
      best = {table[row][j], error, false};
      best_row = row;
    }
  }
  if (best_row + 1 == kSteps) return best;
  // What is left of a central difference shrinks to a quarter; to a half at least.
  double off = std::fabs(table[best_row][0] - best.value);
  for (std::size_t row = best_row + 1; row < kSteps; ++row) {
    off /= 2;
    if (std::fabs(table[row][0] - best.value) > std::max(off, 4 * best.error) + 8 * roundings[row]) return best;
  }
  best.usable = best.error <= 0.05 * std::max(std::fabs(best.value), std::sqrt(epsilon) * size);
  return best;
}

/// How |R(h)| shrinks with h, R being what is left of phi(h) after `terms`, the values of phi and its
/// derivatives at 0: the slope of log |R| over log h for the smallest steps at which R is not yet rounding.
/// Three without terms wrong: a remainder after value and slope has 2, one after the second derivative too
/// has 3, or more.
struct Remainder {
  double slope = 0;
  bool exact = false;   // nothing is left but rounding, from the start
  bool usable = false;  // enough steps are
  // The same of the parts of R that are odd and even in h: a point where phi has no derivative leaves an even
  // part that shrinks like h.
  double odd = 0, even = 0;
};
template <class F>
Remainder remainder_at_zero(F phi, const std::vector<double>& terms, double epsilon) {
  constexpr int kSteps = 24;
  std::vector<double> both, odd, even;  // while above rounding
  bool both_end = false, odd_end = false, even_end = false;
  double h = 0.5;
  for (int i = 0; i < kSteps; ++i, h /= 2) {
    double plus = 0, minus = 0, power = 1, size = 0;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      plus += power * terms[k];
      minus += (k % 2 == 0 ? power : -power) * terms[k];
      size = std::max(size, std::fabs(power * terms[k]));
      power *= h / static_cast<double>(k + 1);
    }
    const double above = phi(h), below = phi(-h);
    if (!std::isfinite(above) || !std::isfinite(below)) {
      both.clear(), odd.clear(), even.clear();
      continue;
    }
    const double r = above - plus, s = below - minus;
    const double rounding = 32 * epsilon * std::max({std::fabs(above), std::fabs(below), size});
    const auto keep = [&](std::vector<double>& list, bool& end, double value) {
      end = end || std::fabs(value) <= rounding;
      if (!end) list.push_back(std::fabs(value));
    };
    keep(both, both_end, r);
    keep(odd, odd_end, (r - s) / 2);
    keep(even, even_end, (r + s) / 2);
  }
  const auto slope = [](const std::vector<double>& list) {
    const std::size_t n = list.size();
    return n < 3 ? std::numeric_limits<double>::infinity() : std::log2(list[n - 3] / list[n - 1]) / 2;
  };
  return {slope(both), both.empty(), both.size() >= 3, slope(odd), slope(even)};
}

/// Whether two lists are equal but for rounding: elements differ by at most `tolerance` times the greatest
/// element.
inline Outcome close(const Numbers& a, const Numbers& b, double tolerance, const std::string& what) {
  if (a.size() != b.size())
    return Outcome::failed(detail::said(what, ": ", a.size(), " numbers are compared with ", b.size()));
  double scale = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::isfinite(a[i]) && std::isfinite(b[i]))
      scale = std::max({scale, std::fabs(a[i]), std::fabs(b[i])});
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool same =
        a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])) || std::fabs(a[i] - b[i]) <= tolerance * scale;
    if (!same) return Outcome::failed(detail::said(what, ": number ", i, " is ", a[i], " and ", b[i]));
  }
  return {};
}

}  // namespace gradc::verify
