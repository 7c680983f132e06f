#include "tool/base/diagnostic.h"

#include <algorithm>

#include "tool/base/refusal.h"

namespace tool {
namespace {

// Wraps at 100 columns, and indents every line.
std::string paragraph(std::string_view text, std::size_t indent) {
  constexpr std::size_t kWidth = 100;
  std::string out, line;
  const auto flush = [&] {
    if (!line.empty()) out += std::string(indent, ' ') + line + "\n";
    line.clear();
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && indent + line.size() + 1 + word.size() > kWidth) flush();
    if (!line.empty()) line += ' ';
    line += word;
  }
  flush();
  return out;
}

// Code keeps its lines.
std::string code(std::string_view text) {
  std::string out = "    ";
  for (char c : text) {
    out += c;
    if (c == '\n') out += "    ";
  }
  return out + "\n";
}

const ir::DiagnosticRow* find_row(std::string_view name) {
  for (const auto* rows : {&front_end_rows(), &refusal_rows(), &ir::diagnostic_rows()})
    for (const ir::DiagnosticRow& candidate : *rows)
      if (candidate.name == name) return &candidate;
  return nullptr;
}

// "{}" is a hole for a reader of the table; "..." is one for a user.
std::string with_dots(std::string_view text) {
  std::string out(text);
  for (std::size_t at = out.find("{}"); at != std::string::npos; at = out.find("{}", at))
    out.replace(at, 2, "...");
  return out;
}

}  // namespace

const std::vector<ir::DiagnosticRow>& front_end_rows() {
  static const std::vector<ir::DiagnosticRow> rows{
#define GRADC_DIAGNOSTIC(name, text, explanation, example, cure) {#name, text, explanation, example, cure},
#include "tool/base/diagnostics.def"
#undef GRADC_DIAGNOSTIC
  };
  return rows;
}

const ir::DiagnosticRow& row(DiagnosticId id) { return front_end_rows()[static_cast<std::size_t>(id)]; }

std::string explain(std::string_view name) {
  const ir::DiagnosticRow* found = find_row(name);
  if (!found) return {};
  return fmt::format("error: {} [{}]\n\n{}\nexample:\n{}\ncure:\n{}", with_dots(found->text), found->name,
                     paragraph(found->explanation, 0), code(found->example), paragraph(found->cure, 4));
}

std::vector<std::string> diagnostic_names() {
  std::vector<std::string> names;
  for (const auto* rows : {&front_end_rows(), &refusal_rows(), &ir::diagnostic_rows()})
    for (const ir::DiagnosticRow& candidate : *rows) names.emplace_back(candidate.name);
  return names;
}

}  // namespace tool
