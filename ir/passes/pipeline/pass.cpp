#include "ir/passes/pass.h"

#include <ctime>

#include "ir/passes/batch/batch.h"
#include "ir/passes/derivative.h"
#include "ir/passes/simplify/expand.h"
#include "ir/passes/simplify/rewriter.h"
#include "ir/passes/simplify/safe_where.h"
#include "ir/verify.h"

namespace ir {
namespace {

struct Step {
  std::string text;  // "grad(f)"
  std::string name;
  PassArguments arguments;
};

std::string_view trimmed(std::string_view text) {
  const auto from = text.find_first_not_of(" \t\n");
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t\n") - from + 1);
}

// Splits at commas outside parentheses.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t from = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (text[i] != ',' || depth > 0) continue;
    parts.push_back(trimmed(text.substr(from, i - from)));
    from = i + 1;
  }
  if (from > 0 || !trimmed(text).empty()) parts.push_back(trimmed(text.substr(from)));
  return parts;
}

std::optional<Step> read_step(std::string_view text, Diagnostics& diagnostics) {
  Step step{std::string{text}, std::string{trimmed(text.substr(0, text.find('(')))}, {}};
  const auto open = text.find('(');
  if (open == std::string_view::npos) return step;
  if (text.back() != ')') {
    diagnostics.report(DiagnosticId::pass_usage, {}, step.text, "its arguments do not end with ')'");
    return std::nullopt;
  }
  for (std::string_view argument : split(text.substr(open + 1, text.size() - open - 2)))
    step.arguments.emplace_back(argument);
  return step;
}

const PassInfo* find_pass(std::string_view name, Diagnostics& diagnostics) {
  std::string names;
  for (const PassInfo& pass : pass_table()) {
    if (pass.name == name) return &pass;
    names += (names.empty() ? "" : ", ") + std::string{pass.name};
  }
  diagnostics.report(DiagnosticId::unknown_pass, {}, name, names);
  return nullptr;
}

bool verified(const Module& module, const std::string& when, Diagnostics& diagnostics) {
  Diagnostics found;
  if (verify(module, found)) return true;
  for (Diagnostic diagnostic : found.list()) {
    diagnostic.notes.push_back({{}, when});
    diagnostics.add(std::move(diagnostic));
  }
  return false;
}

}  // namespace

const std::vector<PassInfo>& pass_table() {
  static const std::vector<PassInfo> table{
#define GRADC_PASS(name, function, summary) {#name, summary, &function},
#include "ir/passes/passes.def"
#undef GRADC_PASS
  };
  return table;
}

std::optional<Module> run_passes(const Module& module, std::string_view pipeline, const PassOptions& options,
                                 Diagnostics& diagnostics) {
  // All names are looked up before anything runs.
  std::vector<std::pair<Step, const PassInfo*>> steps;
  for (std::string_view text : split(pipeline)) {
    auto step = read_step(text, diagnostics);
    if (!step) return std::nullopt;
    const PassInfo* pass = find_pass(step->name, diagnostics);
    if (!pass) return std::nullopt;
    steps.emplace_back(*std::move(step), pass);
  }
  if (options.verify_each && !verified(module, "before the first pass", diagnostics)) return std::nullopt;
  std::optional<Module> now = module;
  for (const auto& [step, pass] : steps) {
    const std::clock_t start = std::clock();
    now = pass->run(*now, step.arguments, diagnostics);
    if (!now) return std::nullopt;
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    if (options.after) options.after(step.text, *now, seconds);
    if (options.verify_each && !verified(*now, fmt::format("after the pass {}", step.text), diagnostics))
      return std::nullopt;
  }
  return now;
}

}  // namespace ir
