// What the file says that code was loaded from: names of functions, and where sections lie.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gradc {
namespace cuda {
namespace emulated {

struct Range {
  unsigned char* begin;
  std::size_t bytes;
};

/// The sections whose names begin with `prefix`, of the program or library that `address` is a part of; none where it can't be
/// read.
std::vector<Range> sections(const void* address, const std::string& prefix);

/// The name of the function at an address, without its parameters; empty where the file has no symbols.
std::string function_name(const void* address);

}  // namespace emulated
}  // namespace cuda
}  // namespace gradc
