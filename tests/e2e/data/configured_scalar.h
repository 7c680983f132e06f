#pragma once

namespace configured {

#if defined(CONFIGURED_DOUBLE) && !defined(CONFIGURED_UNUSED)
using Scalar = double;
#else
using Scalar = float;
#endif

}  // namespace configured
