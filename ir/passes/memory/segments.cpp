#include "ir/passes/memory/segments.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "ir/expr.h"
#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/simplify/rewriter.h"
#include "ir/scope.h"

namespace ir {
namespace {

// Loops that are known to make fewer trips stay as they are.
constexpr std::int64_t kFewest = 9;

bool writes_in_place(const Function& function, BlockId block) {
  return std::any_of(function[block].ops.begin(), function[block].ops.end(), [&](OpId id) {
    const Op& op = function[id];
    return definition(op.kind).info.in_place >= 0 ||
           std::any_of(op.blocks.begin(), op.blocks.end(), [&](BlockId inner) { return writes_in_place(function, inner); });
  });
}

class Segments : public Rewriter {
 public:
  Segments(Module& module, const Function& from, std::optional<std::int64_t> parts, Diagnostics& diagnostics)
      : Rewriter(module, from, diagnostics), parts_(parts) {}
  using Rewriter::now;

 private:
  void visit(OpId id) override {
    const Op& op = from_[id];
    if (!is_loop(op) || builder_.insertion() != to_.body || !can_be_cut(op)) return copy(id);
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    op.kind == Kind::Scan ? cut(op) : cut_open(op);
  }

  bool can_be_cut(const Op& op) const {
    const Loop loop = loop_of(op);
    const Block& body = from_[loop.body];
    if (loop.reverse || loop.scanned > 0 || body.results.size() != loop.carried) return false;
    if (const auto trips = known_integer(from_, loop.trips); trips && *trips < parts_.value_or(kFewest)) return false;
    bool tensors = false;
    for (std::size_t j = 0; j < loop.carried; ++j) {
      const Type& type = from_[body.parameters[loop.first + j]].type;
      if (!type.is_tensor()) return false;
      tensors = tensors || (is_differentiable(type.element) && !type.is_scalar());
    }
    // An extent that is the number of the trip, or a loop-carried number.
    std::set<std::string> symbols;
    for (BlockId block : op.blocks) collect_symbols(from_, block, symbols);
    for (std::size_t i = 0; i < loop.first_scanned(); ++i)
      if (const auto symbol = integer_symbol(from_, body.parameters[i]); symbol && symbols.contains(*symbol)) return false;
    return tensors && !writes_in_place(from_, loop.body);
  }

  Expr whole(std::int64_t value) { return {&builder_, builder_.constant_integer(ElementType::i64, value)}; }
  Expr expr(ValueId value) { return {&builder_, value}; }
  static Expr real(Expr integer) { return astype(integer, ElementType::f64); }
  static Expr floor(Expr number) { return astype(number, ElementType::i64); }  // none is negative

  // How many trips a segment has, how many are whole, and what remains: at least one trip, if there are any.
  struct Lengths {
    Expr length, whole, rest;
  };
  Lengths lengths(ValueId given) {
    if (const auto known = known_integer(from_, given)) {
      const std::int64_t n = *known, root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
      const std::int64_t length = parts_ ? (n + *parts_ - 1) / *parts_ : root + 1;
      return {whole(length), whole((n - 1) / length), whole(n - (n - 1) / length * length)};
    }
    const Expr n = apply(Kind::Maximum, {expr(now(given)), whole(0)});
    if (parts_) {  // formulas over extents
      const Expr length = apply(Kind::Quotient, {n, whole(*parts_)}), before = whole(*parts_ - 1);
      return {length, before, n - before * length};
    }
    const Expr length = floor(apply(Kind::Sqrt, {real(n)})) + whole(1);
    const Expr before = floor(real(apply(Kind::Maximum, {n - whole(1), whole(0)})) / real(length));
    return {length, before, n - before * length};
  }

  void cut(const Op& op) {
    const Loop loop = loop_of(op);
    const std::vector<ValueId> parameters = from_[loop.body].parameters;
    const Lengths n = lengths(op.operands[0]);

    // The loop over segments takes their length before what is the same in all of them.
    std::vector<ValueId> operands = now(op.operands);
    const auto fixed = static_cast<std::ptrdiff_t>(loop.first_invariant());
    std::vector<ValueId> given = operands;
    given[0] = n.whole.id;
    given.insert(given.begin() + fixed, n.length.id);
    const BlockId segment = begin(op, loop.body, 1, true);
    std::vector<ValueId> passed = to_[segment].parameters;
    const BlockId around = builder_.insert_into(segment);
    const Expr length = expr(passed[loop.first_invariant()]);
    passed[loop.first_invariant()] = (expr(passed[0]) * length).id;
    passed[0] = length.id;
    builder_.set_results(builder_.append_all(Kind::Scan, passed, renamed(op.attributes), {trip(op, parameters)}));
    builder_.insert_into(around);
    const std::vector<ValueId> before = builder_.append_all(Kind::Scan, given, renamed(op.attributes), {segment});

    operands[0] = n.rest.id;
    std::copy(before.begin(), before.end(), operands.begin() + static_cast<std::ptrdiff_t>(loop.first));
    operands.insert(operands.begin() + fixed, (n.whole * n.length).id);
    const std::vector<ValueId> results = builder_.append_all(Kind::Scan, operands, op.attributes, {trip(op, parameters)});
    for (std::size_t j = 0; j < results.size(); ++j) replace(op.results[j], results[j]);
  }

  // How many trips a loop makes that ends by itself is known at its end: a segment has one trip more than that before it. What
  // goes round are then also the trips so far and the length of the segment, inside of one those that are done of it.
  void cut_open(const Op& op) {
    const Loop loop = loop_of(op);
    const auto place = static_cast<std::ptrdiff_t>(loop.carried);
    const auto carried = static_cast<std::int64_t>(loop.carried);
    std::vector<ValueId> operands = now(op.operands);
    operands.insert(operands.begin() + place, {whole(0).id, whole(kFewest - 1).id});

    const BlockId goes_on = open_block(op, 0, [&](auto&, auto condition) { return condition; });
    const BlockId segment = begin(op, loop.body, 2, true);
    std::vector<ValueId> passed = to_[segment].parameters;
    const BlockId around = builder_.insert_into(segment);
    const Expr done = expr(passed[loop.carried]), length = expr(passed[loop.carried + 1]);
    passed[loop.carried] = whole(0).id;
    const BlockId inner = open_block(op, 0, [&](const auto& parameters, std::vector<ValueId> condition) {
      const Expr more = expr(parameters[loop.carried]) < expr(parameters[loop.carried + 1]);
      return std::vector{apply(Kind::LogicalAnd, {more, expr(condition[0])}).id};
    });
    const BlockId trip = open_block(op, 1, [&](const auto& parameters, std::vector<ValueId> results) {
      results.push_back((expr(parameters[loop.carried]) + whole(1)).id);
      return results;
    });
    std::vector<ValueId> results = builder_.append_all(Kind::While, passed, open_attributes(renamed(op.attributes), carried + 1), {inner, trip});
    results.resize(loop.carried + 1);
    results.back() = (done + expr(results.back())).id;
    results.push_back((length + whole(1)).id);
    builder_.set_results(results);
    builder_.insert_into(around);
    results = builder_.append_all(Kind::While, operands, open_attributes(op.attributes, carried + 2), {goes_on, segment});
    for (std::size_t j = 0; j < op.results.size(); ++j) replace(op.results[j], results[j]);
  }

  // Of a further loop: what may change from trip to trip has names of its own there.
  Attributes renamed(const Attributes& attributes) {
    Attributes now = attributes;
    if (const Attribute* given = attributes.find("shapes")) {
      Shape shapes = std::get<Shape>(*given);
      for (Extent& extent : shapes)
        if (const auto symbol = extent.as_symbol(); symbol && !builder_.scope().has(to_.body, *symbol))
          extent = Extent::symbol(builder_.fresh_symbol(*symbol));
      now.set("shapes", shapes);
    }
    return now;
  }
  static Attributes open_attributes(Attributes attributes, std::int64_t carried) {
    attributes.set("carried", carried);
    return attributes;
  }

  // A block of the loop with the two integers, and what it gives of what it gave.
  template <class Results>
  BlockId open_block(const Op& op, std::size_t block, Results results) {
    const Loop loop = loop_of(op);
    const BlockId original = op.blocks[block], copy = begin(op, original, 2);
    const std::vector<ValueId> parameters = to_[copy].parameters;
    const BlockId around = builder_.insert_into(copy);
    for (std::size_t i = 0; i < from_[original].parameters.size(); ++i)
      replace(from_[original].parameters[i], parameters[i < loop.carried ? i : i + 2]);
    visit_all(from_[original]);
    builder_.set_results(results(parameters, now(from_[original].results)));
    builder_.insert_into(around);
    return copy;
  }

  // A block with the parameters of another, and further integers before those that are the same in all trips. Names of
  // integers would make them extents.
  BlockId begin(const Op& op, BlockId original, std::size_t integers, bool renames = false) {
    const Loop loop = loop_of(op);
    std::vector<Type> types;
    std::vector<std::string> names;
    for (ValueId parameter : from_[original].parameters) {
      types.push_back(from_[parameter].type);
      const bool changes = types.size() <= loop.first_scanned();
      names.push_back(changes && is_integer(types.back().element) ? std::string{} : from_[parameter].name);
    }
    if (renames)
      for_free_extents(op, [&](std::size_t j, std::size_t axis, const std::string& symbol) {
        types[loop.first + j].extents[axis] = Extent::symbol(builder_.fresh_symbol(symbol));
      });
    const auto fixed = static_cast<std::ptrdiff_t>(loop.first_invariant());
    types.insert(types.begin() + fixed, integers, scalar(ElementType::i64));
    names.insert(names.begin() + fixed, integers, std::string{});
    return builder_.block(types, names);
  }

  // Calls `each` with the carried value, the axis and the name of each extent that may change from trip to trip.
  template <class Each>
  void for_free_extents(const Op& op, Each each) {
    const Integers varying = op.attributes.get_or<Integers>("varying", {});
    const Shape shapes = op.attributes.get_or<Shape>("shapes", {});
    std::size_t next = 0;
    for (std::int64_t j : varying)
      for (std::size_t axis = 0; axis < from_[op.results[static_cast<std::size_t>(j)]].type.extents.size(); ++axis)
        if (const auto symbol = shapes[next++].as_symbol(); symbol && !builder_.scope().has(to_.body, *symbol))
          each(static_cast<std::size_t>(j), axis, *symbol);
  }

  BlockId trip(const Op& op, const std::vector<ValueId>& parameters) {
    const Loop loop = loop_of(op);
    const BlockId body = begin(op, loop.body, 1);
    const std::vector<ValueId> inner = to_[body].parameters;
    const BlockId around = builder_.insert_into(body);
    const std::size_t fixed = loop.first_invariant();
    replace(parameters[0], (expr(inner[0]) + expr(inner[fixed])).id);
    for (std::size_t i = 1; i < parameters.size(); ++i) replace(parameters[i], inner[i < fixed ? i : i + 1]);
    visit_all(from_[loop.body]);
    builder_.set_results(now(from_[loop.body].results));
    builder_.insert_into(around);
    return body;
  }

  const std::optional<std::int64_t> parts_;
};

}  // namespace

Function in_segments(Module& module, const Function& function, std::optional<std::int64_t> parts,
                     const std::vector<std::vector<ValueId>*>& followed, Diagnostics& diagnostics) {
  Segments segments(module, function, parts, diagnostics);
  Function cut = segments.run();
  for (std::vector<ValueId>* values : followed) *values = segments.now(*values);
  return cut;
}

}  // namespace ir
