// Threads of a workspace: the same bits as on one, whatever is cut and in which order its parts run, and no memory once it is warm.
#include <cstring>
#include <vector>

#include "differences.h"
#include "tests/runtime/backwards.h"
#include "tests/runtime/tensor/allocation_count.h"
#include "threads.grad.h"

namespace {

using gradc::Matrix;
using gradc::Tensor;
using gradc::Vector;

bool same(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }
bool same(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }
template <class T, int R>
bool same(const Tensor<T, R>& a, const Tensor<T, R>& b) {
  return a.shape() == b.shape() && std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(T)) == 0;
}

// call(result, workspace) without threads and with some; equal(a, b): the same bits in all of the results.
template <class Result, class Call, class Equal>
void expect_same(Call call, Equal equal) {
  Result one;
  gradc::Workspace alone;
  call(one, alone);
  gradc_test::Backwards two(2), many(40);
  gradc::Threads threads(3);
  for (gradc::Executor* executor : std::initializer_list<gradc::Executor*>{&two, &many, &threads}) {
    Result out;
    gradc::Workspace workspace;
    workspace.use(*executor);
    call(out, workspace);
    EXPECT_TRUE(equal(out, one)) << executor->concurrency();
  }
  EXPECT_GT(two.runs, 0);
  EXPECT_GT(many.runs, 0);
}

TEST(Threads, OfATensorFunction) {
  const auto x = e2e::filled<Matrix<float>>({300, 90}), w = e2e::filled<Matrix<float>>({90, 70}, -0.3, 0.3, 2);
  const auto b = e2e::filled<Vector<float>>({70}, -1, 1, 3), b_tangent = e2e::filled<Vector<float>>({70}, -1, 1, 4);
  const auto w_tangent = e2e::filled<Matrix<float>>({90, 70}, -1, 1, 5);
  Vector<std::int64_t> labels(gradc::Shape{300});
  for (std::int64_t i = 0; i < 300; ++i) labels(i) = i * 7 % 70;
  expect_same<threads::classify_gradient_result>(
      [&](auto& out, auto& workspace) { threads::classify_gradient(x, w, b, labels, out, workspace); },
      [](const auto& a, const auto& c) { return same(a.value, c.value) && same(a.grad.w, c.grad.w) && same(a.grad.b, c.grad.b); });
  expect_same<threads::classify_jvp_result>(
      [&](auto& out, auto& workspace) { threads::classify_jvp(x, w, b, labels, w_tangent, out, workspace); },
      [](const auto& a, const auto& c) { return same(a.value, c.value) && same(a.tangent, c.tangent); });
  expect_same<threads::classify_hvp_result>(
      [&](auto& out, auto& workspace) { threads::classify_hvp(x, w, b, labels, b_tangent, out, workspace); },
      [](const auto& a, const auto& c) { return same(a.hvp.b, c.hvp.b) && same(a.grad.b, c.grad.b); });
}

TEST(Threads, OfSumsOverRows) {
  for (const gradc::Shape& shape : {gradc::Shape{30, 40, 50}, gradc::Shape{1, 70, 1000}, gradc::Shape{7000, 9, 1}, gradc::Shape{5, 0, 3}}) {
    const auto x = e2e::filled<Tensor<double, 3>>(shape);
    const auto b = e2e::filled<Vector<double>>({shape[2]}, -1, 1, 2);
    threads::residual_gradient_result one;
    if (x.size() == 0) {  // nothing to run
      gradc::Threads pool(2);
      gradc::Workspace workspace;
      workspace.use(pool);
      threads::residual_gradient(x, b, one, workspace);
      EXPECT_TRUE(same(one.grad.b, Vector<double>(gradc::Shape{3})));
      continue;
    }
    expect_same<threads::residual_gradient_result>(
        [&](auto& out, auto& workspace) { threads::residual_gradient(x, b, out, workspace); },
        [](const auto& a, const auto& c) { return same(a.value, c.value) && same(a.grad.x, c.grad.x) && same(a.grad.b, c.grad.b); });
  }
}

TEST(Threads, OfConvolutions) {
  const auto x = e2e::filled<Tensor<float, 4>>({5, 6, 20, 20}), w = e2e::filled<Tensor<float, 4>>({12, 6, 3, 3}, -0.5, 0.5, 2),
             v = e2e::filled<Tensor<float, 4>>({40, 12, 3, 3}, -0.5, 0.5, 3), adjoint = e2e::filled<Tensor<float, 4>>({5, 40, 8, 8}, -1, 1, 4);
  expect_same<threads::filtered_vjp_result>(
      [&](auto& out, auto& workspace) { threads::filtered_vjp(x, w, v, adjoint, out, workspace); },
      [](const auto& a, const auto& c) {
        return same(a.value, c.value) && same(a.grad.x, c.grad.x) && same(a.grad.w, c.grad.w) && same(a.grad.v, c.grad.v);
      });
}

TEST(Threads, OfLoopsOverElements) {
  const auto x = e2e::filled<Vector<double>>({20'000});
  const auto equal = [](const auto& a, const auto& c) { return same(a.value, c.value) && same(a.grad.x, c.grad.x) && same(a.grad.k, c.grad.k); };
  expect_same<threads::energy_relaxed_gradient_result>(
      [&](auto& out, auto& workspace) { threads::energy_relaxed_gradient(x, 0.7, out, workspace); }, equal);
  gradc_test::Backwards backwards;
  gradc::Workspace alone, with;
  with.use(backwards);
  threads::energy_gradient_result one, other;
  threads::energy_gradient(x, 0.7, one, alone);
  threads::energy_gradient(x, 0.7, other, with);
  EXPECT_TRUE(equal(one, other));
  EXPECT_TRUE(same(one.value, threads::energy(x, 0.7)));
}

TEST(Threads, OfItems) {
  std::vector<threads::Option> options;
  const auto numbers = e2e::filled<Matrix<double>>({5000, 3}, 0.5, 2.0);
  for (std::int64_t i = 0; i < 5000; ++i) options.push_back({100 * numbers(i, 0), 100 * numbers(i, 1), numbers(i, 2)});
  const auto equal = [](const auto& a, const auto& c) {
    bool equal = same(a.value, c.value) && same(a.grad.rate, c.grad.rate);
    for (std::size_t i = 0; i < a.grad.option.size(); ++i)
      equal = equal && same(a.grad.option[i].spot, c.grad.option[i].spot) && same(a.grad.option[i].strike, c.grad.option[i].strike) &&
              same(a.grad.option[i].years, c.grad.option[i].years);
    return equal;
  };
  expect_same<threads::price_relaxed_gradient_each_result>(
      [&](auto& out, auto& workspace) { threads::price_relaxed_gradient_each(options, 0.03, out, workspace); }, equal);
  expect_same<threads::price_gradient_each_result>(
      [&](auto& out, auto& workspace) { threads::price_gradient_each(options, 0.03, out, workspace); }, equal);
  const auto each = threads::price_gradient_each(options, 0.03);
  double rate = 0;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const auto one = threads::price_gradient(options[i], 0.03);
    const auto item = static_cast<std::int64_t>(i);
    ASSERT_TRUE(same(each.value(item), threads::price(options[i], 0.03))) << i;
    ASSERT_TRUE(same(each.grad.option[i].strike, one.grad.option.strike)) << i;
    rate += one.grad.rate;
  }
  e2e::expect_close(each.grad.rate, rate, "rate", 1e-12);
}

TEST(Threads, OfItemsThatBranchAndLoop) {
  const auto table = e2e::filled<Vector<double>>({9});
  const auto points = e2e::filled<Matrix<double>>({3000, 3});
  Vector<std::int32_t> n(gradc::Shape{3000});
  for (int i = 0; i < 3000; ++i) n(i) = i % 10;
  const auto directions = e2e::filled<Matrix<double>>({3000, 3}, -1, 1, 2);
  using Result = threads::bend_jvp_each_result;
  expect_same<Result>([&](auto& out, auto& workspace) { threads::bend_jvp_each(table, points, n, directions, out, workspace); },
                      [](const auto& a, const auto& c) { return same(a.value, c.value) && same(a.tangent, c.tangent); });
  const Result each = threads::bend_jvp_each(table, points, n, directions);
  for (std::int64_t i = 0; i < 3000; ++i) {
    const std::array<double, 3> point{points(i, 0), points(i, 1), points(i, 2)};
    const auto one = threads::bend_jvp(table, point, n(i), {directions(i, 0), directions(i, 1), directions(i, 2)});
    const std::array<double, 2> value = threads::bend(table, point, n(i));
    for (std::int64_t k = 0; k < 2; ++k) {
      ASSERT_TRUE(same(each.value(i, k), value[static_cast<std::size_t>(k)])) << i;
      ASSERT_EQ(each.tangent(i, k), one.tangent[static_cast<std::size_t>(k)]) << i;
    }
  }
  // What an item finds wrong is thrown, wherever it ran.
  n(1234) = 10;
  gradc::Threads pool(3);
  gradc::Workspace workspace;
  workspace.use(pool);
  Result out;
  EXPECT_THROW(threads::bend_jvp_each(table, points, n, directions, out, workspace), gradc::IndexError);
}

TEST(Threads, OfFunctionsThatStayFunctions) {
  const auto x = e2e::filled<Matrix<double>>({120, 60}), w = e2e::filled<Matrix<double>>({60, 60}, -0.2, 0.2, 2);
  expect_same<threads::steps_gradient_result>(
      [&](auto& out, auto& workspace) { threads::steps_gradient(x, w, 7, out, workspace); },
      [](const auto& a, const auto& c) { return same(a.value, c.value) && same(a.grad.w, c.grad.w); });
}

TEST(Threads, AllocateNothingOnceTheyAreWarm) {
  const auto x = e2e::filled<Matrix<float>>({300, 90}), w = e2e::filled<Matrix<float>>({90, 70}, -0.3, 0.3, 2);
  const auto b = e2e::filled<Vector<float>>({70}, -1, 1, 3);
  const Vector<std::int64_t> labels(gradc::Shape{300});
  gradc::Threads pool(2);
  gradc::Workspace workspace;
  workspace.use(pool);
  threads::classify_gradient_result out;
  for (int i = 0; i < 50; ++i) threads::classify_gradient(x, w, b, labels, out, workspace);  // each thread has its buffers then
  const std::int64_t before = gradc_test::allocations();
  threads::classify_gradient(x, w, b, labels, out, workspace);
  EXPECT_LE(gradc_test::allocations() - before, 0);
}

}  // namespace
