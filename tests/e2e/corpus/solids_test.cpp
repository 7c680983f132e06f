#define CONTROL_NAMESPACE solids
#include "solids.grad.h"
#include "control_check.h"

namespace {

using Numbers = std::vector<double>;
using solids::Point;

TEST(Corpus, Solids) {
  const std::vector<Point> square{{0, 0.1}, {1, 0}, {1.2, 1.1}, {-0.1, 0.9}};
  CONTROL_CHECK(dirichlet_energy, solids::Mesh{square, {{0, 1, 2}, {0, 2, 3}}},
                std::vector<Point>{{0.1, 0}, {1.3, 0.1}, {1.1, 1.4}, {0.1, 1.2}});
  CONTROL_CHECK(truss, std::vector<Point>{{0, 0}, {0, 1}, {1, 0.1}, {1.1, 1}},
                std::vector<solids::Bar>{{0, 2, 1}, {1, 2, 0.7}, {1, 3, 1.2}, {2, 3, 0.8}, {0, 3, 0.4}}, 1.3);
  CONTROL_CHECK(quad_stiffness, Numbers{0, 0.1, 1.1, 0, 1.2, 1.1, -0.1, 0.9}, 2.1, 0.3);
  CONTROL_CHECK(euler_flux,
                std::vector<solids::State>{{1, 0.1, 2.5}, {0.8, 0.2, 2.1}, {0.3, 0.1, 0.9}, {0.2, -0.1, 0.4}},
                1.4, 0.1);
  CONTROL_CHECK(conjugate, Numbers{3, 2.5, 4, 3.3}, Numbers{0.4, 1.2, -0.7, 0.5}, -0.6);
}

}  // namespace
