// Adjoints of neighbours are summed in numbers that the loop carries: each element of the vector is written once, and none is read.
//
//  1. Find a vector that begins as zeros, and of which the body does no more than to add to elements at the loop's counter plus
//     consecutive numbers: d_x(i) and d_x(i + 1), as the adjoint of x(i + 1) - x(i) does.
//  2. What goes into elements that a later trip adds to is carried to that trip. The element that no later trip adds to is set.
//  3. After the loop the elements are set that are still carried. Zeros are made where no trip comes.
//
// In: a function that verifies, after the last differentiation. Out: one that computes the same but for the order in which three or
// more adjoints are summed. Idempotent.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "ir/op.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/analysis/surroundings.h"
#include "ir/passes/simplify/rewriter.h"

namespace ir {
namespace {

constexpr std::size_t kMostNeighbours = 4;

class Carrier : public Rewriter {
 public:
  Carrier(Module& module, const Function& from, Diagnostics& diagnostics)
      : Rewriter(module, from, diagnostics), around_(from) {
    for (std::size_t i = 0; i < from.ops.size(); ++i)
      if (from.ops[i].kind == Kind::Scan && !from.ops[i].attributes.find("varying")) find({static_cast<std::int32_t>(i)});
  }

 private:
  // A vector that a loop carries.
  struct Vector {
    std::size_t carried;
    std::int64_t lowest;     // what is added to the counter
    std::vector<OpId> adds;  // by that, upwards
    Extent trips;
    bool is_whole;           // what isn't before the lowest is set in trips, or carried after the last
    std::size_t pending() const { return adds.size() - 1; }
  };

  void visit(OpId id) override {
    const Op& op = from_[id];
    if (left_out_.contains(id)) return replace(op.results[0], now(op.operands[0]));
    const auto vectors = vectors_.find(id);
    if (vectors == vectors_.end()) return copy(id);
    rebuild(op, vectors->second);
  }

  void find(OpId id) {
    const Loop loop = loop_of(from_[id]);
    for (std::size_t j = 0; j < loop.carried; ++j)
      if (const auto vector = vector_at(id, loop, j)) {
        left_out_.insert(vector->adds.begin(), vector->adds.end());
        vectors_[id].push_back(*vector);
      }
  }

  std::optional<Vector> vector_at(OpId id, const Loop& loop, std::size_t carried) const {
    const ValueId before = from_[loop.body].parameters[loop.first + carried];
    const bool is_vector = from_[before].type.rank() == 1 && around_.uses(before) == 1;
    if (!is_vector || !around_.is_zeros(from_[id].operands[loop.first + carried])) return std::nullopt;
    std::map<std::int64_t, OpId> adds;
    for (ValueId value = from_[loop.body].results[carried]; value != before;) {
      const OpId source = from_[value].op;
      if (!source.valid() || around_.uses(value) != 1 || around_.block_of(source) != loop.body) return std::nullopt;
      const Op& add = from_[source];
      if (add.kind != Kind::AddElement || !add.derived || !from_[add.operands[1]].type.is_scalar()) return std::nullopt;
      const auto index = around_.counter_of(add.operands[2]);
      if (!index || index->loop != id || !index->added || !adds.emplace(*index->added, source).second) return std::nullopt;
      value = add.operands[0];
    }
    const auto trips = around_.extent(from_[id].operands[0]);
    if (adds.size() < 2 || adds.size() > kMostNeighbours || !trips) return std::nullopt;
    Vector vector{carried, adds.begin()->first, {}, Extent::max(0, *trips), false};
    const std::int64_t highest = adds.rbegin()->first;
    if (vector.lowest < 0 || highest - vector.lowest + 1 != static_cast<std::int64_t>(adds.size())) return std::nullopt;
    for (const auto& [index, add] : adds) vector.adds.push_back(add);
    // Elements must be there in all trips: of those that are carried the index is looked at no more.
    const Extent behind = from_[before].type.extents[0] - *trips - highest;
    if (!behind.never_negative()) return std::nullopt;
    vector.is_whole = behind == Extent(0);
    return vector;
  }

  void rebuild(const Op& op, const std::vector<Vector>& vectors) {
    const Loop loop = loop_of(op);
    builder_.loc = op.loc;
    builder_.derived = true;
    std::vector<ValueId> operands = now(op.operands), pending;
    for (const Vector& vector : vectors) {
      ValueId& begin = operands[loop.first + vector.carried];
      const Type type = builder_.type(begin);
      begin = beginning(type, vector);
      pending.insert(pending.end(), vector.pending(), builder_.constant(type.element, 0.0));
    }
    std::vector<Type> types;
    std::vector<std::string> names;
    const std::vector<ValueId>& parameters = from_[loop.body].parameters;
    for (ValueId parameter : parameters) {
      types.push_back(from_[parameter].type);
      names.push_back(from_[parameter].name);
    }
    const auto at = static_cast<std::ptrdiff_t>(loop.first_scanned());
    std::vector<Type> more;
    for (ValueId number : pending) more.push_back(builder_.type(number));
    operands.insert(operands.begin() + at, pending.begin(), pending.end());
    types.insert(types.begin() + at, more.begin(), more.end());
    names.insert(names.begin() + at, more.size(), "");

    const BlockId body = builder_.block(types, names);
    for (std::size_t i = 0; i < parameters.size(); ++i)
      replace(parameters[i], to_[body].parameters[i < loop.first_scanned() ? i : i + pending.size()]);
    const BlockId around = builder_.insert_into(body);
    visit_all(from_[loop.body]);
    std::vector<ValueId> results = now(from_[loop.body].results), after;
    std::size_t next = loop.first_scanned();
    for (const Vector& vector : vectors) {
      std::vector<ValueId> sums(to_[body].parameters.begin() + static_cast<std::ptrdiff_t>(next),
                                to_[body].parameters.begin() + static_cast<std::ptrdiff_t>(next + vector.pending()));
      next += vector.pending();
      results[vector.carried] = trip(loop, vector, results[vector.carried], sums);
      after.insert(after.end(), sums.begin(), sums.end());
    }
    results.insert(results.begin() + static_cast<std::ptrdiff_t>(loop.carried), after.begin(), after.end());
    builder_.set_results(results);
    builder_.insert_into(around);

    Attributes attributes = op.attributes;
    attributes.set("carried", static_cast<std::int64_t>(loop.carried + pending.size()));
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    const std::vector<ValueId> made = builder_.append_all(op.kind, operands, attributes, {body});
    GRADC_CHECK(made.size() == op.results.size() + pending.size());
    for (std::size_t k = 0; k < op.results.size(); ++k) replace(op.results[k], made[k < loop.carried ? k : k + pending.size()]);
    builder_.derived = true;
    next = loop.carried;
    for (const Vector& vector : vectors) {
      ValueId value = made[vector.carried];
      for (std::size_t i = 0; i < vector.pending(); ++i) value = last(loop, vector, value, made[next + i], i);
      next += vector.pending();
      replace(op.results[vector.carried], value);
    }
  }

  // Nothing, and zeros where no trip comes.
  ValueId beginning(const Type& type, const Vector& vector) {
    ValueId value = builder_.append(Kind::Undefined, {}, {{"element", type.element}, {"shape", type.extents}});
    const auto zeros = [&](const Extent& begin, const Extent& size) {
      if (size == Extent(0)) return;
      const ValueId some = builder_.full({type.element, {size}, 0}, 0.0);
      value = builder_.append(Kind::SetSlice, {value, some}, {{"begin", Shape{begin}}});
      GRADC_CHECK(value.valid());
    };
    const Extent& size = type.extents[0];
    const Extent end = vector.trips + vector.lowest + static_cast<std::int64_t>(vector.pending());
    zeros(0, Extent::min(vector.lowest, size));
    if (!vector.is_whole) zeros(end, Extent::max(0, size - end));
    return value;
  }

  // Sets the element that is complete, and leaves in `sums` what later trips add to: of the next one first.
  ValueId trip(const Loop& loop, const Vector& vector, ValueId value, std::vector<ValueId>& sums) {
    builder_.derived = true;
    std::vector<OpId> adds = vector.adds;
    if (loop.reverse) std::reverse(adds.begin(), adds.end());
    std::vector<ValueId> numbers;
    for (std::size_t i = 0; i < adds.size(); ++i) {
      const Op& add = from_[adds[i]];
      builder_.loc = add.loc;
      const ValueId number = now(add.operands[1]);
      numbers.push_back(i < sums.size() ? builder_.append(Kind::Add, {sums[i], number}) : number);
    }
    builder_.loc = from_[adds[0]].loc;
    value = builder_.append(Kind::SetElement, {value, numbers[0], now(from_[adds[0]].operands[2])});
    GRADC_CHECK(value.valid());
    sums.assign(numbers.begin() + 1, numbers.end());
    return value;
  }

  // Sets the element that is carried in number i, where it is there: it need not be where there were no trips.
  ValueId last(const Loop& loop, const Vector& vector, ValueId value, ValueId number, std::size_t i) {
    const auto offset = static_cast<std::int64_t>(i);
    const Extent place = loop.reverse ? Extent(vector.lowest + static_cast<std::int64_t>(vector.pending()) - 1 - offset)
                                      : vector.trips + vector.lowest + offset;
    const Type type = builder_.type(value);
    const ValueId index = builder_.extent_value(place);
    const ValueId is_there = builder_.append(Kind::Less, {index, builder_.extent_value(type.extents[0])});
    std::vector<BlockId> arms;
    for (const bool sets : {true, false}) {
      const BlockId arm = builder_.block({type, builder_.type(number), builder_.type(index)});
      const BlockId around = builder_.insert_into(arm);
      const std::vector<ValueId> x = to_[arm].parameters;
      builder_.set_results({sets ? builder_.append(Kind::SetElement, x) : x[0]});
      builder_.insert_into(around);
      arms.push_back(arm);
    }
    const std::vector<ValueId> made = builder_.append_all(Kind::If, {is_there, value, number, index}, {}, arms);
    GRADC_CHECK(made.size() == 1);
    return made[0];
  }

  const Surroundings around_;
  std::map<OpId, std::vector<Vector>> vectors_;  // by loop
  std::set<OpId> left_out_;
};

}  // namespace

std::optional<Module> run_carry_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  if (!takes_no_arguments("carry", arguments, diagnostics)) return std::nullopt;
  return rewrite_functions<Carrier>(module, diagnostics);
}

}  // namespace ir
