// Where values live: liveness over the steps, in-place reuse, and slots of the arena.
//
//   1. A value is in use from the step that yields it to the last that reads it; a result, to the end.
//   2. It takes over the buffer of an operand that dies in its step, where each element is read before it is
//      written: by a kernel that says so, or in a loop that reads the operand at the loop's own index only.
//   3. Buffers that hold a result are the caller's. Each other one takes a slot that is free for all of its
//   life:
//      one of its own size if there is one, else one provably large enough, else any, which then grows; else
//      a new.
#include <algorithm>
#include <map>

#include "codegen/plan.h"

namespace codegen {
namespace {

class MemoryPlanner {
 public:
  MemoryPlanner(const ir::Function& function, Plan& plan)
      : function_(function), plan_(plan), last_read_(function.values.size(), -1) {
    plan_.buffer_of.assign(function.values.size(), -1);
  }

  void run() {
    find_last_reads();
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) place_step(static_cast<int>(s));
    for (std::size_t i = 0; i < function_.results().size(); ++i) claim_result(static_cast<int>(i));
    for (Buffer& buffer : plan_.buffers)
      if (buffer.result < 0) find_slot(buffer);
  }

 private:
  int end() const { return static_cast<int>(plan_.steps.size()); }

  void find_last_reads() {
    for (std::size_t s = 0; s < plan_.steps.size(); ++s)
      for (ir::OpId id : plan_.steps[s].ops)
        for (const Access& a : reads(function_, plan_, function_[id]))
          last_read_[a.root.at()] = static_cast<int>(s);
    for (ir::ValueId result : function_.results()) last_read_[alias_root(function_, result).at()] = end();
  }

  void place_step(int s) {
    const Step& step = plan_.steps[static_cast<std::size_t>(s)];
    std::map<int, bool> reusable = dying(step, s);
    for (ir::OpId id : step.ops)
      for (ir::ValueId value : function_[id].results)
        if (plan_.home[value.at()] == Home::buffer) place(value, s, reusable);
  }

  // The buffers that end in this step and may be written while it runs.
  std::map<int, bool> dying(const Step& step, int s) const {
    std::map<int, bool> reusable;
    for (ir::OpId id : step.ops) {
      const ir::Op& op = function_[id];
      const std::vector<Access> operands = reads(function_, plan_, op);
      const int in_place = ir::definition(op.kind).info.in_place;
      for (std::size_t i = 0; i < operands.size(); ++i) {
        const int buffer = plan_.buffer_of[operands[i].root.at()];
        if (buffer < 0) continue;
        const bool at_index =
            step.form == Step::Form::loop ? operands[i].flat(step.shape) : static_cast<int>(i) == in_place;
        const bool ends = plan_.buffers[static_cast<std::size_t>(buffer)].last == s;
        const auto [place, added] = reusable.try_emplace(buffer, ends && at_index);
        place->second = place->second && at_index;
      }
    }
    return reusable;
  }

  void place(ir::ValueId value, int s, std::map<int, bool>& reusable) {
    const ir::Type& type = function_[value].type;
    const ir::Extent bytes = ir::product(type.extents) * ir::bytes(type.element);
    // The youngest first: what a value is made of rather than what it is compared with.
    for (auto candidate = reusable.rbegin(); candidate != reusable.rend(); ++candidate) {
      auto& [index, free] = *candidate;
      Buffer& buffer = plan_.buffers[static_cast<std::size_t>(index)];
      if (!free || buffer.bytes != bytes || function_[buffer.values[0]].type.element != type.element)
        continue;
      free = false;
      buffer.values.push_back(value);
      buffer.last = std::max(s, last_read_[value.at()]);
      plan_.buffer_of[value.at()] = index;
      return;
    }
    plan_.buffer_of[value.at()] = static_cast<int>(plan_.buffers.size());
    plan_.buffers.push_back({{value}, bytes, s, std::max(s, last_read_[value.at()]), -1, -1});
  }

  // The first result to ask for a buffer gets it; later ones are copies.
  void claim_result(int index) {
    const ir::ValueId result = function_.results()[static_cast<std::size_t>(index)];
    const int buffer = plan_.buffer_of[alias_root(function_, result).at()];
    // A scalar result is read out of its buffer.
    if (buffer < 0 || function_[result].type.is_scalar()) return;
    int& owner = plan_.buffers[static_cast<std::size_t>(buffer)].result;
    if (owner < 0) owner = index;
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
  std::vector<int> last_read_;   // by value; the step, or end() for what results show
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
