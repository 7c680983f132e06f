// Arithmetic is what it was before <gradc/strict.h>.
#if defined(GRADC_STRICT)
#undef GRADC_STRICT
#if defined(__clang__)
#pragma float_control(pop)
#else
#pragma GCC pop_options
#endif
#endif
