// Kernels give the same bits however their work is cut for threads.
#include <gradc/detail/parallel.h>
#include <gradc/threads.h>

#include <cstring>
#include <string>
#include <vector>

#include "backwards.h"
#include "expect.h"

namespace {

namespace k = gradc::kernels;
using gradc_test::Backwards;
using gradc_test::noise;

// What `run` fills `y` with, by one thread and by others.
template <class T, class Run>
void expect_same_bits(std::size_t size, const std::string& what, Run run, bool is_cut = true) {
  std::vector<T> expected(size);
  run(expected.data());
  Backwards two(2), many(40);
  gradc::Threads threads(3);
  for (gradc::Executor* executor : std::initializer_list<gradc::Executor*>{&two, &many, &threads}) {
    gradc::Workspace workspace;
    workspace.use(*executor);
    const gradc::Parallel parallel(workspace);
    std::vector<T> actual(size);
    run(actual.data());
    EXPECT_EQ(std::memcmp(actual.data(), expected.data(), size * sizeof(T)), 0) << what << " by " << executor->concurrency();
  }
  EXPECT_EQ(two.runs > 0, is_cut) << what;
}

template <class T>
void check_products() {
  struct Case {
    std::int64_t m, n, k, batch = 1;
    bool is_cut = true;
  };
  for (const Case& c : {Case{300, 300, 64}, {97, 33, 301}, {1, 3000, 500}, {3000, 1, 500}, {2, 3000, 300, 1, false}, {3001, 2, 400},
                        {5, 3000, 200}, {64, 65, 900, 3}, {17, 19, 23, 400}, {1, 1, 300000, 1, false}, {130, 130, 300}})
    for (const int transposes : {0, 1, 2, 3}) {
      const std::vector<T> a = noise<T>(c.m * c.k * c.batch, 1), b = noise<T>(c.k * c.n * c.batch, 2);
      const k::MatMulShape shape{c.m, c.n, c.k, (transposes & 1) != 0, (transposes & 2) != 0, c.batch};
      expect_same_bits<T>(static_cast<std::size_t>(c.m * c.n * c.batch),
                          "product " + std::to_string(c.m) + " x " + std::to_string(c.n) + " x " + std::to_string(c.k) + ", " + std::to_string(transposes),
                          [&](T* y) { k::matmul(shape, a.data(), b.data(), y); }, c.is_cut);
    }
  const std::vector<T> a = noise<T>(211 * 160);
  expect_same_bits<T>(211 * 211, "symmetric product", [&](T* y) { k::matmul({211, 211, 160, false, true, 1, true}, a.data(), a.data(), y); });
}

TEST(Threads, CutProducts) {
  check_products<float>();
  check_products<double>();
  const std::vector<gradc::half> a = noise<gradc::half>(90 * 90), b = noise<gradc::half>(90 * 90, 2);
  expect_same_bits<gradc::half>(90 * 90, "product of half", [&](gradc::half* y) { k::matmul({90, 90, 90}, a.data(), b.data(), y); });
}

template <class T>
void check_convolutions() {
  struct Case {
    std::int64_t batch, channels, filters, groups, x, w, stride, low;
  };
  for (const Case& c : {Case{5, 8, 12, 1, 20, 3, 1, 1}, {3, 5, 130, 1, 16, 3, 1, 1}, {4, 12, 20, 1, 31, 3, 2, 1}, {5, 1, 8, 8, 30, 3, 1, 1},
                        {5, 1, 16, 8, 30, 3, 2, 0}, {6, 16, 40, 1, 12, 1, 1, 0}, {4, 3, 10, 2, 24, 5, 1, 2}}) {
    const std::int64_t y = (c.x + 2 * c.low - c.w) / c.stride + 1, per_group = c.filters / c.groups;
    const k::Convolution g{c.batch, c.channels, c.filters, c.groups, {c.x, c.x}, {c.w, c.w}, {y, y},
                           {c.stride, c.stride, 1}, {1, 1, 1}, {c.low, c.low, 0}};
    const std::int64_t of_x = c.batch * c.groups * c.channels * c.x * c.x, of_y = c.batch * c.filters * y * y,
                       of_w = c.groups * per_group * c.channels * c.w * c.w;
    const std::vector<T> xs = noise<T>(of_x, 1), ws = noise<T>(of_w, 2), ys = noise<T>(of_y, 3);
    const std::string what = "convolution " + std::to_string(c.filters) + " x " + std::to_string(c.channels) + ", " + std::to_string(c.groups) +
                             " groups, step " + std::to_string(c.stride) + ": ";
    expect_same_bits<T>(static_cast<std::size_t>(of_y), what + "y", [&](T* to) { k::conv(g, xs.data(), ws.data(), to); });
    expect_same_bits<T>(static_cast<std::size_t>(of_x), what + "x", [&](T* to) { k::conv_input_grad(g, ys.data(), ws.data(), to); });
    // Few filters are one part, and those of one channel are not cut.
    expect_same_bits<T>(static_cast<std::size_t>(of_w), what + "w", [&](T* to) { k::conv_filter_grad(g, xs.data(), ys.data(), to); },
                        per_group > 32);
  }
}

TEST(Threads, CutConvolutions) {
  check_convolutions<float>();
  check_convolutions<double>();
}

template <class T>
void check_reductions() {
  struct Case {
    gradc::Shape extents;
    k::AxisList axes;
    std::int64_t outputs;
  };
  for (const Case& c : {Case{{200000}, {0}, 1}, {{131072}, {0}, 1}, {{131073}, {0}, 1}, {{300, 500}, {1}, 300}, {{300, 500}, {0}, 500},
                        {{7, 40, 300}, {0, 2}, 40}, {{90, 20, 70}, {1}, 6300}, {{3, 100000}, {1}, 3}, {{300, 301}, {0, 1}, 1}}) {
    const std::vector<T> x = noise<T>(c.extents.size(), 1), z = noise<T>(c.extents.size(), 2);
    const k::Reduction g{c.extents, c.axes};
    const auto check = [&](const char* name, auto reduce) {
      expect_same_bits<T>(static_cast<std::size_t>(c.outputs), std::string(name) + " of " + gradc::to_string(c.extents), reduce);
    };
    check("sum", [&](T* y) { k::sum(g, x.data(), y); });
    check("sum of products", [&](T* y) { k::sum_of_products(g, x.data(), z.data(), y); });
    check("mean", [&](T* y) { k::mean(g, x.data(), y); });
    check("max", [&](T* y) { k::max(g, x.data(), y); });
    check("min", [&](T* y) { k::min(g, x.data(), y); });
  }
}

TEST(Threads, CutReductions) {
  check_reductions<float>();
  check_reductions<double>();
  const std::vector<float> x = noise<float>(300 * 500, 1);
  const k::Reduction g{{300, 500}, {1}};
  expect_same_bits<float>(300, "logsumexp", [&](float* y) { k::logsumexp(g, x.data(), y); });
  expect_same_bits<float>(300, "norm", [&](float* y) { k::euclidean_norm(g, x.data(), y); });
  expect_same_bits<float>(300, "product", [&](float* y) { k::prod(g, x.data(), y); });
}

TEST(Threads, CutSoftmax) {
  const std::vector<double> x = noise<double>(300 * 500, 1), labels = noise<double>(300 * 500, 2);
  expect_same_bits<double>(300 * 500, "softmax of rows", [&](double* y) { k::softmax({300, 500, 1}, x.data(), y); });
  expect_same_bits<double>(300 * 500, "softmax of columns", [&](double* y) { k::softmax({30, 50, 100}, x.data(), y); });
  expect_same_bits<double>(300 * 500, "log_softmax of rows", [&](double* y) { k::log_softmax({300, 500, 1}, x.data(), y); });
  expect_same_bits<double>(300 * 500, "log_softmax of columns", [&](double* y) { k::log_softmax({30, 50, 100}, x.data(), y); });
  expect_same_bits<double>(300, "cross entropy", [&](double* y) { k::softmax_cross_entropy({300, 500}, x.data(), labels.data(), y); });
}

TEST(Threads, CutMoves) {
  const std::vector<float> x = noise<float>(60 * 50 * 70);
  expect_same_bits<float>(60 * 50 * 70, "transpose", [&](float* y) { k::transpose({{60, 50, 70}, {2, 0, 1}}, x.data(), y); });
  expect_same_bits<float>(40 * 30 * 35, "slice", [&](float* y) { k::slice({{60, 50, 70}, {10, 5, 1}, {40, 30, 35}, {1, 1, 2}}, x.data(), y); });
  expect_same_bits<float>(70 * 60 * 80, "pad", [&](float* y) { k::pad({{70, 60, 80}, {3, 5, 7}, {60, 50, 70}}, x.data(), y); });
  expect_same_bits<float>(60 * 50 * 70, "broadcast", [&](float* y) { k::broadcast({{50, 1}, {60, 50, 70}}, x.data(), y); });
}

// Sums of blocks in parts are those of all, for every number of blocks and every power of two of them in a part.
TEST(Threads, AppendSumsOfBlocks) {
  const std::vector<float> x = noise<float>(512 * 41 + 77);
  for (std::int64_t n = 1; n <= static_cast<std::int64_t>(x.size()); n += 511) {
    const auto add = [&](k::BlockSum<float>& sum, std::int64_t first, std::int64_t last) {
      for (std::int64_t at = first; at < last; at += 512) sum.add(x.data() + at, std::min<std::int64_t>(512, last - at));
    };
    k::BlockSum<float> whole;
    add(whole, 0, n);
    for (std::int64_t part = 512; part <= 512 * 16; part *= 2) {
      k::BlockSum<float> sum;
      for (std::int64_t at = 0; at < n; at += part) {
        k::BlockSum<float> one;
        add(one, at, std::min(n, at + part));
        sum.append(one);
      }
      ASSERT_EQ(sum.total(), whole.total()) << n << " in parts of " << part;
    }
  }
}

}  // namespace
