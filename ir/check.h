// GRADC_CHECK: a condition that only a defect of gradc can break. It never guards against a user's input.
// The handler is the tool's: it says that the fault is ours, writes a reproducer and ends with status 3.
#pragma once

namespace ir {

using CrashHandler = void (*)(const char* file, int line, const char* condition);

// Installs the handler and returns the one before it. The handler should not return.
CrashHandler set_crash_handler(CrashHandler handler);

[[noreturn]] void fail_check(const char* file, int line, const char* condition);

}  // namespace ir

#define GRADC_CHECK(condition)                                              \
  do {                                                                      \
    if (!(condition)) ::ir::fail_check(__FILE_NAME__, __LINE__, #condition); \
  } while (false)
