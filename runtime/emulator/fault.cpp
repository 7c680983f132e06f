#include "fault.h"

#include <cstdio>
#include <cstdlib>

namespace gradc {
namespace cuda {
namespace emulated {

void stop(const std::string& what) {
  const std::string where = running_thread();
  std::fprintf(stderr, "gradc's emulator of CUDA: %s\n%s%s%s", what.c_str(), where.empty() ? "" : "  in ", where.c_str(),
               where.empty() ? "" : "\n");
  std::fflush(stderr);
  std::abort();
}

}  // namespace emulated
}  // namespace cuda
}  // namespace gradc
