#include "openmp.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace openmp {

double squares(const Vector& x, double w) {
  double s = 0, t = 0;
  const int n = static_cast<int>(x.size());
#pragma omp parallel for default(none) shared(x, n, w) private(t) reduction(+ : s) schedule(static, 4) num_threads(2)
  for (int i = 0; i < n; ++i) {
    t = w * x(i);
    s += t * t * std::exp(t);
  }
  return s;
}

// Two trips may add to one bin.
double scattered(const Vector& x, const Indices& to, int bins) {
  Vector y = gradc::zeros<double>({bins});
#pragma omp parallel for
  for (int i = 0; i < to.size(); ++i) {
    const double v = std::sin(x(i)) * x(i);
#pragma omp atomic
    y(to(i)) += v;
  }
  return gradc::sum(y * y);
}

double added_by_all(const Vector& x) {
  double s = 0, p = 1;
  int count = 0;
#pragma omp parallel for
  for (int i = 0; i < x.size(); ++i) {
    const double v = std::tanh(x(i));
#pragma omp atomic update
    s = v + s;
#pragma omp critical(sums)
    {
      p = p - v * v;
      ++count;
    }
  }
  return s * p + count * s;
}

// What is private in a loop keeps its value outside of it.
double private_names(const Vector& x, double scale) {
  double t = 3, s = 0;
  std::vector<double> pair(2, scale);
  int i = 7;
#pragma omp parallel for private(t) firstprivate(pair, scale) reduction(+ : s)
  for (i = 0; i < x.size(); ++i) {
    t = x(i) * scale;
    pair[1] = t * t;
    s += pair[0] * pair[1] * t;
  }
  return s * t * pair[1];
}

double last_of(const Vector& x) {
  double last = 1, s = 0;
  const int n = static_cast<int>(x.size());
#pragma omp parallel for lastprivate(last) reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    last = x(i) * x(i);
    s += last * i;
  }
  return s + last * last;
}

// Names that begin with a value and keep the last one; counters that are declared before the loop.
double last_values(const Vector& x) {
  double last = 2, s = 0;
  int i = -1, k = 5;
#pragma omp parallel for firstprivate(last) lastprivate(last, i) reduction(+ : s)
  for (i = 0; i < x.size(); ++i) {
    if (i == 0) s += last;
    last = x(i) * x(i);
    s += last;
  }
#pragma omp simd reduction(+ : s)
  for (k = 0; k < x.size(); ++k) s += std::sin(x(k));
  return s + last * i - s * k;
}

// A function that is called has a loop of its own, for the threads that are there.
double row_energy(const gradc::Matrix<double>& points, int i, double radius) {
  double e = 0;
#pragma omp simd reduction(+ : e)
  for (int k = 0; k < points.extent(1); ++k) e += std::exp(-points(i, k) * points(i, k) / radius);
  return e;
}

double potential(const gradc::Matrix<double>& points, double radius) {
  const int n = static_cast<int>(points.extent(0)), d = static_cast<int>(points.extent(1));
  double e = 0;
#pragma omp parallel for collapse(2) reduction(+ : e)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double r = 0;
      for (int k = 0; k < d; ++k) r += (points(i, k) - points(j, k)) * (points(i, k) - points(j, k));
      e += std::exp(-r / radius);
    }
#pragma omp for
  for (int i = 0; i < n; ++i) {
    const double one = row_energy(points, i, radius);
#pragma omp atomic
    e -= one;
  }
  return e;
}

double extremes(const Vector& x) {
  double most = -std::numeric_limits<double>::infinity(), least = std::numeric_limits<double>::infinity();
#pragma omp parallel for simd reduction(max : most) reduction(min : least)
  for (int i = 0; i < x.size(); ++i) {
    most = std::max(most, x(i) * x(i));
    if (x(i) < least) least = x(i);
  }
  return most * least;
}

double other_reductions(const Vector& x) {
  bool positive = true;
  double p = 1, s = 0;
#pragma omp parallel for reduction(&& : positive) reduction(* : p) reduction(- : s)
  for (int i = 0; i < x.size(); ++i) {
    positive = positive && x(i) > 0;
    p *= 1 + x(i) * x(i);
    s -= x(i) * x(i) * x(i);
  }
  return positive ? p : s * p;
}

Vector smoothed(const Vector& x, int times) {
  Vector y = x;
  const int n = static_cast<int>(x.size());
  for (int k = 0; k < times; ++k) {
    Vector next = y;
#pragma omp parallel for schedule(dynamic) if (n > 100)
    for (int i = 1; i < n - 1; ++i) next(i) = 0.25 * y(i - 1) + 0.5 * std::sin(y(i)) + 0.25 * y(i + 1);
    y = next;
  }
  return y;
}

}  // namespace openmp
