#include "calls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <numeric>
#include <utility>
#include <vector>

namespace control {

double accum_lambda(double x, double y) {
  std::vector<double> v{x, y, x * y};
  double s = std::accumulate(v.begin(), v.end(), 1.0, [](double a, double b) { return a * b + b; });
  s += std::accumulate(v.begin(), v.end(), x, [&](double a, double b) { return a + b * y; });
  s += std::accumulate(v.begin(), v.end(), 1.0, std::multiplies<double>());
  s += std::accumulate(v.begin(), v.end(), 0);
  s += std::inner_product(v.begin(), v.end(), v.begin(), y);
  s += std::inner_product(v.begin(), v.end(), v.begin(), 0.0, std::plus<>(),
                          [](double a, double b) { return std::abs(a - 2 * b); });
  return s + std::reduce(v.begin(), v.end());
}

double transforms(double x, double y) {
  std::vector<double> v{x, y, x * y}, w(3);
  std::transform(v.begin(), v.end(), w.begin(), [y](double e) { return e * e + y; });
  std::transform(v.begin(), v.end(), w.begin(), v.begin(), [](double a, double b) { return a * b; });
  std::for_each(w.begin(), w.end(), [&](double& e) { e += x; });
  std::partial_sum(w.begin(), w.end(), w.begin());
  std::fill(v.begin(), v.begin() + 1, y);
  std::iota(v.begin() + 1, v.end(), x);
  double arr[3];
  std::copy_n(w.begin(), 3, arr);
  std::fill_n(arr, 1, x);
  std::generate(v.begin(), v.end(), [n = 0.0, &x]() mutable { return n += x; });
  int big = static_cast<int>(std::count_if(w.begin(), w.end(), [](double e) { return e > 1; }));
  bool any = std::any_of(w.begin(), w.end(), [](double e) { return e > 3; });
  return v[0] * w[2] + arr[0] + arr[1] + v[2] + big * x + (any ? y : 0.0);
}

double lambda_caps(double x, double y) {
  double z = x * y;
  auto by_value = [z](double a) { return a * z; };
  auto by_ref = [&z](double a) {
    z += a;
    return z;
  };
  auto init = [k = z * 2, &q = x](double a) { return a * k + q; };
  auto mut = [count = 1.0](double a) mutable {
    count += a;
    return count * a;
  };
  auto all = [=] { return x * y; };
  auto allr = [&] {
    x += 1;
    return y;
  };
  double s = by_value(x) + by_ref(y) + init(2.0);
  s += mut(x) + mut(y) + all() * allr() + x;
  auto nested = [&](double a) {
    return [a, &s](double b) {
      s += b;
      return a * b;
    };
  };
  s += nested(x)(y);
  return s * z + [](double a) { return a * a; }(y);
}

double lambda_generic(double x, double y, int n) {
  auto sq = [](auto a) { return a * a; };
  auto apply = [](auto f, auto... a) { return f(a...); };
  const auto compose = [](auto f, auto g) { return [=](double v) { return f(g(v)); }; };
  double s = apply([](double a, double b) { return a / (1 + b * b); }, x, y) + sq(x) + sq(n);
  auto both = compose(sq, [y](double v) { return v + y; });
  for (int i = 0; i < n; ++i) s = both(s * 0.1);
  return s;
}

double lambda_recursive(double x, int n) {
  auto f = [&](auto self, int k) -> double { return k <= 0 ? 1.0 : x * self(self, k - 1) + k; };
  return f(f, n);
}

template <class T, class F>
T fold(const std::vector<T>& v, T init, F f) {
  for (const T& e : v) init = f(init, e);
  return init;
}
template <class T>
T poly(T x) {
  return x;
}
template <class T, class... R>
T poly(T x, T c, R... rest) {
  return c + x * poly(x, static_cast<T>(rest)...);
}
template <int N>
double pw(double x) {
  if constexpr (N <= 0)
    return 1;
  else
    return x * pw<N - 1>(x);
}
template <std::size_t... I>
double sum_idx(const std::array<double, sizeof...(I)>& a, std::index_sequence<I...>) {
  return ((a[I] * (I + 1)) + ...);
}
double fn_template(double x, double y) {
  return fold(std::vector<double>{x, y, x}, 1.0, [](double a, double b) { return a * b + 1; }) + pw<4>(y) +
         sum_idx<0, 1, 2>({x, y, x * y}, std::make_index_sequence<3>{}) + std::max<double>(x, 0);
}

double fib(double x, int n) { return n < 2 ? x + n : fib(x, n - 1) * 0.5 + fib(x * 0.9, n - 2); }
double two_recursions(double x, int n) { return fib(x, n) * x; }

double odd(double x, int n);
double even(double x, int n) {
  if (n == 0) return x;
  return odd(x * 1.1, n - 1) + x;
}
double odd(double x, int n) {
  if (n == 0) return 1;
  return x * even(x, n - 1);
}
double mutual(double x, int n) { return even(x, n) + odd(x, n); }

struct Powers {
  double product, sum;
};
static Powers powers(double x, double y, int n) {
  if (n <= 0) return {1, 0};
  const Powers below = powers(x, y, n - 1);
  return {below.product * x, below.sum + std::exp(y) * below.product};
}
double half_of_pair(double x, double y, int n) { return powers(x, y, n).product * y; }
double both_of_pair(double x, double y, int n) { return powers(x, y, n).product * powers(y, x, 2).sum; }
static void grow(double& acc, double x, int n) {
  if (n == 0) return;
  acc += x * n;
  grow(acc, x * x, n - 1);
  acc *= 1.1;
}
double recursion_ref(double x, int n) {
  double a = x;
  grow(a, x, n);
  return a * x;
}

static double sum_rec(const std::vector<double>& v, std::size_t i) {
  return i == v.size() ? 0 : v[i] * v[i] + sum_rec(v, i + 1);
}
static double tree(double* p, int lo, int hi) {
  if (hi - lo == 1) return p[lo];
  int m = (lo + hi) / 2;
  return tree(p, lo, m) * 0.5 + tree(p, m, hi);
}
double recursion_vec(double x, int n) {
  std::vector<double> v;
  for (int i = 0; i < n; ++i) v.push_back(x + i);
  double a[5] = {x, 2 * x, 1, x * x, 3};
  return sum_rec(v, 0) + tree(a, 0, 5);
}

static double total(std::initializer_list<double> l) {
  double s = 0;
  for (double e : l) s += e * e;
  return s;
}
double init_list(double x, double y) {
  double s = 0;
  for (double c : {1.0, 2.0, 3.0}) s = s * x + c;
  for (double c : {x, y, x * y}) s += c * c;
  for (auto i : {2, 0, 1}) s += i * y;
  auto l = {x, y};
  for (auto it = l.begin(); it != l.end(); ++it) s += *it;
  return s + total({x, y, 1}) + static_cast<double>(l.size()) * x;
}

static double& pick(int n, double& a, double& b, double& c) {
  if (n == 0) return a;
  if (n == 1) return b;
  return c;
}
double ref_return(double x, double y, int n) {
  double z = x * y;
  pick(n, x, y, z) *= 2;
  double& r = pick(n + 1, z, x, y);
  r += 1;
  const double& k = pick(1 - n, x, y, z);
  z *= 3;
  return x * y + z * k;
}

static double sq(double a) { return a * a; }
static double cb(double a) { return a * a * a; }
static double apply_ptr(double (*f)(double), double x) { return f(x) + (*f)(x * 0.5); }
static double apply_ref(double (&f)(double), double x) { return f(x); }
double fn_ptr(double x, double y) {
  double (*f)(double) = sq;
  auto g = cb;
  const auto h = &sq;
  double (*l)(double) = [](double a) { return std::sin(a); };
  return f(x) * g(y) + h(y) + apply_ptr(cb, x) + apply_ptr(sq, y) + apply_ref(cb, x) + l(x) +
         apply_ptr([](double a) { return a * 3; }, y);
}

template <class F>
static double rep(F f, double x, int n) {
  for (int i = 0; i < n; ++i) x = f(x) * 0.5 + 0.1;
  return x;
}
template <class F>
static double repr(F&& f, double x, int n) {
  return n == 0 ? x : repr(f, f(x), n - 1);
}
template <double (*F)(double)>
static double nontype(double x) {
  return F(x) + 1;
}
double fn_template_arg(double x, double y, int n) {
  return rep(sq, x, n) + rep(static_cast<double (*)(double)>(std::tanh), y, n) + nontype<cb>(x) + repr(sq, y * 0.3, n) +
         repr(cb, x * 0.3, n);
}

double alg_loops(double x, double y) {
  std::vector<double> v{x, y, x * y, 1};
  double a[4];
  std::transform(v.begin(), v.end(), a, [&](double e) {
    if (e < 0) return e * x;
    return e + y;
  });
  std::reverse(v.begin(), v.end());
  std::partial_sum(v.begin(), v.end(), v.begin(), [](double s, double e) { return s * 0.5 + e; });
  std::adjacent_difference(a, a + 4, a);
  std::replace_if(
      v.begin(), v.end(), [](double e) { return e > 2; }, x * 2);
  std::iter_swap(v.begin(), v.begin() + 2);
  std::swap_ranges(a, a + 2, v.begin());
  double s = std::accumulate(v.begin(), v.end(), 0.0, [y](double t, double e) { return t * y + e; }) +
             std::accumulate(a, a + 4, x, std::multiplies<>());
  std::for_each(v.begin(), v.end(), [&s](double& e) {
    e *= 2;
    s += e;
  });
  return s + std::inner_product(v.begin(), v.end(), a, 0.0, std::plus<double>(), std::minus<double>()) +
         std::transform_reduce(v.begin(), v.end(), a, 0.0) + std::reduce(a, a + 4, 1.0);
}

double alg_search(double x, double y, int n) {
  std::vector<double> v;
  for (int i = 0; i < n + 3; ++i) v.push_back(x * i - y * (i % 3));
  auto m = std::max_element(v.begin(), v.end());
  auto lo = std::min_element(v.begin(), v.end(), [](double a, double b) { return a * a < b * b; });
  auto f = std::find_if(v.begin(), v.end(), [](double e) { return e > 0.5; });
  double s = *m * 2 + *lo + static_cast<double>(m - v.begin()) * x;
  if (f != v.end()) s *= *f;
  s += static_cast<double>(std::count_if(v.begin(), v.end(), [&](double e) { return e > y; })) * x;
  if (std::any_of(v.begin(), v.end(), [](double e) { return e > 2; })) s += x;
  if (std::all_of(v.begin(), v.end(), [](double e) { return e > -1; })) s += y * y;
  if (std::none_of(v.begin(), v.end(), [](double e) { return e > 9; })) s *= 1.5;
  return s * v[static_cast<std::size_t>(std::max_element(v.begin(), v.end()) - v.begin())];
}

template <class F, class D>
static double newton(F f, D df, double x0) {
  for (int i = 0; i < 20; ++i) {
    const double d = f(x0) / df(x0);
    x0 -= d;
    if (std::abs(d) < 1e-14) break;
  }
  return x0;
}
double newton_fn(double x, double lim) {
  return newton([&](double t) { return t * t * t - lim * t - x; }, [lim](double t) { return 3 * t * t - lim; }, 2.0);
}

double simpson(double x, int n) {
  auto f = [x](double t) { return std::exp(-x * t * t); };
  const double h = 1.0 / (2 * n);
  double s = f(0) + f(1);
  for (int i = 1; i < 2 * n; ++i) s += (i % 2 ? 4 : 2) * f(i * h);
  return s * h / 3;
}

struct St {
  double q, p;
  St operator+(const St& o) const { return {q + o.q, p + o.p}; }
  St operator*(double k) const { return {q * k, p * k}; }
  friend St operator*(double k, const St& s) { return s * k; }
};
double rk4(double x, double y, int n) {
  auto d = [&](const St& s) { return St{s.p, -y * std::sin(s.q)}; };
  St s{x, 0};
  const double h = 0.1;
  for (int i = 0; i < n; ++i) {
    const St k1 = d(s), k2 = d(s + h / 2 * k1), k3 = d(s + h / 2 * k2), k4 = d(s + h * k3);
    s = s + (k1 + 2 * k2 + 2 * k3 + k4) * (h / 6);
  }
  return s.q * s.p + s.q;
}

static void sincos2(double a, double& s, double& c) {
  s = std::sin(a);
  c = std::cos(a);
}
static bool solve(double a, double b, double c, double* x1, double* x2) {
  double D = b * b - 4 * a * c;
  if (D < 0) return false;
  *x1 = (-b + std::sqrt(D)) / (2 * a);
  *x2 = c / (a * *x1);
  return true;
}
double out_params(double x, double y) {
  double s, c;
  sincos2(x, s, c);
  double r1 = 0, r2 = 0;
  if (!solve(x, y, -1.0, &r1, &r2)) return s * c;
  return s * c + r1 * r2 + r1;
}

struct Res {
  double v;
  int it;
  bool ok;
};
static Res iterate(double x, double y, int n) {
  Res r{x, 0, false};
  while (r.it < n) {
    r.v = 0.5 * (r.v + y / (1 + r.v * r.v));
    ++r.it;
    if (std::abs(r.v) < 0.1) {
      r.ok = true;
      return r;
    }
  }
  return r;
}
double return_struct(double x, double y, int n) {
  const Res r = iterate(x, y, n);
  if (r.ok) return r.v * 10;
  auto [v, it, ok] = iterate(y, x, 2);
  return r.v * v + it;
}

static auto scaler(double k) {
  return [k](double v) { return k * v; };
}
static auto adder(double& acc) {
  return [&acc](double v) {
    acc += v;
    return acc;
  };
}
double return_lambda(double x, double y) {
  auto f = scaler(x);
  double acc = y;
  auto g = adder(acc);
  g(f(2));
  g(x);
  return f(y) * acc;
}

}  // namespace control
