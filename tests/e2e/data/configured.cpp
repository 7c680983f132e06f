// The generated header includes what this source does, and must find the same types there.
#define CONFIGURED_DOUBLE 1
#define CONFIGURED_DEPTH \
  (1 + \
   1)
// What others read, too, where they don't include it.
#include "configured_config.h"
#include "configured_scalar.h"
//
#include <gradc/gradc.h>

#include "configured_types.h"

namespace configured {

GRADC_DIFFERENTIATE(gradient)
double weight(const Point& p, double scale) { return p.weight * scale * p.x * p.y + p.z[0] * p.z[1] * p.z[1]; }

}  // namespace configured
