#define GRADC_ISA avx2
#define GRADC_VECTOR_BYTES 32
#define GRADC_TILE_ROWS 6
#include "gemm.inc"
