// How often the body of the loop that follows is written out: words that a C++ compiler doesn't know.
#pragma once

#include <gradc/cuda/device.h>

#if defined(__CUDACC__)
#define GRADC_UNROLL_TEXT(x) #x
#define GRADC_UNROLL_BY(n) _Pragma(GRADC_UNROLL_TEXT(unroll n))
#else
#define GRADC_UNROLL_BY(n)
#endif
