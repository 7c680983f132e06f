// Convolutions against plain loops, at geometries drawn at random: steps that don't divide, padding that differs or cuts
// off, dilation, groups, a filter for each channel. Values are small integers, so that sums are exact in every type.
#include <gradc/kernels/conv.h>

#include <random>

#include "expect.h"
#include "kernels/products/gemm.h"

namespace {

using gradc::kernels::Convolution;
using gradc::Shape;

std::mt19937 engine(7);
std::int64_t draw(std::int64_t low, std::int64_t high) {
  return std::uniform_int_distribution<std::int64_t>(low, high)(engine);
}

// A geometry of one to three axes that has places.
Convolution random_convolution(std::int64_t widest) {
  for (;;) {
    Convolution g{draw(1, 3), draw(1, 4), 0, draw(0, 2) == 0 ? draw(2, 4) : 1, {}, {}, {}, {}, {}, {}};
    g.filters = g.groups * draw(1, draw(0, 3) == 0 ? 20 : 3);
    if (draw(0, 3) == 0) g.channels = 1;
    const std::int64_t axes = draw(1, 3);
    bool fits = true;
    for (std::int64_t i = 0; i < axes; ++i) {
      const std::int64_t x = draw(1, i == axes - 1 ? widest : 9), w = draw(1, 4);
      g.stride[i] = draw(1, 3), g.dilation[i] = draw(1, 3), g.low[i] = draw(-2, 3);
      const std::int64_t room = x + g.low[i] + draw(-2, 3) - g.dilation[i] * (w - 1) - 1;
      fits = fits && room >= 0;
      g.x.push_back(x), g.w.push_back(w), g.y.push_back(fits ? room / g.stride[i] + 1 : 0);
    }
    if (fits) return g;
  }
}

// Calls f(x, w, y), elements that meet.
template <class F>
void each_meeting(const Convolution& g, F f) {
  const int axes = g.x.rank();
  const std::int64_t per_group = g.filters / g.groups;
  for (std::int64_t n = 0; n < g.batch; ++n)
    for (std::int64_t o = 0; o < g.filters; ++o)
      for (std::int64_t c = 0; c < g.channels; ++c)
        for (std::int64_t p = 0; p < g.y.size(); ++p)
          for (std::int64_t k = 0; k < g.w.size(); ++k) {
            std::int64_t x = 0, place = p, tap = k, stride = 1;
            bool inside = true;
            for (int i = axes - 1; i >= 0; --i) {
              const std::int64_t at = place % g.y[i] * g.stride[i] + tap % g.w[i] * g.dilation[i] - g.low[i];
              inside = inside && at >= 0 && at < g.x[i];
              x += at * stride, stride *= g.x[i], place /= g.y[i], tap /= g.w[i];
            }
            if (!inside) continue;
            const std::int64_t channel = o / per_group * g.channels + c;
            f((n * g.groups * g.channels + channel) * g.x.size() + x, (o * g.channels + c) * g.w.size() + k,
              (n * g.filters + o) * g.y.size() + p);
          }
}

template <class T>
std::vector<T> integers(std::int64_t count) {
  std::vector<T> values;
  for (std::int64_t i = 0; i < count; ++i) values.push_back(gradc::detail::convert_scalar<T>(static_cast<int>(draw(-2, 2))));
  return values;
}

template <class T>
void expect_sums(const std::vector<T>& actual, const std::vector<double>& expected, const char* what, const Convolution& g) {
  for (std::size_t i = 0; i < actual.size(); ++i)
    ASSERT_EQ(static_cast<double>(actual[i]), expected[i])
        << what << ' ' << i << " x " << to_string(g.x) << " w " << to_string(g.w) << " y " << to_string(g.y) << " groups "
        << g.groups << " channels " << g.channels << " filters " << g.filters << " low " << g.low[0] << ' ' << g.low[1];
}

template <class T>
void check(const Convolution& g) {
  const std::int64_t sizes[] = {g.batch * g.groups * g.channels * g.x.size(), g.filters * g.channels * g.w.size(),
                                g.batch * g.filters * g.y.size()};
  const std::vector<T> x = integers<T>(sizes[0]), w = integers<T>(sizes[1]), y = integers<T>(sizes[2]);
  std::vector<double> to_x(x.size()), to_w(w.size()), to_y(y.size());
  each_meeting(g, [&](std::int64_t i, std::int64_t j, std::int64_t k) {
    const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j), c = static_cast<std::size_t>(k);
    to_x[a] += static_cast<double>(w[b]) * static_cast<double>(y[c]);
    to_w[b] += static_cast<double>(x[a]) * static_cast<double>(y[c]);
    to_y[c] += static_cast<double>(x[a]) * static_cast<double>(w[b]);
  });
  std::vector<T> made_x(x.size(), T(9.0f)), made_w(w.size(), T(9.0f)), made_y(y.size(), T(9.0f));
  gradc::kernels::conv(g, x.data(), w.data(), made_y.data());
  gradc::kernels::conv_input_grad(g, y.data(), w.data(), made_x.data());
  gradc::kernels::conv_filter_grad(g, x.data(), y.data(), made_w.data());
  expect_sums(made_y, to_y, "y", g);
  expect_sums(made_x, to_x, "x", g);
  expect_sums(made_w, to_w, "w", g);
}

TEST(Convolution, IsThatOfLoops) {
  for (int trial = 0; trial < 400; ++trial) {
    const Convolution g = random_convolution(12);
    check<float>(g);
    check<double>(g);
    if (trial % 4 != 0) continue;
    check<gradc::half>(g);
    if (g.filters * g.channels * g.w.size() < 50 && g.batch * g.y.size() < 20) check<gradc::bfloat16>(g);
    if (HasFatalFailure()) return;
  }
}

// So large that images, filters and patches go over blocks and tiles.
TEST(Convolution, IsThatOfLoopsInBlocks) {
  for (int trial = 0; trial < 30; ++trial) {
    Convolution g = random_convolution(90);
    g.channels = draw(1, 40), g.filters = g.groups * draw(1, 30);
    if (g.batch * g.channels * g.filters * g.y.size() * g.w.size() > 20000000) continue;
    check<float>(g);
    check<double>(g);
    if (HasFatalFailure()) return;
  }
}

// More rows of patches than are computed at a time.
TEST(Convolution, OfLargeFilters) {
  check<float>({1, 3, 2, 1, {200, 200}, {190, 190}, {4, 2}, {3, 7, 0}, {1, 1, 0}, {0, 0, 0}});
  check<float>({2, 1, 3, 1, {700}, {300}, {130}, {3, 0, 0}, {1, 0, 0}, {0, 0, 0}});
  check<float>({2, 1, 2, 1, {700}, {300}, {130}, {3, 0, 0}, {1, 0, 0}, {0, 0, 0}});
}

// Rows longer than there is room for on the stack.
TEST(Convolution, OfOneChannelWithLongRows) {
  check<float>({1, 1, 1, 1, {9000}, {3}, {8998}, {1, 0, 0}, {1, 0, 0}, {0, 0, 0}});
  check<double>({1, 1, 2, 1, {12, 3000}, {3, 3}, {6, 1500}, {2, 2, 0}, {1, 1, 0}, {1, 1, 0}});
  check<float>({1, 1, 2, 1, {6, 9000}, {3, 3}, {3, 4500}, {2, 2, 0}, {1, 1, 0}, {1, 1, 0}});
}

TEST(Convolution, OfNothing) {
  const Convolution none{0, 2, 2, 1, {3}, {2}, {2}, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}};
  check<float>(none);
  check<double>({2, 0, 2, 1, {3}, {2}, {2}, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}});
  check<float>({1, 1, 1, 1, {0}, {2}, {1}, {1, 1, 1}, {1, 1, 1}, {1, 0, 0}});
}

// Every instruction set that this processor has.
template <class T>
void check_sets(void (*gemm)(const gradc::kernels::Gemm<T>&, T*), void (*y)(const gradc::kernels::Depthwise<T>&),
                void (*x)(const gradc::kernels::Depthwise<T>&), void (*w)(const gradc::kernels::Depthwise<T>&)) {
  gradc::Tensor<T, 1> buffer(Shape{gradc::kernels::gemm_buffer_bytes<T>() / static_cast<int>(sizeof(T))});
  for (int trial = 0; trial < 60; ++trial) {
    Convolution g = random_convolution(20);
    g.groups = 1;
    gradc::kernels::Patches p{g.channels, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {0, 0, 0},
                              g.channels * g.x.size(), false};
    for (int i = 0; i < g.x.rank(); ++i) {
      const int axis = 3 - g.x.rank() + i;
      p.x[axis] = g.x[i], p.w[axis] = g.w[i], p.y[axis] = g.y[i];
      p.stride[axis] = g.stride[i], p.dilation[axis] = g.dilation[i], p.low[axis] = g.low[i];
    }
    std::vector<T> xs = integers<T>(g.batch * p.image), ws = integers<T>(g.filters * g.channels * g.w.size()),
                   ys(static_cast<std::size_t>(g.batch * g.filters * g.y.size()));
    std::vector<double> expected(ys.size());
    each_meeting(g, [&](std::int64_t i, std::int64_t j, std::int64_t k) {
      expected[static_cast<std::size_t>(k)] +=
          static_cast<double>(xs[static_cast<std::size_t>(i)]) * static_cast<double>(ws[static_cast<std::size_t>(j)]);
    });
    const std::int64_t rows = g.channels * g.w.size();
    gradc::kernels::Gemm<T> product{g.filters, g.batch * g.y.size(), rows, ws.data(), rows, 1, xs.data(), 0, 0, ys.data()};
    product.patches = &p;
    product.c_row = product.c_run = g.y.size(), product.c_jump = g.filters * g.y.size();
    gemm(product, buffer.data());
    expect_sums(ys, expected, "y", g);
    gradc::kernels::Patches transposed = p;
    transposed.transposed = true;
    std::vector<double> to_filters(ws.size());
    each_meeting(g, [&](std::int64_t i, std::int64_t j, std::int64_t k) {
      to_filters[static_cast<std::size_t>(j)] +=
          static_cast<double>(xs[static_cast<std::size_t>(i)]) * static_cast<double>(ys[static_cast<std::size_t>(k)]);
    });
    std::vector<T> filters = ws;
    gradc::kernels::Gemm<T> sums{g.filters, rows, g.batch * g.y.size(), ys.data(), g.y.size(), 1, xs.data(), 0, 0, filters.data()};
    sums.patches = &transposed;
    sums.a_run = g.y.size(), sums.a_jump = g.filters * g.y.size();
    gemm(sums, buffer.data());
    expect_sums(filters, to_filters, "w", g);
    if (g.channels != 1) continue;
    const gradc::kernels::Depthwise<T> d{g.batch, 1, g.filters, p, xs.data(), ws.data(), ys.data()};
    std::fill(ys.begin(), ys.end(), T(5));
    y(d);
    expect_sums(ys, expected, "depthwise y", g);
    std::vector<double> to_x(xs.size()), to_w(ws.size());
    each_meeting(g, [&](std::int64_t i, std::int64_t j, std::int64_t k) {
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j), c = static_cast<std::size_t>(k);
      to_x[a] += static_cast<double>(ws[b]) * static_cast<double>(ys[c]);
      to_w[b] += static_cast<double>(xs[a]) * static_cast<double>(ys[c]);
    });
    std::vector<T> made = ws;
    w({g.batch, 1, g.filters, p, xs.data(), made.data(), ys.data()});
    expect_sums(made, to_w, "depthwise w", g);
    made = xs;
    x({g.batch, 1, g.filters, p, made.data(), ws.data(), ys.data()});
    expect_sums(made, to_x, "depthwise x", g);
    if (testing::Test::HasFatalFailure()) return;
  }
}
#define GRADC_CHECK_SET(isa)                                                                                           \
  {                                                                                                                    \
    using namespace gradc::kernels::isa;                                                                               \
    check_sets<float>(gemm, depthwise_y, depthwise_x, depthwise_w);                                                    \
    check_sets<double>(gemm, depthwise_y, depthwise_x, depthwise_w);                                                   \
  }

TEST(Convolution, IsThatOfLoopsInEverySet) {
  GRADC_CHECK_SET(baseline)
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) GRADC_CHECK_SET(avx2)
  if (__builtin_cpu_supports("avx512f")) GRADC_CHECK_SET(avx512)
#endif
}

using Images = gradc::Tensor<double, 4>;
Images images(const Shape& shape, const std::vector<double>& numbers) { return Images::from(numbers.data(), shape); }
using Lines = gradc::Tensor<double, 3>;

TEST(Convolution, Options) {
  const Lines x{{{1, 2, 3, 4, 5}}}, w{{{1, 10}}};
  gradc_test::expect_equal(gradc::conv1d(x, w), Lines{{{21, 32, 43, 54}}});
  gradc_test::expect_equal(gradc::conv1d(x, w, gradc::Conv().stride(2).padding(1)), Lines{{{10, 32, 54}}});
  gradc_test::expect_equal(gradc::conv1d(x, w, gradc::Conv().padding(1).pad_low(0)), Lines{{{21, 32, 43, 54, 5}}});
  gradc_test::expect_equal(gradc::conv1d(x, w, gradc::Conv().pad_low(0).padding(1)), Lines{{{21, 32, 43, 54, 5}}});
  gradc_test::expect_equal(gradc::conv1d(x, w, gradc::Conv().dilation(3).pad_low(-1)), Lines{{{52}}});
  gradc_test::expect_equal(gradc::conv1d(x, w, gradc::Conv().same()), Lines{{{21, 32, 43, 54, 5}}});
  gradc_test::expect_equal(gradc::conv1d(x, w, gradc::Conv().same().stride(3)), Lines{{{21, 54}}});
  gradc_test::expect_equal(gradc::conv_transpose1d(Lines{{{1, 2}}}, w, gradc::ConvTranspose().stride(2).output_padding(1)),
                           Lines{{{1, 10, 2, 20, 0}}});
  const Images image = images({1, 1, 2, 2}, {1, 2, 3, 4}), filter = images({1, 1, 1, 2}, {1, 10});
  gradc_test::expect_equal(gradc::conv2d(image, filter), images({1, 1, 2, 1}, {21, 43}));
  gradc_test::expect_equal(gradc::conv2d(image, filter, gradc::Conv().padding(0, 1)), images({1, 1, 2, 3}, {10, 21, 2, 30, 43, 4}));
}

TEST(Convolution, Mistakes) {
  const Lines x{{{1, 2, 3}}}, w{{{1, 10}}}, two{{{1}, {2}}};
  EXPECT_ERROR(gradc::conv1d(two, w), gradc::ShapeError,
               "conv1d: the channels are not those of the filters; x has the shape (1, 2, 1), the window (1, 1, 2)");
  EXPECT_ERROR(gradc::conv1d(x, w, gradc::Conv().groups(2)), gradc::ShapeError,
               "conv1d: 2 groups do not divide the filters; x has the shape (1, 1, 3), the window (1, 1, 2)");
  EXPECT_ERROR(gradc::conv1d(x, w, gradc::Conv().stride(0)), gradc::ShapeError, "conv1d: a step is less than 1");
  EXPECT_ERROR(gradc::conv1d(x, w, gradc::Conv().dilation(3)), gradc::ShapeError,
               "conv1d: the window is larger than the padded input; x has the shape (1, 1, 3), the window (2)");
  EXPECT_ERROR(gradc::conv1d(x, w, gradc::Conv().stride(1, 2)), gradc::ShapeError,
               "conv1d: an option has another number of axes");
  EXPECT_ERROR(gradc::conv_transpose1d(x, w, gradc::ConvTranspose().output_padding(1)), gradc::ShapeError,
               "conv_transpose1d: output_padding is not less than the stride or the dilation; x has the shape (1, 1, 3), "
               "the window (1, 1, 2)");
}

constexpr double kInf = std::numeric_limits<double>::infinity(), kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Pooling, Maxima) {
  const Lines x{{{1, 3, 3, kNaN, 2, -kInf}}};
  gradc_test::expect_equal(gradc::max_pool1d(x, 2), Lines{{{3, kNaN, 2}}});
  gradc_test::expect_equal(gradc::max_pool1d(x, 1, gradc::Pool().stride(5)), Lines{{{1, -kInf}}});
  gradc_test::expect_equal(gradc::max_pool1d(Lines{{{-1, -2}}}, 1, gradc::Pool().padding(1)), Lines{{{-kInf, -1, -2, -kInf}}});
  gradc_test::expect_equal(gradc::max_pool1d(Lines{{{1, 2, 3}}}, 2, gradc::Pool().ceil_mode()), Lines{{{2, 3}}});
  const Images image = images({1, 1, 2, 3}, {1, 2, 3, 6, 5, 4});
  gradc_test::expect_equal(gradc::max_pool2d(image, 2, gradc::Pool().stride(1)), images({1, 1, 1, 2}, {6, 5}));
  gradc_test::expect_equal(gradc::max_pool2d(image, {2, 1}), images({1, 1, 1, 3}, {6, 5, 4}));
}

TEST(Pooling, Means) {
  const Lines x{{{1, 2, 3, 4, 5}}};
  gradc_test::expect_equal(gradc::avg_pool1d(x, 2), Lines{{{1.5, 3.5}}});
  gradc_test::expect_equal(gradc::avg_pool1d(x, 2, gradc::Pool().ceil_mode()), Lines{{{1.5, 3.5, 5}}});
  gradc_test::expect_equal(gradc::avg_pool1d(x, 2, gradc::Pool().padding(1)), Lines{{{0.5, 2.5, 4.5}}});
  gradc_test::expect_equal(gradc::avg_pool1d(x, 2, gradc::Pool().padding(1).count_include_pad(false)), Lines{{{1, 2.5, 4.5}}});
  // The last window has two elements of x, one of padding, and one that is neither.
  gradc_test::expect_equal(gradc::avg_pool1d(x, 4, gradc::Pool().padding(1).stride(4).ceil_mode()), Lines{{{1.5, 3}}});
  gradc_test::expect_equal(gradc::lp_pool1d(Lines{{{3, -4, 0, 0}}}, 2, 2), Lines{{{5, 0}}});
  gradc_test::expect_equal(gradc::global_avg_pool(x), Lines{{{3}}});
  gradc_test::expect_equal(gradc::adaptive_avg_pool(x, {2}), Lines{{{2, 4}}});
  gradc_test::expect_equal(gradc::adaptive_avg_pool(x, {3}), Lines{{{1.5, 3, 4.5}}});
}

TEST(Pooling, Resizes) {
  const Lines x{{{0, 10, 20}}};
  gradc_test::expect_equal(gradc::resize_nearest(x, {5}), Lines{{{0, 0, 10, 10, 20}}});
  gradc_test::expect_equal(gradc::resize_nearest(x, {2}), Lines{{{0, 10}}});
  gradc_test::expect_equal(gradc::resize_nearest(x, {2}, gradc::Resize().half_pixel()), Lines{{{0, 20}}});
  gradc_test::expect_equal(gradc::resize_bilinear(x, {6}), Lines{{{0, 2.5, 7.5, 12.5, 17.5, 20}}});
  gradc_test::expect_equal(gradc::resize_bilinear(x, {5}, gradc::Resize().align_corners()), Lines{{{0, 5, 10, 15, 20}}});
  gradc_test::expect_equal(gradc::resize_bilinear(x, {6}, gradc::Resize().half_pixel(false)), Lines{{{0, 5, 10, 15, 20, 20}}});
}

TEST(Pooling, Patches) {
  const Images image = images({1, 1, 2, 3}, {1, 2, 3, 4, 5, 6});
  const Lines columns{{{1, 2}, {2, 3}, {4, 5}, {5, 6}}};
  gradc_test::expect_equal(gradc::unfold(image, {2, 2}), columns);
  gradc_test::expect_equal(gradc::fold(columns, {2, 3}, {2, 2}), images({1, 1, 2, 3}, {1, 4, 3, 4, 10, 6}));
  const Images deep = images({1, 4, 1, 1}, {1, 2, 3, 4});
  gradc_test::expect_equal(gradc::depth_to_space(deep, 2), images({1, 1, 2, 2}, {1, 2, 3, 4}));
  gradc_test::expect_equal(gradc::space_to_depth(gradc::depth_to_space(deep, 2), 2), deep);
}

TEST(Pooling, Mistakes) {
  const Lines x{{{1, 2, 3}}};
  EXPECT_ERROR(gradc::max_pool1d(x, 4), gradc::ShapeError,
               "max_pool1d: the window is larger than the padded input; x has the shape (1, 1, 3), the window (4)");
  EXPECT_ERROR(gradc::avg_pool1d(x, 0), gradc::ShapeError, "avg_pool1d: a step is less than 1");
  EXPECT_ERROR(gradc::lp_pool1d(x, 0, 2), gradc::ShapeError,
               "lp_pool1d: the norm is not a number above 0; x has the shape (1, 1, 3)");
  EXPECT_ERROR(gradc::adaptive_avg_pool(Lines(Shape{1, 1, 0}), {2}), gradc::ShapeError,
               "adaptive_avg_pool: the result has elements but the input has none; x has the shape (1, 1, 0)");
  EXPECT_ERROR(gradc::fold(Lines{{{1, 2, 3}}}, {2}, {1}), gradc::ShapeError,
               "fold: there is another number of columns than places; x has the shape (1, 1, 3)");
}

TEST(BatchNorm, GivesItsStatistics) {
  const gradc::Matrix<double> x{{1, 10}, {3, 30}};
  const gradc::Vector<double> scale{2, 1}, offset{0, 5};
  const auto [y, mean, variance] = gradc::batch_norm_training(x, scale, offset, 0.0);
  gradc_test::expect_near(y, gradc::Matrix<double>{{-2, 4}, {2, 6}}, 1e-15);
  gradc_test::expect_equal(mean, gradc::Vector<double>{2, 20});
  gradc_test::expect_equal(variance, gradc::Vector<double>{1, 100});
  const auto unbiased = gradc::batch_norm_training(x, scale, offset, gradc::BatchNorm().unbiased());
  gradc_test::expect_equal(unbiased.variance, gradc::Vector<double>{2, 200});
  const auto both = gradc::var_mean(x, 0, gradc::Variance().correction(1));
  gradc_test::expect_equal(both.variance, unbiased.variance);
  gradc_test::expect_equal(both.mean, mean);
}

TEST(LocalResponse, SumsOverChannels) {
  const Lines x{{{1}, {2}, {3}}};
  gradc_test::expect_near(gradc::local_response_norm(x, 2, 2.0, 1.0, 1.0), Lines{{{1 / 2.0}, {2 / 6.0}, {3 / 14.0}}}, 1e-15);
  gradc_test::expect_near(gradc::weight_norm(gradc::Matrix<double>{{3, 4}, {0, 0}}, gradc::Vector<double>{10, 2}),
                          gradc::Matrix<double>{{6, 8}, {0, 0}}, 1e-15);
}

}  // namespace
