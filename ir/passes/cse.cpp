// Common subexpressions: of equal ops in one block the first is computed, and read by all.
//
//  1. Walk each block in order. An op is known by its kind, its operands as they are now, the text of its
//  attributes
//     (which tells 0.0 from -0.0 and NaN from nothing) and its callee; operands of a commutative op are
//     sorted.
//  2. The first of its kind is kept and remembered; later ones are replaced by its results, and give it their
//  names
//     where it has none.
//
// In: a function that verifies. Out: one that computes bit for bit the same; idempotent. Ops with blocks are
// never merged (their own blocks are walked), neither are values of different blocks, which are closed, nor
// arguments.
#include <algorithm>
#include <array>
#include <map>
#include <tuple>

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
    const BlockId copy = Rewriter::block(id);
    seen_ = std::move(outside);
    return copy;
  }

  void visit(OpId id) override {
    const Op& op = from_[id];
    if (!op.blocks.empty()) return copy(id);
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
  }

  std::map<Key, std::vector<ValueId>> seen_;
};

}  // namespace

std::optional<Module> run_cse_pass(const Module& module, const PassArguments& arguments,
                                   Diagnostics& diagnostics) {
  if (!takes_no_arguments("cse", arguments, diagnostics)) return std::nullopt;
  return rewrite_functions<Merger>(module, diagnostics);
}

}  // namespace ir
