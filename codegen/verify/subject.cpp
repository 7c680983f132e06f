#include "codegen/verify/subject.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "codegen/interface/names.h"
#include "codegen/text/emitter.h"
#include "ir/check.h"
#include "ir/op.h"

namespace codegen {
namespace {

using Form = CppValue::Form;

const CppValue& argument_at(const Primal& primal, const std::vector<std::string>& path) {
  const CppValue* value = nullptr;
  for (const Parameter& parameter : primal.parameters)
    if (parameter.name == path[0]) value = &parameter.value;
  for (std::size_t depth = 1; value && depth < path.size(); ++depth) value = value->part(path[depth]);
  GRADC_CHECK(value);
  return *value;
}

void collect_parts(const CppValue& value, const std::string& expression, std::vector<std::string>& out) {
  const auto below = leaves(value, expression);
  const bool any = std::any_of(below.begin(), below.end(), [](const Leaf& leaf) {
    return ir::is_differentiable(leaf.value->leaf.element);
  });
  if (!any) return;
  if (value.is_leaf() || value.is_vector()) return out.push_back(expression);
  for (const CppValue::Member& member : value.members)
    collect_parts(member.value, member_of(value, expression, member.name), out);
}

}  // namespace

namespace {

// A pointer to the first of the elements of a tensor or vector, which are arrays of these extents.
std::string first_of(const std::string& object, ir::ElementType element, const ir::Shape& extents) {
  std::string rows;
  for (const ir::Extent& extent : extents) rows += fmt::format("[{}]", *extent.constant());
  return rows.empty() ? object + ".data()" : fmt::format("reinterpret_cast<{} (*){}>({}.data())", cpp_element(element), rows, object);
}

// What a function is given for a value of that form, or for one by its address: of arrays in an array a pointer to those.
std::string address_of(const std::string& object, const CppValue& value, bool is_address, bool is_pointer, bool has_rows) {
  if (is_address) return "&" + object;
  const ir::Type& leaf = value.leaf;
  if (value.form == CppValue::Form::items) {
    const ir::Type& item = value.part("")->leaf;
    return first_of(object, item.element, has_rows ? item.extents : ir::Shape{});
  }
  if (!is_pointer && value.form != CppValue::Form::pointer) return object;
  return first_of(object, leaf.element, {leaf.extents.begin() + 1, leaf.extents.end()});
}

// By the arguments.
std::string extent_in(const ir::Extent& extent) {
  return extent.cpp([](const std::string& symbol) {
    if (symbol.starts_with('%')) return fmt::format("static_cast<std::int64_t>(in.{})", symbol.substr(1));
    const std::size_t axis = symbol.rfind('.');
    return fmt::format("in.{}.extent({})", symbol.substr(0, axis), symbol.substr(axis + 1));
  });
}

}  // namespace

std::string Subject::scope() const {
  std::string plain = primal().name_space;
  constexpr std::string_view kInline = "inline ";
  for (std::size_t at; (at = plain.find(kInline)) != std::string::npos;) plain.erase(at, kInline.size());
  return plain.empty() ? "::" : plain + "::";
}

std::vector<Formal> Subject::formals() const {
  // The generated functions begin with the parameters of the function itself.
  std::vector<Formal> all = (*interfaces)[0].functions[0].parameters;
  all.resize(primal().parameters.size());
  return all;
}

std::string Subject::arguments() const {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < primal().parameters.size(); ++i) all.push_back(argument(i));
  return fmt::format("{}", fmt::join(all, ", "));
}

std::string Subject::argument(std::size_t i) const {
  const Parameter& parameter = primal().parameters[i];
  return address_of("in." + formals()[i].name, parameter.value, parameter.is_address, false, has_rows(parameter.declared_type));
}

std::string Subject::value_type() const {
  const bool is_in_namespace = primal().has_outputs() && !primal().name_space.empty();
  return (is_in_namespace ? scope() : "") + primal().result.type;
}

// Outputs begin as what is passed, or as large as they become.
std::string Subject::value() const {
  if (!primal().has_outputs()) return call(primal().name);
  Emitter out;
  out("[&] {");
  out.indent();
  out("$type$ out;", {{"type", value_type()}});
  std::vector<std::string> given;
  for (const Primal::Passed& one : primal().passed) {
    const std::string object = fmt::format("{}.{}", one.is_output ? "out" : "in", one.name);
    given.push_back(address_of(object, *(one.is_output ? primal().result.part(one.name) : &primal().parameter(one.name)->value), one.is_address, one.is_pointer, one.has_rows));
    if (one.is_output && one.is_input) out("out.$name$ = in.$name$;", {{"name", one.name}});
    if (!one.is_output || one.is_input || (!one.is_pointer && !one.count)) continue;
    if (one.count) {
      out("out.$name$.resize(static_cast<std::size_t>($count$));", {{"name", one.name}, {"count", extent_in(*one.count)}});
      continue;
    }
    std::vector<std::string> extents;
    for (const ir::Extent& extent : primal().result.part(one.name)->leaf.extents) extents.push_back(extent_in(extent));
    out("out.$name$.resize({$extents$});", {{"name", one.name}, {"extents", fmt::format("{}", fmt::join(extents, ", "))}});
  }
  out("$result$$scope$$name$($given$);", {{"result", primal().result.part("result") ? "out.result = " : ""},
                                           {"scope", scope()},
                                           {"name", primal().name},
                                           {"given", fmt::format("{}", fmt::join(given, ", "))}});
  out("return out;");
  out.dedent();
  out("}()");
  return out.text();
}

std::string Subject::call(const std::string& name) const {
  return fmt::format("{}{}({})", scope(), name, arguments());
}

bool is_label(const Primal& primal, const WrtItem& item) {
  return std::none_of(primal.parameters.begin(), primal.parameters.end(),
                      [&](const Parameter& parameter) { return parameter.name == item.path[0]; });
}

std::string label_of(const Subject& subject) {
  for (const WrtItem& item : subject.request->derivatives[0].wrt)
    if (is_label(subject.primal(), item)) return item.path[0];
  return {};
}

bool takes_tangents(DerivativeKind kind) {
  return kind == DerivativeKind::jvp || kind == DerivativeKind::hvp || kind == DerivativeKind::jvp_batch;
}

bool compares_batches(const Subject& subject) {
  const auto holds_vectors = [](const CppValue& value) {
    const std::vector<NamedLeaf> named = named_leaves(with_lists(value), "");
    return std::any_of(named.begin(), named.end(), [](const NamedLeaf& leaf) { return leaf.vectors + leaf.stacked > 0; });
  };
  for (const Derivative& derivative : subject.request->derivatives)
    for (const WrtItem& item : derivative.wrt)
      if (holds_vectors(item.value)) return false;
  const std::vector<Moved> inputs = moved(subject);
  return !holds_vectors(subject.primal().result) &&
         std::all_of(inputs.begin(), inputs.end(), [](const Moved& input) { return input.is_whole; });
}

bool has_free_extents(const Primal& primal) {
  for (const Parameter& parameter : primal.parameters)
    for (const Leaf& leaf : leaves(parameter.value, "")) {
      const ir::Shape& shape = leaf.value->leaf.extents;
      if (!leaf.elements.empty()) return true;
      if (std::any_of(shape.begin(), shape.end(), [](const ir::Extent& e) { return !e.constant(); }))
        return true;
    }
  return false;
}

std::vector<std::string> parts_of(const CppValue& value, const std::string& expression) {
  std::vector<std::string> parts;
  collect_parts(with_lists(value), expression, parts);
  return parts;
}

std::string place_in(const std::string& prefix, const std::string& expression) {
  std::size_t at = 0;
  while (expression[at] == '(' || expression.compare(at, 9, "std::get<") == 0) at = expression.find('(', at) + 1;
  return std::string(expression).insert(at, prefix);
}

std::string coarsest_type(const ir::Module& module, ir::FunctionId start) {
  std::set<ir::FunctionId> seen;
  std::vector<ir::FunctionId> waiting{start};
  bool any_float = false, any_half = false, any_brain = false;
  while (!waiting.empty()) {
    const ir::FunctionId id = waiting.back();
    waiting.pop_back();
    if (!seen.insert(id).second) continue;
    for (const ir::Value& value : module[id].values) {
      const ir::ElementType e = value.type.element;
      any_float = any_float || e == ir::ElementType::f32 || e == ir::ElementType::c64;
      any_half = any_half || e == ir::ElementType::f16;
      any_brain = any_brain || e == ir::ElementType::bf16;
    }
    for (const ir::Op& op : module[id].ops)
      if (op.callee.valid()) waiting.push_back(op.callee);
  }
  return any_brain ? "gradc::bfloat16" : any_half ? "gradc::half" : any_float ? "float" : "double";
}

std::string member_of_grad(const WrtItem& item) { return fmt::format("{}", fmt::join(item.members(), ".")); }

std::vector<Moved> moved(const Subject& subject) {
  // Reverse mode knows which leaves have a derivative; forward mode takes a tangent for each.
  const auto& all = subject.request->derivatives;
  const auto is_forward = [](const Derivative& d) {
    return d.kind == DerivativeKind::jvp || d.kind == DerivativeKind::jvp_batch;
  };
  auto chosen = std::find_if_not(all.begin(), all.end(), is_forward);
  if (chosen == all.end()) chosen = all.begin();
  std::vector<Moved> inputs;
  for (const WrtItem& item : chosen->wrt) {
    if (item.left_out || is_label(subject.primal(), item)) continue;
    const CppValue& value = item.sparse ? argument_at(subject.primal(), item.path) : item.value;
    Moved input{item.expression(), member_of_grad(item), {}, true, value.form == CppValue::Form::items};
    const std::vector<std::string> parts = parts_of(value, input.path);
    std::set<std::string> with, without;
    std::size_t k = 0;
    for (const Leaf& leaf : leaves(value, input.path)) {
      const bool connected = item.sparse || k >= item.leaf_index.size() || item.leaf_index[k] >= 0;
      ++k;
      if (!ir::is_differentiable(leaf.value->leaf.element) || !leaf.elements.empty()) continue;
      for (const std::string& part : parts)  // an element of a list, or a part itself
        if (leaf.expression == part || leaf.expression.starts_with(part + "[")) (connected ? with : without).insert(part);
    }
    for (const std::string& part : parts)
      if (with.count(part) || !without.count(part)) input.parts.push_back(part);
    input.is_whole = input.parts.size() == parts.size();
    if (!input.parts.empty()) inputs.push_back(std::move(input));
  }
  return inputs;
}

std::string listed(const std::vector<Moved>& inputs, const std::string& prefix, bool of_results) {
  std::vector<std::string> all;
  for (const Moved& input : inputs) {
    const std::string& name = of_results ? input.member : input.path;
    if (input.is_whole) all.push_back(prefix + name);
    for (std::string part : input.parts)
      if (!input.is_whole) all.push_back(place_in(prefix, part.replace(part.find(input.path), input.path.size(), name)));
  }
  return fmt::format("{}", fmt::join(all, ", "));
}

}  // namespace codegen
