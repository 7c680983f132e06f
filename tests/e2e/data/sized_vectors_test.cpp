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

TEST(SizedVectors, ThatAreArguments) {
  const sized::Parts parts{{0.5, -0.3, 0.8}, {{0.2}, {}, {0.1, -0.6}}, 0.7};
  for (const List& x : {List{0.3, -0.4, 0.9}, List{0.4}, List{}}) CONTROL_CHECK(of_parts, x, parts);
  CONTROL_CHECK(of_parts, List{}, sized::Parts{{}, {}, 0.7});
  CONTROL_CHECK(one_that_grows, List{0.3, -0.4}, List{0.9, 1.1});
  CONTROL_CHECK(one_that_grows, List{}, List{0.9, 1.1, 0.2});
  for (const List& y : {List{0.4}, List{0.3, -0.4, 0.9}}) CONTROL_CHECK(products, List{0.6, -0.8, 0.25, 0.1}, y);
  CONTROL_CHECK(products, List{}, List{0.4});
  CONTROL_CHECK(of_literals, List{0.3, -0.4});
  CONTROL_CHECK(of_literals, List{0.3, -0.4, 0.9, 1.2, -0.7});
}

TEST(SizedVectors, ThatAreResults) {
  const sized::Parts parts{{0.5, -0.3, 0.8}, {}, 0.7};
  const List x{0.3, -0.4, 0.9}, v{1, 0.5, -2}, u{0.25, -1, 2};
  const auto forward = sized::scaled_jvp(x, parts, v, u);
  EXPECT_EQ(forward.value, sized::scaled(x, parts));
  const List w{0.5, 2, -1};
  const auto back = sized::scaled_vjp(x, parts, w);
  double left = 0, right = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    left += forward.tangent[i] * w[i];
    right += back.grad.x[i] * v[i] + back.grad.p.a[i] * u[i];
  }
  e2e::expect_close(left, right, "scaled", 1e-14);
  const auto blocks = sized::scaled_jacobian(x, parts);
  for (std::int64_t i = 0; i < 3; ++i) {
    double t = 0;
    for (std::int64_t j = 0; j < 3; ++j) t += blocks.jacobian.x(i, j) * v[static_cast<std::size_t>(j)];
    for (std::int64_t j = 0; j < 3; ++j) t += blocks.jacobian.p_a(i, j) * u[static_cast<std::size_t>(j)];
    e2e::expect_close(t, forward.tangent[static_cast<std::size_t>(i)], "scaled", 1e-14);
  }
  // Its size is known before it runs, and a vector of another one is refused.
  gradc::Workspace workspace;
  sized::scaled_vjp_result out;
  sized::scaled_vjp(x, parts, w, out, workspace);
  EXPECT_EQ(workspace.high_water(), sized::scaled_vjp_workspace_bytes(x, parts, w));
  EXPECT_THROW(sized::scaled_vjp(x, parts, List{1, 2}), gradc::ShapeError);
  EXPECT_THROW(sized::scaled_jvp(x, parts, List{1, 2, 3, 4}, u), gradc::ShapeError);
}

// What is passed by reference must be no part of what is written.
TEST(SizedVectors, AreRefusedWhereTheyAreResults) {
  gradc::Workspace workspace;
  const auto text = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const gradc::Error& e) {
      return e.what();
    }
    return "nothing";
  };
  const std::string x_is_part = "x is part of out, which is written while x is read";
  sized::products_gradient_result lists;
  lists.grad.x = {1, 2, 3};
  EXPECT_EQ(text([&] { sized::products_gradient(lists.grad.x, {1, 2}, lists, workspace); }), x_is_part);
  EXPECT_EQ(lists.grad.x, (List{1, 2, 3}));
  EXPECT_EQ(text([&] { sized::products_gradient(List{1}, lists.grad.x, lists, workspace); }), "y is part of out, which is written while y is read");
  sized::of_parts_gradient_result parts;
  EXPECT_EQ(text([&] { sized::of_parts_gradient(List{1}, parts.grad.p, parts, workspace); }), "p is part of out, which is written while p is read");
  sized::of_tensor_gradient_result tensor;
  tensor.grad.x = gradc::Vector<double>{1, 2, 3, 4};
  EXPECT_EQ(text([&] { sized::of_tensor_gradient(tensor.grad.x, tensor, workspace); }), x_is_part);
  sized::of_numbers_gradient_result numbers{0, {{1, 2, 3}}};
  EXPECT_EQ(text([&] { sized::of_numbers_gradient(numbers.grad.x, numbers, workspace); }), x_is_part);

  sized::of_view_gradient_result view;
  view.grad.x = gradc::Vector<double>{1, 2, 3, 4};
  EXPECT_EQ(text([&] { sized::of_view_gradient({view.grad.x.data() + 3, {2}}, view, workspace); }),
            "x is part of out.grad.x, which is written while x is read");
  const gradc::Vector<double> other{1, 2, 3, 4};
  EXPECT_EQ(text([&] { sized::of_view_gradient({other.data(), {4}}, view, workspace); }), "nothing");
  EXPECT_EQ(text([&] { sized::of_view_gradient({view.grad.x.data(), {0}}, view, workspace); }), "nothing");
}

TEST(SizedVectors, OfAnySize) {
  const List x{0.3, -0.4, 0.9};
  for (const int m : {0, 1, 2, 5}) CONTROL_CHECK(of_any_size, x, m, true);
  CONTROL_CHECK(of_any_size, x, -1, false);
  try {
    sized::of_any_size_gradient(x, -2, true);
    FAIL();
  } catch (const gradc::ShapeError& e) {
    EXPECT_STREQ(e.what(), "sized_vectors.cpp:177: array: extent 0 of its result would be -2 (m)");
  }
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
  EXPECT_EQ(text(3), "sized_vectors.cpp:111: index 3 is out of range for axis 0 of y, whose extent is 3");
  EXPECT_EQ(text(9), "sized_vectors.cpp:111: index 9 is out of range for axis 0 of y, whose extent is 3");
  EXPECT_EQ(text(2), "nothing");
}

}  // namespace
