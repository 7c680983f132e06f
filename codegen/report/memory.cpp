#include "codegen/report/memory.h"

#include <algorithm>
#include <tuple>

#include "codegen/text/files/body.h"

namespace codegen {
namespace {

std::string values_of(const Words& words, const Buffer& buffer) {
  std::string out;
  for (ir::ValueId value : buffer.values) {
    const std::string name = words.value(value);
    if (out.empty())
      out = name;
    else if (out != name && !out.ends_with(", " + name))
      out += ", " + name;
  }
  return out.empty() ? "put aside for the next trip" : out;
}

}  // namespace

Memory memory_of(Words& words) {
  const Plan& plan = words.planned().plan;
  const ir::Function& function = words.planned().function;
  Memory memory;
  memory.steps = plan[function.body].last;
  for (const Buffer& buffer : plan.buffers) {
    if (buffer.stack.valid()) continue;  // it lies in another one
    BufferRow row;
    const bool as_it_runs = buffer.is_sequence || buffer.is_room;
    row.where = as_it_runs ? BufferRow::Where::as_it_runs : buffer.result >= 0 ? BufferRow::Where::result : BufferRow::Where::slot;
    row.values = values_of(words, buffer);
    row.bytes = as_it_runs ? Formula{{}, "known as it runs"} : words.formula(buffer.bytes);
    row.first = buffer.first;
    row.last = buffer.last;
    row.slot = row.where == BufferRow::Where::slot ? buffer.slot : -1;
    memory.steps = std::max(memory.steps, buffer.last);
    memory.takes_as_it_runs = memory.takes_as_it_runs || as_it_runs;
    memory.buffers.push_back(std::move(row));
  }
  // Slots of arguments and results that lie in the elements of vectors: for the whole run.
  const auto add = [&](const std::map<std::size_t, std::size_t>& slots, const std::vector<ir::ValueId>& values) {
    for (const auto& [place, slot] : slots)
      memory.buffers.push_back({BufferRow::Where::slot, words.value(values[place]), words.formula(plan.slots[slot].bytes()), 0,
                                memory.steps, static_cast<int>(slot)});
  };
  add(plan.gathered, function.arguments());
  add(plan.scattered, function.results());
  std::stable_sort(memory.buffers.begin(), memory.buffers.end(), [](const BufferRow& a, const BufferRow& b) {
    return std::tuple(a.where, a.slot, a.first) < std::tuple(b.where, b.slot, b.first);
  });
  ir::Extent total = 0;
  for (const Slot& slot : plan.slots) {
    memory.slots.push_back(words.formula(bytes_in_arena(slot)));
    total = total + bytes_in_arena(slot);
  }
  memory.total = words.formula(total);
  return memory;
}

}  // namespace codegen
