#include "regressions.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "regressions.grad.h"

namespace regressions {
namespace {

struct Point {
  double x = 1, y = 2;
};

struct Counter {
  double a, b = 1;
  explicit Counter(double start) : a(start) {}
  Counter() : Counter(2.0) { b = 7; }
};

}  // namespace

double slices_of_equal_extent(const Vector& x) {
  const auto steps = gradc::slice(x, {1}, {x.size()}) - gradc::slice(x, {0}, {-1});
  return gradc::sum(gradc::square(steps) * gradc::slice(x, {0}, {-1})) +
         gradc::sum(gradc::slice(x, {0}, {2}) * gradc::slice(x, {2}, {4}));
}

double required_in_backward(const Matrix& x, std::int64_t n) {
  return gradc::sum(gradc::square(gradc::matmul(gradc::reshape(x, {n, -1}), gradc::reshape(x, {-1, n}))));
}

double default_members_in_lists(double x) {
  std::array<Point, 2> listed{};
  std::array<Point, 2> declared;
  std::array<Point, 3> begun{Point{x, 3}};
  std::tuple<Point, int> tuple;
  std::pair<double, Point> pair;
  return listed[1].y * x + declared[0].x * x * x + begun[0].x * begun[2].y + std::get<0>(tuple).y * x +
         (pair.first + pair.second.y) * x + std::get<1>(tuple);
}

double delegating_constructor(double x) {
  Counter counter;
  return counter.a * counter.b * x;
}

double parameter_named_std(const Matrix& a, const Matrix& b, double std, double int64_t) {
  return gradc::sum(gradc::exp(gradc::matmul(a, b))) * std * int64_t;
}

double product_added_to_an_element(Matrix a, const Vector& x, const Vector& y) {
  a(1, 2) += static_cast<double>(gradc::dot(x, y));
  return a(1, 2) * a(0, 1);
}

double constant_factor_in_a_loop(double x, double y, int n) {
  for (int i = 2; i >= 0; --i) x *= std::cos(0.0);
  return (1 < n ? 0.5 : y) + x;
}

double cases_never_taken(double x, int n) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 1; ++j) switch (1) {
        default:
        case 1: break;
        case 2: x = std::sin(0.5 / (1.5 + x * x));
      }
  switch (n) {
    default:
    case 1: return 2 * x;
  }
}

double numbers_that_change_places(double x, double y, double z) {
  double last = 0;
  for (int i = 0; i < 3; ++i) {
    last = x * y;
    std::swap(x, y);
    y = std::sin(y) + 0.1 * z;
    z = last - z;
  }
  return x + 2 * y + 3 * z + last;
}

static void by_reference(double& x, double y) {
  for (int i = 2; i >= 0; --i)
    if (y != y) x = std::sin(0.5 > y ? 0.5 : y);
}
double never_taken_in_a_loop(double x) {
  int n = 3;
  for (int k = 0; n > 1 && k < 6; ++k) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    by_reference(x, x);
  }
  return x;
}

double vectors_that_change_places(const std::vector<double>& x, int n) {
  std::vector<double> a = x, b = x;
  for (int t = 0; t < n; ++t) {
    for (std::size_t i = 1; i + 1 < a.size(); ++i) b[i] = b[i] * a[i] + a[i - 1] * a[i + 1];
    std::swap(a, b);
  }
  double sum = 0;
  for (double e : a) sum += e * e;
  return sum;
}

static double shaped(const Matrix& y) {
  return gradc::sum(gradc::sin(gradc::matmul(gradc::transpose(y), y))) * static_cast<double>(y.extent(0));
}
double reshaped_in_a_branch(const Matrix& x, int n) {
  Matrix y = x;
  if (n > 0) y = gradc::reshape(x, {x.extent(1), x.extent(0)});
  return shaped(y);
}
double reshaped_in_a_loop(const Matrix& x, int n) {
  Matrix y = x;
  for (int i = 0; i < n; ++i) y = gradc::reshape(y, {y.extent(1), y.extent(0)});
  return shaped(y);
}
double reshaped_before_a_loop(const Matrix& x, int n) {
  Matrix y = gradc::reshape(x, {x.extent(1), x.extent(0)});
  for (int i = 0; i < n; ++i) y = gradc::concat({y, gradc::square(y)}, 0);
  return shaped(y);
}
double a_row_in_a_branch(const Vector& x, int n) {
  Matrix y = gradc::expand_dims(x, 0);
  if (n > 0) y = gradc::concat({y, 2.0 * y}, 0);
  return shaped(y);
}

double of_eight_axes(const Eight& x) { return gradc::sum(gradc::sin(x * gradc::sum(x, {1, -1}, gradc::keepdims))); }

double bool_as_a_number(const Vector& x, bool one) { return gradc::sum(gradc::square(gradc::fma(one, x, one))); }

double rotated_with_eight_axes(const Eight& x, const Matrix& cosine, const Matrix& sine) {
  return gradc::sum(gradc::sin(gradc::rotary_embedding(x, cosine, sine))) + gradc::sum(gradc::cos(gradc::rotary_embedding(x, cosine, sine, true)));
}

double repeated_along_eight_axes(const Eight& x) {
  return gradc::sum(gradc::sin(gradc::repeat(x, 2, 2) + gradc::repeat(x, 2, -6))) +
         gradc::sum(gradc::sin(gradc::repeat(x, 3, -1))) + gradc::sum(gradc::exp(gradc::tile(x, {1, 2, 2, 1, 3, 1, 2, 2})));
}

std::array<double, 10> sums_in_order(const std::vector<double>& x, const Vector& y, const Matrix& z) {
  std::array<double, 5> first;
  std::copy(x.begin(), x.begin() + 5, first.begin());
  double loop = 0;
  for (const double one : x) loop += one;
  return {std::accumulate(x.begin(), x.end(), 0.0),
          std::accumulate(y.begin(), y.end(), 0.0),
          std::accumulate(z.data(), z.data() + z.size(), 0.5),
          std::accumulate(first.begin(), first.end(), 0.0),
          x[1] + std::accumulate(x.begin(), x.end(), 0),     // each sum is truncated
          x[1] + std::accumulate(x.begin(), x.end(), 0.0f),  // or rounded
          std::inner_product(x.begin(), x.end(), y.begin(), 0.0),
          std::inner_product(y.begin(), y.end(), y.begin(), 0.0),
          std::reduce(x.begin(), x.end(), 0.0),
          loop};
}
double branch_on_a_sum(const std::vector<double>& x, double scale) {
  return std::accumulate(x.begin(), x.end(), 0.0) > 2 ? scale * scale : scale;
}

struct Pixel {
  double weight = 2, value;
};
struct Unset {
  Unset() {}
  double values[2];
};
double arrays_without_initialisers(double x, int n) {
  double powers[4], table[2][2];
  powers[0] = x;
  for (int i = 1; i < 4; ++i) powers[i] = powers[i - 1] * x;
  if (n > 1)
    table[0][0] = x;
  else
    table[0][0] = powers[1];
  table[1][n % 2] = x * x;
  Pixel pixels[2];
  pixels[1].value = powers[n];
  std::array<double, 3> all;
  all.fill(x);
  std::vector<Unset> vector(3);
  vector[2].values[1] = x;
  vector.resize(4);
  vector.emplace_back();
  vector.back().values[0] = powers[3];
  return table[0][0] * table[1][n % 2] + pixels[0].weight * pixels[1].value + all[n % 3] +
         vector[2].values[1] * vector[4].values[0];
}

inline namespace v1 {
double in_inline_namespace(double x) { return x * x; }
}  // namespace v1

// The generated header spelled types with names that only this source has.
using Local = gradc::Vector<double>;
template <class T>
using LocalVector = gradc::Tensor<T, 1>;

GRADC_DIFFERENTIATE(gradient)
double only_here(const Local& x, const LocalVector<double>& y, const decltype(Local{}) & z) noexcept {
  return gradc::sum(x * y * z);
}

// These can't be declared again: the generated header did, and did not compile.
GRADC_DIFFERENTIATE(gradient)
auto deduced(const Local& x) { return gradc::sum(x * x); }
GRADC_DIFFERENTIATE(gradient)
constexpr double constant_expression(double x) { return x * x; }
extern "C" {
GRADC_DIFFERENTIATE(gradient)
double with_c_linkage(double x) { return x * x; }
}

double slices_and_list(const Vector& x, const std::vector<double>& factors) {
  double sum = 0;
  for (double factor : factors) sum += factor;
  return sum * slices_of_equal_extent(x);
}

double lists_in_generic_lambdas(const Vector& x, double a) {
  const auto scaled = [&](auto by) {
    Vector w{a, 0.5, x(1)}, zeros(gradc::Shape{3});
    w = w + zeros;
    const gradc::Matrix<double> m{{a, x(0)}, {2, a * a}};
    const std::vector<double> v{x(2), a};
    w = w * x + static_cast<double>(gradc::dot(Vector{x(0), 0.1 * by, a}, Vector{a, 2, x(2)}));
    return gradc::sum(w) * gradc::sum(gradc::sum(m, {0})) * v[1] * by + std::min({x(0), 0.3, a}) * v[0];
  };
  return scaled(a) + scaled(2);
}

namespace {

struct Counted {
  Counted() {}
  double value;
};

}  // namespace

// Nothing here is read before it has a value, though it has none at first.
double set_in_earlier_trips(double x, int n) {
  double last, sums[8], previous, s = x;
  bool first = true;
  for (int i = 0; i < n; ++i) {
    if (i > 0) s += last * x;
    s += i > 0 ? last : 0.5;
    if (!first && last > 0) s *= 1.1;
    if (first || previous > 100) s += 1;
    for (int j = 0; j < i; ++j) s += sums[j] / 8;
    sums[i] = s * x;
    last = sums[i];
    previous = s;
    first = false;
  }
  double u;
  do {
    u = s * x;
    s += u + 1;
  } while (u < 4);
  return s * u;
}
double set_where_it_is_read(double x, int n) {
  double a[3], u, s = x;
  if (n > 1) {
    a[0] = x * x;
    u = x;
  }
  if (n > 1) s += a[0] * u;
  for (int i = 0; i < 3; ++i) a[i] = s * (x + i);
  std::vector<Counted> v;
  for (int i = 0; i < n; ++i) {
    v.emplace_back();
    v.back().value = x * i;
  }
  v.emplace_back();
  v[v.size() - 1].value = a[2];
  for (const Counted& one : v) s += one.value;
  return s + a[1];
}

}  // namespace regressions
