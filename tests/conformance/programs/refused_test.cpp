// Rows that are errors: the text quotes what is wrong, at its place, and says what to do.
#include <regex>

#include "tests/tool/shell.h"

namespace {

class ConformanceOfTexts : public ShellTest {
 protected:
  // The outcome of `line` after a header with what these sources need, and the IR text where there is one.
  Outcome outcome_of(const std::string& lines, const std::string& options = "-o gen") {
    write("m.cpp",
          "#include <gradc/gradc.h>\n#include <string>\n#include <tuple>\n"
          "using Vector = gradc::Vector<double>; using Matrix = gradc::Matrix<double>;\n" +
              lines);
    return gradc("m.cpp " + options + " -- -I" GRADC_TEST_SOURCE_DIR "/runtime/include");
  }
  void expect_refused(const std::string& lines, const std::string& error) {
    const Outcome outcome = outcome_of(lines);
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    EXPECT_NE(outcome.err.find(error), std::string::npos) << outcome.err << "\nnot: " << error;
    EXPECT_FALSE(exists("gen"));
  }
  std::string ir(const std::string& lines) {
    const Outcome outcome = outcome_of(lines, "--emit=opt -o -");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }
  static std::string function_of(const std::string& text, const std::string& name) {
    const std::size_t from = text.find("func @" + name + "(");
    EXPECT_NE(from, std::string::npos) << text;
    return from == std::string::npos ? "" : text.substr(from, text.find("\n}\n", from) - from);
  }
  static int count(const std::string& text, const std::string& pattern) {
    const std::regex one(pattern);
    return static_cast<int>(
        std::distance(std::sregex_iterator(text.begin(), text.end(), one), std::sregex_iterator()));
  }
};

TEST_F(ConformanceOfTexts, G15_AnAggregationThatIsNone) {
  expect_refused("GRADC_DIFFERENTIATE(gradient, aggregation(nonsense)) double f(double x) { return x; }\n",
                 "m.cpp:5:43: error: 'nonsense' is not a value of aggregation; it takes add_n, tree or "
                 "accumulate_n [bad_value]");
}

TEST_F(ConformanceOfTexts, G28_APolicyThatIsNone) {
  expect_refused("GRADC_DIFFERENTIATE(gradient, unconnected(nonsense)) double f(double x) { return x; }\n",
                 "m.cpp:5:43: error: 'nonsense' is not a value of unconnected; it takes error, zero or none "
                 "[bad_value]");
}

const std::string kUse =
    "GRADC_DIFFERENTIATE(gradient) double g(const Vector& x, double a) { return f(x, a); }\n";
const std::string kRule =
    "std::tuple<gradc::Tensor<double, 1>, double> f_vjp(const gradc::Tensor<double, 1>& x, double a, double "
    "result, double adjoint) [rule_signature]";

// Too few adjoints, none, too many: the error names the function and says how its rule is declared.
TEST_F(ConformanceOfTexts, G39_C19_C20_RulesOfAnotherNumberOfAdjoints) {
  for (const std::string result :
       {"std::tuple<>", "std::tuple<Vector>", "Vector", "double", "std::tuple<Vector, double, double>"})
    expect_refused(result +
                       " rule(const Vector& x, double a, double result, double adjoint);\n"
                       "GRADC_CUSTOM_VJP(rule) double f(const Vector& x, double a) { return x(0) * a; }\n" +
                       kUse,
                   "error: 'rule' doesn't have the types of a rule of 'f'; declare it as: " + kRule);
  expect_refused(
      "std::tuple<Vector, double> rule(const Vector& x, double a, double adjoint);\n"
      "GRADC_CUSTOM_VJP(rule) double f(const Vector& x, double a) { return x(0) * a; }\n" +
          kUse,
      "m.cpp:5:28: error: 'rule' doesn't have the types of a rule of 'f'; declare it as: " + kRule);
}

// A wrong rank is found here; wrong extents where the rule's result comes (e2e Rules.OfTheWrongSizeThrow).
TEST_F(ConformanceOfTexts, G40_AdjointsOfAnotherShape) {
  expect_refused(
      "std::tuple<Matrix, double> rule(const Vector& x, double a, double result, double adjoint);\n"
      "GRADC_CUSTOM_VJP(rule) double f(const Vector& x, double a) { return x(0) * a; }\n" +
          kUse,
      "error: 'rule' doesn't have the types of a rule of 'f'; declare it as: " + kRule);
  expect_refused(
      "gradc::StaticTensor<double, 4> rule(const gradc::StaticTensor<double, 3>& x, double result, double "
      "adjoint) {\n"
      "  return gradc::StaticTensor<double, 4>();\n}\n"
      "GRADC_CUSTOM_VJP(rule) double f(const gradc::StaticTensor<double, 3>& x) { return x(0); }\n"
      "GRADC_DIFFERENTIATE(gradient) double g(const gradc::StaticTensor<double, 3>& x) { return f(x); }\n",
      "error: what rule gives: 4 and 3 can't be equal (axis 0) [shape_mismatch]");
}

TEST_F(ConformanceOfTexts, G41_AdjointsThatAreNone) {
  for (const std::string result :
       {"std::tuple<std::string, double>", "std::tuple<gradc::Vector<float>, double>",
        "std::tuple<gradc::IndexedSlices<double, 1>, double>", "std::tuple<Vector, int>"})
    expect_refused(result +
                       " rule(const Vector& x, double a, double result, double adjoint);\n"
                       "GRADC_CUSTOM_VJP(rule) double f(const Vector& x, double a) { return x(0) * a; }\n" +
                       kUse,
                   "error: 'rule' doesn't have the types of a rule of 'f'; declare it as: " + kRule);
}

TEST_F(ConformanceOfTexts, P50_TangentsOfIntegers) {
  expect_refused("GRADC_DIFFERENTIATE(jvp, wrt(n)) double f(double x, int n) { return x * n; }\n",
                 "m.cpp:5:30: error: 'n' holds no floating values (int); there is no derivative with respect "
                 "to it [wrt_not_floating]");
  expect_refused("GRADC_DIFFERENTIATE(jvp) double f(int n) { return n; }\n", "[wrt_nothing]");
}

// A mode without a rule is the transpose of the other. Where that can't be had, it is an error and never
// nothing.
TEST_F(ConformanceOfTexts, P32_P33_NoRuleOfThatMode) {
  expect_refused(
      "double f_rule(double x, double y, double x_dot);\n"
      "GRADC_CUSTOM_JVP(f_rule) double f(double x);\n"
      "GRADC_DIFFERENTIATE(gradient) double g(double x) { return f(x); }\n",
      "error: the GRADC_CUSTOM_JVP rule of 'f'");
  expect_refused(
      "double f_rule(double x, double y, double bar) { return bar > 1 ? 1 : bar; }\n"
      "GRADC_CUSTOM_VJP(f_rule) double f(double x) { return x; }\n"
      "GRADC_DIFFERENTIATE(jvp) double g(double x) { return f(x); }\n",
      "error: the GRADC_CUSTOM_VJP rule of 'f'");
}

// --- the IR ---

TEST_F(ConformanceOfTexts, C26_NoCallOfARuleBehindAStop) {
  const std::string text =
      ir("double f_rule(double x, double y, double bar);\n"
         "GRADC_CUSTOM_VJP(f_rule) double f(double x);\n"
         "GRADC_DIFFERENTIATE(gradient) double g(double x) { return f(gradc::stop_gradient(x)) * x; }\n");
  const std::string body = function_of(text, "g_gradient");
  EXPECT_EQ(count(body, "call @f "), 1) << body;
  EXPECT_EQ(count(body, "call "), 1) << body;
}

// What a loss also computes has no adjoint, and no zeros stand for it.
TEST_F(ConformanceOfTexts, T66_NoZerosForWhatIsNotUsed) {
  const std::string text =
      ir("using Images = gradc::Tensor<double, 4>;\n"
         "GRADC_DIFFERENTIATE(vjp) Images f(const Images& x, const Vector& scale, const Vector& offset) {\n"
         "  return gradc::batch_norm_training(x, scale, offset).y;\n}\n"
         "GRADC_DIFFERENTIATE(vjp, wrt(x)) Vector g(const Matrix& x, const Matrix& labels) {\n"
         "  return gradc::softmax_cross_entropy(x, labels);\n}\n");
  const std::string f = function_of(text, "f_vjp"), g = function_of(text, "g_vjp");
  EXPECT_EQ(count(f, "value = 0\\.0"), 0) << f;
  EXPECT_EQ(count(g, "value = 0\\.0"), 0) << g;
}

// Zeros for the parts of a split that are not used: one value, and no memory of their own.
TEST_F(ConformanceOfTexts, T67_ZerosAreShared) {
  const std::string text =
      ir("GRADC_DIFFERENTIATE(gradient) double f(const Matrix& x) {\n"
         "  const auto parts = gradc::split(x, {1, 2, 3, 2}, 1);\n"
         "  return gradc::sum(gradc::square(parts[1]));\n}\n");
  EXPECT_LE(count(text, "value = 0\\.0"), 1) << text;
}

// Contributions that are known to be large are added up before all are there, others when they are; products are added where their
// sum stands in any case.
TEST_F(ConformanceOfTexts, T68_LargeSums) {
  const auto slots = [&](const std::string& n, const auto& used) {
    std::string lines =
        "GRADC_DIFFERENTIATE(gradient, wrt(x))\n"
        "double f(const gradc::StaticTensor<double, " +
        n + ", " + n + ">& x, const gradc::StaticTensor<double, 8, " + n +
        ">& w) {\n"
        "  double s = 0;\n";
    for (int i = 0; i < 8; ++i)
      lines +=
          "  s += gradc::sum(gradc::square(gradc::matmul(" + used(i) + ", gradc::take(w, " + std::to_string(i) + "))));\n";
    const Outcome outcome = outcome_of(lines + "  return s;\n}\n", "--emit=plan -o -");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const std::int64_t bytes = 8 * std::stoll(n) * std::stoll(n);
    return count(outcome.out, "slot [0-9]+  " + std::to_string(bytes) + " bytes at");
  };
  const auto rolled = [](int i) { return "gradc::roll(x, " + std::to_string(i + 1) + ", 0)"; };
  EXPECT_EQ(slots("100", rolled), 8);
  EXPECT_LE(slots("4096", rolled), 5);  // four of 2^24 elements are 256 MiB of floats
  const auto itself = [](int) { return std::string("x"); };
  EXPECT_LE(slots("100", itself), 2);
  EXPECT_LE(slots("4096", itself), 4);
}

TEST_F(ConformanceOfTexts, P29_OneTangentOfTwoCalls) {
  const std::string text =
      ir("Matrix f_rule(const Matrix& m, const Matrix& y, const Matrix& m_dot);\n"
         "GRADC_CUSTOM_JVP(f_rule) Matrix f(const Matrix& m);\n"
         "GRADC_DIFFERENTIATE(jvp) double g(const Matrix& m, const Matrix& n) { return gradc::sum(f(m) * "
         "f(n)); }\n");
  EXPECT_EQ(count(text, "func @f_rule\\("), 1) << text;
  EXPECT_EQ(count(function_of(text, "g_jvp"), "call @f_(jvp_)?rule "), 2) << text;
}

// The tangent of an identity is the tangent: no op.
TEST_F(ConformanceOfTexts, P49_TangentsOfAnIdentity) {
  const std::string text =
      ir("GRADC_DIFFERENTIATE(jvp) Vector f(const Vector& x) { const Vector& y = x; return y; }\n");
  const std::string body = function_of(text, "f_jvp");
  EXPECT_EQ(count(body, " = "), 0) << body;
  EXPECT_NE(body.find("return %x, %x_dot"), std::string::npos) << body;
}

}  // namespace
