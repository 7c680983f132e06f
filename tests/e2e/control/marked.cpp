#include "marked.h"

#include <cmath>

namespace marked {

Sums sums(const Vector& x) {
  Sums s{0, 0};
  for (double v : x) s.in_order += std::exp(v) * v;
  GRADC_LOOP(relaxed);
  for (int i = 0; i < x.size(); ++i) s.in_any_order += std::exp(x(i)) * x(i);
  return s;
}

double inside(const Vector& x, int n) {
  double s = 0;
  GRADC_LOOP(relaxed, independent);
  for (int k = 0; k < n; ++k) {
    double t = k;
    for (int i = 0; i < x.size(); ++i) t += x(i) * x(i);
    s += std::log(t);
  }
  return s;
}

double inside_in_order(const Vector& x, int n) {
  double s = 0;
  GRADC_LOOP(independent);
  for (int k = 0; k < n; ++k) {
    double t = k;
    for (int i = 0; i < x.size(); ++i) t += x(i) * x(i);
    s += std::log(t);
  }
  return s;
}

double scattered(const Vector& x, const gradc::Vector<int>& at) {
  Vector y = gradc::zeros_like(x);
  GRADC_LOOP(independent);
  for (int i = 0; i < at.size(); ++i) y(at(i)) = std::sin(x(i)) * x(i);
  return gradc::sum(y * y * x);
}

double extremes(const Vector& x) {
  double most = -10, product = 1;
  int where = 0;
  GRADC_LOOP(independent);
  for (int i = 0; i < x.size(); ++i) {
    if (x(i) > most) {
      most = x(i);
      where = i;
    }
    product *= 1 + x(i) * x(i);
    if (x(i) > 1.2) break;
  }
  return most * product * x(where);
}

}  // namespace marked
