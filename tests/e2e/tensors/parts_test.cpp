#include <ctime>
#include <limits>

#include "differences.h"
#include "parts.grad.h"
#include "thrown.h"

namespace {

using parts::Cube;
using parts::Images;
using parts::Matrix;
using parts::Vector;

template <class T>
T tensor(const gradc::Shape& shape, unsigned seed = 1) {
  return e2e::filled<T>(shape, -1.2, 1.3, seed);
}

// Σ a b: a tangent is that of a gradient and a direction.
template <class T>
double dot(const T& a, const T& b) {
  double sum = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) sum += a.data()[i] * b.data()[i];
  return sum;
}
template <class T>
T moved(const T& x, const T& direction, double by) {
  T y = x;
  for (std::int64_t i = 0; i < y.size(); ++i) y.data()[i] += by * direction.data()[i];
  return y;
}
// The product of a Hessian with a direction is the difference of gradients along it.
template <class T>
void expect_product(const T& product, const T& ahead, const T& behind, double step, const std::string& what) {
  ASSERT_EQ(product.shape(), ahead.shape()) << what;
  for (std::int64_t i = 0; i < product.size(); ++i)
    e2e::expect_close(product.data()[i], (ahead.data()[i] - behind.data()[i]) / (2 * step), what, 1e-5);
}

// Slices that elementwise ops read are parts of an index, along each axis, of one another, broadcast and regrouped.
template <class Plain, class Gradient, class Jvp, class Hvp>
void expect_derivatives(Plain plain, Gradient gradient, Jvp jvp, Hvp hvp, const gradc::Shape& shape) {
  Cube x = tensor<Cube>(shape);
  const auto result = gradient(x);
  EXPECT_EQ(result.value, plain(x));
  e2e::expect_gradient(x, result.grad.x, [&] { return plain(x); }, "x");
  const Cube d = tensor<Cube>(shape, 3);
  e2e::expect_close(jvp(x, d).tangent, dot(result.grad.x, d), "tangent", 1e-12);
  const double h = 1e-4;
  expect_product(hvp(x, d).hvp.x, gradient(moved(x, d, h)).grad.x, gradient(moved(x, d, -h)).grad.x, h, "x");
}

TEST(Parts, OfNeighbours) {
  for (const gradc::Shape& shape : {gradc::Shape{3, 4, 5}, {1, 2, 3}, {2, 1, 1}, {1, 1, 1}, {40, 3, 33}})
    expect_derivatives([](const Cube& x) { return parts::neighbours(x); }, [](const Cube& x) { return parts::neighbours_gradient(x); },
                       [](const Cube& x, const Cube& d) { return parts::neighbours_jvp(x, d); },
                       [](const Cube& x, const Cube& d) { return parts::neighbours_hvp(x, d); }, shape);
}

TEST(Parts, OfParts) {
  for (const gradc::Shape& shape : {gradc::Shape{3, 4, 5}, {2, 1, 2}, {2, 3, 1}})
    expect_derivatives([](const Cube& x) { return parts::slices_of_slices(x); },
                       [](const Cube& x) { return parts::slices_of_slices_gradient(x); },
                       [](const Cube& x, const Cube& d) { return parts::slices_of_slices_jvp(x, d); },
                       [](const Cube& x, const Cube& d) { return parts::slices_of_slices_hvp(x, d); }, shape);
  EXPECT_THROW(static_cast<void>(parts::slices_of_slices_gradient(Cube({2, 1, 1}))), gradc::IndexError);
}

TEST(Parts, OfTheMiddleThatIsBroadcast) {
  Cube x = tensor<Cube>({3, 4, 5});
  Matrix y = tensor<Matrix>({3, 5}, 2);
  const auto f = [&] { return parts::middle_row(x, y); };
  const auto result = parts::middle_row_gradient(x, y);
  EXPECT_EQ(result.value, f());
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(y, result.grad.y, f, "y");
  const Cube d_x = tensor<Cube>({3, 4, 5}, 3);
  const Matrix d_y = tensor<Matrix>({3, 5}, 4);
  e2e::expect_close(parts::middle_row_jvp(x, y, d_x, d_y).tangent, dot(result.grad.x, d_x) + dot(result.grad.y, d_y), "tangent", 1e-12);
}

TEST(Parts, OfWhatIsWrittenLater) {
  Matrix x = tensor<Matrix>({4, 3});
  const auto f = [&] { return parts::before_it_is_written(x); };
  const auto result = parts::before_it_is_written_gradient(x);
  EXPECT_EQ(result.value, f());
  e2e::expect_gradient(x, result.grad.x, f, "x");
}

TEST(Parts, OfWhatALoopCarries) {
  for (int n = 0; n < 4; ++n) {
    Matrix x = tensor<Matrix>({3, 4});
    const auto f = [&] { return parts::shifted_in_loop(x, n); };
    const auto result = parts::shifted_in_loop_gradient(x, n);
    EXPECT_EQ(result.value, f());
    e2e::expect_gradient(x, result.grad.x, f, "x");
  }
}

TEST(Parts, OfManyElementsInABatch) {
  const std::int64_t n = 1537;
  gradc::Vector<float> x(gradc::Shape{n});
  gradc::Matrix<float> directions(gradc::Shape{2, n});
  for (std::int64_t i = 0; i < n; ++i) {
    x(i) = static_cast<float>(i * 7 % 11) / 8;
    directions(0, i) = static_cast<float>(i % 3);
    directions(1, i) = static_cast<float>(i % 5 - 2) / 4;
  }
  const auto result = parts::differences_gradient(x);
  EXPECT_EQ(result.value, parts::differences(x));
  double sums[2] = {0, 0};
  for (std::int64_t i = 0; i < n; ++i) {
    const float ahead = i + 1 < n ? x(i + 1) - x(i) : 0, behind = i > 0 ? x(i) - x(i - 1) : 0;
    ASSERT_EQ(result.grad.x(i), 3 * behind * behind - 3 * ahead * ahead) << i;
    for (std::int64_t row : {0, 1}) sums[row] += result.grad.x(i) * directions(row, i);
  }
  const auto tangents = parts::differences_jvp_batch(x, directions).tangent;
  for (std::int64_t row : {0, 1}) e2e::expect_close(tangents.data()[row], sums[row], "tangent", 1e-6);
}

// An embedding of positions: a table of more rows than are taken.
TEST(Parts, OfATableOfPositions) {
  Matrix table = tensor<Matrix>({9, 3}), places = tensor<Matrix>({7, 3}, 2);
  const parts::Tokens tokens{{1, 2, 3, 0}, {3, 8, 3, 5}};
  const auto f = [&] { return parts::embedded(table, places, tokens); };
  const auto result = parts::embedded_gradient(table, places, tokens);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(table, result.grad.table, f, "table");
  e2e::expect_gradient(places, result.grad.places, f, "places");
  const Matrix d_table = tensor<Matrix>({9, 3}, 3), d_places = tensor<Matrix>({7, 3}, 4);
  e2e::expect_close(parts::embedded_jvp(table, places, tokens, d_table, d_places).tangent,
                    dot(result.grad.table, d_table) + dot(result.grad.places, d_places), "tangent", 1e-12);
  const double h = 1e-4;
  const auto product = parts::embedded_hvp(table, places, tokens, d_table, d_places).hvp;
  const auto ahead = parts::embedded_gradient(moved(table, d_table, h), moved(places, d_places, h), tokens).grad;
  const auto behind = parts::embedded_gradient(moved(table, d_table, -h), moved(places, d_places, -h), tokens).grad;
  expect_product(product.table, ahead.table, behind.table, h, "table");
  expect_product(product.places, ahead.places, behind.places, h, "places");

  const Matrix few = tensor<Matrix>({3, 3});
  const auto said = [](auto g) { return e2e::thrown<gradc::IndexError>(g); };
  const std::string text = said([&] { parts::embedded(table, few, tokens); });
  EXPECT_EQ(text, "slice: [0, 4) is no part of axis 0, whose extent is 3");
  EXPECT_EQ(said([&] { parts::embedded_gradient(table, few, tokens); }), "parts.cpp:7: " + text);
  EXPECT_EQ(said([&] { parts::embedded_vjp(table, few, tokens, 1); }), "parts.cpp:7: " + text);
  EXPECT_EQ(said([&] { parts::embedded_jvp(table, few, tokens, d_table, few); }), "parts.cpp:7: " + text);
  EXPECT_EQ(said([&] { parts::embedded_hvp(table, few, tokens, d_table, few); }), "parts.cpp:7: " + text);
}

// The gates of a cell, of which each is a part of one product.
TEST(Parts, GatesOfACellInALoop) {
  Cube x = tensor<Cube>({4, 2, 3});
  Matrix w = tensor<Matrix>({3, 8}, 2), u = tensor<Matrix>({2, 8}, 3);
  const auto f = [&] { return parts::lstm(x, w, u); };
  const auto result = parts::lstm_gradient(x, w, u);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(w, result.grad.w, f, "w");
  e2e::expect_gradient(u, result.grad.u, f, "u");
  const Cube d_x = tensor<Cube>({4, 2, 3}, 4);
  const Matrix d_w = tensor<Matrix>({3, 8}, 5), d_u = tensor<Matrix>({2, 8}, 6);
  e2e::expect_close(parts::lstm_jvp(x, w, u, d_x, d_w, d_u).tangent,
                    dot(result.grad.x, d_x) + dot(result.grad.w, d_w) + dot(result.grad.u, d_u), "tangent", 1e-12);
  const double h = 1e-4;
  const auto product = parts::lstm_hvp(x, w, u, d_x, d_w, d_u).hvp;
  const auto ahead = parts::lstm_gradient(moved(x, d_x, h), moved(w, d_w, h), moved(u, d_u, h)).grad;
  const auto behind = parts::lstm_gradient(moved(x, d_x, -h), moved(w, d_w, -h), moved(u, d_u, -h)).grad;
  expect_product(product.x, ahead.x, behind.x, h, "x");
  expect_product(product.w, ahead.w, behind.w, h, "w");
  expect_product(product.u, ahead.u, behind.u, h, "u");

  // The extent by an integer argument.
  const auto of = parts::lstm_of_gradient(x, w, u, 2);
  e2e::expect_close(of.value, result.value, "value", 1e-13);
  for (std::int64_t i = 0; i < w.size(); ++i) e2e::expect_close(of.grad.w.data()[i], result.grad.w.data()[i], "w", 1e-12);
  EXPECT_EQ(e2e::thrown<gradc::ShapeError>([&] { parts::lstm_of_gradient(x, w, u, 3); }),
            "parts.cpp:32: extent 0 of u is 2 but must be 3 (hidden)");
  EXPECT_THROW(parts::lstm_of_gradient(x, w, u, -2), gradc::ShapeError);
  EXPECT_EQ(e2e::thrown<gradc::IndexError>([&] { parts::lstm_gradient(x, tensor<Matrix>({3, 5}), tensor<Matrix>({2, 5})); }),
            "parts.cpp:19: slice: [4, 6) is no part of axis 1, whose extent is 5");
}

TEST(Parts, OfWeightsThatLieInOneTensor) {
  Cube w = tensor<Cube>({3, 2, 2});
  Matrix b = tensor<Matrix>({3, 2}, 2);
  Vector x = tensor<Vector>({2}, 3);
  const auto f = [&] { return parts::stacked(w, b, x); };
  const auto result = parts::stacked_gradient(w, b, x);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(w, result.grad.w, f, "w");
  e2e::expect_gradient(b, result.grad.b, f, "b");
  e2e::expect_gradient(x, result.grad.x, f, "x");
  const Cube d_w = tensor<Cube>({3, 2, 2}, 4);
  const Matrix d_b = tensor<Matrix>({3, 2}, 5);
  const Vector d_x = tensor<Vector>({2}, 6);
  const double h = 1e-4;
  const auto product = parts::stacked_hvp(w, b, x, d_w, d_b, d_x).hvp;
  const auto ahead = parts::stacked_gradient(moved(w, d_w, h), moved(b, d_b, h), moved(x, d_x, h)).grad;
  const auto behind = parts::stacked_gradient(moved(w, d_w, -h), moved(b, d_b, -h), moved(x, d_x, -h)).grad;
  expect_product(product.w, ahead.w, behind.w, h, "w");
  expect_product(product.b, ahead.b, behind.b, h, "b");
}

// Each trip made zeros as large as all weights for its part of their adjoint, and kept the part: with 8 times the layers it
// took 64 times as long.
TEST(Parts, TakeAsLongAsTheyAreLong) {
  const auto seconds = [](std::int64_t layers) {
    const Cube w = tensor<Cube>({layers, 8, 8});
    const Matrix b = tensor<Matrix>({layers, 8});
    const Vector x = tensor<Vector>({8});
    double least = 1e9;
    for (int repeat = 0; repeat < 3; ++repeat) {
      const std::clock_t begin = std::clock();
      parts::stacked_gradient(w, b, x);
      least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    return least;
  };
  EXPECT_LT(seconds(2000), 24 * seconds(250) + 0.01);
  const auto bytes = [](std::int64_t layers) {
    return parts::stacked_gradient_workspace_bytes(tensor<Cube>({layers, 8, 8}), tensor<Matrix>({layers, 8}), tensor<Vector>({8}));
  };
  EXPECT_LE(bytes(2000) - bytes(1000), 1000 * 8 * 8 * 3);  // vectors, no matrix
}

// A place that isn't known when code is generated may count from either side.
TEST(Parts, AtPlacesThatCountUpOrDown) {
  for (int n : {0, 1, 3}) {
    Matrix x = tensor<Matrix>({4, 5});
    const auto f = [&] { return parts::windows(x, n); };
    const auto result = parts::windows_gradient(x, n);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(x, result.grad.x, f, "x");
  }
  EXPECT_THROW(parts::windows(tensor<Matrix>({4, 5}), 4), gradc::IndexError);
  EXPECT_THROW(parts::windows_gradient(tensor<Matrix>({4, 5}), 4), gradc::IndexError);
  Matrix x = tensor<Matrix>({5, 4});
  const gradc::Vector<int> at{1, 0};
  const auto f = [&] { return parts::moving(x, at); };
  const auto result = parts::moving_gradient(x, at);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  EXPECT_THROW(parts::moving_gradient(x, gradc::Vector<int>{2, 0}), gradc::IndexError);
}

// The same parts and the same errors as the eager function has, for all bounds.
TEST(Parts, AreThoseOfTheEagerFunction) {
  const Matrix x = tensor<Matrix>({3, 3});
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min(), kMost = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t from : {kLeast, std::int64_t{-4}, std::int64_t{-3}, std::int64_t{-1}, std::int64_t{0}, std::int64_t{2},
                                  std::int64_t{3}, std::int64_t{4}, kMost})
    for (const std::int64_t to : {kLeast, std::int64_t{-4}, std::int64_t{-2}, std::int64_t{0}, std::int64_t{1}, std::int64_t{3},
                                  std::int64_t{4}, kMost}) {
      const std::string eager = e2e::thrown<gradc::IndexError>([&] { parts::part(x, from, to); });
      const std::string generated = e2e::thrown<gradc::IndexError>([&] {
        const double value = parts::part_gradient(x, from, to).value;
        EXPECT_EQ(value, parts::part(x, from, to)) << from << " " << to;
      });
      EXPECT_EQ(generated, eager == "nothing" ? eager : "parts.cpp:73: " + eager) << from << " " << to;
      if (std::abs(from / 2) > 4 || std::abs(to / 2) > 4) continue;
      // In an arm that isn't taken nothing is missed.
      EXPECT_EQ(parts::part_if_gradient(x, from, to, false).grad.x(0, 0), 1);
      const std::string inside = e2e::thrown<gradc::IndexError>([&] { parts::part_if_gradient(x, from, to, true); });
      EXPECT_EQ(inside == "nothing", eager == "nothing") << from << " " << to;
    }
  EXPECT_THROW(parts::shorter_gradient(tensor<Vector>({2})), gradc::IndexError);
  EXPECT_EQ(parts::shorter_gradient(tensor<Vector>({3})).value, 0);
}

// y of an op has extents that are quotients, and z those extents.
template <class F, class Gradient, class Jvp, class Hvp, class X, class Z>
void expect_derivatives(F function, Gradient gradient, Jvp jvp, Hvp hvp, X x, Z z) {
  for (int n : {0, 2}) {
    const auto f = [&] { return function(x, z, n); };
    const auto result = gradient(x, z, n);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(x, result.grad.x, f, "x");
    e2e::expect_gradient(z, result.grad.z, f, "z");
    const X d_x = tensor<X>(x.shape(), 7);
    const Z d_z = tensor<Z>(z.shape(), 8);
    e2e::expect_close(jvp(x, z, n, d_x, d_z).tangent, dot(result.grad.x, d_x) + dot(result.grad.z, d_z), "tangent", 1e-11);
    const double h = 1e-4;
    const auto product = hvp(x, z, n, d_x, d_z).hvp;
    const auto ahead = gradient(moved(x, d_x, h), moved(z, d_z, h), n).grad, behind = gradient(moved(x, d_x, -h), moved(z, d_z, -h), n).grad;
    expect_product(product.x, ahead.x, behind.x, h, "x");
    expect_product(product.z, ahead.z, behind.z, h, "z");
  }
}
#define EXPECT_DERIVATIVES(f, x, z)                                                                                     \
  expect_derivatives([](const auto&... a) { return f(a...); }, [](const auto&... a) { return f##_gradient(a...); },     \
                     [](const auto&... a) { return f##_jvp(a...); }, [](const auto&... a) { return f##_hvp(a...); }, x, z)

// Counters that start as another integer had its name, so that bounds made of them were refused.
TEST(Parts, OfCountersThatStartAsAnotherInteger) {
  Vector x = tensor<Vector>({6});
  Matrix m = tensor<Matrix>({5, 3});
  e2e::expect_gradient(x, parts::from_a_counter_on_gradient(x, 4).grad.x, [&] { return parts::from_a_counter_on(x, 4); }, "x");
  for (int from : {-5, -2, 0, 3})
    for (int to : {-3, 0, 2, 5, 6}) {
      const auto number = e2e::thrown([&] { parts::from_a_number_on(x, from, to); });
      const auto counters = e2e::thrown([&] { parts::between_counters(m, from, to); });
      if (number != "nothing") {
        EXPECT_THROW(parts::from_a_number_on_gradient(x, from, to), gradc::IndexError) << number;
      } else {
        const auto result = parts::from_a_number_on_gradient(x, from, to);
        e2e::expect_gradient(x, result.grad.x, [&] { return parts::from_a_number_on(x, from, to); }, "x");
      }
      if (counters != "nothing") {
        const auto derived = e2e::thrown<gradc::IndexError>([&] { parts::between_counters_gradient(m, from, to); });
        EXPECT_EQ(derived.substr(derived.find(": ") + 2), counters);
      } else {
        const auto result = parts::between_counters_gradient(m, from, to);
        e2e::expect_gradient(m, result.grad.x, [&] { return parts::between_counters(m, from, to); }, "m");
      }
    }
}

TEST(Parts, QuotientsMeetOtherExtents) {
  EXPECT_DERIVATIVES(parts::second_rows, tensor<Matrix>({5, 2}), tensor<Matrix>({3, 2}, 2));
  EXPECT_DERIVATIVES(parts::pooled, tensor<Images>({1, 2, 5, 4}), tensor<Images>({1, 2, 3, 2}, 2));
  EXPECT_DERIVATIVES(parts::in_depth, tensor<Images>({1, 4, 2, 1}), tensor<Images>({1, 1, 4, 2}, 2));
  EXPECT_DERIVATIVES(parts::unfolded, tensor<Images>({1, 2, 3, 3}), tensor<Cube>({1, 8, 4}, 2));
  EXPECT_DERIVATIVES(parts::halves, tensor<Matrix>({5, 2}), tensor<Matrix>({2, 2}, 2));
  const Images k = tensor<Images>({2, 1, 3, 3}, 3);
  expect_derivatives([&](const auto& x, const auto& z, int n) { return parts::convolved(x, z, k, n); },
                     [&](const auto& x, const auto& z, int n) { return parts::convolved_gradient(x, z, k, n); },
                     [&](const auto& x, const auto& z, int n, const auto& d_x, const auto& d_z) {
                       return parts::convolved_jvp(x, z, k, n, d_x, d_z, Images(k.shape()));
                     },
                     [&](const auto& x, const auto& z, int n, const auto& d_x, const auto& d_z) {
                       return parts::convolved_hvp(x, z, k, n, d_x, d_z, Images(k.shape()));
                     },
                     tensor<Images>({1, 1, 5, 4}), tensor<Images>({1, 2, 3, 2}, 2));
  // Another n is another extent here.
  Matrix x = tensor<Matrix>({2, 2}), z = tensor<Matrix>({5, 3}, 2);
  const auto f = [&] { return parts::padded(x, z, 2); };
  const auto result = parts::padded_gradient(x, z, 2);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(z, result.grad.z, f, "z");
  EXPECT_THROW(parts::pooled_gradient(tensor<Images>({1, 2, 5, 4}), tensor<Images>({1, 2, 2, 2}), 1), gradc::ShapeError);
  EXPECT_THROW(parts::second_rows_gradient(tensor<Matrix>({5, 2}), tensor<Matrix>({2, 2}), 1), gradc::ShapeError);
}

}  // namespace
