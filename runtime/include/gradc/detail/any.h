// What a call keeps for its adjoint: values of any types, each once.
#pragma once

#include <gradc/detail/sequence.h>

#include <cstdint>
#include <new>
#include <type_traits>

namespace gradc {

/// A number, a view of a tensor or a sequence. A small number lies in it; other values lie in memory of an arena's.
class Any {
 public:
  /// Nothing, which is not read.
  Any() = default;

  /// The value itself is kept, not a copy of what it shows.
  template <class T>
  static Any of(Arena& arena, const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 16, "an Any holds numbers, views and sequences");
    Any any;
    any.zeros_ = &zeros_of<T>;
    void* place = &any.inside_;
    if constexpr (!fits<T>()) place = any.outside_ = arena.take(static_cast<std::int64_t>(sizeof(T)));
    ::new (place) T(value);
    return any;
  }

  /// The value, which must be of that type.
  template <class T>
  const T& as() const {
    const void* place = &inside_;
    if constexpr (!fits<T>()) place = outside_;
    return *std::launder(static_cast<const T*>(place));
  }

  /// Zeros of the same form.
  Any zeros_like(Arena& arena) const { return zeros_ == nullptr ? Any() : zeros_(arena, *this); }

 private:
  template <class T>
  static constexpr bool fits() {
    return sizeof(T) <= sizeof(std::uint64_t);
  }
  template <class T>
  static Any zeros_of(Arena& arena, const Any& any) {
    return of<T>(arena, detail::zeros_like(arena, any.as<T>()));
  }

  Any (*zeros_)(Arena&, const Any&) = nullptr;
  union {
    alignas(8) std::uint64_t inside_ = 0;
    void* outside_;
  };
};

namespace detail {
inline Any zeros_like(Arena& arena, const Any& x) { return x.zeros_like(arena); }
}  // namespace detail

/// What is kept is never written again: a copy shows the same values.
using Kept = Sequence<Any>;
inline Kept copied(Arena&, const Kept& x) { return x; }

/// Copies of the values, in their order.
template <class... T>
Kept keep(Arena& arena, const T&... values) {
  Kept kept;
  kept.reserve(arena, static_cast<std::int64_t>(sizeof...(T)));
  (kept.push(arena, Any::of(arena, copied(arena, values))), ...);
  return kept;
}

}  // namespace gradc
