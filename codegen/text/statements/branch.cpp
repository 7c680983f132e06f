// `if` as C++ writes it.
#include "codegen/text/statements/moves.h"
#include "codegen/text/statements/steps.h"

namespace codegen {
namespace {

void write_arm(Frame& frame, const ir::Op& op, ir::BlockId arm, Emitter& out) {
  Commentator comment(frame);
  frame.enter();
  Emitter body;
  write_mark(frame, op, arm, body);
  write_block(frame, arm, body, comment);
  std::vector<Assignment> assignments;
  for (std::size_t k = 0; k < op.results.size(); ++k) {
    const ir::ValueId result = op.results[k], value = frame.function[arm].results[k];
    if (!is_live(frame, result) || !is_scalar(frame, result) || is_undefined(frame, value)) continue;
    assignments.push_back(
        {frame.stored_number(result), storage_type(frame, result), handed_on(frame, value, arm, body)});
  }
  for (std::size_t k = 0; k < op.results.size(); ++k)
    if (is_live(frame, op.results[k])) add_extents(frame, op, k, op.results[k], frame.function[arm].results[k], assignments);
  comment(body, {});
  write_moves(frame, arm, body);
  write_assignments(frame, std::move(assignments), body);
  out("$body$", {{"body", frame.leave(body.text())}});
}

}  // namespace

void write_branch(Frame& frame, const ir::Op& op, Emitter& out) {
  for (std::size_t k = 0; k < op.results.size(); ++k) {
    const ir::ValueId result = op.results[k];
    if (is_live(frame, result) && varies(op, k)) begin_varying(frame, result, {}, out);
    if (!is_live(frame, result) || !is_scalar(frame, result)) continue;
    std::vector<std::string> wishes;
    bool undefined = false;
    for (ir::BlockId arm : op.blocks) {
      const ir::ValueId value = frame.function[arm].results[k];
      wishes.push_back(frame.wish(frame.root(value)));
      undefined = undefined || is_undefined(frame, value);
    }
    const std::string type = storage_type(frame, result);
    const std::string name = frame.declare(result, wishes);
    out("$type$ $name$$zero$;", {{"type", type}, {"name", name}, {"zero", undefined ? "{}" : ""}});
  }
  const Term predicate = frame.number(frame.root(op.operands[0]));
  Emitter yes, no;
  const std::vector<std::string> said = frame.last_said;
  write_arm(frame, op, op.blocks[0], yes);
  frame.last_said = said;
  write_arm(frame, op, op.blocks[1], no);
  const bool swapped = yes.empty();
  const std::string condition = swapped ? "!" + parenthesised(predicate, Binding::unary) : predicate.text;
  out(R"(
      if ($condition$) {
        $yes$
      )",
      {{"condition", condition}, {"yes", swapped ? no.text() : yes.text()}});
  if (!swapped && !no.empty())
    out(R"(
        } else {
          $no$
        )",
        {{"no", no.text()}});
  out("}");
}

}  // namespace codegen
