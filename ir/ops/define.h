// From the paragraph of an op to its row in the table. The table.cpp of each room includes its families, so that an
// edited rule compiles in seconds, and fills in the rows of the ops that it knows.
#pragma once

#include "ir/op.h"
#include "ir/ops/rules.h"
#include "ir/ops/table.h"

namespace ir {

namespace ops {
#define GRADC_OP(Name) struct Name;
#include "ir/ops.def"
#undef GRADC_OP
}  // namespace ops

// A type rule gives one type or, for ops with several results, a list.
inline std::optional<Types> lift(std::optional<Type> type) {
  if (!type) return std::nullopt;
  return Types{*std::move(type)};
}
inline std::optional<Types> lift(std::optional<Types> types) { return types; }

// Internal to each file: which ops are known differs.
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

// Only sequence ops, control, and ops that return their operand take sequences.
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
  if constexpr (requires { &T::moved_from; }) op.moved_from = &T::moved_from;
  if constexpr (requires { &T::lines; }) op.lines = &T::lines;
  if constexpr (requires { T::batch; }) op.batch = T::batch;
  else if constexpr (T::info.trait == Trait::elementwise) op.batch = &ops::over_rest<>;
  if constexpr (requires { T::batched_by; }) op.batched_by = T::batched_by;
  if constexpr (requires { &T::work; }) op.work = &T::work;
  if constexpr (requires { T::dear; }) op.dear = T::dear;
  if constexpr (requires { T::singular; }) op.singular = &T::singular;
  if constexpr (requires { &T::range; }) op.range = &T::range;
  if constexpr (requires { &T::drawn_under; }) op.drawn_under = &T::drawn_under;
  return op;
}

template <class T>
void define_if_known(OpDefinition& row) {
  if constexpr (requires { T::info; }) row = make<T>();
}

void define_known(Table table) {
  std::size_t next = 0;
#define GRADC_OP(Name) define_if_known<ops::Name>(table[next++]);
#include "ir/ops.def"
#undef GRADC_OP
}

}  // namespace
}  // namespace ir
