// The adjoint of an `if` is an `if` on the same predicate.
//
//  1. Draft the adjoint of each arm: its seeds are the adjoints of the results, and where something has arrived at an
//     operand already, that sum goes in and comes out with what the arm adds.
//  2. An operand is connected if some arm adds to it; the other arm gives zeros, or the sum as it came.
//  3. What the arms read of the forward arms becomes operands (residuals.h); then copy the drafts into the blocks.
#include <memory>

#include "ir/kind.h"
#include "ir/passes/analysis/boxed.h"
#include "ir/passes/reverse/block_adjoint.h"
#include "ir/passes/reverse/residuals.h"

namespace ir {
namespace {

struct Arm {
  std::unique_ptr<Draft> draft;
  std::unique_ptr<Residuals> residuals;
  std::vector<Expr> seeds, sums;  // parameters of the draft; by seeded result and wanted operand, or not valid
  std::vector<Expr> adjoints;     // by wanted operand
  std::vector<ValueId> results;   // of the draft

  bool adds(std::size_t w) const { return adjoints[w].valid() && adjoints[w].id != sums[w].id; }
};

}  // namespace

class IfAdjoint {
 public:
  IfAdjoint(BlockAdjoint& outer, OpId id) : outer_(outer), id_(id), op_(outer.function()[id]), arms_(op_.blocks.size()) {}

  bool run() {
    find_places();
    bool ok = true;
    for (std::size_t a = 0; a < arms_.size(); ++a) ok = draft(a) && ok;
    if (!ok) return false;
    for (std::size_t w = 0; w < wanted_.size(); ++w)
      if (arms_[0].adds(w) || arms_[1].adds(w)) connected_.push_back(w);
    if (connected_.empty()) return true;
    for (std::size_t a = 0; a < arms_.size(); ++a) complete(a);
    find_operands();
    std::vector<BlockId> blocks;
    for (Arm& arm : arms_) blocks.push_back(block(arm));
    Builder& builder = outer_.builder_;
    builder.loc = op_.loc;
    builder.derived = true;
    const std::vector<ValueId> results = builder.append_all(Kind::If, operands_, {}, blocks);
    GRADC_CHECK(results.size() == connected_.size());
    for (std::size_t c = 0; c < connected_.size(); ++c)
      ok = outer_.hand_on(op_, wanted_[connected_[c]], {&builder, results[c]}) && ok;
    return ok;
  }

 private:
  ValueId parameter(std::size_t arm, std::size_t w) const {
    return outer_.function()[op_.blocks[arm]].parameters[wanted_[w] - 1];
  }
  const Type& type(ValueId primal) const { return outer_.reverse_.forward.type(primal); }

  void find_places();
  bool draft(std::size_t a);
  void complete(std::size_t a);
  void find_operands();
  BlockId block(Arm& arm);

  BlockAdjoint& outer_;
  OpId id_;
  const Op op_;
  std::vector<Arm> arms_;
  std::vector<std::size_t> seeded_;     // results
  std::vector<std::size_t> wanted_;     // operands
  std::vector<bool> threaded_;          // wanted operands whose sum so far goes through the arms
  std::vector<std::size_t> connected_;  // places in wanted_
  std::vector<ValueId> operands_;
  std::vector<std::size_t> used_seeds_;  // places in seeded_
  std::map<ValueId, std::size_t> passed_;  // place among the operands, by value of the forward block
};

void IfAdjoint::find_places() {
  for (std::size_t k = 0; k < op_.results.size(); ++k)
    if (outer_.active(op_.results[k]) && outer_.arrived(op_.results[k])) seeded_.push_back(k);
  for (std::size_t i = 1; i < op_.operands.size(); ++i) {
    if (!outer_.flows(op_, i)) continue;
    // An operand that is passed twice has one sum.
    const auto here = op_.operands.begin() + static_cast<std::ptrdiff_t>(i);
    wanted_.push_back(i);
    threaded_.push_back(outer_.arrived(*here) && std::find(op_.operands.begin(), here, *here) == here);
  }
}

bool IfAdjoint::draft(std::size_t a) {
  Arm& arm = arms_[a];
  const Block block = outer_.function()[op_.blocks[a]];
  arm.draft = std::make_unique<Draft>(outer_.reverse_.forward, outer_.builder_);
  BlockAdjoint inner(outer_.reverse_, op_.blocks[a], arm.draft.get());
  for (std::size_t k : seeded_) {
    const ValueId result = block.results[k];
    const bool boxes = varies(op_, k);
    arm.seeds.push_back(
        arm.draft->parameter(boxes ? sequence_of(type(result)) : type(result), outer_.bar_name(op_.results[k])));
    if (!outer_.active(result)) continue;
    inner.seed(result, boxes ? unboxed(arm.seeds.back(), type(result)) : arm.seeds.back());
  }
  for (std::size_t w = 0; w < wanted_.size(); ++w) {
    const ValueId source = parameter(a, w);
    arm.sums.push_back(threaded_[w] ? arm.draft->parameter(type(source), outer_.bar_name(source)) : Expr{});
    inner.seed(source, arm.sums.back());
  }
  if (!inner.run()) return false;
  for (std::size_t w = 0; w < wanted_.size(); ++w) arm.adjoints.push_back(inner.adjoint(parameter(a, w)));
  return true;
}

void IfAdjoint::complete(std::size_t a) {
  Arm& arm = arms_[a];
  for (std::size_t w : connected_)
    arm.results.push_back(arm.adjoints[w].valid() ? arm.adjoints[w].id
                                                  : zeros_like(arm.draft->value(parameter(a, w))).id);
  Residuals* const other = a > 0 ? arms_[a - 1].residuals.get() : nullptr;
  arm.residuals = std::make_unique<Residuals>(outer_.reverse_.forward, id_, a, outer_.checkpoint_inside(op_), other);
  arm.draft->sweep(arm.results, op_.blocks[a], [&](ValueId primal) { return arm.residuals->free_to_read(primal); });
}

// The predicate, the seeds, the sums, and what is passed to the forward `if` and kept by it.
void IfAdjoint::find_operands() {
  operands_ = {outer_.value(op_.operands[0]).id};
  for (std::size_t s = 0; s < seeded_.size(); ++s) {
    if (!arms_[0].draft->reads(arms_[0].seeds[s].id) && !arms_[1].draft->reads(arms_[1].seeds[s].id)) continue;
    used_seeds_.push_back(s);
    const Expr seed = outer_.adjoint(op_.results[seeded_[s]]);
    operands_.push_back(varies(op_, seeded_[s]) ? boxed(seed).id : seed.id);
  }
  for (std::size_t w : connected_)
    if (threaded_[w]) operands_.push_back(outer_.take(op_.operands[wanted_[w]]).id);
  for (Arm& arm : arms_) {
    for (ValueId primal : arm.draft->primals_read()) arm.residuals->need(primal);
    arm.residuals->need_symbols(arm.draft->symbols());
    if (outer_.reverse_.notes) arm.residuals->explain(*outer_.reverse_.notes);
    for (ValueId outer : arm.residuals->passed())
      if (passed_.emplace(outer, operands_.size()).second) operands_.push_back(outer_.value(outer).id);
  }
}

BlockId IfAdjoint::block(Arm& arm) {
  Builder& builder = outer_.builder_;
  std::vector<Type> types;
  std::vector<std::string> names(operands_.size() - 1);
  for (std::size_t i = 1; i < operands_.size(); ++i) {
    types.push_back(builder.type(operands_[i]));
    // A name would make an integer an extent.
    if (is_differentiable(types.back().element)) names[i - 1] = builder.function()[operands_[i]].name;
  }
  for (std::size_t i = 0; i < arm.residuals->passed().size(); ++i)
    names[passed_.at(arm.residuals->passed()[i]) - 1] = arm.residuals->passed_name(i);
  const BlockId block = builder.block(types, names);
  const std::vector<ValueId> parameters = builder.function()[block].parameters;
  const BlockId outside = builder.insert_into(block);
  std::size_t next = 0;
  for (std::size_t s : used_seeds_) arm.draft->set(arm.seeds[s].id, parameters[next++]);
  for (std::size_t w : connected_)
    if (threaded_[w]) arm.draft->set(arm.sums[w].id, parameters[next++]);
  std::vector<ValueId> given;
  for (ValueId outer : arm.residuals->passed()) given.push_back(parameters[passed_.at(outer) - 1]);
  for (const auto& [primal, now] : arm.residuals->supply(builder, given, {}, {})) arm.draft->set_primal(primal, now);
  builder.set_results(arm.draft->copy(builder, arm.residuals->symbols(), arm.results));
  builder.insert_into(outside);
  return block;
}

bool BlockAdjoint::differentiate_if(OpId id) { return IfAdjoint(*this, id).run(); }

}  // namespace ir
