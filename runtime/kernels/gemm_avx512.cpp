#define GRADC_ISA avx512
#define GRADC_VECTOR_BYTES 64
#define GRADC_TILE_ROWS 12
#include "gemm.inc"
