#pragma once
#include <gradc/gradc.h>

namespace nets {
GRADC_DIFFERENTIATE(gradient) double model(double x);
double slope(double x);
}
