#define GRADC_SET avx512
#define GRADC_VECTOR_BYTES 64
#define GRADC_TILE_ROWS 12
#include "kernels/dispatch/lanes.inc"

#include "kernels/products/gemm.inc"
