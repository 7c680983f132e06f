// Engines and distributions of <random>.
#pragma once

#include <gradc/gradc.h>

#include <cstdint>

namespace engines {

GRADC_DIFFERENTIATE(gradient) double claim(double spot, double volatility, int paths);
GRADC_DIFFERENTIATE(gradient) double moved_normals(double mean, double deviation);
GRADC_DIFFERENTIATE(gradient) double of_parameters(double x, std::uint32_t seed);
GRADC_DIFFERENTIATE(gradient) double in_float(double x, std::uint32_t seed);
GRADC_DIFFERENTIATE(gradient) double dice(double x, std::uint32_t seed);
GRADC_DIFFERENTIATE(gradient) double wide_numbers(double x, std::uint32_t seed);
GRADC_DIFFERENTIATE(gradient) double shuffled(double x, std::uint64_t seed);
GRADC_DIFFERENTIATE(gradient) double walk(double x, int n);

}  // namespace engines
