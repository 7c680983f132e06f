#include "ir/check.h"

#include <cstdio>
#include <cstdlib>

namespace ir {
namespace {
CrashHandler crash_handler = nullptr;
}

CrashHandler set_crash_handler(CrashHandler handler) {
  CrashHandler before = crash_handler;
  crash_handler = handler;
  return before;
}

void fail_check(const char* file, int line, const char* condition) {
  if (crash_handler) crash_handler(file, line, condition);
  std::fprintf(stderr, "gradc: internal error at %s:%d: %s does not hold\n", file, line, condition);
  std::abort();
}

}  // namespace ir
