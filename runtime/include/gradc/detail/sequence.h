// A run-time number of values of one type, as generated code holds them: scalars, views of tensors with
// extents of their own, or sequences again.
//
// A sequence is a handle: copying one copies no values. The memory is an arena's, or borrowed. Up to a chunk
// of 64 KiB the values lie side by side in memory that doubles as it grows; beyond that they lie in chunks of
// that size, found by a table, so that growing moves nothing and costs no more than the values take. Memory
// that is borrowed, reserved, or planned lies side by side whatever its size.
#pragma once

#include <gradc/detail/arena.h>
#include <gradc/detail/element.h>
#include <gradc/tensor.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace gradc {

template <class T>
class Sequence;
class Any;

namespace detail {
template <class T>
inline constexpr bool is_number_v = true;
template <class T, int R>
inline constexpr bool is_number_v<View<T, R>> = false;
template <class T>
inline constexpr bool is_number_v<Sequence<T>> = false;

/// Gives the memory of a value back, with all that it shows.
template <class T, int R>
void discard(Arena& arena, const View<T, R>& tensor) {
  arena.give_back(tensor.data(), tensor.size() * static_cast<std::int64_t>(sizeof(T)));
}
template <class T>
void discard(Arena& arena, Sequence<T>& sequence) {
  sequence.clear(arena);
  sequence.release(arena);
}
inline void discard(Arena&, Sequence<Any>&) {}  // shared
}  // namespace detail

template <class T>
class Sequence {
  static_assert(std::is_trivially_copyable_v<T>, "a sequence holds numbers, views and sequences");

 public:
  using value_type = T;

  /// No values.
  Sequence() = default;

  /// The caller's n values at `values`, which are only read: to write to one, copy first.
  static Sequence borrowed(const T* values, std::int64_t n) {
    Sequence s;
    s.values_ = const_cast<T*>(values);
    s.size_ = n;
    return s;
  }

  /// No values, in memory for `capacity` of them that is someone else's. What goes beyond is the arena's.
  static Sequence in(T* memory, std::int64_t capacity) {
    Sequence s;
    s.values_ = memory;
    s.capacity_ = capacity;
    return s;
  }

  std::int64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// The value at an index in [0, size()); not checked (require_value).
  T& operator[](std::int64_t i) { return chunks_ != nullptr ? chunks_[i >> kShift][i & kMask] : values_[i]; }
  const T& operator[](std::int64_t i) const {
    return chunks_ != nullptr ? chunks_[i >> kShift][i & kMask] : values_[i];
  }

  /// How many values lie side by side from an index in [0, size()) on.
  std::int64_t run(std::int64_t i) const {
    return chunks_ != nullptr ? std::min(kChunk - (i & kMask), size_ - i) : size_ - i;
  }

  /// The values side by side; those in chunks are moved. They stay there until the size changes, or others are assigned.
  T* side_by_side(Arena& arena) {
    if (chunks_ != nullptr) leave_chunks(arena);
    return values_;
  }

  /// Room for n values without growing, side by side where there were none.
  void reserve(Arena& arena, std::int64_t n) {
    if (n <= capacity_) return;
    if (chunks_ == nullptr)
      move_to(arena, n);
    else
      while (capacity_ < n) add_chunk(arena);
  }

  /// One value more. The value itself is kept, not a copy of what it shows.
  void push(Arena& arena, T value) {
    if (size_ >= capacity_) grow(arena);
    (*this)[size_++] = value;
  }

  /// No values. Their memory, that of tensors and sequences among them too, is used again: nothing may show
  /// it.
  void clear(Arena& arena) {
    if constexpr (!detail::is_number_v<T>)
      for (std::int64_t i = 0; i < size_; ++i) detail::discard(arena, (*this)[i]);
    size_ = 0;
  }

  /// The values of another one, deep, in the memory that is there.
  void assign(Arena& arena, const Sequence& other);

  /// Zeros of the sizes and extents of another one, in the memory that is there.
  void assign_zeros(Arena& arena, const Sequence& other);

  /// One value less. There must be one (require_not_empty).
  void pop() { --size_; }

  /// n values, n not negative. New numbers are uninitialised and must be set before anything reads them, new
  /// tensors and sequences empty.
  void extend(Arena& arena, std::int64_t n) {
    if (n > capacity_) {
      if (chunks_ == nullptr && n <= kChunk && n < 2 * size_)
        grow(arena);
      else if (chunks_ == nullptr && size_ >= kChunk && n < 2 * size_)
        make_chunks(arena);
      reserve(arena, n);
    }
    if constexpr (!detail::is_number_v<T>)
      for (std::int64_t i = size_; i < n; ++i) (*this)[i] = T();
    size_ = n;
  }

  /// n values: the first ones, and copies of `value` where there were fewer. Throws DomainError for a
  /// negative n.
  template <class V>
  void resize(Arena& arena, std::int64_t n, const V& value);

  /// The same values in memory of their own, deep.
  Sequence copy(Arena& arena) const;
  /// The same numbers in the same memory, for one who restores what it writes there; a copy of those that lie in chunks.
  Sequence shared(Arena& arena) const { return chunks_ == nullptr ? borrowed(values_, size_) : copy(arena); }
  /// Zeros of the same sizes and extents.
  Sequence zeros_like(Arena& arena) const;
  /// Adds, value by value. Throws ShapeError where sizes or extents differ.
  void add(const Sequence& other);
  /// Replaces the first values by copies of those of `other`, as far as there are any.
  void splice(Arena& arena, const Sequence& other);
  /// The sum of the numbers from index `from` on.
  T sum(std::int64_t from) const;
  /// The same for tensors: the sum is written to `out`. Throws ShapeError where extents differ.
  template <class U, int R>
  void sum(std::int64_t from, const View<U, R>& out) const;

  /// Gives the memory of the values (not what views and sequences among them show) back to the arena that it
  /// is of. Nothing may show it any more.
  void release(Arena& arena) noexcept;

 private:
  static constexpr int shift() {
    int power = 0;
    while ((std::int64_t{65536} / static_cast<std::int64_t>(sizeof(T))) >> (power + 1) != 0) ++power;
    return power;
  }
  static constexpr int kShift = shift();
  static constexpr std::int64_t kChunk = std::int64_t{1} << kShift, kMask = kChunk - 1;
  static constexpr std::int64_t kFewest = 4;  // that memory is taken for

  static std::int64_t bytes(std::int64_t n) { return n * static_cast<std::int64_t>(sizeof(T)); }
  // How many chunks the table of `chunks` chunks has room for.
  static std::int64_t table_size(std::int64_t chunks) {
    std::int64_t size = 8;
    while (size < chunks) size *= 2;
    return size;
  }
  void grow(Arena& arena);
  void move_to(Arena& arena, std::int64_t capacity);
  void make_chunks(Arena& arena);
  void leave_chunks(Arena& arena);
  void add_chunk(Arena& arena);
  void copy_values(const Sequence& from) {
    for (std::int64_t i = 0; i < from.size_;) {
      const std::int64_t n = std::min(from.run(i), run(i));
      std::copy_n(&from[i], n, &(*this)[i]);
      i += n;
    }
  }

  T* values_ = nullptr;   // side by side, or
  T** chunks_ = nullptr;  // a table of chunks, all of them an arena's
  std::int64_t size_ = 0;
  std::int64_t capacity_ = 0;  // 0 where the memory is only read
  bool owned_ = false;         // values_ are an arena's
};

/// A copy in memory of the arena's, deep: of a tensor or a sequence; a number is itself.
template <class T>
T copied(Arena&, T value) {
  return value;
}
template <class T, int R>
View<std::remove_const_t<T>, R> copied(Arena& arena, const View<T, R>& x) {
  const auto y = arena.tensor<std::remove_const_t<T>, R>(x.shape());
  std::copy_n(x.data(), x.size(), y.data());
  return y;
}
template <class T>
Sequence<T> copied(Arena& arena, const Sequence<T>& x) {
  return x.copy(arena);
}

namespace detail {
template <class T>
T zeros_like(Arena&, T) {
  return T{};
}
template <class T, int R>
View<T, R> zeros_like(Arena& arena, const View<T, R>& x) {
  const View<T, R> y = arena.tensor<T, R>(x.shape());
  std::fill_n(y.data(), y.size(), T{});
  return y;
}
template <class T>
Sequence<T> zeros_like(Arena& arena, const Sequence<T>& x) {
  return x.zeros_like(arena);
}
Any zeros_like(Arena& arena, const Any& x);
}  // namespace detail

/// Adds a value to one that is there: numbers, tensors of equal extents, sequences of equal sizes. Throws
/// ShapeError where they are not.
template <class T, detail::Constraint<detail::is_number_v<T>> = 0>
void add_into(T& to, T value) {
  if constexpr (std::is_same_v<T, bool>)
    to = to || value;
  else if constexpr (std::is_integral_v<T>)  // wraps
    to = static_cast<T>(static_cast<std::uint64_t>(to) + static_cast<std::uint64_t>(value));
  else
    to = static_cast<T>(static_cast<detail::Compute<T>>(to) + static_cast<detail::Compute<T>>(value));
}
template <class T, class U, int R>
void add_into(const View<T, R>& to, const View<U, R>& value) {
  for (int axis = 0; axis < R; ++axis)
    require_extent("the value", axis, value.extent(axis), "the element that it is added to", axis, to.extent(axis));
  T* const y = to.data();
  const U* const x = value.data();
  for (std::int64_t i = 0; i < to.size(); ++i) add_into(y[i], static_cast<T>(x[i]));
}
template <class T>
void add_into(Sequence<T>& to, const Sequence<T>& value) {
  to.add(value);
}

/// A copy of a tensor or a sequence takes the place of one whose memory is its own. That memory is used
/// again.
template <class T, class U, int R>
void assign(Arena& arena, View<T, R>& to, const View<U, R>& value) {
  if (to.size() == value.size()) {
    std::copy_n(value.data(), value.size(), to.data());
    to = View<T, R>(to.data(), value.shape());
    return;
  }
  const View<T, R> old = to;
  to = copied(arena, value);
  detail::discard(arena, old);
}
template <class T>
void assign(Arena& arena, Sequence<T>& to, const Sequence<T>& value) {
  to.assign(arena, value);
}

// --- growing ---------------------------------------------------------------------------------------------

template <class T>
void Sequence<T>::grow(Arena& arena) {
  if (chunks_ != nullptr)
    add_chunk(arena);
  else if (size_ < kChunk)
    move_to(arena, std::min(std::max(2 * size_, kFewest), kChunk));
  else
    make_chunks(arena);
}

template <class T>
void Sequence<T>::move_to(Arena& arena, std::int64_t capacity) {
  T* const values = arena.template array<T>(capacity);
  if (size_ > 0) std::copy_n(values_, size_, values);
  if (owned_) arena.give_back(values_, bytes(capacity_));
  values_ = values;
  capacity_ = capacity;
  owned_ = true;
}

// Full memory that is the arena's becomes the first chunks as it lies; what does not fill one, and what is
// someone else's, is copied.
template <class T>
void Sequence<T>::make_chunks(Arena& arena) {
  const std::int64_t whole = owned_ ? size_ >> kShift : 0, all = (size_ + kMask) >> kShift;
  Sequence to;
  to.chunks_ = arena.template array<T*>(table_size(all));
  for (std::int64_t c = 0; c < all; ++c)
    to.chunks_[c] = c < whole ? values_ + (c << kShift) : arena.template array<T>(kChunk);
  to.capacity_ = all << kShift;
  to.size_ = size_;
  for (std::int64_t i = whole << kShift; i < size_; ++i) to[i] = values_[i];
  if (owned_ && capacity_ > whole << kShift)
    arena.give_back_part(values_ + (whole << kShift), bytes(capacity_ - (whole << kShift)));
  *this = to;
  if (size_ == capacity_) add_chunk(arena);
}

template <class T>
void Sequence<T>::leave_chunks(Arena& arena) {
  Sequence to;
  to.move_to(arena, std::max(size_, kFewest));
  for (std::int64_t i = 0; i < size_; i += kChunk) std::copy_n(chunks_[i >> kShift], std::min(kChunk, size_ - i), to.values_ + i);
  to.size_ = size_;
  release(arena);
  *this = to;
}

template <class T>
void Sequence<T>::add_chunk(Arena& arena) {
  const std::int64_t count = capacity_ >> kShift, room = table_size(count);
  T* const chunk = arena.template array<T>(kChunk);
  if (count == room) {
    T** const table = arena.template array<T*>(2 * room);
    std::copy_n(chunks_, count, table);
    arena.give_back(chunks_, room * static_cast<std::int64_t>(sizeof(T*)));
    chunks_ = table;
  }
  chunks_[count] = chunk;
  capacity_ += kChunk;
}

template <class T>
void Sequence<T>::release(Arena& arena) noexcept {
  if (chunks_ != nullptr) {
    const std::int64_t count = capacity_ >> kShift;
    for (std::int64_t c = 0; c < count; ++c) arena.give_back(chunks_[c], bytes(kChunk));
    arena.give_back(chunks_, table_size(count) * static_cast<std::int64_t>(sizeof(T*)));
  } else if (owned_) {
    arena.give_back(values_, bytes(capacity_));
  }
  *this = Sequence();
}

// --- values ----------------------------------------------------------------------------------------------

template <class T>
template <class V>
void Sequence<T>::resize(Arena& arena, std::int64_t n, const V& value) {
  if (n < 0) detail::fail_negative_size(n);
  std::int64_t i = size_;
  extend(arena, n);
  if constexpr (detail::is_number_v<T>)
    for (const T number = static_cast<T>(value); i < n; ++i) (*this)[i] = number;
  else
    for (; i < n; ++i) (*this)[i] = copied(arena, value);
}

template <class T>
void Sequence<T>::assign(Arena& arena, const Sequence& other) {
  clear(arena);
  extend(arena, other.size_);
  if constexpr (detail::is_number_v<T>)
    copy_values(other);
  else
    for (std::int64_t i = 0; i < size_; ++i) (*this)[i] = copied(arena, other[i]);
}

template <class T>
void Sequence<T>::assign_zeros(Arena& arena, const Sequence& other) {
  clear(arena);
  extend(arena, other.size_);
  for (std::int64_t i = 0; i < size_; ++i) (*this)[i] = detail::zeros_like(arena, other[i]);
}

template <class T>
Sequence<T> Sequence<T>::copy(Arena& arena) const {
  Sequence y;
  y.assign(arena, *this);
  return y;
}

template <class T>
Sequence<T> Sequence<T>::zeros_like(Arena& arena) const {
  Sequence y;
  y.assign_zeros(arena, *this);
  return y;
}

template <class T>
void Sequence<T>::add(const Sequence& other) {
  require_size("one sequence", other.size_, "the other, which it is added to,", size_);
  for (std::int64_t i = 0; i < size_;) {
    const std::int64_t n = std::min(run(i), other.run(i));
    T* const to = &(*this)[i];
    const T* const from = &other[i];
    for (std::int64_t k = 0; k < n; ++k) add_into(to[k], from[k]);
    i += n;
  }
}

template <class T>
void Sequence<T>::splice(Arena& arena, const Sequence& other) {
  const std::int64_t n = std::min(size_, other.size_);
  for (std::int64_t i = 0; i < n; ++i) (*this)[i] = copied(arena, other[i]);
}

template <class T>
T Sequence<T>::sum(std::int64_t from) const {
  T total{};
  for (std::int64_t i = std::max<std::int64_t>(from, 0); i < size_; ++i) add_into(total, (*this)[i]);
  return total;
}

template <class T>
template <class U, int R>
void Sequence<T>::sum(std::int64_t from, const View<U, R>& out) const {
  std::fill_n(out.data(), out.size(), U{});
  for (std::int64_t i = std::max<std::int64_t>(from, 0); i < size_; ++i) add_into(out, (*this)[i]);
}

}  // namespace gradc
