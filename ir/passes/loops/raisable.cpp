#include "ir/passes/loops/raisable.h"

#include <algorithm>

#include "ir/builder.h"
#include "ir/op.h"
#include "ir/scope.h"

namespace ir {
namespace {

// With the same bits: with fewer trips a call takes longer than the loop, and more ops than that are several kernels, between
// which numbers of all trips are kept.
constexpr std::int64_t kFewTrips = 64;
constexpr std::size_t kManyOps = 40;
constexpr int kFunction = 20;  // flops of a call

// A function that is called for one element after another: what it gives is rather kept than computed again.
bool is_slow(const Op& op) {
  const std::string_view text = definition(op.kind).info.scalar.text;
  return flops(text) >= kFunction && !calls_vector_function(text);
}

bool are_certain(const TripIndices& places) {
  return std::all_of(places.begin(), places.end(), [](const TripIndex& place) { return place.is_certain; });
}

bool is_write_of_element(Kind kind) { return kind == Kind::AddElement || kind == Kind::SetElement; }

}  // namespace

// What a number is computed from, in its loop and in those before it.
struct RaisableLoops::Cone {
  std::set<ValueId> values;
  bool has_same_bits = true;   // on tensors
  bool steers_by_same_bits = true;  // numbers that are compared have them
};

RaisableLoops::RaisableLoops(const Function& function, bool same_bits)
    : f_(function),
      block_of_(function.ops.size()),
      readers_(function.values.size()),
      given_(function.values.size()),
      known_(argument_symbols(function)) {
  look_at(f_.body, false, same_bits);
  for (auto& [id, loop] : loops_) {
    faults_[id] = fault_of(loop);
    if (faults_[id].why != Why::none) continue;
    independent_.emplace(id, loop);
    if (loop.same_bits) faults_[id] = fault_of_bits(loop);
    if (faults_[id].why == Why::none) raised_.emplace(id, loop);
  }
  // What depends on a loop that can't be raised can't either.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto found = raised_.begin(); found != raised_.end();) {
      const bool stays = !are_sequences_there(found->first, found->second);
      changed = changed || stays;
      if (stays) faults_[found->first].why = Why::other_loop;
      found = stays ? raised_.erase(found) : std::next(found);
    }
  }
}

void RaisableLoops::look_at(BlockId block, bool in_loop, bool same_bits) {
  for (OpId id : f_[block].ops) {
    const Op& op = f_[id];
    block_of_[id.at()] = block;
    for (ValueId operand : op.operands) readers_[operand.at()].push_back(id);
    const bool same = same_bits && !(is_loop(op) && op.attributes.get_or<bool>("relaxed", false));
    for (BlockId inner : op.blocks) {
      owner_[inner] = id;
      look_at(inner, in_loop || is_loop(op), same);
    }
    if (is_loop(op)) look_at_loop(id, block, in_loop, same);
  }
  for (ValueId result : f_[block].results) ++given_[result.at()];
}

void RaisableLoops::look_at_loop(OpId id, BlockId block, bool in_loop, bool same_bits) {
  order_.push_back(id);
  Fault fault = fault_around(id);
  if (fault.why == Why::none && same_bits && in_loop) fault.why = Why::in_loop;
  if (fault.why == Why::none)
    loops_.emplace(id, RaisableLoop{block, loop_of(f_[id]), *extent_of(f_, f_[id].operands[0]), same_bits, {}, {}, {}});
  else
    faults_[id] = fault;
}

// What is wrong before the body is looked at.
RaisableLoops::Fault RaisableLoops::fault_around(OpId id) const {
  const Op& op = f_[id];
  if (op.kind != Kind::Scan) return {Why::ends_by_itself};
  const auto trips = extent_of(f_, op.operands[0]);
  if (!trips || !is_known(*trips)) return {Why::trips};
  if (op.attributes.find("varying")) return {Why::varying};
  if (op.attributes.get_or<bool>("ends", false) && !trips->never_negative()) return {Why::may_be_error};
  return {};
}

std::vector<LoopNote> RaisableLoops::notes() const {
  std::vector<LoopNote> notes;
  for (OpId id : order_) {
    const Fault& fault = faults_.at(id);
    LoopNote& note = notes.emplace_back(LoopNote{fault.why, f_[id].loc, f_[id].derived});
    if (fault.op.valid()) {
      note.at = f_[fault.op].loc;
      note.what = name_for_people(f_[fault.op]);
    }
    if (fault.value.valid()) note.what = f_[fault.value].name;
  }
  return notes;
}

const RaisableLoop& RaisableLoops::loop(OpId id) const { return loops_.at(id); }

// What is looked for in a body: the writes of its loop-carried values, and what depends on those.
struct RaisableLoops::Trace {
  const RaisableLoop& loop;
  std::set<ValueId> dependent;  // on the one that is traced; in the end, on any
  std::set<OpId> writes;
};

RaisableLoops::Fault RaisableLoops::fault_of(RaisableLoop& loop) const {
  const Block& body = f_[loop.loop.body];
  find_reads_before(loop);
  Trace trace{loop, {}, {}};
  std::set<ValueId> all;
  for (std::size_t j = 0; j < loop.loop.carried; ++j) {
    const ValueId before = body.parameters[loop.loop.first + j], after = body.results[j];
    std::vector<TripWrite>& carried = loop.carried.emplace_back();
    if (after == before) continue;
    trace.dependent = {before};
    depend(loop, loop.loop.body, trace.dependent);
    if (this->trace(trace, after, {}, carried) != before) return fault_of_trace(trace, before);
    const bool sets =
        std::any_of(carried.begin(), carried.end(), [&](const TripWrite& write) { return f_[write.op].kind == Kind::SetElement; });
    if (sets && carried.size() > 1) return {Why::set_often, carried.back().op, before};
    all.merge(trace.dependent);
  }
  trace.dependent = std::move(all);
  loop.writes = trace.writes;
  const auto depends = [&](ValueId value) { return trace.dependent.contains(value); };
  for (std::size_t j = 0; j < loop.loop.carried; ++j)
    for (const TripWrite& write : loop.carried[j])
      if (depends(write.number) || depends(write.otherwise))  // on another one
        return {Why::recurrence, write.op, body.parameters[loop.loop.first + j]};
  if (trace.writes.empty() && body.results.size() == loop.loop.carried) return {Why::no_use};
  return fault_of_ops(trace, loop.loop.body);
}

// What the body does with a loop-carried tensor.
struct RaisableLoops::Accesses {
  std::set<ValueId> tensors;  // what it is, one after another
  std::vector<OpId> reads;    // of what it is before the trip
  std::vector<TripIndices> writes;
};

// Reads of loop-carried tensors at the one place that the trip writes: no other trip writes there, so that they give what is there
// before the loop.
void RaisableLoops::find_reads_before(RaisableLoop& loop) const {
  const Block& body = f_[loop.loop.body];
  for (std::size_t j = 0; j < loop.loop.carried; ++j) {
    const ValueId before = body.parameters[loop.loop.first + j];
    if (f_[before].type.rank() == 0 || body.results[j] == before) continue;
    Accesses accesses{{before}, {}, {}};
    if (!find_accesses(loop, loop.loop.body, before, accesses) || !accesses.tensors.contains(body.results[j])) continue;
    const auto is_that_place = [&](OpId read) {
      const auto at = places(loop, f_[read], 1);
      return at && std::any_of(at->begin(), at->end(), [](const TripIndex& place) { return place.runs; }) &&
             std::all_of(accesses.writes.begin(), accesses.writes.end(), [&](const TripIndices& write) { return write == *at; });
    };
    if (std::all_of(accesses.reads.begin(), accesses.reads.end(), is_that_place))
      loop.reads_before.insert(accesses.reads.begin(), accesses.reads.end());
  }
}

// False where something else is done with it.
bool RaisableLoops::find_accesses(const RaisableLoop& loop, BlockId block, ValueId before, Accesses& out) const {
  for (OpId id : f_[block].ops) {
    const Op& op = f_[id];
    const auto uses = std::count_if(op.operands.begin(), op.operands.end(), [&](ValueId x) { return out.tensors.contains(x); });
    if (uses == 0) continue;
    if (op.kind == Kind::If) {
      for (BlockId arm : op.blocks) {
        for (std::size_t i = 1; i < op.operands.size(); ++i)
          if (out.tensors.contains(op.operands[i])) out.tensors.insert(f_[arm].parameters[i - 1]);
        if (!find_accesses(loop, arm, before, out)) return false;
        for (std::size_t k = 0; k < op.results.size(); ++k)
          if (out.tensors.contains(f_[arm].results[k])) out.tensors.insert(op.results[k]);
      }
    } else if (op.kind == Kind::Element && outside(op.operands[0]) == before) {
      out.reads.push_back(id);
    } else if (is_write_of_element(op.kind) && uses == 1 && out.tensors.contains(op.operands[0])) {
      const auto at = places(loop, op, 2);
      if (!at) return false;
      out.writes.push_back(*at);
      out.tensors.insert(op.results[0]);
    } else {
      return false;
    }
  }
  return true;
}

// Why a loop-carried value isn't made from itself by writes.
RaisableLoops::Fault RaisableLoops::fault_of_trace(const Trace& trace, ValueId before) const {
  for (OpId id : f_[trace.loop.loop.body].ops) {
    const Op& op = f_[id];
    if (!is_write_of_element(op.kind) || !trace.dependent.contains(op.operands[0]) || is_write(trace, op, false)) continue;
    const bool by_itself = std::any_of(op.operands.begin() + 1, op.operands.end(), [&](ValueId x) { return trace.dependent.contains(x); });
    return {by_itself ? Why::recurrence : Why::write_place, id, before};
  }
  for (OpId id : f_[trace.loop.loop.body].ops)
    if (!is_write(trace, f_[id], false) &&
        std::any_of(f_[id].operands.begin(), f_[id].operands.end(), [&](ValueId x) { return trace.dependent.contains(x); }))
      return {f_[id].blocks.empty() || f_[id].kind == Kind::If ? Why::recurrence : Why::loop_inside, id, before};
  return {Why::recurrence, {}, before};
}

// Adds what depends on those values.
void RaisableLoops::depend(const RaisableLoop& loop, BlockId block, std::set<ValueId>& dependent) const {
  for (OpId id : f_[block].ops) {
    if (loop.reads_before.contains(id)) continue;
    const Op& op = f_[id];
    bool any = false;
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      if (!dependent.contains(op.operands[i])) continue;
      if (op.kind != Kind::If || i == 0) any = true;
      else
        for (BlockId arm : op.blocks) dependent.insert(f_[arm].parameters[i - 1]);
    }
    if (op.kind == Kind::If)
      for (BlockId arm : op.blocks) depend(loop, arm, dependent);
    for (std::size_t k = 0; k < op.results.size(); ++k)
      if (any || (op.kind == Kind::If && std::any_of(op.blocks.begin(), op.blocks.end(), [&](BlockId arm) {
                    return dependent.contains(f_[arm].results[k]);
                  })))
        dependent.insert(op.results[k]);
  }
}

// The parameter of its block that a value is made from by writes, and those; not valid where there is none.
ValueId RaisableLoops::trace(Trace& trace, ValueId value, const std::vector<Guard>& guards, std::vector<TripWrite>& out) const {
  std::vector<TripWrite> back;  // the last first
  while (value.valid() && f_[value].op.valid()) {
    const OpId id = f_[value].op;
    const Op& op = f_[id];
    if (op.kind == Kind::If) {
      value = trace_branch(trace, value, guards, back);
      continue;
    }
    if (!is_write(trace, op, !guards.empty())) return {};
    const std::size_t leading = is_write_of_element(op.kind) || trace.dependent.contains(op.operands[0]) ? 0 : 1;
    back.push_back({id, op.operands[1 - leading], guards});
    trace.writes.insert(id);
    value = op.operands[leading];
  }
  out.insert(out.end(), back.rbegin(), back.rend());
  return value;
}

// The same for the result of a branch: what both arms begin with.
ValueId RaisableLoops::trace_branch(Trace& trace, ValueId value, const std::vector<Guard>& guards, std::vector<TripWrite>& back) const {
  const Op& op = f_[f_[value].op];
  std::vector<TripWrite> arms[2];
  ValueId outer[2];
  for (std::size_t arm = 0; arm < 2; ++arm) {
    std::vector<Guard> within = guards;
    within.push_back({op.operands[0], arm == 0});
    const ValueId begin = this->trace(trace, f_[op.blocks[arm]].results[static_cast<std::size_t>(f_[value].index)], within, arms[arm]);
    if (!begin.valid()) return {};
    outer[arm] = op.operands[static_cast<std::size_t>(f_[begin].index) + 1];
  }
  if (outer[0] != outer[1]) return {};
  if (arms[0].size() == 1 && arms[1].size() == 1 && are_alike(trace.loop, arms[0][0], arms[1][0])) {
    back.push_back(arms[0][0]);
    back.back().otherwise = arms[1][0].number;
    return outer[0];
  }
  back.insert(back.end(), arms[1].rbegin(), arms[1].rend());
  back.insert(back.end(), arms[0].rbegin(), arms[0].rend());
  return outer[0];
}

// Whether the arms of one branch write the same, but for the number.
bool RaisableLoops::are_alike(const RaisableLoop& loop, const TripWrite& a, const TripWrite& b) const {
  const Op &p = f_[a.op], &q = f_[b.op];
  return p.kind == q.kind && a.guards.size() == b.guards.size() && !a.otherwise.valid() && !b.otherwise.valid() &&
         (!is_write_of_element(p.kind) || places(loop, p, 2) == places(loop, q, 2));
}

// An op that makes the next of a loop-carried value from the one before.
bool RaisableLoops::is_write(const Trace& trace, const Op& op, bool in_arm) const {
  const auto depends = [&](ValueId value) { return trace.dependent.contains(value); };
  const Type& type = f_[op.results[0]].type;
  if (std::count_if(op.operands.begin(), op.operands.end(), depends) != 1) return false;
  if (type.is_scalar())
    return is_differentiable(type.element) && (op.kind == Kind::Add || (op.kind == Kind::Subtract && depends(op.operands[0])));
  if (!is_write_of_element(op.kind) || !depends(op.operands[0]) || !f_[op.operands[1]].type.is_scalar()) return false;
  const auto at = places(trace.loop, op, 2);
  // Else several trips write one element.
  return at && std::any_of(at->begin(), at->end(), [](const TripIndex& place) { return place.runs; }) &&
         (!in_arm || are_certain(*at));
}

// The op of a block, beside the writes, by which no number is computed from what doesn't depend on loop-carried values that
// change.
RaisableLoops::Fault RaisableLoops::fault_of_ops(const Trace& trace, BlockId block) const {
  for (OpId id : f_[block].ops) {
    if (trace.writes.contains(id)) continue;
    const Op& op = f_[id];
    if (op.kind != Kind::If) {
      if (const Fault fault = fault_of_op(trace, id); fault.why != Why::none) return fault;
      continue;
    }
    if (trace.dependent.contains(op.operands[0])) return {Why::recurrence, id, op.operands[0]};
    for (BlockId arm : op.blocks)
      if (const Fault fault = fault_of_ops(trace, arm); fault.why != Why::none) return fault;
  }
  return {};
}

RaisableLoops::Fault RaisableLoops::fault_of_op(const Trace& trace, OpId id) const {
  const Op& op = f_[id];
  const auto of_loop = std::find_if(op.operands.begin(), op.operands.end(), [&](ValueId x) { return trace.dependent.contains(x); });
  if ((of_loop == op.operands.end() || trace.loop.reads_before.contains(id)) && is_of_elements(trace.loop, id)) return {};
  if (is_loop(op)) return {Why::loop_inside, id};
  if (of_loop != op.operands.end()) return {op.kind == Kind::Element ? Why::reads_changing : Why::recurrence, id, *of_loop};
  const bool is_number = op.results.size() == 1 && f_[op.results[0]].type.is_scalar();
  if (op.kind == Kind::Element && is_number)
    return {is_fixed(trace.loop.loop, outside(op.operands[0])) ? Why::read_place : Why::reads_changing, id, outside(op.operands[0])};
  if (!is_number) return {Why::whole_tensors, id};
  return {definition(op.kind).info.trait == Trait::elementwise ? Why::may_fail : Why::other_op, id};
}

// What becomes an op on tensors.
bool RaisableLoops::is_of_elements(const RaisableLoop& loop, OpId id) const {
  const Op& op = f_[id];
  if (op.results.size() != 1 || !f_[op.results[0]].type.is_scalar()) return false;
  switch (definition(op.kind).info.trait) {
    case Trait::constant:
      return op.attributes.find("value") || op.kind == Kind::Undefined;
    case Trait::elementwise:
      return !may_fail({f_, op});
    case Trait::integer: {
      const auto extent = extent_of(f_, op.results[0]);
      return extent && is_known(*extent);
    }
    case Trait::element: {
      if (op.kind != Kind::Element || !(is_fixed(loop.loop, outside(op.operands[0])) || loop.reads_before.contains(id))) return false;
      const auto at = places(loop, op, 1);
      return at && (block_of_[id.at()] == loop.loop.body || are_certain(*at));
    }
    default:
      return false;
  }
}

// Whether a number of the body can be computed in all trips at once, the loop staying.
bool RaisableLoops::is_computable(const RaisableLoop& loop, ValueId value, std::set<ValueId>& seen) const {
  value = outside(value);
  if (!seen.insert(value).second) return true;
  const Value& v = f_[value];
  if (!v.op.valid()) {
    const auto i = static_cast<std::size_t>(v.index);
    if (i < loop.loop.first) return true;
    if (i >= loop.loop.first_scanned() && i < loop.loop.first_invariant())
      return is_sequence_there(f_[owner_.at(loop.loop.body)].operands[i], loop, seen);
    return is_fixed(loop.loop, value);
  }
  const Op& op = f_[v.op];
  const auto computable = [&](ValueId other) { return is_computable(loop, other, seen); };
  if (op.kind == Kind::If)
    return v.type.is_scalar() && computable(op.operands[0]) && std::all_of(op.blocks.begin(), op.blocks.end(), [&](BlockId arm) {
      return computable(f_[arm].results[static_cast<std::size_t>(v.index)]);
    });
  return is_of_elements(loop, v.op) && !is_slow(op) &&
         (op.kind == Kind::Element || std::all_of(op.operands.begin(), op.operands.end(), computable));
}

// Whether a sequence that a loop goes over is what one that is raised stacks, or can be computed again.
bool RaisableLoops::is_sequence_there(ValueId sequence, const RaisableLoop& loop, std::set<ValueId>& seen) const {
  const Value& v = f_[sequence];
  const auto from = loops_.find(v.op);
  if (!v.op.valid() || from == loops_.end()) return false;
  const RaisableLoop& other = from->second;
  const auto k = static_cast<std::size_t>(v.index);
  if (k < other.loop.first_stack || other.trips != loop.trips || other.block != loop.block) return false;
  return raised_.contains(v.op) || is_computable(other, stacked(other, k), seen);
}

// The number that a body stacks as a result of its op.
ValueId RaisableLoops::stacked(const RaisableLoop& loop, std::size_t result) const {
  return f_[loop.loop.body].results[result - loop.loop.first_stack + loop.loop.carried];
}

// Whether the loop only goes over what is there, and those that are raised over what it stacks.
bool RaisableLoops::are_sequences_there(OpId id, const RaisableLoop& loop) const {
  const Op& op = f_[id];
  std::set<ValueId> seen;
  for (std::size_t i = loop.loop.first_scanned(); i < loop.loop.first_invariant(); ++i)
    if (!is_sequence_there(op.operands[i], loop, seen)) return false;
  for (std::size_t k = loop.loop.first_stack; k < op.results.size(); ++k) {
    if (!f_[stacked(loop, k)].type.is_scalar() || given_[op.results[k].at()] > 0) return false;
    for (OpId reader : readers_[op.results[k].at()]) {
      const auto by = raised_.find(reader);
      if (by == raised_.end()) return false;
      const Loop& other = by->second.loop;
      for (std::size_t i = 0; i < f_[reader].operands.size(); ++i)
        if (f_[reader].operands[i] == op.results[k] && (i < other.first_scanned() || i >= other.first_invariant())) return false;
    }
  }
  return true;
}

RaisableLoops::Fault RaisableLoops::fault_of_bits(const RaisableLoop& loop) const {
  if (const auto trips = loop.trips.constant(); trips && *trips < kFewTrips) return {Why::few_trips};
  Cone all;
  for (const std::vector<TripWrite>& carried : loop.carried)
    for (const TripWrite& write : carried) {
      Cone cone;
      look_through(write.number, cone);
      if (write.otherwise.valid()) look_through(write.otherwise, cone);
      for (const Guard& guard : write.guards) look_through(guard.condition, cone);
      const bool is_alone = is_write_of_element(f_[write.op].kind) && carried.size() == 1 && write.guards.empty();
      if (!f_[write.op].derived && !(is_alone && cone.has_same_bits))
        return {is_alone ? Why::function_bits : Why::sum_order, write.op, f_[write.op].results[0]};
      all.values.merge(cone.values);
      all.steers_by_same_bits = all.steers_by_same_bits && cone.steers_by_same_bits;
    }
  for (std::size_t k = loop.loop.carried; k < f_[loop.loop.body].results.size(); ++k) look_through(f_[loop.loop.body].results[k], all);
  if (!all.steers_by_same_bits) return {Why::compares};
  return {all.values.size() <= kManyOps ? Why::none : Why::many_ops};
}

void RaisableLoops::look_through(ValueId value, Cone& cone) const {
  value = outside(value);
  const Value& v = f_[value];
  if (!v.op.valid()) {
    const auto owner = owner_.find(v.block);
    if (owner == owner_.end() || !loops_.contains(owner->second)) return;
    const Loop& loop = loops_.at(owner->second).loop;
    const auto i = static_cast<std::size_t>(v.index);
    if (i < loop.first_scanned() || i >= loop.first_invariant()) return;
    const Value& sequence = f_[f_[owner->second].operands[i]];
    const auto from = loops_.find(sequence.op);
    const auto k = static_cast<std::size_t>(sequence.index);
    if (sequence.op.valid() && from != loops_.end() && k >= from->second.loop.first_stack) look_through(stacked(from->second, k), cone);
    return;
  }
  if (!cone.values.insert(value).second) return;
  const Op& op = f_[v.op];
  const OpDefinition& definition = ir::definition(op.kind);
  if (op.kind == Kind::If) {
    look_through(op.operands[0], cone);
    for (BlockId arm : op.blocks) look_through(f_[arm].results[static_cast<std::size_t>(v.index)], cone);
    return;
  }
  if (definition.info.trait != Trait::elementwise) return;
  if (calls_vector_function(definition.info.scalar.text)) cone.has_same_bits = false;
  Cone operands;
  for (ValueId operand : op.operands) look_through(operand, v.type.element == ElementType::boolean ? operands : cone);
  cone.values.merge(operands.values);
  cone.has_same_bits = cone.has_same_bits && operands.has_same_bits;
  cone.steers_by_same_bits = cone.steers_by_same_bits && operands.has_same_bits && operands.steers_by_same_bits;
}

bool RaisableLoops::is_known(const Extent& extent) const { return has_only(extent, known_); }

// A parameter that no trip changes.
bool RaisableLoops::is_fixed(const Loop& loop, ValueId value) const {
  const Value& v = f_[value];
  if (v.op.valid() || v.block != loop.body) return false;
  const auto i = static_cast<std::size_t>(v.index);
  if (i >= loop.first_invariant()) return true;
  return i >= loop.first && i < loop.first_scanned() && f_[loop.body].results[i - loop.first] == value;
}

ValueId RaisableLoops::outside(ValueId value) const {
  for (;;) {
    const Value& v = f_[value];
    if (v.op.valid()) return value;
    const auto owner = owner_.find(v.block);
    if (owner == owner_.end() || f_[owner->second].kind != Kind::If) return value;
    value = f_[owner->second].operands[static_cast<std::size_t>(v.index) + 1];
  }
}

std::optional<TripIndices> RaisableLoops::places(const RaisableLoop& loop, const Op& op, std::size_t first) const {
  const Shape& extents = f_[op.operands[0]].type.extents;
  TripIndices out;
  int running = 0;
  for (std::size_t i = first; i < op.operands.size(); ++i) {
    const auto place = this->place(loop.loop, op.operands[i]);
    if (!place || !is_known(place->at) || !is_known(extents[i - first])) return std::nullopt;
    const Extent end = place->at + (place->runs ? loop.trips : Extent(1));
    const bool is_certain = place->at.never_negative() && (extents[i - first] - end).never_negative();
    if (!is_certain && (!place->runs || place->at != Extent(0))) return std::nullopt;
    running += place->runs;
    out.push_back({place->at, place->runs, is_certain});
  }
  if (running > 1 || out.size() != extents.size()) return std::nullopt;
  return out;
}

std::optional<TripIndex> RaisableLoops::place(const Loop& loop, ValueId value) const {
  value = outside(value);
  const Value& v = f_[value];
  if (!v.op.valid()) {
    if (v.block == loop.body && v.index == 0) return TripIndex{0, true};
    return std::nullopt;
  }
  const Op& op = f_[v.op];
  if (op.kind == Kind::Astype && is_integer(f_[op.operands[0]].type.element)) return place(loop, op.operands[0]);
  if (op.kind == Kind::Add || op.kind == Kind::Subtract) {
    const auto a = place(loop, op.operands[0]), b = place(loop, op.operands[1]);
    if (!a || !b || (b->runs && (a->runs || op.kind == Kind::Subtract))) return std::nullopt;
    return TripIndex{op.kind == Kind::Add ? a->at + b->at : a->at - b->at, a->runs || b->runs};
  }
  if (const auto number = known_integer(f_, value)) return TripIndex{*number};
  if (definition(op.kind).info.trait == Trait::integer)
    if (const auto extent = extent_of(f_, value)) return TripIndex{*extent};
  return std::nullopt;
}

}  // namespace ir
