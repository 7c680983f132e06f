/// \file
/// The version of the runtime. Generated files assert that it lies in the range that they were made for.
#pragma once

#define GRADC_RUNTIME_VERSION_MAJOR 0
#define GRADC_RUNTIME_VERSION_MINOR 1
#define GRADC_RUNTIME_VERSION_PATCH 0

/// major * 10000 + minor * 100 + patch.
#define GRADC_RUNTIME_VERSION \
  (GRADC_RUNTIME_VERSION_MAJOR * 10000 + GRADC_RUNTIME_VERSION_MINOR * 100 + GRADC_RUNTIME_VERSION_PATCH)
