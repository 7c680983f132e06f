// Reductions and products on the device: as on the CPU up to rounding, and bit by bit the same again.
#include <gradc/cuda/kernels/matmul.h>
#include <gradc/cuda/kernels/reduce.h>
#include <gradc/kernels/matmul.h>
#include <gradc/kernels/reduce.h>

#include "comparison.h"

namespace gradc::cuda::testing {
namespace {

namespace device = gradc::cuda::kernels;
using namespace gradc::kernels;

const std::vector<Reduction>& reductions() {
  static const std::vector<Reduction> cases = {{{7}, {0}},
                                               {{1}, {0}},
                                               {{300}, {0}},
                                               {{5000}, {0}},
                                               {{70001}, {0}},
                                               {{16, 64}, {1}},
                                               {{9, 33}, {1}},
                                               {{3, 3000}, {1}},
                                               {{300, 5}, {1}},
                                               {{64, 16}, {0}},
                                               {{33, 9}, {0}},
                                               {{3000, 3}, {0}},
                                               {{20000, 1}, {0}},
                                               {{4, 5, 6}, {1}},
                                               {{4, 50, 40}, {1}},
                                               {{6, 7, 8}, {0, 2}},
                                               {{8, 5, 16}, {0, 2}},
                                               {{3, 4, 5, 6}, {1, 3}},
                                               {{3, 4, 5, 6}, {0, 2}},
                                               {{4, 5}, {}},
                                               {{0, 4}, {0}},
                                               {{4, 0}, {0}},
                                               {{}, {}},
                                               {{2, 300, 3, 4}, {1, 2}},
                                               {{2, 3, 2, 3, 2, 3, 2, 3}, {0, 2, 4, 6}},
                                               {{2, 3, 2, 3, 2, 3, 2, 3}, {1, 3, 5, 7}},
                                               {{40000, 3}, {0}}};
  return cases;
}

std::int64_t outputs_of(const Reduction& g) {
  std::int64_t outputs = 1;
  for (int axis = 0; axis < g.extents.rank(); ++axis)
    if (!g.axes.contains(axis)) outputs *= g.extents[axis];
  return outputs;
}

std::int64_t count_of(const Reduction& g) {
  std::int64_t count = 1;
  for (const int axis : g.axes) count *= g.extents[axis];
  return count;
}

template <class Y>
Host<Y> copied(Both<Y>& values) {
  Host<Y> result(new Y[static_cast<std::size_t>(values.size()) + 1]);
  for (std::int64_t i = 0; i < values.size(); ++i) result[static_cast<std::size_t>(i)] = values[i];
  return result;
}

// Runs both over each reduction; the device twice. `scale`: of the sum of sizes of elements, per element.
template <class T, class Y, class F, class G>
void compare(const char* name, F on_device, G on_host, double units, double scale = 0, double size = 3,
             bool is_of_nothing = true) {
  const Stream stream;
  for (const Reduction& g : reductions())
    for (const std::int64_t offset : {0, 1}) {
      const std::int64_t n = g.extents.size(), outputs = outputs_of(g);
      if (!is_of_nothing && count_of(g) == 0) continue;
      Both<T> x(n);
      Both<Y> y(outputs), again(outputs), expected(outputs);
      randomize(x, 5, size);
      const T* const from = x.device(stream, offset);
      Y* const first = y.device(stream);
      on_device(stream, g, from, first);
      on_device(stream, g, from, again.device(stream));
      stream.wait();
      on_host(g, x.host(), expected.host());
      const std::string what =
          std::string(name) + " of " + to_string(g.extents) + " along " + std::to_string(g.axes.size()) + " axes";
      expect_near(copied(expected), y.result(), outputs, units, scale * static_cast<double>(count_of(g) + 100), what);
      expect_same(y.result(), again.result(), outputs, what + ", again");
    }
}

#define GRADC_COMPARE(T, Y, name, ...)                                                                            \
  compare<T, Y>(#name, [](const Stream& s, const Reduction& g, const T* x, Y* y) { device::name(s, g, x, y); },   \
                [](const Reduction& g, const T* x, Y* y) { name(g, x, y); }, __VA_ARGS__)

template <class T>
class ReduceKernels : public ::testing::Test {};
using Numbers = ::testing::Types<float, double, half, bfloat16, std::int8_t, std::int32_t, std::uint64_t>;
TYPED_TEST_SUITE(ReduceKernels, Numbers);

TYPED_TEST(ReduceKernels, SumsProductsAndExtremes) {
  using T = TypeParam;
  GRADC_COMPARE(T, T, sum, 4, 1);
  GRADC_COMPARE(T, T, prod, 4000, 0, 1.2);
  GRADC_COMPARE(T, T, max, 0, 0, 3, false);
  GRADC_COMPARE(T, T, min, 0, 0, 3, false);
  GRADC_COMPARE(T, std::int64_t, count_nonzero, 0);
}

TYPED_TEST(ReduceKernels, FindsPlaces) {
  using T = TypeParam;
  const Stream stream;
  const std::vector<OuterAxisInner> cases = {{3, 40, 1},  {1, 3000, 1}, {5, 7, 9}, {1, 2000, 3},
                                             {200, 2, 1}, {4, 1, 4},    {0, 5, 3}};
  for (const OuterAxisInner& g : cases) {
    Both<T> x(g.outer * g.extent * g.inner);
    Both<std::int64_t> y(g.outer * g.inner), expected(g.outer * g.inner);
    randomize(x, 9);
    if constexpr (!std::is_integral_v<T>)
      if (x.size() > 9) x[x.size() / 2] = x[x.size() / 3] = number<T>(std::numeric_limits<double>::quiet_NaN());
    for (std::int64_t i = 0; i + 1 < x.size() / 4; ++i) x[i + 1] = x[i];
    const T* const from = x.device(stream);
    device::argmax(stream, g, from, y.device(stream));
    argmax(g, x.host(), expected.host());
    expect_same(copied(expected), y.result(), y.size(), "argmax");
    device::argmin(stream, g, from, y.device(stream));
    argmin(g, x.host(), expected.host());
    expect_same(copied(expected), y.result(), y.size(), "argmin");
    const Reduction middle{{g.outer, g.extent, g.inner}, {1}};
    Both<T> most(y.size()), least(y.size());
    if (y.size() == 0) continue;
    device::max(stream, middle, from, most.device(stream));
    max(middle, x.host(), least.host());
    expect_near(copied(least), most.result(), y.size(), 0, 0, "max with NaN");
  }
  stream.wait();
}

template <class T>
class RealReduceKernels : public ::testing::Test {};
using Reals = ::testing::Types<float, double, half, bfloat16>;
TYPED_TEST_SUITE(RealReduceKernels, Reals);

TYPED_TEST(RealReduceKernels, MeansNormsAndLogs) {
  using T = TypeParam;
  GRADC_COMPARE(T, T, mean, 4, 0.01);
  GRADC_COMPARE(T, T, euclidean_norm, 4);
  GRADC_COMPARE(T, T, logsumexp, 8, 0.001);
  compare<T, T>("sum_of_products",
                [](const Stream& s, const Reduction& g, const T* x, T* y) { device::sum_of_products(s, g, x, x, y); },
                [](const Reduction& g, const T* x, T* y) { sum_of_products(g, x, x, y); }, 16);
}

TYPED_TEST(RealReduceKernels, ExtremesOfRange) {
  using T = TypeParam;
  const Stream stream;
  const double big = std::is_same_v<T, double> ? 1e300 : 6e4, tiny = std::is_same_v<T, double> ? 1e-300 : 6e-5;
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::vector<double>> cases = {{big, big, 1},           {tiny, tiny, 0},   {tiny, 1, 2},
                                                  {infinity, 1, 2},        {-infinity, 1, 2}, {-infinity, -infinity, -infinity},
                                                  {infinity, nan, 1},      {0, 0, 0},         {big, nan, 0},
                                                  {infinity, -infinity, 0}};
  for (const auto& values : cases) {
    Both<T> x(3), y(1), expected(1);
    for (int i = 0; i < 3; ++i) x[i] = number<T>(values[static_cast<std::size_t>(i)]);
    const Reduction g{{3}, {0}};
    const T* const from = x.device(stream);
    device::euclidean_norm(stream, g, from, y.device(stream));
    euclidean_norm(g, x.host(), expected.host());
    expect_near(copied(expected), y.result(), 1, 4, 0, "norm of " + std::to_string(values[0]) + "...");
    device::logsumexp(stream, g, from, y.device(stream));
    logsumexp(g, x.host(), expected.host());
    expect_near(copied(expected), y.result(), 1, 4, 0,
                "logsumexp of " + std::to_string(values[0]) + ", " + std::to_string(values[1]));
  }
}

TEST(ReduceKernels, TruthAndErrors) {
  const Stream stream;
  for (const Reduction& g : reductions()) {
    const std::int64_t outputs = outputs_of(g);
    for (int kind = 0; kind < 3; ++kind) {
      Both<bool> x(g.extents.size()), y(outputs), expected(outputs);
      for (std::int64_t i = 0; i < x.size(); ++i) x[i] = kind == 2 || (kind == 1 && i % 7 == 3);
      const bool* const from = x.device(stream);
      device::any(stream, g, from, y.device(stream));
      any(g, x.host(), expected.host());
      expect_same(copied(expected), y.result(), outputs, "any");
      device::all(stream, g, from, y.device(stream));
      all(g, x.host(), expected.host());
      expect_same(copied(expected), y.result(), outputs, "all");
    }
  }
  float value = 0;
  std::int64_t place = 0;
  EXPECT_EQ(error_of([&] { max(Reduction{{0}, {0}, "model.cpp:4"}, &value, &value); }),
            error_of([&] { device::max(stream, Reduction{{0}, {0}, "model.cpp:4"}, &value, &value); }));
  EXPECT_EQ(error_of([&] { argmin(OuterAxisInner{1, 0, 2}, &value, &place); }),
            error_of([&] { device::argmin(stream, OuterAxisInner{1, 0, 2}, &value, &place); }));
}

TEST(ReduceKernels, ComplexSums) {
  using T = std::complex<float>;
  GRADC_COMPARE(T, T, sum, 4, 1);
  GRADC_COMPARE(T, T, prod, 4000, 0, 0.8);
  GRADC_COMPARE(T, T, mean, 4, 0.01);
  GRADC_COMPARE(T, std::int64_t, count_nonzero, 0);
}

template <class T>
void compare_products(double units) {
  const Stream stream;
  for (const auto& [m, n, k, batch] : std::vector<std::array<std::int64_t, 4>>{
           {1, 1, 1, 1}, {5, 7, 3, 1}, {33, 20, 40, 1}, {16, 16, 16, 3}, {4, 5, 0, 2}, {0, 3, 2, 1}, {1, 40, 17, 2}})
    for (const bool transpose_a : {false, true})
      for (const bool transpose_b : {false, true}) {
        const MatMulShape shape{m, n, k, transpose_a, transpose_b, batch};
        Both<T> a(batch * m * k), b(batch * k * n), c(batch * m * n), y(batch * m * n), expected(batch * m * n);
        randomize(a, 1);
        randomize(b, 2);
        randomize(c, 3);
        const T* const left = a.device(stream);
        const T* const right = b.device(stream);
        T* const to = c.device(stream);
        device::matmul(stream, shape, left, right, y.device(stream));
        matmul(shape, a.host(), b.host(), expected.host());
        const double scale = 9 * static_cast<double>(k);
        expect_near(copied(expected), y.result(), y.size(), units, scale, "matmul");
        device::add_matmul(stream, shape, left, right, to, y.device(stream));
        add_matmul(shape, a.host(), b.host(), c.host(), expected.host());
        expect_near(copied(expected), y.result(), y.size(), units, scale + 3, "add_matmul");
        device::add_matmul(stream, shape, left, right, to, to);
        expect_near(copied(expected), c.result(), y.size(), units, scale + 3, "add_matmul in place");
      }
  stream.wait();
}

TEST(ProductKernels, OfAllTypes) {
  compare_products<float>(2);
  compare_products<double>(2);
  compare_products<half>(2);
  compare_products<bfloat16>(2);
  compare_products<std::int8_t>(0);
  compare_products<std::int32_t>(0);
  compare_products<std::uint64_t>(0);
  compare_products<std::complex<float>>(4);
  compare_products<std::complex<double>>(4);
}

}  // namespace
}  // namespace gradc::cuda::testing
