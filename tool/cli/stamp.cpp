#include "tool/cli/stamp.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA256.h>

#include <map>
#include <set>
#include <string_view>

#include "tool/base/options.h"

namespace tool {
namespace {

constexpr std::string_view kHead = "// gradc ";

// The first line, the line of the stamp where there is one, and the rest.
struct Parts {
  std::string first, stamp, rest;
};
Parts parts_of(const std::string& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string::npos) return {text, {}, {}};
  Parts parts{text.substr(0, end + 1), {}, text.substr(end + 1)};
  if (!parts.rest.starts_with(kHead)) return parts;
  const std::size_t next = std::min(parts.rest.find('\n'), parts.rest.size() - 1) + 1;
  parts.stamp = parts.rest.substr(0, next);
  parts.rest.erase(0, next);
  return parts;
}

// What a stamp says: "version", "source", "headers", "options" and "text", those that are there.
std::map<std::string, std::string> fields_of(const std::string& stamp) {
  std::map<std::string, std::string> fields;
  if (stamp.empty()) return fields;
  llvm::SmallVector<llvm::StringRef> items;
  llvm::StringRef(stamp).drop_front(kHead.size()).trim().split(items, ", ");
  fields["version"] = items.front().str();
  for (llvm::StringRef item : llvm::ArrayRef(items).drop_front()) {
    const auto [name, value] = item.split(' ');
    fields[name.str()] = value.str();
  }
  return fields;
}

std::string stamp_of(const std::optional<Origin>& origin, const std::string& text) {
  std::string line = fmt::format("{}{}", kHead, kVersion);
  if (origin)
    line +=
        fmt::format(", source {}, headers {}, options {}", origin->source, origin->headers, origin->options);
  return line + fmt::format(", text {}\n", hash_of(text));
}

// The definitions of macros among the flags, `-DNAME=value` and `-UNAME`, whose names are among the words. A
// value that holds a path differs from machine to machine.
std::string definitions_in(const std::vector<std::string>& flags, const std::set<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const llvm::StringRef flag = flags[i];
    if (!flag.starts_with("-D") && !flag.starts_with("-U")) continue;
    const bool separate = flag.size() == 2 && i + 1 < flags.size();
    const llvm::StringRef definition = separate ? llvm::StringRef(flags[++i]) : flag.drop_front(2);
    const auto [name, value] = definition.split('=');
    if (!words.count(name.split('(').first.str())) continue;
    out +=
        fmt::format("{}{}\n", flag.take_front(2).str(), value.contains('/') ? name.str() : definition.str());
  }
  return out;
}

std::set<std::string> lines_of(const std::string& text) {
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).split(lines, '\n');
  std::set<std::string> out;
  for (llvm::StringRef line : lines) out.insert(line.trim().str());
  return out;
}

}  // namespace

std::string hash_of(llvm::StringRef text) {
  const std::array<std::uint8_t, 32> hash =
      llvm::SHA256::hash(llvm::ArrayRef(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  return llvm::toHex(llvm::ArrayRef(hash.data(), 8), /*LowerCase=*/true);
}

// In a directive the blank after a macro's name and the end of the line have a meaning; both are kept there.
std::string tokens_of(llvm::StringRef text, const clang::LangOptions& language) {
  const std::string copy = text.str();  // ends in a null, as the lexer wants it
  clang::Lexer lexer(clang::SourceLocation(), language, copy.data(), copy.data(), copy.data() + copy.size());
  std::string out;
  bool in_directive = false;
  for (;;) {
    clang::Token token;
    lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof)) return out;
    if (token.isAtStartOfLine()) {
      if (in_directive) out += "\n";
      in_directive = token.is(clang::tok::hash);
    }
    if (in_directive && token.hasLeadingSpace()) out += " ";
    const char* end = lexer.getBufferLocation();
    for (const char* c = end - token.getLength(); c != end; ++c)
      if (*c != '\r') out += *c;
    out += "\n";
  }
}

Origin origin_of(const Source& source, const std::vector<const Source*>& others, const std::string& options,
                 const std::vector<std::string>& flags) {
  std::string own, headers;
  std::set<std::string> seen;
  const auto read = [&](const Source& from, bool is_other) {
    const clang::SourceManager& sources = from.source_manager();
    for (clang::FileID file : from.own_files) {
      const std::string tokens = tokens_of(sources.getBufferData(file), from.ast().getLangOpts());
      const bool is_source = file == sources.getMainFileID() && !is_other;
      if (is_source)
        own = tokens;
      else if (seen.insert(tokens).second)
        headers += hash_of(tokens) + "\n";
    }
  };
  read(source, false);
  for (const Source* other : others) read(*other, true);
  std::set<std::string> words = lines_of(own);
  for (const std::string& tokens : seen) words.merge(lines_of(tokens));
  return {hash_of(own), hash_of(headers), hash_of(options + definitions_in(flags, words))};
}

std::string stamped(const std::string& text, const std::optional<Origin>& origin) {
  const std::size_t end = text.find('\n') + 1;
  return text.substr(0, end) + stamp_of(origin, text) + text.substr(end);
}

std::string why_stale(const std::string& found, const std::string& wanted, const std::string& source) {
  if (found == wanted) return {};
  const Parts old_parts = parts_of(found), new_parts = parts_of(wanted);
  if (new_parts.stamp.empty()) return fmt::format("it is not what gradc makes of {} now", source);
  std::map<std::string, std::string> before = fields_of(old_parts.stamp), now = fields_of(new_parts.stamp);
  if (!before.count("text"))
    return "its head does not say what it was made from, so it was not written by this gradc";
  std::vector<std::string> reasons;
  if (before["text"] != hash_of(old_parts.first + old_parts.rest)) reasons.push_back("it was edited by hand");
  if (before["version"] != now["version"])
    reasons.push_back(
        fmt::format("gradc {} wrote it, and this is gradc {}", before["version"], now["version"]));
  const bool tells = before.count("source") != 0;
  if (tells && before["source"] != now["source"]) reasons.push_back(source + " has changed");
  if (tells && before["headers"] != now["headers"])
    reasons.push_back(fmt::format("a file that {} includes or takes functions from has changed", source));
  if (tells && before["options"] != now["options"]) reasons.push_back("it was made with other options");
  if (!reasons.empty()) return fmt::format("{}", fmt::join(reasons, ", and "));
  if (!tells) return fmt::format("{}, a file that it includes, or an option has changed", source);
  return fmt::format("lines of {} have moved, or the flags for the compiler are others", source);
}

}  // namespace tool
