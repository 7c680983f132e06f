// As programs that march in time are written.
#include "turns.h"

#include <cmath>
#include <utility>

namespace turns {

double two_buffers_of(const std::vector<double>& x, int steps) {
  const int n = static_cast<int>(x.size());
  std::vector<double> a = x, b(x.size());
  double* now = a.data();
  double* next = b.data();
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n; ++i) next[i] = now[i] * now[i] * 0.5 + (i > 0 ? now[i - 1] : 0.0);
    std::swap(now, next);
  }
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += now[i] * (i + 1) + next[i];
  return sum;
}
double until_it_stays(const std::vector<double>& x, int steps) {
  const int n = static_cast<int>(x.size());
  std::vector<double> a = x, b(x.size(), 1.0);
  double* now = a.data();
  double* next = b.data();
  for (int s = 0; s < steps; ++s) {
    double change = 0;
    for (int i = 0; i < n; ++i) {
      next[i] = std::cos(now[i]);
      change += (next[i] - now[i]) * (next[i] - now[i]);
    }
    if (change < 1e-2) break;
    std::swap(now, next);
  }
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * 2 + b[i] + now[i] * 3;
  return sum;
}
double three_levels(const std::vector<double>& x, int steps) {
  const int n = static_cast<int>(x.size());
  std::vector<double> a = x, b(x.size(), 1.0), c(x.size(), 2.0);
  double *before = a.data(), *now = b.data(), *next = c.data(), *last;
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n; ++i) next[i] = 2 * now[i] - before[i] + 0.1 * now[i] * now[i];
    last = before;
    before = now;
    now = next;
    next = last;
  }
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += before[i] + 2 * now[i] + 3 * next[i] + a[i] * b[i] - c[i];
  return sum;
}
static void smooth(double* now, double* next, int n, int steps) {
  for (int s = 0; s < steps; ++s) {
    for (int i = 1; i < n - 1; ++i) next[i] = 0.5 * (now[i - 1] + now[i + 1]) + now[i] * now[i];
    std::swap(now, next);
  }
}
double in_a_callee(const std::vector<double>& x, int steps) {
  const int n = static_cast<int>(x.size());
  std::vector<double> a = x, b = x;
  smooth(a.data(), b.data(), n, steps);
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] + 2 * b[i];
  return sum;
}
double sometimes(double x, int steps) {
  double a = x, b = 2 * x;
  double *p = &a, *q = &b;
  for (int s = 0; s < steps; ++s) {
    *q += *p * *p;
    if (s % 3 != 1) std::swap(p, q);
  }
  return *p * 2 + *q + a * b;
}
double by_third(double x, int steps) {
  double a = x, b = 2 * x;
  double *p = &a, *q = &b, *third;
  for (int s = 0; s < steps; ++s) {
    *q += *p * *p;
    third = p;
    std::swap(p, q);
    *third *= 1.1;
  }
  return *p * 2 + *q + a;
}
double loop_in_loop(const std::vector<double>& x, int steps) {
  const int n = static_cast<int>(x.size());
  std::vector<double> a = x, b(x.size());
  double *now = a.data(), *next = b.data();
  double sum = 0;
  for (int k = 0; k < 2; ++k) {
    for (int s = 0; s < steps + k; ++s) {
      for (int i = 0; i < n; ++i) next[i] = std::sin(now[i] * now[i] + k);
      std::swap(now, next);
    }
    for (int i = 0; i < n; ++i) sum += now[i];
  }
  return sum;
}
double in_an_arm(const std::vector<double>& x, int steps) {
  std::vector<double> a = x, b(x.size());
  std::vector<double>::iterator now = a.begin(), next = b.begin();
  if (steps > 1)
    for (int s = 0; s < steps; ++s) {
      for (std::size_t i = 0; i < x.size(); ++i) next[i] = now[i] * now[i];
      std::swap(now, next);
    }
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += now[i];
  return sum;
}
struct Buffers {
  double* now;
  double* next;
  void turn() { std::swap(now, next); }
};
double of_a_class(const std::vector<double>& x, int steps) {
  std::vector<double> a = x, b(x.size());
  Buffers buffers{a.data(), b.data()};
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 0; i < x.size(); ++i) buffers.next[i] = buffers.now[i] * buffers.now[i];
    buffers.turn();
  }
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += buffers.now[i];
  return sum;
}
double with_an_offset(const std::vector<double>& x, int steps) {
  std::vector<double> a = x, b(x.size() + 2);
  double *now = a.data(), *next = b.data() + 1;
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 0; i < x.size(); ++i) next[i] = now[i] * now[i];
    std::swap(now, next);
  }
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += now[i];
  return sum;
}
double of_new(const std::vector<double>& x, int steps) {
  const std::size_t n = x.size();
  double* now = new double[n];
  double* next = new double[n];
  for (std::size_t i = 0; i < n; ++i) now[i] = x[i];
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 0; i < n; ++i) next[i] = now[i] * now[i];
    double* last = now;
    now = next;
    next = last;
  }
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += now[i];
  delete[] now;
  delete[] next;
  return sum;
}
double named_after(double x, int steps) {
  double a = x, b = 2 * x;
  double *p = &a, *q = &b;
  for (int s = 0; s < steps; ++s) {
    *q += *p * *p;
    std::swap(p, q);
  }
  const double found = *p;
  a += 3;
  b *= 2;
  return found + *p * 2 + *q;
}
double of_two_sizes(const std::vector<double>& x, int steps) {
  std::vector<double> a = x, b(2 * x.size() + 1, 1.5);
  double *now = a.data(), *next = b.data();
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 0; i < x.size(); ++i) next[i] += now[i] * now[i];
    std::swap(now, next);
  }
  double sum = 0;
  for (double one : a) sum += one;
  for (double one : b) sum += one * one;
  return sum;
}
double that_grow(const std::vector<double>& x, int steps) {
  std::vector<double> a = x, b = x;
  std::vector<double>*now = &a, *next = &b;
  for (int s = 0; s < steps; ++s) {
    next->push_back(s * 1.1);
    for (std::size_t i = 0; i < x.size(); ++i) (*next)[i] += (*now)[i] * (*now)[i];
    std::swap(now, next);
  }
  double sum = 0;
  for (double one : *now) sum += one;
  return sum + static_cast<double>(a.size());
}
double with_exits(const std::vector<double>& x, int steps) {
  std::vector<double> a = x, b = x;
  double *now = a.data(), *next = b.data();
  for (int s = 0; s < steps; ++s) {
    if (s == 2) continue;
    for (std::size_t i = 0; i < x.size(); ++i) next[i] += now[i] * now[i];
    if (!x.empty() && next[0] > 50) return next[0];
    std::swap(now, next);
  }
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += now[i];
  return sum;
}

}  // namespace turns
