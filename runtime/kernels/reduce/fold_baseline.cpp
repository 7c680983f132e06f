#define GRADC_SET baseline
#define GRADC_VECTOR_BYTES 16
#include "kernels/dispatch/lanes.inc"

#include "kernels/reduce/fold.inc"
