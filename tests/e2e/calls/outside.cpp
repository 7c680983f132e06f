#include "outside.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iomanip>
#include <iostream>

#define OUTSIDE_ERROR(reason, code)                     \
  do {                                                  \
    outside_report(reason, "root.c", 10 + order, code); \
    return code;                                        \
  } while (0)

extern "C" void outside_tally(int n, const char* name);

namespace outside {
namespace inner {
inline namespace v1 {
void mark(bool flag, char letter);
}
}  // namespace inner

namespace {

int root_e(double x, int order, Result* result) {
  if (x < 0) {
    result->value = -1;
    result->error = 1;
    OUTSIDE_ERROR("domain {error} \"x\" < 0?", 33);
  }
  if (order == 2) {
    result->value = std::sqrt(x);
  } else {
    result->value = std::pow(x, 1.0 / order);
  }
  result->error = 1e-16 * std::fabs(result->value);
  return 0;
}

// Tables without const, of which nothing is written.
struct Series {
  double* c;
  int order;
  double a, b;
};
double exp_data[5] = {2.53213175550401, 1.13031820798497, 0.271495339534077, 0.0443368498486638, 0.00547424044209373};
Series exp_cs = {exp_data, 4, -1, 1};

int cheb_eval_e(const Series* cs, double x, Result* result) {
  double d = 0.0, dd = 0.0;
  const double y = (2.0 * x - cs->a - cs->b) / (cs->b - cs->a);
  for (int j = cs->order; j >= 1; j--) {
    const double temp = d;
    d = 2.0 * y * d - dd + cs->c[j];
    dd = temp;
  }
  result->value = y * d - dd + 0.5 * cs->c[0];
  result->error = std::fabs(cs->c[cs->order]);
  return 0;
}

void report(const char* what, double x) { std::printf("%s: %.3f of %d%%\n", what, x, 100); }

}  // namespace

double root(double x, int order) {
  Result result;
  const int status = root_e(x, order, &result);
  if (status != 0) {
    outside_report("root", nullptr, 0, status);
    return result.value * x;
  }
  return result.value;
}

double series(double x) {
  Result result;
  if (cheb_eval_e(&exp_cs, x, &result) != 0) outside_report("series", __FILE__, __LINE__, 1);
  return result.value;
}

double listed(const std::vector<double>& x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] > 2) report("large", x[i]);
    sum += x[i] * x[i] * x[i];
    outside_tally(static_cast<int>(i), x[i] > 1 ? "above" : "below");
  }
  std::puts("done");
  return sum;
}

double streamed(double x, int n, bool flag) {
  std::cout << "x = " << x << ", {n} = " << n << ' ' << std::boolalpha << flag << std::noboolalpha << std::endl;
  std::cerr << std::setprecision(3) << x * x << '\n';
  inner::mark(flag, 'q');
  log(n > 2 ? Level::high : Level::low, "n is " + std::to_string(n), static_cast<std::size_t>(n) + 1);
  return std::sin(x) * n;
}

double walked(double x, int n) {
  if (n == 0) {
    fputs("the end\n", stderr);
    return x;
  }
  fprintf(stdout, "%d ", n);
  return std::sin(walked(x * 1.5, n - 1)) * x;
}

double ended(double x, int code) {
  if (code == 1) stop("code " + std::to_string(code));
  if (code == 2) {
    std::fprintf(stderr, "x is %g\n", x);
    std::exit(3);
  }
  if (code == 3) std::abort();
  return x * x;
}

float converted(float x, long count, unsigned char letter) {
  std::printf("%ld %lu %c %g\n", count, static_cast<unsigned long>(count), letter, x);
  return x * x * static_cast<float>(count);
}

}  // namespace outside
