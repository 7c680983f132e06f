#include <algorithm>
#include <sstream>

#include "differences.h"
#include "effects.grad.h"
#include "thrown.h"

namespace {

using effects::Matrix;
using effects::Vector;

// What f prints.
template <class F>
std::string printed(F f) {
  ::testing::internal::CaptureStdout();
  f();
  return ::testing::internal::GetCapturedStdout();
}
std::int64_t lines_of(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

// A derivative prints what the function does, once and in that order.
TEST(Effects, AreDoneOnce) {
  Vector x{0.5, 2};
  const std::string own = printed([&] { effects::told(x); });
  EXPECT_EQ(own,
            "x: [0.5, 2]\ny: [0.479426, 0.909297]\nx: [0.5, 2]\nconstant: 2.5\n"
            "z \"1\" \\ 50%?\?=\n\tµ: [0.119856, 3.63719]\n");
  EXPECT_EQ(printed([&] { effects::told_gradient(x); }), own);
  EXPECT_EQ(printed([&] { effects::told_jvp(x, x); }), own);
  EXPECT_EQ(printed([&] { effects::told_vjp(x, 1.5); }), own);
  EXPECT_EQ(printed([&] { effects::told_hvp(x, x); }), own);
  EXPECT_EQ(printed([&] { effects::told_hessian(x); }), own);
  EXPECT_EQ(printed([&] { effects::told_vjp_batch(x, Vector{1, 2, 3}); }), own);
  EXPECT_EQ(printed([&] { effects::told_jvp_batch(x, Matrix{{1, 2}, {0, 1}, {1, 1}}); }), own);
  EXPECT_EQ(printed([&] { effects::told_jvp_batch(x, Matrix(gradc::Shape{0, 2})); }), own);
  const auto result = effects::told_gradient(x);
  EXPECT_EQ(result.value, effects::told(x));
  e2e::expect_gradient(
      x, result.grad.x, [&] { return effects::told(x); }, "x");
}

// What goes backward prints nothing, however often.
TEST(Effects, AreDoneForward) {
  const Vector x{0.5, 2};
  const std::string own = printed([&] { effects::told(x); });
  effects::told_forward_result forward;
  EXPECT_EQ(printed([&] { forward = effects::told_forward(x); }), own);
  EXPECT_EQ(printed([&] {
              effects::told_backward(forward.residuals, 1.0);
              effects::told_backward(forward.residuals, 2.0);
            }),
            "");
}

TEST(Effects, KeepTheirOrderInLoopsAndBranches) {
  Vector x{0.5, 2, 1.5};
  for (const int n : {0, 1, 4, 7})
    for (const double limit : {0.2, 2.0, 100.0}) {
      const std::string own = printed([&] { effects::in_turns(x, n, limit); });
      EXPECT_GE(lines_of(own), n > 0 ? 2 : 1);
      EXPECT_EQ(printed([&] { effects::in_turns_gradient(x, n, limit); }), own);
      EXPECT_EQ(printed([&] { effects::in_turns_jvp(x, n, limit, x); }), own);
      EXPECT_EQ(printed([&] { effects::in_turns_vjp(x, n, limit, 2.0); }), own);
      EXPECT_EQ(printed([&] { effects::in_turns_hvp(x, n, limit, x); }), own);
      EXPECT_EQ(printed([&] { effects::in_turns_hessian(x, n, limit); }), own);
      EXPECT_EQ(printed([&] { effects::in_turns_vjp_batch(x, n, limit, Vector{1, 2}); }), own);
      effects::in_turns_forward_result forward;
      EXPECT_EQ(printed([&] { forward = effects::in_turns_forward(x, n, limit); }), own);
      EXPECT_EQ(printed([&] { effects::in_turns_backward(forward.residuals, 1.0); }), "");
    }
  const auto result = effects::in_turns_gradient(x, 4, 2.0);
  e2e::expect_gradient(
      x, result.grad.x, [&] { return effects::in_turns(x, 4, 2.0); }, "x");
}

// The first letters of the lines.
std::string letters_of(const std::string& text) {
  std::istringstream lines(text);
  std::string letters;
  for (std::string line; std::getline(lines, line);) letters += line[0];
  return letters;
}

TEST(Effects, I43_TheOrderOfTheSource) {
  double x = 0.75;
  for (const bool taken : {true, false}) {
    const std::string own = printed([&] { effects::letters(x, taken); });
    EXPECT_EQ(letters_of(own), "ABCABCDABCDA");
    EXPECT_EQ(printed([&] { effects::letters_gradient(x, taken); }), own);
    EXPECT_EQ(printed([&] { effects::letters_jvp(x, taken, 1.0); }), own);
    EXPECT_EQ(printed([&] { effects::letters_vjp(x, taken, 1.0); }), own);
    const auto result = effects::letters_gradient(x, taken);
    e2e::expect_gradient(
        x, result.grad.x, [&] { return effects::letters(x, taken); }, "x");
  }
}

TEST(Effects, OfConditions) {
  for (double x : {-0.5, 0.5, 1.25, 1.75}) {
    const std::string own = printed([&] { effects::in_conditions(x); });
    EXPECT_EQ(printed([&] { effects::in_conditions_gradient(x); }), own);
    EXPECT_EQ(printed([&] { effects::in_conditions_hvp(x, 1.0); }), own);
    const auto result = effects::in_conditions_gradient(x);
    e2e::expect_gradient(
        x, result.grad.x, [&] { return effects::in_conditions(x); }, "x");
  }
}

TEST(Effects, WhereAFunctionReturnsEarly) {
  for (const double end : {1.0, 2.0})
    for (const int n : {-1, 0, 3, 8}) {
      Vector x{0.5, end};
      const std::string own = printed([&] { effects::leaves_early(x, n); });
      EXPECT_EQ(printed([&] { effects::leaves_early_gradient(x, n); }), own);
      effects::leaves_early_forward_result forward;
      EXPECT_EQ(printed([&] { forward = effects::leaves_early_forward(x, n); }), own);
      EXPECT_EQ(printed([&] { effects::leaves_early_backward(forward.residuals, 1.0); }), "");
      const auto result = effects::leaves_early_gradient(x, n);
      e2e::expect_gradient(
          x, result.grad.x, [&] { return effects::leaves_early(x, n); }, "x");
    }
}

TEST(Effects, OfFunctionsThatCallThemselves) {
  double x = 0.9;
  for (const int n : {0, 1, 5}) {
    const std::string own = printed([&] { effects::falls(x, n); });
    EXPECT_GE(lines_of(own), n > 1 ? 3 * n : 1);
    EXPECT_EQ(printed([&] { effects::falls_gradient(x, n); }), own);
    EXPECT_EQ(printed([&] { effects::falls_jvp(x, n, 1.0); }), own);
    EXPECT_EQ(printed([&] { effects::falls_vjp(x, n, 1.0); }), own);
    EXPECT_EQ(printed([&] { effects::falls_hvp(x, n, 1.0); }), own);
    EXPECT_EQ(printed([&] { effects::falls_memory_gradient(x, n); }), own);
    effects::falls_forward_result forward;
    EXPECT_EQ(printed([&] { forward = effects::falls_forward(x, n); }), own);
    EXPECT_EQ(printed([&] { effects::falls_backward(forward.residuals, 1.0); }), "");
    const auto result = effects::falls_gradient(x, n);
    e2e::expect_gradient(
        x, result.grad.x, [&] { return effects::falls(x, n); }, "x");
    EXPECT_EQ(effects::falls_memory_gradient(x, n).grad.x, result.grad.x);
  }
}

TEST(Effects, OfWhatIsPassedToOthers) {
  Vector x{0.5, 1.5, -1};
  const std::string own = printed([&] { effects::by_others(x); });
  EXPECT_EQ(lines_of(own), 3 + 3 + 2 + 2);
  EXPECT_EQ(printed([&] { effects::by_others_gradient(x); }), own);
  const auto result = effects::by_others_gradient(x);
  e2e::expect_gradient(
      x, result.grad.x, [&] { return effects::by_others(x); }, "x");
}

TEST(Effects, OfRecursionInOnePass) {
  Vector x{0.5, 1.5, -1, 0.25};
  const auto check = [&](const auto& f, const auto& gradient, int lines) {
    const std::string own = printed([&] { f(x); });
    EXPECT_EQ(lines_of(own), lines);
    EXPECT_EQ(printed([&] { gradient(x); }), own);
    const auto result = gradient(x);
    e2e::expect_gradient(x, result.grad.x, [&] { return f(x); }, "x");
  };
  check([](const Vector& at) { return effects::walked(at); }, [](const Vector& at) { return effects::walked_gradient(at); }, 16);
  check([](const Vector& at) { return effects::walked_squared(at); }, [](const Vector& at) { return effects::walked_squared_gradient(at); }, 17);
}

// What is computed again for the gradient is not printed again.
TEST(Effects, M47_AreNotDoneAgain) {
  Matrix x = e2e::filled<Matrix>({2, 3}), w = e2e::filled<Matrix>({3, 3}, -1, 1, 2);
  for (const int n : {0, 1, 2, 9, 30}) {
    const std::string own = printed([&] { effects::in_layers(x, w, n); });
    EXPECT_EQ(lines_of(own), 4 * n);
    EXPECT_EQ(printed([&] { effects::in_layers_gradient(x, w, n); }), own);
    EXPECT_EQ(printed([&] { effects::in_layers_memory_gradient(x, w, n); }), own);
    EXPECT_EQ(printed([&] { effects::in_layers_auto_gradient(x, w, n); }), own);
    EXPECT_EQ(printed([&] { effects::in_layers_speed_hvp(x, w, n, w); }), own);
    effects::in_layers_memory_forward_result forward;
    EXPECT_EQ(printed([&] { forward = effects::in_layers_memory_forward(x, w, n); }), own);
    EXPECT_EQ(printed([&] { effects::in_layers_memory_backward(forward.residuals, 1.0); }), "");
  }
  const auto result = effects::in_layers_memory_gradient(x, w, 3);
  e2e::expect_gradient(
      w, result.grad.w, [&] { return effects::in_layers(x, w, 3); }, "w");

  const std::string own = printed([&] { effects::in_steps(x, w); });
  EXPECT_EQ(printed([&] { effects::in_steps_gradient(x, w); }), own);
  EXPECT_EQ(printed([&] { effects::in_steps_memory_gradient(x, w); }), own);
  EXPECT_EQ(printed([&] { effects::in_steps_names_gradient(x, w); }), own);
  const auto steps = effects::in_steps_memory_gradient(x, w);
  e2e::expect_gradient(
      w, steps.grad.w, [&] { return effects::in_steps(x, w); }, "w");
}

TEST(Effects, M47_AreDoneOnceWithinABudget) {
  effects::Square x = e2e::filled<effects::Square>({4, 4}),
                  w = e2e::filled<effects::Square>({4, 4}, -1, 1, 2);
  const std::string own = printed([&] { effects::in_budget(x, w); });
  EXPECT_EQ(printed([&] { effects::in_budget_gradient(x, w); }), own);
  effects::in_budget_forward_result forward;
  EXPECT_EQ(printed([&] { forward = effects::in_budget_forward(x, w); }), own);
  EXPECT_EQ(printed([&] { effects::in_budget_backward(forward.residuals, 1.0); }), "");
  const auto result = effects::in_budget_gradient(x, w);
  e2e::expect_gradient(
      w, result.grad.w, [&] { return effects::in_budget(x, w); }, "w");
}

TEST(Effects, AssertionsHold) {
  const Vector good{1, 2}, bad{1, -1}, short_one{1};
  EXPECT_EQ(effects::checked_gradient(good).grad.x(1), 0.5);
  for (const Vector& x : {bad, short_one}) {
    const std::string why = x.extent(0) == 1 ? "there are \"two\" elements" : "x is above 0";
    const std::string place = x.extent(0) == 1 ? "effects.cpp:145: " : "effects.cpp:146: ";
    EXPECT_EQ(e2e::thrown<gradc::DomainError>([&] { effects::checked(x); }), why);
    EXPECT_EQ(e2e::thrown<gradc::DomainError>([&] { effects::checked_gradient(x); }), place + why);
    EXPECT_EQ(e2e::thrown<gradc::DomainError>([&] { effects::checked_jvp(x, x); }), place + why);
  }
}

// Before what it is said for is read, and after what is printed before it.
TEST(Effects, AssertionsComeFirst) {
  Vector x{2, 3, 4};
  EXPECT_EQ(effects::checked_in_turns_gradient(x, 3).value, effects::checked_in_turns(x, 3));
  e2e::expect_gradient(
      x, effects::checked_in_turns_gradient(x, 3).grad.x, [&] { return effects::checked_in_turns(x, 3); },
      "x");
  const auto expect_error = [&](int n, const std::string& why, int lines) {
    const std::string own =
        printed([&] { EXPECT_EQ(e2e::thrown<gradc::DomainError>([&] { effects::checked_in_turns(x, n); }), why); });
    EXPECT_EQ(lines_of(own), lines);
    const auto expect_same = [&](const std::string& said, const std::string& text) {
      EXPECT_TRUE(said.rfind("effects.cpp:", 0) == 0 && said.find(": " + why) == said.size() - why.size() - 2) << said;
      EXPECT_EQ(text, own);
    };
    std::string said, text;
    text = printed([&] { said = e2e::thrown<gradc::DomainError>([&] { effects::checked_in_turns_gradient(x, n); }); });
    expect_same(said, text);
    text = printed([&] { said = e2e::thrown<gradc::DomainError>([&] { effects::checked_in_turns_forward(x, n); }); });
    expect_same(said, text);
  };
  expect_error(4, "n is at most the extent", 3);
  x(2) = 100;
  expect_error(3, "the sum is below 100", 3);
}

TEST(Effects, OfSeveralResults) {
  const Vector x{0.5, 2};
  const std::string own = printed([&] { effects::of_two(x); });
  EXPECT_EQ(lines_of(own), 2);
  EXPECT_EQ(printed([&] { effects::of_two_vjp(x, {1, x}); }), own);
  EXPECT_EQ(printed([&] { effects::of_two_jvp(x, x); }), own);
  EXPECT_EQ(printed([&] { effects::of_two_jacobian(x); }), own);
  const std::vector<double> y{1, 2, 3};
  const std::string many = printed([&] { effects::of_many(y); });
  EXPECT_EQ(lines_of(many), 4);
  EXPECT_EQ(printed([&] { effects::of_many_vjp(y, y); }), many);
  EXPECT_EQ(printed([&] { effects::of_many_jvp(y, y); }), many);
  EXPECT_EQ(effects::of_many_vjp(y, y).grad.x, (std::vector<double>{2, 8, 18}));
}

TEST(Effects, OfAllTypes) {
  const gradc::Tensor<gradc::half, 1> h{gradc::half(0.5), gradc::half(-2.0)};
  const gradc::Tensor<std::complex<double>, 1> z{{1, -2}, {0, 3}};
  const gradc::Matrix<int> m{{1, 2}, {3, 4}};
  const std::string own =
      printed([&] { effects::of_all_types(1.5, -3, true, 0.1F, 200, 1LL << 40, h, z, m, {}); });
  EXPECT_EQ(own,
            "1.5\ni: -3\nb: 1\nf: 0.1\nc: 200\nl: 1099511627776\nh: [0.5, -2]\nz: [1-2j, 0+3j]\nm:\n[[1, "
            "2],\n [3, 4]]\n"
            "none: []\ncube:\n[[[1, 1],\n  [1, 1]]]\n: 4\n");
  EXPECT_EQ(
      printed([&] { effects::of_all_types_gradient(1.5, -3, true, 0.1F, 200, 1LL << 40, h, z, m, {}); }),
      own);
}

}  // namespace
