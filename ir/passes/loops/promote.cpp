// Small arrays as numbers: `std::array<double, 3>`, `double k[3]`, and what loops over their elements compute.
//
//  1. A `scan` with a few trips, a constant number of them, that reads or writes elements of a small array at an index that
//     goes with the trips, becomes its body, once for each trip.
//  2. An element at constant indices of what is put together from numbers (`concat`, `set_element`, ...) is that number.
//  3. A small array that goes into a loop or an `if`, or out of one, becomes as many numbers, where nothing inside takes it as
//     a whole and its elements are known numbers there.
//  4. Drop what nobody reads any more, and repeat until nothing changes, at most eight times.
//
// In: a function that verifies. Out: one that computes the same, element by element in the same order. A function that reads
// or writes no element of a small array comes back as it is.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ir/expr.h"
#include "ir/kind.h"
#include "ir/op.h"
#include "ir/ops/shape/element.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/loops/small_arrays.h"
#include "ir/passes/loops/trips.h"
#include "ir/passes/simplify/simplify_control.h"

namespace ir {
namespace {

constexpr std::int64_t kMostTrips = 16;
constexpr std::int64_t kMostInNest = 64;  // trips of loops one inside the other
constexpr std::int64_t kMostOps = 1024;   // that a loop becomes
constexpr int kRounds = 8;

bool has_small_array(const Function& function) {
  return std::any_of(function.ops.begin(), function.ops.end(), [&](const Op& op) {
    return definition(op.kind).info.trait == Trait::element && op.operands.size() > 1 &&
           few_elements(function[op.operands[0]].type);
  });
}

class Promoter : public ControlSimplifier {
 public:
  Promoter(Module& module, const Function& from, Diagnostics& diagnostics)
      : ControlSimplifier(module, from, diagnostics), arrays_(from) {}

 private:
  void visit(OpId id) override {
    const Op& op = from_[id];
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    if (op.kind == Kind::Element) return element(id);
    if (op.blocks.empty()) return is_integer_arithmetic(op) ? fold(op) : only_element(id) ? void() : copy(id);
    if (op.kind == Kind::If && known_integer(to_, now(op.operands[0]))) return visit_control(id);
    if (op.kind == Kind::Scan && unrolls(op)) return unroll(op);
    const Parts parts = is_loop(op) || op.kind == Kind::If ? parts_of(op) : Parts{};
    if (parts.any())
      take_apart(op, parts);
    else
      copy(id);
  }

  // --- elements

  void element(OpId id) {
    const Op& op = from_[id];
    const Type type = from_[op.operands[0]].type;
    if (!few_elements(type) || !from_[op.results[0]].type.is_scalar()) return copy(id);
    const std::vector<ValueId> operands = now(op.operands);
    Integers indices;
    for (std::size_t i = 1; i < operands.size(); ++i) {
      const auto index = known_integer(to_, operands[i]);
      if (!index || *index < 0 || *index >= type.extents[i - 1].constant().value()) return copy(id);
      indices.push_back(*index);
    }
    const ValueId number = number_at({operands[0], indices}, operands[0]);
    if (!number.valid()) return copy(id);
    changed_ = true;
    replace(op.results[0], number);
  }

  // A tensor of one element that becomes a number: `squeeze`, `reshape`.
  bool only_element(OpId id) {
    const Op& op = from_[id];
    if (op.results.size() != 1 || !from_[op.results[0]].type.is_scalar()) return false;
    const auto next = moved_from(from_, op, {});
    if (!next) return false;
    const ValueId tensor = now(op.operands[next->operand]);
    if (!few_elements(to_[tensor].type)) return false;
    const ValueId number = number_at({tensor, next->indices}, tensor);
    if (!number.valid()) return false;
    changed_ = true;
    replace(op.results[0], number);
    return true;
  }

  // The number at a place, with what was added to it there; not valid where nothing more is known than that it is one of `given`.
  ValueId number_at(const Place& at, ValueId given) {
    const Place place = settled(to_, at);
    if (place.tensor.valid()) return place.tensor == given ? ValueId{} : element_of(place);
    const Place last = moved(to_, at);
    const OpId id = to_[last.tensor].op;
    if (!id.valid() || to_[id].kind != Kind::AddElement || !to_[to_[id].operands[1]].type.is_scalar()) return {};
    const std::vector<ValueId> added = to_[id].operands;
    for (std::size_t i = 2; i < added.size(); ++i)
      if (known_integer(to_, added[i]) != last.indices[i - 2]) return {};
    const ValueId before = number_at({added[0], last.indices}, {});
    if (!before.valid()) return {};
    // An adjoint begins with zeros, whose sign nobody asks for.
    const OpId by = to_[before].op;
    if (to_[id].derived && by.valid() && to_[by].derived && ops::is_zero({&builder_, before})) return added[1];
    return builder_.append(Kind::Add, {before, added[1]});
  }

  ValueId element_of(const Place& place) {
    if (place.indices.empty()) return place.tensor;
    std::vector<ValueId> operands{place.tensor};
    for (std::int64_t index : place.indices) operands.push_back(builder_.constant_integer(ElementType::i64, index));
    return builder_.append(Kind::Element, operands);
  }

  bool is_integer_arithmetic(const Op& op) const {
    return op.results.size() == 1 && definition(op.kind).info.trait == Trait::elementwise &&
           std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId operand) {
             const Type& type = from_[operand].type;
             return type.is_scalar() && !is_differentiable(type.element) && known_integer(to_, now(operand));
           });
  }

  void fold(const Op& op) {
    const ValueId value = make_simplified(builder_, op.kind, now(op.operands), op.attributes);
    changed_ |= known_integer(to_, value).has_value();
    replace(op.results[0], value);
  }

  // --- loops that become their bodies

  struct Body {
    std::int64_t ops = 0, trips = 1;  // of loops inside: as many as the loop itself has
    bool goes_along = false;          // it has elements whose index isn't a constant
  };

  bool unrolls(const Op& op) const {
    const auto trips = known_integer(to_, now(op.operands[0]));
    const Loop loop = loop_of(op);
    if (!trips || *trips > kMostTrips || loop.scanned != 0 || op.results.size() != loop.carried || op.attributes.find("varying"))
      return false;
    if (*trips < 1) return true;
    Body body;
    if (!add_body(loop.body, *trips, body)) return false;
    if (!body.goes_along || body.trips * *trips > kMostInNest || body.ops * *trips > kMostOps) return false;
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      const ValueId parameter = from_[loop.body].parameters[i];
      if (!(from_[parameter].type == from_[op.operands[i]].type)) return false;
    }
    return names_no_extent(loop.body);
  }

  // Ops on numbers and small arrays alone.
  bool add_body(BlockId block, std::int64_t trips, Body& body) const {
    for (OpId id : from_[block].ops) {
      const Op& op = from_[id];
      const auto is_small = [&](ValueId value) {
        const Type& type = from_[value].type;
        return type.is_scalar() || few_elements(type);
      };
      if (!std::all_of(op.operands.begin(), op.operands.end(), is_small) ||
          !std::all_of(op.results.begin(), op.results.end(), is_small))
        return false;
      ++body.ops;
      const Trait trait = definition(op.kind).info.trait;
      if (op.kind == Kind::If) {
        for (BlockId arm : op.blocks)
          if (!add_body(arm, trips, body)) return false;
      } else if (op.kind == Kind::Scan) {
        Body inner;
        if (!add_body(op.blocks[0], trips, inner)) return false;
        const std::int64_t times = known_integer(from_, op.operands[0]).value_or(trips);
        body.ops += times * inner.ops;
        body.trips = std::max(body.trips, times * inner.trips);
        body.goes_along |= inner.goes_along;
      } else if (trait == Trait::element) {
        body.goes_along |= !moves_elements(from_, op);
      } else if (trait != Trait::constant && !moves_elements(from_, op)) {
        if (trait != Trait::elementwise || !from_[op.results[0]].type.is_scalar()) return false;
      }
    }
    return true;
  }

  // No extent inside depends on the trip, or has a name of its own.
  bool names_no_extent(BlockId block) const {
    std::set<std::string> named;
    collect_symbols(from_, block, named);
    return named.empty();
  }

  void unroll(const Op& op) {
    changed_ = true;
    const Loop loop = loop_of(op);
    const Block& body = from_[loop.body];
    const std::int64_t trips = known_integer(to_, now(op.operands[0])).value();
    std::vector<ValueId> values = now(op.operands);
    for (std::int64_t k = 0; k < trips; ++k) {
      const std::int64_t trip = loop.reverse ? trips - 1 - k : k;
      builder_.loc = op.loc;
      builder_.derived = op.derived;
      values[0] = builder_.constant_integer(ElementType::i64, trip);
      for (std::size_t i = 0; i < values.size(); ++i) replace(body.parameters[i], values[i]);
      visit_all(body);
      for (std::size_t i = 0; i < loop.carried; ++i) values[loop.first + i] = now(body.results[i]);
    }
    for (std::size_t i = 0; i < loop.carried; ++i) replace(op.results[i], values[loop.first + i]);
  }

  // --- arrays that blocks take and give

  // Which arrays go by their elements.
  struct Parts {
    std::vector<bool> parameters, results;  // of the blocks; of the op
    bool any() const {
      const auto has = [](const std::vector<bool>& all) { return std::find(all.begin(), all.end(), true) != all.end(); };
      return has(parameters) || has(results);
    }
  };

  Parts parts_of(const Op& op) const {
    Parts parts;
    for (ValueId parameter : from_[op.blocks[0]].parameters) parts.parameters.push_back(arrays_.is_apart(parameter));
    for (ValueId result : op.results) parts.results.push_back(arrays_.is_apart(result));
    return parts;
  }

  // The elements of an array, row-major.
  std::vector<ValueId> apart(ValueId array) {
    const Integers extents = constants(to_[array].type.extents).value();
    std::vector<ValueId> elements;
    for (std::int64_t k = 0; k < product(to_[array].type.extents).constant().value(); ++k) {
      const Place whole{array, IndexWalk::indices(k, extents)};
      const Place place = settled(to_, whole);
      elements.push_back(element_of(place.tensor.valid() ? place : whole));
    }
    return elements;
  }

  ValueId together(const std::vector<ValueId>& elements, const Shape& shape) {
    std::vector<ValueId> parts;
    for (ValueId element : elements) parts.push_back(builder_.append(Kind::ExpandDims, {element}, {{"axes", Integers{0}}}));
    const ValueId line = builder_.append(Kind::Concat, parts, {{"axis", std::int64_t{0}}});
    return shape.size() == 1 ? line : builder_.append(Kind::Reshape, {line}, {{"shape", shape}});
  }

  std::vector<ValueId> taken_apart(const std::vector<ValueId>& values, const std::vector<bool>& parts) {
    std::vector<ValueId> out;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::vector<ValueId> elements = i < parts.size() && parts[i] ? apart(values[i]) : std::vector<ValueId>{values[i]};
      out.insert(out.end(), elements.begin(), elements.end());
    }
    return out;
  }

  // Of the values of the new function, those from `next` on that the old value is.
  ValueId whole(ValueId old, bool is_apart, const std::vector<ValueId>& values, std::size_t& next) {
    if (!is_apart) return values[next++];
    const Type type = from_[old].type;
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(next);
    const std::vector<ValueId> elements(begin, begin + product(type.extents).constant().value());
    next += elements.size();
    const bool is_named = !from_[old].name.empty() && is_differentiable(type.element);
    for (std::size_t k = 0; k < elements.size() && is_named; ++k)
      to_[elements[k]].name = fmt::format("{}_{}", from_[old].name, k);
    return together(elements, type.extents);
  }

  BlockId block_apart(BlockId id, const std::vector<bool>& taken, const std::vector<bool>& given) {
    const Block& old = from_[id];
    Types types;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < old.parameters.size(); ++i) {
      const Value& parameter = from_[old.parameters[i]];
      const std::int64_t count = taken[i] ? product(parameter.type.extents).constant().value() : 1;
      for (std::int64_t k = 0; k < count; ++k) {
        types.push_back(taken[i] ? Type{parameter.type.element, {}, 0} : parameter.type);
        names.push_back(taken[i] ? "" : parameter.name);
      }
    }
    const BlockId made = builder_.block(types, names);
    const BlockId outside = builder_.insert_into(made);
    const std::vector<ValueId> parameters = to_[made].parameters;
    std::size_t next = 0;
    for (std::size_t i = 0; i < old.parameters.size(); ++i)
      replace(old.parameters[i], whole(old.parameters[i], taken[i], parameters, next));
    entered(id);
    visit_all(old);
    builder_.set_results(taken_apart(now(old.results), given));
    builder_.insert_into(outside);
    return made;
  }

  void take_apart(const Op& op, const Parts& parts) {
    changed_ = true;
    const std::size_t shift = is_loop(op) ? 0 : 1;
    std::vector<bool> operands(shift);
    operands.insert(operands.end(), parts.parameters.begin(), parts.parameters.end());
    const std::vector<ValueId> passed = taken_apart(now(op.operands), operands);
    std::vector<BlockId> blocks;
    for (BlockId inner : op.blocks) {
      const bool gives = op.kind == Kind::If || inner == op.blocks.back();
      blocks.push_back(block_apart(inner, parts.parameters, gives ? parts.results : std::vector<bool>{}));
    }
    Attributes attributes = op.attributes;
    if (is_loop(op)) {
      std::int64_t carried = 0;
      for (std::size_t i = 0; i < loop_of(op).carried; ++i)
        carried += parts.results[i] ? product(from_[op.results[i]].type.extents).constant().value() : 1;
      attributes.set("carried", carried);
    }
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    const std::vector<ValueId> made = builder_.append_all(op.kind, passed, std::move(attributes), blocks);
    std::size_t next = 0;
    for (std::size_t i = 0; i < op.results.size(); ++i)
      replace(op.results[i], whole(op.results[i], parts.results[i], made, next));
  }

  const SmallArrays arrays_;
};

}  // namespace

std::optional<Module> run_promote_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  Module out = module;
  for (const std::string& name : arguments)
    if (!module.find(name).valid()) {
      diagnostics.report(DiagnosticId::pass_usage, {}, "promote", "names functions of the module, or none for all");
      return std::nullopt;
    }
  for (Function& function : out.functions) {
    const bool meant = arguments.empty() || std::find(arguments.begin(), arguments.end(), function.name) != arguments.end();
    bool changed = meant && has_small_array(function);
    for (int round = 0; round < kRounds && changed; ++round) {
      Promoter promoter(out, function, diagnostics);
      Function next = without_dead_ops(out, promoter.run(), diagnostics);
      changed = promoter.changed();
      function = std::move(next);
    }
  }
  return out;
}

}  // namespace ir
