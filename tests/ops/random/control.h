// Random modules with control flow, as text: branches, loops of both kinds and calls, inside each other, with numbers
// and loop-carried vectors, elements read and written, values passed twice and recomputed. All loops end, and all
// values stay tame. The same seed gives the same text anywhere.
#pragma once

#include <cstdint>
#include <string>

namespace ops_test {

// @f(%a: f64, %b: f64, %x: f64[3], %n: i64, %p: bool) and @g, which it calls.
std::string random_control(std::uint64_t seed);

}  // namespace ops_test
