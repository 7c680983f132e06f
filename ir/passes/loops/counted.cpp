// Counted loops: a `while` that moves an integer by a constant step up or down to a bound becomes a `scan`, whose
// trips are counted before it.
//
//  1. The condition compares a carried integer - or what it is as a wider type - with a value that depends on
//     invariants and constants only, and the body gives that integer plus or minus a constant, in every trip.
//  2. Compute the bound and the number of trips before the loop (trips.h). A loop whose trips can't be counted for
//     every start and bound stays a `while`.
//  3. Inside, the integer is start + trip step; after the loop, start + trips step. The trip's number is the integer
//     itself where it is an i64 that counts up from 0, and only then may the body name it in extents.
//  4. Drop what nobody reads any more.
//
// In: a function that verifies. Out: one that computes the same, provided that no signed integer passes the end of its
// range and that every loop comes to an end; idempotent.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/loops/trips.h"
#include "ir/passes/simplify/rewriter.h"

namespace ir {
namespace {

// The comparisons that can end a counted loop, and what they are with their operands exchanged.
struct Comparison {
  Kind kind, mirrored;
};
constexpr std::array kComparisons{Comparison{Kind::Less, Kind::Greater},
                                  Comparison{Kind::LessEqual, Kind::GreaterEqual},
                                  Comparison{Kind::Greater, Kind::Less},
                                  Comparison{Kind::GreaterEqual, Kind::LessEqual},
                                  Comparison{Kind::NotEqual, Kind::NotEqual}};

bool is_counter(const Type& type) {
  return type.is_scalar() && is_integer(type.element) && bytes(type.element) >= 4;
}

class Counter : public Rewriter {
 public:
  using Rewriter::Rewriter;
  bool changed() const { return changed_; }

 private:
  // A `while` whose condition compares carried value `index` (at `compared`) with `bound`, values of its condition.
  struct Found {
    std::size_t index = 0;
    Kind comparison{};
    ValueId compared, bound;
    std::int64_t step = 0;
  };

  void visit(OpId id) override {
    const Op& op = from_[id];
    const auto found = op.kind == Kind::While ? find(op) : std::nullopt;
    if (!found || !count(op, *found)) copy(id);
  }

  // --- what is counted ---

  std::optional<Found> find(const Op& op) const {
    const Value& goes_on = from_[from_[op.blocks[0]].results[0]];
    if (!goes_on.op.valid()) return std::nullopt;
    const Op& test = from_[goes_on.op];
    for (const Comparison& row : kComparisons)
      for (std::size_t side = 0; row.kind == test.kind && side < 2; ++side) {
        Found found{0, side == 0 ? row.kind : row.mirrored, test.operands[side], test.operands[1 - side], 0};
        const Value& integer = from_[unconverted(found.compared)];
        found.index = static_cast<std::size_t>(integer.index);
        if (integer.op.valid() || found.index >= loop_of(op).carried || !is_counter(integer.type)) continue;
        const auto step = step_of(op, found.index);
        if (!step || *step == 0 || !can_go_before(op, found.bound)) continue;
        found.step = *step;
        return found;
      }
    return std::nullopt;
  }

  // The integer that was converted to one that is as wide or wider, of any sign: modulo 2 to its width it is the same.
  ValueId unconverted(ValueId value) const {
    const OpId id = from_[value].op;
    if (!is_counter(from_[value].type) || !id.valid() || from_[id].kind != Kind::Astype) return value;
    const ValueId integer = from_[id].operands[0];
    const bool keeps = is_counter(from_[integer].type) &&
                       bytes(from_[integer].type.element) <= bytes(from_[value].type.element);
    return keeps ? integer : value;
  }

  // The constant that the body adds to a carried value in every trip.
  std::optional<std::int64_t> step_of(const Op& op, std::size_t index) const {
    const Block& body = from_[op.blocks[1]];
    const ValueId integer = body.parameters[index];
    const OpId id = from_[body.results[index]].op;
    if (!id.valid() || (from_[id].kind != Kind::Add && from_[id].kind != Kind::Subtract)) return std::nullopt;
    const std::vector<ValueId>& x = from_[id].operands;
    const bool added = from_[id].kind == Kind::Add, second = added && x[1] == integer;
    if (!second && x[0] != integer) return std::nullopt;
    auto step = constant(x[second ? 0 : 1], &op);
    if (!step) return std::nullopt;
    if (from_[integer].type.element == ElementType::u32) step = wrap_to(ElementType::i32, *step);
    constexpr std::int64_t kLongest = std::int64_t{1} << 60;
    if (*step < -kLongest || *step > kLongest) return std::nullopt;
    return added ? *step : -*step;
  }

  // The value of a constant, converted or negated perhaps, that stands in the body of the loop or is passed to it.
  std::optional<std::int64_t> constant(ValueId value, const Op* loop) const {
    const ElementType element = from_[value].type.element;
    if (!is_integer(element) && element != ElementType::boolean) return std::nullopt;
    const OpId id = from_[value].op;
    if (!id.valid()) {
      const auto k = static_cast<std::size_t>(from_[value].index);
      return loop && stays(*loop, k) ? constant(loop->operands[k], nullptr) : std::nullopt;
    }
    const Op& op = from_[id];
    if (op.kind == Kind::Constant) return wrap_to(element, op.attributes.get<std::int64_t>("value"));
    if (op.kind != Kind::Astype && op.kind != Kind::Negative) return std::nullopt;
    const auto x = constant(op.operands[0], loop);
    if (!x) return std::nullopt;
    return wrap_to(element, op.kind == Kind::Astype ? *x : static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(*x)));
  }

  // Whether parameter k is what was passed, in all trips.
  bool stays(const Op& op, std::size_t k) const {
    const Block& body = from_[op.blocks[1]];
    return k >= loop_of(op).carried || body.results[k] == body.parameters[k];
  }

  // Whether a value of the condition can be computed before the loop, where it is in every case.
  bool can_go_before(const Op& op, ValueId value) const {
    std::vector<ValueId> open{value};
    std::set<ValueId> seen;
    while (!open.empty()) {
      const ValueId next = open.back();
      open.pop_back();
      if (!seen.insert(next).second) continue;
      const OpId id = from_[next].op;
      if (!id.valid()) {
        if (!stays(op, static_cast<std::size_t>(from_[next].index))) return false;
        continue;
      }
      if (!from_[id].blocks.empty() || from_[id].callee.valid()) return false;
      for (const std::string& symbol : symbols_named(from_, from_[id])) {
        if (builder_.scope().has(builder_.insertion(), symbol)) continue;
        const ValueId taken = taken_with(op, symbol);
        if (!taken.valid()) return false;
        open.push_back(taken);
      }
      open.insert(open.end(), from_[id].operands.begin(), from_[id].operands.end());
    }
    return true;
  }

  // What the condition takes from a sequence, an extent of which gets that name.
  ValueId taken_with(const Op& op, const std::string& symbol) const {
    for (OpId id : from_[op.blocks[0]].ops) {
      const Op& inner = from_[id];
      if (inner.kind != Kind::SequenceAt) continue;
      for (const Extent& extent : inner.attributes.get<Shape>("shape"))
        if (extent.as_symbol() == symbol) return inner.results[0];
    }
    return {};
  }

  // --- the loop made of it ---

  bool count(const Op& op, const Found& found) {
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    const ValueId start = now(op.operands[found.index]);
    const ElementType compared = from_[found.compared].type.element;
    // What is made for a loop that stays is not kept: it has no readers.
    Counting counting{to_[start].type.element, found.comparison, found.step,
                      make_simplified(builder_, Kind::Astype, {start}, {{"to", compared}}), before(op, found.bound)};
    const bool is_trip = known_integer(to_, start) == 0 && found.step == 1 && counting.induction == ElementType::i64;
    if (!is_countable(to_, counting) || (!is_trip && is_named(op, found.index))) return false;
    changed_ = true;
    const Trips trips = count_trips(builder_, counting);
    scan(op, found, start, is_trip, trips);
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    replace(op.results[loop_of(op).carried], trips.count);
    replace(op.results[found.index], after_trips(builder_, start, trips.count, found.step));
    return true;
  }

  // A value of the condition, computed before the loop.
  ValueId before(const Op& op, ValueId value) {
    std::map<ValueId, ValueId> made;
    std::map<std::string, Extent> symbols;  // that have other names before the loop
    const Block& condition = from_[op.blocks[0]];
    for (std::size_t k = 0; k < condition.parameters.size(); ++k)
      if (stays(op, k)) made.emplace(condition.parameters[k], now(op.operands[k]));
    for (OpId id : condition.ops) {
      const Op& inner = from_[id];
      if (made.contains(value)) break;
      if (inner.results.size() != 1 || !can_go_before(op, inner.results[0])) continue;
      std::vector<ValueId> x;
      for (ValueId operand : inner.operands) x.push_back(made.at(operand));
      for (const std::string& symbol : symbols_named(from_, inner))
        if (taken_with(op, symbol) == inner.results[0] && !builder_.scope().has(builder_.insertion(), symbol))
          symbols.emplace(symbol, Extent::symbol(builder_.fresh_symbol(symbol.substr(0, symbol.rfind('.')))));
      Attributes attributes = inner.attributes;
      for (const auto& [name, given] : inner.attributes)
        if (const Shape* shape = std::get_if<Shape>(&given)) {
          Shape now = *shape;
          for (Extent& extent : now) extent = extent.substitute(symbols);
          attributes.set(name, now);
        }
      made.emplace(inner.results[0], make_simplified(builder_, inner.kind, x, attributes));
    }
    return made.at(value);
  }

  // Whether an extent inside is named after the carried integer.
  bool is_named(const Op& op, std::size_t index) const {
    const auto symbol = integer_symbol(from_, from_[op.blocks[1]].parameters[index]);
    std::set<std::string> named;
    collect_symbols(from_, op.blocks[1], named);
    return symbol && named.contains(*symbol);
  }

  void scan(const Op& op, const Found& found, ValueId start, bool is_trip, const Trips& trips) {
    const Block& body = from_[op.blocks[1]];
    const std::size_t carried = loop_of(op).carried;
    std::vector<ValueId> operands{trips.operand}, parameters, given, results;
    for (std::size_t k = 0; k < op.operands.size(); ++k) {
      if (k == found.index) continue;
      operands.push_back(now(op.operands[k]));
      parameters.push_back(body.parameters[k]);
    }
    for (std::size_t k = 0; k < body.results.size(); ++k) {
      if (k == found.index) continue;
      given.push_back(body.results[k]);
      results.push_back(op.results[k < carried ? k : k + 1]);
    }
    const ValueId integer = body.parameters[found.index];
    Types types{ir::scalar(ElementType::i64)};
    std::vector<std::string> names{is_trip ? from_[integer].name : builder_.fresh_name("trip")};
    for (ValueId parameter : parameters) {
      types.push_back(from_[parameter].type);
      names.push_back(from_[parameter].name);
    }
    const auto first = known_integer(to_, start);
    if (!first) {
      operands.push_back(start);
      types.push_back(to_[start].type);
      names.emplace_back();
    }
    const BlockId block = builder_.block(types, names);
    const ValueId trip = to_[block].parameters[0];
    for (std::size_t i = 0; i < parameters.size(); ++i) replace(parameters[i], to_[block].parameters[i + 1]);
    const BlockId outside = builder_.insert_into(block);
    const ValueId begin = first ? builder_.constant_integer(from_[integer].type.element, *first)
                                : to_[block].parameters.back();
    replace(integer, is_trip ? trip : after_trips(builder_, begin, trip, found.step));
    visit_all(body);
    builder_.set_results(now(given));
    builder_.insert_into(outside);

    Attributes attributes = varying_of(from_, op, op.attributes, results);
    attributes.set("carried", static_cast<std::int64_t>(carried - 1));
    attributes.set("scanned", std::int64_t{0});
    if (trips.must_end) attributes.set("ends", true);
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    const auto made = builder_.append_all(Kind::Scan, operands, attributes, {block});
    GRADC_CHECK(made.size() == results.size());
    for (std::size_t i = 0; i < made.size(); ++i) replace(results[i], made[i]);
  }

  bool changed_ = false;
};

}  // namespace

std::optional<Module> run_counted_pass(const Module& module, const PassArguments& arguments,
                                       Diagnostics& diagnostics) {
  if (!takes_no_arguments("counted", arguments, diagnostics)) return std::nullopt;
  Module out = module;
  for (Function& function : out.functions) {
    Counter counter(out, function, diagnostics);
    Function next = counter.run();
    if (counter.changed()) function = without_dead_ops(out, next, diagnostics);
  }
  return out;
}

}  // namespace ir
