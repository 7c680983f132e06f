// Losses: a value for each element, and their mean or sum. Operands have one shape: none is repeated.
#pragma once

#include <cmath>
#include <limits>

#include "ir/kind.h"
#include "ir/ops/reduce/cumulative.h"
#include "ir/ops/shape/index.h"
#include "ir/ops/shape/rearrange.h"

namespace ir::ops {

// What is made of the values of the elements: the attribute is "none", "sum" or "mean".
inline bool is_unreduced(const Attributes& attributes) { return attributes.get<std::string>("reduction") == "none"; }
inline bool check_reduction(const TypeRule& r) {
  const std::string& how = r.attributes.get<std::string>("reduction");
  if (how == "none" || how == "sum" || how == "mean") return true;
  r.fail(DiagnosticId::attribute_value, r.op_name, "reduction", "is none, sum or mean");
  return false;
}
inline Expr reduced_loss(const Rule& r, Expr y) {
  if (is_unreduced(r.attributes)) return y;
  Integers axes;
  for (int axis = 0; axis < y.rank(); ++axis) axes.push_back(axis);
  return apply(r.attributes.get<std::string>("reduction") == "sum" ? Kind::Sum : Kind::Mean, {y},
               {{"axes", axes}, {"keepdims", false}});
}

template <class Op>
struct Loss {
  static std::optional<Type> type(const TypeRule& r) {
    auto type = check_reduction(r) ? one_type(r, kFloat) : std::nullopt;
    if (type && !is_unreduced(r.attributes)) type->extents.clear();
    return type;
  }
  static Expr expand(const Rule& r) { return reduced_loss(r, Op::each(r)); }
};

// (x - y)²
struct Mse : Loss<Mse> {
  static constexpr OpInfo info{.name = "mse", .cpp = "gradc::mse(x, y, reduction=mean)", .trait = Trait::composite,
                               .arity = 2, .attributes = "reduction: string"};
  static Expr each(const Rule& r) { return apply(Kind::SquaredDifference, {r.x[0], r.x[1]}); }
};

// |x - y|; at 0 the derivative is 0
struct L1Loss : Loss<L1Loss> {
  static constexpr OpInfo info{.name = "l1_loss", .cpp = "gradc::l1_loss(x, y, reduction=mean)",
                               .trait = Trait::composite, .arity = 2, .attributes = "reduction: string"};
  static Expr each(const Rule& r) { return apply(Kind::Abs, {r.x[0] - r.x[1]}); }
};

// e²/2 where |e| ≤ δ, else δ(|e| - δ/2), of e = x - y: c (e - c/2) with c the e clipped to [-δ, δ], which is also the
// derivative
inline Expr huber(Expr e, double delta) {
  const Expr c = apply(Kind::Clip, {e, like(e, -delta), like(e, delta)});
  return c * (e - 0.5 * c);
}
inline bool check_positive(const TypeRule& r, const char* name) {
  if (r.attributes.get<double>(name) > 0) return true;
  r.fail(DiagnosticId::attribute_value, r.op_name, name, "is not above 0");
  return false;
}

// y = the mean (or sum, or each) of d²/2 where |d| ≤ δ, else δ (|d| - δ/2), d = x - t        dd: d within ±δ, else ±δ
struct Huber : Loss<Huber> {
  static constexpr OpInfo info{.name = "huber", .cpp = "gradc::huber(x, y, delta=1, reduction=mean)",
                               .trait = Trait::composite, .arity = 2, .attributes = "delta: real, reduction: string"};
  static std::optional<Type> type(const TypeRule& r) { return check_positive(r, "delta") ? Loss::type(r) : std::nullopt; }
  static Expr each(const Rule& r) { return huber(r.x[0] - r.x[1], r.attributes.get<double>("delta")); }
};

// huber with δ = β, over β
struct SmoothL1 : Loss<SmoothL1> {
  static constexpr OpInfo info{.name = "smooth_l1", .cpp = "gradc::smooth_l1(x, y, beta=1, reduction=mean)",
                               .trait = Trait::composite, .arity = 2, .attributes = "beta: real, reduction: string"};
  static std::optional<Type> type(const TypeRule& r) { return check_positive(r, "beta") ? Loss::type(r) : std::nullopt; }
  static Expr each(const Rule& r) {
    const double beta = r.attributes.get<double>("beta");
    const Expr loss = huber(r.x[0] - r.x[1], beta);
    return loss / like(loss, beta);
  }
};

// y = ln cosh x = |x| + ln(1 + e^(-2|x|)) - ln 2        dy/dx = tanh x
struct LnCosh : FloatOp {
  static constexpr OpInfo info{
      .name = "ln_cosh",
      .scalar = GRADC_SCALAR(std::abs(x) + std::log1p(std::exp(T(-2) * std::abs(x))) - T(0.693147180559945309417))};
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) { return apply(Kind::Tanh, {r.x[0]}); }}};
};
// ln cosh(x - y)
struct LogCosh : Loss<LogCosh> {
  static constexpr OpInfo info{.name = "log_cosh", .cpp = "gradc::log_cosh(x, y, reduction=mean)",
                               .trait = Trait::composite, .arity = 2, .attributes = "reduction: string"};
  static Expr each(const Rule& r) { return apply(Kind::LnCosh, {r.x[0] - r.x[1]}); }
};

// max(0, 1 - x y), for a y of -1 or 1; at the kink the derivative is 0
struct Hinge : Loss<Hinge> {
  static constexpr OpInfo info{.name = "hinge", .cpp = "gradc::hinge(x, y, reduction=mean)", .trait = Trait::composite,
                               .arity = 2, .attributes = "reduction: string"};
  static Expr each(const Rule& r) { return apply(Kind::Relu, {1.0 - r.x[0] * r.x[1]}); }
};

// Of logits x, targets y and a weight z of the positive: -z y ln σ(x) - (1 - y) ln σ(-x), of which
//   max(x, 0) - x y + (z - 1) y max(-x, 0) + (1 + (z - 1) y) ln(1 + e^-|x|) neither overflows nor cancels
//   ∂x = (1 - y) - (1 + (z - 1) y) σ(-x), ∂y = (z - 1) softplus(-x) - x, ∂z = y softplus(-x)
struct SigmoidCrossEntropy : FloatOp {
  static constexpr OpInfo info{
      .name = "sigmoid_cross_entropy", .arity = 3,
      .scalar = GRADC_SCALAR((x > 0 ? x : T(0) * x) - x * y + (z - T(1)) * y * (x < 0 ? -x : T(0)) +
                             (T(1) + (z - T(1)) * y) * std::log1p(std::exp(-std::abs(x))))};
  static Expr softplus(const Rule& r) { return apply(Kind::Softplus, {-r.x[0]}); }
  static constexpr Derivative derivative = Pointwise{
      {[](const Rule& r) {
         return (1.0 - r.x[1]) - (1.0 + (r.x[2] - 1.0) * r.x[1]) * apply(Kind::Sigmoid, {-r.x[0]});
       },
       [](const Rule& r) { return (r.x[2] - 1.0) * softplus(r) - r.x[0]; },
       [](const Rule& r) { return r.x[1] * softplus(r); }}};
};

// y = the mean (or sum, or each) of the cross entropy of σ(x) and targets t, those of 1 weighted by p
struct SigmoidCrossEntropyWithLogits : Loss<SigmoidCrossEntropyWithLogits> {
  static constexpr OpInfo info{.name = "sigmoid_cross_entropy_with_logits",
                               .cpp = "gradc::sigmoid_cross_entropy_with_logits(x, y, pos_weight=1, reduction=mean)",
                               .trait = Trait::composite, .arity = 2,
                               .attributes = "pos_weight: real, reduction: string"};
  static Expr each(const Rule& r) {
    return apply(Kind::SigmoidCrossEntropy, {r.x[0], r.x[1], like(r.x[0], r.attributes.get<double>("pos_weight"))});
  }
};

// -y ln x - (1 - y) ln(1 - x), each logarithm at least -100, where its derivative is 0
struct BinaryCrossEntropy : Loss<BinaryCrossEntropy> {
  static constexpr OpInfo info{.name = "binary_cross_entropy", .cpp = "gradc::binary_cross_entropy(x, y, reduction=mean)",
                               .trait = Trait::composite, .arity = 2, .domain = {0.05, 0.95},
                               .attributes = "reduction: string"};
  // The logarithm of p by that op on x; where p is below e^-100 it sees another x.
  static Expr clamped(Kind log, Expr x, Expr p, double otherwise) {
    const Expr low = less(p, 3.720075976020836e-44);
    return where(low, like(x, -100), apply(log, {where(low, like(x, otherwise), x)}));
  }
  static Expr each(const Rule& r) {
    const Expr x = r.x[0], y = r.x[1];
    return -(y * clamped(Kind::Log, x, x, 1)) - (1.0 - y) * clamped(Kind::Log1p, -x, 1.0 - x, 0);
  }
};

// y (ln y - x) of log-probabilities x and probabilities y; 0 where y is 0, and so are the derivatives
struct KlDiv : Loss<KlDiv> {
  static constexpr OpInfo info{.name = "kl_div", .cpp = "gradc::kl_div(x, y, reduction=sum)", .trait = Trait::composite,
                               .arity = 2, .domain = {0.2, 3}, .attributes = "reduction: string"};
  static Expr each(const Rule& r) {
    const Expr x = r.x[0], y = r.x[1], none = equal(y, 0), zero = zeros_like(y);
    const Expr logs = apply(Kind::Log, {where(none, like(y, 1), y)});
    return where(none, zero, y * (logs - where(none, zero, x)));
  }
};

// What the rows of x (..., classes) have at the classes of ids, of class 0 where an id is ignored; and where an id is
// `ignore_index`. Any other id outside is an IndexError. Where classes have weights, operand 2, `weight` is that of
// the id, 0 of what is ignored.
struct Picked {
  Expr taken, ignored, weight;
};
inline Picked picked(const Rule& r) {
  const Expr x = r.x[0], ids = astype(r.x[1], ElementType::i64);
  Builder& b = *x.builder;
  const int last = x.type().rank() - 1;
  const Expr ignored =
      equal(ids, broadcast({&b, b.extent_value(r.attributes.get<std::int64_t>("ignore_index"))}, ids.shape()));
  const Expr places = expand_dims(where(ignored, zeros_like(ids), ids), {last});
  const Expr taken = apply(Kind::TakeAlongAxis, {x, places}, {{"axis", std::int64_t{last}}});
  Picked rows{reshape(taken, ids.shape()), ignored, {}};
  if (r.x.size() < 3) return rows;
  const Expr weight = take(r.x[2], where(ignored, zeros_like(ids), ids), 0);
  rows.weight = where(ignored, zeros_like(weight), weight);
  return rows;
}
// The loss of each row, of which those that are ignored are 0, reduced: a mean is of the others, by their weights.
inline Expr reduced_rows(const Rule& r, Expr loss, const Picked& rows) {
  const Expr ignored = rows.ignored;
  loss = where(ignored, zeros_like(loss), loss);
  if (r.attributes.get<std::string>("reduction") != "mean") return reduced_loss(r, loss);
  Integers axes;
  for (int axis = 0; axis < loss.rank(); ++axis) axes.push_back(axis);
  if (rows.weight.valid()) return sum(loss, axes) / sum(rows.weight, axes);
  const Expr counted = apply(Kind::CountNonzero, {apply(Kind::LogicalNot, {ignored})}, {{"axes", axes}, {"keepdims", false}});
  return sum(loss, axes) / astype(counted, loss.type().element);
}
inline std::optional<Type> rows_type(const TypeRule& r) {
  if (r.count() != 2 && r.count() != 3) return r.fail(DiagnosticId::operand_count, r.op_name, "2 or 3", r.count());
  if (r.count() == 3 && r.type(0).rank() > 0 &&
      (!same_element(r, r.type(0), r.type(2)) || !r.same_shape({r.type(0).element, {r.type(0).extents.back()}, 0}, r.type(2))))
    return std::nullopt;
  auto type = check_reduction(r) ? SparseSoftmaxCrossEntropy::type(r) : std::nullopt;
  if (type && !is_unreduced(r.attributes)) type->extents.clear();
  return type;
}

// -w[id] x[id] of log-probabilities x over the last axis and weights w of the classes, 1 where they are missing; 0 where id is
// `ignore_index`. The mean is over the sum of the weights of the others. Any other id outside is an IndexError
struct NllLoss {
  static constexpr OpInfo info{.name = "nll_loss",
                               .cpp = "gradc::nll_loss(x, y:integer, ignore_index=-100, reduction=mean); "
                                      "gradc::nll_loss(x, y:integer, z:float, ignore_index=-100, reduction=mean)",
                               .trait = Trait::composite, .arity = -1, .may_fail = true,
                               .attributes = "ignore_index: integer, reduction: string"};
  static std::optional<Type> type(const TypeRule& r) { return rows_type(r); }
  static Expr expand(const Rule& r) {
    const Picked rows = picked(r);
    return reduced_rows(r, rows.weight.valid() ? -(rows.weight * rows.taken) : -rows.taken, rows);
  }
};

// ln Σ e^x - (1 - e) x[id] - e mean(x) + z (ln Σ e^x)² of logits x over the last axis, e being `label_smoothing` and z
// `z_loss`; 0 where id is `ignore_index`, and that is not counted in the mean. Any other id outside is an IndexError. With
// weights w of the classes w[id] (ln Σ e^x - (1 - e) x[id] - e ln Σ e^x + z (ln Σ e^x)²) + e/classes Σ w (ln Σ e^x - x), and the
// mean is over the sum of the w[id]
//   x̄ = softmax x (1 + 2 z ln Σ e^x) - (1 - e) onehot(id) - e/classes
struct CrossEntropy {
  static constexpr OpInfo info{
      .name = "cross_entropy",
      .cpp = "gradc::cross_entropy(x, y:integer, CrossEntropy?, ignore_index=-100, label_smoothing=0, z_loss=0, reduction=mean); "
             "gradc::cross_entropy(x, y:integer, z:float, CrossEntropy?, ignore_index=-100, label_smoothing=0, z_loss=0, reduction=mean); "
             "gradc::softmax_cross_entropy(x:float, y:integer, CrossEntropy, ignore_index=-100, label_smoothing=0, z_loss=0, reduction=none); "
             "gradc::softmax_cross_entropy(x:float, y:integer, ignore_index=-100, label_smoothing=0, z_loss=0, reduction)",
      .trait = Trait::composite, .arity = -1, .may_fail = true,
      .attributes = "ignore_index: integer, label_smoothing: real, reduction: string, z_loss: real"};
  static bool check_smoothing(const TypeRule& r) {
    if (const double e = r.attributes.get<double>("label_smoothing"); e >= 0 && e <= 1) return true;
    r.fail(DiagnosticId::attribute_value, r.op_name, "label_smoothing", "is not from 0 to 1");
    return false;
  }
  static std::optional<Type> type(const TypeRule& r) { return check_smoothing(r) ? rows_type(r) : std::nullopt; }
  static Expr weighted(const Rule& r, const Picked& rows, Expr total) {
    const double e = r.attributes.get<double>("label_smoothing"), z = r.attributes.get<double>("z_loss");
    const Expr x = r.x[0];
    Expr own = (1 - e) * (total - rows.taken);
    if (z != 0) own = own + z * (total * total);
    if (e == 0) return rows.weight * own;
    const Expr others = broadcast(r.x[2], x.shape()) * (along_classes(total, x) - x);
    Builder& b = *x.builder;
    const Expr classes = astype({&b, b.extent_value(x.shape().back())}, total.type().element);
    return rows.weight * own + e * sum(others, last_axis(x)) / broadcast(classes, total.shape());
  }
  static Expr expand(const Rule& r) {
    const double smoothing = r.attributes.get<double>("label_smoothing"), z = r.attributes.get<double>("z_loss");
    const Attributes last{{"axes", Integers{r.x[0].rank() - 1}}, {"keepdims", false}};
    const Picked rows = picked(r);
    const Expr total = apply(Kind::Logsumexp, {r.x[0]}, last);
    if (rows.weight.valid()) return reduced_rows(r, weighted(r, rows, total), rows);
    Expr loss = total - (smoothing == 0 ? rows.taken : (1 - smoothing) * rows.taken);
    if (smoothing != 0) loss = loss - smoothing * apply(Kind::Mean, {r.x[0]}, last);
    if (z != 0) loss = loss + z * (total * total);
    return reduced_rows(r, loss, rows);
  }
};

// -Σ l' log_softmax(x) + z (ln Σ e^x)² over the last axis, of labels y that weigh the classes: l' = (1 - e) y + e/classes, e being
// `label_smoothing` and z `z_loss`; the mean is over the rows
//   x̄ = softmax x (Σ l' + 2 z ln Σ e^x) - l', ȳ = -(1 - e) log_softmax x
struct DenseCrossEntropy {
  static constexpr OpInfo info{
      .name = "dense_cross_entropy",
      .cpp = "gradc::softmax_cross_entropy(x:float, y:float, CrossEntropy, label_smoothing=0, z_loss=0, reduction=none); "
             "gradc::softmax_cross_entropy(x:float, y:float, label_smoothing=0, z_loss=0, reduction)",
      .trait = Trait::composite, .arity = 2,
      .attributes = "ignore_index: integer?, label_smoothing: real, reduction: string, z_loss: real"};
  static std::optional<Type> type(const TypeRule& r) {
    if (r.attributes.find("ignore_index"))
      return r.fail(DiagnosticId::attribute_value, r.op_name, "ignore_index", "is only for labels that are numbers of classes");
    auto y = CrossEntropy::check_smoothing(r) && check_reduction(r) ? SoftmaxCrossEntropy::type(r) : std::nullopt;
    if (y && !is_unreduced(r.attributes)) y->extents.clear();
    return y;
  }
  static Expr expand(const Rule& r) {
    const double e = r.attributes.get<double>("label_smoothing"), z = r.attributes.get<double>("z_loss");
    const Expr x = r.x[0];
    Expr labels = r.x[1];
    if (e != 0) {
      Builder& b = *x.builder;
      const Expr classes = astype({&b, b.extent_value(x.shape().back())}, x.type().element);
      labels = (1 - e) * labels + broadcast(like(classes, e) / classes, x.shape());
    }
    Expr loss = apply(Kind::SoftmaxCrossEntropy, {x, labels});
    if (z != 0) loss = loss + z * apply(Kind::Square, {apply(Kind::Logsumexp, {x}, {{"axes", last_axis(x)}, {"keepdims", false}})});
    return reduced_loss(r, loss);
  }
};

// The mean (or sum, or maximum) over the last axis of idx of the rows of x that it names: bags of words
//   x̄ = ȳ added to each, of a maximum in even parts to the greatest
struct EmbeddingBag {
  static constexpr OpInfo info{.name = "embedding_bag", .cpp = "gradc::embedding_bag(x, y:integer, reduction=mean)",
                               .trait = Trait::composite, .arity = 2, .may_fail = true, .attributes = "reduction: string"};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kFloat) || !check_element(r, r.type(1), kInteger)) return std::nullopt;
    if (const auto& how = r.attributes.get<std::string>("reduction"); how != "sum" && how != "mean" && how != "max")
      return r.fail(DiagnosticId::attribute_value, r.op_name, "reduction", "is none of sum, mean and max");
    if (r.attributes.get<std::string>("reduction") == "max" && !r.type(1).extents.empty() && r.type(1).extents.back() == Extent(0))
      return r.fail(DiagnosticId::attribute_value, r.op_name, "reduction", "is max, but a bag of nothing has no greatest row");
    if (r.type(0).rank() != 2 || r.type(1).rank() < 1)
      return r.fail(DiagnosticId::rank, r.op_name, "a matrix and indices with an axis", r.type(0).rank());
    Shape shape = r.type(1).extents;
    shape.back() = r.type(0).extents[1];
    return Type{r.type(0).element, shape, 0};
  }
  static Expr expand(const Rule& r) {
    const Expr rows = apply(Kind::Take, {r.x[0], r.x[1]}, {{"axis", std::int64_t{0}}});
    const std::string& how = r.attributes.get<std::string>("reduction");
    return apply(how == "sum" ? Kind::Sum : how == "max" ? Kind::Max : Kind::Mean, {rows},
                 {{"axes", Integers{r.x[1].rank() - 1}}, {"keepdims", false}});
  }
};

// y = the rows of x that idx names        x̄ = ȳ added to them, but nothing to row `padding_idx`, which stands for no word
struct EmbeddingLookup {
  static constexpr OpInfo info{.name = "embedding_lookup", .cpp = "gradc::embedding_lookup(x, y:integer, padding_idx)",
                               .trait = Trait::composite, .arity = 2, .may_fail = true, .attributes = "padding_idx: integer",
                               .moves = true};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kFloat | kComplex) || !check_element(r, r.type(1), kInteger)) return std::nullopt;
    if (r.type(0).rank() < 1) return r.fail(DiagnosticId::rank, r.op_name, "a table of rows", r.type(0).rank());
    return Type{r.type(0).element, gathered(r.type(0).extents, r.type(1).extents, 0), 0};
  }
  static Expr expand(const Rule& r) {
    const Expr rows = take(r.x[0], r.x[1], 0), ids = astype(r.x[1], ElementType::i64);
    const Expr padding = equal(ids, broadcast(whole(ids, r.attributes.get<std::int64_t>("padding_idx")), ids.shape()));
    Integers inner;
    for (int axis = ids.rank(); axis < rows.rank(); ++axis) inner.push_back(axis);
    return where(broadcast(expand_dims(padding, inner), rows.shape()), apply(Kind::StopGradient, {rows}), rows);
  }
};

// max(0, ‖x - y‖ - ‖x - z‖ + m) along the last axis: how much nearer than z x should be to y; 0 at the kink
struct TripletLoss {
  static constexpr OpInfo info{.name = "triplet_loss", .cpp = "gradc::triplet_loss(x, y, z, margin=1, reduction=mean)",
                               .trait = Trait::composite, .arity = 3, .attributes = "margin: real, reduction: string"};
  static std::optional<Type> type(const TypeRule& r) {
    auto type = check_reduction(r) ? one_type(r, kFloat) : std::nullopt;
    if (!type) return std::nullopt;
    if (type->rank() < 1) return r.fail(DiagnosticId::rank, r.op_name, "vectors along the last axis", type->rank());
    type->extents.pop_back();
    if (!is_unreduced(r.attributes)) type->extents.clear();
    return type;
  }
  static Expr expand(const Rule& r) {
    const Attributes last{{"axes", Integers{r.x[0].rank() - 1}}, {"keepdims", false}};
    const auto distance = [&](Expr to) { return apply(Kind::EuclideanNorm, {r.x[0] - to}, last); };
    return reduced_loss(r, apply(Kind::Relu, {r.attributes.get<double>("margin") + (distance(r.x[1]) - distance(r.x[2]))}));
  }
};

}  // namespace ir::ops
