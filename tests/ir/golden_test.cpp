// Whole texts in and out. A file of tests/golden/<folder>/*.gir is a sentence on what it shows, the passes to
// run, a module, a line of dashes, and the text expected: the module made, in `fail` the diagnostics, in `kernels` those of
// its functions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "codegen/kernel/print.h"
#include "ir/passes/pass.h"
#include "ir/text/text.h"
#include "ir/verify.h"
#include "op_table.h"
#include "tool/derive/text.h"

namespace {

namespace fs = std::filesystem;

const std::string kSeparator = "// ----\n";
const std::string kPasses = "// pass: ";
bool update = false;

struct Golden {
  std::string comment, passes, input, expected;
};

std::string read(const fs::path& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

Golden read_golden(const fs::path& path) {
  const std::string text = read(path);
  Golden golden;
  const auto passes = text.find(kPasses), end = text.find('\n', passes), separator = text.find(kSeparator);
  if (!text.starts_with("// ") || passes == std::string::npos)
    throw std::runtime_error("no comment, or no passes");
  golden.comment = text.substr(0, passes);
  golden.passes = text.substr(passes + kPasses.size(), end - passes - kPasses.size());
  golden.input = text.substr(end + 1, separator == std::string::npos ? separator : separator - end - 1);
  if (separator != std::string::npos) golden.expected = text.substr(separator + kSeparator.size());
  return golden;
}

std::string diagnostics_of(const Golden& golden) {
  ir::Diagnostics diagnostics;
  ir::PassOptions options;
  options.verify_each = true;
  if (const auto module = ir::parse(golden.input, diagnostics))
    if (ir::run_passes(*module, golden.passes, options, diagnostics)) return "nothing failed\n";
  return diagnostics.text();
}

std::optional<ir::Module> made_by(const std::string& input, const std::string& passes) {
  ir::Diagnostics diagnostics;
  ir::PassOptions options;
  options.verify_each = true;
  const auto module = ir::parse(input, diagnostics);
  auto made = module ? ir::run_passes(*module, passes, options, diagnostics) : std::nullopt;
  if (!made) ADD_FAILURE() << diagnostics.text();
  return made;
}

std::string output_of(const std::string& input, const std::string& passes) {
  const auto made = made_by(input, passes);
  return made ? ir::print(*made) : "";
}

std::string kernels_of(const Golden& golden) {
  std::string text;
  if (const auto made = made_by(golden.input, golden.passes))
    for (const ir::Function& function : made->functions) text += codegen::print_kernels(*made, function);
  return text;
}

// The stages of a build, with what they warn of. `pass` has the items of the request.
std::string derivatives_of(const Golden& golden) {
  ir::Diagnostics diagnostics;
  ir::PassOptions options;
  options.verify_each = true;
  const auto module = ir::parse(golden.input, diagnostics);
  if (!module) return diagnostics.text();
  const tool::TextResult result = tool::run_request(*module, {"", golden.passes}, options);
  std::string text;
  for (const std::string& warning : result.warnings) text += "// warning: " + warning + '\n';
  for (const std::string& error : result.errors) text += "// error: " + error + '\n';
  return text + ir::print(result.module);
}

class GoldenFile : public ::testing::Test {
 public:
  explicit GoldenFile(fs::path path) : path_(std::move(path)) {}

  void TestBody() override {
    const Golden golden = read_golden(path_);
    const std::string folder = path_.parent_path().filename().string();
    const std::string actual = folder == "fail"      ? diagnostics_of(golden)
                               : folder == "request" ? derivatives_of(golden)
                               : folder == "kernels" ? kernels_of(golden)
                                                     : output_of(golden.input, golden.passes);
    if (update && !HasFailure()) {
      std::ofstream(path_) << golden.comment << kPasses << golden.passes << '\n'
                           << golden.input << kSeparator << actual;
      return;
    }
    EXPECT_EQ(golden.expected, actual);
    if (folder == "fail" || folder == "kernels" || actual.starts_with("// error")) return;
    // What is printed reads back, and a pass that only cleans up has nothing to do twice.
    EXPECT_EQ(output_of(actual, ""), actual.substr(actual.find("func ")));
    const std::set<std::string> cleaning{"accumulate,dce", "simplify", "cse", "dce", "inline", "counted", "expand", "prune_calls"};
    if (cleaning.contains(golden.passes)) {
      EXPECT_EQ(output_of(actual, golden.passes), actual);
    }
  }

 private:
  fs::path path_;
};

// Those that no text can bring about, and why.
const std::set<std::string_view> kNotFromText{
    "block_axes", "block_name",  // of blocks, which requests have
    "budget_short", "nothing_kept", "unknown_checkpoint",  // of checkpoint(...), which requests have
    "complex_blocks",  // of types in C++
    "no_device_form",  // of requests for a device
    "no_derivative",  // every op has one
    "complex_result", "not_scalar",   // asked by the front end
    "rule_result",  // a defect of a rule
    "unconnected",  // the passes ask for zeros
};

TEST(Golden, EveryDiagnosticOfTheIrHasAFile) {
  std::set<std::string> shown;
  for (const char* folder : {"fail", "request"})
    for (const auto& entry : fs::directory_iterator(fs::path(GRADC_SOURCE_DIR "/tests/golden") / folder))
      for (const ir::DiagnosticRow& row : ir::diagnostic_rows())
        if (read(entry.path()).find(fmt::format("[{}]\n", row.name)) != std::string::npos)
          shown.insert(std::string{row.name});
  for (const ir::DiagnosticRow& row : ir::diagnostic_rows())
    EXPECT_TRUE(kNotFromText.contains(row.name) || shown.contains(std::string{row.name})) << row.name;
}

TEST(Golden, TableOfOps) {
  const fs::path path = GRADC_SOURCE_DIR "/docs/ops.md";
  const std::string actual = op_table(GRADC_SOURCE_DIR);
  if (update) std::ofstream(path) << actual;
  EXPECT_EQ(read(path), actual);
  EXPECT_EQ(actual.find("` |  | "), std::string::npos) << "an op without a sentence in its paragraph";
  EXPECT_EQ(actual.find("| no names |"), std::string::npos) << "an op without a row, or with an empty name, in ir/op_names.def";
}

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  update = argc > 1 && std::string(argv[1]) == "--update";
  std::vector<fs::path> paths;
  for (const auto& folder : fs::directory_iterator(GRADC_SOURCE_DIR "/tests/golden"))
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".gir") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    const std::string suite = "Golden_" + path.parent_path().filename().string();
    ::testing::RegisterTest(suite.c_str(), path.stem().c_str(), nullptr, nullptr, path.c_str(), 1,
                            [path]() -> GoldenFile* { return new GoldenFile(path); });
  }
  return RUN_ALL_TESTS();
}
