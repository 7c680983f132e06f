#define CONTROL_NAMESPACE static_tables
#include <vector>

#include "control_check.h"
#include "static_tables.grad.h"

namespace {

TEST(StaticTables, AreConstants) {
  for (double x : {0.3, -1.2}) {
    CONTROL_CHECK(horner_of_table, x);
    CONTROL_CHECK(walked_table, x);
    CONTROL_CHECK(pointed_table, x);
    CONTROL_CHECK(horner_of_vector, x);
    CONTROL_CHECK(table_without_const, x);
  }
}

// gradc wrote a comparison that is always true, which compilers warn of.
TEST(StaticTables, LoopsToTheIndexOfTheLoopAround) {
  for (const std::vector<double>& x : {std::vector<double>{}, {0.7}, {0.7, -0.4}, {0.7, -0.4, 1.3, 0.2, 2.1}}) {
    CONTROL_CHECK(triangle, x);
    CONTROL_CHECK(triangle_down, x);
    CONTROL_CHECK(triangle_by_two, x);
    CONTROL_CHECK(band, x);
  }
}

// gradc took a vector that lies in another for one of a size that is known, and ended.
TEST(StaticTables, AVectorOutOfAVectorOfVectors) {
  const std::vector<double> x{0.7, -0.4};
  CONTROL_CHECK(layers, std::vector<std::vector<double>>{}, x);
  CONTROL_CHECK(layers, std::vector<std::vector<double>>{{1, 2, 3}, {4, 5, 6}}, x);
}

}  // namespace
