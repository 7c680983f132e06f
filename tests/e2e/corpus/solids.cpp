#include "solids.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>

namespace solids {

struct Mat2 {
  double a, b, c, d;
  double det() const { return a * d - b * c; }
  double frobenius2() const { return a * a + b * b + c * c + d * d; }
  Mat2 inverse() const {
    const double s = 1 / det();
    return {d * s, -b * s, -c * s, a * s};
  }
  friend Mat2 operator*(const Mat2& l, const Mat2& r) {
    return {l.a * r.a + l.b * r.c, l.a * r.b + l.b * r.d, l.c * r.a + l.d * r.c, l.c * r.b + l.d * r.d};
  }
};

static Mat2 edges(const Point& p, const Point& q, const Point& r) {
  return Mat2{q.x - p.x, r.x - p.x, q.y - p.y, r.y - p.y};
}

double dirichlet_energy(const Mesh& rest, const std::vector<Point>& deformed) {
  double energy = 0;
  for (const auto& [i, j, k] : rest.triangles) {
    const Mat2 m = edges(rest.nodes[i], rest.nodes[j], rest.nodes[k]);
    const Mat2 j_ = edges(deformed[i], deformed[j], deformed[k]) * m.inverse();
    if (j_.det() <= 0) return std::numeric_limits<double>::infinity();
    energy += 0.5 * m.det() * (j_.frobenius2() + j_.inverse().frobenius2());
  }
  return energy;
}

double truss(const std::vector<Point>& nodes, const std::vector<Bar>& bars, double load) {
  // node 0 and 1 are held; the rest moves
  const int dofs = 2 * static_cast<int>(nodes.size()) - 4;
  std::vector<std::vector<double>> K(dofs, std::vector<double>(dofs, 0.0));
  for (const Bar& bar : bars) {
    const double dx = nodes[bar.to].x - nodes[bar.from].x, dy = nodes[bar.to].y - nodes[bar.from].y;
    const double L = std::sqrt(dx * dx + dy * dy), c[4] = {-dx / L, -dy / L, dx / L, dy / L};
    const int at[4] = {2 * bar.from - 4, 2 * bar.from - 3, 2 * bar.to - 4, 2 * bar.to - 3};
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        if (at[i] >= 0 && at[j] >= 0) K[at[i]][at[j]] += bar.area / L * c[i] * c[j];
  }
  std::vector<double> f(dofs);
  f[dofs - 1] = -load;
  auto u = f;
  for (int k = 0; k < dofs; ++k) {
    int pivot = k;
    for (int i = k + 1; i < dofs; ++i)
      if (std::abs(K[i][k]) > std::abs(K[pivot][k])) pivot = i;
    if (pivot != k) {
      std::swap(K[k], K[pivot]);
      std::swap(u[k], u[pivot]);
    }
    for (int i = k + 1; i < dofs; ++i) {
      const double factor = K[i][k] / K[k][k];
      for (int j = k; j < dofs; ++j) K[i][j] -= factor * K[k][j];
      u[i] -= factor * u[k];
    }
  }
  for (int k = dofs - 1; k >= 0; --k) {
    for (int j = k + 1; j < dofs; ++j) u[k] -= K[k][j] * u[j];
    u[k] /= K[k][k];
  }
  return std::inner_product(f.begin(), f.end(), u.begin(), 0.0);
}

class Quad4 {
 public:
  explicit Quad4(const double* xy) { std::copy_n(xy, 8, &xy_[0][0]); }

  void gradients(double xi, double eta, double (&dN)[4][2], double& detJ) const {
    static constexpr double sx[4] = {-1, 1, 1, -1}, sy[4] = {-1, -1, 1, 1};
    double local[4][2], J[2][2] = {};
    for (int a = 0; a < 4; ++a) {
      local[a][0] = 0.25 * sx[a] * (1 + sy[a] * eta);
      local[a][1] = 0.25 * sy[a] * (1 + sx[a] * xi);
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) J[i][j] += local[a][i] * xy_[a][j];
    }
    detJ = J[0][0] * J[1][1] - J[0][1] * J[1][0];
    for (int a = 0; a < 4; ++a) {
      dN[a][0] = (J[1][1] * local[a][0] - J[0][1] * local[a][1]) / detJ;
      dN[a][1] = (-J[1][0] * local[a][0] + J[0][0] * local[a][1]) / detJ;
    }
  }

 private:
  double xy_[4][2];
};

double quad_stiffness(const std::vector<double>& xy, double young, double poisson) {
  const Quad4 element(xy.data());
  const double g = 1 / std::sqrt(3.0), c = young / (1 - poisson * poisson);
  double D[3][3] = {{c, c * poisson, 0}, {c * poisson, c, 0}, {0, 0, c * (1 - poisson) / 2}};
  double trace = 0;
  for (double xi : {-g, g})
    for (double eta : {-g, g}) {
      double dN[4][2], detJ;
      element.gradients(xi, eta, dN, detJ);
      for (int a = 0; a < 4; ++a) {
        const double B[2][3] = {{dN[a][0], 0, dN[a][1]}, {0, dN[a][1], dN[a][0]}};
        for (const auto& b : B)
          for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) trace += b[i] * D[i][j] * b[j] * detJ;
      }
    }
  return trace;
}

static double pressure(const State& s, double gamma) {
  return (gamma - 1) * (s.energy - 0.5 * s.mom * s.mom / s.rho);
}

static State flux(const State& s, double gamma) {
  const double u = s.mom / s.rho, p = pressure(s, gamma);
  return {s.mom, s.mom * u + p, u * (s.energy + p)};
}

double euler_flux(const std::vector<State>& cells, double gamma, double dt) {
  auto u = cells;
  const auto n = cells.size();
  std::vector<State> faces(n + 1);
  const auto minmod = [](double a, double b) {
    return a * b <= 0 ? 0.0 : (std::abs(a) < std::abs(b) ? a : b);
  };
  for (std::size_t f = 1; f < n; ++f) {
    const State &l = u[f - 1], &r = u[f];
    const double a = std::max(std::abs(l.mom / l.rho) + std::sqrt(gamma * pressure(l, gamma) / l.rho),
                              std::abs(r.mom / r.rho) + std::sqrt(gamma * pressure(r, gamma) / r.rho));
    const State fl = flux(l, gamma), fr = flux(r, gamma);
    faces[f] = {0.5 * (fl.rho + fr.rho - a * (r.rho - l.rho)), 0.5 * (fl.mom + fr.mom - a * (r.mom - l.mom)),
                0.5 * (fl.energy + fr.energy - a * (r.energy - l.energy))};
    if (f + 1 < n) faces[f].rho += 0.01 * minmod(r.rho - l.rho, u[f + 1].rho - r.rho);
  }
  faces.front() = flux(u.front(), gamma);
  faces.back() = flux(u.back(), gamma);
  double total = 0;
  for (std::size_t c = 0; c < n; ++c) {
    u[c].rho -= dt * (faces[c + 1].rho - faces[c].rho);
    u[c].mom -= dt * (faces[c + 1].mom - faces[c].mom);
    u[c].energy -= dt * (faces[c + 1].energy - faces[c].energy);
    total += pressure(u[c], gamma) * u[c].rho;
  }
  return total;
}

struct Operator {
  virtual ~Operator() {}
  virtual void apply(const std::vector<double>& x, std::vector<double>& y) const = 0;
};
struct Banded : Operator {
  Banded(const std::vector<double>& d, double o) : diagonal(d), off(o) {}
  void apply(const std::vector<double>& x, std::vector<double>& y) const override {
    for (std::size_t i = 0; i < x.size(); ++i) {
      y[i] = diagonal[i] * x[i];
      if (i > 0) y[i] += off * x[i - 1];
      if (i + 1 < x.size()) y[i] += off * x[i + 1];
    }
  }
  std::vector<double> diagonal;
  double off;
};

static std::vector<double> cg(const Operator& A, const std::vector<double>& b) {
  std::vector<double> x(b.size()), r(b), p(b), q(b.size());
  double rr = std::inner_product(r.begin(), r.end(), r.begin(), 0.0);
  for (std::size_t k = 0; k < b.size() && rr > 1e-20; ++k) {
    A.apply(p, q);
    const double alpha = rr / std::inner_product(p.begin(), p.end(), q.begin(), 0.0);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    const double next = std::inner_product(r.begin(), r.end(), r.begin(), 0.0), beta = next / rr;
    std::transform(r.begin(), r.end(), p.begin(), p.begin(),
                   [beta](double ri, double pi) { return ri + beta * pi; });
    rr = next;
  }
  return x;
}

double conjugate(const std::vector<double>& diagonal, const std::vector<double>& rhs, double off) {
  std::unique_ptr<Operator> A = std::make_unique<Banded>(diagonal, off);
  const auto x = cg(*A, rhs);
  return std::inner_product(x.begin(), x.end(), rhs.begin(), 0.0);
}

}  // namespace solids
