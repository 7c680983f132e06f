// Runs the tests with defects of gradc (GRADC_CHECK) as exceptions, so that one of them fails one test.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "ir/check.h"

// With ASan: frames that it keeps of each allocation. Of all of them it keeps them for longer than tests compute.
extern "C" const char* __asan_default_options() { return "malloc_context_size=6"; }

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  ir::set_crash_handler([](const char* file, int line, const char* condition) {
    throw std::logic_error(std::string(file) + ":" + std::to_string(line) + ": " + condition);
  });
  return RUN_ALL_TESTS();
}
