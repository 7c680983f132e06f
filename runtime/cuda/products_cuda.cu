// Matrix products by cuBLAS. Its matrices lie in columns: those in rows are their transposes, so that the transpose of the
// product is asked for, whose factors change places.
#include <gradc/cuda/settings.h>
#include <gradc/cuda/stream.h>
#include <gradc/errors.h>
#include <gradc/half.h>

#include <cublas_v2.h>

#include <complex>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>

#include "cuda/products.h"

namespace gradc {
namespace cuda {
namespace detail {
namespace {

constexpr std::int64_t kWorkspace = std::int64_t{32} << 20;  // what cuBLAS asks for on Hopper

void check(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) fail_device(std::string("a matrix product: ") + cublasGetStatusString(status));
}

struct Destroy {
  void operator()(cublasContext* handle) const { cublasDestroy(handle); }
};

// One for each device, and one thread at a time with it.
struct Library {
  std::mutex mutex;
  std::map<int, std::unique_ptr<cublasContext, Destroy>> handles;

  cublasHandle_t of(int device) {
    auto& handle = handles[device];
    if (handle == nullptr) {
      cublasHandle_t made = nullptr;
      check(cublasCreate(&made));
      handle.reset(made);
    }
    return handle.get();
  }
};

// Never destroyed: when a program ends the driver may be gone before it.
Library& library() {
  static Library* const one = new Library;
  return *one;
}

template <class T>
constexpr cudaDataType type_of() {
  if constexpr (std::is_same_v<T, float>) return CUDA_R_32F;
  else if constexpr (std::is_same_v<T, double>) return CUDA_R_64F;
  else if constexpr (std::is_same_v<T, half>) return CUDA_R_16F;
  else if constexpr (std::is_same_v<T, bfloat16>) return CUDA_R_16BF;
  else if constexpr (std::is_same_v<T, std::complex<float>>) return CUDA_C_32F;
  else return CUDA_C_64F;
}

template <class T>
cublasComputeType_t computation() {
  if constexpr (std::is_same_v<T, double> || std::is_same_v<T, std::complex<double>>) return CUBLAS_COMPUTE_64F;
  else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, std::complex<float>>)
    return is_tf32_allowed() ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
  else return CUBLAS_COMPUTE_32F;
}

// What the factors of sums are.
template <class T>
using Factor = std::conditional_t<std::is_same_v<T, half> || std::is_same_v<T, bfloat16>, float, T>;

}  // namespace

template <class T>
void library_product(const Stream& stream, const gradc::kernels::MatMulShape& shape, const T* a, const T* b, T* c, bool add) {
  void* const workspace = scratch(stream, kWorkspace);
  Library& the = library();
  const std::lock_guard<std::mutex> lock(the.mutex);
  const cublasHandle_t handle = the.of(stream.device().index());
  check(cublasSetStream(handle, stream.handle()));
  check(cublasSetWorkspace(handle, workspace, static_cast<std::size_t>(kWorkspace)));
  const Factor<T> one(1), other(add ? 1.0f : 0.0f);
  const std::int64_t m = shape.m, n = shape.n, k = shape.k;
  check(cublasGemmStridedBatchedEx_64(handle, shape.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N,
                                      shape.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N, n, m, k, &one, b, type_of<T>(),
                                      shape.transpose_b ? k : n, k * n, a, type_of<T>(), shape.transpose_a ? m : k, m * k,
                                      &other, c, type_of<T>(), n, m * n, shape.batch, computation<T>(), CUBLAS_GEMM_DEFAULT));
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
