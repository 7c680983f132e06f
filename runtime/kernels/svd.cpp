// A file of its own, for double alone: the templates behind it take the compiler longer than all other
// kernels together.
#include "svd.inc"

namespace gradc {
namespace kernels {

template <>
void svd(const Matrices& g, const float* x, float* y) {
  svd_in<double>(g, x, y);
}
template <>
void svd(const Matrices& g, const double* x, double* y) {
  svd_in<double>(g, x, y);
}

}  // namespace kernels
}  // namespace gradc
