#include "ir/passes/loops/nest.h"

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/ops/rules.h"
#include "ir/ops/shape/sequence.h"

namespace ir {
namespace {

const Type kIndex = scalar(ElementType::i64);

}  // namespace

Nest nest_of(const Type& type) {
  const bool listed = !type.is_tensor() && type.extents.empty();
  return {type.sequence_depth - (listed ? 1 : 0), listed, listed ? 1 : type.rank()};
}

std::vector<Expr> stacked(Expr trips, const std::vector<Expr>& captured, const TripBody& body) {
  Builder& b = *trips.builder;
  std::vector<Type> types{kIndex};
  std::vector<ValueId> operands{trips.id};
  for (Expr value : captured) {
    types.push_back(value.type());
    operands.push_back(value.id);
  }
  const BlockId block = b.block(types);
  std::vector<Expr> parameters;
  for (ValueId parameter : b.function()[block].parameters) parameters.push_back({&b, parameter});
  const BlockId outside = b.insert_into(block);
  std::vector<ValueId> results;
  for (Expr result : body(parameters[0], {parameters.begin() + 1, parameters.end()})) results.push_back(result.id);
  b.set_results(results);
  b.insert_into(outside);
  std::vector<Expr> sequences;
  for (ValueId made : b.append_all(Kind::Scan, operands, {{"carried", std::int64_t{0}}, {"scanned", std::int64_t{0}}}, {block}))
    sequences.push_back({&b, made});
  return sequences;
}

Expr at_place(Expr nested, const Path& path, const Shape& leading) {
  for (Expr index : path) {
    Shape shape;
    if (nested.type().sequence_depth == 1) {
      shape = leading;
      while (shape.size() < nested.type().extents.size())
        shape.push_back(Extent::symbol(nested.builder->fresh_symbol("at")));
    }
    nested = ops::value_at(nested, index, shape);
  }
  return nested;
}

Expr with_place(Expr nested, const Path& path, Expr value) {
  if (path.empty()) return value;
  const Expr inner = at_place(nested, {path[0]});
  return apply(Kind::SequenceSet, {nested, with_place(inner, {path.begin() + 1, path.end()}, value), path[0]});
}

std::vector<Expr> each_place(Expr like, int levels, const std::vector<Expr>& captured, const PlaceBody& body,
                             const Shape& leading) {
  const std::function<std::vector<Expr>(Expr, const Path&, const std::vector<Expr>&)> inside =
      [&](Expr nested, const Path& path, const std::vector<Expr>& seen) {
        if (path.size() == static_cast<std::size_t>(levels)) return body(nested, path, seen);
        std::vector<Expr> all = seen;
        all.insert(all.end(), path.begin(), path.end());
        all.push_back(nested);
        return stacked(ops::size_of(nested), all, [&](Expr trip, const std::vector<Expr>& now) {
          const auto end_of_seen = now.begin() + static_cast<std::ptrdiff_t>(seen.size());
          Path deeper(end_of_seen, now.end() - 1);
          deeper.push_back(trip);
          return inside(at_place(now.back(), {trip}, leading), deeper, {now.begin(), end_of_seen});
        });
      };
  return inside(like, {}, captured);
}

// How many there are is known inside an `if` that is always true.
Expr tensor_at(Expr place, const Shape& extents) {
  if (place.type().is_tensor()) return place;
  Builder& b = *place.builder;
  const ElementType element = place.type().element;
  const ValueId n = ops::size_of(place).id;
  const Extent size = Extent::symbol(b.fresh_symbol("size"));
  std::vector<BlockId> arms;
  for (int arm = 0; arm < 2; ++arm) {
    arms.push_back(b.block({kIndex, place.type()}, {b.fresh_name("n"), "values"}));
    const std::vector<ValueId> p = b.function()[arms.back()].parameters;
    const BlockId outside = b.insert_into(arms.back());
    const Type tensor{element, with_axis(*b.extent_of(p[0]), extents), 0};
    const bool numbers = extents.empty();
    const BlockId body = b.block({kIndex, tensor, numbers ? scalar(element) : place.type()}, {"trip", "list", "value"});
    const std::vector<ValueId> q = b.function()[body].parameters;
    const BlockId around = b.insert_into(body);
    const Expr trip{&b, q[0]}, given{&b, q[2]};
    const Expr value = numbers ? given : ops::value_at(given, trip, extents);
    b.set_results({apply(Kind::SetElement, {{&b, q[1]}, value, trip}).id});
    b.insert_into(around);
    b.set_results(b.append_all(Kind::Scan, {p[0], b.full(tensor, 0), p[1]},
                               {{"carried", std::int64_t{1}}, {"scanned", std::int64_t{numbers}}}, {body}));
    b.insert_into(outside);
  }
  const ValueId yes = b.constant_integer(ElementType::boolean, 1);
  const auto made = b.append_all(Kind::If, {yes, n, place.id},
                                 {{"shapes", with_axis(size, extents)}, {"varying", Integers{0}}}, arms);
  return {&b, made.at(0)};
}

Expr sequence_along(Expr tensor) {
  const Expr trips{tensor.builder, tensor.builder->extent_value(tensor.shape()[0])};
  return stacked(trips, {tensor}, [](Expr trip, const std::vector<Expr>& captured) {
    return std::vector{apply(Kind::Element, {captured[0], trip})};
  })[0];
}

}  // namespace ir
