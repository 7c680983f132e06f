// Derivatives of logistic regression of first and second order against the same by hand, and against gradients.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "by_hand/regression.h"
#include "compare.h"
#include "regression.grad.h"

namespace {

template <class T>
struct Data {
  Data(std::int64_t rows, std::int64_t columns)
      : w(filled<gradc::Vector<T>>({columns}, -0.3, 0.3, 2.1)),
        v(filled<gradc::Vector<T>>({columns}, -1, 1, 0.9)),
        x(filled<gradc::Matrix<T>>({rows, columns}, -1, 1, 0.7)),
        y(gradc::Shape{rows}) {
    for (std::int64_t i = 0; i < rows; ++i) y(i) = i % 3 == 0 ? T(1) : T(0);
  }
  gradc::Vector<T> w, v;
  T b = T(0.1);
  gradc::Matrix<T> x;
  gradc::Vector<T> y;
};

template <class T>
struct Gradient : Data<T> {
  using Data<T>::Data;
  void generated() {
    if constexpr (std::is_same_v<T, float>)
      regression::loss_float_gradient(this->w, this->b, this->x, this->y, out, workspace);
    else
      regression::with_bias_gradient(this->w, this->b, this->x, this->y, out, workspace);
  }
  void by_hand() { value = by_hand::regression_gradient(this->w, this->b, this->x, this->y, d_w, d_b); }
  double difference() const {
    return apart(out.grad.w, d_w) + std::fabs(double{out.grad.b} - double{d_b}) + std::fabs(double{out.value} - double{value});
  }

  std::conditional_t<std::is_same_v<T, float>, regression::loss_float_gradient_result, regression::with_bias_gradient_result> out;
  gradc::Workspace workspace;
  gradc::Vector<T> d_w;
  T d_b = 0, value = 0;
};

struct Hessian : Data<double> {
  using Data::Data;
  void generated() { regression::loss_hessian(w, b, x, y, out, workspace); }
  void by_hand() { value = hand.hessian(w, b, x, y); }
  double difference() const {
    return apart(out.hessian.w_w, hand.all) + apart(out.grad.w, hand.gradient) + std::fabs(out.value - value);
  }

  regression::loss_hessian_result out;
  gradc::Workspace workspace;
  by_hand::Second hand;
  double value = 0;
};

struct Product : Data<double> {
  using Data::Data;
  void generated() { regression::loss_hvp(w, b, x, y, v, out, workspace); }
  void by_hand() { value = hand.product(w, b, x, y, v); }
  double difference() const {
    return apart(out.hvp.w, hand.hvp) + apart(out.grad.w, hand.gradient) + std::fabs(out.value - value);
  }

  regression::loss_hvp_result out;
  gradc::Workspace workspace;
  by_hand::Second hand;
  double value = 0;
};

template <class Kernel>
void kernel(benchmark::State& state) {
  Kernel kernel(state.range(0), state.range(1));
  compare(state, kernel, std::is_same_v<Kernel, Gradient<float>> ? 1e-4 : 1e-10);
}

// A product beside gradients: both are generated.
void product_by_gradients(benchmark::State& state) {
  Product kernel(state.range(0), state.range(1));
  regression::loss_gradient_result gradient;
  gradc::Workspace workspace;
  const Taken taken([&] { kernel.generated(); });
  const auto once = [&] { regression::loss_gradient(kernel.w, kernel.b, kernel.x, kernel.y, gradient, workspace); };
  once();
  if (apart(kernel.out.grad.w, gradient.grad.w) < 1e-10)
    in_turn(
        state, [&] { kernel.generated(); }, once, "gradient", taken);
  else
    state.SkipWithError("the gradients differ");
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"rows", "D"})->UseManualTime()->Unit(benchmark::kMicrosecond);
}
BENCHMARK(kernel<Gradient<float>>)->Name("gradient_f32")->Apply(sizes)->Args({50000, 20});
BENCHMARK(kernel<Gradient<double>>)->Name("gradient_f64")->Apply(sizes)->Args({50000, 20});
BENCHMARK(kernel<Hessian>)->Name("hessian")->Apply(sizes)->Args({1000, 20})->Args({1000, 200});
BENCHMARK(kernel<Product>)->Name("hvp")->Apply(sizes)->Args({1000, 20})->Args({1000, 200});
BENCHMARK(product_by_gradients)->Name("hvp_by_gradients")->Apply(sizes)->Args({1000, 20})->Args({1000, 200})->Args({20000, 200});

}  // namespace

BENCHMARK_MAIN();
