// Measures generated kernels against the same gradients by hand, compiled for this machine. The two run in turn, and agree before
// anything is measured.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>
#include <type_traits>
#include <vector>

#include "by_hand/kernels.h"
#include "compare.h"
#include "kernels.grad.h"

namespace {

template <class T>
T noise(const gradc::Shape& shape, float least) {
  T x(shape);
  std::mt19937 engine(1);
  for (auto& value : x) value = least + static_cast<float>(engine()) / static_cast<float>(std::mt19937::max());
  return x;
}

struct Arithmetic {
  explicit Arithmetic(std::int64_t n)
      : elements(n),
        x(noise<gradc::Vector<float>>({n}, -0.5f)),
        y(noise<gradc::Vector<float>>({n}, -0.2f)),
        d_x(static_cast<std::size_t>(n)),
        d_y(d_x) {}
  void generated() { arithmetic_gradient(x, y, out, workspace); }
  void by_hand() { value = by_hand::arithmetic(elements, x.data(), y.data(), d_x.data(), d_y.data()); }
  double difference() const { return std::max(apart(out.grad.x, d_x), apart(out.grad.y, d_y)); }

  std::int64_t elements;
  gradc::Vector<float> x, y;
  arithmetic_gradient_result out;
  gradc::Workspace workspace;
  std::vector<float> d_x, d_y;
  float value = 0;
};

template <class T>
struct Functions {
  using Tensor = gradc::Vector<T>;
  using Result = std::conditional_t<std::is_same_v<T, float>, functions_gradient_result, functions_double_gradient_result>;
  explicit Functions(std::int64_t n)
      : elements(n),
        x(noise<Tensor>({n}, -0.5f)),
        y(noise<Tensor>({n}, -0.2f)),
        d_x(static_cast<std::size_t>(n)),
        d_y(d_x) {}
  void generated() {
    if constexpr (std::is_same_v<T, float>)
      functions_gradient(x, y, out, workspace);
    else
      functions_double_gradient(x, y, out, workspace);
  }
  void by_hand() { value = by_hand::functions(elements, x.data(), y.data(), d_x.data(), d_y.data()); }
  double difference() const { return std::max(apart(out.grad.x, d_x), apart(out.grad.y, d_y)); }

  std::int64_t elements;
  Tensor x, y;
  Result out;
  gradc::Workspace workspace;
  std::vector<T> d_x, d_y;
  T value = 0;
};

struct Neighbours {
  explicit Neighbours(std::int64_t n) : elements(n), x(noise<gradc::Vector<float>>({n}, -0.5f)), d_x(static_cast<std::size_t>(n)) {}
  void generated() { neighbours_gradient(x, out, workspace); }
  void by_hand() { value = by_hand::neighbours(elements, x.data(), d_x.data()); }
  double difference() const { return apart(out.grad.x, d_x); }

  std::int64_t elements;
  gradc::Vector<float> x;
  neighbours_gradient_result out;
  gradc::Workspace workspace;
  std::vector<float> d_x;
  float value = 0;
};

struct Scaled {
  static constexpr std::int64_t kColumns = 128;
  explicit Scaled(std::int64_t n)
      : elements(n),
        x(noise<gradc::Matrix<float>>({n / kColumns, kColumns}, -0.5f)),
        row(noise<gradc::Vector<float>>({kColumns}, -0.5f)),
        scale(noise<gradc::Vector<float>>({kColumns}, 0.5f)),
        d_x(static_cast<std::size_t>(n)) {}
  void generated() { scaled_gradient(x, row, scale, out, workspace); }
  void by_hand() { value = by_hand::scaled(elements / kColumns, kColumns, x.data(), row.data(), scale.data(), d_x.data()); }
  double difference() const { return apart(out.grad.x, d_x); }

  std::int64_t elements;
  gradc::Matrix<float> x;
  gradc::Vector<float> row, scale;
  scaled_gradient_result out;
  gradc::Workspace workspace;
  std::vector<float> d_x;
  float value = 0;
};

struct Normalised {
  static constexpr std::int64_t kColumns = 1024;
  explicit Normalised(std::int64_t n)
      : rows(n / kColumns),
        x(noise<gradc::Matrix<float>>({rows, kColumns}, -0.5f)),
        weights(noise<gradc::Matrix<float>>({rows, kColumns}, -0.4f)),
        scale(noise<gradc::Vector<float>>({kColumns}, 0.5f)),
        offset(noise<gradc::Vector<float>>({kColumns}, -0.5f)),
        d_x(static_cast<std::size_t>(n)),
        d_scale(static_cast<std::size_t>(kColumns)),
        d_offset(d_scale) {}
  void generated() { normalised_gradient(x, scale, offset, weights, out, workspace); }
  void by_hand() {
    value = by_hand::normalised(rows, kColumns, x.data(), scale.data(), offset.data(), weights.data(), d_x.data(), d_scale.data(), d_offset.data());
  }
  double difference() const {
    return std::max({apart(out.grad.x, d_x), apart_in_all(out.grad.scale, d_scale), apart_in_all(out.grad.offset, d_offset)});
  }

  std::int64_t rows;
  gradc::Matrix<float> x, weights;
  gradc::Vector<float> scale, offset;
  normalised_gradient_result out;
  gradc::Workspace workspace;
  std::vector<float> d_x, d_scale, d_offset;
  float value = 0;
};

struct Classes {
  static constexpr std::int64_t kColumns = 1000;
  explicit Classes(std::int64_t n)
      : rows(n / kColumns),
        x(noise<gradc::Matrix<float>>({rows, kColumns}, -0.5f)),
        targets(noise<gradc::Matrix<float>>({rows, kColumns}, 0)),
        bias(noise<gradc::Vector<float>>({kColumns}, -0.5f)),
        d_x(static_cast<std::size_t>(n)),
        d_bias(static_cast<std::size_t>(kColumns)) {}
  void generated() { classes_gradient(x, bias, targets, out, workspace); }
  void by_hand() { value = by_hand::classes(rows, kColumns, x.data(), bias.data(), targets.data(), d_x.data(), d_bias.data()); }
  double difference() const { return std::max(apart(out.grad.x, d_x), apart_in_all(out.grad.bias, d_bias)); }

  std::int64_t rows;
  gradc::Matrix<float> x, targets;
  gradc::Vector<float> bias;
  classes_gradient_result out;
  gradc::Workspace workspace;
  std::vector<float> d_x, d_bias;
  float value = 0;
};

template <class Kernel>
void kernel(benchmark::State& state) {
  Kernel kernel(state.range(0));
  compare(state, kernel, 1e-4);
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgName("elements")->Arg(1000)->Arg(100000)->Arg(1000000)->UseManualTime()->Unit(benchmark::kMicrosecond);
}
BENCHMARK(kernel<Arithmetic>)->Name("arithmetic")->Apply(sizes);
BENCHMARK(kernel<Functions<float>>)->Name("functions")->Apply(sizes);
BENCHMARK(kernel<Functions<double>>)->Name("functions_double")->Apply(sizes);
BENCHMARK(kernel<Neighbours>)->Name("neighbours")->Apply(sizes);
BENCHMARK(kernel<Scaled>)->Name("scaled")->ArgName("elements")->Arg(131072)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(kernel<Normalised>)->Name("normalised")->ArgName("elements")->Arg(131072)->Arg(8388608)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(kernel<Classes>)->Name("classes")->ArgName("elements")->Arg(128000)->Arg(8000000)->UseManualTime()->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
