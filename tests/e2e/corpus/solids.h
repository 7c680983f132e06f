// Meshes, trusses, elements and flows, as codes of mechanics have them.
#pragma once

#include <gradc/annotate.h>

#include <array>
#include <cmath>
#include <vector>

namespace solids {

struct Point {
  double x = 0, y = 0;
  template <class Visit>
  void each(Visit visit) {
    visit(x);
    visit(y);
  }
};
using Triangle = std::array<int, 3>;

struct Mesh {
  std::vector<Point> nodes;
  std::vector<Triangle> triangles;
  template <class Visit>
  void each(Visit visit) {
    visit(nodes);
  }
};

struct Bar {
  int from, to;
  double area;
  template <class Visit>
  void each(Visit visit) {
    visit(area);
  }
};

struct State {
  double rho, mom, energy;
  template <class Visit>
  void each(Visit visit) {
    visit(rho);
    visit(mom);
    visit(energy);
  }
};

GRADC_DIFFERENTIATE(gradient) double dirichlet_energy(const Mesh& rest, const std::vector<Point>& deformed);
GRADC_DIFFERENTIATE(gradient)
double truss(const std::vector<Point>& nodes, const std::vector<Bar>& bars, double load);
GRADC_DIFFERENTIATE(gradient)
double quad_stiffness(const std::vector<double>& xy, double young, double poisson);
GRADC_DIFFERENTIATE(gradient) double euler_flux(const std::vector<State>& cells, double gamma, double dt);
GRADC_DIFFERENTIATE(gradient)
double conjugate(const std::vector<double>& diagonal, const std::vector<double>& rhs, double off);

}  // namespace solids
