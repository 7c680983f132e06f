// Calls of functions of the generated file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/plan/in_place.h"
#include "codegen/text/statements/operand.h"
#include "codegen/text/statements/steps.h"

namespace codegen {

void write_call(Frame& frame, const ir::Op& op, Emitter& out) {
  std::vector<std::string> arguments;
  const auto callee = frame.plan.restored.of_callees.find(op.callee);
  for (std::size_t i = 0; i < op.operands.size(); ++i) {
    const ir::ValueId operand = op.operands[i];
    const bool is_written = callee != frame.plan.restored.of_callees.end() && callee->second[i] &&
                            !may_be_written(frame.function, frame.plan, op, i);
    const ir::ValueId root = frame.root(operand);
    const ir::Type& type = frame.type(operand);  // a number may be the only element of its root
    arguments.push_back(type.is_scalar() ? frame.stored_number(root)
                        : type.is_tensor() ? view_text(frame, out, operand)
                        : is_written       ? fmt::format("{}.copy({})", sequence_text(frame, root), frame.arena)
                                           : sequence_text(frame, root));
  }
  const bool keeps = gives_kept(frame.function, op.results);
  // What the trip takes memory for goes with it: a sequence is copied out of that.
  const bool is_of_trip = keeps && frame.kept_arena != frame.arena && frame.kept_arena != frame.signature.workspace;
  std::vector<std::pair<ir::ValueId, std::string>> made;
  for (ir::ValueId result : op.results) {
    const ir::Type& type = frame.type(result);
    if (type.is_scalar()) {
      if (!frame.lands(result)) out("$type$ $name$;", {{"type", cpp_element(type.element)}, {"name", frame.declare(result)}});
      arguments.push_back(frame.stored_number(result));
    } else if (type.is_tensor()) {
      arguments.push_back(fmt::format("{}({}, {})", view_type(type, false), frame.pointer(result),
                                      frame.extents.list(type.extents)));
    } else if (is_of_trip && !(type == ir::sequence_of_any())) {
      made.emplace_back(result, frame.names().fresh("made"));
      out("$type$ $name$;", {{"type", sequence_type(type)}, {"name", made.back().second}});
      arguments.push_back(made.back().second);
    } else {
      // The callee writes into the memory that is there: not that of a value which was handed on.
      if (!(type == ir::sequence_of_any()) && !frame.reuses(result)) out("$name$ = {};", {{"name", frame.pointer(result)}});
      arguments.push_back(frame.pointer(result));
    }
  }
  arguments.push_back(keeps ? frame.kept_arena : frame.arena);
  out("$name$($arguments$);", {{"name", frame.signature.callees->at(op.callee)},
                               {"arguments", fmt::format("{}", fmt::join(arguments, ", "))}});
  for (const auto& [result, name] : made)
    out(frame.reuses(result) ? "$to$.assign($arena$, $made$);" : "$to$ = $made$.copy($arena$);",
        {{"to", frame.pointer(result)}, {"arena", frame.arena}, {"made", name}});
}

}  // namespace codegen
