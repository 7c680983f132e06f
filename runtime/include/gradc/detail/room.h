// Memory for one tensor whose size is known only at run time, and may differ each time.
#pragma once

#include <gradc/detail/arena.h>

#include <cstdint>

namespace gradc {

/// Memory of an arena that is used again and again, and grows to the most that is ever asked for.
template <class T>
class Room {
 public:
  explicit Room(Arena& arena) : arena_(arena) {}
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  ~Room() { drop(); }

  /// Memory for n elements, not initialised; that of the call before is used again. Throws DomainError for a
  /// negative n.
  T* take(std::int64_t n) {
    if (detail::outside(n, capacity_ + 1)) grow(n);
    return data_;
  }

 private:
  void drop() noexcept {
    if (data_ != nullptr) arena_.give_back(data_, capacity_ * static_cast<std::int64_t>(sizeof(T)));
  }
  void grow(std::int64_t n) {
    const std::int64_t capacity = n < 2 * capacity_ && n >= 0 ? 2 * capacity_ : n;
    T* const data = arena_.template array<T>(capacity);
    drop();
    data_ = data;
    capacity_ = capacity;
  }

  Arena& arena_;
  T* data_ = nullptr;
  std::int64_t capacity_ = 0;
};

}  // namespace gradc
