// The time of the tool and the length of what it writes grow with the length of the source, not with its square nor with the
// paths through its calls. Times are of the processor, and compared with each other only.
#include <algorithm>

#include "shell.h"

namespace {

// A function of so many blocks of about 25 lines.
std::string program(int blocks, const char* block) {
  std::string text = R"(#include <gradc/gradc.h>
#include <cmath>
static double helper(double u, double v) {
  double r = u * v;
  if (r > 0) r = std::tanh(r);
  return r + u;
}
GRADC_DIFFERENTIATE(gradient, wrt(x))
double f(double x, int n) {
  double a = 0.1, b = 0.2, c = 0.3, y = 0.0;
  double m[4] = {x, 0.2, 0.3, 0.4};
)";
  for (int k = 0; k < blocks; ++k) text += block;
  return text + "  return x + y + a + b + c;\n}\n";
}

constexpr const char* kNested = R"(
  for (int i = 0; i < n; ++i) {
    double t = a * m[i % 4];
    if (t > 0.5) {
      for (int j = 0; j < i; ++j) {
        a += 0.01 * x * t;
        m[j % 4] += helper(a, b);
        if (a > 3.0) {
          a *= 0.5;
          double s = b;
          while (s > 1.0) {
            s *= 0.25;
            c += s * x;
          }
        } else {
          b += a * m[1];
        }
      }
    } else if (t < -1.0) {
      b = std::sin(b) + t;
      for (int j = 0; j < 3; ++j) {
        if (j == 1 && c > 2.0) break;
        c = c * 0.9 + helper(t, m[j]);
      }
    } else {
      c = c * 0.9 + t;
    }
    y += t * m[2];
  }
)";

constexpr const char* kSideBySide = R"(
  if (y * a > b) {
    b += m[0] * x;
    m[1] = std::sin(y * b);
  } else {
    y -= b * m[1];
  }
  if (b > c) {
    c += std::cos(m[1]);
    m[0] *= 0.5;
  } else if (c > y) {
    a = helper(b, c);
  }
  if (a < b) {
    m[2] = a * m[3];
  } else {
    m[3] = b * m[2];
    c = 0.5 * c;
  }
  if (m[2] > m[3]) {
    y += m[2];
  } else {
    y += x * m[3];
  }
)";

// So many functions, each of which calls the one before three times.
std::string calls(int functions) {
  std::string text = R"(#include <gradc/gradc.h>
#include <cmath>
static double f0(double x, double y) { return std::sin(x * y) + std::exp(-x * x) * y; }
)";
  for (int k = 1; k <= functions; ++k)
    text += "static double f" + std::to_string(k) + "(double x, double y) {\n  const double a = f" + std::to_string(k - 1) +
            "(0.9 * x, y), b = f" + std::to_string(k - 1) + "(a, 0.5 * y);\n  return std::tanh(a * b + f" + std::to_string(k - 1) +
            "(b, x)) + 0.1 * a;\n}\n";
  return text + "GRADC_DIFFERENTIATE(gradient, hvp) double f(double x, double y) { return f" + std::to_string(functions) + "(x, y); }\n";
}

// So many functions that return a reference, each of which calls the one before twice.
std::string references(int functions) {
  std::string text = R"(#include <gradc/gradc.h>
#include <cmath>
struct S { double v[2], w; };
static double& f0(S& s, int i, double a) { s.v[i] = s.v[i] * 0.9 + std::sin(a * s.w); s.w += 0.1 * s.v[1 - i]; return s.v[i]; }
)";
  for (int k = 1; k <= functions; ++k) {
    const std::string before = "f" + std::to_string(k - 1);
    text += "static double& f" + std::to_string(k) + "(S& s, int i, double a) {\n  double& x = " + before + "(s, i, a * 1.01);\n  x += 0.1;\n  return " +
            before + "(s, 1 - i, x);\n}\n";
  }
  return text + "GRADC_DIFFERENTIATE(gradient) double f(double a, int i) {\n  S s{{a, 1.0}, 0.5};\n  return f" + std::to_string(functions) +
         "(s, i, a);\n}\n";
}

// So many lambdas, each of which refers to the two before.
std::string lambdas(int functions) {
  std::string text = R"(#include <gradc/gradc.h>
#include <cmath>
GRADC_DIFFERENTIATE(gradient) double f(double x, double y) {
  const auto f0 = [&](double u) { return std::sin(u * y) + std::exp(-u * u) * y; };
  const auto f1 = [&](double u) { return f0(u) * y + f0(0.5 * u); };
)";
  for (int k = 2; k <= functions; ++k)
    text += "  const auto f" + std::to_string(k) + " = [&](double u) { return std::tanh(f" + std::to_string(k - 1) + "(0.9 * u) + f" +
            std::to_string(k - 2) + "(u) * f" + std::to_string(k - 1) + "(y)); };\n";
  return text + "  return f" + std::to_string(functions) + "(x);\n}\n";
}

// So many functions that call themselves, each of which calls the one before twice.
std::string recursive(int functions) {
  std::string text = R"(#include <gradc/gradc.h>
#include <cmath>
static double f0(double x, int n) { return n <= 0 ? std::sin(x) : x * f0(0.9 * x, n - 1); }
)";
  for (int k = 1; k <= functions; ++k) {
    const std::string name = "f" + std::to_string(k), before = "f" + std::to_string(k - 1);
    text += "static double " + name + "(double x, int n) {\n  if (n <= 0) return " + before + "(x, 2);\n  return " + name + "(0.5 * x, n - 1) + x * " +
            before + "(0.8 * x, n);\n}\n";
  }
  return text + "GRADC_DIFFERENTIATE(gradient) double f(double x, int n) { return f" + std::to_string(functions) + "(x, n); }\n";
}

// Branches in branches, each with numbers that the adjoint reads.
std::string nested(int branches) {
  std::string text = R"(#include <gradc/gradc.h>
#include <cmath>
GRADC_DIFFERENTIATE(gradient) double f(double x) {
)";
  for (int k = 0; k < branches; ++k) {
    const std::string number = std::to_string(k);
    text += "  const double y" + number + " = std::sin(x * " + number + ");\n  if (y" + number + " > 0." + number + ") return y" + number + " * std::exp(x) + std::tanh(y" +
            number + " * x);\n";
  }
  return text + "  return x;\n}\n";
}

class Time : public ShellTest {
 protected:
  // Of the processor, in seconds.
  double seconds(const std::string& source) const {
    write("f.cpp", source);
    const double before = spent();
    const Outcome outcome = gradc("f.cpp -o gen");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return spent() - before;
  }
  // The lines of what is generated, which takes no more than a few seconds.
  double lines(const std::string& source) const {
    EXPECT_LT(seconds(source), 10);
    const std::string text = read("gen/f.grad.cpp");
    return static_cast<double>(std::count(text.begin(), text.end(), '\n'));
  }
  // How much more twice the length takes, 2 where it grows with the length and 4 with the square, is less than `most`. Of
  // lengths 0, 1 and 2. The least of at least two runs, one after the other, and of more where that is not enough: the machine
  // may have other work for a while.
  template <class Source>
  void check(Source source, double most) const {
    double none = 1e9, half = 1e9, whole = 1e9;
    const auto ratio = [&] { return (whole - none) / (half - none); };
    for (int run = 0; run < 2 || (run < 5 && !(ratio() < most)); ++run) {
      none = std::min(none, seconds(source(0)));
      half = std::min(half, seconds(source(1)));
      whole = std::min(whole, seconds(source(2)));
    }
    EXPECT_LT(ratio(), most) << none << ' ' << half << ' ' << whole;
  }
  void check(const char* block) const {
    check([&](int length) { return program(40 * length, block); }, 3);
  }
};

TEST_F(Time, OfLoopsInBranchesInLoops) { check(kNested); }

TEST_F(Time, OfCallsOfCalls) {
  const double none = lines(calls(0)), half = lines(calls(10)), whole = lines(calls(20));
  EXPECT_LT((whole - none) / (half - none), 2.5) << none << ' ' << half << ' ' << whole;
}

// Each object held a tree of all that it refers to, with as many branches as there are ways through it.
TEST_F(Time, OfLambdasThatReferToLambdas) {
  const double none = lines(lambdas(2)), half = lines(lambdas(16)), whole = lines(lambdas(30));
  EXPECT_LT((whole - none) / (half - none), 2.5) << none << ' ' << half << ' ' << whole;
}

// Functions that return references were inlined at each call: fourteen of them were 213000 lines.
TEST_F(Time, OfCallsThatReturnReferences) {
  const double none = lines(references(0)), half = lines(references(10)), whole = lines(references(20));
  EXPECT_LT((whole - none) / (half - none), 2.5) << none << ' ' << half << ' ' << whole;
}

// Functions that call themselves were taken in at each call of others: ten of them were 10106 lines.
TEST_F(Time, OfCallsOfRecursiveFunctions) {
  const double none = lines(recursive(0)), half = lines(recursive(10)), whole = lines(recursive(20));
  EXPECT_LT((whole - none) / (half - none), 2.5) << none << ' ' << half << ' ' << whole;
  EXPECT_LT(half, 2000);
  // None computes again what a call has kept.
  const std::string text = read("gen/f.grad.cpp");
  EXPECT_NE(text.find("_recursion_joint("), std::string::npos);
  EXPECT_EQ(text.find("_recursion_adjoint("), std::string::npos);
}

// What an arm keeps for the adjoint was declared, and copied, in each of those around it.
TEST_F(Time, OfBranchesInBranches) {
  const double none = lines(nested(0)), half = lines(nested(20)), whole = lines(nested(40));
  EXPECT_LT((whole - none) / (half - none), 2.5) << none << ' ' << half << ' ' << whole;
}

// The adjoints of static functions recomputed all of their values, those of the functions that they call too.
TEST_F(Time, AdjointsOfCallsComputeNothingAgain) {
  write("f.cpp", calls(20));
  ASSERT_EQ(gradc("f.cpp -o gen").status, 0);
  const std::string text = read("gen/f.grad.cpp");
  int adjoints = 0;
  const std::string begin = "\nstatic void ";
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1)) {
    const std::string name = text.substr(at + begin.size(), text.find('(', at) - at - begin.size());
    const std::size_t body = text.find_first_of("{;", at);
    if (name.find("_backward") == std::string::npos || name.find("_tangent") != std::string::npos || text[body] == ';') continue;
    ++adjoints;
    const std::string function = text.substr(body, text.find("\n}\n", body) - body);
    EXPECT_EQ(function.find("_forward"), std::string::npos) << name;
    EXPECT_EQ(function.find("_inner("), std::string::npos) << name;
  }
  EXPECT_GT(adjoints, 3);
}

// What the derivatives of one request are made of was copied for each of the others.
// Those of several directions did, and took twice as long for each function between.
TEST_F(Time, AdjointsOfCallsInSeveralDirectionsComputeNothingAgain) {
  const std::string functions = calls(12), request = "GRADC_DIFFERENTIATE";
  const std::string before = functions.substr(0, functions.find(request));
  write("f.cpp", before + "GRADC_DIFFERENTIATE(hessian) double f(const gradc::Vector<double>& x) { return f12(x(0), x(1)); }\n" +
                     "GRADC_DIFFERENTIATE(jacobian, vjp) gradc::Vector<double> g(const gradc::Matrix<double>& x) {\n" +
                     "  return gradc::Vector<double>{f12(x(0, 0), x(1, 1)), x(0, 1) * x(1, 0)};\n}\n");
  ASSERT_EQ(gradc("f.cpp -o gen").status, 0);
  const std::string text = read("gen/f.grad.cpp");
  EXPECT_NE(text.find("_backward_batch("), std::string::npos);
  EXPECT_NE(text.find("_backward_tangent_batch("), std::string::npos);
  EXPECT_EQ(text.find("_adjoint_batch("), std::string::npos);
  EXPECT_EQ(text.find("_adjoint_tangent_batch("), std::string::npos);
}

TEST_F(Time, OfRequests) {
  const auto source = [](int length) {
    std::string text = calls(8);
    for (int i = 0; i < 12 * length; ++i)
      text += "GRADC_DIFFERENTIATE(gradient, hvp, jvp, vjp) double g" + std::to_string(i) + "(double x, double y) { return f8(x, y) * f7(y, " +
              std::to_string(i) + " * x); }\n";
    return text;
  };
  check(source, 2.6);
}

// What the adjoint of each case reads was passed out through all cases before it.
TEST_F(Time, OfCases) {
  const auto of = [&](int cases) {
    std::string text = "#include <gradc/gradc.h>\nGRADC_DIFFERENTIATE(gradient) double f(double x, int n) {\n  switch (n) {\n";
    for (int i = 0; i < cases; ++i) {
      const std::string number = std::to_string(i);
      text += "    case " + number + ": { const double t = x * x - " + number + "; return t * (" + number + " + 0.5 * t * x); }\n";
    }
    return lines(text + "  }\n  return x;\n}\n");
  };
  const double none = of(0), half = of(80), whole = of(160);
  EXPECT_LT((whole - none) / (half - none), 2.5) << none << ' ' << half << ' ' << whole;
}

// What an arm gives, and what its adjoint reads, passed through all arms before it.
TEST_F(Time, OfElseIf) {
  const auto of = [&](int arms) {
    std::string text = "#include <gradc/gradc.h>\n#include <cmath>\nGRADC_DIFFERENTIATE(gradient) double f(double x, double y) {\n  double r = 0;\n";
    for (int i = 0; i < arms; ++i)
      text += std::string(i > 0 ? "  else " : "  ") + "if (x < " + std::to_string(i) + " || std::sin(x) > 0.9) r = std::sin(x * " + std::to_string(i) + ") * y;\n";
    return lines(text + "  else r = x;\n  return r * r;\n}\n");
  };
  const double none = of(1), half = of(80), whole = of(160);
  EXPECT_LT((whole - none) / (half - none), 2.5) << none << ' ' << half << ' ' << whole;
}

// A source with one was read three times.
TEST_F(Time, OfAnError) {
  const std::string source = "#include <gradc/gradc.h>\n#include <algorithm>\nGRADC_DIFFERENTIATE(gradient) double f(double x) { return x * x; }\n";
  const double good = seconds(source);
  write("f.cpp", source + "double g(double) { return y; }\n");
  const double before = spent();
  EXPECT_EQ(gradc("f.cpp -o gen").status, 1);
  EXPECT_LT(spent() - before, 1.7 * good);
}

TEST_F(Time, OfBranchesOneAfterTheOther) { check(kSideBySide); }

}  // namespace
