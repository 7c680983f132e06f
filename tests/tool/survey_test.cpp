// --explain-refusals: which functions of a tree are tried, what the table says of them, and what does not stop it.
#include "tool/cli/survey_table.h"

#include "tool/base/reasons.h"

#include "shell.h"

namespace {

using tool::Cause;
using tool::Survey;
using tool::Tried;

class Surveyed : public ShellTest {
 protected:
  // Each source with the flags of all.
  void database(std::initializer_list<std::string> sources) const {
    std::string text;
    for (const std::string& source : sources)
      text += (text.empty() ? "" : ",\n") + std::string("{\"directory\": \"") + path("build") + "\", \"file\": \"../" + source +
              "\", \"arguments\": [\"g++\", \"-std=c++17\", \"-isystem\", \"../include\", \"-c\", \"../" + source + "\"]}";
    write("build/compile_commands.json", "[" + text + "]\n");
  }
  void tree() const {
    write("src/model.h", R"(#pragma once
#include <vector>
namespace ns {
struct Model {
  double a = 1, b = 2;
  double at(double x) const { return a * x + b; }
  void scale(double by) { a *= by; }
  int count() const { return 3; }
};
double loss(const Model& m, double x);
double loss(double x);
inline double square(double x) { return x * x; }
template <class T> T twice(T x) { return x + x; }
template <class T> T unused(T x) { return x; }
double elsewhere(double x);
}
)");
    write("src/a.cpp", R"(#include "model.h"
#include <bitset>
namespace ns {
double loss(const Model& m, double x) { return square(m.at(x)); }
double loss(double x) { return twice(x); }
}
double table(double x) {
  std::bitset<8> values;
  values[0] = x > 0;
  return values[0] ? x : 2 * x;
}
double shelf(double x) {
  std::bitset<4> values;
  values[0] = true;
  return x * values[0];
}
namespace { double hidden(double x) { return ns::elsewhere(x) * x; } }
int rounds(int n) { return n + 1; }
)");
    write("src/b.cpp", R"(#include "model.h"
#include <bitset>
#include <cstdlib>
double noise(double x) { return x * std::rand(); }
double both(double x) {
  std::bitset<8> values;
  return x * std::rand();
}
double ns::elsewhere(double x) { return square(x) + 1; }
int main() { return 0; }
)");
    write("src/broken.cpp", "double f(double x) { return y; }\n");
  }
};

TEST_F(Surveyed, ATreeIsATableByCause) {
  tree();
  database({"src/a.cpp", "src/b.cpp", "src/broken.cpp"});
  const Outcome outcome = gradc("--explain-refusals -p build");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, R"(8 of 12 functions can be differentiated (66 %), in 2 sources
  3 of them in a free function that calls them: members, operators, instances of templates
  4 are refused
  beside them 2 have nothing to differentiate: no floating input, or no floating result
  beside them 1 template has no instance to try: none in these sources, or of a lambda
  1 source could not be read

what refuses them, by how many functions the cure frees (nothing else refuses these)
  frees  refuses  places  cause
      2        3       3  unsupported_type: std::bitset
                          src/a.cpp:8:18: 'values' has type 'std::bitset<8>', which can't be differentiated through: this class of the standard library is not understood
                          cure: use an integer or a std::array<bool, n>
      1        2       2  library_function: rand
                          src/b.cpp:4:37: 'rand' is a function of a library and no op of gradc
                          cure: draw the numbers where the function is called and pass them, or use std::mt19937 with a seed

not read
  src/broken.cpp:1:29: error: use of undeclared identifier 'y'
)");
}

TEST_F(Surveyed, EachFunctionIsNamedAsItIsAskedFor) {
  tree();
  database({"src/a.cpp", "src/b.cpp"});
  const Outcome outcome = gradc("--explain-refusals -p build -v");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::size_t files = outcome.out.find("\nsrc/model.h: ");
  ASSERT_NE(files, std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.substr(files), R"(
src/model.h: 4 of 4
  gradient     ns::Model::at  (called)
  vjp          ns::Model::scale  (called)
  nothing      ns::Model::count
  gradient     ns::square
  gradient     ns::twice<double>  (called)
  no instance  ns::unused

src/a.cpp: 3 of 5
  gradient     ns::loss(const Model &, double)
  gradient     ns::loss(double)
  refused      table  unsupported_type
  refused      shelf  unsupported_type
  gradient     hidden
  nothing      rounds

src/b.cpp: 1 of 3
  refused      noise  library_function
  refused      both  unsupported_type, library_function
  gradient     ns::elsewhere
)");
  for (const char* name : {"hidden", "ns::elsewhere", "ns::loss(double)"}) {
    const Outcome asked = gradc("--function='" + std::string(name) + "' --differentiate=gradient -p build src/a.cpp src/b.cpp -o gen");
    EXPECT_EQ(asked.status, 0) << asked.err;
  }
}

TEST_F(Surveyed, FilesAndFoldersSayWhatIsTried) {
  tree();
  write("lib/own.h", "inline double cube(double x) { return x * x * x; }\n");
  write("src/c.cpp", "#include \"../lib/own.h\"\ndouble f(double x) { return cube(x); }\n");
  database({"src/a.cpp", "src/c.cpp"});
  EXPECT_EQ(gradc("--explain-refusals -p build src/c.cpp").out, "2 of 2 functions can be differentiated (100 %), in 1 source\n");
  EXPECT_EQ(gradc("--explain-refusals -p build lib").out, "1 of 1 function can be differentiated (100 %), in 2 sources\n");
  EXPECT_EQ(gradc("--explain-refusals src/c.cpp -- -std=c++17").out, "2 of 2 functions can be differentiated (100 %), in 1 source\n");
}

// A stack that is too small stands for any defect that ends the program.
TEST_F(Surveyed, ADefectCostsOneFunction) {
#if defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
  GTEST_SKIP() << "how much stack a function takes is known of a release";
#endif
  std::string sum = "x";
  for (int i = 0; i < 1200; ++i) sum += "+x";
  write("deep.cpp", "double a(double x) { return x; }\ndouble deep(double x) { return " + sum + "; }\ndouble b(double x) { return a(x) * x; }\n");
  const Outcome outcome = shell("ulimit -s 512 && TMPDIR=. \"$GRADC\" --explain-refusals -v deep.cpp");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("2 of 3 functions can be differentiated"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\n  deep at deep.cpp:2: the program crashed (reproducer: ./gradc-reproducer-"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\n  gradient     b\n"), std::string::npos) << outcome.out;
}

TEST_F(Surveyed, WrongUsageIsNamed) {
  tree();
  Outcome outcome = gradc("--explain-refusals -p nowhere");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "gradc: error: there is no 'nowhere/compile_commands.json'\n");
  database({"src/a.cpp"});
  outcome = gradc("--explain-refusals -p build src/nothing.cpp");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "gradc: error: 'src/nothing.cpp' is no folder, and no source of 'build/compile_commands.json'\n");
  EXPECT_EQ(gradc("--explain-refusals").status, 2);
  // There was nothing to survey.
  outcome = gradc("--explain-refusals src/broken.cpp");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, R"(0 of 0 functions can be differentiated, in 0 sources
  1 source could not be read

not read
  src/broken.cpp:1:29: error: use of undeclared identifier 'y'
)");
}

// A chain says its innermost link, with the way to it in one piece.
TEST(Reasons, NameTheCause) {
  const std::string why = tool::instead_of_class("list");
  EXPECT_EQ(why, "this class of the standard library is not understood; use a std::vector");
  const std::string member = tool::because_of_member("m", "std::list<double>", why);
  EXPECT_EQ(member, "member 'm' has type std::list<double>: " + why);
  EXPECT_EQ(tool::because_of_member("a", "A", tool::because_of_member("b", "B", member)), "member 'a.b.m' has type std::list<double>: " + why);
  EXPECT_EQ(tool::because_of_base("Middle", tool::because_of_base("Base", member)), "base class Base: " + member);
  EXPECT_EQ(tool::because_of_item("std::vector<std::basic_string<char>>", tool::because_of_item("std::basic_string<char>", why)),
            "it holds std::string: " + why);
  EXPECT_NE(tool::instead_of_class("mutex").find("derivatives run on threads"), std::string::npos);
  EXPECT_NE(tool::instead_of_class("source_location").find("use gradc::Tensor"), std::string::npos);
  EXPECT_EQ(tool::instead_of_function("abort"), "throw an exception");
  EXPECT_EQ(tool::instead_of_function("riemann_zeta"), "");
}

// One row for a class, whatever leads to it.
TEST(SurveyTable, RowsAreByTheClassThatIsNotUnderstood) {
  const auto subject = [](const std::string& name, const std::string& text) {
    Survey survey;
    Tried one;
    one.fate = Tried::Fate::refused;
    one.obstacles = {{name, text, "a.cpp:1:1"}};
    survey.functions.push_back(one);
    return tool::causes_of(survey)[0].subject;
  };
  const std::string why = tool::instead_of_class("list"), of = "parameter 'p' of 'f' can't have type 'A': ";
  EXPECT_EQ(subject("unsupported_type", "'l' has type 'const std::list<double>', which can't be differentiated through: " + why), "std::list");
  EXPECT_EQ(subject("not_in_signature", of + tool::because_of_member("m", "std::list<double>", why)), "std::list");
  EXPECT_EQ(subject("not_in_signature", of + tool::because_of_item("std::list<double>", why)), "std::list");
  EXPECT_EQ(subject("not_in_signature", of + "gradc can't make a 'A' for its derivative; give it a constructor"), "gradc can't make a '...' for its derivative");
}

TEST(SurveyTable, ReadsTextsBack) {
  EXPECT_EQ(tool::holes_of("'{}' is {}; {}", "'a' is b; c"), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(tool::holes_of("{} of {}", "x of y of z"), (std::vector<std::string>{"x", "y of z"}));
  EXPECT_EQ(tool::holes_of("'{}' is", "a is"), std::vector<std::string>());
  EXPECT_EQ(tool::holes_of("none", "none"), std::vector<std::string>());
}

TEST(SurveyTable, WhatFreesMostIsFirst) {
  Survey survey;
  const auto refused = [&](std::initializer_list<tool::Obstacle> obstacles) {
    Tried one;
    one.fate = Tried::Fate::refused;
    one.obstacles = obstacles;
    survey.functions.push_back(one);
  };
  const tool::Obstacle jump{"inline_assembly", "inline assembly is not understood; write the computation in C++", "a.cpp:1:1"};
  const tool::Obstacle first{"static_local", "the static variable 'a' keeps its value between calls; make it const, or an argument", "a.cpp:2:1"};
  const tool::Obstacle second{"static_local", "the static variable 'b' keeps its value between calls; make it const, or an argument", "a.cpp:3:1"};
  refused({jump, first});
  refused({jump, second});
  refused({first, second});
  const std::vector<Cause> causes = tool::causes_of(survey);
  ASSERT_EQ(causes.size(), 2u);
  EXPECT_EQ(causes[0].name, "static_local");
  EXPECT_EQ(causes[0].frees, 1u);
  EXPECT_EQ(causes[0].stops, 3u);
  EXPECT_EQ(causes[0].places, 2u);
  EXPECT_EQ(causes[0].cure, "make it const, or an argument");
  EXPECT_EQ(causes[1].frees, 0u);
}

TEST(SurveyTable, DefectsAreNamed) {
  Survey survey;
  survey.read = 1;
  Tried one;
  one.fate = Tried::Fate::defect;
  one.name = "f";
  one.place = "a.cpp:3";
  one.defect = "the program crashed";
  survey.functions.push_back(one);
  EXPECT_EQ(tool::table_of(survey, false),
            "0 of 1 function can be differentiated (0 %), in 1 source\n  1 meets a defect of gradc\n\n"
            "defects of gradc, please report them\n  f at a.cpp:3: the program crashed\n");
}

}  // namespace
