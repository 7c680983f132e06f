#define GRADC_SET avx512
#define GRADC_VECTOR_BYTES 64
#include "kernels/dispatch/lanes.inc"

#include "kernels/reduce/fold.inc"
