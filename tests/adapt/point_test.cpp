// What all adapters stand on: points that become what a function takes, and results that become rows of numbers.
#include <gradc/adapt/function.h>

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

#include "model.grad.h"

namespace {

using gradc::adapt::Block;
using gradc::adapt::Point;

struct Inner {
  double u[2];
  double v;
};
struct Outer {
  Inner inner;
  std::array<double, 2> w;
};

double of_pointer(const double* x) { return x[0]; }
double of_vector(const gradc::Vector<double>& x) { return x(0) + static_cast<double>(x.size()); }
double of_view(gradc::View<const double, 1> x) { return x(1); }
double of_std_vector(std::vector<double> x) { return x.back(); }
double of_structure(const Outer& x) { return x.inner.u[1] + 10 * x.inner.v + 100 * x.w[1]; }
double of_number(double x) { return x; }

TEST(Point, BecomesWhatAFunctionTakes) {
  const double numbers[] = {1, 2, 3, 4, 5};
  const Point point(numbers, 5);
  EXPECT_EQ(of_pointer(point), 1);
  EXPECT_EQ(of_vector(point), 6);
  EXPECT_EQ(of_view(point), 2);
  EXPECT_EQ(of_std_vector(point), 5);
  EXPECT_EQ(of_structure(point), 2 + 30 + 500);
  EXPECT_EQ(of_number(Point(numbers + 3, 1)), 4);
}

TEST(Point, RefusesAnotherNumberOfNumbers) {
  const double numbers[] = {1, 2, 3, 4, 5, 6};
  EXPECT_THROW(of_structure(Point(numbers, 4)), gradc::ShapeError);
  EXPECT_THROW(of_structure(Point(numbers, 6)), gradc::ShapeError);
  EXPECT_THROW(of_number(Point(numbers, 2)), gradc::ShapeError);
}

TEST(Numbers, AreReadInOrder) {
  const std::pair<Outer, std::vector<gradc::Vector<float>>> value{{{{1, 2}, 3}, {4, 5}}, {{6.0f}, {7.0f, 8.0f}}};
  double out[8] = {};
  gradc::adapt::detail::flatten(value, out, 8, "value");
  for (int i = 0; i < 8; ++i) EXPECT_EQ(out[i], i + 1);
  EXPECT_THROW(gradc::adapt::detail::flatten(value, out, 7, "value"), gradc::ShapeError);
  EXPECT_EQ(gradc::adapt::detail::count(value), 8);
}

// Blocks of columns 2 and 2 of outputs with 2 rows and 1, where inputs have 1, 1 and 2 columns.
struct Blocks {
  gradc::Vector<double> first_a;
  gradc::Vector<double> first_b;
  gradc::Matrix<double> first_c;
  double second_a, second_b;
  gradc::Vector<double> second_c;
};

TEST(Blocks, TakeTheColumnsOfSeveralInputs) {
  const std::pair<gradc::Vector<double>, double> value{{0, 0}, 0};
  const Blocks jacobian{{1, 5}, {2, 6}, {{3, 4}, {7, 8}}, 9, 10, {11, 12}};
  double rows[6] = {}, columns[6] = {};
  const Block blocks[] = {{rows, 2, 2, 1}, {columns, 2, 1, 3}};
  gradc::adapt::detail::write_blocks(value, jacobian, blocks, 2);
  EXPECT_EQ(std::vector<double>(rows, rows + 6), (std::vector<double>{1, 2, 5, 6, 9, 10}));
  EXPECT_EQ(std::vector<double>(columns, columns + 6), (std::vector<double>{3, 7, 11, 4, 8, 12}));
  const Block unlike[] = {{rows, 3, 3, 1}, {columns, 2, 1, 3}};
  EXPECT_THROW(gradc::adapt::detail::write_blocks(value, jacobian, unlike, 2), gradc::ShapeError);
  EXPECT_THROW(gradc::adapt::detail::write_blocks(value, jacobian, blocks, 1), gradc::ShapeError);
  const Block more[] = {{rows, 2, 2, 1}, {columns, 2, 1, 3}, {nullptr, 1, 1, 1}};
  EXPECT_THROW(gradc::adapt::detail::write_blocks(value, jacobian, more, 3), gradc::ShapeError);
}

// Results are kept for a thread: a second call writes where the first did.
TEST(Function, CallsTheFormThatAllocatesNothing) {
  const auto f = gradc::adapt::function(adapt_test::rosenbrock, GRADC_CALLABLE(adapt_test::rosenbrock_gradient));
  const double x[] = {1, 2, 3};
  const auto* first = f.derivative(Point(x, 3)).grad.x.data();
  const auto* second = f.derivative(Point(x, 3)).grad.x.data();
  EXPECT_EQ(first, second);
  double value = 0;
  f.value(&value, 1, Point(x, 3));
  EXPECT_EQ(value, adapt_test::rosenbrock({1, 2, 3}));
}

}  // namespace
