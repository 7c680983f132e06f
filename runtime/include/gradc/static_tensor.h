/// \file
/// Tensors of which some or all extents are known at compile time.
#pragma once

#include <gradc/tensor.h>

#include <cstdint>
#include <initializer_list>
#include <type_traits>

namespace gradc {

/// Stands for an extent that is known only at run time.
inline constexpr std::int64_t dynamic = -1;

namespace detail {

[[noreturn]] void fail_static_extent(int axis, std::int64_t extent, std::int64_t expected);

/// Elements in place, for a tensor whose extents are all known.
template <class T, std::int64_t kSize>
struct InlineElements {
  alignas(64) T values[kSize > 0 ? kSize : 1] = {};
};

}  // namespace detail

/// A dense row-major tensor with the extents `E...`, each a number or `gradc::dynamic`. Where all are numbers the elements lie in
/// the object itself; otherwise on the heap as Tensor's do. Converts to Tensor (a copy) and to View.
template <class T, std::int64_t... E>
class StaticTensor {
  using CheckedRank = decltype(detail::checked_rank<static_cast<int>(sizeof...(E))>());
  static_assert(((E >= 0 || E == dynamic) && ...), "an extent is a number or gradc::dynamic");

 public:
  using value_type = T;
  static constexpr int kRank = static_cast<int>(sizeof...(E));
  /// Whether every extent is known.
  static constexpr bool kStatic = ((E != dynamic) && ...);

  /// Zeros; extents that are not known are 0.
  StaticTensor() {
    if constexpr (!kStatic) elements_ = Tensor<T, kRank>(Shape{(E == dynamic ? 0 : E)...});
  }

  /// Zeros.
  /// \throws ShapeError where the shape's rank or a known extent differs.
  explicit StaticTensor(const Shape& shape) {
    check(shape);
    if constexpr (!kStatic) elements_ = Tensor<T, kRank>(shape);
  }

  /// A copy.
  /// \throws ShapeError where a known extent differs.
  explicit StaticTensor(View<const T, kRank> view) { assign(view); }
  explicit StaticTensor(const Tensor<T, kRank>& tensor) { assign(tensor); }

  /// A copy of a tensor or view of the same element type and rank, such as the result of an op.
  /// \throws ShapeError where a known extent differs.
  template <class U, detail::Constraint<std::is_same_v<U, Tensor<T, kRank>> || std::is_same_v<U, View<T, kRank>> ||
                                        std::is_same_v<U, View<const T, kRank>>> = 0>
  StaticTensor& operator=(const U& other) {
    assign(other);
    return *this;
  }

  /// Elements, as Tensor's constructors of the same form take them.
  /// \throws ShapeError where the shape differs.
  template <int Rank = kRank, detail::Constraint<Rank == 1> = 0>
  StaticTensor(std::initializer_list<T> values) : StaticTensor(Tensor<T, 1>(values)) {}
  template <int Rank = kRank, detail::Constraint<Rank == 2> = 0>
  StaticTensor(std::initializer_list<std::initializer_list<T>> rows) : StaticTensor(Tensor<T, 2>(rows)) {}
  template <int Rank = kRank, detail::Constraint<Rank == 3> = 0>
  StaticTensor(std::initializer_list<std::initializer_list<std::initializer_list<T>>> matrices)
      : StaticTensor(Tensor<T, 3>(matrices)) {}

  /// A copy of the elements at `values`.
  /// \throws ShapeError where a known extent differs.
  static StaticTensor from(const T* values, const Shape& shape) {
    return StaticTensor(View<const T, kRank>(values, shape));
  }

  /// A rank-0 tensor is its scalar, and converts to what that converts to; no template, so that it does.
  operator std::conditional_t<kRank == 0, T, detail::NoScalar>() const {  // NOLINT
    return *data();
  }

  /// The element at `indices`, one for each axis.
  /// \throws IndexError as Tensor's.
  template <class... I>
  const T& operator()(I... indices) const {
    if constexpr (kStatic)
      return elements_.values[detail::offset_of<kRank>(kExtents, indices...)];
    else
      return elements_(indices...);
  }
  template <class... I>
  T& operator()(I... indices) {
    if constexpr (kStatic)
      return elements_.values[detail::offset_of<kRank>(kExtents, indices...)];
    else
      return elements_(indices...);
  }
  /// The element of a vector.
  template <class I, int Rank = kRank, detail::Constraint<Rank == 1 && std::is_integral_v<I>> = 0>
  const T& operator[](I index) const {
    return (*this)(index);
  }
  template <class I, int Rank = kRank, detail::Constraint<Rank == 1 && std::is_integral_v<I>> = 0>
  T& operator[](I index) {
    return (*this)(index);
  }

  static constexpr int rank() { return kRank; }

  /// The known extent of an axis, or gradc::dynamic.
  static constexpr std::int64_t static_extent(int axis) { return kExtents[axis]; }
  std::int64_t extent(int axis) const {
    if constexpr (kStatic)
      return static_extent(axis);
    else
      return elements_.extent(axis);
  }
  Shape shape() const {
    if constexpr (kStatic)
      return Shape{E...};
    else
      return elements_.shape();
  }
  std::int64_t size() const {
    if constexpr (kStatic)
      return kSize;
    else
      return elements_.size();
  }

  T* data() {
    if constexpr (kStatic)
      return elements_.values;
    else
      return elements_.data();
  }
  const T* data() const {
    if constexpr (kStatic)
      return elements_.values;
    else
      return elements_.data();
  }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }

  /// Changes the extents that are not known; the elements are unspecified afterwards.
  /// \throws ShapeError where the rank or a known extent differs.
  void resize(const Shape& shape) {
    check(shape);
    if constexpr (!kStatic) elements_.resize(shape);
  }

 private:
  static constexpr std::int64_t kExtents[sizeof...(E) + 1] = {E..., 0};  // rank 0 has no empty array
  static constexpr std::int64_t kSize = kStatic ? (E * ... * std::int64_t{1}) : 0;

  static void check(const Shape& shape) {
    if (shape.rank() != kRank) detail::fail_shape_rank(kRank, shape);
    for (int axis = 0; axis < kRank; ++axis)
      if (static_extent(axis) != dynamic && static_extent(axis) != shape[axis])
        detail::fail_static_extent(axis, shape[axis], static_extent(axis));
  }

  void assign(View<const T, kRank> view) {
    resize(view.shape());
    if (size() > 0)
      std::memcpy(static_cast<void*>(data()), view.data(), static_cast<std::size_t>(size()) * sizeof(T));
  }

  std::conditional_t<kStatic, detail::InlineElements<T, kSize>, Tensor<T, kRank>> elements_;
};

}  // namespace gradc
