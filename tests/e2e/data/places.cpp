#include "places.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace control {

double bind_ref(double x, double y) {
  std::pair<double, double> p{x, y};
  auto& [a, b] = p;
  a *= b;
  b += a;
  const auto& [c, d] = p;
  a += 1;
  std::array<double, 3> r{x, y, 2};
  auto& [u, v, w] = r;
  u *= w;
  r[1] = u * v;
  w += v;
  auto [m, n, o] = r;
  m = 3 * n;
  return c * d + r[0] + r[1] * r[2] + m * o;
}

struct TaggedPoint {
  double x, y;
  int tag = 3;
};
static TaggedPoint mid(const TaggedPoint& a, const TaggedPoint& b) { return {(a.x + b.x) / 2, (a.y + b.y) / 2, a.tag + b.tag}; }
double bind_struct(double x, double y) {
  TaggedPoint p{x, y}, q{y, 1, 2};
  auto [a, b, t] = mid(p, q);
  auto& [c, d, e] = q;
  c += a * t;
  d *= b;
  e++;
  return q.x * q.y * q.tag + a;
}

double decl_many(double x, double y) {
  double a = x, b = a * y, c = a + b, *p = &c, arr[2] = {a, c}, &r = arr[1];
  *p += b;
  r *= 2;
  int i = 1, j = i + 1, k{j * 2};
  return a * b + c * arr[1] + arr[i - 1] * k;
}

double compound_elem(double x, double y, int i) {
  double a[4] = {x, y, x * y, 1};
  double& r = a[i];
  r += x;
  r *= r;
  r -= a[0];
  r /= 1 + y * y;
  a[(i + 1) % 4] *= r;
  double& q = a[2];
  q = q * a[i] + q;
  return a[0] + 2 * a[1] + 3 * a[2] + 4 * a[3];
}

double const_ref_elem(double x, double y) {
  std::vector<double> v{x, y, 1};
  const auto& r = v[1];
  v[1] = v[0] * v[1];
  const double& first = v.front();
  v[0] += r;
  double a[2] = {x, y};
  const double& e = a[0];
  a[0] *= 3;
  return r * first + e * e;
}

struct Cell2 {
  double a;
  double b[2];
  int n;
};
double array_structs(double x, double y, int k) {
  std::array<Cell2, 3> c{};
  for (int i = 0; i < 3; ++i) {
    c[i].a = x * i;
    c[i].b[0] = y;
    c[i].b[1] = x + i;
    c[i].n = i;
  }
  Cell2& r = c[k];
  r.a += c[(k + 1) % 3].b[1];
  r.b[0] *= r.a;
  ++r.n;
  Cell2 copy = r;
  copy.a = 100;
  r.b[1] -= copy.b[0];
  double s = 0;
  for (const auto& e : c) s += e.a * e.b[0] + e.b[1] * e.n;
  for (auto& e : c) e.a *= 2;
  std::swap(c[0], c[k]);
  return s + c[0].a * c[k].b[1];
}

double pair_tuple(double x, double y) {
  auto p = std::make_pair(x, y);
  p.first += p.second;
  auto t = std::make_tuple(p.first, 2, y);
  std::get<0>(t) *= std::get<1>(t);
  std::get<2>(t) += p.second;
  std::pair<double, double> q = p;
  q.second = std::get<0>(t);
  std::pair<double, std::pair<double, int>> nested{x, {y, 3}};
  nested.second.first *= nested.second.second;
  p = q;
  std::swap(p.first, p.second);
  return p.first * q.first + std::get<2>(t) * nested.second.first + std::get<double>(std::tuple<double, int>{x, 2});
}

double raw_ptr(double x, double y) {
  double a[5] = {x, y, x + y, x * y, 1};
  double* p = a;
  double s = *p++;
  s += *p++ * *p;
  *++p = s;
  p[1] += 2 * p[-1];
  --p;
  *p -= 1;
  *p-- *= 2;
  const double* e = a + 5;
  for (const double* q = a; q != e; ++q) s += *q * *q;
  double* r = &a[3];
  *r += *(r - 1);
  double local = x;
  double* lp = &local;
  *lp *= y;
  return s + a[3] * local + p[0] + static_cast<double>(e - p);
}

double ptr_index(double x, double y, int k) {
  double a[3][2] = {{x, y}, {1, x}, {y, y}};
  double* row = a[k];
  row[0] *= row[1];
  double(*m)[2] = a;
  m[1][1] += 3;
  (*m)[0] -= 1;
  double s = 0;
  for (int i = 0; i < 3; ++i)
    for (double* q = a[i]; q < a[i] + 2; ++q) s += *q * (i + 1);
  return s * row[1];
}

double memcpy_whole(double x, double y) {
  double a[3] = {x, y, x * y}, b[3], c[3];
  std::memcpy(b, a, sizeof a);
  b[0] *= 2;
  std::memcpy(&c[0], &b[0], 3 * sizeof(double));
  std::memset(a, 0, sizeof(a));
  std::array<double, 2> d{x, y}, e{};
  std::memcpy(e.data(), d.data(), sizeof(double) * d.size());
  std::copy(std::begin(c), std::end(c), a);
  return a[0] * b[1] + c[2] * c[0] + e[0] * e[1];
}

double minmax(double x, double y, double z) {
  double m = std::min(x, y), M = std::max({x, y, z}), c = std::clamp(x * y, -1.0, z * z);
  auto [lo, hi] = std::minmax(x, z);
  const auto [least, most] = std::minmax({y, x * z, z, y});
  double a[4] = {x, y, z, x * y};
  const double* best = std::max_element(a, a + 4);
  return m * M + 3 * least - most * x + c * c + lo * 2 + hi * hi + *best + std::min(std::max(x, 0.0), 2.0) + *std::min_element(a, a + 3);
}

static std::tuple<double, double, int> three(double x) { return {x, x * x, 4}; }
double tie(double x, double y) {
  double a, b;
  int n;
  std::tie(a, b, n) = three(x);
  std::tie(a, std::ignore) = std::make_pair(a * y, 2.0);
  std::tie(x, y) = std::make_tuple(y, x);
  double arr[2];
  std::tie(arr[0], arr[1]) = std::pair<double, double>(a, b);
  return a * b * n + x * 2 + arr[1] * y;
}

static double h(const double& a, const double& b) { return a * b + a; }
double cond_ref(double x, double y, int k) {
  std::pair<double, double> o(0.5, k > 0 ? x : y);
  double a[3] = {x, y, x * y};
  const double& r = k > 1 ? a[1] : x;
  a[1] *= 3;
  double s = r + h(k > 0 ? x : y, y) + std::max(k > 0 ? x : y, x) + o.second;
  (k == 0 ? x : y) *= 2;
  double& w = k > 0 ? a[0] : a[2];
  w += x;
  const double& e = k < 3 ? a[k] : y;
  return s * x + y * a[0] - a[2] + e;
}

double tensor_rows(const Matrix& a, const Vector& v, int k) {
  Matrix m = a;
  Vector w = v;
  w(0) *= 2;
  m(k, 0) += w(1);
  m(0, k) = m(k, k) * w(0);
  double s = 0;
  for (double e : w) s += e * e;
  const auto& mm = m;
  m(0, 0) *= 3;
  for (std::int64_t i = 0; i < mm.extent(0); ++i)
    for (std::int64_t j = 0; j < m.extent(1); ++j) s += mm(i, j) * (i + 1) * w(j % w.size());
  return s;
}

double tensor_inplace(const Matrix& a, int n) {
  Matrix u = a;
  for (int t = 0; t < n; ++t)
    for (std::int64_t i = 1; i + 1 < u.extent(0); ++i)
      for (std::int64_t j = 0; j < u.extent(1); ++j)
        u(i, j) += 0.1 * (u(i - 1, j) - 2 * u(i, j) * u(i, j) + u(i + 1, j));
  return gradc::sum(u * u);
}

struct In {
  double v[2];
};
struct Out {
  In in[2];
  double w;
};
double nested_struct(double x, double y, int i) {
  Out o{{{{x, y}}, {{y, 1}}}, x};
  o.in[i].v[1 - i] *= o.w;
  In& r = o.in[1];
  r.v[0] += x;
  Out p = o;
  p.in[0] = r;
  p.in[i].v[i] *= 2;
  return o.in[0].v[0] + o.in[0].v[1] * o.in[1].v[0] + o.in[1].v[1] + p.in[0].v[0] * p.in[1].v[1] * p.w;
}

double array2d(double x, double y, int i, int j) {
  double m[2][3] = {};
  m[i][j] = x;
  m[1 - i][j] += y;
  m[i][(j + 1) % 3] = m[i][j] * m[1 - i][j];
  std::array<std::array<double, 2>, 2> a{{{x, 1}, {y, 2}}};
  auto row = a[i];
  row[0] = 9;
  a[1 - i] = {y, x};
  auto& rr = a[i];
  rr[1] *= y;
  double s = 0;
  for (auto& r : m)
    for (auto& e : r) {
      e *= 2;
      s += e * e;
    }
  return s + a[0][0] * a[1][1] + a[0][1] * a[1][0] + row[0] * row[1];
}

struct Maybe {
  bool has = false;
  double v = 0;
};
static Maybe find(const double* p, int n, double lim) {
  for (int i = 0; i < n; ++i)
    if (p[i] > lim) return {true, p[i]};
  return {};
}
double optional_like(double x, double y, int n) {
  double a[3] = {x, y, x * y};
  const Maybe m = find(a, n, 0.5);
  return m.has ? m.v * m.v : x - y;
}

double ptr_choice(double x, double y, int n) {
  double a = x, b = 2 * y;
  double* p = n > 0 ? &a : &b;
  *p *= x;
  double* q;
  if (n > 1)
    q = &a;
  else
    q = &b;
  *q += y;
  return a * b + *p;
}

double ptr_array_choice(double x, double y, int n) {
  double a[3] = {x, y, 1}, b[3] = {y, x * x, 2};
  const double* p = a;
  if (n > 0) p = b + 1;
  double s = p[0] * p[1];
  double* w = n > 1 ? a + 1 : b;
  w[1] *= 3;
  *w++ += x;
  *w -= 1;
  for (int i = 0; i < 3; ++i) s += a[i] * b[i] * (i + 1);
  return s;
}

double gauss(const Matrix& a0, const Vector& b0) {
  Matrix a = a0;
  Vector b = b0;
  const auto n = b.extent(0);
  for (std::int64_t k = 0; k < n; ++k) {
    std::int64_t p = k;
    for (auto i = k + 1; i < n; ++i)
      if (std::abs(a(i, k)) > std::abs(a(p, k))) p = i;
    if (p != k) {
      for (std::int64_t j = 0; j < n; ++j) std::swap(a(k, j), a(p, j));
      std::swap(b(k), b(p));
    }
    for (auto i = k + 1; i < n; ++i) {
      const double f = a(i, k) / a(k, k);
      for (auto j = k; j < n; ++j) a(i, j) -= f * a(k, j);
      b(i) -= f * b(k);
    }
  }
  for (auto i = n; i-- > 0;) {
    for (auto j = i + 1; j < n; ++j) b(i) -= a(i, j) * b(j);
    b(i) /= a(i, i);
  }
  double s = 0;
  for (double e : b) s += e * e;
  return s;
}

double moving(const Vector& v, int w) {
  double s = 0, win = 0;
  for (int i = 0; i < v.extent(0); ++i) {
    win += v(i);
    if (i >= w) win -= v(i - w);
    s += win * win;
  }
  return s;
}

double levenshtein(double x, int n, int m) {
  double d[6][6];
  for (int i = 0; i <= n; ++i) d[i][0] = i * x;
  for (int j = 0; j <= m; ++j) d[0][j] = j * x * 0.7;
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j) {
      double c = (i * j) % 3 == 0 ? 0 : x * x;
      d[i][j] = std::min({d[i - 1][j] + x, d[i][j - 1] + 0.7 * x, d[i - 1][j - 1] + c});
    }
  return d[n][m];
}

static double norm(const double* v, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += v[i] * v[i];
  return std::sqrt(s);
}
static void axpy(int n, double a, const double* x, double* y) {
  while (n--) *y++ += a * *x++;
}
static void fill2(double (&a)[3], double v) {
  for (auto& e : a) e = v;
}
double ptr_params(double x, double y, int n) {
  double a[3] = {x, y, 1}, b[3];
  fill2(b, y);
  axpy(n, x, a, b);
  axpy(2, 0.5, b + 1, a);
  std::vector<double> v(a, a + 3);
  axpy(3, y, a, v.data());
  return norm(a, 3) * norm(b, n) + norm(&v[1], 2) + v[0];
}

double ref_to_ref(double x, double y) {
  double a = x;
  double& r = a;
  double& q = r;
  const double& c = q;
  q *= y;
  auto& z = c;
  auto copy = c;
  r += 1;
  auto&& u = r;
  u *= 2;
  decltype(auto) w = (r);
  w -= y;
  return z * copy + a;
}

static double sum3(const std::array<double, 3>& a) { return a[0] + 2 * a[1] + 3 * a[2]; }
static double sumc(double a[3]) {
  a[0] *= 2;
  return a[0] + a[1];
}
static std::array<double, 3> scaled(std::array<double, 3> a, double s) {
  for (auto& e : a) e *= s;
  return a;
}
double array_param(double x, double y) {
  std::array<double, 3> a{x, y, 1};
  double c[3] = {x, y, 2};
  double s = sumc(c) * c[0];
  auto b = scaled(a, y);
  a = scaled(b, x);
  return sum3(a) * s + sum3({x, 1, y}) + (a == b ? 1.0 : 0.0);
}

static std::array<double, 2> rot(double x, double y) { return {x - y, x + y}; }
double return_array(double x, double y) {
  const auto r = rot(x, y);
  auto [a, b] = rot(r[1], r[0]);
  return a * b + rot(x, 2)[1] * std::get<0>(r);
}

double const_auto_copy(double x, double y) {
  double a[2] = {x, y};
  const auto c = a[0];
  a[0] = 5 * y;
  const auto* p = &a[1];
  a[1] *= x;
  return c * a[0] + *p;
}

double loop_ref(double x, double y) {
  double a[3] = {x, y, 1};
  for (auto& e : a) {
    auto& f = e;
    f *= x;
    e += f;
  }
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    const double& e = a[i];
    a[i] += y;
    s += e * e;
  }
  return s;
}

double long_chain(double x) {
  double y = x;
  y = y * 1.01 + 0.1;
  y = std::sin(y);
  y = y * y;
  y = std::exp(-y);
  y = y / (1 + y);
  y = std::tanh(y);
  y = std::sqrt(1 + y * y);
  y = std::log(y + 1);
  y = std::atan(y);
  y = std::cbrt(y);
  return y + -x - -x + +x;
}

static const double* lookup(const double* a, int n, double key) {
  for (int i = 0; i < n; ++i)
    if (a[i] > key) return a + i;
  return nullptr;
}
static int index_of(const double* a, int n, double key) {
  for (int i = 0; i < n; ++i)
    if (a[i] > key) return i;
  return -1;
}
double optional_ptr(double x, double y, int n) {
  double a[3] = {x, y, 2.0};
  int i = index_of(a, 3, 0.5);
  double s = i >= 0 ? a[i] * a[i] : x;
  (void)lookup;
  return s * (n + 1);
}

double negative_zero(double x) {
  double s = x > 0 ? 0.0 : -0.0;
  return s + x * x;
}

double swap_rows(const Matrix& a, int i, int j) {
  Matrix m = a;
  for (std::int64_t k = 0; k < m.extent(1); ++k) std::swap(m(i, k), m(j, k));
  double s = 0;
  for (std::int64_t r = 0; r < m.extent(0); ++r)
    for (std::int64_t c = 0; c < m.extent(1); ++c) s += m(r, c) * m(r, c) * (r + 2 * c);
  return s;
}

static void scale_view(gradc::View<double, 2> v, double s) {
  for (std::int64_t i = 0; i < v.extent(0); ++i) v(i, 0) *= s;
}
double view_param(const Matrix& a, double s) {
  Matrix m = a;
  scale_view(m, s);
  scale_view(m, s + 1);
  return gradc::sum(m * a);
}

double slice_write(const Matrix& a, double s) {
  Matrix m = a;
  Vector r = gradc::sum(a, 0);
  r *= s;
  r(0) = 2;
  for (std::int64_t j = 0; j < m.extent(1); ++j) m(0, j) = r(j) * m(1, j);
  m += a;
  m *= 0.5;
  return gradc::sum(m * m);
}

double ping_pong(double x, int n) {
  double a[3] = {x, 1, 2}, b[3] = {};
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 3; ++i) b[i] = 0.5 * (a[i] + a[(i + 1) % 3] * x);
    std::swap(a, b);
  }
  return a[0] * a[1] + b[2];
}

static void mix(double& a, double& b, const double& c) {
  a += c;
  b *= c;
  a *= b;
}
double alias_writes(double x, double y) {
  double a = x, b = y;
  mix(a, b, a);
  mix(a, a, b);
  double v[2] = {a, b};
  mix(v[0], v[1], v[0]);
  double c = y;
  mix(c, c, c);
  return v[0] * v[1] + a + c;
}

double bind_map(double x, double y) {
  std::array<std::pair<double, int>, 2> a{{{x, 1}, {y, 2}}};
  double s = 0;
  for (const auto& [v, k] : a) s += v * k * v;
  for (auto [v, k] : a) {
    v = 0;
    s += k;
  }
  for (auto& [v, k] : a) {
    v += k;
    ++k;
  }
  return s * a[0].first + a[1].first * a[1].second;
}

}  // namespace control
