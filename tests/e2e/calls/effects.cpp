#include "effects.h"

#include <algorithm>
#include <cmath>

namespace effects {

// What nobody reads is printed, too, and what is equal twice.
double told(const Vector& x) {
  gradc::print("x", x);
  const auto y = gradc::print("y", gradc::sin(x));
  gradc::print("x", x);
  gradc::print("constant", 2.5);
  return gradc::sum(gradc::print("z \"1\" \\ 50%?\?=\n\tµ", y * x * x));
}

void tell(double value) { gradc::print("over", value); }

double in_turns(const Vector& x, int n, double limit) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    gradc::print("i", i);
    if (i == 2) continue;
    sum += x(i % x.extent(0)) * x(0);
    if (sum > limit) tell(sum);
    if (sum > 2 * limit) break;
    for (int k = 0; k < i; ++k) gradc::print(k);
  }
  gradc::print("end", gradc::astype<float>(x));
  return sum * sum;
}

// In the order of the source: A B C, then A B C D A B C D A.
double letters(double x, bool taken) {
  double y = gradc::print("A", x);
  if (taken)
    y *= gradc::print("B", y);
  else
    gradc::print("B'", x);
  gradc::print("C", y);
  int trips = 0;
  while (gradc::print("A", trips) < 2) {
    y = gradc::print("B", y) * x;
    gradc::print("C", y);
    ++trips;
    gradc::print("D", std::sin(y));
  }
  return y;
}

double in_conditions(double x) {
  double y = x;
  if (gradc::print("first", x > 0) && gradc::print("second", x > 1)) y *= x;
  y = gradc::print("third", y > 2) ? gradc::print("large", y) * x : gradc::print("small", y);
  for (int i = 0; gradc::print("before", i) < 4; i += gradc::print("step", 2)) y *= std::cos(x);
  int left = 3;
  do {
    y += x * x;
    switch (left) {
      case 2: gradc::print(left); [[fallthrough]];
      case 1: gradc::print("left", left); break;
      default: gradc::print("other", left);
    }
  } while (gradc::print("more", --left > 0));
  return y;
}

double leaves_early(const Vector& x, int n) {
  gradc::print("n", n);
  if (n < 0) return 0.5 * gradc::sum(gradc::print("left", x));
  for (int i = 0; i < n; ++i) {
    if (gradc::print(x(i % 2)) > 1.5 && i > 2) return gradc::print("found", x(0) * x(1));
    gradc::print("not yet", i);
  }
  gradc::print("at the end", x);
  return gradc::sum(gradc::exp(x));
}

// Each call prints before and after the one inside.
double falls(double x, int n) {
  gradc::print("down", n);
  if (n <= 0) return x;
  double y = falls(std::sin(x) * x, n - 1);
  if (n % 2 == 0) y += falls(x, n - 2);
  gradc::print("up", y);
  return y * x;
}
double falls_again(double x, int n) { return falls(x, n); }

struct Teller {
  double scale;
  double operator()(double value) const {
    gradc::print("told", value);
    return scale * value;
  }
};
template <class F>
double twice(const F& f, double x) {
  return f(f(x));
}

double by_others(const Vector& x) {
  const std::vector<double> values{x(0), x(1), x(2)};
  double sum = 0;
  std::for_each(values.begin(), values.end(), [&](double value) {
    gradc::print("each", value);
    sum += value * value;
  });
  for (const double value : values) sum += std::exp(gradc::print("range", value));
  sum *= twice(Teller{0.5}, x(0));
  return sum + twice([](double v) { return gradc::print("lambda", v * v); }, x(1));
}

double in_layers(const Matrix& x, const Matrix& w, int n) {
  Matrix h = x;
  for (int i = 0; i < n; ++i) {
    gradc::print(i);
    h = gradc::tanh(gradc::matmul(gradc::print("h", h), w));
  }
  return gradc::sum(gradc::square(h));
}

double in_steps(const Matrix& x, const Matrix& w) {
  const auto h1 = gradc::tanh(gradc::matmul(gradc::print("x", x), w));
  const auto h2 = gradc::label("h2", gradc::tanh(gradc::matmul(gradc::print("h1", h1), w)));
  const auto h3 = gradc::tanh(gradc::matmul(gradc::print("h2", h2), w));
  gradc::assert_(h3 < 2.0, "tanh is below 2");
  const auto h4 = gradc::tanh(gradc::matmul(gradc::print("h3", h3), w));
  const auto h5 = gradc::print("h5", gradc::tanh(gradc::matmul(h4, w)));
  return gradc::sum(h5 * h5);
}

double in_budget(const Square& x, const Square& w) {
  Matrix h = x;
  h = gradc::tanh(gradc::matmul(gradc::print("h0", h), w));
  h = gradc::tanh(gradc::matmul(gradc::print("h1", h), w));
  h = gradc::tanh(gradc::matmul(gradc::print("h2", h), w));
  h = gradc::tanh(gradc::matmul(gradc::print("h3", h), w));
  h = gradc::tanh(gradc::matmul(gradc::print("h4", h), w));
  h = gradc::tanh(gradc::matmul(gradc::print("h5", h), w));
  return gradc::sum(gradc::square(h));
}

double checked(const Vector& x) {
  gradc::assert_(x.extent(0) > 1, "there are \"two\" elements");
  gradc::assert_(x > 0.0, "x is above 0");
  return gradc::sum(gradc::log(x));
}

double checked_in_turns(const Vector& x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    gradc::assert_(i < x.extent(0), "n is at most the extent");
    sum += x(i) * x(0);
    gradc::print("sum", sum);
    if (gradc::assert_(sum < 100, "the sum is below 100")) sum *= 0.5;
  }
  return sum;
}

Pair of_two(const Vector& x) {
  gradc::print("first", x(0));
  Pair pair{x(0) * x(1), gradc::exp(x)};
  gradc::print("second", pair.second);
  return pair;
}

std::vector<double> of_many(const std::vector<double>& x) {
  std::vector<double> y;
  for (const double each : x) y.push_back(gradc::print("each", each) * each);
  gradc::print("count", static_cast<int>(y.size()));
  return y;
}

double of_all_types(double x, int i, bool b, float f, unsigned char c, long long l, const gradc::Tensor<gradc::half, 1>& h,
                    const gradc::Tensor<std::complex<double>, 1>& z, const gradc::Matrix<int>& m, const gradc::Vector<bool>& none) {
  gradc::print(x);
  gradc::print("i", i);
  gradc::print("b", b);
  gradc::print("f", f);
  gradc::print("c", c);
  gradc::print("l", l);
  gradc::print("h", h);
  gradc::print("z", z);
  gradc::print("m", m);
  gradc::print("none", none);
  gradc::print("", gradc::Tensor<double, 0>(gradc::sum(gradc::print("cube", gradc::ones<double>({1, 2, 2})))));
  return x * x;
}

double walk(const Vector& x, std::int64_t i) {
  gradc::print("at", static_cast<int>(i));
  double sum = 1;
  for (std::int64_t j = i; j < x.extent(0); ++j) sum += x(j) * walk(x, j + 1);
  return sum;
}
double walked(const Vector& x) { return walk(x, 0); }
double walked_squared(const Vector& x) {
  const double sum = walk(x, 0);
  gradc::print("sum", sum);
  return sum * sum;
}

}  // namespace effects
