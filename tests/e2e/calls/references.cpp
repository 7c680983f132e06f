#include "references.h"

#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace references {

double closure_by_value(double a) {
  double t = 0;
  auto add = [&](auto self, int k) -> void {
    if (k == 0) return;
    t += a * (1 + t);
    self(self, k - 1);
  };
  add(add, 3);
  return t;
}

double closure_by_const_reference(double a, int n) {
  double t = 1;
  const auto grow = [&](const auto& self, int k) -> void {
    if (k == 0) return;
    self(self, k - 1);
    t = std::sin(t * a) + k;
  };
  grow(grow, n);
  return t * t;
}

template <class Visit>
static void halves(std::int64_t first, std::int64_t last, double scale, const Visit& visit) {
  if (last - first < 1) return;
  const std::int64_t middle = first + (last - first) / 2;
  visit(middle, scale);
  halves(first, middle, scale * 0.5, visit);
  halves(middle + 1, last, scale * 0.25, visit);
}
double visitor_by_const_reference(const Vector& x) {
  double sum = 0, last = 1;
  halves(0, x.size(), 1.0, [&](std::int64_t i, double scale) {
    sum += scale * x(i) * last;
    last = std::cos(x(i));
  });
  return sum * last;
}

template <class Visit>
static void down(std::int64_t i, Visit visit) {
  if (i < 0) return;
  visit(i);
  down(i - 1, visit);
}
double visitor_by_value(const Vector& x) {
  Vector y = x;
  double product = 1;
  down(x.size() - 1, [&product, &y](std::int64_t i) {
    y(i) = y(i) * product;
    product *= 0.5 + y(i);
  });
  return product + gradc::sum(y);
}

namespace {
struct Accumulator {
  double& sum;
  double weight;
};
}  // namespace
static void accumulate(Accumulator to, int n) {
  if (n == 0) return;
  to.sum += to.weight * to.sum + n;
  to.weight *= 0.5;
  accumulate(to, n - 1);
}
double structure_by_value(double a, int n) {
  double sum = a;
  accumulate({sum, a}, n);
  return sum;
}

static void swap_in(std::tuple<double&, double&> both, int n) {
  if (n == 0) return;
  const double first = std::get<0>(both);
  std::get<0>(both) = std::get<1>(both) * first;
  std::get<1>(both) = std::sin(first) + n;
  swap_in(both, n - 1);
}
double tie_by_value(double a, double b, int n) {
  double x = a, y = b;
  swap_in(std::tie(x, y), n);
  return x + 3 * y;
}

static void raise(const std::pair<double&, double>& to, int n) {
  if (n > 0) raise(to, n - 1);
  to.first = to.first * to.second + n;
}
double pair_by_const_reference(double a, int n) {
  double x = a;
  raise(std::pair<double&, double>(x, a), n);
  return x;
}

static void prefix(gradc::View<double, 1> y, std::int64_t i) {
  if (i >= y.extent(0)) return;
  y(i) += std::tanh(y(i - 1));
  prefix(y, i + 1);
}
double view_by_value(const Vector& x) {
  Vector y = x;
  prefix(y, 1);
  return gradc::sum(y * y);
}

static void suffix(const gradc::View<double, 1>& y, std::int64_t i) {
  if (i < 0) return;
  y(i) *= 1 + y(i + 1);
  suffix(y, i - 1);
}
double view_by_const_reference(const Vector& x) {
  Vector y = x;
  suffix(gradc::View<double, 1>(y), x.size() - 2);
  return gradc::sum(y) * y(0);
}

using Iterator = std::vector<double>::iterator;
static void sort(Iterator first, Iterator last) {
  if (last - first < 2) return;
  const double pivot = *first;
  Iterator less = first;
  for (Iterator at = first + 1; at != last; ++at)
    if (*at < pivot) {
      ++less;
      const double other = *less;
      *less = *at;
      *at = other;
    }
  *first = *less;
  *less = pivot;
  sort(first, less);
  sort(less + 1, last);
}
double quicksort_by_iterators(const std::vector<double>& x) {
  std::vector<double> y = x;
  sort(y.begin(), y.end());
  double sum = 0, weight = 1;
  for (const double one : y) {
    sum += weight * one * one;
    weight *= -0.5;
  }
  return sum;
}

template <class Visit>
static void heap(std::array<double, 3>& y, int n, const Visit& visit) {
  if (n == 1) {
    visit();
    return;
  }
  for (int i = 0; i < n - 1; ++i) {
    heap(y, n - 1, visit);
    const int j = n % 2 == 0 ? i : 0;
    const double other = y[static_cast<std::size_t>(j)];
    y[static_cast<std::size_t>(j)] = y[static_cast<std::size_t>(n - 1)];
    y[static_cast<std::size_t>(n - 1)] = other;
  }
  heap(y, n - 1, visit);
}
double permutations(const Vector& x) {
  std::array<double, 3> y{x(0), x(1), x(2)};
  double sum = 0;
  int count = 0;
  heap(y, 3, [&] {
    ++count;
    sum += count * y[0] * std::sin(y[1]) + y[2];
  });
  return sum;
}

static void transform(gradc::View<double, 1> re, gradc::View<double, 1> im, std::int64_t first, std::int64_t step, std::int64_t n) {
  if (n == 1) return;
  transform(re, im, first, 2 * step, n / 2);
  transform(re, im, first + step, 2 * step, n / 2);
  Vector r(gradc::Shape{n}), m(gradc::Shape{n});
  for (std::int64_t k = 0; k < n / 2; ++k) {
    const double angle = -6.283185307179586 * static_cast<double>(k) / static_cast<double>(n);
    const double c = std::cos(angle), s = std::sin(angle);
    const double re_even = re(first + 2 * k * step), im_even = im(first + 2 * k * step);
    const double re_odd = re(first + (2 * k + 1) * step), im_odd = im(first + (2 * k + 1) * step);
    r(k) = re_even + c * re_odd - s * im_odd;
    m(k) = im_even + c * im_odd + s * re_odd;
    r(k + n / 2) = re_even - c * re_odd + s * im_odd;
    m(k + n / 2) = im_even - c * im_odd - s * re_odd;
  }
  for (std::int64_t k = 0; k < n; ++k) {
    re(first + k * step) = r(k);
    im(first + k * step) = m(k);
  }
}
double transform_in_place(const Vector& x) {
  Vector re = x, im(gradc::Shape{x.size()});
  transform(re, im, 0, 1, x.size());
  double sum = 0;
  for (std::int64_t k = 0; k < x.size(); ++k) sum += static_cast<double>(k) * (re(k) * re(k) + 2 * im(k) * im(k)) + re(k);
  return sum;
}

double depth_first(const Vector& x, const std::vector<int>& left, const std::vector<int>& right) {
  double sum = 0, path = 1;
  const auto visit = [&](const auto& self, int i) -> void {
    if (i < 0) return;
    const double before = path;
    path *= 0.5 + x(i);
    sum += std::sin(path);
    self(self, left[static_cast<std::size_t>(i)]);
    self(self, right[static_cast<std::size_t>(i)]);
    path = before;
  };
  visit(visit, 0);
  return sum;
}

namespace {
class Log {
 public:
  explicit Log(double& total) : total_(total) {}
  void add(double a, int n) const {
    if (n == 0) return;
    total_ += a * total_ + n;
    add(a * 0.5, n - 1);
  }

 private:
  double& total_;
};
}  // namespace
double const_member(double a, int n) {
  double total = a;
  const Log log(total);
  log.add(a, n);
  return total;
}

static void both(const double& read, double& written, int n) {
  if (n == 0) return;
  written = written * std::sin(read);
  both(read, written, n - 1);
}
double same_by_both(double a, int n) {
  double x = a;
  both(x, x, n);
  return x;
}

double nested_closures(double a, int n) {
  double t = a;
  const auto step = [&t](double by) { t += by * t; };
  const auto run = [&](auto self, auto each, int k) -> void {
    if (k == 0) return;
    each(a / k);
    self(self, each, k - 1);
  };
  run(run, step, n);
  return t;
}

double in_a_loop(const Vector& x, int n) {
  double t = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    auto add = [&](auto self, int k) -> void {
      if (k == 0) return;
      t = std::sin(t + x(i)) + 0.1 * k;
      self(self, k - 1);
    };
    add(add, n);
  }
  return t;
}

double in_an_arm(double a, double b, int n) {
  double t = b;
  auto add = [&](auto self, int k) -> void {
    if (k > 0) {
      t += a * t;
      self(self, k - 1);
    }
  };
  if (a > 0) {
    add(add, n);
  } else {
    t = a * a;
  }
  return t;
}

namespace {
struct Sums {
  double &even, &odd;
};
}  // namespace
static void add_odd(Sums to, double a, int n);
static void add_even(Sums to, double a, int n) {
  if (n == 0) return;
  to.even += a * to.odd;
  add_odd(to, a, n - 1);
}
static void add_odd(const Sums to, double a, int n) {
  if (n == 0) return;
  to.odd += std::sin(a + to.even);
  add_even(to, a, n - 1);
}
double by_each_other(double a, int n) {
  double even = 1, odd = a;
  add_even({even, odd}, a, n);
  return even + 2 * odd;
}

double only_read(double a, double b, int n) {
  double t = a;
  const double scale = b;
  const auto power = [&](auto self, int k) -> double { return k == 0 ? t : scale * self(self, k - 1); };
  return power(power, n) + t;
}

static void scale(gradc::View<double, 1> y, double by, std::int64_t i) {
  if (i == y.extent(0)) return;
  y(i) *= by;
  scale(y, by * y(i), i + 1);
}
// Tensors that a closure captures were taken to have one extent: a ShapeError in a right program.
double captured_tensors(const gradc::Matrix<double>& x, const Vector& y, const Vector& z, int n) {
  const auto product = [&](const auto& self, int k, double a) -> double {
    if (k <= 0) return a + z(1);
    return y(k) * std::sin(a) + 0.5 * self(self, k - 1, a * x(0, 1) + z(0));
  };
  return product(product, n, x(1, 0));
}

// Parts at indices that only running shows were refused.
static void settle(double& x, const double& by, int n) {
  if (n <= 0) return;
  x = std::sin(x) + 0.3 * by;
  settle(x, by, n - 1);
}
double parts_by_reference(const Vector& x, const std::vector<double>& v, int n) {
  Vector y = x;
  std::vector<double> w = v;
  const auto at = static_cast<std::size_t>(n);
  for (std::int64_t i = 0; i < y.size(); ++i) settle(y(i), w[at], n);
  settle(w[at], y(n), 2);
  return gradc::sum(y * y) + w[0] * w[1] + w[2];
}

Vector scaled_in_turn(const Vector& x, double a) {
  Vector y = x;
  scale(y, a, 0);
  return y;
}

}  // namespace references
