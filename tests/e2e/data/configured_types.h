// A library whose types depend on what is defined before it is included.
#pragma once

#include "configured_scalar.h"

namespace configured {

struct Point {
#if CONFIGURED_WEIGHTED
  Scalar weight = 1;
#endif
  Scalar x = 0, y = 0;
#ifdef CONFIGURED_DEPTH
  Scalar z[CONFIGURED_DEPTH] = {};
#endif
};

}  // namespace configured
