// Particles, springs, meshes and differential equations, as codes of simulation have them.
#pragma once

#include <gradc/annotate.h>

#include <array>
#include <cmath>
#include <vector>

namespace physics {

struct Vec3 {
  double x, y, z;
  Vec3(double a = 0, double b = 0, double c = 0) : x(a), y(b), z(c) {}
  Vec3 operator+(const Vec3& o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec3 operator-(const Vec3& o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vec3 operator*(double s) const { return {x * s, y * s, z * s}; }
  Vec3& operator+=(const Vec3& o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
  template <class Visit>
  void each(Visit visit) {
    visit(x);
    visit(y);
    visit(z);
  }
  double dot(const Vec3& o) const { return x * o.x + y * o.y + z * o.z; }
  double norm() const { return std::sqrt(dot(*this)); }
};

inline Vec3 operator*(double s, const Vec3& v) { return v * s; }

inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

struct Hex {
  double x[8], y[8], z[8];
  template <class Visit>
  void each(Visit visit) {
    for (int i = 0; i < 8; ++i) {
      visit(x[i]);
      visit(y[i]);
      visit(z[i]);
    }
  }
};

GRADC_DIFFERENTIATE(gradient) double kinetic(const Vec3& v, double m);
GRADC_DIFFERENTIATE(gradient) double lennard_jones(const std::vector<Vec3>& atoms, double sigma, double eps);
GRADC_DIFFERENTIATE(gradient) double pendulum(double theta, double omega, double g, int steps);
GRADC_DIFFERENTIATE(gradient) double heat(double kappa, double left, int n, int steps);
GRADC_DIFFERENTIATE(gradient) double burgers(const std::vector<double>& u0, double nu);
GRADC_DIFFERENTIATE(gradient) double diffuse(const std::vector<double>& x, double k, int steps);
GRADC_DIFFERENTIATE(gradient) double hex_volume(const Hex& h);
GRADC_DIFFERENTIATE(gradient) double neo_hookean(const std::array<double, 9>& F, double mu, double lambda);
GRADC_DIFFERENTIATE(gradient) double springs(double k, double x);
GRADC_DIFFERENTIATE(gradient) double orbit(double a, double ecc, double t);
GRADC_DIFFERENTIATE(gradient) double ising(const std::vector<std::vector<double>>& s, double j);

}  // namespace physics
