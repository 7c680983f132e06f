#define GRADC_SET avx512
#define GRADC_VECTOR_BYTES 64
#define GRADC_TILE_ROWS 12
#include "lanes.inc"

#include "fold.inc"
#include "gemm.inc"
