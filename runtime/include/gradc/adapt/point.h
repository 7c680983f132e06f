/// \file
/// Where a solver is, as whatever a function takes: solvers pass `const double*`, functions of users take pointers, vectors,
/// arrays and structures.
#pragma once

#include <gradc/adapt/numbers.h>
#include <gradc/errors.h>
#include <gradc/tensor.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

/// An object that calls all functions of a name. A generated function has several forms, so that its name alone is no
/// argument: `GRADC_CALLABLE(loss_gradient)`.
#define GRADC_CALLABLE(...)                                                                                            \
  [](auto&&... gradc_arguments) -> decltype(__VA_ARGS__(static_cast<decltype(gradc_arguments)>(gradc_arguments)...)) { \
    return __VA_ARGS__(static_cast<decltype(gradc_arguments)>(gradc_arguments)...);                                    \
  }

namespace gradc {
namespace adapt {

namespace detail {

template <class T, class = void>
inline constexpr bool is_eigen_vector_v = false;
template <class T>
inline constexpr bool is_eigen_vector_v<T, std::void_t<typename T::PlainObject, decltype(T::IsVectorAtCompileTime)>> =
    T::IsVectorAtCompileTime && std::is_same_v<typename T::PlainObject, T>;

/// Structures and `std::array`.
template <class T>
inline constexpr bool is_fixed_v = std::is_aggregate_v<T> && !std::is_array_v<T>;

}  // namespace detail

/// Numbers in a solver's memory, which must outlive it. Converts to what a function's parameter is:
///   - `const double*`, `gradc::View<const double, 1>`;
///   - `gradc::Vector<double>`, `std::vector<double>`, a vector of Eigen: copies;
///   - `std::array` or a structure: its numbers, member by member;
///   - `double`, where there is one number.
class Point {
 public:
  Point(const double* data, std::int64_t size) : data_(data), size_(size) {}

  const double* data() const { return data_; }
  std::int64_t size() const { return size_; }
  const double* begin() const { return data_; }
  const double* end() const { return data_ + size_; }
  const double& operator[](std::int64_t i) const { return data_[i]; }
  const double& operator()(std::int64_t i) const { return data_[i]; }

  operator const double*() const { return data_; }                                  // NOLINT: implicit by design
  operator View<const double, 1>() const { return {data_, {size_}}; }               // NOLINT
  operator Vector<double>() const { return Vector<double>::from(data_, {size_}); }  // NOLINT
  operator std::vector<double>() const { return {data_, data_ + size_}; }           // NOLINT

  /// \throws ShapeError unless there is one number.
  template <class T, std::enable_if_t<std::is_same_v<T, double>, int> = 0>
  operator T() const {  // NOLINT
    check(1);
    return data_[0];
  }

  template <class T, std::enable_if_t<detail::is_eigen_vector_v<T>, long> = 0>
  operator T() const {  // NOLINT
    T vector;
    vector.resize(static_cast<decltype(vector.size())>(size_));
    for (std::int64_t i = 0; i < size_; ++i) vector.data()[i] = data_[i];
    return vector;
  }

  /// \throws ShapeError where the structure holds another number of numbers.
  template <class T, std::enable_if_t<detail::is_fixed_v<T>, char> = 0>
  operator T() const {  // NOLINT
    T structure{};
    std::int64_t used = 0;
    detail::each_leaf(structure, [&](auto* leaf, std::int64_t size) {
      for (std::int64_t i = 0; i < size; ++i, ++used)
        if (used < size_) leaf[i] = static_cast<std::remove_reference_t<decltype(*leaf)>>(data_[used]);
    });
    check(used);
    return structure;
  }

 private:
  void check(std::int64_t expected) const {
    if (size_ != expected)
      detail::fail("the solver has " + std::to_string(size_) + " numbers for a parameter of " + std::to_string(expected));
  }

  const double* data_;
  std::int64_t size_;
};

}  // namespace adapt
}  // namespace gradc
