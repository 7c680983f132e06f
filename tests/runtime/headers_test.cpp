// What <gradc/gradc.h> may cost: its includes are listed by the compiler itself.
#include <gradc/annotate.h>
#include <gradc/version.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace {

std::string output_of(const std::string& command) {
  std::string output;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return output;
  char buffer[4096];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) output += buffer;
  EXPECT_EQ(pclose(pipe), 0) << command;
  return output;
}

TEST(Headers, TheMainOneIsLight) {
  const std::string included = output_of("echo '#include <gradc/gradc.h>' | " GRADC_TEST_COMPILER
                                         " -std=c++17 -x c++ -M -I" GRADC_TEST_INCLUDE_DIR " -");
  ASSERT_NE(included.find("gradc/tensor.h"), std::string::npos);
  for (const char* heavy :
       {"Eigen", "/complex ", "/functional ", "/memory ", "/iostream ", "/ostream ", "/thread "})
    EXPECT_EQ(included.find(heavy), std::string::npos) << heavy;
}

GRADC_DIFFERENTIATE(gradient, jvp, wrt(x))
GRADC_CUSTOM_VJP(square_vjp) GRADC_CUSTOM_JVP(square_jvp) double square(double x);
double square(double x) { return x * x; }

TEST(Headers, RequestsMeanNothingToACompiler) { EXPECT_EQ(square(3), 9); }

TEST(Headers, RequestsReachGradcAsText) {
  const std::string text = output_of(
      "printf '#include <gradc/annotate.h>\\nGRADC_DIFFERENTIATE(gradient, wrt(a, "
      "b.c))\\nGRADC_CUSTOM_VJP(f)\\n"
      "GRADC_CUSTOM_JVP(g)' | " GRADC_TEST_COMPILER
      " -std=c++17 -x c++ -E -P -D__GRADC__ -I" GRADC_TEST_INCLUDE_DIR " -");
  EXPECT_NE(text.find("__attribute__((annotate(\"gradc.differentiate\", \"gradient, wrt(a, b.c)\")))"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("__attribute__((annotate(\"gradc.custom_vjp\", \"f\")))"), std::string::npos) << text;
  EXPECT_NE(text.find("__attribute__((annotate(\"gradc.custom_jvp\", \"g\")))"), std::string::npos) << text;
}

static_assert(GRADC_RUNTIME_VERSION == GRADC_RUNTIME_VERSION_MAJOR * 10000 +
                                           GRADC_RUNTIME_VERSION_MINOR * 100 + GRADC_RUNTIME_VERSION_PATCH);

}  // namespace
