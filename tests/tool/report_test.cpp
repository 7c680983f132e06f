// `gradc --emit=report` as a user runs it: where the page goes, and what it says of a source.
#include <algorithm>

#include "shell.h"

namespace {

class ReportCommand : public ShellTest {
 protected:
  // The text of the page of a source, without its markup.
  std::string page_of(const std::string& source) const {
    write("m.cpp", "#include <cmath>\n#include <gradc/gradc.h>\n" + source);
    const Outcome run = gradc("m.cpp --emit=report -o out");
    EXPECT_EQ(run.status, 0) << run.err;
    return read("out/m.report.html");
  }
  static std::string plain(const std::string& page) {
    std::string out;
    bool in_tag = false;
    for (const char c : page) {
      if (c == '<') in_tag = true;
      if (!in_tag) out += c;
      if (c == '>') in_tag = false, out += '|';
    }
    return out;
  }
  // The row of the table with that caption in which all texts stand.
  static bool has_row(const std::string& page, const std::string& caption, const std::vector<std::string>& texts) {
    const std::size_t begin = page.find(">" + caption);
    if (begin == std::string::npos) return false;
    std::istringstream lines(page.substr(begin, page.find("</table>", begin) - begin));
    for (std::string line; std::getline(lines, line);)
      if (std::all_of(texts.begin(), texts.end(),
                      [&](const std::string& text) { return plain(line).find("|" + text + "|") != std::string::npos; }))
        return true;
    return false;
  }
};

const std::string kNet = R"(GRADC_DIFFERENTIATE(gradient, wrt(w))
float loss(const gradc::Matrix<float>& x, const gradc::Matrix<float>& w) {
  const auto h = gradc::tanh(gradc::matmul(x, w));
  return gradc::sum(h * h);
}
)";
const std::string kSum = R"(
double norm(const gradc::Vector<double>& x) {
  double s = 0;
  for (int i = 0; i < x.size(); ++i) s += x(i) * x(i);
  return std::sqrt(s);
}
)";

TEST_F(ReportCommand, IsWrittenBesideTheOtherTextsOrPrinted) {
  write("m.cpp", "#include <gradc/gradc.h>\n" + kNet);
  ASSERT_EQ(gradc("m.cpp --emit=cpp,report -o out --depfile=out/m.d").status, 0);
  for (const char* name : {"out/m.report.html", "out/m.grad.h", "out/m.grad.cpp"}) EXPECT_TRUE(exists(name)) << name;
  ASSERT_EQ(gradc("m.cpp --emit=report -o out --depfile=out/m.d").status, 0);
  EXPECT_EQ(read("out/m.d").substr(0, 19), "out/m.report.html: ");
  const Outcome printed = gradc("m.cpp --emit=report -o -");
  EXPECT_EQ(printed.status, 0);
  EXPECT_EQ(printed.out, read("out/m.report.html"));
  // What is generated is not changed by being reported on.
  const std::string source = read("out/m.grad.cpp");
  ASSERT_EQ(gradc("m.cpp -o alone").status, 0);
  EXPECT_EQ(read("alone/m.grad.cpp"), source);
}

TEST_F(ReportCommand, NothingIsWrittenWhereTheSourceIsRefused) {
  write("m.cpp", "#include <gradc/gradc.h>\n" + kNet + "GRADC_DIFFERENTIATE(gradient) float f(float x) { asm(\"\"); return x; }\n");
  EXPECT_EQ(gradc("m.cpp --emit=report -o out").status, 1);
  EXPECT_FALSE(exists("out/m.report.html"));
}

TEST_F(ReportCommand, DoesNotDependOnTheFolder) {
  for (const char* name : {"a/m.cpp", "b/c/m.cpp"}) write(name, "#include <gradc/gradc.h>\n" + kNet);
  ASSERT_EQ(gradc("a/m.cpp --emit=report -o one").status, 0);
  ASSERT_EQ(gradc('\'' + path("b/c/m.cpp") + "' --emit=report -o two").status, 0);
  EXPECT_EQ(read("one/m.report.html"), read("two/m.report.html"));
  EXPECT_EQ(read("two/m.report.html").find(path("")), std::string::npos);
}

TEST_F(ReportCommand, CountsWhatProductsMoveAndCompute) {
  const std::string page = page_of(kNet);
  // x w for the value, xᵀ h̄ for the gradient.
  EXPECT_TRUE(
      has_row(page, "Kernels of loss_gradient",
              {"matmul", "m.cpp:5", "forward", "2 * w.extent(1) * x.extent(0) * x.extent(1)", "4 * w.extent(1) * x.extent(0)"}));
  EXPECT_TRUE(has_row(page, "Kernels of loss_gradient", {"matmul", "m.cpp:5", "backward", "4 * w.extent(1) * x.extent(1)"}));
  EXPECT_TRUE(has_row(page, "Slots of the arena of loss_gradient", {"all", "4 * w.extent(1) * x.extent(0)"}));
}

TEST_F(ReportCommand, SizesThatAreKnownAreNumbers) {
  const std::string page = page_of(R"(GRADC_DIFFERENTIATE(gradient, wrt(w))
float f(const gradc::StaticTensor<float, 3, 5>& x, const gradc::StaticTensor<float, 5, 7>& w) {
  return gradc::sum(gradc::tanh(gradc::matmul(x, w)));
}
)");
  // 2 * 3 * 5 * 7 operations on 4 * (15 + 35) bytes that are read and 4 * 21 that are written.
  EXPECT_TRUE(has_row(page, "Kernels of f_gradient", {"matmul", "forward", "210", "200", "84", "0.739"}));
  EXPECT_TRUE(has_row(page, "Slots of the arena of f_gradient", {"all", "128"}));  // 84, in multiples of 64
}

TEST_F(ReportCommand, ALoopThatStaysSaysWhyAndRelaxedMakesItAKernel) {
  const std::string strict = page_of("GRADC_DIFFERENTIATE(gradient)" + kSum);
  EXPECT_TRUE(has_row(strict, "Loops of norm_gradient", {"m.cpp:6", "forward", "no", "A floating-point sum keeps its order: s."}));
  EXPECT_TRUE(has_row(strict, "Loops of norm_gradient", {"m.cpp:6", "backward", "yes"}));
  const std::string relaxed = page_of("GRADC_DIFFERENTIATE(gradient, relaxed)" + kSum);
  EXPECT_TRUE(has_row(relaxed, "Loops of norm_gradient", {"m.cpp:6", "forward", "yes"}));
  EXPECT_FALSE(has_row(relaxed, "Loops of norm_gradient", {"no"}));
  const std::string kept = page_of("GRADC_DIFFERENTIATE(gradient, checkpoint(auto))" + kSum);
  EXPECT_TRUE(has_row(kept, "Loops of norm_gradient",
                      {"forward", "no", "checkpoint(...) has a schedule for this function, in which loops stay as they are."}));
}

TEST_F(ReportCommand, WhatIsKeptAndWhatIsComputedAgainHaveReasons) {
  const std::string body = R"(
float loss(const gradc::Matrix<float>& x, const gradc::Matrix<float>& w) {
  const auto h = gradc::tanh(gradc::matmul(x, w));
  const auto g = gradc::exp(h) * h;
  return gradc::sum(gradc::sin(g) * h);
}
)";
  const std::string caption = "What the backward pass of loss_gradient reads of the forward pass";
  const std::string all = page_of("GRADC_DIFFERENTIATE(gradient, wrt(w))" + body);
  EXPECT_TRUE(has_row(all, caption, {"x", "there anyway", "it is an argument"}));
  EXPECT_TRUE(has_row(all, caption, {"g", "m.cpp:6", "kept", "4 * w.extent(1) * x.extent(0)"}));
  EXPECT_FALSE(has_row(all, caption, {"computed again"}));
  const std::string automatic = page_of("GRADC_DIFFERENTIATE(gradient, wrt(w), checkpoint(auto))" + body);
  EXPECT_TRUE(has_row(automatic, caption, {"g", "m.cpp:6", "computed again", "checkpoint(...) says so"}));
  EXPECT_TRUE(has_row(automatic, caption, {"h", "m.cpp:5", "kept", "checkpoint(...) says so"}));
}

TEST_F(ReportCommand, ALoopKeepsWhatTheNextTripWritesOver) {
  const std::string page = page_of(R"(GRADC_DIFFERENTIATE(gradient)
double f(double x, int n) {
  double y = x;
  for (int i = 0; i < n; ++i) y = std::sin(y) * x;
  return y;
}
)");
  const std::string caption = "What the backward pass of f_gradient reads of the forward pass";
  EXPECT_TRUE(has_row(page, caption, {"y", "kept for each trip", "the next trip writes over it"}) ||
              has_row(page, caption, {"x", "kept for each trip", "the next trip writes over it"}));
  EXPECT_TRUE(has_row(page, caption, {"x", "there anyway", "it comes from outside and does not change"}));
  EXPECT_TRUE(has_row(page, "Loops of f_gradient", {"forward", "no"}));
}

TEST_F(ReportCommand, CalledFunctionsAndWaysUnderABudgetHaveTheirParts) {
  const std::string called = page_of(R"(double power(double x, int n) { return n == 0 ? 1.0 : x * power(x, n - 1); }
GRADC_DIFFERENTIATE(gradient, wrt(x)) double f(double x, int n) { return power(x, n); }
)");
  EXPECT_NE(called.find("<h2 id=\"called\">Called functions</h2>"), std::string::npos);
  EXPECT_NE(called.find("<h3 id=\"c1\">"), std::string::npos);
  EXPECT_TRUE(has_row(called, "Kernels of f_gradient", {"call", "not counted"}));
  const std::string budget = page_of(R"(GRADC_DIFFERENTIATE(gradient, wrt(w), checkpoint(budget = 1MiB))
float loss(const gradc::Matrix<float>& x, const gradc::Matrix<float>& w) {
  gradc::Matrix<float> h = gradc::matmul(x, w);
  for (int i = 0; i < 10; ++i) h = gradc::tanh(gradc::exp(h) * h);
  return gradc::sum(h);
}
)");
  EXPECT_NE(budget.find("loss_gradient_keep_all</h3>"), std::string::npos);
}

TEST_F(ReportCommand, TheSourceStandsInThePageWithWhatWasMadeOfEachLine) {
  const std::string page = page_of(kNet + "// if (a < b && c) \"quoted\" </table>\n");
  EXPECT_NE(page.find("<code>// if (a &lt; b &amp;&amp; c) &quot;quoted&quot; &lt;/table&gt;</code>"), std::string::npos);
  EXPECT_TRUE(has_row(page, "m.cpp, with what was made of each line", {"5", "loss_gradient, step 0 and 2 more"}));
}

}  // namespace
