// Items that stay where they are while others come and go, so that references to them stay good: what std::list, std::map
// and std::set promise. Each item has a slot, and knows the slots of the items before and after it.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

#include "reversed.h"

namespace gradc_std {

template <class T>
class linked {
 public:
  std::size_t first() const { return after_[0]; }
  std::size_t last() const { return before_[0]; }
  std::size_t after(std::size_t slot) const { return after_[slot]; }
  std::size_t before(std::size_t slot) const { return before_[slot]; }
  std::size_t size() const { return size_; }
  T& item(std::size_t slot) { return items_[slot - 1]; }
  const T& item(std::size_t slot) const { return items_[slot - 1]; }

  // A new item before that of the slot; of slot 0 at the end.
  template <class... Args>
  std::size_t emplace_before(std::size_t slot, Args&&... args) {
    items_.emplace_back(std::forward<Args>(args)...);
    const std::size_t made = items_.size();
    const std::size_t left = before_[slot];
    after_.push_back(slot);
    before_.push_back(left);
    after_[left] = made;
    before_[slot] = made;
    ++size_;
    return made;
  }
  // Takes an item out; gives the slot of the next one.
  std::size_t unlink(std::size_t slot) {
    const std::size_t next = after_[slot];
    const std::size_t left = before_[slot];
    after_[left] = next;
    before_[next] = left;
    --size_;
    return next;
  }
  // An item that is in the list, to another place of it.
  void move_before(std::size_t slot, std::size_t moved) {
    if (slot == moved) return;
    unlink(moved);
    const std::size_t left = before_[slot];
    after_[moved] = slot;
    before_[moved] = left;
    after_[left] = moved;
    before_[slot] = moved;
    ++size_;
  }
  void clear() {
    items_.clear();
    after_.assign(1, 0);
    before_.assign(1, 0);
    size_ = 0;
  }

 private:
  std::vector<T> items_;  // that of slot i at i - 1
  std::vector<std::size_t> after_ = std::vector<std::size_t>(1, 0);  // by slot; slot 0 is the end
  std::vector<std::size_t> before_ = std::vector<std::size_t>(1, 0);
  std::size_t size_ = 0;
};

// `Owner`: linked<...> or const linked<...>. `T`: what the item is seen as.
template <class Owner, class T>
class linked_iterator {
 public:
  using iterator_category = std::bidirectional_iterator_tag;
  using value_type = std::remove_const_t<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = T*;
  using reference = T&;

  linked_iterator() = default;
  linked_iterator(Owner* owner, std::size_t slot) : owner_(owner), slot_(slot) {}
  template <class Other, class U>
  linked_iterator(const linked_iterator<Other, U>& other) : owner_(other.owner()), slot_(other.slot()) {}

  Owner* owner() const { return owner_; }
  std::size_t slot() const { return slot_; }
  T& operator*() const { return owner_->item(slot_); }
  T* operator->() const { return &owner_->item(slot_); }
  linked_iterator& operator++() {
    slot_ = owner_->after(slot_);
    return *this;
  }
  linked_iterator operator++(int) {
    linked_iterator old = *this;
    slot_ = owner_->after(slot_);
    return old;
  }
  linked_iterator& operator--() {
    slot_ = owner_->before(slot_);
    return *this;
  }
  linked_iterator operator--(int) {
    linked_iterator old = *this;
    slot_ = owner_->before(slot_);
    return old;
  }

 private:
  Owner* owner_ = nullptr;
  std::size_t slot_ = 0;
};

template <class A, class T, class B, class U>
bool operator==(const linked_iterator<A, T>& x, const linked_iterator<B, U>& y) { return x.slot() == y.slot(); }
template <class A, class T, class B, class U>
bool operator!=(const linked_iterator<A, T>& x, const linked_iterator<B, U>& y) { return x.slot() != y.slot(); }

template <class Owner, class T>
linked_iterator<Owner, T> next(linked_iterator<Owner, T> at, std::ptrdiff_t n = 1) {
  for (; n > 0; --n) ++at;
  for (; n < 0; ++n) --at;
  return at;
}
template <class Owner, class T>
linked_iterator<Owner, T> prev(linked_iterator<Owner, T> at, std::ptrdiff_t n = 1) {
  return gradc_std::next(at, -n);
}
template <class Owner, class T, class Distance>
void advance(linked_iterator<Owner, T>& at, Distance n) {
  at = gradc_std::next(at, static_cast<std::ptrdiff_t>(n));
}
template <class Owner, class T>
std::ptrdiff_t distance(linked_iterator<Owner, T> first, linked_iterator<Owner, T> last) {
  std::ptrdiff_t n = 0;
  for (; first != last; ++first) ++n;
  return n;
}

}  // namespace gradc_std

namespace std {
using gradc_std::advance;
using gradc_std::distance;
using gradc_std::next;
using gradc_std::prev;
}  // namespace std
