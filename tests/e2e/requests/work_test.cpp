// No op of a derivative does work that no result needs: ops are counted in the emitted IR.
#include <regex>
#include <set>

#include "tests/tool/shell.h"

namespace {

class Work : public ShellTest {
 protected:
  // What `source` becomes.
  std::string optimised(const std::string& source) {
    write("m.h", "#pragma once\n#include <gradc/gradc.h>\n#include <tuple>\nusing Vector = gradc::Vector<double>;\nusing Matrix = gradc::Matrix<double>;\n");
    write("m.cpp", "#include \"m.h\"\n#include \"m.grad.h\"\n" + source);
    const Outcome outcome = gradc("m.cpp --emit=opt -o - -- -I" GRADC_TEST_SOURCE_DIR "/runtime/include");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }
  // The text of one function there.
  static std::string function(const std::string& module, const std::string& name) {
    const std::size_t from = module.find("func @" + name + "(");
    EXPECT_NE(from, std::string::npos) << name << " in " << module;
    if (from == std::string::npos) return "";
    return module.substr(from, module.find("\n}\n", from) - from);
  }
  std::string emitted(const std::string& source, const std::string& name) { return function(optimised(source), name); }
  // And of those that it calls.
  std::string emitted_with_callees(const std::string& source, const std::string& name) {
    const std::string module = optimised(source);
    const std::regex call(R"(= call @([\w.]+) )");
    std::string text;
    std::set<std::string> seen;
    for (std::vector<std::string> open{name}; !open.empty();) {
      const std::string next = open.back();
      open.pop_back();
      if (!seen.insert(next).second) continue;
      const std::string one = function(module, next);
      for (std::sregex_iterator match(one.begin(), one.end(), call), end; match != end; ++match) open.push_back((*match)[1]);
      text += one;
    }
    return text;
  }
  static int count(const std::string& text, const std::string& op) {
    const std::regex one("= " + op + "\\b");
    return static_cast<int>(std::distance(std::sregex_iterator(text.begin(), text.end(), one), std::sregex_iterator()));
  }
};

TEST_F(Work, ProductOfAQuadratic) {
  const std::string text = emitted(
      "GRADC_DIFFERENTIATE(hvp, wrt(x)) double f(const Vector& x, const Vector& b) {\n"
      "  return gradc::sum(gradc::square(x)) + gradc::sum(gradc::exp(b) * x);\n}\n", "f_hvp");
  EXPECT_EQ(count(text, "exp"), 1) << text;  // of the value and the gradient: the product has none
  EXPECT_EQ(count(text, "multiply"), 3) << text;
}

// One product of matrices, none with the unit matrix, and no matrix is transposed.
TEST_F(Work, HessianOfLogisticRegression) {
  const std::string text = emitted(
      "GRADC_DIFFERENTIATE(hessian, wrt(w)) double f(const Vector& w, const Matrix& x, const Vector& y) {\n"
      "  const Vector z = gradc::matmul(x, w);\n  return gradc::sum(gradc::softplus(z) - y * z);\n}\n", "f_hessian");
  EXPECT_EQ(count(text, "matmul"), 3) << text;  // x w, xᵀ(...) of the gradient, xᵀ D x
  EXPECT_EQ(count(text, "transpose"), 0) << text;
  EXPECT_EQ(count(text, "scan"), 0) << text;
  EXPECT_EQ(count(text, "iota"), 0) << text;
}

// Blocks that are zero or diagonal take no product for each column.
TEST_F(Work, HessianOfParts) {
  const std::string text = emitted(
      "GRADC_DIFFERENTIATE(hessian) double f(const Vector& x, const Vector& y) {\n"
      "  return gradc::sum(gradc::exp(x)) + gradc::sum(gradc::sin(y));\n}\n", "f_hessian");
  EXPECT_EQ(count(text, "exp"), 1) << text;
  EXPECT_EQ(count(text, "sin"), 1) << text;
  EXPECT_EQ(count(text, "where"), 2) << text;  // the diagonals
}

TEST_F(Work, ProductSharesTheForwardPass) {
  const std::string text = emitted(
      "GRADC_DIFFERENTIATE(hvp, wrt(w)) double f(const Vector& w, const Matrix& x, const Vector& y) {\n"
      "  const Vector z = gradc::matmul(x, w);\n  return gradc::sum(gradc::softplus(z) - y * z);\n}\n", "f_hvp");
  EXPECT_EQ(count(text, "matmul"), 4) << text;  // x w, x v, xᵀ(...) for the gradient and for the product
  EXPECT_EQ(count(text, "softplus"), 1) << text;
  EXPECT_EQ(count(text, "sigmoid"), 1) << text;
}

// Only the tangent is read of the derivative that is called: neither the value nor x is there any more.
TEST_F(Work, TangentOfALinearFunctionThatIsCalled) {
  const std::string text = emitted_with_callees(
      "GRADC_DIFFERENTIATE(jvp, wrt(x)) double f(const Vector& x, const Vector& a, int n) {\n"
      "  return n > 0 ? x(n - 1) * gradc::exp(a(n - 1)) + f(x, a, n - 1) : 0;\n}\n"
      "GRADC_DIFFERENTIATE(gradient, wrt(v)) double g(const Vector& x, const Vector& a, const Vector& v) {\n"
      "  return f_jvp(x, a, 3, v).tangent;\n}\n", "f_jvp.nested");
  EXPECT_EQ(count(text, "multiply"), 2) << text;  // of the first call and of further ones
  EXPECT_EQ(count(text, "add"), 2) << text;
  EXPECT_EQ(text.find("%x:"), std::string::npos) << text;
}

// A rule has adjoints of all arguments; where one is asked for, the others aren't computed.
TEST_F(Work, OneOfTheAdjointsOfARule) {
  const std::string text = emitted_with_callees(
      "std::tuple<Vector, Vector> rule(const Vector& a, const Vector& b, double, double y_bar) {\n"
      "  Vector a_bar = 0 * a, b_bar = 0 * b;\n"
      "  for (int i = 0; i < a.size(); ++i) a_bar(i) = y_bar * gradc::cosh(a(i));\n"
      "  for (int i = 0; i < b.size(); ++i) b_bar(i) = y_bar * gradc::cos(b(i));\n"
      "  return {a_bar, b_bar};\n}\n"
      "GRADC_CUSTOM_VJP(rule) double mixed(const Vector& a, const Vector& b) {\n"
      "  return gradc::sum(gradc::sinh(a)) + gradc::sum(gradc::sin(b));\n}\n"
      "GRADC_DIFFERENTIATE(gradient, wrt(b)) double f(const Vector& a, const Vector& b) { return mixed(a, 2 * b); }\n",
      "f_gradient");
  EXPECT_EQ(count(text, "cosh"), 0) << text;
  EXPECT_EQ(count(text, "cos"), 1) << text;
}

// Of a recursive function that gives two numbers one is wanted.
TEST_F(Work, OneOfAPairFromRecursion) {
  const std::string text = emitted_with_callees(
      "struct Pair { double a, b; };\n"
      "static Pair pair(double x, double y, int n) {\n"
      "  if (n == 0) return {1, 0};\n  const Pair p = pair(x, y, n - 1);\n  return {x * p.a, p.b + gradc::exp(y)};\n}\n"
      "GRADC_DIFFERENTIATE(gradient) double f(double x, double y, int n) { return pair(x, y, n).a * y; }\n", "f_gradient");
  EXPECT_EQ(count(text, "exp"), 0) << text;
}

TEST_F(Work, RequestsThatHaveNoMeaningAreRefused) {
  const auto expect_refused = [&](const std::string& source, const std::string& text) {
    write("m.cpp", "#include <gradc/gradc.h>\n#include <vector>\n" + source);
    const Outcome outcome = gradc("m.cpp -o gen -- -I" GRADC_TEST_SOURCE_DIR "/runtime/include");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_NE(outcome.err.find(text), std::string::npos) << outcome.err;
    EXPECT_FALSE(exists("gen"));
  };
  for (const std::string request : {"hvp", "hessian"}) {
    expect_refused("GRADC_DIFFERENTIATE(" + request + ") gradc::Vector<double> f(const gradc::Vector<double>& x) { return x; }\n",
                   "m.cpp:3:1: error: '" + request + "' needs a real scalar result");
    expect_refused("GRADC_DIFFERENTIATE(" + request + ") int f(double x) { return static_cast<int>(x); }\n", "[not_scalar]");
  }
  for (const std::string request : {"hessian", "jacobian"})
    expect_refused("#include <gradc/complex.h>\n"
                   "GRADC_DIFFERENTIATE(" + request + ") double f(std::complex<double> z) { return std::norm(z); }\n",
                   "'z' is complex, but '" + request + "' has blocks of real numbers only");
  write("p.h", "#pragma once\nstruct B { double b; };\nstruct P { B a; double a_b; };\n");
  expect_refused("#include \"p.h\"\n"
                 "GRADC_DIFFERENTIATE(hessian) double f(const P& p) { return p.a.b * p.a_b; }\n",
                 "two blocks of 'f' would be called 'p_a_b_p_a_b' [block_name]");
  expect_refused("GRADC_DIFFERENTIATE(hessian) double f(const gradc::Tensor<double, 5>& x) { return gradc::sum(gradc::square(x)); }\n",
                 "m.cpp:3:1: error: the hessian of 'f' has a block 'x_x' of 10 axes, and a tensor has at most 8; ask for the product "
                 "with one direction (hvp, jvp or vjp) [block_axes]");
  expect_refused("using Five = gradc::Tensor<double, 5>;\n"
                 "GRADC_DIFFERENTIATE(jacobian) Five f(const Five& x) { return gradc::square(x); }\n",
                 "the jacobian of 'f' has a block 'x' of 10 axes");
  expect_refused("GRADC_DIFFERENTIATE(gradient, wrt(y)) double f(const gradc::Tensor<double, 9>& x, double y) { return y; }\n",
                 "m.cpp:3:80: error: parameter 'x' of 'f' can't have type 'gradc::Tensor<double, 9>': a tensor has at most 8 axes");
}

// A batch of tensors of eight axes would have nine.
TEST_F(Work, NoBatchHasMoreAxesThanATensor) {
  for (const std::string axes : {"7", "8"}) {
    write("m.h", "#pragma once\n#include <gradc/gradc.h>\nusing Many = gradc::Tensor<double, " + axes + ">;\nMany f(const Many& x);\n");
    write("m.cpp", "#include \"m.h\"\nGRADC_DIFFERENTIATE(jvp, vjp) Many f(const Many& x) { return gradc::square(x); }\n");
    const Outcome outcome = gradc("m.cpp --emit=cpp -o - -- -I" GRADC_TEST_SOURCE_DIR "/runtime/include");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("f_jvp("), std::string::npos);
    EXPECT_NE(outcome.out.find("f_vjp("), std::string::npos);
    EXPECT_EQ(outcome.out.find("_batch(") != std::string::npos, axes == "7") << outcome.out;
  }
}

// What isn't followed is refused: no number is made up for its derivative.
TEST_F(Work, DerivativesThatAreNotFollowed) {
  const auto expect_refused = [&](const std::string& body) {
    write("m.cpp", "#include <gradc/gradc.h>\n#include \"m.grad.h\"\n" + body);
    const Outcome outcome = gradc("m.cpp -o gen -- -I" GRADC_TEST_SOURCE_DIR "/runtime/include");
    EXPECT_EQ(outcome.status, 1) << body;
    EXPECT_NE(outcome.err.find("[no_body]"), std::string::npos) << outcome.err;
  };
  expect_refused("GRADC_DIFFERENTIATE(gradient) double f(double x) { return x * f_gradient(x).grad.x; }\n");
  expect_refused("GRADC_DIFFERENTIATE(gradient) double g(double x);\n"
                 "GRADC_DIFFERENTIATE(gradient) double f(double x) { return x * g_gradient(x).grad.x; }\n"
                 "double g(double x) { return x * f_gradient(x).grad.x; }\n");
  expect_refused("GRADC_DIFFERENTIATE(gradient, wrt(t as sparse)) double f(const gradc::Matrix<double>& t, int i) { return "
                 "gradc::sum(gradc::square(gradc::take(t, i))); }\n"
                 "GRADC_DIFFERENTIATE(gradient) double g(const gradc::Matrix<double>& t, int i) { return "
                 "gradc::sum(f_gradient(t, i).grad.t.values); }\n");
  expect_refused("GRADC_DIFFERENTIATE(vjp) double f(double x) { return x * x; }\n"
                 "GRADC_DIFFERENTIATE(gradient) double g(double x) { return f_backward(f_forward(x).residuals, 1).x; }\n");
}

// The gradient that the product is made of is no function of its own.
TEST_F(Work, ProductLeavesNothingBehind) {
  write("m.cpp", "#include <gradc/gradc.h>\nGRADC_DIFFERENTIATE(hvp) double f(double x) { return x * x * x; }\n");
  const Outcome outcome = gradc("m.cpp --emit=opt -o - -- -I" GRADC_TEST_SOURCE_DIR "/runtime/include");
  std::size_t functions = 0;
  for (std::size_t at = outcome.out.find("func @"); at != std::string::npos; at = outcome.out.find("func @", at + 1)) ++functions;
  EXPECT_EQ(functions, 2u) << outcome.out;
}

}  // namespace
