#include "classes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <initializer_list>
#include <numeric>
#include <utility>
#include <vector>

namespace control {

template <class T, int N>
class Poly {
 public:
  Poly() : c_{} {}
  explicit Poly(const std::array<T, N>& c) : c_(c) {}
  T operator()(T x) const {
    T s = T(0);
    for (int i = N - 1; i >= 0; --i) s = s * x + c_[i];
    return s;
  }
  Poly derivative() const {
    Poly d;
    for (int i = 1; i < N; ++i) d.c_[i - 1] = c_[i] * T(i);
    return d;
  }
  T& operator[](std::size_t i) { return c_[i]; }
  static constexpr int degree = N - 1;

 private:
  std::array<T, N> c_;
};
double class_template(double x, double y) {
  Poly<double, 4> p({x, y, 1, x * y});
  auto d = p.derivative();
  d[0] += y;
  p[3] *= 2;
  return p(0.5) * d(y) + Poly<double, 4>::degree * x;
}

struct V2 {
  double x = 0, y = 0;
  V2& operator+=(const V2& o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  V2 operator-() const { return {-x, -y}; }
  double& operator[](int i) { return i == 0 ? x : y; }
  bool operator<(const V2& o) const { return x * x + y * y < o.x * o.x + o.y * o.y; }
  explicit operator double() const { return x + y; }
  V2& operator++() {
    x += 1;
    return *this;
  }
  V2 operator++(int) {
    V2 old = *this;
    ++*this;
    return old;
  }
  double operator()(double t) const { return x * t + y; }
};
static V2 operator+(V2 a, const V2& b) { return a += b; }
static V2 operator*(double s, const V2& a) { return {s * a.x, s * a.y}; }
static double operator*(const V2& a, const V2& b) { return a.x * b.x + a.y * b.y; }
static bool operator==(const V2& a, const V2& b) { return a.x == b.x && a.y == b.y; }
double operators(double x, double y) {
  V2 a{x, y}, b = 2.0 * a + V2{1, x};
  b += -a;
  b[1] *= 3;
  b[0] = x;
  V2 c = b++;
  double s = a * b + static_cast<double>(c) + a(y) + (a == b ? 1 : 0);
  if (a < b) s *= 2;
  V2 list[2] = {a, b};
  for (auto& v : list) v += c;
  return s + list[0] * list[1];
}

class Acc {
 public:
  explicit Acc(double start = 1.0, int n = 2) : sum_(start), scale_(sum_ * n), v_{start, sum_} { sum_ += v_[1]; }
  Acc(const Acc& o) : sum_(o.sum_ * 1.0), scale_(o.scale_), v_{o.v_[0], o.v_[1]} {}
  Acc& add(double x) {
    sum_ += x * scale_;
    return *this;
  }
  double sum() const { return sum_; }

 private:
  double sum_, scale_;
  double v_[2];
};
struct Deleg {
  double a, b;
  Deleg(double x, double y) : a(x), b(y) {}
  Deleg(double x) : Deleg(x, x * x) { a += 1; }
};
double ctors(double x, double y) {
  Acc a(x), b(y, 3), c, d = b;
  a.add(y).add(x);
  d.add(1);
  Deleg g(x), h = Deleg(x, y);
  Deleg k{y};
  return a.sum() * b.sum() + c.add(x).sum() + d.sum() + g.a * g.b + h.b + k.b;
}

struct Conf {
  static constexpr double kScale = 1.5;
  static constexpr int kN = 3;
};
namespace inner {
constexpr double table[] = {1.0, 0.5, 0.25};
namespace deep {
inline constexpr std::array<int, 3> order{2, 0, 1};
}
const double half = 0.5;
}  // namespace inner
double static_consts(double x) {
  static constexpr double coeffs[4] = {1, 2, 3, 4};
  static const double two = 2.0;
  const int n = Conf::kN;
  double s = 0;
  for (int i = 0; i < n; ++i)
    s = s * x + coeffs[i] * inner::table[inner::deep::order[static_cast<std::size_t>(i)]] * Conf::kScale;
  return s * two * inner::half;
}

const double kG = 9.81;
constexpr int kSteps = 3;
static const std::array<double, 2> kPair{1.5, -2};
struct Fixed {
  double x, y;
  int tag = 3;
};
const Fixed kOrigin{1, 2};
double globals(double x) {
  double s = x;
  for (int i = 0; i < kSteps; ++i) s = s * 0.1 + kG;
  return s * kPair[1] + kOrigin.y * x + kOrigin.tag;
}

struct Defaults {
  double a = 2;
  double b = a * 3;
  std::array<double, 2> c{a, b};
  int n{4};
};
double default_member_init(double x, double y) {
  Defaults d;
  d.a = x;
  Defaults e{x};
  Defaults f{x, y};
  f.c[1] *= e.b;
  return d.a * d.b + e.b * e.c[0] + f.c[1] + e.n;
}

struct Holder {
  double& r;
  const double& c;
  void bump(double k) { r += k * c; }
};
double ref_member(double x, double y) {
  double a = x;
  Holder h{a, y};
  h.bump(2);
  y *= 3;
  h.bump(1);
  h.r *= x;
  return a * h.c;
}

struct Chain {
  double v;
  Chain& mul(double k) {
    this->v *= k;
    return *this;
  }
  Chain& add(double k) {
    v += k;
    return *this;
  }
  Chain copy() const { return *this; }
};
double this_chain(double x, double y) {
  Chain c{x};
  c.mul(y).add(2).mul(x);
  Chain d = c.copy().add(x);
  return c.v * d.v;
}

struct Cached {
  double k;
  double get(double x) const {
    const double t = k * x;
    return helper(t) + t;
  }

 private:
  double helper(double t) const { return t * t; }

 public:
  explicit Cached(double q) : k(q) {}
};
double const_method_cache(double x, double y) {
  const Cached c(x);
  return c.get(y) * Cached(y).get(x);
}

struct V3 {
  double x, y, z;
  double& operator[](int i) {
    switch (i) {
      case 0:
        return x;
      case 1:
        return y;
      default:
        return z;
    }
  }
  const double& at(int i) const {
    if (i == 0)
      return x;
    else if (i == 1)
      return y;
    return z;
  }
};
double ref_return_method(double x, double y, int n) {
  V3 v{x, y, x + y};
  v[n] *= y;
  for (int i = 0; i < 3; ++i) v[i] += i * v[(i + 1) % 3];
  const V3& c = v;
  return c.at(n) * c.at(0) + v[1] * v[2];
}

double stack_machine(double x, double y) {
  enum Code { push_x, push_y, add, mul, dup, stop };
  const Code prog[] = {push_x, push_y, mul, dup, push_x, add, mul, stop};
  std::vector<double> st;
  for (int pc = 0;; ++pc) {
    switch (prog[pc]) {
      case push_x:
        st.push_back(x);
        break;
      case push_y:
        st.push_back(y);
        break;
      case add: {
        double b = st.back();
        st.pop_back();
        st.back() += b;
      } break;
      case mul: {
        double b = st.back();
        st.pop_back();
        st.back() *= b;
        break;
      }
      case dup:
        st.push_back(st.back());
        break;
      case stop:
        return st.back();
    }
  }
}

template <class T, int R, int C>
struct Mat {
  T a[R * C]{};
  T& operator()(int i, int j) { return a[i * C + j]; }
  const T& operator()(int i, int j) const { return a[i * C + j]; }
  template <int K>
  Mat<T, R, K> operator*(const Mat<T, C, K>& o) const {
    Mat<T, R, K> r;
    for (int i = 0; i < R; ++i)
      for (int j = 0; j < K; ++j)
        for (int k = 0; k < C; ++k) r(i, j) += (*this)(i, k) * o(k, j);
    return r;
  }
  static Mat eye() {
    static_assert(R == C);
    Mat m;
    for (int i = 0; i < R; ++i) m(i, i) = 1;
    return m;
  }
};
double matrix_class(double x, double y) {
  Mat<double, 2, 2> m = Mat<double, 2, 2>::eye();
  m(0, 1) = x;
  m(1, 0) = y * x;
  Mat<double, 2, 1> v;
  v(0, 0) = y;
  v(1, 0) = 1;
  auto r = m * m * v;
  return r(0, 0) * r(1, 0) + m(1, 1);
}

struct Dual {
  double v, d;
};
static Dual operator*(Dual a, Dual b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
static Dual operator+(Dual a, Dual b) { return {a.v + b.v, a.d + b.d}; }
static Dual sin(Dual a) { return {std::sin(a.v), std::cos(a.v) * a.d}; }
template <class T>
static T fun(T x, T y) {
  using std::sin;
  return x * y + sin(x * x) * y;
}
double dual(double x, double y) { return fun(x, y) + fun(Dual{x, 1}, Dual{y, 0}).d; }

struct Count {
  int i;
  int operator*() const { return i; }
  Count& operator++() {
    ++i;
    return *this;
  }
  bool operator!=(const Count& o) const { return i != o.i; }
};
struct Range {
  int n;
  Count begin() const { return {0}; }
  Count end() const { return {n}; }
};
double iter_class(double x, int n) {
  double s = x;
  for (int i : Range{n}) s = s * 0.7 + i * x;
  return s;
}

struct Cfg {
  static double f(double x) { return x * k; }
  static constexpr double k = 2.5;
  inline static const int n = 3;
  double g(double x) const { return f(x) * n; }
};
double static_member(double x, double y) { return Cfg::f(x) * Cfg{}.g(y) + Cfg::k; }

struct Model {
  double a, b;
  double run(double x) const {
    auto f = [this](double t) { return a * t + b; };
    auto g = [*this](double t) { return b * t; };
    return f(x) * g(x);
  }
  double tweak(double x) {
    auto h = [&] {
      a += x;
      b *= a;
    };
    h();
    h();
    return a * b;
  }
};
double this_capture(double x, double y) {
  Model m{x, y};
  double s = m.run(y);
  return s + m.tweak(x) * m.run(1);
}

struct Poly2 {
  std::vector<double> c;
  double operator()(double x) const {
    double s = 0;
    for (auto i = c.size(); i-- > 0;) s = s * x + c[i];
    return s;
  }
  Poly2& push(double v) {
    c.push_back(v);
    return *this;
  }
};
double functor(double x, double y) {
  Poly2 p;
  p.push(x).push(y).push(1);
  Poly2 q{{y, x}};
  return p(y) * q(2) + p.c[0];
}

template <class D>
struct Shape2 {
  double area2(const D& d) const { return d.w() * 2; }
};
double crtp(double x, double y) {
  struct R {
    double a;
    double w() const { return a * a; }
  };
  R r{x};
  Shape2<R> s;
  return s.area2(r) * y;
}

template <class... T>
static double prod(T... t) {
  double p = 1;
  ((p *= t), ...);
  return p;
}
template <class T>
static T mx(T a) {
  return a;
}
template <class T, class... R>
static T mx(T a, R... r) {
  const T b = mx(r...);
  return a > b ? a : b;
}
double variadic(double x, double y) { return prod(x, y, 2, 3.0f) + mx(x, y, x * y) + prod(x); }

template <bool B, class T>
static T sel(T a, T b) {
  if constexpr (B) {
    return a * b;
  } else {
    return a + b;
  }
}
template <class T>
static double kind(T t) {
  if constexpr (std::is_integral_v<T>)
    return t * 2.0;
  else
    return t * t;
}
double constexpr_if(double x, double y) { return sel<true>(x, y) * sel<false>(x, y) + kind(3) * kind(x); }

constexpr int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
template <int N>
struct Tab {
  double v[N];
  constexpr Tab() : v() {
    for (int i = 0; i < N; ++i) v[i] = 1.0 / fact(i);
  }
};
constexpr Tab<6> kTab;
double consteval_table(double x) {
  double s = 0, p = 1;
  for (int i = 0; i < 6; ++i) {
    s += kTab.v[i] * p;
    p *= x;
  }
  constexpr double c = kTab.v[2] * 4;
  return s * c + fact(4) * x;
}

namespace ns {
double f(double x) { return x * x; }
inline namespace v1 {
double g(double x) { return f(x) + 1; }
}  // namespace v1
}  // namespace ns
double using_decl(double x, double y) {
  using ns::f;
  namespace q = ns;
  using T = double;
  typedef double U;
  T a = f(x);
  U b = q::g(y);
  using namespace ns;
  return a * b + g(a);
}

double local_struct(double x, double y) {
  struct P {
    double a, b;
    double dot() const { return a * b; }
  };
  P p{x, y};
  P arr[2] = {p, {y, 3}};
  arr[0].a += arr[1].dot();
  auto q = [&](P z) {
    z.a *= 2;
    return z.dot();
  };
  return arr[0].dot() * q(p);
}

double lambda_in_struct(double x, double y) {
  struct L {
    double k;
  } l{x};
  auto f = [l](double a) { return l.k * a; };
  auto g = [&l](double a) { l.k += a; };
  g(y);
  return f(y) * l.k;
}

// Their elements are zeros, as std::complex has a constructor.
double arrays_of_complex(double x, double y) {
  std::complex<double> one[2], all[2][2];
  std::array<std::complex<double>, 2> more;
  one[0] = {x, y};
  all[0][1] = one[0] * x;
  more[1] = all[0][1] + one[1];
  return std::norm(more[0] + more[1] + all[1][1]) * y;
}

struct Scaled {
  double a, b;
  Scaled(double x = 1, double y = 5) : a(2 * x), b(y * a) {}
};
// A constructor without parameters is an instance of it; in vectors the elements were zeros.
struct OfTemplate {
  double a;
  template <class T = double>
  OfTemplate(T x = 3) : a(2 * x) {}
};
double arrays_of_defaults(double x, double y) {
  OfTemplate three[2];
  std::vector<OfTemplate> four(2);
  Scaled one[1], two[2];
  std::array<Scaled, 2> more;
  std::vector<Scaled> vector(2);
  two[1] = Scaled(x);
  return one[0].a * two[1].b * y + two[0].b * more[1].a * x + vector[1].b * x * y +
         three[1].a * four[0].a * x;
}

}  // namespace control
