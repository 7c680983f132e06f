#include <gradc/detail/vectors.h>

#include <utility>
#include <vector>

#include "allocation_count.h"
#include "expect.h"

namespace {

using gradc::Arena;
using gradc::gather;
using gradc::scatter;
using gradc::Sequence;
using gradc::Tensor;
using gradc::View;
using gradc::Workspace;

struct Particle {
  double mass = 0;
  gradc::Vector<float> position;
  std::vector<double> weights;
  std::pair<int, bool> flags;
};
struct Cloud {
  std::vector<Particle> particles;
};

std::vector<Particle> two() { return {{1, {1, 2}, {5}, {3, true}}, {2, {1, 2, 3}, {}, {4, false}}}; }

TEST(Vectors, OfNumbersAreBorrowed) {
  Workspace workspace;
  Arena arena(workspace);
  const std::vector<double> v{1, 2, 3};
  const auto s = gather<Sequence<double>>(arena, v);
  EXPECT_EQ(&s[0], v.data());
  EXPECT_EQ(s.size(), 3);
  std::vector<double> out{7};
  scatter(s, out);
  EXPECT_EQ(out, v);
  EXPECT_TRUE(gather<Sequence<double>>(arena, std::vector<double>()).empty());
}

TEST(Vectors, OfOtherTypesAreCopied) {
  Workspace workspace;
  Arena arena(workspace);
  const std::vector<bool> flags{true, false, true};
  const auto f = gather<Sequence<bool>>(arena, flags);
  EXPECT_TRUE(f[0] && !f[1] && f[2]);
  std::vector<bool> out;
  scatter(f, out);
  EXPECT_EQ(out, flags);
  const std::vector<long long> wide{1, -2};
  const auto w = gather<Sequence<std::int64_t>>(arena, wide);
  EXPECT_EQ(w[1], -2);
  std::vector<long long> wide_out;
  scatter(w, wide_out);
  EXPECT_EQ(wide_out, wide);
  std::vector<Tensor<double, 0>> zero_rank{Tensor<double, 0>(4.0)};
  EXPECT_EQ(gather<Sequence<double>>(arena, zero_rank)[0], 4);
  scatter(Sequence<double>(), zero_rank);
  EXPECT_TRUE(zero_rank.empty());
}

TEST(Vectors, OfTensorsLendTheirElements) {
  Workspace workspace;
  Arena arena(workspace);
  const std::vector<gradc::Matrix<float>> v{{{1, 2}}, {{1}, {2}, {3}}, gradc::Matrix<float>()};
  const auto s = gather<Sequence<View<float, 2>>>(arena, v);
  EXPECT_EQ(s[1].data(), v[1].data());
  EXPECT_EQ(s[1].extent(0), 3);
  std::vector<gradc::Matrix<float>> out;
  scatter(s, out);
  ASSERT_EQ(out.size(), 3u);
  EXPECT_EQ(out[1](2, 0), 3);
  const std::int64_t before = gradc_test::allocations();
  scatter(s, out);
  EXPECT_EQ(gradc_test::allocations(), before);

  std::vector<gradc::StaticTensor<float, 2>> still{{1, 2}};
  const auto t = gather<Sequence<View<float, 1>>>(arena, still);
  EXPECT_EQ(t[0](1), 2);
  scatter(t.zeros_like(arena), still);
  EXPECT_EQ(still[0](1), 0);
}

TEST(Vectors, OfStructuresAreGatheredByLeaf) {
  Workspace workspace;
  Arena arena(workspace);
  const Cloud cloud{two()};
  const auto mass = gather<Sequence<double>>(
      arena, cloud.particles, [](auto& e) -> auto& { return e.mass; });
  const auto position = gather<Sequence<View<float, 1>>>(
      arena, cloud.particles, [](auto& e) -> auto& { return e.position; });
  const auto weights = gather<Sequence<Sequence<double>>>(
      arena, cloud.particles, [](auto& e) -> auto& { return e.weights; });
  const auto flag = gather<Sequence<bool>>(
      arena, cloud.particles, [](auto& e) -> auto& { return std::get<1>(e.flags); });
  EXPECT_EQ(mass[1], 2);
  EXPECT_EQ(position[1](2), 3);
  EXPECT_EQ(weights[0][0], 5);
  EXPECT_TRUE(weights[1].empty());
  EXPECT_TRUE(flag[0] && !flag[1]);

  Cloud out;
  scatter(
      mass, out.particles, [](auto& e) -> auto& { return e.mass; });
  scatter(
      position, out.particles, [](auto& e) -> auto& { return e.position; });
  scatter(
      weights, out.particles, [](auto& e) -> auto& { return e.weights; });
  EXPECT_EQ(out.particles[1].mass, 2);
  EXPECT_EQ(out.particles[1].position(2), 3);
  EXPECT_EQ(out.particles[0].weights, (std::vector<double>{5}));
}

TEST(Vectors, Nest) {
  Workspace workspace;
  Arena arena(workspace);
  const std::vector<std::vector<Particle>> clouds{two(), {}, {two()[1]}};
  const auto itself = [](auto& e) -> auto& { return e; };
  const auto get_mass = [](auto& e) -> auto& { return e.mass; };
  const auto mass = gather<Sequence<Sequence<double>>>(arena, clouds, itself, get_mass);
  EXPECT_EQ(mass[2][0], 2);
  EXPECT_EQ(mass[1].size(), 0);
  std::vector<std::vector<Particle>> out;
  scatter(mass, out, itself, get_mass);
  ASSERT_EQ(out.size(), 3u);
  EXPECT_EQ(out[0][1].mass, 2);
  const std::vector<std::vector<double>> jagged{{1}, {}, {2, 3}};
  const auto s = gather<Sequence<Sequence<double>>>(arena, jagged);
  EXPECT_EQ(&s[2][1], &jagged[2][1]);
  std::vector<std::vector<double>> back{{9, 9, 9, 9}};
  scatter(s, back);
  EXPECT_EQ(back, jagged);
}

TEST(Vectors, ThatMustAgreeAreNamed) {
  Workspace workspace;
  Arena arena(workspace);
  const std::vector<std::vector<double>> v{{1}, {2, 3}}, short_one{{1}}, other{{1}, {2}};
  const auto sequence = [&](const auto& values) { return gather<Sequence<Sequence<double>>>(arena, values); };
  gradc::require_same_form("d_v[].w[]", sequence(v), "v[].w[]", sequence(v));
  EXPECT_ERROR(
      gradc::require_same_form("d_v[].w[]", sequence(short_one), "v[].w[]", sequence(v), "model.cpp:4"),
      gradc::ShapeError, "model.cpp:4: size of d_v is 1 but size of v is 2");
  EXPECT_ERROR(gradc::require_same_form("d_v[].w[]", sequence(other), "v[].w[]", sequence(v)),
               gradc::ShapeError, "size of d_v[1].w is 1 but size of v[1].w is 2");
  const std::vector<gradc::Vector<double>> t{{1, 2}}, u{{1}};
  const auto views = [&](const auto& values) { return gather<Sequence<View<double, 1>>>(arena, values); };
  EXPECT_ERROR(gradc::require_same_form("d_t[]", views(u), "t[]", views(t)), gradc::ShapeError,
               "extent 0 of d_t[0] is 1 but extent 0 of t[0] is 2");
}

}  // namespace
