// Linked where GRADC_BENCH_OPTIMISED is off, so that nobody takes what a program prints then for a measurement.
#include <cstdio>

namespace {

struct Warning {
  Warning() { std::fputs("these benchmarks are not optimised: configure with -DGRADC_BENCH_OPTIMISED=ON\n", stderr); }
};
const Warning warning;

}  // namespace
