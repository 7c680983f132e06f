#include "codegen/comment.h"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

// The text of a source line as a comment holds it: on one line, not ending in a backslash.
std::string comment_text(const std::string& text) {
  std::string out;
  for (char c : text) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space) out += c;
    if (space && !out.empty() && out.back() != ' ') out += ' ';
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == '\\' || out.back() == ';')) out.pop_back();
  constexpr std::size_t kLongest = 96;
  if (out.size() > kLongest) out = out.substr(0, out.find_last_of(' ', kLongest)) + " ...";
  return out;
}

}  // namespace

void Commentator::operator()(Emitter& out, const std::vector<ir::OpId>& here) {
  std::vector<ir::OpId> ops = std::move(waiting_);
  waiting_.clear();
  ops.insert(ops.end(), here.begin(), here.end());
  std::vector<std::string> lines;
  std::string derived;
  for (ir::OpId id : ops) {
    const ir::Op& op = frame_.function[id];
    const std::string place = place_name(frame_.module, op.loc);
    if (place.empty()) continue;
    const std::string text = comment_text(frame_.module.location(op.loc)->text);
    std::string line = op.derived ? place : fmt::format("{}{}{}", place, text.empty() ? "" : "  ", text);
    if (op.derived && derived.find(place) == std::string::npos)
      derived += (derived.empty() ? "" : ", ") + place;
    if (!op.derived && std::find(lines.begin(), lines.end(), line) == lines.end())
      lines.push_back(std::move(line));
  }
  if (!derived.empty()) lines.push_back(fmt::format("{} of {}", frame_.signature.derived, derived));
  if (lines.empty() || lines == last_) return;
  last_ = lines;
  out.blank_line();
  for (const std::string& line : lines) out("// $line$", {{"line", line}});
}

}  // namespace codegen
