// The steps of a block, one after another.
#include "codegen/analysis/effects.h"
#include "codegen/text/statements/checks.h"
#include "codegen/text/statements/element.h"
#include "codegen/text/statements/steps.h"
#include "codegen/text/statements/values.h"

namespace codegen {
namespace {

void write_step(Frame& frame, ir::BlockId block, const Step& step, Emitter& out) {
  const ir::Op& op = frame.function[step.ops[0]];
  const ir::Trait trait = ir::definition(op.kind).info.trait;
  if (step.form == Step::Form::loop)
    write_loop(frame, step, out);
  else if (is_branch(op))
    write_branch(frame, op, out);
  else if (is_iteration(op))
    write_iteration(frame, op, out);
  else if (op.callee.valid())
    write_call(frame, op, out);
  else if (is_throw(op))
    write_throw(frame, op, out);
  else if (op.kind == ir::Kind::Perform)
    write_perform(frame, op, out);
  else if (trait == ir::Trait::element)
    write_part(frame, op, block, out);
  else if (trait == ir::Trait::sequence)
    write_sequence(frame, op, out);
  else if (trait == ir::Trait::constant && !is_undefined(frame.function, op.results[0]))
    write_zeros(frame, op.results[0], 0, ir::product(frame.type(op.results[0]).extents), out);
  else if (trait != ir::Trait::constant)
    write_kernel(frame, op, out);
  if (trait == ir::Trait::sequence) write_claims(frame, op, out);  // the index has been checked
  if (block == frame.function.body)
    for (ir::ValueId result : op.results)
      if (!frame.type(result).is_tensor()) write_adjoint_checks(frame, result, out);
}

}  // namespace

void write_block(Frame& frame, ir::BlockId block, Emitter& out, Commentator& comment, const AfterStep& after) {
  const std::vector<Step>& steps = frame.plan[block].steps;
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const Step& step = steps[s];
    if (const RowSteps* const rows = frame.plan[block].rows_with(s)) {
      write_rows(frame, block, *rows, out, comment);
      for (; s < rows->end; ++s)
        if (after) after(s);
      --s;
      continue;
    }
    for (ir::OpId op : step.ops)
      check_results(frame, frame.function[op], out);
    write_rooms(frame, step.first, step.form == Step::Form::scalars ? step.last : step.first, out);
    if (step.form == Step::Form::scalars) {
      write_scalars(frame, block, s, out, comment);
    } else {
      if (const auto& made = frame.function[step.ops[0]].results; made.empty() || !is_undefined(frame.function, made[0])) comment(out, step.ops);
      write_step(frame, block, step, out);
    }
    if (after) after(s);
  }
}

}  // namespace codegen
