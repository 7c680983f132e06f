// `if` as C++ writes it.
#include <algorithm>
#include <set>

#include "codegen/text/statements/moves.h"
#include "codegen/text/statements/steps.h"

namespace codegen {
namespace {

// The name that a number has in all arms that it is named in; empty where they differ.
std::string wish_of(const Frame& frame, ir::ValueId value, int depth = 0) {
  constexpr int kDeepest = 8;
  const ir::ValueId root = frame.root(value);
  const std::string own = frame.wish(root);
  const ir::OpId id = frame.function[root].op;
  if (!own.empty() || !id.valid() || !is_branch(frame.function[id]) || depth == kDeepest) return own;
  std::string wish;
  for (ir::BlockId arm : frame.function[id].blocks) {
    const std::string other = wish_of(frame, frame.function[arm].results[static_cast<std::size_t>(frame.function[root].index)], depth + 1);
    if (!wish.empty() && !other.empty() && wish != other) return "";
    if (wish.empty()) wish = other;
  }
  return wish;
}

bool may_be_unset(Frame& frame, ir::ValueId value) {
  const ir::ValueId root = frame.root(value);
  if (is_undefined(frame, root)) return true;
  const ir::OpId id = frame.function[root].op;
  if (!id.valid() || !is_branch(frame.function[id])) return false;
  if (const auto known = frame.may_be_unset.find(root); known != frame.may_be_unset.end()) return known->second;
  const ir::Op& op = frame.function[id];
  const auto k = static_cast<std::size_t>(frame.function[root].index);
  const bool any = std::any_of(op.blocks.begin(), op.blocks.end(),
                               [&](ir::BlockId arm) { return may_be_unset(frame, frame.function[arm].results[k]); });
  return frame.may_be_unset[root] = any;
}

// What is made in the arm itself and handed on is made in the variable of the branch.
void land_results(Frame& frame, const ir::Op& op, ir::BlockId arm) {
  const std::vector<ir::OpId>& ops = frame.function[arm].ops;
  const std::set<ir::OpId> made(ops.begin(), ops.end());
  for (std::size_t k = 0; k < op.results.size(); ++k) {
    const ir::ValueId result = op.results[k], value = frame.root(frame.function[arm].results[k]);
    if (is_live(frame, result) && is_scalar(frame, result) && is_scalar(frame, value) && made.contains(frame.function[value].op) &&
        storage_type(frame, value) == storage_type(frame, result))
      frame.landings.emplace(value, frame.stored_number(result));
  }
}

void write_arm(Frame& frame, const ir::Op& op, ir::BlockId arm, Emitter& out) {
  Commentator comment(frame);
  frame.enter();
  land_results(frame, op, arm);
  Emitter body;
  write_mark(frame, op, arm, body);
  write_block(frame, arm, body, comment);
  comment(body, {});
  if (ends_by_throw(frame, arm)) {
    out("$body$", {{"body", frame.leave(body.text())}});
    return;
  }
  std::vector<Assignment> assignments;
  for (std::size_t k = 0; k < op.results.size(); ++k) {
    const ir::ValueId result = op.results[k], value = frame.function[arm].results[k];
    if (!is_live(frame, result) || !is_scalar(frame, result) || is_undefined(frame, value)) continue;
    assignments.push_back(
        {frame.stored_number(result), storage_type(frame, result), handed_on(frame, value, arm, body)});
  }
  for (std::size_t k = 0; k < op.results.size(); ++k)
    if (is_live(frame, op.results[k])) add_extents(frame, op, k, op.results[k], frame.function[arm].results[k], assignments);
  write_moves(frame, arm, body);
  write_assignments(frame, std::move(assignments), body);
  out("$body$", {{"body", frame.leave(body.text())}});
}

}  // namespace

void write_branch(Frame& frame, const ir::Op& op, Emitter& out) {
  for (std::size_t k = 0; k < op.results.size(); ++k) {
    const ir::ValueId result = op.results[k];
    if (is_live(frame, result) && varies(op, k)) begin_varying(frame, result, {}, out);
    if (!is_live(frame, result) || !is_scalar(frame, result) || frame.lands(result)) continue;
    std::vector<std::string> wishes;
    for (ir::BlockId arm : op.blocks) wishes.push_back(wish_of(frame, frame.function[arm].results[k]));
    const std::string type = storage_type(frame, result);
    const std::string name = frame.declare(result, wishes);
    out("$type$ $name$$zero$;", {{"type", type}, {"name", name}, {"zero", may_be_unset(frame, result) ? "{}" : ""}});
  }
  if (const auto known = ir::known_integer(frame.function, frame.root(op.operands[0]))) {  // what is made has an extent of its own
    Emitter arm;
    write_arm(frame, op, op.blocks[*known != 0 ? 0 : 1], arm);
    out(R"(
        {
          $arm$
        }
      )",
        {{"arm", arm.text()}});
    return;
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
