/// \file
/// Printing of tensors: nested lists in brackets, one row of the innermost axis a line, as NumPy shows them; a complex number is
/// 1-2j.
#pragma once

#include <gradc/static_tensor.h>
#include <gradc/tensor.h>

#include <iosfwd>

namespace gradc {

namespace detail {
/// Prints the elements at `data`, with the stream's own format and precision. Compiled in the library for every element type.
template <class T>
void print(std::ostream& out, const T* data, const Shape& shape);
}  // namespace detail

/// "(2, 3)".
std::ostream& operator<<(std::ostream& out, const Shape& shape);

/// "[[1, 2],\n [3, 4]]"; a rank-0 tensor prints as its scalar.
template <class T, int R>
std::ostream& operator<<(std::ostream& out, const Tensor<T, R>& tensor) {
  detail::require_host(tensor.device(), "operator<<");
  detail::print(out, tensor.data(), tensor.shape());
  return out;
}

template <class T, int R>
std::ostream& operator<<(std::ostream& out, const View<T, R>& view) {
  detail::require_host(view.device(), "operator<<");
  detail::print<std::remove_const_t<T>>(out, view.data(), view.shape());
  return out;
}

template <class T, std::int64_t... E>
std::ostream& operator<<(std::ostream& out, const StaticTensor<T, E...>& tensor) {
  detail::print(out, tensor.data(), tensor.shape());
  return out;
}

}  // namespace gradc
