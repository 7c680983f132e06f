// What gradc says where checkpoint(...) can't be done, or does nothing.
#include "control_refused.h"

namespace {

class CheckpointsRefused : public ShellTest {
 protected:
  // What is said of a function of x and w with that checkpoint, whose body ends in `return`.
  std::string said(const std::string& items, const std::string& body, const std::string& type = "gradc::Matrix<double>") {
    write("m.cpp", "#include <gradc/gradc.h>\n"
                   "using Matrix = " + type + ";\n"
                   "GRADC_DIFFERENTIATE(gradient, checkpoint(" + items + "))\n"
                   "double f(const Matrix& x, const Matrix& w) {\n" + body + "}\n");
    const std::string folder = "gen" + std::to_string(++calls_);
    const Outcome outcome = gradc("m.cpp -o " + folder + " -- -I" GRADC_TEST_SOURCE_DIR "/runtime/include");
    EXPECT_EQ(outcome.status == 0, outcome.err.find("error") == std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.status == 0, exists(folder + "/m.grad.cpp"));
    return outcome.err;
  }
  void expect(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }

 private:
  int calls_ = 0;
};

constexpr const char* kChain =
    "  auto a = gradc::label(\"a\", gradc::tanh(gradc::matmul(x, w)));\n"
    "  auto b = gradc::label(\"b\", gradc::tanh(gradc::matmul(a, w)));\n"
    "  return gradc::sum(gradc::square(b));\n";

TEST_F(CheckpointsRefused, M03_M36_NothingIsKept) {
  expect(said("marked", kChain), "m.cpp:3:1: error: checkpoint(...) of 'f' keeps nothing: it marks no value by "
                                 "gradc::checkpoint(x) [nothing_kept]");
  expect(said("marked", "  return gradc::checkpoint(gradc::sum(gradc::tanh(gradc::matmul(x, w))));\n"), "[nothing_kept]");
  expect(said("names(x0)", "  auto x0 = gradc::label(\"x0\", x);\n  return gradc::sum(gradc::tanh(gradc::matmul(x0, w)));\n"),
         "keeps nothing: it is an argument, which is there anyway [nothing_kept]");
}

TEST_F(CheckpointsRefused, M34_UnknownStrategies) {
  expect(said("fast", kChain), "[bad_value]");
  expect(said("names(a, c)", kChain), "checkpoint(names(...)) of 'f' names 'c', but no value that its result depends on is "
                                      "labelled so; its labels are a, b [unknown_checkpoint]");
}

TEST_F(CheckpointsRefused, M37_M38_MarksWithoutEffect) {
  const std::string idle = said("marked",
                                "  auto a = gradc::checkpoint(gradc::tanh(gradc::matmul(gradc::checkpoint(x), w)));\n"
                                "  auto other = gradc::checkpoint(gradc::sin(gradc::stop_gradient(a)));\n"
                                "  return gradc::sum(gradc::tanh(gradc::matmul(a, w))) + gradc::mean(other);\n");
  expect(idle, "m.cpp:5:56: warning: this gradc::checkpoint has no effect: it is an argument, which is there anyway "
               "[idle_checkpoint]");
  expect(idle, "m.cpp:6:16: warning: this gradc::checkpoint has no effect: nothing that the backward pass reads is made of it "
               "[idle_checkpoint]");
}

TEST_F(CheckpointsRefused, M35_NothingToSaveIsNoError) {
  EXPECT_EQ(said("memory", "  return gradc::sum(x + w);\n"), "");
  EXPECT_EQ(said("speed", "  return gradc::sum(x * w);\n"), "");
  EXPECT_EQ(said("auto", "  return gradc::sum(x * w);\n"), "");
}

TEST_F(CheckpointsRefused, Budgets) {
  EXPECT_EQ(said("budget = 1MiB", kChain), "");
  EXPECT_EQ(said("budget = 1MiB", "  Matrix h = x;\n  while (gradc::sum(h) < 10) h = h * gradc::exp(w);\n  return gradc::sum(h * h);\n"), "");
  const std::string fixed = "gradc::StaticTensor<double, 32, 32>";
  EXPECT_EQ(said("budget = 1MiB", kChain, fixed), "");
  const std::string shorter = said("budget = 1KiB", kChain, fixed);
  expect(shorter, "checkpoint(budget = ...) of 'f' can't be met: it gives 1024 bytes, and what the backward pass reads takes at least ");
}

}  // namespace
