// Windows against naive loops, with all kinds of strides, dilations and padding.
#include <gradc/kernels.h>

#include <cmath>

#include "expect.h"

namespace {

namespace kernels = gradc::kernels;
using gradc_test::noise;

template <class T>
bool is_nan(T x) {
  return x != x;
}

// Where the largest element stands that window place (h, w) sees in an image.
template <class T>
std::int64_t largest(const kernels::Pooling& g, const T* x, std::int64_t h, std::int64_t w) {
  std::int64_t best = -1;
  for (std::int64_t i = 0; i < g.window[0]; ++i)
    for (std::int64_t j = 0; j < g.window[1]; ++j) {
      const std::int64_t row = h * g.stride[0] + i * g.dilation[0] - g.low[0];
      const std::int64_t column = w * g.stride[1] + j * g.dilation[1] - g.low[1];
      if (row < 0 || row >= g.x[0] || column < 0 || column >= g.x[1]) continue;
      const std::int64_t at = row * g.x[1] + column;
      if (best < 0 || (!is_nan(x[best]) && (is_nan(x[at]) || x[at] > x[best]))) best = at;
    }
  return best;
}

template <class T>
void check_largest() {
  for (const std::int64_t columns : {1, 7, 30, 600})
    for (const std::int64_t stride : {1, 2, 3})
      for (const std::int64_t window : {1, 2, 3, 9})
        for (const std::int64_t dilation : {1, 2})
          for (const std::int64_t low : {0, 1, 4}) {
            const std::int64_t rows = 5, wide = (window - 1) * dilation + 1;
            const std::int64_t high = std::min<std::int64_t>(2, rows + 2 * low);
            if (columns + 2 * low < wide) continue;
            const std::int64_t y_rows = (rows + 2 * low - high) / 2 + 1, y_columns = (columns + 2 * low - wide) / stride + 1;
            const kernels::Pooling g{3,           {rows, columns}, {high, window}, {y_rows, y_columns}, {2, stride},
                                     {1, dilation}, {low, low},      "here"};
            std::vector<T> x = noise<T>(3 * rows * columns, 1);
            for (std::size_t i = 0; i < x.size(); i += 11) x[i] = x[(i * 7) % x.size()];  // equal ones
            if constexpr (!std::is_integral_v<T>)
              for (std::size_t i = 3; i < x.size(); i += 17) x[i] = static_cast<T>(std::nanf(""));
            std::vector<std::int64_t> y(static_cast<std::size_t>(3 * y_rows * y_columns), 77);
            kernels::max_pool_index(g, x.data(), y.data());
            std::size_t at = 0;
            for (std::int64_t plane = 0; plane < 3; ++plane)
              for (std::int64_t h = 0; h < y_rows; ++h)
                for (std::int64_t w = 0; w < y_columns; ++w, ++at)
                  ASSERT_EQ(y[at], largest(g, x.data() + plane * rows * columns, h, w))
                      << columns << " columns, stride " << stride << ", window " << window << ", dilation " << dilation << ", padding "
                      << low << " at " << plane << ", " << h << ", " << w;
          }
}

TEST(MaxPoolIndex, AgreesWithLoopsInFloat) { check_largest<float>(); }
TEST(MaxPoolIndex, AgreesWithLoopsInDouble) { check_largest<double>(); }
TEST(MaxPoolIndex, AgreesWithLoopsInHalf) { check_largest<gradc::half>(); }
TEST(MaxPoolIndex, AgreesWithLoopsInIntegers) {
  check_largest<std::int32_t>();
  check_largest<std::int64_t>();
}

}  // namespace
