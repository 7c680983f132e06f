// The built program, run as a user runs it: what it reads, prints and writes when all is well.
#include "shell.h"

namespace {

class CommandLine : public ShellTest {};

TEST_F(CommandLine, WritesBesideTheSourceAndInAFolder) {
  write("src/m.cpp", kModel);
  const Outcome outcome = gradc("src/m.cpp -- -Iinclude");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out + outcome.err, "") << "nothing to say";
  EXPECT_TRUE(exists("src/m.grad.h") && exists("src/m.grad.cpp"));
  EXPECT_EQ(gradc("src/m.cpp -o new/gen -- -Iinclude").status, 0);
  EXPECT_TRUE(exists("new/gen/m.grad.h") && exists("new/gen/m.grad.cpp"));
}

TEST_F(CommandLine, DashPrints) {
  write("m.cpp", kModel);
  const Outcome outcome = gradc("m.cpp -o - -- -Iinclude");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("// ---- m.grad.h\n"), std::string::npos);
  EXPECT_FALSE(exists("m.grad.h"));
}

TEST_F(CommandLine, ResponseFilesMayHoldTwoDashes) {
  write("m.cpp", "#include <gradc/gradc.h>\n#if A != 2 || !defined(B)\n#error flags\n#endif\n" + kModel);
  write("args.rsp", "m.cpp -o \"a b\" @flags.rsp");
  write("flags.rsp", "-- -Iinclude\n-DA=2 -DB='x y'");
  const Outcome outcome = gradc("@args.rsp");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(exists("a b/m.grad.h"));
}

TEST_F(CommandLine, FlagsOfGccDoNotStopIt) {
  write("m.cpp", kModel);
  const Outcome outcome =
      gradc("m.cpp -v -o gen -- -Iinclude -fconcepts -fanalyzer -mno-direct-extern-access -O3 -o m.o");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("flags left out: -fconcepts -fanalyzer -mno-direct-extern-access -O3 -o m.o"),
            std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("wrote gen/m.grad.h"), std::string::npos);
  EXPECT_NE(gradc("m.cpp -v -o gen -- -Iinclude").err.find("unchanged: gen/m.grad.h"), std::string::npos);
}

TEST_F(CommandLine, ReadsFlagsFromACompilationDatabase) {
  write("m.cpp", "#ifndef FROM_DATABASE\n#error flags\n#endif\n" + kModel);
  write("build/compile_commands.json",
        R"([{"directory": ")" + path("build") +
            R"(", "file": "../m.cpp", "arguments": ["g++", "-DFROM_DATABASE",)" +
            R"("-isystem", "../include", "-fconcepts", "-c", "../m.cpp"]}])");
  EXPECT_EQ(gradc("-p build m.cpp -o gen").err, "");
  EXPECT_TRUE(exists("gen/m.grad.h"));
}

TEST_F(CommandLine, StandardIsSeventeenUnlessSaid) {
  write("m.cpp", "static_assert(__cplusplus == STD);\n" + kModel);
  EXPECT_EQ(gradc("m.cpp -o gen -- -Iinclude -DSTD=201703L").err, "");
  EXPECT_EQ(gradc("m.cpp -o gen -- -Iinclude -DSTD=202002L -std=c++20").err, "");
}

TEST_F(CommandLine, DepfileNamesEveryFileRead) {
  write("my dir/m.h", "#pragma once\n#include <stddef.h>\n");
  write("m.cpp", "#include \"my dir/m.h\"\n#include \"m.grad.h\"\n" + kModel);
  ASSERT_EQ(gradc("m.cpp -o gen --depfile=dep/m.d -- -Iinclude").err, "");
  const std::string rule = read("dep/m.d");
  EXPECT_EQ(rule.substr(0, 24), "gen/m.grad.h: \\\n  m.cpp ");
  EXPECT_NE(rule.find("my\\ dir/m.h"), std::string::npos) << rule;
  EXPECT_NE(rule.find("include/gradc/gradc.h"), std::string::npos) << rule;
  EXPECT_NE(rule.find("stddef.h"), std::string::npos) << rule;
  EXPECT_EQ(rule.find("m.grad.h", 20), std::string::npos) << "a generated file is no input";
  ASSERT_EQ(gradc("m.cpp -o gen --depfile=dep/m.d --depfile-target=m.stamp -- -Iinclude").status, 0);
  EXPECT_EQ(read("dep/m.d").substr(0, 8), "m.stamp:");
}

TEST_F(CommandLine, ASourceMayIncludeTheHeaderGeneratedFromIt) {
  for (const char* include : {"m.grad.h", "gen/m.grad.h", "deep/gen/m.grad.h"}) {
    write("src/m.cpp", kModel + "#include \"" + include + "\"\n");
    const Outcome outcome = gradc("src/m.cpp -o out -- -Iinclude");
    EXPECT_EQ(outcome.status, 0) << include << "\n" << outcome.err;
  }
  write("src/m.grad.h", "#error a stale header is never read\n");
  write("src/m.cpp", kModel + "#include \"m.grad.h\"\n");
  EXPECT_EQ(gradc("src/m.cpp -o out -- -Iinclude").err, "");
  write("src/m.cpp", kModel + "#include \"m.grad.h\"\nint x = y;\n");
  const Outcome outcome = gradc("src/m.cpp -o out -- -Iinclude");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err.find("use of undeclared"), outcome.err.rfind("use of undeclared")) << "said once:\n"
                                                                                           << outcome.err;
}

TEST_F(CommandLine, TellsItsVersionsAndHelp) {
  const Outcome version = gradc("--version");
  EXPECT_EQ(version.status, 0);
  EXPECT_EQ(version.out.substr(0, 22), "gradc 0.1.0\nLLVM 19.1.");
  const Outcome help = gradc("--help");
  EXPECT_EQ(help.status, 0);
  EXPECT_NE(help.out.find("usage: gradc [options] <source>..."), std::string::npos);
}

TEST_F(CommandLine, Explains) {
  EXPECT_NE(gradc("explain unknown_item").out.find("GRADC_DIFFERENTIATE(grad)"), std::string::npos);
  const Outcome all = gradc("explain");
  EXPECT_EQ(all.status, 0);
  EXPECT_NE(all.out.find("\njump\n"), std::string::npos);        // of reading bodies
  EXPECT_NE(all.out.find("\nunknown_item\n"), std::string::npos);  // of requests
  EXPECT_NE(all.out.find("\nshape_mismatch\n"), std::string::npos);
  EXPECT_EQ(gradc("explain jump").out.find("straight-line"), std::string::npos);
  const Outcome outcome = gradc("explain unkown_item");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("close names: 'unknown_item'"), std::string::npos);
}

}  // namespace
