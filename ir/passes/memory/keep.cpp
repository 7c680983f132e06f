#include "ir/passes/memory/keep.h"

#include <algorithm>
#include <map>
#include <set>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/memory/cuts.h"
#include "ir/passes/memory/min_cut.h"

namespace ir {
namespace {

using Strategy = Checkpoint::Strategy;

// An extent that is known only at run time counts as this.
constexpr std::int64_t kGuess = 64;

bool shows(const Op& op) {
  const Trait trait = definition(op.kind).info.trait;
  return (trait == Trait::alias || trait == Trait::broadcast) && !op.operands.empty();
}

// What the op itself binds would be bound twice.
bool binds_extents(const Function& function, const Op& op) {
  std::set<std::string> before, after;
  for (ValueId operand : op.operands)
    for (const Extent& extent : function[operand].type.extents) extent.collect_symbols(before);
  for (const auto& [name, attribute] : op.attributes)
    if (const Shape* shape = std::get_if<Shape>(&attribute); shape && name != definition(op.kind).info.binds)
      for (const Extent& extent : *shape) extent.collect_symbols(before);
  for (ValueId result : op.results)
    for (const Extent& extent : function[result].type.extents) extent.collect_symbols(after);
  return !std::includes(before.begin(), before.end(), after.begin(), after.end());
}

// The name under which an op marks a value to be kept, empty for gradc::checkpoint; null where it doesn't.
std::optional<std::string> mark(const Op& op, const Checkpoint& checkpoint) {
  if (checkpoint.strategy == Strategy::marked && op.kind == Kind::Checkpoint) return std::string{};
  if (checkpoint.strategy != Strategy::names || op.kind != Kind::Label) return std::nullopt;
  const std::string& label = op.attributes.get<std::string>("label");
  const bool named = std::find(checkpoint.names.begin(), checkpoint.names.end(), label) != checkpoint.names.end();
  return named ? std::optional(label) : std::nullopt;
}

// Whether a call of the function runs one that is defined elsewhere.
bool goes_outside(const Module& module, FunctionId callee) {
  std::set<FunctionId> seen{callee};
  std::vector<FunctionId> open{callee};
  while (!open.empty()) {
    const Function& function = module[open.back()];
    open.pop_back();
    if (function.foreign) return true;
    for (const Op& op : function.ops)
      if (op.callee.valid() && seen.insert(op.callee).second) open.push_back(op.callee);
  }
  return false;
}

// The same of what stands in the blocks of an op.
bool goes_outside(const Module& module, const Function& function, const Op& op) {
  return (op.callee.valid() && goes_outside(module, op.callee)) ||
         std::any_of(op.blocks.begin(), op.blocks.end(), [&](BlockId block) {
           return std::any_of(function[block].ops.begin(), function[block].ops.end(),
                              [&](OpId inner) { return goes_outside(module, function, function[inner]); });
         });
}

}  // namespace

std::set<ValueId> marked_values(const Function& function, BlockId block, const Checkpoint& checkpoint) {
  std::set<ValueId> marked;
  for (OpId id : function[block].ops)
    if (mark(function[id], checkpoint))
      for (const Op* op = &function[id];;) {
        marked.insert(op->operands[0]);
        const OpId source = function[op->operands[0]].op;
        if (!source.valid() || !shows(function[source])) break;
        op = &function[source];
      }
  return marked;
}

bool can_redo(const Module& module, const Function& function, const Op& op) {
  if (op.results.empty() || !op.blocks.empty()) return false;
  const OpInfo& info = definition(op.kind).info;
  if (info.trait == Trait::sequence) return op.kind == Kind::SequenceAt || op.kind == Kind::SequenceSize;
  if (info.in_place >= 0 || goes_outside(module, function, op)) return false;
  return !binds_extents(function, op) && std::all_of(op.results.begin(), op.results.end(), [&](ValueId result) {
    return function[result].type.is_tensor();
  });
}

bool redoes(const Module& module, const Function& function, const Op& op, const Checkpoint& checkpoint) {
  if (checkpoint.strategy == Strategy::none || !can_redo(module, function, op)) return false;
  const OpDefinition& rules = definition(op.kind);
  switch (checkpoint.strategy) {
    case Strategy::speed: return !rules.dear && !op.callee.valid();
    case Strategy::automatic:
      return !op.callee.valid() && (rules.info.trait == Trait::elementwise || rules.info.trait == Trait::alias ||
                                    rules.info.trait == Trait::broadcast ||
                                    (rules.info.trait == Trait::composite && rules.info.broadcasts));
    default: return true;
  }
}

bool redoes_whole(const Module& module, const Function& function, const Op& op, const Checkpoint& checkpoint) {
  switch (checkpoint.strategy) {
    case Strategy::none:
    case Strategy::speed:
    case Strategy::automatic: return false;
    default: return !op.blocks.empty() && !goes_outside(module, function, op);
  }
}

namespace {

// The forward part as the choice sees it.
class Chooser {
 public:
  Chooser(const Module& module, const Function& function, std::size_t forward, std::size_t results,
          const Checkpoint& checkpoint)
      : module_(module), f_(function), ops_(function[function.body].ops), forward_(forward), results_(results),
        checkpoint_(checkpoint), position_(function.values.size(), kOutside), root_(function.values.size()),
        wanted_(function.values.size()), last_read_(function.values.size()), kept_(function.values.size()) {
    read();
  }

  Keep run() {
    keep_.again.assign(f_.values.size(), false);
    keep_.segment.assign(ops_.size(), 0);
    for (std::size_t p = 0; p < forward_; ++p)
      for (ValueId result : f_[ops_[p]].results)
        if (wanted_[result.at()] && is_mine(result)) keep_.all_bytes += bytes(result);
    keep_.peak_bytes = keep_.all_bytes;
    switch (checkpoint_.strategy) {
      case Strategy::none: return std::move(keep_);
      case Strategy::memory:
      case Strategy::budget: cut(); break;
      case Strategy::automatic: cut_least(); break;
      case Strategy::speed: keep_dear(); break;
      case Strategy::marked:
      case Strategy::names: keep_marked(); break;
    }
    settle();
    return std::move(keep_);
  }

 private:
  static constexpr std::size_t kOutside = ~std::size_t{};

  const Op& op(std::size_t p) const { return f_[ops_[p]]; }
  bool is_mine(ValueId value) const { return position_[value.at()] < forward_; }
  // Whether the value is there without being kept, or whatever is asked for.
  bool is_there(ValueId root) const {
    if (!is_mine(root) || f_[root].type.is_scalar() || !f_[root].type.is_tensor()) return true;
    const Op& made_by = op(position_[root.at()]);
    return definition(made_by.kind).info.trait == Trait::constant || !can_redo(module_, f_, made_by);
  }
  bool done_again(ValueId root) const {
    return !is_there(root) && redoes(module_, f_, op(position_[root.at()]), checkpoint_);
  }

  void read() {
    for (std::size_t v = 0; v < f_.values.size(); ++v) root_[v] = ValueId{static_cast<std::int32_t>(v)};
    for (std::size_t p = 0; p < ops_.size(); ++p) {
      const Op& one = op(p);
      for (ValueId result : one.results) {
        position_[result.at()] = p;
        if (p < forward_ && shows(one)) root_[result.at()] = root_[one.operands[0].at()];
      }
      for (ValueId operand : one.operands) {
        const ValueId root = root_[operand.at()];
        if (p >= forward_) wanted_[root.at()] = true;
        else if (!shows(one)) last_read_[root.at()] = p;
      }
    }
  }

  double bytes(ValueId value) const {
    if (f_[value].type.is_scalar() || !f_[value].type.is_tensor()) return 0;
    const Extent count = product(f_[value].type.extents);
    std::set<std::string> symbols;
    count.collect_symbols(symbols);
    std::map<std::string, std::int64_t> guess;
    for (const std::string& symbol : symbols) guess.emplace(symbol, kGuess);
    return static_cast<double>(std::max<std::int64_t>(count.evaluate(guess).value_or(kGuess), 0)) *
           ir::bytes(f_[value].type.element);
  }

  // --- what the user or the kind of op says

  void keep_dear() {
    for (std::size_t p = 0; p < forward_; ++p)
      for (ValueId result : op(p).results)
        if (!shows(op(p)) && !is_there(result) && !done_again(result)) kept_[result.at()] = true;
  }

  void keep_marked() {
    const std::vector<ValueId>& results = f_.results();
    for (std::size_t p = 0; p < forward_; ++p) {
      const auto name = mark(op(p), checkpoint_);
      if (!name) continue;
      const ValueId root = root_[op(p).results[0].at()];
      const auto own = results.begin() + static_cast<std::ptrdiff_t>(results_);
      if (!is_mine(root))
        keep_.idle.push_back({*name, op(p).loc, "it is an argument, which is there anyway"});
      else if (std::any_of(results.begin(), own, [&](ValueId r) { return root_[r.at()] == root; }) && !wanted_[root.at()])
        keep_.idle.push_back({*name, op(p).loc, "it is the result, which the backward pass does not read"});
      else if (!is_there(root))
        kept_[root.at()] = true;
    }
    drop_idle();
  }

  // A kept value that nothing reads, neither the adjoint nor what is computed again for it.
  void drop_idle() {
    std::vector<bool> read(f_.values.size());
    std::size_t last = 0;
    for (std::size_t p = 0; p < forward_; ++p)
      for (ValueId result : op(p).results)
        if (kept_[result.at()]) last = p;
    for (std::size_t p = last + 1; p-- > 0;) {
      const bool used = std::any_of(op(p).results.begin(), op(p).results.end(),
                                    [&](ValueId r) { return wanted_[r.at()] || read[r.at()]; });
      const bool stays = std::any_of(op(p).results.begin(), op(p).results.end(), [&](ValueId r) { return kept_[r.at()]; });
      if (used && !stays && !shows(op(p)))
        for (ValueId operand : op(p).operands) read[root_[operand.at()].at()] = true;
    }
    for (std::size_t p = 0; p < forward_; ++p) {
      const auto name = mark(op(p), checkpoint_);
      if (!name) continue;
      const ValueId root = root_[op(p).results[0].at()];
      if (!kept_[root.at()] || wanted_[root.at()] || read[root.at()]) continue;
      kept_[root.at()] = false;
      keep_.idle.push_back({*name, op(p).loc, "nothing that the backward pass reads is made of it"});
    }
  }

  // --- a minimum cut

  void cut_least() {
    MinCut graph;
    std::vector<int> in(f_.values.size(), -1);
    for (std::size_t p = 0; p < forward_; ++p) {
      if (shows(op(p))) continue;
      for (ValueId result : op(p).results) {
        if (is_there(result)) continue;
        const int at = graph.node(bytes(result));
        in[result.at()] = at;
        if (wanted_[result.at()]) graph.to_sink(at);
        if (!done_again(result)) {
          graph.from_source(at);
          continue;
        }
        for (ValueId operand : op(p).operands)
          if (const int from = in[root_[operand.at()].at()]; from >= 0) graph.edge(from, at);
      }
    }
    const std::vector<bool> cut = graph.solve();
    for (std::size_t v = 0; v < in.size(); ++v)
      if (in[v] >= 0 && cut[static_cast<std::size_t>(in[v])]) kept_[v] = true;
    from_the_last_ = false;
  }

  // --- segments

  void cut() {
    const bool by_budget = checkpoint_.strategy == Strategy::budget && sizes_known();
    double fixed = 0;  // what is kept whatever is asked for
    std::vector<Piece> pieces;
    for (std::size_t p = 0; p < forward_; ++p)
      for (ValueId result : op(p).results) {
        if (shows(op(p))) continue;
        if (!is_there(result))
          pieces.push_back({p, std::max(p, last_read_[result.at()]), bytes(result), wanted_[result.at()]});
        else if (wanted_[result.at()])
          fixed += bytes(result);
      }
    const Cuts cuts(std::move(pieces), forward_);
    const double room = static_cast<double>(checkpoint_.budget_bytes) - fixed;
    if (cuts.all() <= (by_budget ? room : 0)) return;
    Cuts::Plan plan = by_budget ? cuts.within(room) : Cuts::Plan{};
    if (plan.places.empty()) plan = cuts.of_least_peak();
    keep_.all_bytes = fixed + cuts.all();
    keep_.peak_bytes = fixed + plan.peak;
    std::size_t number = 0;
    for (std::size_t place : plan.places) {
      for (std::size_t p = direct_from_; p < place; ++p) keep_.segment[p] = number;
      keep_crossing(place);
      direct_from_ = place;
      ++number;
    }
  }

  bool sizes_known() const {
    for (std::size_t p = 0; p < forward_; ++p)
      for (ValueId result : op(p).results)
        if (!is_there(result) && !shows(op(p)) && !product(f_[result].type.extents).constant()) return false;
    return true;
  }

  // What is made before the cut and read by an op after it.
  void keep_crossing(std::size_t cut) {
    for (std::size_t p = 0; p < cut; ++p)
      for (ValueId result : op(p).results)
        if (!shows(op(p)) && !is_there(result) && last_read_[result.at()] >= cut) kept_[result.at()] = true;
  }

  // --- what follows

  void settle() {
    if (from_the_last_ && direct_from_ == 0)
      for (std::size_t p = 0; p < forward_; ++p)
        for (ValueId result : op(p).results)
          if (kept_[result.at()]) direct_from_ = p + 1;
    if (!from_the_last_) direct_from_ = forward_;
    for (std::size_t p = 0; p < std::min(direct_from_, forward_); ++p)
      for (ValueId result : op(p).results) {
        const ValueId root = root_[result.at()];
        keep_.again[result.at()] = shows(op(p)) ? is_mine(root) && keep_.again[root.at()]
                                                : !is_there(result) && !kept_[result.at()] && may_redo(result);
        if (kept_[result.at()]) keep_.kept.push_back(result);
      }
  }
  bool may_redo(ValueId root) const {
    return checkpoint_.strategy == Strategy::marked || checkpoint_.strategy == Strategy::names || done_again(root);
  }

  const Module& module_;
  const Function& f_;
  const std::vector<OpId>& ops_;
  const std::size_t forward_, results_;
  const Checkpoint& checkpoint_;
  std::vector<std::size_t> position_;  // by value: of its op in the body
  std::vector<ValueId> root_;          // by value: what it shows
  std::vector<bool> wanted_;           // by root: the adjoint reads it
  std::vector<std::size_t> last_read_; // by root: the last op of the forward part that reads it
  std::vector<bool> kept_;             // by root
  std::size_t direct_from_ = 0;        // values of ops from there on are read as they are
  bool from_the_last_ = true;
  Keep keep_;
};

}  // namespace

Keep choose(const Module& module, const Function& derivative, std::size_t forward, std::size_t results,
            const Checkpoint& checkpoint) {
  return Chooser(module, derivative, forward, results, checkpoint).run();
}

}  // namespace ir
