// Selection twice: where(c, f(x), g) becomes where(c, f(where(c, x, s)), g) for each op f that may have an
// infinite derivative where c leaves it out (masked.h), s being a number at which f has a finite one. No
// element that is selected changes.
//
//  1. At a `where`, make each branch anew from what leads to such ops, with the mask of what is read of it:
//  an op on elements
//     hands it on as it is, an inner `where` with its own, a linear op by its transpose.
//  2. An op that was found takes where(mask, x, s) in place of its operand x.
//
// In: a function that verifies. Out: one that computes the same, bit by bit; what nothing reads any more is
// for dce. Values that are named (`wrt`, `stop`) are not made anew: what lies before them stays as it is.
#include "ir/passes/simplify/safe_where.h"

#include <map>
#include <set>
#include <tuple>

#include "ir/expr.h"
#include "ir/kind.h"
#include "ir/passes/simplify/rewriter.h"

namespace ir {
namespace {

Expr not_(Expr mask) { return apply(Kind::LogicalNot, {mask}); }
Expr and_(Expr a, Expr b) { return apply(Kind::LogicalAnd, {a, b}); }

class SafeWhere : public Rewriter {
 public:
  SafeWhere(Module& module, const Function& from, const MaskedOps& masked, const std::set<ValueId>& named,
            Diagnostics& diagnostics)
      : Rewriter(module, from, diagnostics), masked_(masked), named_(named) {
    for (const MaskedOp& found : masked.found()) wheres_.insert(found.where);
  }
  using Rewriter::now;

  std::vector<MaskedOp> left() const {
    std::vector<MaskedOp> left;
    for (const MaskedOp& found : masked_.found())
      if (!done_.contains({found.where, found.op}) || gave_up_.contains(found.where)) left.push_back(found);
    return left;
  }

 private:
  void visit(OpId id) override {
    if (!wheres_.contains(id)) return copy(id);
    const Op& op = from_[id];
    where_ = id;
    made_.clear();
    masks_.clear();
    read_.clear();
    place(op);
    const Expr mask = expr(op.operands[0]), a = again(op.operands[1], mask),
               b = again(op.operands[2], not_(mask));
    place(op);
    replace(op.results[0], where(mask, a, b).id);
  }

  Expr expr(ValueId old) { return {&builder_, now(old)}; }
  void place(const Op& op) {
    builder_.loc = op.loc;
    builder_.derived = op.derived;
  }

  // The value where the mask says so; elsewhere any.
  Expr again(ValueId old, Expr mask) {
    if (!masked_.lead_to(old) || named_.contains(old)) return expr(old);
    if (const auto known = made_.find({old, mask.id}); known != made_.end())
      return {&builder_, known->second};
    // Each nested `where` may double the masks.
    if (++masks_[old] > kMostMasks) {
      gave_up_.insert(where_);
      return expr(old);
    }
    const OpId id = from_[old].op;
    const Op& op = from_[id];
    std::vector<Expr> x;
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      const bool leads = masked_.lead_to(op.operands[i]) && lanes(from_, op, i) != Lanes::none;
      x.push_back(leads ? again(op.operands[i], read(id, i, mask)) : expr(op.operands[i]));
    }
    place(op);
    if (masked_.contains(id)) {
      const Singular& singular = *definition(op.kind).singular;
      Expr& argument = x[singular.operand];
      argument = where(mask, argument, like(argument, singular.safe));
      done_.insert({where_, id});
    }
    const Expr made = apply(op.kind, x, op.attributes);
    made_.emplace(std::pair{old, mask.id}, made.id);
    return made;
  }

  // What of operand i is read for the elements of the mask.
  Expr read(OpId id, std::size_t i, Expr mask) {
    if (lanes(from_, from_[id], i) == Lanes::same && from_[id].kind != Kind::Where) return mask;
    ValueId& known = read_[{id, i, mask.id}];
    if (!known.valid()) known = read(from_[id], i, mask).id;
    return {&builder_, known};
  }
  Expr read(const Op& op, std::size_t i, Expr mask) {
    place(op);
    if (op.kind == Kind::Where && i > 0)
      return and_(mask, i == 1 ? expr(op.operands[0]) : not_(expr(op.operands[0])));
    // Of another element type than the op, which has too few numbers to count in or two in each.
    std::vector<Expr> x;
    for (ValueId operand : op.operands) x.push_back(as_count(expr(operand)));
    const Expr y = as_count(expr(op.results[0]));
    const OpDefinition& definition = ir::definition(op.kind);
    const Conjugated rule(definition, Rule{x, y, as_count(mask), {}, op.attributes});
    return greater(adjoint_of(definition, rule.rule, static_cast<int>(i)), 0);
  }
  static Expr as_count(Expr x) {
    return is_complex(x.type().element) ? astype(real(x), ElementType::f32) : astype(x, ElementType::f32);
  }

  static constexpr int kMostMasks = 16;

  const MaskedOps& masked_;
  const std::set<ValueId>& named_;
  std::set<OpId> wheres_;
  OpId where_;
  std::set<std::pair<OpId, OpId>> done_;
  std::set<OpId> gave_up_;  // of `where`s
  std::map<std::pair<ValueId, ValueId>, ValueId> made_;  // by the old value and the mask
  std::map<ValueId, int> masks_;                         // under which it was made
  std::map<std::tuple<OpId, std::size_t, ValueId>, ValueId> read_;
};

}  // namespace

SafeBranches with_safe_branches(Module& module, const Function& from, std::vector<ValueId>& wrt,
                                std::vector<ValueId>& stop, Diagnostics& diagnostics) {
  const MaskedOps masked(module, from, wrt, stop);
  std::set<ValueId> named;
  for (const auto* values : {&wrt, &stop}) named.insert(values->begin(), values->end());
  SafeWhere rewriter(module, from, masked, named, diagnostics);
  Function to = rewriter.run();
  for (auto* values : {&wrt, &stop}) *values = rewriter.now(*values);
  return {std::move(to), rewriter.left()};
}

std::optional<Module> run_safe_where_pass(const Module& module, const PassArguments& arguments,
                                          Diagnostics& diagnostics) {
  if (!takes_no_arguments("safe_where", arguments, diagnostics)) return std::nullopt;
  Module out = module;
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    std::vector<ValueId> wrt, stop;
    for (ValueId argument : module.functions[i].arguments())
      if (is_differentiable(module.functions[i][argument].type.element)) wrt.push_back(argument);
    out.functions[i] = with_safe_branches(out, module.functions[i], wrt, stop, diagnostics).function;
  }
  return out;
}

}  // namespace ir
