#include <cmath>
#include <stdexcept>

#include "outside.grad.h"
#include "differences.h"

namespace {
std::vector<std::string> told;

// What f tells functions that are defined elsewhere, and what it prints.
template <class F>
std::string of(F f) {
  told.clear();
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  f();
  std::string all = ::testing::internal::GetCapturedStdout() + "|" + ::testing::internal::GetCapturedStderr();
  for (const std::string& one : told) all += "|" + one;
  return all;
}
}  // namespace

extern "C" void outside_report(const char* reason, const char* file, int line, int code) {
  told.push_back(std::string(reason) + " " + (file ? file : "nowhere") + " " + std::to_string(line) + " " + std::to_string(code));
}
extern "C" void outside_tally(int n, const char* name) { told.push_back(std::to_string(n) + name); }

namespace outside {
void log(Level level, const std::string& text, std::size_t count) {
  told.push_back(std::to_string(static_cast<int>(level)) + " " + text + " " + std::to_string(count));
}
void stop(const std::string& text) { throw std::runtime_error(text); }
namespace inner {
inline namespace v1 {
void mark(bool flag, char letter) { told.push_back((flag ? "+" : "-") + std::string(1, letter)); }
}  // namespace v1
}  // namespace inner
}  // namespace outside

namespace {

TEST(Outside, HandlersOfErrorsAreCalledOnce) {
  for (double x : {0.7, -0.7})
    for (const int order : {2, 3}) {
      const auto f = [&] { return outside::root(x, order); };
      const std::string own = of(f);
      EXPECT_EQ(own, x > 0 ? std::string("|")
                           : "||domain {error} \"x\" < 0? root.c " + std::to_string(10 + order) + " 33|root nowhere 0 33");
      EXPECT_EQ(of([&] { outside::root_gradient(x, order); }), own);
      EXPECT_EQ(of([&] { outside::root_jvp(x, order, 1.0); }), own);
      EXPECT_EQ(of([&] { outside::root_vjp(x, order, 1.0); }), own);
      EXPECT_EQ(of([&] { outside::root_hvp(x, order, 1.0); }), own);
      const auto result = outside::root_gradient(x, order);
      EXPECT_EQ(result.value, f());
      e2e::expect_close(result.grad.x, e2e::difference(x, f), "x");
      e2e::expect_close(outside::root_hvp(x, order, 1.0).hvp.x, e2e::difference(x, [&] { return outside::root_gradient(x, order).grad.x; }), "hvp");
    }
}

TEST(Outside, TablesThatNothingWritesAreConstants) {
  for (double x : {-0.8, 0.0, 0.3}) {
    const auto f = [&] { return outside::series(x); };
    EXPECT_EQ(outside::series_gradient(x).value, f());
    e2e::expect_close(f(), std::exp(x), "value", 1e-3);
    e2e::expect_close(outside::series_gradient(x).grad.x, e2e::difference(x, f), "x");
    e2e::expect_close(outside::series_hvp(x, 1.0).hvp.x, e2e::difference(x, [&] { return outside::series_gradient(x).grad.x; }), "hvp");
  }
}

// In the order of the source, in each trip.
TEST(Outside, IsToldInLoops) {
  const std::vector<double> x{0.5, 2.5, 1.5, 3};
  const std::string own = of([&] { outside::listed(x); });
  EXPECT_EQ(own, "large: 2.500 of 100%\nlarge: 3.000 of 100%\ndone\n||0below|1above|2above|3above");
  EXPECT_EQ(of([&] { outside::listed_gradient(x); }), own);
  EXPECT_EQ(of([&] { outside::listed_jvp(x, x); }), own);
  EXPECT_EQ(of([&] { outside::listed_vjp(x, 2.0); }), own);
  EXPECT_EQ(of([&] { outside::listed_hvp(x, x); }), own);
  EXPECT_EQ(of([&] { outside::listed_hessian(x); }), own);
  outside::listed_forward_result forward;
  EXPECT_EQ(of([&] { forward = outside::listed_forward(x); }), own);
  EXPECT_EQ(of([&] { outside::listed_backward(forward.residuals, 1.0); }), "|") << "what goes backward says nothing";
  const auto result = outside::listed_gradient(x);
  for (std::size_t i = 0; i < x.size(); ++i) e2e::expect_close(result.grad.x[i], 3 * x[i] * x[i], "x");
}

TEST(Outside, StreamsArePrintedToAsTheyAre) {
  double x = 1.25;
  const auto f = [&] { return outside::streamed(x, 3, true); };
  const std::string own = of(f);
  EXPECT_EQ(own, "x = 1.25, {n} = 3 true\n|1.56\n|+q|7 n is 3 4");
  EXPECT_EQ(of([&] { outside::streamed_gradient(x, 3, true); }), own);
  EXPECT_EQ(of([&] { outside::streamed_vjp(x, 3, true, 1.0); }), own);
  e2e::expect_close(outside::streamed_gradient(x, 3, true).grad.x, 3 * std::cos(x), "x");
  EXPECT_EQ(of([&] { outside::converted_gradient(1.5F, 3, 'c'); }), "3 3 c 1.5\n|");
}

TEST(Outside, RecursionsPrintWhereTheyCallThemselves) {
  double x = 0.4;
  const auto f = [&] { return outside::walked(x, 3); };
  const std::string own = of(f);
  EXPECT_EQ(own, "3 2 1 |the end\n");
  EXPECT_EQ(of([&] { outside::walked_gradient(x, 3); }), own);
  EXPECT_EQ(of([&] { outside::walked_vjp(x, 3, 1.0); }), own);
  e2e::expect_close(outside::walked_gradient(x, 3).grad.x, e2e::difference(x, f), "x");
}

// A path that never returns never returns in a derivative.
TEST(Outside, TheProgramEndsWhereItDid) {
  EXPECT_EQ(outside::ended_gradient(1.5, 0).grad.x, 3.0);
  EXPECT_EQ(outside::ended_jvp(1.5, 0, 1.0).tangent, 3.0);
  EXPECT_THROW(outside::ended_gradient(1.5, 1), std::runtime_error);
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(outside::ended_gradient(1.5, 2), ::testing::ExitedWithCode(3), "x is 1.5");
  EXPECT_EXIT(outside::ended_jvp(1.5, 2, 1.0), ::testing::ExitedWithCode(3), "x is 1.5");
  EXPECT_DEATH(outside::ended_gradient(1.5, 3), "");
}

}  // namespace
