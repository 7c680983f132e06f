#include "codegen/interface/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace codegen {
namespace {

// Keywords, names that standard headers define as macros, and the namespaces that generated code names.
constexpr std::array kReserved = std::to_array<std::string_view>({
    "alignas",       "alignof",      "and",
    "and_eq",        "asm",          "assert",
    "auto",          "bitand",       "bitor",
    "bool",          "break",        "case",
    "catch",         "char",         "char16_t",
    "char32_t",      "char8_t",      "class",
    "co_await",      "co_return",    "co_yield",
    "compl",         "concept",      "const",
    "const_cast",    "consteval",    "constexpr",
    "constinit",     "continue",     "decltype",
    "default",       "delete",       "do",
    "double",        "dynamic_cast", "else",
    "enum",          "errno",        "explicit",
    "export",        "extern",       "false",
    "float",         "for",          "friend",
    "goto",          "gradc",        "if",
    "inline",        "int",          "linux",
    "long",          "major",        "minor",
    "mutable",       "namespace",    "new",
    "noexcept",      "not",          "not_eq",
    "nullptr",       "operator",     "or",
    "or_eq",         "private",      "protected",
    "public",        "register",     "reinterpret_cast",
    "requires",      "return",       "short",
    "signed",        "sizeof",       "static",
    "static_assert", "static_cast",  "std",
    "stderr",        "stdin",        "stdout",
    "struct",        "switch",       "template",
    "this",          "thread_local", "throw",
    "true",          "try",          "typedef",
    "typeid",        "typename",     "union",
    "unix",          "unsigned",     "using",
    "virtual",       "void",         "volatile",
    "wchar_t",       "while",        "xor",
    "xor_eq",
});
static_assert(std::is_sorted(kReserved.begin(), kReserved.end()));

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || is_upper(c) || is_digit(c) || c == '_'; }

// A word in capitals may be a macro: EOF, NAN. W1 is a matrix.
bool like_macro(std::string_view name) {
  return std::count_if(name.begin(), name.end(), is_upper) > 2 &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_upper(c) || is_digit(c) || c == '_'; });
}

}  // namespace

std::string identifier(std::string_view text) {
  if (text.starts_with("std::")) text.remove_prefix(5);
  std::string out;
  for (char c : text) {
    if (is_letter(c) && c != '_')
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';
  }
  while (out.ends_with('_')) out.pop_back();
  if (out.empty()) return "t";
  return is_digit(out[0]) ? "v" + out : out;
}

std::string part_name(std::string_view expression) {
  const std::size_t end = expression.find(')');
  if (!expression.starts_with("(&") && !expression.starts_with("(*")) return std::string(expression);
  const std::string_view object = expression.substr(2, expression.find_first_of("[)") - 2);
  return std::string(object) + std::string(expression.substr(end + 1));
}

std::string stem(std::string_view written) {
  const std::string named = part_name(written);
  const std::string_view expression = named;
  const std::size_t dot = expression.find_last_of('.');
  const std::string_view last = dot == std::string_view::npos ? expression : expression.substr(dot + 1);
  return std::all_of(last.begin(), last.end(), is_letter) ? identifier(last) : identifier(expression);
}

std::vector<std::string> longer_stems(std::string_view expression, const std::string& prefix, const std::string& suffix) {
  std::vector<std::string> out;
  const std::string shortest = stem(expression);
  for (std::size_t dot = expression.rfind('.'); dot != std::string_view::npos && dot > 0;) {
    dot = expression.rfind('.', dot - 1);
    const std::string name = identifier(dot == std::string_view::npos ? expression : expression.substr(dot + 1));
    if (name != shortest) out.push_back(prefix + name + suffix);
  }
  if (const std::string whole = identifier(expression); out.empty() && whole != shortest) out.push_back(prefix + whole + suffix);
  return out;
}

std::vector<std::string> longer_value_identifiers(std::string_view name, const std::string& suffix) {
  const bool is_adjoint = name.ends_with("_bar") && name.size() > 4;
  return longer_stems(is_adjoint ? name.substr(0, name.size() - 4) : name, is_adjoint ? "d_" : "", suffix);
}

std::string value_identifier(std::string_view name) {
  if (name.empty()) return {};
  if (name.ends_with("_bar") && name.size() > 4) return "d_" + stem(name.substr(0, name.size() - 4));
  return stem(name);
}

std::string literal(const std::string& text) {
  std::string made = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') made += fmt::format("\\{}", c);
    else if (c == '\n') made += "\\n";
    else if (code < 0x20 || code >= 0x7f || c == '?') made += fmt::format("\\{:03o}", code);  // '?': trigraphs
    else made += c;
  }
  return made + '"';
}

bool is_word(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_letter); }

bool Names::taken(const std::string& name) const {
  if (own_.contains(name)) return true;
  if (outer_) return outer_->taken(name);
  return std::binary_search(kReserved.begin(), kReserved.end(), name) || like_macro(name);
}

// Numbers that a scope around has given are taken here: inner scopes go on from there.
int& Names::number_of(const std::string& wish) {
  const auto [number, added] = last_number_.try_emplace(wish, 0);
  for (const Names* around = outer_; added && around; around = around->outer_)
    if (const auto found = around->last_number_.find(wish); found != around->last_number_.end()) {
      number->second = found->second;
      break;
    }
  return number->second;
}

std::string Names::fresh(const std::string& asked, const std::vector<std::string>& others, bool for_all) {
  const auto is_taken = [&](const std::string& each) { return taken(each) || (for_all && ever_->contains(each)); };
  std::string wish = asked;
  if (like_macro(wish))
    for (char& c : wish) c = is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  std::string name = wish;
  for (const std::string& other : others)
    if (is_taken(name) && !like_macro(other) && !is_taken(other)) name = other;
  for (int& number = number_of(wish); is_taken(name);) {
    number = std::max(number + 1, 2);
    name = fmt::format("{}_{}", wish, number);
  }
  reserve(name);
  return name;
}

std::string Names::index() {
  for (const char letter : std::string_view("ijklmnpq"))
    if (const std::string name(1, letter); !taken(name)) return reserve(name), name;
  return fresh("i");
}

std::string Names::numbered(const std::string& prefix) {
  std::string name;
  int& number = number_of(prefix + "#");
  do name = fmt::format("{}{}", prefix, ++number);
  while (taken(name));
  reserve(name);
  return name;
}

}  // namespace codegen
