// The same gradients within a budget as without, and never more memory.
#include <vector>

#include "budgets.grad.h"
#include "differences.h"
#include "thrown.h"

namespace {

using namespace budgets;

template <class A, class B>
void expect_same(const A& a, const B& b, const char* what) {
  ASSERT_EQ(a.shape(), b.shape()) << what;
  for (std::int64_t i = 0; i < a.size(); ++i) e2e::expect_close(a.data()[i], b.data()[i], what, 1e-10);
}

// What the derivative has said that it needs is enough, and is within the budget.
template <class Result, class Derivative>
Result within(std::int64_t bytes, std::int64_t budget, Derivative derivative) {
  EXPECT_LE(bytes, budget);
  std::vector<unsigned char> memory(static_cast<std::size_t>(bytes) + 64);
  gradc::Workspace workspace(memory.data(), bytes + 64);
  Result out;
  derivative(out, workspace);
  EXPECT_LE(workspace.high_water(), budget);
  return out;
}

TEST(Budgets, M34_LoopsOfKnownTrips) {
  const auto x = e2e::filled<Fixed>({12, 12}), w = e2e::filled<Fixed>({12, 12}, -0.5, 0.5, 2);
  const auto all = steps_gradient(x, w);
  EXPECT_EQ(steps_all_gradient_workspace_bytes(x, w), steps_gradient_workspace_bytes(x, w));
  EXPECT_GT(steps_gradient_workspace_bytes(x, w), 130 * 1024);
  EXPECT_GT(steps_less_gradient_workspace_bytes(x, w), 60 * 1024);
  const auto less = within<steps_less_gradient_result>(
      steps_less_gradient_workspace_bytes(x, w), 130 * 1024,
      [&](auto& out, auto& workspace) { steps_less_gradient(x, w, out, workspace); });
  const auto least = within<steps_least_gradient_result>(
      steps_least_gradient_workspace_bytes(x, w), 60 * 1024,
      [&](auto& out, auto& workspace) { steps_least_gradient(x, w, out, workspace); });
  EXPECT_EQ(less.value, all.value);
  EXPECT_EQ(least.value, all.value);
  expect_same(less.grad.x, all.grad.x, "x");
  expect_same(less.grad.w, all.grad.w, "w");
  expect_same(least.grad.x, all.grad.x, "x");
  expect_same(least.grad.w, all.grad.w, "w");
  const auto forward = steps_least_forward(x, w);
  for (int i = 0; i < 2; ++i) expect_same(steps_least_backward(forward.residuals, 1.0).w, all.grad.w, "w");

  const auto v = e2e::filled<Fixed>({12, 12}, -1, 1, 3);
  const auto product = within<steps_least_hvp_result>(
      steps_least_hvp_workspace_bytes(x, w, v, v), 60 * 1024,
      [&](auto& out, auto& workspace) { steps_least_hvp(x, w, v, v, out, workspace); });
  const double h = 1e-5;
  Fixed up = w, down = w, x_up = x, x_down = x;
  for (std::int64_t i = 0; i < w.size(); ++i) {
    up.data()[i] += h * v.data()[i], down.data()[i] -= h * v.data()[i];
    x_up.data()[i] += h * v.data()[i], x_down.data()[i] -= h * v.data()[i];
  }
  const auto above = steps_gradient(x_up, up), below = steps_gradient(x_down, down);
  for (std::int64_t i = 0; i < w.size(); ++i)
    EXPECT_NEAR(product.hvp.w.data()[i], (above.grad.w.data()[i] - below.grad.w.data()[i]) / (2 * h), 1e-5);
}

TEST(Budgets, LoopsInLoopsAndBranches) {
  const auto x = e2e::filled<Fixed>({12, 12}, -0.5, 0.5), w = e2e::filled<Fixed>({12, 12}, -0.5, 0.5, 2);
  EXPECT_GT(nested_gradient_workspace_bytes(x, w, 0), 36 * 1024);
  for (const double limit : {-10.0, 0.0, 10.0}) {
    const auto all = nested_gradient(x, w, limit);
    const auto less = within<nested_less_gradient_result>(
        nested_less_gradient_workspace_bytes(x, w, limit), 36 * 1024,
        [&](auto& out, auto& workspace) { nested_less_gradient(x, w, limit, out, workspace); });
    EXPECT_EQ(less.value, all.value);
    expect_same(less.grad.x, all.grad.x, "x");
    expect_same(less.grad.w, all.grad.w, "w");
  }
}

TEST(Budgets, OfSizesThatAreKnownAtACall) {
  std::vector<std::int64_t> taken;
  for (std::int64_t n = 0; n <= 40; ++n) {
    const auto x = e2e::filled<Matrix>({n, n}), w = e2e::filled<Matrix>({n, n}, -0.5, 0.5, 2);
    const std::int64_t bytes = chain_within_gradient_workspace_bytes(x, w);
    if (bytes > 40000) {
      const std::string error = e2e::thrown([&] { chain_within_gradient(x, w); });
      EXPECT_EQ(error, "chain_within_gradient takes at least " + std::to_string(bytes) +
                           " bytes of workspace for these arguments; its budget is 40000");
      chain_within_gradient_result out;
      out.value = 17;
      gradc::Workspace workspace;
      EXPECT_EQ(e2e::thrown([&] { chain_within_gradient(x, w, out, workspace); }), error);
      EXPECT_EQ(out.value, 17);
      EXPECT_EQ(out.grad.x.size(), 0);
      break;
    }
    taken.push_back(chain_gradient_workspace_bytes(x, w));
    const auto all = chain_gradient(x, w);
    const auto less = within<chain_within_gradient_result>(
        bytes, 40000, [&](auto& out, auto& workspace) { chain_within_gradient(x, w, out, workspace); });
    EXPECT_EQ(less.value, all.value) << n;
    expect_same(less.grad.x, all.grad.x, "x");
    expect_same(less.grad.w, all.grad.w, "w");
    const auto forward = chain_within_forward(x, w);
    expect_same(chain_within_backward(forward.residuals, 1.0).w, all.grad.w, "w");
    if (chain_within_vjp_workspace_bytes(x, w, 1.0) <= 40000)
      expect_same(chain_within_vjp(x, w, 1.0).grad.w, all.grad.w, "w");
    if (chain_within_hvp_workspace_bytes(x, w, x, w) <= 40000)
      expect_same(chain_within_hvp(x, w, x, w).hvp.w, chain_hvp(x, w, x, w).hvp.w, "hvp");
    gradc::Tensor<double, 1> adjoints{1, 2};
    expect_same(chain_within_vjp_batch(x, w, adjoints).grad.w, chain_vjp_batch(x, w, adjoints).grad.w, "batch");
  }
  // Some that keep all, and some that don't fit so.
  EXPECT_LE(taken.at(5), 40000);
  EXPECT_GT(taken.back(), 40000);
}

TEST(Budgets, LoopsOfTripsThatAreKnownAtACall) {
  int whole = 0, cut = 0;
  for (const std::int64_t size : {0, 1, 7, 10})
    for (const int n : {-3, 0, 1, 2, 5, 9, 30, 63, 64, 65, 150, 400}) {
      const auto x = e2e::filled<Vector>({size}), w = e2e::filled<Vector>({size}, -0.5, 0.5, 2);
      const std::int64_t bytes = rounds_within_gradient_workspace_bytes(x, w, n);
      const auto all = rounds_gradient(x, w, n);
      const auto less = within<rounds_within_gradient_result>(
          bytes, 20000, [&](auto& out, auto& workspace) { rounds_within_gradient(x, w, n, out, workspace); });
      EXPECT_EQ(less.value, all.value) << size << ' ' << n;
      expect_same(less.grad.x, all.grad.x, "x");
      expect_same(less.grad.w, all.grad.w, "w");
      ++(bytes == rounds_gradient_workspace_bytes(x, w, n) ? whole : cut);
    }
  EXPECT_GT(whole, 10);
  EXPECT_GE(cut, 1);
}

TEST(Budgets, OfStructures) {
  for (const std::int64_t steps : {0, 1, 40, 200}) {
    const Wave start{e2e::filled<Vector>({5}), e2e::filled<Vector>({5}, -1, 1, 2)};
    const auto speed = e2e::filled<Vector>({5}, 0.5, 1, 3);
    const Wave adjoint{e2e::filled<Vector>({5}, -1, 1, 4), e2e::filled<Vector>({5}, -1, 1, 5)};
    const auto all = wave_vjp(start, speed, steps, adjoint);
    const auto less = within<wave_within_vjp_result>(
        wave_within_vjp_workspace_bytes(start, speed, steps, adjoint), 16000,
        [&](auto& out, auto& workspace) { wave_within_vjp(start, speed, steps, adjoint, out, workspace); });
    expect_same(less.grad.start.now, all.grad.start.now, "now");
    expect_same(less.grad.start.before, all.grad.start.before, "before");
    expect_same(less.grad.speed, all.grad.speed, "speed");
  }
}

TEST(Budgets, OfBlocks) {
  const Vector x = e2e::filled<Vector>({6});
  expect_same(energy_within_hessian(x).hessian.x_x, energy_hessian(x).hessian.x_x, "hessian");
  expect_same(energy_within_jacobian(x).jacobian.x, energy_jacobian(x).jacobian.x, "jacobian");
}

// How much each takes is known as it runs: whichever way is taken, the results are the same, no more is taken than the budget
// says, and where nothing fits that is an error.
template <class Expected, class Result, class All, class Less>
void expect_within(std::int64_t budget, std::vector<int>& fits, const std::string& name, All all, Less less) {
  Expected expected;
  Result out;
  gradc::Workspace unlimited, workspace;
  all(expected, unlimited);
  const std::string error = e2e::thrown([&] { less(out, workspace); });
  EXPECT_LE(workspace.high_water(), budget);
  if (error != "nothing") {
    EXPECT_EQ(error, name + " takes more than " + std::to_string(budget) +
                         " bytes of workspace for these arguments; they are its budget");
    ++fits[2];
    return;
  }
  ++fits[unlimited.high_water() <= budget ? 0 : 1];
  EXPECT_EQ(out.value, expected.value);
  expect_same(out.grad.x, expected.grad.x, "x");

  // In memory of that size, and again in memory that is there.
  std::vector<unsigned char> memory(static_cast<std::size_t>(budget) + 64);
  gradc::Workspace fixed(memory.data(), budget + 64);
  for (gradc::Workspace* again : {&fixed, &workspace, &unlimited}) {
    Result same;
    less(same, *again);
    EXPECT_EQ(same.value, expected.value);
    expect_same(same.grad.x, out.grad.x, "x again");
  }
}

TEST(Budgets, OfLoopsThatEndByThemselves) {
  std::vector<int> fits(3);
  std::int64_t all = 0, less = 0;
  const auto w = e2e::filled<Vector>({20}, 0.5, 1.0, 2);
  for (const double limit : {100.0, 1.0, 0.1, 1e-2, 1e-4, 1e-8, 1e-16, 1e-32, 1e-64, 1e-300}) {
    const auto x = e2e::filled<Vector>({20});
    EXPECT_EQ(until_within_gradient_workspace_bytes(x, w, limit), 25000);
    expect_within<until_gradient_result, until_within_gradient_result>(
        25000, fits, "until_within_gradient", [&](auto& out, auto& ws) { until_gradient(x, w, limit, out, ws); },
        [&](auto& out, auto& ws) { until_within_gradient(x, w, limit, out, ws); });
    gradc::Workspace unlimited, cut;
    until_gradient_result expected;
    until_cut_gradient_result segments;
    until_gradient(x, w, limit, expected, unlimited);
    until_cut_gradient(x, w, limit, segments, cut);
    expect_same(segments.grad.x, expected.grad.x, "x");
    expect_same(segments.grad.w, expected.grad.w, "w");
    expect_same(until_cut_hvp(x, w, limit, x, w).hvp.w, until_hvp(x, w, limit, x, w).hvp.w, "hvp");
    const auto forward = until_cut_forward(x, w, limit);
    expect_same(until_cut_backward(forward.residuals, 1.0).w, expected.grad.w, "w");
    all = unlimited.high_water();
    less = cut.high_water();
  }
  EXPECT_GT(fits[0], 0);
  EXPECT_GT(fits[1], 0);
  EXPECT_GT(fits[2], 0);
  EXPECT_LT(6 * less, all);  // of some 1700 trips
}

TEST(Budgets, OfTensorsInVectors) {
  std::vector<int> fits(3);
  for (const int n : {0, 1, 2, 5, 9, 20, 40, 50, 80, 800}) {
    const auto x = e2e::filled<Matrix>({3, 4});
    std::vector<Matrix> layers;
    for (int i = 0; i < n; ++i) layers.push_back(e2e::filled<Matrix>({4 + i % 3, 4 + (i + 1) % 3}, -0.5, 0.5, 2));
    expect_within<layered_gradient_result, layered_within_gradient_result>(
        40000, fits, "layered_within_gradient", [&](auto& out, auto& ws) { layered_gradient(x, layers, out, ws); },
        [&](auto& out, auto& ws) {
          layered_within_gradient(x, layers, out, ws);
          const auto expected = layered_gradient(x, layers).grad.layers;
          ASSERT_EQ(out.grad.layers.size(), expected.size());
          for (std::size_t i = 0; i < expected.size(); ++i) expect_same(out.grad.layers[i], expected[i], "layers");
        });
  }
  EXPECT_GT(fits[0], 0);
  EXPECT_GT(fits[1], 0);
  EXPECT_GT(fits[2], 0);
}

TEST(Budgets, OfGradientsAsRows) {
  const auto table = e2e::filled<Matrix>({50, 3});
  for (const std::int64_t n : {0, 1, 20, 90, 200}) {
    gradc::Vector<std::int64_t> rows(gradc::Shape{n});
    for (std::int64_t i = 0; i < n; ++i) rows(i) = (7 * i + i / 3) % 50;
    const auto all = looked_up_gradient(table, rows);
    gradc::Workspace workspace;
    looked_up_within_gradient_result less;
    const std::string error = e2e::thrown([&] { looked_up_within_gradient(table, rows, less, workspace); });
    EXPECT_EQ(error == "nothing", n < 200) << error;
    EXPECT_LE(workspace.high_water(), 8000);
    if (n == 200) continue;
    EXPECT_EQ(less.value, all.value);
    expect_same(gradc::to_dense(less.grad.table), all.grad.table, "table");
  }
}

// What prints is run once, and then as what takes the least.
TEST(Budgets, OfWhatPrints) {
  const auto x = e2e::filled<Vector>({20}), w = e2e::filled<Vector>({20}, 0.5, 1.0, 2);
  ::testing::internal::CaptureStdout();
  const double value = told(x, w, 1e-16);
  const std::string own = ::testing::internal::GetCapturedStdout();
  ::testing::internal::CaptureStdout();
  const auto result = told_gradient(x, w, 1e-16);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), own);
  EXPECT_EQ(result.value, value);
  EXPECT_NE(own, "");
  expect_same(result.grad.x, until_gradient(x, w, 1e-16).grad.x, "x");
}

}  // namespace
