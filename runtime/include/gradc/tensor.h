/// \file
/// Dense row-major tensors: `Tensor` owns its memory, `View` borrows it.
#pragma once

#include <gradc/detail/element.h>
#include <gradc/detail/storage.h>
#include <gradc/errors.h>
#include <gradc/shape.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace gradc {

template <class T, int R>
class View;
template <class T, std::int64_t... E>
class StaticTensor;

namespace detail {
struct Access;

/// The conversion target of tensors with axes, in place of a scalar; it has no operations.
struct NoScalar {
  NoScalar() = delete;
};

/// Refuses a number of axes that no tensor has. A function, whose type every tensor asks for: it is refused once, and a class in
/// which an assertion fails would be followed by errors of all that is done with it.
template <int R>
constexpr auto checked_rank() {
  static_assert(R >= 0 && R <= kMaxRank, "gradc: a tensor has at most 8 axes");
  return R;
}
}  // namespace detail

namespace detail {

/// Refuses what the host can't do with elements on a device.
inline void require_host(const DeviceMemory* where, const char* operation) {
  if (where != nullptr) fail_on_device(operation, device_of(where));
}
inline void require_host(Device device, const char* operation) {
  if (!device.is_host()) fail_on_device(operation, device);
}

/// The same of access to one element, which GRADC_NO_CHECKS drops as it drops that of indices.
template <class Where>
inline void check_host([[maybe_unused]] Where where, [[maybe_unused]] const char* operation) {
#ifndef GRADC_NO_CHECKS
  require_host(where, operation);
#endif
}

/// Offset of an element in row-major order.
/// \throws IndexError for an index outside its axis, unless GRADC_NO_CHECKS is defined.
template <int R, class... I>
inline std::int64_t offset_of(const std::int64_t* extents, I... indices) {
  static_assert(sizeof...(I) == static_cast<std::size_t>(R), "a tensor takes as many indices as it has axes");
  static_assert((std::is_integral_v<I> && ...), "indices are integers");
  if constexpr (R == 0) {
    static_cast<void>(extents);
    return 0;
  } else {
    const std::int64_t index[] = {static_cast<std::int64_t>(indices)...};
    std::int64_t offset = 0;
    for (int axis = 0; axis < R; ++axis) {
#ifndef GRADC_NO_CHECKS
      if (outside(index[axis], extents[axis])) fail_element(axis, index[axis], extents[axis]);
#endif
      offset = offset * extents[axis] + index[axis];
    }
    return offset;
  }
}

template <int R>
std::array<std::int64_t, static_cast<std::size_t>(R)> extents_of(const std::int64_t* extents) {
  std::array<std::int64_t, static_cast<std::size_t>(R)> out{};
  for (int axis = 0; axis < R; ++axis) out[static_cast<std::size_t>(axis)] = extents[axis];
  return out;
}

/// Whether It is a forward iterator: the elements are counted first.
template <class It, class = void>
inline constexpr bool is_iterator_v = false;
template <class It>
inline constexpr bool is_iterator_v<It, std::void_t<typename std::iterator_traits<It>::iterator_category>> =
    std::is_base_of_v<std::forward_iterator_tag, typename std::iterator_traits<It>::iterator_category>;

/// Whether a tensor can be made from an E: specialised by <gradc/eigen.h> for Eigen's expressions, with `static Shape shape(const
/// E&)` and `static void copy(const E&, T* to)`.
template <class E, class = void>
struct ForeignSource {
  static constexpr bool kExists = false;
};

}  // namespace detail

/// A dense tensor of rank `R` that owns its elements, row-major, aligned to 64 bytes (a rank-0 tensor holds its one element in
/// place). Copies are deep and reuse the target's memory where it suffices; a tensor that has been moved from is empty.
///
/// The elements lie with the host, or on a device (<gradc/cuda.h>): then extents can be asked for and the tensor be moved, and all
/// that would read or write elements throws DeviceError.
template <class T, int R>
class Tensor {
  using CheckedRank = decltype(detail::checked_rank<R>());
  static_assert(std::is_trivially_copyable_v<T>, "the elements of a tensor are plain numbers");

 public:
  using value_type = T;
  static constexpr int kRank = R;

  /// All extents 0; at rank 0 one element, 0.
  Tensor() = default;

  /// Zeros.
  /// \throws ShapeError unless the shape has rank R.
  explicit Tensor(const Shape& shape) {
    if (shape.rank() != R) detail::fail_shape_rank(R, shape);
    storage_.resize(shape.begin());
    storage_.zero();
  }

  /// The elements of a vector.
  template <int Rank = R, detail::Constraint<Rank == 1> = 0>
  Tensor(std::initializer_list<T> values)
      : Tensor(from(values.begin(), Shape{static_cast<std::int64_t>(values.size())})) {}

  /// The elements of a vector from those of another, or from a range.
  template <class U, class Allocator, int Rank = R, detail::Constraint<Rank == 1> = 0>
  explicit Tensor(const std::vector<U, Allocator>& values) : Tensor(values.begin(), values.end()) {}
  template <class It, int Rank = R, detail::Constraint<Rank == 1 && detail::is_iterator_v<It>> = 0>
  Tensor(It first, It last) {
    static_assert(std::is_same_v<typename std::iterator_traits<It>::value_type, T>,
                  "gradc: a tensor takes elements of its own type; convert with gradc::astype");
    resize(Shape{static_cast<std::int64_t>(std::distance(first, last))});
    for (T* to = data(); first != last; ++first) *to++ = static_cast<T>(*first);
  }

  /// The rows of a matrix.
  /// \throws ShapeError where they differ in length.
  template <int Rank = R, detail::Constraint<Rank == 2> = 0>
  Tensor(std::initializer_list<std::initializer_list<T>> rows) {
    fill_from(rows);
  }

  /// The matrices of a rank-3 tensor.
  /// \throws ShapeError where they differ in shape.
  template <int Rank = R, detail::Constraint<Rank == 3> = 0>
  Tensor(std::initializer_list<std::initializer_list<std::initializer_list<T>>> matrices) {
    fill_from(matrices);
  }

  /// A rank-0 tensor with this value.
  template <int Rank = R, detail::Constraint<Rank == 0> = 0>
  explicit Tensor(T value) {
    *storage_.data() = value;
  }

  /// A copy of the elements of a view.
  template <class U, detail::Constraint<std::is_same_v<std::remove_const_t<U>, T>> = 0>
  Tensor(const View<U, R>& view)
      : Tensor(from(view.data(), view.shape())) {}  // NOLINT: implicit, as any copy is

  /// A copy of a tensor with static extents.
  template <std::int64_t... E, detail::Constraint<sizeof...(E) == static_cast<std::size_t>(R)> = 0>
  Tensor(const StaticTensor<T, E...>& other) : Tensor(from(other.data(), other.shape())) {}  // NOLINT

  /// The values of an Eigen expression, with <gradc/eigen.h>.
  /// \throws ShapeError where its shape does not fit R.
  template <class E, detail::Constraint<detail::ForeignSource<E>::kExists> = 0>
  Tensor(const E& expression) {  // NOLINT: implicit, as Eigen's own conversions are
    resize(detail::ForeignSource<E>::template shape<R>(expression));
    detail::ForeignSource<E>::copy(expression, data());
  }

  /// A copy of the elements at `values`, in row-major order.
  static Tensor from(const T* values, const Shape& shape) {
    Tensor result;
    result.resize(shape);
    if (result.size() > 0) std::memcpy(static_cast<void*>(result.data()), values, result.bytes());
    return result;
  }

  Tensor(const Tensor& other) { copy(other); }
  Tensor& operator=(const Tensor& other) {
    if (this != &other) copy(other);
    return *this;
  }
  Tensor(Tensor&& other) noexcept = default;
  Tensor& operator=(Tensor&& other) noexcept = default;
  ~Tensor() = default;

  /// The element at `indices`, one for each axis.
  /// \throws IndexError for one outside its axis, unless GRADC_NO_CHECKS is defined.
  template <class... I>
  const T& operator()(I... indices) const {
    detail::check_host(storage_.where(), "Tensor::operator()");
    return storage_.data()[detail::offset_of<R>(storage_.extents(), indices...)];
  }
  template <class... I>
  T& operator()(I... indices) {
    detail::check_host(storage_.where(), "Tensor::operator()");
    return storage_.data()[detail::offset_of<R>(storage_.extents(), indices...)];
  }
  /// The element of a vector.
  template <class I, int Rank = R, detail::Constraint<Rank == 1 && std::is_integral_v<I>> = 0>
  const T& operator[](I index) const {
    return (*this)(index);
  }
  template <class I, int Rank = R, detail::Constraint<Rank == 1 && std::is_integral_v<I>> = 0>
  T& operator[](I index) {
    return (*this)(index);
  }

  /// A rank-0 tensor is its scalar, and converts to what that converts to; no template, so that it does.
  operator std::conditional_t<R == 0, T, detail::NoScalar>() const {  // NOLINT: implicit by design
    detail::check_host(storage_.where(), "Tensor: conversion to a number");
    return *storage_.data();
  }

  static constexpr int rank() { return R; }
  Shape shape() const { return Shape(storage_.extents(), R); }

  /// The extent of an axis in [0, R); not checked.
  std::int64_t extent(int axis) const { return storage_.extents()[axis]; }
  /// All extents: `const auto [rows, columns] = x.extents();`.
  auto extents() const { return detail::extents_of<R>(storage_.extents()); }

  /// The number of elements.
  std::int64_t size() const { return storage_.size(); }

  /// Where the elements lie.
  Device device() const { return detail::device_of(storage_.where()); }

  ///
  /// \throws DeviceError where the elements lie on a device; gradc::cuda::data gives their address there.
  T* data() { return host("Tensor::data"); }
  const T* data() const { return host("Tensor::data"); }
  T* begin() { return host("Tensor::begin"); }
  T* end() { return host("Tensor::end") + size(); }
  const T* begin() const { return host("Tensor::begin"); }
  const T* end() const { return host("Tensor::end") + size(); }

  /// Changes the shape. Allocates only where the memory held does not suffice, and on the same side; the elements are unspecified
  /// afterwards.
  /// \throws ShapeError unless the shape has rank R.
  void resize(const Shape& shape) {
    if (shape.rank() != R) detail::fail_shape_rank(R, shape);
    storage_.resize(shape.begin());
  }

 private:
  friend struct detail::Access;

  std::size_t bytes() const { return static_cast<std::size_t>(size()) * sizeof(T); }

  T* host(const char* operation) {
    detail::require_host(storage_.where(), operation);
    return storage_.data();
  }
  const T* host(const char* operation) const {
    detail::require_host(storage_.where(), operation);
    return storage_.data();
  }

  void copy(const Tensor& other) {
    detail::require_host(other.storage_.where(), "Tensor: copy");
    detail::require_host(storage_.where(), "Tensor: assignment");
    storage_.resize(other.storage_.extents());
    if (size() > 0) std::memcpy(static_cast<void*>(data()), other.data(), bytes());
  }

  template <class List>
  void fill_from(const List& list);

  detail::Storage<T, R> storage_;
};

namespace detail {
/// What lies behind tensors, for those that know of devices.
struct Access {
  /// The elements, on whatever side they lie.
  template <class T, int R>
  static T* data(Tensor<T, R>& tensor) {
    return tensor.storage_.data();
  }
  template <class T, int R>
  static const T* data(const Tensor<T, R>& tensor) {
    return tensor.storage_.data();
  }
  template <class T, int R>
  static T* data(const View<T, R>& view) {
    return view.data_;
  }

  template <class T, int R>
  static Storage<T, R>& storage(Tensor<T, R>& tensor) {
    return tensor.storage_;
  }
};
}  // namespace detail

/// A row-major tensor in borrowed memory. `View<const T, R>` only reads. A view is copied and assigned as a pointer is: neither
/// touches the elements.
template <class T, int R>
class View {
  using CheckedRank = decltype(detail::checked_rank<R>());

 public:
  using value_type = std::remove_const_t<T>;
  static constexpr int kRank = R;

  /// No memory, all extents 0.
  constexpr View() = default;

  /// The elements at `data`, which must outlive the view.
  /// \throws ShapeError unless the shape has rank R.
  View(T* data, const Shape& shape) : data_(data) {
    if (shape.rank() != R) detail::fail_shape_rank(R, shape);
    for (int axis = 0; axis < R; ++axis) extents_[axis] = shape[axis];
  }

  /// The same on a device.
  View(T* data, const Shape& shape, Device device) : View(data, shape) { device_ = device; }

  View(Tensor<value_type, R>& tensor) : View(detail::Access::data(tensor), tensor.shape(), tensor.device()) {}  // NOLINT: implicit by design
  template <class U = T, detail::Constraint<std::is_const_v<U>> = 0>
  View(const Tensor<value_type, R>& tensor)  // NOLINT
      : View(detail::Access::data(tensor), tensor.shape(), tensor.device()) {}
  template <class U = T, detail::Constraint<std::is_const_v<U>> = 0>
  View(const View<value_type, R>& other) : View(detail::Access::data(other), other.shape(), other.device()) {}  // NOLINT

  template <std::int64_t... E, detail::Constraint<sizeof...(E) == static_cast<std::size_t>(R)> = 0>
  View(StaticTensor<value_type, E...>& tensor) : View(tensor.data(), tensor.shape()) {}  // NOLINT
  template <class U = T, std::int64_t... E,
            detail::Constraint<std::is_const_v<U> && sizeof...(E) == static_cast<std::size_t>(R)> = 0>
  View(const StaticTensor<value_type, E...>& tensor) : View(tensor.data(), tensor.shape()) {}  // NOLINT

  /// The element at `indices`, one for each axis.
  /// \throws IndexError as Tensor's.
  template <class... I>
  T& operator()(I... indices) const {
    detail::check_host(device_, "View::operator()");
    return data_[detail::offset_of<R>(extents_, indices...)];
  }
  template <class I, int Rank = R, detail::Constraint<Rank == 1 && std::is_integral_v<I>> = 0>
  T& operator[](I index) const {
    return (*this)(index);
  }

  /// A rank-0 view is its scalar.
  operator std::conditional_t<R == 0, value_type, detail::NoScalar>() const {  // NOLINT: implicit by design
    detail::check_host(device_, "View: conversion to a number");
    return *data_;
  }

  static constexpr int rank() { return R; }
  Shape shape() const { return Shape(extents_, R); }
  std::int64_t extent(int axis) const { return extents_[axis]; }
  auto extents() const { return detail::extents_of<R>(extents_); }
  std::int64_t size() const { return detail::product(extents_, R); }
  Device device() const { return device_; }
  ///
  /// \throws DeviceError as Tensor's.
  T* data() const { return host("View::data"); }
  T* begin() const { return host("View::begin"); }
  T* end() const { return host("View::end") + size(); }

 private:
  friend struct detail::Access;

  T* host(const char* operation) const {
    detail::require_host(device_, operation);
    return data_;
  }

  T* data_ = nullptr;
  Device device_;
  std::int64_t extents_[R > 0 ? R : 1] = {};
};

template <class T, int R>
View(Tensor<T, R>&) -> View<T, R>;
template <class T, int R>
View(const Tensor<T, R>&) -> View<const T, R>;

template <class T>
using Vector = Tensor<T, 1>;
template <class T>
using Matrix = Tensor<T, 2>;

namespace detail {
inline constexpr std::int64_t kNoExtents[kMaxRank] = {};
}

/// A sparse tensor with few nonzero rows along the leading axis: row `indices(i)` of the dense tensor of shape `dense_shape` is
/// the sum of the rows `values(i, ...)` with that index. <gradc/indexed_slices.h> has its functions.
template <class T, int R>
struct IndexedSlices {
  static_assert(R >= 1, "gradc::IndexedSlices: a scalar has no rows");
  Tensor<T, R> values;
  Tensor<std::int64_t, 1> indices;
  Shape dense_shape{detail::kNoExtents, R};
};

namespace detail {

/// Extents of nested lists, and their elements in order.
/// \throws ShapeError where lists at one depth differ in length.
template <class T>
struct NestedList {
  static void measure(std::int64_t*, const T&) {}
  static void copy(T*& to, const std::int64_t*, const T& value) { *to++ = value; }
};

[[noreturn]] void fail_ragged(std::int64_t length, std::int64_t expected);

template <class T>
struct NestedList<std::initializer_list<T>> {
  static void measure(std::int64_t* extents, const std::initializer_list<T>& list) {
    *extents = static_cast<std::int64_t>(list.size());
    if (list.size() > 0) NestedList<T>::measure(extents + 1, *list.begin());
  }
  template <class Element>
  static void copy(Element*& to, const std::int64_t* extents, const std::initializer_list<T>& list) {
    const std::int64_t length = static_cast<std::int64_t>(list.size());
    if (length != *extents) fail_ragged(length, *extents);
    for (const T& item : list) NestedList<T>::copy(to, extents + 1, item);
  }
};

}  // namespace detail

template <class T, int R>
template <class List>
void Tensor<T, R>::fill_from(const List& list) {
  std::int64_t extents[kMaxRank] = {};
  detail::NestedList<List>::measure(extents, list);
  resize(Shape(extents, R));
  T* to = data();
  detail::NestedList<List>::copy(to, extents, list);
}

/// Gives a tensor the shape, and the elements, which are unspecified then.
template <class T>
auto* resized(T& tensor, const Shape& shape) {
  tensor.resize(shape);
  return tensor.data();
}

}  // namespace gradc
