#include "elements.h"

#include <cmath>

namespace elements {

double huber(const Vector& x, const Vector& y) {
  double loss = 0;
  for (int i = 0; i < x.size(); ++i) {
    const double d = x(i) - y(i);
    if (std::abs(d) < 0.5)
      loss += 0.5 * d * d;
    else
      loss += 0.5 * (std::abs(d) - 0.25);
  }
  return loss;
}

// Neither the logarithm nor the root exists in the arm that isn't executed.
double logs(const Vector& x) {
  double s = 1;
  for (int i = 0; i < x.size(); ++i) {
    if (x(i) > 0)
      s += std::log(x(i)) * x(i);
    else
      s -= std::sqrt(-x(i)) * std::exp(x(i));
  }
  return s;
}

double one_armed(const Vector& x, double limit) {
  double s = 0, over = 0;
  for (int i = 0; i < x.size(); ++i) {
    if (x(i) > limit) over += (x(i) - limit) * (x(i) - limit);
    s += x(i) * limit;
  }
  return s + over;
}

double in_branches(const Vector& x, const Vector& y) {
  double a = 0, b = 0;
  for (int i = 0; i < x.size(); ++i) {
    const double d = x(i) * y(i);
    if (d > 0) {
      a += d;
      if (x(i) > 0.5) {
        a += std::sin(x(i));
        b -= y(i) * y(i);
      }
    } else if (y(i) < -0.5) {
      b += d * d;
    }
  }
  return a * b;
}

double set_in_arms(const Vector& x) {
  Vector y = x;
  for (int i = 0; i < x.size(); ++i)
    if (x(i) < 0) y(i) = 0.1 * x(i) * x(i);
  for (int i = 0; i < x.size(); ++i) {
    if (y(i) > 0.3)
      y(i) = 0.3 + 0.5 * (y(i) - 0.3);
    else
      y(i) = y(i) * y(i);
  }
  double s = 0;
  for (int i = 0; i < y.size(); ++i) s += y(i) * (i + 1);
  return s;
}

double with_neighbours(const Vector& x) {
  double s = 0;
  for (int i = 1; i < x.size() - 1; ++i) {
    const double slope = x(i + 1) - x(i - 1);
    if (slope * slope > 0.5) s += slope * x(i);
  }
  return s;
}

double functions(const Vector& x, double scale) {
  double s = 0;
  for (int i = 0; i < x.size(); ++i) {
    const double e = std::exp(scale * x(i)), t = std::tanh(e * x(i));
    s += t * e + std::cos(t);
  }
  return s;
}

// The recurrence stays a loop, and so does its adjoint, with the other sum's.
double with_a_recurrence(const Vector& x) {
  double y = 0.5, s = 0;
  for (int i = 0; i < x.size(); ++i) {
    y = 0.9 * y + x(i);
    s += std::exp(x(i)) * x(i);
  }
  return y * s;
}

double scaled_in_place(const Vector& x, double scale) {
  Vector y = x;
  for (int i = 0; i < y.size(); ++i) y(i) *= scale;
  for (int i = 0; i < y.size(); ++i) y(i) += x(i) * x(i);
  double s = 0;
  for (int i = 0; i < y.size(); ++i) s += y(i) * y(i) * y(i);
  return s;
}

// What is compared has the bits that it has in the loop.
double compared(const Vector& x) {
  double s = 0;
  for (int i = 0; i < x.size(); ++i)
    if (std::exp(x(i)) > 1) s += x(i) * x(i);
  return s;
}

double when_asked(const Vector& x, bool squares) {
  double s = 0;
  for (int i = 0; i < x.size(); ++i) s += squares ? x(i) * x(i) : 3 * x(i);
  return s;
}

double short_of(const Vector& x, const Vector& y) {
  double s = 0;
  for (int i = 0; i < x.size(); ++i) s += x(i) * y(i);
  return s;
}

}  // namespace elements
