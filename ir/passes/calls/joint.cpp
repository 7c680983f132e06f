// Joint mode: a call that keeps what its adjoint reads and that adjoint become one call, where all that the adjoint takes is known
// before the value. In a recursion nothing is kept then, however deep it goes. (Griewank and Walther, Evaluating Derivatives, 2nd
// edition, chapter 12: joint reversal.)
//
//  1. Find adjoints of branches and loops that are passed what those keep of calls. Their bodies go to the end of the bodies of the
//     branch with the same condition, or of the loop with as many trips; of a loop only where all that it carries is summed, in any
//     order. What they are passed must be there before, or be arithmetic that can be computed before, or reads of elements.
//  2. So must it be for an adjoint of a call that stands in one block with the call then. Both become a call of a function that is
//     made of their bodies, in which the same is done. One in which a call of its kind is left that keeps is not made.
//
// joint(f) treats f. In: a function that verifies, after the last differentiation, and before it is split. Out: one that computes
// the same, but for the order in which adjoints are summed. Idempotent.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/op.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/analysis/surroundings.h"
#include "ir/passes/calls/called.h"
#include "ir/passes/calls/inline.h"
#include "ir/passes/loops/fusing.h"
#include "ir/passes/simplify/tidy.h"
#include "ir/scope.h"

namespace ir {
namespace {

// What an adjoint of a call takes: an argument of the call, a result, which may be what is kept, or something else.
struct AdjointArgument {
  enum class From : std::uint8_t { argument, result, seed };
  From from;
  std::size_t index;

  friend auto operator<=>(const AdjointArgument&, const AdjointArgument&) = default;
};
struct CallPair {
  FunctionId forward, backward;
  std::vector<AdjointArgument> arguments;

  friend auto operator<=>(const CallPair&, const CallPair&) = default;
};

bool is_kept(const Function& function, ValueId value) { return function[value].type.element == ElementType::any; }

// The functions that are made of pairs, in one trial.
class Joints {
 public:
  Joints(Module& module, const std::set<CallPair>& excluded, Diagnostics& diagnostics)
      : module_(module), excluded_(excluded), diagnostics_(diagnostics) {}

  // Not valid where there is none.
  FunctionId of(const CallPair& pair) {
    const auto [known, is_new] = made_.try_emplace(pair);
    if (is_new && !excluded_.contains(pair)) {
      if (auto function = make(pair)) {
        known->second = {static_cast<std::int32_t>(module_.functions.size())};
        module_.functions.push_back(*std::move(function));
        open_.push_back(known->second);
      }
    }
    return known->second;
  }
  bool empty() const {
    return std::none_of(made_.begin(), made_.end(), [](const auto& one) { return one.second.valid(); });
  }
  // One that nobody has looked at.
  std::optional<FunctionId> next() {
    if (open_.empty()) return std::nullopt;
    const FunctionId id = open_.back();
    open_.pop_back();
    return id;
  }
  // Pairs whose function still makes such a call that keeps.
  std::set<CallPair> incomplete() const {
    std::set<CallPair> out;
    for (const auto& [pair, id] : made_) {
      if (!id.valid()) continue;
      for (const Op& op : module_[id].ops)
        if (std::any_of(made_.begin(), made_.end(), [&](const auto& one) { return op.callee.valid() && op.callee == one.first.forward; })) out.insert(pair);
    }
    return out;
  }
  Function tidied(Function function) {
    function = without_repeats(module_, simplified(module_, std::move(function), diagnostics_), diagnostics_);
    return without_dead_ops(module_, function, diagnostics_);
  }

 private:
  std::optional<Function> make(const CallPair& pair) {
    const Function &forward = module_[pair.forward], &backward = module_[pair.backward];
    if (forward.foreign || backward.foreign || forward.has_rule() || backward.has_rule()) return std::nullopt;
    const auto is_required = [&](const Requirement& asked) {
      return std::any_of(forward.requirements.begin(), forward.requirements.end(),
                         [&](const Requirement& known) { return known.left == asked.left && known.right == asked.right; });
    };
    if (!std::all_of(backward.requirements.begin(), backward.requirements.end(), is_required)) return std::nullopt;
    Function made = new_function(module_.free_name(name_of(forward)));
    made.requirements = forward.requirements;
    Diagnostics why_not;
    Builder builder(module_, made, why_not);
    std::vector<ValueId> passed;
    std::set<std::string> names;
    for (ValueId argument : forward.arguments()) {
      passed.push_back(builder.argument(forward[argument].type, forward[argument].name));
      names.insert(forward[argument].name);
    }
    const std::set<std::string> symbols = argument_symbols(forward);
    std::vector<ValueId> also(pair.arguments.size());
    for (std::size_t i = 0; i < also.size(); ++i) {
      const Value& argument = backward[backward.arguments()[i]];
      const auto is_known = [&](const Extent& extent) { return has_only(extent, symbols); };
      if (!std::all_of(argument.type.extents.begin(), argument.type.extents.end(), is_known)) return std::nullopt;
      if (pair.arguments[i].from == AdjointArgument::From::seed)
        also[i] = builder.argument(argument.type, names.insert(argument.name).second ? argument.name : argument.name + "_in");
    }
    std::vector<ValueId> results = builder.append_all(Kind::Call, passed, {}, {}, pair.forward);
    if (results.empty()) return std::nullopt;
    for (std::size_t i = 0; i < also.size(); ++i) {
      const auto [from, index] = pair.arguments[i];
      if (from != AdjointArgument::From::seed) also[i] = from == AdjointArgument::From::argument ? passed[index] : results[index];
    }
    const std::vector<ValueId> adjoints = builder.append_all(Kind::Call, also, {}, {}, pair.backward);
    if (adjoints.empty()) return std::nullopt;
    std::erase_if(results, [&](ValueId result) { return is_kept(made, result); });
    results.insert(results.end(), adjoints.begin(), adjoints.end());
    builder.set_results(results);
    Function inlined = with_bodies(module_, made, diagnostics_);
    for (OpId id : inlined[inlined.body].ops)
      if (inlined[id].callee == pair.forward || inlined[id].callee == pair.backward) return std::nullopt;
    return tidied(std::move(inlined));
  }

  static std::string name_of(const Function& forward) {
    std::string name = forward.name;
    const std::string part = ".forward";
    const std::size_t at = name.rfind(part);
    return at == std::string::npos ? name + ".joint" : name.replace(at, part.size(), ".joint");
  }

  Module& module_;
  const std::set<CallPair>& excluded_;
  Diagnostics& diagnostics_;
  std::map<CallPair, FunctionId> made_;
  std::vector<FunctionId> open_;
};

class Joiner : public Fusing {
 public:
  // `again`: values of recursions may be computed twice.
  Joiner(Module& module, const Function& from, Joints& joints, bool again, Diagnostics& diagnostics)
      : Fusing(module, from, diagnostics), joints_(joints), around_(from), symbols_(argument_symbols(from)), may_repeat_(again) {
    for (const Block& block : from.blocks)
      for (OpId id : block.ops) find(id);
  }

 private:
  void find(OpId id) {
    const Op& op = from_[id];
    if (!op.derived || op.attributes.find("varying")) return;
    for (ValueId operand : op.operands) {
      const OpId by = from_[operand].op;
      if (!is_kept(from_, operand) || !by.valid() || (from_[by].kind != op.kind && !(is_loop(from_[by]) && is_loop(op)))) continue;
      if (into_.contains(id) || moved_.contains(by) || from_[by].attributes.find("varying")) return;
      const bool is_known = is_known_before(by, id);
      if (!is_known) late_.erase(id);
      if ((!is_known && !may_come_again(by)) || !fits(by, id)) {
        late_.erase(id);
        return;
      }
      if (is_known)
        into_[by].push_back(id);
      else
        again_[id] = by;
      moved_.insert(id);
      return;
    }
  }

  // Whether all that an adjoint takes is there before what it is the adjoint of.
  bool is_known_before(OpId by, OpId id) {
    const Op& op = from_[id];
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      if (from_[op.operands[i]].op != by && !may_come_before(op.operands[i], by) && !may_be_late(id, i)) return false;
    return true;
  }
  // Whether values are computed twice: of recursions over numbers, where that takes less than to keep what all calls need.
  bool may_come_again(OpId by) const {
    const auto is_taken = [&](const auto& one) { return one.second == by; };
    return may_repeat_ && !into_.contains(by) && std::none_of(again_.begin(), again_.end(), is_taken) && calls_recursion(by);
  }
  bool calls_recursion(OpId id) const {
    const Op& op = from_[id];
    if (op.kind == Kind::Call) return reaches(builder_.module(), op.callee, op.callee) && computes_numbers(op.callee);
    return std::any_of(op.blocks.begin(), op.blocks.end(), [&](BlockId block) {
      return std::any_of(from_[block].ops.begin(), from_[block].ops.end(), [&](OpId inner) { return calls_recursion(inner); });
    });
  }

  bool computes_numbers(FunctionId id) const {
    std::set<FunctionId> seen;
    return computes_numbers(id, seen);
  }
  bool computes_numbers(FunctionId id, std::set<FunctionId>& seen) const {
    if (!seen.insert(id).second) return true;
    const Function& callee = builder_.module()[id];
    return std::all_of(callee.ops.begin(), callee.ops.end(), [&](const Op& op) {
      const auto is_number = [&](ValueId result) { return op.derived || callee[result].type.rank() == 0; };
      return std::all_of(op.results.begin(), op.results.end(), is_number) && (!op.callee.valid() || computes_numbers(op.callee, seen));
    });
  }

  // Whether an adjoint can go into what it is the adjoint of, where all that it takes is there.
  bool fits(OpId by, OpId id) {
    const Op& op = from_[id];
    for (BlockId inner : op.blocks)
      for (ValueId parameter : from_[inner].parameters)
        if (integer_symbol(from_, parameter)) return false;
    switch (op.kind) {
      case Kind::If:
        return op.operands[0] == from_[by].operands[0];
      case Kind::Scan:
        return fits_loop(by, id);
      case Kind::Call:
        return fits_call(by, id);
      default:
        return false;
    }
  }
  bool may_move(const Op& op) const override { return op.kind == Kind::Element; }

  // Whether an operand is what one of the op's sums begins with: it may begin with zeros instead.
  bool may_be_late(OpId id, std::size_t operand) {
    const Op& op = from_[id];
    const Type& type = from_[op.operands[operand]].type;
    const auto is_known = [&](const Extent& extent) { return has_only(extent, symbols_); };
    if (!is_float(type.element) || type.sequence_depth > 0 || !std::all_of(type.extents.begin(), type.extents.end(), is_known)) return false;
    for (std::size_t k = 0; k < op.results.size(); ++k) {
      const auto is_sum_in = [&](BlockId block, std::size_t parameter) {
        return from_[op.results[k]].type == type && is_sum_on(from_[block].results[k], from_[block].parameters[parameter]);
      };
      const bool is_sum = op.kind == Kind::If     ? operand > 0 && std::all_of(op.blocks.begin(), op.blocks.end(), [&](BlockId arm) { return is_sum_in(arm, operand - 1); })
                          : op.kind == Kind::Scan ? operand == loop_of(op).first + k && k < loop_of(op).carried && is_sum_in(loop_of(op).body, operand)
                                                  : false;
      if (is_sum) return late_[id].emplace(operand, k).second;
    }
    return false;
  }

  bool fits_loop(OpId by, OpId id) const {
    const Op& op = from_[id];
    const Loop loop = loop_of(op);
    if (loop.first_stack < op.results.size()) return false;
    const Loop there = loop_of(from_[by]);
    const auto trips = around_.extent(loop.trips), trips_there = around_.extent(there.trips);
    if (loop.trips != there.trips && !(trips && trips_there && *trips == *trips_there)) return false;
    for (std::size_t i = loop.first; i < op.operands.size(); ++i) {
      const bool is_scanned = i >= loop.first_scanned() && i < loop.first_invariant();
      if (is_scanned ? !is_stack_of(by, op.operands[i]) : from_[op.operands[i]].op == by) return false;
    }
    for (std::size_t k = 0; k < loop.carried; ++k)
      if (!is_sum_on(from_[loop.body].results[k], from_[loop.body].parameters[loop.first + k])) return false;
    return true;
  }

  // Whether a value is `base` and what is added to that, and nothing else reads it or what is between.
  bool is_sum_on(ValueId value, ValueId base) const {
    if (around_.uses(value) != 1) return false;
    if (value == base) return true;
    const OpId id = from_[value].op;
    if (!id.valid() || !is_float(from_[value].type.element)) return false;
    const Op& op = from_[id];
    const auto k = static_cast<std::size_t>(from_[value].index);
    switch (op.kind) {
      case Kind::Add:
        return is_sum_on(op.operands[0], base) || is_sum_on(op.operands[1], base);
      case Kind::Subtract:
        return is_sum_on(op.operands[0], base);
      case Kind::If:
        for (std::size_t i = 0; i + 1 < op.operands.size(); ++i) {
          const auto is_in = [&](BlockId arm) { return is_sum_on(from_[arm].results[k], from_[arm].parameters[i]); };
          if (is_sum_on(op.operands[i + 1], base) && std::all_of(op.blocks.begin(), op.blocks.end(), is_in)) return true;
        }
        return false;
      case Kind::Scan: {
        const Loop loop = loop_of(op);
        return k < loop.carried && is_sum_on(op.operands[loop.first + k], base) &&
               is_sum_on(from_[loop.body].results[k], from_[loop.body].parameters[loop.first + k]);
      }
      default: {
        const auto hook = definition(op.kind).rows_onto;
        const auto onto = hook ? hook({from_, op}) : std::nullopt;
        return onto && *onto >= 0 && is_sum_on(op.operands[static_cast<std::size_t>(*onto)], base);
      }
    }
  }

  bool fits_call(OpId by, OpId id) {
    const Op &call = from_[by], &op = from_[id];
    if (into_.contains(by)) return false;
    for (ValueId result : call.results)
      if (is_kept(from_, result) && around_.uses(result) != std::count(op.operands.begin(), op.operands.end(), result)) return false;
    CallPair pair{call.callee, op.callee, {}};
    for (ValueId operand : op.operands) {
      const auto argument = std::find(call.operands.begin(), call.operands.end(), operand);
      if (argument != call.operands.end())
        pair.arguments.push_back({AdjointArgument::From::argument, static_cast<std::size_t>(argument - call.operands.begin())});
      else if (from_[operand].op == by)
        pair.arguments.push_back({AdjointArgument::From::result, static_cast<std::size_t>(from_[operand].index)});
      else
        pair.arguments.push_back({AdjointArgument::From::seed, 0});
    }
    const FunctionId joint = joints_.of(pair);
    if (joint.valid()) calls_[by] = {joint, std::move(pair.arguments)};
    return joint.valid();
  }

  void fuse(OpId id, const std::vector<OpId>& others) override {
    switch (from_[id].kind) {
      case Kind::If:
        return fuse_branches(id, others);
      case Kind::Call:
        return fuse_calls(id, others[0]);
      default:
        return fuse_loops(id, others);
    }
  }

  void fuse_branches(OpId id, const std::vector<OpId>& others) {
    const Op& op = from_[id];
    std::vector<ValueId> operands{now(op.operands[0])}, after = op.results;
    for (OpId other : others) after.insert(after.end(), from_[other].results.begin(), from_[other].results.end());
    std::vector<BlockId> arms;
    for (std::size_t arm = 0; arm < op.blocks.size(); ++arm) {
      std::vector<Passed> passed;
      for (std::size_t i = 1; i < op.operands.size(); ++i) passed.push_back({op.operands[i], {from_[op.blocks[arm]].parameters[i - 1]}});
      for (OpId other : others)
        for (std::size_t i = 1; i < from_[other].operands.size(); ++i) {
          const ValueId operand = from_[other].operands[i], parameter = from_[from_[other].blocks[arm]].parameters[i - 1];
          if (is_late(other, i))
            passed.push_back({{}, {parameter}});
          else if (from_[operand].op != id)
            add(passed, operand, parameter);
        }
      if (arm == 0)
        for (const Passed& one : passed) operands.push_back(given_as(one));
      arms.push_back(block_of(passed));
      const BlockId outside = builder_.insert_into(arms.back());
      visit_all(from_[op.blocks[arm]]);
      std::vector<ValueId> results = now(from_[op.blocks[arm]].results);
      const std::vector<ValueId> kept = results;
      for (OpId other : others) {
        const Block& block = from_[from_[other].blocks[arm]];
        for (std::size_t i = 1; i < from_[other].operands.size(); ++i)
          if (const Value& operand = from_[from_[other].operands[i]]; operand.op == id)
            replace(block.parameters[i - 1], kept[static_cast<std::size_t>(operand.index)]);
        visit_all(block);
        const std::vector<ValueId> more = now(block.results);
        results.insert(results.end(), more.begin(), more.end());
      }
      builder_.set_results(results);
      builder_.insert_into(outside);
    }
    append(op, op.attributes, std::move(operands), arms, after);
  }

  void fuse_calls(OpId id, OpId adjoint) {
    const Op &op = from_[id], &other = from_[adjoint];
    const auto& [joint, arguments] = calls_.at(id);
    std::vector<ValueId> operands = now(op.operands);
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (arguments[i].from == AdjointArgument::From::seed) operands.push_back(now(other.operands[i]));
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    const auto made = builder_.append_all(Kind::Call, std::move(operands), {}, {}, joint);
    std::vector<ValueId> results = op.results;
    std::erase_if(results, [&](ValueId result) { return is_kept(from_, result); });
    results.insert(results.end(), other.results.begin(), other.results.end());
    GRADC_CHECK(made.size() == results.size());
    for (std::size_t k = 0; k < results.size(); ++k) replace(results[k], made[k]);
  }

  struct JointCall {
    FunctionId callee;
    std::vector<AdjointArgument> arguments;
  };
  Joints& joints_;
  const Surroundings around_;
  const std::set<std::string> symbols_;  // of arguments
  const bool may_repeat_;
  std::set<OpId> moved_;
  std::map<OpId, JointCall> calls_;
};

// Calls whose kept values nobody reads give way to calls of the function itself.
class Values : public Rewriter {
 public:
  Values(Module& module, const Function& from, Diagnostics& diagnostics) : Rewriter(module, from, diagnostics), around_(from) {}

 private:
  void visit(OpId id) override {
    const Op& op = from_[id];
    const auto is_unread = [&](ValueId result) { return is_kept(from_, result) && around_.uses(result) == 0; };
    if (op.kind != Kind::Call || std::none_of(op.results.begin(), op.results.end(), is_unread)) return copy(id);
    const Module& module = builder_.module();
    const Function& forward = module[op.callee];
    const FunctionId value = module.find(std::string_view(forward.name).substr(0, forward.name.rfind(".forward")));
    std::vector<ValueId> results = op.results;
    std::erase_if(results, is_unread);
    if (!value.valid() || module[value].results().size() != results.size()) return copy(id);
    std::vector<ValueId> operands;
    for (ValueId argument : module[value].arguments())
      for (std::size_t i = 0; i < op.operands.size(); ++i)
        if (const Value& passed = forward[forward.arguments()[i]]; passed.name == module[value][argument].name && passed.type == module[value][argument].type)
          operands.push_back(now(op.operands[i]));
    if (operands.size() != module[value].arguments().size()) return copy(id);
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    const auto made = builder_.append_all(Kind::Call, std::move(operands), {}, {}, value);
    GRADC_CHECK(made.size() == results.size());
    for (std::size_t k = 0; k < made.size(); ++k) replace(results[k], made[k]);
  }

  const Surroundings around_;
};

void join(Module& module, FunctionId id, Joints& joints, bool again, Diagnostics& diagnostics) {
  for (;;) {
    const Function from = module[id];
    Joiner joiner(module, from, joints, again, diagnostics);
    if (!joiner.changes()) break;
    module[id] = joints.tidied(joiner.run());
  }
  if (again) module[id] = Values(module, Function(module[id]), diagnostics).run();
}

// Whether recursions keep anything that a function calls.
bool keeps(const Module& module, const Function& function) {
  return std::any_of(function.ops.begin(), function.ops.end(), [&](const Op& op) {
    return op.kind == Kind::Call && std::any_of(op.results.begin(), op.results.end(), [&](ValueId result) { return is_kept(function, result); }) &&
           reaches(module, op.callee, op.callee);
  });
}

// The function with what can be joined in it; only where nothing is kept then, with values that are computed again.
void join_whole(Module& module, FunctionId id, Joints& joints, Diagnostics& diagnostics) {
  join(module, id, joints, false, diagnostics);
  if (!keeps(module, module[id])) return;
  const Function before = module[id];
  join(module, id, joints, true, diagnostics);
  if (keeps(module, module[id])) module[id] = before;
}

}  // namespace

std::optional<Module> run_joint_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  std::vector<FunctionId> named;
  for (const std::string& name : arguments) {
    named.push_back(module.find(name));
    if (named.back().valid()) continue;
    diagnostics.report(DiagnosticId::pass_usage, {}, "joint(" + name + ")", "there is no function of that name");
    return std::nullopt;
  }
  for (std::set<CallPair> excluded;;) {
    Module out = module;
    Joints joints(out, excluded, diagnostics);
    for (FunctionId id : named) join_whole(out, id, joints, diagnostics);
    while (const auto next = joints.next()) join(out, *next, joints, false, diagnostics);
    if (joints.empty()) return module;
    const std::set<CallPair> incomplete = joints.incomplete();
    if (incomplete.empty()) return out;
    excluded.insert(incomplete.begin(), incomplete.end());
  }
}

}  // namespace ir
