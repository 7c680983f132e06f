#pragma once
#include <gradc/gradc.h>

namespace optics {
GRADC_DIFFERENTIATE(gradient) double model(double x);
}
