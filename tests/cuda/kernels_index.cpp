// Softmax, reading and writing at indices, random numbers, scans and places on the device, as on the CPU.
#include <gradc/cuda/kernels/bits.h>
#include <gradc/cuda/kernels/cumulative.h>
#include <gradc/cuda/kernels/index.h>
#include <gradc/cuda/kernels/random.h>
#include <gradc/cuda/kernels/shape.h>
#include <gradc/cuda/kernels/softmax.h>
#include <gradc/kernels/bits.h>
#include <gradc/kernels/cumulative.h>
#include <gradc/kernels/index.h>
#include <gradc/kernels/random.h>
#include <gradc/kernels/softmax.h>

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
class RealKernels : public ::testing::Test {};
using Reals = ::testing::Types<float, double, half, bfloat16>;
TYPED_TEST_SUITE(RealKernels, Reals);

TYPED_TEST(RealKernels, SoftmaxOfRows) {
  using T = TypeParam;
  const Stream stream;
  const double infinity = std::numeric_limits<double>::infinity();
  for (const OuterAxisInner& g : std::vector<OuterAxisInner>{{5, 1, 1},
                                                             {9, 100, 1},
                                                             {9, 101, 1},
                                                             {3, 512, 1},
                                                             {3, 700, 1},
                                                             {2, 3000, 1},
                                                             {2, 16384, 1},
                                                             {1, 16390, 1},
                                                             {2, 5, 7},
                                                             {1, 40, 33},
                                                             {3, 4, 64},
                                                             {0, 4, 1},
                                                             {4, 0, 1}})
    for (const int special : {0, 1, 2, 3, 4})
      for (const std::int64_t offset : {0, 1}) {
        if (special > 0 && (g.outer == 0 || g.extent < 4 || offset > 0 || g.extent > 4000)) continue;
        Both<T> x(g.outer * g.extent * g.inner), y(x.size()), expected(x.size());
        randomize(x, 4, 8);
        if (special == 1) x[1] = number<T>(infinity);
        if (special == 2) x[1] = number<T>(-infinity);
        if (special == 3) x[1] = number<T>(std::numeric_limits<double>::quiet_NaN());
        if (special == 4)
          for (std::int64_t i = 0; i < x.size() / 2; ++i) x[i] = number<T>(-infinity);
        const std::string what = " of " + std::to_string(g.outer) + ", " + std::to_string(g.extent) + ", " +
                                 std::to_string(g.inner) + ", special " + std::to_string(special);
        const T* const from = x.device(stream, offset);
        device::softmax(stream, g, from, y.device(stream, offset));
        softmax(g, x.host(), expected.host());
        expect_near(copied(expected), y.result(), x.size(), 32, 1e-3, "softmax" + what);
        T* const both = y.device(stream, offset);
        device::copy(stream, x.size(), from, both);
        device::log_softmax(stream, g, both, both);
        log_softmax(g, x.host(), expected.host());
        expect_near(copied(expected), y.result(), x.size(), 8, 1, "log_softmax" + what);
      }
}

TYPED_TEST(RealKernels, CrossEntropy) {
  using T = TypeParam;
  const Stream stream;
  for (const auto& [rows, classes] :
       std::vector<std::array<std::int64_t, 2>>{{5, 10}, {33, 16}, {3, 1500}, {2, 1029}, {0, 4}, {3, 0}, {1, 1}}) {
    const RowsClasses g{rows, classes, "model.cpp:4"};
    Both<T> x(rows * classes), labels(rows * classes), y(rows), expected(rows);
    Both<std::int32_t> classes_of(rows);
    randomize(x, 4, 8);
    randomize(labels, 5, 1);
    for (std::int64_t i = 0; i < labels.size(); i += 3) labels[i] = T(0.0f);
    if (labels.size() > 4) x[3] = number<T>(-std::numeric_limits<double>::infinity());
    const T* const from = x.device(stream, 1);
    device::softmax_cross_entropy(stream, g, from, labels.device(stream), y.device(stream));
    softmax_cross_entropy(g, x.host(), labels.host(), expected.host());
    expect_near(copied(expected), y.result(), rows, 8, 10 * std::sqrt(static_cast<double>(classes)), "softmax_cross_entropy");
    if (classes == 0) continue;
    for (std::int64_t i = 0; i < rows; ++i) classes_of[i] = static_cast<std::int32_t>((i * 7) % classes);
    device::sparse_softmax_cross_entropy(stream, g, x.device(stream), classes_of.device(stream), y.device(stream));
    sparse_softmax_cross_entropy(g, x.host(), classes_of.host(), expected.host());
    expect_near(copied(expected), y.result(), rows, 8, 10, "sparse_softmax_cross_entropy");
    if (rows < 2) continue;
    classes_of[1] = static_cast<std::int32_t>(classes);
    device::sparse_softmax_cross_entropy(stream, g, x.device(stream), classes_of.device(stream), y.device(stream));
    EXPECT_EQ(error_of([&] { sparse_softmax_cross_entropy(g, x.host(), classes_of.host(), expected.host()); }),
              error_of([&] { stream.wait(); }));
  }
}

TYPED_TEST(RealKernels, RandomNumbersAndRounding) {
  using T = TypeParam;
  const Stream stream;
  Both<std::uint64_t> seed(1), key(1);
  seed[0] = 0x123456789abcdefULL, key[0] = 77;
  for (const std::int64_t n : {0, 1, 2, 3, 5, 1000, 1027}) {
    Both<T> y(n), expected(n);
    device::random_uniform(stream, {n}, seed.device(stream), key.device(stream), y.device(stream));
    random_uniform({n}, seed.host(), key.host(), expected.host());
    expect_same(copied(expected), y.result(), n, "random_uniform");
    device::random_normal(stream, {n}, seed.device(stream), key.device(stream), y.device(stream));
    random_normal({n}, seed.host(), key.host(), expected.host());
    expect_near(copied(expected), y.result(), n, 8, 1, "random_normal");
    Both<T> x(n);
    randomize(x, 3, 1000);
    for (const auto& [exponent, mantissa] :
         std::vector<std::array<std::int64_t, 2>>{{5, 2}, {4, 3}, {8, 7}, {11, 52}, {2, 1}}) {
      device::reduce_precision(stream, {n, exponent, mantissa}, x.device(stream), y.device(stream));
      reduce_precision({n, exponent, mantissa}, x.host(), expected.host());
      expect_same(copied(expected), y.result(), n, "reduce_precision");
    }
  }
  Both<std::uint32_t> words(37), expected_words(37);
  device::random_bits(stream, {37}, seed.device(stream), key.device(stream), words.device(stream));
  random_bits({37}, seed.host(), key.host(), expected_words.host());
  expect_same(copied(expected_words), words.result(), 37, "random_bits");
  Both<std::uint64_t> number(9), keys(18), expected_keys(18);
  for (int i = 0; i < 9; ++i) number[i] = static_cast<std::uint64_t>(i * 1000003);
  device::fold_in(stream, {9}, seed.device(stream), key.device(stream), number.device(stream), keys.device(stream));
  fold_in({9}, seed.host(), key.host(), number.host(), expected_keys.host());
  expect_same(copied(expected_keys), keys.result(), 18, "fold_in");
}

template <class T>
class IndexKernels : public ::testing::Test {};
using Elements = ::testing::Types<float, double, half, std::int8_t, std::uint32_t, std::complex<float>>;
TYPED_TEST_SUITE(IndexKernels, Elements);

struct Case {
  std::int64_t outer, extent, inner, count;
};
const std::vector<Case>& cases() {
  static const std::vector<Case> all = {{1, 7, 1, 20},   {1, 7, 4, 10},   {3, 5, 16, 9},  {2, 9, 3, 300},
                                        {1, 4, 40, 200}, {1, 50, 1, 700}, {1, 1, 2, 100}, {2, 6, 0, 4},
                                        {0, 6, 2, 4},    {1, 6, 2, 0},    {1, 300, 33, 5}};
  return all;
}

template <class T, class F, class G>
void compare_scatter(const char* name, bool along, double units, F on_device, G on_host) {
  const Stream stream;
  for (const Case& c : cases())
    for (const std::int64_t mode : {0, 1, 2}) {
      const Gather g{c.outer, c.extent, c.inner, c.count, mode, "model.cpp:4"};
      const std::int64_t whole = c.outer * c.extent * c.inner, size = c.outer * c.count * c.inner;
      Both<std::int64_t> indices(along ? size : c.count);
      std::mt19937 generator(8);
      for (std::int64_t i = 0; i < indices.size(); ++i) {
        indices[i] = static_cast<std::int64_t>(generator() % static_cast<unsigned>(c.extent));
        if (i % 3 == 0) indices[i] = c.extent / 2;
        if (mode > 0 && i % 5 == 1) indices[i] = i % 2 == 0 ? -3 : c.extent + 2;
      }
      Both<T> x(whole), updates(size), y(whole), again(whole), expected(whole);
      randomize(x, 1);
      randomize(updates, 2, 1);
      const T* const from = x.device(stream);
      const T* const with = updates.device(stream);
      const std::int64_t* const at = indices.device(stream);
      on_device(stream, g, from, at, with, y.device(stream));
      on_device(stream, g, from, at, with, again.device(stream));
      on_host(g, x.host(), indices.host(), updates.host(), expected.host());
      const std::string what = std::string(name) + " of " + std::to_string(c.count) + " at " + std::to_string(c.extent) +
                               " x " + std::to_string(c.inner) + ", mode " + std::to_string(mode);
      expect_near(copied(expected), y.result(), whole, units, units > 0 ? 20 : 0, what);
      expect_same(y.result(), again.result(), whole, what + ", again");
      if (mode != 0 || indices.size() < 4) continue;
      indices[3] = -1;
      on_device(stream, g, from, indices.device(stream), with, y.device(stream));
      EXPECT_EQ(error_of([&] { on_host(g, x.host(), indices.host(), updates.host(), expected.host()); }),
                error_of([&] { stream.wait(); }))
          << what;
    }
}

#define GRADC_SCATTER(name, along, units)                                                                                    \
  compare_scatter<T>(#name, along, units,                                                                                    \
                     [](const Stream& s, const Gather& g, const T* x, const std::int64_t* i, const T* u, T* y) {             \
                       device::name(s, g, x, i, u, y);                                                                       \
                     },                                                                                                      \
                     [](const Gather& g, const T* x, const std::int64_t* i, const T* u, T* y) { name(g, x, i, u, y); })

TYPED_TEST(IndexKernels, Scatters) {
  using T = TypeParam;
  GRADC_SCATTER(scatter_add, false, 8);
  GRADC_SCATTER(scatter_mul, false, 200);
  GRADC_SCATTER(scatter_update, false, 0);
  GRADC_SCATTER(add_along_axis, true, 8);
  if constexpr (!gradc::detail::is_complex_v<T>) {
    GRADC_SCATTER(scatter_max, false, 0);
    GRADC_SCATTER(scatter_min, false, 0);
  }
}

TYPED_TEST(IndexKernels, Takes) {
  using T = TypeParam;
  const Stream stream;
  for (const Case& c : cases())
    for (const std::int64_t mode : {0, 1, 2})
      for (const bool along : {false, true})
        for (const std::int64_t offset : {0, 1}) {
          const Gather g{c.outer, c.extent, c.inner, c.count, mode, nullptr};
          const std::int64_t size = c.outer * c.count * c.inner;
          Both<std::int32_t> indices(along ? size : c.count);
          for (std::int64_t i = 0; i < indices.size(); ++i)
            indices[i] = mode > 0 && i % 5 == 1 ? -3 : static_cast<std::int32_t>((i * 7) % c.extent);
          Both<T> x(c.outer * c.extent * c.inner), y(size), expected(size);
          randomize(x, 1);
          const T* const from = x.device(stream, offset);
          T* const to = y.device(stream, offset);
          if (along) {
            device::take_along_axis(stream, g, from, indices.device(stream), to);
            take_along_axis(g, x.host(), indices.host(), expected.host());
          } else {
            device::take(stream, g, from, indices.device(stream), to);
            take(g, x.host(), indices.host(), expected.host());
          }
          expect_same(copied(expected), y.result(), size, "take");
          if (mode != 0 || indices.size() < 4) continue;
          indices[2] = static_cast<std::int32_t>(c.extent);
          const std::int32_t* const wrong = indices.device(stream);
          if (along)
            device::take_along_axis(stream, g, from, wrong, to);
          else
            device::take(stream, g, from, wrong, to);
          EXPECT_EQ(error_of([&] {
                      if (along)
                        take_along_axis(g, x.host(), indices.host(), expected.host());
                      else
                        take(g, x.host(), indices.host(), expected.host());
                    }),
                    error_of([&] { stream.wait(); }));
        }
  Both<std::int64_t> ids(5);
  for (int i = 0; i < 5; ++i) ids[i] = 2 * i - 1;
  Both<T> ones(30), expected(30);
  device::one_hot(stream, {5, 6}, ids.device(stream), ones.device(stream));
  one_hot({5, 6}, ids.host(), expected.host());
  expect_same(copied(expected), ones.result(), 30, "one_hot");
}

template <class T>
class ScanKernels : public ::testing::Test {};
using Numbers = ::testing::Types<float, double, half, std::int32_t, std::uint8_t>;
TYPED_TEST_SUITE(ScanKernels, Numbers);

TYPED_TEST(ScanKernels, AlongAnyAxis) {
  using T = TypeParam;
  const Stream stream;
  for (const OuterAxisInner& g : std::vector<OuterAxisInner>{
           {1, 1, 1}, {3, 7, 1}, {2, 300, 3}, {1, 1000, 1}, {4, 5, 6}, {1, 129, 2}, {0, 3, 1}, {2, 0, 2}}) {
    const std::int64_t size = g.outer * g.extent * g.inner;
    Both<T> x(size), a(size), y(size), expected(size);
    Both<std::int64_t> places(size), expected_places(size);
    randomize(x, 1);
    randomize(a, 2, 1);
    const double scale = 3 * static_cast<double>(g.extent);
    const T* const from = x.device(stream);
    const auto check = [&](const char* what, double units, double size_of) {
      expect_near(copied(expected), y.result(), size, units, size_of, std::string(what) + " along " + std::to_string(g.extent));
    };
    for (const bool reverse : {false, true}) {
      for (const bool exclusive : {false, true}) {
        device::cumsum(stream, {g.outer, g.extent, g.inner, exclusive, reverse}, from, y.device(stream));
        cumsum({g.outer, g.extent, g.inner, exclusive, reverse}, x.host(), expected.host());
        check("cumsum", 2, scale);
        if constexpr (gradc::detail::is_real_v<T>) {
          device::cumprod(stream, {g.outer, g.extent, g.inner, exclusive, reverse}, a.device(stream), y.device(stream));
          cumprod({g.outer, g.extent, g.inner, exclusive, reverse}, a.host(), expected.host());
          check("cumprod", 500, 1e-3);
        }
      }
      device::linear_recurrence(stream, {g.outer, g.extent, g.inner, reverse}, a.device(stream), from, y.device(stream));
      linear_recurrence({g.outer, g.extent, g.inner, reverse}, a.host(), x.host(), expected.host());
      check("linear_recurrence", 50, 10);
    }
    if constexpr (gradc::detail::is_real_v<T>) {
      device::cumlogsumexp(stream, g, from, y.device(stream));
      cumlogsumexp(g, x.host(), expected.host());
      check("cumlogsumexp", 16, 4);
    }
    device::cummax(stream, g, from, y.device(stream));
    cummax(g, x.host(), expected.host());
    check("cummax", 0, 0);
    device::cummin(stream, g, from, y.device(stream));
    cummin(g, x.host(), expected.host());
    check("cummin", 0, 0);
    for (const bool smallest : {false, true}) {
      device::cumulative_winner(stream, {g.outer, g.extent, g.inner, smallest}, from, places.device(stream));
      cumulative_winner({g.outer, g.extent, g.inner, smallest}, x.host(), expected_places.host());
      expect_same(copied(expected_places), places.result(), size, "cumulative_winner");
    }
  }
  stream.wait();
}

}  // namespace
}  // namespace gradc::cuda::testing
