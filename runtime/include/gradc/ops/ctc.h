/// \file
/// Connectionist temporal classification (Graves, Fernandez, Gomez and Schmidhuber, 2006): a loss for sequences without
/// alignment.
#pragma once

#include <gradc/ops/loss.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace gradc {

namespace detail {
template <class T>
T log_of_sum(T a, T b) {
  if (a < b) std::swap(a, b);
  return a == -std::numeric_limits<T>::infinity() ? a : a + std::log1p(std::exp(b - a));
}

/// The loss of one sequence: frames `step` apart, and the places that labels and blanks between them have in the classes.
template <class T, class X>
T ctc_of(const X* x, std::int64_t frames, std::int64_t step, const std::vector<std::int64_t>& path) {
  std::vector<T> sums(path.size(), -std::numeric_limits<T>::infinity()), next = sums;
  sums[0] = 0;
  for (std::int64_t t = 0; t < frames; ++t, x += step) {
    for (std::size_t s = 0; s < path.size(); ++s) {
      T sum = sums[s];
      if (s >= 1) sum = log_of_sum(sum, sums[s - 1]);
      if (s >= 2 && path[s] != path[s - 2]) sum = log_of_sum(sum, sums[s - 2]);
      next[s] = static_cast<T>(x[path[s]]) + sum;
    }
    sums.swap(next);
  }
  const std::size_t last = path.size() - 1;
  return last == 0 ? -sums[0] : -log_of_sum(sums[last], sums[last - 1]);
}
}  // namespace detail

/// The negative log-likelihood of the labels (sequences, labels) under `log_probabilities` (frames, sequences, classes), summed
/// over all alignments with blanks and repetitions. The first `frame_counts` frames and the first `label_counts` labels of each
/// sequence are used. The mean divides each loss by its number of labels (at least 1). The loss is infinite, with derivative 0,
/// where the labels don't fit into the frames.
/// \throws ShapeError for shapes that don't match.
/// \throws IndexError for a label that is not a class and for a count beyond the labels.
template <class A, class L, class I, class J, class How = Averaged,
          detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<L> && detail::is_how_v<How>> = 0>
auto ctc_loss(const A& log_probabilities, const L& labels, const I& frame_counts, const J& label_counts,
              std::int64_t blank, How how = How(0)) {
  using T = detail::Element<A>;
  using C = detail::Compute<T>;
  static_assert(detail::is_real_v<T> && detail::rank_v<A> == 3,
                "gradc::ctc_loss takes real floating point logarithms of probabilities (frames, sequences, classes); "
                "convert with gradc::astype");
  static_assert(detail::is_index_v<L> && detail::rank_v<L> == 2 && detail::is_index_v<I> &&
                    detail::rank_v<I> == 1 && detail::is_index_v<J> && detail::rank_v<J> == 1,
                "gradc::ctc_loss takes labels (sequences, labels) and two lengths for each sequence");
  const auto x = detail::as_view(log_probabilities);
  const auto y = detail::as_view(labels);
  const auto frames = detail::as_view(frame_counts);
  const auto counts = detail::as_view(label_counts);
  const std::int64_t n = x.extent(1), classes = x.extent(2);
  require_extent("ctc_loss", 1, n, "the labels", 0, y.extent(0));
  require_extent("ctc_loss", 1, n, "the numbers of frames", 0, frames.extent(0));
  require_extent("ctc_loss", 1, n, "the numbers of labels", 0, counts.extent(0));
  Tensor<C, 1> loss(Shape{n});
  for (std::int64_t k = 0; k < n; ++k) {
    const std::int64_t count = counts(k);
    if (detail::outside(count, y.extent(1) + 1))
      fail_index("ctc_loss: there are not " + std::to_string(count) + " labels");
    std::vector<std::int64_t> path{blank};
    for (std::int64_t i = 0; i < count; ++i) {
      path.push_back(y(k, i));
      path.push_back(blank);
    }
    for (const std::int64_t id : path)
      if (detail::outside(id, classes))
        fail_index("ctc_loss: class " + std::to_string(id) + " does not exist");
    const std::int64_t some = std::min<std::int64_t>(frames(k), x.extent(0));
    if constexpr (detail::is_real_v<T>) loss(k) = detail::ctc_of<C>(x.data() + k * classes, some, n * classes, path);
    if constexpr (std::is_same_v<How, Averaged>) loss(k) /= static_cast<C>(std::max<std::int64_t>(count, 1));
  }
  return detail::reduced_loss<T>(loss, how);
}
template <class A, class L, class I, class J, class How = Averaged,
          detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<L> && detail::is_how_v<How>> = 0>
auto ctc_loss(const A& log_probabilities, const L& labels, const I& frame_counts, const J& label_counts,
              How how = How(0)) {
  return ctc_loss(log_probabilities, labels, frame_counts, label_counts, 0, how);
}

}  // namespace gradc
