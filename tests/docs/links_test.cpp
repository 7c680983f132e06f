// What the documents refer to exists: links and their headings, files of the repository, names of diagnostics; and the table of
// contents of the guide has every page.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = GRADC_TEST_SOURCE_DIR;

std::vector<fs::path> documents() {
  std::vector<fs::path> found;
  for (const char* folder : {"bench", "docs", "samples", "ir", "tool", "codegen", "runtime", "tests"})
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder))
      if (entry.path().extension() == ".md") found.push_back(entry.path());
  found.push_back(kRoot / "README.md");
  return found;
}

// The page without fenced blocks.
std::string prose(const fs::path& page) {
  std::ifstream in(page);
  std::string text;
  bool fenced = false;
  for (std::string line; std::getline(in, line);) {
    if (line.find("```") != std::string::npos && line.find_first_not_of(' ') == line.find("```"))
      fenced = !fenced;
    else if (!fenced)
      text += line + "\n";
  }
  EXPECT_FALSE(fenced) << page << ": a fence isn't closed";
  return text;
}

std::vector<std::string> matches(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) found.push_back((*at)[1]);
  return found;
}

// The anchor of a heading, as GitHub makes it.
std::string anchor(const std::string& heading) {
  std::string made;
  for (const char c : heading) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-') made += static_cast<char>(std::tolower(c));
    if (c == ' ') made += '-';
  }
  return made;
}

bool has_heading(const fs::path& page, const std::string& wanted) {
  std::istringstream lines(prose(page));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("#") && anchor(line.substr(line.find(' ') + 1)) == wanted) return true;
  return false;
}

TEST(Links, LeadToPagesAndHeadings) {
  int links = 0;
  for (const fs::path& page : documents())
    for (const std::string& link : matches(std::regex_replace(prose(page), std::regex("`[^`\n]*`"), "code"), R"(\]\(([^)]+)\))")) {
      if (link.starts_with("http")) continue;
      const std::size_t hash = link.find('#');
      const fs::path target = hash == 0 ? page : page.parent_path() / link.substr(0, hash);
      ASSERT_TRUE(fs::exists(target)) << page << ": " << link;
      EXPECT_TRUE(hash == std::string::npos || has_heading(target, link.substr(hash + 1))) << page << ": " << link;
      ++links;
    }
  EXPECT_GT(links, 60);
}

TEST(Links, FilesThatAreNamedExist) {
  int named = 0;
  for (const fs::path& page : documents())
    for (const std::string& file :
         matches(prose(page), R"(`((?:bench|cmake|codegen|docs|ir|runtime|samples|scripts|tests|tool)/[\w./-]+)`)")) {
      EXPECT_TRUE(fs::exists(kRoot / file)) << page << ": " << file;
      ++named;
    }
  EXPECT_GT(named, 20);
}

TEST(Guide, ContentsHasEveryPage) {
  const std::string contents = prose(kRoot / "docs/guide.md");
  for (const auto& entry : fs::directory_iterator(kRoot / "docs/guide")) {
    const std::string link = "](guide/" + entry.path().filename().string() + ")";
    EXPECT_NE(contents.find(link), std::string::npos) << link;
    EXPECT_NE(prose(entry.path()).find("[Contents](../guide.md)"), std::string::npos) << entry.path();
  }
}

// A fence of another language would be compiled by no test.
TEST(Guide, FencesAreOfKnownLanguages) {
  for (const auto& entry : fs::directory_iterator(kRoot / "docs/guide")) {
    std::ifstream in(entry.path());
    bool inside = false;
    for (std::string line; std::getline(in, line);) {
      if (!line.starts_with("```")) continue;
      inside = !inside;
      if (!inside) continue;
      EXPECT_TRUE(line == "```cpp" || line == "```sh" || line == "```cmake" || line == "```text") << entry.path() << ": " << line;
    }
  }
}

std::string output_of(const std::string& command) {
  const fs::path file = fs::path(testing::TempDir()) / "gradc_links_output.txt";
  EXPECT_EQ(std::system((std::string(GRADC_EXECUTABLE) + " " + command + " >'" + file.string() + "' 2>&1").c_str()), 0);
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// The first column of its table of warnings is the list in `gradc --help`.
TEST(Guide, ListsTheWarnings) {
  std::string listed;
  for (std::string name : matches(prose(kRoot / "docs/guide/errors.md"), R"(\n\| `(\w+)` \|)")) {
    std::replace(name.begin(), name.end(), '_', '-');
    listed += (listed.empty() ? "" : ", ") + name;
  }
  const std::size_t last = listed.rfind(", ");
  ASSERT_NE(last, std::string::npos);
  listed.replace(last, 2, " or ");
  EXPECT_NE(output_of("--help").find("leave out a warning: " + listed + "\n"), std::string::npos) << listed;
}

TEST(Guide, NamesOptionsThatExist) {
  const std::string help = output_of("--help");
  for (const std::string& option : matches(prose(kRoot / "docs/guide/command_line.md"), R"(`(--[\w-]+))"))
    EXPECT_NE(help.find(option), std::string::npos) << option;
}

}  // namespace
