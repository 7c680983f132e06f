#include "installed.h"

#include <array>
#include <cmath>
#include <numeric>

#include <solid/solid.h>

namespace control {

using Vec = solid::Vec<double>;

double vectors_of_solid(double x, double y) {
  Vec a(x, y, 1), b(y);
  a += x * b;
  b.g = a.x;
  const Vec c = solid::cross(a, b) - solid::kHalf * a;
  return solid::dot(c, b) + c.r * c.y + c.b;
}

double rotation(double x, double y) {
  const Vec v = solid::rotated(Vec(1, x, 2), Vec(y, 1, x), x * y);
  return v.x + 2 * v.g + v.z * v.z;
}

struct Ball {
  Vec center;
  double radius;
};
double shading(double x, double y) {
  const Ball balls[2] = {{Vec(0, x, 5), 1}, {Vec(y, 0, 7), 2}};
  const Vec light = solid::normalized(Vec(1, y, -2));
  double sum = 0;
  for (int i = -1; i <= 1; ++i) {
    const Vec ray = solid::normalized(Vec(0.1 * i, 0.2 * x, 1));
    for (const Ball& ball : balls) {
      const double along = solid::dot(ray, ball.center);
      const double inside = along * along - solid::dot(ball.center, ball.center) + ball.radius * ball.radius;
      if (inside <= 0) continue;
      const Vec normal = solid::normalized((along - std::sqrt(inside)) * ray - ball.center);
      sum += std::fmax(0.0, solid::dot(normal, light));
    }
  }
  return sum;
}

double elements_of_solid(double x, double y, int n) {
  std::array<Vec, 2> list{Vec(x, y, 1), Vec(2)};
  for (int i = 0; i < n; ++i) list[static_cast<std::size_t>(i % 2)][i % 3] *= list[1].r + y;
  return std::accumulate(list.begin(), list.end(), Vec(0.5), [](const Vec& a, const Vec& b) { return a + b; }).y * list[0].at(0);
}

double series_of_solid(double x, double y) { return solid::series(x * y) + solid_cube(x); }

double polynomials(double x, double y, int n) {
  const double c[4] = {1, y, -2, x};
  return solid::legendre(static_cast<unsigned>(n), x) + solid::polynomial(c, y);
}

double integral(double x, double y) {
  return solid::simpson([&](double t) { return std::exp(-x * t * t) * (y + solid_cube(t)); }, 0, 1, 8);
}

double given_list(const std::vector<double>& list, double x) { return solid::polynomial(list, x); }

double swapped(double x, double y) {
  double a = x, b = y * y;
  solid::swap_larger_first(a, b);
  return a * a + 3 * b;
}

}  // namespace control
