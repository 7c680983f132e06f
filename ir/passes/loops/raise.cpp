// Loops over elements become ops on tensors: what a number is in each trip is a tensor of all trips. Which ones can, raisable.h
// says.
//
//  1. A read becomes a slice, whose bounds are checked where it isn't certain that they are there; arithmetic the same on
//     tensors, and a branch a choice among what both arms compute; a sum a sum; adding at a place adding to a slice.
//  2. What a loop that stays stacks is computed again.
//
// In: a function that verifies, after the last differentiation. Out: one that computes the same; raise(f) leaves the order of
// sums and the last bits of functions open, raise_same_bits(f) but in what is derived.
#include <algorithm>
#include <map>
#include <utility>

#include "ir/op.h"
#include "ir/passes/loops/raisable.h"
#include "ir/passes/simplify/rewriter.h"

namespace ir {
namespace {

class Raiser : public Rewriter {
 public:
  Raiser(Module& module, const Function& from, Diagnostics& diagnostics, bool same_bits)
      : Rewriter(module, from, diagnostics), loops_(from, same_bits) {}

 private:
  // A loop whose numbers are made tensors.
  struct Source {
    const Op* op;
    const RaisableLoop* loop;
    Extent count;
    std::map<ValueId, ValueId> tensors;  // of all trips
  };

  void visit(OpId id) override {
    const auto raised = loops_.raised().find(id);
    if (raised == loops_.raised().end()) return copy(id);
    const Op& op = from_[id];
    const RaisableLoop& loop = raised->second;
    source_ = &source(id);
    // In the order of the source; arms when they are needed.
    for (OpId each : from_[loop.loop.body].ops)
      if (!loop.writes.contains(each) && from_[each].kind != Kind::If) tensor(from_[each].results[0]);
    for (std::size_t j = 0; j < loop.carried.size(); ++j)
      replace(op.results[j], after(loop.carried[j], now(op.operands[loop.loop.first + j])));
    for (std::size_t k = loop.loop.first_stack; k < op.results.size(); ++k)
      stacks_[op.results[k]] = tensor(loops_.stacked(loop, k));
  }

  Source& source(OpId id) {
    const RaisableLoop& loop = loops_.loop(id);
    return sources_.try_emplace(id, Source{&from_[id], &loop, loop.trips.never_negative() ? loop.trips : Extent::max(0, loop.trips), {}})
        .first->second;
  }

  // What a loop stacks, as a tensor; of one that stays, computed again.
  ValueId stack(ValueId sequence) {
    if (const auto known = stacks_.find(sequence); known != stacks_.end()) return known->second;
    Source* const outer = std::exchange(source_, &source(from_[sequence].op));
    const ValueId made = tensor(loops_.stacked(*source_->loop, static_cast<std::size_t>(from_[sequence].index)));
    source_ = outer;
    return stacks_[sequence] = made;
  }

  ValueId made(Kind kind, const std::vector<ValueId>& operands, const Attributes& attributes,
               const std::string& name = {}) {
    const ValueId value = builder_.append(kind, operands, attributes, name);
    GRADC_CHECK(value.valid());
    return value;
  }
  // The same, at the place of an op.
  ValueId made_at(const Op& op, Kind kind, const std::vector<ValueId>& operands, const Attributes& attributes,
                  const std::string& name = {}) {
    set_place(op);
    return made(kind, operands, attributes, name);
  }
  void set_place(const Op& op) {
    builder_.loc = op.loc;
    builder_.derived = op.derived;
  }
  ValueId reshaped(ValueId x, const Shape& shape) {
    return builder_.type(x).extents == shape ? x : made(Kind::Reshape, {x}, {{"shape", shape}});
  }

  // What a number of the body is in all trips.
  ValueId tensor(ValueId value) {
    value = loops_.outside(value);
    if (const auto known = source_->tensors.find(value); known != source_->tensors.end()) return known->second;
    const ValueId made = make_tensor(value);
    return source_->tensors[value] = made;
  }

  ValueId make_tensor(ValueId value) {
    const Value& v = from_[value];
    const Loop& loop = source_->loop->loop;
    const Shape all{source_->count};
    if (!v.op.valid()) {
      const auto i = static_cast<std::size_t>(v.index);
      const ValueId operand = source_->op->operands[i];
      if (i < loop.first) return made(Kind::Iota, {}, {{"n", all}, {"to", v.type.element}});
      if (i >= loop.first_scanned() && i < loop.first_invariant()) return stack(operand);
      return builder_.broadcast(now(operand), all);
    }
    const Op& op = from_[v.op];
    if (op.kind == Kind::If) {
      const auto arm = [&](std::size_t i) { return from_[op.blocks[i]].results[static_cast<std::size_t>(v.index)]; };
      // What only the other arm needs.
      for (const std::size_t i : {0, 1})
        if (is_undefined(arm(i))) return tensor(arm(1 - i));
      const ValueId condition = tensor(op.operands[0]), then = tensor(arm(0)), otherwise = tensor(arm(1));
      return made_at(op, Kind::Where, {condition, then, otherwise}, {}, v.name);
    }
    if (op.kind == Kind::Element) return part(op);
    if (is_undefined(value)) return builder_.broadcast(builder_.constant(v.type.element, 0.0), all);
    if (definition(op.kind).info.trait != Trait::elementwise) return builder_.broadcast(made_at(op, op.kind, {}, op.attributes), all);
    std::vector<ValueId> operands;
    for (ValueId operand : op.operands) operands.push_back(tensor(operand));
    return made_at(op, op.kind, operands, op.attributes, v.name);
  }

  bool is_undefined(ValueId value) const { return from_[value].op.valid() && from_[from_[value].op].kind == Kind::Undefined; }

  // The elements that an op reads.
  ValueId part(const Op& op) {
    const TripIndices places = *loops_.places(*source_->loop, op, 1);
    const ValueId tensor = loops_.outside(op.operands[0]);
    const ValueId x = now(source_->op->operands[static_cast<std::size_t>(from_[tensor].index)]);
    Attributes attributes = block_at(places, from_[tensor].name);
    attributes.set("shape", shape_of(places));
    const ValueId part = made_at(op, Kind::Slice, {x}, attributes);
    const bool runs = std::any_of(places.begin(), places.end(), [](const TripIndex& place) { return place.runs; });
    return runs ? reshaped(part, {source_->count}) : builder_.broadcast(reshaped(part, {}), {source_->count});
  }

  // The block of a tensor that all trips read or write.
  Shape shape_of(const TripIndices& places) const {
    Shape shape;
    for (const TripIndex& place : places) shape.push_back(place.runs ? source_->count : Extent(1));
    return shape;
  }
  Attributes block_at(const TripIndices& places, const std::string& tensor) const {
    Shape begin, end = shape_of(places);
    for (std::size_t axis = 0; axis < places.size(); ++axis) {
      begin.push_back(places[axis].at);
      end[axis] = end[axis] + places[axis].at;
    }
    Attributes out{{"begin", begin}};
    if (std::any_of(places.begin(), places.end(), [](const TripIndex& place) { return !place.is_certain; })) {
      out.set("end", end);
      // An adjoint is missed where what it is one of is.
      const std::string name = tensor.ends_with("_bar") ? tensor.substr(0, tensor.size() - 4) : tensor;
      out.set("elements_of", name.empty() ? std::string("a tensor") : name);
    }
    return out;
  }

  // A loop-carried value after all trips.
  ValueId after(const std::vector<TripWrite>& writes, ValueId value) {
    for (const TripWrite& write : writes) {
      const Op& op = from_[write.op];
      const std::string name = from_[op.results[0]].name;
      if (from_[op.results[0]].type.is_scalar()) {
        const ValueId sum = made_at(op, Kind::Sum, {number(write, {})}, {{"axes", Integers{0}}, {"keepdims", false}});
        value = made(op.kind, {value, sum}, {}, name);
        continue;
      }
      const TripIndices places = *loops_.places(*source_->loop, op, 2);
      const Attributes block = block_at(places, name);
      const bool adds = op.kind == Kind::AddElement;
      ValueId before;
      if (!adds && !write.guards.empty()) {
        Attributes attributes = block;
        attributes.set("shape", shape_of(places));
        before = reshaped(made_at(op, Kind::Slice, {value}, attributes), {source_->count});
      }
      const ValueId numbers = reshaped(number(write, before), shape_of(places));
      value = made_at(op, adds ? Kind::AddSlice : Kind::SetSlice, {value, numbers}, block, name);
    }
    return value;
  }

  // What is written in all trips: where a branch takes another arm, what was there, or nothing is added.
  ValueId number(const TripWrite& write, ValueId before) {
    const Op& op = from_[write.op];
    ValueId number = tensor(write.number);
    for (std::size_t i = write.guards.size(); i-- > 0;) {
      const Guard& guard = write.guards[i];
      ValueId other = before;
      if (i + 1 == write.guards.size() && write.otherwise.valid()) other = tensor(write.otherwise);
      const ValueId condition = tensor(guard.condition);
      set_place(op);
      if (!other.valid()) other = builder_.broadcast(builder_.constant(from_[write.number].type.element, 0.0), {source_->count});
      number = made(Kind::Where, guard.is_then ? std::vector{condition, number, other} : std::vector{condition, other, number}, {});
    }
    return number;
  }

  const RaisableLoops loops_;
  Source* source_ = nullptr;
  std::map<OpId, Source> sources_;
  std::map<ValueId, ValueId> stacks_;  // by sequence
};

template <bool same_bits>
std::optional<Module> raise(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  Module out = module;
  for (const std::string& name : arguments) {
    const auto function =
        std::find_if(out.functions.begin(), out.functions.end(), [&](const Function& f) { return f.name == name; });
    if (function == out.functions.end()) {
      diagnostics.report(DiagnosticId::pass_usage, {}, (same_bits ? "raise_same_bits(" : "raise(") + name + ")",
                         "there is no function of that name");
      return std::nullopt;
    }
    const Function from = *function;
    *function = Raiser(out, from, diagnostics, same_bits).run();
  }
  return out;
}

}  // namespace

std::optional<Module> run_raise_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  return raise<false>(module, arguments, diagnostics);
}

std::optional<Module> run_raise_same_bits_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  return raise<true>(module, arguments, diagnostics);
}

}  // namespace ir
