#include "differences.h"
#include "spellings.grad.h"

namespace {

using e2e::expect_close;
using e2e::expect_gradient;
using spellings::Matrix;
using spellings::Three;
using spellings::Vector;

TEST(Spellings, Brackets) {
  Vector x{0.3, -1.2, 0.7, 1.1, 0.9}, seen{1.3, -0.4};
  Three fixed{0.5, 1.5, -2};
  const auto f = [&] { return spellings::brackets(x, seen, fixed); };
  const auto result = spellings::brackets_gradient(x, seen, fixed);
  EXPECT_EQ(result.value, f());
  expect_gradient(x, result.grad.x, f, "x");
  expect_gradient(seen, result.grad.view, f, "view");
  expect_gradient(fixed, result.grad.fixed, f, "fixed");
  EXPECT_THROW(x[5], gradc::IndexError);
}

TEST(Spellings, DrawnLike) {
  Matrix x = e2e::filled<Matrix>({3, 4});
  double low = -0.7, high = 1.9;
  const auto f = [&] { return spellings::drawn_like(x, low, high); };
  const auto result = spellings::drawn_like_gradient(x, low, high);
  expect_close(result.value, f(), "value", 1e-13);
  EXPECT_EQ(result.value, spellings::drawn_as_gradient(x, low, high).value);
  expect_gradient(x, result.grad.x, f, "x");
  const double by_low = result.grad.low, by_high = result.grad.high;
  expect_gradient(low, by_low, f, "low");
  expect_gradient(high, by_high, f, "high");
}

TEST(Spellings, KeyOfAnArgument) {
  EXPECT_EQ(gradc::Key(7), (gradc::Key{7, 0}));
  const Vector x{1, 2, 3, 4, 5, 6};
  const auto result = spellings::key_of_an_argument_gradient(x, 5);
  EXPECT_EQ(result.value, spellings::key_of_an_argument(x, 5));
  const Vector kept = gradc::dropout(gradc::ones_like(x), gradc::Key{5, 0}, 0.5);
  for (std::int64_t i = 0; i < 6; ++i) EXPECT_EQ(result.grad.x[i], kept[i]);
}

TEST(Spellings, TensorsOfVectors) {
  Vector z{0.4, -2, 7};
  std::vector<double> x{1.5, -0.5, 0.25};
  std::array<double, 4> y{0.1, 0.9, -0.3, 2};
  const auto f = [&] { return spellings::of_vectors(x, y, z); };
  const auto result = spellings::of_vectors_gradient(x, y, z);
  expect_close(result.value, f(), "value", 1e-13);
  for (std::size_t i = 0; i < x.size(); ++i) expect_gradient(x[i], result.grad.x[i], f, "x");
  for (std::size_t i = 0; i < y.size(); ++i) expect_gradient(y[i], result.grad.y[i], f, "y");
  expect_gradient(z, result.grad.z, f, "z");
  x = {2};
  expect_close(spellings::of_vectors_gradient(x, y, z).value, f(), "one element", 1e-13);
  EXPECT_EQ(Vector(std::vector<double>()).size(), 0);
}

TEST(Spellings, Compared) {
  Vector a{1, 2, 3}, b{1, 2.5, 3};
  Three c{1, 4, 1};
  for (double last : {3.0, 2.5}) {
    b[2] = last;
    const auto result = spellings::compared_gradient(a, b, c);
    EXPECT_EQ(result.value, spellings::compared(a, b, c));
    const double factor = last == 3 ? 1 : 2;  // the sums are equal
    EXPECT_EQ(result.grad.a[0], factor * (1 + 2));
    EXPECT_EQ(result.grad.a[1], 0);
    EXPECT_EQ(result.grad.a[2], factor * ((last == 3 ? 3 : 0) + 6));
    EXPECT_EQ(result.grad.b[2], factor * ((last == 3 ? 3 : 0) + 1));
    EXPECT_EQ(result.grad.c[1], factor);
  }
}

TEST(Spellings, AssignedToAStaticTensor) {
  Three x{0.3, -0.6, 0.9};
  Matrix w = e2e::filled<Matrix>({3, 3}, -0.8, 0.8, 2);
  const auto f = [&] { return spellings::assigned(x, w); };
  const auto result = spellings::assigned_gradient(x, w);
  expect_close(result.value, f(), "value", 1e-13);
  expect_gradient(x, result.grad.x, f, "x");
  expect_gradient(w, result.grad.w, f, "w");
  Three h;
  EXPECT_THROW(h = Vector({1, 2}), gradc::ShapeError);
}

}  // namespace
