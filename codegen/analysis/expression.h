// The scalar expression of an elementwise op as the op's paragraph writes it, over the operands x, y and z.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ir/op.h"

namespace codegen {

// An elementwise op, or a broadcast, as it is carried out on one element.
struct ScalarOp {
  ir::Kind kind{};
  ir::ElementType working{}, result{};  // working: its last operand's type, which for `where` is not the condition's
  std::optional<std::int64_t> order;    // an operand that is known, after the others
  bool of_tensor = false;               // of elements of a tensor, not of a number
  std::string_view text = {};           // of a part of an op, or of one that is given a part: its expression
};
ScalarOp scalar_op(const ir::Function& function, const ir::Op& op);

// The one for what the op computes with.
std::string_view scalar_expression(const ScalarOp& op);

// The words (identifiers, qualified ones whole, and numbers) and the characters between them.
std::vector<std::string_view> words_of(std::string_view expression);
// Which operand a word is; -1 for what is none.
int operand_index(std::string_view word);
// How often the expression mentions each operand.
std::vector<int> mentions_of_operands(const ScalarOp& op, std::size_t operands);
std::vector<int> mentions_of_operands(const ir::Function& function, const ir::Op& op);

}  // namespace codegen
