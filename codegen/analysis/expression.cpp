#include "codegen/analysis/expression.h"

#include <cctype>

namespace codegen {

ScalarOp scalar_op(const ir::Function& function, const ir::Op& op) {
  ScalarOp out{op.kind, function[op.operands.back()].type.element, function[op.results[0]].type.element, std::nullopt};
  out.of_tensor = function[op.results[0]].type.rank() > 0;
  if (op.attributes.find("order")) out.order = op.attributes.get<std::int64_t>("order");
  return out;
}

std::string_view scalar_expression(const ScalarOp& op) {
  if (!op.text.empty()) return op.text;
  const ir::OpInfo& info = ir::definition(op.kind).info;
  if (info.trait == ir::Trait::broadcast) return "x";
  const bool complex = ir::is_complex(op.working) || ir::is_complex(op.result);
  if (complex && !info.complex.text.empty()) return info.complex.text;
  const bool real = ir::is_float(op.working);
  const std::string_view text = real && !info.scalar.text.empty() ? info.scalar.text : info.integer.text;
  GRADC_CHECK(!text.empty());
  return text;
}

std::vector<std::string_view> words_of(std::string_view text) {
  auto word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == ':' || c == '.';
  };
  std::vector<std::string_view> out;
  while (!text.empty()) {
    std::size_t n = 1;
    // The colon of ?: stands alone; that of a qualified name does not.
    if (word(text[0]) && text[0] != ':')
      while (n < text.size() && word(text[n])) ++n;
    out.push_back(text.substr(0, n));
    text.remove_prefix(n);
  }
  return out;
}

int operand_index(std::string_view token) {
  return token.size() == 1 && token[0] >= 'x' && token[0] <= 'z' ? token[0] - 'x' : -1;
}

std::vector<int> mentions_of_operands(const ScalarOp& op, std::size_t operands) {
  std::vector<int> count(operands);
  for (std::string_view token : words_of(scalar_expression(op)))
    if (const int i = operand_index(token); i >= 0 && static_cast<std::size_t>(i) < operands) ++count[static_cast<std::size_t>(i)];
  return count;
}

std::vector<int> mentions_of_operands(const ir::Function& function, const ir::Op& op) {
  return mentions_of_operands(scalar_op(function, op), op.operands.size());
}

}  // namespace codegen
