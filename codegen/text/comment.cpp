#include "codegen/text/comment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codegen/interface/location.h"

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

void add_once(std::vector<std::string>& to, const std::string& each) {
  if (std::find(to.begin(), to.end(), each) == to.end()) to.push_back(each);
}

// "model.cpp:3, 4": the file is named once.
std::string listed(const std::vector<std::string>& places) {
  std::string out, file;
  for (const std::string& place : places) {
    const std::size_t colon = std::min(place.find_last_of(':'), place.size() - 1);
    if (!out.empty()) out += ", ";
    out += place.substr(0, colon) == file ? place.substr(colon + 1) : place;
    file = place.substr(0, colon);
  }
  return out;
}

}  // namespace

std::string source_places(const Frame& frame, const std::vector<ir::OpId>& ops) {
  std::vector<std::string> places, derived;
  for (ir::OpId id : ops)
    if (const std::string place = place_name(frame.module, frame.function[id].loc); !place.empty())
      add_once(frame.function[id].derived ? derived : places, place);
  const std::string of_derived = derived.empty() ? "" : fmt::format("{} of {}", frame.signature.derived, listed(derived));
  return listed(places) + (places.empty() || derived.empty() ? "" : "; ") + of_derived;
}

void Commentator::operator()(Emitter& out, const std::vector<ir::OpId>& here) {
  std::vector<ir::OpId> ops = std::move(waiting_);
  waiting_.clear();
  ops.insert(ops.end(), here.begin(), here.end());
  // The text of a statement that has been given already is its place.
  std::vector<std::string> lines, again, derived, all;
  for (ir::OpId id : ops) {
    const ir::Op& op = frame_.function[id];
    const std::string place = place_name(frame_.module, op.loc);
    if (place.empty()) continue;
    const std::string text = comment_text(frame_.module.location(op.loc)->text);
    const std::string line = text.empty() ? place : fmt::format("{}  {}", place, text);
    if (op.derived)
      add_once(derived, place);
    else if (frame_.said.contains(line))
      add_once(again, place);
    else
      add_once(lines, line);
    add_once(all, op.derived ? "derivative of " + place : place);
  }
  if (all.empty() || all == last_) return;
  last_ = frame_.last_said = all;
  const std::size_t before = frame_.said.size();
  frame_.said.insert(lines.begin(), lines.end());
  for (const std::string& place : derived) frame_.said.insert("derivative of " + place);
  const bool is_new = frame_.said.size() > before;
  if (!derived.empty()) again.push_back(fmt::format("{} of {}", frame_.signature.derived, fmt::join(derived, ", ")));
  if (!again.empty()) lines.push_back(fmt::format("{}", fmt::join(again, ", ")));
  if (is_new) out.blank_line();
  for (const std::string& line : lines) out("// $line$", {{"line", line}});
}

}  // namespace codegen
