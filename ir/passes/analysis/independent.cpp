#include "ir/passes/analysis/independent.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "ir/builder.h"
#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/analysis/trip_place.h"
#include "ir/scope.h"

namespace ir {
namespace {

using How = CarriedBetweenTrips::How;

// That a loop makes so many is taken as certain.
constexpr std::int64_t kCertainTrips = 32;

// Where something reads a value: operand i of an op, or result i of a block.
struct Use {
  OpId op;
  BlockId block;
  std::size_t i = 0;
};

// A read or a write of one element.
struct Access {
  OpId op;
  std::vector<std::optional<TripPlace>> places;
  bool writes = false, is_certain = false;
  std::optional<Kind> combines;  // by that op, what was there with something else
};

enum class Answer : std::uint8_t { no, unknown, yes };

// Which op a number is combined by, as the first or second operand; one of several is the same.
constexpr std::array kCombining{Kind::Add,   Kind::Multiply, Kind::Maximum,    Kind::Minimum, Kind::BitAnd,
                                Kind::BitOr, Kind::BitXor,   Kind::LogicalAnd, Kind::LogicalOr};

std::optional<Kind> combination(const Op& op, bool first) {
  if (first && op.kind == Kind::Subtract) return Kind::Add;
  if (first && op.kind == Kind::Divide) return Kind::Multiply;
  return std::find(kCombining.begin(), kCombining.end(), op.kind) == kCombining.end() ? std::nullopt : std::optional(op.kind);
}

bool is_order(Kind kind) {
  return kind == Kind::Less || kind == Kind::LessEqual || kind == Kind::Greater || kind == Kind::GreaterEqual;
}
bool reads_element(Kind kind) { return kind == Kind::Element || kind == Kind::SequenceAt; }
bool writes_element(Kind kind) { return kind == Kind::SetElement || kind == Kind::AddElement || kind == Kind::SequenceSet; }

bool is_claimed(const Op& op) { return is_loop(op) && op.attributes.get_or<bool>("independent", false); }

// A function with its uses and owners of blocks.
struct Uses {
  explicit Uses(const Function& function) : f(function), of(function.values.size()), symbols(argument_symbols(function)) {
    walk(f.body);
  }
  void walk(BlockId block) {
    for (OpId id : f[block].ops) {
      const Op& op = f[id];
      if (is_claimed(op)) loops.push_back(id);
      block_of[id] = block;
      for (std::size_t i = 0; i < op.operands.size(); ++i) of[op.operands[i].at()].push_back({id, {}, i});
      for (BlockId inner : op.blocks) {
        owner[inner] = id;
        walk(inner);
      }
    }
    for (std::size_t i = 0; i < f[block].results.size(); ++i) of[f[block].results[i].at()].push_back({{}, block, i});
  }
  const std::vector<Use>& operator[](ValueId value) const { return of[value.at()]; }

  const Function& f;
  std::vector<std::vector<Use>> of;
  std::map<BlockId, OpId> owner;
  std::map<OpId, BlockId> block_of;
  std::vector<OpId> loops;        // that are said to be independent
  std::set<std::string> symbols;  // of arguments
};

// One value that a loop carries, followed through a trip.
class Carried {
 public:
  Carried(const Uses& uses, OpId id, std::size_t index)
      : f_(uses.f), uses_(uses), op_(f_[id]), loop_(loop_of(op_)), index_(index), before_(parameter(index)),
        after_(f_[loop_.body].results[index]) {}

  std::optional<CarriedBetweenTrips> found() {
    if (!look()) return std::nullopt;
    if (read_) return said(How::value, read_->valid() ? *read_ : f_[after_].op);
    if (!is_combined_in_any_order()) return said(How::value, combined_at_);
    if (const auto conflict = conflict_of_elements()) return conflict;
    if (loop_.counts && seen_.size() == 1 && is_read_after() && changes(after_)) return said(How::last, f_[after_].op);
    return std::nullopt;
  }

  // Adds the accesses to its elements, where two trips may be in the way of each other.
  void claim(ClaimedLoop& out) {
    if (!look() || !may_meet()) return;
    for (std::size_t i = 0; i < accesses_.size(); ++i)
      if (!part_of_write_.contains(accesses_[i].op))
        out.accesses.push_back({accesses_[i].op, out.names.size(), accesses_[i].writes, alike(i)});
    out.names.push_back(name());
  }

 private:
  // False where not all that becomes of it is seen.
  bool look() {
    if (after_ == before_ || moves_by(index_).valid() || ends_loop()) return false;
    follow(before_);
    for (std::size_t next = 0; next < trail_.size() && !gives_up_; ++next)
      for (const Use& use : uses_[trail_[next]])
        if (!is_kept(use)) use.op.valid() ? see_operand(trail_[next], use) : see_result(use);
    return !gives_up_;
  }

  // Whether it is for a derivative alone that this reads a value.
  bool is_kept(const Use& use) const {
    if (use.op.valid()) return f_[use.op].derived;
    const auto owner = uses_.owner.find(use.block);
    if (owner == uses_.owner.end()) return false;
    const Op& op = f_[owner->second];
    if (is_loop(op)) return use.block == op.blocks.back() && use.i >= loop_of(op).carried;
    const std::vector<Use>& further = uses_[op.results[use.i]];
    return !further.empty() && std::all_of(further.begin(), further.end(), [&](const Use& next) { return is_kept(next); });
  }
  bool is_used_once(ValueId value) const {
    const std::vector<Use>& uses = uses_[value];
    return std::count_if(uses.begin(), uses.end(), [&](const Use& use) { return !is_kept(use); }) == 1;
  }

  ValueId parameter(std::size_t j) const { return f_[loop_.body].parameters[loop_.first + j]; }
  bool is_read_after() const { return !uses_[op_.results[index_]].empty(); }

  // Whether the condition reads it, or a `break` in the body may, which counts by it.
  bool ends_loop() const {
    const Type& type = f_[before_].type;
    return !loop_.counts && ((type.is_scalar() && is_integer(type.element)) || !uses_[f_[op_.blocks[0]].parameters[index_]].empty());
  }

  const std::string& name() const {
    const std::string *after = &f_[op_.results[index_]].name, *before = &f_[before_].name;
    for (const Access& access : accesses_)
      if (after->empty() && access.writes) after = &f_[f_[access.op].results[0]].name;
    return after->empty() ? *before : *after;
  }
  CarriedBetweenTrips said(How how, OpId at) const { return {how, op_.loc, at.valid() ? f_[at].loc : op_.loc, name()}; }

  void follow(ValueId value) {
    if (seen_.insert(value).second) trail_.push_back(value);
  }
  void read_by(OpId op) {
    if (!read_) read_ = op;
  }

  bool is_combined_in_any_order() const {
    if (classes_.empty()) return true;
    if (!classes_.contains(Kind::Where)) return classes_.size() == 1 && !is_set_anew();
    return classes_.size() == 1 || (classes_.size() == 2 && (classes_.contains(Kind::Maximum) || classes_.contains(Kind::Minimum)));
  }

  // --- what becomes of it

  void see_operand(ValueId value, const Use& use) {
    const Op& op = f_[use.op];
    const OpInfo& info = definition(op.kind).info;
    if (op.kind == Kind::If) {
      if (use.i == 0) return read_by(use.op);
      for (BlockId arm : op.blocks) follow(f_[arm].parameters[use.i - 1]);
    } else if (is_loop(op)) {
      see_loop(use, op);
    } else if (op.kind == Kind::Call || (info.acts && use.i + 1 == op.operands.size())) {
      gives_up_ = true;
    } else if (reads_element(op.kind) || writes_element(op.kind)) {
      see_element(value, use, op);
    } else if (f_[value].type.sequence_depth > 0) {
      if (op.kind == Kind::SequencePush && use.i == 0) return read_by(use.op);
      gives_up_ = gives_up_ || op.kind != Kind::SequenceSize;
    } else if (is_order(op.kind)) {
      see_comparison(use.op);
    } else if ((op.kind == Kind::Where && use.i > 0) || (op.kind == Kind::Astype && f_[value].type.is_scalar())) {
      follow(op.results[0]);
    } else if (const auto kind = combination(op, use.i == 0); kind && !seen_.contains(op.operands[1 - use.i])) {
      combine(*kind, use.op);
      follow(op.results[0]);
    } else if (f_[value].type.is_scalar() || info.trait == Trait::elementwise || info.trait == Trait::kernel ||
               info.trait == Trait::composite) {
      read_by(use.op);
    } else {
      gives_up_ = true;  // perhaps a part of it only
    }
  }

  void see_result(const Use& use) {
    if (use.block == loop_.body) {
      if (use.i != index_) read_by({});
      return;
    }
    const Op& op = f_[uses_.owner.at(use.block)];
    if (op.kind == Kind::If) return follow(op.results[use.i]);
    const Loop inner = loop_of(op);
    if (use.block != inner.body || use.i >= inner.carried) {
      gives_up_ = true;
      return;
    }
    follow(op.results[use.i]);
    for (BlockId block : op.blocks) follow(f_[block].parameters[inner.first + use.i]);
  }

  void see_loop(const Use& use, const Op& op) {
    const Loop inner = loop_of(op);
    if (use.i < inner.first) return read_by(use.op);
    if (use.i >= inner.first_scanned() && use.i < inner.first_invariant()) {
      gives_up_ = true;
      return;
    }
    for (BlockId block : op.blocks) follow(f_[block].parameters[use.i]);
    if (use.i < inner.first_scanned()) follow(op.results[use.i - inner.first]);
  }

  void combine(Kind kind, OpId at) {
    if (classes_.insert(kind).second) combined_at_ = at;
  }

  // A comparison may choose between the number and another one; along with that the like of its index.
  void see_comparison(OpId id) {
    for (const Use& use : uses_[f_[id].results[0]]) {
      if (!use.op.valid() || (f_[use.op].kind != Kind::If && f_[use.op].kind != Kind::Where)) {
        gives_up_ = true;
      } else if (use.i > 0 || !(f_[use.op].kind == Kind::If ? selects(f_[use.op]) : keeps(f_[use.op]))) {
        read_by(id);
      } else {
        combine(Kind::Where, id);
      }
    }
  }
  // Whether one arm gives back each number as it is, and the other one a new one.
  bool selects(const Op& branch) const {
    for (std::size_t k = 0; k < branch.results.size(); ++k) {
      const auto keeps = [&](std::size_t arm) {
        const ValueId given = f_[branch.blocks[arm]].results[k];
        return !f_[given].op.valid() && uses_[f_[branch.blocks[1 - arm]].parameters[static_cast<std::size_t>(f_[given].index)]].empty();
      };
      if (!f_[branch.results[k]].type.is_scalar() || !(keeps(0) || keeps(1))) return false;
    }
    return true;
  }
  bool keeps(const Op& where) const {
    return std::any_of(where.operands.begin() + 1, where.operands.end(), [&](ValueId value) {
      const ValueId from = outside(value);
      return seen_.contains(value) || (!f_[from].op.valid() && is_carried(from));
    });
  }
  bool is_carried(ValueId parameter) const {
    const auto i = static_cast<std::size_t>(f_[parameter].index);
    return f_[parameter].block == loop_.body && i >= loop_.first && i < loop_.first_scanned();
  }

  // Whether a branch sets it anew that is combined where another one is taken.
  bool is_set_anew() const {
    return std::any_of(trail_.begin(), trail_.end(), [&](ValueId value) {
      const Value& v = f_[value];
      if (!v.op.valid()) return false;
      const Op& op = f_[v.op];
      if (op.kind == Kind::Where) return !seen_.contains(op.operands[1]) || !seen_.contains(op.operands[2]);
      return op.kind == Kind::If && !std::all_of(op.blocks.begin(), op.blocks.end(), [&](BlockId arm) {
        return seen_.contains(f_[arm].results[static_cast<std::size_t>(v.index)]);
      });
    });
  }

  // --- elements

  void see_element(ValueId value, const Use& use, const Op& op) {
    const bool writes = writes_element(op.kind);
    if (use.i > 0 && f_[value].type.is_scalar()) return read_by(use.op);
    if (use.i > 0) {
      gives_up_ = true;
      return;
    }
    Access access{use.op, {}, writes, is_certain(use.op), {}};
    for (std::size_t i = writes ? 2 : 1; i < op.operands.size(); ++i) access.places.push_back(place(op.operands[i]));
    if (op.kind == Kind::AddElement) access.combines = Kind::Add;
    else if (writes) access.combines = combined(op);
    accesses_.push_back(std::move(access));
    if (writes) follow(op.results[0]);
  }

  // Whether it sets an element to what was there combined with something else: by which op.
  std::optional<Kind> combined(const Op& set) {
    const OpId made = f_[set.operands[1]].op;
    if (!made.valid() || !is_used_once(set.operands[1])) return std::nullopt;
    for (std::size_t i = 0; i < f_[made].operands.size(); ++i) {
      const ValueId operand = f_[made].operands[i];
      const OpId read = f_[operand].op;
      const auto kind = combination(f_[made], i == 0);
      if (!kind || !read.valid() || !reads_element(f_[read].kind) || !is_used_once(operand)) continue;
      const std::vector<ValueId>& from = f_[read].operands;
      if (from[0] != set.operands[0] || !std::equal(from.begin() + 1, from.end(), set.operands.begin() + 2, set.operands.end())) continue;
      part_of_write_.insert(read);
      return kind;
    }
    return std::nullopt;
  }

  // Whether each trip comes there, as far as no data say otherwise.
  bool is_certain(OpId id) const {
    for (BlockId block = uses_.block_of.at(id); block != loop_.body; block = uses_.block_of.at(uses_.owner.at(block))) {
      const Op& op = f_[uses_.owner.at(block)];
      if (op.kind == Kind::While) return false;
      if (op.kind != Kind::If) continue;
      const bool is_then = op.blocks[0] == block;
      if (!leaves_out_few(outside(op.operands[0]), is_then)) return false;
    }
    return true;
  }

  // Whether a condition is, or isn't, true but for a known number of the first or last trips: i > 0, i < n - 1.
  bool leaves_out_few(ValueId condition, bool is_true) const {
    const OpId test = f_[condition].op;
    if (!test.valid() || !is_order(f_[test].kind)) return false;
    const auto left = place(f_[test].operands[0]), right = place(f_[test].operands[1]);
    if (!left || !right) return false;
    const bool is_greater = f_[test].kind == Kind::Greater || f_[test].kind == Kind::GreaterEqual;
    const TripPlace difference = is_greater == is_true ? sum(*left, *right, -1) : sum(*right, *left, -1);  // not negative
    const auto step = difference.step.constant();
    if (!difference.inside.empty() || !step || *step == 0) return false;
    if (*step > 0) return difference.at.constant().has_value();
    const auto trips = loop_.counts ? extent_of(f_, loop_.trips) : std::nullopt;
    return trips && *step == -1 && (difference.at - *trips).constant();
  }

  std::optional<CarriedBetweenTrips> conflict_of_elements() const {
    for (const Access& a : accesses_) {
      if (!a.is_certain || part_of_write_.contains(a.op)) continue;
      for (const Access& b : accesses_) {
        if (!b.writes || !b.is_certain || meet(a, b, false) != Answer::yes) continue;
        if (!a.writes || a.combines) {
          if ((!a.combines || a.combines != b.combines) && reads_what_was_there(a)) return said(How::element, a.op);
        } else if (!b.combines && is_read_after() && !sets_the_same(a, b)) {
          return said(How::twice, a.op);
        }
      }
    }
    return std::nullopt;
  }

  // Whether two trips may be at one element, where not both may write it.
  bool may_meet() const {
    for (std::size_t i = 0; i < accesses_.size(); ++i)
      for (std::size_t j = 0; j < accesses_.size(); ++j) {
        const Access &a = accesses_[i], &b = accesses_[j];
        if (!b.writes || part_of_write_.contains(a.op) || (a.writes && alike(i) == alike(j) && alike(i) != 0)) continue;
        if (meet(a, b, false) != Answer::no) return true;
      }
    return false;
  }

  // A number that those accesses share whose order makes no difference: by one op, of what isn't read after the loop, or of
  // one value.
  int alike(std::size_t i) const {
    const Access& access = accesses_[i];
    if (!access.writes) return 0;
    if (access.combines) return 2 + static_cast<int>(*access.combines);
    if (!is_read_after()) return 1;
    for (std::size_t first = 0; first <= i; ++first)
      if (accesses_[first].writes && !accesses_[first].combines && sets_the_same(accesses_[first], access))
        return -1 - static_cast<int>(first);
    return 0;
  }

  // Whether it certainly reads what was there before the trip.
  bool reads_what_was_there(const Access& read) const {
    if (outside(f_[read.op].operands[0]) == before_) return true;
    return std::all_of(accesses_.begin(), accesses_.end(), [&](const Access& other) {
      return !other.writes || other.op == read.op || meet(read, other, true) == Answer::no;
    });
  }

  bool sets_the_same(const Access& a, const Access& b) const {
    const ValueId x = outside(f_[a.op].operands[1]), y = outside(f_[b.op].operands[1]);
    if (!f_[x].op.valid()) return x == y && !changes(x);
    return f_[y].op.valid() && f_[f_[x].op].kind == Kind::Constant && f_[f_[y].op].kind == Kind::Constant &&
           f_[f_[x].op].attributes == f_[f_[y].op].attributes;
  }

  // Whether both are at one place in one trip; or, in two trips, whether there are two in which they are.
  Answer meet(const Access& a, const Access& b, bool in_one_trip) const {
    std::optional<std::int64_t> apart;
    if (in_one_trip) apart = 0;
    bool is_exact = true, is_known = a.places.size() == b.places.size();  // is_exact: there is no other distance between the trips
    for (std::size_t axis = 0; is_known && axis < a.places.size(); ++axis)
      if (const auto &p = a.places[axis], &q = b.places[axis]; p && q && p->at == q->at && p->step == q->step && p->inside == q->inside && !in_one_trip && is_apart(*p)) return Answer::no;
    for (std::size_t axis = 0; is_known && axis < a.places.size(); ++axis) {
      const auto &p = a.places[axis], &q = b.places[axis];
      const auto step = p ? p->step.constant() : std::nullopt;
      const auto distance = step && q && p->step == q->step && p->inside == q->inside ? (p->at - q->at).constant() : std::nullopt;
      if (!distance) {
        is_known = false;
        continue;
      }
      const bool is_alone = p->inside.empty();
      if (*step == 0 ? *distance != 0 : *distance % *step != 0) {
        if (is_alone) return Answer::no;
        is_known = false;
      } else if (*step != 0) {
        if (apart && *apart != *distance / *step) {
          if (is_alone && is_exact) return Answer::no;
          is_known = false;
        }
        apart = *distance / *step;
        is_exact = is_exact && is_alone;
      }
    }
    // An axis that was not looked at may say no.
    if (!is_known) return Answer::unknown;
    if (in_one_trip) return Answer::yes;
    if (apart == 0) return is_exact ? Answer::no : Answer::unknown;
    const auto trips = loop_.counts ? known_integer(f_, loop_.trips) : std::nullopt;
    if (!apart || std::abs(*apart) < trips.value_or(kCertainTrips)) return Answer::yes;
    return trips && is_exact ? Answer::no : Answer::unknown;
  }

  // What a parameter of a block inside stands for in the body of the loop, as far as it is the same there.
  ValueId outside(ValueId value) const {
    while (!f_[value].op.valid() && f_[value].block != loop_.body) {
      const auto owner = uses_.owner.find(f_[value].block);
      if (owner == uses_.owner.end()) break;
      const Op& op = f_[owner->second];
      const auto i = static_cast<std::size_t>(f_[value].index);
      if (op.kind != Kind::If && i < loop_of(op).first_invariant()) break;
      value = op.operands[op.kind == Kind::If ? i + 1 : i];
    }
    return value;
  }

  // What each trip adds to an integer that the loop carries, or subtracts from it, the same in all; not valid where there is none.
  ValueId moves_by(std::size_t j) const {
    const ValueId integer = parameter(j);
    const OpId id = f_[f_[loop_.body].results[j]].op;
    if (!id.valid() || !f_[integer].type.is_scalar() || !is_integer(f_[integer].type.element)) return {};
    const Op& op = f_[id];
    if (op.kind != Kind::Add && op.kind != Kind::Subtract) return {};
    const std::size_t at = op.operands[0] == integer ? 0 : 1;
    if (op.operands[at] != integer || (at == 1 && op.kind == Kind::Subtract)) return {};
    return changes(op.operands[1 - at]) ? ValueId{} : op.operands[1 - at];
  }
  std::optional<std::int64_t> step_of(std::size_t j) const {
    const ValueId by = moves_by(j);
    const auto step = by.valid() ? known_integer(f_, by) : std::nullopt;
    return step && f_[f_[f_[loop_.body].results[j]].op].kind == Kind::Subtract ? std::optional(-*step) : step;
  }

  std::optional<TripPlace> place(ValueId value) const {
    value = outside(value);
    const Value& v = f_[value];
    if (!is_integer(v.type.element) || !v.type.is_scalar()) return std::nullopt;
    if (!v.op.valid()) return place_of_parameter(value);
    const Op& op = f_[v.op];
    if (const auto number = known_integer(f_, value)) return TripPlace{*number, 0, {}};
    if (op.kind == Kind::Astype) return place(op.operands[0]);
    if (op.kind == Kind::ExtentValue) {
      const auto extent = known_extent(value);
      return extent ? std::optional(TripPlace{*extent, 0, {}}) : std::nullopt;
    }
    if (op.kind != Kind::Add && op.kind != Kind::Subtract && op.kind != Kind::Multiply) return std::nullopt;
    const auto a = place(op.operands[0]), b = place(op.operands[1]);
    if (!a || !b) return std::nullopt;
    if (op.kind == Kind::Add) return sum(*a, *b, 1);
    if (op.kind == Kind::Subtract) return sum(*a, *b, -1);
    if (!a->stays() && !b->stays()) return std::nullopt;
    return b->stays() ? sum({}, *a, b->at) : sum({}, *b, a->at);
  }

  std::optional<TripPlace> place_of_parameter(ValueId value) const {
    const Value& v = f_[value];
    const auto i = static_cast<std::size_t>(v.index);
    if (v.block != loop_.body) {  // of a loop inside, which makes the same trips each time
      const auto owner = uses_.owner.find(v.block);
      if (owner == uses_.owner.end() || f_[owner->second].kind != Kind::Scan || i > 0) return std::nullopt;
      const auto trips = place(f_[owner->second].operands[0]);
      return trips && trips->stays() ? std::optional(TripPlace{0, 0, {{value, {1, trips->at}}}}) : std::nullopt;
    }
    if (i < loop_.first) return TripPlace{0, 1, {}};
    const bool moves = i < loop_.first_scanned() && f_[loop_.body].results[i - loop_.first] != value;
    const auto step = moves ? step_of(i - loop_.first) : std::nullopt;
    if ((moves && !step) || (i >= loop_.first_scanned() && i < loop_.first_invariant())) return std::nullopt;
    const ValueId start = op_.operands[i];
    return TripPlace{known_extent(start).value_or(Extent::symbol("%" + std::to_string(start.at()))), step.value_or(0), {}};
  }

  // That arguments have; others may be other ones in each trip.
  std::optional<Extent> known_extent(ValueId value) const {
    const auto extent = extent_of(f_, value);
    return extent && has_only(*extent, uses_.symbols) ? extent : std::nullopt;
  }

  // Whether a value of the body is another one in each trip, as far as one sees.
  bool changes(ValueId value) const {
    value = outside(value);
    const Value& v = f_[value];
    if (v.op.valid())
      return std::any_of(f_[v.op].operands.begin(), f_[v.op].operands.end(), [&](ValueId operand) { return changes(operand); });
    const auto i = static_cast<std::size_t>(v.index);
    if (v.block != loop_.body || i >= loop_.first_invariant()) return false;
    return i < loop_.first || i >= loop_.first_scanned() || f_[loop_.body].results[i - loop_.first] != value;
  }

  const Function& f_;
  const Uses& uses_;
  const Op& op_;
  const Loop loop_;
  const std::size_t index_;
  const ValueId before_, after_;
  std::set<ValueId> seen_;       // what is it, or made of it by such ops
  std::vector<ValueId> trail_;   // the same in the order found
  std::set<Kind> classes_;       // of the ops that combine it; Where: comparisons that select
  OpId combined_at_;             // the first of the last class
  std::optional<OpId> read_;     // by what it is read otherwise; not valid: by another carried value
  bool gives_up_ = false;
  std::vector<Access> accesses_;
  std::set<OpId> part_of_write_;  // reads of what is combined with something else there
};

}  // namespace

std::vector<CarriedBetweenTrips> carried_between_trips(const Function& function) {
  std::vector<CarriedBetweenTrips> out;
  const Uses uses(function);
  for (OpId id : uses.loops) {
    const Loop loop = loop_of(function[id]);
    const auto trips = loop.counts ? known_integer(function, loop.trips) : std::nullopt;
    for (std::size_t j = 0; j < loop.carried && (!trips || *trips > 1); ++j)
      if (auto found = Carried(uses, id, j).found()) out.push_back(std::move(*found));
  }
  return out;
}

std::vector<ClaimedLoop> claimed_loops(const Function& function) {
  std::vector<ClaimedLoop> out;
  if (std::none_of(function.ops.begin(), function.ops.end(), is_claimed)) return out;
  const Uses uses(function);
  for (OpId id : uses.loops) {
    ClaimedLoop claimed{id, {}, {}};
    for (std::size_t j = 0; j < loop_of(function[id]).carried; ++j) Carried(uses, id, j).claim(claimed);
    if (!claimed.names.empty()) out.push_back(std::move(claimed));
  }
  return out;
}

}  // namespace ir
