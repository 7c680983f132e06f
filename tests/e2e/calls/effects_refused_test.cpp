// Where gradc can't see to it that what a function prints is printed once and in order.
#include "control_refused.h"

namespace {

class EffectsRefused : public ShellTest {};

// Of a derivative that is called some results may be read, and some not.
TEST_F(EffectsRefused, InDerivativesThatAreCalled) {
  write("m.h",
        "#pragma once\n#include <gradc/gradc.h>\n"
        "GRADC_DIFFERENTIATE(gradient) double f(double x);\n"
        "GRADC_DIFFERENTIATE(gradient) double g(double x);\n");
  write("m.cpp",
        "#include \"m.h\"\n#include \"m.grad.h\"\n"
        "double f(double x) { return gradc::print(\"x\", x) * x; }\n"
        "double g(double x) {\n"
        "  return f_gradient(x).grad.x;\n}\n");
  const Outcome outcome = gradc("m.cpp -o gen -- -I" GRADC_TEST_SOURCE_DIR "/runtime/include");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(
      outcome.err.find(
          "m.cpp:5:10: error: 'f_gradient' prints or asserts, which is not supported in a derivative that a "
          "function calls; do it in the caller [effect]"),
      std::string::npos)
      << outcome.err;
  EXPECT_FALSE(exists("gen/m.grad.cpp"));
}

}  // namespace
