// The table of named diagnostics: explained, well formed, and each shown by a test of this folder.
#include "tool/base/diagnostic.h"

#include <cctype>
#include <set>

#include "shell.h"

namespace tool {
namespace {

TEST(Diagnostics, EveryRowCanBeExplained) {
  for (const std::string& name : diagnostic_names()) {
    const std::string text = explain(name);
    EXPECT_NE(text.find("[" + name + "]"), std::string::npos);
    EXPECT_NE(text.find("example:"), std::string::npos) << name;
    EXPECT_NE(text.find("cure:"), std::string::npos) << name;
    EXPECT_EQ(text.find("{}"), std::string::npos) << name;
  }
  EXPECT_EQ(explain("nonsense"), "");
}

TEST(Diagnostics, RowsAreSortedUniqueAndInTheHouseStyle) {
  std::set<std::string_view> seen;
  std::string_view before;
  for (const ir::DiagnosticRow& r : front_end_rows()) {
    EXPECT_LT(before, r.name);
    before = r.name;
    EXPECT_NE(r.text.back(), '.') << r.name;
    EXPECT_FALSE(r.explanation.empty() || r.example.empty() || r.cure.empty()) << r.name;
  }
  for (const std::string& name : diagnostic_names()) EXPECT_TRUE(seen.insert(name).second) << name;
}

// A row without a test that provokes it is a promise that nobody checks.
TEST(Diagnostics, EveryRowOfTheFrontEndIsProvokedByATest) {
  std::string tests;
  for (const char* file : {"find_test.cpp", "failure_test.cpp", "items_test.cpp", "../e2e/device/refused_test.cpp", "../e2e/control/kept_bits_test.cpp", "../e2e/requests/sparse_warnings_test.cpp", "../e2e/memory/checkpoints_refused_test.cpp",
                           "../e2e/numbers/notes_and_warnings_test.cpp", "../e2e/numbers/mask_warnings_test.cpp", "../e2e/numbers/random_warnings_test.cpp"}) {
    std::stringstream text;
    text << std::ifstream(std::string(GRADC_DIAGNOSTIC_TESTS) + "/" + file).rdbuf();
    tests += text.str();
  }
  for (const ir::DiagnosticRow& r : front_end_rows())
    EXPECT_NE(tests.find(std::string(r.name)), std::string::npos) << r.name;
}

}  // namespace
}  // namespace tool
