// Explicit instantiation of a kernel for lists of element types. `X(T)` is the instantiation for one type;
// the lists name the classes of the op catalogue: reals, complex, numbers (reals and integers), everything. Integers are
// of every width: random bits, arrays of characters, enumerations and indices.
#pragma once

#include <gradc/detail/complex_math.h>
#include <gradc/half.h>

#include <cstdint>

#include "kernels/dispatch/at_line.h"

#define GRADC_FOR_REALS(X) X(float) X(double) X(gradc::half) X(gradc::bfloat16)
#define GRADC_FOR_COMPLEX(X) X(std::complex<float>) X(std::complex<double>)
#define GRADC_FOR_INTEGERS(X)                                                              \
  X(std::int8_t) X(std::int16_t) X(std::int32_t) X(std::int64_t) X(std::uint8_t) X(std::uint16_t) \
  X(std::uint32_t) X(std::uint64_t)
#define GRADC_FOR_NUMBERS(X) GRADC_FOR_REALS(X) GRADC_FOR_INTEGERS(X)
#define GRADC_FOR_ALL(X) GRADC_FOR_NUMBERS(X) GRADC_FOR_COMPLEX(X) X(bool)
