// Arguments for the tests of picky, as a user gives them.
#include "cases.h"

namespace cases {

void picky_verify_inputs(gradc::Matrix<double>& a, gradc::Vector<std::int64_t>& order, std::uint64_t seed) {
  a = gradc::Matrix<double>(gradc::Shape{20, 20});
  for (std::int64_t i = 0; i < a.size(); ++i)
    a.data()[i] = 1 + 0.01 * static_cast<double>((static_cast<std::uint64_t>(i) + seed) % 89u);
  order = gradc::Vector<std::int64_t>{19, 3, 18};
}

}  // namespace cases
