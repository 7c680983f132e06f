// Functions without branches, table or call, so that a loop over elements is vectorised with them inside: of elements of tensors,
// in generated kernels, and compiled into the library in the eager ops (<gradc/detail/element_math.h>).
//
// They are wrong by 2 units in the last place at most in 32 bits, by 4 in 64, some activations of 32 bits by 3.5
// (tests/runtime/vector_math_test.cpp). Zeros, infinities, NaN and denormal numbers, of arguments and of results, are as those of
// the C library. The polynomials have the least greatest relative error (Remez's algorithm) between bounds that the code names.
#pragma once

#include <gradc/detail/strict.h>

// Clang's pragma for IEEE arithmetic has products and sums contracted again.
#if defined(__clang__) && !defined(__GRADC__)
#pragma clang fp contract(off)
#endif

#include <gradc/vector_math/activation.h>
#include <gradc/vector_math/arc.h>
#include <gradc/vector_math/error.h>
#include <gradc/vector_math/exponential.h>
#include <gradc/vector_math/power.h>

#include <gradc/detail/strict_end.h>
