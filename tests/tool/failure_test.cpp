// What a run that fails says, with which status it ends, and that it changes nothing.
#include "shell.h"

namespace {

class Failure : public ShellTest {};

TEST_F(Failure, ErrorsOfTheSourceAreClangsAndNothingIsWritten) {
  write("m.cpp", kModel + "int broken(int x) { return y; }\nint worse = \"\";\n");
  write("gen/m.grad.h", "before");
  const Outcome outcome = gradc("m.cpp -o gen --depfile=gen/m.d -- -Iinclude");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("m.cpp:6:28: error: use of undeclared identifier 'y'"), std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("m.cpp:7:5: error: "), std::string::npos) << outcome.err;
  EXPECT_EQ(read("gen/m.grad.h"), "before");
  EXPECT_FALSE(exists("gen/m.grad.cpp"));
  EXPECT_FALSE(exists("gen/m.d"));
}

TEST_F(Failure, ErrorsOfTheSourceDoNotHideThoseOfRequests) {
  write("m.cpp", kModel +
                     "int broken(int x) { return y; }\nGRADC_DIFFERENTIATE(jvp, nothing) float g(float x) { "
                     "return x; }\n");
  const Outcome outcome = gradc("m.cpp -- -Iinclude");
  EXPECT_NE(outcome.err.find("m.cpp:7:26: error: unknown item 'nothing'"), std::string::npos) << outcome.err;
}

TEST_F(Failure, OneBadSourceStopsTheOthersOutput) {
  write("good.cpp", kModel);
  write("bad.cpp", "int x = y;\n");
  EXPECT_EQ(gradc("good.cpp bad.cpp -o gen -- -Iinclude").status, 1);
  EXPECT_FALSE(exists("gen"));
}

TEST_F(Failure, MissingFilesAreNamed) {
  Outcome outcome = gradc("nowhere.cpp");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "gradc: error: there is no file 'nowhere.cpp'\n");
  write("m.cpp", "#include \"missing.h\"\n");
  outcome = gradc("m.cpp");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("m.cpp:1:10: fatal error: 'missing.h' file not found"), std::string::npos)
      << outcome.err;
}

TEST_F(Failure, OutputThatCannotBeWritten) {
  write("m.cpp", kModel);
  write("gen", "a file");
  const Outcome outcome = gradc("m.cpp -o gen -- -Iinclude");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("gradc: error: 'gen' is not a folder"), std::string::npos) << outcome.err;
  EXPECT_EQ(read("gen"), "a file");
  EXPECT_EQ(gradc("m.cpp -o - -- -Iinclude >/dev/full").status, 1);
}

TEST_F(Failure, WrongUsageIsStatusTwo) {
  write("m.cpp", kModel);
  for (const char* args : {"", "--nonsense m.cpp", "--emit=asm m.cpp", "--emit=json m.cpp", "--verify --emit=ir m.cpp",
                           "m.cpp -o", "m.cpp m.cpp", "@nowhere.rsp", "explain jump effect", "opt", "-p nowhere m.cpp"}) {
    const Outcome outcome = gradc(args);
    EXPECT_EQ(outcome.status, 2) << args;
    EXPECT_EQ(outcome.err.substr(0, 14), "gradc: error: ") << args;
    EXPECT_EQ(outcome.out, "") << args;
  }
}

TEST_F(Failure, ADefectIsStatusThreeWithAReproducer) {
  ASSERT_EQ(shell("mkfifo pipe.cpp").status, 0);
  // The program waits for the pipe's other end; a signal there is as good as a defect anywhere.
  const Outcome outcome = shell("TMPDIR=. \"$GRADC\" pipe.cpp & id=$!; sleep 0.5; kill -ABRT $id; wait $id");
  EXPECT_EQ(outcome.status, 3) << outcome.err;
  EXPECT_NE(outcome.err.find("gradc: internal error: "), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("defect in gradc, not in your source"), std::string::npos);
  const std::size_t at = outcome.err.find("./gradc-reproducer-");
  ASSERT_NE(at, std::string::npos);
  const std::string reproducer = read(outcome.err.substr(at, outcome.err.find('\n', at) - at));
  EXPECT_NE(reproducer.find("pipe.cpp"), std::string::npos);
  EXPECT_NE(reproducer.find("==== version\n0.1.0"), std::string::npos);
}

// The module is printed when the program fails: here while it waits, in a pass, for somebody to read what it prints.
TEST_F(Failure, TheReproducerHasTheModule) {
  std::string source = "#include <cmath>\n#include <gradc/gradc.h>\nGRADC_DIFFERENTIATE(gradient)\ndouble f(double x) {\n";
  for (int i = 0; i < 300; ++i) source += "  x = std::sin(x) * x;\n";
  write("m.cpp", source + "  return x;\n}\n");
  const Outcome outcome = shell(
      "(TMPDIR=. \"$GRADC\" --print-after-all m.cpp -o gen -- -Iinclude 2>&1 & echo $! >id; wait $!; echo $? >status) |"
      " (head -c 20000 >printed; kill -ABRT $(cat id); cat >>printed)");
  EXPECT_EQ(read("status"), "3\n");
  const std::string printed = read("printed");
  const std::size_t at = printed.find("./gradc-reproducer-");
  ASSERT_NE(at, std::string::npos) << outcome.err;
  const std::string reproducer = read(printed.substr(at, printed.find('\n', at) - at));
  EXPECT_NE(reproducer.find("==== pipeline\n"), std::string::npos);
  EXPECT_NE(reproducer.find("==== module\n"), std::string::npos);
  EXPECT_NE(reproducer.find("func @f("), std::string::npos) << reproducer;
}

TEST_F(Failure, WarningsAreTheCompilersBusiness) {
  write("m.cpp", kModel + "int f() { int unused; if (unused = 1) {} }\n");
  const Outcome outcome = gradc("m.cpp -o gen -- -Iinclude -Wall -Werror");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Failure, ColorFollowsTheOption) {
  write("m.cpp", "int x = y;\n");
  EXPECT_EQ(gradc("m.cpp").err.find('\x1b'), std::string::npos);
  EXPECT_EQ(gradc("--color=never m.cpp").err.find('\x1b'), std::string::npos);
  EXPECT_NE(gradc("--color=always m.cpp").err.find('\x1b'), std::string::npos);
}

}  // namespace
