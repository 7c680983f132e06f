// The op table, built from the paragraphs in ir/ops/ in the order of ops.def, and what type rules share.
#include "ir/op.h"

#include <algorithm>
#include <array>

#include "ir/ops/activation.h"
#include "ir/ops/attention.h"
#include "ir/ops/binary.h"
#include "ir/ops/bits.h"
#include "ir/ops/cell.h"
#include "ir/ops/cmath.h"
#include "ir/ops/compare.h"
#include "ir/ops/complex.h"
#include "ir/ops/composed.h"
#include "ir/ops/constant.h"
#include "ir/ops/control.h"
#include "ir/ops/conv.h"
#include "ir/ops/ctc.h"
#include "ir/ops/cumulative.h"
#include "ir/ops/element.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/factor.h"
#include "ir/ops/index.h"
#include "ir/ops/linalg.h"
#include "ir/ops/loss.h"
#include "ir/ops/math.h"
#include "ir/ops/matrix_function.h"
#include "ir/ops/meta.h"
#include "ir/ops/nn.h"
#include "ir/ops/normalization.h"
#include "ir/ops/orthogonal.h"
#include "ir/ops/padding.h"
#include "ir/ops/pool.h"
#include "ir/ops/position.h"
#include "ir/ops/random.h"
#include "ir/ops/rearrange.h"
#include "ir/ops/products.h"
#include "ir/ops/reduce.h"
#include "ir/ops/resample.h"
#include "ir/ops/sequence.h"
#include "ir/ops/shape.h"
#include "ir/ops/singular.h"
#include "ir/ops/slice.h"
#include "ir/ops/sort.h"
#include "ir/ops/special.h"
#include "ir/ops/spectral.h"
#include "ir/ops/statistics.h"

namespace ir {
namespace {

template <class T>
concept Definition = requires(const TypeRule& rule) {
  { T::info } -> std::convertible_to<const OpInfo&>;
  T::type(rule);
} && (requires {
  { T::derivative } -> std::convertible_to<const Derivative&>;
} || requires { T::expand; });

template <class T>
constexpr Derivative derivative_of() {
  if constexpr (requires { T::derivative; }) return T::derivative;
  else return ByExpansion{};
}

// A type rule gives one type or, for ops with several results, a list.
std::optional<Types> lift(std::optional<Type> type) {
  if (!type) return std::nullopt;
  return Types{*std::move(type)};
}
std::optional<Types> lift(std::optional<Types> types) { return types; }

// Sequences are for the ops that have to do with them, for control, and for what gives its operand back.
template <class T>
constexpr bool kTakesSequences = T::info.trait == Trait::sequence || T::info.trait == Trait::control ||
                                 std::is_base_of_v<ops::AliasOp, T>;

template <class T>
std::optional<Types> checked_type(const TypeRule& rule) {
  for (std::size_t i = 0; !kTakesSequences<T> && i < rule.count(); ++i)
    if (!rule.type(i).is_tensor())
      return rule.fail(DiagnosticId::type_mismatch, rule.op_name,
                       fmt::format("it takes tensors, not {}", rule.type(i).text()));
  return lift(T::type(rule));
}

template <Definition T>
constexpr OpDefinition make() {
  OpDefinition op{T::info, &checked_type<T>, derivative_of<T>()};
  if constexpr (requires { &T::evaluate; }) op.evaluate = &T::evaluate;
  if constexpr (requires { &T::kernel; } && T::info.trait != Trait::composite) op.kernel = &T::kernel;
  if constexpr (requires { &T::expand; }) op.expand = &T::expand;
  if constexpr (requires { &T::extent; }) op.extent = &T::extent;
  if constexpr (requires { &T::rows_onto; }) {
    op.rows_onto = &T::rows_onto;
    op.rows = &T::rows;
  }
  if constexpr (requires { &T::parts; }) op.parts = &T::parts;
  if constexpr (requires { T::batch; }) op.batch = T::batch;
  else if constexpr (T::info.trait == Trait::elementwise) op.batch = &ops::over_rest<>;
  if constexpr (requires { T::batched_by; }) op.batched_by = T::batched_by;
  if constexpr (requires { T::dear; }) op.dear = T::dear;
  if constexpr (requires { T::singular; }) op.singular = &T::singular;
  if constexpr (requires { &T::range; }) op.range = &T::range;
  if constexpr (requires { &T::drawn_under; }) op.drawn_under = &T::drawn_under;
  return op;
}

constexpr std::array kTable{
#define GRADC_OP(Name) make<ops::Name>(),
#include "ir/ops.def"
#undef GRADC_OP
};

}  // namespace

const OpDefinition& definition(Kind kind) { return kTable[static_cast<std::size_t>(kind)]; }
std::span<const OpDefinition> op_table() { return kTable; }

bool may_fail(const OpView& v) {
  const OpInfo& info = definition(v.op.kind).info;
  if (const auto parts = definition(v.op.kind).parts; parts && !parts(v).empty()) return true;
  return info.may_fail && (info.trait != Trait::elementwise || is_integer(v.result().element));
}

std::optional<Kind> find_op(std::string_view name) {
  for (std::size_t i = 0; i < kTable.size(); ++i)
    if (kTable[i].info.name == name) return static_cast<Kind>(i);
  return std::nullopt;
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
  for (int i = 0; i < a.rank(); ++i)
    if (!same(a.extents[static_cast<std::size_t>(i)], b.extents[static_cast<std::size_t>(i)],
              fmt::format("axis {}", i)))
      return false;
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
