// Matrix products, by the kernels of the CPU.
#include <gradc/cuda/stream.h>
#include <gradc/detail/complex_math.h>
#include <gradc/half.h>

#include "cuda/products.h"
#include "emulator/grid.h"
#include "emulator/memory.h"

namespace gradc {
namespace cuda {
namespace detail {

template <class T>
void library_product(const Stream& stream, const gradc::kernels::MatMulShape& shape, const T* a, const T* b, T* c, bool add) {
  gradc::kernels::MatMulShape product = shape;
  product.symmetric = false;
  const auto work = [=] {
    const emulated::Open open;
    if (add)
      gradc::kernels::add_matmul(product, a, b, c, c);
    else
      gradc::kernels::matmul(product, a, b, c);
  };
  if (!emulated::keep(stream.handle(), work)) work();
}

#define GRADC_INSTANCE(T) \
  template void library_product(const Stream&, const gradc::kernels::MatMulShape&, const T*, const T*, T*, bool);
GRADC_INSTANCE(float)
GRADC_INSTANCE(double)
GRADC_INSTANCE(half)
GRADC_INSTANCE(bfloat16)
GRADC_INSTANCE(std::complex<float>)
GRADC_INSTANCE(std::complex<double>)
#undef GRADC_INSTANCE

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
