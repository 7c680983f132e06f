// Convolutions of float and double are products of matrices whose one operand is the patches of an image (gemm.h), for
// all images at a time; a filter that sees one channel makes no matrix, and goes over rows of the image. Other types are
// summed element by element.
#include <gradc/detail/parallel.h>
#include <gradc/detail/scalar.h>
#include <gradc/detail/storage.h>
#include <gradc/errors.h>
#include <gradc/kernels/conv.h>

#include <algorithm>
#include <memory>
#include <type_traits>

#include "kernels/dispatch/instances.h"
#include "kernels/products/gemm.h"

namespace gradc {
namespace kernels {
namespace {

// The geometry with three axes.
struct Volume {
  std::int64_t batch, channels, filters, groups;  // channels and filters of a group
  Patches patches;
  std::int64_t x, w, y;  // elements of an image, of a filter's channel, and places
};

Volume volume(const Convolution& g) {
  if (g.groups < 1 || g.filters % g.groups != 0)
    fail_shape(at_line(g.where, "convolution", std::to_string(g.filters) + " filters aren't a multiple of " +
                                    std::to_string(g.groups) + " groups"));
  Volume v{g.batch, g.channels, g.filters / g.groups, g.groups,
           {g.channels, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}, 0, false}, 1, 1, 1};
  const int rank = g.x.rank();
  for (int i = 0; i < rank; ++i) {
    if (g.w[i] < 1 || (g.y[i] < 1 && g.x[i] != 0))
      fail_shape(at_line(g.where, "convolution", "a window of shape " + to_string(g.w) + " has no place on axes of shape " +
                                      to_string(g.x) + " and what is around them"));
    const int axis = 3 - rank + i;
    v.patches.x[axis] = g.x[i], v.patches.w[axis] = g.w[i], v.patches.y[axis] = g.y[i];
    v.patches.stride[axis] = g.stride[i], v.patches.dilation[axis] = g.dilation[i], v.patches.low[axis] = g.low[i];
    v.x *= g.x[i], v.w *= g.w[i], v.y *= g.y[i];
  }
  v.patches.image = g.groups * g.channels * v.x;
  // Of filters that see one place at a time the image is one row.
  Patches& p = v.patches;
  bool is_plain = v.w == 1;
  for (int i = 0; i < 3; ++i) is_plain = is_plain && p.x[i] == p.y[i] && p.stride[i] == 1 && p.low[i] == 0;
  if (is_plain) {
    for (int i = 0; i < 2; ++i) p.x[i] = p.y[i] = 1;
    p.x[2] = p.y[2] = v.x;
  }
  return v;
}

// Calls f(n, filter, place, element of y), (x, w, y) by (x, w, y) of all that meet, with their group.
template <class F>
void each_meeting(const Volume& v, F f) {
  const Patches& p = v.patches;
  for (std::int64_t n = 0; n < v.batch; ++n)
    for (std::int64_t filter = 0; filter < v.groups * v.filters; ++filter)
      for (std::int64_t c = 0; c < v.channels; ++c)
        for (std::int64_t place = 0; place < v.y; ++place)
          for (std::int64_t tap = 0; tap < v.w; ++tap) {
            const std::int64_t places[] = {place / (p.y[1] * p.y[2]), place / p.y[2] % p.y[1], place % p.y[2]};
            const std::int64_t taps[] = {tap / (p.w[1] * p.w[2]), tap / p.w[2] % p.w[1], tap % p.w[2]};
            std::int64_t x = 0;
            bool inside = true;
            for (int i = 0; i < 3; ++i) {
              const std::int64_t at = places[i] * p.stride[i] + taps[i] * p.dilation[i] - p.low[i];
              inside = inside && at >= 0 && at < p.x[i];
              x = x * p.x[i] + at;
            }
            const std::int64_t channel = filter / v.filters * v.channels + c;
            if (inside)
              f((n * v.groups * v.channels + channel) * v.x + x, (filter * v.channels + c) * v.w + tap,
                (n * v.groups * v.filters + filter) * v.y + place);
          }
}

// Sums of products, of 16 bits in float and rounded once.
template <class T>
using Sum = std::conditional_t<detail::is_complex_v<T>, T, float>;
template <class T>
Sum<T> product_of(T a, T b) {
  return scalar::multiply(static_cast<Sum<T>>(a), static_cast<Sum<T>>(b));
}
template <class T, class F>
void summed(std::int64_t size, T* to, F each) {
  std::unique_ptr<Sum<T>[]> sums(new Sum<T>[static_cast<std::size_t>(size)]());
  each(sums.get());
  for (std::int64_t i = 0; i < size; ++i) to[i] = static_cast<T>(sums[static_cast<std::size_t>(i)]);
}

template <class T>
bool fill_empty(const Volume& v, std::int64_t size, T* to) {
  const bool none = v.batch == 0 || v.channels == 0 || v.filters == 0 || v.x == 0 || v.y == 0;
  if (none) std::fill(to, to + size, T());
  return none;
}

template <class T>
Depthwise<T> depthwise(const Volume& v, const T* x, const T* w, const T* y) {
  // The function that takes it writes one of them, which was not const.
  return {v.batch, v.groups, v.filters, v.patches, const_cast<T*>(x), const_cast<T*>(w), const_cast<T*>(y)};
}
// Of filters with so few taps the product that makes w would have too few columns.
constexpr std::int64_t kFewTaps = 25;
bool is_depthwise(const Volume& v) { return v.channels == 1 && v.filters <= 2; }

// Elements of patches that are computed before they are added to their images.
constexpr std::int64_t kPatchElements = 1 << 16;

struct Deallocate {
  void operator()(void* memory) const { detail::deallocate(memory); }
};

template <class T>
T* patch_buffer() {
  thread_local std::unique_ptr<void, Deallocate> buffer;
  if (buffer == nullptr) buffer.reset(detail::allocate(kPatchElements * static_cast<std::int64_t>(sizeof(double))));
  return static_cast<T*>(buffer.get());
}

// Adds rows [q0, q0 + rows) of patches at `count` places from `first` on to an image.
template <class T>
void add_patches(const Patches& p, std::int64_t q0, std::int64_t rows, std::int64_t first, std::int64_t count,
                 const T* patches, T* image) {
  const std::int64_t plane = p.w[1] * p.w[2], window = p.w[0] * plane, stride = p.stride[2];
  for (std::int64_t q = q0; q < q0 + rows; ++q) {
    const std::int64_t tap = q % window;
    T* const channel = image + q / window * p.x[0] * p.x[1] * p.x[2];
    const std::int64_t w = tap % p.w[2] * p.dilation[2] - p.low[2];
    for (std::int64_t place = first; place < first + count;) {
      const std::int64_t column = place % p.y[2], length = std::min(p.y[2] - column, first + count - place);
      const std::int64_t d = place / (p.y[1] * p.y[2]) * p.stride[0] + tap / plane * p.dilation[0] - p.low[0];
      const std::int64_t h = place / p.y[2] % p.y[1] * p.stride[1] + tap / p.w[2] % p.w[1] * p.dilation[1] - p.low[1];
      if (d >= 0 && d < p.x[0] && h >= 0 && h < p.x[1]) {
        T* const row = channel + (d * p.x[1] + h) * p.x[2];
        for (std::int64_t i = 0; i < length; ++i)
          if (const std::int64_t at = (column + i) * stride + w; at >= 0 && at < p.x[2]) row[at] += patches[i];
      }
      patches += length;
      place += length;
    }
  }
}

// x where the filter takes steps, or makes more of x than it is: for each image, patches w y, added where they come from.
template <class T>
void scatter_patches(const Volume& v, const T* y, const T* w, T* x) {
  const std::int64_t rows = v.channels * v.w;
  const std::int64_t width = std::min(v.y, std::max<std::int64_t>(512, kPatchElements / rows));
  const std::int64_t height = std::min(rows, kPatchElements / width);
  std::fill(x, x + v.batch * v.patches.image, T());
  const auto image = [&](std::int64_t n) {
    T* const buffer = patch_buffer<T>();
    for (std::int64_t g = 0; g < v.groups; ++g)
      for (std::int64_t place = 0; place < v.y; place += width)
        for (std::int64_t q = 0; q < rows; q += height) {
          const std::int64_t count = std::min(width, v.y - place), some = std::min(height, rows - q);
          const T* const from = y + (n * v.groups + g) * v.filters * v.y + place;
          gemm(Gemm<T>{some, count, v.filters, w + g * v.filters * rows + q, 1, rows, from, v.y, 1, buffer});
          add_patches(v.patches, q, some, place, count, buffer, x + (n * v.groups + g) * v.channels * v.x);
        }
  };
  detail::in_parallel({v.batch, v.groups * rows * v.y * (1 + v.filters / 4)}, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t n = first; n < last; ++n) image(n);
  });
}

// x where it does neither: y seen by the filters turned round.
template <class T>
void gather_patches(const Volume& v, const T* y, const T* w, T* x) {
  Patches turned = v.patches;
  std::swap(turned.x, turned.y);
  turned.channels = v.filters;
  turned.image = v.groups * v.filters * v.y;
  for (int i = 0; i < 3; ++i) turned.low[i] = v.patches.dilation[i] * (v.patches.w[i] - 1) - v.patches.low[i];
  const std::int64_t rows = v.channels * v.w;
  for (std::int64_t g = 0; g < v.groups; ++g) {
    Gemm<T> product{v.channels, v.batch * v.x, v.filters * v.w, w + g * v.filters * rows + v.w - 1, v.w, -1,
                    y + g * v.filters * v.y, 0, 0, x + g * v.channels * v.x};
    product.patches = &turned;
    product.a_run = v.w, product.a_jump = rows;
    product.c_row = v.x, product.c_run = v.x, product.c_jump = v.patches.image;
    gemm(product);
  }
}

}  // namespace

template <class T>
void conv(const Convolution& geometry, const T* x, const T* w, T* y) {
  const Volume v = volume(geometry);
  const std::int64_t size = v.batch * v.groups * v.filters * v.y;
  if (fill_empty(v, size, y)) return;
  if constexpr (!std::is_floating_point_v<T>) {
    summed(size, y, [&](Sum<T>* sums) {
      each_meeting(v, [=](std::int64_t i, std::int64_t j, std::int64_t k) {
        sums[k] += product_of(x[i], w[j]);
      });
    });
  } else if (is_depthwise(v)) {
    depthwise_y(depthwise(v, x, w, y));
  } else {
    const std::int64_t rows = v.channels * v.w;
    for (std::int64_t g = 0; g < v.groups; ++g) {
      Gemm<T> product{v.filters, v.batch * v.y, rows, w + g * v.filters * rows, rows, 1, x + g * v.channels * v.x, 0, 0,
                      y + g * v.filters * v.y};
      product.patches = &v.patches;
      product.c_row = v.y, product.c_run = v.y, product.c_jump = v.groups * v.filters * v.y;
      gemm(product);
    }
  }
}

template <class T>
void conv_input_grad(const Convolution& geometry, const T* y, const T* w, T* x) {
  const Volume v = volume(geometry);
  const std::int64_t size = v.batch * v.patches.image;
  if (fill_empty(v, size, x)) return;
  if constexpr (!std::is_floating_point_v<T>) {
    summed(size, x, [&](Sum<T>* sums) {
      each_meeting(v, [=](std::int64_t i, std::int64_t j, std::int64_t k) {
        sums[i] += product_of(y[k], w[j]);
      });
    });
  } else if (is_depthwise(v)) {
    depthwise_x(depthwise(v, x, w, y));
  } else if (2 * v.channels >= v.filters && std::all_of(v.patches.stride, v.patches.stride + 3, [](std::int64_t stride) { return stride == 1; })) {
    gather_patches(v, y, w, x);
  } else {
    scatter_patches(v, y, w, x);
  }
}

template <class T>
void conv_filter_grad(const Convolution& geometry, const T* x, const T* y, T* w) {
  const Volume v = volume(geometry);
  const std::int64_t rows = v.channels * v.w, size = v.groups * v.filters * rows;
  if (fill_empty(v, size, w)) return;
  if constexpr (!std::is_floating_point_v<T>) {
    summed(size, w, [&](Sum<T>* sums) {
      each_meeting(v, [=](std::int64_t i, std::int64_t j, std::int64_t k) {
        sums[j] += product_of(x[i], y[k]);
      });
    });
  } else if (v.channels == 1 && (v.filters <= 2 || v.w <= kFewTaps)) {
    depthwise_w(depthwise(v, x, w, y));
  } else {
    Patches patches = v.patches;
    patches.transposed = true;
    for (std::int64_t g = 0; g < v.groups; ++g) {
      Gemm<T> product{v.filters, rows, v.batch * v.y, y + g * v.filters * v.y, v.y, 1, x + g * v.channels * v.x, 0, 0,
                      w + g * v.filters * rows};
      product.patches = &patches;
      product.a_run = v.y, product.a_jump = v.groups * v.filters * v.y;
      gemm(product);
    }
  }
}

#define GRADC_INSTANCES(T)                                            \
  template void conv(const Convolution&, const T*, const T*, T*);     \
  template void conv_input_grad(const Convolution&, const T*, const T*, T*); \
  template void conv_filter_grad(const Convolution&, const T*, const T*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
