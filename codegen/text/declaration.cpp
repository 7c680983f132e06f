#include "codegen/text/declaration.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "codegen/text/emitter.h"

namespace codegen {
namespace {

constexpr std::string_view kInline = "inline ";

}  // namespace

std::string parameter_list(const std::string& head, const std::vector<Formal>& parameters,
                           const std::string& tail) {
  std::vector<std::string> out;
  for (const Formal& p : parameters) out.push_back(declared(p.type, p.name));
  return wrapped(head, out, ",", tail);
}

std::string argument_list(const std::vector<Formal>& parameters) {
  std::vector<std::string> out;
  for (const Formal& p : parameters) out.push_back(p.name);
  return fmt::format("{}", fmt::join(out, ", "));
}

std::string definition(const std::string& head, const std::vector<Formal>& parameters,
                       const std::string& body) {
  std::vector<Formal> out;
  for (Formal formal : parameters) {
    if (!mentions(body, formal.name)) formal.name = fmt::format("/*{}*/", formal.name);
    out.push_back(std::move(formal));
  }
  return parameter_list(head + "(", out, ") {");
}

std::vector<Formal> filling_parameters(const Signature& s, std::string_view runtime) {
  std::vector<Formal> all = s.parameters;
  all.push_back({s.result + "&", s.out});
  all.push_back({fmt::format("{}::Workspace&", runtime), s.workspace});
  return all;
}

std::string opened(const std::string& name_space) {
  if (name_space.find(kInline) == std::string::npos) return fmt::format("namespace {} {{", name_space);
  std::string text;  // one by one, as `namespace a::inline b` is C++20
  for (std::size_t at = 0; at < name_space.size();) {
    const std::size_t end = std::min(name_space.find("::", at), name_space.size());
    std::string part = name_space.substr(at, end - at);
    const bool is_inline = part.starts_with(kInline);
    if (is_inline) part.erase(0, kInline.size());
    text += fmt::format("{}{}namespace {} {{", text.empty() ? "" : " ", is_inline ? kInline : "", part);
    at = end + 2;
  }
  return text;
}

std::string closed(const std::string& name_space) {
  const std::string open = opened(name_space);
  std::string plain = name_space;
  for (std::size_t at; (at = plain.find(kInline)) != std::string::npos;) plain.erase(at, kInline.size());
  return std::string(static_cast<std::size_t>(std::count(open.begin(), open.end(), '{')), '}') +
         "  // namespace " + plain;
}

}  // namespace codegen
