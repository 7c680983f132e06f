// `std::vector<double> v(n)` whose size stays n is a tensor: what is known of tensors then holds for it. Its memory is the
// plan's, loops over its elements become ops, and no trip asks for its size.
//
//  1. Values that a branch, a loop or a written element makes from one another are one array.
//  2. An array becomes a tensor where all that it begins with are fills by numbers to one extent, which the arguments give, or
//     lists of as many numbers, and where nothing but its elements and its size is asked for.
//
// In: a function that verifies, before differentiation. Out: one that computes the same, but that a size below zero is the
// error of a tensor.
#include "ir/passes/loops/fixed_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include "ir/builder.h"
#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/analysis/surroundings.h"
#include "ir/passes/simplify/rewriter.h"
#include "ir/scope.h"

namespace ir {
namespace {

class FixedSizes {
 public:
  FixedSizes(Module& module, Function& function) : FixedSizes(module, function, {}, false) {}
  FixedSizes(Module& module, Function& function, const std::vector<ValueId>& arguments, bool results)
      : module_(module), f_(function), symbols_(argument_symbols(function)), around_(function), parent_(f_.values.size()),
        arrays_(f_.values.size()) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    for (ValueId argument : arguments) take(argument);
    for (ValueId argument : f_.arguments())
      if (!taken_.contains(argument)) stays(argument);
    for (ValueId result : f_.results())
      if (!results) stays(result);
    for (const NamedValue& named : f_.named) stays(named.value);
  }

  // Those of the arguments that stay sequences.
  std::vector<ValueId> run() {
    for (const Op& op : f_.ops) look_at(op);
    for (const auto& [list, length] : lists_)
      if (!continued_.contains(list)) set_size(arrays_[root(list.at())], length);
    std::vector<ValueId> left;
    for (const auto& [argument, size] : taken_)
      if (!size_of(argument)) left.push_back(argument);
    if (!left.empty()) return left;
    for (std::size_t i = 0, n = f_.ops.size(); i < n; ++i) rewrite({static_cast<std::int32_t>(i)});
    if (!inserted_.empty()) insert();
    for (std::size_t i = 0; i < f_.values.size(); ++i)
      if (const Extent* size = size_of(i)) f_.values[i].type = {f_.values[i].type.element, {*size}};
    return {};
  }

 private:
  struct Array {
    std::optional<Extent> size;
    bool stays = false;  // a sequence
  };

  // An argument becomes a tensor: its size is an extent wherever it is asked for.
  void take(ValueId argument) {
    std::set<std::string> symbols;
    collect_symbols(f_, f_.body, symbols);
    std::string symbol;
    for (int i = 0; symbol.empty() || symbols.contains(symbol) || symbols_.contains(symbol); ++i)
      symbol = fmt::format("{}.{}", f_[argument].name, i);
    symbols_.insert(symbol);
    taken_.emplace(argument, Extent::symbol(symbol));
    arrays_[argument.at()].size = Extent::symbol(symbol);
    const auto is_size = [&](const Op& op) {
      if (op.kind != Kind::SequenceSize) return false;
      return around_.outside(op.operands[0]) == argument;
    };
    for (Op& op : f_.ops)
      if (is_size(op)) become(op, Kind::ExtentValue, {}, {{"value", Shape{Extent::symbol(symbol)}}});
  }

  static bool holds_numbers(const Type& type) { return type.sequence_depth == 1 && type.extents.empty() && type.element != ElementType::any; }

  std::size_t root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(ValueId a, ValueId b) {
    const std::size_t to = root(a.at()), from = root(b.at());
    if (to == from) return;
    parent_[from] = to;
    if (arrays_[from].stays) arrays_[to].stays = true;
    if (arrays_[from].size) set_size(arrays_[to], *arrays_[from].size);
  }
  static void set_size(Array& array, const Extent& size) {
    if (array.size && *array.size != size) array.stays = true;
    array.size = size;
  }
  void stays(ValueId value) { arrays_[root(value.at())].stays = true; }

  // The extent of the tensor that the array of a value becomes; null where it stays, or is no array.
  const Extent* size_of(std::size_t i) {
    if (!holds_numbers(f_.values[i].type)) return nullptr;
    const Array& array = arrays_[root(i)];
    return array.size && !array.stays ? &*array.size : nullptr;
  }
  const Extent* size_of(ValueId value) { return size_of(value.at()); }

  void look_at(const Op& op) {
    if (definition(op.kind).info.trait == Trait::sequence && !is_of_numbers(op)) return all_stay(op);
    switch (op.kind) {
      case Kind::SequenceAt:
      case Kind::SequenceSize:
        return;
      case Kind::SequenceSet:
        return join(op.results[0], op.operands[0]);
      case Kind::SequenceEmpty:
        if (!is_undefined(op)) stays(op.results[0]);
        return;
      case Kind::SequencePush:
        return look_at_push(op);
      case Kind::SequenceFill: {
        const auto size = extent_of(f_, op.operands[0], [this](ValueId value) { return around_.passed(value); });
        if (size && has_only(*size, symbols_))
          set_size(arrays_[root(op.results[0].at())], *size);
        else
          stays(op.results[0]);
        return;
      }
      case Kind::If:
        for (BlockId arm : op.blocks) {
          for (std::size_t i = 1; i < op.operands.size(); ++i) join(f_[arm].parameters[i - 1], op.operands[i]);
          for (std::size_t k = 0; k < op.results.size(); ++k) join(op.results[k], f_[arm].results[k]);
        }
        return;
      case Kind::While:
      case Kind::Scan:
        return look_at_loop(op);
      default:
        return all_stay(op);
    }
  }
  // Whether a sequence that it makes or reads holds numbers. What is read out of a sequence of sequences stays one.
  bool is_of_numbers(const Op& op) const {
    const Type& made = f_[op.results[0]].type;
    return holds_numbers(made.is_tensor() || op.kind == Kind::SequenceAt ? f_[op.operands[0]].type : made);
  }
  void all_stay(const Op& op) {
    for (const std::vector<ValueId>* values : {&op.operands, &op.results})
      for (ValueId value : *values) stays(value);
  }

  static bool is_undefined(const Op& op) { return op.attributes.get_or<bool>("undefined", false); }

  // `{a, b, c}` is three pushes, one after another.
  void look_at_push(const Op& op) {
    const ValueId before = op.operands[0], after = op.results[0];
    const OpId from = f_[before].op;
    if (from.valid() && f_[from].kind == Kind::SequenceEmpty && !is_undefined(f_[from])) {
      lists_[after] = 1;
    } else if (const auto list = lists_.find(before); list != lists_.end() && around_.uses(before) == 1) {
      lists_[after] = list->second + 1;
      continued_.insert(before);
      join(after, before);
    } else {
      stays(before);
      stays(after);
    }
  }

  void look_at_loop(const Op& op) {
    const Loop loop = loop_of(op);
    for (std::size_t i = loop.first; i < op.operands.size(); ++i) {
      if (i >= loop.first_scanned() && i < loop.first_invariant())
        stays(op.operands[i]);
      else
        for (BlockId block : op.blocks) join(f_[block].parameters[i], op.operands[i]);
    }
    const std::vector<ValueId>& results = f_[loop.body].results;
    for (std::size_t k = 0; k < loop.carried; ++k) {
      join(results[k], f_[loop.body].parameters[loop.first + k]);
      join(op.results[k], results[k]);
    }
    for (std::size_t k = loop.carried; k < results.size(); ++k) stays(results[k]);
    for (std::size_t k = loop.first_stack; k < op.results.size(); ++k) stays(op.results[k]);
  }

  // The types of values follow.
  void rewrite(OpId id) {
    Op& op = f_[id];
    const bool makes = op.kind == Kind::SequenceFill || op.kind == Kind::SequenceEmpty || op.kind == Kind::SequencePush;
    if (!makes && op.operands.empty()) return;
    const Extent* size = size_of(makes ? op.results[0] : op.operands[0]);
    if (!size) return;
    switch (op.kind) {
      case Kind::SequenceFill:
        if (const Location* place = module_.location(op.loc); place && !size->never_negative()) {
          Location array = *place;
          array.called = "array";  // in the text of the error
          op.loc = module_.locate(array);
        }
        return become(op, Kind::Broadcast, {op.operands[1]}, {{"shape", Shape{*size}}});
      case Kind::SequenceEmpty:
        return become(op, Kind::Undefined, {}, {{"element", f_[op.results[0]].type.element}, {"shape", Shape{*size}}});
      case Kind::SequencePush: {
        const ValueId list = op.operands[0], number = op.operands[1];
        const std::int64_t at = lists_.at(op.results[0]) - 1;
        if (at == 0) return become(op, Kind::Broadcast, {number}, {{"shape", Shape{*size}}});
        const ValueId index = constant_before(id, at);
        return become(f_[id], Kind::SetElement, {list, number, index}, {});
      }
      case Kind::SequenceAt:
        return become(op, Kind::Element, op.operands, {});
      case Kind::SequenceSet:
        return become(op, Kind::SetElement, op.operands, {});
      case Kind::SequenceSize:
        return become(op, Kind::ExtentValue, {}, {{"value", Shape{*size}}});
      default:
        return;
    }
  }

  ValueId constant_before(OpId id, std::int64_t number) {
    const OpId made{static_cast<std::int32_t>(f_.ops.size())};
    const ValueId value{static_cast<std::int32_t>(f_.values.size())};
    f_.values.push_back({scalar(ElementType::i64), {}, made, {}, 0});
    Op op{Kind::Constant, {{"element", ElementType::i64}, {"value", number}}, {}, {value}, {}, {}, f_[id].loc};
    f_.ops.push_back(std::move(op));
    inserted_[id] = made;
    return value;
  }
  void insert() {
    for (Block& block : f_.blocks) {
      std::vector<OpId> ops;
      for (OpId id : block.ops) {
        if (const auto before = inserted_.find(id); before != inserted_.end()) ops.push_back(before->second);
        ops.push_back(id);
      }
      block.ops = std::move(ops);
    }
  }

  static void become(Op& op, Kind kind, std::vector<ValueId> operands, Attributes attributes) {
    op.kind = kind;
    op.operands = std::move(operands);
    op.attributes = std::move(attributes);
  }

  Module& module_;
  Function& f_;
  std::set<std::string> symbols_;
  const Surroundings around_;
  std::map<ValueId, Extent> taken_;  // arguments, with their sizes
  std::vector<std::size_t> parent_;  // by value
  std::vector<Array> arrays_;        // by root
  std::map<ValueId, std::int64_t> lists_;  // of pushes: how many numbers there are then
  std::set<ValueId> continued_;            // lists that grow further
  std::map<OpId, OpId> inserted_;          // before another
};

}  // namespace

Function with_fixed_sizes(Module& module, const Function& function, std::vector<ValueId> arguments) {
  for (;;) {
    Function out = function;
    const std::vector<ValueId> left = FixedSizes(module, out, arguments, true).run();
    if (left.empty()) return out;
    std::erase_if(arguments, [&](ValueId argument) { return std::find(left.begin(), left.end(), argument) != left.end(); });
  }
}

std::optional<Module> run_fixed_size_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  if (!takes_no_arguments("fixed_size", arguments, diagnostics)) return std::nullopt;
  Module out = module;
  for (Function& function : out.functions) FixedSizes(out, function).run();
  return out;
}

}  // namespace ir
