// Adjoints with fewer operations: sums of products of the same factors are one product, quotients by what a reciprocal is known of
// are products, and what is added to an element that was just set is set with it.
//
//  1. What an add or a subtract reads is a coefficient times a product of factors: constants, negations, squares and products are
//     looked through. Two of the same factors are one: a·x + b·x = (a + b)·x. A summand of a sum that nothing else reads is
//     found there: (s + a·x) + b·x = s + (a + b)·x.
//  2. x / y is x · (1 / y) where the block has computed 1 / y before, and y is a positive constant and what is never negative: the
//     reciprocal of a denormal number is infinite where the quotient need not be.
//  3. add_element(set_element(t, a, i), b, i) is set_element(t, a + b, i), also where other elements were added to in between, if
//     nothing else reads what was made on the way.
//
// In ops that differentiation made; 1 and 2 of f32 and f64 alone, where the result differs by rounding. Coefficients are of moderate
// size, so that what overflows is what did before, but for that factor.
//
// In: a function that verifies, after the last differentiation. Out: one that computes the same but for rounding.
#include <algorithm>
#include <cmath>
#include <optional>

#include "ir/kind.h"
#include "ir/literal.h"
#include "ir/op.h"
#include "ir/passes/simplify/rewriter.h"

namespace ir {
namespace {

constexpr std::size_t kMostFactors = 6;
constexpr double kLargest = 1e6;
constexpr int kMostSummands = 4;  // that a sum is searched for

bool is_moderate(double coefficient) {
  const double size = std::abs(coefficient);
  return size <= kLargest && size >= 1 / kLargest;
}

struct Product {
  double coefficient = 1;
  std::vector<ValueId> factors;  // sorted
};

class Terms : public Rewriter {
 public:
  Terms(Module& module, const Function& from, Diagnostics& diagnostics)
      : Rewriter(module, from, diagnostics), uses_(from.values.size()) {
    for (const Op& op : from.ops)
      for (ValueId operand : op.operands) ++uses_[operand.at()];
    for (const Block& block : from.blocks)
      for (ValueId result : block.results) ++uses_[result.at()];
    for (const NamedValue& named : from.named) ++uses_[named.value.at()];
  }

 private:
  void visit(OpId id) override {
    const Op& op = from_[id];
    if (op.kind == Kind::AddElement && op.derived && set_with(op)) return;
    if (!op.derived || op.results.size() != 1 || !is_plain(from_[op.results[0]].type)) return copy(id);
    set_place(op);
    ValueId value;
    if (op.kind == Kind::Add || op.kind == Kind::Subtract) value = sum(op);
    if (op.kind == Kind::Divide) value = quotient(op);
    if (!value.valid()) return copy(id);
    replace(op.results[0], value);
  }

  static bool is_plain(const Type& type) {
    return !type.sequence_depth && (type.element == ElementType::f32 || type.element == ElementType::f64);
  }
  const Function& to() { return builder_.function(); }
  const Op* maker(ValueId value, Kind kind) {
    const OpId id = to()[value].op;
    return id.valid() && to()[id].kind == kind ? &to()[id] : nullptr;
  }

  // --- sums

  ValueId sum(const Op& op) {
    const double sign = op.kind == Kind::Add ? 1 : -1;
    const ValueId a = now(op.operands[0]), b = now(op.operands[1]);
    if (const ValueId one = merged(a, b, sign); one.valid()) return one;
    return into_sum(op.operands[0], a, b, sign, kMostSummands);
  }

  // The sum `all` with `term` added to, or taken from, one of its summands.
  ValueId into_sum(ValueId old, ValueId all, ValueId term, double sign, int most) {
    const Op* plus = maker(all, Kind::Add);
    const bool is_added = plus != nullptr;
    if (!plus) plus = maker(all, Kind::Subtract);
    if (!plus || !plus->derived || uses_[old.at()] > 1 || most == 0) return {};
    const OpId source = from_[old].op;
    if (!source.valid() || from_[source].operands.size() != 2) return {};
    const ValueId first = plus->operands[0], second = plus->operands[1];
    const Kind kind = plus->kind;
    if (const ValueId one = merged(second, term, is_added ? sign : -sign); one.valid()) return made(kind, {first, one});
    if (const ValueId one = merged(first, term, sign); one.valid()) return made(kind, {one, second});
    const ValueId one = into_sum(from_[source].operands[0], first, term, sign, most - 1);
    return one.valid() ? made(kind, {one, second}) : ValueId{};
  }

  // a + sign·b, where both are products of the same factors.
  ValueId merged(ValueId a, ValueId b, double sign) {
    std::vector<std::pair<ValueId, Product>> parts;
    const std::optional<Product> x = product(a, parts);
    if (!x || x->factors.empty() || (a == b && x->coefficient == 1)) return {};
    const std::optional<Product> y = product(b, parts);
    if (!y || x->factors != y->factors) return {};
    const double coefficient = x->coefficient + sign * y->coefficient;
    if (!is_moderate(coefficient) || !is_moderate(x->coefficient) || !is_moderate(y->coefficient)) return {};
    const ElementType element = builder_.type(a).element;
    if (round_to(element, coefficient) != coefficient) return {};
    return times(coefficient, x->factors, parts, builder_.type(a));
  }

  // What a value is a product of, and what was seen within.
  std::optional<Product> product(ValueId value, std::vector<std::pair<ValueId, Product>>& parts) {
    Product out;
    if (!multiply_by(value, out, parts)) return std::nullopt;
    std::sort(out.factors.begin(), out.factors.end());
    return out;
  }
  bool multiply_by(ValueId value, Product& out, std::vector<std::pair<ValueId, Product>>& parts) {
    if (out.factors.size() >= kMostFactors) return false;
    Product mine;
    const auto constant = constant_of(value);
    const Op *negative = maker(value, Kind::Negative), *square = maker(value, Kind::Square), *multiply = maker(value, Kind::Multiply);
    bool is_known = true;
    if (constant) {
      mine.coefficient = *constant;
    } else if (negative) {
      mine.coefficient = -1;
      is_known = multiply_by(negative->operands[0], mine, parts);
    } else if (square) {
      const ValueId base = square->operands[0];
      mine.factors = {base, base};
    } else if (multiply) {
      const ValueId left = multiply->operands[0], right = multiply->operands[1];
      is_known = multiply_by(left, mine, parts) && multiply_by(right, mine, parts);
    } else {
      mine.factors = {value};
    }
    if (!is_known || mine.factors.size() + out.factors.size() > kMostFactors) return false;
    std::sort(mine.factors.begin(), mine.factors.end());
    out.coefficient *= mine.coefficient;
    out.factors.insert(out.factors.end(), mine.factors.begin(), mine.factors.end());
    parts.emplace_back(value, std::move(mine));
    return true;
  }
  // Where the value is finite and everywhere the same.
  std::optional<double> constant_of(ValueId value) {
    if (const Op* repeat = maker(value, Kind::Broadcast)) value = repeat->operands[0];
    const Op* constant = maker(value, Kind::Constant);
    if (!constant || !builder_.type(value).is_scalar()) return std::nullopt;
    const double number = round_to(builder_.type(value).element, constant->attributes.get<double>("value"));
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
  }

  // The product; of what is there already, where that is. Three factors and more stay grouped as they are, so that nothing in between
  // overflows that did not before; not valid where that takes a factor that is rounded.
  ValueId times(double coefficient, const std::vector<ValueId>& factors, const std::vector<std::pair<ValueId, Product>>& parts,
                const Type& type) {
    const std::pair<ValueId, Product>* there = nullptr;
    for (const auto& part : parts) {
      if (part.second.factors != factors) continue;
      if (part.second.coefficient == coefficient) return part.first;
      if (!there || part.second.coefficient == 1) there = &part;
    }
    if (there->second.coefficient != 1 && factors.size() <= 2) {
      const ValueId first = made(Kind::Multiply, {factors[0], builder_.full(type, coefficient)});
      return factors.size() == 1 ? first : made(Kind::Multiply, {first, factors[1]});
    }
    const double by = coefficient / there->second.coefficient;
    if (round_to(type.element, by) != by || by * there->second.coefficient != coefficient) return {};
    return made(Kind::Multiply, {there->first, builder_.full(type, by)});
  }

  // --- quotients

  ValueId quotient(const Op& op) {
    const ValueId x = now(op.operands[0]), y = now(op.operands[1]);
    if (!is_away_from_zero(y)) return {};
    const auto known = reciprocals_.find({builder_.insertion(), y});
    if (known != reciprocals_.end()) return made(Kind::Multiply, {x, known->second});
    const auto number = constant_of(x);
    if (!number || *number != 1) return {};
    return reciprocals_[{builder_.insertion(), y}] = made(Kind::Divide, {x, y});
  }

  // Whether it has a finite reciprocal for certain: a constant and what is never negative.
  bool is_away_from_zero(ValueId value) {
    const Op* sum = maker(value, Kind::Add);
    if (!sum) return false;
    for (const std::size_t i : {0u, 1u})
      if (const auto number = constant_of(sum->operands[i]); number && *number >= 1 / kLargest) return is_never_negative(sum->operands[1 - i]);
    return false;
  }
  bool is_never_negative(ValueId value) {
    const Op* product = maker(value, Kind::Multiply);
    return (product && product->operands[0] == product->operands[1]) || maker(value, Kind::Square) || maker(value, Kind::Abs) ||
           maker(value, Kind::Sqrt) || maker(value, Kind::Relu);
  }

  // --- elements

  // Whether an add to an element is part of the op that set it now.
  bool set_with(const Op& op) {
    std::vector<const Op*> between;  // the last first
    const Op* set = nullptr;
    for (ValueId tensor = op.operands[0]; !set;) {
      const OpId source = from_[tensor].op;
      if (!source.valid() || uses_[tensor.at()] != 1 || between.size() == kMostSummands) return false;
      const Op& made_by = from_[source];
      if (made_by.kind == Kind::SetElement)
        set = &made_by;
      else if (made_by.kind == Kind::AddElement && made_by.derived)
        between.push_back(&made_by);
      else
        return false;
      tensor = made_by.operands[0];
    }
    const auto indices = [](const Op& of) { return std::vector<ValueId>(of.operands.begin() + 2, of.operands.end()); };
    if (indices(op) != indices(*set)) return false;
    set_place(*set);
    std::vector<ValueId> x = now(set->operands);
    const ValueId number = now(op.operands[1]);
    x[1] = constant_of(x[1]) == 0.0 ? number : made(Kind::Add, {x[1], number});
    ValueId value = made(Kind::SetElement, x);
    std::reverse(between.begin(), between.end());
    for (const Op* add : between) {
      set_place(*add);
      x = now(add->operands);
      x[0] = value;
      value = made(Kind::AddElement, x);
    }
    replace(op.results[0], value);
    return true;
  }
  void set_place(const Op& op) {
    builder_.loc = op.loc;
    builder_.derived = op.derived;
  }

  ValueId made(Kind kind, const std::vector<ValueId>& operands) {
    const ValueId value = builder_.append(kind, operands);
    GRADC_CHECK(value.valid());
    return value;
  }

  std::vector<int> uses_;
  std::map<std::pair<BlockId, ValueId>, ValueId> reciprocals_;  // of what, in which block
};

}  // namespace

std::optional<Module> run_terms_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  if (!takes_no_arguments("terms", arguments, diagnostics)) return std::nullopt;
  return rewrite_functions<Terms>(module, diagnostics);
}

}  // namespace ir
