// The adjoint of an `if` is an `if` on the same predicate.
//
//  1. Draft the adjoint of each arm: its seeds are the adjoints of the results, and where something has arrived at an
//     operand already, that sum goes in and comes out with what the arm adds.
//  2. An operand is connected if some arm adds to it; the other arm gives zeros, or the sum as it came.
//  3. What the arms read of the forward arms becomes operands (residuals.h); then copy the drafts into the blocks.
#include <memory>

#include "ir/passes/block_adjoint.h"
#include "ir/passes/residuals.h"

namespace ir {
namespace {

struct Arm {
  std::unique_ptr<Draft> draft;
  std::unique_ptr<Residuals> residuals;
  std::vector<Expr> seeds, sums;   // parameters of the draft; by seeded result and wanted operand, or not valid
  std::vector<Expr> adjoints;      // by wanted operand
  std::vector<ValueId> results;    // of the draft
  std::vector<ValueId> first_passed;

  bool adds(std::size_t w) const { return adjoints[w].valid() && adjoints[w].id != sums[w].id; }
};

}  // namespace

bool BlockAdjoint::differentiate_if(OpId id) {
  const Op op = function()[id];
  std::vector<std::size_t> seeded, wanted;
  for (std::size_t k = 0; k < op.results.size(); ++k)
    if (active(op.results[k]) && adjoint(op.results[k]).valid()) seeded.push_back(k);
  std::vector<bool> threaded;  // by wanted operand
  for (std::size_t i = 1; i < op.operands.size(); ++i) {
    if (!flows(op, i)) continue;
    // An operand that is passed twice has one sum.
    const bool first = std::find(op.operands.begin(), op.operands.begin() + static_cast<std::ptrdiff_t>(i),
                                 op.operands[i]) == op.operands.begin() + static_cast<std::ptrdiff_t>(i);
    wanted.push_back(i);
    threaded.push_back(first && arrived(op.operands[i]));
    if (threaded.back()) adjoint(op.operands[i]);
  }

  // 1.
  std::vector<Arm> arms(op.blocks.size());
  bool ok = true;
  for (std::size_t a = 0; a < arms.size(); ++a) {
    Arm& arm = arms[a];
    const Block block = function()[op.blocks[a]];
    arm.draft = std::make_unique<Draft>(reverse_.forward, builder_);
    BlockAdjoint inner(reverse_, op.blocks[a], arm.draft.get(), known_symbols());
    std::vector<ValueId> targets;
    for (std::size_t k : seeded) {
      arm.seeds.push_back(arm.draft->parameter(reverse_.forward.type(block.results[k]), bar_name(block.results[k])));
      if (!active(block.results[k])) continue;
      inner.seed(block.results[k], arm.seeds.back());
      targets.push_back(block.results[k]);
    }
    for (std::size_t w = 0; w < wanted.size(); ++w) {
      const ValueId parameter = block.parameters[wanted[w] - 1];
      arm.sums.push_back(threaded[w] ? arm.draft->parameter(reverse_.forward.type(parameter), bar_name(parameter))
                                     : Expr{});
      inner.seed(parameter, arm.sums.back());
    }
    ok = inner.run(targets) && ok;
    for (std::size_t i : wanted) arm.adjoints.push_back(inner.adjoint(block.parameters[i - 1]));
  }
  if (!ok) return false;

  // 2.
  std::vector<std::size_t> connected;
  for (std::size_t w = 0; w < wanted.size(); ++w)
    if (arms[0].adds(w) || arms[1].adds(w)) connected.push_back(w);
  if (connected.empty()) return true;
  for (std::size_t a = 0; a < arms.size(); ++a) {
    Arm& arm = arms[a];
    for (std::size_t w : connected) {
      const ValueId parameter = function()[op.blocks[a]].parameters[wanted[w] - 1];
      arm.results.push_back(arm.adjoints[w].valid() ? arm.adjoints[w].id
                                                    : zeros_like(arm.draft->value(parameter)).id);
    }
    arm.residuals = std::make_unique<Residuals>(reverse_.forward, id, a, known_symbols());
    arm.draft->sweep(arm.results, op.blocks[a], [&](ValueId primal) { return arm.residuals->free(primal); });
  }

  // 3. Operands: the predicate, the seeds, the sums, and what is passed from the forward `if` and to it.
  std::vector<ValueId> operands{value(op.operands[0]).id};
  std::vector<std::size_t> used_seeds;
  for (std::size_t s = 0; s < seeded.size(); ++s) {
    if (!arms[0].draft->reads(arms[0].seeds[s].id) && !arms[1].draft->reads(arms[1].seeds[s].id)) continue;
    used_seeds.push_back(s);
    operands.push_back(adjoint(op.results[seeded[s]]).id);
  }
  for (std::size_t w : connected)
    if (threaded[w]) operands.push_back(take(op.operands[wanted[w]]).id);
  std::map<ValueId, std::size_t> passed;  // place among the operands, by value of the forward block
  for (std::size_t a = 0; a < arms.size(); ++a) {
    for (ValueId primal : arms[a].draft->primals_read()) arms[a].residuals->need(primal);
    arms[a].residuals->need_symbols(arms[a].draft->symbols());
    for (ValueId outer : arms[a].residuals->passed()) {
      if (!passed.emplace(outer, operands.size()).second) continue;
      operands.push_back(value(outer).id);
    }
  }

  std::vector<BlockId> blocks;
  for (Arm& arm : arms) {
    std::vector<Type> types;
    std::vector<std::string> names(operands.size() - 1);
    for (std::size_t i = 1; i < operands.size(); ++i) {
      types.push_back(builder_.type(operands[i]));
      const std::string& name = builder_.function()[operands[i]].name;
      if (is_differentiable(types.back().element)) names[i - 1] = name;
    }
    for (std::size_t i = 0; i < arm.residuals->passed().size(); ++i)
      names[passed.at(arm.residuals->passed()[i]) - 1] = arm.residuals->passed_name(i);
    const BlockId block = builder_.block(types, names);
    const std::vector<ValueId> parameters = builder_.function()[block].parameters;
    const BlockId outside = builder_.insert_into(block);
    std::size_t next = 0;
    for (std::size_t s : used_seeds) arm.draft->set(arm.seeds[s].id, parameters[next++]);
    for (std::size_t w : connected)
      if (threaded[w]) arm.draft->set(arm.sums[w].id, parameters[next++]);
    std::vector<ValueId> given;
    for (ValueId outer : arm.residuals->passed()) given.push_back(parameters[passed.at(outer) - 1]);
    for (const auto& [primal, now] : arm.residuals->supply(builder_, given, {}, {}))
      arm.draft->set_primal(primal, now);
    builder_.set_results(arm.draft->copy(builder_, arm.residuals->symbols(), arm.results));
    builder_.insert_into(outside);
    blocks.push_back(block);
  }
  builder_.loc = op.loc;
  builder_.derived = true;
  const std::vector<ValueId> results = builder_.append_all(Kind::If, operands, {}, blocks);
  GRADC_CHECK(results.size() == connected.size());
  for (std::size_t c = 0; c < connected.size(); ++c) {
    if (!hand_on(op, wanted[connected[c]], {&builder_, results[c]})) return false;
  }
  return true;
}

}  // namespace ir
