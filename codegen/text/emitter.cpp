#include "codegen/text/emitter.h"

#include <algorithm>
#include <vector>

#include "ir/check.h"

namespace codegen {

namespace {

// Behind the string that begins there.
std::size_t string_end(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

}  // namespace

std::size_t indentation_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

std::size_t comment_of(std::string_view line) {
  for (std::size_t at = 0; at < line.size(); at = line[at] == '"' ? string_end(line, at) : at + 1)
    if (line.substr(at).starts_with("//")) return at;
  return line.size();
}

namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string_view filling(std::string_view name, Emitter::Holes holes) {
  for (const auto& [hole, text] : holes)
    if (hole == name) return text;
  GRADC_CHECK(!"a hole of a template has no text");
  return {};
}

// Where a line of code may be broken: after a comma or operator, outside of strings; inside of as few brackets as there is
// a place in the latter part of what fits.
std::size_t break_place(std::string_view line, std::size_t columns) {
  std::size_t place = std::string_view::npos;
  int depth = 0, least = 0;
  for (std::size_t i = indentation_of(line); i < line.size() && i < columns; ++i) {
    if (line[i] == '"') i = string_end(line, i) - 1;
    if (line[i] == '(' || line[i] == '{' || line[i] == '[') ++depth;
    if (line[i] == ')' || line[i] == '}' || line[i] == ']') --depth;
    if (line[i] != ' ' || std::string_view(",+*?:/<>=&|").find(line[i - 1]) == std::string_view::npos) continue;
    if (place != std::string_view::npos && place > columns * 3 / 4 && depth > least) continue;
    place = i;
    least = depth;
  }
  return place;
}

// A check is one line, but for one that no screen holds.
std::size_t columns_of(std::string_view line) {
  constexpr std::size_t kColumns = 130, kColumnsOfCheck = 180;
  line.remove_prefix(indentation_of(line));
  return line.starts_with("gradc::require") || line.starts_with("gradc::check_ind") ? kColumnsOfCheck : kColumns;
}

// One statement: a line, or a loop that has no braces.
bool is_statement(const std::vector<std::string>& lines, std::size_t indentation) {
  if (lines.empty() || indentation_of(lines[0]) != indentation || lines[0].substr(indentation).starts_with("//")) return false;
  if (lines.size() == 1) return lines[0].ends_with(";");
  return !lines[0].ends_with("{") && lines[0].substr(indentation).starts_with("for (") &&
         std::all_of(lines.begin() + 1, lines.end(), [&](const std::string& line) { return indentation_of(line) > indentation; });
}

// The lines from `at` to `end` with loops of one statement as people write them: without braces, on one line where that fits.
std::vector<std::string> plain_loops(const std::vector<std::string_view>& lines, std::size_t at, std::size_t end) {
  std::vector<std::string> out;
  for (; at < end; ++at) {
    const std::string_view line = lines[at];
    const std::size_t indentation = indentation_of(line);
    out.emplace_back(line);
    if (!line.substr(indentation).starts_with("for (") || !line.ends_with(") {")) continue;
    std::size_t close = at + 1;
    while (close < end && (indentation_of(lines[close]) != indentation || lines[close].substr(indentation) != "}")) ++close;
    const std::vector<std::string> body = plain_loops(lines, at + 1, close);
    at = close;
    const bool is_one = is_statement(body, indentation + 2);
    if (is_one) out.back() = line.substr(0, line.size() - 2);
    const bool is_loop = is_one && body[0].substr(indentation + 2).starts_with("for (");
    if (is_one && !is_loop && out.back().size() + body[0].size() - indentation - 1 <= columns_of(line)) {
      out.back() += body[0].substr(indentation + 1);
      continue;
    }
    out.insert(out.end(), body.begin(), body.end());
    if (!is_one) out.push_back(std::string(indentation, ' ') + "}");
  }
  return out;
}

// The text of a template's lines, without the first line break and shared indentation.
std::vector<std::string_view> template_lines(std::string_view text) {
  if (text.starts_with('\n')) text.remove_prefix(1);
  const std::size_t last = text.find_last_not_of(' ');
  if (last != std::string_view::npos && text[last] == '\n') text = text.substr(0, last + 1);
  std::vector<std::string_view> lines = split_lines(text);
  std::size_t shared = std::string_view::npos;
  for (std::string_view line : lines)
    if (indentation_of(line) < line.size()) shared = std::min(shared, indentation_of(line));
  for (std::string_view& line : lines) line.remove_prefix(std::min(shared, line.size()));
  return lines;
}

}  // namespace

void Emitter::operator()(std::string_view text, Holes holes) {
  for (std::string_view each : template_lines(text)) line(each, holes);
}

void Emitter::blank_line() {
  if (text_.empty() || text_.ends_with("\n\n") || text_.ends_with("{\n")) return;
  text_ += '\n';
}

void Emitter::line(std::string_view text, Holes holes) {
  const std::size_t first = indentation_of(text);
  const bool alone =
      text.size() > first + 2 && text[first] == '$' && text.find('$', first + 1) == text.size() - 1;
  if (alone) {
    const std::string_view name = text.substr(first + 1, text.size() - first - 2);
    for (std::string_view each : split_lines(filling(name, holes))) append(text.substr(0, first), each);
    return;
  }
  std::string filled;
  for (std::size_t i = first; i < text.size(); ++i) {
    if (text[i] != '$') {
      filled += text[i];
      continue;
    }
    const std::size_t end = text.find('$', i + 1);
    GRADC_CHECK(end != std::string_view::npos);
    if (end == i + 1)
      filled += '$';
    else
      filled += filling(text.substr(i + 1, end - i - 1), holes);
    i = end;
  }
  append(text.substr(0, first), filled);
}

void Emitter::append(std::string_view indentation, std::string_view text) {
  if (!text.empty()) {
    text_.append(static_cast<std::size_t>(2 * depth_), ' ');
    text_ += indentation;
    text_ += text;
  }
  text_ += '\n';
}

std::string wrapped(const std::string& head, const std::vector<std::string>& items,
                    const std::string& separator, const std::string& tail, int depth) {
  const std::size_t columns = static_cast<std::size_t>(130 - 2 * depth);
  std::string out, line = head;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = items[i] + (i + 1 < items.size() ? separator : tail);
    const bool first =
        line.size() == head.size() && (out.empty() || line.find_first_not_of(' ') == std::string::npos);
    if (!first && line.size() + 1 + item.size() > columns) {
      out += line + "\n";
      line = std::string(head.size(), ' ') + item;
    } else {
      line += (first ? "" : " ") + item;
    }
  }
  return items.empty() ? head + tail : out + line;
}

std::string with_arrows(const std::string& text) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t at; (at = text.find("(*", done)) != std::string::npos;) {
    const std::size_t end = text.find_first_of(").( ", at + 2);
    const bool is_arrow = end != std::string::npos && text.compare(end, 2, ").") == 0;
    out += text.substr(done, at - done) + (is_arrow ? text.substr(at + 2, end - at - 2) + "->" : "(*");
    done = is_arrow ? end + 2 : at + 2;
  }
  return out + text.substr(done);
}

std::string folded(std::string_view text) {
  std::string out;
  const std::vector<std::string_view> lines = split_lines(text);
  for (const std::string& line : plain_loops(lines, 0, lines.size())) {
    std::string rest(line);
    const std::size_t columns = columns_of(line);
    const std::string deeper(indentation_of(line) + 4, ' ');
    const bool comment = rest.find("//") != std::string::npos || rest.starts_with('#');
    for (std::size_t at; !comment && rest.size() > columns; rest = deeper + rest.substr(at + 1)) {
      at = break_place(rest, columns);
      if (at == std::string_view::npos || at <= deeper.size()) break;
      out += rest.substr(0, at) + "\n";
    }
    out += rest + "\n";
  }
  return out;
}

namespace {

// Calls f with each word that is neither a member nor a part of a qualified name (std::max does not mention `std`,
// nor `max`), outside of comments and strings, until it gives true.
template <class F>
bool any_word(std::string_view text, F f) {
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (text[at] == '"') {
      at = string_end(text, at);
    } else if (is_word(text[at])) {
      std::size_t end = at;
      while (end < text.size() && is_word(text[end])) ++end;
      const bool alone = (at == 0 || (text[at - 1] != '.' && text[at - 1] != ':')) &&
                         !text.substr(end).starts_with("::");
      if (alone && f(text.substr(at, end - at))) return true;
      at = end;
    } else {
      ++at;
    }
  }
  return false;
}

}  // namespace

std::set<std::string, std::less<>> words(std::string_view text) {
  std::set<std::string, std::less<>> out;
  any_word(text, [&](std::string_view word) {
    if (!out.contains(word)) out.emplace(word);
    return false;
  });
  return out;
}

bool mentions(std::string_view text, std::string_view identifier) {
  return any_word(text, [&](std::string_view word) { return word == identifier; });
}

std::string with_words(std::string_view text, const std::function<std::string(std::string_view)>& named) {
  std::string out;
  std::size_t done = 0;
  any_word(text, [&](std::string_view word) {
    const auto at = static_cast<std::size_t>(word.data() - text.data());
    out += text.substr(done, at - done);
    out += named(word);
    done = at + word.size();
    return false;
  });
  return out += text.substr(done);
}

std::string quoted(const std::string& text) { return '"' + text + '"'; }

std::string comma_where(const std::string& place) { return place.empty() ? "" : ", " + quoted(place); }

}  // namespace codegen
