#define GRADC_SET baseline
#define GRADC_VECTOR_BYTES 16
#define GRADC_TILE_ROWS 6
#include "kernels/dispatch/lanes.inc"

#include "kernels/products/gemm.inc"
