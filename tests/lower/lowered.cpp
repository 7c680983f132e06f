#include "lowered.h"

#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "ir/verify.h"
#include "tool/request/find.h"
#include "tool/source/compile.h"

namespace lower_test {
namespace {

class Listener : public clang::DiagnosticConsumer {
 public:
  explicit Listener(std::vector<Said>& said) : said_(said) {}
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    llvm::SmallString<256> text;
    info.FormatDiagnostic(text);
    int line = 0;
    if (info.getLocation().isValid() && info.hasSourceManager())
      line = static_cast<int>(info.getSourceManager().getExpansionLineNumber(info.getLocation()));
    said_.push_back({level == clang::DiagnosticsEngine::Note, line, std::string(text)});
  }

 private:
  std::vector<Said>& said_;
};

void verify_all(const LoweredSource& lowered) {
  ir::Diagnostics problems;
  EXPECT_TRUE(ir::verify(lowered.module, problems)) << problems.text() << ir::print(lowered.module);
  for (const ir::Function& function : lowered.module.functions)
    for (const ir::Op& op : function.ops) EXPECT_TRUE(op.loc.valid()) << "every op has a place";
}

}  // namespace

std::string LoweredSource::errors() const {
  std::string text;
  for (const Said& one : said)
    if (!one.note) text += fmt::format("{}: {}\n", one.line, one.text);
  return text;
}

std::string LoweredSource::all() const {
  std::string text;
  for (const Said& one : said)
    text += fmt::format("{}: {}{}\n", one.line, one.note ? "note: " : "", one.text);
  return text;
}

std::string LoweredSource::ops(std::size_t which) const {
  if (which >= module.functions.size()) return "nothing was lowered:\n" + errors();
  // The lines of the body, without the places behind them.
  std::string text;
  std::istringstream lines(ir::print(module, module.functions[which]));
  bool over = false;
  for (std::string line; !over && std::getline(lines, line); over = line.starts_with("  return"))
    if (line.starts_with("  ") && !line.starts_with("    requires") && !line.starts_with("    origin"))
      text += line.substr(2, std::min(line.rfind(" loc "), line.size()) - 2) + "\n";
  return text;
}

LoweredSource lower_text(const std::string& body, const std::string& header, std::vector<std::string> flags) {
  static int count = 0;
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("gradc_lower_{}_{}", getpid(), count++);
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "types.h") << "#pragma once\n#include <gradc/gradc.h>\n" << header;
  std::ofstream(folder / "model.cpp") << "#include <gradc/gradc.h>\n" << body;

  LoweredSource lowered;
  tool::CompileSetup setup;
  setup.executable = "gradc";
  setup.places = {GRADC_TEST_RESOURCE_DIR, GRADC_TEST_RUNTIME};
  setup.headers = llvm::makeIntrusiveRefCnt<tool::VirtualHeaders>(std::vector<std::string>{});
  Listener listener(lowered.said);
  const auto source = tool::parse_source(setup, flags, (folder / "model.cpp").string());
  EXPECT_TRUE(source->has_ast() && !source->report().has_errors());
  if (source->report().has_errors()) source->flush_diagnostics();
  clang::DiagnosticConsumer* const printer = source->compiler().getDiagnostics().getClient();
  source->compiler().getDiagnostics().setClient(&listener, false);
  std::vector<tool::FunctionQuery> queries;
  for (const tool::Request& request : tool::find_requests(*source, queries).requests) {
    lowered.functions.push_back(tool::lower(*source, request, lowered.module));
    EXPECT_EQ(lowered.functions.back().has_value(), lowered.said.empty()) << lowered.all();
    if (lowered.said.empty())
      if (auto signature = tool::read_signature(*source, request))
        lowered.signatures.push_back(std::move(*signature));
  }
  source->compiler().getDiagnostics().setClient(printer, false);
  verify_all(lowered);
  std::filesystem::remove_all(folder);
  return lowered;
}

LoweredSource lower_function(const std::string& function, const std::string& header) {
  return lower_text((header.empty() ? "" : "#include \"types.h\"\n") +
                        std::string("GRADC_DIFFERENTIATE(gradient)\n") + function,
                    header);
}

std::vector<Expected> expected_in(const std::string& body) {
  std::vector<Expected> list;
  int line = 2;  // lower_text puts an include before it
  std::size_t begin = 0;
  while (begin < body.size()) {
    const std::size_t end = std::min(body.find('\n', begin), body.size());
    const std::string text = body.substr(begin, end - begin);
    if (const std::size_t mark = text.find("// !"); mark != std::string::npos) {
      const std::size_t colon = text.find(": ", mark);
      list.push_back({line, text.substr(mark + 4, colon - mark - 4), text.substr(colon + 2)});
    }
    begin = end + 1;
    ++line;
  }
  return list;
}

void expect_marked(const LoweredSource& lowered, const std::string& body) {
  std::multiset<std::string> said, wanted;
  for (const Said& one : lowered.said)
    if (!one.note) said.insert(fmt::format("{}: {}", one.line, one.text));
  for (const Expected& one : expected_in(body))
    wanted.insert(fmt::format("{}: {} [{}]", one.line, one.text, one.name));
  std::string missing, extra;
  for (const std::string& one : wanted)
    if (said.count(one) == 0) missing += one + "\n";
  for (const std::string& one : said)
    if (wanted.count(one) == 0) extra += one + "\n";
  EXPECT_EQ(missing, "");
  EXPECT_EQ(extra, "");
}

}  // namespace lower_test
