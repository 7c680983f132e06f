/// \file
/// The macros of requests, custom rules and loops. A compiler ignores them; gradc's parse defines __GRADC__ and reads attributes with
/// the text.
#pragma once

#ifdef __GRADC__
/// Requests derivatives of the function declared after it: GRADC_DIFFERENTIATE(gradient, wrt(x)).
#define GRADC_DIFFERENTIATE(...) __attribute__((annotate("gradc.differentiate", #__VA_ARGS__)))
/// Names the function that computes the vector-Jacobian product of the one declared after it.
#define GRADC_CUSTOM_VJP(f) __attribute__((annotate("gradc.custom_vjp", #f)))
/// Names the function that computes the Jacobian-vector product of the one declared after it.
#define GRADC_CUSTOM_JVP(f) __attribute__((annotate("gradc.custom_jvp", #f)))
/// Says what holds for the loop after it: GRADC_LOOP(relaxed); for (...) ... Clang takes no attribute with a text on a statement.
#define GRADC_LOOP(...) static_cast<void>("gradc.loop:" #__VA_ARGS__)
#else
#define GRADC_DIFFERENTIATE(...)
#define GRADC_CUSTOM_VJP(f)
#define GRADC_CUSTOM_JVP(f)
#define GRADC_LOOP(...) static_cast<void>(0)
#endif
