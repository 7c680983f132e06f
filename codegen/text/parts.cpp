#include "codegen/text/parts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "codegen/text/emitter.h"

namespace codegen {
namespace {

// Lines of code. g++ takes a second for some 400 at -O2, and in one function ten times as long for three times as many.
constexpr int kWhole = 500, kPart = 200, kLeast = 20;
constexpr std::string_view kOpening = "gradc::part([&] {", kClosing = "});", kUnused = "[[maybe_unused]] ";

// A variable of a type that can be left without a value.
struct Variable {
  std::string type, name, value;
};

struct Piece {  // a statement
  std::string comments;  // the lines before it
  std::string code;
  int lines = 0;  // of code, of which those in parts inside of it are one each
  std::optional<Variable> variable;
  bool stays = false;
};

std::size_t word_end(std::string_view text, std::size_t at) {
  while (at < text.size() && (is_word(text.substr(at, 1)) || text[at] == ':')) ++at;
  return at;
}

// The end of a type at the beginning of a line: a qualified name with its arguments.
std::size_t type_end(std::string_view line) {
  std::size_t end = word_end(line, 0);
  if (end < line.size() && line[end] == '<') {
    int depth = 0;
    do depth += line[end] == '<' ? 1 : line[end] == '>' ? -1 : 0;
    while (++end < line.size() && depth > 0);
  }
  return end;
}

bool is_number_type(std::string_view type) {
  return type == "double" || type == "float" || type == "bool" || type == "gradc::half" || type == "gradc::bfloat16" ||
         type.starts_with("std::int") || type.starts_with("std::uint") || type.starts_with("std::complex<");
}

// "const double x = 1;", "float sum;", "const float* const row = x + i;"
std::optional<Variable> variable_of(std::string_view line) {
  std::string type;
  if (line.starts_with("const ")) line.remove_prefix(6), type = "const ";
  std::size_t end = type_end(line);
  const bool is_pointer = end < line.size() && line[end] == '*';
  if (!is_pointer && (!is_number_type(line.substr(0, end)) || end == line.size())) return std::nullopt;
  if (is_pointer) ++end;
  type = (is_pointer ? type : "") + std::string(line.substr(0, end));
  line.remove_prefix(std::min(line.size(), end));
  if (line.starts_with(" const ")) line.remove_prefix(6);
  if (!line.starts_with(' ')) return std::nullopt;
  line.remove_prefix(1);
  const std::size_t name = word_end(line, 0);
  Variable variable{std::move(type), std::string(line.substr(0, name)), ""};
  line.remove_prefix(name);
  if (line.starts_with(" = "))
    variable.value = line.substr(3);
  else if (line == "{};")
    variable.value = line;
  else if (line != ";")
    return std::nullopt;
  return is_word(variable.name) ? std::optional(std::move(variable)) : std::nullopt;
}

// Two words, or a type and a name: anything that is declared.
bool is_declaration(std::string_view line) {
  const std::size_t end = type_end(line);
  if (end == 0 || end == line.size()) return false;
  const std::size_t next = line.find_first_not_of(" *&", end);
  return next != std::string_view::npos && next > end && is_word(line.substr(next, 1));
}

// Whether a statement may leave the scope, which as a part of a function it can't. What a loop leaves is the loop.
bool leaves_scope(std::string_view statement) {
  const auto mentioned = words(statement);
  const bool is_loop = statement.starts_with("for (") || statement.starts_with("while (");
  return mentioned.contains("return") || mentioned.contains("goto") || (!is_loop && (mentioned.contains("break") || mentioned.contains("continue")));
}

std::string_view without_comment(std::string_view line) {
  line = line.substr(0, comment_of(line));
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

class Reader {
 public:
  std::vector<Piece> read(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      line(text.substr(0, end));
      text.remove_prefix(end);
    }
    finish();
    return std::move(all_);
  }

 private:
  void line(std::string_view line) {
    const std::string_view text = line.substr(0, line.find('\n'));
    const std::size_t indentation = indentation_of(text);
    const bool is_blank = indentation == text.size();
    const bool is_outermost = !is_blank && indentation == 0 && text[0] != '}';
    if (is_complete_ && is_outermost) finish();
    if (is_blank) {
      blank_ += line;
      return;
    }
    const std::string_view code = without_comment(text.substr(indentation));
    std::string& to = one_.code.empty() && code.empty() ? one_.comments : one_.code;
    (one_.code.empty() ? one_.comments : one_.code) += blank_;
    blank_.clear();
    to += line;
    if (code.empty()) return;
    count(indentation, code);
    is_complete_ = code.ends_with(';') || code.ends_with('}');
  }

  void count(std::size_t indentation, std::string_view code) {
    if (!part_) ++one_.lines;
    if (!part_ && code == kOpening)
      part_ = indentation;
    else if (part_ == indentation && code == kClosing)
      part_.reset();
  }

  void finish() {
    const std::string_view code(one_.code), first = code.substr(0, code.find('\n'));
    std::string_view statement = without_comment(first);
    if (statement.starts_with(kUnused)) statement.remove_prefix(kUnused.size());
    if (first.size() + 1 == code.size()) one_.variable = variable_of(statement);
    if (one_.variable && !one_.variable->value.empty()) one_.variable->value += first.substr(without_comment(first).size());
    one_.stays = code.starts_with('#') || (is_declaration(statement) && !one_.variable) || leaves_scope(code);
    if (!one_.code.empty() || !one_.comments.empty()) all_.push_back(std::move(one_));
    one_ = {};
    is_complete_ = false;
  }

  std::vector<Piece> all_;
  Piece one_;
  std::string blank_;
  bool is_complete_ = false;
  std::optional<std::size_t> part_;  // the indentation of the part that is being read
};

struct Group {
  std::size_t first, last;  // statements, the last not included
  int lines = 0;
  bool is_part = false;
};

std::vector<Group> groups_of(const std::vector<Piece>& statements) {
  std::vector<Group> groups;
  bool joins = false;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const Piece& one = statements[i];
    if (!joins || one.stays || groups.back().lines + one.lines > kPart) groups.push_back({i, i});
    groups.back().last = i + 1;
    groups.back().lines += one.lines;
    joins = !one.stays;
  }
  for (Group& group : groups) group.is_part = !statements[group.first].stays && group.lines >= kLeast;
  return groups;
}

// What is declared in a part, and read in another.
class Shared {
 public:
  Shared(const std::vector<Piece>& statements, const std::vector<Group>& groups, Names& names) : structure_(names.fresh_for_all("shared")) {
    // A scope that ended before may have used the same name.
    std::map<std::string, std::size_t, std::less<>> made;
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (std::size_t i = groups[g].first; i < groups[g].last; ++i) {
        for (const std::string& word : words(statements[i].code))
          if (const auto found = made.find(word); found != made.end() && found->second != g) names_.insert(word);
        if (groups[g].is_part && statements[i].variable) made.emplace(statements[i].variable->name, g);
      }
  }

  // Statements in their order.
  void write(const Piece& one, Emitter& out) {
    if (!one.variable || !names_.contains(one.variable->name)) {
      out("$comments$\n$code$", {{"comments", one.comments}, {"code", renamed(one.code)}});
      return;
    }
    const auto& [type, name, value] = *one.variable;
    out("$comments$", {{"comments", one.comments}});
    if (!value.empty()) out("$structure$.$name$ = $value$", {{"structure", structure_}, {"name", name}, {"value", renamed(value)}});
    members_[type].push_back(name);
    known_.insert(name);
  }

  std::string declaration() const {
    Emitter members, out;
    for (const auto& [type, names] : members_)
      members("$members$", {{"members", wrapped(type + " ", names, type.ends_with('*') ? ", *" : ",", ";", 2)}});
    if (members.empty()) return "";
    out("struct {  // what more than one part reads\n  $members$\n} $structure$;", {{"members", members.text()}, {"structure", structure_}});
    return out.text();
  }

 private:
  std::string renamed(const std::string& code) const {
    return with_words(code, [&](std::string_view word) { return (known_.contains(word) ? structure_ + "." : "") + std::string(word); });
  }

  std::string structure_;
  std::set<std::string, std::less<>> names_, known_;        // all, and those that have been declared
  std::map<std::string, std::vector<std::string>> members_;  // by type
};

}  // namespace

std::string in_parts(const std::string& text, Names& names) {
  const std::vector<Piece> statements = Reader().read(text);
  int lines = 0;
  for (const Piece& one : statements) lines += one.lines;
  const std::vector<Group> groups = groups_of(statements);
  if (lines <= kWhole || std::none_of(groups.begin(), groups.end(), [](const Group& group) { return group.is_part; })) return text;

  Shared shared(statements, groups, names);
  Emitter parts, out;
  for (const Group& group : groups) {
    Emitter part;
    for (std::size_t i = group.first; i < group.last; ++i) shared.write(statements[i], part);
    if (group.is_part) {
      parts.blank_line();
      parts("$opening$\n  $part$\n$closing$", {{"opening", kOpening}, {"part", part.text()}, {"closing", kClosing}});
    } else {
      parts("$part$", {{"part", part.text()}});
    }
  }
  out("$declaration$\n$parts$", {{"declaration", shared.declaration()}, {"parts", parts.text()}});
  return out.text();
}

}  // namespace codegen
