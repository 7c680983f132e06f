// Numbers of trips that are known when the function is entered, beyond formulas over extents and integer arguments: the
// sizes of vectors, and what is computed of all these by ops that have no formula.
//
//   1. Arguments, constants and extents are known; what ops compute of known integers and truth values is known, by way of
//      roots and quotients of them too; the size of a sequence is known where that of the sequence is that it was made from.
//   2. The number of trips of a `scan` that is known has a formula then. Where no op has one, it is a symbol of its own,
//      which is computed before the workspace is taken.
//   3. That is before it is known whether the loop is reached at all. An unsigned integer that has wrapped is some huge
//      number, which nobody minds in an arm that isn't taken or a loop without trips: it counts only for loops that
//      are reached in any case.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "codegen/analysis/symbols.h"
#include "codegen/plan/planner.h"
#include "codegen/plan/sequence_sizes.h"
#include "ir/builder.h"
#include "ir/kind.h"

namespace codegen {
namespace {

using ir::Kind;

constexpr std::array kNeverBeyondOperands = {Kind::Astype,   Kind::Where,  Kind::Minimum,
                                             Kind::Maximum, Kind::Quotient, Kind::Modulo};

template <class Kinds>
bool is_one_of(const Kinds& kinds, Kind kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

constexpr std::array kOfNumbers = {Kind::Astype, Kind::Sqrt, Kind::Divide};

// How surely a block is run.
enum class Reached : std::uint8_t { surely, in_trips, in_arm };

struct Fact {
  bool known = false;
  std::optional<ir::Extent> extent;  // of an integer: as an i64
  bool may_wrap = false;             // may be huge, whatever the arguments are
  bool is_wide = false;              // may be huge where an argument is
};

class Entry {
 public:
  Entry(const ir::Function& function, Plan& plan)
      : function_(function), plan_(plan), sequences_(function, plan), facts_(function.values.size()) {}

  void run() {
    for (ir::ValueId argument : function_.arguments()) this->argument(argument);
    block(function_.body, Reached::surely);
    list_entered();
    for (const Fact& f : facts_) plan_.at_entry.push_back(f.extent);
  }

 private:
  ir::ValueId root(ir::ValueId value) const { return root_of(function_, plan_, value); }
  const ir::Type& type(ir::ValueId value) const { return function_[value].type; }
  Fact& fact(ir::ValueId value) { return facts_[root(value).at()]; }
  bool is_whole(ir::ValueId value) const {
    return type(value).is_scalar() &&
           (ir::is_integer(type(value).element) || type(value).element == ir::ElementType::boolean);
  }

  bool is_number(const ir::Op& op) const {
    const ir::Type& result = type(op.results[0]);
    return result.is_scalar() && result.element == ir::ElementType::f64 && is_one_of(kOfNumbers, op.kind);
  }

  void argument(ir::ValueId value) {
    if (!is_whole(value)) return;
    Fact& f = facts_[value.at()];
    f.known = true;
    f.is_wide = type(value).element == ir::ElementType::u64;
    if (ir::is_integer(type(value).element)) f.extent = ir::Extent::symbol("%" + function_[value].name);
  }

  void block(ir::BlockId id, Reached reached) {
    for (ir::OpId op_id : function_[id].ops) {
      const ir::Op& op = function_[op_id];
      if (is_iteration(op)) {
        if (const Iteration it = iteration(function_, op); it.counted()) count(it.trips, reached);
        for (ir::BlockId inner : op.blocks) block(inner, std::max(reached, Reached::in_trips));
      } else if (is_branch(op)) {
        for (ir::BlockId inner : op.blocks) block(inner, Reached::in_arm);
      } else if (op.results.size() == 1 && (is_whole(op.results[0]) || is_number(op))) {
        find(op);
      }
    }
  }

  // --- what is known

  void find(const ir::Op& op) {
    const ir::OpDefinition& definition = ir::definition(op.kind);
    const ir::ValueId value = op.results[0];
    Fact f;
    if (op.kind == Kind::SequenceSize) {
      f.extent = size(op.operands[0]);
      f.known = f.extent.has_value();
      if (f.known) sizes_.push_back(value);
    } else if (definition.info.trait == ir::Trait::constant || definition.info.trait == ir::Trait::integer) {
      if (is_undefined(function_, value)) return;
      f.extent = definition.extent({function_, op}, {});
      f.known = f.extent && is_of_arguments(function_, *f.extent);
    } else if (definition.info.trait == ir::Trait::elementwise && may_be_early(op)) {
      f = computed(op);
    }
    if (f.known) facts_[value.at()] = std::move(f);
  }

  // Whether all that the op reads is known, and it can't fail on any of it.
  bool may_be_early(const ir::Op& op) {
    if (!std::all_of(op.operands.begin(), op.operands.end(), [&](ir::ValueId x) { return fact(x).known; })) return false;
    if (!ir::may_fail({function_, op})) return true;
    const auto& second = fact(op.operands[1]).extent;  // a divisor or an exponent
    return second && second->constant() && *second->constant() > 0;
  }

  Fact computed(const ir::Op& op) {
    const ir::ValueId value = op.results[0];
    Fact f{true, std::nullopt, false, false};
    std::vector<std::optional<ir::Extent>> operands;
    for (ir::ValueId operand : op.operands) {
      const Fact& x = fact(operand);
      operands.push_back(x.extent);
      f.may_wrap = f.may_wrap || x.may_wrap;
      f.is_wide = f.is_wide || x.is_wide;
    }
    const bool is_integer = ir::is_integer(type(value).element);
    if (const auto hook = ir::definition(op.kind).extent; hook && is_integer) f.extent = hook({function_, op}, operands);
    if (f.extent) return f;
    computed_.push_back(value);
    if (!is_integer) return f;
    f.extent = ir::Extent::symbol(entry_symbol(function_, value));
    const bool was_negative = std::any_of(operands.begin(), operands.end(),
                                          [](const auto& x) { return x && !x->never_negative() && !x->constant(); });
    if (ir::is_unsigned(type(value).element))
      f.may_wrap = f.may_wrap || !is_one_of(kNeverBeyondOperands, op.kind) || (op.kind == Kind::Astype && was_negative);
    return f;
  }

  // --- sizes of sequences

  std::optional<ir::Extent> size(ir::ValueId sequence) {
    const ir::ValueId r = sequences_.origin(sequence);
    const ir::Value& value = function_[r];
    if (!value.op.valid()) {
      if (value.block == function_.body) return ir::Extent::symbol(entry_symbol(function_, r));
      const auto c = sequences_.carried(r);
      return c && sequences_.origin(c->next) == r ? size(c->before) : std::nullopt;
    }
    const ir::Op& op = function_[value.op];
    if (is_undefined(function_, r)) return std::nullopt;
    if (op.kind == Kind::SequenceEmpty) return 0;
    if (op.kind == Kind::SequenceFill) return never_negative(op.operands[0]);
    if (op.kind == Kind::SequenceResize) return never_negative(op.operands[1]);
    if (op.kind != Kind::Scan || value.index < op.attributes.get<std::int64_t>("carried")) return std::nullopt;
    return never_negative(op.operands[0]);  // a stack
  }

  std::optional<ir::Extent> never_negative(ir::ValueId integer) {
    const std::optional<ir::Extent>& n = fact(integer).extent;
    if (!n) return std::nullopt;
    return n->never_negative() ? *n : ir::Extent::max(*n, 0);
  }

  // --- what is used of it

  void count(ir::ValueId trips, Reached reached) {
    const ir::ValueId r = root(trips);
    const Fact& f = facts_[r.at()];
    if (!f.extent || plan_.formulas[r.at()]) return;
    if (const auto extent = ir::extent_of(function_, r); extent && is_of_arguments(function_, *extent)) return;
    if (reached != Reached::surely && f.may_wrap) return;
    if (reached == Reached::in_arm && f.is_wide) return;
    if (function_[r].op.valid()) plan_.formulas[r.at()] = f.extent;
    need(*f.extent);
  }

  void need(const ir::Extent& extent) {
    std::set<std::string> symbols;
    extent.collect_symbols(symbols);
    for (const std::string& symbol : symbols)
      if (is_entry_symbol(symbol)) needed_.insert(symbol);
  }

  // The sizes, then what is computed, in order of evaluation. What is a size is called so everywhere.
  void list_entered() {
    std::vector<ir::ValueId> ops;
    std::set<ir::ValueId> truths;
    for (auto value = computed_.rbegin(); value != computed_.rend(); ++value) {
      if (!needed_.contains(entry_symbol(function_, *value)) && !truths.contains(*value)) continue;
      ops.push_back(*value);
      for (ir::ValueId operand : function_[function_[*value].op].operands) {
        if (fact(operand).extent)
          need(*fact(operand).extent);
        else
          truths.insert(root(operand));
      }
    }
    for (ir::ValueId argument : function_.arguments())
      if (!type(argument).is_tensor() && needed_.contains(entry_symbol(function_, argument)))
        plan_.entered.push_back(argument);
    plan_.entered.insert(plan_.entered.end(), ops.rbegin(), ops.rend());
    for (ir::ValueId value : sizes_)
      if (const auto symbol = facts_[value.at()].extent->as_symbol(); symbol && needed_.contains(*symbol))
        plan_.formulas[value.at()] = facts_[value.at()].extent;
  }

  const ir::Function& function_;
  Plan& plan_;
  SequenceSizes sequences_;
  std::vector<Fact> facts_;  // by root
  std::vector<ir::ValueId> sizes_, computed_;  // integers and truth values that are known, in order of evaluation
  std::set<std::string> needed_;               // symbols of formulas
};

}  // namespace

void find_entered(const ir::Function& function, Plan& plan) { Entry(function, plan).run(); }

}  // namespace codegen
