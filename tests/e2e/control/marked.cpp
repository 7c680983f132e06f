#include "marked.h"

#include <cmath>
#include <vector>

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

// One step of each chosen number, where one that was chosen before is read.
double steps(const Vector& x, const gradc::Vector<int>& at) {
  Vector y = x + 1.0;
  GRADC_LOOP(independent);
  for (int i = 0; i < at.size(); ++i)
    if (x(i) > -1) y(at(i)) = y(at(i)) * y(at(i)) + std::sin(x(i));
  return gradc::sum(y * y * x);
}

// Any number of trips may multiply one element.
double multiplied(const Vector& x, const gradc::Vector<int>& at) {
  Vector y = x;
  GRADC_LOOP(independent);
  for (int i = 0; i < at.size(); ++i) y(at(i)) *= 2 + x(i);
  return gradc::sum(y * y);
}

// Each trip reads what it wrote itself, and nobody else does.
double worked(const Vector& x, const gradc::Vector<int>& at) {
  Vector y = gradc::zeros_like(x);
  double s = 0;
  GRADC_LOOP(independent);
  for (int i = 0; i < at.size(); ++i) {
    y(at(i)) = std::sin(x(i));
    s += y(at(i)) * y(at(i)) * x(i);
  }
  return s;
}

double rows(const gradc::Matrix<double>& x, const gradc::Vector<int>& at) {
  gradc::Matrix<double> y = gradc::zeros_like(x);
  GRADC_LOOP(independent);
  for (int i = 0; i < at.size(); ++i)
    for (int j = 0; j < x.extent(1); ++j) y(at(i), j) = std::exp(x(i, j));
  return gradc::sum(y * y * x);
}

double listed(const Vector& x, const gradc::Vector<int>& at) {
  std::vector<double> y;
  for (int i = 0; i < x.size(); ++i)
    if (x(i) > -10) y.push_back(1);
  GRADC_LOOP(independent);
  for (int i = 0; i < at.size(); ++i) y[at(i)] = std::sin(x(i)) * x(i);
  double s = 0;
  for (double v : y) s += v * v;
  return s;
}

// Any number of trips may set one element to the same number.
double flagged(const Vector& x, const gradc::Vector<int>& at) {
  Vector y = gradc::zeros_like(x);
  GRADC_LOOP(independent);
  for (int i = 0; i < at.size(); ++i) y(at(i)) = 3;
  return gradc::sum(y * x * x);
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
