// From here to <gradc/strict_end.h>, or to the end of the file, arithmetic is that of IEEE 754: -ffast-math and -Ofast, under
// which a compiler takes every number for finite and sums in any order, mean nothing. What gradc's functions give at NaN and at
// infinities, and how exact they are, must not depend on the flags of who uses them.
//
// From version 16, Clang takes numbers that functions are passed for finite wherever they stand, so that it needs the flag.
#if defined(__GRADC__)
#elif defined(__clang__)
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "gradc computes with NaN and infinities, which -ffast-math rules out: compile this file with -fno-finite-math-only too"
#endif
#define GRADC_STRICT
#pragma float_control(push)
#pragma float_control(precise, on)
#elif defined(__GNUC__) && (__FINITE_MATH_ONLY__ || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
                            defined(__NO_SIGNED_ZEROS__))
#define GRADC_STRICT
#pragma GCC push_options
#pragma GCC optimize("no-fast-math")
#endif
