#include "language.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace control {

double state_machine(double x, double rate, int steps) {
  enum class Mode { heat, hold, cool };
  Mode mode = Mode::heat;
  double t = x, used = 0;
  for (int i = 0; i < steps; ++i) {
    switch (mode) {
      case Mode::heat:
        t += rate * (2 - t);
        used += rate;
        if (t > 1.2) mode = Mode::hold;
        break;
      case Mode::hold:
        t *= 0.97;
        if (t < 1) mode = Mode::heat;
        else if (i % 4 == 3) mode = Mode::cool;
        break;
      case Mode::cool: {
        const double loss = 0.2 * t * t;
        t -= loss * rate;
        mode = Mode::hold;
      }
    }
  }
  return t * t + used;
}

double early_returns(double x, double y) {
  if (x < -1) return y * y;
  const double d = x * y;
  if (d > 1) return std::log(d);
  if (y > 0) {
    if (d < 0.1) return x + y;
    double s = d;
    for (int i = 0; i < 3; ++i) {
      s += x;
      if (s > 0.8) return s * y;
    }
  } else if (x > 0.5) {
    return std::exp(d);
  }
  return d * d * d + x;
}

double breaks_by_flags(const Matrix& a, double lim) {
  double s = 0;
  bool found = false;
  for (int i = 0; i < a.extent(0) && !found; ++i)
    for (int j = 0; j < a.extent(1); ++j) {
      s += a(i, j) * a(i, j) + 0.01 * lim;
      if (s > lim) {
        found = true;
        break;
      }
    }
  return found ? s * lim : s * s;
}

double lambdas_in_loops(double x, double y, int n) {
  double total = 0, weight = 1;
  const auto step = [&](double v) {
    if (v > 2) return;
    total += weight * v;
    weight *= y;
  };
  for (int i = 0; i < n; ++i) {
    const auto scaled = [=](double v) { return v * x + i; };
    step(scaled(y));
    auto both = [&, i](double a, double b) { return a < b ? step(a), a : b * i; };
    total += both(x, weight);
  }
  int calls = 0;
  auto counting = [calls](double v) mutable { return v * ++calls; };
  return counting(total) + counting(weight) + calls;
}

template <class T>
T cube(T x) {
  return x * x * x;
}
template <int N, class T>
T power(T x) {
  if constexpr (N == 0) return T(1);
  else return x * power<N - 1>(x);
}
template <class F>
double repeated(F f, double x, int n) {
  for (int i = 0; i < n; ++i) x = f(x);
  return x;
}
template <class... T>
double sum_of(T... x) {
  return (x + ...);
}

double function_templates(double x, double y) {
  return cube(x) + power<4>(y) * cube(2) + repeated([y](double v) { return std::sin(v) + y; }, x, 3) + sum_of(x, y, x * y);
}

template <class T, int N>
struct Vec {
  T e[N];
  Vec operator+(const Vec& o) const {
    Vec out = *this;
    for (int i = 0; i < N; ++i) out.e[i] += o.e[i];
    return out;
  }
  Vec& operator*=(T s) {
    for (T& v : e) v *= s;
    return *this;
  }
  T operator[](int i) const { return e[i]; }
  T& operator[](int i) { return e[i]; }
  T dot(const Vec& o) const {
    T s = 0;
    for (int i = 0; i < N; ++i) s += e[i] * o[i];
    return s;
  }
};

double class_templates(double x, double y) {
  Vec<double, 3> a{{x, y, x * y}}, b{{1, x, 2}};
  a *= y;
  b[1] += a[0];
  auto c = a + b;
  for (int i = 0; i < 3; ++i) c[i] *= c[(i + 1) % 3];
  return c.dot(a) + b[1];
}

class Filter {
 public:
  Filter(double gain, double start) : gain_(gain), state_(start) {}
  double feed(double x) {
    state_ += gain_ * (x - state_);
    if (++count_ % 3 == 0) gain_ *= 0.5;
    return state_;
  }
  int count() const { return count_; }

 private:
  double gain_, state_;
  int count_ = 0;
};

double members_that_mutate(double x, double y, int n) {
  Filter filter(x, y);
  double s = 0;
  for (int i = 0; i < n; ++i) s += filter.feed(std::sin(y * i)) * filter.feed(x);
  return s * filter.count() + filter.feed(s) + x;
}

double algorithms(const std::array<double, 4>& x) {
  std::array<double, 4> a = x, b;
  std::copy(a.begin(), a.end(), b.begin());
  std::fill(a.begin(), a.begin() + 2, x[3] * x[2]);
  std::swap(a[0], b[3]);
  const double s = std::accumulate(a.begin(), a.end(), x[0]);
  const double p = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  return s * p + std::max(a[1], b[1]) * std::min(a[2], b[2]) + std::clamp(s, -10.0, 10.0) + std::max({a[0], a[1], a[2]});
}

// What is compared is not what is returned; of what is equal std::max and std::min give the first.
double comparisons(const std::array<double, 4>& x) {
  const auto by_size = [](double a, double b) { return std::abs(a) < std::abs(b); };
  double s = std::max(x[0], x[1], by_size) * std::min(x[2], x[3], by_size) + std::clamp(x[0], x[2], x[3], std::greater<double>());
  s *= std::max({x[0], x[1] * x[1], x[2]}, [&](double a, double b) { return a * x[3] < b * x[3]; });
  const auto [low, high] = std::minmax(x[0], x[3], by_size);
  const double a = low * high * high * s, b = -a;
  return s + 2 * std::max(a, b, by_size) * std::min(b, a, by_size) + std::max(b, a, by_size);
}

static constexpr auto cubed = [](double x) { return x * x * x; };
const auto swept = [](double x, int n) {
  double s = 0;
  for (int i = 1; i <= n; ++i) s += cubed(std::sin(x * i)) / i;
  return s;
};

double constant_lambdas(double x, double y) { return swept(x, 3) * cubed(y) + swept(x * y, 2) + swept(cubed(y), 4); }

static std::pair<double, double> rotated(double x, double y) { return {x * 0.8 - y * 0.6, x * 0.6 + y * 0.8}; }

double bindings(double x, double y, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const auto [u, v] = rotated(x, y);
    x = u + 0.1 * i;
    y = v * u;
  }
  std::tuple<double, double, int> t{x, y, n};
  auto& [a, b, k] = t;
  a *= b;
  k += 1;
  double c[2] = {s + x, y};
  auto& [first, second] = c;
  first += second;
  std::tie(x, y) = rotated(a, c[0]);
  return x * y * std::get<2>(t);
}

static double total(const double* p, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += p[i] * p[i];
  return s;
}
static void scale(double* p, int n, double by) {
  for (double* q = p; q != p + n; ++q) *q *= by;
}
static void cumulate(double* p, int n) {
  while (n-- > 1) {
    p[1] += p[0];
    ++p;
  }
}

double pointers_with_length(const Vector& x, double s) {
  double a[5];
  for (int i = 0; i < 5; ++i) a[i] = x(i);
  scale(a, 3, s);
  cumulate(a + 1, 4);
  return total(a, 5) + total(&a[2], 2) * s + total(x.data(), 2);
}

double two_dimensional(double x, double y) {
  double m[2][3] = {{x, y, 1}, {y, x}};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = m[i][j] * x + m[1 - i][2 - j];
  double s = 0;
  for (const auto& row : m)
    for (double e : row) s += e * e;
  std::array<std::array<double, 2>, 2> b{{{x, y}, {y, x}}};
  b[0][1] *= b[1][0];
  for (auto& row : b) row[0] += s;
  return s + b[0][0] * b[1][0] + b[0][1];
}

double constants(double x) {
  constexpr double kTable[] = {0.5, 1.5, -2.0};
  static const int kOrder[3] = {2, 0, 1};
  double s = x;
  for (int i : kOrder) s = s * x + kTable[i];
  for (double c : {0.1, 0.2, 0.3}) s += c * s * x;
  return s;
}

double declared_in_conditions(double x, int n) {
  double s = 0;
  if (const double y = x * x; y > 0.5) s += y * x;
  else s -= y;
  while (int k = n--) {
    if (k < 0) break;
    s = s * 0.5 + k * x;
  }
  switch (const int r = static_cast<int>(s) % 2; r) {
    case 0: s *= 2; break;
    default: s += r * x;
  }
  return s + x;
}

double narrow_and_unsigned(double x, int n) {
  unsigned char c = 250;
  unsigned u = static_cast<unsigned>(n);
  std::size_t steps = 0;
  double s = x;
  for (unsigned char i = 0; i < 10; ++i) {
    c = static_cast<unsigned char>(c + 1);
    s += c * 0.001 * x;
  }
  for (unsigned i = u + 3; i-- > u;) {
    s *= 1 + 0.01 * i;
    ++steps;
  }
  const long long big = 1LL << 40;
  return s * static_cast<double>(steps) + static_cast<double>(big >> 38) * x + static_cast<double>(n > 0 && u - 1u < u);
}

float single_precision(float x, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) {
    s += x * 0.5f;
    s = std::sqrt(s * s + 1);
  }
  return s * x;
}

double bound_by_both(double x, int n) {
  double s = 1;
  for (int i = 0; i < n && s < 5; i += 1 + i % 2) s += x * s;
  for (int i = 0, j = n; i < j; i += 2, --j) s += x * i * j;
  return s;
}

double loop_without_float(double x, int n) {
  int a = 0, b = 1;
  for (int i = 0; i < n; ++i) {
    const int c = a + b;
    a = b;
    b = c % 10;
  }
  return std::pow(x, a) * (b + 1);
}

static void twice_and_leave(double& x, double by) {
  x *= by;
  if (x > 1) return;
  x += by;
}

double result_of_void_helper(double x, double y) {
  double a[2] = {x, y};
  twice_and_leave(a[0], y);
  twice_and_leave(x, a[0]);
  for (double& e : a) twice_and_leave(e, x);
  return a[0] * a[1] + x;
}

static double pick(double x) { return x * x; }
static double pick(int n) { return n; }
static double pick(double x, int n) { return n > 1 ? pick(x, n - 1) * x : pick(n); }

double overloads(double x, int n) { return pick(x) + pick(x, n) * pick(n); }

static double with_default(double x, double by = 2, int n = 3) { return n == 0 ? x : with_default(x * by, 0.5, n - 1) + by * x; }
double default_arguments(double x) { return with_default(x) + with_default(x, x); }

double bits(double x, int mask) {
  double s = 0.5;
  for (int i = 0; i < 5; ++i)
    if ((mask >> i) & 1) s = s * x + i;
    else if (mask & 4 || ~mask % 3 == 0) s += x;
  return s * (mask ^ 3) + x;
}

double shadows(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    double x = s * 0.5;
    {
      double s = x * x;
      x += s;
    }
    s += x;
    for (int i = 0; i < 2; ++i) s *= 1.1 - 0.1 * i;
  }
  return s * x;
}

double commas(double x, int n) {
  double s = x, t;
  int i;
  for (i = 0, t = 1; i < n; s += t, ++i) t *= x, t += 0.1;
  return i > 1 ? (s *= 2, s + t) : s;
}

double volatile_locals(double x, int n) {
  volatile double y = x * x, row[3] = {x, 1, 2};
  volatile int i = 0;
  while (i < n) {
    y += row[i % 3] * x;
    i = i + 1;
  }
  row[1] = y * x;
  return y + row[1];
}

namespace {

class Scaled {
 public:
  Scaled(double factor, double shift) : factor_(factor), shift_(shift) {}
  ~Scaled() {}
  double operator()(double x) const { return factor_ * x + shift_ * x * x; }

 private:
  double factor_, shift_;
};
const Scaled kTwice(2, std::sqrt(3.0));
const double kRoot = std::sqrt(2.0) * kTwice(1.5);

}  // namespace

double empty_destructors(double x, double y) {
  Scaled one(x, y), other(1.5, x);
  {
    const Scaled inner(y, y);
    one = inner;
  }
  return one(x) * other(y);
}

double objects_made_at_start(double x) { return kTwice(x) * kRoot; }

namespace {

double only_read[2][3] = {{1, 2, 3}, {4, 5, 6}};
struct {
  double scale = 1.5;
  int order[2] = {1, 0};
} settings;

}  // namespace

double globals_that_nobody_writes(double x, int i) { return only_read[settings.order[i]][i + 1] * x * x * settings.scale; }

double hypot_of_three(double x, double y, double z) { return std::hypot(x, y, z) * std::hypot(x * y, z, 0.5); }

double classes_of_numbers(double x, double y) {
  double s = 0;
  using Limits = std::numeric_limits<double>;
  for (double v : {x, y, Limits::infinity(), Limits::denorm_min(), Limits::quiet_NaN(), 0.0}) {
    switch (std::fpclassify(v)) {
      case FP_ZERO:
        s += x;
        break;
      case FP_SUBNORMAL:
        s += 2 * x * x;
        break;
      case FP_INFINITE:
        s += 3 * y;
        break;
      case FP_NAN:
        s += 4 * x * y;
        break;
      default:
        s += v * v;
    }
    s += std::isnormal(v) ? x : y;
  }
  return s;
}

double names_of_c(double x) {
  float whole = 0;
  const float y = static_cast<float>(x);
  return fmaxf(y, 1.f) * x + fminf(y, 2.f) * x + modff(y, &whole) + fdimf(y, 1.f) + ldexpf(y, 2) + whole + static_cast<double>(lroundf(y));
}

}  // namespace control
