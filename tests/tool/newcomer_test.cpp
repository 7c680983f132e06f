// What users of other libraries write first, where gradc says it otherwise: names of functions, and what is refused with the
// thing to write instead.
#include <algorithm>

#include "shell.h"
#include "tool/base/callees.h"
#include "tool/base/nearest.h"

namespace {

class Newcomer : public ShellTest {
 protected:
  // The body of a function of a vector and a key.
  Outcome refused(const std::string& body, const std::string& includes = {}) {
    write("m.cpp", "#include <gradc/gradc.h>\n" + includes + "using Vector = gradc::Vector<double>;\n" +
                       "GRADC_DIFFERENTIATE(gradient) double f(const Vector& x, gradc::Key key) {\n" + body + "\n}\n");
    const Outcome outcome = gradc("m.cpp -o gen");
    EXPECT_EQ(outcome.status, 1) << body;
    return outcome;
  }
};

TEST(Aliases, AreSortedAndLeadToOps) {
  const auto& aliases = tool::known_aliases();
  EXPECT_TRUE(std::is_sorted(aliases.begin(), aliases.end()));
  EXPECT_GT(aliases.size(), 150u);
  const tool::Callees callees;
  const std::vector<std::string> others{"Key", "checkpoint", "full", "ones", "print", "split", "split_at", "unstack", "zeros"};
  for (const auto& [theirs, ours] : aliases) {
    EXPECT_EQ(callees.find("gradc::" + std::string(theirs)), nullptr) << theirs << " is one of gradc's own";
    const bool known = callees.find("gradc::" + std::string(ours)) || std::find(others.begin(), others.end(), ours) != others.end();
    EXPECT_TRUE(known) << theirs << " leads to " << ours;
  }
  EXPECT_EQ(tool::known_as("attention"), "scaled_dot_product_attention");
  EXPECT_EQ(tool::known_as("arange"), "iota");
  EXPECT_EQ(tool::known_as("tanh"), "");
}

// The headers have each of them, and none by the other name.
TEST_F(Newcomer, AliasesLeadToNamesInTheHeaders) {
  std::string ours, theirs;
  for (const auto& [from, to] : tool::known_aliases()) {
    ours += "using gradc::" + std::string(to) + ";\n";
    theirs += "using gradc::" + std::string(from) + ";\n";
  }
  const std::string request = "GRADC_DIFFERENTIATE(gradient) double f(double x) { return x * x; }\n";
  write("ours.cpp", "#include <gradc/complex.h>\nvoid scope() {\n" + ours + "}\n" + request);
  const Outcome good = gradc("ours.cpp -o gen");
  EXPECT_EQ(good.status, 0) << good.err;
  write("theirs.cpp", "#include <gradc/complex.h>\nvoid scope() {\n" + theirs + "}\n" + request);
  const Outcome bad = gradc("theirs.cpp -o gen -- -ferror-limit=0");
  for (const auto& [from, to] : tool::known_aliases())
    EXPECT_NE(bad.err.find("no member named '" + std::string(from) + "'"), std::string::npos) << from;
}

TEST_F(Newcomer, SaysWhatGradcCallsAFunction) {
  const Outcome outcome = refused("return gradc::sum(gradc::arange<double>(3) * x) + gradc::max(gradc::normal<double>(key, {2}));");
  EXPECT_NE(outcome.err.find("m.cpp:4:26: note: gradc calls it gradc::iota\n"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("note: gradc calls it gradc::random_normal\n"), std::string::npos) << outcome.err;
}

TEST_F(Newcomer, SaysThatOpsAreNoMembers) {
  const Outcome outcome = refused("return x.sum() + gradc::sum(x.reshape({2, 1}).clamp(0, 1));");
  EXPECT_NE(outcome.err.find("note: what is done with tensors are functions: gradc::sum(x)\n"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("gradc::reshape(x)"), std::string::npos) << outcome.err;
}

TEST_F(Newcomer, AssertionsOfTheHeadersStandAtTheCall) {
  const Outcome outcome = refused("return gradc::sum(gradc::astype<float>(x) * x);");
  EXPECT_EQ(outcome.err.substr(0, 111),
            "m.cpp:4:43: error: gradc::multiply takes operands of one element type; convert one with gradc::astype\n    4 | r")
      << outcome.err;
  EXPECT_EQ(outcome.err.find("include/gradc"), std::string::npos) << outcome.err;
  EXPECT_NE(refused("return gradc::sum(gradc::dropout(x, 0.5, key));")
                .err.find("m.cpp:4:26: error: gradc::dropout takes the key before the rate: dropout(x, key, rate)"),
            std::string::npos);
  EXPECT_NE(refused("auto [a, b] = gradc::split(x, 2); return gradc::sum(a + b);")
                .err.find("m.cpp:4:22: error: gradc::split takes the extent of each part: split(x, {2, 2}, axis)"),
            std::string::npos);
}

TEST_F(Newcomer, IsToldHowPartsAreWritten) {
  const std::string by_bounds = "gradc::slice(x, {begin, ...}, {end, ...}) takes where a part begins and where it ends on each axis";
  for (const char* call : {"gradc::slice(x, {0}, 2)", "gradc::slice(x, 0, 0, 2)", "gradc::slice(x, 1, 2)"}) {
    const Outcome outcome = refused("return gradc::sum(" + std::string(call) + ");");
    EXPECT_NE(outcome.err.find("m.cpp:4:19: note: " + by_bounds), std::string::npos) << outcome.err;
  }
  EXPECT_NE(refused("return gradc::sum(gradc::narrow(x, 0, 1, 3));").err.find("gradc calls it gradc::slice; " + by_bounds), std::string::npos);
  const std::string by_places = "gradc::dynamic_slice(x, places, {n, ...}) takes a gradc::Vector of integers";
  for (const char* call : {"gradc::dynamic_slice(x, {0}, {2})", "gradc::dynamic_slice_in_dim(x, 0, 2, 0)"})
    EXPECT_NE(refused("return gradc::sum(" + std::string(call) + ");").err.find(by_places), std::string::npos) << call;
  // Another function of that name.
  const Outcome own = refused("return own::slice(x, 1, 2);", "namespace own { double slice(double); }\n");
  EXPECT_EQ(own.err.find("gradc::slice("), std::string::npos) << own.err;
}

TEST_F(Newcomer, IsToldHowToPrint) {
  const std::string how = "; print with gradc::print(\"text\", value) [library_function]";
  for (const char* body : {"std::cout << std::setfill('0') << x(0) << std::endl; return x(0);", "std::cerr << x(0) << &x; return x(0);",
                           "return std::printf(\"%g\", x(0)) * x(0);", "std::fwrite(\"here\", 1, 4, stdout); return x(0);"}) {
    const Outcome outcome = refused(body, "#include <cstdio>\n#include <iomanip>\n#include <iostream>\n");
    const std::size_t first = outcome.err.find(" error: ");
    EXPECT_NE(outcome.err.find(how), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find(" error: ", first + 1), std::string::npos) << "one for a line of output\n" << outcome.err;
  }
}

TEST_F(Newcomer, IsToldWhatSpansAndTemplatesAreHere) {
  const std::string rest = "\ndouble g(double x) { return x; }\n";
  write("span.cpp", "#include <gradc/gradc.h>\n#include <span>\nGRADC_DIFFERENTIATE(gradient) double f(std::span<const double> x) { return x[0]; }\n");
  EXPECT_NE(gradc("span.cpp -o gen -- -std=c++20").err.find("take a gradc::View"), std::string::npos);
  write("template.cpp", "#include <gradc/gradc.h>\nGRADC_DIFFERENTIATE(gradient)\ntemplate <class T> T f(T x) { return x; }\n" + rest);
  const Outcome outcome = gradc("template.cpp -o gen");
  EXPECT_EQ(outcome.err.find("template.cpp:2:1: error: GRADC_DIFFERENTIATE stands before no function; put it"), 0u) << outcome.err;
  EXPECT_EQ(outcome.err.find("include/gradc"), std::string::npos) << outcome.err;
  write("inside.cpp", "#include <gradc/gradc.h>\ntemplate <class T> GRADC_DIFFERENTIATE(gradient) T f(T x) { return x; }\n" + rest);
  EXPECT_NE(gradc("inside.cpp -o gen").err.find("is a function template; a request stands on a free function that is not a template: "
                                                "write one that calls it"),
            std::string::npos);
}

}  // namespace
