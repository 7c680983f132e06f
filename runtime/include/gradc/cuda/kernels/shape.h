// Movement of elements on the device. As <gradc/kernels/shape.h>, for the same element types, on a stream.
#pragma once

#include <gradc/cuda/stream.h>
#include <gradc/kernels/shape.h>

namespace gradc {
namespace cuda {
namespace kernels {

using namespace gradc::kernels;

template <class T>
void fill(const Stream& stream, std::int64_t n, T value, T* y);

template <class T>
void copy(const Stream& stream, std::int64_t n, const T* x, T* y);

template <class T>
void copy_strided(const Stream& stream, const Runs& geometry, const T* x, T* y);

/// The pieces x, one after another in each row, into y, which stands last.
template <class T, class... More>
void concat(const Stream& stream, const Pieces& geometry, const T* first, const More*... more) {
  const T* const pointers[] = {first, more...};
  T* to = const_cast<T*>(pointers[sizeof...(more)]);  // the caller's y, which is not const
  std::int64_t row = 0;
  for (const std::int64_t run : geometry.runs) row += run;
  const T* const* from = pointers;
  for (const std::int64_t run : geometry.runs) {
    copy_strided(stream, Runs{geometry.outer, run, run, row}, *from++, to);
    to += run;
  }
}

template <class T>
void transpose(const Stream& stream, const Permutation& geometry, const T* x, T* y);

template <class T>
void slice(const Stream& stream, const Window& geometry, const T* x, T* y);

template <class T>
void pad(const Stream& stream, const Window& geometry, const T* x, T* y);

template <class T>
void set_slice(const Stream& stream, const Window& geometry, const T* x, const T* u, T* y);

template <class T>
void add_slice(const Stream& stream, const Window& geometry, const T* x, const T* u, T* y);

template <class T>
void roll(const Stream& stream, const Rolling& geometry, const T* x, T* y);

template <class T>
void broadcast(const Stream& stream, const Spread& geometry, const T* x, T* y);

// `starts` lies on the device, so that what is wrong with it is thrown by the next wait on the stream.

template <class T, class I>
void dynamic_slice(const Stream& stream, const MovingWindow& geometry, const T* x, const I* starts, T* y);

template <class T, class I>
void dynamic_update_slice(const Stream& stream, const MovingWindow& geometry, const T* x, const T* u, const I* starts, T* y);

template <class T, class I>
void dynamic_add_slice(const Stream& stream, const MovingWindow& geometry, const T* x, const T* u, const I* starts, T* y);

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
