// What is refused in headers that packages install.
#include <gtest/gtest.h>

#include "lowered.h"

namespace lower_test {
namespace {

// The user's line, the place in the header, and each function of the header once, however much is wrong with it.
TEST(Refusals, InAnInstalledHeaderAtTheUsersCall) {
  const char* const header = R"(#pragma GCC system_header
#include <cstdlib>
extern "C" double of_c(double x);
double away(double x);
namespace installed {
inline double inner(double x) {
  if (x > 3) goto end;
  while (x > 2) { end: x -= 1; }
  double* p = static_cast<double*>(std::realloc(nullptr, 8));
  double* q = static_cast<double*>(std::realloc(nullptr, 8));
  return *p + *q + x;
}
template <class F> double outer(double x, F f) { return inner(x) + f(x); }
inline double of_standard(double x) { return std::rand() * x; }
inline int count(int n) {
  static int calls = 0;
  calls += n;
  return calls;
}
}
)";
  const LoweredSource lowered = lower_text(R"(#include "types.h"
GRADC_DIFFERENTIATE(gradient)
double f(double x) {
  double y = installed::outer(x, [](double t) { return t * t; });
  y += installed::outer(x, [](double t) {
    return *static_cast<double*>(std::realloc(nullptr, 8)) + t;
  });
  y += installed::inner(y);
  y += installed::of_standard(y);
  y += of_c(y);
  y += away(y);
  return y * installed::count(2);
}
)",
                                           header);
  EXPECT_EQ(lowered.all(),
            R"(5: 'goto' is not understood; use loops, break, continue and return [jump]
5: note: in the call of 'installed::outer' here
3: note: in the gradient of 'f' requested here
9: note: for this, in 'installed::inner'
7: 'realloc' is not followed here: use a std::vector [dynamic_memory]
6: note: in the call of 'installed::outer' here
3: note: in the gradient of 'f' requested here
10: 'rand' is a function of a library and no op of gradc; draw the numbers where the function is called and pass them, or use std::mt19937 with a seed [library_function]
10: note: in the call of 'installed::of_standard' here
3: note: in the gradient of 'f' requested here
16: note: for this, in 'installed::of_standard'
11: 'of_c' is a function of a library and no op of gradc; use an op of gradc, or write the function [library_function]
3: note: in the gradient of 'f' requested here
12: calls with no visible body and no custom rule can't be differentiated: 'away' [no_body]
3: note: in the gradient of 'f' requested here
6: note: declared here; its rule would be: std::tuple<double> away_vjp(double x, double result, double adjoint); GRADC_CUSTOM_VJP(away_vjp) double away(double x);
13: the static variable 'calls' keeps its value between calls; make it const, or an argument [static_local]
13: note: in the call of 'installed::count' here
3: note: in the gradient of 'f' requested here
18: note: for this, in 'installed::count'
)");
}

}  // namespace
}  // namespace lower_test
