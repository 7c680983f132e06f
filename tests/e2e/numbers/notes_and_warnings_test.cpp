// What gradc says of long double, which derivatives compute as double, and of global variables that they read.
#include "control_refused.h"

namespace {

class LongDoubleWarnings : public ShellTest {
 protected:
  Outcome generated(const std::string& source, const std::string& options = "", const std::string& flags = "") {
    write("m.cpp", "#include <gradc/gradc.h>\n#include <cmath>\n#include <library.h>\n" + source);
    write("installed/library.h", "inline double widened(double x) {\n  long double y = x;\n  return static_cast<double>(y * y);\n}\n");
    return gradc("m.cpp -o gen " + options + " -- -isystem installed -I" GRADC_TEST_SOURCE_DIR "/runtime/include " + flags);
  }
};

const std::string kText = "warning: derivatives compute 'long double' as 'double', with its range and its precision [long_double]";

TEST_F(LongDoubleWarnings, OnceForAFunction) {
  const std::string source = "GRADC_DIFFERENTIATE(gradient, jvp)\ndouble f(double x) {\n  long double y = x;\n  y *= std::sin(y);\n  return y * 2.0L;\n}\n";
  const Outcome outcome = generated(source);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("m.cpp:6:19: " + kText), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find(kText), outcome.err.rfind(kText)) << outcome.err;
  EXPECT_EQ(generated(source, "-Wno-gradc-long-double").err, "");
  EXPECT_EQ(generated(source, "-q").err, "");
}

TEST_F(LongDoubleWarnings, StandAtTheUsersCallOfALibrary) {
  const Outcome outcome = generated("GRADC_DIFFERENTIATE(gradient)\ndouble f(double x) {\n  return x * widened(x);\n}\n");
  EXPECT_NE(outcome.err.find("m.cpp:6:14: " + kText), std::string::npos) << outcome.err;
}

TEST_F(LongDoubleWarnings, SayNothingWhereNoneIsComputed) {
  EXPECT_EQ(generated("inline long double twice(long double x) { return 2 * x; }\n"
                      "GRADC_DIFFERENTIATE(gradient)\ndouble f(double x) {\n  return x * x;\n}\n")
                .err,
            "");
}

TEST_F(LongDoubleWarnings, SayNothingWhereTheSourceAsksForItsSize) {
  const std::string source = "static_assert(sizeof(long double) > sizeof(double), \"\");\nGRADC_DIFFERENTIATE(gradient)\ndouble f(double x) {\n  return x";
  EXPECT_EQ(generated(source + ";\n}\n").err, "");
  const Outcome outcome = generated(source + " * 2.0L;\n}\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("long double has no element type; use double"), std::string::npos) << outcome.err;
}

// The source doesn't name the type.
TEST_F(LongDoubleWarnings, SayNothingWhereTheSourceAsksForTheSizeOfALibrarysType) {
  write("installed/library.h", "typedef long double wide;\n");
  write("m.cpp", "#include <gradc/gradc.h>\n#include <library.h>\nstatic_assert(sizeof(wide) > sizeof(double), \"\");\n"
                 "GRADC_DIFFERENTIATE(gradient)\ndouble f(double x) {\n  return x * x;\n}\n");
  EXPECT_EQ(gradc("m.cpp -o gen -- -isystem installed").err, "");
}

// No type of a derivative is long double, and a width that the user asks for is not another one.
TEST_F(LongDoubleWarnings, AreErrorsInSignatures) {
  const std::string why = "': derivatives compute long double as double; take a double [not_in_signature]";
  const auto refused = [&](const std::string& source, const std::string& text, const std::string& flags = "") {
    const Outcome outcome = generated("#include <complex>\n#include <vector>\n" + source, "", flags);
    EXPECT_EQ(outcome.status, 1) << source;
    EXPECT_NE(outcome.err.find(text), std::string::npos) << outcome.err;
  };
  refused("GRADC_DIFFERENTIATE(gradient) long double f(double x) { return x; }", "the result of 'f' can't have type 'long double" + why);
  refused("GRADC_DIFFERENTIATE(gradient) double f(long double x) { return x; }", "parameter 'x' of 'f' can't have type 'long double" + why);
  refused("GRADC_DIFFERENTIATE(gradient) double f(const std::vector<long double>& x) { return x[0]; }", why);
  refused("GRADC_DIFFERENTIATE(gradient) double f(std::complex<long double> x) { return x.real(); }", why);
  refused("GRADC_DIFFERENTIATE(gradient) double f(const long double* x) { return x[0]; }",
          "parameter 'x' of 'f' points to 'const long double'; take double, which is what a tensor holds [parameter_pointer]");
  refused("GRADC_DIFFERENTIATE(gradient) double f(double x) { long double y = x; return y; }",
          "'y' has type 'long double', which can't be differentiated through: long double has no element type; use double", "-mlong-double-80");
}

class GlobalNotes : public ShellTest {
 protected:
  Outcome generated(const std::string& source, const std::string& options = "") {
    write("m.cpp", "#include <gradc/gradc.h>\n#include \"physics.h\"\n" + source);
    write("physics.h", "extern double gravity;\nextern const double kRatio;\nextern double set_here;\nextern thread_local double own;\n"
                       "struct Settings { static double open; private: static double closed; friend double g(double); };\n");
    return gradc("m.cpp -o gen " + options + " -- -I. -I" GRADC_TEST_SOURCE_DIR "/runtime/include");
  }
};

TEST_F(GlobalNotes, OnceForAVariableThatMayChange) {
  const std::string source = "GRADC_DIFFERENTIATE(gradient)\ndouble f(double x) {\n  return gravity * x * gravity * kRatio;\n}\n";
  const std::string note = "m.cpp:5:10: note: derivatives read 'gravity' each time they run, as a constant: there is no derivative with respect to it [read_global]";
  const Outcome outcome = generated(source);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.err.find(note), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("[read_global]"), outcome.err.rfind("[read_global]")) << outcome.err;
  EXPECT_EQ(generated(source, "-Wno-gradc-read-global").err, "");
}

// What the source sets may change while the function runs; what generated code can't name it can't read.
TEST_F(GlobalNotes, AreErrorsWhereTheyCantBeRead) {
  const auto refused = [&](const std::string& source, const std::string& name) {
    const Outcome outcome = generated("extern double undeclared;\n" + source);
    EXPECT_EQ(outcome.status, 1) << source;
    EXPECT_NE(outcome.err.find("the global variable '" + name + "' can change between calls"), std::string::npos) << outcome.err;
  };
  refused("void set() { set_here = 2; }\nGRADC_DIFFERENTIATE(gradient) double f(double x) { return set_here * x; }", "set_here");
  refused("GRADC_DIFFERENTIATE(gradient) double f(double x) { gravity += x; return x; }", "gravity");
  refused("void set(double&);\nvoid to() { set(gravity); }\nGRADC_DIFFERENTIATE(gradient) double f(double x) { return gravity * x; }", "gravity");
  refused("GRADC_DIFFERENTIATE(gradient) double f(double x) { return own * x; }", "own");
  refused("GRADC_DIFFERENTIATE(gradient) double g(double x) { return Settings::closed * x; }", "Settings::closed");
  refused("GRADC_DIFFERENTIATE(gradient) double f(double x) { return undeclared * x; }", "undeclared");
}

}  // namespace
