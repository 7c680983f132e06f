// Statements of the ops on sequences, and of sequences as arguments and results. Which C++ variable holds
// which value, what may be overwritten and what must be copied is decided by the plan; nothing of it is known
// here.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "codegen/interface/place.h"
#include "codegen/text/emitter.h"
#include "ir/op.h"

namespace codegen {

// An op of Trait::sequence, and how it reaches its values.
struct SequenceOp {
  const ir::Function& function;
  const ir::Op& op;
  // For each operand: the variable of a sequence, a number as it is stored, the pointer of a tensor.
  std::vector<std::string> operands;
  std::string result;  // the variable, or the pointer of a tensor
  // The variable, or the memory of a tensor, is there already: it is assigned to. Otherwise it is declared; a
  // value that is taken out of a sequence is then a part of its memory.
  bool declared = false;
  // The result takes over the first operand. Where both have one name nothing is declared; otherwise the
  // variable of the operand must not be used any more. Without it the operand is copied first.
  bool in_place = false;
  // The value that goes in (a tensor or a sequence in the arena) is used by nothing else: it is kept, not
  // copied.
  bool moved = false;
  std::string name;   // the user's, of the sequence
  std::string where;  // "model.cpp:4", or empty
  std::string arena;
  // Checks an index of the first operand before the loop, and gives what has the elements, an array or the variable; nothing is
  // given, and checked, where that can't be. Null: never.
  std::function<std::optional<std::string>(ir::ValueId index)> check_before;
  std::function<std::string(const ir::Extent&)> extent;
  // The variable for a symbol that is known from here on; null for one that was known before.
  std::function<std::optional<std::string>(const std::string& symbol)> bind;
  // Of a declared sequence: nothing else has been given its memory, so that a new value may use it again. What is
  // made in each trip of a loop then takes the memory of one trip.
  bool reuses = false;
  bool takes_room = false;  // of a declared tensor: its memory is made here, when its extents are known
};
void write_sequence_op(const SequenceOp& op, Emitter& out);

// The sequence that an argument is: "gradc::gather<gradc::Sequence<double>>(arena, v)". `element` is a name
// that nothing around has.
std::string gathered(const Place& place, const ir::Type& type, const std::string& arena,
                     const std::string& element);
// The statement that writes a result.
void write_scattered(const Place& place, const std::string& sequence, const std::string& element,
                     Emitter& out);
// The check that a tangent or an adjoint has the sizes of the value `like`, both given by their variables.
void write_form_check(const Place& place, const std::string& sequence, const Place& like,
                      const std::string& like_sequence, Emitter& out);

}  // namespace codegen
