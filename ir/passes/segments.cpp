#include "ir/passes/segments.h"

#include <algorithm>
#include <set>

#include "ir/expr.h"
#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/loop.h"
#include "ir/passes/rewriter.h"
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
  using Rewriter::Rewriter;
  using Rewriter::now;

 private:
  void visit(OpId id) override {
    const Op& op = from_[id];
    if (op.kind == Kind::Scan && builder_.insertion() == to_.body && can_be_cut(op))
      cut(op);
    else
      copy(id);
  }

  bool can_be_cut(const Op& op) const {
    const Loop loop = loop_of(op);
    const Block& body = from_[loop.body];
    if (loop.reverse || loop.scanned > 0 || op.attributes.find("varying") || body.results.size() != loop.carried) return false;
    if (const auto trips = known_integer(from_, loop.trips); trips && *trips < kFewest) return false;
    bool tensors = false;
    for (std::size_t j = 0; j < loop.carried; ++j) {
      const Type& type = from_[body.parameters[loop.first + j]].type;
      if (!type.is_tensor()) return false;
      tensors = tensors || (is_differentiable(type.element) && !type.is_scalar());
    }
    // An extent that is the number of the trip, or a number that goes round.
    std::set<std::string> symbols;
    collect_symbols(from_, loop.body, symbols);
    for (std::size_t i = 0; i < loop.first_scanned(); ++i)
      if (const auto symbol = integer_symbol(from_, body.parameters[i]); symbol && symbols.contains(*symbol)) return false;
    return tensors && !writes_in_place(from_, loop.body);
  }

  Expr whole(std::int64_t value) { return {&builder_, builder_.constant_integer(ElementType::i64, value)}; }
  Expr expr(ValueId value) { return {&builder_, value}; }

  void cut(const Op& op) {
    const Loop loop = loop_of(op);
    const std::vector<ValueId> parameters = from_[loop.body].parameters;
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    const Expr trips = expr(now(op.operands[0]));
    const Expr length = astype(apply(Kind::Sqrt, {astype(trips, ElementType::f64)}), ElementType::i64) + whole(1);
    const Expr up = astype(trips + length - whole(1), ElementType::f64);
    const Expr count = astype(up / astype(length, ElementType::f64), ElementType::i64);

    // The loop over segments takes the trips and the length before what is the same in all of them.
    const std::vector<ValueId> operands = now(op.operands);
    const std::size_t fixed = loop.first_invariant();
    std::vector<ValueId> given{count.id};
    given.insert(given.end(), operands.begin() + 1, operands.begin() + static_cast<std::ptrdiff_t>(fixed));
    given.insert(given.end(), {trips.id, length.id});
    given.insert(given.end(), operands.begin() + static_cast<std::ptrdiff_t>(fixed), operands.end());
    const BlockId segment = begin(loop, 2);
    const std::vector<ValueId> outer = to_[segment].parameters;
    const BlockId around = builder_.insert_into(segment);
    const Expr offset = expr(outer[0]) * expr(outer[fixed + 1]);
    const Expr here = apply(Kind::Minimum, {expr(outer[fixed + 1]), expr(outer[fixed]) - offset});
    std::vector<ValueId> passed{here.id};
    passed.insert(passed.end(), outer.begin() + 1, outer.begin() + static_cast<std::ptrdiff_t>(fixed));
    passed.push_back(offset.id);
    passed.insert(passed.end(), outer.begin() + static_cast<std::ptrdiff_t>(fixed) + 2, outer.end());
    builder_.set_results(builder_.append_all(Kind::Scan, passed, op.attributes, {trip(loop, parameters)}));
    builder_.insert_into(around);
    const std::vector<ValueId> results = builder_.append_all(Kind::Scan, given, op.attributes, {segment});
    for (std::size_t j = 0; j < results.size(); ++j) replace(op.results[j], results[j]);
  }

  // A block with the parameters of the body, and further integers before those that are the same in all trips. Names of
  // integers would make them extents.
  BlockId begin(const Loop& loop, std::size_t more) {
    std::vector<Type> types;
    std::vector<std::string> names;
    const std::vector<ValueId>& parameters = from_[loop.body].parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (i == loop.first_invariant()) add_integers(types, names, more);
      types.push_back(from_[parameters[i]].type);
      names.push_back(i < loop.first_scanned() && is_integer(types.back().element) ? std::string{} : from_[parameters[i]].name);
    }
    if (parameters.size() == loop.first_invariant()) add_integers(types, names, more);
    return builder_.block(types, names);
  }
  static void add_integers(std::vector<Type>& types, std::vector<std::string>& names, std::size_t count) {
    types.resize(types.size() + count, scalar(ElementType::i64));
    names.resize(types.size());
  }

  BlockId trip(const Loop& loop, const std::vector<ValueId>& parameters) {
    const BlockId body = begin(loop, 1);
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
};

}  // namespace

Function in_segments(Module& module, const Function& function, const std::vector<std::vector<ValueId>*>& followed,
                     Diagnostics& diagnostics) {
  Segments segments(module, function, diagnostics);
  Function cut = segments.run();
  for (std::vector<ValueId>* values : followed) *values = segments.now(*values);
  return cut;
}

}  // namespace ir
