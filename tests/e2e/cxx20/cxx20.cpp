#include "cxx20.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

namespace cxx20 {

namespace {

double sum_of_squares(std::span<const double> s) {
  double a = 0;
  for (std::size_t i = 0; i < s.size(); ++i) a += s[i] * s[i];
  return a;
}
void scale(std::span<double> s, double k) {
  for (double& v : s) v *= k;
}

struct Version {
  int major = 0, minor = 0;
  auto operator<=>(const Version&) const = default;
};

class Shape {
 public:
  Shape(double w, double h) : w_(w), h_(h) {}
  explicit Shape(double side) : Shape(side, side) {}
  double area() const { return w_ * h_; }

 protected:
  double w_, h_;
};
class Scaled : public Shape {
 public:
  using Shape::Shape;
  double scaled() const { return k_ * area(); }

 private:
  double k_ = 3;
};

}  // namespace

double through_span(const std::vector<double>& x) { return sum_of_squares(x) + sum_of_squares(std::span(x).first(x.size() / 2)); }
double part_of_span(const std::vector<double>& x) { return x.size() < 2 ? 0.0 : sum_of_squares(std::span(x).subspan(1)) * sum_of_squares(x); }
double written_through_span(std::vector<double> x, double k) {
  scale(x, k);
  double buffer[3] = {k, 2, k * k};
  scale(buffer, k);
  return std::accumulate(x.begin(), x.end(), 0.0) + buffer[0] * buffer[2];
}
double three_way(double x, double y) {
  const auto order = x <=> y;
  if (order < 0) return x * y;
  if (order > 0) return x + y * y;
  if (order == std::partial_ordering::unordered) return 7 * y;
  return x >= y && order >= 0 && order <= 0 ? x * x : 0.0;
}
double by_pairs(double x, int k) {
  const std::pair<int, int> a{2, k}, b{k, 2};
  const std::tuple<int, double, int> p{1, 0.5, k}, q{1, 0.5, 2};
  return (a < b ? x : x * x) + (p <= q ? std::sin(x) : std::cos(x)) + (a != b ? 2 * x : 0.0);
}
double by_members(double x, int k) {
  const Version a{1, k}, b{1, 2};
  if (a == b) return x;
  if ((a <=> b) == std::strong_ordering::less) return x * x;
  return a > b ? x * x * x : 0.0;
}
double by_objects(double x, int k) {
  const std::less<std::pair<int, int>> below;
  const double chosen = std::greater<>()(k, 2) ? x : x * x;
  return below({k, 1}, {2, 2}) ? chosen : 3 * chosen;
}
double inherited(double x) {
  const Scaled a(x, 2 * x), b(x);
  return a.scaled() * b.scaled();
}
double applied(double x, double y) {
  const auto t = std::make_tuple(x, y, std::midpoint(x, y));
  const auto product = [](double a, double b, double c) { return a * b * c; };
  return std::apply(product, t) + std::invoke(product, x, x, y);
}
double searched(const std::vector<double>& x) {
  const auto end = x.end();
  const auto sorted = std::is_sorted_until(x.begin(), end), falls = std::adjacent_find(x.begin(), end, std::greater<double>());
  const auto positive = std::partition_point(x.begin(), end, [](double v) { return v < 0; });
  const auto [low, high] = std::equal_range(x.begin(), end, 0.5);
  const auto differs = std::mismatch(x.begin(), sorted, x.begin()).first;
  double s = static_cast<double>(high - low) + static_cast<double>(differs - x.begin());
  if (sorted != end) s += *sorted * *sorted;
  if (falls != end) s += 2 * *falls;
  if (positive != end) s += *positive * *positive * *positive;
  return s;
}

}  // namespace cxx20
