// Counted loops: a `while` that moves integers by constant steps up or down to a bound becomes a `scan`, whose trips are
// counted before it.
//
//  1. The condition compares integers that go by a constant step in every trip (an induction variable, one plus an
//     invariant, a multiple of one, the difference of two) with values that depend on invariants and constants only.
//     Several comparisons joined by `and` end at the first of them.
//  2. The condition may also be a carried bool that the body computes by such a comparison, for the next trip: so are
//     `while (n-- > 0)` and `do { } while (i < n)`. The loop makes one trip where the bool is true at first, and then as
//     many as the comparison counts.
//  3. Compute the bounds and the number of trips before the loop (trips.h). A loop whose trips can't be counted for
//     every start and bound stays a `while`.
//  4. Inside, the first of the integers is start + trip step; after the loop, start + trips step. The trip's number is
//     the integer itself where it is an i64 that counts up from 0, and only then may the body name it in extents.
//  5. Drop what nobody reads any more.
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
#include "ir/passes/loops/hoist.h"
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
  // A comparison of what goes by a step in every trip, on the left, with what stays.
  struct Test {
    Kind comparison{};
    ValueId counted, bound;  // no bound: 0
    std::int64_t step = 0;
    ElementType induction{};
  };

  // What ends a `while`: tests in a block of it, one of which compares carried value `index`.
  struct Found {
    std::size_t index = 0;
    std::int64_t step = 0;  // of that value
    BlockId block;          // of the tests
    std::vector<Test> tests;
    std::optional<std::size_t> flag;  // the carried bool that the body sets by the tests, for the trip after it
  };

  // How an integer goes along with the trips.
  struct Motion {
    std::int64_t step = 0;             // 0: it stays
    std::optional<std::size_t> index;  // a carried value that it follows
    bool is_plain = true;              // that value, converted perhaps
  };

  void visit(OpId id) override {
    const Op& op = from_[id];
    const auto found = op.kind == Kind::While ? find(op) : std::nullopt;
    if (!found || !count(op, *found)) copy(id);
  }

  // --- what is counted ---

  std::optional<Found> find(const Op& op) const {
    const ValueId goes_on = from_[op.blocks[0]].results[0];
    Found found;
    found.block = op.blocks[0];
    ValueId test = goes_on;
    if (!from_[goes_on].op.valid()) {
      const auto flag = static_cast<std::size_t>(from_[goes_on].index);
      if (flag >= loop_of(op).carried) return std::nullopt;
      found.flag = flag;
      found.block = op.blocks[1];
      test = from_[op.blocks[1]].results[flag];
    }
    if (!add_tests(op, test, found) || found.tests.empty()) return std::nullopt;
    found.step = *step_of(op, found.index);
    return found;
  }

  bool add_tests(const Op& op, ValueId value, Found& found) const {
    const OpId id = from_[value].op;
    if (!id.valid()) return false;
    const Op& test = from_[id];
    if (test.kind == Kind::LogicalAnd)
      return add_tests(op, test.operands[0], found) && add_tests(op, test.operands[1], found);
    const auto add = [&](Kind comparison, ValueId left, ValueId right) {
      const auto made = test_of(op, comparison, left, right, found);
      if (made) found.tests.push_back(*made);
      return made.has_value();
    };
    if (test.kind == Kind::Astype) return add(Kind::NotEqual, test.operands[0], {});  // an integer as a condition
    return std::any_of(kComparisons.begin(), kComparisons.end(), [&](const Comparison& row) {
      return row.kind == test.kind && (add(row.kind, test.operands[0], test.operands[1]) ||
                                       add(row.mirrored, test.operands[1], test.operands[0]));
    });
  }

  std::optional<Test> test_of(const Op& op, Kind comparison, ValueId left, ValueId right, Found& found) const {
    const ElementType compared = from_[left].type.element;
    if (!is_counter(from_[left].type)) return std::nullopt;
    const auto l = motion(op, left, found), r = right.valid() ? motion(op, right, found) : Motion{};
    if (!l || !r || l->step == 0) return std::nullopt;
    const ElementType induction = from_[from_[op.blocks[1]].parameters[*l->index]].type.element;
    const std::int64_t step = l->step - r->step;
    if (step == 0) return std::nullopt;
    // Without sign, what is computed of an integer comes round elsewhere than the integer, and so does a difference.
    const bool wraps = is_unsigned(compared) || is_unsigned(induction);
    if (r->step != 0 && wraps) return std::nullopt;
    if (!l->is_plain && wraps && (step != l->step || (step != 1 && step != -1) || (is_unsigned(induction) && compared != induction)))
      return std::nullopt;
    if (found.tests.empty()) found.index = *l->index;
    return Test{comparison, left, right, step, l->is_plain ? induction : compared};
  }

  // How a value of the block of the tests goes along; nothing where that is not by a constant step.
  std::optional<Motion> motion(const Op& op, ValueId value, const Found& found) const {
    if (is_fixed(op, value, found)) return Motion{};
    const Value& integer = from_[value];
    if (!is_counter(integer.type)) return std::nullopt;
    if (!integer.op.valid()) {
      const auto index = static_cast<std::size_t>(integer.index);
      const auto step = index < loop_of(op).carried ? step_of(op, index) : std::nullopt;
      if (!step || *step == 0) return std::nullopt;
      return Motion{*step, index, true};
    }
    if (const ValueId narrower = unconverted(value); narrower != value) return motion(op, narrower, found);
    const Op& made = from_[integer.op];
    if (made.kind != Kind::Add && made.kind != Kind::Subtract && made.kind != Kind::Multiply) return std::nullopt;
    const auto a = motion(op, made.operands[0], found), b = motion(op, made.operands[1], found);
    if (!a || !b || (a->step == 0) == (b->step == 0)) return std::nullopt;
    const bool first = a->step != 0;
    std::int64_t by = made.kind == Kind::Subtract && !first ? -1 : 1;
    if (made.kind == Kind::Multiply) {
      const auto factor = constant(made.operands[first ? 1 : 0], &op);
      constexpr std::int64_t kMost = std::int64_t{1} << 30;
      if (!factor || *factor == 0 || *factor < -kMost || *factor > kMost || is_unsigned(integer.type.element)) return std::nullopt;
      by = *factor;
    }
    const Motion& moved = first ? *a : *b;
    constexpr std::int64_t kMostStep = std::int64_t{1} << 30;
    if (by != 1 && (moved.step > kMostStep || moved.step < -kMostStep)) return std::nullopt;
    return Motion{moved.step * by, moved.index, false};
  }

  // Whether a value of the tests is the same in all trips, and can be computed before the loop.
  bool is_fixed(const Op& op, ValueId value, const Found& found) const {
    return can_go_before(op, value) && (!found.flag || is_harmless(value));
  }

  // Whether computing it has no error, whether or not the loop makes a trip.
  bool is_harmless(ValueId value) const {
    const OpId id = from_[value].op;
    if (!id.valid()) return true;
    if (from_[id].kind != Kind::SequenceSize && !can_be_spared(from_, from_[id])) return false;
    return std::all_of(from_[id].operands.begin(), from_[id].operands.end(), [&](ValueId x) { return is_harmless(x); });
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
    // What is made for a loop that stays is not kept: it has no readers.
    std::vector<Counting> countings;
    std::map<ValueId, ValueId> made = at_the_start(op, found);
    for (const Test& test : found.tests) {
      const ValueId counted = before(op, found, test.counted, made);
      const ValueId bound = test.bound.valid() ? before(op, found, test.bound, made)
                                               : builder_.constant_integer(to_[counted].type.element, 0);
      countings.push_back({test.induction, test.comparison, test.step, counted, bound, &outer_trips_});
    }
    const bool is_trip = known_integer(to_, start) == 0 && found.step == 1 && to_[start].type.element == ElementType::i64;
    const auto can_count = [&](const Counting& counting) { return is_countable(to_, counting); };
    if (!std::all_of(countings.begin(), countings.end(), can_count) || (!is_trip && is_named(op, found.index))) return false;
    Trips trips = count_trips(builder_, countings[0]);
    if (trips.must_end && (countings.size() > 1 || found.flag)) return false;
    for (std::size_t i = 1; i < countings.size(); ++i) {
      const Trips more = count_trips(builder_, countings[i]);
      if (more.must_end) return false;
      trips.count = make_simplified(builder_, Kind::Minimum, {trips.count, more.count});
      trips.operand = trips.count;
    }
    if (found.flag) {
      const ValueId one = builder_.constant_integer(ElementType::i64, 1), none = builder_.constant_integer(ElementType::i64, 0);
      const ValueId more = make_simplified(builder_, Kind::Add, {trips.count, one});
      trips.count = make_simplified(builder_, Kind::Where, {now(op.operands[*found.flag]), more, none});
      trips.operand = trips.count;
    }
    changed_ = true;
    scan(op, found, start, is_trip, trips);
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    replace(op.results[loop_of(op).carried], trips.count);
    replace(op.results[found.index], after_trips(builder_, start, trips.count, found.step));
    return true;
  }

  // The parameters of the block of the tests that are known before the loop: what stays, and what goes by a step.
  std::map<ValueId, ValueId> at_the_start(const Op& op, const Found& found) {
    std::map<ValueId, ValueId> made;
    const Block& block = from_[found.block];
    for (std::size_t k = 0; k < block.parameters.size(); ++k)
      if (stays(op, k) || step_of(op, k)) made.emplace(block.parameters[k], now(op.operands[k]));
    return made;
  }

  // What a value of the tests is in the first trip, computed before the loop.
  ValueId before(const Op& op, const Found& found, ValueId value, std::map<ValueId, ValueId>& made) {
    std::set<ValueId> needed;
    collect(op, value, made, needed);
    std::map<std::string, Extent> symbols;  // that have other names before the loop
    for (OpId id : from_[found.block].ops) {
      const Op& inner = from_[id];
      if (inner.results.size() != 1 || !needed.contains(inner.results[0]) || made.contains(inner.results[0])) continue;
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

  // The values that one is computed from, those of which its extents are named after as well.
  void collect(const Op& op, ValueId value, const std::map<ValueId, ValueId>& made, std::set<ValueId>& needed) const {
    if (made.contains(value) || !needed.insert(value).second) return;
    const OpId id = from_[value].op;
    GRADC_CHECK(id.valid());
    for (ValueId operand : from_[id].operands) collect(op, operand, made, needed);
    for (const std::string& symbol : symbols_named(from_, from_[id]))
      if (const ValueId taken = taken_with(op, symbol); taken.valid() && taken != value) collect(op, taken, made, needed);
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
    outer_trips_.emplace(trip, trip_bits(to_, trips.operand, outer_trips_));
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
  OuterTrips outer_trips_;
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
