// How functions of generated code are compiled that compute element by element, which are its kernels.
//
// The pragmas hold from here on: a generated file includes this before anything else, as GCC inlines no function into one that
// is optimised in another way. Loops are vectorised at -O2 too, and a product and a sum are never contracted into one
// operation, so that results depend neither on the processor nor on the compiler and its flags.
#pragma once

#if defined(__clang__)
#pragma clang fp contract(off)
#elif defined(__GNUC__)
#pragma GCC optimize("tree-vectorize", "vect-cost-model=dynamic", "no-trapping-math", "fp-contract=off")
#endif

#include <cstdint>

// The sets of instructions that a kernel is compiled for; which one runs is chosen when the program is loaded. Others may be
// given on the command line, as -DGRADC_KERNEL_TARGETS='"avx2","default"'; none by -DGRADC_KERNEL=.
#ifndef GRADC_KERNEL_TARGETS
#define GRADC_KERNEL_TARGETS "avx512f", "avx2", "default"
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define GRADC_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GRADC_SANITIZED
#endif

// Where the loader can choose: with glibc. Not where the compiler may use all of it anyway, or was asked not to optimise.
#if !defined(GRADC_KERNEL) && defined(__x86_64__) && defined(__GLIBC__) && defined(__has_attribute) && defined(__OPTIMIZE__) && \
    !defined(__AVX512F__) && !defined(GRADC_SANITIZED) && !defined(__GRADC__)
#if __has_attribute(target_clones)
#define GRADC_KERNEL __attribute__((target_clones(GRADC_KERNEL_TARGETS)))
#endif
#endif
#ifndef GRADC_KERNEL
#define GRADC_KERNEL
#endif

// For kernels of elements that are classes (gradc::half, std::complex): of constructors that only static functions with clones
// call Clang emits no definition.
#ifdef __clang__
#define GRADC_CLASS_KERNEL
#else
#define GRADC_CLASS_KERNEL GRADC_KERNEL
#endif

// On a pointer: what it points to is reached by no other parameter of the kernel that is written through.
#if defined(_MSC_VER)
#define GRADC_RESTRICT __restrict
#else
#define GRADC_RESTRICT __restrict__
#endif
