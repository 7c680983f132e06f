#include "ir/passes/reverse/residuals.h"

#include <algorithm>
#include <array>
#include <utility>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/analysis/boxed.h"
#include "ir/passes/loops/hoist.h"
#include "ir/passes/memory/keep.h"
#include "ir/passes/reverse/tables.h"

namespace ir {
namespace {

// A number that is kept is written and read again, 16 bytes of traffic: as long as some eight flops in an array
// that no cache holds.
constexpr int kMostFlops = 8;

using How = KeptNote::How;
using Why = KeptNote::Why;

bool is_whole(const Type& type) {
  return type.is_scalar() && (is_integer(type.element) || type.element == ElementType::boolean);
}

}  // namespace

Residuals::Residuals(Builder& forward, OpId op, std::size_t place, const Checkpoint& checkpoint, Residuals* other)
    : forward_(forward), op_(op), place_(place), block_(forward.function()[op].blocks[place]), checkpoint_(checkpoint),
      other_(other), marked_(marked_values(forward.function(), block_, checkpoint)) {
  if (is_loop(this->op())) loop_ = loop_of(this->op());
  bind_passed();
}

// --- what is known of a value --------------------------------------------------------------------------------

bool Residuals::cheap(const Op& op) const {
  if (!op.blocks.empty() || op.results.size() != 1) return false;
  const Function& f = forward_.function();
  switch (definition(op.kind).info.trait) {
    case Trait::constant:
    case Trait::integer:
    case Trait::alias:
    case Trait::broadcast: return true;
    case Trait::elementwise:
      return f[op.results[0]].type.is_scalar() &&
             std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId x) { return is_whole(f[x].type); });
    default: return false;
  }
}

int Residuals::flops_again(ValueId value) {
  constexpr int kTooMany = kMostFlops + 1;
  const Function& f = forward_.function();
  const OpId made_by = f[value].op;
  if (routes_.contains(value) || given_at(value)) return 0;
  if (free(value)) return made_by.valid() && reads(f[made_by]) ? 1 : 0;
  if (!loop_ || !made_by.valid() || marked_.contains(value)) return kTooMany;
  const OpInfo& info = definition(f[made_by].kind).info;
  if (info.trait != Trait::elementwise || info.may_fail || !f[value].type.is_scalar() || is_complex(f[value].type.element))
    return kTooMany;
  int sum = flops(info.scalar.text);
  for (ValueId operand : f[made_by].operands) {
    if (sum > kMostFlops) break;
    sum += flops_again(operand);
  }
  return std::min(sum, kTooMany);
}

bool Residuals::redone(ValueId value) const {
  const OpId made_by = forward_.function()[value].op;
  if (!made_by.valid() || marked_.contains(value)) return false;
  const Op& op = forward_.function()[made_by];
  return op.blocks.empty() ? redoes(forward_.module(), forward_.function(), op, checkpoint_)
                           : redoes_whole(forward_.module(), forward_.function(), op, checkpoint_);
}

bool Residuals::reads(const Op& op) {
  constexpr std::array kReads{Kind::Element, Kind::SequenceAt, Kind::SequenceSize, Kind::Slice, Kind::DynamicSlice, Kind::Take};
  if (std::find(kReads.begin(), kReads.end(), op.kind) == kReads.end() || marked_.contains(op.results[0])) return false;
  return !table(op.operands[0]);
}

bool Residuals::table(ValueId value) {
  const auto [known, is_new] = tables_.try_emplace(value);
  if (is_new) known->second = is_table(forward_.function(), op_, block_, value);
  return known->second;
}

bool Residuals::carried_unchanged(std::size_t parameter) const {
  const std::size_t j = parameter - loop_->first;
  const Block& body = forward_.function()[block_];
  return parameter >= loop_->first && j < loop_->carried && body.results[j] == body.parameters[parameter];
}

bool Residuals::invariant(ValueId value) {
  if (const auto known = invariant_.find(value); known != invariant_.end()) return known->second;
  const Value& v = forward_.function()[value];
  const auto i = static_cast<std::size_t>(v.index);
  bool is = false;
  if (v.op.valid()) {
    const Op& made_by = forward_.function()[v.op];
    is = (cheap(made_by) || reads(made_by)) && std::all_of(made_by.operands.begin(), made_by.operands.end(),
                                                           [&](ValueId x) { return invariant(x); });
  } else {
    is = !loop_ || i >= loop_->first_invariant() || carried_unchanged(i);
  }
  return invariant_[value] = is;
}

bool Residuals::spared(ValueId value) {
  if (const auto known = spared_.find(value); known != spared_.end()) return known->second;
  const Function& f = forward_.function();
  const Value& v = f[value];
  const auto i = static_cast<std::size_t>(v.index);
  bool is = false;
  if (!loop_) {
    is = false;
  } else if (!v.op.valid()) {
    is = (i >= loop_->first_invariant() || carried_unchanged(i)) && f[op().operands[i]].type == v.type;
  } else if (can_be_spared(f, f[v.op])) {
    const BlockId around = f[block_].around;
    const std::set<std::string> symbols = symbols_named(f, f[v.op]);
    is = std::all_of(symbols.begin(), symbols.end(), [&](const auto& s) { return forward_.scope().has(around, s); }) &&
         std::all_of(f[v.op].operands.begin(), f[v.op].operands.end(), [&](ValueId x) { return spared(x); });
  }
  return spared_[value] = is;
}

ValueId Residuals::beside(ValueId value) {
  const Value& v = forward_.function()[value];
  if (!v.op.valid()) return op().operands[static_cast<std::size_t>(v.index)];
  if (const auto known = beside_.find(value); known != beside_.end()) return known->second;
  const Op op = forward_.function()[v.op];  // a copy: what is appended may move it
  std::vector<ValueId> operands;
  for (ValueId operand : op.operands) operands.push_back(beside(operand));
  const BlockId inside = forward_.insert_into(forward_.function()[block_].around);
  const LocId loc = std::exchange(forward_.loc, op.loc);
  const bool derived = std::exchange(forward_.derived, op.derived);
  const ValueId made = forward_.append(op.kind, operands, op.attributes, forward_.function()[value].name);
  forward_.loc = loc;
  forward_.derived = derived;
  forward_.insert_into(inside);
  return beside_[value] = made;
}

// next = i + step or i - step: in trip t of a loop that starts with trip 0, i is its initial value and t steps.
std::optional<Residuals::Route> Residuals::counted(std::size_t parameter) {
  const Function& f = forward_.function();
  const std::size_t j = parameter - loop_->first;
  if (parameter < loop_->first || j >= loop_->carried || loop_->reverse) return std::nullopt;
  const ValueId here = f[block_].parameters[parameter];
  const OpId next = f[f[block_].results[j]].op;
  if (!next.valid() || !f[here].type.is_scalar() || !is_integer(f[here].type.element)) return std::nullopt;
  const Op& sum = f[next];
  const bool down = sum.kind == Kind::Subtract;
  if (sum.kind != Kind::Add && !down) return std::nullopt;
  ValueId step = sum.operands[1];
  if (sum.operands[0] != here) {
    if (down || sum.operands[1] != here) return std::nullopt;
    step = sum.operands[0];
  }
  if (!invariant(step)) return std::nullopt;
  return Route{Way::counted, 0, step, down};
}

// A loop-carried sequence to which each trip appends the value holds, in the end, that of trip t at t after
// those that it began with.
std::optional<Residuals::Route> Residuals::pushed(ValueId value) {
  const Function& f = forward_.function();
  for (std::size_t j = 0; j < loop_->carried && !loop_->reverse; ++j) {
    const OpId push = f[f[block_].results[j]].op;
    if (!push.valid() || f[push].kind != Kind::SequencePush || f[push].operands[1] != value ||
        f[push].operands[0] != f[block_].parameters[loop_->first + j])
      continue;
    Route route{Way::pushed};
    route.place = pass(op().results[j]);
    route.initial = pass(op().operands[loop_->first + j]);
    return route;
  }
  return std::nullopt;
}

std::optional<std::size_t> Residuals::given_at(ValueId value) const {
  const auto& results = forward_.function()[block_].results;
  const std::size_t carried = loop_ ? loop_->carried : 0;
  const auto found = std::find(results.begin() + static_cast<std::ptrdiff_t>(carried), results.end(), value);
  if (found == results.end()) return std::nullopt;
  const auto k = static_cast<std::size_t>(found - results.begin());
  // One that varies has other extents outside.
  if (!loop_ && !(forward_.type(op().results[k]) == forward_.type(value))) return std::nullopt;
  return k + (loop_ ? loop_->first_stack - carried : 0);
}

bool Residuals::free(ValueId value) {
  if (routes_.contains(value) || invariant(value) || spared(value) || given_at(value)) return true;
  if (const auto known = free_.find(value); known != free_.end()) return known->second;
  const Value& v = forward_.function()[value];
  const auto i = static_cast<std::size_t>(v.index);
  bool is = false;
  if (v.op.valid()) {
    const Op& made_by = forward_.function()[v.op];
    is = (cheap(made_by) || reads(made_by) || redone(value)) &&
         std::all_of(made_by.operands.begin(), made_by.operands.end(), [&](ValueId x) { return free(x); });
  } else {
    is = i < loop_->first || i >= loop_->first_scanned() || counted(i);
  }
  return free_[value] = is;
}

// --- routes --------------------------------------------------------------------------------------------------

std::size_t Residuals::pass(ValueId outer) {
  const auto found = std::find(passed_.begin(), passed_.end(), outer);
  if (found == passed_.end()) {
    passed_.push_back(outer);
    return passed_.size() - 1;
  }
  return static_cast<std::size_t>(found - passed_.begin());
}

std::size_t Residuals::scan(ValueId outer, ValueId value) {
  scanned_.push_back(outer);
  scanned_values_.push_back(value);
  return scanned_.size() - 1;
}

void Residuals::need(ValueId value) {
  if (routes_.contains(value)) return;
  const OpId made_by = forward_.function()[value].op;
  if (!made_by.valid()) {
    route_parameter(value);
  } else {
    const std::vector<ValueId> operands = forward_.function()[made_by].operands;
    // Of several values of which more than one would have to be kept, the result is the one to keep.
    const auto kept = std::count_if(operands.begin(), operands.end(), [&](ValueId x) { return !free(x); });
    const Op& op = forward_.function()[made_by];
    const bool again = redone(value) && (kept == 0 || checkpoint_.strategy != Checkpoint::Strategy::automatic);
    const bool is_cheap = cheap(op) && kept < 2, is_part = reads(op) && kept == 0;
    if ((is_cheap || is_part || again) && !given_at(value)) {
      for (ValueId operand : operands) need(operand);
      routes_[value] = {Way::made_again};
      note(value, How::again, is_cheap ? Why::cheap : is_part ? Why::part : Why::strategy);
    } else if (spared(value) && !given_at(value)) {
      routes_[value] = {Way::passed, pass(beside(value))};
      note(value, How::again, Why::beside);
    } else if (flops_again(value) <= kMostFlops && !given_at(value)) {
      for (ValueId operand : operands) need(operand);
      routes_[value] = {Way::made_again};
      note(value, How::again, Why::few_flops);
    } else {
      keep(value);
    }
  }
  order_.push_back(value);
}

void Residuals::route_parameter(ValueId value) {
  const auto i = static_cast<std::size_t>(forward_.function()[value].index);
  if (!loop_) {
    routes_[value] = {Way::passed, pass(op().operands[i + 1])};
    note(value, How::there, Why::outside);
  } else if (i < loop_->first) {
    routes_[value] = {Way::trip, 0};
    note(value, How::there, Why::counter);
  } else if (i >= loop_->first_invariant() || carried_unchanged(i)) {
    routes_[value] = {Way::passed, pass(op().operands[i])};
    note(value, How::there, Why::outside);
  } else if (i >= loop_->first_scanned()) {
    routes_[value] = {Way::scanned, scan(op().operands[i], value)};
    note(value, How::stacked, Why::given);
  } else if (auto count = counted(i)) {
    need(count->step);
    count->place = pass(op().operands[i]);
    routes_[value] = *count;
    note(value, How::again, Why::counter);
  } else {
    keep(value);
  }
}

ValueId Residuals::shared_result(ValueId value, const Type& type) {
  if (!other_) return {};
  Function& f = forward_.function();
  const auto fits = [&](std::size_t k) { return f[op().results[k]].type == type; };
  const auto found = std::find_if(other_->lent_.begin(), other_->lent_.end(), fits);
  if (found == other_->lent_.end()) return {};
  const std::size_t k = *found;
  other_->lent_.erase(found);
  f[block_].results[k] = value;
  const ValueId result = op().results[k];
  if (f[result].name != f[value].name) f[result].name.clear();
  return result;
}

void Residuals::keep(ValueId value, bool may_share) {
  const Type type = replaced(forward_.type(value));
  const auto given = given_at(value);
  std::vector<ValueId> more(op().blocks.size());
  const Why why = given ? Why::given : forward_.function()[value].op.valid() ? Why::costly : Why::carried;
  if (loop_) {
    if (const auto route = given ? std::nullopt : pushed(value)) {
      routes_[value] = *route;
      note(value, How::stacked, Why::given);
      return;
    }
    note(value, How::stacked, why);
    more.back() = value;
    const ValueId sequence = given ? op().results[*given] : forward_.extend(op_, more, sequence_of(type));
    routes_[value] = {Way::scanned, scan(sequence, value)};
    return;
  }
  note(value, How::kept, why);
  const bool plain = known_around(type);
  if (given && plain) {
    routes_[value] = {Way::passed, pass(op().results[*given])};
    return;
  }
  if (plain && may_share) {
    if (const ValueId result = shared_result(value, type); result.valid()) {
      routes_[value] = {Way::passed, pass(result)};
      return;
    }
    lent_.push_back(op().results.size());
  }
  for (std::size_t arm = 0; arm < more.size(); ++arm) {
    const BlockId block = op().blocks[arm];
    const BlockId outside = forward_.insert_into(block);
    if (plain) {
      more[arm] = arm == place_ ? value : undefined(type);
    } else {
      more[arm] = forward_.empty_sequence(sequence_of(type), arm != place_);
      if (arm == place_) more[arm] = forward_.append(Kind::SequencePush, {more[arm], value});
    }
    forward_.insert_into(outside);
  }
  const ValueId result = forward_.extend(op_, more, plain ? type : sequence_of(type));
  routes_[value] = {plain ? Way::passed : Way::unwrapped, pass(result)};
}

ValueId Residuals::undefined(const Type& type) {
  if (type.is_tensor())
    return forward_.append(Kind::Undefined, {}, {{"element", type.element}, {"shape", type.extents}});
  return forward_.empty_sequence(type, true);
}

void Residuals::explain(std::vector<KeptNote>& notes) const {
  const Function& f = forward_.function();
  for (const Reason& reason : reasons_) {
    const Value& v = f[reason.value];
    if (v.op.valid() && definition(f[v.op].kind).info.trait == Trait::constant) continue;
    // Counters and indices take no memory.
    if (is_whole(v.type) && (reason.how == How::again || reason.how == How::there)) continue;
    notes.push_back({reason.how, reason.why, v.name, v.op.valid() ? name_for_people(f[v.op]) : "", v.type,
                     v.op.valid() ? f[v.op].loc : op().loc, op().loc});
  }
}

// --- extents -------------------------------------------------------------------------------------------------

bool Residuals::known_around(const Type& type) const {
  const BlockId around = forward_.function()[block_].around;
  return !type.is_tensor() || std::all_of(type.extents.begin(), type.extents.end(), [&](const Extent& extent) {
    return forward_.scope().knows(around, extent);
  });
}

// The symbols of parameters that are what is passed, in all trips.
void Residuals::bind_passed() {
  const Function& f = forward_.function();
  const BlockId around = f[block_].around;
  const auto bind = [&](const std::string& symbol, const Extent& extent) {
    if (!forward_.scope().has(around, symbol)) symbols_.emplace(symbol, extent);
  };
  const Integers varying = op().attributes.get_or<Integers>("varying", {});
  for (std::size_t i = loop_ ? loop_->first : 0; i < f[block_].parameters.size(); ++i) {
    const bool carried = loop_ && i < loop_->first_scanned();
    if (loop_ && i >= loop_->first_scanned() && i < loop_->first_invariant()) continue;
    if (carried && std::find(varying.begin(), varying.end(), i - loop_->first) != varying.end()) continue;
    const ValueId parameter = f[block_].parameters[i], operand = op().operands[loop_ ? i : i + 1];
    const Type& inside = f[parameter].type;
    for (std::size_t axis = 0; axis < inside.extents.size() && inside.is_tensor(); ++axis)
      if (auto symbol = inside.extents[axis].as_symbol()) bind(*symbol, f[operand].type.extents[axis]);
    const auto symbol = carried ? std::nullopt : integer_symbol(f, parameter);
    const auto extent = symbol ? forward_.extent_of(operand) : std::nullopt;
    if (extent && forward_.scope().knows(around, *extent)) bind(*symbol, *extent);
  }
}

// The reverse block knows a symbol of the forward block by an integer parameter: a value that binds it there, where it
// is passed anyway, otherwise its value of each trip.
void Residuals::bind_extent(const std::string& symbol) {
  const std::vector<ValueId> parameters = forward_.function()[block_].parameters;
  for (ValueId parameter : parameters) {
    if (integer_symbol(forward_.function(), parameter) != symbol) continue;
    need(parameter);
    if (routes_.at(parameter).way == Way::trip) {
      trip_name_ = forward_.fresh_name("trip");
      symbols_.emplace(symbol, Extent::symbol("%" + trip_name_));
      return;
    }
    if (routes_.at(parameter).way != Way::passed) break;
    names_[parameter] = forward_.fresh_name("extent");
    symbols_.emplace(symbol, Extent::symbol("%" + names_[parameter]));
    return;
  }
  const BlockId outside = forward_.insert_into(block_);
  const ValueId extent = forward_.extent_value(Extent::symbol(symbol));
  forward_.insert_into(outside);
  keep(extent, false);
  order_.push_back(extent);
  names_[extent] = forward_.fresh_name("extent");
  symbols_.emplace(symbol, Extent::symbol("%" + names_[extent]));
}

void Residuals::need_symbols(const std::set<std::string>& symbols) {
  std::set<std::string> used = symbols, shown;
  const auto collect = [&](const Shape& shape) {
    for (const Extent& extent : shape) extent.collect_symbols(used);
  };
  for (ValueId value : order_) {
    const Value& v = forward_.function()[value];
    if (v.type.is_tensor()) collect(v.type.extents);
    if (routes_[value].way == Way::scanned)
      for (const Extent& extent : v.type.extents)
        if (auto symbol = extent.as_symbol(); symbol && v.type.is_tensor()) shown.insert(*symbol);
    if (routes_[value].way != Way::made_again) continue;
    for (const auto& [name, attribute] : forward_.function()[v.op].attributes)
      if (const Shape* shape = std::get_if<Shape>(&attribute)) collect(*shape);
    for (BlockId inner : forward_.function()[v.op].blocks) collect_symbols(forward_.function(), inner, used);
  }
  const BlockId around = forward_.function()[block_].around;
  for (const std::string& symbol : used) {
    const bool inner = forward_.scope().has(block_, symbol) && !forward_.scope().has(around, symbol);
    if (inner && !shown.contains(symbol) && !symbols_.contains(symbol)) bind_extent(symbol);
  }
}

Shape Residuals::replaced(Shape shape) const {
  for (Extent& extent : shape) extent = extent.substitute(symbols_);
  return shape;
}

Type Residuals::replaced(Type type) const {
  if (type.is_tensor()) type.extents = replaced(std::move(type.extents));
  return type;
}

// --- the reverse block ---------------------------------------------------------------------------------------

Type Residuals::scanned_type(std::size_t i) const { return replaced(forward_.type(scanned_values_[i])); }

std::string Residuals::scanned_name(std::size_t i) const {
  const ValueId value = scanned_values_[i];
  if (const auto named = names_.find(value); named != names_.end()) return named->second;
  // A name would make the integer an extent.
  return is_whole(forward_.type(value)) ? std::string{} : forward_.function()[value].name;
}

std::string Residuals::passed_name(std::size_t i) const {
  for (const auto& [value, name] : names_)
    if (routes_.at(value).way == Way::passed && routes_.at(value).place == i) return name;
  return is_whole(forward_.type(passed_[i])) ? std::string{} : forward_.function()[passed_[i]].name;
}

ValueId Residuals::element_of(Builder& into, ValueId sequence, ValueId index, ValueId value) const {
  const Type type = replaced(forward_.type(value));
  return into.append(Kind::SequenceAt, {sequence, index}, {{"shape", type.is_tensor() ? type.extents : Shape{}}});
}

ValueId Residuals::supply_one(Builder& into, ValueId value, const std::vector<ValueId>& passed, ValueId trip,
                              const std::map<ValueId, ValueId>& now) const {
  const Route& route = routes_.at(value);
  switch (route.way) {
    case Way::counted: {
      const Expr initial{&into, passed[route.place]}, step{&into, now.at(route.step)};
      const Expr steps = astype({&into, trip}, initial.type().element) * step;
      return (route.down ? initial - steps : initial + steps).id;
    }
    case Way::pushed: {
      const Expr before = apply(Kind::SequenceSize, {{&into, passed[route.initial]}});
      return element_of(into, passed[route.place], (before + Expr{&into, trip}).id, value);
    }
    case Way::unwrapped:
      return element_of(into, passed[route.place], into.constant_integer(ElementType::i64, 0), value);
    default: break;
  }
  const OpId id = forward_.function()[value].op;
  const Op op = forward_.function()[id];  // a copy: it may be the same function
  into.loc = op.loc;
  if (op.results.size() > 1 || !op.blocks.empty() || op.callee.valid()) {
    const auto index = static_cast<std::size_t>(forward_.function()[value].index);
    // Extents that the op itself binds it binds anew; they are those of the forward block.
    const auto shown = [&](ValueId made) {
      return varies(op, index) ? into.append(Kind::RequireExtents, {made}, {{"shape", replaced(forward_.type(value).extents)}}) : made;
    };
    // Once for all its results.
    for (ValueId result : op.results)
      if (const auto made = now.find(result); made != now.end() && made->second.valid() && routes_.at(result).way == Way::made_again) {
        const Function& f = into.function();
        OpId again = f[made->second].op;
        if (f[again].kind == Kind::RequireExtents) again = f[f[again].operands[0]].op;
        return shown(f[again].results[index]);
      }
    const Function copy = forward_.function();
    Cloner clone(copy, into);
    clone.symbols = symbols_;
    for (const std::string& symbol : bound_by(copy, id, block_))
      clone.symbols[symbol] = Extent::symbol(into.fresh_symbol(symbol));
    for (ValueId operand : op.operands) clone.set(operand, now.at(operand));
    clone.op(id);
    return shown(clone(value));
  }
  std::vector<ValueId> operands;
  for (ValueId operand : op.operands) operands.push_back(now.at(operand));
  Attributes attributes = op.attributes;
  for (const auto& [name, attribute] : op.attributes)
    if (const Shape* shape = std::get_if<Shape>(&attribute)) attributes.set(name, replaced(*shape));
  // A name would make an integer an extent.
  const Value& v = forward_.function()[value];
  return into.append(op.kind, operands, attributes, is_whole(v.type) ? std::string{} : v.name);
}

std::map<ValueId, ValueId> Residuals::supply(Builder& into, const std::vector<ValueId>& passed,
                                             const std::vector<ValueId>& scanned, ValueId trip) {
  std::map<ValueId, ValueId> now;
  for (ValueId value : order_) {
    const Route& route = routes_.at(value);
    now[value] = route.way == Way::passed    ? passed[route.place]
                 : route.way == Way::scanned ? scanned[route.place]
                 : route.way == Way::trip    ? trip
                                             : supply_one(into, value, passed, trip, now);
    GRADC_CHECK(now[value].valid());
  }
  return now;
}

}  // namespace ir
