#include "harness.h"

#include <cmath>
#include <cstdio>
#include <exception>

namespace programs {

std::uint64_t trace = 0;

void Case::stage(const char* what) {
  std::printf("%s %s\n", name_, what);
  std::fflush(stdout);
}

void Case::compare(double actual, double expected, double tolerance, const std::string& what) {
  if (std::fabs(actual - expected) <= tolerance * std::fmax(1.0, std::fabs(expected))) return;
  if (std::isnan(actual) && std::isnan(expected)) return;
  if (++wrong_ > 4) return;
  std::printf("%s wrong %s is %.12g, should be %.12g\n", name_, what.c_str(), actual, expected);
}

void Case::compare(const Numbers& actual, const std::vector<double>& expected, double factor, const std::string& what) {
  if (actual.values.size() != expected.size()) {
    ++wrong_;
    std::printf("%s wrong %s has %zu numbers, not %zu\n", name_, what.c_str(), actual.values.size(), expected.size());
    return;
  }
  for (std::size_t i = 0; i < expected.size(); ++i)
    compare(actual.values[i], factor * expected[i], 1e-9, what + " [" + std::to_string(i) + "]");
}

// d value / d x by differences at a step whose points all take the decisions of the point itself, and whose result
// agrees with that of half the step. False where there is none: a kink is near, or the function is too crooked.
bool Case::difference(double& x, double& slope) {
  const double at = x;
  const auto moved = [&](double by, bool& same, std::uint64_t decisions) {
    x = at + by;
    trace = 0;
    const double result = traced();
    same = same && trace == decisions && std::isfinite(result);
    return result;
  };
  trace = 0;
  const double center = traced();
  const std::uint64_t decisions = trace;
  // What rounding does to the value, which is more than its own digits where it was made from larger numbers.
  double jitter = 1e-15 * std::fabs(center), best = INFINITY;
  for (double h : {1e-9, 2.3e-9, 4.1e-9}) {
    bool same = true;
    jitter = std::fmax(jitter, std::fabs(moved(h, same, decisions) + moved(-h, same, decisions) - 2 * center));
  }
  for (double h : {4e-3, 4e-4, 4e-5}) {
    bool same = true;
    double f[6];
    const double steps[6] = {2 * h, h, h / 2, -h / 2, -h, -2 * h};
    for (int i = 0; i < 6; ++i) f[i] = moved(steps[i], same, decisions);
    if (!same) continue;
    const double whole = (8 * (f[1] - f[4]) - (f[0] - f[5])) / (12 * h);
    const double half = (8 * (f[2] - f[3]) - (f[1] - f[4])) / (6 * h);
    const double error = std::fabs(whole - half) + jitter / h;
    if (error < best) best = error, slope = half;
    if (best <= 1e-8 * std::fmax(1.0, std::fabs(slope))) break;  // shorter steps would say the same with more rounding
  }
  x = at;
  return best <= 1e-7 * std::fmax(1.0, std::fabs(slope));
}

// Whether the gradient is much the same next to the point: where the last digits of the inputs decide, it has none.
bool Case::steady(const Numbers& exact) {
  std::vector<double> at;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    at.push_back(*inputs_[i]);
    *inputs_[i] += i % 2 == 0 ? 1e-13 : -1e-13;
  }
  Numbers near;
  gradient(near);
  for (std::size_t i = 0; i < inputs_.size(); ++i) *inputs_[i] = at[i];
  bool is_steady = near.values.size() == exact.values.size();
  for (std::size_t i = 0; is_steady && i < exact.values.size(); ++i)
    is_steady = !(std::fabs(near.values[i] - exact.values[i]) > 1e-9 * std::fmax(1.0, std::fabs(exact.values[i])));
  return is_steady;
}

void Case::point() {
  stage("plain");
  const double expected = value();
  if (!std::isfinite(expected) || std::fabs(expected) > 1e6) {
    passed_over_ += static_cast<int>(inputs_.size());
    return;
  }
  compare(traced(), expected, 0, "traced value: a defect of these tests, it");
  std::vector<double> slopes(inputs_.size());
  std::vector<bool> known(inputs_.size());
  for (std::size_t i = 0; i < inputs_.size(); ++i) known[i] = difference(*inputs_[i], slopes[i]);
  if (!gradient) {  // only the programs themselves are tried
    for (const bool is_known : known) ++(is_known ? compared_ : passed_over_);
    return;
  }
  stage("gradient");
  Numbers exact;
  compare(gradient(exact), expected, 1e-12, "value");
  if (exact.values.size() != inputs_.size()) return compare(exact, slopes, 1, "gradient");
  if (!steady(exact)) {
    passed_over_ += static_cast<int>(inputs_.size());
    return;
  }
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (!known[i]) {
      ++passed_over_;
      continue;
    }
    ++compared_;
    compare(exact.values[i], slopes[i], 1e-6, "gradient [" + std::to_string(i) + "]");
  }
  // All other ways must agree with the gradient itself.
  stage("gradient into the last result");
  Numbers again;
  compare(into(again), expected, 1e-12, "value");
  compare(again, exact.values, 1, "gradient into the last result");
  for (std::size_t i = 0; i < tangents_.size(); ++i) *tangents_[i] = 0.25 * static_cast<double>(i % 7) - 0.6;
  if (items) {
    stage("items");
    Numbers all, one;
    items(all, one);
    compare(all, one.values, 1, "gradient of items");
  }
  if (!vjp) return;
  stage("vjp");
  Numbers product, back;
  compare(vjp(0.75, product), expected, 1e-12, "value of vjp");
  compare(product, exact.values, 0.75, "vjp");
  stage("backward");
  compare(backward(-1.25, back), expected, 1e-12, "value of forward");
  compare(back, exact.values, -1.25, "backward");
  stage("jvp");
  double primal = 0, sum = 0, size = 1;
  for (std::size_t i = 0; i < tangents_.size(); ++i) {
    sum += *tangents_[i] * exact.values[i];
    size += std::fabs(*tangents_[i] * exact.values[i]);
  }
  const double tangent = jvp(primal);
  compare(primal, expected, 1e-12, "value of jvp");
  compare(tangent / size, sum / size, 1e-9, "tangent");
}

int Case::next(int n) {
  state_ = state_ * 6364136223846793005u + 1442695040888963407u;
  return static_cast<int>((state_ >> 33) % static_cast<std::uint64_t>(n));
}

std::int64_t Case::extent() {
  const int extent = next(4);
  extents_of_0_ += extent == 0;
  extents_of_1_ += extent == 1;
  return extent;
}

void Case::run() {
  for (int i = 0; i < 3; ++i) {
    inputs_.clear();
    tangents_.clear();
    for (const auto& collect : collect_) collect();
    for (double* x : inputs_) *x = 0.001 * (next(3001) - 1500);
    for (int* n : wholes_) *n = next(9) - 2;
    const int before = wrong_;
    try {
      point();
    } catch (const std::exception& error) {
      std::printf("%s threw %s\n", name_, error.what());
      return;
    }
    if (wrong_ > before) {
      std::printf("%s at", name_);
      for (double* x : inputs_) std::printf(" %g", *x);
      for (int* n : wholes_) std::printf(" %d", *n);
      std::printf("\n");
    }
  }
  std::printf("%s done %d %d %d %d\n", name_, compared_, passed_over_, extents_of_0_, extents_of_1_);
  std::fflush(stdout);
}

}  // namespace programs
