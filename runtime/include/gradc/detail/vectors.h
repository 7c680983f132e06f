// Sequences from and to std::vector: on entry to a generated function and at its end.
//
// The leaf that is meant may lie inside the elements. Functions that reach it are passed along, one for each
// vector on the way: from an element to the next vector inside, or to the leaf; where none is passed, the
// element itself is meant. `gather<Sequence<double>>(arena, particles, [](auto& p) -> auto& { return p.mass;
// })`
#pragma once

#include <gradc/detail/element.h>
#include <gradc/detail/matrix.h>
#include <gradc/detail/sequence.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace gradc {

namespace detail {

struct Itself {
  template <class T>
  T& operator()(T& element) const {
    return element;
  }
};

template <class X>
inline constexpr std::int64_t array_size_v = static_cast<std::int64_t>(std::extent_v<X>);
template <class X, std::size_t N>
inline constexpr std::int64_t array_size_v<std::array<X, N>> = static_cast<std::int64_t>(N);
template <class X, std::size_t N>
inline constexpr std::int64_t array_size_v<const std::array<X, N>> = static_cast<std::int64_t>(N);

// The numbers of a tensor, or of an array of numbers or of arrays.
template <class X>
auto* numbers_of(X& x) {
  if constexpr (is_scalar_v<std::remove_const_t<X>>)
    return &x;
  else if constexpr (array_size_v<X> > 0)
    return numbers_of(x[0]);
  else
    return x.data();
}
template <class X>
Shape shape_of(const X& x) {
  if constexpr (array_size_v<X> > 0) {
    Shape shape{array_size_v<X>};
    if constexpr (!is_scalar_v<std::remove_const_t<std::remove_reference_t<decltype(x[0])>>>)
      for (const std::int64_t extent : shape_of(x[0])) shape.push_back(extent);
    return shape;
  } else if constexpr (is_eigen_v<X>) {
    return shape_of_matrix(x);
  } else {
    return x.shape();
  }
}

// What lies inside as a value of a sequence: a number, a view, a sequence.
template <class To>
struct Gathered {
  template <class T>
  static To of(Arena&, const T& number) {
    return static_cast<To>(number);
  }
};
template <class T, int R>
struct Gathered<View<T, R>> {
  template <class X>
  static View<T, R> of(Arena&, const X& tensor) {  // only read, as what is borrowed
    return View<T, R>(const_cast<T*>(numbers_of(tensor)), shape_of(tensor));
  }
};
template <class T>
struct Gathered<Sequence<T>> {
  template <class V, class Get = Itself, class... More>
  static Sequence<T> of(Arena& arena, const std::vector<V>& values, Get get = {}, More... more) {
    const auto n = static_cast<std::int64_t>(values.size());
    if constexpr (std::is_same_v<V, T> && !std::is_same_v<T, bool>) {
      return Sequence<T>::borrowed(values.data(), n);
    } else {
      Sequence<T> s;
      s.extend(arena, n);
      std::int64_t i = 0;
      for (const auto& element : values) s[i++] = Gathered<T>::of(arena, get(element), more...);
      return s;
    }
  }
};

template <class T, class X, Constraint<is_number_v<T>> = 0>
void scatter_value(const T& number, X& to) {
  to = static_cast<X>(number);
}
template <class T, int R, class X>
void scatter_value(const View<T, R>& tensor, X& to) {
  if constexpr (is_eigen_v<X>)
    resize_matrix(to, tensor.shape());
  else if constexpr (array_size_v<X> == 0)
    to.resize(tensor.shape());
  std::copy_n(tensor.data(), tensor.size(), numbers_of(to));
}
template <class T, class V, class Get = Itself, class... More>
void scatter_value(const Sequence<T>& s, std::vector<V>& to, Get get = {}, More... more) {
  to.resize(static_cast<std::size_t>(s.size()));
  if constexpr (std::is_same_v<V, bool>)
    for (std::int64_t i = 0; i < s.size(); ++i) to[static_cast<std::size_t>(i)] = s[i];
  else
    for (std::int64_t i = 0; i < s.size(); ++i)
      scatter_value(s[i], get(to[static_cast<std::size_t>(i)]), more...);
}

template <class X>
inline constexpr bool is_one_number_v = is_scalar_v<X> || std::is_enum_v<X>;
template <class X, class T>
T* copy_to_numbers(const X& x, T* to) {
  if constexpr (is_one_number_v<X>) {
    *to = static_cast<T>(x);
    return to + 1;
  } else {
    return std::copy_n(numbers_of(x), shape_of(x).size(), to);
  }
}
template <class T, class X>
const T* copy_from_numbers(const T* from, X& x) {
  if constexpr (is_one_number_v<X>) {
    x = static_cast<X>(*from);
    return from + 1;
  } else {
    const std::int64_t size = shape_of(x).size();
    std::copy_n(from, size, numbers_of(x));
    return from + size;
  }
}

// Two sequences whose sizes and extents must be equal, and the indices at which they are found.
struct Form {
  const char* name;
  const char* other;
  const char* where;
  const Form* outer;
  std::int64_t index;

  [[noreturn]] void fail_size(std::int64_t size, std::int64_t other_size) const;
  [[noreturn]] void fail_extent(int axis, std::int64_t extent, std::int64_t other_extent) const;
};

template <class T, Constraint<is_number_v<T>> = 0>
void require_form(const Form&, const T&, const T&) {}
template <class T, int R>
void require_form(const Form& form, const View<T, R>& x, const View<T, R>& y) {
  for (int axis = 0; axis < R; ++axis)
    if (x.extent(axis) != y.extent(axis)) form.fail_extent(axis, x.extent(axis), y.extent(axis));
}
template <class T>
void require_form(const Form& form, const Sequence<T>& s, const Sequence<T>& t) {
  if (s.size() != t.size()) form.fail_size(s.size(), t.size());
  if constexpr (!is_number_v<T>)
    for (std::int64_t i = 0; i < s.size(); ++i)
      require_form(Form{form.name, form.other, form.where, &form, i}, s[i], t[i]);
}

}  // namespace detail

/// Two sequences that must agree in all sizes and extents. Names have a pair of brackets for each vector on
/// the way. Throws ShapeError: "model.cpp:4: size of d_v[2].w is 3 but size of v[2].w is 4".
template <class T>
void require_same_form(const char* name, const Sequence<T>& s, const char* other, const Sequence<T>& t,
                       const char* where = nullptr) {
  detail::require_form(detail::Form{name, other, where, nullptr, 0}, s, t);
}

/// The leaf of a vector as a sequence of type S. Numbers of that very type and tensors are borrowed, others
/// copied.
template <class S, class V, class... Get>
S gather(Arena& arena, const std::vector<V>& values, Get... get) {
  return detail::Gathered<S>::of(arena, values, get...);
}

/// So many objects, one behind the other, that a generated function is given by a pointer.
template <class T>
class Items {
 public:
  Items(T* first, std::int64_t count) : first_(first), count_(count) {}
  T* data() const { return first_; }
  std::int64_t size() const { return count_; }
  T* begin() const { return first_; }
  T* end() const { return first_ + count_; }

 private:
  T* first_;
  std::int64_t count_;
};

/// The numbers at one place of all elements of a vector or of Items, one element after the other: a number each, or an array or
/// tensor of the same size.
template <class T, class Values, class Get = detail::Itself>
void gather_numbers(const Values& values, T* to, Get get = {}) {
  for (const auto& element : values) to = detail::copy_to_numbers(get(element), to);
}
/// The same from there to the elements.
template <class T, class V, class Get = detail::Itself>
void scatter_numbers(const T* from, std::vector<V>& to, Get get = {}) {
  for (V& element : to) from = detail::copy_from_numbers(from, get(element));
}

/// Writes a tensor to one that owns its elements, which takes its extents.
template <class T, int R, class X>
void put(const View<T, R>& tensor, X& to) {
  detail::scatter_value(tensor, to);
}

/// A copy of a tensor as the only value of a sequence.
template <class T, int R, class X>
void put_alone(Arena& arena, const X& tensor, Sequence<View<T, R>>& to) {
  const View<T, R> value = detail::Gathered<View<T, R>>::of(arena, tensor);
  to.assign(arena, Sequence<View<T, R>>::borrowed(&value, 1));
}

/// Writes the tensors of a sequence to one, one after the other along the first axis; their other extents are the same, and
/// those of the first. Without tensors all extents are 0.
template <class T, int R>
void scatter(const Sequence<View<T, R>>& s, Tensor<T, R>& to) {
  Shape shape = Tensor<T, R>().shape();
  for (std::int64_t i = 0; i < s.size(); ++i) {
    const std::int64_t rows = shape[0];
    if (i == 0) shape = s[i].shape();
    else shape[0] = rows + s[i].extent(0);
  }
  to.resize(shape);
  T* next = to.data();
  for (std::int64_t i = 0; i < s.size(); ++i) next = std::copy_n(s[i].data(), s[i].size(), next);
}

/// Writes a sequence to the leaf of a vector, which takes its size and reuses the memory it has.
template <class T, class V, class... Get>
void scatter(const Sequence<T>& s, std::vector<V>& to, Get... get) {
  detail::scatter_value(s, to, get...);
}

}  // namespace gradc
