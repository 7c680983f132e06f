#define GRADC_ISA baseline
#define GRADC_VECTOR_BYTES 16
#define GRADC_TILE_ROWS 6
#include "gemm.inc"
