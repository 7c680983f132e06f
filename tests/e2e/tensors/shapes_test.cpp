#include "differences.h"
#include "shapes.grad.h"
#include "thrown.h"

namespace {

using shapes::Flags;
using shapes::Matrix;
using shapes::Places;
using shapes::Vector;
using Pairs = gradc::Matrix<std::int64_t>;

Matrix matrix(std::int64_t rows, std::int64_t columns, unsigned seed = 1) {
  return e2e::filled<Matrix>(gradc::Shape{rows, columns}, -1.5, 1.5, seed);
}
Vector vector(std::int64_t n, unsigned seed = 2) { return e2e::filled<Vector>(gradc::Shape{n}, -1.5, 1.5, seed); }

// The generated value is the eager one, and the gradients are those of differences.
#define EXPECT_GRADIENTS(result, f, ...)                              \
  do {                                                                \
    e2e::expect_close((result).value, (f)(), "value", 1e-13);         \
    const auto& grad = (result).grad;                                 \
    __VA_ARGS__                                                       \
  } while (false)

TEST(Shapes, Turned) {
  for (const auto& [rows, columns] : {std::pair{3, 4}, std::pair{1, 5}, std::pair{4, 2}}) {
    Matrix x = matrix(rows, columns);
    Vector v = vector(3);
    const auto f = [&] { return shapes::turned(x, v); };
    const auto result = shapes::turned_gradient(x, v);
    EXPECT_GRADIENTS(result, f, e2e::expect_gradient(x, grad.x, f, "x"); e2e::expect_gradient(v, grad.v, f, "v"););
    const double tangent = shapes::turned_jvp(x, v, x, v).tangent;
    e2e::expect_close(tangent, gradc::sum(result.grad.x * x) + gradc::sum(result.grad.v * v), "tangent", 1e-11);
  }
}

TEST(Shapes, Sliced) {
  for (int n : {4, 2, -1, -4, -5, 0}) {
    Matrix x = matrix(4, 5);
    Vector v = vector(5);
    const auto f = [&] { return shapes::sliced(x, v, n); };
    const auto result = shapes::sliced_gradient(x, v, n);
    EXPECT_GRADIENTS(result, f, e2e::expect_gradient(x, grad.x, f, "x"); e2e::expect_gradient(v, grad.v, f, "v"););
  }
  Matrix x = matrix(1, 2);
  Vector v = vector(1);
  EXPECT_EQ(shapes::sliced_gradient(x, v, 0).value, shapes::sliced(x, v, 0));
  for (int n : {5, -6}) {  // n may be the end of a part, but not its begin where that is gone through backwards
    const std::string eager = e2e::thrown<gradc::IndexError>([&] { shapes::sliced(matrix(4, 5), vector(5), n); });
    EXPECT_EQ(e2e::thrown<gradc::IndexError>([&] { shapes::sliced_gradient(matrix(4, 5), vector(5), n); }), "shapes.cpp:17: " + eager);
  }
}

TEST(Shapes, AtValues) {
  for (const Places& where : {Places{0, 1}, Places{1, 0}, Places{1, 1}}) {
    Matrix x = matrix(4, 3);
    Vector v = vector(5);
    const auto f = [&] { return shapes::at_values(x, v, where); };
    const auto result = shapes::at_values_gradient(x, v, where);
    EXPECT_GRADIENTS(result, f, e2e::expect_gradient(x, grad.x, f, "x"); e2e::expect_gradient(v, grad.v, f, "v"););
  }
  EXPECT_THROW(shapes::at_values_gradient(matrix(1, 3), vector(5), Places{0, 0}), gradc::ShapeError);
  for (const Places& where : {Places{-1, 0}, Places{3, 0}, Places{0, 2}})
    EXPECT_EQ(e2e::thrown<gradc::IndexError>([&] { shapes::at_values_gradient(matrix(4, 3), vector(5), where); }),
              "shapes.cpp:21: " + e2e::thrown<gradc::IndexError>([&] { shapes::at_values(matrix(4, 3), vector(5), where); }));
}

TEST(Shapes, Diagonals) {
  for (const auto& [rows, columns] : {std::pair{3, 4}, std::pair{4, 3}, std::pair{1, 2}, std::pair{2, 1}}) {
    Matrix x = matrix(rows, columns);
    Vector v = vector(3);
    const auto f = [&] { return shapes::diagonals(x, v); };
    const auto result = shapes::diagonals_gradient(x, v);
    EXPECT_GRADIENTS(result, f, e2e::expect_gradient(x, grad.x, f, "x"); e2e::expect_gradient(v, grad.v, f, "v"););
  }
}

TEST(Shapes, Padded) {
  Matrix x = matrix(3, 4);
  Vector v = vector(4);
  double value = 0.37;
  const auto f = [&] { return shapes::padded(x, v, value); };
  const auto result = shapes::padded_gradient(x, v, value);
  EXPECT_GRADIENTS(result, f, e2e::expect_gradient(x, grad.x, f, "x"); e2e::expect_gradient(v, grad.v, f, "v");
                   e2e::expect_gradient(value, grad.value, f, "value"););
  EXPECT_THROW(shapes::padded_gradient(matrix(2, 4), v, value), gradc::ShapeError);  // a mirror that is too far
}

TEST(Shapes, Numbers) {
  double a = -0.6, b = 1.3;
  for (std::int64_t n : {4, 1, 0}) {
    Vector v = vector(n);
    const auto f = [&] { return shapes::numbers(a, b, v); };
    const auto result = shapes::numbers_gradient(a, b, v);
    EXPECT_GRADIENTS(result, f, e2e::expect_gradient(a, grad.a, f, "a"); e2e::expect_gradient(b, grad.b, f, "b");
                     e2e::expect_gradient(v, grad.v, f, "v"););
  }
}

TEST(Shapes, Scattered) {
  Matrix x = matrix(4, 3), u = matrix(5, 3, 7);
  const Places at{2, 0, 2, 3, 2};
  const auto f = [&] { return shapes::scattered(x, u, at); };
  const auto result = shapes::scattered_gradient(x, u, at);
  EXPECT_GRADIENTS(result, f, e2e::expect_gradient(x, grad.x, f, "x"); e2e::expect_gradient(u, grad.u, f, "u"););
  EXPECT_THROW(shapes::scattered_gradient(x, u, Places{2, 0, 4, 3, 2}), gradc::IndexError);
}

TEST(Shapes, Modes) {
  Vector x = vector(4), u = vector(5, 9);
  const Places at{-2, 3, 7, 3, 1};
  const auto f = [&] { return shapes::modes(x, u, at); };
  const auto result = shapes::modes_gradient(x, u, at);
  EXPECT_GRADIENTS(result, f, e2e::expect_gradient(x, grad.x, f, "x"); e2e::expect_gradient(u, grad.u, f, "u"););
}

TEST(Shapes, Along) {
  Matrix x = matrix(2, 4);
  const Matrix direction = matrix(2, 4, 5);
  const Pairs at{{3, 0, 3}, {1, 1, 2}};
  const auto f = [&] { return shapes::along(x, at); };
  const auto result = shapes::along_gradient(x, at);
  EXPECT_GRADIENTS(result, f, e2e::expect_gradient(x, grad.x, f, "x"););
  e2e::expect_close(shapes::along_jvp(x, at, direction).tangent, gradc::sum(result.grad.x * direction), "tangent", 1e-12);
}

TEST(Shapes, Sorted) {
  for (const auto& [rows, columns] : {std::pair{3, 4}, std::pair{4, 3}, std::pair{2, 2}}) {
    Matrix x = matrix(rows, columns);
    const auto f = [&] { return shapes::sorted(x); };
    const auto result = shapes::sorted_gradient(x);
    EXPECT_GRADIENTS(result, f, e2e::expect_gradient(x, grad.x, f, "x"););
  }
  EXPECT_THROW(shapes::sorted_gradient(matrix(1, 3)), gradc::ShapeError);  // no two greatest
}

TEST(Shapes, Chosen) {
  Matrix x = matrix(3, 4);
  double value = 0.37;
  const Pairs at{{2, 3}, {0, 1}, {2, 3}};
  for (const Flags& mask : {Flags{true, false, true, false}, Flags{true, true, true, true}, Flags{false, false, false, false}}) {
    const auto f = [&] { return shapes::chosen(x, mask, at, value); };
    const auto result = shapes::chosen_gradient(x, mask, at, value);
    EXPECT_GRADIENTS(result, f, e2e::expect_gradient(x, grad.x, f, "x"); e2e::expect_gradient(value, grad.value, f, "value"););
  }
  EXPECT_THROW(shapes::chosen_gradient(x, Flags{true, true, true, true}, Pairs{{0, 4}}, value), gradc::IndexError);
}

TEST(Shapes, Counted) {
  Vector x = vector(4);
  double on = 0.9, off = 0.1;
  const Places ids{4, 0, 4, 2};
  const auto f = [&] { return shapes::counted(x, ids, on, off); };
  const auto result = shapes::counted_gradient(x, ids, on, off);
  EXPECT_GRADIENTS(result, f, e2e::expect_gradient(x, grad.x, f, "x"); e2e::expect_gradient(on, grad.on, f, "on");
                   e2e::expect_gradient(off, grad.off, f, "off"););
}

TEST(Shapes, OfFloats) {
  const gradc::Matrix<float> x = gradc::astype<float>(matrix(3, 4));
  const auto result = shapes::of_floats_gradient(x);
  EXPECT_FLOAT_EQ(result.value, shapes::of_floats(x));
  for (std::int64_t i = 0; i < x.size(); ++i) {
    gradc::Matrix<float> moved = x;
    const float h = 1e-2f;
    moved.data()[i] += h;
    const float above = shapes::of_floats(moved);
    moved.data()[i] -= 2 * h;
    EXPECT_NEAR(result.grad.x.data()[i], (above - shapes::of_floats(moved)) / (2 * h), 2e-3) << i;
  }
}

TEST(Shapes, Fixed) {
  gradc::StaticTensor<double, 3, 4> x;
  for (std::int64_t i = 0; i < 12; ++i) x.data()[i] = 0.3 * static_cast<double>(i) - 1.1;
  const auto f = [&] { return shapes::fixed(x); };
  const auto result = shapes::fixed_gradient(x);
  EXPECT_GRADIENTS(result, f, e2e::expect_gradient(x, grad.x, f, "x"););
}

}  // namespace
