// The scalar expression of an elementwise op as the op's paragraph writes it, over the operands x, y and z.
#pragma once

#include <string_view>
#include <vector>

#include "ir/op.h"

namespace codegen {

// The one for what the op computes with.
std::string_view scalar_expression(const ir::Function& function, const ir::Op& op);
// What the op computes with: its last operand's type, which for `where` is not the condition's.
ir::ElementType working_type(const ir::Function& function, const ir::Op& op);

// The words (identifiers, qualified ones whole, and numbers) and the characters between them.
std::vector<std::string_view> words_of(std::string_view expression);
// Which operand a word is; -1 for what is none.
int operand_index(std::string_view word);
// How often the expression mentions each operand.
std::vector<int> mentions_of_operands(const ir::Function& function, const ir::Op& op);

}  // namespace codegen
