// The snippets of README.md and of the pages of the guide, compiled. A page is a project: a ```cpp block whose first line names
// a file (`// model.cpp`) is that file; one without a name is the body of a function. Sources with a request go through gradc.
// The files of the guide's first page are there for the other pages to include.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Snippet {
  std::string file;  // empty for a function body
  std::string text;
};

std::string read(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<Snippet> snippets_of(const fs::path& document) {
  std::vector<Snippet> snippets;
  std::istringstream lines(read(document));
  bool inside = false, first = false;
  for (std::string line; std::getline(lines, line);) {
    if (!inside && line == "```cpp") {
      inside = first = true;
      snippets.emplace_back();
    } else if (inside && line == "```") {
      inside = false;
    } else if (inside) {
      if (first && line.starts_with("// ") && line.find('.') != std::string::npos) snippets.back().file = line.substr(3);
      first = false;
      snippets.back().text += line + "\n";
    }
  }
  return snippets;
}

// The output of a command, empty where it succeeded.
std::string run(const std::string& command, const fs::path& folder) {
  const fs::path log = folder / "log.txt";
  const int status = std::system(("cd '" + folder.string() + "' && " + command + " >'" + log.string() + "' 2>&1").c_str());
  return status == 0 ? std::string() : command + "\n" + read(log);
}

fs::path new_folder(const std::string& name) {
  const fs::path folder = fs::path(testing::TempDir()) / ("gradc_docs_" + name);
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

const std::string kCompile = std::string(GRADC_TEST_COMPILER) + " -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I " +
                             GRADC_TEST_SOURCE_DIR + "/runtime/include -isystem " + GRADC_TEST_EIGEN + " " + GRADC_TEST_SOLVER_OPTIONS + " -I gen ";

// Whether a source has a solver's header, <gradc/adapt/NAME.h>, whose solver is not installed here.
bool lacks_its_solver(const std::string& text) {
  static const std::string kBefore = "<gradc/adapt/";
  const std::size_t at = text.find(kBefore);
  if (at == std::string::npos) return false;
  const std::string name = text.substr(at + kBefore.size(), text.find(".h>", at) - at - kBefore.size());
  return ("," + std::string(GRADC_TEST_SOLVERS) + ",").find("," + name + ",") == std::string::npos;
}

const fs::path kRoot = GRADC_TEST_SOURCE_DIR;
const std::string kFirstPage = "docs/guide/first_gradient.md";

// The pages with C++ snippets, relative to the root.
std::vector<std::string> pages_with_snippets() {
  std::vector<std::string> pages{"README.md"};
  for (const auto& entry : fs::directory_iterator(kRoot / "docs/guide")) pages.push_back(fs::relative(entry.path(), kRoot).string());
  std::erase_if(pages, [](const std::string& page) { return snippets_of(kRoot / page).empty(); });
  std::sort(pages.begin(), pages.end());
  return pages;
}

class Page : public testing::TestWithParam<std::string> {};

TEST_P(Page, SnippetsCompile) {
  const fs::path page = kRoot / GetParam();
  const fs::path folder = new_folder(page.stem().string());
  std::vector<std::string> sources;
  std::set<std::string> own;
  if (GetParam() != kFirstPage && GetParam() != "README.md") {
    for (const Snippet& snippet : snippets_of(kRoot / kFirstPage)) std::ofstream(folder / snippet.file) << snippet.text;
    ASSERT_EQ(run(std::string(GRADC_EXECUTABLE) + " model.cpp -o gen", folder), "");
  }
  int bodies = 0;
  for (const Snippet& snippet : snippets_of(page)) {
    std::string file = snippet.file, text = snippet.text;
    // The second of a name would replace the first, which would not be compiled.
    ASSERT_TRUE(file.empty() || own.insert(file).second) << file << " stands twice in " << GetParam();
    if (file.empty()) {
      file = "body" + std::to_string(bodies++) + ".cpp";
      text = "#include <gradc/gradc.h>\nvoid body();\nvoid body() {\n" + text + "}\n";
    }
    std::ofstream(folder / file) << text;
    if (file.ends_with(".cpp")) sources.push_back(file);
  }
  // A source is one for gradc where it or its header asks for derivatives.
  std::string generated;
  for (const std::string& source : sources) {
    const fs::path header = folder / (fs::path(source).stem().string() + ".h");
    if ((read(folder / source) + read(header)).find("GRADC_DIFFERENTIATE") == std::string::npos) continue;
    ASSERT_EQ(run(std::string(GRADC_EXECUTABLE) + " " + source + " -o gen -- -isystem " + GRADC_TEST_EIGEN, folder), "");
    const std::string derivative = " gen/" + fs::path(source).stem().string() + ".grad.cpp";
    EXPECT_EQ(run(kCompile + "-I . -fsyntax-only" + derivative, folder), "");
    generated += derivative;
  }
  for (const std::string& source : sources) {
    if (lacks_its_solver(read(folder / source))) continue;
    // Locals of a snippet show something and are used by nothing.
    EXPECT_EQ(run(kCompile + "-Wno-unused -Wno-unknown-pragmas -I . -fsyntax-only " + source, folder), "");
    if (read(folder / source).find("int main()") == std::string::npos) continue;
    const std::string model = fs::exists(folder / "model.cpp") ? " model.cpp" : "";
    // What a snippet says is defined elsewhere no program calls.
    ASSERT_EQ(run(kCompile + "-Wl,--unresolved-symbols=ignore-all -I . " + source + model + generated + " " + GRADC_TEST_RUNTIME +
                      " -o program && ./program",
                  folder),
              "");
  }
}

INSTANTIATE_TEST_SUITE_P(Documents, Page, testing::ValuesIn(pages_with_snippets()), [](const auto& test) {
  return fs::path(test.param).stem().string();
});

}  // namespace
