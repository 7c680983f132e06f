/// \file
/// Eigen maps onto the memory of tensors, and tensors from Eigen expressions. Of the headers that gradc itself needs, the only one that includes Eigen.
#pragma once

#include <gradc/detail/operand.h>

#include <Eigen/Core>
#include <type_traits>

namespace gradc {

namespace detail {

template <class T>
using EigenMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using EigenVector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <class T>
using EigenArray2 = Eigen::Array<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using EigenArray1 = Eigen::Array<T, Eigen::Dynamic, 1>;

/// The element type that data() of an X points to: const for a const X and for views that only read.
template <class X>
using DataElement = std::remove_pointer_t<decltype(std::declval<X&>().data())>;

/// Plain, const where the elements are.
template <class T, class Plain>
using ConstLike = std::conditional_t<std::is_const_v<T>, const Plain, Plain>;

template <class X>
inline constexpr bool is_mappable_v = is_tensor_v<std::remove_const_t<X>>;

}  // namespace detail

/// A matrix of rank 2 as an Eigen matrix on the same memory, which must outlive the map.
template <class X, detail::Constraint<detail::is_mappable_v<X>> = 0>
auto matrix(X& tensor) {
  using T = detail::DataElement<X>;
  static_assert(detail::rank_v<std::remove_const_t<X>> == 2, "gradc::matrix takes a tensor of rank 2");
  return Eigen::Map<detail::ConstLike<T, detail::EigenMatrix<std::remove_const_t<T>>>>(
      tensor.data(), tensor.extent(0), tensor.extent(1));
}

/// A tensor of rank 1 as an Eigen column vector on the same memory, which must outlive the map.
template <class X, detail::Constraint<detail::is_mappable_v<X>> = 0>
auto vector(X& tensor) {
  using T = detail::DataElement<X>;
  static_assert(detail::rank_v<std::remove_const_t<X>> == 1, "gradc::vector takes a tensor of rank 1");
  return Eigen::Map<detail::ConstLike<T, detail::EigenVector<std::remove_const_t<T>>>>(tensor.data(),
                                                                                       tensor.extent(0));
}

/// A tensor as an Eigen array on the same memory, which must outlive the map: two-dimensional at rank 2, else one column of all
/// its elements in row-major order.
template <class X, detail::Constraint<detail::is_mappable_v<X>> = 0>
auto array(X& tensor) {
  using T = detail::DataElement<X>;
  if constexpr (detail::rank_v<std::remove_const_t<X>> == 2)
    return Eigen::Map<detail::ConstLike<T, detail::EigenArray2<std::remove_const_t<T>>>>(
        tensor.data(), tensor.extent(0), tensor.extent(1));
  else
    return Eigen::Map<detail::ConstLike<T, detail::EigenArray1<std::remove_const_t<T>>>>(tensor.data(),
                                                                                         tensor.size());
}

namespace detail {

/// Tensors from Eigen's dense expressions: rank 2 as they are, rank 1 from one row or column, rank 0 from one coefficient.
/// \throws ShapeError for anything else.
template <class E>
struct ForeignSource<E, std::enable_if_t<std::is_base_of_v<Eigen::EigenBase<E>, E>>> {
  static constexpr bool kExists = true;

  template <int R>
  static Shape shape(const E& expression) {
    static_assert(R <= 2, "an Eigen expression has at most two axes");
    const std::int64_t rows = expression.rows(), columns = expression.cols();
    if constexpr (R == 2) {
      return Shape{rows, columns};
    } else {
      const bool fits = R == 1 ? rows == 1 || columns == 1 : rows == 1 && columns == 1;
      if (!fits) fail_shape_rank(R, Shape{rows, columns});
      return R == 1 ? Shape{rows * columns} : Shape();
    }
  }

  template <class T>
  static void copy(const E& expression, T* to) {
    Eigen::Map<EigenArray2<T>> result(to, expression.rows(), expression.cols());
    if constexpr (std::is_base_of_v<Eigen::ArrayBase<E>, E>)
      result = expression;
    else
      result.matrix() = expression;
  }
};

}  // namespace detail
}  // namespace gradc
