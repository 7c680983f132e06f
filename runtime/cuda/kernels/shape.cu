// Movement of elements: each kernel says what the axes of the movement are, and move.cu moves by the size of an element.
#include <gradc/cuda/kernels/shape.h>

#include "cuda/kernels/element.h"
#include "cuda/kernels/instances.h"
#include "cuda/kernels/move.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

using detail::Axes;
using detail::Divisor;
using detail::Places;
using detail::strides_of;

using Box = gradc::kernels::BoxOf<Axes>;

template <class T>
void put(const Stream& stream, const Window& geometry, const T* x, T* y) {
  if (geometry.box.size() == 0) return;
  const Box box(geometry, false);
  detail::move(stream, box.axes, sizeof(T), x, y + box.offset);
}

template <class T>
__global__ void add_at(std::int64_t count, Places places, const T* __restrict__ x, T* __restrict__ y) {
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t from, to;
    places.of(element, from, to);
    y[to] = detail::narrow<T>(detail::plus(detail::wide(y[to]), detail::wide(x[from])));
  }
}

// An array that a window lies in, axis by axis, those that it fills being merged with the one outside.
struct Padding {
  int rank = 0;
  Divisor whole[kMaxRank], stride[kMaxRank];
  std::int64_t begin[kMaxRank] = {}, box[kMaxRank] = {};

  // The place in the box of element n of the array; -1 outside.
  __device__ __forceinline__ std::int64_t place(std::int64_t n) const {
    std::int64_t at = 0, size = 1;
    bool is_inside = true;
    GRADC_UNROLL
    for (int axis = kMaxRank - 1; axis >= 0; --axis) {
      if (axis >= rank) continue;
      std::int64_t index = whole[axis].split(n) - begin[axis];
      is_inside = is_inside && index >= 0;
      if (is_inside && stride[axis].value() != 1) is_inside = stride[axis].split(index) == 0;
      is_inside = is_inside && index < box[axis];
      at += index * size;
      size *= box[axis];
    }
    return is_inside ? at : -1;
  }
};

template <class U>
__global__ void pad_units(std::int64_t count, Padding g, const U* __restrict__ x, U* __restrict__ y) {
  for (std::int64_t element = first(); element < count; element += step()) {
    const std::int64_t from = g.place(element);
    y[element] = from < 0 ? U{} : x[from];
  }
}

struct Rolled {
  int rank = 0;
  Divisor extent[kMaxRank];
  std::int64_t shift[kMaxRank] = {};

  __device__ __forceinline__ std::int64_t from(std::int64_t n) const {
    std::int64_t at = 0, size = 1;
    GRADC_UNROLL
    for (int axis = kMaxRank - 1; axis >= 0; --axis) {
      if (axis >= rank) continue;
      const std::int64_t index = extent[axis].split(n) - shift[axis];
      at += (index < 0 ? index + extent[axis].value() : index) * size;
      size *= extent[axis].value();
    }
    return at;
  }
};

template <class U>
__global__ void roll_units(std::int64_t count, Rolled g, const U* __restrict__ x, U* __restrict__ y) {
  for (std::int64_t element = first(); element < count; element += step()) y[element] = x[g.from(element)];
}

}  // namespace

template <class T>
void fill(const Stream& stream, std::int64_t n, T value, T* y) {
  detail::fill_elements(stream, n, sizeof(T), &value, y);
}

template <class T>
void copy(const Stream& stream, std::int64_t n, const T* x, T* y) {
  detail::copy_bytes(stream, n * static_cast<std::int64_t>(sizeof(T)), x, y);
}

template <class T>
void copy_strided(const Stream& stream, const Runs& geometry, const T* x, T* y) {
  Axes axes;
  axes.push(geometry.count, geometry.x_stride, geometry.y_stride);
  axes.push(geometry.run, 1, 1);
  detail::move(stream, axes, sizeof(T), x, y);
}

template <class T>
void transpose(const Stream& stream, const Permutation& geometry, const T* x, T* y) {
  if (geometry.extents.size() == 0) return;
  std::int64_t x_strides[kMaxRank] = {}, y_strides[kMaxRank] = {};
  strides_of(geometry.extents, x_strides);
  Extents result;
  for (const int axis : geometry.axes) result.push_back(geometry.extents[axis]);
  strides_of(result, y_strides);
  Axes axes;
  for (int axis = 0; axis < result.rank(); ++axis) axes.push(result[axis], x_strides[geometry.axes[axis]], y_strides[axis]);
  detail::move(stream, axes, sizeof(T), x, y);
}

template <class T>
void slice(const Stream& stream, const Window& geometry, const T* x, T* y) {
  if (geometry.box.size() == 0) return;
  const Box box(geometry, true);
  detail::move(stream, box.axes, sizeof(T), x + box.offset, y);
}

template <class T>
void pad(const Stream& stream, const Window& geometry, const T* x, T* y) {
  const std::int64_t size = geometry.whole.size();
  if (size == 0) return;
  bool is_backwards = false;
  for (int axis = 0; axis < geometry.whole.rank(); ++axis) is_backwards = is_backwards || geometry.strides[axis] < 0;
  if (geometry.box.size() == 0 || is_backwards) {
    detail::zero(stream, size, y);
    return put(stream, geometry, x, y);
  }
  std::int64_t whole[kMaxRank] = {}, stride[kMaxRank] = {};
  Padding padding;
  for (int axis = 0; axis < geometry.whole.rank(); ++axis) {
    const std::int64_t n = geometry.whole[axis], apart = geometry.box[axis] == 1 ? 1 : geometry.strides[axis];
    int& rank = padding.rank;
    if (rank > 0 && geometry.box[axis] == n && stride[rank - 1] == 1) {
      whole[rank - 1] *= n, padding.begin[rank - 1] *= n, padding.box[rank - 1] *= n;
      continue;
    }
    whole[rank] = n, padding.begin[rank] = geometry.begin[axis], padding.box[rank] = geometry.box[axis];
    stride[rank++] = apart;
  }
  detail::Widening widening(sizeof(T));
  widening.address(x).address(y);
  if (const int last = padding.rank - 1; last < 0 || stride[last] != 1)
    widening.distance(1);
  else
    widening.distance(whole[last]).distance(padding.begin[last]).distance(padding.box[last]);
  const int factor = widening.factor();
  if (factor > 1) {
    const int last = padding.rank - 1;
    whole[last] /= factor, padding.begin[last] /= factor, padding.box[last] /= factor;
  }
  for (int axis = 0; axis < padding.rank; ++axis) {
    padding.whole[axis] = Divisor(whole[axis], size);
    padding.stride[axis] = Divisor(stride[axis], size);
  }
  detail::with_unit(static_cast<int>(sizeof(T)) * factor, [&](auto bytes) {
    using U = detail::Unit<bytes()>;
    launch(stream, pad_units<U>, size / factor, padding, reinterpret_cast<const U*>(x), reinterpret_cast<U*>(y));
  });
}

template <class T>
void set_slice(const Stream& stream, const Window& geometry, const T* x, const T* u, T* y) {
  copy(stream, geometry.whole.size(), x, y);
  put(stream, geometry, u, y);
}

template <class T>
void add_slice(const Stream& stream, const Window& geometry, const T* x, const T* u, T* y) {
  copy(stream, geometry.whole.size(), x, y);
  if (geometry.box.size() == 0) return;
  const Box box(geometry, false);
  launch(stream, add_at<T>, box.axes.size(), Places(box.axes), u, y + box.offset);
}

template <class T>
void roll(const Stream& stream, const Rolling& geometry, const T* x, T* y) {
  const std::int64_t size = geometry.extents.size();
  if (size == 0) return;
  // An axis that stays is merged with the one outside it, whose rows move as wholes.
  std::int64_t extent[kMaxRank] = {};
  Rolled rolled;
  for (int axis = 0; axis < geometry.extents.rank(); ++axis) {
    const std::int64_t n = geometry.extents[axis];
    std::int64_t shift = geometry.shifts[axis] % n;
    if (shift < 0) shift += n;
    int& rank = rolled.rank;
    if (rank > 0 && shift == 0) {
      extent[rank - 1] *= n, rolled.shift[rank - 1] *= n;
      continue;
    }
    extent[rank] = n;
    rolled.shift[rank++] = shift;
  }
  const int last = rolled.rank - 1;
  detail::Widening widening(sizeof(T));
  widening.address(x).address(y).distance(last < 0 ? 1 : extent[last]).distance(last < 0 ? 1 : rolled.shift[last]);
  const int factor = widening.factor();
  if (factor > 1) extent[last] /= factor, rolled.shift[last] /= factor;
  for (int axis = 0; axis <= last; ++axis) rolled.extent[axis] = Divisor(extent[axis], size);
  detail::with_unit(static_cast<int>(sizeof(T)) * factor, [&](auto bytes) {
    using U = detail::Unit<bytes()>;
    launch(stream, roll_units<U>, size / factor, rolled, reinterpret_cast<const U*>(x), reinterpret_cast<U*>(y));
  });
}

template <class T>
void broadcast(const Stream& stream, const Spread& geometry, const T* x, T* y) {
  if (geometry.to.size() == 0) return;
  std::int64_t x_strides[kMaxRank] = {}, y_strides[kMaxRank] = {};
  strides_of(geometry.from, x_strides);
  strides_of(geometry.to, y_strides);
  const int missing = geometry.to.rank() - geometry.from.rank();
  Axes axes;
  for (int axis = 0; axis < geometry.to.rank(); ++axis) {
    const bool repeats = axis < missing || geometry.from[axis - missing] == 1;
    axes.push(geometry.to[axis], repeats ? 0 : x_strides[axis - missing], y_strides[axis]);
  }
  detail::move(stream, axes, sizeof(T), x, y);
}

#define GRADC_INSTANCES(T)                                                       \
  template void fill(const Stream&, std::int64_t, T, T*);                        \
  template void copy(const Stream&, std::int64_t, const T*, T*);                 \
  template void copy_strided(const Stream&, const Runs&, const T*, T*);          \
  template void transpose(const Stream&, const Permutation&, const T*, T*);      \
  template void slice(const Stream&, const Window&, const T*, T*);               \
  template void pad(const Stream&, const Window&, const T*, T*);                 \
  template void set_slice(const Stream&, const Window&, const T*, const T*, T*); \
  template void roll(const Stream&, const Rolling&, const T*, T*);               \
  template void broadcast(const Stream&, const Spread&, const T*, T*);
GRADC_FOR_ALL(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T) template void add_slice(const Stream&, const Window&, const T*, const T*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
