/// \file
/// Functions of sparse gradients, gradc::IndexedSlices: rows and their indices. As in TensorFlow's IndexedSlices, the rows of a
/// repeated index are summed.
#pragma once

#include <gradc/errors.h>
#include <gradc/tensor.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace gradc {

namespace detail {
void note_large(std::int64_t elements);

// The number of elements of a row, and a check of all members.
template <class T, int R>
std::int64_t row_size(const IndexedSlices<T, R>& slices) {
  require_extent("values", 0, slices.values.extent(0), "indices", 0, slices.indices.extent(0));
  std::int64_t size = 1;
  for (int axis = 1; axis < R; ++axis) {
    require_extent("values", axis, slices.values.extent(axis), slices.dense_shape[axis], "dense_shape");
    size *= slices.dense_shape[axis];
  }
  for (std::int64_t k = 0; k < slices.indices.extent(0); ++k)
    require_index("values", 0, slices.indices.data()[k], slices.dense_shape[0]);
  return size;
}
}  // namespace detail

/// Adds `scale` times the rows to a tensor: `add_to(table, gradient, -rate)` is a step of gradient descent on those rows.
/// \throws ShapeError unless the tensor has the extents `dense_shape`.
/// \throws IndexError for an index outside.
template <class T, int R>
void add_to(Tensor<T, R>& tensor, const IndexedSlices<T, R>& slices, T scale = T(1)) {
  for (int axis = 0; axis < R; ++axis)
    require_extent("the tensor", axis, tensor.extent(axis), slices.dense_shape[axis], "dense_shape");
  const std::int64_t size = detail::row_size(slices);
  for (std::int64_t k = 0; k < slices.indices.extent(0); ++k) {
    T* const to = tensor.data() + slices.indices.data()[k] * size;
    const T* const from = slices.values.data() + k * size;
    for (std::int64_t i = 0; i < size; ++i) to[i] = static_cast<T>(to[i] + scale * from[i]);
  }
}

/// The dense tensor. Warns on stderr at a hundred million elements or more.
/// \throws IndexError for an index outside.
/// \throws ShapeError where the members don't match.
template <class T, int R>
Tensor<T, R> to_dense(const IndexedSlices<T, R>& slices) {
  Tensor<T, R> dense(slices.dense_shape);
  detail::note_large(dense.size());
  add_to(dense, slices);
  return dense;
}

/// The sum of the rows of each index, with ascending indices: for norms, clipping and optimizers with moments. Throws as above.
template <class T, int R>
IndexedSlices<T, R> coalesce(const IndexedSlices<T, R>& slices) {
  const std::int64_t size = detail::row_size(slices);
  const std::int64_t* const index = slices.indices.data();
  std::vector<std::int64_t> order(static_cast<std::size_t>(slices.indices.extent(0)));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) { return index[a] < index[b]; });
  std::vector<std::int64_t> rows;
  for (const std::int64_t k : order)
    if (rows.empty() || rows.back() != index[k]) rows.push_back(index[k]);
  IndexedSlices<T, R> once;
  Shape shape = once.dense_shape = slices.dense_shape;
  shape[0] = static_cast<std::int64_t>(rows.size());
  once.indices = Tensor<std::int64_t, 1>::from(rows.data(), {shape[0]});
  once.values = Tensor<T, R>(shape);
  std::size_t row = 0;
  for (const std::int64_t k : order) {
    while (rows[row] != index[k]) ++row;
    T* const to = once.values.data() + static_cast<std::int64_t>(row) * size;
    const T* const from = slices.values.data() + k * size;
    for (std::int64_t i = 0; i < size; ++i) to[i] = static_cast<T>(to[i] + from[i]);
  }
  return once;
}

/// The sum: the concatenated rows of both.
/// \throws ShapeError where the extents differ.
template <class T, int R>
IndexedSlices<T, R> operator+(const IndexedSlices<T, R>& a, const IndexedSlices<T, R>& b) {
  for (int axis = 0; axis < R; ++axis) require_extent("a", axis, a.dense_shape[axis], "b", axis, b.dense_shape[axis]);
  detail::row_size(a);
  detail::row_size(b);
  IndexedSlices<T, R> sum;
  Shape shape = sum.dense_shape = a.dense_shape;
  shape[0] = a.indices.extent(0) + b.indices.extent(0);
  sum.indices.resize({shape[0]});
  sum.values.resize(shape);
  std::copy_n(b.indices.data(), b.indices.size(), std::copy_n(a.indices.data(), a.indices.size(), sum.indices.data()));
  std::copy_n(b.values.data(), b.values.size(), std::copy_n(a.values.data(), a.values.size(), sum.values.data()));
  return sum;
}

// What is linear in the rows is done to each as it stands.

/// Each row times a number.
template <class T, int R>
IndexedSlices<T, R> operator*(IndexedSlices<T, R> slices, T scale) {
  for (std::int64_t i = 0; i < slices.values.size(); ++i)
    slices.values.data()[i] = static_cast<T>(slices.values.data()[i] * scale);
  return slices;
}
template <class T, int R>
IndexedSlices<T, R> operator*(T scale, IndexedSlices<T, R> slices) {
  return std::move(slices) * scale;
}
/// Each row divided by a number.
template <class T, int R>
IndexedSlices<T, R> operator/(IndexedSlices<T, R> slices, T number) {
  for (std::int64_t i = 0; i < slices.values.size(); ++i)
    slices.values.data()[i] = static_cast<T>(slices.values.data()[i] / number);
  return slices;
}
template <class T, int R>
IndexedSlices<T, R> operator-(IndexedSlices<T, R> slices) {
  for (std::int64_t i = 0; i < slices.values.size(); ++i) slices.values.data()[i] = static_cast<T>(-slices.values.data()[i]);
  return slices;
}
/// The difference: the rows of both, those of b negated. Throws as the sum does.
template <class T, int R>
IndexedSlices<T, R> operator-(const IndexedSlices<T, R>& a, const IndexedSlices<T, R>& b) {
  return a + -b;
}
/// The elements as another type.
template <class U, class T, int R>
IndexedSlices<U, R> astype(const IndexedSlices<T, R>& slices) {
  IndexedSlices<U, R> result;
  result.indices = slices.indices;
  result.dense_shape = slices.dense_shape;
  result.values.resize(slices.values.shape());
  for (std::int64_t i = 0; i < slices.values.size(); ++i) result.values.data()[i] = static_cast<U>(slices.values.data()[i]);
  return result;
}
/// Each row times a tensor of the extents of a row, or the whole times a tensor of its extents, of which the same rows are read.
/// \throws ShapeError where it has others.
template <class T, int R, int Rank>
IndexedSlices<T, R> operator*(IndexedSlices<T, R> slices, const Tensor<T, Rank>& tensor) {
  static_assert(Rank == R || Rank == R - 1,
                "gradc::IndexedSlices are multiplied by a row or by a tensor of their own rank; use gradc::to_dense");
  for (int axis = R - Rank; axis < R; ++axis)
    require_extent("the tensor", axis - (R - Rank), tensor.extent(axis - (R - Rank)), slices.dense_shape[axis], "dense_shape");
  const std::int64_t size = detail::row_size(slices);
  for (std::int64_t k = 0; k < slices.indices.extent(0); ++k) {
    T* const row = slices.values.data() + k * size;
    const T* const by = tensor.data() + (Rank == R ? slices.indices.data()[k] * size : 0);
    for (std::int64_t i = 0; i < size; ++i) row[i] = static_cast<T>(row[i] * by[i]);
  }
  return slices;
}
template <class T, int R, int Rank>
IndexedSlices<T, R> operator*(const Tensor<T, Rank>& tensor, IndexedSlices<T, R> slices) {
  return std::move(slices) * tensor;
}
/// The sum with a whole tensor is one. Throws as `add_to` does.
template <class T, int R>
Tensor<T, R> operator+(Tensor<T, R> tensor, const IndexedSlices<T, R>& slices) {
  add_to(tensor, slices);
  return tensor;
}
template <class T, int R>
Tensor<T, R> operator+(const IndexedSlices<T, R>& slices, Tensor<T, R> tensor) {
  return std::move(tensor) + slices;
}

// What is not linear is done to the rows of `coalesce`, and must leave rows that are not there the zeros that they are. These take
// the ops of <gradc/gradc.h>.

#define GRADC_OF_ROWS(name)                                          \
  template <class T, int R>                                          \
  IndexedSlices<T, R> name(const IndexedSlices<T, R>& slices) {      \
    IndexedSlices<T, R> once = coalesce(slices);                     \
    once.values = name(once.values);                                 \
    return once;                                                     \
  }
/// |x| of each element.
GRADC_OF_ROWS(abs)
/// x² of each element.
GRADC_OF_ROWS(square)
/// -1, 0 or 1 of each element.
GRADC_OF_ROWS(sign)
#undef GRADC_OF_ROWS
/// Each element between bounds, of which one is not above 0 and the other not below; throws DomainError else.
template <class T, int R>
IndexedSlices<T, R> clip(const IndexedSlices<T, R>& slices, T low, T high) {
  if (!(low <= T(0) && high >= T(0))) fail_domain("clip: rows that are not there are 0, which is not between the bounds");
  IndexedSlices<T, R> once = coalesce(slices);
  once.values = clip(once.values, low, high);
  return once;
}
/// The greater of each element and a bound that is not above 0, and the smaller of it and one that is not below; throw
/// DomainError else.
template <class T, int R>
IndexedSlices<T, R> maximum(const IndexedSlices<T, R>& slices, T bound) {
  if (!(bound <= T(0))) fail_domain("maximum: rows that are not there are 0, which is below the bound");
  IndexedSlices<T, R> once = coalesce(slices);
  once.values = maximum(once.values, bound);
  return once;
}
template <class T, int R>
IndexedSlices<T, R> minimum(const IndexedSlices<T, R>& slices, T bound) {
  if (!(bound >= T(0))) fail_domain("minimum: rows that are not there are 0, which is above the bound");
  IndexedSlices<T, R> once = coalesce(slices);
  once.values = minimum(once.values, bound);
  return once;
}
/// The greatest and the smallest element of the whole tensor, 0 among them where a row is not there.
template <class T, int R>
Tensor<T, 0> max(const IndexedSlices<T, R>& slices) {
  const IndexedSlices<T, R> once = coalesce(slices);
  if (once.values.size() == 0) return max(to_dense(once));
  const Tensor<T, 0> of_rows = max(once.values);
  return once.indices.extent(0) < once.dense_shape[0] ? maximum(of_rows, T(0)) : of_rows;
}
template <class T, int R>
Tensor<T, 0> min(const IndexedSlices<T, R>& slices) {
  const IndexedSlices<T, R> once = coalesce(slices);
  if (once.values.size() == 0) return min(to_dense(once));
  const Tensor<T, 0> of_rows = min(once.values);
  return once.indices.extent(0) < once.dense_shape[0] ? minimum(of_rows, T(0)) : of_rows;
}
/// The root of the sum of squares of the whole tensor.
template <class T, int R>
Tensor<T, 0> vector_norm(const IndexedSlices<T, R>& slices) {
  return vector_norm(coalesce(slices).values);
}

// What leaves no rows as they are is done to the whole tensor.

template <class T, int R, std::size_t N>
auto reshape(const IndexedSlices<T, R>& slices, const std::int64_t (&shape)[N]) {
  return reshape(to_dense(slices), shape);
}
template <class T, int R>
auto transpose(const IndexedSlices<T, R>& slices) {
  return transpose(to_dense(slices));
}
template <class T, int R, std::size_t N>
auto transpose(const IndexedSlices<T, R>& slices, const int (&perm)[N]) {
  return transpose(to_dense(slices), perm);
}
template <class T, int R, std::size_t N>
auto slice(const IndexedSlices<T, R>& slices, const std::int64_t (&begin)[N], const std::int64_t (&end)[N]) {
  return slice(to_dense(slices), begin, end);
}
template <class T, int R, int Rank>
auto matmul(const IndexedSlices<T, R>& slices, const Tensor<T, Rank>& tensor) {
  return matmul(to_dense(slices), tensor);
}
template <class T, int R, int Rank>
auto matmul(const Tensor<T, Rank>& tensor, const IndexedSlices<T, R>& slices) {
  return matmul(tensor, to_dense(slices));
}

}  // namespace gradc
