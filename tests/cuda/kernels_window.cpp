// Places, sorting, pools and convolutions on the device, as on the CPU.
#include <gradc/cuda/kernels/conv.h>
#include <gradc/cuda/kernels/pool.h>
#include <gradc/cuda/kernels/position.h>
#include <gradc/kernels/conv.h>
#include <gradc/kernels/pool.h>
#include <gradc/kernels/position.h>

#include "comparison.h"

namespace gradc::cuda::testing {
namespace {

namespace device = gradc::cuda::kernels;
using namespace gradc::kernels;

template <class Y>
Host<Y> copied(Both<Y>& values) {
  Host<Y> result(new Y[static_cast<std::size_t>(values.size()) + 1]);
  for (std::int64_t i = 0; i < values.size(); ++i) result[static_cast<std::size_t>(i)] = values[i];
  return result;
}

template <class T>
class PlaceKernels : public ::testing::Test {};
using Numbers = ::testing::Types<float, double, bfloat16, std::int8_t, std::int64_t, std::uint32_t>;
TYPED_TEST_SUITE(PlaceKernels, Numbers);

TYPED_TEST(PlaceKernels, Sorts) {
  using T = TypeParam;
  const Stream stream;
  for (const auto& [outer, extent, inner] :
       std::vector<std::array<std::int64_t, 3>>{{1, 500, 1}, {3, 40, 1}, {2, 17, 5}, {1, 1, 1}, {0, 3, 1}, {2, 0, 1}}) {
    Both<T> x(outer * extent * inner);
    randomize(x, 3, 1);
    for (std::int64_t i = 0; i < x.size(); i += 4) x[i] = x[i / 2];
    if constexpr (gradc::detail::is_real_v<T>)
      for (std::int64_t i = 3; i < x.size(); i += 7)
        x[i] = number<T>(i % 2 == 0 ? -0.0 : i % 3 == 0 ? std::numeric_limits<double>::quiet_NaN() : 0.0);
    Both<std::int64_t> y(x.size()), expected(x.size());
    for (const bool descending : {false, true}) {
      device::argsort(stream, {outer, extent, inner, descending}, x.device(stream), y.device(stream));
      argsort({outer, extent, inner, descending}, x.host(), expected.host());
      expect_same(copied(expected), y.result(), x.size(), "argsort");
    }
    const std::int64_t n = std::min<std::int64_t>(extent, 3);
    Both<std::int64_t> best(outer * n * inner), expected_best(best.size());
    device::top_k_indices(stream, {outer, extent, inner, n}, x.device(stream), best.device(stream));
    top_k_indices({outer, extent, inner, n}, x.host(), expected_best.host());
    expect_same(copied(expected_best), best.result(), best.size(), "top_k_indices");
  }
}

TYPED_TEST(PlaceKernels, CountsAndSearches) {
  using T = TypeParam;
  const Stream stream;
  Both<T> y(100), expected(100), v(50);
  device::iota(stream, {100}, y.device(stream));
  iota({100}, expected.host());
  expect_same(copied(expected), y.result(), 100, "iota");
  for (std::int64_t i = 0; i < 100; ++i) expected[i] = number<T>(static_cast<double>(i / 3) / 10);
  randomize(v, 6, 5);
  Both<std::int64_t> places(50), expected_places(50);
  for (const bool right : {false, true}) {
    device::searchsorted(stream, {100, 50, right}, expected.device(stream), v.device(stream), places.device(stream));
    searchsorted({100, 50, right}, expected.host(), v.host(), expected_places.host());
    expect_same(copied(expected_places), places.result(), 50, "searchsorted");
  }
}

TEST(PlaceKernels, OfAxesAndFlags) {
  const Stream stream;
  for (const std::int64_t mode : {0, 1, 2, 3}) {
    Both<std::int64_t> y(14), expected(14);
    device::pad_index(stream, {7, 4, 3, mode}, y.device(stream));
    pad_index({7, 4, 3, mode}, expected.host());
    expect_same(copied(expected), y.result(), 14, "pad_index");
  }
  EXPECT_EQ(error_of([&] {
              pad_index({3, 4, 0, 0, "model.cpp:4"}, nullptr);
            }),
            error_of([&] {
              device::pad_index(stream, {3, 4, 0, 0, "model.cpp:4"}, nullptr);
            }));
  for (const std::int64_t n : {0, 3, 400})
    for (const std::int64_t extent : {0, 5, 1000}) {
      Both<bool> flags(extent);
      for (std::int64_t i = 0; i < extent; ++i) flags[i] = i % 3 == 1;
      Both<std::int64_t> y(n), expected(n);
      device::nonzero(stream, {extent, n}, flags.device(stream), y.device(stream));
      nonzero({extent, n}, flags.host(), expected.host());
      expect_same(copied(expected), y.result(), n, "nonzero");
    }
  Both<std::int32_t> x(9);
  for (std::int32_t i = 0; i < 9; ++i) x[i] = i % 3;
  Both<std::int64_t> y(3), expected(3);
  const MultiIndices g{3, {2, 3, 4}, "model.cpp:4"};
  device::ravel_index(stream, g, x.device(stream), y.device(stream));
  ravel_index(g, x.host(), expected.host());
  expect_same(copied(expected), y.result(), 3, "ravel_index");
  x[4] = 3;
  device::ravel_index(stream, g, x.device(stream), y.device(stream));
  EXPECT_EQ(error_of([&] { ravel_index(g, x.host(), expected.host()); }), error_of([&] { stream.wait(); }));
}

template <class T>
class WindowKernels : public ::testing::Test {};
using Reals = ::testing::Types<float, double, half, bfloat16>;
TYPED_TEST_SUITE(WindowKernels, Reals);

TYPED_TEST(WindowKernels, Pools) {
  using T = TypeParam;
  const Stream stream;
  const std::vector<Pooling> cases = {{3, {7}, {3}, {5}, {1}, {1}, {0}},
                                      {2, {6, 9}, {2, 3}, {3, 4}, {2, 2}, {1, 1}, {0, 0}},
                                      {2, {6, 9}, {2, 3}, {7, 5}, {1, 2}, {2, 1}, {1, 1}},
                                      {1, {4, 5, 6}, {2, 2, 3}, {3, 3, 6}, {1, 2, 1}, {1, 1, 1}, {0, 1, 1}},
                                      {2, {2, 2}, {1, 1}, {4, 4}, {1, 1}, {1, 1}, {1, 1}}};
  for (const Pooling& g : cases) {
    const std::int64_t elements = g.x.size() * g.planes, places = g.y.size() * g.planes, taps = g.window.size();
    Both<T> x(elements), patches(taps * places), expected(taps * places), image(elements), expected_image(elements);
    Both<std::int64_t> y(places), expected_places(places);
    randomize(x, 1);
    for (std::int64_t i = 0; i + 1 < elements; i += 5) x[i + 1] = x[i];
    x[elements / 2] = number<T>(std::numeric_limits<double>::quiet_NaN());
    device::max_pool_index(stream, g, x.device(stream), y.device(stream));
    max_pool_index(g, x.host(), expected_places.host());
    expect_same(copied(expected_places), y.result(), places, "max_pool_index of " + to_string(g.x));
    randomize(x, 1);
    device::unfold(stream, g, x.device(stream), patches.device(stream));
    unfold(g, x.host(), expected.host());
    expect_same(copied(expected), patches.result(), taps * places, "unfold of " + to_string(g.x));
    device::fold(stream, g, expected.device(stream), image.device(stream));
    fold(g, expected.host(), expected_image.host());
    expect_near(copied(expected_image), image.result(), elements, 4, 3, "fold of " + to_string(g.x));
  }
}

TYPED_TEST(WindowKernels, Resamples) {
  using T = TypeParam;
  const Stream stream;
  for (std::int64_t mode = 0; mode < 6; ++mode)
    for (const auto& [extent, n] : std::vector<std::array<std::int64_t, 2>>{{7, 3}, {3, 7}, {5, 5}, {1, 4}, {8, 1}}) {
      const Resampling g{2, extent, 3, n, mode};
      Both<T> x(6 * extent), y(6 * n), expected(6 * n);
      randomize(x, 1);
      device::resample(stream, g, x.device(stream), y.device(stream));
      resample(g, x.host(), expected.host());
      expect_near(copied(expected), y.result(), 6 * n, 2, 3, "resample, mode " + std::to_string(mode));
      device::resample_grad(stream, g, x.device(stream), y.device(stream));
      resample_grad(g, x.host(), expected.host());
      expect_near(copied(expected), y.result(), 6 * n, 4, 3, "resample_grad, mode " + std::to_string(mode));
    }
}

TYPED_TEST(WindowKernels, Convolves) {
  using T = TypeParam;
  const Stream stream;
  const std::vector<Convolution> cases = {{2, 3, 4, 1, {9}, {3}, {7}, {1}, {1}, {0}},
                                          {2, 2, 6, 2, {6, 7}, {3, 2}, {6, 4}, {1, 2}, {1, 1}, {1, 1}},
                                          {1, 1, 4, 4, {5, 5}, {2, 2}, {3, 3}, {1, 1}, {2, 2}, {0, 0}},
                                          {1, 2, 2, 1, {3, 4, 5}, {2, 2, 2}, {2, 3, 4}, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}},
                                          {0, 2, 2, 1, {4}, {2}, {3}, {1}, {1}, {0}}};
  for (const Convolution& g : cases) {
    const std::int64_t nx = g.batch * g.groups * g.channels * g.x.size(), nw = g.filters * g.channels * g.w.size();
    const std::int64_t ny = g.batch * g.filters * g.y.size();
    Both<T> x(nx), w(nw), y(ny), dx(nx), dw(nw), z(ny), expected(ny), expected_x(nx), expected_w(nw);
    randomize(x, 1, 1);
    randomize(w, 2, 1);
    randomize(z, 3, 1);
    const T* const image = x.device(stream);
    const T* const filters = w.device(stream);
    const T* const results = z.device(stream);
    device::conv(stream, g, image, filters, y.device(stream));
    conv(g, x.host(), w.host(), expected.host());
    expect_near(copied(expected), y.result(), ny, 4, 4, "conv of " + to_string(g.x));
    device::conv_input_grad(stream, g, results, filters, dx.device(stream));
    conv_input_grad(g, z.host(), w.host(), expected_x.host());
    expect_near(copied(expected_x), dx.result(), nx, 4, 4, "conv_input_grad of " + to_string(g.x));
    device::conv_filter_grad(stream, g, image, results, dw.device(stream));
    conv_filter_grad(g, x.host(), z.host(), expected_w.host());
    expect_near(copied(expected_w), dw.result(), nw, 4, 20, "conv_filter_grad of " + to_string(g.x));
  }
}

}  // namespace
}  // namespace gradc::cuda::testing
