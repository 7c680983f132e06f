#include "jumps.h"

#include <cmath>

namespace control {

double past_statements(double x, double y) {
  double z = x;
  if (x > 1) goto done;
  z = z * y;
  if (y > 1) {
    z += 3 * x;
    goto done;
  }
  z = z * z + y;
done:
  return z * x + y;
}

double to_two_labels(double x, int k) {
  double y = x * x;
  if (k == 0) goto second;
  if (k == 1) goto first;
  y += 2 * x;
first:
  y *= x;
  if (k == 2) goto second;
  y = std::sin(y);
second:
  y += x;
  return y * y;
}

double out_of_loops(double x, double y, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      s += x * (i + 1) + y * j;
      if (s > 4) goto found;
    }
    s *= y;
  }
  s = s * s;
found:
  return s * x;
}

double within_a_loop(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    if (i == 1) goto next;
    s *= x + i;
    if (s > 3) {
      s -= 1;
      goto next;
    }
    s += x;
  next:
    s += 0.25 * x;
  }
  return s;
}

double out_of_a_switch(double x, int k) {
  double y = x;
  switch (k) {
    case 0:
      y = x * x;
      break;
    case 1:
      goto end;
    case 2:
      y += 1;
      [[fallthrough]];
    default:
      y *= 3;
      if (x > 1) goto end;
  }
  y += x;
end:
  return y * x;
}

// Variables without initial values are those of all labels.
double named_in_a_switch(double x, int k) {
  double r = x;
  switch (k) {
    int times;
    double y;
    case 1:
      times = 2;
      r *= times;
      [[fallthrough]];
    case 2:
      y = x * r;
      r += y;
      break;
    case 3:
      times = 3;
      y = times * x;
      r = y * y;
      break;
    default:
      r += 1;
  }
  return r;
}

double and_returns(double x, double y) {
  double z = 0;
  if (x < 0) goto fail;
  z = std::sqrt(x);
  if (z > y) goto fail;
  return z * y;
fail:
  if (y > 1) return x * y;
  return -x;
}

double back(double x, int n) {
  double y = 1;
  int i = 0;
again:
  y *= x;
  ++i;
  if (i < n) goto again;
  return y + x;
}

double back_and_out(double x, double y, int n) {
  double s = 0;
  int i = 0;
more:
  s += x * i;
  if (s > 3) goto out;
  if (i == 7) return s * s;
  i += 1;
  if (i < n) {
    s *= y;
    goto more;
  }
  s += y;
out:
  return s * x;
}

// As old codes sum a series.
double series(double x) {
  double term = 1, sum = 1, n = 0;
  if (x == 0) goto done;
loop:
  n += 1;
  term *= x / n;
  sum += term;
  if (std::fabs(term) > 1e-16 * std::fabs(sum)) goto loop;
done:
  return sum;
}

namespace {

double limited(double x, double limit) {
  double y = x * x;
  if (y < limit) goto end;
  y = limit + std::log(y / limit);
end:
  return y;
}

}  // namespace

double in_a_callee(double x, double y) {
  double s = limited(x, 0.5);
  if (s > 1) goto end;
  s += limited(y, s);
end:
  return s * y;
}

}  // namespace control
