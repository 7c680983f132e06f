#include "codegen/text/formula.h"

#include <fmt/format.h>

#include <array>

namespace codegen {
namespace {

bool is_number(std::string_view token) { return token[0] >= '0' && token[0] <= '9'; }

// The number of words of T(0) or T(-1), a number of type T, at a place; 0 where none stands there.
std::size_t typed_number(const std::vector<std::string_view>& words, std::size_t w) {
  if (words[w] != "T" || w + 3 >= words.size() || words[w + 1] != "(") return 0;
  if (is_number(words[w + 2])) return 4;
  return words[w + 2] == "-" && is_number(words[w + 3]) ? 5 : 0;
}

// The loosest binding that may replace an operand without parentheses; by the shape of the whole text.
struct Shape {
  Binding whole = Binding::loose;
  std::array<Binding, 3> operands = {Binding::atom, Binding::atom, Binding::atom};
};

// The function that a comparison is; none of other texts.
std::string_view comparison_function(std::string_view text) {
  if (text == "x == y") return "std::equal_to";
  if (text == "x != y") return "std::not_equal_to";
  if (text == "x < y") return "std::less";
  if (text == "x <= y") return "std::less_equal";
  if (text == "x > y") return "std::greater";
  return text == "x >= y" ? "std::greater_equal" : "";
}

Shape shape_of(std::string_view text) {
  using enum Binding;
  if (text == "x") return {atom, {loose, atom, atom}};
  if (text == "-x") return {unary, {atom, atom, atom}};
  if (text == "!x") return {unary, {atom, atom, atom}};
  if (text == "x + y") return {sum, {sum, product, atom}};
  if (text == "x - y") return {sum, {sum, product, atom}};
  if (text == "x * y" || text == "x / y") return {product, {product, unary, atom}};
  if (text == "x * x" || text == "1 / x") return {product, {atom, atom, atom}};
  if (text == "x ? y : z") return {loose, {comparison, sum, sum}};
  const std::size_t open = text.find('(');
  // Each operand is an argument by itself.
  const bool call = open != std::string_view::npos && text.back() == ')' && text.find(' ') > open &&
                    text.find(')') == text.size() - 1 && text.find_first_of("+-*/%<>=?&|", open) == std::string_view::npos;
  if (call) return {atom, {loose, loose, loose}};
  if (!comparison_function(text).empty()) return {comparison, {sum, sum, atom}};
  return {};
}

// The whole of an argument of a call, or of what parentheses hold.
bool enclosed(const std::vector<std::string_view>& words, std::size_t w) {
  return w > 0 && w + 1 < words.size() && words[w - 1] == "(" && words[w + 1] == ")";
}

}  // namespace

std::string parenthesised(const Term& term, Binding loosest) {
  return term.binding <= loosest ? term.text : fmt::format("({})", term.text);
}

Term literal_term(const std::string& text) {
  return {text, text.starts_with('-') ? Binding::unary : Binding::atom};
}

Term formula(const ScalarOp& op, const std::vector<Term>& given, const Backend& backend) {
  const std::string_view text = scalar_expression(op);
  const ir::ElementType working = op.working, result = op.result;
  std::vector<Term> operands = given;
  if (op.order) operands.push_back(literal_term(backend.real_literal(working, static_cast<double>(*op.order))));
  const bool real = ir::is_differentiable(working);
  const bool of_elements = op.of_tensor && ir::is_float(working);
  if (text == "x") {
    std::string converted = backend.convert(operands[0].text, working, result);
    if (converted == operands[0].text) return operands[0];
    return {converted, result == ir::ElementType::boolean ? Binding::comparison : Binding::atom};
  }
  // What two values turn out to be one number: compilers warn of the operators.
  if (const auto compares = comparison_function(text); !compares.empty() && operands[0].text == operands[1].text)
    return {fmt::format("{0}<>()({1}, {1})", compares, operands[0].text), Binding::atom};
  const Shape shape = shape_of(text);
  std::string out;
  const std::vector<std::string_view> words = words_of(text);
  for (std::size_t w = 0; w < words.size(); ++w) {
    const int operand = operand_index(words[w]);
    if (operand >= 0) {
      const auto i = static_cast<std::size_t>(operand);
      out += enclosed(words, w) ? operands[i].text : parenthesised(operands[i], shape.operands[i]);
    } else if (const std::size_t length = typed_number(words, w)) {
      const double sign = words[w + 2] == "-" ? -1 : 1;
      out += backend.real_literal(working, sign * std::stod(std::string(words[w + length - 2])));
      w += length - 1;
    } else if (words[w] == "T") {
      out += backend.compute_type(working);
    } else if (real && is_number(words[w])) {
      out += backend.real_literal(working, std::stod(std::string(words[w])));
    } else {
      const std::string function = of_elements ? ir::vector_function(words[w]) : "";
      out += function.empty() ? words[w] : function;
    }
  }
  const bool exact = real || result == ir::ElementType::boolean || text.starts_with("gradc::");
  if (exact) return {out, shape.whole};
  return {fmt::format("static_cast<{}>({})", backend.compute_type(result), out), Binding::atom};
}

}  // namespace codegen
