#include "ir/passes/pointers/index_formulas.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>

#include "ir/builder.h"
#include "ir/kind.h"
#include "ir/op.h"
#include "ir/scope.h"

namespace ir {
namespace {

// `a` with each symbol in it replaced by what `now` gives.
Extent renamed(const Extent& a, const std::function<Extent(const std::string&)>& now) {
  std::set<std::string> symbols;
  a.collect_symbols(symbols);
  std::map<std::string, Extent> values;
  for (const std::string& symbol : symbols) values.emplace(symbol, now(symbol));
  return a.substitute(values);
}

int number(const std::string& symbol) {
  int n = 0;
  std::from_chars(symbol.data() + 1, symbol.data() + symbol.size(), n);
  return n;
}

// The formula where a number from 0 to `last` makes it greatest: it must rise with that, or fall.
std::optional<Extent> at_greatest(const Extent& formula, const std::string& symbol, const Extent& last) {
  const Extent at = Extent::symbol(symbol);
  const Extent step = formula.substitute({{symbol, at + 1}}) - formula;
  if (is_not_negative(step, 1)) return formula.substitute({{symbol, last}});
  if (is_not_negative(Extent(0) - step, 1)) return formula.substitute({{symbol, Extent(0)}});
  return std::nullopt;
}

}  // namespace

IndexFormulas::IndexFormulas(const Function& function, const Surroundings& around)
    : f_(function), around_(around), symbols_(argument_symbols(function)) {}

bool is_not_negative(const Extent& a, std::int64_t least) {
  return renamed(a, [&](const std::string& symbol) {
           return Extent::symbol("size " + symbol) + (symbol.starts_with('%') ? Extent(least) : Extent(0));
         }).never_negative();
}

std::string IndexFormulas::symbol_of(ValueId value) { return fmt::format("#{}", value.index); }

std::optional<ValueId> IndexFormulas::value_of(const std::string& symbol) {
  return symbol.starts_with('#') ? std::optional(ValueId{number(symbol)}) : std::nullopt;
}

std::optional<Extent> IndexFormulas::of(ValueId value) {
  value = around_.outside(value);
  const Value& v = f_[value];
  if (!v.type.is_scalar() || !is_integer(v.type.element)) return std::nullopt;
  if (const auto number = known_integer(f_, value)) return Extent(*number);
  if (!v.op.valid()) return of_parameter(value);
  if (const auto known = extent_of(f_, value, [&](ValueId parameter) { return around_.passed(parameter); }); known && has_only(*known, symbols_))
    return known;
  const Op& op = f_[v.op];
  if (op.kind == Kind::Astype) return of(op.operands[0]);
  if (op.kind == Kind::Where) return chosen(value, op.operands[0], op.operands[1], op.operands[2]);
  if (op.kind == Kind::If) {
    const auto result = static_cast<std::size_t>(v.index);
    return chosen(value, op.operands[0], f_[op.blocks[0]].results[result], f_[op.blocks[1]].results[result]);
  }
  if (op.operands.size() != 2) return std::nullopt;
  const auto a = of(op.operands[0]), b = of(op.operands[1]);
  if (op.kind == Kind::Modulo || op.kind == Kind::FloorModulo) return b ? remainder(value, *b) : std::nullopt;
  if (!a || !b) return std::nullopt;
  switch (op.kind) {
    case Kind::Add: return *a + *b;
    case Kind::Subtract: return *a - *b;
    case Kind::Multiply: return *a * *b;
    case Kind::Maximum: return rising(value, *a, *b, Extent::max);
    case Kind::Minimum: return rising(value, *a, *b, Extent::min);
    case Kind::Quotient:
    case Kind::FloorDivide: return b->constant().value_or(0) > 0 ? rising(value, *a, *b, Extent::floor_divide) : std::nullopt;
    default: return std::nullopt;
  }
}

// What rises with both: where numbers of trips are in it, a number from 0 to what it is at their greatest.
std::optional<Extent> IndexFormulas::rising(ValueId value, const Extent& a, const Extent& b, Extent (*combined)(const Extent&, const Extent&)) {
  const auto most_a = greatest(a), most_b = greatest(b);
  if (!most_a || !most_b) return std::nullopt;
  if (*most_a == a && *most_b == b) return combined(a, b);
  last_[symbol_of(value)] = combined(*most_a, *most_b);
  return Extent::symbol(symbol_of(value));
}

// Which of two an op gives: the smaller or the greater where that is what it compares, otherwise no more than the greater. What is 0
// but under a condition: sizes are at least 1 there.
std::optional<Extent> IndexFormulas::chosen(ValueId value, ValueId condition, ValueId yes, ValueId no) {
  const auto a = of(yes), b = of(no);
  if (!a || !b) return std::nullopt;
  // The trips of a loop up to a number without a sign, where those are more than an i64 can count: no memory has as many elements.
  if (*a == Extent(std::numeric_limits<std::int64_t>::max())) return b;
  if (*b == Extent(0)) {
    const Extent from_one = renamed(*a, [](const std::string& symbol) { return Extent::symbol("1 " + symbol) + Extent(symbol.starts_with('%')); });
    return renamed(from_one, [](const std::string& symbol) { return Extent::symbol(symbol.substr(2)) - Extent(symbol.starts_with("1 %")); });
  }
  condition = around_.outside(condition);
  if (!f_[condition].op.valid()) return rising(value, *a, *b, Extent::max);
  const Op& op = f_[f_[condition].op];
  const bool less = op.kind == Kind::Less || op.kind == Kind::LessEqual, greater = op.kind == Kind::Greater || op.kind == Kind::GreaterEqual;
  const auto small = less ? of(op.operands[0]) : greater ? of(op.operands[1]) : std::nullopt;
  const auto large = less ? of(op.operands[1]) : greater ? of(op.operands[0]) : std::nullopt;
  return rising(value, *a, *b, small == a && large == b ? Extent::min : Extent::max);
}

// A number from 0 to one less than the divisor.
std::optional<Extent> IndexFormulas::remainder(ValueId value, const Extent& divisor) {
  if (!is_not_negative(divisor - 1, 1)) return std::nullopt;
  last_[symbol_of(value)] = divisor - 1;
  return Extent::symbol(symbol_of(value));
}

std::optional<Extent> IndexFormulas::of_parameter(ValueId value) {
  const Value& v = f_[value];
  if (v.block == f_.body) return Extent::symbol("%" + v.name);
  const OpId owner = around_.owner(v.block);
  if (!owner.valid() || !is_loop(f_[owner])) return std::nullopt;
  const Op& op = f_[owner];
  const Loop loop = loop_of(op);
  const auto k = static_cast<std::size_t>(v.index);
  if (loop.counts && k < loop.first) {
    if (!last_.contains(symbol_of(value))) {
      const auto trips = of(op.operands[0]);
      if (!trips) return std::nullopt;
      last_[symbol_of(value)] = *trips - 1;
    }
    return Extent::symbol(symbol_of(value));
  }
  if (k < loop.first || k >= loop.first_scanned()) return std::nullopt;
  const ValueId carried = f_[loop.body].parameters[k];
  if (loop.counts) {  // by the same step in each trip
    const auto step = step_of(loop, k, carried);
    const auto first = of(op.operands[k]), trip = of(f_[loop.body].parameters[0]);
    return step && first && trip ? std::optional(*first + *step * *trip) : std::nullopt;
  }
  return Extent::symbol(symbol_of(carried));
}

std::optional<std::int64_t> IndexFormulas::step_of(const Loop& loop, std::size_t k, ValueId carried) const {
  ValueId next = f_[loop.body].results[k - loop.first];
  while (f_[next].op.valid() && f_[f_[next].op].kind == Kind::Astype) next = f_[f_[next].op].operands[0];
  if (!f_[next].op.valid()) return std::nullopt;
  const Op& op = f_[f_[next].op];
  if ((op.kind != Kind::Add && op.kind != Kind::Subtract) || op.operands[0] != carried) return std::nullopt;
  const auto step = around_.known_integer(op.operands[1]);
  return step && op.kind == Kind::Subtract ? std::optional(-*step) : step;
}

// Those of inner loops first, whose trips may depend on the number of a trip around them.
std::optional<Extent> IndexFormulas::greatest(Extent formula) const {
  for (;;) {
    std::set<std::string> symbols;
    formula.collect_symbols(symbols);
    std::erase_if(symbols, [](const std::string& symbol) { return !symbol.starts_with('#'); });
    if (symbols.empty()) return formula;
    const std::string inner = *std::max_element(symbols.begin(), symbols.end(), [](const std::string& a, const std::string& b) { return number(a) < number(b); });
    const auto last = last_.find(inner);
    if (last == last_.end()) return std::nullopt;
    const auto now = at_greatest(formula, inner, last->second);
    if (!now) return std::nullopt;
    formula = *now;
  }
}

}  // namespace ir
