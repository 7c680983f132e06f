#define CONTROL_NAMESPACE extents
#include "control_check.h"
#include "extents.grad.h"
#include "thrown.h"

namespace {

using e2e::filled;
using extents::Layer;
using extents::Matrix;
using extents::Vector;

std::vector<Layer> layers(const std::vector<std::int64_t>& widths) {
  std::vector<Layer> out;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) {
    const std::int64_t in = widths[i], units = widths[i + 1];
    const auto seed = static_cast<unsigned>(i);
    out.push_back({filled<Matrix>({in, 2 * units}, -1, 1, seed), filled<Matrix>({units, 2 * units}, -1, 1, seed + 5),
                   filled<Vector>({2 * units}, -1, 1, seed + 9)});
  }
  return out;
}

std::vector<Matrix> matrices(const std::vector<std::int64_t>& widths) {
  std::vector<Matrix> out;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i)
    out.push_back(filled<Matrix>({widths[i], widths[i + 1]}, -1, 1, static_cast<unsigned>(i)));
  return out;
}

TEST(Extents, LayersInALoopOverTime) {
  const auto x = filled<Matrix>({2, 3}), out = filled<Matrix>({5, 2});
  CONTROL_CHECK(recurrent, layers({3, 4, 5}), x, out);
  CONTROL_CHECK(recurrent, layers({3, 5}), x, out);
  CONTROL_CHECK(recurrent, layers({}), x, filled<Matrix>({3, 2}));

  const auto net = layers({3, 4, 5});
  const auto gradient = extents::recurrent_gradient(net, x, out);
  auto direction = net;
  double expected = 0;
  for (std::size_t i = 0; i < net.size(); ++i) {
    direction[i].u = net[i].u * 0.5;
    direction[i].b = net[i].b * 2.0;
    for (std::int64_t k = 0; k < net[i].w.size(); ++k) expected += gradient.grad.layers[i].w.data()[k] * net[i].w.data()[k];
    for (std::int64_t k = 0; k < net[i].u.size(); ++k) expected += 0.5 * gradient.grad.layers[i].u.data()[k] * net[i].u.data()[k];
    for (std::int64_t k = 0; k < net[i].b.size(); ++k) expected += 2.0 * gradient.grad.layers[i].b.data()[k] * net[i].b.data()[k];
  }
  const auto jvp = extents::recurrent_jvp(net, x, out, direction, x * 0.0, out * 0.0);
  e2e::expect_close(jvp.tangent, expected, "jvp", 1e-12);

  // Gates that are not twice the units, a last layer that doesn't fit what comes after it.
  auto wrong = net;
  wrong[1].b = filled<Vector>({8});
  EXPECT_NE(e2e::thrown<gradc::ShapeError>([&] { extents::recurrent_gradient(wrong, x, out); }).find("extents.cpp:"), std::string::npos);
  wrong = net;
  wrong[1].u = filled<Matrix>({5, 8});
  EXPECT_NE(e2e::thrown<gradc::ShapeError>([&] { extents::recurrent_gradient(wrong, x, out); }).find("extents.cpp:"), std::string::npos);
  EXPECT_NE(e2e::thrown<gradc::ShapeError>([&] { extents::recurrent_gradient(net, x, filled<Matrix>({4, 2})); }).find("extents.cpp:"), std::string::npos);
  EXPECT_NE(e2e::thrown<gradc::ShapeError>([&] { extents::recurrent_jvp(net, x, filled<Matrix>({4, 2}), direction, x, filled<Matrix>({4, 2})); }).find("extents.cpp:"), std::string::npos);
}

TEST(Extents, WhatLeavesALoopMeetsAnArgument) {
  CONTROL_CHECK(chain, matrices({3, 2, 4}), filled<Matrix>({2, 3}), filled<Matrix>({2, 4}));
  CONTROL_CHECK(chain, matrices({}), filled<Matrix>({2, 3}), filled<Matrix>({2, 3}));
  EXPECT_EQ(e2e::thrown<gradc::ShapeError>([] { extents::chain_gradient(matrices({3, 2, 4}), filled<Matrix>({2, 3}), filled<Matrix>({2, 3})); }),
            "extents.cpp:36: extent 1 of x is 4 but must be 3 (last.extent(1))");
}

TEST(Extents, OnlyWhatIsEvaluatedMustFit) {
  CONTROL_CHECK(some, matrices({2, 3, 1}), filled<Matrix>({4, 3}), 1);
  CONTROL_CHECK(some, matrices({2, 3, 1}), filled<Matrix>({4, 7}), -1);
  EXPECT_THROW(extents::some_gradient(matrices({2, 3, 1}), filled<Matrix>({4, 3}), 0), gradc::ShapeError);
  const std::vector<Vector> v{filled<Vector>({3}), filled<Vector>({2}), filled<Vector>({3}, -1, 1, 4)};
  CONTROL_CHECK(sum_of_two, v, 0, 2);
  CONTROL_CHECK(sum_of_two, v, -1, 1);
  EXPECT_THROW(extents::sum_of_two_gradient(v, 0, 1), gradc::ShapeError);
}

TEST(Extents, InVariables) {
  CONTROL_CHECK(of_counts, filled<Matrix>({2, 3}));
  CONTROL_CHECK(helper_makes, (std::vector<Matrix>{filled<Matrix>({2, 3}), filled<Matrix>({2, 1}, -1, 1, 3)}), filled<Matrix>({4, 2}));
  EXPECT_THROW(extents::helper_makes_gradient({filled<Matrix>({2, 3}), filled<Matrix>({3, 1})}, filled<Matrix>({4, 2})), gradc::ShapeError);
}

TEST(Extents, Grow) {
  for (int n : {0, 1, 3}) CONTROL_CHECK(grown, filled<Matrix>({2, 3}), filled<Vector>({3}), n);
  EXPECT_THROW(extents::grown_gradient(filled<Matrix>({2, 3}), filled<Vector>({2}), 1), gradc::ShapeError);
}

TEST(Extents, InConditions) {
  for (std::int64_t n : {2, 5, 10}) CONTROL_CHECK(until_long, filled<Vector>({n}), 0.7);
  for (int k : {0, 1}) CONTROL_CHECK(changed_under_way, 0.4, filled<Vector>({3}), k);
}

TEST(Extents, OfNestedVectors) {
  CONTROL_CHECK(two_deep, (std::vector<std::vector<Matrix>>{matrices({3, 2, 4}), matrices({3}), matrices({3, 1})}), filled<Matrix>({2, 3}));
  EXPECT_THROW(extents::two_deep_gradient({matrices({3, 2, 4}), matrices({2, 1})}, filled<Matrix>({2, 3})), gradc::ShapeError);
}

TEST(Extents, KnownToTheCompiler) {
  CONTROL_CHECK(fixed, (std::vector<Vector>{filled<Vector>({3}), filled<Vector>({2}), filled<Vector>({3}, -1, 1, 4)}));
}

}  // namespace
