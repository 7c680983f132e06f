// What wrt(...) and stop(...) name: parameters, members of them, and labels of the body.
#include <algorithm>

#include "tool/lowering.h"

namespace tool {
namespace {

std::string joined(const std::vector<std::string>& parts, const char* separator) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : separator) + part;
  return text;
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
  for (std::size_t i = 1; i < path.parts.size(); ++i) {
    std::size_t skipped = 0;
    const CppType* next = nullptr;
    std::vector<std::string> members;
    std::vector<CppType::Member> known = found->type->members;
    if (found->type->is_plural()) {
      known.clear();
      for (std::int64_t k = 0; found->type->packed && k < found->type->count; ++k)
        known.push_back({std::to_string(k), found->type->item, nullptr, false});
    }
    for (const CppType::Member& member : known) {
      members.push_back("'" + member.name + "'");
      if (member.name == path.parts[i]) {
        next = member.type;
        break;
      }
      skipped += leaf_count(*member.type);
    }
    if (!next) {
      refuse(at, {}, Refusal::wrt_unknown, path.text(), word,
             members.empty()
                 ? fmt::format("no members in '{}'", path.parts[i - 1])
                 : fmt::format("the members {} in '{}'", joined(members, ", "), path.parts[i - 1]));
      return std::nullopt;
    }
    if (!found->leaves.empty()) {
      const auto begin = found->leaves.begin() + static_cast<std::ptrdiff_t>(skipped);
      found->leaves = {begin, begin + static_cast<std::ptrdiff_t>(leaf_count(*next))};
    }
    found->type = next;
  }
  if (word == "wrt" && !holds_floating(*found->type)) {
    refuse(at, {}, Refusal::wrt_not_floating, path.text(), found->type->name);
    return std::nullopt;
  }
  Selection selected = selection(path.parts, *found->type, found->leaves, at);
  selected.item.sparse = path.sparse;
  using Form = codegen::CppValue::Form;
  const codegen::CppValue& value = selected.item.value;
  if (path.sparse && ((value.form != Form::tensor && value.form != Form::view) || value.leaf.rank() == 0)) {
    refuse(at, {}, Refusal::wrt_not_sparse, path.text(), found->type->name);
    return std::nullopt;
  }
  return selected;
}

void Lowering::select_all() {
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    if (parameters_[i].type && holds_floating(*parameters_[i].type))
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
  for (auto& [name, label] : labels_)
    for (const Cell& leaf : label.leaves) result_.labels[name].push_back(leaf.value);
}

void Lowering::check_overlaps() {
  for (std::size_t i = 0; i < result_.wrt.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const auto &a = result_.wrt[k].item.path, &b = result_.wrt[i].item.path;
      const std::size_t shared = std::min(a.size(), b.size());
      if (!std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(shared), b.begin())) continue;
      refuse(result_.wrt[i].at, {}, Refusal::wrt_repeated, joined(a, "."), joined(b, "."));
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
