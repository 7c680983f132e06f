#include "tests/ops/random/modules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ir/kind.h"
#include "ir/verify.h"
#include "tests/ops/samples/samples.h"
#include "tests/reference/differences.h"
#include "tests/reference/graph.h"

namespace ops_test {
namespace {

using ir::ElementType;
using ir::Expr;
using ir::Extent;
using ir::Integers;
using ir::Kind;
using ir::Literal;
using ir::Shape;

constexpr double kTame = 2;  // what the default domain of ops reaches to
constexpr std::int64_t kMostElements = 48;
constexpr double kMostFourth = 2e3;  // about the fourth derivative that a smooth op may have

constexpr Kind kComparisons[] = {Kind::Less,         Kind::LessEqual, Kind::Greater,
                                 Kind::GreaterEqual, Kind::Equal,     Kind::NotEqual};
constexpr Kind kMarks[] = {Kind::Label, Kind::Checkpoint};

struct Known {
  Expr value;
  Literal now;
};

class Generator {
 private:
  template <class List>
  const auto& pick(const List& list) {
    return list[random_() % std::size(list)];
  }

 public:
  Generator(std::uint64_t seed, const RandomOptions& options) : random_(seed), options_(options), next_sampled_(seed * 2) {
    for (std::size_t i = 0; i < ir::op_table().size(); ++i) {
      const ir::OpInfo& info = ir::op_table()[i].info;
      if (info.trait == ir::Trait::elementwise && info.scalar.evaluate && info.attributes.empty() &&
          static_cast<Kind>(i) != Kind::Where && !refuses(static_cast<Kind>(i)))
        elementwise_.push_back(static_cast<Kind>(i));
      for (ElementType element : {ElementType::f64, ElementType::boolean})
        if (is_over_axes(static_cast<Kind>(i), element))
          (element == ElementType::f64 ? over_axes_ : of_truth_).push_back(static_cast<Kind>(i));
    }
    for (const Sample& sample : samples())
      if (is_drawn(sample)) sampled_[sample.op].push_back(&sample);
    const auto count = 1 + random_() % 3;
    for (std::size_t i = 0; i < count; ++i) argument(random_shape());
  }

  RandomModule run() {
    using Step = void (Generator::*)();
    static constexpr Step kSteps[] = {&Generator::elementwise, &Generator::elementwise,
                                      &Generator::elementwise, &Generator::elementwise,
                                      &Generator::reduce,      &Generator::reduce,
                                      &Generator::matmul,      &Generator::rearrange,
                                      &Generator::resize,      &Generator::join,
                                      &Generator::cut_out,     &Generator::select,
                                      &Generator::gather,      &Generator::classify,
                                      &Generator::mark,        &Generator::another_argument,
                                      &Generator::multiply_add, &Generator::sampled,
                                      &Generator::sampled};
    for (int step = 0; step < options_.steps; ++step) (this->*pick(kSteps))();

    std::vector<Expr> results{reals_.back().value};
    while (random_() % 2 == 0) results.push_back(any().value);
    if (!others_.empty() && random_() % 4 == 0) results.push_back(others_.back().value);
    RandomModule made;
    made.module = g_.finish(results);
    made.arguments = arguments_;
    return made;
  }

 private:
  // --- choices ---
  bool chance(double p) { return reference::uniform(random_, 0, 1) < p; }
  // Late values more often, so that chains grow.
  const Known& any() {
    const std::size_t recent = std::min<std::size_t>(4, reals_.size());
    return chance(0.6) ? reals_[reals_.size() - 1 - random_() % recent] : pick(reals_);
  }
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(n));
  }

  // --- arguments ---
  Shape random_shape() {
    Shape shape;
    for (auto rank = random_() % 4; rank > 0; --rank) shape.push_back(1 + below(4));
    return shape;
  }
  // An argument of that shape, some of whose extents become symbols or are those of other arguments.
  void argument(Shape shape) {
    const std::string name = fmt::format("x{}", arguments_.size());
    Literal now = Literal::zeros(ElementType::f64, {});
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      now.extents.push_back(*shape[axis].constant());
      if (!options_.symbolic || now.extents[axis] == 1 || chance(0.5)) continue;
      auto known = std::find_if(symbols_.begin(), symbols_.end(),
                                [&](const auto& s) { return s.second == now.extents[axis]; });
      if (known == symbols_.end() || chance(0.5))
        known = symbols_.emplace(fmt::format("{}.{}", name, axis), now.extents[axis]).first;
      shape[axis] = Extent::symbol(known->first);
    }
    now = Literal::zeros(ElementType::f64, now.extents);
    for (std::int64_t i = 0; i < now.size(); ++i) now.set(i, reference::uniform(random_, -kTame, kTame));
    arguments_.emplace_back(now);
    reals_.push_back({g_.real(name, shape), now});
  }
  Known indices(const Shape& shape, const std::vector<std::int64_t>& extents, std::int64_t below_this) {
    Literal now = Literal::zeros(ElementType::i64, extents);
    for (std::int64_t i = 0; i < now.size(); ++i) now.set_integer(i, below(below_this));
    const std::string name = fmt::format("i{}", arguments_.size());
    arguments_.emplace_back(now);
    return {g_.argument({ElementType::i64, shape, 0}, name), now};
  }
  void another_argument() { argument(random_shape()); }

  // Ops that are one call and have a derivative, whatever they do, as those of their samples have them that are not empty.
  static bool is_drawn(const Sample& sample) {
    const auto has_none = [](const std::vector<std::int64_t>& extents) {
      return std::find(extents.begin(), extents.end(), 0) != extents.end();
    };
    const ir::OpDefinition& op = ir::definition(*ir::find_op(sample.op));
    const ir::Trait trait = op.info.trait;
    if (const auto* none = std::get_if<ir::NoGradient>(&op.derivative); none && !none->cut) return false;
    if (op.info.acts) return false;  // tests/e2e/calls/effects.cpp
    if (op.info.name.starts_with("running_")) return false;  // held constant: differences see what they depend on
    const bool has_order = trait == ir::Trait::elementwise && sample.attributes.find("order");
    return (trait == ir::Trait::kernel || trait == ir::Trait::composite || has_order) && !has_none(sample.result) &&
           std::none_of(sample.operands.begin(), sample.operands.end(),
                        [&](const Operand& operand) { return has_none(operand.extents) || is_complex(operand); });
  }
  void sampled() {
    auto op = sampled_.begin();  // one after the other over the modules, so that each is drawn however many there are
    std::advance(op, next_sampled_++ % sampled_.size());
    const Sample& sample = *pick(op->second);
    std::vector<Known> x;
    for (const Operand& operand : sample.operands) {
      if (!is_real(operand) && !options_.integers) return;
      x.push_back(operand.kind == 'x'   ? tame(of_extents(operand.extents), ir::definition(*ir::find_op(sample.op)).info.domain)
                  : operand.kind == 'd' ? new_real(operand)
                                        : constant_of(operand));
    }
    add(*ir::find_op(sample.op), x, sample.attributes);
  }
  // A value of these extents, all known; an argument where there is none.
  Known of_extents(const std::vector<std::int64_t>& extents) {
    const Shape shape{extents.begin(), extents.end()};
    for (int attempt = 0; attempt < 6; ++attempt)
      if (const Known& x = any(); x.value.shape() == shape) return x;
    return new_real({'x', extents});
  }
  Known new_real(const Operand& operand) {
    Literal now = Literal::zeros(ElementType::f64, operand.extents);
    for (std::int64_t i = 0; i < now.size(); ++i)
      now.set(i, reference::uniform(random_, -kTame, kTame) + on_diagonal(operand, i, kTame));
    const std::string name = fmt::format("x{}", arguments_.size());
    arguments_.emplace_back(now);
    reals_.push_back({g_.real(name, {operand.extents.begin(), operand.extents.end()}), now});
    return reals_.back();
  }
  // The integers of a sample, or bools.
  Known constant_of(const Operand& operand) {
    Literal now = Literal::zeros(element_of(operand), operand.extents);
    for (std::int64_t i = 0; i < now.size(); ++i) {
      const bool given = static_cast<std::size_t>(i) < operand.integers.size();
      now.set_integer(i, given ? operand.integers[static_cast<std::size_t>(i)] : below(2));
    }
    const std::string name = fmt::format("i{}", arguments_.size());
    arguments_.emplace_back(now);
    return {g_.argument({now.element, {operand.extents.begin(), operand.extents.end()}, 0}, name), now};
  }

  // --- ops ---
  reference::OpEvaluation evaluation(Expr y, const std::vector<Literal>& x) const {
    return {g_.function, g_.function[g_.function[y.id].op], x, symbols_};
  }

  // Whether an op has a kink or a jump near its operands. D(s) = f(x + s d) - 2 f(x) + f(x - s d) falls by
  // four when s is halved where f is smooth, and otherwise does not. The directions are the signs of the bits
  // of an element's number, so that of any two elements there is a direction that moves them apart.
  static bool near_kink(const reference::OpEvaluation& evaluate, const std::vector<Literal>& x, const Literal& now) {
    if (now.size() == 0) return false;
    std::uint64_t count = 0;
    for (const Literal& operand : x) count += operand.reals.size();
    // The last direction has no bit set: all elements move together.
    for (std::uint64_t bit = 1; bit / 2 < count; bit *= 2) {
      const auto bend = [&](double step) {
        std::vector<Literal> right = x, left = x;
        std::uint64_t number = 0;
        for (std::size_t operand = 0; operand < x.size(); ++operand)
          for (std::size_t i = 0; i < x[operand].reals.size(); ++i, ++number) {
            const double by = (number & bit) != 0 ? step : -step;
            right[operand].reals[i] += by, left[operand].reals[i] -= by;
          }
        const Literal after = evaluate(right), before = evaluate(left);
        std::vector<double> second;
        for (std::int64_t i = 0; i < now.size(); ++i)
          second.push_back(after.at(i) - 2 * now.at(i) + before.at(i));
        return second;
      };
      for (double step : {0.03, 0.019, 0.01, 0.0062}) {
        const auto whole = bend(step), half = bend(step / 2);
        for (std::size_t i = 0; i < whole.size(); ++i)
          if (!(std::abs(whole[i] - 4 * half[i]) <= kMostFourth * std::pow(step, 4))) return true;
      }
    }
    return false;
  }

  // Whether there is an operand that it has no derivative in, or none of any order.
  static bool refuses(Kind kind) {
    if (kind == Kind::Gammainc || kind == Kind::GammaincSlope || kind == Kind::Gammaincinv) return true;
    const auto* pointwise = std::get_if<ir::Pointwise>(&ir::definition(kind).derivative);
    return pointwise && std::any_of(std::begin(pointwise->refused), std::end(pointwise->refused),
                                    [](const char* why) { return why != nullptr; });
  }
  static bool curved(Kind kind) {
    const ir::Derivative& derivative = ir::definition(kind).derivative;
    return !std::holds_alternative<ir::Linear>(derivative) &&
           !std::holds_alternative<ir::Bilinear>(derivative);
  }

  // The op with its value; null where it is near a kink: then its result is used by nothing.
  const Known* add(Kind kind, const std::vector<Known>& x, const ir::Attributes& attributes = {}) {
    std::vector<Expr> operands;
    std::vector<Literal> now;
    for (const Known& operand : x) operands.push_back(operand.value), now.push_back(operand.now);
    const Expr y = g_.op(kind, operands, attributes);
    const reference::OpEvaluation evaluate = evaluation(y, now);
    Known known{y, evaluate(now)};
    if (curved(kind) && near_kink(evaluate, now, known.now)) return nullptr;
    std::vector<Known>& list = known.now.is_real() ? reals_ : others_;
    list.push_back(std::move(known));
    return &list.back();
  }

  // x, brought into the domain of an op where it is outside.
  Known tame(Known x, const ir::Domain& domain) {
    const auto& now = x.now.reals;
    const bool inside =
        std::all_of(now.begin(), now.end(), [&](double e) { return e >= domain.low && e <= domain.high; });
    if (inside) return x;
    const Known unit = *add(Kind::Sigmoid, {x});  // smooth everywhere, as the ops below
    const Known scaled = *add(Kind::Multiply, {number(domain.high - domain.low, unit), unit});
    return *add(Kind::Add, {number(domain.low, scaled), scaled});
  }
  Known tame(const Known& x) { return tame(x, {}); }
  // A number of the shape of another value.
  Known number(double value, const Known& like) {
    Literal now = like.now;
    std::fill(now.reals.begin(), now.reals.end(), value);
    return {ir::like(like.value, value), now};
  }
  static bool repeats_to(const Shape& from, const Shape& to) {
    if (from.size() > to.size()) return false;
    for (std::size_t i = 0; i < from.size(); ++i)
      if (!(from[i] == Extent(1)) && !(from[i] == to[to.size() - from.size() + i])) return false;
    return true;
  }
  Known repeat(const Known& x, const Known& like) {
    if (x.value.shape() == like.value.shape()) return x;
    return *add(Kind::Broadcast, {x}, {{"shape", like.value.shape()}});
  }
  // A value that has the shape of another or is repeated to it; the other itself where there is none.
  Known partner(const Known& x) {
    for (int attempt = 0; attempt < 4; ++attempt)
      if (const Known& other = any(); repeats_to(other.value.shape(), x.value.shape()))
        return repeat(other, x);
    return x;
  }

  void elementwise() {
    const Kind kind = pick(elementwise_);
    const ir::OpInfo& info = ir::definition(kind).info;
    std::vector<Known> x{tame(any(), info.domain)};
    while (x.size() < static_cast<std::size_t>(info.arity)) x.push_back(tame(partner(x[0]), info.domain));
    if (x.size() > 1 && chance(0.5)) std::swap(x[0], x[1]);
    if (const Known* y = add(kind, x); y && !y->now.is_real() && options_.integers) add_as_real();
  }
  // The last comparison as ones and zeros.
  void add_as_real() { add(Kind::Astype, {others_.back()}, {{"to", ElementType::f64}}); }

  // Ops with an axis, or with axes and keepdims, that take operands of one such type; nothing else is known of them.
  static bool is_over_axes(Kind kind, ElementType element) {
    const ir::OpInfo& info = ir::definition(kind).info;
    const bool has_axis = ir::attribute_kind(kind, "axis") == "count";
    const bool has_axes = !ir::attribute_kind(kind, "axes").empty() && !ir::attribute_kind(kind, "keepdims").empty();
    if (info.arity < 1 || has_axis == has_axes) return false;
    ir::Attributes attributes;
    for (const auto& each : ir::declared_attributes(kind)) {
      if (each.kind != "bool" && each.kind != "count" && each.kind != "real" && each.name != "axes") return false;
      attributes.set(std::string(each.name), plain(each, 1, false));
    }
    reference::Graph g;
    std::vector<ir::ValueId> operands;
    for (int i = 0; i < info.arity; ++i)
      operands.push_back(g.argument({element, {3, 3}, 0}, fmt::format("x{}", i)).id);
    return g.builder.append(kind, operands, attributes).valid();
  }
  static ir::Attribute plain(const ir::DeclaredAttribute& each, std::int64_t axis, bool flag) {
    if (each.name == "axes") return Integers{axis};
    if (each.kind == "bool") return flag;
    if (each.kind == "real") return 2.0;
    return each.name == "axis" ? axis : std::int64_t{0};
  }
  const Known* add_over_axes(Kind kind, std::vector<Known> x) {
    const int rank = x[0].value.rank();
    if (rank == 0) return nullptr;
    ir::Attributes attributes;
    for (const auto& each : ir::declared_attributes(kind))
      attributes.set(std::string(each.name), plain(each, below(rank), chance(0.4)));
    if (attributes.find("axes")) {
      Integers axes;
      for (int axis = 0; axis < rank; ++axis)
        if (chance(0.6)) axes.push_back(axis);
      attributes.set("axes", axes);
    }
    const ir::OpInfo& info = ir::definition(kind).info;
    while (x.size() < static_cast<std::size_t>(info.arity)) x.push_back(tame(partner(x[0]), info.domain));
    return add(kind, x, attributes);
  }
  void reduce() {
    const Kind kind = pick(over_axes_);
    add_over_axes(kind, {tame(any(), ir::definition(kind).info.domain)});
  }
  void matmul() {
    Known a = tame(any());
    if (a.value.rank() == 1) a = *add(Kind::ExpandDims, {a}, {{"axes", Integers{below(2)}}});
    if (a.value.rank() < 2) return;
    const bool left = chance(0.5);
    for (int attempt = 0; attempt < 6; ++attempt) {
      const Known b = tame(any());
      const bool flip_a = chance(0.5), flip_b = chance(0.5);
      if (fits(a.value.shape(), b.value.shape(), flip_a, flip_b)) {
        add(Kind::Matmul, {a, b}, {{"transpose_a", flip_a}, {"transpose_b", flip_b}});
        return;
      }
    }
    add(Kind::Matmul, {a, a}, {{"transpose_a", left}, {"transpose_b", !left}});
  }
  static bool fits(const Shape& a, const Shape& b, bool flip_a, bool flip_b) {
    const std::size_t rank = a.size();
    return rank == b.size() && std::equal(a.begin(), a.end() - 2, b.begin()) &&
           a[rank - (flip_a ? 2 : 1)] == b[rank - (flip_b ? 1 : 2)];
  }

  void rearrange() {
    const Known x = any();
    Integers perm;
    for (int axis = 0; axis < x.value.rank(); ++axis) perm.push_back(axis);
    for (std::size_t i = perm.size(); i > 1; --i) std::swap(perm[i - 1], perm[random_() % i]);
    if (chance(0.5) || perm.size() < 2) {
      const Shape shape = x.value.shape();
      Shape flat{ir::product(shape)};
      if (shape.size() > 1 && chance(0.5)) flat = {shape[0], ir::product({shape.begin() + 1, shape.end()})};
      add(Kind::Reshape, {x}, {{"shape", flat}});
    } else {
      add(Kind::Transpose, {x}, {{"perm", perm}});
    }
  }
  void resize() {
    const Known x = any();
    const Shape shape = x.value.shape();
    Integers ones;
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      if (shape[axis] == Extent(1)) ones.push_back(static_cast<std::int64_t>(axis));
    if (!ones.empty() && chance(0.5)) {
      add(Kind::Squeeze, {x}, {{"axes", ones}});
    } else if (x.value.rank() < 3 && chance(0.5)) {
      add(Kind::ExpandDims, {x}, {{"axes", Integers{below(x.value.rank() + 1)}}});
    } else if (x.value.rank() < 3 && x.now.size() * 3 <= kMostElements) {
      Shape larger = shape;
      for (Extent& extent : larger)
        if (extent == Extent(1) && chance(0.5)) extent = 2;
      larger.insert(larger.begin(), 3);
      add(Kind::Broadcast, {x}, {{"shape", larger}});
    }
  }
  void join() {
    const Known x = any();
    if (x.value.rank() == 0 || x.now.size() * 2 > kMostElements) return;
    add(Kind::Concat, {x, partner(x)}, {{"axis", below(x.value.rank())}});
  }
  // A block of constant extents out of a tensor, or into one of zeros; axes of symbolic extent stay whole.
  void cut_out() {
    const Known x = any();
    const bool into = chance(0.4) && x.now.size() * 2 <= kMostElements;
    Shape begin, shape = x.value.shape();
    for (Extent& extent : shape) {
      const auto n = extent.constant();
      begin.push_back(n && !into ? below(*n) : into ? below(2) : 0);
      if (into)
        extent = extent + begin.back() + below(2);
      else if (n)
        extent = 1 + below(*n - *begin.back().constant());
    }
    add(into ? Kind::Pad : Kind::Slice, {x}, {{"begin", begin}, {"shape", shape}});
  }
  void select() {
    const Known a = any(), b = partner(a);
    if (!add(pick(kComparisons), {a, b})) return;
    const Known condition = others_.back();
    if (!of_truth_.empty() && chance(0.3)) add_over_axes(pick(of_truth_), {condition});
    add(Kind::Where, {condition, partner(a), chance(0.3) ? number(0, a) : partner(a)});
  }
  void multiply_add() {
    const Known a = tame(any()), b = tame(partner(a));
    add(Kind::Fma, {a, b, tame(partner(a))});
  }
  void gather() {
    const Known x = any();
    if (x.value.rank() == 0 || !options_.integers) return;
    const std::int64_t axis = below(x.value.rank());
    const std::int64_t extent = x.now.extents[static_cast<std::size_t>(axis)];
    const std::int64_t count = 1 + below(3);
    const Known at = indices({count}, {count}, extent);
    if (x.now.size() / extent * count > kMostElements) return;
    const Known taken = *add(Kind::Take, {x, at}, {{"axis", axis}});
    if (chance(0.4)) add(Kind::ScatterAdd, {chance(0.5) ? x : number(0, x), at, taken}, {{"axis", axis}});
  }
  void classify() {
    const Known z = tame(any());
    if (z.value.rank() == 0) return;
    Shape rows = z.value.shape();
    const Extent classes = rows.back();
    rows.pop_back();
    std::vector<std::int64_t> extents{z.now.extents.begin(), z.now.extents.end() - 1};
    if (chance(0.5) || !options_.integers) {
      add(Kind::SoftmaxCrossEntropy, {z, tame(partner(z))});
    } else if (chance(0.3)) {
      if (add(Kind::Argmax, {z}, {{"axis", std::int64_t{z.value.rank()} - 1}}))
        add(Kind::OneHot, {others_.back()}, {{"n", Shape{classes}}, {"to", ElementType::f64}});
    } else {
      add(Kind::SparseSoftmaxCrossEntropy, {z, indices(rows, extents, z.now.extents.back())});
    }
  }
  void mark() {
    const Kind kind = pick(kMarks);
    ir::Attributes attributes;
    if (!ir::definition(kind).info.attributes.empty())
      attributes.set("label", fmt::format("mark{}", reals_.size()));
    add(kind, {any()}, attributes);
  }

  reference::Random random_;
  RandomOptions options_;
  reference::Graph g_;
  std::vector<Kind> elementwise_;
  std::map<std::string_view, std::vector<const Sample*>> sampled_;
  std::size_t next_sampled_;
  std::vector<Kind> over_axes_, of_truth_;
  std::vector<Known> reals_, others_;  // doubles; bools and integers
  std::vector<reference::Value> arguments_;
  reference::Symbols symbols_;
};

}  // namespace

RandomModule random_module(std::uint64_t seed, const RandomOptions& options) {
  return Generator(seed, options).run();
}

}  // namespace ops_test
