// Scans along an axis. A thread goes along the axis for one element beside it; where there are too few of these and the axis is
// long, it is cut into parts: 1. the result of each part alone, 2. by a scan over those what comes before each, 3. the scan.
#include <gradc/cuda/kernels/cumulative.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "cuda/kernels/axes.h"
#include "cuda/kernels/element.h"
#include "cuda/kernels/instances.h"
#include "cuda/kernels/powers.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

using detail::Compute;
using detail::Divisor;

constexpr std::int64_t kEnoughThreads = 1 << 16;
constexpr std::int64_t kLeastOfPart = 64;

// An operation: C, start(), read(offset), combine(C, C), which is associative, and write(offset, C).

struct Scan {
  std::int64_t extent, part, parts;
  Divisor inner, of_parts;
  bool exclusive, reverse;

  __device__ __forceinline__ std::int64_t place(std::int64_t k) const { return reverse ? extent - 1 - k : k; }
};

template <class Op>
__global__ void fold_parts(std::int64_t elements, Scan g, Op op, typename Op::C* __restrict__ results) {
  for (std::int64_t element = first(); element < elements; element += step()) {
    std::int64_t outer = element;
    const std::int64_t column = g.inner.split(outer), part = g.of_parts.split(outer);
    const std::int64_t begin = part * g.part, end = begin + g.part < g.extent ? begin + g.part : g.extent;
    typename Op::C state = op.start();
    for (std::int64_t k = begin; k < end; ++k)
      state = op.combine(state, op.read((outer * g.extent + g.place(k)) * g.inner.value() + column));
    results[element] = state;
  }
}

template <class Op>
__global__ void scan_parts(std::int64_t lines, Divisor inner, std::int64_t parts, Op op, typename Op::C* __restrict__ results) {
  for (std::int64_t line = first(); line < lines; line += step()) {
    std::int64_t outer = line;
    const std::int64_t column = inner.split(outer);
    typename Op::C state = op.start();
    for (std::int64_t part = 0; part < parts; ++part) {
      typename Op::C& result = results[(outer * parts + part) * inner.value() + column];
      const typename Op::C next = op.combine(state, result);
      result = state;
      state = next;
    }
  }
}

template <class Op>
__global__ void scan_elements(std::int64_t elements, Scan g, Op op, const typename Op::C* __restrict__ before) {
  for (std::int64_t element = first(); element < elements; element += step()) {
    std::int64_t outer = element;
    const std::int64_t column = g.inner.split(outer), part = g.of_parts.split(outer);
    const std::int64_t begin = part * g.part, end = begin + g.part < g.extent ? begin + g.part : g.extent;
    typename Op::C state = before == nullptr ? op.start() : before[element];
    for (std::int64_t k = begin; k < end; ++k) {
      const std::int64_t at = (outer * g.extent + g.place(k)) * g.inner.value() + column;
      const typename Op::C next = op.combine(state, op.read(at));
      op.write(at, g.exclusive ? state : next);
      state = next;
    }
  }
}

template <class Op>
void scan(const Stream& stream, std::int64_t outer, std::int64_t extent, std::int64_t inner, bool exclusive, bool reverse,
          const Op& op) {
  using C = typename Op::C;
  const std::int64_t lines = outer * inner;
  if (lines * extent == 0) return;
  const std::int64_t wanted = std::clamp<std::int64_t>(std::min(kEnoughThreads / lines, extent / kLeastOfPart), 1, 4096);
  const std::int64_t part = detail::divided_up(extent, wanted), parts = detail::divided_up(extent, part),
                     elements = lines * parts;
  const Scan g{extent, part, parts, Divisor(inner, elements), Divisor(parts, elements), exclusive, reverse};
  if (parts == 1) return launch(stream, scan_elements<Op>, elements, g, op, static_cast<const C*>(nullptr));
  C* const results = static_cast<C*>(scratch(stream, elements * static_cast<std::int64_t>(sizeof(C))));
  launch(stream, fold_parts<Op>, elements, g, op, results);
  launch(stream, scan_parts<Op>, lines, Divisor(inner, lines), parts, op, results);
  launch(stream, scan_elements<Op>, elements, g, op, static_cast<const C*>(results));
}

// Rounding adds up along the axis: sums of float are kept in double.
template <class T>
using SumType =
    std::conditional_t<std::is_same_v<T, float>, double,
                       std::conditional_t<std::is_same_v<T, std::complex<float>>, std::complex<double>, Compute<T>>>;

template <class C, class T>
__device__ __forceinline__ C in(T x) {
  if constexpr (detail::is_complex_v<T>)
    return C(x.real(), x.imag());
  else
    return static_cast<C>(detail::wide(x));
}
template <class T, class C>
__device__ __forceinline__ T out(const C& x) {
  if constexpr (detail::is_complex_v<T>)
    return T(static_cast<typename T::value_type>(x.real()), static_cast<typename T::value_type>(x.imag()));
  else
    return detail::narrow<T>(static_cast<Compute<T>>(x));
}

template <class T>
struct Sums {
  using C = SumType<T>;
  const T* x;
  T* y;

  __device__ __forceinline__ C start() const { return detail::whole<C>(0); }
  __device__ __forceinline__ C read(std::int64_t at) const { return in<C>(x[at]); }
  __device__ __forceinline__ C combine(const C& a, const C& b) const { return detail::plus(a, b); }
  __device__ __forceinline__ void write(std::int64_t at, const C& c) const { y[at] = out<T>(c); }
};

template <class T>
struct Products {
  using C = Compute<T>;
  const T* x;
  T* y;

  __device__ __forceinline__ C start() const { return detail::whole<C>(1); }
  __device__ __forceinline__ C read(std::int64_t at) const { return in<C>(x[at]); }
  __device__ __forceinline__ C combine(const C& a, const C& b) const { return detail::times(a, b); }
  __device__ __forceinline__ void write(std::int64_t at, const C& c) const { y[at] = out<T>(c); }
};

template <class T>
struct LogSums {
  using R = Compute<T>;
  using C = detail::Powers<R>;
  const T* x;
  T* y;

  __device__ __forceinline__ C start() const { return C::none(); }
  __device__ __forceinline__ C read(std::int64_t at) const { return {detail::wide(x[at]), R(1)}; }
  __device__ __forceinline__ C combine(const C& a, const C& b) const { return detail::together(a, b); }
  __device__ __forceinline__ void write(std::int64_t at, const C& c) const {
    y[at] = detail::narrow<T>(c.greatest + std::log(c.sum));
  }
};

// What y[k - 1] is multiplied by, and what is added to it. In the first place of a line the factor doesn't count.
template <class C>
struct Affine {
  C factor, added;
};

template <class T>
struct Recurrences {
  using R = Compute<T>;
  using C = Affine<R>;
  const T* a;
  const T* b;
  T* y;
  Divisor inner, extent;
  std::int64_t first_place;

  __device__ __forceinline__ C start() const { return {detail::whole<R>(1), detail::whole<R>(0)}; }
  __device__ __forceinline__ C read(std::int64_t at) const {
    std::int64_t row = inner.quotient(at);
    const bool is_first = extent.split(row) == first_place;
    return {is_first ? detail::whole<R>(0) : detail::wide(a[at]), detail::wide(b[at])};
  }
  __device__ __forceinline__ C combine(const C& before, const C& next) const {
    return {detail::times(next.factor, before.factor), detail::plus(detail::times(next.factor, before.added), next.added)};
  }
  __device__ __forceinline__ void write(std::int64_t at, const C& c) const { y[at] = out<T>(c.added); }
};

// The place of the largest element, or the smallest: the last of equal ones, and the last NaN; -1 before the first.
template <bool kSmallest, class T>
struct Winners {
  struct C {
    Compute<T> value;
    std::int64_t place;
  };
  const T* x;
  T* values;             // one of them is
  std::int64_t* places;  // written

  __device__ __forceinline__ C start() const { return {Compute<T>(0), -1}; }
  __device__ __forceinline__ C read(std::int64_t at) const { return {detail::wide(x[at]), at}; }
  __device__ __forceinline__ C combine(const C& a, const C& b) const {
    if (a.place < 0) return b;
    if (b.place < 0) return a;
    const bool wins = b.value != b.value || (a.value == a.value && (kSmallest ? b.value <= a.value : b.value >= a.value));
    return wins ? b : a;
  }
  __device__ __forceinline__ void write(std::int64_t at, const C& c) const {
    if (places != nullptr)
      places[at] = c.place;
    else
      values[at] = detail::narrow<T>(c.value);
  }
};

// Integers that wrap are unsigned ones.
template <class T, class F>
void wrapping(const T* x, T* y, F f) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    f(reinterpret_cast<const U*>(x), reinterpret_cast<U*>(y));
  } else {
    f(x, y);
  }
}

}  // namespace

template <class T>
void cumsum(const Stream& stream, const Cumulation& g, const T* x, T* y) {
  wrapping(x, y, [&](auto* from, auto* to) {
    using U = std::remove_pointer_t<decltype(to)>;
    scan(stream, g.outer, g.extent, g.inner, g.exclusive, g.reverse, Sums<U>{from, to});
  });
}

template <class T>
void cumprod(const Stream& stream, const Cumulation& g, const T* x, T* y) {
  scan(stream, g.outer, g.extent, g.inner, g.exclusive, g.reverse, Products<T>{x, y});
}

template <class T>
void cumlogsumexp(const Stream& stream, const OuterAxisInner& g, const T* x, T* y) {
  scan(stream, g.outer, g.extent, g.inner, false, false, LogSums<T>{x, y});
}

template <class T>
void linear_recurrence(const Stream& stream, const Recurrence& g, const T* a, const T* b, T* y) {
  const std::int64_t size = g.outer * g.extent * g.inner;
  if (size == 0) return;
  wrapping(a, y, [&](auto* from, auto* to) {
    using U = std::remove_pointer_t<decltype(to)>;
    scan(stream, g.outer, g.extent, g.inner, false, g.reverse,
         Recurrences<U>{from, reinterpret_cast<const U*>(b), to, Divisor(g.inner, size), Divisor(g.extent, size),
                        g.reverse ? g.extent - 1 : 0});
  });
}

template <class T>
void cummax(const Stream& stream, const OuterAxisInner& g, const T* x, T* y) {
  scan(stream, g.outer, g.extent, g.inner, false, false, Winners<false, T>{x, y, nullptr});
}

template <class T>
void cummin(const Stream& stream, const OuterAxisInner& g, const T* x, T* y) {
  scan(stream, g.outer, g.extent, g.inner, false, false, Winners<true, T>{x, y, nullptr});
}

template <class T>
void cumulative_winner(const Stream& stream, const Winner& g, const T* x, std::int64_t* y) {
  if (g.smallest)
    scan(stream, g.outer, g.extent, g.inner, false, false, Winners<true, T>{x, nullptr, y});
  else
    scan(stream, g.outer, g.extent, g.inner, false, false, Winners<false, T>{x, nullptr, y});
}

#define GRADC_INSTANCES(T)                                                   \
  template void cummax(const Stream&, const OuterAxisInner&, const T*, T*);  \
  template void cummin(const Stream&, const OuterAxisInner&, const T*, T*);  \
  template void cumulative_winner(const Stream&, const Winner&, const T*, std::int64_t*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T)                                                 \
  template void cumsum(const Stream&, const Cumulation&, const T*, T*);    \
  template void linear_recurrence(const Stream&, const Recurrence&, const T*, const T*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T) template void cumprod(const Stream&, const Cumulation&, const T*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T) template void cumlogsumexp(const Stream&, const OuterAxisInner&, const T*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
