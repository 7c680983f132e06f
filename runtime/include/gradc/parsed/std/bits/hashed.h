// What std::unordered_map and std::unordered_set are, but for the order of a walk.
#pragma once

#include <memory>
#include <stdexcept>
#include <string_view>  // std::hash and std::equal_to: <functional> includes the table itself

#include "linked.h"

namespace gradc_std {

template <class Key, class Item, class Key_of, class Equal>
class hashed {
  using list = linked<Item>;

 public:
  using key_type = Key;
  using value_type = Item;
  using key_equal = Equal;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = Item&;
  using const_reference = const Item&;
  using iterator = linked_iterator<list, Item>;
  using const_iterator = linked_iterator<const list, const Item>;

  hashed() = default;
  hashed(std::initializer_list<Item> items) {
    for (const Item& item : items) emplace(item);
  }
  template <class It>
  hashed(It first, It last) {
    for (; first != last; ++first) emplace(*first);
  }

  iterator begin();
  const_iterator begin() const;
  const_iterator cbegin() const;
  iterator end() { return iterator(&list_, 0); }
  const_iterator end() const { return const_iterator(&list_, 0); }
  const_iterator cend() const { return end(); }
  std::size_t size() const { return list_.size(); }
  bool empty() const { return list_.size() == 0; }
  void clear() { list_.clear(); }
  void reserve(std::size_t) {}
  void rehash(std::size_t) {}

  iterator find(const Key& key) { return iterator(&list_, slot_of(key)); }
  const_iterator find(const Key& key) const { return const_iterator(&list_, slot_of(key)); }
  bool contains(const Key& key) const { return slot_of(key) != 0; }
  std::size_t count(const Key& key) const { return slot_of(key) != 0 ? 1 : 0; }

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
  std::pair<iterator, bool> emplace(Args&&... args) {
    Item item(std::forward<Args>(args)...);
    const std::size_t found = slot_of(Key_of::key(item));
    if (found) return {iterator(&list_, found), false};
    return {iterator(&list_, list_.emplace_before(0, item)), true};
  }
  void erase(const_iterator at) { list_.unlink(at.slot()); }
  void erase(iterator at) { list_.unlink(at.slot()); }
  std::size_t erase(const Key& key) {
    const std::size_t found = slot_of(key);
    if (found) list_.unlink(found);
    return found ? 1 : 0;
  }
  void swap(hashed& other);  // declared alone: iterators go with the items

 protected:
  // The slot of an item with that key; 0 where there is none.
  std::size_t slot_of(const Key& key) const {
    std::size_t slot = list_.first();
    while (slot != 0 && !equal_(Key_of::key(list_.item(slot)), key)) slot = list_.after(slot);
    return slot;
  }

  list list_;
  Equal equal_ = Equal();
};

template <class Key>
struct hashed_itself {
  static const Key& key(const Key& item) { return item; }
};
template <class Key, class T>
struct hashed_first {
  static const Key& key(const std::pair<const Key, T>& item) { return item.first; }
};

}  // namespace gradc_std
