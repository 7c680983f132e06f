// That of complex numbers, apart from svd.cpp for the compiler's sake.
#include "svd.inc"

namespace gradc {
namespace kernels {

template <>
void svd(const Matrices& g, const std::complex<double>* x, std::complex<double>* y) {
  svd_in<std::complex<double>>(g, x, y);
}
template <>
void svd(const Matrices& g, const std::complex<float>* x, std::complex<float>* y) {
  narrowed(g.batch * (g.m + g.n + 1) * std::min(g.m, g.n), y,
           [&](std::complex<double>* wide) { svd(g, widened(g.batch * g.m * g.n, x).data(), wide); });
}

}  // namespace kernels
}  // namespace gradc
