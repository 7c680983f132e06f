#include "codegen/text/call.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/plan/schedule.h"
#include "codegen/text/inner.h"
#include "codegen/text/sequence.h"
#include "codegen/text/values.h"

namespace codegen {
namespace {

void collect(const ir::Module& module, ir::FunctionId id, Callees& callees, Names& names) {
  for (const ir::Op& op : module[id].ops) {
    if (!op.callee.valid() || callees.contains(op.callee)) continue;
    callees[op.callee] = names.fresh(inner_wish(module[op.callee]));
    collect(module, op.callee, callees, names);
  }
}

std::string view_type(const ir::Type& type, bool constant) {
  return fmt::format("gradc::View<{}{}, {}>", constant ? "const " : "", cpp_element(type.element), type.rank());
}

std::string argument_type(const ir::Type& type) {
  if (type.is_scalar()) return cpp_element(type.element);
  return fmt::format("const {}&", type.is_tensor() ? view_type(type, true) : sequence_type(type));
}

std::string result_type(const ir::Type& type) {
  if (type.is_scalar()) return cpp_element(type.element) + "&";
  return type.is_tensor() ? fmt::format("const {}&", view_type(type, false)) : sequence_type(type) + "&";
}

Place place_of(const std::string& name, const ir::Type& type) {
  return {name, type.is_scalar() ? CppValue::Form::scalar : CppValue::Form::view, cpp_element(type.element)};
}

}  // namespace

bool gives_kept(const ir::Function& function, const std::vector<ir::ValueId>& values) {
  return std::any_of(values.begin(), values.end(), [&](ir::ValueId value) { return function[value].type.element == ir::ElementType::any; });
}

Callees callees_of(const ir::Module& module, const std::vector<ir::FunctionId>& functions) {
  Callees callees;
  Names names;
  for (ir::FunctionId id : functions) collect(module, id, callees, names);
  return callees;
}

bool acts(const ir::Module& module, ir::FunctionId id) {
  if (acts_within(module[id], module[id].body)) return true;
  const Callees callees = callees_of(module, {id});
  return std::any_of(callees.begin(), callees.end(),
                     [&](const auto& callee) { return acts_within(module[callee.first], module[callee.first].body); });
}

Signature internal_signature(const ir::Module& module, ir::FunctionId id, const Callees& callees) {
  const ir::Function& function = module[id];
  Signature s;
  Names names;
  s.name = callees.at(id);
  s.derived = "derivative";
  s.function = id;
  s.callees = callees;
  s.is_internal = true;
  for (ir::ValueId argument : function.arguments()) {
    const ir::Value& value = function[argument];
    const std::string wish = value.name.empty() ? "" : identifier(value.name);
    const std::string name = wish.empty() ? names.numbered("argument_") : names.fresh(wish);
    s.parameters.push_back({argument_type(value.type), name});
    s.arguments.push_back(place_of(name, value.type));
  }
  for (std::size_t k = 0; k < function.results().size(); ++k) {
    const ir::Type& type = function[function.results()[k]].type;
    const std::string name = names.numbered("out");
    s.parameters.push_back({result_type(type), name});
    s.results.push_back(place_of(name, type));
  }
  s.workspace = names.fresh("arena");
  s.parameters.push_back({"gradc::Arena&", s.workspace});
  return s;
}

void write_call(Frame& frame, const ir::Op& op, Emitter& out) {
  std::vector<std::string> arguments;
  for (ir::ValueId operand : op.operands) {
    const ir::ValueId root = frame.root(operand);
    const ir::Type& type = frame.type(operand);  // a number may be the only element of its root
    arguments.push_back(type.is_scalar() ? frame.stored_number(root)
                        : type.is_tensor() ? view_text(frame, out, operand)
                                           : sequence_text(frame, root));
  }
  for (ir::ValueId result : op.results) {
    const ir::Type& type = frame.type(result);
    if (type.is_scalar()) {
      const std::string name = frame.declare(result);
      out("$type$ $name$;", {{"type", cpp_element(type.element)}, {"name", name}});
      arguments.push_back(name);
    } else if (type.is_tensor()) {
      arguments.push_back(fmt::format("{}({}, {})", view_type(type, false), frame.pointer(result),
                                      frame.extents.list(type.extents)));
    } else {
      // The callee writes into the memory that is there: not that of a value which was handed on.
      if (!(type == ir::sequence_of_any()) && !frame.reuses(result)) out("$name$ = {};", {{"name", frame.pointer(result)}});
      arguments.push_back(frame.pointer(result));
    }
  }
  arguments.push_back(gives_kept(frame.function, op.results) ? frame.kept_arena : frame.arena);
  out("$name$($arguments$);", {{"name", frame.signature.callees.at(op.callee)},
                               {"arguments", fmt::format("{}", fmt::join(arguments, ", "))}});
}

}  // namespace codegen
