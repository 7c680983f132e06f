/// \file
/// Tensors on a device: copies there and back, of tensors and of what holds them; the addresses that kernels take.
#pragma once

#include <gradc/cuda/stream.h>
#include <gradc/detail/members.h>
#include <gradc/tensor.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace gradc {
namespace cuda {

namespace detail {

namespace host = gradc::detail;

/// The memory that tensors on a device have; null for the host.
const host::DeviceMemory* memory_of(Device device);
/// Refuses what would allocate while a stream is captured.
void require_room(const Stream& stream);
void copy_bytes(void* to, Device to_device, const void* from, Device from_device, std::int64_t bytes, const Stream& stream);
[[noreturn]] void fail_place(const char* name, Device is, Device expected);
[[noreturn]] void fail_shapes(const Shape& from, const Shape& to);

}  // namespace detail

/// Gives a tensor the shape, on the stream's device, and its address there. Memory that suffices there is kept; the elements are
/// unspecified then.
/// \throws ShapeError unless the shape has the tensor's rank; DeviceError where the device has no such memory, or would have to
///     be asked for it while the stream is captured.
template <class T, int R>
T* resized(Tensor<T, R>& tensor, const Shape& shape, const Stream& stream) {
  if (shape.rank() != R) detail::host::fail_shape_rank(R, shape);
  auto& storage = detail::host::Access::storage(tensor);
  const detail::host::DeviceMemory* const where = detail::memory_of(stream.device());
  if (!storage.holds(shape.begin(), where)) detail::require_room(stream);
  storage.resize(shape.begin(), where);
  return storage.data();
}

/// The address of a tensor's elements on the stream's device.
/// \throws DeviceError that names the argument where they lie elsewhere; without elements they lie anywhere.
template <class X>
auto* data(const X& tensor, const char* name, const Stream& stream) {
  if (tensor.device() != stream.device() && tensor.size() > 0) detail::fail_place(name, tensor.device(), stream.device());
  return detail::host::Access::data(tensor);
}
template <class T, int R>
T* data(Tensor<T, R>& tensor, const char* name, const Stream& stream) {
  if (tensor.device() != stream.device() && tensor.size() > 0) detail::fail_place(name, tensor.device(), stream.device());
  return detail::host::Access::data(tensor);
}

namespace detail {

/// What a copy is: where Views are, tensors; in vectors, arrays, pairs and tuples too.
template <class X>
struct OwnedBy {
  using Type = X;
};
template <class X>
using Owned = typename OwnedBy<std::remove_cv_t<X>>::Type;
template <class T, int R>
struct OwnedBy<View<T, R>> {
  using Type = Tensor<std::remove_const_t<T>, R>;
};
template <class E, class A>
struct OwnedBy<std::vector<E, A>> {
  using Element = Owned<E>;
  using Type = std::conditional_t<std::is_same_v<Element, E>, std::vector<E, A>, std::vector<Element>>;
};
template <class E, std::size_t N>
struct OwnedBy<std::array<E, N>> {
  using Type = std::array<Owned<E>, N>;
};
template <class A, class B>
struct OwnedBy<std::pair<A, B>> {
  using Type = std::pair<Owned<A>, Owned<B>>;
};
template <class... X>
struct OwnedBy<std::tuple<X...>> {
  using Type = std::tuple<Owned<X>...>;
};

/// Whether the parts of an X are known without taking it apart.
template <class X>
inline constexpr bool has_parts_v = std::is_array_v<X>;
template <class T, int R>
inline constexpr bool has_parts_v<Tensor<T, R>> = true;
template <class T, int R>
inline constexpr bool has_parts_v<View<T, R>> = true;
template <class E, class A>
inline constexpr bool has_parts_v<std::vector<E, A>> = true;
template <class E, std::size_t N>
inline constexpr bool has_parts_v<std::array<E, N>> = true;
template <class A, class B>
inline constexpr bool has_parts_v<std::pair<A, B>> = true;
template <class... X>
inline constexpr bool has_parts_v<std::tuple<X...>> = true;

/// Copies everything of one structure to another of the same form.
class Transfer {
 public:
  /// Tensors that are written get memory there; null is the host's.
  Transfer(const Stream& stream, const host::DeviceMemory* where) : stream_(stream), where_(where) {}
  /// Tensors that are written stay where they are.
  explicit Transfer(const Stream& stream) : stream_(stream), stays_(true) {}

  template <class T, int R, class From>
  void operator()(const From& from, Tensor<T, R>& to) const {
    const Shape shape = from.shape();
    auto& storage = host::Access::storage(to);
    const host::DeviceMemory* const where = stays_ ? storage.where() : where_;
    if (where != nullptr && !storage.holds(shape.begin(), where)) require_room(stream_);
    storage.resize(shape.begin(), where);
    copy_elements(from, storage.data(), to.device(), to.size());
  }
  template <class T, int R, class From>
  void operator()(const From& from, const View<T, R>& to) const {
    static_assert(!std::is_const_v<T>, "gradc: a View of constant elements is only read");
    if (from.shape() != to.shape()) fail_shapes(from.shape(), to.shape());
    copy_elements(from, host::Access::data(to), to.device(), to.size());
  }
  template <class E, class A, class F, class B>
  void operator()(const std::vector<E, A>& from, std::vector<F, B>& to) const {
    if constexpr (std::is_same_v<E, F> && std::is_arithmetic_v<E>) {
      to = from;
    } else {
      to.resize(from.size());
      for (std::size_t i = 0; i < from.size(); ++i) (*this)(from[i], to[i]);
    }
  }
  template <class E, class F, std::size_t N>
  void operator()(const std::array<E, N>& from, std::array<F, N>& to) const {
    for (std::size_t i = 0; i < N; ++i) (*this)(from[i], to[i]);
  }
  template <class E, std::size_t N>
  void operator()(const E (&from)[N], E (&to)[N]) const {
    for (std::size_t i = 0; i < N; ++i) (*this)(from[i], to[i]);
  }
  template <class A, class B, class C, class D>
  void operator()(const std::pair<A, B>& from, std::pair<C, D>& to) const {
    (*this)(from.first, to.first);
    (*this)(from.second, to.second);
  }
  template <class... X, class... Y>
  void operator()(const std::tuple<X...>& from, std::tuple<Y...>& to) const {
    each(from, to, std::index_sequence_for<X...>());
  }
  /// A structure by its members; a number, and whatever else, as it is.
  template <class X, host::Constraint<!has_parts_v<X>> = 0>
  void operator()(const X& from, X& to) const {
    if constexpr (std::is_class_v<X> && std::is_aggregate_v<X> && !std::is_trivially_copyable_v<X>) {
      const auto read = host::members(from);
      const auto written = host::members(to);
      each(read, written, std::make_index_sequence<std::tuple_size_v<decltype(read)>>());
    } else {
      static_assert(std::is_copy_assignable_v<X>, "gradc: what is copied to or from a device holds something that can't be copied");
      to = from;
    }
  }

 private:
  template <class From, class To, std::size_t... I>
  void each(const From& from, To& to, std::index_sequence<I...>) const {
    static_cast<void>(from), static_cast<void>(to);
    ((*this)(std::get<I>(from), std::get<I>(to)), ...);
  }

  template <class From, class T>
  void copy_elements(const From& from, T* to, Device device, std::int64_t size) const {
    static_assert(std::is_same_v<typename From::value_type, T>,
                  "gradc: a copy has elements of the same type; convert with gradc::astype on the host");
    copy_bytes(to, device, host::Access::data(from), from.device(), size * static_cast<std::int64_t>(sizeof(T)), stream_);
  }

  const Stream& stream_;
  const host::DeviceMemory* where_ = nullptr;
  bool stays_ = false;
};

}  // namespace detail

/// A copy on the stream's device: of a tensor or View, and of vectors, arrays, pairs, tuples and structures, however nested, with
/// tensors in them. Structures are aggregates of at most 32 members; numbers, Views in structures and all that holds no tensor
/// are copied as they are. Pageable memory may be changed when this returns; pinned memory must stay until the stream has come
/// so far.
template <class X>
detail::Owned<X> to_device(const X& x, const Stream& stream) {
  detail::Owned<X> result{};
  detail::Transfer(stream, detail::memory_of(stream.device()))(x, result);
  return result;
}

/// A copy with the host, when the stream has done all that was asked for.
/// \throws what the device found wrong.
template <class X>
detail::Owned<X> to_host(const X& x, const Stream& stream) {
  detail::Owned<X> result{};
  detail::Transfer(stream, nullptr)(x, result);
  stream.wait();
  return result;
}

/// Copies to what is there, in the order of the stream. Tensors stay on their side, take the extents and keep memory that
/// suffices; a View must have them. What comes to the host is there after `stream.wait()`.
/// \throws ShapeError where a View has other extents.
template <class X, class Y>
void copy(const X& from, Y& to, const Stream& stream) {
  detail::Transfer transfer(stream);
  transfer(from, to);
}
template <class X, class T, int R>
void copy(const X& from, const View<T, R>& to, const Stream& stream) {
  detail::Transfer transfer(stream);
  transfer(from, to);
}

}  // namespace cuda
}  // namespace gradc
