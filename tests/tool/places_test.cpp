// Clang's builtin headers are found where the tool is installed, also on a machine that has no Clang.
#include "shell.h"

namespace {

class Places : public ShellTest {
 protected:
  // An install tree with the program in it; the headers too, where asked.
  void install(bool with_headers) const {
    std::filesystem::create_directories(path("p/bin"));
    std::filesystem::copy_file(GRADC_EXECUTABLE, path("p/bin/gradc"));
    write("p/include/gradc/gradc.h", kGradcHeader);
    if (!with_headers) return;
    std::filesystem::create_directories(path("p/lib/gradc/clang/19"));
    std::filesystem::copy(GRADC_TEST_RESOURCE_DIR "/include", path("p/lib/gradc/clang/19/include"),
                          std::filesystem::copy_options::recursive);
  }
};

// stddef.h is Clang's own, not the C library's.
const std::string kNeedsBuiltins = "#include <stddef.h>\n#include <stdarg.h>\nsize_t n = 0;\n" + kModel;

TEST_F(Places, InstalledHeadersComeFirst) {
  install(true);
  write("m.cpp", kNeedsBuiltins);
  const Outcome outcome = shell("p/bin/gradc -v m.cpp -o gen");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("Clang's headers: " + path("p/lib/gradc/clang/19")), std::string::npos)
      << outcome.err;
}

// In a mount namespace of its own, with every system copy covered by an empty folder.
TEST_F(Places, WorksWithTheSystemsCopyOutOfReach) {
  if (shell("unshare -m true").status != 0) GTEST_SKIP() << "needs the right to make a mount namespace";
  std::filesystem::create_directories(path("empty"));
  const std::string hide = "for d in " GRADC_TEST_RESOURCE_DIR
                           " /usr/include/clang /usr/lib/clang; do"
                           " [ -d $d ] && mount --bind empty $(readlink -f $d); done;";
  write("m.cpp", kNeedsBuiltins);
  install(true);
  Outcome outcome = shell("unshare -m sh -c '" + hide + " p/bin/gradc m.cpp -o gen'");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(exists("gen/m.grad.h"));

  std::filesystem::remove_all(path("p/lib"));
  outcome = shell("unshare -m sh -c '" + hide + " p/bin/gradc m.cpp -o gen'");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("gradc: error: can't find Clang's own headers"), std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("--resource-dir=DIR"), std::string::npos);
}

TEST_F(Places, ResourceDirCanBeSaid) {
  write("m.cpp", kNeedsBuiltins);
  EXPECT_EQ(gradc("--resource-dir=" GRADC_TEST_RESOURCE_DIR " m.cpp -o gen -- -Iinclude").err, "");
  const Outcome outcome = gradc("--resource-dir=nowhere m.cpp");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "gradc: error: --resource-dir=nowhere: there is no include/stddef.h in it\n");
}

// The runtime's headers are found without flags.
TEST_F(Places, RuntimeHeadersComeWithTheTool) {
  install(false);
  write("m.cpp", kModel);
  EXPECT_EQ(shell("p/bin/gradc m.cpp -o gen").err, "");
}

}  // namespace
