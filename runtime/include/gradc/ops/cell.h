/// \file
/// Cells of recurrent networks, one step of a sequence: inputs [.., k], states [.., n]. The rows of weights and biases are those
/// of the gates, n for each, in the order of PyTorch's cells.
#pragma once

#include <gradc/ops/activation.h>
#include <gradc/ops/products.h>
#include <gradc/ops/slice.h>

namespace gradc {

/// The result of `lstm_cell`: the state and the memory after the step.
template <class T, int R>
struct LstmCell {
  Tensor<T, R> h;
  Tensor<T, R> c;
};

namespace detail {
template <class A>
TensorLike<A> gate(const A& all, std::int64_t k, std::int64_t n) {
  std::int64_t begin[static_cast<std::size_t>(rank_v<A>)] = {}, end[static_cast<std::size_t>(rank_v<A>)] = {};
  for (int axis = 0; axis < rank_v<A>; ++axis) end[axis] = as_view(all).extent(axis);
  begin[rank_v<A> - 1] = k * n;
  end[rank_v<A> - 1] = (k + 1) * n;
  return slice(all, begin, end);
}
}  // namespace detail

/// A step of a long short-term memory (Hochreiter and Schmidhuber 1997, with the forget gate of Gers 2000): of x wᵀ + h uᵀ + b in
/// parts i, f, g, o, the memory sigmoid(f) c + sigmoid(i) tanh(g) and the state sigmoid(o) tanh of it. w is [4n, k], u [4n, n], b
/// [4n].
/// \throws ShapeError where the extents don't match.
template <class X, class H, class C, class W, class U, class B, detail::Constraint<detail::is_tensor_v<X>> = 0>
LstmCell<detail::Element<H>, detail::rank_v<H>> lstm_cell(const X& x, const H& h, const C& c, const W& w, const U& u, const B& b) {
  static_assert(detail::is_real_v<detail::Element<X>>, "gradc::lstm_cell takes real floating point elements; convert with gradc::astype");
  GRADC_TAKES_ONE_TYPE("lstm_cell", X, H, C, W, U, B) {
    const auto all = linear(x, w, b) + linear(h, u);
    const std::int64_t n = detail::as_view(h).extent(detail::rank_v<H> - 1);
    require_extent("w", 0, detail::as_view(w).extent(0), 4 * n, "4 n");
    detail::require_same("lstm_cell", "h", detail::as_view(h).shape(), "c", detail::as_view(c).shape());
    const auto sigmoid_of = [&](int k) { return sigmoid(detail::gate(all, k, n)); };
    const auto memory = sigmoid_of(1) * c + sigmoid_of(0) * tanh(detail::gate(all, 2, n));
    return {sigmoid_of(3) * tanh(memory), memory};
  }
}

/// A step of a gated recurrent unit (Cho et al. 2014, as PyTorch has it): of p = x wᵀ + b and q = h uᵀ + d in three parts each,
/// (1 - z) m + z h for r = sigmoid(p0 + q0), z = sigmoid(p1 + q1), m = tanh(p2 + r q2). w is [3n, k], u [3n, n], b and d [3n].
/// \throws ShapeError where the extents don't match.
template <class X, class H, class W, class U, class B, class D, detail::Constraint<detail::is_tensor_v<X>> = 0>
detail::TensorLike<H> gru_cell(const X& x, const H& h, const W& w, const U& u, const B& b, const D& d) {
  static_assert(detail::is_real_v<detail::Element<X>>, "gradc::gru_cell takes real floating point elements; convert with gradc::astype");
  GRADC_TAKES_ONE_TYPE("gru_cell", X, H, W, U, B, D) {
    const auto p = linear(x, w, b), q = linear(h, u, d);
    const std::int64_t n = detail::as_view(h).extent(detail::rank_v<H> - 1);
    require_extent("w", 0, detail::as_view(w).extent(0), 3 * n, "3 n");
    const auto sigmoid_of = [&](int k) { return sigmoid(detail::gate(p, k, n) + detail::gate(q, k, n)); };
    const auto fresh = tanh(detail::gate(p, 2, n) + sigmoid_of(0) * detail::gate(q, 2, n));
    return fresh + sigmoid_of(1) * (h - fresh);
  }
}

}  // namespace gradc
