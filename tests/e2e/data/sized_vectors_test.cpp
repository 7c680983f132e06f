#define CONTROL_NAMESPACE sized
#include "control_check.h"
#include "sized_vectors.grad.h"

namespace {

using sized::List;

TEST(SizedVectors, OfStages) {
  for (const std::int64_t steps : {0, 1, 4}) CONTROL_CHECK(stages, List{0.3, -0.4, 0.9, 1.1}, steps);
  CONTROL_CHECK(stages, List{0.7}, std::int64_t{3});
  const List x{0.3, -0.4, 0.9}, v{1, 0.5, -2};
  const auto slope = [&](double t) {
    List moved = x;
    for (std::size_t i = 0; i < x.size(); ++i) moved[i] += t * v[i];
    return moved;
  };
  double t = 0;
  const double along = e2e::difference(t, [&] { return sized::stages(slope(t), 3); });
  e2e::expect_close(sized::stages_jvp(x, 3, v).tangent, along, "jvp");
  const auto second = sized::stages_hvp(x, 3, v);
  for (std::size_t i = 0; i < x.size(); ++i)
    e2e::expect_close(second.hvp.x[i], e2e::difference(t, [&] { return sized::stages_gradient(slope(t), 3).grad.x[i]; }), "hvp", 1e-6);
}

TEST(SizedVectors, ThatGoElsewhere) {
  const List x{0.3, -0.4, 0.9};
  for (const int steps : {0, 1, 2, 3}) {
    CONTROL_CHECK(swapped, x, steps);
    CONTROL_CHECK(assigned, x, steps);
  }
  for (const int steps : {0, 1, 2, 5}) CONTROL_CHECK(chosen, x, steps);
}

TEST(SizedVectors, ThatGrow) {
  const List x{0.3, -0.4, 0.9};
  for (const int count : {1, 2, 700, 20000}) CONTROL_CHECK(pushed, x, count);
  for (const int steps : {0, 1, 2, 7}) CONTROL_CHECK(growing, x, steps);
}

TEST(SizedVectors, AtOtherIndices) {
  for (const List& x : {List{0.5}, List{0.3, -0.4}, List{0.3, -0.4, 0.9, 1.2, -0.7}}) {
    CONTROL_CHECK(triangle, x);
    CONTROL_CHECK(turned, x);
  }
  CONTROL_CHECK(of_lists, std::vector<List>{{0.3, -0.4}, {}, {0.9}});
  CONTROL_CHECK(indexed, List{0.3, -0.4, 0.9}, std::vector<int>{2, 0, 1, 2, 2});
}

TEST(SizedVectors, AreCheckedOnceBeforeALoop) {
  const List x{0.3, -0.4, 0.9};
  CONTROL_CHECK(beyond, x, std::size_t{2});
  CONTROL_CHECK(beyond, List{}, std::size_t{0});
  const auto text = [&](std::size_t to) -> std::string {
    try {
      sized::beyond_gradient(x, to);
    } catch (const gradc::IndexError& e) {
      return e.what();
    }
    return "nothing";
  };
  EXPECT_EQ(text(3), "sized_vectors.cpp:111: index 3 is out of range for y, whose size is 3");
  EXPECT_EQ(text(9), "sized_vectors.cpp:111: index 8 is out of range for x, whose size is 3");
  EXPECT_EQ(text(2), "nothing");
}

}  // namespace
