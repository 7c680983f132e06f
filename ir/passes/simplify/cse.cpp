// Common subexpressions: of equal ops in one block the first is computed, and read by all.
//
//  1. Walk each block in order. An op is known by its kind, its operands as they are now, the text of its attributes
//     (which tells 0.0 from -0.0 and NaN from nothing) and its callee; operands of a commutative op are sorted.
//  2. The first of its kind is kept and remembered; later ones are replaced by its results, and give it their names
//     where it has none.
//  3. What is taken twice from a sequence at one index is one value: the symbols that the second one would bind are the
//     extents of the first from there on. Loops that take it again are passed it, however deep they lie: the adjoint of an
//     element of it then goes into one adjoint of the whole, and not into another in each trip. Branches take it again:
//     an arm that doesn't would have zeros for the adjoint of the whole.
//  4. What is passed to a block twice - an invariant, a sequence to go over - is one there. What both arms of an `if` or
//     the body of a loop give twice is read as one outside; dead code takes the other away.
//
// In: a function that verifies. Out: one that computes bit for bit the same; idempotent. Ops with blocks are never merged
// as a whole, neither are other values of different blocks, which are closed, nor arguments, nor loop-carried values.
#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <optional>
#include <tuple>

#include "ir/kind.h"
#include "ir/passes/analysis/boxed.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/simplify/rewriter.h"
#include "ir/passes/simplify/tidy.h"
#include "ir/text/text.h"

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
  // An index: a number, or a value and the integer types that it was converted to, the last first. Those of 64 bits are one.
  struct Index {
    ValueId value;
    std::int64_t number = 0;
    std::vector<ElementType> types = {};
    friend auto operator<=>(const Index&, const Index&) = default;
  };
  using Place = std::pair<ValueId, Index>;  // in a sequence
  // A place by operands of an op with blocks, and what was taken there before.
  struct Again {
    std::size_t sequence;
    std::optional<std::size_t> index_operand;
    Index index;  // inside, but for the value
    ValueId value;
  };

  BlockId block_with(BlockId id, const std::vector<Again>& again) {
    auto outside = std::exchange(seen_, {});
    auto taken_outside = std::exchange(taken_, {});
    std::vector<ValueId> passed;
    for (const Again& one : again) passed.push_back(one.value);
    passed_ = again;
    const BlockId copy = block(id, from_[id].parameters, from_[id].results, passed);
    seen_ = std::move(outside);
    taken_ = std::move(taken_outside);
    return copy;
  }

  void visit(OpId id) override {
    const Op& op = from_[id];
    if (!op.blocks.empty()) {
      open_.push_back(&op);
      const std::vector<Again> again = is_loop(op) ? taken_again(op) : std::vector<Again>{};
      std::vector<BlockId> blocks;
      std::vector<ValueId> passed;
      for (BlockId inner : op.blocks) blocks.push_back(block_with(inner, again));
      for (const Again& one : again) passed.push_back(one.value);
      rebuild(op, op.attributes, op.operands, blocks, op.results, passed);
      open_.pop_back();
      return merge_results(op);
    }
    // A derivative with respect to a named value is not that of another with the same numbers.
    const auto is_result = [&](const NamedValue& one) { return from_[one.value].op == id; };
    if (std::any_of(from_.named.begin(), from_.named.end(), is_result)) return copy(id);
    if (op.kind == Kind::SequenceAt && take_again(op)) return;
    // What loops fill element by element: one for two would be copied.
    if (op.kind == Kind::Undefined && from_[op.results[0]].type.rank() > 0) return copy(id);
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
    if (op.kind == Kind::SequenceAt) taken_.try_emplace(place_of(op), now(op.results[0]));
  }

  Place place_of(const Op& op) const { return {now(op.operands[0]), index_of(to_, now(op.operands[1]))}; }
  static Index index_of(const Function& function, ValueId value) {
    if (const auto number = known_integer(function, value)) return {{}, *number};
    Index index{value, 0, {}};
    for (;;) {
      const ElementType element = function[index.value].type.element;
      const ElementType type = element == ElementType::u64 ? ElementType::i64 : element;
      if (index.types.empty() || index.types.back() != type) index.types.push_back(type);
      const OpId id = function[index.value].op;
      if (!id.valid() || function[id].kind != Kind::Astype || !is_integer(function[function[id].operands[0]].type.element))
        return index;
      index.value = function[id].operands[0];
    }
  }

  // What was put into a sequence of any values at a place that is known.
  ValueId put(const Place& place) const {
    const OpId by = to_[place.first].op;
    if (!by.valid() || to_[by].kind != Kind::SequencePack || place.second.value.valid()) return {};
    return to_[by].operands.at(static_cast<std::size_t>(place.second.number));
  }

  // Not where the extents that it says are checked.
  bool take_again(const Op& op) {
    const Place place = place_of(op);
    const auto before = taken_.find(place);
    const ValueId first = before == taken_.end() ? put(place) : before->second;
    if (!first.valid()) return false;
    if (!from_[op.results[0]].type.is_tensor()) {
      replace(op.results[0], first);
      return true;
    }
    const Shape &said = op.attributes.get<Shape>("shape"), &known = to_[first].type.extents;
    std::map<std::string, Extent> symbols = symbols_;
    for (std::size_t axis = 0; axis < said.size(); ++axis) {
      const Extent extent = said[axis].substitute(symbols);
      if (extent == known[axis]) continue;
      const auto symbol = extent.as_symbol();
      if (!symbol || builder_.scope().has(builder_.insertion(), *symbol)) return false;
      symbols.emplace(*symbol, known[axis]);
    }
    symbols_ = std::move(symbols);
    replace(op.results[0], first);
    return true;
  }

  // What blocks of the loop take that was taken before it.
  std::vector<Again> taken_again(const Op& op) const {
    std::vector<Again> again;
    const std::size_t first = loop_of(op).first_invariant(), end = op.operands.size();
    for (const auto& [place, value] : taken_)
      for (std::size_t s = first; s < end; ++s) {
        if (now(op.operands[s]) != place.first) continue;
        std::vector<Again> ways;
        if (!place.second.value.valid()) ways.push_back({s, std::nullopt, place.second, value});
        for (std::size_t i = first; i < end && place.second.value.valid(); ++i)
          if (const auto inside = converted_inside(place.second, now(op.operands[i])))
            ways.push_back({s, i, {{}, 0, *inside}, value});
        const auto way = std::find_if(ways.begin(), ways.end(), [&](const Again& one) { return reads_element(op, one); });
        if (way == ways.end()) continue;
        again.push_back(*way);
        break;
      }
    return again;
  }
  // What a value must be converted to to be the index.
  std::optional<std::vector<ElementType>> converted_inside(const Index& index, ValueId value) const {
    if (!to_[value].type.is_scalar() || !is_integer(to_[value].type.element)) return std::nullopt;
    const Index given = index_of(to_, value);
    if (given.value != index.value || given.types.size() > index.types.size()) return std::nullopt;
    const auto rest = index.types.end() - static_cast<std::ptrdiff_t>(given.types.size());
    if (!std::equal(rest, index.types.end(), given.types.begin())) return std::nullopt;
    return std::vector(index.types.begin(), rest + 1);
  }
  static Index inside(const Block& block, const Again& one) {
    Index index = one.index;
    if (one.index_operand) index.value = block.parameters[*one.index_operand];
    return index;
  }
  bool reads_element(const Op& op, const Again& one) const {
    return std::any_of(op.blocks.begin(), op.blocks.end(), [&](BlockId id) {
      const Block& block = from_[id];
      return reads_element(block, block.parameters[one.sequence], inside(block, one));
    });
  }
  bool reads_element(const Block& block, ValueId sequence, const Index& index) const {
    return std::any_of(block.ops.begin(), block.ops.end(), [&](OpId id) {
      const Op& op = from_[id];
      if (op.kind == Kind::SequenceAt) return op.operands[0] == sequence && index_of(from_, op.operands[1]) == index;
      if (!is_loop(op)) return false;
      const auto begin = op.operands.begin() + static_cast<std::ptrdiff_t>(loop_of(op).first_invariant());
      const auto s = std::find(begin, op.operands.end(), sequence), i = std::find(begin, op.operands.end(), index.value);
      if (s == op.operands.end() || (index.value.valid() && i == op.operands.end())) return false;
      Again one{static_cast<std::size_t>(s - op.operands.begin()), std::nullopt, index, {}};
      if (index.value.valid()) one.index_operand = static_cast<std::size_t>(i - op.operands.begin());
      return reads_element(op, one);
    });
  }

  // What is passed twice.
  void entered(BlockId id) override {
    const Op& op = *open_.back();
    const std::vector<ValueId>& copies = to_[builder_.insertion()].parameters;
    for (std::size_t k = 0; k < passed_.size(); ++k) {
      Index index = inside(from_[id], passed_[k]);
      if (index.value.valid()) index.value = now(index.value);
      taken_.try_emplace({now(from_[id].parameters[passed_[k].sequence]), index},
                         copies[copies.size() - passed_.size() + k]);
    }
    passed_.clear();
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
  std::map<Place, ValueId> taken_;  // values out of sequences
  std::vector<Again> passed_;       // to the block that is entered next
  std::vector<const Op*> open_;  // the ops with blocks around
};

}  // namespace

Function without_repeats(Module& module, const Function& function, Diagnostics& diagnostics) {
  return Merger(module, function, diagnostics).run();
}

std::optional<Module> run_cse_pass(const Module& module, const PassArguments& arguments,
                                   Diagnostics& diagnostics) {
  if (!takes_no_arguments("cse", arguments, diagnostics)) return std::nullopt;
  return rewrite_functions<Merger>(module, diagnostics);
}

}  // namespace ir
