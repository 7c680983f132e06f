// Runs the tests with defects of gradc (GRADC_CHECK) as exceptions, so that one of them fails one test.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "ir/check.h"

// With ASan: frames that it keeps of each allocation. Of more it keeps them for longer than tests compute; where a report names
// an allocation, ASAN_OPTIONS=malloc_context_size=30 tells the way to it.
extern "C" const char* __asan_default_options() { return "malloc_context_size=1"; }

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  ir::set_crash_handler([](const char* file, int line, const char* condition) {
    throw std::logic_error(std::string(file) + ":" + std::to_string(line) + ": " + condition);
  });
  return RUN_ALL_TESTS();
}
