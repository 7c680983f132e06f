#define GRADC_SET avx2
#define GRADC_VECTOR_BYTES 32
#define GRADC_TILE_ROWS 6
#include "kernels/dispatch/lanes.inc"

#include "kernels/products/gemm.inc"
