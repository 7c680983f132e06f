// Loops over elements become ops on tensors: what a number is in each trip is a tensor of all trips. Under `relaxed`
// alone, as sums are added in another order then, and functions are those of tensors.
//
//  1. A scan can be raised where its body has but arithmetic of numbers, reads of elements of tensors that no trip
//  changes, at
//     places that run with the trip, which certainly exist or begin with the first one, and
//      - numbers to which each trip adds or from which it subtracts something that doesn't depend on them, and
//      - tensors to which each trip adds at such places, or of which it sets elements, and which it doesn't read;
//     and where no more is stacked than other such scans go over. What depends on another loop stays one with it.
//  2. A read becomes a slice, whose bounds are checked where it isn't certain that they are there; arithmetic the same
//  on
//     tensors; a sum a sum; adding at a place adding to a slice.
//
// In: a function that verifies, after the last differentiation. Out: one that computes the same but for the order of
// sums.
#include <algorithm>
#include <map>
#include <set>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/simplify/rewriter.h"

namespace ir {
namespace {

// A place that runs with the trip, or stands still: `at`, and in trip t `at + t`. Where it isn't certain to be there,
// it runs from 0, so that nothing is missed in no trips.
struct TripIndex {
  Extent at;
  bool runs = false, is_certain = true;
};
using TripIndices = std::vector<TripIndex>;

// A loop-carried value: sums of terms, or elements that are written, in order.
struct Carried {
  std::vector<OpId> ops;  // one Add or Subtract; or AddElement or SetElement
  ValueId term;           // of a number
};

struct Raised {
  BlockId block;  // that the loop stands in
  Loop loop;
  Extent trips;
  std::vector<Carried> carried;
};

class Finder {
 public:
  explicit Finder(const Function& function) : f_(function), uses_(function.values.size()) {
    for (ValueId argument : f_.arguments()) {
      const Value& v = f_[argument];
      for (const Extent& extent : v.type.extents)
        if (const auto symbol = extent.as_symbol()) known_.insert(*symbol);
      if (v.type.is_scalar() && is_integer(v.type.element)) known_.insert("%" + v.name);
    }
    count_uses(f_.body);
  }

  // What depends on a loop that can't be raised can't either.
  std::map<OpId, Raised> run() {
    find(f_.body);
    for (bool changed = true; changed;) {
      changed = false;
      for (auto found = found_.begin(); found != found_.end();) {
        const bool stays = !has_sequences(found->first, found->second.loop);
        changed = changed || stays;
        found = stays ? found_.erase(found) : std::next(found);
      }
    }
    return std::move(found_);
  }

  // Where an op reads or writes an element, operands from `first` on being its indices; nothing where that isn't known
  // to be in the tensor in each trip, or runs with the trip along more than one axis.
  std::optional<TripIndices> places(const Raised& raised, const Op& op, std::size_t first) const {
    const Shape& extents = f_[op.operands[0]].type.extents;
    TripIndices out;
    int running = 0;
    for (std::size_t i = first; i < op.operands.size(); ++i) {
      const auto place = this->place(raised.loop, op.operands[i]);
      if (!place || !is_known(place->at) || !is_known(extents[i - first])) return std::nullopt;
      const Extent end = place->at + (place->runs ? raised.trips : Extent(1));
      const bool is_certain = place->at.never_negative() && (extents[i - first] - end).never_negative();
      if (!is_certain && (!place->runs || place->at != Extent(0))) return std::nullopt;
      running += place->runs;
      out.push_back({place->at, place->runs, is_certain});
    }
    if (running > 1 || out.size() != extents.size()) return std::nullopt;
    return out;
  }

 private:
  struct Uses {
    std::vector<OpId> ops;
    int results = 0;  // of blocks
  };

  void count_uses(BlockId block) {
    for (OpId id : f_[block].ops) {
      for (ValueId operand : f_[id].operands) uses_[operand.at()].ops.push_back(id);
      for (BlockId inner : f_[id].blocks) count_uses(inner);
    }
    for (ValueId result : f_[block].results) ++uses_[result.at()].results;
  }

  bool is_known(const Extent& extent) const {
    std::set<std::string> symbols;
    extent.collect_symbols(symbols);
    return std::includes(known_.begin(), known_.end(), symbols.begin(), symbols.end());
  }

  void find(BlockId block) {
    for (OpId id : f_[block].ops) {
      if (f_[id].kind == Kind::Scan)
        if (auto raised = of(f_[id], block)) found_.emplace(id, std::move(*raised));
      for (BlockId inner : f_[id].blocks) find(inner);
    }
  }

  std::optional<Raised> of(const Op& op, BlockId block) const {
    const auto trips = extent_of(f_, op.operands[0]);
    if (!trips || !is_known(*trips) || op.attributes.find("varying")) return std::nullopt;
    Raised out{block, loop_of(op), *trips, {}};
    std::set<OpId> written;  // ops of carried values
    for (std::size_t j = 0; j < out.loop.carried; ++j) {
      auto carried = this->carried(out, j);
      if (!carried) return std::nullopt;
      written.insert(carried->ops.begin(), carried->ops.end());
      out.carried.push_back(std::move(*carried));
    }
    bool computes = false;
    for (OpId id : f_[out.loop.body].ops) {
      if (written.contains(id)) continue;
      if (!is_of_elements(out, f_[id])) return std::nullopt;
      computes = computes || is_differentiable(f_[f_[id].results[0]].type.element);
    }
    return computes ? std::optional(std::move(out)) : std::nullopt;
  }

  // What becomes an op on tensors.
  bool is_of_elements(const Raised& raised, const Op& op) const {
    if (op.results.size() != 1 || !f_[op.results[0]].type.is_scalar()) return false;
    switch (definition(op.kind).info.trait) {
      case Trait::constant:
        return op.attributes.find("value") != nullptr;
      case Trait::elementwise:
        return !may_fail({f_, op});
      case Trait::integer: {
        const auto extent = extent_of(f_, op.results[0]);
        return extent && is_known(*extent);
      }
      case Trait::element:
        return op.kind == Kind::Element && is_fixed(raised.loop, op.operands[0]) && places(raised, op, 1).has_value();
      default:
        return false;
    }
  }

  // A parameter that no trip changes.
  bool is_fixed(const Loop& loop, ValueId value) const {
    const Value& v = f_[value];
    if (v.op.valid() || v.block != loop.body) return false;
    const auto i = static_cast<std::size_t>(v.index);
    if (i >= loop.first_invariant()) return true;
    return i >= loop.first && i < loop.first_scanned() && f_[loop.body].results[i - loop.first] == value;
  }

  std::optional<TripIndex> place(const Loop& loop, ValueId value) const {
    const Value& v = f_[value];
    if (!v.op.valid()) {
      if (v.block == loop.body && v.index == 0) return TripIndex{0, true};
      return std::nullopt;
    }
    const Op& op = f_[v.op];
    if (op.kind == Kind::Astype && is_integer(f_[op.operands[0]].type.element)) return place(loop, op.operands[0]);
    if (op.kind == Kind::Add || op.kind == Kind::Subtract) {
      const auto a = place(loop, op.operands[0]), b = place(loop, op.operands[1]);
      if (!a || !b || (b->runs && (a->runs || op.kind == Kind::Subtract))) return std::nullopt;
      return TripIndex{op.kind == Kind::Add ? a->at + b->at : a->at - b->at, a->runs || b->runs};
    }
    if (const auto number = known_integer(f_, value)) return TripIndex{*number};
    if (definition(op.kind).info.trait == Trait::integer)
      if (const auto extent = extent_of(f_, value)) return TripIndex{*extent};
    return std::nullopt;
  }

  bool is_read_once(ValueId value) const {
    return uses_[value.at()].ops.size() + static_cast<std::size_t>(uses_[value.at()].results) == 1;
  }

  std::optional<Carried> carried(const Raised& raised, std::size_t j) const {
    const Block& body = f_[raised.loop.body];
    const ValueId before = body.parameters[raised.loop.first + j], after = body.results[j];
    Carried out;
    if (after == before) return out;
    if (f_[before].type.is_scalar()) {
      const OpId id = f_[after].op;
      if (!id.valid() || !is_differentiable(f_[before].type.element) || !is_read_once(before) || !is_read_once(after))
        return std::nullopt;
      const Op& op = f_[id];
      if ((op.kind != Kind::Add && op.kind != Kind::Subtract) ||
          std::count(op.operands.begin(), op.operands.end(), before) != 1)
        return std::nullopt;
      const bool is_second = op.operands[1] == before;
      if (is_second && op.kind == Kind::Subtract) return std::nullopt;
      out.ops = {id};
      out.term = op.operands[is_second ? 0 : 1];
      return out;
    }
    if (!f_[before].type.is_tensor()) return std::nullopt;
    for (ValueId value = after; value != before;) {
      const OpId id = f_[value].op;
      if (!id.valid() || !is_read_once(value)) return std::nullopt;
      const Op& op = f_[id];
      if ((op.kind != Kind::AddElement && op.kind != Kind::SetElement) || !f_[op.operands[1]].type.is_scalar())
        return std::nullopt;
      const auto at = places(raised, op, 2);
      // Else several trips write one element.
      if (!at || std::none_of(at->begin(), at->end(), [](const TripIndex& place) { return place.runs; }))
        return std::nullopt;
      out.ops.insert(out.ops.begin(), id);
      value = op.operands[0];
    }
    const bool sets =
        std::any_of(out.ops.begin(), out.ops.end(), [&](OpId id) { return f_[id].kind == Kind::SetElement; });
    if ((sets && out.ops.size() > 1) || !is_read_once(before)) return std::nullopt;
    return out;
  }

  // Whether the loop only goes over what others that are raised stack, and they over what it stacks.
  bool has_sequences(OpId id, const Loop& loop) const {
    const Op& op = f_[id];
    for (std::size_t i = loop.first_scanned(); i < loop.first_invariant(); ++i) {
      const Value& sequence = f_[op.operands[i]];
      const auto from = found_.find(sequence.op);
      if (!sequence.op.valid() || from == found_.end() ||
          static_cast<std::size_t>(sequence.index) < from->second.loop.first_stack ||
          from->second.trips != found_.at(id).trips || from->second.block != found_.at(id).block)
        return false;
    }
    for (std::size_t k = loop.first_stack; k < op.results.size(); ++k) {
      if (!f_[f_[loop.body].results[k - loop.first_stack + loop.carried]].type.is_scalar() ||
          uses_[op.results[k].at()].results > 0)
        return false;
      for (OpId reader : uses_[op.results[k].at()].ops) {
        const auto by = found_.find(reader);
        if (by == found_.end()) return false;
        const Loop& other = by->second.loop;
        for (std::size_t i = 0; i < f_[reader].operands.size(); ++i)
          if (f_[reader].operands[i] == op.results[k] && (i < other.first_scanned() || i >= other.first_invariant()))
            return false;
      }
    }
    return true;
  }

  const Function& f_;
  std::vector<Uses> uses_;
  std::set<std::string> known_;  // symbols of arguments
  std::map<OpId, Raised> found_;
};

class Raiser : public Rewriter {
 public:
  Raiser(Module& module, const Function& from, Diagnostics& diagnostics)
      : Rewriter(module, from, diagnostics), finder_(from), raised_(finder_.run()) {}

 private:
  void visit(OpId id) override {
    const auto raised = raised_.find(id);
    if (raised == raised_.end()) return copy(id);
    raise(from_[id], raised->second);
  }

  void raise(const Op& op, const Raised& raised) {
    op_ = &op;
    now_ = &raised;
    count_ = raised.trips.never_negative() ? raised.trips : Extent::max(0, raised.trips);
    of_trips_.clear();
    const Block& body = from_[raised.loop.body];
    for (OpId id : body.ops)
      if (from_[id].results.size() == 1 && from_[from_[id].results[0]].type.is_scalar() && !is_carried(id))
        tensor(from_[id].results[0]);
    for (std::size_t j = 0; j < raised.carried.size(); ++j)
      replace(op.results[j], after(raised.carried[j], now(op.operands[raised.loop.first + j])));
    for (std::size_t k = raised.loop.first_stack; k < op.results.size(); ++k)
      stacks_[op.results[k]] = tensor(body.results[k - raised.loop.first_stack + raised.loop.carried]);
  }

  bool is_carried(OpId id) const {
    return std::any_of(now_->carried.begin(), now_->carried.end(), [&](const Carried& each) {
      return std::find(each.ops.begin(), each.ops.end(), id) != each.ops.end();
    });
  }

  ValueId made(Kind kind, const std::vector<ValueId>& operands, const Attributes& attributes,
               const std::string& name = {}) {
    const ValueId value = builder_.append(kind, operands, attributes, name);
    GRADC_CHECK(value.valid());
    return value;
  }
  ValueId reshaped(ValueId x, const Shape& shape) {
    return builder_.type(x).extents == shape ? x : made(Kind::Reshape, {x}, {{"shape", shape}});
  }

  // What a number of the body is in all trips.
  ValueId tensor(ValueId value) {
    if (const auto known = of_trips_.find(value); known != of_trips_.end()) return known->second;
    return of_trips_[value] = make_tensor(value);
  }

  ValueId make_tensor(ValueId value) {
    const Value& v = from_[value];
    const Loop& loop = now_->loop;
    const Shape all{count_};
    if (!v.op.valid()) {
      const auto i = static_cast<std::size_t>(v.index);
      if (i < loop.first) return made(Kind::Iota, {}, {{"n", all}, {"to", v.type.element}});
      if (i >= loop.first_scanned() && i < loop.first_invariant()) return stacks_.at(op_->operands[i]);
      return builder_.broadcast(now(op_->operands[i]), all);
    }
    const Op& op = from_[v.op];
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    if (op.kind == Kind::Element) {
      const TripIndices places = *finder_.places(*now_, op, 1);
      const ValueId x = now(op_->operands[static_cast<std::size_t>(from_[op.operands[0]].index)]);
      Attributes attributes = block_at(places);
      attributes.set("shape", shape_of(places));
      const bool runs = std::any_of(places.begin(), places.end(), [](const TripIndex& place) { return place.runs; });
      const ValueId part = made_of(op.operands[0], Kind::Slice, {x}, attributes);
      return runs ? reshaped(part, all) : builder_.broadcast(reshaped(part, {}), all);
    }
    if (definition(op.kind).info.trait != Trait::elementwise)
      return builder_.broadcast(made(op.kind, {}, op.attributes), all);
    std::vector<ValueId> operands;
    for (ValueId operand : op.operands) operands.push_back(tensor(operand));
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    return made(op.kind, operands, op.attributes, v.name);
  }

  // The block of a tensor that all trips read or write.
  Shape shape_of(const TripIndices& places) const {
    Shape shape;
    for (const TripIndex& place : places) shape.push_back(place.runs ? count_ : Extent(1));
    return shape;
  }
  Attributes block_at(const TripIndices& places) const {
    Shape begin, end = shape_of(places);
    for (std::size_t axis = 0; axis < places.size(); ++axis) {
      begin.push_back(places[axis].at);
      end[axis] = end[axis] + places[axis].at;
    }
    Attributes out{{"begin", begin}};
    if (std::any_of(places.begin(), places.end(), [](const TripIndex& place) { return !place.is_certain; }))
      out.set("end", end);
    return out;
  }

  // An op on a block of a tensor of the body, which it may miss.
  ValueId made_of(ValueId tensor, Kind kind, const std::vector<ValueId>& operands, const Attributes& attributes,
                  const std::string& name = {}) {
    if (attributes.find("end"))
      builder_.called = "elements of " + (from_[tensor].name.empty() ? "a tensor" : from_[tensor].name);
    const ValueId value = made(kind, operands, attributes, name);
    builder_.called.clear();
    return value;
  }

  // A loop-carried value after all trips.
  ValueId after(const Carried& carried, ValueId value) {
    for (OpId id : carried.ops) {
      const Op& op = from_[id];
      const std::string name = from_[op.results[0]].name;
      const ValueId terms = tensor(carried.term.valid() ? carried.term : op.operands[1]);
      builder_.loc = op.loc;
      builder_.derived = op.derived;
      if (carried.term.valid()) {
        const ValueId sum = made(Kind::Sum, {terms}, {{"axes", Integers{0}}, {"keepdims", false}});
        value = made(op.kind, {value, sum}, {}, name);
        continue;
      }
      const TripIndices places = *finder_.places(*now_, op, 2);
      const Kind kind = op.kind == Kind::AddElement ? Kind::AddSlice : Kind::SetSlice;
      value = made_of(op.operands[0], kind, {value, reshaped(terms, shape_of(places))}, block_at(places), name);
    }
    return value;
  }

  Finder finder_;
  const std::map<OpId, Raised> raised_;
  // The loop that is being raised.
  const Op* op_ = nullptr;
  const Raised* now_ = nullptr;
  Extent count_;
  std::map<ValueId, ValueId> of_trips_;
  std::map<ValueId, ValueId> stacks_;  // by sequence
};

}  // namespace

std::optional<Module> run_raise_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  Module out = module;
  for (const std::string& name : arguments) {
    const auto function =
        std::find_if(out.functions.begin(), out.functions.end(), [&](const Function& f) { return f.name == name; });
    if (function == out.functions.end()) {
      diagnostics.report(DiagnosticId::pass_usage, {}, "raise(" + name + ")", "there is no function of that name");
      return std::nullopt;
    }
    const Function from = *function;
    *function = Raiser(out, from, diagnostics).run();
  }
  return out;
}

}  // namespace ir
