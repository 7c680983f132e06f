#include "physics.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <numeric>

namespace physics {

double kinetic(const Vec3& v, double m) { return 0.5 * m * v.dot(v) + cross(v, Vec3(1, 2, 3)).norm(); }

double lennard_jones(const std::vector<Vec3>& atoms, double sigma, double eps) {
  double e = 0;
  for (std::size_t i = 0; i < atoms.size(); ++i)
    for (std::size_t j = i + 1; j < atoms.size(); ++j) {
      const double r2 = (atoms[i] - atoms[j]).dot(atoms[i] - atoms[j]) + 0.5, s2 = sigma * sigma / r2,
                   s6 = s2 * s2 * s2;
      e += 4 * eps * (s6 * s6 - s6);
    }
  return e;
}

double pendulum(double theta, double omega, double g, int steps) {
  auto f = [g](const std::array<double, 2>& y) { return std::array<double, 2>{y[1], -g * std::sin(y[0])}; };
  std::array<double, 2> y{theta, omega};
  const double h = 0.05;
  for (int n = 0; n < steps; ++n) {
    auto add = [](std::array<double, 2> a, const std::array<double, 2>& b, double s) {
      for (int i = 0; i < 2; ++i) a[i] += s * b[i];
      return a;
    };
    const auto k1 = f(y), k2 = f(add(y, k1, h / 2)), k3 = f(add(y, k2, h / 2)), k4 = f(add(y, k3, h));
    for (int i = 0; i < 2; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return y[0] * y[0] + y[1];
}

class TridiagonalSolver {
 public:
  TridiagonalSolver(std::size_t n) : a(n), b(n), c(n) {}
  std::vector<double> a, b, c;
  std::vector<double> solve(std::vector<double> d) const {
    const std::size_t n = d.size();
    std::vector<double> cp(n), x(n);
    cp[0] = c[0] / b[0];
    d[0] /= b[0];
    for (std::size_t i = 1; i < n; ++i) {
      const double m = b[i] - a[i] * cp[i - 1];
      cp[i] = c[i] / m;
      d[i] = (d[i] - a[i] * d[i - 1]) / m;
    }
    x[n - 1] = d[n - 1];
    for (std::size_t i = n - 1; i-- > 0;) x[i] = d[i] - cp[i] * x[i + 1];
    return x;
  }
};

double heat(double kappa, double left, int n, int steps) {
  std::vector<double> u(static_cast<std::size_t>(n), 0.2);
  for (int s = 0; s < steps; ++s) {
    TridiagonalSolver solver(u.size());
    for (std::size_t i = 0; i < u.size(); ++i) {
      solver.a[i] = -kappa;
      solver.b[i] = 1 + 2 * kappa;
      solver.c[i] = -kappa;
    }
    auto rhs = u;
    rhs[0] += kappa * left;
    u = solver.solve(rhs);
  }
  return std::accumulate(u.begin(), u.end(), 0.0);
}

double burgers(const std::vector<double>& u0, double nu) {
  auto u = u0;
  const auto n = u.size();
  if (n < 3) return 0;
  for (int t = 0; t < 3; ++t) {
    auto next = u;
    for (std::size_t i = 1; i + 1 < n; ++i) {
      const double adv = u[i] > 0 ? u[i] * (u[i] - u[i - 1]) : u[i] * (u[i + 1] - u[i]);
      next[i] = u[i] - 0.1 * adv + nu * 0.1 * (u[i + 1] - 2 * u[i] + u[i - 1]);
    }
    std::swap(u, next);
  }
  return *std::max_element(u.begin(), u.end()) + std::inner_product(u.begin(), u.end(), u0.begin(), 0.0);
}

double diffuse(const std::vector<double>& x, double k, int steps) {
  std::vector<double> a(x), b(x.size());
  std::vector<double> *now = &a, *next = &b;
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 0; i < x.size(); ++i) (*next)[i] = k * (*now)[i] * (*now)[i];
    std::swap(now, next);
  }
  return std::accumulate(now->begin(), now->end(), 0.0);
}

double hex_volume(const Hex& h) {
  static const int face[6][4] = {{0, 1, 2, 3}, {4, 7, 6, 5}, {0, 4, 5, 1},
                                 {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}};
  double v = 0;
  for (const auto& f : face) {
    double cx = 0, cy = 0, cz = 0;
    for (int k : f) {
      cx += 0.25 * h.x[k];
      cy += 0.25 * h.y[k];
      cz += 0.25 * h.z[k];
    }
    for (int k = 0; k < 4; ++k) {
      const int p = f[k], q = f[(k + 1) % 4];
      v += cx * (h.y[p] * h.z[q] - h.z[p] * h.y[q]) + cy * (h.z[p] * h.x[q] - h.x[p] * h.z[q]) +
           cz * (h.x[p] * h.y[q] - h.y[p] * h.x[q]);
    }
  }
  return v / 6;
}

double neo_hookean(const std::array<double, 9>& F, double mu, double lambda) {
  const double J = F[0] * (F[4] * F[8] - F[5] * F[7]) - F[1] * (F[3] * F[8] - F[5] * F[6]) +
                   F[2] * (F[3] * F[7] - F[4] * F[6]);
  double ic = 0;
  for (int i = 0; i < 9; ++i) ic += F[i] * F[i];
  const double lj = std::log(std::fabs(J) + 0.1);
  return 0.5 * mu * (ic - 3) - mu * lj + 0.5 * lambda * lj * lj;
}

class Spring {
 public:
  virtual ~Spring() = default;
  virtual double energy(double dx) const = 0;
};

class Linear : public Spring {
  double k_;

 public:
  explicit Linear(double k) : k_(k) {}
  double energy(double dx) const override { return 0.5 * k_ * dx * dx; }
};

class Cubic : public Spring {
  double k_;

 public:
  explicit Cubic(double k) : k_(k) {}
  double energy(double dx) const override { return 0.25 * k_ * dx * dx * dx * dx; }
};

double springs(double k, double x) {
  const Linear first(k);
  const Cubic second(2 * k);
  auto work = [](const Spring& s, double dx) { return s.energy(dx); };
  return work(first, x) + work(second, x * x);
}

double orbit(double a, double ecc, double t) {
  const double M = t / std::pow(a, 1.5);
  double E = M;
  do {
    const double d = (E - ecc * std::sin(E) - M) / (1 - ecc * std::cos(E));
    E -= d;
    if (std::abs(d) < 1e-12) break;
  } while (true);
  return a * (1 - ecc * std::cos(E)) * std::cos(E);
}

double ising(const std::vector<std::vector<double>>& s, double j) {
  double e = 0;
  const int n = static_cast<int>(s.size());
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) e -= j * s[i][k] * (s[(i + 1) % n][k] + s[i][(k + 1) % n]);
  return e;
}

}  // namespace physics
