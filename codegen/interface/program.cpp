#include "codegen/interface/program.h"

#include <fmt/format.h>

namespace codegen {
namespace {

bool is_number(const std::string& part) { return part[0] >= '0' && part[0] <= '9'; }

}  // namespace

std::string expression_of(const std::vector<std::string>& path) {
  std::string text;
  for (const std::string& part : path)
    text += is_number(part) ? fmt::format("[{}]", part) : (text.empty() ? "" : ".") + part;
  return text;
}

std::string Parameter::object(const std::string& by_name) const {
  if (is_address) return fmt::format("(*{})", by_name);
  if (value.form != CppValue::Form::pointer || value.leaf.extents.size() < 2) return by_name;
  std::string first = by_name;
  for (std::size_t axis = 0; axis < value.leaf.extents.size(); ++axis) first += "[0]";
  return fmt::format("(&{})", first);
}

const Parameter* Primal::parameter(const std::string& by_name) const {
  for (const Parameter& one : parameters)
    if (one.name == by_name) return &one;
  return nullptr;
}

std::vector<std::string> WrtItem::members() const {
  std::vector<std::string> names;
  for (const std::string& part : path) {
    if (is_number(part))
      names.back() += "_" + part;
    else
      names.push_back(part);
  }
  return names;
}

std::string declared(const std::string& type, const std::string& name) {
  std::size_t inside = type.find("(&)");
  if (inside == type.npos) inside = type.find("(*)");
  return inside == type.npos ? fmt::format("{} {}", type, name) : std::string(type).insert(inside + 2, name);
}

bool is_reference(const std::string& type) { return type.ends_with('&') || type.find("(&)") != type.npos; }

bool has_rows(const std::string& type) { return type.find("(*)") != type.npos; }

}  // namespace codegen
