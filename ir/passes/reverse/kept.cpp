#include "ir/passes/reverse/kept.h"

#include <set>

#include "ir/op.h"
#include "ir/passes/analysis/loop.h"

namespace ir {
namespace {

using How = KeptNote::How;
using Why = KeptNote::Why;

// What a view or broadcast shows.
ValueId shown(const Function& f, ValueId value) {
  for (;;) {
    const OpId op = f[value].op;
    if (!op.valid() || f[op].operands.empty()) return value;
    const Trait trait = definition(f[op].kind).info.trait;
    if (trait != Trait::alias && trait != Trait::broadcast) return value;
    value = f[op].operands[0];
  }
}

bool is_known_anyway(const Function& f, ValueId value) {
  const OpId op = f[value].op;
  if (f[value].type.is_scalar() && !is_differentiable(f[value].type.element)) return true;
  return op.valid() && definition(f[op].kind).info.trait == Trait::constant;
}

}  // namespace

void explain_body(const Function& f, std::size_t arguments, std::size_t forward, const Rematerialised* again,
                  std::vector<KeptNote>& notes) {
  const std::vector<OpId>& ops = f[f.body].ops;
  std::vector<bool> is_forward(f.values.size()), read(f.values.size());
  for (std::size_t i = 0; i < arguments; ++i) is_forward[f.arguments()[i].at()] = true;
  for (std::size_t p = 0; p < ops.size(); ++p)
    for (ValueId result : f[ops[p]].results) is_forward[result.at()] = p < forward;
  for (std::size_t p = forward; p < ops.size(); ++p)
    for (ValueId operand : f[ops[p]].operands) read[shown(f, operand).at()] = true;
  std::set<ValueId> kept;  // of what checkpoint(...) has made
  if (again) kept.insert(again->keep.kept.begin(), again->keep.kept.end());
  const auto is_kept = [&](ValueId value) { return again && kept.contains(again->now[value.at()]); };
  for (std::size_t v = 0; v < f.values.size(); ++v) {
    const ValueId id{static_cast<std::int32_t>(v)};
    const Value& value = f[id];
    const bool is_own = is_forward[v] && (read[v] || is_kept(id)) && !is_known_anyway(f, id);
    if (!is_own) continue;
    KeptNote note{How::kept, Why::all, value.name, {}, value.type, {}, {}};
    if (value.op.valid()) {
      note.op = name_for_people(f[value.op]);
      note.loc = f[value.op].loc;
    }
    if (!value.op.valid()) {
      note.how = How::there;
      note.why = Why::argument;
    } else if (again && again->keep.again[v]) {
      note.how = How::again;
      note.why = Why::strategy;
    } else if (again) {
      note.why = is_kept(id) ? Why::strategy : value.type.is_scalar() || !value.type.is_tensor() ? Why::not_redone : Why::last;
    }
    notes.push_back(std::move(note));
  }
}

}  // namespace ir
