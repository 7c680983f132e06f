#include "codegen/interface/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>

#include "ir/check.h"

namespace codegen {
namespace {

// `path` are the vectors that the value lies in, outermost first; the last is the way to it. `items` are those around it.
void collect(const CppValue& value, const std::vector<std::string>& path, const CppValue* items, std::vector<Leaf>& out) {
  const bool is_stacked = items && value.has_constant_extents();
  if (value.is_leaf()) out.push_back({path[0], &value, {path.begin() + 1, path.end()}, is_stacked, is_stacked && items->is_counted()});
  for (const auto& [name, inner, hidden] : value.members) {
    std::vector<std::string> inside = path;
    if (value.is_vector())
      inside.push_back("$");
    else
      inside.back() = member_of(value, path.back(), name);
    collect(inner, inside, value.form == CppValue::Form::items ? &value : value.form == CppValue::Form::vector ? nullptr : items, out);
  }
}

}  // namespace

std::string cpp_element(ir::ElementType element) {
  // In the order of ElementType.
  constexpr std::array kNames = std::to_array<std::string_view>(
      {"gradc::half", "gradc::bfloat16", "float", "double", "std::complex<float>", "std::complex<double>",
       "std::int8_t", "std::int16_t", "std::int32_t", "std::int64_t", "std::uint8_t", "std::uint16_t",
       "std::uint32_t", "std::uint64_t", "bool", "gradc::Any"});
  const auto index = static_cast<std::size_t>(element);
  GRADC_CHECK(index < kNames.size());
  return std::string(kNames[index]);
}

std::string view_type(const ir::Type& type, bool constant) {
  return fmt::format("gradc::View<{}{}, {}>", constant ? "const " : "", cpp_element(type.element), type.rank());
}

std::string sequence_type(const ir::Type& type) {
  if (type == ir::sequence_of_any()) return "gradc::Kept";
  return fmt::format("gradc::Sequence<{}>", sequence_value_type(type));
}

std::string sequence_value_type(const ir::Type& type) {
  ir::Type value = type;
  --value.sequence_depth;
  if (!value.is_tensor()) return sequence_type(value);
  const std::string element = cpp_element(value.element);
  return value.is_scalar() ? element : fmt::format("gradc::View<{}, {}>", element, value.rank());
}

bool is_plain(const std::string& type, ir::ElementType element) {
  return ir::is_differentiable(element) || type == cpp_element(element) || "std::" + type == cpp_element(element) ||
         (element == ir::ElementType::i32 && type == "int") || (element == ir::ElementType::i64 && type == "long");
}

bool CppValue::has_constant_extents() const {
  const auto is_constant = [](const ir::Extent& extent) { return extent.constant().has_value(); };
  return form == Form::scalar || form == Form::numbers || (form == Form::list && !type.starts_with("std::vector")) ||
         ((form == Form::static_tensor || form == Form::eigen) && std::all_of(leaf.extents.begin(), leaf.extents.end(), is_constant));
}

const CppValue* CppValue::part(const std::string& name) const {
  for (const Member& member : members)
    if (is_vector() || member.name == name) return &member.value;
  return nullptr;
}

namespace {

// "Point_x_" for "&Point::x_".
std::string tag_of(const std::string& hidden) {
  std::string tag;
  for (const char c : hidden.substr(1)) {
    if (std::isalnum(static_cast<unsigned char>(c)))
      tag += c;
    else if (tag.empty() || tag.back() != '_')
      tag += '_';
  }
  return tag;
}

void collect_hidden(const CppValue& value, std::set<std::string>& hidden) {
  for (const CppValue::Member& member : value.members) {
    if (!member.hidden.empty()) hidden.insert(member.hidden);
    collect_hidden(member.value, hidden);
  }
}

}  // namespace

std::string member_of(const CppValue& value, const std::string& expression, const std::string& name) {
  switch (value.form) {
    case CppValue::Form::tuple:
      return fmt::format("std::get<{}>({})", name, expression);
    case CppValue::Form::array:
      return fmt::format("{}[{}]", expression, name);
    default:
      break;
  }
  for (const CppValue::Member& member : value.members)
    if (member.name == name && !member.hidden.empty()) return fmt::format("({}.*member_of({}()))", expression, tag_of(member.hidden));
  return fmt::format("{}.{}", expression, name);
}

std::string initial_of(const CppValue& value) { return value.initial.empty() ? "{}" : " = " + value.initial; }

std::string revealed_members(const std::vector<const CppValue*>& values, const std::string& text) {
  std::set<std::string> hidden;
  for (const CppValue* value : values) collect_hidden(*value, hidden);
  std::string tags;
  for (const std::string& member : hidden) {
    const std::string tag = tag_of(member);
    if (text.find(fmt::format("member_of({}())", tag)) == std::string::npos) continue;
    tags += fmt::format("struct {0} {{\n  friend constexpr auto member_of({0});\n}};\ntemplate struct Revealed<{0}, {1}>;\n", tag, member);
  }
  if (tags.empty()) return {};
  return fmt::format(R"(namespace {{

// Private members of classes: an explicit instantiation may name them.
template <class Tag, auto member>
struct Revealed {{
  friend constexpr auto member_of(Tag) {{ return member; }}
}};
{}
}}  // namespace)", tags);
}

std::vector<Leaf> leaves(const CppValue& value, const std::string& expression) {
  std::vector<Leaf> out;
  collect(value, {expression}, nullptr, out);
  return out;
}

std::size_t leaf_count(const CppValue& value) { return leaves(value, "").size(); }

CppValue indexed_slices(const CppValue& tensor) {
  using Form = CppValue::Form;
  const std::string element = cpp_element(tensor.leaf.element);
  const int rank = tensor.leaf.rank();
  const CppValue size{Form::scalar, "std::int64_t", ir::scalar(ir::ElementType::i64), {}};
  CppValue extents{Form::array, "gradc::Shape", {}, {}};
  for (int axis = 0; axis < rank; ++axis) extents.members.push_back({fmt::to_string(axis), size});
  const auto pieces = [](const std::string& type, const ir::Type& leaf) {
    return CppValue{Form::vector, type, {}, {{"[]", {Form::tensor, type, leaf, {}}}}};
  };
  return {Form::structure,
          fmt::format("gradc::IndexedSlices<{}, {}>", element, rank),
          {},
          {{"dense_shape", extents},
           {"indices", pieces("gradc::Tensor<std::int64_t, 1>", {ir::ElementType::i64, {0}, 0})},
           {"values", pieces(fmt::format("gradc::Tensor<{}, {}>", element, rank), tensor.leaf)}}};
}

ir::Type Leaf::type() const {
  ir::Type type = value->leaf;
  if (stacked)
    type.extents.insert(type.extents.begin(), 0);
  else
    type.sequence_depth = static_cast<int>(elements.size());
  return type;
}

std::vector<NamedLeaf> named_leaves(const CppValue& value, const std::string& name) {
  if (value.is_leaf()) {
    if (!ir::is_differentiable(value.leaf.element)) return {};
    return {{name, &value}};
  }
  std::vector<NamedLeaf> all;
  for (const auto& [member, inner, hidden] : value.members) {
    std::string own = value.form == CppValue::Form::tuple ? "out" + member : member;
    if (value.form == CppValue::Form::array && name.empty()) own = "element" + member;
    if (value.is_vector()) own.clear();
    const char* between = name.empty() || own.empty() ? "" : "_";
    for (NamedLeaf leaf : named_leaves(inner, fmt::format("{}{}{}", name, between, own))) {
      leaf.vectors += value.form == CppValue::Form::vector;
      leaf.stacked += value.form == CppValue::Form::items;
      all.push_back(leaf);
    }
  }
  return all;
}

namespace {

bool can_be_list(const CppValue& value, bool integers) {
  using Form = CppValue::Form;
  if ((value.form != Form::vector && value.form != Form::array) || value.members.empty()) return false;
  const CppValue& number = value.members[0].value;
  if (number.form != Form::scalar) return false;
  const bool is_integer = integers && ir::is_integer(number.leaf.element) && is_plain(number.type, number.leaf.element);
  return ir::is_differentiable(number.leaf.element) || is_integer;
}

CppValue with_lists(const CppValue& value, const std::function<bool(const Way&)>& is_meant, bool integers, Way& way) {
  if (can_be_list(value, integers) && (!is_meant || is_meant(way))) {
    const bool is_array = value.form == CppValue::Form::array;
    const ir::Extent n = is_array ? static_cast<std::int64_t>(value.members.size()) : 0;
    return {CppValue::Form::list, value.type, {value.members[0].value.leaf.element, {n}, 0}, {}};
  }
  CppValue now = value;
  if (value.is_vector()) return now;
  for (CppValue::Member& member : now.members) {
    way.push_back(member.name);
    member.value = with_lists(member.value, is_meant, integers, way);
    way.pop_back();
  }
  return now;
}

void collect_lists(const CppValue& before, const CppValue& now, std::size_t& next, std::vector<ListedLeaves>& lists) {
  if (now.form == CppValue::Form::list && before.form != now.form) {
    lists.push_back({next, leaf_count(before), before.form == CppValue::Form::vector});
    next += lists.back().count;
  } else if (now.is_leaf()) {
    ++next;
  } else {
    for (std::size_t i = 0; i < now.members.size(); ++i)
      collect_lists(before.members[i].value, now.members[i].value, next, lists);
  }
}

}  // namespace

CppValue with_lists(const CppValue& value, const std::function<bool(const Way&)>& is_meant, bool integers) {
  Way way;
  return with_lists(value, is_meant, integers, way);
}

std::vector<ListedLeaves> listed_leaves(const CppValue& before, const CppValue& with_lists) {
  std::vector<ListedLeaves> lists;
  std::size_t next = 0;
  collect_lists(before, with_lists, next, lists);
  return lists;
}

CppValue batched(const CppValue& value, const std::string& type) {
  CppValue all{CppValue::Form::structure, type, {}, {}};
  for (const NamedLeaf& leaf : named_leaves(value, "")) {
    CppValue several = block_value(leaf.value->leaf.element, leaf.rank() + 1, leaf.vectors);
    if (leaf.name.empty()) return several;
    all.members.push_back({leaf.name, std::move(several)});
  }
  return all;
}

CppValue block_value(ir::ElementType element, int rank, int vectors) {
  if (vectors > 0) {
    const CppValue inner = block_value(element, rank, vectors - 1);
    return {CppValue::Form::vector, fmt::format("std::vector<{}>", inner.type), {}, {{"[]", inner}}};
  }
  const std::string number = cpp_element(element);
  const ir::Type type{element, ir::Shape(static_cast<std::size_t>(rank)), 0};
  if (rank == 0) return {CppValue::Form::scalar, number, type, {}};
  return {CppValue::Form::tensor, fmt::format("gradc::Tensor<{}, {}>", number, rank), type, {}};
}

}  // namespace codegen
