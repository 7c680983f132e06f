// Products of matrices.
#pragma once

#include "ir/kind.h"
#include "ir/ops/rules.h"

namespace ir::ops {

// C = op(A) op(B) on the last two axes, op being the identity or the transpose by flag; leading axes are equal.
//   AB:   Ā = C̄Bᵀ   B̄ = AᵀC̄          AᵀB:  Ā = BC̄ᵀ   B̄ = AC̄
//   ABᵀ:  Ā = C̄B    B̄ = C̄ᵀA          AᵀBᵀ: Ā = BᵀC̄ᵀ  B̄ = C̄ᵀAᵀ        one product each, nothing transposed; of
//   complex matrices the saved ones are conjugated
struct Matmul : InNumbers<Matmul> {
  static constexpr OpInfo info{.name = "matmul", .cpp = "gradc::matmul(x, y, MatMul?)", .trait = Trait::kernel,
                               .arity = 2, .attributes = "transpose_a: bool, transpose_b: bool"};
  static constexpr bool dear = true;
  static bool flag(const Attributes& attributes, const char* name) { return attributes.get<bool>(name); }
  static Expr product_of(Expr a, Expr b, bool transpose_a, bool transpose_b) {
    return apply(Kind::Matmul, {a, b}, {{"transpose_a", transpose_a}, {"transpose_b", transpose_b}});
  }
  static constexpr Derivative derivative = Bilinear{[](const Rule& r, int i) {
    const bool ta = flag(r.attributes, "transpose_a"), tb = flag(r.attributes, "transpose_b");
    const Expr a = r.x[0], b = r.x[1], c_bar = r.bar;
    if (i == 0) return ta ? product_of(b, c_bar, tb, true) : product_of(c_bar, b, false, !tb);
    return tb ? product_of(c_bar, a, true, ta) : product_of(a, c_bar, !ta, false);
  }};

  // The last two extents of an operand after its flag.
  static std::pair<Extent, Extent> matrix(const Shape& shape, bool transposed) {
    const Extent rows = shape[shape.size() - 2], columns = shape[shape.size() - 1];
    return transposed ? std::pair{columns, rows} : std::pair{rows, columns};
  }
  // k matrices against one: its product with all their rows, or columns, in one matrix.
  static Expr for_batch(const Batch& b) {
    const bool ta = flag(b.attributes, "transpose_a"), tb = flag(b.attributes, "transpose_b");
    if (b.batched[0] == b.batched[1] || b.x[0].rank() - b.batched[0] > 2) return over_rest<>(b);
    const bool left = b.batched[0];
    const Expr many = b.x[left ? 0 : 1], one = b.x[left ? 1 : 0];
    // Rows that the inner axis runs along; a matrix with an axis of extent 1 is its transpose.
    const auto turned = [](Expr x) {
      const Shape& s = x.shape();
      const Shape shape{s[0], s[2], s[1]};
      return s[1] == Extent(1) || s[2] == Extent(1) ? reshape(x, shape) : transpose(x, {0, 2, 1});
    };
    const Expr rows = (left ? ta : !tb) ? turned(many) : many;
    const Shape s = rows.shape();
    const Expr product = product_of(reshape(rows, {s[0] * s[1], s[2]}), one, false, left ? tb : !ta);
    const Expr apart = reshape(product, {s[0], s[1], product.shape()[1]});
    return left ? apart : turned(apart);
  }
  static constexpr Batching batch = &for_batch;
  static std::optional<Type> type(const TypeRule& r) {
    const Type &a = r.type(0), &b = r.type(1);
    if (!check_element(r, a, kFloat | kComplex | kInteger) || !same_element(r, a, b)) return std::nullopt;
    if (a.rank() < 2 || a.rank() != b.rank())
      return r.fail(DiagnosticId::rank, r.op_name, "two matrices or two batches of matrices", a.rank());
    for (std::size_t i = 0; i + 2 < a.extents.size(); ++i)
      if (!r.same(a.extents[i], b.extents[i], "leading axes")) return std::nullopt;
    const auto [m, k] = matrix(a.extents, flag(r.attributes, "transpose_a"));
    const auto [k2, n] = matrix(b.extents, flag(r.attributes, "transpose_b"));
    if (!r.same(k, k2, "the inner extents")) return std::nullopt;
    Type c{a.element, {a.extents.begin(), a.extents.end() - 2}, 0};
    c.extents.push_back(m);
    c.extents.push_back(n);
    return c;
  }
  template <class T>
  static Literal evaluate_in(const Evaluation& e) {
    const bool ta = flag(e.attributes(), "transpose_a"), tb = flag(e.attributes(), "transpose_b");
    const Literal &a = e.x[0], &b = e.x[1];
    Literal c = e.zeros();
    const std::int64_t inner = a.extents[a.extents.size() - (ta ? 2 : 1)];
    for (IndexWalk i(c.extents); !i.done(); i.next()) {
      auto left = i.index(), right = i.index();
      T total = 0;
      for (std::int64_t k = 0; k < inner; ++k) {
        const std::size_t row = left.size() - 2, column = left.size() - 1;
        left[ta ? column : row] = i.index()[row], left[ta ? row : column] = k;
        right[tb ? column : row] = k, right[tb ? row : column] = i.index()[column];
        total += a.as<T>(IndexWalk::offset(left, a.extents)) * b.as<T>(IndexWalk::offset(right, b.extents));
      }
      c.set(IndexWalk::offset(i.index(), c.extents), total);
    }
    return c;
  }
  // What is left of a matrix without factors that don't differ along that axis.
  static ValueId without_factors(const Function& f, ValueId x, int axis) {
    const auto is_factor = [&](ValueId value) {
      const Op* op = f[value].op.valid() ? &f[f[value].op] : nullptr;
      if (!op || op->kind != Kind::Broadcast) return false;
      const Shape& from = f[op->operands[0]].type.extents;
      const auto place = axis - (f[value].type.rank() - static_cast<std::int64_t>(from.size()));
      return place < 0 || from[at(place)] == Extent(1);
    };
    for (;;) {
      if (!f[x].op.valid()) return x;
      const Op& op = f[f[x].op];
      if (op.kind == Kind::Negative || ((op.kind == Kind::Multiply || op.kind == Kind::Divide) && is_factor(op.operands[1])))
        x = op.operands[0];
      else if (op.kind == Kind::Multiply && is_factor(op.operands[0]))
        x = op.operands[1];
      else
        return x;
    }
  }
  static std::optional<Extent> work(const OpView& v) {
    const Extent each = is_complex(v.result().element) ? 8 : 2;
    return each * product(v.result().extents) * matrix(v.operand(0).extents, flag(v.op.attributes, "transpose_a")).second;
  }
  // Whether C = Cᵀ: A D Aᵀ with a diagonal D.
  static bool is_symmetric(const OpView& v) {
    const bool ta = flag(v.op.attributes, "transpose_a"), tb = flag(v.op.attributes, "transpose_b");
    const int outer = v.operand(0).rank() - (ta ? 1 : 2);
    return ta != tb && without_factors(v.function, v.op.operands[0], outer) == without_factors(v.function, v.op.operands[1], outer);
  }
  // {m, n, k, transpose_a, transpose_b, batch, symmetric}; the trailing ones only where they say something
  static Geometry geometry(const OpView& v, bool symmetric) {
    const bool ta = flag(v.op.attributes, "transpose_a"), tb = flag(v.op.attributes, "transpose_b");
    const Shape& a = v.operand(0).extents;
    const auto [m, k] = matrix(a, ta);
    const Extent products = product({a.begin(), a.end() - 2});
    Geometry g{{m, v.result().extents.back(), k}};
    if (ta || tb || products != Extent(1)) g.fields.insert(g.fields.end(), {ta, tb});
    if (products != Extent(1) || symmetric) g.fields.push_back(products);
    if (symmetric) g.fields.push_back(symmetric);
    return g;
  }
  static Geometry kernel(const OpView& v) { return geometry(v, is_symmetric(v)); }
};

// Y = C + op(A) op(B), in the memory of C        C̄ = Ȳ        Ā, B̄ as those of a matmul
struct AddMatmul : InNumbers<AddMatmul> {
  static constexpr OpInfo info{.name = "add_matmul", .trait = Trait::kernel, .arity = 3, .in_place = 2,
                               .attributes = "transpose_a: bool, transpose_b: bool"};
  static constexpr bool dear = true;
  static constexpr Derivative derivative = General{
      [](const Rule& r, int i) { return i == 2 ? r.bar : std::get<Bilinear>(Matmul::derivative).transpose(r, i); },
      [](const Rule& r) {
        Expr sum = r.dots[2];
        for (std::size_t i = 0; i < 2; ++i) {
          if (!r.dots[i].valid()) continue;
          std::vector<Expr> x{r.x[0], r.x[1]};
          x[i] = r.dots[i];
          const Expr part = r.again(Kind::Matmul, x);
          sum = sum.valid() ? sum + part : part;
        }
        return sum;
      }};
  static std::optional<Type> type(const TypeRule& r) {
    const std::optional<Type> product = Matmul::type(r);
    if (!product || !same_element(r, *product, r.type(2)) || !r.same_shape(*product, r.type(2))) return std::nullopt;
    return product;
  }
  template <class T>
  static Literal evaluate_in(const Evaluation& e) {
    Literal y = Matmul::evaluate_in<T>(e);
    for (IndexWalk i(y.extents); !i.done(); i.next()) {
      const std::int64_t at = IndexWalk::offset(i.index(), y.extents);
      y.set(at, e.x[2].as<T>(at) + y.as<T>(at));
    }
    return y;
  }
  // An addition and a multiplication for each term: the first is added to C.
  static std::optional<Extent> work(const OpView& v) { return Matmul::work(v); }
  static Geometry kernel(const OpView& v) { return Matmul::geometry(v, false); }
};

}  // namespace ir::ops
