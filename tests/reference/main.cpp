// Runs the tests with defects of gradc (GRADC_CHECK) as exceptions, so that one of them fails one test.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "ir/check.h"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  ir::set_crash_handler([](const char* file, int line, const char* condition) {
    throw std::logic_error(std::string(file) + ":" + std::to_string(line) + ": " + condition);
  });
  return RUN_ALL_TESTS();
}
