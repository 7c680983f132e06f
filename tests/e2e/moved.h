// Vectors of numbers as directions: what end-to-end tests of products with derivatives move arguments by.
#pragma once

#include <gradc/gradc.h>

namespace e2e {

inline double dot(const gradc::Vector<double>& a, const gradc::Vector<double>& b) {
  double sum = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) sum += a(i) * b(i);
  return sum;
}

// x + by d.
inline gradc::Vector<double> moved(const gradc::Vector<double>& x, const gradc::Vector<double>& d, double by) {
  gradc::Vector<double> y = x;
  for (std::int64_t i = 0; i < x.size(); ++i) y(i) += by * d(i);
  return y;
}

}  // namespace e2e
