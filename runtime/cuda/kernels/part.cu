#include <gradc/cuda/kernels/part.h>

#include "cuda/kernels/element.h"
#include "cuda/kernels/instances.h"

namespace gradc {
namespace cuda {
namespace {

template <class T>
__global__ void add_elements(std::int64_t count, const T* __restrict__ x, T* __restrict__ y) {
  for (std::int64_t element = first(); element < count; element += step())
    y[element] = detail::narrow<T>(detail::plus(detail::wide(y[element]), detail::wide(x[element])));
}

}  // namespace

namespace kernels {

template <class T>
void add_to(const Stream& stream, std::int64_t n, const T* x, T* y) {
  launch(stream, add_elements<T>, n, x, y);
}

#define GRADC_ADD_TO(T) template void add_to(const Stream&, std::int64_t, const T*, T*);
GRADC_FOR_NUMBERS(GRADC_ADD_TO)
#undef GRADC_ADD_TO

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
