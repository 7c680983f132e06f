// A batch of random modules as the files of one program: the generated pair with the VJP of each, and a main that
// runs them and compares every number with what the interpreter said.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/ops/random/modules.h"

namespace random_test {

struct Written {
  std::string types;   // types.h: the structures that functions with several results return
  std::string header;  // batch.grad.h
  std::string source;  // batch.grad.cpp
  std::string main;    // main.cpp: prints what differs, with the seed; exit status 1 if anything does
  // Of those that have a form for a device; how many these are.
  std::string device;       // batch.grad.cu
  std::string device_main;  // device_main.cpp
  int on_device = 0;
};

// The modules of seeds first, first + 1, ..., differentiated, optimised and written.
Written write_batch(std::uint64_t first, int count);

}  // namespace random_test
