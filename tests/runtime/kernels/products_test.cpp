// Matrix products against naive loops: gradc's own kernels, and, compiled for it, the library that GRADC_BLAS names.
#include <gradc/kernels.h>

#include <algorithm>
#include <cmath>

#include "expect.h"
#ifdef GRADC_BLAS_LIBRARY
#include "kernels/products/library.h"
#endif

namespace {

namespace kernels = gradc::kernels;
using gradc::bfloat16;
using gradc::half;
using gradc_test::noise;
using gradc_test::number;
using gradc_test::tolerance;

template <class T>
void check_matmul(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t batch) {
  const auto a = noise<T>(batch * m * k, 1), b = noise<T>(batch * k * n, 2);
  for (const bool ta : {false, true})
    for (const bool tb : {false, true}) {
      SCOPED_TRACE(testing::Message() << m << " x " << n << " x " << k << " transposes " << ta << tb);
      std::vector<T> c(static_cast<std::size_t>(batch * m * n), T(7));
      kernels::matmul({m, n, k, ta, tb, batch}, a.data(), b.data(), c.data());
      const auto before = noise<T>(batch * m * n, 3);
      std::vector<T> added(c.size(), T(7)), in_place = before;
      kernels::add_matmul({m, n, k, ta, tb, batch}, a.data(), b.data(), before.data(), added.data());
      kernels::add_matmul({m, n, k, ta, tb, batch}, a.data(), b.data(), in_place.data(), in_place.data());
      EXPECT_TRUE(std::equal(added.begin(), added.end(), in_place.begin()));
      for (std::int64_t p = 0; p < batch; ++p)
        for (std::int64_t i = 0; i < m; ++i)
          for (std::int64_t j = 0; j < n; ++j) {
            double sum = 0, size = 1;
            for (std::int64_t l = 0; l < k; ++l) {
              const double x = number(a[static_cast<std::size_t>(p * m * k + (ta ? l * m + i : i * k + l))]);
              const double y = number(b[static_cast<std::size_t>(p * k * n + (tb ? j * k + l : l * n + j))]);
              sum += x * y;
              size += std::fabs(x * y);
            }
            const auto at = static_cast<std::size_t>((p * m + i) * n + j);
            const double start = number(before[at]);
            ASSERT_NEAR(number(c[at]), sum, tolerance<T>() * size) << i << ", " << j;
            ASSERT_NEAR(number(added[at]), start + sum, tolerance<T>() * (size + std::fabs(start))) << i << ", " << j;
          }
    }
}

template <class T>
void check_matmuls() {
  for (const std::int64_t m : {1, 3, 8, 17})
    for (const std::int64_t n : {1, 5, 16, 33})
      for (const std::int64_t k : {0, 1, 7, 40}) check_matmul<T>(m, n, k, 1);
  check_matmul<T>(5, 4, 3, 3);
  check_matmul<T>(0, 4, 3, 2);
  check_matmul<T>(65, 300, 70, 1);
}

TEST(MatmulKernel, AgreesWithLoopsInFloat) { check_matmuls<float>(); }
TEST(MatmulKernel, AgreesWithLoopsInDouble) { check_matmuls<double>(); }
TEST(MatmulKernel, AgreesWithLoopsInHalf) { check_matmuls<half>(); }
TEST(MatmulKernel, AgreesWithLoopsInBfloat16) { check_matmuls<bfloat16>(); }
TEST(MatmulKernel, AgreesWithLoopsInIntegers) {
  check_matmuls<std::int32_t>();
  check_matmuls<std::int64_t>();
}

TEST(MatmulKernel, LargeProductsCrossBlocks) {
  check_matmul<float>(150, 70, 600, 1);
  check_matmul<double>(40, 1100, 300, 1);
}

TEST(MatmulKernel, ThinProductsTakeOtherWays) {
  for (const std::int64_t thin : {1, 2, 3}) {
    check_matmul<float>(thin, 301, 97, 1);
    check_matmul<float>(301, thin, 97, 1);
    check_matmul<float>(40, 41, thin, 1);
    check_matmul<double>(thin, 150, 200, 1);
    check_matmul<double>(150, thin, 200, 1);
  }
}

#ifdef GRADC_BLAS_LIBRARY
// What the library is asked for: neither thin nor small products, nor those of images.
TEST(Library, TakesLargeProducts) {
  const auto takes = [](std::int64_t m, std::int64_t n, std::int64_t k, const kernels::Patches* patches) {
    const auto a = noise<float>(m * k, 1), b = noise<float>(k * n, 2);
    std::vector<float> c(static_cast<std::size_t>(m * n), 7);
    kernels::Gemm<float> product{m, n, k, a.data(), k, 1, b.data(), n, 1, c.data()};
    product.patches = patches;
    const bool took = kernels::multiply_by_library(product);
    EXPECT_EQ(took, std::count(c.begin(), c.end(), 7.0f) == 0) << "nothing is done where it doesn't";
    return took;
  };
  const kernels::Patches images{};
  EXPECT_TRUE(takes(64, 65, 66, nullptr));
  EXPECT_FALSE(takes(16, 16, 16, nullptr));
  EXPECT_FALSE(takes(3, 1000, 1000, nullptr));
  EXPECT_FALSE(takes(1000, 3, 1000, nullptr));
  EXPECT_FALSE(takes(64, 64, 64, &images));
}
#endif

}  // namespace
