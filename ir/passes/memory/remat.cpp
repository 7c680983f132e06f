#include "ir/passes/memory/remat.h"

#include <algorithm>
#include <map>

#include "ir/builder.h"
#include "ir/kind.h"
#include "ir/op.h"

namespace ir {
namespace {

class Rematerialiser {
 public:
  Rematerialiser(Module& module, const Function& from, std::size_t forward, Keep keep)
      : from_(from), ops_(from[from.body].ops), forward_(forward), to_(empty(from)),
        builder_(module, to_, none_), clone_(from, builder_), keep_(std::move(keep)), position_(from.values.size(), kOutside),
        made_(from.values.size()) {}

  Rematerialised run() {
    for (ValueId argument : from_.arguments())
      clone_.set(argument, builder_.argument(from_[argument].type, from_[argument].name));
    for (std::size_t p = 0; p < ops_.size(); ++p) {
      for (ValueId result : from_[ops_[p]].results) position_[result.at()] = p;
      if (p >= forward_) supply(from_[ops_[p]]);
      clone_.op(ops_[p]);
      if (p == forward_ || p + 1 == forward_) mark();
      if (p >= forward_) see(from_[ops_[p]]);
    }
    mark();
    std::vector<ValueId> results;
    for (ValueId result : from_.results()) results.push_back(first_[result.at()].valid() ? first_[result.at()] : clone_(result));
    builder_.set_results(std::move(results));
    GRADC_CHECK(none_.empty());
    std::vector<ValueId> now(from_.values.size());
    for (std::size_t v = 0; v < now.size(); ++v) {
      const ValueId value{static_cast<std::int32_t>(v)};
      now[v] = first_[v].valid() ? first_[v] : clone_.has(value) ? clone_(value) : ValueId{};
    }
    for (ValueId& value : keep_.kept) value = now[value.at()];
    return {std::move(to_), std::move(now), std::move(keep_)};
  }

 private:
  static constexpr std::size_t kOutside = ~std::size_t{};

  // The builder knows what the function requires.
  static Function empty(const Function& from) {
    Function to = new_function(from.name);
    to.requirements = from.requirements;
    to.extent_origins = from.extent_origins;
    return to;
  }
  bool again(ValueId value) const { return keep_.again[value.at()]; }
  bool is_forward(ValueId value) const { return position_[value.at()] < forward_; }

  // What the values of the forward part are there.
  void mark() {
    if (!first_.empty()) return;
    first_.resize(from_.values.size());
    for (std::size_t v = 0; v < first_.size(); ++v)
      if (const ValueId value{static_cast<std::int32_t>(v)}; clone_.has(value) && is_forward(value)) first_[v] = clone_(value);
  }

  // An adjoint that later ops can wait for.
  void see(const Op& op) {
    const Trait trait = definition(op.kind).info.trait;
    if (trait == Trait::constant || trait == Trait::broadcast || trait == Trait::alias) return;
    for (ValueId result : op.results)
      if (const Type& type = from_[result].type; type.is_tensor() && !type.is_scalar() && is_differentiable(type.element)) latest_ = result;
  }

  // Computes again what the op of the adjoint reads.
  void supply(const Op& op) {
    std::vector<ValueId> missing;
    for (ValueId operand : op.operands)
      if (is_forward(operand) && again(operand) && !made_[operand.at()]) missing.push_back(operand);
    if (missing.empty()) return;
    token_ = latest_;
    for (ValueId operand : op.operands)
      if (!is_forward(operand) && position_[operand.at()] != kOutside && waits_for(operand)) token_ = operand;
    if (!token_.valid()) return;  // nothing has been computed of the adjoint yet: all is there
    for (ValueId value : missing) compute(value);
  }
  bool waits_for(ValueId operand) const {
    const Type& type = from_[operand].type;
    return type.is_tensor() && !type.is_scalar() && is_differentiable(type.element);
  }

  // The ops behind a value that are done again, in order.
  void compute(ValueId wanted) {
    std::vector<std::size_t> ops;
    std::vector<ValueId> open{wanted};
    while (!open.empty()) {
      const ValueId value = open.back();
      open.pop_back();
      if (!is_forward(value) || !again(value) || made_[value.at()]) continue;
      const Op& op = from_[ops_[position_[value.at()]]];
      ops.push_back(position_[value.at()]);
      for (ValueId result : op.results) made_[result.at()] = true;
      open.insert(open.end(), op.operands.begin(), op.operands.end());
    }
    std::sort(ops.begin(), ops.end());
    for (std::size_t p : ops) redo(p);
  }

  void redo(std::size_t p) {
    const Op& op = from_[ops_[p]];
    builder_.loc = op.loc;
    builder_.derived = true;
    std::vector<ValueId> before;
    for (ValueId operand : op.operands) {
      before.push_back(clone_(operand));
      if (!(is_forward(operand) && again(operand))) clone_.set(operand, waiting(operand, keep_.segment[p]));
    }
    clone_.op(ops_[p]);
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      if (!(is_forward(op.operands[i]) && again(op.operands[i]))) clone_.set(op.operands[i], before[i]);
    for (ValueId result : op.results)
      if (const OpId made = to_[clone_(result)].op; made.valid()) to_[made].derived = true;
  }

  // A value that is there, as it is read in a segment that is done again.
  ValueId waiting(ValueId value, std::size_t segment) {
    const Type& type = from_[value].type;
    const OpId source = from_[value].op;
    const bool constant = source.valid() && definition(from_[source].kind).info.trait == Trait::constant;
    if (!type.is_tensor() || constant || (type.is_scalar() && is_integer(type.element))) return clone_(value);
    ValueId& known = waiting_[{value, segment}];
    if (!known.valid()) known = builder_.append(Kind::After, {clone_(value), clone_(token_)});
    return known;
  }

  const Function& from_;
  const std::vector<OpId>& ops_;
  const std::size_t forward_;
  Diagnostics none_;
  Function to_;
  Builder builder_;
  Cloner clone_;
  Keep keep_;
  std::vector<std::size_t> position_;  // by value: of its op in the body
  std::vector<bool> made_;             // by value: computed again
  std::vector<ValueId> first_;         // by value of the forward part: its first copy
  ValueId latest_, token_;
  std::map<std::pair<ValueId, std::size_t>, ValueId> waiting_;
};

}  // namespace

Rematerialised rematerialise(Module& module, const Function& derivative, std::size_t forward, std::size_t results,
                             const Checkpoint& checkpoint) {
  return Rematerialiser(module, derivative, forward, choose(module, derivative, forward, results, checkpoint)).run();
}

}  // namespace ir
