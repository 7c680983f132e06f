// --check: a derivative that is kept beside its source is what gradc would write now, or it is said why not.
// Also that a small edit of a source is a small edit of what is generated from it.
#include <clang/Basic/LangOptions.h>

#include <map>
#include <set>
#include <vector>

#include "shell.h"
#include "tool/cli/stamp.h"

namespace {

// How many lines were added, taken away or changed, counted as lines that the other text has not.
int changed_lines(const std::string& before, const std::string& after, bool with_comments) {
  const auto lines_of = [&](const std::string& text) {
    std::map<std::string, int> count;
    std::stringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
      const std::size_t first = line.find_first_not_of(' ');
      const bool is_comment = first != std::string::npos && line.compare(first, 2, "//") == 0;
      if (with_comments || !is_comment) ++count[line];
    }
    return count;
  };
  const auto old_lines = lines_of(before), new_lines = lines_of(after);
  int gone = 0, added = 0;
  for (const auto& [line, n] : old_lines)
    gone += std::max(0, n - (new_lines.count(line) ? new_lines.at(line) : 0));
  for (const auto& [line, n] : new_lines)
    added += std::max(0, n - (old_lines.count(line) ? old_lines.at(line) : 0));
  return std::max(gone, added);
}

class Check : public ShellTest {
 protected:
  Check() {
    write("src/m.h",
          "#pragma once\n#include <gradc/gradc.h>\n#include \"factor.h\"\nGRADC_DIFFERENTIATE(gradient, "
          "wrt(x)) double f(double x);\n");
    write("src/factor.h", "#pragma once\ninline double factor() { return 3; }\n");
    write("src/m.cpp", "#include \"m.h\"\ndouble f(double x) { return factor() * x * x; }\n");
  }
  Outcome generate(const std::string& more = "") const {
    return gradc("src/m.cpp -o gen " + more + " -- -Iinclude");
  }
  Outcome check(const std::string& more = "") const {
    return gradc("--check src/m.cpp -o gen " + more + " -- -Iinclude");
  }
  void edit(const std::string& name, const std::string& from, const std::string& to) const {
    std::string text = read(name);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from << " in\n" << text;
    write(name, text.replace(at, from.size(), to));
  }
};

TEST_F(Check, PassesOnWhatWasJustWrittenAndWritesNothing) {
  Outcome missing = check();
  EXPECT_EQ(missing.status, 1);
  EXPECT_EQ(missing.err,
            "gradc: error: 'gen/m.grad.h' is missing\ngradc: error: 'gen/m.grad.cpp' is missing\n"
            "gradc: note: the same command without --check writes what is missing or stale\n");
  EXPECT_FALSE(exists("gen"));
  ASSERT_EQ(generate().status, 0);
  EXPECT_EQ(check().status, 0);
  EXPECT_EQ(check().err, "");
  EXPECT_NE(check("-v").err.find("up to date: gen/m.grad.cpp"), std::string::npos);
  EXPECT_EQ(gradc("--check src/m.cpp -o gen --depfile=m.d -- -Iinclude").status, 0);
  EXPECT_FALSE(exists("m.d")) << "nothing is written";
}

TEST_F(Check, SaysThatTheSourceHasChanged) {
  ASSERT_EQ(generate().status, 0);
  edit("src/m.cpp", "x * x;", "x * x * x;");
  const std::string before = read("gen/m.grad.cpp");
  const Outcome outcome = check();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err,
            "gradc: error: 'gen/m.grad.cpp' is stale: m.cpp has changed\n"
            "gradc: note: the same command without --check writes what is missing or stale\n");
  EXPECT_EQ(read("gen/m.grad.cpp"), before);
  ASSERT_EQ(generate().status, 0);
  EXPECT_EQ(check().status, 0);
}

TEST_F(Check, SaysThatAHeaderHasChanged) {
  ASSERT_EQ(generate().status, 0);
  edit("src/factor.h", "return 3", "return 4");
  EXPECT_EQ(check("-q").err,
            "gradc: error: 'gen/m.grad.cpp' is stale: a file that m.cpp includes or takes functions from has "
            "changed\n");
  edit("src/factor.h", "return 4", "return 3");
  EXPECT_EQ(check().status, 0);
  edit("src/m.h", "double f(", "GRADC_DIFFERENTIATE(jvp) double f(");
  EXPECT_NE(
      check().err.find("'gen/m.grad.h' is stale: m.cpp, a file that it includes, or an option has changed"),
      std::string::npos)
      << check().err;
}

TEST_F(Check, SaysThatAnotherSourceHasChanged) {
  write("src/m.cpp", "#include \"m.h\"\ndouble g(double); double f(double x) { return factor() * g(x); }\n");
  write("src/g.cpp", "double g(double x) { return x * x; }\n");
  write("src/h.cpp", "double h(double x) { return x * x; }\n");
  const std::string all = "src/m.cpp src/g.cpp src/h.cpp -o gen -q -- -Iinclude";
  ASSERT_EQ(gradc(all).status, 0);
  EXPECT_EQ(gradc("--check " + all).status, 0);
  edit("src/h.cpp", "x * x", "x + x");
  EXPECT_EQ(gradc("--check " + all).status, 0) << "no function of it is called";
  edit("src/g.cpp", "x * x", "x * x * x");
  EXPECT_EQ(gradc("--check " + all).err,
            "gradc: error: 'gen/m.grad.cpp' is stale: a file that m.cpp includes or takes functions from has "
            "changed\n");
}

TEST_F(Check, SaysThatAFileWasEditedByHand) {
  ASSERT_EQ(generate().status, 0);
  edit("gen/m.grad.cpp", "double", "double ");
  EXPECT_EQ(check("-q").err, "gradc: error: 'gen/m.grad.cpp' is stale: it was edited by hand\n");
  edit("src/m.cpp", "x * x;", "x * x * x;");
  EXPECT_EQ(check("-q").err,
            "gradc: error: 'gen/m.grad.cpp' is stale: it was edited by hand, and m.cpp has changed\n");
  write("gen/m.grad.cpp", "int x;\n");
  EXPECT_EQ(check("-q").err,
            "gradc: error: 'gen/m.grad.cpp' is stale: its head does not say what it was made from, so it was "
            "not written "
            "by this gradc\n");
}

TEST_F(Check, SaysThatAnotherVersionOrOtherOptionsMadeIt) {
  ASSERT_EQ(generate().status, 0);
  edit("gen/m.grad.h", "// gradc 0.1.0", "// gradc 0.0.9");
  EXPECT_EQ(check("-q").err,
            "gradc: error: 'gen/m.grad.h' is stale: gradc 0.0.9 wrote it, and this is gradc 0.1.0\n");
  ASSERT_EQ(generate().status, 0);
  const Outcome others = check("-q --function=f --differentiate='jvp'");
  EXPECT_NE(others.err.find("'gen/m.grad.cpp' is stale: it was made with other options"), std::string::npos)
      << others.err;
}

TEST_F(Check, MacrosOfTheCommandLineCountWhereTheyAreMentioned) {
  write("src/m.cpp", "#include \"m.h\"\ndouble f(double x) { return SCALE * factor() * x * x; }\n");
  ASSERT_EQ(gradc("src/m.cpp -o gen -- -Iinclude -DSCALE=2").status, 0);
  EXPECT_EQ(gradc("--check src/m.cpp -o gen -- -Iinclude -DSCALE=2 -DNDEBUG -DROOT='\"/opt/me\"' -std=c++20")
                .status,
            0);
  EXPECT_NE(gradc("--check src/m.cpp -o gen -- -Iinclude -DSCALE=3").err.find("made with other options"),
            std::string::npos);
}

TEST_F(Check, CommentsAndBlanksDoNotCount) {
  ASSERT_EQ(generate().status, 0);
  edit("src/factor.h", "return 3", "\n  return /* about */ 3");
  write("src/m.h", "// What is to be differentiated.\n" + read("src/m.h"));
  EXPECT_EQ(check().err, "");
  // Generated comments name lines of the source.
  write("src/m.cpp", "\n" + read("src/m.cpp"));
  EXPECT_EQ(check("-q").err,
            "gradc: error: 'gen/m.grad.cpp' is stale: lines of m.cpp have moved, or the flags for the "
            "compiler are others\n");
}

TEST_F(Check, ErrorsOfTheSourceAreErrors) {
  ASSERT_EQ(generate().status, 0);
  edit("src/m.cpp", "x * x;", "y;");
  EXPECT_EQ(check().status, 1);
  EXPECT_NE(check().err.find("undeclared identifier"), std::string::npos);
}

TEST_F(Check, NeedsFiles) {
  EXPECT_EQ(gradc("--check src/m.cpp -o - -- -Iinclude").status, 2);
  EXPECT_EQ(gradc("--check --list src/m.cpp -- -Iinclude").status, 2);
  EXPECT_NE(gradc("--help").out.find("--check"), std::string::npos);
}

TEST(Stamp, TokensAreWhatMatters) {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus17 = true;
  const auto same = [&](const std::string& a, const std::string& b) {
    return tool::tokens_of(a, language) == tool::tokens_of(b, language);
  };
  EXPECT_TRUE(same("int x = 1; // one\n", "int\n x=1;"));
  EXPECT_TRUE(same("int x;\r\nint y;\r\n", "int x;\nint y;\n"));
  EXPECT_FALSE(same("int x = 1;", "int x = 2;"));
  EXPECT_FALSE(same("intx", "int x"));
  EXPECT_FALSE(same("auto s = \"a  b\";", "auto s = \"a b\";"));
  EXPECT_FALSE(same("#define F(x) x\n", "#define F (x) x\n"));
  EXPECT_FALSE(same("#define A\nB\n", "#define A B\n"));
  EXPECT_TRUE(same("#define A 1 \\\n  + 2\n", "#define A 1 + 2\n"));
}

TEST(Stamp, IsTheSecondLine) {
  const std::string text = "// Generated\n#pragma once\n";
  const std::string plain = tool::stamped(text, std::nullopt);
  EXPECT_EQ(plain, "// Generated\n// gradc 0.1.0, text " + tool::hash_of(text) + "\n#pragma once\n");
  EXPECT_EQ(tool::stamped(text, tool::Origin{"a", "b", "c"}),
            "// Generated\n// gradc 0.1.0, source a, headers b, options c, text " + tool::hash_of(text) +
                "\n#pragma once\n");
  EXPECT_EQ(tool::hash_of("abc"), "ba7816bf8f01cfea");  // of FIPS 180-4
  EXPECT_EQ(tool::why_stale(plain, plain, "m.cpp"), "");
}

// --- the size of a difference

constexpr const char* kTwo = R"(#include <gradc/gradc.h>
GRADC_DIFFERENTIATE(gradient) double first(const gradc::Vector<double>& x) {
  const auto a = gradc::exp(x);
  const auto b = gradc::sin(a);
  return gradc::sum(b * x);
}
GRADC_DIFFERENTIATE(gradient) double second(const gradc::Matrix<double>& x, const gradc::Vector<double>& v) {
  double sum = 0;
  for (std::int64_t i = 0; i < v.size(); ++i) {
    if (v(i) > 0) sum += v(i) * v(i);
  }
  return sum + gradc::sum(gradc::square(gradc::matmul(x, v)));
}
)";

class SmallEdit : public ShellTest {
 protected:
  SmallEdit() {
    std::filesystem::remove_all(dir_ / "include");  // the runtime's own headers are read
    write("m.cpp", kTwo);
    EXPECT_EQ(gradc("m.cpp -o before").status, 0);
    before_ = read("before/m.grad.cpp");
  }
  void edit(const std::string& from, const std::string& to) {
    std::string text = kTwo;
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos);
    write("m.cpp", text.replace(at, from.size(), to));
    const Outcome outcome = gradc("m.cpp -o after");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    after_ = read("after/m.grad.cpp");
  }
  std::string before_, after_;
};

TEST_F(SmallEdit, AConstantIsALineOrTwo) {
  edit("v(i) > 0", "v(i) > 2");
  EXPECT_LE(changed_lines(before_, after_, true), 4) << after_;  // the head, the comment, the condition
}

TEST_F(SmallEdit, AFunctionInBetweenChangesNoOther) {
  edit("GRADC_DIFFERENTIATE(gradient) double second",
       "GRADC_DIFFERENTIATE(gradient) double between(double x) { return x * x; }\n"
       "GRADC_DIFFERENTIATE(gradient) double second");
  EXPECT_LE(changed_lines(before_, after_, false), 25) << after_;
  std::set<std::string> lines;
  std::stringstream stream(after_);
  for (std::string line; std::getline(stream, line);) lines.insert(line);
  std::stringstream old_stream(before_);
  for (std::string line; std::getline(old_stream, line);) {
    // Places in comments and messages have moved.
    if (line.find("//") != std::string::npos || line.find("\"m.cpp:") != std::string::npos) continue;
    EXPECT_TRUE(lines.count(line)) << "lost: " << line;
  }
}

TEST_F(SmallEdit, AStatementMoreIsAFewLinesMore) {
  edit("  return sum + gradc::sum", "  sum += gradc::sum(v);\n  return sum + gradc::sum");
  EXPECT_LE(changed_lines(before_, after_, false), 16) << before_ << after_;
}

}  // namespace
