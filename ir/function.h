// The data of the IR: values, ops, blocks, functions and modules, as append-only arenas.
//
// A block is closed: it has parameters, ops and results and sees nothing outside. Ops are pure and never change
// once appended; the order of the ops in a block is the order of evaluation. docs/ir.md describes the language.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/attribute.h"
#include "ir/id.h"
#include "ir/type.h"

namespace ir {

// Which op; who names one includes ir/kind.h, and is compiled again when the catalogue grows.
enum class Kind : std::uint16_t;

// A place in the user's source and the statement that stands there, for comments in generated code.
struct Location {
  std::string file;
  int line = 0;
  int column = 0;
  std::string text;
  std::string called = {};  // the op as the call there names it, where ops that are another are what it is made of

  friend bool operator==(const Location&, const Location&) = default;
};

struct Op {
  Kind kind{};
  Attributes attributes;
  std::vector<ValueId> operands;
  std::vector<ValueId> results;
  std::vector<BlockId> blocks;  // of `if`, `while`, `scan`
  FunctionId callee;            // of `call`
  LocId loc;
  bool derived = false;         // made by differentiating the op at this location
};

struct Value {
  Type type;
  std::string name;  // the user's name, or empty; a derivative's ends in `_bar` (adjoint) or `_dot` (tangent)
  OpId op;           // the op that yields it, or
  BlockId block;     // the block that it is a parameter of
  int index = 0;     // among the results or parameters
};

struct Block {
  std::vector<ValueId> parameters;
  std::vector<OpId> ops;
  std::vector<ValueId> results;
  BlockId around;  // the block that its op stands in; of the body of a function not valid
};

// Two extents that must be equal when the function is entered.
struct Requirement {
  Extent left, right;
  LocId loc;
};

// What of a call an argument of the function is that computes its adjoint: an argument of the call, an extent of one, a result.
struct CallSource {
  enum class From : std::uint8_t { argument, extent, result };
  From from;
  std::size_t index, axis;

  friend bool operator==(const CallSource&, const CallSource&) = default;
};

// A value of a function's body that somebody outside asks for by name, besides its results: passes keep it, under that name.
struct NamedValue {
  std::string name;
  ValueId value;
};

struct Function {
  std::string name;
  BlockId body;
  std::vector<Value> values;
  std::vector<Op> ops;
  std::vector<Block> blocks;
  // What could not be expressed by giving two arguments the same extent symbol.
  std::vector<Requirement> requirements;
  // Which op asked for a symbol of an argument's extent to be what it is now: (argument, axis) -> place.
  struct ExtentOrigin {
    int argument, axis;
    LocId loc;
  };
  std::vector<ExtentOrigin> extent_origins;
  // Its derivatives as its author gives them, which take the place of its body's (docs/ir.md): what calls of it have.
  //   vjp(arguments, results, adjoints of the differentiable results) -> (adjoints of the differentiable arguments)
  //   jvp(arguments, results, tangents of the differentiable arguments) -> (tangents of the differentiable results)
  FunctionId vjp, jvp;
  // Of the adjoint of calls that keep what it reads, from when it is made until a pass runs.
  std::optional<std::vector<CallSource>> sources;
  bool foreign = false;  // defined elsewhere; the body only says the types
  std::vector<NamedValue> named;

  bool has_rule() const { return vjp.valid() || jvp.valid(); }

  Value& operator[](ValueId id) { return values[id.at()]; }
  const Value& operator[](ValueId id) const { return values[id.at()]; }
  Op& operator[](OpId id) { return ops[id.at()]; }
  const Op& operator[](OpId id) const { return ops[id.at()]; }
  Block& operator[](BlockId id) { return blocks[id.at()]; }
  const Block& operator[](BlockId id) const { return blocks[id.at()]; }

  const std::vector<ValueId>& arguments() const { return (*this)[body].parameters; }
  const std::vector<ValueId>& results() const { return (*this)[body].results; }

  // What is named so, or the argument of that name; not valid where there is neither.
  ValueId find(std::string_view value_name) const;
};

// The numbers of the values that have derivatives.
std::vector<std::size_t> differentiable(const Function& function, const std::vector<ValueId>& values);

struct Module {
  std::vector<Function> functions;
  std::vector<Location> locations;

  Function& operator[](FunctionId id) { return functions[id.at()]; }
  const Function& operator[](FunctionId id) const { return functions[id.at()]; }
  FunctionId find(std::string_view name) const;
  // The name for a function, with a number behind it where that is taken.
  std::string free_name(const std::string& base) const;
  // The id of that place; equal places share one.
  LocId locate(const Location& location);
  const Location* location(LocId id) const { return id.valid() ? &locations[id.at()] : nullptr; }

 private:
  // The numbers of the first `numbered_` places by their hashes: a large function asks for each of its places again and again.
  std::unordered_multimap<std::size_t, std::size_t> numbers_;
  std::size_t numbered_ = 0;
};

// The module as text and back; the text round-trips (docs/ir.md).
std::string print(const Module& module);
std::string print(const Module& module, const Function& function);

}  // namespace ir
