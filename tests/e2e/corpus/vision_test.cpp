#define CONTROL_NAMESPACE vision
#include "vision.grad.h"
#include "control_check.h"

namespace {

TEST(Corpus, Vision) {
  const std::vector<double> cameras{0.1, -0.2, 0.3, 0.2, -0.1, 3,   1.4, 0.05,  0.01,
                                    0,   0,    0,   0.3, 0.2,  2.5, 1.1, -0.04, 0.02};
  CONTROL_CHECK(bundle, cameras, std::vector<double>{0.3, -0.4, 0.5, 0.7, 0.2, -0.3},
                std::vector<vision::Observation>{{0, 0, 0.1, 0.2}, {0, 1, 0.3, -0.2}, {1, 1, 0.1, 0.4}});
  CONTROL_CHECK(pose_graph, std::vector<vision::Pose2>{{0, 0, 0.1}, {1.1, 0.2, 3.0}, {1.3, 1.4, -3.0}},
                std::vector<vision::Edge>{{0, 1, {1, 0.1, 2.8}}, {1, 2, {0.3, 1, 0.2}}});
  vision::Image image(5, 4);
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 5; ++x) image.at(x, y) = std::sin(1.3 * x + 0.7 * y * y);
  CONTROL_CHECK(photometric, image, vision::Pose2{0.2, 0.3, 0.05},
                std::vector<double>{0.2, -0.1, 0.4, 0.3, 0.9, -0.6});
  CONTROL_CHECK(homography_error,
                std::array<std::array<double, 3>, 3>{{{1, 0.1, 0.2}, {-0.1, 0.9, 0.3}, {0.05, 0.02, 1}}},
                std::vector<std::array<double, 4>>{{0.3, 0.4, 0.6, 0.5}, {1.2, -0.4, 1.1, 0.1}});
  CONTROL_CHECK(distorted, 1.2, 0.1, -0.05, 0.4, 0.7);
  CONTROL_CHECK(circle_fit, std::vector<double>{0.4, 1.1, -0.9, 0.3, 0.2, -1.2}, 0.1, -0.2, 1.3);
}

}  // namespace
