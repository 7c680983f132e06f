#define GRADC_SET baseline
#define GRADC_VECTOR_BYTES 16
#define GRADC_TILE_ROWS 6
#include "lanes.inc"

#include "fold.inc"
#include "gemm.inc"
