// What std::map, std::multimap, std::set and std::multiset are: items in the order of their keys.
#pragma once

#include <functional>
#include <stdexcept>

#include "linked.h"

namespace gradc_std {

// `Key_of` gives an item's key. Places in the order are found by halving, as in a tree; the comparisons are those of
// `Less` alone.
template <class Key, class Item, class Key_of, class Less, bool unique>
class sorted {
  using list = linked<Item>;

 public:
  using key_type = Key;
  using value_type = Item;
  using key_compare = Less;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = Item&;
  using const_reference = const Item&;
  using iterator = linked_iterator<list, Item>;
  using const_iterator = linked_iterator<const list, const Item>;
  using reverse_iterator = reversed<iterator>;
  using const_reverse_iterator = reversed<const_iterator>;

  sorted() = default;
  explicit sorted(const Less& less) : less_(less) {}
  sorted(std::initializer_list<Item> items, const Less& less = Less()) : less_(less) {
    for (const Item& item : items) insert(item);
  }
  template <class It>
  sorted(It first, It last) {
    for (; first != last; ++first) insert(*first);
  }

  iterator begin() { return iterator(&list_, list_.first()); }
  iterator end() { return iterator(&list_, 0); }
  const_iterator begin() const { return const_iterator(&list_, list_.first()); }
  const_iterator end() const { return const_iterator(&list_, 0); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  std::size_t size() const { return list_.size(); }
  bool empty() const { return list_.size() == 0; }
  void clear() {
    list_.clear();
    order_.clear();
  }
  Less key_comp() const { return less_; }

  iterator lower_bound(const Key& key) { return iterator(&list_, slot_at(lower(key))); }
  iterator upper_bound(const Key& key) { return iterator(&list_, slot_at(upper(key))); }
  const_iterator lower_bound(const Key& key) const { return const_iterator(&list_, slot_at(lower(key))); }
  const_iterator upper_bound(const Key& key) const { return const_iterator(&list_, slot_at(upper(key))); }
  std::pair<iterator, iterator> equal_range(const Key& key) { return {lower_bound(key), upper_bound(key)}; }
  std::pair<const_iterator, const_iterator> equal_range(const Key& key) const { return {lower_bound(key), upper_bound(key)}; }
  iterator find(const Key& key) { return iterator(&list_, slot_of(key)); }
  const_iterator find(const Key& key) const { return const_iterator(&list_, slot_of(key)); }
  bool contains(const Key& key) const { return slot_of(key) != 0; }
  std::size_t count(const Key& key) const { return upper(key) - lower(key); }

  auto insert(const Item& item) { return emplace(item); }
  template <class P>
  auto insert(P&& item) { return emplace(std::forward<P>(item)); }
  void insert(std::initializer_list<Item> items) {
    for (const Item& item : items) emplace(item);
  }
  template <class It>
  void insert(It first, It last) {
    for (; first != last; ++first) emplace(*first);
  }
  template <class... Args>
  auto emplace(Args&&... args) {
    Item item(std::forward<Args>(args)...);
    if constexpr (unique) {
      const std::size_t place = lower(Key_of::key(item));
      if (is_at(place, Key_of::key(item))) return std::pair<iterator, bool>(iterator(&list_, order_[place]), false);
      return std::pair<iterator, bool>(iterator(&list_, put(place, item)), true);
    } else {
      return iterator(&list_, put(upper(Key_of::key(item)), item));
    }
  }
  template <class... Args>
  iterator emplace_hint(const_iterator, Args&&... args) {
    if constexpr (unique) return emplace(std::forward<Args>(args)...).first;
    else return emplace(std::forward<Args>(args)...);
  }

  iterator erase(const_iterator at) {
    std::size_t place = 0;
    while (order_[place] != at.slot()) ++place;
    return iterator(&list_, take(place));
  }
  iterator erase(iterator at) { return erase(const_iterator(at)); }
  std::size_t erase(const Key& key) {
    const std::size_t first = lower(key);
    const std::size_t count = upper(key) - first;
    for (std::size_t i = 0; i < count; ++i) take(first);
    return count;
  }
  iterator erase(const_iterator first, const_iterator last) {
    const_iterator at = first;
    while (at != last) at = erase(at);
    return iterator(&list_, last.slot());
  }
  void swap(sorted& other);  // declared alone: iterators go with the items

 protected:
  // The first place whose key isn't below this one; whose key is above it.
  std::size_t lower(const Key& key) const {
    std::size_t low = 0;
    std::size_t high = order_.size();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (less_(Key_of::key(list_.item(order_[middle])), key)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  std::size_t upper(const Key& key) const {
    std::size_t low = 0;
    std::size_t high = order_.size();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (less_(key, Key_of::key(list_.item(order_[middle])))) high = middle;
      else low = middle + 1;
    }
    return low;
  }
  std::size_t slot_at(std::size_t place) const { return place < order_.size() ? order_[place] : 0; }
  bool is_at(std::size_t place, const Key& key) const {
    return place < order_.size() && !less_(key, Key_of::key(list_.item(order_[place])));
  }
  // The slot of an item with that key; 0 where there is none.
  std::size_t slot_of(const Key& key) const {
    const std::size_t place = lower(key);
    return is_at(place, key) ? order_[place] : 0;
  }
  template <class... Args>
  std::size_t put(std::size_t place, Args&&... args) {
    const std::size_t slot = list_.emplace_before(slot_at(place), std::forward<Args>(args)...);
    order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(place), slot);
    return slot;
  }
  std::size_t take(std::size_t place) {
    const std::size_t next = list_.unlink(order_[place]);
    order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(place));
    return next;
  }

  list list_;
  std::vector<std::size_t> order_;  // slots in the order of the keys
  Less less_ = Less();
};

template <class Key>
struct key_itself {
  static const Key& key(const Key& item) { return item; }
};
template <class Key, class T>
struct key_first {
  static const Key& key(const std::pair<const Key, T>& item) { return item.first; }
};

}  // namespace gradc_std
