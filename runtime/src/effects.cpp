#include <gradc/detail/complex_math.h>
#include <gradc/errors.h>
#include <gradc/kernels/effects.h>
#include <gradc/tensor_io.h>

#include <algorithm>
#include <complex>
#include <cstdio>
#include <sstream>

#include "kernels/dispatch/instances.h"

namespace gradc {
namespace kernels {
namespace {

void count(const std::int64_t* before, std::int64_t* after) {
  if (after != nullptr) *after = (before != nullptr ? *before : 0) + 1;
}

}  // namespace

// In one piece, so that threads don't print into each other's lines.
template <class T>
void print(const Said& geometry, const T* x, const std::int64_t* before, std::int64_t* after) {
  std::ostringstream out;
  if (geometry.text != nullptr) out << geometry.text << (geometry.shape.rank() > 1 ? ":\n" : ": ");
  detail::print(out, x, geometry.shape);
  out << '\n';
  const std::string text = out.str();
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
  count(before, after);
}

void assert_true(const Said& geometry, const bool* x, const std::int64_t* before, std::int64_t* after) {
  const bool holds = std::all_of(x, x + geometry.shape.size(), [](bool each) { return each; });
  require_domain(holds, geometry.text, geometry.where);
  count(before, after);
}

#define GRADC_INSTANCES(T) template void print(const Said&, const T*, const std::int64_t*, std::int64_t*);
GRADC_FOR_ALL(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
