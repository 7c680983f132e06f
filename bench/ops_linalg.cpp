// Ops of linear algebra against Eigen by hand, one call each; bench/ops_linalg_torch.py prints what torch takes for the same.
#include <benchmark/benchmark.h>
#include <gradc/gradc.h>

#include <random>

#include "by_hand/ops_linalg.h"

namespace {

using Matrix = gradc::Matrix<double>;

Matrix noise(std::int64_t m, std::int64_t n, unsigned seed = 1) {
  std::mt19937 engine(seed);
  Matrix a(gradc::Shape{m, n});
  for (double& value : a) value = 2 * static_cast<double>(engine()) / std::mt19937::max() - 1;
  return a;
}
// Symmetric and positive definite.
Matrix definite(std::int64_t n) {
  const Matrix a = noise(n, n);
  Matrix s = gradc::matmul(a, a, gradc::MatMul().transpose_b());
  for (std::int64_t i = 0; i < n; ++i) s(i, i) += static_cast<double>(n);
  return s;
}

using Kernel = void (*)(std::int64_t n, const double* a, const double* b, double* y);

template <class Call>
void measure(benchmark::State& state, Call call) {
  const std::int64_t n = state.range(0);
  const Matrix a = definite(n), b = noise(n, n, 2);
  Matrix y(gradc::Shape{2 * n + 1, n});
  for (auto _ : state) {
    call(n, a.data(), b.data(), y.data());
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
}

void add(const char* name, Kernel gradc_kernel, Kernel by_hand) {
  for (const auto& [who, kernel] : {std::pair{"gradc", gradc_kernel}, std::pair{"eigen", by_hand}})
    benchmark::RegisterBenchmark((std::string(name) + "/" + who).c_str(), [kernel](benchmark::State& state) { measure(state, kernel); })
        ->Arg(16)->Arg(64)->Arg(256);
}

namespace kernels = gradc::kernels;

}  // namespace

int main(int argc, char** argv) {
  add("cholesky", [](std::int64_t n, const double* a, const double*, double* y) { kernels::cholesky({1, n}, a, y); }, &by_hand::cholesky);
  add("solve", [](std::int64_t n, const double* a, const double* b, double* y) { kernels::solve({1, n, n}, a, b, y); }, &by_hand::solve);
  add("triangular_solve", [](std::int64_t n, const double* a, const double* b, double* y) { kernels::triangular_solve({1, n, n}, a, b, y); },
      &by_hand::triangular_solve);
  add("inv", [](std::int64_t n, const double* a, const double*, double* y) { kernels::inv({1, n}, a, y); }, &by_hand::inv);
  add("qr", [](std::int64_t n, const double*, const double* b, double* y) { kernels::qr({1, n, n}, b, y); }, &by_hand::qr);
  add("eigh", [](std::int64_t n, const double* a, const double*, double* y) { kernels::eigh({1, n}, a, y); }, &by_hand::eigh);
  add("svd", [](std::int64_t n, const double*, const double* b, double* y) { kernels::svd({1, n, n}, b, y); }, &by_hand::svd);
  add("einsum ij,ik,kl->jl",
      [](std::int64_t n, const double* a, const double* b, double* y) {
        using View = gradc::View<const double, 2>;
        const View x(a, gradc::Shape{n, n}), z(b, gradc::Shape{n, n});
        const auto result = gradc::einsum<2>("ij,ik,kl->jl", x, z, x);
        std::copy(result.begin(), result.end(), y);
      },
      &by_hand::einsum);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
