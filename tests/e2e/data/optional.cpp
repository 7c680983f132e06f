#include "optional.h"

#include <cmath>
#include <optional>
#include <vector>

namespace optionals {

namespace {

struct Pair {
  double a, b;
};

std::optional<double> root(double x) {
  if (x < 0.5) return std::nullopt;
  return std::sqrt(x);
}

std::optional<Pair> found(double x) {
  if (x > 0.5) return Pair{x, x * x};
  return {};
}

}  // namespace

double set_or_not(double x) {
  std::optional<double> o;
  if (x > 0.5) o = x * x;
  return o ? *o : 0.5 * x;
}

double or_another(double x) {
  std::optional<double> o = 2 * x;
  const double first = o.value_or(1.0) * o.value();
  o.reset();
  return first + o.value_or(x * x);
}

double returned(double x) {
  const auto r = root(x);
  if (const auto again = root(2 * x)) return (r.has_value() ? *r * x : x) * *again;
  return x * x;
}

double in_structures(double x) {
  const auto p = found(x);
  if (!p) return -x * x;
  return p->a * p->b;
}

double the_best(double x) {
  std::optional<double> best;
  for (int i = 0; i < 4; ++i) {
    const double v = std::sin(x * (i + 1));
    if (!best || v > *best) best = v;
  }
  return *best;
}

double of_vectors(double x) {
  std::optional<std::vector<double>> v;
  v.emplace(std::vector<double>{x, 2 * x});
  (*v)[0] *= x;
  auto w = v;
  w->push_back(x);
  w = std::nullopt;
  return (*v)[0] + v->at(1) + (w ? 100.0 : 0.0);
}

double checked(double x) { return root(x).value() * x; }

}  // namespace optionals
