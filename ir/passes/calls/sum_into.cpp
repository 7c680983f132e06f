// An adjoint that a call gives and that is only added to a sum is summed by the callee: the sum goes in and comes out, and no zeros
// are made, no tensor is copied and none is added, however deep calls are nested.
//
//  1. Of each function that is called, find where the results begin to which it adds: followed back through adds, branches, the loops
//     that carry them and calls of such functions, nothing else reads a value on the way. They begin with zeros, or with another
//     value, in which case all calls must be of the next kind.
//  2. Each gets an argument: in place of the zeros, or added to the other value. Passed on as that was, it is where the function
//     begins to add.
//  3. A call passes the sum that its result would be added to, where that is there before the call, and zeros else.
//
// In: a module that verifies, whose functions that are called are called by no one else. Out: one that computes the same, but for the
// order in which adjoints are summed. Idempotent.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "ir/op.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/analysis/surroundings.h"
#include "ir/passes/simplify/rewriter.h"
#include "ir/scope.h"

namespace ir {
namespace {

using Result = std::pair<FunctionId, std::size_t>;

// Where a value is read: operand i of an op, or result i of a block.
struct Use {
  OpId op;
  BlockId block;
  std::size_t i;
  friend auto operator<=>(const Use&, const Use&) = default;
};

// What one function does with sums.
class Sums {
 public:
  Sums(const Function& function, const std::set<Result>& candidates)
      : f_(function), candidates_(candidates), around_(function), uses_(function.values.size()) {
    for (std::size_t b = 0; b < f_.blocks.size(); ++b) {
      for (OpId id : f_.blocks[b].ops)
        for (std::size_t i = 0; i < f_[id].operands.size(); ++i) uses_[f_[id].operands[i].at()].push_back({id, {}, i});
      for (std::size_t i = 0; i < f_.blocks[b].results.size(); ++i)
        uses_[f_.blocks[b].results[i].at()].push_back({{}, {static_cast<std::int32_t>(b)}, i});
    }
  }

  // Where the values are read that result k begins with; nothing where it has no sum.
  struct Roots {
    std::set<Use> uses;
    bool are_zeros = true;
  };
  std::optional<Roots> roots(std::size_t k) {
    roots_ = {};
    passed_.clear();
    followed_.clear();
    const ValueId result = f_.results()[k];
    const Type& type = f_[result].type;
    type_ = &type;
    if (type.rank() == 0 || type.sequence_depth || !is_float(type.element)) return std::nullopt;
    const std::set<std::string> symbols = argument_symbols(f_);
    const auto is_known = [&](const Extent& extent) { return has_only(extent, symbols); };
    if (!std::all_of(type.extents.begin(), type.extents.end(), is_known)) return std::nullopt;
    const auto base = follow(result, {{}, f_.body, k}, false);
    return base && !base->valid() && !roots_.uses.empty() ? std::optional(roots_) : std::nullopt;
  }
  // Whether a result of a call goes to nothing but a sum: the next value of one, or where a result of the function begins.
  bool is_summed(ValueId result) const { return addition(result).has_value() || begins_.contains(result); }

  // The sum that the result of a call is only added to, and the op that does it.
  struct Addition {
    OpId op;
    ValueId sum;
  };
  std::optional<Addition> addition(ValueId result) const {
    const std::vector<Use>& uses = uses_[result.at()];
    const OpId call = f_[result].op;
    if (uses.size() != 1 || !uses[0].op.valid()) return std::nullopt;
    const Op& add = f_[uses[0].op];
    if (add.kind != Kind::Add || !add.derived || around_.block_of(uses[0].op) != around_.block_of(call)) return std::nullopt;
    const ValueId sum = add.operands[1 - uses[0].i];
    const OpId source = f_[sum].op;
    if (sum == result || !(f_[sum].type == f_[result].type) || (source.valid() && source.at() >= call.at())) return std::nullopt;
    return Addition{uses[0].op, sum};
  }
  bool has_one_use(ValueId value) const { return uses_[value.at()].size() == 1; }
  const Surroundings& around() const { return around_; }

 private:
  // What a sum begins with: a parameter of the loop that is followed, or anything else (not valid). Nothing where it is no sum; in a
  // loop it must be one.
  std::optional<ValueId> follow(ValueId value, const Use& use, bool in_loop) {
    const auto before = std::tuple(roots_, passed_, followed_);
    if (const auto base = follow_sum(value, use, in_loop)) return base;
    std::tie(roots_, passed_, followed_) = before;
    if (in_loop || !(f_[value].type == *type_)) return std::nullopt;
    roots_.uses.insert(use);
    roots_.are_zeros = false;
    return ValueId{};
  }

  std::optional<ValueId> follow_sum(ValueId value, const Use& use, bool in_loop) {
    const OpId id = f_[value].op;
    if (!(f_[value].type == *type_)) return std::nullopt;
    if (around_.is_zeros(value)) {
      if (in_loop) return std::nullopt;
      roots_.uses.insert(use);
      return ValueId{};
    }
    if (uses_[value.at()].size() != 1) return std::nullopt;
    if (!id.valid()) return follow_parameter(value, in_loop);
    const Op& op = f_[id];
    const auto k = static_cast<std::size_t>(f_[value].index);
    switch (op.kind) {
      case Kind::Call:
        if (in_loop || !candidates_.contains({op.callee, k})) return std::nullopt;
        roots_.uses.insert(use);
        begins_.insert(value);
        return ValueId{};
      case Kind::Add:
        return op.derived ? follow_add(id, in_loop) : std::nullopt;
      case Kind::If: {
        const auto a = follow(f_[op.blocks[0]].results[k], {{}, op.blocks[0], k}, in_loop);
        const auto b = a ? follow(f_[op.blocks[1]].results[k], {{}, op.blocks[1], k}, in_loop) : std::nullopt;
        return a == b && is_followed_in_all(op) ? a : std::nullopt;
      }
      case Kind::Scan: {
        const Loop loop = loop_of(op);
        if (k >= loop.carried || op.attributes.find("varying")) return std::nullopt;
        const auto inside = follow(f_[loop.body].results[k], {{}, loop.body, k}, true);
        if (inside != f_[loop.body].parameters[loop.first + k]) return std::nullopt;
        return follow(op.operands[loop.first + k], {id, {}, loop.first + k}, in_loop);
      }
      default:
        return op.derived ? follow_rows(id, in_loop) : std::nullopt;
    }
  }
  // What an op adds a part to.
  std::optional<ValueId> follow_rows(OpId id, bool in_loop) {
    const Op& op = f_[id];
    const auto hook = definition(op.kind).rows_onto;
    const auto onto = hook ? hook({f_, op}) : std::nullopt;
    if (!onto || *onto < 0) return std::nullopt;
    const auto i = static_cast<std::size_t>(*onto);
    return follow(op.operands[i], {id, {}, i}, in_loop);
  }

  // Whether what arms are passed that a sum begins with goes to nothing else in another arm: it would be there twice.
  bool is_followed_in_all(const Op& branch) const {
    for (std::size_t i = 0; i + 1 < branch.operands.size(); ++i) {
      const auto is_followed = [&](BlockId arm) { return followed_.contains(f_[arm].parameters[i]); };
      const auto is_unread = [&](BlockId arm) { return uses_[f_[arm].parameters[i].at()].empty(); };
      if (std::none_of(branch.blocks.begin(), branch.blocks.end(), is_followed)) continue;
      const auto is_alone = [&](BlockId arm) { return is_followed(arm) || is_unread(arm); };
      if (!std::all_of(branch.blocks.begin(), branch.blocks.end(), is_alone)) return false;
    }
    return true;
  }

  // The summand that the sum is: what a call gives is added to the other.
  std::optional<ValueId> follow_add(OpId id, bool in_loop) {
    const Op& op = f_[id];
    if (op.operands[0] == op.operands[1]) return std::nullopt;
    for (const std::size_t i : {0u, 1u}) {
      if (is_call(op.operands[i]) && addition(op.operands[i])) continue;
      const auto before = std::tuple(roots_, passed_, followed_);
      if (const auto base = follow_sum(op.operands[i], {id, {}, i}, in_loop)) return base;
      std::tie(roots_, passed_, followed_) = before;
    }
    return std::nullopt;
  }

  std::optional<ValueId> follow_parameter(ValueId value, bool in_loop) {
    const OpId owner = around_.owner(f_[value].block);
    if (!owner.valid()) return std::nullopt;  // an argument
    const Op& op = f_[owner];
    const auto i = static_cast<std::size_t>(f_[value].index);
    if (op.kind == Kind::If) {
      // The arms share what they are passed.
      followed_.insert(value);
      const auto [known, added] = passed_.try_emplace({owner, i + 1});
      if (added) {
        const auto base = follow(op.operands[i + 1], {owner, {}, i + 1}, in_loop);
        passed_[{owner, i + 1}] = base;
        return base;
      }
      return known->second;
    }
    if (op.kind != Kind::Scan) return std::nullopt;
    const Loop loop = loop_of(op);
    return i >= loop.first && i < loop.first_scanned() ? std::optional(value) : std::nullopt;
  }

  bool is_call(ValueId value) const { return f_[value].op.valid() && f_[f_[value].op].kind == Kind::Call; }
  const Function& f_;
  const std::set<Result>& candidates_;
  const Surroundings around_;
  std::vector<std::vector<Use>> uses_;
  const Type* type_ = nullptr;  // of the result that is followed
  Roots roots_;
  std::set<ValueId> begins_;  // results of calls that results of the function begin with
  std::map<std::pair<OpId, std::size_t>, std::optional<ValueId>> passed_;
  std::set<ValueId> followed_;  // parameters of arms
};

// What becomes of the module.
struct Changes {
  std::set<Result> results;
  std::map<Result, std::set<Use>> roots;

  std::vector<std::size_t> of(FunctionId function) const {
    std::vector<std::size_t> out;
    for (const Result& result : results)
      if (result.first == function) out.push_back(result.second);
    return out;
  }
};

class Inserter : public Rewriter {
 public:
  Inserter(Module& module, FunctionId id, const Function& from, const Changes& changes, Diagnostics& diagnostics)
      : Rewriter(module, from, diagnostics), changes_(changes), sums_(from, changes.results), needs_(from.blocks.size()) {
    for (std::size_t k : changes.of(id))
      for (const Use& use : changes.roots.at({id, k})) {
        begins_[use] = k;
        const Surroundings& around = sums_.around();
        BlockId block = use.op.valid() ? around.block_of(use.op) : use.block;
        for (; around.owner(block).valid(); block = around.block_of(around.owner(block))) needs_[block.at()].insert(k);
      }
    for (std::size_t i = 0; i < from.ops.size(); ++i) {
      const Op& op = from.ops[i];
      if (!op.callee.valid()) continue;
      for (std::size_t k : changes.of(op.callee))
        if (const auto addition = sums_.addition(op.results[k])) additions_[op.results[k]] = *addition, left_out_.insert(addition->op);
    }
    more_ = changes.of(id);
  }

 private:
  void begun() override {
    for (std::size_t k : more_) {
      const Value& result = from_[from_.results()[k]];
      const auto& before = to_.arguments();
      const bool is_taken =
          std::any_of(before.begin(), before.end(), [&](ValueId argument) { return to_[argument].name == result.name; });
      begin_[k] = builder_.argument(result.type, result.name.empty() || is_taken ? result.name + "sum" : result.name);
    }
  }

  std::vector<ValueId> given() override { return results_of(from_.body); }

  // The results of a block, where some begin with what is passed.
  std::vector<ValueId> results_of(BlockId block) {
    std::vector<ValueId> out = now(from_[block].results);
    for (std::size_t i = 0; i < out.size(); ++i)
      if (const ValueId begin = beginning({{}, block, i}); begin.valid()) out[i] = begin;
    return out;
  }
  // What is read there instead; calls that begin a sum take it themselves.
  ValueId beginning(const Use& use) {
    const auto found = begins_.find(use);
    if (found == begins_.end()) return {};
    const ValueId old = read_at(use), begin = begin_.at(found->second);
    if (begins_with_call(old)) return {};
    if (sums_.around().is_zeros(old)) return begin;
    builder_.derived = true;
    const ValueId sum = builder_.append(Kind::Add, {begin, now(old)});
    GRADC_CHECK(sum.valid());
    return sum;
  }
  ValueId read_at(const Use& use) const { return use.op.valid() ? from_[use.op].operands[use.i] : from_[use.block].results[use.i]; }
  bool begins_with_call(ValueId old) const {
    const OpId id = from_[old].op;
    return id.valid() && from_[id].kind == Kind::Call && sums_.has_one_use(old) &&
           changes_.results.contains({from_[id].callee, static_cast<std::size_t>(from_[old].index)});
  }

  void visit(OpId id) override {
    const Op& op = from_[id];
    if (left_out_.contains(id)) return;
    std::set<std::size_t> needed;
    for (BlockId inner : op.blocks) needed.insert(needs_[inner.at()].begin(), needs_[inner.at()].end());
    const bool begins = std::any_of(begins_.begin(), begins_.end(), [&](const auto& use) { return use.first.op == id; });
    const bool is_changed_call = op.callee.valid() && !changes_.of(op.callee).empty();
    if (needed.empty() && !begins && !is_changed_call) return copy(id);
    std::vector<ValueId> operands = now(op.operands);
    for (std::size_t i = 0; i < operands.size(); ++i)
      if (const ValueId begin = beginning({id, {}, i}); begin.valid()) operands[i] = begin;
    for (std::size_t k : needed) operands.push_back(begin_.at(k));
    std::vector<BlockId> blocks;
    for (BlockId inner : op.blocks) blocks.push_back(needed.empty() ? block(inner) : block_with(inner, needed));
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    if (is_changed_call)
      for (std::size_t k : changes_.of(op.callee)) operands.push_back(passed(op, k));
    append(op, op.attributes, std::move(operands), blocks, op.results);
    for (ValueId result : op.results)
      if (const auto addition = additions_.find(result); addition != additions_.end())
        replace(from_[addition->second.op].results[0], now(result));
  }

  // What a call adds to.
  ValueId passed(const Op& op, std::size_t k) {
    const ValueId result = op.results[k];
    if (const auto addition = additions_.find(result); addition != additions_.end()) return now(addition->second.sum);
    for (const auto& [use, number] : begins_)
      if (read_at(use) == result) return begin_.at(number);
    return builder_.full(from_[result].type, 0.0);
  }

  // A block that takes beginnings behind its own parameters.
  BlockId block_with(BlockId id, const std::set<std::size_t>& needed) {
    std::vector<Type> types;
    std::vector<std::string> names;
    for (ValueId parameter : from_[id].parameters) {
      types.push_back(from_[parameter].type);
      names.push_back(from_[parameter].name);
    }
    for (std::size_t k : needed) {
      types.push_back(builder_.type(begin_.at(k)));
      names.push_back(to_[begin_.at(k)].name);
    }
    const BlockId made = builder_.block(types, names);
    for (std::size_t i = 0; i < from_[id].parameters.size(); ++i) replace(from_[id].parameters[i], to_[made].parameters[i]);
    const auto outside = begin_;
    std::size_t next = from_[id].parameters.size();
    for (std::size_t k : needed) begin_[k] = to_[made].parameters[next++];
    const BlockId around = builder_.insert_into(made);
    visit_all(from_[id]);
    builder_.set_results(results_of(id));
    builder_.insert_into(around);
    begin_ = outside;
    return made;
  }

  const Changes& changes_;
  Sums sums_;
  std::vector<std::size_t> more_;                // results that get an argument
  std::vector<std::set<std::size_t>> needs_;     // by block: of which results it is passed the beginnings
  std::map<Use, std::size_t> begins_;            // what is read there, of which result
  std::map<ValueId, Sums::Addition> additions_;  // by result of a call
  std::set<OpId> left_out_;
  std::map<std::size_t, ValueId> begin_;         // by result, in the block that ops go to now
};

// The results of functions that callers add to sums, and that begin with zeros.
Changes changes_of(const Module& module) {
  Changes changes;
  std::set<FunctionId> called;
  bool any = false;
  for (const Function& function : module.functions) {
    Sums sums(function, changes.results);
    for (const Op& op : function.ops) {
      if (op.kind != Kind::Call) continue;
      called.insert(op.callee);
      any = any || std::any_of(op.results.begin(), op.results.end(), [&](ValueId result) { return sums.addition(result).has_value(); });
    }
  }
  if (!any) return changes;
  for (const Function& function : module.functions)
    for (FunctionId rule : {function.vjp, function.jvp}) called.erase(rule);  // has the arguments of a rule
  for (FunctionId id : called) {
    const Function& function = module[id];
    if (function.foreign || function.has_rule() || function.sources) continue;
    for (std::size_t k = 0; k < function.results().size(); ++k) changes.results.insert({id, k});
  }
  // A result that begins with something else must be summed by all who call.
  for (bool changed = true; changed;) {
    changed = false;
    changes.roots.clear();
    std::set<Result> unsummed, others;
    for (std::size_t i = 0; i < module.functions.size(); ++i) {
      const Function& function = module.functions[i];
      Sums sums(function, changes.results);
      for (std::size_t k = 0; k < function.results().size(); ++k) {
        const Result result{{static_cast<std::int32_t>(i)}, k};
        if (!changes.results.contains(result)) continue;
        auto roots = sums.roots(k);
        if (roots && !roots->are_zeros) others.insert(result);
        if (roots)
          changes.roots[result] = std::move(roots->uses);
        else
          changed = changes.results.erase(result) > 0;
      }
      for (const Op& op : function.ops)
        for (std::size_t k = 0; op.callee.valid() && k < op.results.size(); ++k)
          if (!op.derived || !sums.is_summed(op.results[k])) unsummed.insert({op.callee, k});
    }
    for (const Result& result : others)
      if (unsummed.contains(result)) changed = changes.results.erase(result) > 0 || changed;
  }
  return changes;
}

}  // namespace

std::optional<Module> run_sum_into_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  if (!takes_no_arguments("sum_into", arguments, diagnostics)) return std::nullopt;
  const Changes changes = changes_of(module);
  if (changes.results.empty()) return module;
  // What calls see of a function is there before its calls are.
  Module declared = module;
  for (const auto& [id, k] : changes.results) {
    Function& function = declared[id];
    const Type type = function[function.results()[k]].type;
    function.values.push_back({type, "", {}, function.body, static_cast<int>(function.arguments().size())});
    function[function.body].parameters.push_back({static_cast<std::int32_t>(function.values.size() - 1)});
  }
  Module out = declared;
  for (std::size_t i = 0; i < module.functions.size(); ++i)
    out.functions[i] = Inserter(out, {static_cast<std::int32_t>(i)}, module.functions[i], changes, diagnostics).run();
  return out;
}

}  // namespace ir
