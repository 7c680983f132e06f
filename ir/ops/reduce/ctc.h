// Connectionist temporal classification: labels of sequences that nobody has aligned. A. Graves and others,
// "Connectionist temporal classification", 2006.
#pragma once

#include <limits>

#include "ir/kind.h"
#include "ir/ops/reduce/loss.h"

namespace ir::ops {

// -ln of the sum, over all ways that one goes through, of the probabilities that x (frames, N, classes) gives
// logarithms of: in each frame a label of the target y (N, labels) or the blank, each label once or more in a
// row, a blank at least between equal ones. Of the frames the first z count, of the labels the first u.
// `mean`: of each over its labels; ∞ where there is no way, and then the derivative is 0
//   a(s) is ln of the sum up to a frame for those that end at place s of blank, y₀, blank, y₁, ..., blank:
//   a'(s) = x(s) + ln of the sum of e^a(s), e^a(s - 1) and, where the label is not that at s - 2, e^a(s - 2)
struct CtcLoss {
  static constexpr OpInfo info{
      .name = "ctc_loss",
      .cpp = "gradc::ctc_loss(x, y:integer, z:integer, u:integer, blank=0, reduction=mean)",
      .trait = Trait::composite,
      .arity = 4,
      .domain = {-4, -0.2},
      .may_fail = true,
      .attributes = "blank: count, reduction: string"};
  static std::optional<Type> type(const TypeRule& r) {
    const Type &x = r.type(0), &y = r.type(1);
    if (!check_reduction(r) || !check_element(r, x, kFloat)) return std::nullopt;
    for (std::size_t i : {1u, 2u, 3u})
      if (!check_element(r, r.type(i), kInteger)) return std::nullopt;
    if (x.rank() != 3)
      return r.fail(DiagnosticId::rank, r.op_name, "frames, sequences and classes as axes", x.rank());
    if (y.rank() != 2) return r.fail(DiagnosticId::rank, r.op_name, "sequences and labels as axes", y.rank());
    if (!r.same(x.extents[1], y.extents[0], "the sequences")) return std::nullopt;
    for (std::size_t i : {2u, 3u}) {
      if (r.type(i).rank() != 1)
        return r.fail(DiagnosticId::rank, r.op_name, "a length for each sequence", r.type(i).rank());
      if (!r.same(x.extents[1], r.type(i).extents[0], "the sequences")) return std::nullopt;
    }
    return Type{x.element, is_unreduced(r.attributes) ? Shape{x.extents[1]} : Shape{}, 0};
  }
  static Expr expand(const Rule& r) {
    const Expr x = r.x[0];
    Builder& b = *x.builder;
    const Extent frames = x.shape()[0], n = x.shape()[1], labels = r.x[1].shape()[1], places = 2 * labels + 1;
    const Shape states{n, places};
    const ElementType element = x.type().element;
    const auto full = [&](const Shape& shape, ElementType of, double value) {
      return Expr{&b, b.full({of, shape, 0}, value)};
    };
    const auto never = [&](const Shape& shape) {
      return full(shape, element, -std::numeric_limits<double>::infinity());
    };
    const auto count = [&](const Extent& to) {
      return Expr{&b, b.append(Kind::Iota, {}, {{"n", Shape{to}}, {"to", ElementType::i64}})};
    };
    const auto each = [&](Expr numbers, const Shape& shape) {
      return broadcast(expand_dims(numbers, {1}), shape);
    };  // (N) for (N, ...)
    const auto join = [](std::vector<Expr> parts) {
      return apply(Kind::Concat, parts, {{"axis", std::int64_t{1}}});
    };
    const auto first = [](Expr of, const Extent& some) {
      return apply(Kind::Slice, {of}, {{"begin", Shape{0, 0}}, {"shape", Shape{of.shape()[0], some}}});
    };
    // `by` places later, after what comes in; as many as there are.
    const auto later = [&](Expr of, std::int64_t by, const auto& coming) {
      const Extent kept = Extent::max(places - by, 0);
      return join({coming(Shape{n, places - kept}), first(of, kept)});
    };

    const Expr frame_count = astype(r.x[2], ElementType::i64), label_count = astype(r.x[3], ElementType::i64);
    const Shape given{n, labels};
    const auto blank = static_cast<double>(r.attributes.get<std::int64_t>("blank"));
    const Expr is_label = broadcast(count(labels), given) < each(label_count, given);
    const Expr label =
        where(is_label, astype(r.x[1], ElementType::i64), full(given, ElementType::i64, blank));
    const Expr pairs =
        apply(Kind::Concat, {expand_dims(full(given, ElementType::i64, blank), {2}), expand_dims(label, {2})},
              {{"axis", std::int64_t{2}}});
    const Expr path = join({reshape(pairs, {n, 2 * labels}), full({n, 1}, ElementType::i64, blank)});
    const auto blanks = [&](const Shape& shape) { return full(shape, ElementType::i64, blank); };
    const Expr may_skip = apply(Kind::NotEqual, {path, later(path, 2, blanks)});
    const Expr scores =
        apply(Kind::TakeAlongAxis, {x, broadcast(path, {frames, n, places})}, {{"axis", std::int64_t{2}}});

    const Expr start = join({full({n, 1}, element, 0), never({n, 2 * labels})});
    const std::vector<Expr> operands{start, scores, may_skip, frame_count};
    const std::vector<bool> by_frame{false, true, false, false};
    const Batch loop{Kind::CtcLoss, operands, by_frame, frames, r.attributes, &b};
    const Expr end = one_by_one(loop, start, [&](Expr trip, Expr a, std::vector<Expr> of) {
      Builder& inner = *a.builder;
      const auto none = [&](const Shape& shape) {
        return Expr{&inner, inner.full({element, shape, 0}, -std::numeric_limits<double>::infinity())};
      };
      const Expr skipped = where(of[2], later(a, 2, none), none(states));
      const Expr sum = apply(Kind::Logaddexp, {apply(Kind::Logaddexp, {a, later(a, 1, none)}), skipped});
      const Expr counts = broadcast(expand_dims(broadcast(trip, {n}) < of[3], {1}), states);
      return where(counts, of[1] + sum, a);
    });

    const Expr no_labels = equal(label_count, 0), last = label_count + label_count;
    const auto at_place = [&](Expr place) {
      return apply(Kind::Squeeze,
                   {apply(Kind::TakeAlongAxis, {end, expand_dims(place, {1})}, {{"axis", std::int64_t{1}}})},
                   {{"axes", Integers{1}}});
    };
    const Expr before = where(no_labels, zeros_like(last), last - 1);
    const Expr loss =
        -apply(Kind::Logaddexp, {at_place(last), where(no_labels, never({n}), at_place(before))});
    if (r.attributes.get<std::string>("reduction") != "mean") return reduced_loss(r, loss);
    return reduced_loss(r, loss / astype(where(no_labels, like(last, 1), last - label_count), element));
  }
};

}  // namespace ir::ops
