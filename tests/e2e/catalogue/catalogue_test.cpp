#include "catalogue.grad.h"
#include "differences.h"

namespace {

using catalogue::Matrix;
using catalogue::Places;
using catalogue::Vector;

Matrix matrix(std::int64_t rows, std::int64_t columns, unsigned seed = 1) {
  return e2e::filled<Matrix>(gradc::Shape{rows, columns}, -1.5, 1.5, seed);
}
Vector vector(std::int64_t n, unsigned seed = 2) {
  return e2e::filled<Vector>(gradc::Shape{n}, -1.5, 1.5, seed);
}

TEST(Catalogue, ScatterMultiplies) {
  for (const Places& at : {Places{1, 1, 3, 1}, Places{0, 1, 2, 3}, Places{2, 2, 2, 2}}) {
    Matrix x = matrix(4, 3), u = matrix(4, 3, 2);
    x(1, 0) = 0;
    u(1, 1) = u(2, 1) = 0;
    const auto f = [&] { return catalogue::multiplied(x, u, at); };
    const auto result = catalogue::multiplied_gradient(x, u, at);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(x, result.grad.x, f, "x");
    e2e::expect_gradient(u, result.grad.u, f, "u");
    const double tangent = catalogue::multiplied_jvp(x, u, at, u, x).tangent;
    e2e::expect_close(tangent, gradc::sum(result.grad.x * u) + gradc::sum(result.grad.u * x), "tangent",
                      1e-11);
    const auto second = catalogue::multiplied_hvp(x, u, at, u, x);
    const auto along = [&] { return catalogue::multiplied_jvp(x, u, at, u, x).tangent; };
    (void)along;
    const double step = 1e-5;
    const auto ahead = catalogue::multiplied_gradient(x + step * u, u + step * x, at).grad;
    const auto behind = catalogue::multiplied_gradient(x - step * u, u - step * x, at).grad;
    for (std::int64_t i = 0; i < x.size(); ++i) {
      e2e::expect_close(second.hvp.x.data()[i], (ahead.x.data()[i] - behind.x.data()[i]) / (2 * step),
                        "hvp of x", 1e-6);
      e2e::expect_close(second.hvp.u.data()[i], (ahead.u.data()[i] - behind.u.data()[i]) / (2 * step),
                        "hvp of u", 1e-6);
    }
  }
  EXPECT_THROW(catalogue::multiplied_gradient(matrix(4, 3), matrix(4, 3), Places{1, 4, 0, 0}),
               gradc::IndexError);
}

TEST(Catalogue, ScattersByMode) {
  Vector x = vector(4), u = vector(5);
  const Places at{7, 3, -1, 3, 0};
  const auto product = [&] { return catalogue::multiplied_by_mode(x, u, at); };
  const auto of_product = catalogue::multiplied_by_mode_gradient(x, u, at);
  e2e::expect_close(of_product.value, product(), "value", 1e-13);
  e2e::expect_gradient(x, of_product.grad.x, product, "x");
  e2e::expect_gradient(u, of_product.grad.u, product, "u");
  const auto extreme = [&] { return catalogue::extremes_by_mode(x, u, at); };
  const auto of_extreme = catalogue::extremes_by_mode_gradient(x, u, at);
  e2e::expect_close(of_extreme.value, extreme(), "value", 1e-13);
  e2e::expect_gradient(x, of_extreme.grad.x, extreme, "x");
  e2e::expect_gradient(u, of_extreme.grad.u, extreme, "u");
}

// The derivative holds the bits constant.
TEST(Catalogue, Bits) {
  const Vector x = vector(6);
  const auto result = catalogue::bits_gradient(x);
  EXPECT_EQ(result.value, catalogue::bits(x));
  for (std::int64_t i = 0; i < x.size(); ++i) {
    const double low = static_cast<double>(gradc::bitcast<std::int64_t>(x)(i) & 1);
    EXPECT_EQ(result.grad.x(i), low + x(i));
  }
}

// Adjoints are rounded where the values were.
TEST(Catalogue, RoundsAdjoints) {
  const Vector x = vector(6);
  const double scale = 1.0 / 3;
  const auto result = catalogue::rounded_gradient(x, scale);
  EXPECT_EQ(result.value, catalogue::rounded(x, scale));
  const Vector coarse = gradc::reduce_precision(gradc::full_like(x, scale), 8, 7);
  const Vector squares = gradc::reduce_precision(2 * gradc::reduce_precision(x, 5, 10), 5, 10);
  for (std::int64_t i = 0; i < x.size(); ++i) EXPECT_EQ(result.grad.x(i), coarse(i) + squares(i));
  EXPECT_NE(coarse(0), scale);
  EXPECT_EQ(result.grad.scale, gradc::sum(gradc::reduce_precision(x, 8, 7)));
  const double tangent = catalogue::rounded_jvp(x, scale, gradc::full_like(x, scale), 0).tangent;
  e2e::expect_close(
      tangent,
      scale * gradc::sum(coarse) + 2 * gradc::sum(gradc::reduce_precision(x, 5, 10) *
                                                  gradc::reduce_precision(gradc::full_like(x, scale), 5, 10)),
      "tangent", 1e-14);
}

TEST(Catalogue, GreatestOfBags) {
  Matrix table = matrix(5, 3);
  const gradc::Matrix<int> ids{{0, 4, 1}, {2, 3, 1}};
  const auto f = [&] { return catalogue::greatest_of_bags(table, ids); };
  const auto result = catalogue::greatest_of_bags_gradient(table, ids);
  e2e::expect_close(result.value, f(), "value", 1e-14);
  e2e::expect_gradient(table, result.grad.table, f, "table");
  EXPECT_THROW(catalogue::greatest_of_bags_gradient(table, gradc::Matrix<int>{{0, 5}}), gradc::IndexError);
}

// The gradients in the parts of a complex matrix, and the tangent.
#define EXPECT_COMPLEX(name, rows, columns, more)                                                           \
  do {                                                                                                      \
    Matrix re = matrix(rows, columns, 3), im = matrix(rows, columns, 4);                                    \
    for (int i = 0; i < columns; ++i) re(i, i) += more;                                                     \
    const auto f = [&] { return catalogue::name(re, im); };                                                 \
    const auto result = catalogue::name##_gradient(re, im);                                                 \
    e2e::expect_close(result.value, f(), "value", 1e-12);                                                   \
    e2e::expect_gradient(re, result.grad.re, f, "re");                                                      \
    e2e::expect_gradient(im, result.grad.im, f, "im");                                                      \
    const double tangent = catalogue::name##_jvp(re, im, im, re).tangent;                                   \
    e2e::expect_close(tangent, gradc::sum(result.grad.re* im) + gradc::sum(result.grad.im * re), "tangent", \
                      1e-10);                                                                               \
  } while (false)

TEST(Catalogue, ComplexFactors) {
  EXPECT_COMPLEX(of_symmetric, 3, 3, 0);
  EXPECT_COMPLEX(of_symmetric, 1, 1, 0);
  EXPECT_COMPLEX(of_square, 3, 3, 2);
  EXPECT_COMPLEX(of_tall, 4, 3, 1);
  EXPECT_COMPLEX(of_tall, 3, 3, 1);
  EXPECT_COMPLEX(of_tall, 3, 1, 1);
  const Matrix singular{{1, 2}, {2, 4}};
  for (const double slope : catalogue::of_square_gradient(singular, singular).grad.re) EXPECT_FALSE(std::isfinite(slope));
}

catalogue::Images images(std::initializer_list<std::int64_t> extents, unsigned seed) {
  gradc::Shape shape;
  for (std::int64_t extent : extents) shape.push_back(extent);
  return e2e::filled<catalogue::Images>(shape, -1.5, 1.5, seed);
}

TEST(Catalogue, ChannelsLast) {
  // Numbers of which no two in a window are so near to each other that differences step over them.
  auto x = images({2, 4, 5, 2}, 21), w = images({2, 3, 2, 3}, 22);
  const auto f = [&] { return catalogue::channels_last(x, w); };
  const auto result = catalogue::channels_last_gradient(x, w);
  e2e::expect_close(result.value, f(), "value", 1e-12);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(w, result.grad.w, f, "w");
  const double tangent = catalogue::channels_last_jvp(x, w, x, w).tangent;
  e2e::expect_close(tangent, gradc::sum(result.grad.x * x) + gradc::sum(result.grad.w * w), "tangent", 1e-10);
  const auto y =
      gradc::conv2d(gradc::moveaxis(x, 3, 1), gradc::transpose(w, {3, 2, 0, 1}), gradc::Conv().same());
  const auto last = gradc::conv2d(x, w, gradc::ConvChannelsLast().same());
  EXPECT_TRUE(gradc::all(gradc::equal(gradc::moveaxis(y, 1, 3), last))());
}

TEST(Catalogue, ComplexImages) {
  auto re = images({2, 4, 5, 4}, 5), im = images({2, 4, 5, 4}, 7), w = images({4, 2, 3, 2}, 6);
  const auto f = [&] { return catalogue::complex_images(re, im, w); };
  const auto result = catalogue::complex_images_gradient(re, im, w);
  e2e::expect_close(result.value, f(), "value", 1e-12);
  e2e::expect_gradient(re, result.grad.re, f, "re");
  e2e::expect_gradient(im, result.grad.im, f, "im");
  e2e::expect_gradient(w, result.grad.w, f, "w");
}

TEST(Catalogue, LabelsThatNobodyAligned) {
  using Ints = gradc::Vector<int>;
  auto x = e2e::filled<catalogue::Scores>(gradc::Shape{5, 3, 4}, -1.5, 1.5, 8);
  const gradc::Matrix<int> labels{{1, 3, 3}, {3, 0, 0}, {1, 1, 3}};
  for (const Ints& counts : {Ints{3, 1, 2}, Ints{0, 1, 1}}) {
    const Ints frames{5, 2, 4};
    const auto f = [&] { return catalogue::speech(x, labels, frames, counts); };
    const auto result = catalogue::speech_gradient(x, labels, frames, counts);
    e2e::expect_close(result.value, f(), "value", 1e-12);
    e2e::expect_gradient(x, result.grad.x, f, "x");
    const double tangent = catalogue::speech_jvp(x, labels, frames, counts, x).tangent;
    e2e::expect_close(tangent, gradc::sum(result.grad.x * x), "tangent", 1e-10);
  }
  EXPECT_THROW(catalogue::speech_gradient(x, labels, Ints{5, 5, 5}, Ints{4, 1, 1}), gradc::IndexError);
  EXPECT_THROW(catalogue::speech(x, labels, Ints{5, 5, 5}, Ints{4, 1, 1}), gradc::IndexError);
  EXPECT_THROW(catalogue::speech_gradient(x, labels, Ints{5, 5}, Ints{1, 1, 1}), gradc::ShapeError);
}

TEST(Catalogue, ComplexFactorsOfFloats) {
  using F = std::complex<float>;
  using C = std::complex<double>;
  const gradc::Matrix<F> a{{F(2, 1), F(0.5f, -0.25f)}, {F(-1, 0.5f), F(3, -1)}};
  const auto result = catalogue::of_complex_floats_gradient(a);
  EXPECT_NEAR(result.value, catalogue::of_complex_floats(a), 1e-5);
  const auto loss = [&](const gradc::Matrix<C>& z) {
    return gradc::sum(gradc::svdvals(z)) + gradc::sum(gradc::real(gradc::qr(z).r)) +
           gradc::sum(gradc::eigvalsh(z));
  };
  for (int i = 0; i < 4; ++i) {
    const auto moved = [&](C step) {
      gradc::Matrix<C> z = gradc::astype<C>(a);
      z.data()[i] += step;
      return loss(z);
    };
    EXPECT_NEAR(result.grad.a.data()[i].real(), (moved(1e-5) - moved(-1e-5)) / 2e-5, 1e-4);
    EXPECT_NEAR(result.grad.a.data()[i].imag(), (moved({0, 1e-5}) - moved({0, -1e-5})) / 2e-5, 1e-4);
  }
}

TEST(Catalogue, OfFloats) {
  const gradc::Vector<float> x{2, 3, 5}, u{7, 11};
  const auto result = catalogue::of_floats_gradient(x, u, Places{1, 1});
  EXPECT_EQ(result.value, 4 + 3 * 3 * 77 + 25);
  EXPECT_EQ(result.grad.x(1), 77 * 3);  // what goes through bits is constant
  EXPECT_EQ(result.grad.u(0), 3 * 3 * 11);
}

}  // namespace
