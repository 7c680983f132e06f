// A reference to an object stays with the object when its contents are swapped, moved or reordered.
#include "moved_containers.h"

#include <algorithm>
#include <utility>

namespace moved_containers {

namespace {

struct State {
  std::vector<double> v;
  double q = 1;
};

}  // namespace

double item_of_moved_row(double x) {
  std::vector<std::vector<double>> m{{x, 2}, {3, x}};
  auto& row = m[0];
  row[1] *= x;
  std::swap(m[0], m[1]);
  row[0] *= 4;
  return m[1][0] * m[0][0] + m[1][1];
}
double member_of_swapped(double x) {
  State s[2];
  s[0].q = x;
  s[1].v = {3, x};
  double& q = s[0].q;
  std::swap(s[0], s[1]);
  q *= 5;
  return s[1].q * s[0].q + s[0].v[1];
}
double two_buffers(const std::vector<double>& x, double k, int n) {
  std::vector<double> a = x, b(x.size());
  for (int i = 0; i < n; ++i) {
    for (double& v : b) v = 0;
    for (std::size_t j = 0; j < a.size(); ++j) {
      double& e = b[j];
      e += k * a[j] * a[j];
    }
    std::swap(a, b);
  }
  double s = 0;
  for (const double& v : a) s += v;
  return s;
}
double item_of_each_trip(double x) {
  std::vector<double> a{x, 2 * x}, b{2, x};
  for (int i = 0; i < 3; ++i) {
    double& r = a[1];
    r *= 3;
    std::swap(a, b);
  }
  return b[0] * a[1];
}
double place_in_reversed(double x) {
  std::vector<double> m{x, 2, 3 * x};
  double& r = m[0];
  std::reverse(m.begin(), m.end());
  r *= 4;
  return m[1] * m[0] + m[2];
}
double row_of_sorted(double x) {
  std::vector<std::vector<double>> m{{x, 9}, {3, 8}};
  auto& row = m[0];
  std::sort(m.begin(), m.end(), [](const auto& a, const auto& b) { return a[1] < b[1]; });
  row[0] *= 4 * x;
  return m[1][0] * m[0][0];
}
double one_of_swapped(double x, int i) {
  std::vector<double> m[2] = {{x, 2}, {3, x}};
  auto& r = m[i > 0];
  std::swap(m[0], m[1]);
  r[0] *= 4 * x;
  return m[1][1] * m[1][0] + m[0][1];
}
double read_before(double x) {
  std::vector<double> v{x, x * x};
  const double& first = v[0];
  double s = first;
  std::vector<double> w = std::move(v);
  return s * w[1];
}

}  // namespace moved_containers
