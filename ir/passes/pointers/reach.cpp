#include "ir/passes/pointers/reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/pointers/index_formulas.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/analysis/surroundings.h"
#include "ir/scope.h"

namespace ir {
namespace {

class Reaching {
 public:
  Reaching(const Function& function, const std::string& symbol)
      : f_(function), whole_(Extent::symbol(symbol)), around_(function), formulas_(function, around_), symbols_(argument_symbols(function)) {}

  PointerReach find() {
    for (std::size_t i = 0; i < f_.ops.size() && reach_.why.empty(); ++i) look_at({static_cast<std::int32_t>(i)});
    if (!reach_.why.empty()) {
      if (!surely_.empty() || !perhaps_.empty()) reach_.proposal = greatest(surely_.empty() ? perhaps_ : surely_);
      return reach_;
    }
    combine();
    return reach_;
  }

 private:
  struct Access {
    Extent extent;
    LocId loc;
    bool is_part;  // whose extent an op checks
  };

  bool is_whole(ValueId value) const {
    const Type& type = f_[value].type;
    return type.is_tensor() && type.rank() > 0 && type.extents[0] == whole_;
  }

  void look_at(OpId id) {
    const Op& op = f_[id];
    if (is_loop(op) || op.kind == Kind::If || op.kind == Kind::After) return;
    for (std::size_t k = 0; k < op.operands.size(); ++k) {
      if (!is_whole(op.operands[k])) continue;
      if (k == 0 && (op.kind == Kind::Slice || op.kind == Kind::DynamicSlice) && !op.attributes.find("strides")) {
        part(id);
        continue;
      }
      const bool reads = op.kind == Kind::Element && k == 0, writes = (op.kind == Kind::SetElement || op.kind == Kind::AddElement) && k == 0;
      if (!reads && !writes) return give_up(op.loc, op.callee.valid() ? "a function that stays a call takes it" : fmt::format("'{}' takes all of it", definition(op.kind).info.name));
      add(id, formulas_.of(op.operands[reads ? 1 : 2]), 1);
    }
  }

  // Some elements one behind the other.
  void part(OpId id) {
    const Op& op = f_[id];
    const Extent width = op.attributes.get<Shape>("shape").at(0);
    ValueId starts = op.operands.size() > 1 ? op.operands[1] : ValueId{};
    while (starts.valid() && f_[starts].op.valid() && f_[f_[starts].op].kind == Kind::Reshape) starts = f_[f_[starts].op].operands[0];
    auto begin = op.kind == Kind::Slice ? std::optional(op.attributes.get<Shape>("begin").at(0)) : formulas_.of(starts);
    if (op.kind == Kind::Slice && !has_only(*begin, symbols_)) begin.reset();
    add(id, has_only(width, symbols_) ? begin : std::nullopt, width);
  }

  void give_up(LocId loc, std::string why) {
    if (reach_.why.empty()) reach_.at = loc, reach_.why = std::move(why);
  }

  // So many elements from an index on.
  void add(OpId id, const std::optional<Extent>& formula, const Extent& width) {
    const Op& op = f_[id];
    auto end = formula ? formulas_.greatest(*formula) : std::nullopt;
    bool is_sure = true;
    for (BlockId block = around_.block_of(id); around_.owner(block).valid(); block = around_.block_of(around_.owner(block))) {
      const Op& owner = f_[around_.owner(block)];
      if (owner.kind == Kind::Scan) continue;
      is_sure = false;
      if (!formula) continue;
      const bool is_while = owner.kind == Kind::While;
      const ValueId condition = is_while ? f_[owner.blocks[0]].results[0] : owner.operands[0];
      narrow(condition, is_while || block == owner.blocks[0], *formula, end);
    }
    if (!end) return give_up(op.loc, "an index is no formula that integer parameters bound");
    (is_sure ? surely_ : perhaps_).push_back({*end + width, op.loc, op.kind == Kind::Slice});
  }

  // A smaller end, where a condition is true or false.
  void narrow(ValueId condition, bool holds, const Extent& formula, std::optional<Extent>& end) {
    condition = around_.outside(condition);
    if (!f_[condition].op.valid()) return;
    const Op& op = f_[f_[condition].op];
    if (op.kind == Kind::If) {  // of which one arm can't be
      const auto result = static_cast<std::size_t>(f_[condition].index);
      for (std::size_t arm = 0; arm < 2; ++arm) {
        const auto known = around_.known_integer(f_[op.blocks[arm]].results[result]);
        if (!known || (*known != 0) == holds) continue;
        narrow(op.operands[0], arm == 1, formula, end);
        narrow(f_[op.blocks[1 - arm]].results[result], holds, formula, end);
      }
      return;
    }
    if (op.kind == Kind::LogicalNot) return narrow(op.operands[0], !holds, formula, end);
    if (op.kind == (holds ? Kind::LogicalAnd : Kind::LogicalOr)) {
      for (ValueId operand : op.operands) narrow(operand, holds, formula, end);
      return;
    }
    const bool less = op.kind == Kind::Less || op.kind == Kind::LessEqual, greater = op.kind == Kind::Greater || op.kind == Kind::GreaterEqual;
    if (!less && !greater) return;
    const bool or_equal = op.kind == Kind::LessEqual || op.kind == Kind::GreaterEqual;
    const auto a = formulas_.of(op.operands[0]), b = formulas_.of(op.operands[1]);
    if (!a || !b) return;
    // small < large, or small <= large.
    const bool as_written = less == holds;
    const Extent &small = as_written ? *a : *b, &large = as_written ? *b : *a;
    const auto added = (formula - small).constant();
    const auto most = added ? formulas_.greatest(large + *added - (or_equal == holds ? 0 : 1)) : std::nullopt;
    if (most && (!end || is_not_negative(*end - *most, 1))) end = most;
  }

  // --- all together

  static std::optional<Extent> greatest(const std::vector<Access>& all) {
    std::optional<Extent> most;
    for (const Access& access : all) most = most ? larger(*most, access.extent, 0) : access.extent;
    return most;
  }

  static Extent larger(const Extent& a, const Extent& b, std::int64_t least) {
    if (is_not_negative(a - b, least)) return a;
    return is_not_negative(b - a, least) ? b : Extent::max(a, b);
  }

  void combine() {
    const std::optional<Extent> sure = greatest(surely_);
    std::optional<Extent> other;  // of what is read under conditions
    for (const Access& access : perhaps_) {
      const bool is_number = access.extent.constant().has_value();
      if (is_number && (sure || other) && !(sure ? *sure : *other).constant()) continue;
      if (!other || (other->constant() && !is_number) || is_not_negative(access.extent - *other, 1))
        other = access.extent;
      else if (!is_number && !is_not_negative(*other - access.extent, 1))
        return give_up(access.loc, *other, access.extent);
      if (sure && !sure->constant() && !is_not_negative(*sure - *other, 1) && !is_not_negative(*other - *sure, 1))
        return give_up(access.loc, *sure, *other);
    }
    Extent end = sure ? *sure : other.value_or(0);
    if (sure && other && !is_not_negative(*sure - *other, 1)) end = larger(*sure, *other, 0);
    // An argument may be anything, but where it is the extent of a part.
    const bool is_checked = std::any_of(surely_.begin(), surely_.end(), [&](const Access& access) { return access.is_part && access.extent == end; });
    reach_.extent = is_checked ? end : Extent::max(end, 0);
  }

  void give_up(LocId loc, const Extent& a, const Extent& b) {
    give_up(loc, "it is another one on each path");
    reach_.proposal = Extent::max(a, b);
  }

  const Function& f_;
  const Extent whole_;
  const Surroundings around_;
  IndexFormulas formulas_;
  const std::set<std::string> symbols_;
  std::vector<Access> surely_, perhaps_;
  PointerReach reach_;
};

}  // namespace

PointerReach reach_of(const Function& function, const std::string& symbol) { return Reaching(function, symbol).find(); }

}  // namespace ir
