// What batching rules are made of.
#include <algorithm>

#include "ir/kind.h"
#include "ir/ops/rules.h"

namespace ir {
namespace {

// Each value of a sequence as `one` has it.
Expr each_value(Expr sequence, const std::vector<Expr>& others, const std::function<Expr(Expr, const std::vector<Expr>&)>& one) {
  Builder& b = *sequence.builder;
  Type value = sequence.type();
  if (--value.sequence_depth == 0)
    for (Extent& extent : value.extents) extent = Extent::symbol(b.fresh_symbol("value"));
  std::vector<Type> types{scalar(ElementType::i64), value};
  std::vector<ValueId> operands{apply(Kind::SequenceSize, {sequence}).id, sequence.id};
  for (Expr other : others) {
    types.push_back(other.type());
    operands.push_back(other.id);
  }
  const BlockId body = b.block(types);
  const std::vector<ValueId> p = b.function()[body].parameters;
  const BlockId outside = b.insert_into(body);
  std::vector<Expr> inside;
  for (std::size_t i = 2; i < p.size(); ++i) inside.push_back({&b, p[i]});
  b.set_results({one({&b, p[1]}, inside).id});
  b.insert_into(outside);
  const auto stack = b.append_all(Kind::Scan, operands, {{"carried", std::int64_t{0}}, {"scanned", std::int64_t{1}}}, {body});
  return {&b, stack.at(0)};
}

}  // namespace

Shape with_axis(const Extent& k, const Shape& shape) {
  Shape out{k};
  out.insert(out.end(), shape.begin(), shape.end());
  return out;
}

// A sequence of any has the axis in each of its values, which its type says nothing of.
Type with_axis(const Extent& k, Type type) {
  if (type.element == ElementType::any) return type;
  type.extents = with_axis(type.is_tensor() ? k : Extent(0), type.extents);
  return type;
}

Expr spread(Expr x, const Extent& k) {
  const Value& value = x.builder->function()[x.id];
  if (value.op.valid()) {
    const Op op = x.builder->function()[value.op];
    if (const Batching rule = definition(op.kind).batch; rule && op.operands.empty())
      return rule({op.kind, {}, {}, k, op.attributes, x.builder});
  }
  if (x.type().element == ElementType::any) {
    if (!value.op.valid() || x.builder->function()[value.op].kind != Kind::SequencePack) return {};
    std::vector<Expr> values;
    const std::vector<ValueId> packed = x.builder->function()[value.op].operands;
    for (ValueId one : packed) values.push_back(spread({x.builder, one}, k));
    const bool all = std::all_of(values.begin(), values.end(), [](const Expr& one) { return one.valid(); });
    return all ? ir::apply(Kind::SequencePack, values) : Expr{};
  }
  if (x.type().is_tensor()) return broadcast(x, with_axis(k, x.shape()));
  return each_value(x, {}, [&](Expr one, const std::vector<Expr>&) { return spread(one, k); });
}

Expr Batch::spread(std::size_t i) const { return batched[i] ? x[i] : ir::spread(x[i], k); }

Expr one_of(Expr x, Expr trip) {
  if (x.type().is_tensor()) return apply(Kind::Element, {x, trip});
  return each_value(x, {trip}, [](Expr one, const std::vector<Expr>& others) { return one_of(one, others[0]); });
}

namespace ops {

Attributes over_rest(const Attributes& attributes, const Extent& k) {
  const bool is_of_any = attributes.find("element") && attributes.get<ElementType>("element") == ElementType::any;
  Attributes out;
  for (const auto& [name, attribute] : attributes) {
    Attribute now = attribute;
    if (name == "axis" || (name == "rank" && !is_of_any)) ++std::get<std::int64_t>(now);
    if (name == "axes" || name == "along" || name == "perm")
      for (std::int64_t& axis : std::get<Integers>(now)) ++axis;
    if (name == "perm") std::get<Integers>(now).insert(std::get<Integers>(now).begin(), 0);
    if (name == "shape") now = with_axis(k, std::get<Shape>(now));
    if (name == "begin") now = with_axis(0, std::get<Shape>(now));
    if (name == "end") now = with_axis(k, std::get<Shape>(now));
    if (name == "strides") now = with_axis(1, std::get<Shape>(now));
    out.set(name, now);
  }
  return out;
}

Expr apply_where_typed(const Batch& b, const std::vector<Expr>& x, const Attributes& attributes) {
  std::vector<ValueId> operands;
  for (Expr operand : x) operands.push_back(operand.id);
  Builder& builder = *(x.empty() ? b.builder : x[0].builder);
  const OpDefinition& op = definition(b.kind);
  Diagnostics none;
  const bool typed = op.type(TypeRule{builder.module(), builder.function(), op.info.name, operands, attributes, {}, {},
                                      builder.loc, none, builder.facts(), builder.scope(), builder.insertion()})
                         .has_value();
  return typed ? Expr{&builder, builder.append(b.kind, operands, attributes)} : Expr{};
}

Shape without_axis(const Batch& b, std::size_t i) {
  const Shape shape = b.x[i].shape();
  return b.batched[i] ? Shape{shape.begin() + 1, shape.end()} : shape;
}

Expr over_examples(const Batch& b) {
  for (std::size_t i = 1; i < b.x.size(); ++i)
    if (b.batched[i]) return {};
  std::vector<Expr> x{b.x.begin(), b.x.end()};
  Shape shape = x[0].shape();
  const Extent examples = shape[1];
  shape.erase(shape.begin());
  shape[0] = b.k * examples;
  x[0] = reshape(x[0], shape);
  const Expr y = apply(b.kind, x, b.attributes);
  shape = y.shape();
  shape[0] = examples;
  return reshape(y, with_axis(b.k, shape));
}

Expr one_by_one(const Batch& b, Expr into, const OneOfBatch& one, unsigned whole) {
  Builder& builder = *b.builder;
  std::vector<Type> types{scalar(ElementType::i64), into.type()};
  std::vector<ValueId> operands{builder.extent_value(b.k), into.id};
  std::vector<std::size_t> place(b.x.size());  // of an operand among the parameters; 0: it is what is changed
  for (std::size_t i = 0; i < b.x.size(); ++i) {
    if (b.x[i].id == into.id) continue;
    place[i] = operands.size();
    types.push_back(b.x[i].type());
    operands.push_back(b.x[i].id);
  }
  const BlockId body = builder.block(types);
  const std::vector<ValueId> p = builder.function()[body].parameters;
  const BlockId outside = builder.insert_into(body);
  const Expr trip{&builder, p[0]};
  std::vector<Expr> x;
  for (std::size_t i = 0; i < b.x.size(); ++i) {
    const Expr operand{&builder, p[place[i] == 0 ? 1 : place[i]]};
    x.push_back(b.batched[i] && place[i] != 0 && (whole >> i & 1u) == 0 ? one_of(operand, trip) : operand);
  }
  const Expr next = one(trip, {&builder, p[1]}, x);
  builder.set_results({next.id});
  builder.insert_into(outside);
  const auto made = builder.append_all(Kind::Scan, operands, {{"carried", std::int64_t{1}}, {"scanned", std::int64_t{0}}}, {body});
  return {&builder, made.at(0)};
}

}  // namespace ops
}  // namespace ir
