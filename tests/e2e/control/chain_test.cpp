// Long chains of calls (FC8), and FC5, which is refused.
#include "control_refused.h"

namespace {

class Chain : public ShellTest {
 protected:
  // Functions of which each calls the one before, and the gradient of the last.
  static std::string chain(int length) {
    std::string text = "#include <gradc/gradc.h>\ndouble f0(double x) { return x * x; }\n";
    for (int i = 1; i <= length; ++i)
      text += "double f" + std::to_string(i) + "(double x) { return 0.5 * f" + std::to_string(i - 1) + "(x) + 0.25 * x; }\n";
    return text + "GRADC_DIFFERENTIATE(gradient) double last(double x) { return f" + std::to_string(length) + "(x); }\n";
  }
};

TEST_F(Chain, OfTwoHundredCalls) {
  write("m.cpp", chain(200));
  const Outcome outcome = gradc("m.cpp -o gen -- -Iinclude");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST_F(Chain, OfTenThousandCalls) {
  write("m.cpp", chain(10000));
  const double before = spent();
  const Outcome outcome = gradc("m.cpp -o gen -- -Iinclude");
  const double took = spent() - before;
  EXPECT_EQ(outcome.status, 0) << outcome.err.substr(0, 2000);
  EXPECT_LT(took, 30) << "seconds";
  RecordProperty("seconds", std::to_string(took));
}

TEST_F(Chain, OfTemplates) {
  write("m.cpp", "#include <gradc/gradc.h>\ntemplate <int N> double deep(double x) { return 0.9 * deep<N + 1>(x) + x; }\n"
                 "template <> double deep<800>(double x) { return x; }\n"
                 "GRADC_DIFFERENTIATE(gradient) double f(double x) { return deep<0>(x); }\n");
  const Outcome outcome = gradc("m.cpp -o gen -- -Iinclude");
  EXPECT_EQ(outcome.status, 0) << outcome.err.substr(0, 2000);
}

// What another source of the command line defines: a function that uses one of that source's own, a member, a template.
TEST_F(Chain, AcrossSources) {
  write("m.h", R"(#pragma once
#include <gradc/gradc.h>
#include <vector>
struct P { double a; double times(double x) const; };
double helper(const std::vector<double>& v, int n);
namespace q { double deep(const P& p, double x); }
GRADC_DIFFERENTIATE(gradient) double f(double x, double y);
)");
  write("a.cpp", R"(#include "m.h"
static double local(double x) { return x + 1; }
double f(double x, double y) { const P p{y}; return helper({x, y}, 3) * p.times(x) + q::deep(p, local(x)); }
)");
  write("b.cpp", R"(#include "m.h"
#include <cmath>
static double local(double x) { return std::sin(x); }
template <class T> T square(T x) { return x * x; }
double helper(const std::vector<double>& v, int n) {
  double s = 0;
  for (double x : v) s += local(x * n);
  return s;
}
double P::times(double x) const { return a * square(x); }
double q::deep(const P& p, double x) { return p.a * x; }
)");
  const Outcome both = gradc("a.cpp b.cpp -o gen -- -Iinclude");
  EXPECT_EQ(both.status, 0) << both.err;
  EXPECT_NE(read("gen/a.grad.cpp").find("std::cos("), std::string::npos);
  const Outcome alone = gradc("a.cpp -o alone -- -Iinclude");
  EXPECT_EQ(alone.status, 1);
  EXPECT_NE(alone.err.find("no visible body and no custom rule can't be differentiated: 'helper' [no_body]"), std::string::npos) << alone.err;
}

}  // namespace
