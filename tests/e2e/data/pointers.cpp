#include "pointers.h"

#include <array>
#include <cmath>

namespace pointers {
namespace {

struct State {
  double a;
  Vector v;
};

void grow(double* p, double x) { *p += x * *p; }

void advance(State* s, double x) {
  s->a = std::sin(x + s->a);
  s->v = s->v * s->a;
}

}  // namespace

double to_a_variable(double x, int n) {
  double t = 1, u = x;
  double* const p = &t;
  double* q = &u;
  for (int i = 0; i < n; ++i) {
    grow(p, x);
    for (int j = 0; j < i; ++j) {
      double* same = q;
      grow(same, *p / 8);
      q[0] *= 0.5;
    }
  }
  return t * u;
}

double in_conditions(double x, double least) {
  double t = 1, u = x;
  double *p = &t, *q = &u;
  while (p != nullptr && *p < least) grow(p, x);
  do *q += x * *p;
  while (*q < 2 * least);
  return t * u + least;
}

double to_a_structure(double x, const std::vector<double>& steps, const Vector& v) {
  State s{x, v};
  State* p = &s;
  for (const double step : steps) {
    advance(p, x * step);
    p->v(0) += p->a;
  }
  return s.a * gradc::sum(s.v);
}

double chosen_before(double x, double y, int n) {
  double t = x, u = y;
  double* p = x > y ? &t : &u;
  for (int i = 0; i < n; ++i) grow(p, x * y);
  return t / u;
}

double to_a_pointer(double x, int n) {
  double t = 1;
  double* p = &t;
  double** pp = &p;
  double*& same = p;
  for (int i = 0; i < n; ++i) {
    **pp *= x;
    *same += x;
  }
  return t;
}

namespace {

struct Adder {
  double* to;
  void add(double x) { *to += std::sin(x * *to); }
};

}  // namespace

double in_an_object(double x, int n) {
  double t = 1;
  Adder adder{&t};
  double* p = &t;
  const auto scale = [&] { *p *= x; };
  for (int i = 0; i < n; ++i) {
    adder.add(x);
    scale();
  }
  return t;
}

double to_a_tensor(const Matrix& x, int n) {
  Matrix t = x;
  Matrix* p = &t;
  for (int i = 0; i < n; ++i) *p = gradc::matmul(*p, x) + *p;
  return gradc::sum(t);
}

double into_an_array_of_structures(double x, const Vector& v, int n) {
  std::array<State, 2> states{State{1, v}, State{x, v}};
  auto it = states.begin();
  State* second = &states[1];
  for (int i = 0; i < n; ++i) {
    it->a *= x;
    (it + 1)->v = it->v * (x + second->a);
    second->a += it->a;
  }
  return states[1].a * gradc::sum(states[1].v);
}

double to_a_member_of_an_element(double x, const Vector& v, int k) {
  std::vector<State> states{State{1, v}, State{x, v}};
  double* p = &states[static_cast<std::size_t>(k)].a;
  for (int i = 0; i < 3; ++i) grow(p, x);
  return states[0].a + states[1].a * gradc::sum(states[1].v);
}

struct Holder {
  double* p;
  double v;
  explicit Holder(double& y) : p{&y}, v{y * y} {}
};

double in_braces(double x, double y) {
  double* p{&x};
  *p *= 2;
  double& r{y};
  r *= 3;
  double* q{};
  q = &x;
  const auto f{[x](double z) { return x * z; }};
  const Holder h(y);
  return *p * *q + f(r) + *h.p * h.v;
}

enum class Fault { none, domain };

// As libraries of special functions report a fault: nobody reads the text.
void set_fault(const char* /*name*/, Fault fault, const char* /*format*/, Fault& last) { last = fault; }

double logarithm(double x, Fault& last) {
  if (x <= 0) {
    set_fault("logarithm", Fault::domain, nullptr, last);
    return 0;
  }
  return std::log(x);
}

double to_text(double x) {
  Fault last = Fault::none;
  double y = logarithm(x, last);
  if (last == Fault::domain) y = x * x;
  const char steps[] = "see";
  for (const char* step = steps; *step; ++step) y = *step == 's' ? std::sin(y) : y * std::exp(x);
  const char* name = __func__;
  return name[0] == 't' ? y : 0;
}

}  // namespace pointers
