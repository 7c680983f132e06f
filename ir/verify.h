// What a function must satisfy, as a numbered list. verify.cpp checks in this order.
//
//  1. Function names are unique; every id is in range.
//  2. Every value is defined once: as the result of one op or the parameter of one block.
//  3. Every op stands in exactly one block, every block but the body belongs to exactly one op, and says in which
//     block that one stands.
//  4. Blocks are closed: operands and block results are parameters of that block or results of earlier ops in
//  it. A value with a name for outside stands in the body, and no other has that name.
//  5. Attributes are those that the op declares, operand counts are those of the op, and its type rule gives
//  exactly
//     the types of its results.
//  6. Every extent symbol is known where it stands (ir/scope.h): bound by a parameter of that block or one around it,
//     or by an op before.
//  7. Only a call names a function; its type rule (5) asks that it does.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ir/diagnostic.h"
#include "ir/function.h"

namespace ir {

// What is wrong with the attributes of an op: one is missing, not known to it, or of another kind than it
// declares in OpInfo::attributes. The kinds are bool, integer, count (an integer from 0 to 65535), real,
// number (integer or real), string, integers, extents, extent (exactly one) and element.
std::optional<Diagnostic> attribute_fault(Kind kind, const Attributes& attributes);
// What OpInfo::attributes declares, and the kind of the attribute of that name; empty if there is none.
struct DeclaredAttribute {
  std::string_view name, kind;
  bool optional = false;
};
std::vector<DeclaredAttribute> declared_attributes(Kind kind);
std::string_view attribute_kind(Kind kind, std::string_view name);

// Reports every break of a rule as ill_formed (or the type rule's own diagnostic); true if there is none.
bool verify(const Module& module, Diagnostics& diagnostics);
bool verify(const Module& module, const Function& function, Diagnostics& diagnostics);

}  // namespace ir
