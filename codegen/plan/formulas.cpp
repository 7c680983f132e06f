// Which integers are formulas over extents, integer arguments and the counters of loops. They are not computed but written where they
// are used, as x[i + 1], and tell where an index is in range (ranges.h).
#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "codegen/analysis/ranges.h"
#include "codegen/analysis/symbols.h"
#include "codegen/plan/planner.h"

namespace codegen {
namespace {

// Longer ones are kept in variables.
constexpr std::size_t kLongest = 48;
constexpr int kMostDigits = 9;  // of numbers in them, so that sums with counters and extents don't overflow

bool has_long_number(const std::string& text) {
  int digits = 0;
  for (char c : text) {
    digits = std::isdigit(static_cast<unsigned char>(c)) ? digits + 1 : 0;
    if (digits > kMostDigits) return true;
  }
  return false;
}

class Formulas {
 public:
  Formulas(const ir::Function& function, Plan& plan) : function_(function), plan_(plan) {
    plan.formulas.assign(function.values.size(), std::nullopt);
    for (ir::ValueId argument : function.arguments()) {
      for (const ir::Extent& extent : function[argument].type.extents)
        if (auto symbol = extent.as_symbol()) plain_.insert(*symbol);
      if (counts(function[argument].type)) plain_.insert(symbol_of(function, argument, false));
    }
  }

  void block(ir::BlockId id) {
    for (ir::OpId op_id : function_[id].ops) {
      const ir::Op& op = function_[op_id];
      if (is_iteration(op)) {
        const Iteration it = iteration(function_, op);
        if (it.counted()) {
          plain_.insert(symbol_of(function_, it.counter, true));
          counters_.insert(it.counter);
        }
      }
      for (ir::BlockId inner : op.blocks) block(inner);
      if (op.results.size() == 1) find(op);
    }
  }

 private:
  // Signed integers as wide as `int`: those that run with a loop don't wrap in C++.
  static bool counts(const ir::Type& type) {
    return type.is_scalar() && (type.element == ir::ElementType::i64 || type.element == ir::ElementType::i32);
  }

  std::optional<ir::Extent> formula(ir::ValueId value) const {
    const ir::ValueId root = root_of(function_, plan_, value);
    if (counters_.contains(root)) return ir::Extent::symbol(symbol_of(function_, root, true));
    if (plan_.formulas[root.at()]) return plan_.formulas[root.at()];
    if (const auto known = of_arguments_.find(root); known != of_arguments_.end()) return known->second;
    const ir::OpId op = function_[root].op;
    if (!counts(function_[root].type)) return std::nullopt;
    if (!op.valid() && function_[root].block == function_.body) return ir::Extent::symbol(symbol_of(function_, root, false));
    if (!op.valid()) return std::nullopt;
    const ir::OpDefinition& definition = ir::definition(function_[op].kind);
    const bool number = definition.info.trait == ir::Trait::constant && function_[op].attributes.find("value");
    if (number || definition.info.trait == ir::Trait::integer) return definition.extent({function_, function_[op]}, {});
    return std::nullopt;
  }

  void find(const ir::Op& op) {
    const ir::OpDefinition& definition = ir::definition(op.kind);
    if (!counts(function_[op.results[0]].type) || !definition.extent) return;
    if (definition.info.trait != ir::Trait::elementwise) return;
    std::vector<std::optional<ir::Extent>> operands;
    for (ir::ValueId operand : op.operands) {
      operands.push_back(formula(operand));
      if (!operands.back() || !counts(function_[operand].type)) return;
    }
    const bool narrows = op.operands.size() == 1 && ir::bytes(function_[op.operands[0]].type.element) >
                                                        ir::bytes(function_[op.results[0]].type.element);
    if (narrows && mentions_argument(*operands[0])) return;  // which may be any number
    std::optional<ir::Extent> whole =
        narrows ? operands[0] : definition.extent({function_, op}, operands);
    if (!whole || !is_plain(*whole)) return;
    if (wraps(*whole))
      of_arguments_.emplace(op.results[0], std::move(*whole));
    else
      plan_.formulas[op.results[0].at()] = std::move(whole);
  }

  static bool mentions_argument(const ir::Extent& extent) {
    std::set<std::string> symbols;
    extent.collect_symbols(symbols);
    return std::any_of(symbols.begin(), symbols.end(), [](const std::string& symbol) { return symbol.starts_with('%'); });
  }

  // What integer arguments make alone is computed as the source does it.
  bool wraps(const ir::Extent& extent) const {
    const auto is_mentioned = [&](ir::ValueId counter) { return mentions_symbol(extent, symbol_of(function_, counter, true)); };
    return mentions_argument(extent) && std::none_of(counters_.begin(), counters_.end(), is_mentioned);
  }

  bool is_plain(const ir::Extent& extent) const {
    std::set<std::string> symbols;
    extent.collect_symbols(symbols);
    const std::string text = extent.text();
    return text.size() <= kLongest && !has_long_number(text) &&
           std::all_of(symbols.begin(), symbols.end(), [&](const auto& s) { return plain_.contains(s); });
  }

  const ir::Function& function_;
  Plan& plan_;
  std::set<std::string> plain_;  // symbols whose sums and products don't overflow
  std::set<ir::ValueId> counters_;
  std::map<ir::ValueId, ir::Extent> of_arguments_;  // parts of formulas, and none themselves
};

}  // namespace

void find_formulas(const ir::Function& function, Plan& plan) { Formulas(function, plan).block(function.body); }

}  // namespace codegen
