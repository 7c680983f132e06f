// Large products by the library that GRADC_BLAS chose when the runtime was configured. Private to the kernels.
#pragma once

#include "kernels/products/gemm.h"

namespace gradc {
namespace kernels {

/// c = a b, or c + a b, by the library: false, and nothing done, where gradc's own kernel is to do it: products with patches,
/// thin and small ones, element types that the library hasn't, extents beyond its integers. T: float and double.
template <class T>
bool multiply_by_library(const Gemm<T>& product);

}  // namespace kernels
}  // namespace gradc
