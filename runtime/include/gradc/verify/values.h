// C++ values as lists of numbers, for tests of derivatives (verify.h): what is in them, new contents, random
// contents, and whether two are the same to the bit. Values are numbers, tensors, and whatever holds such:
// std::vector, arrays, pairs, tuples, and structures, of which Members says what they hold.
#pragma once

#include <gradc/detail/matrix.h>
#include <gradc/gradc.h>
#include <gradc/indexed_slices.h>
#include <gradc/static_tensor.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace gradc::verify {

using Numbers = std::vector<double>;

/// The members of a structure, specialised for each: `template <class S> static auto of(S& s) { return
/// std::tie(s.a, s.b); }`.
template <class S>
struct Members;

/// The distance from 1 to the next number of the type.
template <class T>
constexpr double epsilon() {
  if constexpr (std::is_same_v<T, half>)
    return 0x1p-10;
  else if constexpr (std::is_same_v<T, bfloat16>)
    return 0x1p-7;
  else
    return static_cast<double>(std::numeric_limits<T>::epsilon());
}

namespace detail {

template <class T>
inline constexpr bool is_std_complex_v = false;
template <class T>
inline constexpr bool is_std_complex_v<std::complex<T>> = true;
template <class T>
inline constexpr bool is_number_v =
    std::is_arithmetic_v<T> || std::is_enum_v<T> || gradc::detail::is_half_v<T> || is_std_complex_v<T>;
template <class T>
inline constexpr bool has_derivative_v =
    std::is_floating_point_v<T> || gradc::detail::is_half_v<T> || is_std_complex_v<T>;

template <class T, class = void>
inline constexpr bool is_tensor_v = false;
template <class T>
inline constexpr bool is_tensor_v<
    T, std::void_t<decltype(T::kRank), typename T::value_type, decltype(std::declval<T>().shape())>> = true;
using gradc::detail::is_eigen_v;
template <class T>
Shape shape_of(const T& value) {
  if constexpr (is_eigen_v<T>)
    return gradc::detail::shape_of_matrix(value);
  else
    return value.shape();
}
template <class T>
void give_shape(T& value, const Shape& shape) {
  if constexpr (is_eigen_v<T>)
    gradc::detail::resize_matrix(value, shape);
  else
    value.resize(shape);
}

template <class T>
inline constexpr bool is_slices_v = false;
template <class T, int R>
inline constexpr bool is_slices_v<IndexedSlices<T, R>> = true;
template <class T>
inline constexpr bool is_vector_v = false;
template <class T>
inline constexpr bool is_vector_v<std::vector<T>> = true;
template <class T>
inline constexpr bool is_array_v = std::is_array_v<T>;
template <class T, std::size_t N>
inline constexpr bool is_array_v<std::array<T, N>> = true;
template <class T, class = void>
inline constexpr bool is_tuple_v = false;
template <class T>
inline constexpr bool is_tuple_v<T, std::void_t<decltype(std::tuple_size<T>::value)>> = !is_array_v<T>;

// Calls visit with each number and each list of numbers below a value: `visit(data, count)`.
template <class V, class Visit>
void each_leaf(V& value, const Visit& visit) {
  using T = std::remove_const_t<V>;
  if constexpr (is_number_v<T>) {
    visit(&value, std::int64_t{1});
  } else if constexpr (is_tensor_v<T> || is_eigen_v<T>) {
    visit(value.data(), static_cast<std::int64_t>(value.size()));
  } else if constexpr (is_slices_v<T>) {
    each_leaf(value.values, visit);
    each_leaf(value.indices, visit);
  } else if constexpr (std::is_same_v<T, std::vector<bool>>) {
    // Its elements have no addresses, and no derivatives.
  } else if constexpr (is_vector_v<T> || is_array_v<T>) {
    for (auto& item : value) each_leaf(item, visit);
  } else if constexpr (is_tuple_v<T>) {
    std::apply([&](auto&... items) { (each_leaf(items, visit), ...); }, value);
  } else {
    auto members = Members<T>::of(value);
    std::apply([&](auto&... items) { (each_leaf(items, visit), ...); }, members);
  }
}

template <class T>
void append(Numbers& to, const T* from, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    if constexpr (is_std_complex_v<T>) {
      to.push_back(static_cast<double>(from[i].real()));
      to.push_back(static_cast<double>(from[i].imag()));
    } else if constexpr (gradc::detail::is_half_v<T>) {
      to.push_back(static_cast<double>(static_cast<float>(from[i])));
    } else if constexpr (has_derivative_v<T>) {
      to.push_back(static_cast<double>(from[i]));
    }
  }
}

template <class T>
T number_of(double x) {
  if constexpr (gradc::detail::is_half_v<T>)
    return T(static_cast<float>(x));
  else
    return static_cast<T>(x);
}

template <class T>
const double* take(T* to, std::int64_t count, const double* from) {
  for (std::int64_t i = 0; i < count; ++i) {
    if constexpr (is_std_complex_v<T>) {
      using Real = typename T::value_type;
      to[i] = T(static_cast<Real>(from[0]), static_cast<Real>(from[1]));
      from += 2;
    } else if constexpr (has_derivative_v<T>) {
      to[i] = number_of<T>(*from++);
    }
  }
  return from;
}

// Slices as the tensor that they stand for.
template <class V>
void append_numbers(Numbers& to, const V& value) {
  if constexpr (is_slices_v<V>) {
    append_numbers(to, to_dense(value));
  } else {
    each_leaf(value, [&](const auto* data, std::int64_t count) { append(to, data, count); });
  }
}

template <class T>
bool same_memory(const T& a, const T& b) {
  return std::memcmp(static_cast<const void*>(&a), static_cast<const void*>(&b), sizeof(T)) == 0;
}

template <class T>
void poison_number(T& number) {
  if constexpr (std::is_enum_v<T> || std::is_same_v<T, bool>)
    static_cast<void>(number);
  else if constexpr (std::is_integral_v<T>)
    number = std::numeric_limits<T>::max();
  else if constexpr (is_std_complex_v<T>)
    number = T(std::numeric_limits<typename T::value_type>::quiet_NaN());
  else
    number = number_of<T>(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace detail

/// The numbers of the values that have derivatives, one after the other.
template <class... V>
Numbers numbers(const V&... values) {
  Numbers all;
  (detail::append_numbers(all, values), ...);
  return all;
}

/// Gives the values these numbers, as many as numbers(values...) has.
template <class... V>
void set(const Numbers& to, V&... values) {
  const double* from = to.data();
  (detail::each_leaf(values, [&](auto* data, std::int64_t count) { from = detail::take(data, count, from); }),
   ...);
}

/// All of them 1 where there are none.
template <class... V>
void seed(const Numbers& to, V&... values) {
  set(to.empty() ? Numbers(numbers(values...).size(), 1.0) : to, values...);
}

template <class... V>
void clear(V&... values) {
  set(Numbers(numbers(values...).size()), values...);
}
/// Each number times the only one of u; as they are where u has none.
inline Numbers scaled(Numbers numbers, const Numbers& u) {
  if (!u.empty())
    for (double& x : numbers) x *= u[0];
  return numbers;
}

inline Numbers reversed(Numbers numbers) { return {numbers.rbegin(), numbers.rend()}; }
inline Numbers joined(Numbers a, const Numbers& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// Two lists of numbers for a function that takes two directions in one call: tensors with a first axis of
/// extent 2 are filled with what comes next in each.
class Stack {
 public:
  Stack(Numbers a, Numbers b) : a_(std::move(a)), b_(std::move(b)) {}
  template <class T, int R, class Like>
  void fill(Tensor<T, R>& to, const Like& like) {
    Shape shape{2};
    if constexpr (detail::is_vector_v<Like> || detail::is_array_v<Like>)
      shape.push_back(static_cast<std::int64_t>(std::size(like)));
    else if constexpr (!detail::is_number_v<Like>)
      for (const std::int64_t extent : detail::shape_of(like)) shape.push_back(extent);
    to.resize(shape);
    const auto begin = static_cast<std::ptrdiff_t>(next_),
               size = static_cast<std::ptrdiff_t>(numbers(like).size());
    set(joined({a_.begin() + begin, a_.begin() + begin + size},
               {b_.begin() + begin, b_.begin() + begin + size}),
        to);
    next_ += static_cast<std::size_t>(size);
  }

 private:
  Numbers a_, b_;
  std::size_t next_ = 0;
};
/// The numbers of each of two directions, one after the other, of tensors with a first axis of extent 2.
template <class... V>
Numbers unstacked(const V&... tensors) {
  Numbers all[2];
  const auto add = [&](const Numbers& both) {
    const auto half = static_cast<std::ptrdiff_t>(both.size() / 2);
    all[0].insert(all[0].end(), both.begin(), both.begin() + half);
    all[1].insert(all[1].end(), both.begin() + half, both.end());
  };
  (add(numbers(tensors)), ...);
  return joined(std::move(all[0]), all[1]);
}

/// NaN in each number, and what is no result in each integer.
template <class V>
void poison(V& value) {
  detail::each_leaf(value, [](auto* data, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) detail::poison_number(data[i]);
  });
}

/// Whether two values have the same shapes and bits.
template <class V>
bool same_bits(const V& a, const V& b) {
  if constexpr (detail::is_number_v<V>) {
    return detail::same_memory(a, b);
  } else if constexpr (detail::is_tensor_v<V> || detail::is_eigen_v<V>) {
    if (!(detail::shape_of(a) == detail::shape_of(b))) return false;
    for (std::int64_t i = 0; i < a.size(); ++i)
      if (!detail::same_memory(a.data()[i], b.data()[i])) return false;
    return true;
  } else if constexpr (detail::is_slices_v<V>) {
    return a.dense_shape == b.dense_shape && same_bits(a.indices, b.indices) && same_bits(a.values, b.values);
  } else if constexpr (std::is_same_v<V, std::vector<bool>>) {
    return a == b;
  } else if constexpr (detail::is_vector_v<V> || detail::is_array_v<V>) {
    if (std::size(a) != std::size(b)) return false;
    for (std::size_t i = 0; i < std::size(a); ++i)
      if (!same_bits(a[i], b[i])) return false;
    return true;
  } else {
    const auto members = [](const V& value) {
      if constexpr (detail::is_tuple_v<V>)
        return std::apply([](const auto&... items) { return std::tie(items...); }, value);
      else
        return Members<V>::of(value);
    };
    const auto mine = members(a), theirs = members(b);
    return std::apply(
        [&](const auto&... x) {
          return std::apply([&](const auto&... y) { return (same_bits(x, y) && ...); }, theirs);
        },
        mine);
  }
}

// --- random contents

/// Random arguments, the same in every run for one seed: GRADC_VERIFY_SEED in the environment, 1 where it is
/// not set. From draw to draw the kind of numbers changes: their range, whether extents differ, whether
/// square matrices are symmetric and positive definite, how large integers are; so that a function that needs
/// one kind finds it.
class Random {
 public:
  Random() : Random(seed_of_environment()) {}
  explicit Random(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t seed() const { return seed_; }

  void begin_draw(int draw) {
    state_ = (seed_ * 0x9E3779B97F4A7C15u) ^ (static_cast<std::uint64_t>(draw) * 0xD1B54A32D192ED03u);
    next(), next();
    draw_ = draw;
    extents_ = 0;
    empty_ = -1;
    rotation_ = static_cast<std::int64_t>(below(4));
  }
  /// In this draw the extent of that number is 0.
  void make_empty(int extent) { empty_ = extent; }
  int extents_drawn() const { return extents_; }

  /// An extent: 2 to 5, those of one draw all different or all the same.
  std::int64_t extent() {
    const std::int64_t k = extents_++;
    if (k == empty_ || (alike_ && empty_ >= 0)) return 0;
    const bool differ = draw_ % 2 == 0 && !alike_;
    return 2 + (rotation_ + (differ ? k : 0)) % 4;
  }
  /// A parameter that says how much a pointer leads to.
  template <class T>
  void fill_extent(T& integer) {
    integer = static_cast<T>(extent());
  }
  /// What a function outside asks of extents nobody knows; that they are the same suits most.
  void extents_alike() { alike_ = true; }
  /// The extent of what lies in a std::vector.
  std::int64_t inner_extent() const { return 2 + rotation_ % 4; }

  /// A std::vector of which one element is what a derivative is taken with respect to has that one, and is never empty.
  void lengths_at_least(std::size_t least) { least_length_ = least; }
  /// The size of a std::vector: 2 or 3.
  std::size_t length() {
    if (extents_++ == empty_ && least_length_ == 0) return 0;
    return std::max<std::size_t>(least_length_, 2) + below(2);
  }
  /// What a generator of one's own may start from.
  std::uint64_t bits() { return next(); }
  /// Uniform in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) / 9007199254740992.0; }
  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(next() >> 33) % n; }

  double number() {
    constexpr double kRanges[][2] = {{-1.5, 1.5}, {0.25, 2.0}, {0.05, 0.95},
                                     {-4.0, 4.0}, {-0.5, 0.5}, {1.1, 3.0}};
    const auto& range = kRanges[static_cast<std::size_t>(draw_ / 2) % 6];
    return range[0] + (range[1] - range[0]) * unit();
  }
  std::int64_t integer() {
    constexpr std::int64_t kMost[] = {1, 4, 0, 2};
    const std::int64_t most = kMost[static_cast<std::size_t>(draw_ / 3) % 4];
    const std::int64_t least = draw_ % 8 == 7 ? -most : 0;
    return least + static_cast<std::int64_t>(below(static_cast<std::size_t>(most - least) + 1));
  }

  /// A direction: for each number of a point one of about its size, of either sign.
  Numbers direction(const Numbers& point) {
    double sum = 0;
    for (const double x : point) sum += x * x;
    const double size = point.empty() || sum == 0 ? 1 : std::sqrt(sum / static_cast<double>(point.size()));
    Numbers d(point.size());
    for (double& x : d) x = (unit() < 0.5 ? -size : size) * (0.3 + unit());
    return d;
  }

  /// New contents. Shapes stay; vectors get two or three items.
  template <class V>
  void fill(V& value) {
    using namespace detail;
    if constexpr (is_number_v<V>) {
      value = element<V>();
    } else if constexpr (is_tensor_v<V> || is_eigen_v<V>) {
      fill_elements(value);
    } else if constexpr (std::is_same_v<V, std::vector<bool>>) {
      value.assign(length(), unit() < 0.5);
    } else if constexpr (is_vector_v<V>) {
      value.assign(length(), {});
      for (auto& item : value) fill_inside(item);
    } else if constexpr (is_array_v<V>) {
      for (auto& item : value) fill(item);
    } else if constexpr (is_tuple_v<V>) {
      std::apply([&](auto&... items) { (fill(items), ...); }, value);
    } else {
      auto members = Members<V>::of(value);
      std::apply([&](auto&... items) { (fill(items), ...); }, members);
    }
  }
  /// A tensor of that shape, or a vector of that size.
  template <class V>
  void fill(V& value, const Shape& shape) {
    if constexpr (detail::is_vector_v<V>) {
      value.assign(static_cast<std::size_t>(shape[0]), {});
      for (auto& item : value) fill_inside(item);
    } else {
      detail::give_shape(value, shape);
      fill(value);
    }
  }

 private:
  static std::uint64_t seed_of_environment() {
    const char* text = std::getenv("GRADC_VERIFY_SEED");
    return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
  }
  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  template <class T>
  T element() {
    using namespace detail;
    if constexpr (std::is_same_v<T, bool>)
      return unit() < 0.5;
    else if constexpr (is_std_complex_v<T>)
      return complex_element<T>();
    else if constexpr (has_derivative_v<T>)
      return number_of<T>(number());
    else if constexpr (std::is_unsigned_v<T>)
      return static_cast<T>(std::abs(integer()));
    else
      return static_cast<T>(integer());
  }
  template <class T>
  T complex_element() {
    using Real = typename T::value_type;
    const double real = number(), imaginary = number();
    return T(static_cast<Real>(real), static_cast<Real>(imaginary));
  }

  template <class V>
  void fill_elements(V& tensor) {
    using T = typename V::value_type;
    for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.data()[i] = element<T>();
    const Shape shape = detail::shape_of(tensor);
    if constexpr (std::is_floating_point_v<T>)
      if (shape.rank() == 2 && draw_ % 4 == 3 && shape[0] == shape[1]) make_definite(tensor.data(), shape[0]);
  }
  template <class T>
  static void make_definite(T* a, std::int64_t n) {
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j <= i; ++j) {
        const T mean = (a[i * n + j] + a[j * n + i]) / 2;
        a[i * n + j] = a[j * n + i] = i == j ? std::fabs(mean) + static_cast<T>(4 * n) : mean;
      }
  }

  // An item of a vector, whose tensors have no shapes yet.
  template <class V>
  void fill_inside(V& value) {
    using namespace detail;
    if constexpr (is_tensor_v<V> || is_eigen_v<V>) {
      Shape shape = shape_of(value);
      for (int axis = 0; axis < shape.rank(); ++axis)
        if (shape[axis] == 0) shape[axis] = inner_extent();
      give_shape(value, shape);
      fill_elements(value);
    } else if constexpr (is_number_v<V> || is_vector_v<V>) {
      fill(value);
    } else if constexpr (is_array_v<V>) {
      for (auto& item : value) fill_inside(item);
    } else if constexpr (is_tuple_v<V>) {
      std::apply([&](auto&... items) { (fill_inside(items), ...); }, value);
    } else {
      auto members = Members<V>::of(value);
      std::apply([&](auto&... items) { (fill_inside(items), ...); }, members);
    }
  }

  std::uint64_t seed_ = 1, state_ = 0;
  bool alike_ = false;
  std::size_t least_length_ = 0;
  std::int64_t rotation_ = 0;
  int draw_ = 0, extents_ = 0, empty_ = -1;
};

}  // namespace gradc::verify
