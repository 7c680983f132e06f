// The scalar expression of an elementwise op in the target's language, made from the text in the op's
// paragraph (codegen/analysis/expression.h): operands take the places of x, y and z, the element type that of T, and numbers
// become numbers of that type.
#pragma once

#include <string>
#include <vector>

#include "codegen/analysis/expression.h"
#include "codegen/text/backend.h"

namespace codegen {

// How tightly an expression binds: what may stand beside an operator without parentheses.
enum class Binding : std::uint8_t { atom, unary, product, sum, comparison, loose };

struct Term {
  std::string text;
  Binding binding = Binding::atom;
};

Term formula(const ScalarOp& op, const std::vector<Term>& operands, const Backend& backend);
// The text, in parentheses where it binds more loosely.
std::string parenthesised(const Term& term, Binding loosest);
// A term from an expression alone.
Term literal_term(const std::string& text);

}  // namespace codegen
