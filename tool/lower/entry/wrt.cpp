// What wrt(...) and stop(...) name: parameters, members of them, and labels of the body.
#include <algorithm>

#include "codegen/interface/items.h"
#include "ir/kind.h"
#include "tool/lower/entry/lowering.h"

namespace tool {
namespace {

std::string joined(const std::vector<std::string>& parts, const char* separator) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : separator) + part;
  return text;
}

bool is_number(const std::string& part) { return part[0] >= '0' && part[0] <= '9'; }

// As many as the function is given.
bool has_elements(const CppType& type) { return type.form == CppType::Form::vector || type.is_counted(); }

// The parts that a path can name, in the order of the leaves.
std::vector<CppType::Member> parts_of(const CppType& type) {
  if (type.form == CppType::Form::tuple || has_elements(type)) return {};
  if (!type.packed) return type.members;
  std::vector<CppType::Member> items;
  for (std::int64_t i = 0; i < type.count; ++i) items.push_back({std::to_string(i), type.item, nullptr, false});
  return items;
}

bool has_name(const CppType::Member& member, const std::string& name) {
  return member.name == name || std::any_of(member.others.begin(), member.others.end(), [&](const clang::FieldDecl* other) { return other->getName() == name; });
}

std::string what_it_has(const CppType& type, const std::vector<CppType::Member>& parts) {
  if (has_elements(type)) return "elements, [0] and so on,";
  if (parts.empty()) return "no members";
  if (type.form == CppType::Form::array) return fmt::format("the elements [0] to [{}]", type.count - 1);
  std::vector<std::string> names;
  for (const CppType::Member& part : parts) names.push_back("'" + part.name + "'");
  return "the members " + joined(names, ", ");
}

bool overlap(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const auto shared = static_cast<std::ptrdiff_t>(std::min(a.size(), b.size()));
  return std::equal(a.begin(), a.begin() + shared, b.begin(), b.begin() + shared);
}

}  // namespace

std::optional<Root> Lowering::root(const std::string& name) {
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    if (result_.primal.parameters[i].name == name) return parameters_[i];
  const auto label = labels_.find(name);
  if (label == labels_.end()) return std::nullopt;
  Root found{label->second.type, {}};
  for (const Cell& leaf : label->second.leaves) found.leaves.push_back(leaf.value);
  return found;
}

std::string Lowering::known_names() {
  std::vector<std::string> parameters, labels;
  for (const codegen::Parameter& parameter : result_.primal.parameters)
    parameters.push_back("'" + parameter.name + "'");
  for (const auto& [name, label] : labels_) labels.push_back("'" + name + "'");
  std::string text = parameters.empty() ? "no parameters" : "the parameters " + joined(parameters, ", ");
  return text + (labels.empty() ? " and no labels" : " and the labels " + joined(labels, ", "));
}

// An element of a vector is taken out at the start, where a request names it, and put back, so that all that follows
// takes this value.
void Lowering::take_elements(const Frame& frame) {
  std::vector<Path> paths = request_.items.wrt.value_or(std::vector<Path>{});
  paths.insert(paths.end(), request_.items.stop.begin(), request_.items.stop.end());
  for (const Path& path : paths) {
    std::size_t parameter = 0;
    while (parameter < parameters_.size() && result_.primal.parameters[parameter].name != path.parts[0]) ++parameter;
    if (parameter == parameters_.size() || !parameters_[parameter].type) continue;
    Cell* at = &resolved(*frame.variables.at(request_.definition->getParamDecl(parameters_[parameter].index)));
    if (at->type && at->type->form == CppType::Form::pointer && at->target) at = &resolved(*at->target);
    bool in_vector = false;
    for (std::size_t i = 1; i < path.parts.size() && at; ++i) {
      const CppType& whole = *at->type;
      const std::vector<CppType::Member> known = parts_of(whole);
      const auto next = std::find_if(known.begin(), known.end(),
                                     [&](const CppType::Member& member) { return has_name(member, path.parts[i]); });
      const bool is_vector = has_elements(whole) && is_number(path.parts[i]);
      in_vector = in_vector || is_vector;
      if (next == known.end() && !is_vector)
        at = nullptr;
      else if (is_vector || whole.form == CppType::Form::array)
        at = &resolved(*element_at(*at, this->whole(std::stoll(path.parts[i]))));
      else
        at = &resolved(*part_of(*at, static_cast<std::size_t>(next - known.begin()), next->type));
    }
    if (!at || !in_vector || !at->type) continue;  // select says what is wrong
    CalleeForm form;
    form.kind = ir::Kind::Label;
    Cell element = apply_to_leaves(form, read(*at), {{"label", path.text()}}, "");
    write(*at, element);
    elements_[path.text()] = {signature_leaves(element), at->type, at_};
  }
}

Selection Lowering::selection(const std::vector<std::string>& path, const CppType& type,
                              std::vector<ir::ValueId> leaves, clang::SourceLocation at) {
  std::vector<ir::Type> leaf_types;
  for (ir::ValueId leaf : leaves) leaf_types.push_back(function_[leaf].type);
  // Of a signature alone, types without extents.
  if (leaves.empty() && type.is_leaf())
    leaf_types.push_back({type.element, ir::Shape(static_cast<std::size_t>(type.rank)), 0});
  leaf_types.resize(leaf_count(type));
  for (ir::ValueId& leaf : leaves)
    if (!ir::is_differentiable(function_[leaf].type.element)) leaf = {};
  return {{path, describe(type, leaf_types), std::vector<int>(leaf_types.size(), -1), false},
          std::move(leaves),
          at};
}

std::optional<Selection> Lowering::select(const Path& path, std::string_view word) {
  const clang::SourceLocation at =
      request_.at.isValid() ? request_.item_location(path.offset) : request_.definition->getLocation();
  auto found = root(path.parts[0]);
  if (!found) {
    refuse(at, {}, Refusal::wrt_unknown, path.text(), word, known_names());
    return std::nullopt;
  }
  if (!found->type) return std::nullopt;  // its type was refused
  std::vector<std::string> parts = path.parts;  // with the first name of each member that has several
  for (std::size_t i = 1; i < path.parts.size(); ++i) {
    const CppType& whole = *found->type;
    if (has_elements(whole) && is_number(path.parts[i])) {
      found->type = whole.item;
      found->leaves.clear();
      continue;
    }
    const std::vector<CppType::Member> known = parts_of(whole);
    const auto next = std::find_if(known.begin(), known.end(),
                                   [&](const CppType::Member& member) { return has_name(member, path.parts[i]); });
    if (next == known.end()) {
      const std::vector<std::string> before(path.parts.begin(), path.parts.begin() + static_cast<std::ptrdiff_t>(i));
      refuse(at, {}, Refusal::wrt_unknown, path.text(), word,
             fmt::format("{} in '{}'", what_it_has(whole, known), codegen::expression_of(before)));
      return std::nullopt;
    }
    if (!found->leaves.empty()) {
      auto begin = found->leaves.begin();
      for (auto member = known.begin(); member != next; ++member)
        begin += static_cast<std::ptrdiff_t>(leaf_count(*member->type));
      found->leaves = {begin, begin + static_cast<std::ptrdiff_t>(leaf_count(*next->type))};
    }
    found->type = next->type;
    parts[i] = next->name;
  }
  if (const auto element = elements_.find(path.text()); element != elements_.end()) {
    for (const Cell& leaf : element->second.leaves) found->leaves.push_back(leaf.value);
  } else if (labels_.count(path.parts[0]) && found->leaves.empty()) {
    refuse(at, {}, Refusal::wrt_unknown, path.text(), word,
           fmt::format("no elements of a std::vector that a label names; label the element itself instead of '{}'",
                       path.parts[0]));
    return std::nullopt;
  }
  if (word == "wrt" && !holds_floating(*found->type)) {
    refuse(at, {}, Refusal::wrt_not_floating, path.text(), found->type->name);
    return std::nullopt;
  }
  Selection selected = selection(parts, *found->type, found->leaves, at);
  selected.item.sparse = path.sparse;
  using Form = codegen::CppValue::Form;
  const codegen::CppValue& value = selected.item.value;
  if (path.sparse && ((value.form != Form::tensor && value.form != Form::view) || value.leaf.rank() == 0)) {
    refuse(at, {}, Refusal::wrt_not_sparse, path.text(), found->type->name);
    return std::nullopt;
  }
  return selected;
}

// What the definition gives no name has no influence, which is no mistake.
void Lowering::select_all() {
  const auto is_named = [&](const Root& one) { return !request_.definition->getParamDecl(one.index)->getName().empty(); };
  const bool take_unnamed = request_.items.unconnected != Unconnected::error;
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    if (parameters_[i].type && holds_floating(*parameters_[i].type) && (take_unnamed || is_named(parameters_[i])))
      result_.wrt.push_back(selection({result_.primal.parameters[i].name}, *parameters_[i].type,
                                      parameters_[i].leaves, request_.at));
  const bool known =
      std::all_of(parameters_.begin(), parameters_.end(), [](const Root& one) { return one.type; });
  if (result_.wrt.empty() && known)
    refuse(request_.definition->getLocation(), {}, Refusal::wrt_nothing, request_.function);
}

void Lowering::select_wrt() {
  if (!request_.items.wrt) select_all();
  for (const Path& path : request_.items.wrt.value_or(std::vector<Path>{}))
    if (auto selected = select(path, "wrt")) result_.wrt.push_back(std::move(*selected));
  for (const Path& path : request_.items.stop)
    if (auto selected = select(path, "stop")) result_.stop.push_back(std::move(*selected));
  check_overlaps();
  check_each();
  for (auto& [name, label] : labels_)
    for (const Cell& leaf : label.leaves) result_.labels[name].push_back(leaf.value);
}

// Those of each(...) are parameters of types that have a form for many.
void Lowering::check_each() {
  for (const Path& path : request_.items.each) {
    const clang::SourceLocation at =
        request_.at.isValid() ? request_.item_location(path.offset) : request_.definition->getLocation();
    const auto& parameters = result_.primal.parameters;
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const codegen::Parameter& parameter) { return parameter.name == path.parts[0]; });
    if (found == parameters.end())
      refuse(at, {}, Refusal::each_parameter, path.text(), fmt::format("is no parameter; the function has {}", known_names()));
    else if (const std::string why = codegen::why_no_items(found->value); !why.empty())
      refuse(at, {}, Refusal::each_parameter, path.text(), why);
  }
  if (request_.items.each.empty()) return;
  for (const Selection& selected : result_.wrt)
    if (selected.item.sparse)
      refuse(selected.at, {}, Refusal::each_parameter, selected.item.expression(), "would be summed over the items, which 'as sparse' is not");
}

void Lowering::check_overlaps() {
  for (std::size_t i = 0; i < result_.wrt.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const codegen::WrtItem &a = result_.wrt[k].item, &b = result_.wrt[i].item;
      if (overlap(a.path, b.path))
        refuse(result_.wrt[i].at, {}, Refusal::wrt_repeated, a.expression(), b.expression());
      else if (overlap(a.members(), b.members()))
        refuse(result_.wrt[i].at, {}, Refusal::wrt_clash, a.expression(), b.expression(), joined(a.members(), "."));
    }
}

// Labels are not known without the body: what is no parameter is left out.
void Lowering::select_signature() {
  if (!request_.items.wrt) return select_all();
  for (const Path& path : *request_.items.wrt)
    if (root(path.parts[0]))
      if (auto selected = select(path, "wrt")) result_.wrt.push_back(std::move(*selected));
}

}  // namespace tool
