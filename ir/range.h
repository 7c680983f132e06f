// What is known of the numbers in a value: between which they are, NaN aside. Ops say in their paragraphs
// what follows for their results from what is known of their operands, as if nothing were rounded away and
// nothing overflowed; and which of their operands must be where so that their derivatives are finite.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace ir {

struct Range {
  static constexpr double kMost = std::numeric_limits<double>::infinity();
  static constexpr double kTiny = std::numeric_limits<double>::denorm_min();  // the first number above 0

  // Both may be reached; what ends before a number ends at the one next to it.
  double low = -kMost, high = kMost;
  bool nonzero = false;

  bool excludes_zero() const { return nonzero || low > 0 || high < 0; }
  bool is_number() const { return low == high; }
  bool within(double least, double most) const { return least <= low && high <= most; }

  static Range of(double x) { return {x, x}; }
  static constexpr Range positive() { return {kTiny, kMost}; }
  static constexpr Range not_negative() { return {0, kMost}; }

  // Of numbers that are in either, and in both.
  static Range either(const Range& a, const Range& b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high), a.excludes_zero() && b.excludes_zero()};
  }
  static Range both(const Range& a, const Range& b) {
    return {std::max(a.low, b.low), std::min(a.high, b.high), a.nonzero || b.nonzero};
  }
  static Range greater(const Range& a, const Range& b) {
    return {std::max(a.low, b.low), std::max(a.high, b.high)};
  }
  static Range lesser(const Range& a, const Range& b) {
    return {std::min(a.low, b.low), std::min(a.high, b.high)};
  }
  static Range sum(const Range& a, const Range& b) { return {a.low + b.low, a.high + b.high}; }
  static Range negative(const Range& a) { return {-a.high, -a.low, a.nonzero}; }
  static Range magnitude(const Range& a) {
    if (a.low >= 0) return a;
    if (a.high <= 0) return negative(a);
    return {a.nonzero ? kTiny : 0, std::max(-a.low, a.high)};
  }
  static Range product(const Range& a, const Range& b) {
    const auto times = [](double x, double y) {
      if (x == 0 || y == 0) return 0.0;
      return x * y != 0 ? x * y : std::copysign(kTiny, x) * std::copysign(1, y);
    };
    const double ends[] = {times(a.low, b.low), times(a.low, b.high), times(a.high, b.low),
                           times(a.high, b.high)};
    return {*std::min_element(std::begin(ends), std::end(ends)),
            *std::max_element(std::begin(ends), std::end(ends)), a.excludes_zero() && b.excludes_zero()};
  }
  // 1/x
  static Range inverse(const Range& a) {
    if (a.low > 0) return {std::max(1 / a.high, kTiny), 1 / a.low};
    if (a.high < 0) return negative(inverse(negative(a)));
    return {-kMost, kMost, true};
  }
};

}  // namespace ir
