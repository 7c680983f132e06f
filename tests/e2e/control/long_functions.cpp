#include "long_functions.h"

#include <cmath>

#define TEN(s) s s s s s s s s s s

// Each reads what was made one and two statements before, and an element.
#define STEP               \
  {                        \
    const double before = a; \
    a = std::sin(a * x(i)) + 0.5 * b; \
    b = before;            \
    ++i;                   \
  }

namespace control {

double long_chain(double a, double b, const Vector& x) {
  const double first = a * b, second = std::cos(b);  // read at the end
  int i = 0;
  TEN(TEN(STEP) i = 0;)
  return a + b * first + second * x(0);
}

double long_arms(double a, double b, const Vector& x) {
  const double first = a * b;
  int i = 0;
  if (a > 0) {
    TEN(TEN(STEP) i = 1;)
  } else {
    TEN(TEN(STEP) i = 2;)
    b = b * first;
  }
  return a + b;
}

double long_trips(double a, double b, const Vector& x, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k) {
    if (sum > 2) break;
    int i = k;
    TEN(TEN(STEP) i = k + 1;)
    sum += a * b;
  }
  return sum + a;
}

double long_tensors(double a, const Vector& x) {
  Vector h = a * x;
  TEN(TEN(h = gradc::tanh(h) + x * h(0);))
  return gradc::sum(h);
}

}  // namespace control
