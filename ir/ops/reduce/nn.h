// The softmax family, all with the greatest element subtracted first.
#pragma once

#include <cmath>
#include <limits>

#include "ir/kind.h"
#include "ir/ops/reduce/reduce.h"

namespace ir::ops {

struct AxisOp {
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kFloat)) return std::nullopt;
    if (!r.axis(r.attributes.get<std::int64_t>("axis"), r.type(0).rank())) return std::nullopt;
    return r.type(0);
  }
  static Geometry kernel(const OpView& v) {
    return around_axis(v.operand(0).extents, v.op.attributes.get<std::int64_t>("axis"));
  }
  static Lines lines(const OpView& v) { return {{v.op.attributes.get<std::int64_t>("axis")}, {}}; }
};

// The sum along the op's axis, repeated along it.
inline Expr sum_along(const Rule& r, Expr x) {
  return broadcast(sum(x, {r.attributes.get<std::int64_t>("axis")}, true), x.shape());
}

// Calls f(positions along the axis) for every line of x along `axis`.
template <class F>
void each_line(const Literal& x, std::int64_t axis, F f) {
  auto starts = x.extents;
  const std::int64_t n = starts[at(axis)];
  starts[at(axis)] = n == 0 ? 0 : 1;
  for (IndexWalk i(starts); !i.done(); i.next()) {
    std::vector<std::int64_t> line;
    auto index = i.index();
    for (std::int64_t k = 0; k < n; ++k) {
      index[at(axis)] = k;
      line.push_back(IndexWalk::offset(index, x.extents));
    }
    f(line);
  }
}

// ln Σ eˣ over those positions, shifted by the greatest.
inline double line_logsumexp(const Literal& x, const std::vector<std::int64_t>& line) {
  double greatest = -std::numeric_limits<double>::infinity(), total = 0;
  for (std::int64_t i : line) greatest = std::fmax(greatest, x.at(i));
  for (std::int64_t i : line) total += std::exp(x.at(i) - greatest);
  return greatest + std::log(total);
}

// y = eˣ / Σ eˣ along an axis        x̄ = y (ȳ - Σ y ȳ)        ẏ = y (ẋ - Σ y ẋ)
struct Softmax : AxisOp {
  static constexpr OpInfo info{.name = "softmax", .cpp = "gradc::softmax(x, axis=-1)", .trait = Trait::kernel,
                               .in_place = 0, .attributes = "axis: count"};
  static Expr rule(const Rule& r, Expr v) {
    const Expr total = sum_of_products(r.y, v, {r.attributes.get<std::int64_t>("axis")}, true);
    return r.y * (v - broadcast(total, v.shape()));
  }
  static constexpr Derivative derivative = General{[](const Rule& r, int) { return rule(r, r.bar); },
                                                   [](const Rule& r) { return rule(r, r.dots[0]); }};
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    each_line(e.x[0], e.attributes().get<std::int64_t>("axis"), [&](const auto& line) {
      const double log_total = line_logsumexp(e.x[0], line);
      for (std::int64_t i : line) y.set(i, std::exp(e.x[0].at(i) - log_total));
    });
    return y;
  }
};

// y = x - ln Σ eˣ along an axis        x̄ = ȳ - eʸ Σ ȳ        ẏ = ẋ - Σ eʸ ẋ
struct LogSoftmax : AxisOp {
  static constexpr OpInfo info{.name = "log_softmax", .cpp = "gradc::log_softmax(x, axis=-1)",
                               .trait = Trait::kernel, .in_place = 0, .attributes = "axis: count"};
  static constexpr Derivative derivative =
      General{[](const Rule& r, int) { return r.bar - apply(Kind::Exp, {r.y}) * sum_along(r, r.bar); },
              [](const Rule& r) { return r.dots[0] - sum_along(r, apply(Kind::Exp, {r.y}) * r.dots[0]); }};
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    each_line(e.x[0], e.attributes().get<std::int64_t>("axis"), [&](const auto& line) {
      const double log_total = line_logsumexp(e.x[0], line);
      for (std::int64_t i : line) y.set(i, e.x[0].at(i) - log_total);
    });
    return y;
  }
};

inline Integers last_axis(Expr x) { return {x.rank() - 1}; }
inline Expr softmax_of(Expr z) { return apply(Kind::Softmax, {z}, {{"axis", last_axis(z)[0]}}); }
// y of the rows, repeated along the classes of z.
inline Expr along_classes(Expr y, Expr z) { return broadcast(expand_dims(y, last_axis(z)), z.shape()); }

inline Geometry rows_and_classes(const OpView& v) {
  const Shape& z = v.operand(0).extents;
  return {{product({z.begin(), z.end() - 1}), z.back()}};
}

// y = -Σ l log_softmax(z) over the last axis; an l of 0 contributes 0 even where z = -∞
//   z̄ = ȳ (softmax(z) Σl - l)        l̄ = -ȳ log_softmax(z)        labels need not sum to 1
struct SoftmaxCrossEntropy {
  static constexpr OpInfo info{.name = "softmax_cross_entropy",
                               .cpp = "gradc::softmax_cross_entropy(x:float, y:float)", .trait = Trait::kernel,
                               .arity = 2};
  static Expr logits_weight(const Rule& r) {
    const Expr z = r.x[0], l = r.x[1];
    return softmax_of(z) * along_classes(sum(l, last_axis(l)), z) - l;
  }
  static Expr labels_weight(const Rule& r) {
    return -apply(Kind::LogSoftmax, {r.x[0]}, {{"axis", last_axis(r.x[0])[0]}});
  }
  static constexpr Derivative derivative = General{
      [](const Rule& r, int i) {
        return along_classes(r.bar, r.x[0]) * (i == 0 ? logits_weight(r) : labels_weight(r));
      },
      [](const Rule& r) {
        Expr total;
        for (int i = 0; i < 2; ++i) {
          const Expr dot = r.dots[at(i)];
          if (!dot.valid()) continue;
          const Expr part = sum((i == 0 ? logits_weight(r) : labels_weight(r)) * dot, last_axis(dot));
          total = total.valid() ? total + part : part;
        }
        return total;
      }};
  static std::optional<Type> type(const TypeRule& r) {
    auto type = one_type(r, kFloat);
    if (!type) return std::nullopt;
    if (type->rank() == 0) return r.fail(DiagnosticId::rank, r.op_name, "an axis of classes", 0);
    type->extents.pop_back();
    return type;
  }
  static Literal evaluate(const Evaluation& e) {
    const Literal &z = e.x[0], &l = e.x[1];
    Literal y = e.zeros();
    std::int64_t row = 0;
    each_line(z, z.rank() - 1, [&](const auto& line) {
      const double log_total = line_logsumexp(z, line);
      double total = 0;
      for (std::int64_t i : line) total -= l.at(i) == 0 ? 0 : l.at(i) * (z.at(i) - log_total);
      y.set(row++, total);
    });
    return y;
  }
  static Geometry kernel(const OpView& v) { return rows_and_classes(v); }
};

// y = logsumexp(z) - z[id] over the last axis        z̄ = ȳ (softmax(z) - onehot(id)); ids outside are an IndexError
struct SparseSoftmaxCrossEntropy {
  static constexpr OpInfo info{.name = "sparse_softmax_cross_entropy",
                               .cpp = "gradc::softmax_cross_entropy(x:float, y:integer)", .trait = Trait::kernel,
                               .arity = 2, .may_fail = true};
  static Expr weight(const Rule& r) {
    const Expr z = r.x[0];
    const Expr hits = apply(Kind::OneHot, {r.x[1]}, {{"n", Shape{z.shape().back()}}, {"to", z.type().element}});
    return softmax_of(z) - hits;
  }
  static constexpr Derivative derivative =
      General{[](const Rule& r, int) { return along_classes(r.bar, r.x[0]) * weight(r); },
              [](const Rule& r) { return sum(weight(r) * r.dots[0], last_axis(r.x[0])); }, 0b01};
  static std::optional<Type> type(const TypeRule& r) {
    Type y = r.type(0);
    if (!check_element(r, y, kFloat) || !check_element(r, r.type(1), kInteger)) return std::nullopt;
    if (y.rank() == 0) return r.fail(DiagnosticId::rank, r.op_name, "an axis of classes", 0);
    y.extents.pop_back();
    if (!r.same_shape(y, r.type(1))) return std::nullopt;
    return y;
  }
  static Literal evaluate(const Evaluation& e) {
    const Literal &z = e.x[0], &ids = e.x[1];
    Literal y = e.zeros();
    std::int64_t row = 0;
    each_line(z, z.rank() - 1, [&](const auto& line) {
      const auto id = ids.integers[at(row)];
      const bool inside = id >= 0 && id < static_cast<std::int64_t>(line.size());
      y.set(row++, inside ? line_logsumexp(z, line) - z.at(line[at(id)]) : std::nan(""));
    });
    return y;
  }
  static Geometry kernel(const OpView& v) {
    Geometry g = rows_and_classes(v);
    g.fields.emplace_back(SourceLine{});
    return g;
  }
};

}  // namespace ir::ops
