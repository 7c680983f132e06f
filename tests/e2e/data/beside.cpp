#include "beside.h"

#include <vector>

namespace beside {
namespace {

double dot(const double* p, const double* q, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += p[i] * q[i];
  return s;
}

void scale(double* p, int n, double by) {
  for (int i = 0; i < n; ++i) p[i] *= by;
}

void add(double& first, double s) {
  for (int i = 0; i < 3; ++i) (&first)[i] += s * i;
}

struct Names {
  union {
    double x, r;
  };
  union {
    double y, g;
  };
  double at(int i) const { return (&x)[i]; }
};

}  // namespace

double read_in_a_loop(double a, double b) {
  const Vec v{a, b, a * b};
  double s = 0;
  for (int i = 0; i < 3; ++i) s += v[i] * (i + 1);
  return s;
}

double written_in_a_loop(double a, double b) {
  Vec v{a, b, a * b};
  for (int i = 0; i < 3; ++i) v[i] *= v[2 - i] + i;
  return v.x * v.y + v.z;
}

double passed_as_arrays(double a, double b) {
  Vec u{a, b, 1}, w{b, a, a};
  scale(u.data(), 3, b);
  scale(&w.y, 2, a);
  return dot(u.data(), &w.x, 3);
}

double elements_of_a_vector(double a, double b) {
  std::vector<Vec> v{{a, b, 1}, {b, a, 2}};
  double s = 0;
  for (const Vec& e : v)
    for (int i = 0; i < 3; ++i) s += e[i] * e[i] * i;
  v[1][2] = a;
  for (Vec& e : v) scale(&e.x, 3, a);
  for (int k = 0; k < 2; ++k) {
    double* p = v[static_cast<std::size_t>(k)].data();
    for (int i = 0; i < 3; ++i) p[i] += i * b;
  }
  return s + v[1].z * v[0][1] + v[1].x;
}

double by_a_number(double a, double b) {
  const Vec v{a, b, a * a};
  return *(&v.x + 1) * (&v.z)[-1] + (&v.y)[1];
}

double at(double a, int k) {
  const Vec v{a, a * a, 3};
  return v[k] * v[0];
}

double written_at(double a, int k) {
  Vec v{a, a * a, 3};
  v[k] = v[k] * v[k] * a;
  return v.x + 2 * v.y + 3 * v.z;
}

double written_at_in_a_vector(double a, int k) {
  std::vector<Vec> v{{a, 1, 2}, {a * a, 3, a}};
  v[1][k] = v[0][k] * a;
  return v[1].x + 2 * v[1].y + 3 * v[1].z * v[0].x;
}

double names_of_a_union(double a, double b) {
  Names u;
  u.x = a;
  u.y = b;
  return u.at(0) * u.at(1) * u.g;
}

// The loop writes a member that it doesn't name.
double by_pointers_in_loops(double a, double b) {
  Vec v{a, b, a};
  double* p = &v.x;
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    s += p[i] * v.z;
    if (s > 0) p[2] = s;
  }
  return s + v.z;
}

double by_references(double a, double b) {
  Vec v{a, b, a};
  add(v.x, b);
  return v.x * v.y + v.z;
}

double by_a_lambda(double a, double b) {
  Vec v{a, b, a};
  const auto twice = [&](double* p) {
    for (int i = 0; i < 2; ++i) p[i] *= a;
  };
  twice(&v.y);
  for (int k = 0; k < 2; ++k) twice(&v.x);
  return v.x + v.y * v.z;
}

double of_a_parameter(const Vec& v, int k) { return v[k] * v[0] + v.y; }

double of_an_array(const std::array<Vec, 2>& v) {
  double s = 0;
  for (std::size_t i = 0; i < 2; ++i)
    for (int k = 0; k < 3; ++k) s += v[i][k] * v[1 - i][2 - k] * (k + 1);
  return s;
}

}  // namespace beside
