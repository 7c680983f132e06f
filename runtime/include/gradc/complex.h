/// \file
/// Complex numbers: tensors of std::complex<float> and std::complex<double>, which all ops of the catalogue's class C take, and
/// the ops on their parts. Only who includes this header pays for <complex>.
///
/// Real elements meet complex ones of the same precision as complex numbers; all else is converted by gradc::astype. Gradients
/// follow PyTorch: of a real L at z = a + ib the gradient is dL/da + i dL/db, so that z - rate * gradient descends; what an
/// adjoint is multiplied by is conjugated.
#pragma once

#include <gradc/detail/complex_math.h>
#include <gradc/gradc.h>

namespace gradc {
namespace detail {
template <class X>
inline constexpr bool has_parts_v = is_complex_v<Element<X>>;
}  // namespace detail

// Ops on the parts, of tensors and of scalars. `v` stands for the element.
#define GRADC_OF_COMPLEX(name, Result, expression)                                \
  template <class X, detail::Constraint<detail::has_parts_v<X>> = 0>              \
  auto name(const X& x) {                                                         \
    using T [[maybe_unused]] = detail::RealOf<detail::Element<X>>;                \
    return detail::elementwise<Result>(#name, [](auto v) { return expression; }, x); \
  }

#define GRADC_OF_COMPLEX_ALONE(name)                                                                                \
  template <class X, detail::Constraint<detail::are_values_v<X> && !detail::has_parts_v<X>> = 0>                   \
  detail::Value<X> name(const X& x) {                                                                              \
    static_assert(detail::has_parts_v<X>, "gradc::" #name " takes complex elements; convert with gradc::astype");  \
    return x;                                                                                                      \
  }
GRADC_OF_COMPLEX_ALONE(real)
GRADC_OF_COMPLEX_ALONE(imag)
GRADC_OF_COMPLEX_ALONE(angle)
GRADC_OF_COMPLEX_ALONE(sgn)
#undef GRADC_OF_COMPLEX_ALONE

/// Re z. The adjoint of z is that of the result.
GRADC_OF_COMPLEX(real, T, std::real(v))
/// Im z. The adjoint of z is i times that of the result.
GRADC_OF_COMPLEX(imag, T, std::imag(v))
/// The conjugate of z.
GRADC_OF_COMPLEX(conj, void, std::conj(v))
/// The angle of z in (-pi, pi], with gradient 0 at 0.
GRADC_OF_COMPLEX(angle, T, std::arg(v))
/// z / |z|, 0 at 0.
GRADC_OF_COMPLEX(sgn, void, scalar::sgn(v))

#undef GRADC_OF_COMPLEX

/// Of real elements, x itself.
template <class X, detail::Constraint<detail::are_values_v<X> && !detail::has_parts_v<X>> = 0>
detail::Value<X> conj(const X& x) {
  static_assert(detail::is_real_v<detail::Element<X>>, "gradc::conj takes floating point or complex elements; convert with gradc::astype");
  return x;
}

/// re + i im, of float or double.
/// \throws ShapeError where the shapes do not broadcast.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto complex(const A& re, const B& im) {
  GRADC_TAKES_ELEMENTS(void, "complex", std::is_floating_point_v<T>, "float or double elements", A, B)
  return detail::elementwise<std::complex<T>>("complex", [](auto u, auto v) { return std::complex<T>(u, v); }, re, im);
}

/// r e^(i angle), of float or double.
/// \throws ShapeError where the shapes do not broadcast.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto polar(const A& r, const B& angle) {
  GRADC_TAKES_ELEMENTS(void, "polar", std::is_floating_point_v<T>, "float or double elements", A, B)
  return detail::elementwise<std::complex<T>>("polar", [](auto u, auto v) { return scalar::polar(u, v); }, r, angle);
}

}  // namespace gradc
