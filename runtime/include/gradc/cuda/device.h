/// \file
/// What kernels are written with: CUDA's words, the elements of a thread, and launches. For files that nvcc compiles, or that
/// a C++ compiler does with GRADC_CUDA_EMULATED; no header of users includes it.
///
/// A kernel takes the number of its elements first, and a thread does every step()-th of them from first() on:
///
///     __global__ void scale(std::int64_t count, float by, float* x) {
///       for (std::int64_t element = gradc::cuda::first(); element < count; element += gradc::cuda::step()) x[element] *= by;
///     }
///     gradc::cuda::launch(stream, scale, n, 2, x);
#pragma once

#if defined(GRADC_CUDA_EMULATED)
#include <gradc/cuda/emulator.h>
#elif defined(__CUDACC__)
#include <cuda_runtime.h>
#else
#error "gradc: <gradc/cuda/device.h> is compiled by nvcc, or by a C++ compiler with -DGRADC_CUDA_EMULATED"
#endif

#include <gradc/cuda/stream.h>

#include <cstdint>
#include <tuple>
#include <utility>

/// Before a loop of a constant number of trips.
#if defined(__CUDACC__)
#define GRADC_UNROLL _Pragma("unroll")
#else
#define GRADC_UNROLL
#endif

namespace gradc {
namespace cuda {

/// The first element of this thread.
__device__ __forceinline__ std::int64_t first() {
  return static_cast<std::int64_t>(blockIdx.x) * static_cast<std::int64_t>(blockDim.x) + static_cast<std::int64_t>(threadIdx.x);
}

/// From an element of this thread to its next one: the number of all threads.
__device__ __forceinline__ std::int64_t step() {
  return static_cast<std::int64_t>(gridDim.x) * static_cast<std::int64_t>(blockDim.x);
}

/// A pointer of which kLanes elements lie in one access: what `launch_in_lanes` has made sure of.
template <int kLanes, class T>
__device__ __forceinline__ T* aligned(T* pointer) {
  return static_cast<T*>(__builtin_assume_aligned(pointer, kLanes * sizeof(T)));
}

/// The threads of a block, and the most blocks, of `launch`.
inline constexpr int kBlockThreads = 256;
inline constexpr std::int64_t kMostBlocks = 65535 * 4;

/// A stream, and the line that launches on it, which faults name. Made from a stream wherever one is passed.
struct LaunchSite {
  LaunchSite(const Stream& s, const char* in_file = __builtin_FILE(), int at_line = __builtin_LINE())  // NOLINT: implicit
      : stream(s), file(in_file), line(at_line) {}

  const Stream& stream;
  const char* file;
  int line;
};

namespace detail {
#if !defined(GRADC_CUDA_EMULATED)
/// Makes the device of a stream the current one while it lives, as a launch asks for.
class CurrentDevice {
 public:
  explicit CurrentDevice(int device);
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;
  ~CurrentDevice();

 private:
  int before_ = -1;  // none where nothing has changed
};

/// Throws DeviceError where the launch just made was refused.
void check_launch(const char* file, int line);
#endif
}  // namespace detail

/// Runs a kernel on a grid of its own choice; nothing where there are no blocks. Arguments are converted to the types of the
/// kernel's parameters.
template <class... P, class... A>
void launch_blocks(LaunchSite at, void (*kernel)(P...), std::int64_t blocks, int threads, A... arguments) {
  static_assert(sizeof...(P) == sizeof...(A), "gradc: a kernel is launched with one argument for each of its parameters");
  if (blocks <= 0) return;
#if defined(GRADC_CUDA_EMULATED)
  emulated::launch({at.stream.handle(), reinterpret_cast<const void*>(kernel), at.file, at.line, blocks, threads},
                   [kernel, values = std::tuple<P...>(static_cast<P>(arguments)...)] { std::apply(kernel, values); });
#else
  const detail::CurrentDevice current(at.stream.device().index());
  kernel<<<static_cast<unsigned>(blocks), static_cast<unsigned>(threads), 0, at.stream.handle()>>>(static_cast<P>(arguments)...);
  detail::check_launch(at.file, at.line);
#endif
}

/// Runs a kernel on `count` elements, its first argument; nothing where there are none. Blocks have kBlockThreads threads.
template <class Count, class... P, class... A>
void launch(LaunchSite at, void (*kernel)(Count, P...), std::int64_t count, A... arguments) {
  const std::int64_t blocks = count <= 0 ? 0 : (count - 1) / kBlockThreads + 1;
  launch_blocks(at, kernel, blocks < kMostBlocks ? blocks : kMostBlocks, kBlockThreads, count, arguments...);
}

namespace detail {
/// Whether kLanes elements from there on are one access. What is no address is.
template <int kLanes, class T>
bool is_aligned(const T&) {
  return true;
}
template <int kLanes, class T>
bool is_aligned(T* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % (kLanes * sizeof(T)) == 0;
}
}  // namespace detail

/// Elements of a kernel, and of one of its rows.
struct Rows {
  Rows(std::int64_t all) : count(all), row(all) {}  // NOLINT: implicit, one row
  Rows(std::int64_t all, std::int64_t of_row) : count(all), row(of_row) {}

  std::int64_t count, row;
};

/// `launch` of a kernel that computes kLanes neighbours of a row each time, where rows and all addresses allow; else of the one that
/// computes each element by itself.
template <int kLanes, class Count, class... P, class... A>
void launch_in_lanes(LaunchSite at, void (*in_lanes)(Count, P...), void (*one_by_one)(Count, P...), Rows rows, A... arguments) {
  if (rows.row % kLanes != 0 || !(detail::is_aligned<kLanes>(static_cast<P>(arguments)) && ...))
    return launch(at, one_by_one, rows.count, arguments...);
  const std::int64_t blocks = rows.count <= 0 ? 0 : (rows.count / kLanes - 1) / kBlockThreads + 1;
  launch_blocks(at, in_lanes, blocks < kMostBlocks ? blocks : kMostBlocks, kBlockThreads, rows.count, arguments...);
}

}  // namespace cuda
}  // namespace gradc
