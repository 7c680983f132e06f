// The search for ops of infinite derivative behind masks.
//
//  1. Go through the `where`s whose result has a derivative, and from either branch back through what has one, as long as
//     elements go on to elements.
//  2. On the way there is an assumption: the mask, and what it is where the branch is left out. An op that moves elements
//     takes the mask along where it is moved the same way, and a sum asks for a mask that is repeated along what it sums;
//     otherwise nothing is assumed behind it.
//  3. An op is found if it may be singular (ir/op.h) at the numbers that its operand may have under the assumption.
//
// An operand that is one number for all elements is singular for those that are selected too, unless the mask is one for all
// as well: it isn't looked at.
#include "ir/passes/analysis/masked.h"

#include <map>
#include <optional>

#include "ir/builder.h"
#include "ir/kind.h"
#include "ir/passes/analysis/activity.h"
#include "ir/passes/analysis/loop.h"

namespace ir {
namespace {

// A mask, and what it is in the elements that are looked at, or that these are summed to. Without a mask nothing is assumed.
struct Assumption {
  ValueId mask;
  bool truth = false;
  std::vector<OpId> sums;

  auto operator<=>(const Assumption&) const = default;
};

const Op* made_by(const Function& f, ValueId value) {
  return f[value].op.valid() ? &f[f[value].op] : nullptr;
}

bool is_sum(const Op& op) { return op.kind == Kind::Sum || op.kind == Kind::Mean; }

// The mask of the elements of a sum that is repeated in one of those that are summed; not valid where there is none.
ValueId before_repetition(const Function& f, ValueId mask, const Op& sum) {
  const Op* op = made_by(f, mask);
  if (!op || op->kind != Kind::Broadcast) return {};
  const ValueId small = op->operands[0];
  const Shape& shape = f[sum.results[0]].type.extents;
  const Op* of_small = made_by(f, small);
  const bool keeps = sum.attributes.get<bool>("keepdims");
  const Integers& axes = sum.attributes.get<Integers>("axes");
  if (!keeps && of_small && of_small->kind == Kind::ExpandDims &&
      of_small->attributes.get<Integers>("axes") == axes && f[of_small->operands[0]].type.extents == shape)
    return of_small->operands[0];
  const bool leading = axes.empty() || axes.back() + 1 == static_cast<std::int64_t>(axes.size());
  return (keeps || leading) && f[small].type.extents == shape ? small : ValueId{};
}

// What is assumed of the operand of an op that moves elements, or sums them.
Assumption behind(const Function& f, OpId id, Assumption assumed) {
  const Op& op = f[id];
  if (!assumed.mask.valid()) return {};
  if (is_sum(op)) {
    assumed.sums.push_back(id);
    return assumed;
  }
  const Op* mask = made_by(f, assumed.mask);
  if (op.kind != Kind::Transpose && f[op.operands[0]].type.extents == f[op.results[0]].type.extents)
    return assumed;
  if (!assumed.sums.empty() || !mask || mask->kind != op.kind || mask->attributes != op.attributes ||
      f[mask->operands[0]].type.extents != f[op.operands[0]].type.extents)
    return {};
  return {mask->operands[0], assumed.truth, {}};
}

// What is known of numbers, under assumptions.
class Ranges {
 public:
  explicit Ranges(const Function& f) : f_(f) {
    for (const Op& op : f.ops) {
      if (op.kind == Kind::If)
        for (BlockId arm : op.blocks) pass(f[arm], 0, op, 1);
      if (is_loop(op))
        pass(f[loop_of(op).body], loop_of(op).first_invariant(), op, loop_of(op).first_invariant());
    }
  }

  Range of(ValueId value, const Assumption& assumed, int depth = 0) {
    constexpr int kDeepest = 100;
    if (depth > kDeepest || !f_[value].type.is_tensor()) return {};
    const std::pair key{assumed, value};
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const Range range = refined(made(value, assumed, depth), value,
                                assumed.sums.empty() ? assumed.mask : ValueId{}, assumed.truth, depth);
    return known_[key] = range;
  }

  // What a mask is where another is as assumed, if that says so.
  std::optional<bool> truth(ValueId mask, const Assumption& assumed) const {
    if (!assumed.mask.valid()) return std::nullopt;
    if (is_mask(mask, assumed)) return assumed.truth;
    if (const Op* op = made_by(f_, assumed.mask)) {
      const bool both = assumed.truth ? op->kind == Kind::LogicalAnd : op->kind == Kind::LogicalOr;
      if (op->kind == Kind::LogicalNot) return truth(mask, {op->operands[0], !assumed.truth, assumed.sums});
      if (both)
        for (ValueId part : op->operands)
          if (const auto known = truth(mask, {part, assumed.truth, assumed.sums})) return known;
    }
    const Op* op = made_by(f_, mask);
    if (!op) return std::nullopt;
    if (op->kind == Kind::LogicalNot) {
      const auto inner = truth(op->operands[0], assumed);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    if (op->kind != Kind::LogicalAnd && op->kind != Kind::LogicalOr) return std::nullopt;
    const bool decides = op->kind == Kind::LogicalOr;
    int others = 0;
    for (ValueId part : op->operands) {
      const auto known = truth(part, assumed);
      if (known == decides) return decides;
      others += known.has_value();
    }
    return others == 2 ? std::optional(!decides) : std::nullopt;
  }

 private:
  bool is_mask(ValueId mask, const Assumption& assumed) const {
    for (auto sum = assumed.sums.rbegin(); sum != assumed.sums.rend() && mask.valid(); ++sum)
      mask = before_repetition(f_, mask, f_[*sum]);
    return mask == assumed.mask;
  }

  void pass(const Block& block, std::size_t first, const Op& op, std::size_t operand) {
    for (std::size_t i = first; i < block.parameters.size(); ++i)
      outside_[block.parameters[i]] = op.operands[operand + i - first];
  }

  Range made(ValueId value, const Assumption& assumed, int depth) {
    const Op* op = made_by(f_, value);
    if (!op) {
      const auto outside = outside_.find(value);
      return outside == outside_.end() ? Range{} : of(outside->second, {}, depth + 1);
    }
    const OpDefinition& definition = ir::definition(op->kind);
    const ElementType element = f_[value].type.element;
    if (op->kind == Kind::Constant) {
      if (const auto whole = known_integer(f_, value))
        return *whole < 0 && is_unsigned(element) ? Range{} : Range::of(static_cast<double>(*whole));
      const double x = op->attributes.get<double>("value");
      return std::isnan(x) ? Range{} : Range::of(element == ElementType::f32 ? static_cast<float>(x) : x);
    }
    if (op->kind == Kind::Where) return selected(*op, assumed, depth);
    if (definition.info.trait == Trait::alias || definition.info.trait == Trait::broadcast ||
        op->kind == Kind::Transpose)
      return of(op->operands[0], behind(f_, f_[value].op, assumed), depth + 1);
    if (!definition.range || is_complex(element)) return {};
    std::vector<Range> x;
    for (std::size_t i = 0; i < op->operands.size(); ++i)
      x.push_back(of(op->operands[i], lanes(f_, *op, i) == Lanes::same ? assumed : Assumption{}, depth + 1));
    return definition.range({f_, *op}, x);
  }

  Range selected(const Op& op, const Assumption& assumed, int depth) {
    const ValueId mask = op.operands[0];
    const auto known = truth(mask, assumed);
    const auto branch = [&](bool which) {
      const ValueId x = op.operands[which ? 1 : 2];
      return refined(of(x, assumed, depth + 1), x, mask, which, depth);
    };
    return known ? branch(*known) : Range::either(branch(true), branch(false));
  }

  // The range of a value where a mask that compares it is as given.
  Range refined(Range range, ValueId value, ValueId mask, bool truth, int depth) {
    const Op* op = mask.valid() ? made_by(f_, mask) : nullptr;
    if (!op) return range;
    if (op->kind == Kind::LogicalNot) return refined(range, value, op->operands[0], !truth, depth);
    if (op->kind == (truth ? Kind::LogicalAnd : Kind::LogicalOr)) {
      for (ValueId part : op->operands) range = refined(range, value, part, truth, depth);
      return range;
    }
    for (std::size_t i = 0; i < 2 && op->operands.size() == 2; ++i) {
      const ValueId side = op->operands[i];
      const Op* of_side = made_by(f_, side);
      const bool absolute = of_side && of_side->kind == Kind::Abs && of_side->operands[0] == value;
      if (side != value && !absolute) continue;
      const auto bounds = compared(op->kind, i == 1, truth, of(op->operands[1 - i], {}, depth + 1));
      if (!bounds) continue;
      if (!absolute)
        range = Range::both(range, *bounds);
      else
        range = Range::both(range, {-bounds->high, bounds->high, bounds->low > 0 || bounds->nonzero});
    }
    return range;
  }

  // What x is where `x > other`, or the like, is so or not; or `other > x`.
  static std::optional<Range> compared(Kind kind, bool swapped, bool truth, const Range& other) {
    if (kind == Kind::Equal || kind == Kind::NotEqual) {
      if ((kind == Kind::Equal) == truth) return other;
      return other.is_number() && other.low == 0 ? std::optional(Range{-Range::kMost, Range::kMost, true})
                                                 : std::nullopt;
    }
    const bool order = kind == Kind::Greater || kind == Kind::GreaterEqual;
    if (!order && kind != Kind::Less && kind != Kind::LessEqual) return std::nullopt;
    const bool above = (order != swapped) == truth,
               strict = (kind == Kind::Greater || kind == Kind::Less) == truth;
    const double end = above ? other.low : other.high;
    const double next = strict ? std::nextafter(end, above ? Range::kMost : -Range::kMost) : end;
    return above ? Range{next, Range::kMost} : Range{-Range::kMost, next};
  }

  const Function& f_;
  std::map<ValueId, ValueId> outside_;  // what a parameter of a block is, where it is one value
  std::map<std::pair<Assumption, ValueId>, Range> known_;
};

class MaskSearch {
 public:
  MaskSearch(const Function& f, const Activity& activity) : f_(f), activity_(activity), ranges_(f) {}

  void branch(OpId where, bool which) {
    const Op& op = f_[where];
    mask_is_one_ = is_one(op.operands[0]);
    seen_.clear();
    found.clear();
    go(op.operands[which ? 1 : 2], {op.operands[0], !which, {}});
  }

  std::set<OpId> found;
  std::set<ValueId> leading;

 private:
  // One number for all elements.
  bool is_one(ValueId value) const {
    const Op* op = made_by(f_, value);
    return f_[value].type.rank() == 0 ||
           (op && op->kind == Kind::Broadcast && f_[op->operands[0]].type.rank() == 0);
  }

  bool go(ValueId value, const Assumption& assumed) {
    const Op* op = made_by(f_, value);
    if (!op || !activity_.passes_back(value)) return false;
    const auto [seen, is_new] = seen_.try_emplace({assumed, value}, false);
    if (!is_new) return seen->second;
    bool leads = is_singular(*op, assumed);
    if (leads) found.insert(f_[value].op);
    for (std::size_t i = 0; i < op->operands.size(); ++i) {
      if (!activity_.flows(*op, i)) continue;
      const Lanes how = lanes(f_, *op, i);
      if (how == Lanes::none) continue;
      if (go(op->operands[i], how == Lanes::same ? assumed : behind(f_, f_[value].op, assumed))) leads = true;
    }
    if (leads) leading.insert(value);
    return seen_[{assumed, value}] = leads;
  }

  bool is_singular(const Op& op, const Assumption& assumed) {
    const Singular* singular = definition(op.kind).singular;
    if (!singular || (!mask_is_one_ && is_one(op.operands[singular->operand]))) return false;
    std::vector<Range> ranges;
    std::vector<bool> active;
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      ranges.push_back(ranges_.of(op.operands[i], assumed));
      active.push_back(activity_.flows(op, i));
    }
    return !singular->is_finite_at(ranges[singular->operand]) &&
           (!singular->applies || singular->applies({f_, op}, ranges, active));
  }

  const Function& f_;
  const Activity& activity_;
  Ranges ranges_;
  bool mask_is_one_ = false;
  std::map<std::pair<Assumption, ValueId>, bool> seen_;
};

}  // namespace

Lanes lanes(const Function& function, const Op& op, std::size_t operand) {
  const OpDefinition& definition = ir::definition(op.kind);
  switch (definition.info.trait) {
    case Trait::elementwise:
      return Lanes::same;
    case Trait::alias:
    case Trait::broadcast:
      return operand == 0 && definition.info.binds.empty() ? Lanes::linear : Lanes::none;
    case Trait::composite:
      return (definition.info.broadcasts || std::holds_alternative<Pointwise>(definition.derivative)) &&
                     function[op.operands[operand]].type.extents == function[op.results[0]].type.extents
                 ? Lanes::same
                 : Lanes::none;
    default:
      return op.kind == Kind::Sum || op.kind == Kind::Mean || op.kind == Kind::Transpose ? Lanes::linear
                                                                                         : Lanes::none;
  }
}

MaskedOps::MaskedOps(const Module& module, const Function& function, const std::vector<ValueId>& wrt,
                     const std::vector<ValueId>& stop) {
  const Dependence calls(module, function);
  const Activity activity(function, wrt, stop, calls);
  MaskSearch search(function, activity);
  for (std::size_t i = 0; i < function.ops.size(); ++i) {
    const OpId where{static_cast<std::int32_t>(i)};
    const Op& op = function[where];
    if (op.kind != Kind::Where || !activity.passes_back(op.results[0])) continue;
    for (const bool which : {true, false}) {
      search.branch(where, which);
      for (OpId singular : search.found) {
        found_.push_back({where, singular});
        ops_.insert(singular);
      }
    }
  }
  leading_ = std::move(search.leading);
}

}  // namespace ir
