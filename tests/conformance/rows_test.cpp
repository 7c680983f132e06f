// docs/conformance.md against the tests: each row of a section stands there once, and is tested where a test
// bears its ID (`W12_W13_What`), otherwise not.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::set<std::string> ids_in(const std::string& text) {
  static const std::regex id("[A-Z]+[0-9][0-9]");
  std::set<std::string> ids;
  for (std::sregex_iterator match(text.begin(), text.end(), id), end; match != end; ++match)
    ids.insert(match->str());
  return ids;
}

std::set<std::string> named_by_tests() {
  static const std::regex name(R"(TEST(_F|_P)?\(\s*\w+,\s*(([A-Z]+[0-9][0-9]_)+))");
  std::set<std::string> ids;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(GRADC_TEST_SOURCE_DIR) / "tests")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = read(entry.path());
    for (std::size_t at = text.find("\nTEST"); at != std::string::npos; at = text.find("\nTEST", at + 1)) {
      const std::string begin = text.substr(at + 1, 120);
      std::smatch match;
      if (std::regex_search(begin, match, name, std::regex_constants::match_continuous)) ids.merge(ids_in(match[2]));
    }
  }
  return ids;
}

struct Listed {
  std::map<std::string, int> sections;      // how many rows each has
  std::map<std::string, std::string> rows;  // how each is listed
  std::string twice;
};

Listed listed() {
  static const std::regex heading("## ([A-Z]+)\\. .*: ([0-9]+) rows"),
      list("(tested|not ahead of time): (.*)"), open(R"(\| ([A-Z0-9 ]+) \| [^|]*\w[^|]* \| [^|]*\w[^|]* \|)");
  Listed found;
  std::istringstream lines(read(fs::path(GRADC_TEST_SOURCE_DIR) / "docs" / "conformance.md"));
  std::smatch match;
  const auto add = [&](const std::string& ids, const std::string& how) {
    for (const std::string& id : ids_in(ids))
      if (!found.rows.emplace(id, how).second) found.twice += id + " ";
  };
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, match, heading)) found.sections[match[1]] = std::stoi(match[2]);
    if (std::regex_match(line, match, list)) add(match[2], match[1]);
    if (std::regex_match(line, match, open)) add(match[1], "open");
  }
  return found;
}

TEST(Rows, EachIsListedOnce) {
  Listed found = listed();
  EXPECT_FALSE(found.sections.empty());
  EXPECT_EQ(found.twice, "");
  std::string missing;
  for (const auto& [section, count] : found.sections)
    for (int row = 1; row <= count; ++row) {
      const std::string id = section + (row < 10 ? "0" : "") + std::to_string(row);
      if (found.rows.erase(id) == 0) missing += id + " ";
    }
  EXPECT_EQ(missing, "");
  for (const auto& [id, how] : found.rows) ADD_FAILURE() << id << " (" << how << ") is no row of a section";
}

TEST(Rows, ThoseWithATestAreListedAsTested) {
  const Listed found = listed();
  std::set<std::string> named = named_by_tests();
  std::string without, otherwise, unknown;
  for (const auto& [id, how] : found.rows)
    if (const bool has_test = named.erase(id) == 1; has_test != (how == "tested"))
      (has_test ? otherwise : without) += id + " ";
  for (const std::string& id : named) unknown += id + " ";
  EXPECT_EQ(without, "") << "listed as tested";
  EXPECT_EQ(otherwise, "") << "have a test and are listed otherwise";
  EXPECT_EQ(unknown, "") << "have a test and are not listed";
}

}  // namespace
