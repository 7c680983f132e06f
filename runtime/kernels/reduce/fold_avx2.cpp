#define GRADC_SET avx2
#define GRADC_VECTOR_BYTES 32
#include "kernels/dispatch/lanes.inc"

#include "kernels/reduce/fold.inc"
