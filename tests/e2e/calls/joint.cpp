#include "joint.h"

#include <cmath>
#include <vector>

namespace joint {
namespace {

double tree_from(const Vector& x, std::int64_t i) {
  if (i >= x.extent(0)) return 0.0;
  return std::sin(x(i)) * x(0) + tree_from(x, 2 * i + 1) + 0.5 * tree_from(x, 2 * i + 2);
}

double paths_from(const Vector& x, std::int64_t i) {
  const std::int64_t n = x.extent(0);
  if (i >= n - 1) return 1.0;
  double sum = 0;
  for (std::int64_t k = 1; k <= 2; ++k)
    if (i + k < n) sum += std::exp(-x(i) * x(i + k)) * paths_from(x, i + k);
  return sum;
}

double horner_from(const Vector& x, double t, std::int64_t i) {
  if (i == x.extent(0)) return 0.0;
  return x(i) + t * horner_from(x, t * 0.9, i + 1);
}

double odd(const Vector& x, std::int64_t i);

double even(const Vector& x, std::int64_t i) {
  if (i == x.extent(0)) return 1.0;
  return x(i) * odd(x, i + 1) + std::exp(0.1 * x(i));
}

double odd(const Vector& x, std::int64_t i) {
  if (i == x.extent(0)) return 2.0;
  return x(i) * x(i) - even(x, i + 1) * 0.3;
}

double skipping_from(const Vector& x, std::int64_t i) {
  double sum = 0;
  std::int64_t j = i;
  while (j < x.extent(0)) {
    sum += x(j) * skipping_from(x, j + 1 + (x(j) > 0.31 ? 1 : 0));
    j += 2;
  }
  return sum + 1.0;
}

double differences_from(const Vector& x, std::int64_t i) {
  double sum = x(0);
  for (std::int64_t j = i; j < x.extent(0); ++j) {
    sum -= x(j) * 0.3 * differences_from(x, j + 1);
    sum += x(j);
  }
  return sum;
}

double orders_from(const Vector& x, std::vector<int>& used, std::int64_t depth, double weight) {
  if (depth == x.extent(0)) return weight;
  double sum = 0;
  for (std::int64_t j = 0; j < x.extent(0); ++j) {
    if (used[static_cast<std::size_t>(j)] != 0) continue;
    used[static_cast<std::size_t>(j)] = 1;
    sum += orders_from(x, used, depth + 1, weight * (x(j) + static_cast<double>(depth)));
    used[static_cast<std::size_t>(j)] = 0;
  }
  return sum;
}

double shared_from(const Vector& x, std::int64_t i) {
  if (i + 1 >= x.extent(0)) return x(0);
  const double rest = shared_from(x, i + 2);
  return x(i) * rest + std::cos(x(i + 1)) * rest;
}

double of_another_from(const Vector& x, std::int64_t i) {
  if (i == x.extent(0)) return 1.0;
  return x(i) * of_another_from(x, i + 1) + 0.1 * tree_from(x, i) * x(i);
}

double choices_from(const Vector& x, std::vector<double>& chosen, std::int64_t i) {
  if (i == x.extent(0)) {
    double sum = 0;
    for (std::size_t k = 0; k < chosen.size(); ++k) sum += chosen[k] * x(static_cast<std::int64_t>(k));
    return sum;
  }
  const double before = chosen[static_cast<std::size_t>(i)];
  double sum = 0.5 * choices_from(x, chosen, i + 1);
  chosen[static_cast<std::size_t>(i)] = x(i) * 2;
  sum += x(i) * choices_from(x, chosen, i + 1);
  chosen[static_cast<std::size_t>(i)] = before;
  return sum;
}

double walks_from(const Vector& x, std::vector<bool>& seen, std::int64_t i) {
  if (i < 0 || i >= x.extent(0)) return 0.5;
  if (seen[static_cast<std::size_t>(i)]) return x(i);
  seen[static_cast<std::size_t>(i)] = true;
  const double sum = x(i) + 0.4 * walks_from(x, seen, i + 1) + 0.3 * walks_from(x, seen, i - 1) + 0.2 * walks_from(x, seen, i / 2);
  seen[static_cast<std::size_t>(i)] = false;
  return sum;
}

double not_restored_from(const Vector& x, std::vector<int>& used, std::int64_t i) {
  if (i >= x.extent(0)) {
    double sum = 0;
    for (const int one : used) sum += one;
    return sum;
  }
  if (used[static_cast<std::size_t>(i)] != 0) return x(i);
  used[static_cast<std::size_t>(i)] = 1;
  double sum = x(i) * not_restored_from(x, used, i + 1);
  if (x(i) > 0.1) return sum;
  sum += not_restored_from(x, used, i + 2) * 0.5;
  used[static_cast<std::size_t>(i)] = 0;
  return sum;
}

double two_states_from(const Vector& x, std::vector<int>& used, std::vector<double>& weights, std::int64_t depth) {
  const std::int64_t n = x.extent(0);
  double sum = 0;
  if (depth == n) {
    for (std::size_t k = 0; k < weights.size(); ++k) sum += weights[k] * x(static_cast<std::int64_t>(k)) * (used[k] != 0 ? 2.0 : 1.0);
    return sum;
  }
  for (std::int64_t j = 0; j < n; ++j) {
    const std::size_t k = static_cast<std::size_t>(j);
    if (used[k] != 0) continue;
    used[k] = 1;
    const double before = weights[k];
    weights[k] = x(j) * x(depth) + before;
    sum += x(j) * two_states_from(x, used, weights, depth + 1);
    weights[k] = before;
    used[k] = 0;
    sum += weights[k] * x(j);
  }
  return sum;
}

double in_chunks_from(const Vector& x, std::vector<double>& values, std::int64_t i) {
  constexpr std::size_t kStep = 997;
  if (i >= x.extent(0)) {
    double sum = 0;
    for (std::size_t k = 0; k < values.size(); k += kStep) sum += values[k];
    return sum;
  }
  const std::size_t at = static_cast<std::size_t>(i) * kStep;
  const double before = values[at];
  values[at] = x(i);
  const double sum = x(i) * in_chunks_from(x, values, i + 1) + 0.5 * in_chunks_from(x, values, i + 2);
  values[at] = before;
  return sum;
}

double halves_of(const Vector& x, std::int64_t a, std::int64_t b) {
  if (b - a <= 1) return b > a ? x(a) : 1.0;
  const std::int64_t m = (a + b) / 2;
  return halves_of(x, a, m) * halves_of(x, m, b) + x(a);
}

double product_from(const Vector& x, std::int64_t i) {
  double product = 1;
  for (std::int64_t j = i; j < x.extent(0); j += 2) product *= 0.5 * x(j) + product_from(x, j + 1);
  return product;
}

double stopped_from(const Vector& x, std::int64_t i, double left) {
  double sum = 0;
  for (std::int64_t j = i; j < x.extent(0); ++j) {
    if (sum > 2.0) break;
    sum += x(j) * left + 0.2 * stopped_from(x, j + 1, left * x(j));
  }
  return sum;
}

}  // namespace

double tree(const Vector& x) { return tree_from(x, 0); }
double paths(const Vector& x) { return paths_from(x, 0) * x(0) + x(0) * x(0); }
double horner(const Vector& x) { return horner_from(x, x(0), 0); }
double alternating(const Vector& x) { return even(x, 0); }
double skipping(const Vector& x) { return skipping_from(x, 0); }
double differences(const Vector& x) { return differences_from(x, 0); }
double orders(const Vector& x) {
  std::vector<int> used(static_cast<std::size_t>(x.extent(0)), 0);
  return orders_from(x, used, 0, x(0));
}
double shared(const Vector& x) { return shared_from(x, 0); }
double of_another(const Vector& x) { return of_another_from(x, 0); }
double choices(const Vector& x) {
  std::vector<double> chosen(static_cast<std::size_t>(x.extent(0)), 0.0);
  return choices_from(x, chosen, 0);
}
double walks(const Vector& x) {
  std::vector<bool> seen(static_cast<std::size_t>(x.extent(0)), false);
  const double first = walks_from(x, seen, 0);
  seen[0] = true;
  return first + walks_from(x, seen, 1) * walks_from(x, seen, x.extent(0) - 1);
}
double not_restored(const Vector& x) {
  std::vector<int> used(static_cast<std::size_t>(x.extent(0)), 0);
  return not_restored_from(x, used, 0);
}
double two_states(const Vector& x) {
  std::vector<int> used(static_cast<std::size_t>(x.extent(0)), 0);
  std::vector<double> weights(static_cast<std::size_t>(x.extent(0)), 0.25);
  return two_states_from(x, used, weights, x.extent(0) > 3 ? x.extent(0) - 3 : 0);
}
double in_chunks(const Vector& x) {
  std::vector<double> values;
  for (int k = 0; k < 9000; ++k) values.push_back(0.001 * k);
  return in_chunks_from(x, values, 0);
}
double halves(const Vector& x) { return halves_of(x, 0, x.extent(0)); }
double logarithm(const Vector& x) {
  const double sum = tree_from(x, 0);
  return std::log(1 + sum * sum) + horner_from(x, 0.5, 0);
}
double squares(const Vector& x) {
  double sum = 0;
  for (std::int64_t i = 0; i < x.extent(0); ++i) {
    const double one = tree_from(x, i) - x(i);
    if (one > 0.2) sum += one * one;
  }
  return sum;
}
double product(const Vector& x) { return product_from(x, 0); }
double stopped(const Vector& x) { return stopped_from(x, 0, 1.0); }

}  // namespace joint
