// Common subexpressions: of equal ops in one block the first is computed, and read by all.
//
//  1. Walk each block in order. An op is known by its kind, its operands as they are now, the text of its attributes
//     (which tells 0.0 from -0.0 and NaN from nothing) and its callee; operands of a commutative op are sorted.
//  2. The first of its kind is kept and remembered; later ones are replaced by its results, and give it their names
//     where it has none.
//  3. What is taken twice from a sequence at one index is one value: the symbols that the second one would bind are the
//     extents of the first from there on.
//  4. What is passed to a block twice - an invariant, a sequence to go over - is one there. What both arms of an `if` or
//     the body of a loop give twice is read as one outside; dead code takes the other away.
//
// In: a function that verifies. Out: one that computes bit for bit the same; idempotent. Ops with blocks are never merged
// as a whole, neither are values of different blocks, which are closed, nor arguments, nor what goes round a loop.
#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "ir/kind.h"
#include "ir/passes/boxed.h"
#include "ir/passes/loop.h"
#include "ir/passes/rewriter.h"
#include "ir/text.h"

namespace ir {
namespace {

// Where exchanging the operands changes no bit. Not maximum: of 0 and -0 it gives the one that stands second.
constexpr std::array kCommutative{Kind::Add,      Kind::Multiply,   Kind::Equal,
                                  Kind::NotEqual, Kind::LogicalAnd, Kind::LogicalOr};

class Merger : public Rewriter {
 public:
  using Rewriter::Rewriter;

 private:
  using Key = std::tuple<Kind, std::vector<ValueId>, std::string, FunctionId>;

  BlockId block(BlockId id) override {
    auto outside = std::exchange(seen_, {});
    auto taken_outside = std::exchange(taken_, {});
    const BlockId copy = Rewriter::block(id);
    seen_ = std::move(outside);
    taken_ = std::move(taken_outside);
    return copy;
  }

  void visit(OpId id) override {
    const Op& op = from_[id];
    if (!op.blocks.empty()) {
      open_.push_back(&op);
      copy(id);
      open_.pop_back();
      return merge_results(op);
    }
    if (op.kind == Kind::SequenceAt && from_[op.results[0]].type.rank() > 0 && take_again(op)) return;
    std::vector<ValueId> operands = now(op.operands);
    if (std::find(kCommutative.begin(), kCommutative.end(), op.kind) != kCommutative.end())
      std::sort(operands.begin(), operands.end());
    std::string attributes;
    for (const auto& [name, value] : op.attributes) attributes += name + "=" + text(value) + ",";
    const Key key{op.kind, std::move(operands), std::move(attributes), op.callee};
    if (auto found = seen_.find(key); found != seen_.end()) {
      for (std::size_t i = 0; i < op.results.size(); ++i) replace(op.results[i], found->second[i]);
      return;
    }
    copy(id);
    seen_.emplace(key, now(op.results));
    if (op.kind == Kind::SequenceAt) taken_.try_emplace(now(op.operands), now(op.results[0]));
  }

  // Not where the extents that it says are checked.
  bool take_again(const Op& op) {
    const auto first = taken_.find(now(op.operands));
    if (first == taken_.end() || !from_[op.results[0]].type.is_tensor()) return false;
    const Shape &said = op.attributes.get<Shape>("shape"), &known = to_[first->second].type.extents;
    std::map<std::string, Extent> symbols = symbols_;
    for (std::size_t axis = 0; axis < said.size(); ++axis) {
      const Extent extent = said[axis].substitute(symbols);
      if (extent == known[axis]) continue;
      const auto symbol = extent.as_symbol();
      if (!symbol || builder_.scope().has(builder_.insertion(), *symbol)) return false;
      symbols.emplace(*symbol, known[axis]);
    }
    symbols_ = std::move(symbols);
    replace(op.results[0], first->second);
    return true;
  }

  // What is passed twice.
  void entered(BlockId id) override {
    const Op& op = *open_.back();
    const std::vector<ValueId>& parameters = from_[id].parameters;
    const std::size_t shift = is_loop(op) ? 0 : 1, first = is_loop(op) ? loop_of(op).first_scanned() : 0;
    const std::size_t invariants = is_loop(op) ? loop_of(op).first_invariant() : 0;
    std::map<std::pair<ValueId, bool>, ValueId> known;
    for (std::size_t i = first; i < parameters.size(); ++i) {
      const auto [same, added] = known.try_emplace({now(op.operands[i + shift]), i < invariants}, parameters[i]);
      if (!added && from_[same->second].type == from_[parameters[i]].type)
        replace(parameters[i], now(same->second));
    }
  }

  // What the blocks give twice.
  void merge_results(const Op& op) {
    if (op.results.empty()) return;
    const Op& made = to_[to_[now(op.results[0])].op];
    const std::size_t first = is_loop(op) ? loop_of(op).first_stack : 0;
    std::map<std::vector<ValueId>, ValueId> known;
    for (std::size_t k = first; k < op.results.size(); ++k) {
      std::vector<ValueId> given;
      if (is_loop(op))
        given.push_back(to_[made.blocks.back()].results[k - first + loop_of(op).carried]);
      else
        for (BlockId arm : made.blocks) given.push_back(to_[arm].results[k]);
      const auto [same, added] = known.try_emplace(std::move(given), op.results[k]);
      const bool alike = !varies(op, k) && from_[same->second].type == from_[op.results[k]].type;
      if (!added && alike) replace(op.results[k], now(same->second));
    }
  }

  std::map<Key, std::vector<ValueId>> seen_;
  std::map<std::vector<ValueId>, ValueId> taken_;  // tensors out of sequences, by sequence and index
  std::vector<const Op*> open_;  // the ops with blocks around
};

}  // namespace

std::optional<Module> run_cse_pass(const Module& module, const PassArguments& arguments,
                                   Diagnostics& diagnostics) {
  if (!takes_no_arguments("cse", arguments, diagnostics)) return std::nullopt;
  return rewrite_functions<Merger>(module, diagnostics);
}

}  // namespace ir
