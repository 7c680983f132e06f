// From the last item to the first: std::reverse_iterator over an iterator that is a class.
#pragma once

#include <cstddef>
#include <iterator>

namespace gradc_std {

template <class It>
class reversed {
 public:
  using iterator_category = typename It::iterator_category;
  using value_type = typename It::value_type;
  using difference_type = std::ptrdiff_t;
  using pointer = typename It::pointer;
  using reference = typename It::reference;

  reversed() = default;
  explicit reversed(It base) : base_(base) {}
  It base() const { return base_; }
  reference operator*() const {
    It at = base_;
    --at;
    return *at;
  }
  pointer operator->() const {
    It at = base_;
    --at;
    return &*at;
  }
  reversed& operator++() {
    --base_;
    return *this;
  }
  reversed operator++(int) { return reversed(base_--); }
  reversed& operator--() {
    ++base_;
    return *this;
  }
  reversed operator--(int) { return reversed(base_++); }

 private:
  It base_;
};
template <class A, class B>
bool operator==(const reversed<A>& x, const reversed<B>& y) { return x.base() == y.base(); }
template <class A, class B>
bool operator!=(const reversed<A>& x, const reversed<B>& y) { return !(x.base() == y.base()); }

}  // namespace gradc_std
