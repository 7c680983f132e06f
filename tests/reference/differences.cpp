#include "tests/reference/differences.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reference {
namespace {

using ir::Literal;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// f applied to pairs of tensors of two values of one form.
template <class F>
Value map(const Value& a, const Value& b, F f) {
  if (a.is_tensor()) return f(a.tensor(), b.tensor());
  std::vector<Value> out;
  if (a.sequence().size() != b.sequence().size()) throw Violation("sequences of different sizes");
  for (std::size_t i = 0; i < a.sequence().size(); ++i)
    out.push_back(map(a.sequence()[i], b.sequence()[i], f));
  return Value(out);
}

double error(double a, double b, double scale) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  if (!std::isfinite(a) || !std::isfinite(b)) return kInfinity;
  return std::abs(a - b) / std::max({1.0, std::abs(a), std::abs(b), scale});
}

}  // namespace

double uniform(Random& random, double low, double high) {
  // Of the library's generators only the engine gives the same numbers everywhere.
  return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
}

Value random_like(const Value& like, Random& random) {
  return map(like, like, [&](Literal x, const Literal&) {
    for (double& element : x.reals) element = ir::round_to(x.element, uniform(random, -1, 1));
    std::fill(x.integers.begin(), x.integers.end(), 0);
    return x;
  });
}

Value zeros_like(const Value& like) {
  return map(like, like,
             [&](const Literal& x, const Literal&) { return Literal::zeros(x.element, x.extents); });
}

Value plus(const Value& x, double t, const Value& v) {
  return map(x, v, [&](Literal a, const Literal& b) {
    if (a.extents != b.extents) throw Violation("a direction of another shape");
    for (std::size_t i = 0; i < a.reals.size(); ++i) a.reals[i] += t * b.reals.at(i);
    return a;
  });
}

double dot(const Value& a, const Value& b) {
  double total = 0;
  map(a, b, [&](const Literal& x, const Literal& y) {
    if (x.extents != y.extents) throw Violation("a product of values of different shapes");
    for (std::size_t i = 0; i < x.reals.size(); ++i) total += x.reals[i] * y.reals.at(i);
    return x;
  });
  return total;
}

double dot(const std::vector<Value>& a, const std::vector<Value>& b) {
  if (a.size() != b.size()) throw Violation("a product of lists of different lengths");
  double total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) total += dot(a[i], b[i]);
  return total;
}

std::int64_t count_of(const Value& x) {
  std::int64_t count = 0;
  map(x, x, [&](const Literal& literal, const Literal&) {
    count += literal.size();
    return literal;
  });
  return count;
}

double greatest(const Value& x) {
  double found = 0;
  map(x, x, [&](const Literal& literal, const Literal&) {
    for (double element : literal.reals)
      found = std::isnan(element) ? kInfinity : std::max(found, std::abs(element));
    return literal;
  });
  return found;
}

std::vector<Value> directional_differences(const ir::Module& module, ir::FunctionId function,
                                           const std::vector<Value>& x, const std::vector<Value>& v,
                                           double h) {
  auto at = [&](double t) {
    std::vector<Value> moved;
    for (std::size_t i = 0; i < x.size(); ++i) moved.push_back(plus(x[i], t, v.at(i)));
    return interpret(module, function, moved);
  };
  const auto far_right = at(2 * h), right = at(h), left = at(-h), far_left = at(-2 * h);
  std::vector<Value> out;
  for (std::size_t i = 0; i < right.size(); ++i) {
    const Value near = plus(right[i], -1, left[i]), far = plus(far_right[i], -1, far_left[i]);
    const Value zero = zeros_like(near);
    out.push_back(plus(plus(zero, 8 / (12 * h), near), -1 / (12 * h), far));
  }
  return out;
}

double relative_error(const Value& a, const Value& b, double scale) {
  if (a.is_tensor() != b.is_tensor()) return kInfinity;
  if (!a.is_tensor() && a.sequence().size() != b.sequence().size()) return kInfinity;
  double found = 0;
  map(a, b, [&](const Literal& x, const Literal& y) {
    if (x.extents != y.extents || x.element != y.element || x.integers != y.integers) found = kInfinity;
    for (std::size_t i = 0; i < x.reals.size() && i < y.reals.size(); ++i)
      found = std::max(found, error(x.reals[i], y.reals[i], scale));
    return x;
  });
  return found;
}

}  // namespace reference
