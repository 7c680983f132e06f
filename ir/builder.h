// The only way to append an op: types are inferred and checked here, locations recorded, extents unified.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/diagnostic.h"
#include "ir/function.h"
#include "ir/scope.h"

namespace ir {

// What is known about extents while a function is built: which symbols stand for which expressions.
class Facts {
 public:
  // In the front end unequal extents of arguments are assumed equal and checked when the function is entered;
  // elsewhere everything must be provable.
  bool may_assume = false;
  // Whether it can be checked when the function is entered: not where calls pass what is not known to be equal.
  bool may_require = true;

  bool equal(const Extent& a, const Extent& b) const;
  bool equal(const Type& a, const Type& b) const;
  // Whether they can't be equal, whatever the symbols are.
  bool differ(const Extent& a, const Extent& b) const;
  // Adds `a == b`, solved for a symbol where possible; false where they can't be equal. What the function can't check
  // when it is entered, nor an op of the block that binds the symbol, is left to who asked: take_unproven.
  bool assume(const Extent& a, const Extent& b, BlockId here, LocId loc);
  std::vector<Requirement> take_unproven() { return std::exchange(unproven_, {}); }
  // Which of two extents is made of symbols that have been known for longer.
  bool is_older(const Extent& a, const Extent& b) const { return age(a) < age(b); }
  Extent resolve(const Extent& extent) const { return extent.substitute(solved_); }
  Type resolve(Type type) const;

  // Later arguments' symbols are solved for first, so that the first argument's names survive.
  void add_symbol(const std::string& name, int rank) { ranks_.emplace(name, rank); }
  // Of an argument: `%n`, which is never solved for.
  void add_integer(const std::string& name) { integers_.insert(name); }
  // A symbol that is bound from here on. Where an op binds it that takes a value from a sequence, it may turn out to be
  // an extent that was known before, which the op then checks, if what needs that is evaluated whenever the op is.
  void add_local_symbol(const std::string& name, BlockId block, bool may_be_solved) {
    ranks_.emplace(name, kFirstLocal + static_cast<int>(ranks_.size()));
    if (may_be_solved) block_of_.emplace(name, block);
  }
  const std::vector<Requirement>& requirements() const { return requirements_; }
  const std::vector<std::pair<std::string, LocId>>& solved_at() const { return solved_at_; }
  // Takes over what a function requires.
  void add_requirements(const Function& function);

 private:
  static constexpr int kFirstLocal = 1 << 20;  // above the ranks of arguments

  std::map<std::string, Extent> solved_;
  bool known_at_entry(const Extent& extent) const;
  // The rank of its symbol that was known last.
  int age(const Extent& extent) const;

  std::map<std::string, int> ranks_;
  std::map<std::string, BlockId> block_of_;  // of local symbols that may be solved for
  std::set<std::string> integers_;
  std::vector<Requirement> requirements_, unproven_;
  std::vector<std::pair<std::string, LocId>> solved_at_;
};

// The extent that an integer scalar is, where it is an expression over extents and integer arguments. `outside` may say what a
// parameter of a block stands for; of others it gives a value that is not valid.
using Outside = std::function<ValueId(ValueId)>;
std::optional<Extent> extent_of(const Function& function, ValueId integer, const Outside& outside = {});
// The integer or bool that a constant is.
std::optional<std::int64_t> known_integer(const Function& function, ValueId value);

class Builder {
 public:
  Builder(Module& module, Function& function, Diagnostics& diagnostics);

  Module& module() { return module_; }
  const Module& module() const { return module_; }
  Function& function() { return function_; }
  Diagnostics& diagnostics() { return diagnostics_; }
  Facts& facts() { return facts_; }
  const Scope& scope() const { return scope_; }
  const Type& type(ValueId value) const { return function_[value].type; }

  // The place and origin that appended ops get.
  LocId loc;
  bool derived = false;
  // What the user calls the ops that are appended, where it isn't what the IR does: in diagnostics and at their place.
  std::string called;

  ValueId argument(const Type& type, const std::string& name);
  // A new block with these parameters, for an op of the block that ops go to now; `insert_into` says where they go from
  // now on and returns the block before.
  BlockId block(const std::vector<Type>& parameters, const std::vector<std::string>& names = {});
  BlockId insert_into(BlockId block);
  BlockId insertion() const { return insertion_; }
  void set_results(std::vector<ValueId> results) { function_[insertion_].results = std::move(results); }

  // Appends an op and returns its only result; not valid, with a diagnostic, where it is ill-typed.
  ValueId append(Kind kind, std::vector<ValueId> operands, Attributes attributes = {}, std::string name = {});
  // The general form. Empty where ill-typed.
  std::vector<ValueId> append_all(Kind kind, std::vector<ValueId> operands, Attributes attributes,
                                  std::vector<BlockId> blocks = {}, FunctionId callee = {});
  // The one change to an op that has been appended: its blocks give one result more each (not valid: that block gives
  // none), and the op one of that type.
  ValueId extend(OpId op, const std::vector<ValueId>& more, const Type& type);

  ValueId constant(ElementType element, double value);
  ValueId constant_integer(ElementType element, std::int64_t value);
  // Zeros or another number of that type: a broadcast constant.
  ValueId full(Type type, double value);
  // A sequence of that type without values; or one that is never read.
  ValueId empty_sequence(const Type& type, bool undefined = false);
  // The integer scalar (i64) that has the value of an extent, as an op.
  ValueId extent_value(const Extent& extent);
  // x repeated to the shape, right-aligned as NumPy does; x itself where it has the shape already.
  ValueId broadcast(ValueId x, const Shape& shape);
  // x, which must have those extents; checked by an op where the function can't check it when it is entered.
  ValueId require_extents(ValueId x, const Shape& shape, std::string_view what);
  // The common shape of operands under the broadcasting rule; null with a diagnostic.
  std::optional<Shape> common_shape(const std::vector<ValueId>& values, std::string_view what);

  std::optional<Extent> extent_of(ValueId integer) const { return ir::extent_of(function_, integer); }
  // An extent symbol `stem.0`, `stem.1`, ... that the function does not have yet; and those that it must not be.
  std::string fresh_symbol(const std::string& stem);
  // A name for an integer parameter, `stem` or a longer one, by which it binds `%name` in any block.
  std::string fresh_name(const std::string& stem);
  void reserve_symbols(const Function& other);
  bool has_symbol(const std::string& symbol) const { return symbols_.contains(symbol); }
  // Those of a builder whose function this one is a draft for: they are known here.
  void reserve_symbols(const Builder& other);
  // From here on no symbol is fresh to both: what one of them makes may go to the function of the other.
  void share_fresh_symbols(const Builder& other) { given_ = other.given_; }

  // Writes the known equalities of extents into the types of the function; call once, when it is complete.
  void finish();

 private:
  Module& module_;
  Function& function_;
  Diagnostics& diagnostics_;
  void note_symbols(const Value& value);
  bool require(const Requirement& equal, std::vector<ValueId>& operands);

  Facts facts_;
  Scope scope_;
  BlockId insertion_;
  std::set<std::string> symbols_;  // all that values of the function have
  // What fresh_symbol has given, to this builder or to those that it shares them with.
  std::shared_ptr<std::set<std::string>> given_ = std::make_shared<std::set<std::string>>();
};

// While one of these lives, what is appended is a part of the op of that name.
class PartOf {
 public:
  PartOf(Builder& builder, std::string_view name)
      : builder_(builder), before_(std::exchange(builder.called, std::string(name))) {}
  ~PartOf() { builder_.called = std::move(before_); }
  PartOf(const PartOf&) = delete;
  PartOf& operator=(const PartOf&) = delete;

 private:
  Builder& builder_;
  std::string before_;
};

// Copies ops of one function into another builder's: the map from old values to new.
class Cloner {
 public:
  Cloner(const Function& from, Builder& to) : from_(from), to_(to), map_(from.values.size()) {
    to.reserve_symbols(from);
  }
  void set(ValueId old, ValueId now) { map_[old.at()] = now; }
  ValueId operator()(ValueId old) const { return map_[old.at()]; }
  bool has(ValueId old) const { return map_[old.at()].valid(); }
  std::vector<ValueId> operator()(const std::vector<ValueId>& olds) const;
  // The op with its blocks, operands taken from the map and results entered into it.
  void op(OpId id);
  BlockId block(BlockId id);
  // What extent symbols of the old function are in the new one; others keep their names.
  std::map<std::string, Extent> symbols;

 private:
  Shape substitute(Shape shape) const;

  const Function& from_;
  Builder& to_;
  std::vector<ValueId> map_;
};

// Puts others in the place of extents, in all types and attributes.
void replace_extents(Function& function, const std::function<Extent(const Extent&)>& now);

// A new, empty function with a body block.
Function new_function(std::string name);

}  // namespace ir
