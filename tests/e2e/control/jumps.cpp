#include "jumps.h"

#include <cmath>
#include <stdexcept>

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

// --- into blocks that leave, and back to what has been passed ---

double into_a_block(double x, double y) {
  if (x > 3) {
    y = x * y;
  fail:
    return y * 2;
  }
  if (y > 0.2) goto fail;
  return x + y;
}

double out_of_a_loop_into_a_block(double x, double y) {
  double s = x, u = 1;
  if (x > 5) {
  single:
    u *= s;
    return u * y + 1;
  }
  while (s < 4) {
    if (s * u > 1.5) goto single;
    u *= 1.3 * s;
    s += 0.3;
  }
  return s * u * y;
}

double out_of_loops_into_blocks(double x, int n) {
  double s = 0, c = 1;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 4; ++j) {
      c *= x;
      if (c > 3) goto over;
      if (c < 0.01) goto under;
      s += c;
    }
    if (s > 1000) {
    over:
      s += c * 2;
      goto done;
    }
    continue;
  }
  s *= 2;
  if (s > 1e6) {
  under:
    return s * c + x;
  }
done:
  return s * x;
}

double into_an_arm(double x, double y) {
  double r = 0;
  if (x > 1) {
    r = x;
    goto other;
  } else {
    r = y;
  other:
    r *= x + y;
    goto end;
  }
end:
  return r;
}

double to_a_throw(double x, double y) {
  double r = x;
  if (x > 9) {
  bad:
    throw std::domain_error("bad");
  }
  if (y < -5) goto bad;
  if (x > 1) goto first;
  r = x * 2;
  if (y > 1) goto second;
  r += y;
first:
second:
  r *= y;
  return r;
}

namespace {

void store_or_square(double x, double* out) {
  *out = x;
  if (x > 1) goto store;
  *out = x * x;
  return;
store:
  *out *= 3 * x;
}

}  // namespace

double to_the_end_of_a_function(double x) {
  double r = 0;
  store_or_square(x, &r);
  return r;
}

double back_to_what_returns(double x, double y) {
  double r = x;
  if (x < 0.3) goto wide;
  if (x > 2) goto big;
  r = std::sin(x);
last:
  if (r > 0.9) r *= 0.5;
  return r * y;
wide:
  r = x * x + y;
  goto last;
big:
  r = std::log(x);
  if (y > 0.5) goto wide;
  goto last;
}

// --- loops of jumps ---

double back_in_a_loop(double x) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
  retry:
    x *= 0.7;
    if (x > 0.3) goto retry;
    s += x * x;
    x += 1;
  }
  return s;
}

double names_after_a_jump_back(double x) {
again:
  double y = std::exp(x);
  if (y > 1) {
    x -= 0.7;
    goto again;
  }
  return y * x;
}

double into_what_repeats(double x, int k) {
  double s = 1;
  int trips = 0;
  if (k > 1) goto middle;
  s += x;
again:
  s *= x;
middle:
  s += 0.5 * x;
  if (s < 3 && ++trips < 9) goto again;
  return s * s;
}

// Forward past a label that is jumped back to from after it.
double crossing(double x, int k) {
  double s = x, t = 1;
  int n = 0;
  if (k == 1) goto newt;
  if (k == 2) goto halve;
  t = x * x;
halve:
  for (int i = 0; i < 10; ++i) {
    s = 0.5 * s + t;
    if (s > 2) goto newt;
    if (s < 0.1) goto under;
  }
  s *= 3;
  if (s < -5) {
  under:
    s = x * x * x;
    goto done;
  }
newt:
  if (n > 0) goto done;
  n = 1;
  t *= 0.4;
  for (int i = 0; i < 3; ++i) {
    s = s * s * 0.2 + x;
    if (s > 4) goto done;
  }
  s *= 0.5;
  goto halve;
done:
  return s * t;
}

double recurrence(double x, double n) {
  double ans, pk, qk, pk1, qk1, t, r;
  int flag = n < 0 ? 1 : 0, ctr;
start:
  pk1 = x;
  qk1 = n + n;
  pk = 0;
  qk = 1;
  ans = 0;
  ctr = 0;
  do {
    r = pk1 / (qk1 + 2.5);
    if (r != 0) {
      t = std::fabs((ans - r) / r);
      ans = r;
    } else
      t = 1;
    if (++ctr > 8) goto done;
    if (t < 1e-3) goto done;
    pk = pk1 * 0.5 + x;
    pk1 = pk;
    qk = qk1 + 1.5;
    qk1 = qk;
  } while (t > 1e-3);
done:
  if (ans == 0) ans = 1;
  if (flag > 0 && ans < 0.5) {
    flag = -1;
    n = n - 1;
    goto start;
  }
  return ans * n * x;
}

double back_in_what_repeats(double x, int n) {
  double s = x;
  int i = 0, j;
outer:
  j = 0;
inner:
  s = s * 0.9 + 0.1 * x * x;
  if (++j < 3) goto inner;
  s += 0.2;
  if (++i < n) goto outer;
  return s;
}

double back_to_three(double x, int n) {
  double s = x;
  int i = 0, j = 0;
outer:
  s *= 0.8;
mid:
  s += 0.3 * x;
inner:
  s = s * 0.9 + 0.1 * x * x;
  if (++j < 3) goto inner;
  if (++i < n) goto mid;
  if (i < n + 2) goto outer;
  return s;
}

// --- what is declared where a branch has the rest of the statements ---

double declared_after_a_return(double x, int n) {
  if (x < -5) return 0;
  double y = x * x;
  for (int i = 0; i < n; ++i) {
    y *= x;
    if (y > 3) goto end;
    y += 1;
  }
  y *= 2;
end:
  return y * x;
}

double declared_without_a_value(double x, int n) {
  if (x < -5) return 0;
  double y, z = x;
  y = z * z;
  if (n > 3) goto end;
  y *= 2;
end:
  return y * x + z;
}

double declared_in_what_repeats(double x, int n) {
  if (n < 0) return x;
  const double k = x + 1;
  int i = 0;
again:
  double w = k * x;
  x += 0.1 * w;
  if (n > 5) return x * k;
  double v = w * w;
  if (++i < n) goto again;
  return x * k * v;
}

double objects_after_a_return(double x, int n) {
  if (x < -5) return 0;
  struct {
    double a, b;
  } p{x, 2};
  double m[3] = {x, 1, 2};
  double* q = m + 1;
  if (n > 3) goto end;
  q[0] *= x;
  p.a *= 2;
end:
  return q[0] * p.a + m[0] * p.b;
}

double declared_past_a_jump(double x, int n) {
  if (x > 2) goto end;
  double late;
  late = x * x;
  if (late > 1) return late;
end:
  late = 2 * x;
  return x * late;
}

double bound_before(double x, int n) {
  auto f = [](double a) { return 2 * a * a; };
  double& r = x;
  for (int i = 0; i < n; ++i) {
    x *= 0.9;
    if (x < 0.3) goto end;
  }
  x += 1;
end:
  r *= 2;
  return f(x) * x;
}

double next_trip(double x, int n) {
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    if (k == n) continue;
    double y = x * k;
    if (y > 1) {
      y -= 0.5;
      goto add;
    }
    if (n > 4) break;
    y *= 3;
  add:
    double z = y * y;
    if (z > 3) goto next;
    s += z;
  next:
    s += 0.5 * y + z;
  }
  return s;
}

// Text for the eyes alone, by a condition.
namespace {

void report(const char*, int) {}

}  // namespace

double reported(double x, int k) {
  if (x > 1) {
    report(k > 0 ? "upper" : "lower", 1);
    report(k > 0 ? "up" : "lower", 2);
  }
  return x * x;
}

}  // namespace control
