#include "tests/conformance/control.h"

#include <algorithm>
#include <utility>

namespace conformance {
namespace {

Exprs joined(Exprs a, const Exprs& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<ir::Type> types_of(const Exprs& values) {
  std::vector<ir::Type> types;
  for (Expr value : values) types.push_back(value.type());
  return types;
}

ir::Attributes carried_count(const Exprs& carried) {
  return {{"carried", static_cast<std::int64_t>(carried.size())}};
}

void append(Numbers& numbers, const Value& value) {
  if (!value.is_tensor())
    for (const Value& element : value.sequence()) append(numbers, element);
  else
    for (std::int64_t i = 0; i < value.tensor().size(); ++i) numbers.push_back(value.tensor().at(i));
}

void expect_equal(const Numbers& found, const Numbers& expected, std::string_view what) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(std::isnan(found[i]), std::isnan(expected[i])) << what << ' ' << i;
    if (std::isnan(expected[i])) continue;
    EXPECT_NEAR(found[i], expected[i], 1e-12 * std::abs(expected[i])) << what << ' ' << i;
  }
}

}  // namespace

Exprs Control::either(Expr condition, const Exprs& operands, const Body& then, const Body& otherwise) {
  const auto yes = block(types_of(operands), then), no = block(types_of(operands), otherwise);
  return ops(Kind::If, joined({condition}, operands), {}, {yes, no});
}

Exprs Control::loop(const Exprs& carried, const Exprs& invariants, const Condition& more, const Body& body) {
  const Exprs operands = joined(carried, invariants);
  const auto condition = block(types_of(operands), [&](const Exprs& v) { return Exprs{more(v)}; });
  return ops(Kind::While, operands, carried_count(carried), {condition, block(types_of(operands), body)});
}

Exprs Control::times(Expr n, const Exprs& carried, const Exprs& invariants, const Body& body) {
  const Exprs operands = joined(joined({n}, carried), invariants);
  const auto trip = block(types_of(operands), [&](Exprs v) {
    std::rotate(v.begin(), v.begin() + 1, v.end());
    return body(v);
  });
  ir::Attributes attributes = carried_count(carried);
  attributes.set("scanned", std::int64_t{0});
  return ops(Kind::Scan, operands, attributes, {trip});
}

Expr Control::map(Expr x, int n, const Exprs& invariants, const Condition& element_of) {
  return times(n, {ir::zeros_like(x)}, joined({x}, invariants), [&](const Exprs& v) {
    const Expr i = v.back();
    const Expr y = element_of(joined({element(v[1], i)}, {v.begin() + 2, v.end() - 1}));
    return Exprs{op(Kind::SetElement, {v[0], y, i})};
  })[0];
}

Exprs Control::call(const std::string& name, const Exprs& operands) {
  return ops(Kind::Call, operands, {}, {}, module.find(name));
}

Expr Control::rows(Expr x, const std::vector<std::int64_t>& numbers, ir::ElementType type) {
  Exprs indices;
  for (std::int64_t number : numbers)
    indices.push_back(ir::expand_dims(ir::astype(integer(number), type), {0}));
  const ir::Attributes first_axis{{"axis", std::int64_t{0}}};
  return op(Kind::Take, {x, indices.size() == 1 ? indices[0] : op(Kind::Concat, indices, first_axis)},
            first_axis);
}

Expr Control::total(Expr x) {
  ir::Integers axes;
  for (int axis = 0; axis < x.rank(); ++axis) axes.push_back(axis);
  return ir::sum(x, axes);
}

Expr Control::empty() {
  return op(Kind::SequenceEmpty, {},
            {{"depth", std::int64_t{0}}, {"element", ir::ElementType::f64}, {"rank", std::int64_t{0}}});
}

Numbers Control::gradients_of(const Exprs& targets, const Exprs& sources, std::string_view pipeline) {
  Request request;
  request.pipeline = pipeline;
  Numbers found;
  for (const auto& gradient : gradients(targets, sources, request)) {
    if (gradient)
      append(found, *gradient);
    else
      found.push_back(kAbsent);
  }
  return found;
}

void Control::expect(const Exprs& targets, const Exprs& sources, const Numbers& expected, int order) {
  for (std::string_view pipeline : {"", "simplify,cse,dce"})
    expect_equal(gradients_of(targets, sources, pipeline), expected,
                 pipeline.empty() ? "gradient" : "after passes");
  if (order > 0) agree(targets, order);
}

void Control::agree(const Exprs& targets, int order) {
  std::vector<ir::ValueId> ids;
  for (Expr target : targets) ids.push_back(target.id);
  if (ids == std::exchange(agreed_, ids)) return;
  EXPECT_EQ(control::disagreement(returning(targets), values, order), "");
}

void Control::expect_values(const Exprs& targets, const Numbers& expected) {
  Numbers found;
  for (const Value& value : evaluate(targets)) append(found, value);
  expect_equal(found, expected, "value");
}

void Control::expect_orders(Expr y, const std::string& x, const Numbers& derivatives) {
  ir::Module by_reverse = returning({y}), by_forward = by_reverse;
  std::vector<Value> seeds = values;
  for (std::size_t order = 0; order < derivatives.size(); ++order) {
    if (order > 0) {
      const int last = static_cast<int>(order) - 1;
      by_reverse = reverse_of(by_reverse, {x}, {last});
      by_forward = forward_of(by_forward, {x}, {last});
      seeds.push_back(reference::real(1));
    }
    for (const Value& found : {run(by_reverse, values).at(order), run(by_forward, seeds).at(order)})
      EXPECT_NEAR(conformance::number(found), derivatives[order],
                  1e-12 * std::abs(derivatives[order]) + 1e-300)
          << order;
  }
}

int count(const ir::DerivedFunction& derived, Kind kind, bool made) {
  const auto& ops = derived.module[derived.function].ops;
  return static_cast<int>(std::count_if(
      ops.begin(), ops.end(), [&](const ir::Op& op) { return op.kind == kind && op.derived == made; }));
}

}  // namespace conformance
