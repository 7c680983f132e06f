// Kernels against naive loops, over all sets of axes and awkward extents.
#include <gradc/kernels.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "expect.h"

namespace {

namespace kernels = gradc::kernels;
using gradc::bfloat16;
using gradc::half;
using gradc::Shape;
using gradc_test::noise;
using gradc_test::number;
using gradc_test::tolerance;

constexpr double kInf = std::numeric_limits<double>::infinity();

// Calls f(offset of each element of a row-major array, its index along every axis).
template <class F>
void for_each(const Shape& shape, F f) {
  std::vector<std::int64_t> index(static_cast<std::size_t>(shape.rank()), 0);
  for (std::int64_t offset = 0; offset < shape.size(); ++offset) {
    f(offset, index);
    for (int axis = shape.rank() - 1; axis >= 0; --axis) {
      const auto at = static_cast<std::size_t>(axis);
      if (++index[at] < shape[axis]) break;
      index[at] = 0;
    }
  }
}

template <class T>
void check_reductions(const Shape& shape) {
  const auto x = noise<T>(shape.size());
  for (int set = 0; set < 1 << shape.rank(); ++set) {
    kernels::Reduction geometry{shape, {}};
    Shape kept;
    std::int64_t count = 1;
    for (int axis = 0; axis < shape.rank(); ++axis) {
      if ((set >> axis & 1) != 0) {
        geometry.axes.push_back(axis);
        count *= shape[axis];
      } else {
        kept.push_back(shape[axis]);
      }
    }
    const auto size = static_cast<std::size_t>(kept.size());
    std::vector<double> sum(size, 0), largest(size, -kInf), smallest(size, kInf), exps(size, 0),
        magnitude(size, 1);
    for_each(shape, [&](std::int64_t offset, const std::vector<std::int64_t>& index) {
      std::int64_t to = 0;
      for (int axis = 0; axis < shape.rank(); ++axis)
        if ((set >> axis & 1) == 0) to = to * shape[axis] + index[static_cast<std::size_t>(axis)];
      const auto at = static_cast<std::size_t>(to);
      const double value = number(x[static_cast<std::size_t>(offset)]);
      sum[at] += value;
      magnitude[at] += std::fabs(value);
      largest[at] = std::max(largest[at], value);
      smallest[at] = std::min(smallest[at], value);
      exps[at] += std::exp(value);
    });
    std::vector<T> y(size);
    kernels::sum(geometry, x.data(), y.data());
    for (std::size_t i = 0; i < size; ++i) ASSERT_NEAR(number(y[i]), sum[i], tolerance<T>() * magnitude[i]);
    if (count == 0) continue;
    kernels::max(geometry, x.data(), y.data());
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(number(y[i]), largest[i]);
    kernels::min(geometry, x.data(), y.data());
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(number(y[i]), smallest[i]);
    if constexpr (!std::is_integral_v<T>) {
      kernels::mean(geometry, x.data(), y.data());
      for (std::size_t i = 0; i < size; ++i)
        ASSERT_NEAR(number(y[i]), sum[i] / static_cast<double>(count), tolerance<T>() * magnitude[i]);
      kernels::logsumexp(geometry, x.data(), y.data());
      for (std::size_t i = 0; i < size; ++i)
        ASSERT_NEAR(number(y[i]), std::log(exps[i]), tolerance<T>() * (1 + std::fabs(std::log(exps[i]))));
    }
  }
}

TEST(ReduceKernels, AgreeWithLoopsOverEverySetOfAxes) {
  for (const Shape& shape :
       {Shape{}, Shape{1}, Shape{700}, Shape{3, 4}, Shape{40, 130}, Shape{5, 1, 7}, Shape{3, 4, 5},
        Shape{2, 3, 4, 5}, Shape{2, 1, 3, 1, 2, 2}, Shape{0, 3}, Shape{3, 0}}) {
    check_reductions<double>(shape);
    check_reductions<float>(shape);
    check_reductions<half>(shape);
    check_reductions<bfloat16>(shape);
    check_reductions<std::int32_t>(shape);
    check_reductions<std::int64_t>(shape);
  }
}

TEST(ReduceKernels, ArgmaxTakesTheFirst) {
  const float x[] = {1, 5, 5, 2, 9, 9, 9, 0};
  std::int64_t y[4];
  kernels::argmax({2, 4, 1}, x, y);
  EXPECT_EQ(y[0], 1);
  EXPECT_EQ(y[1], 0);
  kernels::argmax({1, 2, 4}, x, y);
  EXPECT_EQ(y[0], 1);
  EXPECT_EQ(y[3], 0);
}

TEST(SoftmaxKernels, MayWorkInPlace) {
  const auto x = noise<float>(24);
  for (const auto& geometry : {kernels::OuterAxisInner{1, 24, 1}, {2, 3, 4}, {6, 4, 1}, {1, 4, 6}}) {
    auto in_place = x;
    std::vector<float> y(24);
    kernels::softmax(geometry, x.data(), y.data());
    kernels::softmax(geometry, in_place.data(), in_place.data());
    EXPECT_EQ(in_place, y);
    in_place = x;
    std::vector<float> z(24);
    kernels::log_softmax(geometry, x.data(), z.data());
    kernels::log_softmax(geometry, in_place.data(), in_place.data());
    EXPECT_EQ(in_place, z);
    for (std::size_t i = 0; i < 24; ++i) EXPECT_NEAR(std::exp(z[i]), y[i], 1e-6);
    for (std::int64_t o = 0; o < geometry.outer; ++o)
      for (std::int64_t i = 0; i < geometry.inner; ++i) {
        float total = 0;
        for (std::int64_t k = 0; k < geometry.extent; ++k)
          total += y[static_cast<std::size_t>((o * geometry.extent + k) * geometry.inner + i)];
        EXPECT_NEAR(total, 1, 1e-6);
      }
  }
}

TEST(SoftmaxKernels, WriteNothingForABadLabel) {
  const float logits[] = {1, 2, 3, 4};
  const int labels[] = {0, 2};
  float y[] = {7, 7};
  EXPECT_THROW(kernels::sparse_softmax_cross_entropy({2, 2}, logits, labels, y), gradc::IndexError);
  EXPECT_EQ(y[0], 7);
  kernels::softmax_cross_entropy({2, 0}, logits, logits, y);
  EXPECT_EQ(y[1], 0);
}

TEST(ShapeKernels, TransposeAgreesWithItsDefinition) {
  for (const Shape& shape : {Shape{3, 4, 5, 2}, Shape{17, 1, 33, 2}, Shape{1, 1, 1, 1}, Shape{2, 0, 3, 4}}) {
    const auto x = noise<double>(shape.size());
    int order[] = {0, 1, 2, 3};
    do {
      kernels::Permutation geometry{shape, {order[0], order[1], order[2], order[3]}};
      Shape result;
      for (const int axis : order) result.push_back(shape[axis]);
      std::vector<double> y(x.size());
      kernels::transpose(geometry, x.data(), y.data());
      for_each(result, [&](std::int64_t offset, const std::vector<std::int64_t>& index) {
        std::int64_t from[4];
        for (std::size_t i = 0; i < 4; ++i) from[order[i]] = index[i];
        const std::int64_t at = ((from[0] * shape[1] + from[1]) * shape[2] + from[2]) * shape[3] + from[3];
        ASSERT_EQ(y[static_cast<std::size_t>(offset)], x[static_cast<std::size_t>(at)]);
      });
    } while (std::next_permutation(order, order + 4));
  }
}

TEST(ShapeKernels, SliceAndPadAreInverse) {
  const Shape whole{4, 5, 3}, box{2, 5, 1};
  const auto x = noise<float>(whole.size());
  std::vector<float> y(10), back(60, 9);
  kernels::slice({{4, 5, 3}, {1, 0, 2}, {2, 5, 1}}, x.data(), y.data());
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 5; ++j) EXPECT_EQ(y[i * 5 + j], x[((i + 1) * 5 + j) * 3 + 2]);
  kernels::pad({{4, 5, 3}, {1, 0, 2}, {2, 5, 1}}, y.data(), back.data());
  for_each(whole, [&](std::int64_t offset, const std::vector<std::int64_t>& index) {
    const bool inside = index[0] >= 1 && index[0] < 3 && index[2] == 2;
    const auto at = static_cast<std::size_t>(offset);
    EXPECT_EQ(back[at], inside ? x[at] : 0);
  });
}

TEST(ShapeKernels, Broadcast) {
  const float x[] = {1, 2, 3};
  std::vector<float> y(12);
  kernels::broadcast({{3, 1}, {2, 3, 2}}, x, y.data());
  EXPECT_EQ(y, (std::vector<float>{1, 1, 2, 2, 3, 3, 1, 1, 2, 2, 3, 3}));
  kernels::broadcast({{}, {2}}, x, y.data());
  EXPECT_EQ(y[1], 1);
}

TEST(ShapeKernels, RunsAndFills) {
  const int x[] = {1, 2, 3, 4};
  std::vector<int> y(6, 0);
  kernels::copy_strided({2, 2, 2, 3}, x, y.data());
  EXPECT_EQ(y, (std::vector<int>{1, 2, 0, 3, 4, 0}));
  kernels::fill(2, 9, y.data());
  kernels::copy(0, x, y.data());
  kernels::copy(6, y.data(), y.data());
  EXPECT_EQ(y, (std::vector<int>{9, 9, 0, 3, 4, 0}));
}

TEST(IndexKernels, ScatterAddsDuplicates) {
  const float x[] = {1, 2, 3, 4, 5, 6};
  const std::int64_t indices[] = {2, 0, 2};
  const float updates[] = {10, 20, 30, 40, 50, 60};
  std::vector<float> y(6);
  kernels::scatter_add({1, 3, 2, 3}, x, indices, updates, y.data());
  EXPECT_EQ(y, (std::vector<float>{31, 42, 3, 4, 65, 86}));
  kernels::scatter_add({1, 3, 2, 3}, static_cast<const float*>(nullptr), indices, updates, y.data());
  EXPECT_EQ(y, (std::vector<float>{30, 40, 0, 0, 60, 80}));
  kernels::scatter_add({1, 3, 2, 3}, y.data(), indices, updates, y.data());
  EXPECT_EQ(y, (std::vector<float>{60, 80, 0, 0, 120, 160}));
  const int bad[] = {0, 0, 3};
  EXPECT_ERROR(kernels::scatter_add({1, 3, 2, 3}, x, bad, updates, y.data()), gradc::IndexError,
               "scatter_add: index 3, at place 2, is out of range for an axis of extent 3");
  EXPECT_EQ(y[0], 60);
}

TEST(IndexKernels, TakeIsTheTransposeOfScatter) {
  const auto x = noise<double>(2 * 5 * 3);
  const int indices[] = {4, 4, 1, 0};
  std::vector<double> y(2 * 4 * 3);
  kernels::take({2, 5, 3, 4}, x.data(), indices, y.data());
  for (std::size_t o = 0; o < 2; ++o)
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        EXPECT_EQ(y[(o * 4 + i) * 3 + j], x[(o * 5 + static_cast<std::size_t>(indices[i])) * 3 + j]);
  const auto u = noise<double>(2 * 4 * 3, 3);
  std::vector<double> scattered(x.size());
  kernels::scatter_add({2, 5, 3, 4}, static_cast<const double*>(nullptr), indices, u.data(),
                       scattered.data());
  EXPECT_NEAR(std::inner_product(u.begin(), u.end(), y.begin(), 0.0),
              std::inner_product(x.begin(), x.end(), scattered.begin(), 0.0), 1e-12);
}

}  // namespace
