#include "differences.h"
#include "marked.grad.h"
#include "thrown.h"

namespace {

using marked::Vector;

Vector vector(std::int64_t n, unsigned seed = 1) { return e2e::filled<Vector>(gradc::Shape{n}, -1.2, 1.3, seed); }

TEST(Marked, OnlyTheLoopAfterTheMarkIsRelaxed) {
  bool differ = false;
  for (const std::int64_t n : {0, 1, 17, 700, 1100}) {
    Vector x = vector(n);
    const auto result = marked::sums_forward(x);
    const marked::Sums plain = marked::sums(x);
    EXPECT_EQ(result.value.in_order, plain.in_order);
    e2e::expect_close(result.value.in_any_order, plain.in_any_order, "value", 1e-13);
    differ = differ || result.value.in_any_order != plain.in_any_order;
    if (n > 100) continue;
    auto residuals = marked::sums_forward(x).residuals;
    e2e::expect_gradient(
        x, marked::sums_backward(residuals, {2, 3}).x,
        [&] {
          const marked::Sums s = marked::sums(x);
          return 2 * s.in_order + 3 * s.in_any_order;
        },
        "x");
  }
  EXPECT_TRUE(differ) << "the marked loop has the bits of the source";
}

TEST(Marked, LoopsInsideAreRelaxedToo) {
  bool differ = false;
  for (const std::int64_t n : {1, 20, 700}) {
    Vector x = vector(n);
    const auto f = [&] { return marked::inside(x, 3); };
    const auto result = marked::inside_gradient(x, 3);
    const auto in_order = marked::inside_in_order_gradient(x, 3);
    EXPECT_EQ(in_order.value, f());
    e2e::expect_close(result.value, f(), "value", 1e-13);
    differ = differ || result.value != f();
    if (n > 100) continue;
    e2e::expect_gradient(x, result.grad.x, f, "x");
    e2e::expect_gradient(x, in_order.grad.x, f, "x");
  }
  EXPECT_TRUE(differ) << "the marked loop has the bits of the source";
}

TEST(Marked, IndependentTrips) {
  Vector x = vector(6);
  const gradc::Vector<int> at{3, 0, 5, 1};
  const auto result = marked::scattered_gradient(x, at);
  EXPECT_EQ(result.value, marked::scattered(x, at));
  e2e::expect_gradient(
      x, result.grad.x, [&] { return marked::scattered(x, at); }, "x");
  for (const std::int64_t n : {1, 5, 40}) {
    Vector y = vector(n, 3);
    const auto extremes = marked::extremes_gradient(y);
    EXPECT_EQ(extremes.value, marked::extremes(y));
    e2e::expect_gradient(
        y, extremes.grad.x, [&] { return marked::extremes(y); }, "x");
  }
}

// This file's functions are compiled so that claims are checked. In the second list two trips have one index.
TEST(Marked, ClaimsAreChecked) {
  const gradc::Vector<int> apart{2, 0, 3, 1}, twice{2, 0, 3, 0}, twice_at_once{0, 0, 1, 2};
  Vector x{0.5, 1.25, -0.3, 0.7};
  const std::string head = "marked.cpp:";
  const auto fault = [&](auto f) {
    const std::string text = e2e::thrown(f);
    return text.substr(0, head.size()) == head ? text.substr(text.find(": ") + 2) : text;
  };
  const std::string claim = "the trips of this loop are not independent: ";
  const auto check = [&](auto gradient, auto f) {
    const auto result = gradient(apart);
    EXPECT_EQ(result.value, f(apart));
    e2e::expect_gradient(
        x, result.grad.x, [&] { return f(apart); }, "x");
  };
  const auto gradient_of = [&](auto f) { return [&x, f](const auto& at) { return f(x, at); }; };
#define OF(name) gradient_of([](auto&... a) { return marked::name##_gradient(a...); }), gradient_of([](auto&... a) { return marked::name(a...); })
  check(OF(scattered));
  check(OF(steps));
  check(OF(listed));
  check(OF(multiplied));
  check(OF(worked));
  check(OF(flagged));
#undef OF
  EXPECT_EQ(fault([&] { marked::scattered_gradient(x, twice); }), claim + "trip 3 writes element 0 of y, which trip 1 wrote");
  EXPECT_EQ(fault([&] { marked::steps_gradient(x, twice); }), claim + "trip 3 reads element 0 of y, which trip 1 wrote");
  EXPECT_EQ(fault([&] { marked::steps_gradient(x, twice_at_once); }), claim + "trip 1 reads element 0 of y, which trip 0 wrote");
  EXPECT_EQ(fault([&] { marked::steps_hvp(x, twice, x); }), claim + "trip 3 reads element 0 of y, which trip 1 wrote");
  EXPECT_EQ(fault([&] { marked::listed_gradient(x, twice); }), claim + "trip 3 writes element 0 of y, which trip 1 wrote");
  EXPECT_EQ(fault([&] { marked::listed_forward(x, twice); }), claim + "trip 3 writes element 0 of y, which trip 1 wrote");
  EXPECT_EQ(fault([&] { marked::multiplied_gradient(x, twice); }), "nothing");
  EXPECT_EQ(fault([&] { marked::worked_gradient(x, twice); }), "nothing");
  EXPECT_EQ(fault([&] { marked::flagged_gradient(x, twice); }), "nothing");

  gradc::Matrix<double> m = e2e::filled<gradc::Matrix<double>>(gradc::Shape{4, 3}, -1.2, 1.3, 1);
  const auto rows = marked::rows_gradient(m, apart);
  EXPECT_EQ(rows.value, marked::rows(m, apart));
  e2e::expect_gradient(
      m, rows.grad.x, [&] { return marked::rows(m, apart); }, "x");
  EXPECT_EQ(fault([&] { marked::rows_gradient(m, twice); }), claim + "trip 3 writes element 0 of y, which trip 1 wrote");
}

}  // namespace
