// No op of a derivative does work that no result needs: ops are counted in the emitted IR.
#include <regex>

#include "tests/tool/shell.h"

namespace {

class Work : public ShellTest {
 protected:
  // The text of one function of what `source` becomes.
  std::string emitted(const std::string& source, const std::string& function) {
    write("m.cpp", "#include <gradc/gradc.h>\nusing Vector = gradc::Vector<double>;\nusing Matrix = gradc::Matrix<double>;\n" + source);
    const Outcome outcome = gradc("m.cpp --emit=opt -o - -- -I" GRADC_TEST_SOURCE_DIR "/runtime/include");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const std::size_t from = outcome.out.find("func @" + function + "(");
    EXPECT_NE(from, std::string::npos) << outcome.out;
    if (from == std::string::npos) return "";
    return outcome.out.substr(from, outcome.out.find("\n}\n", from) - from);
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

TEST_F(Work, ProductSharesTheForwardPass) {
  const std::string text = emitted(
      "GRADC_DIFFERENTIATE(hvp, wrt(w)) double f(const Vector& w, const Matrix& x, const Vector& y) {\n"
      "  const Vector z = gradc::matmul(x, w);\n  return gradc::sum(gradc::softplus(z) - y * z);\n}\n", "f_hvp");
  EXPECT_EQ(count(text, "matmul"), 4) << text;  // x w, x v, xᵀ(...) for the gradient and for the product
  EXPECT_EQ(count(text, "softplus"), 1) << text;
  EXPECT_EQ(count(text, "sigmoid"), 1) << text;
}

TEST_F(Work, ProductOfAVectorFunctionIsRefused) {
  write("m.cpp", "#include <gradc/gradc.h>\nGRADC_DIFFERENTIATE(hvp) gradc::Vector<double> f(const gradc::Vector<double>& x) { return x; }\n");
  const Outcome outcome = gradc("m.cpp -o gen -- -I" GRADC_TEST_SOURCE_DIR "/runtime/include");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("m.cpp:2:1: error: 'hvp' needs a real scalar result"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("[not_scalar]"), std::string::npos) << outcome.err;
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
