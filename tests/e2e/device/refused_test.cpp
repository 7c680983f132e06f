// What has no form for a device is refused at its line; where the host waits, gradc says so; which files are written.
#include "control_refused.h"

namespace {

class OnADevice : public ShellTest {
 protected:
  Outcome generated(const std::string& function, const std::string& options = "--emit=cuda") {
    write("m.cpp", "#include <gradc/complex.h>\nusing gradc::Vector;\nusing gradc::Matrix;\n" + function);
    return gradc("m.cpp -o gen " + options + " -- -I" GRADC_TEST_SOURCE_DIR "/runtime/include");
  }
  void expect_refused(const std::string& function, const std::string& place, const std::string& why) {
    const Outcome outcome = generated(function);
    EXPECT_EQ(outcome.status, 1) << function;
    EXPECT_NE(outcome.err.find("m.cpp:" + place), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find(why), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("[no_device_form]"), std::string::npos) << outcome.err;
    EXPECT_FALSE(exists("gen/m.grad.cu"));
    EXPECT_FALSE(exists("gen/m.grad.h"));
  }
};

TEST_F(OnADevice, WhatHasNoFormIsRefusedAtItsLine) {
  expect_refused("GRADC_DIFFERENTIATE(gradient)\ndouble f(const Matrix<double>& a) {\n  return gradc::sum(gradc::cholesky(a));\n}\n", "6:",
                 "'cholesky'");
  expect_refused("GRADC_DIFFERENTIATE(gradient)\ndouble f(const Vector<double>& x) {\n  return gradc::sum(gradc::digamma(x));\n}\n", "6:",
                 "its function is one of the host alone");
  expect_refused(
      "GRADC_DIFFERENTIATE(gradient)\ndouble f(const Vector<double>& x) {\n  double s = 1;\n"
      "  for (int i = 0; i < x.size(); ++i) s = s * x[i] + 1;\n  return s;\n}\n",
      "7:", "the loop around it goes from element to element");
  expect_refused("GRADC_DIFFERENTIATE(gradient)\ndouble f(const std::vector<double>& x) { return x[0] * x[1]; }\n", "4:",
                 "'x' has no form for a device");
  expect_refused("GRADC_DIFFERENTIATE(vjp)\nVector<std::complex<double>> f(const Vector<std::complex<double>>& x) { return x * x; }\n", "4:",
                 "complex numbers stay on the host");
  expect_refused(
      "GRADC_DIFFERENTIATE(gradient)\ndouble f(const Vector<double>& x) {\n  return gradc::sum(gradc::print(\"x\", x));\n}\n", "6:",
      "what prints, asserts or throws runs on the host alone");
}

TEST_F(OnADevice, WhereTheHostWaitsThereIsAWarning) {
  const std::string function =
      "GRADC_DIFFERENTIATE(gradient)\ndouble f(const Vector<double>& x) {\n  if (gradc::sum(x) > 0.0)\n    return gradc::sum(x * x);\n"
      "  return gradc::sum(x);\n}\n";
  Outcome outcome = generated(function);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("m.cpp:6:7: warning: the host waits for the device here"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("[device_decision]"), std::string::npos) << outcome.err;
  EXPECT_EQ(generated(function, "--emit=cuda -Wno-gradc-device-decision").err, "");
  EXPECT_EQ(generated(function, "--emit=cpp").err, "");
}

TEST_F(OnADevice, TargetsSayWhichFilesAreWritten) {
  const std::string both = "GRADC_DIFFERENTIATE(gradient, target(cpu, cuda))\ndouble f(const Vector<double>& x) { return gradc::sum(x * x); }\n";
  EXPECT_EQ(generated(both, "").status, 0);
  EXPECT_TRUE(exists("gen/m.grad.cpp") && exists("gen/m.grad.cu"));
  const Outcome outcome = generated(both, "--emit=cpp");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("m.cpp:4:1: error: 'f' is asked for on a device, and --emit doesn't name cuda [target_not_written]"), std::string::npos)
      << outcome.err;
}

}  // namespace
