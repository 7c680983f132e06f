#include "held.h"

#include <cmath>
#include <functional>

namespace held {

namespace {

using Function = std::function<double(double)>;

double twice_applied(const Function& f, double x) { return f(f(x)); }

double trapezoids(const Function& f, double a, double b, int n) {
  const double h = (b - a) / n;
  double s = 0.5 * (f(a) + f(b));
  for (int i = 1; i < n; ++i) s += f(a + i * h);
  return s * h;
}

double trapezoids_of(double (*f)(double), double a, double b, int n) {
  const double h = (b - a) / n;
  double s = 0.5 * (f(a) + f(b));
  for (int i = 1; i < n; ++i) s += f(a + i * h);
  return s * h;
}

double newton(Function f, Function slope, double x) {
  for (int i = 0; i < 20; ++i) x -= f(x) / slope(x);
  return x;
}

double chained(const Function& f, const Function& g, double x) {
  const Function both = [&](double t) { return f(g(t)); };
  const Function copied = [f](double t) { return 2 * f(t); };
  return both(x) + copied(x);
}

double square(double t) { return t * t; }

struct Scale {
  double by;
  double operator()(double t) const { return by * t; }
};

template <class T>
double square_of(const T& object) {
  return object->x * object->x;
}
struct Held {
  double x;
  double squared() const { return square_of(this); }
};

}  // namespace

double local(double x) {
  const Function f = [x](double t) { return t * x; };
  return f(x) + f(2.0);
}

double passed(double x) {
  return twice_applied([x](double t) { return t * t * x; }, x) + twice_applied([](double t) { return std::sin(t); }, x);
}

double integrals(double p) {
  return trapezoids([p](double x) { return std::exp(-p * x * x); }, 0.0, 1.0, 10) + trapezoids([p](double x) { return std::cos(p * x); }, 0.0, p, 7);
}

double by_pointer_to_function(double p) {
  return trapezoids_of([](double x) { return std::exp(-x * x); }, 0.0, p, 10) + 3 * trapezoids_of([](double x) { return std::cos(x * x); }, 0.0, p, 7);
}

double solved(double p) {
  return newton([&](double x) { return x * x * x - p; }, [](double x) { return 3 * x * x; }, 1.0);
}

double composed(double x) {
  return chained([](double t) { return t * t; }, [x](double t) { return std::sin(t) * x; }, x);
}

double by_name(double x) {
  const Function f = square, g = &square;
  return f ? f(g(x)) : x;
}

double of_objects(double x) {
  const Function f = Scale{x};
  return f(x) + twice_applied(Scale{2 * x}, x);
}

double writes(double x) {
  double s = 0;
  const std::function<void(double)> add = [&s](double t) { s += t * t; };
  add(x);
  add(2 * x);
  return s;
}

double of_vectors(const std::vector<double>& v) {
  const std::function<double(const std::vector<double>&)> norm = [](const std::vector<double>& w) {
    double s = 0;
    for (double t : w) s += t * t;
    return s;
  };
  return norm(v) * norm(v);
}

double of_any_type(double x) {
  const Function f = [](auto t) { return t * t; };
  return f(x);
}

double copies_apart(double x) {
  double n = 0;
  Function f = [n](double t) mutable {
    n += t;
    return n * t;
  };
  Function g = f;
  const double first = f(x) + f(x);
  return first * g(x);
}

double this_by_reference(double x) {
  const Held held{x};
  return held.squared() * x;
}

}  // namespace held
