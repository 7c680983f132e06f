// Files of a run appear whole or not at all; depfiles survive odd names.
#include "tool/cli/output.h"

#include "shell.h"

namespace tool {
namespace {

class Output : public ShellTest {};

TEST_F(Output, CreatesFoldersAndWritesAll) {
  const WrittenFiles written = write_files({{path("a/b/x.h"), "one"}, {path("a/y.cpp"), "two"}});
  EXPECT_EQ(written.error, "");
  EXPECT_EQ(read("a/b/x.h") + read("a/y.cpp"), "onetwo");
  EXPECT_EQ(written.changed.size(), 2u);
}

TEST_F(Output, UnchangedTextKeepsItsTime) {
  write("x.h", "same");
  const auto old = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
  std::filesystem::last_write_time(path("x.h"), old);
  EXPECT_EQ(write_files({{path("x.h"), "same"}}).unchanged.size(), 1u);
  EXPECT_EQ(std::filesystem::last_write_time(path("x.h")), old);
}

TEST_F(Output, FailureChangesNothingAndLeavesNothing) {
  write("x.h", "before");
  write("file", "");
  std::filesystem::create_directories(path("taken.cpp"));
  for (const std::string& bad : {path("file/y.cpp"), path("taken.cpp")}) {
    const WrittenFiles written = write_files({{path("x.h"), "after"}, {path("fresh/z.h"), "z"}, {bad, "y"}});
    EXPECT_NE(written.error.find(bad.substr(0, bad.find_last_of('/'))), std::string::npos) << written.error;
    EXPECT_EQ(read("x.h"), "before");
    EXPECT_FALSE(exists("fresh"));
  }
  int left = 0;
  for (const auto& entry : std::filesystem::directory_iterator(dir_))
    left += entry.path().extension() == ".tmp";
  EXPECT_EQ(left, 0);
}

TEST_F(Output, ALinkKeepsPointing) {
  write("real.h", "before");
  std::filesystem::create_symlink("real.h", path("link.h"));
  EXPECT_EQ(write_files({{path("link.h"), "after"}}).error, "");
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.h")));
  EXPECT_EQ(read("real.h"), "after");
}

TEST(Depfile, EscapesWhatMakeReads) {
  EXPECT_EQ(depfile_text("a b.h", {"x y.h", "c$d", "e#f"}),
            "a\\ b.h: \\\n  x\\ y.h \\\n  c$$d \\\n  e\\#f\n");
}

}  // namespace
}  // namespace tool
