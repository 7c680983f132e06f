#include "codegen/analysis/restored.h"

#include <algorithm>

#include "ir/op.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/analysis/passed.h"

namespace codegen {
namespace {

using Source = ir::Passed::Source;

bool is_of_numbers(const ir::Type& type) { return type.sequence_depth == 1 && type.rank() == 0 && type.element != ir::ElementType::any; }

// Whether an op writes an element of an operand where it is, and gives it.
bool writes(const ir::Function& function, const ir::Op& op) {
  return ir::definition(op.kind).info.in_place == 0 && is_of_numbers(function[op.results[0]].type);
}

// Whether it writes such an argument, as far as one sees at once.
bool may_restore(const ir::Function& function) {
  return !function.foreign && !function.has_rule() &&
         std::any_of(function.arguments().begin(), function.arguments().end(), [&](ir::ValueId a) { return is_of_numbers(function[a].type); }) &&
         std::any_of(function.ops.begin(), function.ops.end(), [&](const ir::Op& op) { return writes(function, op); });
}

class Restoration {
 public:
  Restoration(const ir::Function& function, const ir::Passed& passed) : f_(function), sources_(passed.sources_of(function)) {}

  RestoredArgument of(std::size_t argument) {
    RestoredArgument out;
    for (std::size_t i = 0; i < f_.values.size(); ++i)
      if (sources_[i].kind == Source::Kind::argument && sources_[i].index == argument) out.versions.insert({static_cast<std::int32_t>(i)});
    for (const ir::Block& block : f_.blocks)
      if (!look_at(block, argument, out)) return {};
    return out;
  }

 private:
  // Each version of the block that is not the argument is made it again before the block ends, and nothing else reads a version in
  // between.
  bool look_at(const ir::Block& block, std::size_t argument, RestoredArgument& out) const {
    ir::ValueId changed;
    for (ir::OpId id : block.ops) {
      const ir::Op& op = f_[id];
      for (std::size_t i = 0; i < op.operands.size(); ++i)
        if (out.versions.contains(op.operands[i]) && (!may_take(op, i, out) || (changed.valid() && op.operands[i] != changed))) return false;
      for (ir::ValueId result : op.results) {
        if (!out.versions.contains(result)) continue;
        const bool is_whole = sources_[result.at()].is_argument(argument);
        if (!writes(f_, op)) {
          if (!is_whole || op.blocks.empty() || changed.valid()) return false;
          continue;
        }
        if (changed.valid()) out.exceptions.emplace_back(changed, result);
        changed = is_whole ? ir::ValueId{} : result;
      }
    }
    return !changed.valid();
  }

  // Whether an op leaves the memory of such an operand to whom it is.
  bool may_take(const ir::Op& op, std::size_t operand, const RestoredArgument& argument) const {
    if (ir::is_loop(op)) {
      const ir::Loop loop = ir::loop_of(op);
      return operand < loop.first_scanned() || operand >= loop.first_invariant();
    }
    const auto is_number = [&](ir::ValueId result) { return f_[result].type.is_scalar(); };
    return !op.blocks.empty() || op.callee.valid() || std::all_of(op.results.begin(), op.results.end(), is_number) ||
           (operand == 0 && writes(f_, op) && argument.versions.contains(op.results[0]));
  }

  const ir::Function& f_;
  const ir::Passed::Sources sources_;
};

}  // namespace

Restored restored(const ir::Module& module, const ir::Function& function) {
  Restored out;
  out.arguments.resize(function.arguments().size());
  const auto search = [&](ir::FunctionId id) {
    const ir::Function& callee = module[id];
    std::vector<RestoredArgument> found(callee.arguments().size());
    if (!may_restore(callee)) return found;
    Restoration one(callee, ir::Passed(module, id));
    for (std::size_t i = 0; i < found.size(); ++i)
      if (is_of_numbers(callee[callee.arguments()[i]].type)) found[i] = one.of(i);
    return found;
  };
  for (const ir::Op& op : function.ops) {
    if (!op.callee.valid() || out.of_callees.contains(op.callee)) continue;
    std::vector<bool>& callee = out.of_callees[op.callee];
    for (const RestoredArgument& argument : search(op.callee)) callee.push_back(static_cast<bool>(argument));
  }
  const ir::FunctionId id = module.find(function.name);
  const bool is_called = id.valid() && std::any_of(module.functions.begin(), module.functions.end(), [&](const ir::Function& other) {
    return std::any_of(other.ops.begin(), other.ops.end(), [&](const ir::Op& op) { return op.callee == id; });
  });
  if (is_called) out.arguments = search(id);
  return out;
}

}  // namespace codegen
