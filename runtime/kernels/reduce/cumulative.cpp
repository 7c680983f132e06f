// Scans along an axis. Rows of `inner` adjacent elements are walked in the order of the scan, in blocks of columns that
// each carry a state of their own.
#include <gradc/detail/scalar_math.h>
#include <gradc/kernels/cumulative.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "kernels/dispatch/instances.h"

namespace gradc {
namespace kernels {
namespace {

constexpr std::int64_t kColumns = 64;

// step(state, first of the row?, offset of the element) for every element, with a state for each column.
template <class State, class Geometry, class Step>
void scan(const Geometry& g, bool reverse, State start, Step step) {
  for (std::int64_t o = 0; o < g.outer; ++o)
    for (std::int64_t column = 0; column < g.inner; column += kColumns) {
      const std::int64_t width = std::min(kColumns, g.inner - column);
      State state[kColumns];
      std::fill(state, state + width, start);
      for (std::int64_t k = 0; k < g.extent; ++k) {
        const std::int64_t row = (o * g.extent + (reverse ? g.extent - 1 - k : k)) * g.inner + column;
        for (std::int64_t j = 0; j < width; ++j) step(state[j], k == 0, row + j);
      }
    }
}

// With a combination of what came before and x, and what there is before the first.
template <class C, class T, class Combine>
void accumulate(const Cumulation& g, const T* x, T* y, C start, Combine combine) {
  if (g.exclusive)
    scan(g, g.reverse, start, [=](C& state, bool, std::int64_t i) {
      const C before = state;
      state = combine(state, static_cast<C>(x[i]));
      y[i] = static_cast<T>(before);
    });
  else
    scan(g, g.reverse, start, [=](C& state, bool, std::int64_t i) {
      state = combine(state, static_cast<C>(x[i]));
      y[i] = static_cast<T>(state);
    });
}

// Rounding adds up along the axis: sums of float are kept in double.
template <class T>
using SumType = std::conditional_t<std::is_same_v<T, float>, double,
                                   std::conditional_t<std::is_same_v<T, std::complex<float>>, std::complex<double>, detail::Compute<T>>>;

template <bool kSmallest, class C>
bool wins(C next, C now) {
  return next != next || (now == now && (kSmallest ? next <= now : next >= now));
}

template <bool kSmallest, class T>
void extreme(const OuterAxisInner& g, const T* x, T* y) {
  using C = detail::Compute<T>;
  scan(g, false, C(), [=](C& state, bool first, std::int64_t i) {
    const C next = static_cast<C>(x[i]);
    if (first || wins<kSmallest>(next, state)) state = next;
    y[i] = static_cast<T>(state);
  });
}

template <bool kSmallest, class T>
void winner(const Winner& g, const T* x, std::int64_t* y) {
  using C = detail::Compute<T>;
  scan(g, false, std::int64_t{0}, [=](std::int64_t& state, bool first, std::int64_t i) {
    if (first || wins<kSmallest>(static_cast<C>(x[i]), static_cast<C>(x[state]))) state = i;
    y[i] = state;
  });
}

}  // namespace

template <class T>
void cumsum(const Cumulation& geometry, const T* x, T* y) {
  using C = SumType<T>;
  accumulate(geometry, x, y, C(0), [](C a, C b) { return scalar::add(a, b); });
}

template <class T>
void cumprod(const Cumulation& geometry, const T* x, T* y) {
  using C = detail::Compute<T>;
  accumulate(geometry, x, y, C(1), [](C a, C b) { return scalar::multiply(a, b); });
}

template <class T>
void cumlogsumexp(const OuterAxisInner& geometry, const T* x, T* y) {
  using C = detail::Compute<T>;
  struct Mass {
    C greatest, sum;
  };
  scan(geometry, false, Mass{-std::numeric_limits<C>::infinity(), 0}, [=](Mass& mass, bool, std::int64_t i) {
    const C next = static_cast<C>(x[i]);
    if (next > mass.greatest)
      mass = {next, mass.sum * std::exp(mass.greatest - next) + 1};
    else if (next == mass.greatest)  // also where both are infinite
      mass.sum += 1;
    else
      mass.sum += std::exp(next - mass.greatest);
    y[i] = static_cast<T>(mass.greatest + std::log(mass.sum));
  });
}

template <class T>
void linear_recurrence(const Recurrence& geometry, const T* a, const T* b, T* y) {
  using C = detail::Compute<T>;
  scan(geometry, geometry.reverse, C(0), [=](C& state, bool first, std::int64_t i) {
    const C added = static_cast<C>(b[i]);
    state = first ? added : scalar::add(scalar::multiply(static_cast<C>(a[i]), state), added);
    y[i] = static_cast<T>(state);
  });
}

template <class T>
void cummax(const OuterAxisInner& geometry, const T* x, T* y) {
  extreme<false>(geometry, x, y);
}
template <class T>
void cummin(const OuterAxisInner& geometry, const T* x, T* y) {
  extreme<true>(geometry, x, y);
}
template <class T>
void cumulative_winner(const Winner& geometry, const T* x, std::int64_t* y) {
  if (geometry.smallest)
    winner<true>(geometry, x, y);
  else
    winner<false>(geometry, x, y);
}

#define GRADC_INSTANCES(T)                                      \
  template void cummax(const OuterAxisInner&, const T*, T*);    \
  template void cummin(const OuterAxisInner&, const T*, T*);    \
  template void cumulative_winner(const Winner&, const T*, std::int64_t*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T) template void cumsum(const Cumulation&, const T*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T) template void linear_recurrence(const Recurrence&, const T*, const T*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES
#define GRADC_INSTANCES(T) template void cumprod(const Cumulation&, const T*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T) template void cumlogsumexp(const OuterAxisInner&, const T*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
