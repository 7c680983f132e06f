#include "ir/passes/keep.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/min_cut.h"

namespace ir {
namespace {

using Strategy = Checkpoint::Strategy;

constexpr double kNever = std::numeric_limits<double>::infinity();
// An extent that is found out at run time counts as this, and so many places at most are tried for cuts.
constexpr std::int64_t kGuess = 64;
constexpr std::size_t kMostCuts = 1200;
constexpr int kBounds = 48;

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
  if (op.callee.valid()) {
    if (module[op.callee].foreign) return false;
  } else if (info.trait == Trait::sequence || info.trait == Trait::control || info.in_place >= 0) {
    return info.trait != Trait::sequence ? false : op.kind == Kind::SequenceAt || op.kind == Kind::SequenceSize;
  }
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

namespace {

bool comes_from_outside(const Module& module, const Function& function, const Op& op) {
  return (op.callee.valid() && module[op.callee].foreign) ||
         std::any_of(op.blocks.begin(), op.blocks.end(), [&](BlockId block) {
           return std::any_of(function[block].ops.begin(), function[block].ops.end(),
                              [&](OpId inner) { return comes_from_outside(module, function, function[inner]); });
         });
}

}  // namespace

bool redoes_whole(const Module& module, const Function& function, const Op& op, const Checkpoint& checkpoint) {
  switch (checkpoint.strategy) {
    case Strategy::none:
    case Strategy::speed:
    case Strategy::automatic: return false;
    default: return !op.blocks.empty() && !op.attributes.find("varying") && !comes_from_outside(module, function, op);
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

  std::optional<std::int64_t> known_bytes(ValueId value) const {
    const Type& type = f_[value].type;
    const auto count = product(type.extents).constant();
    if (!count) return std::nullopt;
    return *count * ir::bytes(type.element);
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
    for (std::size_t p = last + 1; p < forward_; ++p)
      for (ValueId operand : op(p).operands) read[root_[operand.at()].at()] = true;
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

  // The cost of the segments between two cuts: bytes that the later cut keeps and the earlier doesn't, and bytes that the
  // adjoint of the segment reads besides.
  struct Between {
    double kept = 0, inside = 0;
  };

  void cut() {
    if (checkpoint_.strategy == Strategy::budget && !sizes_known()) {
      keep_.unknown_sizes = true;
      return;
    }
    find_cuts();
    const std::size_t n = cuts_.size();  // cuts_[0] is before all ops, the last after all
    std::vector<std::vector<Between>> between(n);
    for (std::size_t i = 0; i < n; ++i) between[i] = costs_from(i);
    const double all = between[0].back().inside;
    if (all <= 0) return;
    const double room = static_cast<double>(checkpoint_.budget_bytes) - fixed_;
    const bool by_budget = checkpoint_.strategy == Strategy::budget;
    if (by_budget && all <= room) return;
    double best = all, least = all;
    std::vector<std::size_t> chosen;
    for (int step = 0; step < kBounds; ++step) {
      // Bounds of segments between all and a hundredth of a percent of it.
      const double bound = all * std::pow(1e-4, static_cast<double>(step) / (kBounds - 1));
      const Path path = shortest(between, bound);
      std::vector<std::size_t> cuts = path.to(n - 1);
      double peak = path.kept[n - 1] + most(between, cuts);
      least = std::min(least, peak);
      if (by_budget) {
        const std::size_t last = earliest(path, between, bound, room);
        if (last == n || (!chosen.empty() && last >= chosen.back())) continue;
        cuts = path.to(last);
        cuts.push_back(last);
        peak = path.kept[last] + most(between, cuts);
      } else if (peak >= best * (1 - 1e-9)) {
        continue;
      }
      best = peak;
      chosen = cuts;
    }
    if (by_budget && chosen.empty()) {
      keep_.short_of = static_cast<std::int64_t>(fixed_ + least);
      return;
    }
    keep_.all_bytes = fixed_ + all;
    keep_.peak_bytes = fixed_ + best;
    std::size_t number = 0;
    for (std::size_t c : chosen) {
      for (std::size_t p = direct_from_; p < cuts_[c]; ++p) keep_.segment[p] = number;
      for (ValueId value : crossing(cuts_[c])) kept_[value.at()] = true;
      direct_from_ = cuts_[c];
      ++number;
    }
  }

  // What loops stack is as long as they are.
  bool sizes_known() const {
    for (std::size_t p = 0; p < forward_; ++p)
      for (ValueId result : op(p).results) {
        if (!f_[result].type.is_tensor() && wanted_[result.at()]) return false;
        if (!is_there(result) && !shows(op(p)) && !known_bytes(result)) return false;
      }
    return true;
  }

  std::vector<ValueId> crossing(std::size_t cut) const {
    std::vector<ValueId> out;
    for (std::size_t p = 0; p < cut; ++p)
      for (ValueId result : op(p).results)
        if (crosses(result, cut)) out.push_back(result);
    return out;
  }
  // Defined before the cut and read by an op after it.
  bool crosses(ValueId value, std::size_t cut) const {
    return !shows(op(position_[value.at()])) && !is_there(value) && position_[value.at()] < cut &&
           last_read_[value.at()] >= cut;
  }

  void find_cuts() {
    std::vector<double> weight(forward_ + 1);
    for (std::size_t p = 0; p < forward_; ++p)
      for (ValueId result : op(p).results) {
        if (shows(op(p))) continue;
        if (is_there(result)) {
          if (wanted_[result.at()] && is_mine(result)) fixed_ += bytes(result);
          continue;
        }
        const std::size_t last = std::max(last_read_[result.at()], p);
        for (std::size_t cut = p + 1; cut <= last; ++cut) weight[cut] += bytes(result);
      }
    // Of neighbours, where there are too many, the one that the least crosses.
    const std::size_t stride = (forward_ + kMostCuts - 1) / kMostCuts;
    cuts_ = {0};
    for (std::size_t first = 1; first < forward_; first += stride) {
      const auto begin = weight.begin() + static_cast<std::ptrdiff_t>(first);
      const auto end = weight.begin() + static_cast<std::ptrdiff_t>(std::min(first + stride, forward_));
      cuts_.push_back(static_cast<std::size_t>(std::min_element(begin, end) - weight.begin()));
    }
    cuts_.push_back(forward_);
  }

  std::vector<Between> costs_from(std::size_t first) const {
    std::vector<Between> out(cuts_.size());
    std::map<std::size_t, std::pair<double, double>> ending;  // by the last place of reading: bytes, and wanted ones
    double crossing = 0, crossing_wanted = 0, wanted = 0;
    for (std::size_t c = first + 1; c < cuts_.size(); ++c) {
      for (std::size_t p = cuts_[c - 1]; p < cuts_[c]; ++p)
        for (ValueId result : op(p).results) {
          if (shows(op(p)) || is_there(result)) continue;
          const double size = bytes(result), read = wanted_[result.at()] ? size : 0;
          wanted += read;
          if (last_read_[result.at()] <= p) continue;
          crossing += size;
          crossing_wanted += read;
          auto& end = ending[last_read_[result.at()]];
          end.first += size;
          end.second += read;
        }
      while (!ending.empty() && ending.begin()->first < cuts_[c]) {
        crossing -= ending.begin()->second.first;
        crossing_wanted -= ending.begin()->second.second;
        ending.erase(ending.begin());
      }
      const bool is_end = c + 1 == cuts_.size();
      out[c] = {is_end ? 0 : crossing, is_end ? wanted : wanted - crossing_wanted};
    }
    return out;
  }

  struct Path {
    std::vector<std::size_t> from;  // by cut: the one before
    std::vector<double> kept;       // by cut: what is kept up to it

    // The cuts between the beginning and that one.
    std::vector<std::size_t> to(std::size_t cut) const {
      std::vector<std::size_t> cuts;
      if (kept[cut] == kNever) return cuts;
      for (std::size_t c = from[cut]; c != 0; c = from[c]) cuts.insert(cuts.begin(), c);
      return cuts;
    }
  };

  // For each cut those before it whose segments are within the bound and that keep the least.
  static Path shortest(const std::vector<std::vector<Between>>& between, double bound) {
    const std::size_t n = between.size();
    Path path{std::vector<std::size_t>(n, 0), std::vector<double>(n, kNever)};
    path.kept[0] = 0;
    for (std::size_t c = 1; c < n; ++c)
      for (std::size_t b = 0; b < c; ++b)
        if (between[b][c].inside <= bound && path.kept[b] + between[b][c].kept < path.kept[c]) {
          path.kept[c] = path.kept[b] + between[b][c].kept;
          path.from[c] = b;
        }
    return path;
  }

  // The most that the adjoint of one segment reads.
  static double most(const std::vector<std::vector<Between>>& between, const std::vector<std::size_t>& cuts) {
    double most = 0;
    std::size_t before = 0;
    for (std::size_t c : cuts) {
      most = std::max(most, between[before][c].inside);
      before = c;
    }
    return std::max(most, between[before].back().inside);
  }

  // The first cut behind which all may stay; none: their number.
  static std::size_t earliest(const Path& path, const std::vector<std::vector<Between>>& between, double bound, double room) {
    const std::size_t n = between.size();
    for (std::size_t c = 1; c + 1 < n; ++c)
      if (path.kept[c] + std::max(bound, between[c].back().inside) <= room) return c;
    return n;
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
  std::vector<std::size_t> cuts_;      // positions before which the ops may be cut
  double fixed_ = 0;                   // bytes that are kept whatever is asked for
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
