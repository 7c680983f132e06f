#define CONTROL_NAMESPACE physics
#include "physics.grad.h"
#include "control_check.h"

namespace {

using physics::Vec3;

TEST(Corpus, Physics) {
  CONTROL_CHECK(kinetic, Vec3(0.4, -0.8, 1.1), 2.5);
  const std::vector<Vec3> atoms{{0, 0, 0}, {1.1, 0.1, -0.2}, {0.3, 1.2, 0.4}};
  CONTROL_CHECK(lennard_jones, atoms, 0.9, 1.3);
  CONTROL_CHECK(lennard_jones, std::vector<Vec3>{}, 0.9, 1.3);
  for (int steps : {0, 1, 10}) CONTROL_CHECK(pendulum, 0.7, -0.2, 9.81, steps);
  for (int n : {1, 6}) CONTROL_CHECK(heat, 0.4, 1.5, n, 3);
  CONTROL_CHECK(burgers, std::vector<double>{0.3, -0.4, 0.8, 0.55, -0.1}, 0.2);
  CONTROL_CHECK(burgers, std::vector<double>{0.3}, 0.2);
  for (int steps : {0, 1, 4}) CONTROL_CHECK(diffuse, std::vector<double>{0.3, -0.4, 0.8}, 1.1, steps);
  physics::Hex h{{0, 1, 1.1, 0, 0.1, 1, 1.2, -0.1}, {0, 0, 1, 1, 0.1, 0, 0.9, 1}, {0, 0.1, 0, 0, 1, 1.1, 1, 0.9}};
  CONTROL_CHECK(hex_volume, h);
  CONTROL_CHECK(neo_hookean, std::array<double, 9>{1.1, 0.1, -0.2, 0.05, 0.9, 0.1, 0, 0.2, 1.2}, 0.7, 1.1);
  CONTROL_CHECK(springs, 1.4, 0.6);
  CONTROL_CHECK(orbit, 1.2, 0.3, 0.8);
  CONTROL_CHECK(ising, std::vector<std::vector<double>>{{0.4, -0.7}, {0.2, 1.1}}, 0.6);
}

}  // namespace
