// The op table, built from the paragraphs in ir/ops/ in the order of ops.def (ir/ops/define.h), and what type rules share.
#include "ir/op.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_map>

#include "ir/check.h"
#include "ir/ops/table.h"

namespace ir {
namespace {

constexpr std::size_t kOps = 0
#define GRADC_OP(Name) +1
#include "ir/ops.def"
#undef GRADC_OP
    ;

std::array<OpDefinition, kOps> make_table() {
  std::array<OpDefinition, kOps> table{};
  for (const auto define : {define_elementwise, define_shape, define_reduce, define_network, define_linear_algebra}) define(table);
  for (const OpDefinition& row : table) GRADC_CHECK(row.type);
  return table;
}

constexpr std::array kVectorFunctions = {
#define GRADC_VECTOR_FUNCTION(name) std::string_view(#name),
#include "ir/ops/vector_functions.def"
#undef GRADC_VECTOR_FUNCTION
};

constexpr std::array<std::string_view, 2> kSpaces = {"std::", "gradc::scalar::"};

}  // namespace

std::string vector_function(std::string_view word) {
  for (std::string_view space : kSpaces)
    if (const auto name = word.starts_with(space) ? word.substr(space.size()) : "";
        std::find(kVectorFunctions.begin(), kVectorFunctions.end(), name) != kVectorFunctions.end())
      return "gradc::vector_math::" + std::string(name);
  return {};
}

bool calls_vector_function(std::string_view expression) {
  for (std::string_view space : kSpaces)
    for (std::size_t at = expression.find(space); at != std::string_view::npos; at = expression.find(space, at + 1))
      if (!vector_function(expression.substr(at, expression.find('(', at) - at)).empty()) return true;
  return false;
}

int flops(std::string_view expression) {
  constexpr std::array<std::string_view, 6> kBits = {"abs", "signbit", "copysign", "isnan", "isinf", "isfinite"};
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':' || c == '.'; };
  int out = 0;
  for (std::size_t at = 0; at < expression.size();) {
    if (!is_word(expression[at])) {
      // Of an operator of two characters each but the last is counted as nothing.
      const bool doubled = at + 1 < expression.size() && std::string_view("=&|").find(expression[at + 1]) != std::string_view::npos;
      if (!doubled) out += expression[at] == '/' ? 6 : std::string_view("+-*<>=&|?!").find(expression[at]) != std::string_view::npos;
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < expression.size() && is_word(expression[end])) ++end;
    const std::string_view word = expression.substr(at, end - at);
    const bool is_call = end < expression.size() && expression[end] == '(' && word != "T";
    const std::string_view name = word.substr(word.starts_with("std::") ? 5 : 0);
    if (is_call) out += std::find(kBits.begin(), kBits.end(), name) != kBits.end() ? 1 : name == "sqrt" ? 6 : 20;
    at = end;
  }
  return out;
}

std::span<const OpDefinition> op_table() {
  static const std::array<OpDefinition, kOps> table = make_table();
  return table;
}
const OpDefinition& definition(Kind kind) { return op_table()[static_cast<std::size_t>(kind)]; }

bool may_fail(const OpView& v) {
  const OpInfo& info = definition(v.op.kind).info;
  if (const auto parts = definition(v.op.kind).parts; parts && !parts(v).empty()) return true;
  return info.may_fail && (info.trait != Trait::elementwise || is_integer(v.result().element));
}

std::optional<Kind> find_op(std::string_view name) {
  static const auto kinds = [] {
    std::unordered_map<std::string_view, Kind> by_name;
    for (std::size_t i = 0; i < kOps; ++i) by_name.emplace(op_table()[i].info.name, static_cast<Kind>(i));
    return by_name;
  }();
  const auto found = kinds.find(name);
  return found == kinds.end() ? std::nullopt : std::optional(found->second);
}

bool TypeRule::same(const Extent& a, const Extent& b, std::string_view what) const {
  if (facts.assume(a, b, block, loc)) return true;
  fail(DiagnosticId::shape_mismatch, op_name, facts.resolve(a).text(), facts.resolve(b).text(), what);
  return false;
}

bool TypeRule::same_shape(const Type& a, const Type& b) const {
  if (a.rank() != b.rank()) {
    fail(DiagnosticId::type_mismatch, op_name,
         fmt::format("operands have shapes {} and {}", text(a.extents), text(b.extents)));
    return false;
  }
  for (std::size_t i = 0; i < a.extents.size(); ++i)
    if (a.extents[i] != b.extents[i] && !same(a.extents[i], b.extents[i], fmt::format("axis {}", i))) return false;
  return true;
}

std::optional<int> TypeRule::axis(std::int64_t axis, int rank) const {
  if (axis < 0 || axis >= rank) return fail(DiagnosticId::axis_out_of_range, op_name, axis, rank);
  return static_cast<int>(axis);
}

namespace {
bool has_complex(Expr x) { return x.valid() && is_complex(x.type().element); }
// Whether what the rule says of the derivative depends on that operand.
bool is_read(const Derivative& derivative, std::size_t i) {
  if (const auto* linear = std::get_if<Linear>(&derivative)) return i < 32 && (linear->operands >> i & 1u) == 0;
  if (const auto* general = std::get_if<General>(&derivative)) return !general->adjoint;
  return std::holds_alternative<Bilinear>(derivative);
}
}  // namespace

Conjugated::Conjugated(const OpDefinition& op, const Rule& given)
    : x(given.x.begin(), given.x.end()), rule(given) {
  for (std::size_t i = 0; i < x.size(); ++i)
    if (has_complex(x[i]) && is_read(op.derivative, i)) x[i] = conj(x[i]);
  const auto* general = std::get_if<General>(&op.derivative);
  if (general && !general->adjoint && has_complex(rule.y)) rule.y = conj(rule.y);
  rule.x = x;
}

Expr adjoint_of(const OpDefinition& op, const Rule& r, int i) {
  if (const auto* pointwise = std::get_if<Pointwise>(&op.derivative))
    return r.bar * conj(pointwise->partials[i](r));
  if (const auto* linear = std::get_if<Linear>(&op.derivative)) return linear->transpose(r, i);
  if (const auto* bilinear = std::get_if<Bilinear>(&op.derivative)) return bilinear->transpose(r, i);
  return std::get<General>(op.derivative).vjp(r, i);
}

Expr Rule::again(Kind kind, std::vector<Expr> operands) const { return apply(kind, operands, attributes); }

Expr in_float(const std::function<Expr(const Rule&)>& rule, const Rule& r, ElementType element) {
  const auto wide = [](Expr x) {
    const bool half = x.valid() && is_float(x.type().element) && bytes(x.type().element) == 2;
    return half ? astype(x, ElementType::f32) : x;
  };
  std::vector<Expr> x, dots;
  for (Expr operand : r.x) x.push_back(wide(operand));
  for (Expr dot : r.dots) dots.push_back(wide(dot));
  const Expr made = rule({x, wide(r.y), wide(r.bar), dots, r.attributes, r.builder});
  return made.valid() ? astype(made, element) : made;
}

Expr expanded(const OpDefinition& op, Builder& builder, const std::vector<Expr>& operands, const Attributes& attributes,
              ElementType element) {
  const Rule rule{operands, {}, {}, {}, attributes, &builder};
  return op.info.moves ? op.expand(rule) : in_float(op.expand, rule, element);
}

std::int64_t Evaluation::value(const Extent& extent) const {
  const auto value = extent.evaluate(symbols);
  GRADC_CHECK(value.has_value());
  return *value;
}

std::vector<std::int64_t> Evaluation::values(const Shape& shape) const {
  std::vector<std::int64_t> out;
  for (const Extent& extent : shape) out.push_back(value(extent));
  return out;
}

}  // namespace ir
