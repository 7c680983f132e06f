// Where values live: in-place reuse, and slots of the arena.
//
//   1. A value is in use from the step that yields it to the last that reads it (liveness.h); a result, to the end.
//   2. A value takes over the buffer of an operand that dies in its step, where each element is read before it is
//      written: by a kernel that says so, in a loop that reads the operand at the loop's own index only, or by the
//      write of an element. A tensor that goes round a loop takes over the buffer of what it is at first, and its
//      next value that of the present one; a result of a branch, the buffer of what an arm makes it from.
//   3. What a block hands on in another buffer is moved at its end, in an order that destroys nothing that is still
//      to be moved.
//   4. What a counted loop stacks is made where the stack has it, and nothing takes over its place.
//   5. Buffers that hold a result are the caller's. Each other one takes a slot that is free for all of its life:
//      one of its own size if there is one, else one provably large enough, else any, which then grows; else a new.
#include <algorithm>
#include <map>

#include "codegen/analysis/symbols.h"
#include "codegen/plan/liveness.h"
#include "codegen/plan/planner.h"
#include "codegen/plan/schedule.h"
#include "ir/kind.h"

namespace codegen {
namespace {

constexpr int kMostOrigins = 16;  // how many ops back the origin of a branch's result is looked for

class MemoryPlanner {
 public:
  MemoryPlanner(const ir::Function& function, Plan& plan)
      : function_(function),
        plan_(plan),
        lives_(function, plan),
        target_(function.values.size(), -1) {
    plan_.buffer_of.assign(function.values.size(), -1);
    plan_.handed_on.assign(function.values.size(), {});
  }

  void run() {
    for (const int taken : plan_.taken_over.arguments)
      if (taken >= 0) {
        const ir::ValueId argument = function_.arguments()[static_cast<std::size_t>(taken)];
        occupy(new_buffer(argument, 0, 0), argument, 0);
      }
    for (std::size_t i = 0; i < plan_.restored.arguments.size(); ++i)
      if (const ir::ValueId argument = function_.arguments()[i]; plan_.restored.arguments[i])
        occupy(new_buffer(argument, 0, 0), argument, 0);
    place_block(function_.body);
    for (std::size_t i = 0; i < function_.results().size(); ++i) claim_result(static_cast<int>(i));
    for (BlockPlan& block : plan_.blocks)
      for (RowSteps& rows : block.rows) hold_rows(rows, block.steps[rows.first].first, block.steps[rows.end - 1].last);
    std::vector<Buffer*> scratch;
    for (Buffer& buffer : plan_.buffers)
      if (buffer.result < 0 && !buffer.is_sequence && !buffer.is_room && !buffer.stack.valid()) scratch.push_back(&buffer);
    std::stable_sort(scratch.begin(), scratch.end(), [](auto* a, auto* b) { return a->first < b->first; });
    for (Buffer* buffer : scratch) find_slot(*buffer);
  }

 private:
  ir::ValueId root(ir::ValueId value) const { return root_of(function_, plan_, value); }
  ir::BlockId block_of(ir::ValueId value) const { return plan_.nesting.block_of[value.at()]; }
  int depth(ir::BlockId block) const { return plan_.nesting.depth[block.at()]; }
  bool is_buffer(ir::ValueId value) const { return plan_.home[value.at()] == Home::buffer; }
  Buffer& buffer(int index) { return plan_.buffers[static_cast<std::size_t>(index)]; }
  const Buffer& buffer(int index) const { return plan_.buffers[static_cast<std::size_t>(index)]; }
  int buffer_of(ir::ValueId value) const { return plan_.buffer_of[value.at()]; }

  // --- buffers

  ir::Extent bytes_of(ir::ValueId value) const {
    const ir::Type& type = function_[value].type;
    const auto& layout = plan_.layouts[value.at()];
    if (!type.is_tensor() && !layout) return 0;
    return (layout ? layout->size() : ir::product(type.extents)) * ir::bytes(type.element);
  }

  bool is_alike(ir::ValueId a, ir::ValueId b) const {
    const ir::Type &p = function_[a].type, &q = function_[b].type;
    return p.element == q.element && p.sequence_depth == q.sequence_depth &&
           (p.is_tensor() || p.rank() == q.rank()) && is_variable(a) == is_variable(b) && bytes_of(a) == bytes_of(b);
  }

  // A sequence that does not lie in one piece of memory.
  bool is_variable(ir::ValueId value) const {
    return !function_[value].type.is_tensor() && !plan_.layouts[value.at()];
  }

  int new_buffer(ir::ValueId value, int first, int last) {
    plan_.buffers.push_back({{}, bytes_of(value), first, last, -1, -1, value, is_variable(value), false, false, {}});
    plan_.buffers.back().is_room = !is_of_arguments(function_, plan_.buffers.back().bytes);
    occupant_.push_back({});
    return static_cast<int>(plan_.buffers.size()) - 1;
  }

  void occupy(int index, ir::ValueId value, int last) {
    buffer(index).values.push_back(value);
    buffer(index).last = std::max({buffer(index).last, last, lives_.last_read(value)});
    plan_.buffer_of[value.at()] = index;
    undo_.emplace_back(index, occupant_[static_cast<std::size_t>(index)]);
    occupant_[static_cast<std::size_t>(index)] = value;
  }

  ir::ValueId occupant(int index) const { return occupant_[static_cast<std::size_t>(index)]; }

  // The arms of a branch begin with the same occupants.
  void roll_back(std::size_t mark) {
    for (; undo_.size() > mark; undo_.pop_back())
      occupant_[static_cast<std::size_t>(undo_.back().first)] = undo_.back().second;
  }

  // --- steps

  void place_block(ir::BlockId block) {
    for (const Step& step : plan_[block].steps) {
      if (step.form == Step::Form::control) {
        if (is_branch(function_[step.ops[0]]))
          place_branch(function_[step.ops[0]], step, block);
        else
          place_trips(function_[step.ops[0]], step, block);
        continue;
      }
      if (step.form == Step::Form::loop) {
        place_ops(step.ops, step, step.first, block);
        continue;
      }
      for (std::size_t i = 0; i < step.ops.size(); ++i) place_ops({step.ops[i]}, step, step.number(i), block);
    }
  }

  void place_ops(const std::vector<ir::OpId>& ops, const Step& step, int number, ir::BlockId block) {
    const bool any = std::any_of(ops.begin(), ops.end(), [&](ir::OpId id) {
      const auto& results = function_[id].results;
      return std::any_of(results.begin(), results.end(), [&](auto r) { return is_buffer(r); });
    });
    if (!any) return;
    if (function_[ops[0]].callee.valid()) return place_call(function_[ops[0]], step, number, block);
    std::map<int, bool> reusable = dying(ops, step, number, block);
    if (const ir::Op& op = function_[ops[0]]; ir::definition(op.kind).info.trait == ir::Trait::sequence)
      for (std::size_t i = 1; i < op.operands.size(); ++i) hand_on(op.operands[i], op.results[0], number, block);
    for (ir::OpId id : ops)
      for (ir::ValueId value : function_[id].results)
        if (is_buffer(value)) {
          if (step.form == Step::Form::loop && is_part_store(function_, plan_, function_[id]))
            place_parts(function_[id], number, block, reusable);
          else
            place(value, number, block, reusable);
        }
  }

  // Each result of a call may have the memory of one operand alone.
  void place_call(const ir::Op& op, const Step& step, int number, ir::BlockId block) {
    std::map<int, bool> reusable = dying({function_[op.results[0]].op}, step, number, block);
    for (std::size_t k = 0; k < op.results.size(); ++k) {
      if (!is_buffer(op.results[k])) continue;
      const int taken = plan_.taken_over.operand(op, k);
      const ir::ValueId r = taken >= 0 ? root(op.operands[static_cast<std::size_t>(taken)]) : ir::ValueId{};
      const int index = r.valid() && !plan_.base[r.at()].valid() ? buffer_of(r) : -1;
      const bool alone = index >= 0 && !buffer(index).stack.valid() && std::count_if(op.operands.begin(), op.operands.end(), [&](ir::ValueId operand) {
                                         return memory_of(root(operand)) == index;
                                       }) == 1;
      if (alone) reusable[index] = occupant(index) == r && lives_.is_dead_after(r, number, block);
      place(op.results[k], number, block, reusable);
      if (alone) reusable[index] = false;
    }
  }

  // Elements of other places are read while it is written: it is no memory that the loop reads, but that of what it adds to.
  void place_parts(const ir::Op& op, int number, ir::BlockId block, std::map<int, bool> read) {
    if (op.kind == ir::Kind::AddSlice) return occupy(buffer_of(root(op.operands[0])), op.results[0], number);
    for (auto& [index, may_be_written] : read) may_be_written = false;
    place(op.results[0], number, block, read);
  }

  // The buffers whose values end here and may be written while the ops run; false for those that may not.
  std::map<int, bool> dying(const std::vector<ir::OpId>& ops, const Step& step, int number,
                            ir::BlockId block) const {
    std::map<int, bool> reusable;
    for (ir::OpId id : ops) {
      const ir::Op& op = function_[id];
      const std::vector<Access> operands = reads(function_, plan_, op);
      const int in_place = ir::definition(op.kind).info.in_place;
      for (std::size_t i = 0; i < operands.size(); ++i) {
        ir::ValueId r = operands[i].root;
        const bool at_index =
            step.form == Step::Form::loop ? operands[i].flat(step.shape) : static_cast<int>(i) == in_place;
        bool whole = true;
        for (; plan_.base[r.at()].valid(); r = root(plan_.base[r.at()])) whole = false;
        const int index = buffer_of(r);
        if (index < 0) continue;
        const bool ends = whole && !buffer(index).stack.valid() && occupant(index) == r && lives_.is_dead_after(r, number, block);
        const auto [place, added] = reusable.try_emplace(index, ends && at_index);
        place->second = place->second && at_index && whole;
      }
    }
    return reusable;
  }

  void place(ir::ValueId value, int number, ir::BlockId block, std::map<int, bool>& reusable) {
    auto take = [&](int index) {
      const Buffer& to = buffer(index);
      if (to.bytes != bytes_of(value) || (!to.values.empty() && !is_alike(to.values[0], value))) return false;
      reusable[index] = false;
      occupy(index, value, number);
      return true;
    };
    // Where the block hands it on.
    if (const int target = target_[value.at()]; target >= 0) {
      const auto read_here = reusable.find(target);
      if ((read_here != reusable.end() ? read_here->second : is_free(target, number, block)) && take(target)) return;
    }
    // The youngest first: what a value is made of rather than what it is compared with.
    for (auto candidate = reusable.rbegin(); candidate != reusable.rend(); ++candidate)
      if (candidate->second && take(candidate->first)) return;
    occupy(new_buffer(value, number, number), value, number);
  }

  // Whether nothing reads what the buffer holds from the number on.
  bool is_free(int index, int number, ir::BlockId block) const {
    return !occupant(index).valid() || lives_.is_dead_after(occupant(index), number - 1, block);
  }
  // Where the block hands on a sequence that a control op gives; -1: in another variable.
  int target_of(ir::ValueId value, const Step& step, ir::BlockId block) const {
    const int target = target_[value.at()];
    return target >= 0 && is_variable(value) && is_free(target, step.first, block) ? target : -1;
  }

  // A sequence that goes into another and is used by nothing else is handed on as it is.
  bool ends(ir::ValueId r, int number, ir::BlockId block) const {
    return buffer_of(r) >= 0 && occupant(buffer_of(r)) == r && block_of(r) == block &&
           lives_.is_dead_after(r, number, block) && lives_.reads_at(r, number) == 1;
  }
  void hand_on(ir::ValueId value, ir::ValueId to, int number, ir::BlockId block) {
    const ir::ValueId r = root(value);
    if (is_variable(r) && ends(r, number, block)) plan_.handed_on[r.at()] = to;
  }

  // --- control

  // What the buffer of `value` may take the place of: the buffer of `before`, where that ends with the number.
  bool can_follow(ir::ValueId before, ir::ValueId value, int number, ir::BlockId block) const {
    const int index = buffer_of(before);
    return index >= 0 && !buffer(index).stack.valid() && occupant(index) == before && is_alike(before, value) &&
           lives_.is_dead_after(before, number, block);
  }

  void place_branch(const ir::Op& op, const Step& step, ir::BlockId block) {
    std::vector<int> buffers(op.results.size(), -1);
    for (std::size_t k = 0; k < op.results.size(); ++k) {
      const ir::ValueId result = op.results[k];
      if (!is_buffer(result)) continue;
      int& index = buffers[k];
      for (ir::BlockId arm : op.blocks) {
        if (index >= 0) break;
        int visits = 0;
        const ir::ValueId from = origin(function_[arm].results[k], depth(block), visits);
        const bool taken = from.valid() && std::count(buffers.begin(), buffers.end(), buffer_of(from)) > 0;
        if (from.valid() && !taken && can_follow(from, result, step.last, block)) index = buffer_of(from);
      }
      if (index < 0) index = target_of(result, step, block);
      if (index < 0) index = new_buffer(result, step.first, step.last);
      for (ir::BlockId arm : op.blocks) aim(function_[arm].results[k], arm, index);
    }
    for (ir::BlockId arm : op.blocks) {
      const std::size_t mark = undo_.size();
      place_block(arm);
      std::vector<Move> moves;
      for (std::size_t k = 0; k < op.results.size(); ++k)
        if (buffers[k] >= 0) add_move(function_[arm].results[k], buffers[k], op.results[k], arm, moves);
      plan_[arm].moves = ordered(std::move(moves), arm);
      roll_back(mark);
    }
    for (std::size_t k = 0; k < op.results.size(); ++k)
      if (buffers[k] >= 0) occupy(buffers[k], op.results[k], step.last);
  }

  // The value outside of a block that one inside is made from by writing in place.
  ir::ValueId origin(ir::ValueId value, int outside, int& visits) const {
    const ir::ValueId r = root(value);
    if (depth(block_of(r)) <= outside) return buffer_of(r) >= 0 ? r : ir::ValueId{};
    const ir::OpId id = function_[r].op;
    if (!id.valid() || !is_buffer(r) || ++visits > kMostOrigins) return {};
    const ir::Op& op = function_[id];
    const auto k = static_cast<std::size_t>(function_[r].index);
    std::vector<ir::ValueId> candidates;
    if (is_iteration(op)) {
      const Iteration it = iteration(function_, op);
      if (k < it.carried.size()) candidates.push_back(it.carried[k].before);
    } else if (is_branch(op)) {
      for (ir::BlockId arm : op.blocks) candidates.push_back(function_[arm].results[k]);
    } else if (op.callee.valid()) {
      const int taken = plan_.taken_over.operand(op, k);
      if (taken >= 0) candidates.push_back(op.operands[static_cast<std::size_t>(taken)]);
    } else if (const int in_place = ir::definition(op.kind).info.in_place; in_place >= 0) {
      candidates.push_back(op.operands[static_cast<std::size_t>(in_place)]);
    } else if (is_pointwise(op)) {
      for (const Access& a : reads(function_, plan_, op))
        if (a.flat(function_[r].type.extents)) candidates.push_back(a.root);
    }
    for (ir::ValueId candidate : candidates) {
      const ir::ValueId from = origin(candidate, outside, visits);
      if (from.valid() && is_alike(from, r)) return from;
    }
    return {};
  }

  // What a block hands on is best made where it goes.
  void aim(ir::ValueId value, ir::BlockId block, int index) {
    const ir::ValueId r = root(value);
    if (block_of(r) == block && function_[r].op.valid() && target_[r.at()] < 0) target_[r.at()] = index;
  }

  // A tensor that a trip makes, of a size that is known at entry.
  void make_in_stack(const PerTrip& stack, const Step& step, ir::BlockId body) {
    const ir::ValueId r = root(stack.element);
    const bool has_place = !is_variable(stack.sequence) && (is_buffer(stack.sequence) || plan_.base[stack.sequence.at()].valid());
    if (plan_.side != Side::host || !has_place || block_of(r) != body || !is_buffer(r) || target_[r.at()] >= 0) return;
    const ir::OpId made = function_[r].op;
    if (!made.valid() || !function_[made].blocks.empty() || is_part_store(function_, plan_, function_[made])) return;
    if (!function_[r].type.is_tensor() || is_number(function_, plan_, r) || !is_of_arguments(function_, bytes_of(r))) return;
    const int index = new_buffer(r, step.first, step.last);
    buffer(index).stack = stack.sequence;
    aim(r, body, index);
  }

  void place_trips(const ir::Op& op, const Step& step, ir::BlockId block) {
    const Iteration it = iteration(function_, op);
    std::vector<int> buffers;
    for (const Carried& c : it.carried) {
      buffers.push_back(-1);
      if (!is_buffer(c.parameter)) continue;
      const ir::ValueId before = root(c.before);
      const bool follows = can_follow(before, c.parameter, step.first, block);
      buffers.back() = follows ? buffer_of(before) : new_buffer(c.parameter, step.first, step.last);
      occupy(buffers.back(), c.parameter, step.last);
    }
    for (const PerTrip& stack : it.stacked)
      if (is_buffer(stack.sequence)) {
        const int target = target_of(stack.sequence, step, block);
        occupy(target >= 0 ? target : new_buffer(stack.sequence, step.first, step.last), stack.sequence, step.last);
      }
    for (std::size_t i = 0; i < it.carried.size(); ++i)
      if (buffers[i] >= 0) aim(it.carried[i].next, it.body, buffers[i]);
    for (const PerTrip& stack : it.stacked)
      if (it.counted()) make_in_stack(stack, step, it.body);
    if (it.condition.valid()) place_block(it.condition);
    place_block(it.body);
    std::vector<Move> moves;
    for (std::size_t i = 0; i < it.carried.size(); ++i)
      if (buffers[i] >= 0) add_move(it.carried[i].next, buffers[i], it.carried[i].parameter, it.body, moves);
    for (std::size_t k = 0; k < it.stacked.size(); ++k)
      if (const PerTrip& stack = it.stacked[k]; is_buffer(stack.sequence))
        hand_on(stack.element, stack.sequence, lives_.read_as_result(it.body, it.carried.size() + k), it.body);
    plan_[it.body].moves = ordered(std::move(moves), it.body);
    for (std::size_t i = 0; i < it.carried.size(); ++i)
      if (buffers[i] >= 0) occupy(buffers[i], it.carried[i].after, step.last);
  }

  // --- moves

  void add_move(ir::ValueId from, int to, ir::ValueId as, ir::BlockId block, std::vector<Move>& moves) const {
    const ir::ValueId r = root(from);
    // A sequence may hold what has been handed on: it must be another one.
    const bool holds = plan_.buffers[static_cast<std::size_t>(to)].is_sequence;
    const bool undefined = is_undefined(function_, r) && (function_[r].type.is_tensor() ? buffer_of(r) < 0 : !holds);
    const bool ends_here = is_variable(r) == is_variable(as) && ends(r, plan_[block].last, block);
    if (!undefined && buffer_of(r) != to) moves.push_back({r, -1, to, as, ends_here});
  }

  int memory_of(ir::ValueId value) const {
    while (plan_.base[value.at()].valid()) value = root(plan_.base[value.at()]);
    return buffer_of(value);
  }

  // One whose target nothing else is still to be moved from comes first. Where there is none they go in a circle:
  // one is put aside.
  std::vector<Move> ordered(std::vector<Move> moves, ir::BlockId block) {
    std::vector<Move> out;
    while (!moves.empty()) {
      const auto free = std::find_if(moves.begin(), moves.end(), [&](const Move& move) {
        return std::none_of(moves.begin(), moves.end(), [&](const Move& other) {
          return &other != &move && other.from.valid() && memory_of(other.from) == move.to;
        });
      });
      if (free != moves.end()) {
        out.push_back(*free);
        moves.erase(free);
        continue;
      }
      Move& first = *std::find_if(moves.begin(), moves.end(), [](const Move& move) { return move.from.valid(); });
      const int number = plan_[block].last;
      const int aside = new_buffer(first.from, number, number);
      out.push_back({first.from, aside, -1, {}, true});
      first = {{}, aside, first.to, first.as, true};
    }
    return out;
  }

  // --- results and slots

  // The first result to ask for a buffer gets it; later ones are copies.
  void claim_result(int index) {
    const ir::ValueId result = function_.results()[static_cast<std::size_t>(index)];
    const int place = buffer_of(root(result));
    // A scalar result is read out of its buffer.
    if (place < 0 || buffer(place).is_room || is_number(function_, plan_, result) || !function_[result].type.is_tensor()) return;
    int& owner = buffer(place).result;
    if (owner < 0) owner = index;
  }

  // What is used with these numbers is in use for all rows; what is used with no others needs memory for rows that are worked on.
  void hold_rows(RowSteps& rows, int first, int last) {
    const auto is_within = [&](int number) { return first <= number && number <= last; };
    for (Buffer& buffer : plan_.buffers) {
      const bool by_row = std::all_of(buffer.values.begin(), buffer.values.end(), [&](ir::ValueId value) { return rows.widths.contains(value); });
      const bool is_scratch = buffer.result < 0 && !buffer.is_sequence && !buffer.is_room && !buffer.stack.valid() && !buffer.values.empty();
      if (by_row && is_scratch && is_within(buffer.first) && is_within(buffer.last)) {
        buffer.is_of_blocks = true;
        buffer.bytes = rows.held() * rows.widths.at(buffer.like) * ir::Extent(ir::bytes(function_[buffer.like].type.element));
      }
      if (is_within(buffer.first)) buffer.first = first;
      if (is_within(buffer.last)) buffer.last = last;
    }
    for (RowSteps::Sum& sum : rows.sums) {
      sum.blocks = new_buffer(sum.value, first, last);
      buffer(sum.blocks).is_of_blocks = true;
      const ir::Type& type = function_[sum.value].type;
      buffer(sum.blocks).bytes = rows.size_of(sum, type.extents) * ir::Extent(ir::bytes(type.element));
    }
  }

  static bool fits(const std::vector<ir::Extent>& sizes, const ir::Extent& bytes) {
    return std::any_of(sizes.begin(), sizes.end(),
                       [&](const auto& size) { return (size - bytes).never_negative(); });
  }

  void find_slot(Buffer& buffer) {
    int best = -1, best_rank = 0;
    for (std::size_t i = 0; i < plan_.slots.size(); ++i) {
      if (busy_until_[i] >= buffer.first) continue;
      const std::vector<ir::Extent>& sizes = plan_.slots[i].sizes;
      const bool equal = std::find(sizes.begin(), sizes.end(), buffer.bytes) != sizes.end();
      const int rank = equal ? 3 : fits(sizes, buffer.bytes) ? 2 : 1;
      if (rank > best_rank) best = static_cast<int>(i), best_rank = rank;
    }
    if (best < 0) {
      best = static_cast<int>(plan_.slots.size());
      plan_.slots.push_back({});
      busy_until_.push_back(-1);
    }
    const auto slot = static_cast<std::size_t>(best);
    std::vector<ir::Extent>& sizes = plan_.slots[slot].sizes;
    if (!fits(sizes, buffer.bytes)) {
      std::erase_if(sizes, [&](const ir::Extent& size) { return (buffer.bytes - size).never_negative(); });
      sizes.push_back(buffer.bytes);
    }
    busy_until_[slot] = buffer.last;
    buffer.slot = best;
  }

  const ir::Function& function_;
  Plan& plan_;
  const Liveness lives_;
  std::vector<int> target_;                // by value: the buffer that its block hands it on in
  std::vector<ir::ValueId> occupant_;      // by buffer: what it holds at present
  std::vector<std::pair<int, ir::ValueId>> undo_;
  std::vector<int> busy_until_;  // by slot
};

}  // namespace

ir::Extent Slot::bytes() const {
  ir::Extent greatest = 0;
  for (const ir::Extent& size : sizes) greatest = ir::Extent::max(greatest, size);
  return greatest;
}

void assign_memory(const ir::Function& function, Plan& plan) { MemoryPlanner(function, plan).run(); }

}  // namespace codegen
