// Matrices of Eigen as tensors in the order of their memory, without Eigen's headers: whoever has such a type has those.
#pragma once

#include <gradc/shape.h>

#include <cstdint>
#include <type_traits>

namespace gradc::detail {

template <class T, class = void>
inline constexpr bool is_eigen_v = false;
template <class T>
inline constexpr bool is_eigen_v<T, std::void_t<decltype(T::RowsAtCompileTime), decltype(T::IsRowMajor), typename T::PlainObject>> = true;

// Of a type that says that there is one row or one column, one axis.
template <class T>
Shape shape_of_matrix(const T& matrix) {
  const std::int64_t rows = matrix.rows(), columns = matrix.cols();
  if constexpr (T::RowsAtCompileTime == 1 || T::ColsAtCompileTime == 1)
    return Shape{rows * columns};
  else
    return T::IsRowMajor ? Shape{rows, columns} : Shape{columns, rows};
}
template <class T>
void resize_matrix(T& matrix, const Shape& shape) {
  if constexpr (T::RowsAtCompileTime == 1 || T::ColsAtCompileTime == 1)
    matrix.resize(shape[0]);
  else if constexpr (T::IsRowMajor)
    matrix.resize(shape[0], shape[1]);
  else
    matrix.resize(shape[1], shape[0]);
}

}  // namespace gradc::detail
