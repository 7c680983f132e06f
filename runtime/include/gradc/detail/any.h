// What a call keeps for its adjoint: values of any types, each once.
#pragma once

#include <gradc/detail/sequence.h>

#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

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

  /// The same in memory for it, aligned to 16 bytes.
  template <class T>
  static Any in(void* memory, const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && !fits<T>(), "a number lies in the Any itself");
    Any any;
    any.zeros_ = &zeros_of<T>;
    any.outside_ = ::new (memory) T(value);
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

namespace detail {

// A value to be kept: sequences of numbers, and of what other calls kept, lie in one piece of memory with the rest.
template <class T>
struct Keeping {
  static std::int64_t bytes(const T&) { return 0; }
  static Any keep(Arena& arena, unsigned char*&, const T& value) { return Any::of(arena, copied(arena, value)); }
};
template <class T>
struct KeptTogether {
  static constexpr std::int64_t whole(std::int64_t bytes) { return (bytes + 15) / 16 * 16; }
  static constexpr std::int64_t kHandle = whole(sizeof(Sequence<T>));
};
template <>
struct Keeping<Kept> : KeptTogether<Any> {
  static std::int64_t bytes(const Kept&) { return kHandle; }
  static Any keep(Arena&, unsigned char*& memory, const Kept& value) { return Any::in(std::exchange(memory, memory + kHandle), value); }
};
template <class T>
struct Keeping<Sequence<T>> : KeptTogether<T> {
  using Base = KeptTogether<T>;
  static constexpr bool kIsFlat = is_number_v<T> || std::is_same_v<T, Kept>;
  static std::int64_t values(const Sequence<T>& value) { return Base::whole(value.size() * static_cast<std::int64_t>(sizeof(T))); }
  static std::int64_t bytes(const Sequence<T>& value) { return kIsFlat ? Base::kHandle + values(value) : 0; }
  static Any keep(Arena& arena, unsigned char*& memory, const Sequence<T>& value) {
    if constexpr (!kIsFlat) {
      return Any::of(arena, copied(arena, value));
    } else {
      void* const handle = std::exchange(memory, memory + Base::kHandle);
      T* const data = reinterpret_cast<T*>(std::exchange(memory, memory + values(value)));
      for (std::int64_t i = 0; i < value.size(); i += value.run(i)) std::uninitialized_copy_n(&value[i], value.run(i), data + i);
      return Any::in(handle, Sequence<T>::borrowed(data, value.size()));
    }
  }
};

}  // namespace detail

/// Copies of the values, in their order.
template <class... T>
Kept keep(Arena& arena, const T&... values) {
  constexpr auto kCount = static_cast<std::int64_t>(sizeof...(T));
  constexpr std::int64_t kHandles = detail::KeptTogether<Any>::whole(kCount * static_cast<std::int64_t>(sizeof(Any)));
  auto* memory = static_cast<unsigned char*>(arena.take((kHandles + ... + detail::Keeping<T>::bytes(values))));
  Any* const handles = reinterpret_cast<Any*>(std::exchange(memory, memory + kHandles));
  Any* next = handles;
  ((::new (next++) Any(detail::Keeping<T>::keep(arena, memory, values))), ...);
  return Kept::borrowed(handles, kCount);
}

}  // namespace gradc
