// Blocks of what lies in a std::vector against differences of gradients and of the functions themselves: which index
// stands where is written out.
#include "differences.h"
#include "levels.grad.h"

#include <functional>

namespace {

namespace levels = requests_levels;
using levels::Layer;
using levels::Matrix;
using levels::Vector;

using std::int64_t;

Vector vector(int64_t n, unsigned seed) { return e2e::filled<Vector>({n}, -1, 1, seed); }
Matrix matrix(int64_t rows, int64_t columns, unsigned seed) { return e2e::filled<Matrix>({rows, columns}, -1, 1, seed); }

void expect_block(double block, double& x, const std::function<double()>& f, const char* what) {
  e2e::expect_close(block, e2e::difference(x, f), what, 1e-6);
}

TEST(Levels, HessianOfLayers) {
  std::vector<Layer> layers{{matrix(3, 2, 1), vector(3, 2), 0.7}, {matrix(2, 3, 3), vector(2, 4), 1.3}};
  Vector x = vector(2, 5);
  const auto result = levels::loss_hessian(layers, x);
  EXPECT_EQ(result.value, levels::loss(layers, x));
  const auto& h = result.hessian;
  const auto grad = [&] { return levels::loss_gradient(layers, x).grad; };
  ASSERT_EQ(h.layers_w_layers_w.size(), 2u);
  ASSERT_EQ(h.layers_w_layers_w[0].size(), 2u);
  EXPECT_EQ(h.layers_w_layers_w[0][1].shape(), (gradc::Shape{3, 2, 2, 3}));
  EXPECT_EQ(h.layers_b_layers_w[0][1].shape(), (gradc::Shape{3, 2, 3}));
  EXPECT_EQ(h.layers_scale_layers_scale.shape(), (gradc::Shape{2, 2}));
  for (std::size_t q = 0; q < 2; ++q) {
    const auto iq = static_cast<int64_t>(q);
    for (std::size_t p = 0; p < 2; ++p) {
      const auto ip = static_cast<int64_t>(p);
      Layer& at = layers[q];
      const int64_t rows = layers[p].w.extent(0), columns = layers[p].w.extent(1);
      for (int64_t i = 0; i < rows; ++i) {
        for (int64_t c = 0; c < at.w.extent(0); ++c) {
          for (int64_t d = 0; d < at.w.extent(1); ++d) {
            for (int64_t j = 0; j < columns; ++j)
              expect_block(h.layers_w_layers_w[p][q](i, j, c, d), at.w(c, d), [&] { return grad().layers[p].w(i, j); }, "w w");
            expect_block(h.layers_b_layers_w[p][q](i, c, d), at.w(c, d), [&] { return grad().layers[p].b(i); }, "b w");
          }
          for (int64_t j = 0; j < columns; ++j)
            expect_block(h.layers_w_layers_b[p][q](i, j, c), at.b(c), [&] { return grad().layers[p].w(i, j); }, "w b");
          expect_block(h.layers_b_layers_b[p][q](i, c), at.b(c), [&] { return grad().layers[p].b(i); }, "b b");
        }
        for (int64_t j = 0; j < columns; ++j)
          expect_block(h.layers_w_layers_scale[p](i, j, iq), at.scale, [&] { return grad().layers[p].w(i, j); }, "w scale");
        expect_block(h.layers_b_layers_scale[p](i, iq), at.scale, [&] { return grad().layers[p].b(i); }, "b scale");
      }
      expect_block(h.layers_scale_layers_scale(ip, iq), at.scale, [&] { return grad().layers[p].scale; }, "scale scale");
    }
    for (int64_t i = 0; i < 2; ++i) {
      expect_block(h.x_layers_scale(i, iq), layers[q].scale, [&] { return grad().x(i); }, "x scale");
      expect_block(h.layers_scale_x(iq, i), x(i), [&] { return grad().layers[q].scale; }, "scale x");
      for (int64_t c = 0; c < layers[q].b.extent(0); ++c) {
        expect_block(h.x_layers_b[q](i, c), layers[q].b(c), [&] { return grad().x(i); }, "x b");
        expect_block(h.layers_b_x[q](c, i), x(i), [&] { return grad().layers[q].b(c); }, "b x");
      }
    }
  }
}

TEST(Levels, WithoutElementsThereAreNoBlocks) {
  const Vector x = vector(2, 1);
  const auto result = levels::loss_hessian({}, x);
  EXPECT_TRUE(result.hessian.layers_w_layers_b.empty());
  EXPECT_TRUE(result.hessian.x_layers_w.empty());
  EXPECT_EQ(result.hessian.layers_scale_layers_scale.shape(), (gradc::Shape{0, 0}));
  EXPECT_EQ(result.hessian.x_layers_scale.shape(), (gradc::Shape{2, 0}));
  EXPECT_EQ(result.hessian.x_x(0, 0), 2);
  EXPECT_TRUE(levels::states_jacobian({}, x).jacobian.x.empty());
  EXPECT_TRUE(levels::products_hessian({}, 1).hessian.x_x.empty());
}

TEST(Levels, JacobianOfStates) {
  std::vector<Matrix> w{matrix(3, 2, 1), matrix(4, 3, 2), matrix(2, 4, 3)};
  Vector x = vector(2, 4);
  const auto jacobian = levels::states_jacobian(w, x).jacobian;
  ASSERT_EQ(jacobian.w.size(), 3u);
  ASSERT_EQ(jacobian.w[0].size(), 3u);
  EXPECT_EQ(jacobian.w[1][0].shape(), (gradc::Shape{4, 3, 2}));
  for (std::size_t out = 0; out < 3; ++out)
    for (int64_t k = 0; k < w[out].extent(0); ++k) {
      const auto state = [&] { return levels::states(w, x)[out](k); };
      for (std::size_t p = 0; p < 3; ++p)
        for (int64_t i = 0; i < w[p].extent(0); ++i)
          for (int64_t j = 0; j < w[p].extent(1); ++j) expect_block(jacobian.w[out][p](k, i, j), w[p](i, j), state, "w");
      for (int64_t i = 0; i < 2; ++i) expect_block(jacobian.x[out](k, i), x(i), state, "x");
    }
}

TEST(Levels, NumbersInVectorsOfVectorsAreOneAxis) {
  std::vector<std::vector<double>> x{{1, 2}, {}, {3, 0.5, 0.2}};
  const float k = 1.5F;
  const auto h = levels::products_hessian(x, k).hessian;
  const auto grad = [&] { return levels::products_gradient(x, k).grad; };
  for (std::size_t p = 0; p < x.size(); ++p)
    for (std::size_t q = 0; q < x.size(); ++q) {
      const auto rows = static_cast<int64_t>(x[p].size()), columns = static_cast<int64_t>(x[q].size());
      ASSERT_EQ(h.x_x[p][q].shape(), (gradc::Shape{rows, columns}));
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j)
          expect_block(h.x_x[p][q](i, j), x[q][static_cast<std::size_t>(j)],
                       [&] { return grad().x[p][static_cast<std::size_t>(i)]; }, "x x");
    }
  // Of the element type of what stands first.
  static_assert(std::is_same_v<decltype(h.k_x), std::vector<gradc::Vector<float>>>);
  static_assert(std::is_same_v<decltype(h.x_k), std::vector<Vector>>);
  for (int64_t j = 0; j < 3; ++j) {
    EXPECT_NEAR(h.k_x[2](j), e2e::difference(x[2][static_cast<std::size_t>(j)], [&] { return double{grad().k}; }), 0.05);
    EXPECT_EQ(h.k_x[2](j), static_cast<float>(h.x_k[2](j)));
  }
}

TEST(Levels, WhatIsZeroByStructureHasItsPlaces) {
  const std::vector<Vector> a{vector(2, 1)}, z{vector(3, 2), vector(1, 3)};
  const auto result = levels::apart_hessian(a, z, {1, 2});
  const auto& h = result.hessian;
  EXPECT_EQ(h.a_a[0][0](1, 1), 6 * a[0](1));
  EXPECT_EQ(h.a_a[0][0](1, 0), 0);
  EXPECT_EQ(h.z_z[0][0](2, 2), std::exp(z[0](2)));
  ASSERT_EQ(h.a_z.size(), 1u);
  ASSERT_EQ(h.a_z[0].size(), 2u);
  ASSERT_EQ(h.z_a.size(), 2u);
  EXPECT_EQ(h.a_z[0][0].shape(), (gradc::Shape{2, 3}));
  EXPECT_EQ(h.z_a[1][0].shape(), (gradc::Shape{1, 2}));
  EXPECT_EQ(sum(h.a_z[0][0]), 0);
  EXPECT_EQ(h.z_z[0][1].shape(), (gradc::Shape{3, 1}));
  EXPECT_EQ(sum(h.z_z[0][1]), 0);
  const auto row = levels::apart_jacobian(a, z, {1, 2}).jacobian;
  ASSERT_EQ(row.z.size(), 2u);
  EXPECT_EQ(row.z[1](0), std::exp(z[1](0)));
}

TEST(Levels, ResultsInVectors) {
  std::vector<std::pair<Vector, Vector>> pairs{{vector(2, 1), vector(3, 2)}, {vector(1, 3), vector(2, 4)}};
  const auto j = levels::outer_jacobian(pairs).jacobian;
  for (std::size_t out = 0; out < 2; ++out)
    for (std::size_t p = 0; p < 2; ++p) {
      const int64_t rows = pairs[out].first.extent(0), columns = pairs[out].second.extent(0);
      for (int64_t r = 0; r < rows; ++r)
        for (int64_t c = 0; c < columns; ++c) {
          for (int64_t i = 0; i < pairs[p].first.extent(0); ++i)
            EXPECT_EQ(j.first_pairs_first[out][p](r, c, i), out == p && i == r ? pairs[p].second(c) : 0);
          for (int64_t i = 0; i < pairs[p].second.extent(0); ++i)
            EXPECT_EQ(j.first_pairs_second[out][p](r, c, i), out == p && i == c ? pairs[p].first(r) : 0);
        }
    }
  EXPECT_EQ(j.second_pairs_first[1](0), sum(pairs[1].second));
}

// A real direction has a complex derivative.
TEST(Levels, ComplexResultsOfRealInputs) {
  std::vector<double> radii{0.5, 2};
  const double speed = 1.25;
  const auto j = levels::turning_jacobian(radii, speed).jacobian;
  for (int64_t i = 0; i < 2; ++i) {
    const double r = radii[static_cast<std::size_t>(i)];
    const std::complex<double> unit = std::polar(1.0, speed * r), turn(0, 1);
    EXPECT_LT(std::abs(j.radii(i, i) - unit * (1.0 + turn * speed * r)), 1e-14);
    EXPECT_EQ(j.radii(i, 1 - i), 0.0);
    EXPECT_LT(std::abs(j.speed(i) - unit * turn * r * r), 1e-14);
  }
}

TEST(Levels, ElementsThatMustAgree) {
  const std::vector<Vector> x{vector(2, 1), vector(2, 2), vector(1, 3)};
  const auto result = levels::crossed_hessian(x);
  for (std::size_t p = 0; p < 3; ++p)
    for (std::size_t q = 0; q < 3; ++q)
      for (int64_t i = 0; i < x[p].extent(0); ++i)
        for (int64_t j = 0; j < x[q].extent(0); ++j)
          EXPECT_EQ(result.hessian.x_x[p][q](i, j), p + q == 1 && i == j ? 1 : 0);
  EXPECT_EQ(levels::crossed_jacobian(x).jacobian.x[0](1), x[1](1));
  EXPECT_THROW(levels::crossed_hessian({x[0], x[2]}), gradc::ShapeError);
}

TEST(Levels, ALabelOfWhatLiesInAVector) {
  const std::vector<Vector> x{vector(2, 1), vector(2, 2)};
  const auto j = levels::labelled_jacobian(x).jacobian;
  const double total = sum(x[0]) + sum(x[1]);
  for (int64_t i = 0; i < 2; ++i) e2e::expect_close(j.hidden(i), 2 * x[0](i) * total, "hidden");
}

}  // namespace
