#include "by_hand/loops.h"

#include <algorithm>

namespace by_hand {

double recurrence(double y, double rate, std::int64_t trips, Stack& stack, double& d_y, double& d_rate) {
  stack.numbers.resize(static_cast<std::size_t>(trips));
  double* const saved = stack.numbers.data();
  for (std::int64_t k = 0; k < trips; ++k) {
    saved[k] = y;
    y = rate * y * (1 - y);
  }
  d_y = 1;
  d_rate = 0;
  for (std::int64_t k = trips - 1; k >= 0; --k) {
    const double before = saved[k];
    d_rate += d_y * before * (1 - before);
    d_y *= rate * (1 - 2 * before);
  }
  return y;
}

double stencil(const gradc::Vector<double>& u, std::int64_t sweeps, Stack& stack,
               gradc::Vector<double>& d_u) {
  const std::int64_t n = u.extent(0);
  stack.numbers.resize(static_cast<std::size_t>(n + sweeps * n));
  double* const v = stack.numbers.data();
  double* const saved = v + n;
  for (std::int64_t i = 0; i < n; ++i) v[i] = u.data()[i];
  for (std::int64_t k = 0; k < sweeps; ++k)
    for (std::int64_t i = 1; i + 1 < n; ++i) {
      saved[k * n + i] = v[i];
      v[i] = 0.25 * (v[i - 1] + v[i + 1]) + 0.5 * v[i] * v[i];
    }
  double total = 0;
  for (std::int64_t i = 0; i < n; ++i) total += v[i];
  d_u.resize({n});
  double* const d = d_u.data();
  for (std::int64_t i = 0; i < n; ++i) d[i] = 1;
  for (std::int64_t k = sweeps - 1; k >= 0; --k)
    for (std::int64_t i = n - 2; i >= 1; --i) {
      const double bar = d[i];
      d[i] = bar * saved[k * n + i];
      d[i - 1] += 0.25 * bar;
      d[i + 1] += 0.25 * bar;
    }
  return total;
}

double prefix_sum(const gradc::Vector<double>& x, Stack& stack, gradc::Vector<double>& d_x) {
  const std::int64_t n = x.extent(0);
  stack.numbers.resize(static_cast<std::size_t>(n));
  double* const saved = stack.numbers.data();
  const double* const values = x.data();
  double sum = 0, total = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    sum += values[i];
    saved[i] = sum;
    total += 0.5 * sum * sum;
  }
  d_x.resize({n});
  double* const d = d_x.data();
  double d_sum = 0;
  for (std::int64_t i = n - 1; i >= 0; --i) {
    d_sum += saved[i];
    d[i] = d_sum;
  }
  return total;
}

double rosenbrock(const gradc::Vector<double>& x, gradc::Vector<double>& d_x) {
  const std::int64_t n = x.extent(0);
  const double* const values = x.data();
  d_x.resize({n});
  double* const d = d_x.data();
  double sum = 0;
  d[0] = 0;
  for (std::int64_t i = 0; i + 1 < n; ++i) {
    const double a = 1 - values[i], b = values[i + 1] - values[i] * values[i];
    sum += a * a + 100 * b * b;
    d[i] -= 2 * a + 400 * b * values[i];
    d[i + 1] = 200 * b;
  }
  return sum;
}

// In lanes, block by block.
double rosenbrock_relaxed(const gradc::Vector<double>& x, gradc::Vector<double>& d_x) {
  constexpr std::int64_t kBlock = 512;
  const std::int64_t n = x.extent(0);
  const double* const __restrict values = x.data();
  d_x.resize({n});
  double* const d = d_x.data();
  double sum = 0, d_next[kBlock + 1];  // of which the first is what the block before gives to the first of this one
  d_next[0] = 0;
  for (std::int64_t begin = 0; begin + 1 < n; begin += kBlock) {
    const std::int64_t size = std::min(kBlock, n - 1 - begin);
    double* const __restrict d_here = d + begin;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t k = 0; k < size; ++k) {
      const double here = values[begin + k], a = 1 - here, b = values[begin + k + 1] - here * here;
      sum += a * a + 100 * b * b;
      d_next[k + 1] = 200 * b;
      d_here[k] = -2 * a - 400 * b * here;
    }
    for (std::int64_t k = 0; k < size; ++k) d_here[k] += d_next[k];
    d_next[0] = d_next[size];
  }
  d[n - 1] = d_next[0];
  return sum;
}

double running_maximum(const gradc::Vector<double>& x, Stack& stack, gradc::Vector<double>& d_x) {
  const std::int64_t n = x.extent(0);
  stack.flags.resize(static_cast<std::size_t>(n));
  unsigned char* const found = stack.flags.data();
  const double* const values = x.data();
  double most = values[0], total = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    found[i] = values[i] > most;
    if (found[i]) most = values[i];
    total += most;
  }
  d_x.resize({n});
  double* const d = d_x.data();
  double d_most = 0;
  for (std::int64_t i = n - 1; i >= 0; --i) {
    d_most += 1;
    d[i] = found[i] ? d_most : 0;
    if (found[i]) d_most = 0;
  }
  d[0] += d_most;
  return total;
}

// Keeps the states, and computes the middles again.
double oscillator(double y, double v, double rate, std::int64_t trips, Stack& stack, double& d_y, double& d_v, double& d_rate) {
  stack.numbers.resize(static_cast<std::size_t>(2 * trips));
  double* const saved = stack.numbers.data();
  for (std::int64_t k = 0; k < trips; ++k) {
    saved[2 * k] = y;
    saved[2 * k + 1] = v;
    const double a = y + 0.005 * v, b = v + 0.005 * (rate * (1 - y * y) * v - y);
    y += 0.01 * b;
    v += 0.01 * (rate * (1 - a * a) * b - a);
  }
  const double value = y * y + v * v;
  d_y = 2 * y;
  d_v = 2 * v;
  d_rate = 0;
  for (std::int64_t k = trips - 1; k >= 0; --k) {
    y = saved[2 * k];
    v = saved[2 * k + 1];
    const double bend = 1 - y * y, a = y + 0.005 * v, b = v + 0.005 * (rate * bend * v - y);
    const double turned = 1 - a * a, d_second = 0.01 * d_v;
    const double d_a = -d_second * (2 * rate * a * b + 1), d_b = 0.01 * d_y + d_second * rate * turned;
    const double d_first = 0.005 * d_b;
    d_rate += d_second * turned * b + d_first * bend * v;
    d_y += d_a - d_first * (2 * rate * y * v + 1);
    d_v += d_b + 0.005 * d_a + d_first * rate * bend;
  }
  return value;
}

}  // namespace by_hand
