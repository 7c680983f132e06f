// Which functions a run finds, and at which line it complains about the others.
#include "shell.h"

namespace {

class Find : public ShellTest {
 protected:
  Outcome list(const std::string& source, const std::string& args = "") const {
    write("m.cpp", "#include <gradc/gradc.h>\n" + source);
    return gradc("--list m.cpp " + args + " -- -Iinclude");
  }
  // `source` starts at line 2.
  void expect_error(const std::string& source, const std::string& place, const std::string& name,
                    const std::string& args = "") const {
    const Outcome outcome = list(source, args);
    EXPECT_EQ(outcome.status, 1) << source;
    EXPECT_NE(outcome.err.find(place + ": error: "), std::string::npos) << source << "\n" << outcome.err;
    EXPECT_NE(outcome.err.find("[" + name + "]"), std::string::npos) << source << "\n" << outcome.err;
  }
};

TEST_F(Find, ListsRequestsOfSourceAndHeader) {
  write("m.h",
        "#pragma once\n#include <gradc/gradc.h>\nnamespace ns {\nGRADC_DIFFERENTIATE(gradient, jvp,\n  "
        "wrt(x))\n"
        "float f(float x);\nGRADC_DIFFERENTIATE(jvp) float elsewhere(float x);\n}\n");
  const Outcome outcome = list(
      "#include \"m.h\"\nfloat ns::f(float x) { return x; }\n"
      "GRADC_DIFFERENTIATE(vjp) static float g(float x) { return x; }\n");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "./m.h:6: ns::f: gradient, jvp, wrt(x)\nm.cpp:4: g: vjp\n");
}

TEST_F(Find, SeveralRequestsOnOneFunctionAreAllFound) {
  const Outcome outcome = list(
      "GRADC_DIFFERENTIATE(gradient) GRADC_DIFFERENTIATE(gradient, as(h)) GRADC_DIFFERENTIATE(jvp)\n"
      "float f(float x);\nGRADC_DIFFERENTIATE(vjp)\nfloat f(float x) { return x; }\n");
  EXPECT_EQ(outcome.out,
            "m.cpp:3: f: gradient\nm.cpp:3: f: gradient, as(h)\nm.cpp:3: f: jvp\nm.cpp:5: f: vjp\n");
}

TEST_F(Find, CommandLineAsksForFunctions) {
  const std::string source =
      "namespace ns { double f(double x) { return x; } double f(float x) { return x; } }\nfloat g(float);\n"
      "struct S { float m(float x) { return x; } };\n";
  EXPECT_EQ(list(source, "'--function=ns::f(float)' --differentiate='gradient, wrt(x)'").out,
            "m.cpp:2: ns::f: gradient, wrt(x)\n");
  expect_error(source, "m.cpp:2:23", "ambiguous_function", "--function=ns::f --differentiate=gradient");
  expect_error(source, "m.cpp:4:18", "not_a_free_function", "--function=S::m --differentiate=gradient");
  write("m.cpp", source);
  Outcome outcome = gradc("m.cpp --function=ns::ff --differentiate=gradient");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err,
            "gradc: error: no function 'ns::ff' is defined in the sources given; close names: 'ns::f' "
            "[unknown_function]\n");
  outcome = gradc("m.cpp --function=g --differentiate=gradient");
  EXPECT_NE(outcome.err.find("[no_definition]"), std::string::npos) << outcome.err;
  outcome = gradc("m.cpp --function=g --differentiate=gradent");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("did you mean 'gradient'? [unknown_item]"), std::string::npos) << outcome.err;
  EXPECT_EQ(gradc("m.cpp --function=g --differentiate='jvp, target(device)'").status, 1);
}

TEST_F(Find, ComplainsWhereTheItemStands) {
  expect_error("GRADC_DIFFERENTIATE(gradient,\n      unconected(zero)) float f(float x) { return x; }\n",
               "m.cpp:3:7", "unknown_item");
  expect_error("GRADC_DIFFERENTIATE(gradient,   target(device)) float f(float x) { return x; }\n", "m.cpp:2:40",
               "unsupported_item");
  expect_error("GRADC_DIFFERENTIATE() float f(float x) { return x; }\n", "m.cpp:2:1", "missing_kind");
}

TEST_F(Find, OnlyFreeFunctionsMayBeAsked) {
  expect_error("struct S { GRADC_DIFFERENTIATE(vjp) float m(float x) { return x; } };\n", "m.cpp:2:12",
               "not_a_free_function");
  expect_error("template <class T> GRADC_DIFFERENTIATE(vjp) T t(T x) { return x; }\n", "m.cpp:2:20",
               "not_a_free_function");
  expect_error("struct S {};\nGRADC_DIFFERENTIATE(vjp) float operator+(S, S) { return 1; }\n", "m.cpp:3:1",
               "not_a_free_function");
  expect_error("GRADC_DIFFERENTIATE(vjp) int weight = 1;\n", "m.cpp:2:1", "misplaced_request");
  expect_error("float f(float x) { GRADC_DIFFERENTIATE(vjp) float y = x; return y; }\n", "m.cpp:2:20",
               "misplaced_request");
  expect_error("GRADC_DIFFERENTIATE(vjp) float f(float x);\n", "m.cpp:2:1", "no_definition");
}

TEST_F(Find, ParametersMustLeaveArgumentsAlone) {
  expect_error("GRADC_DIFFERENTIATE(vjp) float f(float* const& x) { return *x; }\n", "m.cpp:2:48",
               "parameter_by_reference");
  expect_error("GRADC_DIFFERENTIATE(vjp) float f(float&& x) { return x; }\n", "m.cpp:2:42",
               "parameter_by_reference");
  expect_error("struct S { float v; };\nGRADC_DIFFERENTIATE(vjp) float f(float S::*x) { return 1; }\n", "m.cpp:3:44",
               "parameter_by_reference");
  expect_error("GRADC_DIFFERENTIATE(vjp) float f(float x, ...) { return x; }\n", "m.cpp:2:32",
               "variadic_function");
  const Outcome outcome =
      list("struct S { float v; }; GRADC_DIFFERENTIATE(gradient, jvp) float f(float&& x, float S::* y) { return x; }\n");
  EXPECT_NE(outcome.err.find("m.cpp:2:24: note: in the gradient and jvp of 'f' requested here"),
            std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("parameter_by_reference"), std::string::npos);
  EXPECT_NE(outcome.err.find("a pointer to a member"), std::string::npos) << "all problems are told in one run";
}

// Two test programs of ours once read a structure of the other one's layout.
TEST_F(Find, OverloadsInTwoSourcesShareNames) {
  write("a.cpp", "#include <gradc/gradc.h>\nnamespace n { GRADC_DIFFERENTIATE(gradient, jvp) double f(double x) { return x * x; } }\n");
  const auto other = [&](const std::string& text, const std::string& options = "") {
    write("b.cpp", "#include <gradc/gradc.h>\nnamespace n { " + text + " }\n");
    const Outcome outcome = gradc("a.cpp b.cpp -o gen " + options + " -- -Iinclude");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.err;
  };
  const std::string overload = "GRADC_DIFFERENTIATE(gradient) double f(double x, double y) { return x * y; }";
  EXPECT_NE(other(overload).find("b.cpp:2:52: warning: 'gradient' is asked for on another function 'n::f' at a.cpp:2, whose results have "
                                 "types of the same names; give one of the requests a name with as(name) [shared_name]"),
            std::string::npos)
      << other(overload);
  EXPECT_EQ(other(overload, "-Wno-gradc-shared-name"), "");
  EXPECT_EQ(other("GRADC_DIFFERENTIATE(vjp) double f(double x, double y) { return x * y; }"), "");
  EXPECT_EQ(other("GRADC_DIFFERENTIATE(gradient, as(g)) double f(double x, double y) { return x * y; }"), "");
  EXPECT_EQ(other("namespace m { " + overload + " }"), "");
}

TEST_F(Find, GeneratedNamesMustDiffer) {
  expect_error("GRADC_DIFFERENTIATE(vjp) GRADC_DIFFERENTIATE(jvp, vjp)\nfloat f(float x) { return x; }\n",
               "m.cpp:2:51", "duplicate_request");
  expect_error(
      "GRADC_DIFFERENTIATE(vjp) float f(float x) { return x; }\nGRADC_DIFFERENTIATE(vjp) double f(double x) "
      "{ return x; }\n",
      "m.cpp:3:21", "overloaded_request");
  expect_error(
      "GRADC_DIFFERENTIATE(vjp) float f(float x) { return x; }\nGRADC_DIFFERENTIATE(vjp, as(f)) float "
      "g(float x) { return x; }\n",
      "m.cpp:3:21", "name_clash");
  EXPECT_EQ(list("GRADC_DIFFERENTIATE(vjp) float f(float x) { return x; }\n"
                 "GRADC_DIFFERENTIATE(vjp, as(f2)) double f(double x) { return x; }\n"
                 "namespace n { GRADC_DIFFERENTIATE(vjp) float f(float x) { return x; } }\n")
                .status,
            0);
}

TEST_F(Find, WhatGivesArgumentsToTestsTakesThemByReference) {
  const std::string function = "GRADC_DIFFERENTIATE(gradient) float f(float x, const int& n) { return x * n; }\n";
  EXPECT_EQ(list("void f_verify_inputs(float& x, int& n, unsigned long seed);\n" + function).status, 0);
  for (const char* wrong : {"float& x, int& n", "float x, int& n, unsigned long seed", "const float& x, int& n, unsigned long seed",
                            "double& x, int& n, unsigned long seed", "float& x, int& n, int seed"})
    expect_error("void f_verify_inputs(" + std::string(wrong) + ");\n" + function, "m.cpp:2:6", "verify_inputs");
}

TEST_F(Find, NothingToDoIsAnError) {
  write("m.h", "#include <gradc/gradc.h>\nGRADC_DIFFERENTIATE(vjp) inline float f(float x) { return x; }\n");
  write("m.cpp", "#include \"m.h\"\n");
  const Outcome outcome = gradc("m.cpp -o gen -- -Iinclude");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("m.cpp:1:1: error: no function of this source asks for a derivative"),
            std::string::npos);
  EXPECT_NE(outcome.err.find("[no_request]"), std::string::npos);
  EXPECT_NE(outcome.err.find("'f' is defined in a header"), std::string::npos);
  EXPECT_EQ(gradc("--list m.cpp -- -Iinclude").status, 0);
  EXPECT_EQ(gradc("--list m.h -- -Iinclude").out, "m.h:2: f: vjp\n");
}

}  // namespace
