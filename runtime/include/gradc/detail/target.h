// What functions are compiled for: the host, and under nvcc kernels too.
#pragma once

#if defined(__CUDACC__)
#define GRADC_HOST_DEVICE __host__ __device__
#define GRADC_LANES __host__ __device__ __forceinline__
#else
#define GRADC_HOST_DEVICE
// Inline whatever the compiler thinks of the length: a call would keep the loop around it out of lanes.
#if defined(__GNUC__)
#define GRADC_LANES __attribute__((always_inline)) inline
#else
#define GRADC_LANES inline
#endif
#endif
