#include "kept.h"

#include <cmath>

namespace kept {

// A body that is too large to be inlined at each of its calls.
#define KEPT_TERMS(x, y) \
  (0.05 * (std::sin((x) * (y)) + 0.5 * std::cos((x) - (y)) + 0.25 * std::tanh((x) + 0.3 * (y)) + std::exp(-(x) * (x)) + \
           std::atan((y)) + 0.3 * std::sin((x) + (y)) * std::cos((y) * 0.5) + 0.5 * std::tanh((x) * (x)) + (x) * std::cos((y))))
// From a dozen places.
#define KEPT_TWELVE(f, x, y) \
  (f((x), (y)) + f((y), (x)) + f(0.5 * (x), (y)) + f((x), 0.5 * (y)) + f(0.9 * (x), (x)) + f(0.8 * (y), (y)) + f(0.1 + (x), (y)) + \
   f(0.2 + (x), (y)) + f(0.3 + (x), (y)) + f(0.4 + (x), (y)) + f(0.5 + (x), (y)) + f(0.6 + (x), (y)))

#define KEPT_OFTEN(statements) \
  statements;                  \
  statements
#define KEPT_MORE(statements) KEPT_OFTEN(statements; statements; statements)

static double terms(double x, double y) { return KEPT_TERMS(x, y) + KEPT_TERMS(y, x); }
static double once(double x, double y) { return std::tanh(KEPT_TWELVE(terms, x, y)); }
static double twice(double x, double y) { return std::tanh(0.1 * KEPT_TWELVE(once, x, y)); }
double deep(double x, double y) { return std::sin(0.1 * KEPT_TWELVE(twice, x, y)); }

static double collect(double x, double& sum) {
  sum += KEPT_TERMS(x, sum) + 0.1 * KEPT_TERMS(sum, x) + 0.01 * KEPT_TERMS(x, x);
  return sum * x;
}
static void unset(double x, double& out) { out = KEPT_TERMS(x, 0.3) + KEPT_TERMS(0.4, x) + KEPT_TERMS(x, x); }
double written(double x, double y) {
  double sum = y, a, b, c, d;
  double all = 0;
  KEPT_OFTEN(all += collect(x, sum); all += collect(y, sum); all += collect(0.1, sum); all += collect(0.3, sum); all *= 0.9;
              all += collect(x * y, sum); all += collect(0.5, sum); all += collect(0.2, sum); all += collect(0.7, sum));
  unset(x, a), unset(y, b), unset(all, c), unset(sum, d);
  KEPT_OFTEN(unset(a * b, a); unset(c * d, b); unset(a, c); unset(b, d); unset(a * c, a); unset(c * b, b); unset(b, c); unset(a, d));
  return all + a * b + c * d + sum;
}

static Matrix layer(const Matrix& x, const Matrix& w, const Vector& b) {
  const Matrix h = gradc::tanh(gradc::matmul(x, w) + b);
  const Matrix g = gradc::sigmoid(gradc::matmul(h, w) - b) * gradc::sin(h) + 0.1 * gradc::cos(h) + gradc::exp(-(h * h));
  const Matrix u = g * h + 0.5 * gradc::square(g) - gradc::tanh(h * 0.3) * gradc::sigmoid(g) + gradc::sin(g + h) * 0.2;
  const Matrix v = u * g + 0.5 * gradc::square(u) - gradc::tanh(u * 0.3) * gradc::sigmoid(u) + gradc::sin(u + h) * 0.2;
  return 0.1 * (v + u) * gradc::mean(gradc::square(g)) + x;
}
double tensors(const Matrix& x, const Matrix& w, const Vector& b) {
  Matrix h = layer(x, w, b);
  KEPT_OFTEN(h = layer(h, w, b); h = layer(h, w, 0.5 * b); h = layer(h, 0.5 * w, b); h = layer(gradc::sin(h), w, b); h = layer(h, w, 0.1 * b); h = layer(h, 0.9 * w, b);
             h = layer(h, w, 0.3 * b); h = layer(0.9 * h, w, b); h = layer(h, 0.7 * w, b));
  return gradc::mean(gradc::square(h));
}

static void blend(double& to, const double& from, Vector& whole) {
  to = to * 0.5 + KEPT_TERMS(from, to) + 0.1 * KEPT_TERMS(to, from);
  whole(0) = whole(0) + KEPT_TERMS(to, 0.1) + KEPT_TERMS(0.2, to);
}
double elements(const Vector& x, int n) {
  Vector y = x, z(gradc::Shape{2});
  for (int i = 1; i < n; ++i) blend(y(i), x(i - 1), z);
  blend(y(0), y(1), z);  // parts of one tensor: inlined
  KEPT_OFTEN(blend(y(0), x(1), z); blend(y(1), x(2), z); blend(y(2), x(0), z); blend(z(1), x(2), y); blend(y(1), x(1), z); blend(y(2), x(2), z);
             blend(y(0), x(3), z); blend(y(1), x(3), z); blend(y(2), x(1), z));
  return gradc::sum(y) + z(0) * z(1);
}

namespace {
struct Pair {
  double a, b;
  std::array<double, 2> both;
  double mixed(double x) const { return KEPT_TERMS(a, x) + KEPT_TERMS(x, b) + KEPT_TERMS(both[0], both[1]); }
  void add(double x) {
    a += KEPT_TERMS(a, x) + KEPT_TERMS(x, b);
    both[1] = both[0] * a + KEPT_TERMS(x, x);
  }
};
}  // namespace
static std::pair<Pair, double> turned(const Pair& p, double x) {
  Pair q{p.b + KEPT_TERMS(p.a, x), p.a * 0.5 + KEPT_TERMS(x, p.b), {p.both[1], 0.1 * p.both[0]}};
  return {q, KEPT_TERMS(q.a, q.b)};
}
double structures(double x, double y) {
  Pair p{x, y, {x * y, 1}};
  double sum = 0;
  const auto turn = [&](double by) {
    const auto [q, add] = turned(p, by);
    p = q;
    sum += add;
  };
  KEPT_OFTEN(turn(x); turn(y); turn(0.1); turn(0.2); turn(0.3); turn(x * y); turn(0.4); turn(0.6));
  KEPT_OFTEN(p.add(x); p.add(y); p.add(0.1); p.add(0.2); p.add(sum); p.add(0.4); p.add(0.5); p.add(0.6));
  return sum + p.mixed(x) + p.mixed(y) + p.mixed(0.1) + p.mixed(0.2) + p.mixed(0.3) + p.mixed(0.4) + p.both[0] * p.both[1];
}

double captured(double x, double y) {
  double sum = x;
  const auto add = [&sum, y](double by) {
    sum = 0.5 * sum + KEPT_TERMS(sum, by) + KEPT_TERMS(by, y) + 0.1 * KEPT_TERMS(y, sum);
    return sum * by;
  };
  const auto both = [add](double a, double b) { return add(a) * add(b) + add(a * b); };
  double all = 0;
  KEPT_OFTEN(all += both(x, y); all += both(y, 0.1); all += both(0.2, x); all += both(0.4, y); all += both(0.5, 0.6); all += add(sum));
  return all + sum;
}

static auto scaled(double& by, double x) {
  by += KEPT_TERMS(x, by) + 0.1 * KEPT_TERMS(by, x);
  return [&by, x](double v) {
    by += 0.1 * v * x;
    return by * v;
  };
}
double closures_given_back(double x, double y) {
  double by = y;
  const auto a = scaled(by, x), b = scaled(by, y), c = scaled(by, 0.1), d = scaled(by, 0.2), e = scaled(by, x), f = scaled(by, 0.4),
             g = scaled(by, 0.6), h = scaled(by, 0.7);
  return a(0.1) + b(x) + c(y) + d(0.3) * by + e(0.1) + f(x) + g(y) + h(0.5) * by;
}

static Vector along(const Matrix& x, int axis, std::int64_t n, double by) {
  Vector y(gradc::Shape{n});
  for (std::int64_t i = 0; i < n; ++i) y(i) = by * KEPT_TERMS(by, 0.1) + KEPT_TERMS(0.2, by) + KEPT_TERMS(by, by) + KEPT_TERMS(0.3, by);
  return y * (axis == 0 ? gradc::sum(x, {0}) : gradc::sum(gradc::transpose(x), {0}));
}
double known_integers(const Matrix& x, int n) {
  const std::int64_t rows = x.extent(0), columns = x.extent(1);
  Vector a = along(x, 0, columns, 0.1), b = along(x, n - 1, rows, 0.4);
  KEPT_OFTEN(a = 0.5 * a + along(x, 0, columns, 0.1); a = a + along(x, 0, columns, 0.2); a = a + along(x, 0, columns, 0.3);
              b = 0.5 * b + along(x, 1, rows, 0.1); b = b + along(x, 1, rows, 0.2); b = b + along(x, 1, rows, 0.3));
  return gradc::sum(a) * gradc::sum(b) + gradc::sum(a * a);
}

static double into_whole(Vector& whole, double& part, double x) {
  whole(1) = whole(1) * x + KEPT_TERMS(part, x) + KEPT_TERMS(x, part) + KEPT_TERMS(x, x);
  part += whole(0) * x;
  return whole(1) + part;
}
double overlapping(const Vector& x) {
  Vector y = x;
  double sum = into_whole(y, y(0), 0.1);
  sum += into_whole(y, y(1), 0.2), sum += into_whole(y, y(0), 0.3), sum += into_whole(y, y(1), 0.4);
  sum += into_whole(y, y(2), 0.5), sum += into_whole(y, y(1), 0.6), sum += into_whole(y, y(0), 0.7);
  return sum + y(0) * y(1) * y(2);
}

static double twist(double& a, double& b) {
  a = 0.5 * a + b + KEPT_TERMS(a, b) + KEPT_TERMS(b, a);
  b = KEPT_TERMS(b, a) + 0.5 * a;
  return a * b;
}
double one_part_twice(const Vector& x) {
  Vector y = x, z = x;
  double& first = y(0);
  double sum = twist(first, first);
  KEPT_OFTEN(sum += twist(first, z(0)); sum += twist(y(1), z(1)); sum += twist(y(2), z(0)); sum += twist(y(0), z(2));
             sum += twist(y(1), z(2)); sum += twist(y(2), z(1)); sum += twist(first, z(1)); sum += twist(y(0), z(0)));
  sum += twist(first, first);
  return sum + gradc::sum(y) * gradc::sum(z);
}

static void push(std::vector<double>& to, double x) {
  to.push_back(KEPT_TERMS(x, to[0]) + KEPT_TERMS(to[0], x) + KEPT_TERMS(x, x));
  to[0] += 0.1 * to.back();
}
double appended(const std::vector<double>& x, double y) {
  std::vector<double> all = x;
  KEPT_OFTEN(push(all, y); push(all, 0.1); push(all, 0.2); push(all, 0.3); push(all, 0.4); push(all, 0.5); push(all, 0.6); push(all, all[1]));
  double sum = 0;
  for (const double one : all) sum += one * one;
  return sum;
}

double in_loops_and_arms(const Vector& x, double y, int n) {
  double t = y;
  for (int i = 0; i < n; ++i) {
    const double e = x(i % x.size());
    t = e > 0 ? terms(t, e) + terms(e, t) : terms(t, y) * terms(y, e) + terms(e, y);
    if (t > 1) t = std::tanh(terms(t, t)) + terms(0.1, t);
    else t += terms(t, 0.1) + terms(0.1, e);
  }
  return t + terms(y, t) + terms(t, y);
}

static std::vector<double> moved(const std::vector<double>& v, double x) {
  std::vector<double> to;
  for (double e : v) to.push_back(std::sin(e + x) + 0.3 * e * x + 0.1 * KEPT_TERMS(e, x));
  return to;
}
double lists_in_loops(const Vector& x, double y, int n) {
  std::vector<double> v{x(0), x(1)};
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const std::vector<double> u = moved(v, y);
    s += u[0] * u[1] * u[0];
    v = moved(u, x(i % 2));
    s += v[0] * v[1] * y;
  }
  KEPT_OFTEN(v = moved(v, 0.1); v = moved(v, s); v = moved(v, y); v = moved(v, 0.3 * y); v = moved(v, 0.7); v = moved(v, x(0)));
  return s + v[0] * v[1];
}

static double roots(const Vector& x, double y) {
  const Vector a = gradc::where(x > 0, gradc::sqrt(x), 0), b = gradc::where(x > 0, gradc::log(x), y);
  return gradc::sum(gradc::tanh(a) * b + 0.1 * a) + y * gradc::mean(gradc::square(a) + 0.2 * gradc::sin(b));
}
double selected(const Vector& x) {
  double y = 0.1;
  KEPT_MORE(y = roots(x, y); y = 0.3 * roots(0.5 * x, y); y = 0.2 * roots(x, 0.1 * y); y = 0.1 * roots(0.9 * x, y); y = 0.2 * roots(x * x, y));
  return y;
}

// All that a call passes is known, so that it has no arguments; what it gives is read inside of loops and arms.
static int picked(int i) {
  int s = 0;
  for (int k = 0; k < 7; ++k) {
    s += k * i % 3;
    s ^= i;
    if (s > 40) s -= 3 * i;
  }
  return s & 3;
}
double without_arguments(double x, double y, int n) {
  double t[4] = {x, y, x * y, 1};
  const int a = picked(1), b = picked(2), c = picked(3);
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    if (x > y * i)
      sum += t[a] * t[b];
    else
      sum -= t[c] * i;
    t[picked(4)] *= 1.5;
    t[picked(5)] += y;
    sum += t[picked(6)] * t[picked(7)] - t[picked(8)] * x - t[picked(9)] * y + t[picked(10)] * t[picked(11)];
    sum += t[picked(12)] + t[picked(13)] * t[picked(14)] + t[picked(15)] - t[picked(16)] * t[picked(17)];
    sum += t[picked(18)] * t[picked(19)] - t[picked(20)] * x - t[picked(21)] * y + t[picked(22)] * t[picked(23)];
  }
  return sum;
}

double in_little_memory(double x, double y) { return std::tanh(KEPT_TWELVE(once, x, y)); }

}  // namespace kept
