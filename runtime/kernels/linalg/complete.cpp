// Orthonormal vectors completed to a basis, by reflections (Householder, 1958): H = 1 - 2vvᵀ/‖v‖² with the v
// that takes a vector to an axis. A product of as many reflections as there are vectors takes them all to the
// first axes; what it has of the other axes completes them.
#include <gradc/errors.h>
#include <gradc/kernels/factor.h>

#include <cmath>
#include <complex>
#include <vector>

#include "kernels/dispatch/instances.h"

namespace gradc {
namespace kernels {
namespace {

template <class T>
T conjugate(T x) {
  if constexpr (detail::is_complex_v<T>)
    return T(x.real(), -x.imag());
  else
    return x;
}
template <class T>
double square(T x) {
  if constexpr (detail::is_complex_v<T>)
    return static_cast<double>(x.real()) * static_cast<double>(x.real()) +
           static_cast<double>(x.imag()) * static_cast<double>(x.imag());
  else
    return static_cast<double>(x) * static_cast<double>(x);
}

// What the vector v reflects, which is 0 before element `first`, and 2/‖v‖².
template <class T>
struct Mirror {
  std::vector<T> v;
  std::size_t first = 0;
  detail::RealOf<T> scale = 0;

  void reflect(std::vector<T>& a) const {
    T along(0);
    for (std::size_t i = first; i < v.size(); ++i) along += conjugate(v[i]) * a[i];
    along *= scale;
    for (std::size_t i = first; i < v.size(); ++i) a[i] -= along * v[i];
  }
};

// That which takes x, from element `first` on, to the axis of that element; the sum that is formed doesn't
// cancel.
template <class T>
Mirror<T> mirror_of(std::vector<T> x, std::size_t first) {
  double length = 0;
  for (std::size_t i = first; i < x.size(); ++i) length += square(x[i]);
  length = std::sqrt(length);
  const double size = std::sqrt(square(x[first]));
  using Real = detail::RealOf<T>;
  x[first] += size == 0 ? T(static_cast<Real>(length)) : x[first] * static_cast<Real>(length / size);
  double whole = 0;
  for (std::size_t i = first; i < x.size(); ++i) whole += square(x[i]);
  return {std::move(x), first, static_cast<Real>(2 / whole)};
}

}  // namespace

template <class T>
void complete_basis(const Matrices& geometry, const T* x, T* y) {
  const std::int64_t batch = geometry.batch, m = geometry.m, n = geometry.n;
  require_shape(n <= m, "complete_basis: there are more vectors than elements in each");
  std::vector<T> column(static_cast<std::size_t>(m));
  for (std::int64_t which = 0; which < batch; ++which, x += m * n, y += m * m) {
    std::vector<Mirror<T>> mirrors;
    for (std::int64_t j = 0; j < m; ++j) {
      for (std::int64_t i = 0; i < m; ++i)
        column[static_cast<std::size_t>(i)] = j < n ? x[i * n + j] : T(i == j ? 1 : 0);
      if (j < n) {
        for (std::int64_t i = 0; i < m; ++i) y[i * m + j] = x[i * n + j];
        for (const Mirror<T>& mirror : mirrors) mirror.reflect(column);
        if (n < m) mirrors.push_back(mirror_of(column, static_cast<std::size_t>(j)));
      } else {
        for (std::size_t k = mirrors.size(); k-- > 0;) mirrors[k].reflect(column);
        for (std::int64_t i = 0; i < m; ++i) y[i * m + j] = column[static_cast<std::size_t>(i)];
      }
    }
  }
}

#define GRADC_INSTANCES(T) template void complete_basis(const Matrices&, const T*, T*);
GRADC_INSTANCES(float)
GRADC_INSTANCES(double)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
