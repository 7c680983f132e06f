// Every instruction set that this processor has, not only the one that the runtime would choose, against
// loops on small integers, where sums are exact.
#include "kernels/products/gemm.h"

#include <vector>

#include "expect.h"

namespace {

using gradc::kernels::Gemm;

template <class T>
void check(void (*gemm)(const Gemm<T>&, T*)) {
  gradc::Tensor<T, 1> buffer(
      gradc::Shape{gradc::kernels::gemm_buffer_bytes<T>() / static_cast<int>(sizeof(T))});
  const auto integers = [](std::int64_t count, int seed) {
    std::vector<T> values;
    for (std::int64_t i = 0; i < count; ++i) values.push_back(static_cast<T>((i * 7 + seed) % 17 - 8));
    return values;
  };
  for (const std::int64_t m : {1, 2, 3, 5, 13, 100})
    for (const std::int64_t n : {1, 2, 7, 33, 70, 520})
      for (const std::int64_t k : {1, 3, 64, 300})
        for (const int transposes : {0, 1, 2, 3}) {
          if (m * n * k > 3000000 && transposes != 1) continue;  // one large product is enough
          const bool ta = (transposes & 1) != 0, tb = (transposes & 2) != 0;
          const std::vector<T> a = integers(m * k, 1), b = integers(k * n, 5);
          std::vector<T> c(static_cast<std::size_t>(m * n), T(9)), expected(c.size(), T(0));
          const Gemm<T> product{m,          n,        k,          a.data(),   ta ? 1 : k,
                                ta ? m : 1, b.data(), tb ? 1 : n, tb ? k : 1, c.data()};
          gemm(product, buffer.data());
          for (std::int64_t i = 0; i < m; ++i)
            for (std::int64_t p = 0; p < k; ++p)
              for (std::int64_t j = 0; j < n; ++j)
                expected[static_cast<std::size_t>(i * n + j)] +=
                    product.a[i * product.a_row + p * product.a_column] *
                    product.b[p * product.b_row + j * product.b_column];
          ASSERT_EQ(c, expected) << m << " x " << n << " x " << k << " transposes " << transposes;
        }
  // Half of a a', whose other half may be anything.
  for (const std::int64_t n : {1, 7, 33, 100, 600})
    for (const std::int64_t k : {3, 300}) {
      const std::vector<T> a = integers(n * k, 3);
      std::vector<T> c(static_cast<std::size_t>(n * n), T(9));
      Gemm<T> product{n, n, k, a.data(), 1, n, a.data(), n, 1, c.data()};
      product.lower = true;
      gemm(product, buffer.data());
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j <= i; ++j) {
          T sum = 0;
          for (std::int64_t p = 0; p < k; ++p) sum += a[static_cast<std::size_t>(p * n + i)] * a[static_cast<std::size_t>(p * n + j)];
          ASSERT_EQ(c[static_cast<std::size_t>(i * n + j)], sum) << n << ", " << k << ": " << i << ", " << j;
        }
    }
}

TEST(Gemm, BaselineIsExactOnIntegers) {
  check<float>(gradc::kernels::baseline::gemm);
  check<double>(gradc::kernels::baseline::gemm);
}

#ifdef __x86_64__
TEST(Gemm, Avx2IsExactOnIntegers) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) GTEST_SKIP() << "no AVX2 here";
  check<float>(gradc::kernels::avx2::gemm);
  check<double>(gradc::kernels::avx2::gemm);
}

TEST(Gemm, Avx512IsExactOnIntegers) {
  if (!__builtin_cpu_supports("avx512f")) GTEST_SKIP() << "no AVX-512 here";
  check<float>(gradc::kernels::avx512::gemm);
  check<double>(gradc::kernels::avx512::gemm);
}
#endif

}  // namespace
