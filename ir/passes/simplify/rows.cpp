// What is taken at one index is read where it is, and what is added at one index is added there: no copy of a row, and the check of
// the index names the tensor.
//
//  1. A `take` along the first axis at one index becomes `element`, a `scatter_add` there `add_element`.
//  2. The index must be a number of arguments, counters and constants: one that is computed from tensors stays with the
//     kernels, which take it from memory.
//
// In: a function that verifies, after the last rewriting: no other pass looks for these ops. Out: one that computes the same.
// Idempotent.
#include <algorithm>
#include <set>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/simplify/rewriter.h"

namespace ir {
namespace {

class Rows : public Rewriter {
 public:
  using Rewriter::Rewriter;

 private:
  void begun() override { find_counters(); }

  void visit(OpId id) override {
    const Op& op = from_[id];
    const bool takes = op.kind == Kind::Take;
    if ((!takes && op.kind != Kind::ScatterAdd) || !is_at_one_index(op)) return copy(id);
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    const ValueId index = builder_.append(Kind::Astype, {now(op.operands[1])}, {{"to", ElementType::i64}});
    if (takes) return replace(op.results[0], builder_.append(Kind::Element, {now(op.operands[0]), index}));
    replace(op.results[0], builder_.append(Kind::AddElement, {now(op.operands[0]), now(op.operands[2]), index}));
  }

  bool is_at_one_index(const Op& op) const {
    return from_[op.operands[1]].type.is_scalar() && op.attributes.get<std::int64_t>("axis") == 0 && !op.attributes.find("mode") &&
           is_number(op.operands[1]);
  }

  // Whether nothing of a tensor is in a number.
  bool is_number(ValueId value) const {
    const Value& v = from_[value];
    if (!v.type.is_scalar()) return false;
    if (!v.op.valid()) return v.block == from_.body || counters_.contains(value);
    const Op& op = from_[v.op];
    const Trait trait = definition(op.kind).info.trait;
    if (trait == Trait::constant || trait == Trait::integer) return true;
    if (trait != Trait::elementwise && trait != Trait::alias) return false;
    return std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId operand) { return is_number(operand); });
  }

  // Those of scans.
  void find_counters() {
    for (const Op& op : from_.ops)
      if (op.kind == Kind::Scan) counters_.insert(from_[op.blocks[0]].parameters[0]);
  }

  std::set<ValueId> counters_;
};

}  // namespace

std::optional<Module> run_rows_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  if (!takes_no_arguments("rows", arguments, diagnostics)) return std::nullopt;
  return rewrite_functions<Rows>(module, diagnostics);
}

}  // namespace ir
