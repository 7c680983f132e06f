# GRADC_BLAS: what computes large matrix products of float and double. `own`, gradc's own kernels, needs nothing; `eigen` needs
# what the runtime is built with anyway. The others are looked for, also where a program looks for gradc: gradc_blas() makes
# the target gradc::blas of their library.
set(GRADC_BLAS_CHOICES own eigen openblas mkl onednn)

function(gradc_blas choice)
  if(NOT choice IN_LIST GRADC_BLAS_CHOICES)
    list(JOIN GRADC_BLAS_CHOICES ", " choices)
    message(FATAL_ERROR "GRADC_BLAS is '${choice}'; it is one of ${choices}")
  endif()
  if(choice STREQUAL "own" OR choice STREQUAL "eigen" OR TARGET gradc::blas)
    return()
  endif()
  set(header_openblas cblas.h)
  set(header_mkl mkl_cblas.h)
  set(header_onednn dnnl.h)
  set(library_openblas openblas)
  set(library_mkl mkl_rt)
  set(library_onednn dnnl)
  string(TOUPPER "GRADC_${choice}" prefix)
  find_path(${prefix}_INCLUDE_DIR ${header_${choice}} HINTS ENV MKLROOT PATH_SUFFIXES include openblas openblas-pthread openblas-serial)
  find_library(${prefix}_LIBRARY ${library_${choice}} HINTS ENV MKLROOT PATH_SUFFIXES lib lib/intel64)
  mark_as_advanced(${prefix}_INCLUDE_DIR ${prefix}_LIBRARY)
  if(NOT ${prefix}_INCLUDE_DIR OR NOT ${prefix}_LIBRARY)
    message(FATAL_ERROR "GRADC_BLAS is '${choice}', of which ${header_${choice}} and the library ${library_${choice}} are needed: install "
                        "them, set ${prefix}_INCLUDE_DIR and ${prefix}_LIBRARY, or choose GRADC_BLAS=own")
  endif()
  add_library(gradc::blas UNKNOWN IMPORTED GLOBAL)
  set_target_properties(gradc::blas PROPERTIES IMPORTED_LOCATION "${${prefix}_LIBRARY}"
                        INTERFACE_INCLUDE_DIRECTORIES "${${prefix}_INCLUDE_DIR}")
endfunction()
