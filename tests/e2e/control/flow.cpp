#include "flow.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace control {

double fall(double x, double y, int k) {
  double s = 0;
  switch (k) {
    case 1:
      s += x;
    case 2:
      s *= y;
      s += 1;
      [[fallthrough]];
    case 3: {
      s += x * y;
      break;
    }
    default:
      s -= x;
      s *= s;
    case 7:
      s += y;
      break;
    case 4:
    case 5:
      s = x * x;
      return s * y;
  }
  return s * x;
}

double do_continue(double x, int n) {
  double s = x;
  int i = 0;
  do {
    if (i % 3 == 1) continue;
    s = s * x + i;
    if (s > 40) break;
  } while (++i < n && s < 30);
  return s * i + x;
}

double nested_flags(const Matrix& a, double lim) {
  double s = 0;
  bool done = false;
  for (std::int64_t i = 0; i < a.extent(0) && !done; ++i) {
    for (std::int64_t j = 0; j < a.extent(1); ++j) {
      if (j == 2 && s < 0) continue;
      s += a(i, j) * lim;
      if (s > lim) {
        done = true;
        break;
      }
    }
    if (!done) s *= 1.1;
  }
  return s * s;
}

double return_from_nested(const Matrix& a, double lim) {
  double s = 1;
  for (int i = 0; i < a.extent(0); ++i)
    for (int j = i; j < a.extent(1); ++j) {
      s *= 1 + a(i, j);
      if (std::abs(s) > lim) return s * a(i, j);
      if (j == 3) break;
    }
  return s + lim;
}

double comma_for(double x, int n) {
  double s = 0, t = 1;
  for (int i = 0, j = n; i < j; ++i, --j) s += x * i - j * t, t *= x;
  return (s += t, s * x);
}

double shadow(double x, int n) {
  double s = x;
  int i = 7;
  for (int i = 0; i < n; ++i) {
    double x = s + i;
    {
      int i = 2;
      x *= i;
    }
    s = x * 0.3;
  }
  if (double s = x * 2; s > 1) {
    x += s;
  } else {
    x -= s;
  }
  return s * x + i;
}

double goto_less(double x, int n) {
  double s = x;
  int i = 0;
  while (true) {
    if (i >= n) break;
    s *= x;
    ++i;
  }
  return s;
}

static int next_of(int& n) { return n--; }
double while_decl(double x, int n) {
  double s = x;
  while (int k = next_of(n)) {
    if (k < 0) break;
    if (k == 2) continue;
    s = s * 0.5 + k * x;
  }
  for (int i = 0; bool more = i < 3; ++i) {
    s += more ? x : 0;
  }
  while (double d = s > 1 ? s - 1 : 0.0) {
    s = d * 0.5;
    if (s < 0.2) break;
  }
  if (int r = static_cast<int>(s * 3.7 + 0.01) % 3)
    s *= r;
  else
    s += r + x;
  return s;
}

double switch_in_loop(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    switch (i % 4) {
      case 0:
        s += x;
        continue;
      case 1:
        if (s > 3) break;
        s *= 1.5;
      case 2:
        s -= 0.25;
        break;
      default:
        if (s > 5) return s * i;
    }
    s *= 0.9;
  }
  return s * x;
}

double switch_return(double x, int k) {
  switch (k) {
    case 0:
      return x;
    case 1:
      return x * x;
    case -3: {
      double t = std::sin(x);
      return t * t;
    }
    default:
      break;
  }
  switch (k % 2) {
    default:
      x *= 3;
      break;
    case 1:
      x += 1;
  }
  return x * 2;
}

double switch_of_many(double x, int k) {
  double y = 0.5 * x;
  switch (k) {
    case 0: y *= x; break;
    case 7: y = std::sin(x); break;
    case 1:
    case -2: return x * x;
    case 3: y += x * y; break;
    case 4: {
      const double t = x - 4;
      y = t * t;
      break;
    }
    default: y = 2 - x * y; break;
    case 5: y = std::exp(-x); break;
    case 6: return std::cos(y);
    case 9: break;
    case 10: y = x / 3; break;
    case 11: y -= x * x; break;
    case 12: y *= y; break;
  }
  switch (k) {
    case 0: return y;
    case 1: y += 1; break;
    case 2: y *= 2; break;
    case 3: y += x; break;
    case 4: y *= x; break;
    case 5: return y * y;
    case 6: y -= 6; break;
    case 7: y *= y; break;
    case 8: return x;
    case 9: y = x; break;
  }
  return y * x;
}

double switch_nested(double x, int k, int j) {
  double s = 1;
  switch (k) {
    case 0:
      switch (j) {
        case 0:
          s = x;
          break;
        case 1:
          s = x * x;
      }
      s += 1;
      break;
    case 1:
      for (int i = 0; i < j; ++i) {
        if (i == 2) break;
        s *= x;
      }
      break;
    case 2: {
      int t = j;
      while (t > 0) {
        --t;
        if (t == 1) continue;
        s += x * t;
      }
    }
  }
  return s * x;
}

double loop_labels(double x, int n) {
  double best = -9;
  int arg = -1;
  for (int i = 0; i < n; ++i) {
    double v = std::sin(x * (i + 1));
    if (v > best) {
      best = v;
      arg = i;
    }
  }
  return best * arg + x;
}

double while_true(double x, double lim) {
  double y = x;
  int it = 0;
  for (;;) {
    double f = y * y - lim;
    if (std::abs(f) < 1e-12 || ++it > 50) break;
    y -= f / (2 * y);
  }
  return y * x;
}

double for_empty(double x, double lim) {
  double s = x;
  int i = 0;
  for (; s < lim; s += x * ++i)
    ;
  return s * s + i + lim * x;
}

double float_loop(double x, double step) {
  double s = 0;
  for (double t = 0; t < 1; t += 0.125) s += std::exp(-x * t) * step;
  return s;
}

double early_do(double x, int n) {
  int i = 0;
  do {
    x *= 1.2;
    if (x > 3) return x * i;
  } while (i++ < n);
  return -x;
}

double cont_for(double x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (i & 1) continue;
    if (i == 6) {
      s *= 2;
      continue;
    }
    s += x * i * s + 1;
  }
  return s;
}

double do_nested(double x, int n) {
  int i = 0;
  double s = x;
  do {
    int j = 0;
    do {
      s = s * 0.9 + x;
      if (j == 2) break;
    } while (++j < n);
    if (s > 4) break;
    ++i;
  } while (i < n);
  return s * (i + 1);
}

double while_multi(double x, int n) {
  int i = 0, j = n;
  double s = 0;
  while (i < j && s < 50) {
    if ((i + j) % 3 == 0) {
      ++i;
      continue;
    }
    s += x * i * j + x;
    if (s < -20) break;
    --j;
  }
  return s + x * j;
}

enum class Shape { circle, square, tri };
static double area(Shape s, double r) {
  switch (s) {
    case Shape::circle:
      return 3.14 * r * r;
    case Shape::square:
      return r * r;
    case Shape::tri: {
      const double h = r * std::sqrt(3.0) / 2;
      return r * h / 2;
    }
  }
  return 0;
}
double switch_enum_ret(double x, int n) {
  double s = 0;
  for (int i = 0; i < 3; ++i) s += area(static_cast<Shape>((i + n) % 3), x + i);
  return s;
}

double for_double_cond(double x, int n) {
  double s = 1;
  for (int i = 0; i < n && s < 10 && !(i == 4 && x > 1); ++i, s *= 1.5) s += x;
  return s;
}

double down(double x, int n) {
  double s = 0;
  for (int i = n; i >= 0; --i) s = s * x + i;
  for (int i = n; i-- > 0;) s += x;
  int k = n;
  while (k-- > 1) s *= 1.1;
  return s;
}

double bound_changes(double x, int n) {
  double s = x;
  int m = n;
  for (int i = 0; i < m; ++i) {
    s += x * i;
    if (i == 2) m -= 2;
    if (i == 1) i++;
  }
  return s * m;
}

double early_vector(double x, int n) {
  std::vector<double> v;
  for (int i = 0; i < 5; ++i) {
    if (i == n) {
      v.push_back(x * 100);
      break;
    }
    v.push_back(x + i);
  }
  if (v.size() < 2) return v[0];
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (v[i] > 50) return s * v[i];
    s += v[i];
  }
  return s;
}

double goto_free_fsm(double x, int n) {
  int state = 0;
  double s = x;
  bool run = true;
  for (int i = 0; run; ++i) {
    if (state == 0) {
      s += 0.5;
      state = s > 2 ? 1 : 2;
    } else if (state == 1) {
      s *= 0.4;
      state = 0;
    } else {
      s = s * s * 0.5 + 0.1;
      state = 1;
    }
    run = i < n;
  }
  return s * x;
}

}  // namespace control
