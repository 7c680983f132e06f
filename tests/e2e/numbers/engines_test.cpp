#define CONTROL_NAMESPACE engines
#include "control_check.h"
#include "engines.grad.h"

namespace {

// The value, too, must be that of the function, which the library's own engines compute.
TEST(Engines, DrawWhatTheLibraryDraws) {
  for (int paths : {1, 2, 700}) CONTROL_CHECK(claim, 1.1, 0.3, paths);
  CONTROL_CHECK(moved_normals, 0.7, 1.3);
  for (std::uint32_t seed : {0u, 1u, 5489u, 4000000000u}) {
    CONTROL_CHECK(of_parameters, 0.8, seed);
    CONTROL_CHECK(dice, 0.8, seed);
    CONTROL_CHECK(wide_numbers, 0.8, seed);
    CONTROL_CHECK(shuffled, 0.8, std::uint64_t{seed} << 20);
    CONTROL_CHECK(in_float, 0.8, seed);
  }
  for (int n : {0, 1, 400}) CONTROL_CHECK(walk, 0.8, n);
}

}  // namespace
