// The adjoint of a call is a call of the adjoint (called.h), with what the call has kept and the adjoints of the results, or
// with the operands; or of the function's own rule, which gets the results too.
#include <algorithm>

#include "ir/kind.h"
#include "ir/passes/calls/called.h"
#include "ir/passes/reverse/block_adjoint.h"

namespace ir {

bool BlockAdjoint::differentiate_by_rule(const Op& op) {
  RuledCall call{op.callee, {}, {}, {}};
  for (ValueId operand : op.operands) call.x.push_back(value(operand));
  for (ValueId result : op.results) {
    call.y.push_back(value(result));
    call.seeds.push_back(active(result) && arrived(result) ? adjoint(result) : Expr{});
  }
  const Function& callee = builder_.module()[op.callee];
  const std::vector<std::size_t> arguments = differentiable(callee, callee.arguments());
  builder_.loc = op.loc;
  const std::vector<Expr> given = derivatives_by_rule(builder_, Mode::reverse, call, reverse_.options, reverse_.function_name);
  bool ok = given.size() == arguments.size();
  for (std::size_t k = 0; k < given.size() && k < arguments.size(); ++k)
    if (flows(op, arguments[k])) ok = hand_on(op, arguments[k], given[k]) && ok;
  return ok;
}

// The call becomes one of the function that keeps what its adjoint reads, and gives that too.
std::vector<ValueId> BlockAdjoint::kept_by_call(OpId id, const CalledParts& parts) {
  Function& f = reverse_.forward.function();
  const Function& forward = builder_.module()[parts.forward];
  const Op before = f[id];
  f[id].callee = parts.forward;
  for (std::size_t k = before.results.size(); k < forward.results().size(); ++k) {
    const Value& further = forward[forward.results()[k]];
    const ValueId result{static_cast<std::int32_t>(f.values.size())};
    f.values.push_back({further.type, further.name, id, {}, static_cast<int>(k)});
    f[id].results.push_back(result);
  }
  const std::vector<ValueId> results = f[id].results;
  std::vector<ValueId> operands;
  for (const CallSource& source : *builder_.module()[parts.backward].sources) {
    if (source.from == CallSource::From::extent) {
      const Extent extent = f[before.operands[source.index]].type.extents[source.axis];  // a copy: what is appended moves it
      operands.push_back(builder_.extent_value(extent));
      continue;
    }
    operands.push_back(value(source.from == CallSource::From::result ? results[source.index] : before.operands[source.index]).id);
  }
  return operands;
}

bool BlockAdjoint::differentiate_call(OpId id) {
  const Op op = function()[id];
  if (const Function& callee = builder_.module()[op.callee]; callee.has_rule() || callee.foreign)
    return differentiate_by_rule(op);
  CallPattern pattern;
  std::vector<ValueId> operands, seeds;
  for (std::size_t k = 0; k < op.results.size(); ++k) {
    if (!active(op.results[k]) || !arrived(op.results[k])) continue;
    pattern.results.push_back(static_cast<int>(k));
    seeds.push_back(adjoint(op.results[k]).id);
  }
  for (std::size_t i = 0; i < op.operands.size(); ++i)
    if (flows(op, i) && std::any_of(pattern.results.begin(), pattern.results.end(), [&](int k) {
          return reverse_.calls.flows(op.callee, i, static_cast<std::size_t>(k));
        }))
      pattern.arguments.push_back(static_cast<int>(i));
  if (pattern.arguments.empty()) return true;
  const bool waits = reverse_.options.checkpoint.strategy != Checkpoint::Strategy::none;
  const std::optional<CalledParts> parts =
      waits || !reverse_.options.calls_keep
          ? std::nullopt
          : called_parts(builder_.module(), op.callee, pattern, reverse_.options, reverse_.function_name);
  if (parts) {
    operands = kept_by_call(id, *parts);
  } else {
    // Where the adjoint is to compute its values again, it must not be given those of the call when both are inlined.
    for (ValueId operand : op.operands) {
      const Expr x = value(operand);
      const bool held = waits && x.type().is_tensor() && !(x.type().is_scalar() && is_integer(x.type().element));
      operands.push_back(held ? apply(Kind::After, {x, {&builder_, seeds.back()}}).id : x.id);
    }
  }
  operands.insert(operands.end(), seeds.begin(), seeds.end());
  const FunctionId callee = parts ? parts->backward
                                  : called_adjoint(builder_.module(), op.callee, pattern, reverse_.options,
                                                   reverse_.function_name, builder_.diagnostics());
  if (!callee.valid()) return false;
  builder_.loc = op.loc;
  const std::vector<ValueId> results = builder_.append_all(Kind::Call, operands, {}, {}, callee);
  if (results.size() != pattern.arguments.size()) return false;
  bool ok = true;
  for (std::size_t r = 0; r < results.size(); ++r)
    ok = hand_on(op, static_cast<std::size_t>(pattern.arguments[r]), {&builder_, results[r]}) && ok;
  return ok;
}

}  // namespace ir
