// Which compiler flags reach Clang.
#include "tool/source/flags.h"

#include "shell.h"

namespace tool {
namespace {

using Words = std::vector<std::string>;

TEST(Flags, KeepsWhatChangesTheMeaning) {
  const Words words = {"-Ia",
                       "-I",
                       "b",
                       "-isystem",
                       "c",
                       "-isystemd",
                       "-iquote",
                       "e",
                       "-DX=1",
                       "-D",
                       "Y",
                       "-UZ",
                       "-std=gnu++20",
                       "-include",
                       "f.h",
                       "-fno-exceptions",
                       "-frtti",
                       "-mavx2",
                       "-march=native",
                       "--sysroot=/s",
                       "-pthread"};
  const Flags flags = filter_flags(words);
  EXPECT_EQ(flags.kept, (Words{"-I",
                               "a",
                               "-I",
                               "b",
                               "-isystem",
                               "c",
                               "-isystem",
                               "d",
                               "-iquote",
                               "e",
                               "-D",
                               "X=1",
                               "-D",
                               "Y",
                               "-U",
                               "Z",
                               "-std=gnu++20",
                               "-include",
                               "f.h",
                               "-fno-exceptions",
                               "-frtti",
                               "-mavx2",
                               "-march=native",
                               "--sysroot=/s",
                               "-pthread"}));
  EXPECT_TRUE(flags.dropped.empty());
}

TEST(Flags, DropsGccsOwnAndWhatIsNotAboutParsing) {
  const Words words = {"-c",
                       "-o",
                       "x.o",
                       "-MD",
                       "-MF",
                       "x.d",
                       "-MT",
                       "x.o",
                       "-O2",
                       "-g",
                       "-Wall",
                       "-Werror",
                       "-fconcepts",
                       "-fmodules-ts",
                       "-fno-tree-loop-distribute-patterns",
                       "-mno-direct-extern-access",
                       "-fmodule-mapper=x",
                       "-fdeps-format=p1689r5",
                       "-fanalyzer",
                       "-fvar-tracking",
                       "-x",
                       "c++",
                       "-Winvalid-pch",
                       "-Wl,-z,now",
                       "x.cpp",
                       "--param",
                       "y=1"};
  const Flags flags = filter_flags(words);
  EXPECT_TRUE(flags.kept.empty()) << testing::PrintToString(flags.kept);
  EXPECT_EQ(flags.dropped, words);
}

TEST(Flags, RelativeFoldersAreThoseOfTheirCommand) {
  EXPECT_EQ(filter_flags({"-Iinc", "-I", "/abs", "-DA=b/c"}, "/build/x").kept,
            (Words{"-I", "/build/x/inc", "-I", "/abs", "-D", "A=b/c"}));
}

TEST(Flags, AValueMayBeMissingAtTheEnd) { EXPECT_TRUE(filter_flags({"-I"}).kept.empty()); }

class Database : public ShellTest {};

TEST_F(Database, ReadsTheCommandOfTheSource) {
  write("m.cpp", "");
  write("build/compile_commands.json",
        R"([{"directory": ")" + path("build") + R"(", "file": ")" + path("m.cpp") +
            R"(", "command": "/usr/bin/ccache /usr/bin/g++ -DQ=2 -I../inc -fconcepts -O2 -o m.o -c )" +
            path("m.cpp") + R"("}])");
  const DatabaseFlags read = flags_from_database(path("build"), path("m.cpp"));
  EXPECT_EQ(read.error, "");
  EXPECT_EQ(std::vector<std::string>(read.flags.kept.begin(), read.flags.kept.begin() + 4),
            (Words{"-D", "Q=2", "-I", path("inc")}));
}

TEST_F(Database, AMissingDatabaseIsNamed) {
  EXPECT_NE(flags_from_database(path("nowhere"), "m.cpp").error.find("nowhere/compile_commands.json"),
            std::string::npos);
}

}  // namespace
}  // namespace tool
