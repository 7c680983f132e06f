// What a function with a request does with what its parameters lead to: inputs and outputs, and how far pointers reach.
#include <gtest/gtest.h>

#include <utility>

#include "lowered.h"

namespace lower_test {
namespace {

struct Case {
  const char *function, *signature;
};

// The arguments of the function in the IR, and its results, as "x: f64[%n] -> y: f64[%n]".
std::string signature(const ir::Module& module, const tool::LoweredFunction& made) {
  const ir::Function& in_ir = module[made.function];
  std::string text, between;
  for (ir::ValueId argument : in_ir.arguments()) text += std::exchange(between, ", ") + in_ir[argument].name + ": " + in_ir[argument].type.text();
  text += " ->";
  if (!made.primal.has_outputs()) return text + " result";
  for (const codegen::CppValue::Member& member : made.primal.result.members) {
    text += " " + member.name;
    if (member.value.is_leaf() && member.value.leaf.rank() > 0) text += ": " + member.value.leaf.text();
  }
  return text;
}

// All in one source, each in a namespace of its own. An expectation that ends in "..." says how the signature begins.
void check(const std::vector<Case>& cases) {
  std::string text = "#include <cmath>\n";
  for (std::size_t i = 0; i < cases.size(); ++i) text += fmt::format("namespace n{} {{ GRADC_DIFFERENTIATE(vjp) {} }}\n", i, cases[i].function);
  const LoweredSource lowered = lower_text(text);
  EXPECT_EQ(lowered.all(), "");
  ASSERT_EQ(lowered.functions.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    ASSERT_TRUE(lowered.functions[i]) << cases[i].function;
    std::string found = signature(lowered.module, *lowered.functions[i]), expected = cases[i].signature;
    if (expected.ends_with("...")) {
      expected.resize(expected.size() - 3);
      found = found.substr(0, expected.size());
    }
    EXPECT_EQ(found, expected) << cases[i].function;
  }
}

std::string errors(const std::string& function) { return lower_text("GRADC_DIFFERENTIATE(vjp) " + function + "\n").errors(); }

TEST(Pointers, ReachAsFarAsTheirIndices) {
  check({{"double f(const double* x, int n) { double s = 0; for (int i = 0; i < n; ++i) s += x[i]; return s; }",
          "x: f64[max(%n, 0)], n: i32 -> result"},
         {"double f(const double* x) { return x[0] + x[2]; }",
          "x: f64[3] -> result"},
         {"double f(const double x[5]) { return x[0]; }",
          "x: f64[5] -> result"},
         {"double f(const double* x, int n) { return x[n - 1] * x[0]; }",
          "x: f64[max(%n, 1)], n: i32 -> result"},
         {"double f(const double* x, int n, int m) { double s = 0; for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) s += x[i * m + j]; "
          "return s; }",
          "x: f64[max(%m*%n, 0)], n: i32, m: i32 -> result"},
         {"double f(const double* x, int n, int m) { double s = 0; for (int j = 0; j < m; ++j) for (int i = 0; i < n; ++i) s += x[i + n * j]; "
          "return s; }",
          "x: f64[max(%m*%n, 0)], n: i32, m: i32 -> result"},
         {"double f(const double* x, int n) { double s = 0; for (int i = n - 1; i >= 0; --i) s += x[i] * x[n - 1 - i]; return s; }",
          "x: f64[max(%n, 0)], n: i32 -> result"},
         {"double f(const double* x, int n) { double s = 0; for (int i = 2; i <= n; i += 1) s += x[i] - x[i - 2]; return s; }",
          "x: f64[max(%n + 1, 0)], n: i32 -> result"},
         {"double f(const double* x, unsigned n) { double s = 0; for (unsigned i = 0; i < n; ++i) s += x[i]; return s; }",
          "x: f64[max(%n, 0)], n: u32 -> result"},
         {"double f(const double* x, int n) { double s = 0; const double* end = x + n; for (const double* p = x; p != end; ++p) s += *p; return s; }",
          "x: f64[max(%n, 0)], n: i32 -> result"}});
  EXPECT_NE(errors("double sum(const double* p, int n) { return n == 0 ? 0 : p[n - 1] + sum(p, n - 1); }").find("since a function that stays a call takes it; say it in the request: extent(p = n)"),
            std::string::npos);
}

// Under a condition, what the condition says of the index holds.
TEST(Pointers, ReachNoFartherThanConditionsLetThem) {
  check({{"double f(const double* x, int n) { double s = 0; for (int i = 0; i < n; ++i) { s += x[i]; if (i + 1 < n) s -= x[i + 1]; } return s; }",
          "x: f64[max(%n, 0)], n: i32 -> result"},
         {"double f(const double* x, int n) { double s = 0; for (int i = 0; i < n; ++i) { if (i == 7 || i + 2 >= n) continue; s += x[i + 2]; } return s; }",
          "x: f64[max(%n, 0)], n: i32 -> result"},
         {"double f(const double* x, int n) { int i = 0; while (i < n && x[i] > 0) i += 2; return x[0] * i; }",
          "x: f64[max(%n, 1)], n: i32 -> result"},
         {"double f(const double* x, int n, int k) { double s = 0; for (int i = 0; i < n; ++i) s += x[i]; if (k > 3) s += x[2]; return s; }",
          "x: f64[max(%n, 0)], n: i32, k: i32 -> result"}});
  EXPECT_NE(errors("double f(const double* x, int n, int k) { double s = 0; for (int i = 0; i < n; ++i) s += x[i]; if (n > 3) s += x[k]; return s; }").find("since it is another one on each path; say it in the request: extent(x = max(k + 1, n))"),
            std::string::npos);
}

TEST(Pointers, OutputsAreWhatIsWrittenFirst) {
  check({{"void f(double x, double& y) { y = x * x; }",
          "x: f64 -> y"},
         {"void f(double x, double* y) { *y = x; y[1] = x * *y; }",
          "x: f64 -> y: f64[2]"},
         {"void f(const double* x, double* y, int n) { for (int i = n - 1; i >= 0; --i) y[i] = x[i]; }",
          "x: f64[max(%n, 0)], n: i32 -> y: f64[max(%n, 0)]"},
         {"void f(double x, double* y, int n) { for (int i = 0; i < n; ++i) for (int j = 0; j < 3; ++j) y[3 * i + j] = x * j; "
          "for (int i = 0; i < 3 * n; ++i) y[i] *= y[i]; }",
          "x: f64, n: i32 -> y: f64[max(0, 3*%n)]"},
         {"double f(double x, double* y, int n) { y[0] = x; y[n - 1] = x; for (int i = 1; i < n - 1; ++i) y[i] = y[i - 1] * x; return y[n - 1]; }",
          "x: f64, n: i32 -> y: f64[max(%n, 1)] result"}});
}

// A write that may not happen, or comes too late, leaves an input.
TEST(Pointers, OutputsThatMayBeReadAreInputs) {
  check({{"void f(double x, double& y) { if (x > 0) y = x; }",
          "x: f64, y: f64 -> y"},
         {"void f(double x, double* y, int n) { for (int i = 1; i < n; ++i) y[i] = x; }",
          "x: f64, y: f64[max(%n, 0)], n: i32 -> y: f64[max(%n, 0)]"},
         {"void f(double x, double* y, int n) { for (int i = 0; i < n; i += 2) y[i] = x; }", "x: f64, y: ..."},
         {"void f(double x, double* y, int n) { for (int i = 0; i < n; ++i) y[i / 2] = x; }", "x: f64, y: ..."},
         {"void f(double x, double* y, int n) { for (int i = 0; i < n; ++i) y[i * i] = x; }", "x: f64, y: ..."},
         {"void f(double x, double* y, int n, int m) { for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) y[i + j] = x; }", "x: f64, y: ..."},
         {"void f(double x, double* y, int n) { for (int i = 0; i < n; ++i) { if (i == 5) break; y[i] = x; } }", "x: f64, y: ..."},
         {"void f(double x, double* y, int n) { for (int i = 0; i + 1 < n; ++i) y[i] = y[i + 1] * x; y[n - 1] = 0; }", "x: f64, y: ..."},
         {"void f(double x, double* y, int n) { for (int i = 0; i < n; ++i) y[i - i % 2] = x; }", "x: f64, y: ..."},
         {"void f(double x, double* y, int n) { for (int i = 0; i < n; ++i) y[i + i % 2 - (i + 1) % 2] = x; }", "x: f64, y: ..."},
         {"void f(double x, double* y, int n) { for (int i = 0; i < n; ++i) y[i] = x; y[0] += 1; }", "x: f64, y: ..."},
         {"void f(double x, double* y, int n) { for (int k = 0; k < n; ++k) { for (int i = 0; i < k; ++i) y[i] = x; } for (int i = 0; i < n; ++i) y[i] += x; }", "x: f64, y: ..."}});
}

TEST(Pointers, ConstIsKept) {
  EXPECT_NE(errors("double f(const double* x) { const_cast<double*>(x)[1] = 2; return x[0]; }").find("it writes to what a pointer to const leads to"),
            std::string::npos);
}

TEST(Pointers, WhatIsNotWrittenIsNoOutput) {
  check({{"double f(double* x, double& y) { const double kept = y; y = kept; return x[1] * y; }",
          "x: f64[2], y: f64 -> result"}});
}

}  // namespace
}  // namespace lower_test
