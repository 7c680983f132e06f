// Long functions of generated code in parts.
#pragma once

namespace gradc {

// Calls the part as a function of its own, which the compiler doesn't put back where it is called from: what a compiler does
// for a function takes longer than in proportion for long ones.
template <class Part>
[[gnu::noinline]] void part(const Part& run) {
  run();
}

}  // namespace gradc
