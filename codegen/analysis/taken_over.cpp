#include "codegen/analysis/taken_over.h"

#include <algorithm>
#include <set>

#include "ir/kind.h"
#include "ir/op.h"

namespace codegen {
namespace {

constexpr std::size_t kMostVisits = 64;

// Looks for the argument that a result is made from, by ops that may write in place. A wrong guess costs a copy.
class Search {
 public:
  explicit Search(const ir::Function& function) : f_(function), uses_(function.values.size()), owner_(function.blocks.size()) {
    for (std::size_t i = 0; i < f_.ops.size(); ++i) {
      for (ir::ValueId operand : f_.ops[i].operands) ++uses_[operand.at()];
      for (ir::BlockId block : f_.ops[i].blocks) owner_[block.at()] = {static_cast<std::int32_t>(i)};
    }
    for (const ir::Block& block : f_.blocks)
      for (ir::ValueId result : block.results) ++uses_[result.at()];
  }

  std::vector<int> run() {
    std::vector<int> out;
    for (ir::ValueId result : f_.results()) {
      seen_.clear();
      out.push_back(f_[result].type.is_tensor() && f_[result].type.rank() > 0 ? find(result) : -1);
      if (out.back() >= 0) taken_.insert(out.back());
    }
    return out;
  }

 private:
  int find(ir::ValueId value) {
    if (seen_.size() >= kMostVisits || !seen_.insert(value).second) return -1;
    const ir::OpId id = f_[value].op;
    if (!id.valid()) return of_parameter(value);
    const ir::Op& op = f_[id];
    const auto k = static_cast<std::size_t>(f_[value].index);
    std::vector<ir::ValueId> from;
    if (op.kind == ir::Kind::While || op.kind == ir::Kind::Scan) {  // the number of trips of a scan comes first
      const std::size_t first = op.kind == ir::Kind::Scan ? 1 : 0;
      if (k < static_cast<std::size_t>(op.attributes.get<std::int64_t>("carried"))) from.push_back(op.operands[first + k]);
    } else if (op.kind == ir::Kind::If) {
      for (ir::BlockId arm : op.blocks) from.push_back(f_[arm].results[k]);
    } else {
      for (ir::ValueId operand : op.operands)
        if (f_[operand].type == f_[value].type) from.push_back(operand);
    }
    for (ir::ValueId each : from)
      if (const int argument = find(each); argument >= 0) return argument;
    return -1;
  }

  int of_parameter(ir::ValueId value) {
    const ir::Value& v = f_[value];
    const ir::OpId owner = owner_[v.block.at()];
    if (!owner.valid()) return uses_[value.at()] == 1 && !taken_.contains(v.index) ? v.index : -1;
    return f_[owner].kind == ir::Kind::If ? find(f_[owner].operands[static_cast<std::size_t>(v.index) + 1]) : -1;
  }

  const ir::Function& f_;
  std::vector<int> uses_;
  std::vector<ir::OpId> owner_;  // of each block
  std::set<ir::ValueId> seen_;
  std::set<int> taken_;
};

std::vector<int> search(const ir::Module& module, ir::FunctionId id) {
  const ir::Function& function = module[id];
  return function.foreign || function.has_rule() ? std::vector<int>(function.results().size(), -1) : Search(function).run();
}

}  // namespace

int TakenOver::operand(const ir::Op& call, std::size_t k) const {
  const auto found = call.callee.valid() ? of_callees.find(call.callee) : of_callees.end();
  return found == of_callees.end() ? -1 : found->second[k];
}

TakenOver taken_over(const ir::Module& module, const ir::Function& function) {
  TakenOver out;
  out.arguments.assign(function.results().size(), -1);
  for (const ir::Op& op : function.ops)
    if (op.callee.valid() && !out.of_callees.contains(op.callee)) out.of_callees[op.callee] = search(module, op.callee);
  const ir::FunctionId id = module.find(function.name);
  const bool is_called = id.valid() && std::any_of(module.functions.begin(), module.functions.end(), [&](const ir::Function& other) {
    return std::any_of(other.ops.begin(), other.ops.end(), [&](const ir::Op& op) { return op.callee == id; });
  });
  if (is_called) out.arguments = search(module, id);
  return out;
}

}  // namespace codegen
