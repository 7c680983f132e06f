// Derivatives of the functions of models/gradbench.h beside the functions themselves, which are compiled alike. Before anything
// is measured a derivative must agree with differences of the function along one direction.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <random>
#include <vector>

#ifdef GRADC_BENCH_ADOLC
#include "by_hand/adolc.h"
#endif
#include "compare.h"
#include "gradbench.grad.h"

namespace {

using gradbench::Matrix;
using gradbench::Vector;

// Numbers between two, each for itself: a wave would make singular matrices, and points as far from one centre as from another.
template <class Tensor>
Tensor noise(const gradc::Shape& shape, double low, double high) {
  Tensor x(shape);
  std::mt19937 engine(static_cast<unsigned>(x.size()));
  for (double& value : x) value = low + (high - low) * static_cast<double>(engine()) / static_cast<double>(std::mt19937::max());
  return x;
}

/// So many inputs of a function, and the derivatives by them.
struct Inputs {
  template <class Tensor>
  Inputs(Tensor& values, const Tensor& gradient)
      : x(values.data()),
        derivative(gradient.data()),
        n(values.size() == gradient.size() ? static_cast<std::int64_t>(values.size()) : -1) {}
  double* x;
  const double* derivative;
  std::int64_t n;
};

/// How far the derivative along a direction is from a central difference, by the greater of the two.
double away(const std::function<double()>& f, const std::vector<Inputs>& inputs) {
  constexpr double kStep = 1e-6;
  const auto along = [](std::int64_t i) { return std::sin(0.3 + 1.7 * static_cast<double>(i)); };
  const auto shift = [&](double step) {
    for (const Inputs& some : inputs)
      for (std::int64_t i = 0; i < some.n; ++i) some.x[i] += step * along(i);
  };
  double derivative = 0;
  for (const Inputs& some : inputs) {
    if (some.n < 0) return 1;
    for (std::int64_t i = 0; i < some.n; ++i) derivative += some.derivative[i] * along(i);
  }
  shift(kStep);
  const double above = f();
  shift(-2 * kStep);
  const double difference = (above - f()) / (2 * kStep);
  shift(kStep);
  const double most = std::max(std::fabs(difference), std::fabs(derivative));
  return most > 0 ? std::fabs(difference - derivative) / most : 1;
}

struct LogSumExp {
  Vector x = noise<Vector>({10000}, -3, 3);
  gradbench::log_sum_exp_gradient_result out;
  double primal() const { return gradbench::log_sum_exp(x); }
  void generated() { gradbench::log_sum_exp_gradient(x, out, workspace); }
  std::vector<Inputs> inputs() { return {{x, out.grad.x}}; }
  gradc::Workspace workspace;
};

struct LeastSquares {
  Matrix x = noise<Matrix>({1024, 64}, -1, 1);
  Vector y = noise<Vector>({1024}, -1, 1), beta = noise<Vector>({64}, -1, 1);
  gradbench::least_squares_gradient_result out;
  double primal() const { return gradbench::least_squares(x, y, beta); }
  void generated() { gradbench::least_squares_gradient(x, y, beta, out, workspace); }
  std::vector<Inputs> inputs() { return {{beta, out.grad.beta}}; }
  gradc::Workspace workspace;
};

struct KMeans {
  Matrix points = noise<Matrix>({10000, 8}, -1, 1), centres = noise<Matrix>({10, 8}, -1, 1);
  gradbench::k_means_gradient_result out;
  double primal() const { return gradbench::k_means(points, centres); }
  void generated() { gradbench::k_means_gradient(points, centres, out, workspace); }
  std::vector<Inputs> inputs() { return {{centres, out.grad.centres}}; }
  gradc::Workspace workspace;
};

struct Ode {
  Vector x = noise<Vector>({100}, 0.9, 1.1);
  gradbench::ode_gradient_result out;
  double primal() const { return gradbench::ode(x, 400); }
  void generated() { gradbench::ode_gradient(x, 400, out, workspace); }
  std::vector<Inputs> inputs() { return {{x, out.grad.x}}; }
  gradc::Workspace workspace;
};

struct Mixture {
  Vector alpha = noise<Vector>({25}, -1, 1);
  Matrix means = noise<Matrix>({25, 10}, -1, 1), q = noise<Matrix>({25, 10}, -1, 1), l = noise<Matrix>({25, 45}, -1, 1),
         points = noise<Matrix>({1000, 10}, -1, 1);
  gradbench::mixture_gradient_result out;
  double primal() const { return gradbench::mixture(alpha, means, q, l, points, 1, 0); }
  void generated() { gradbench::mixture_gradient(alpha, means, q, l, points, 1, 0, out, workspace); }
  std::vector<Inputs> inputs() { return {{alpha, out.grad.alpha}, {means, out.grad.means}, {q, out.grad.q}, {l, out.grad.l}}; }
  gradc::Workspace workspace;
};

struct Lstm {
  Matrix main = noise<Matrix>({4, 4 * 14}, -1, 1), extra = noise<Matrix>({3, 14}, -1, 1), start = noise<Matrix>({4, 14}, -1, 1),
         text = noise<Matrix>({1024, 14}, 0, 1);
  gradbench::lstm_gradient_result out;
  double primal() const { return gradbench::lstm(main, extra, start, text); }
  void generated() { gradbench::lstm_gradient(main, extra, start, text, out, workspace); }
  std::vector<Inputs> inputs() { return {{main, out.grad.main}, {extra, out.grad.extra}}; }
  gradc::Workspace workspace;
};

struct Determinant {
  Matrix a = noise<Matrix>({7, 7}, -1, 1);
  gradbench::determinant_gradient_result out;
  double primal() const { return gradbench::determinant(a); }
  void generated() { gradbench::determinant_gradient(a, out, workspace); }
  std::vector<Inputs> inputs() { return {{a, out.grad.a}}; }
  gradc::Workspace workspace;
};

// Checked by the sum of the first residual and twice the second.
struct Residual {
  gradbench::Camera camera{0.1, -0.2, 0.3, 0.2, 0.1, -3, 1.1, 0.01, 0.02, 0.1, 0.05};
  std::array<double, 3> point{0.3, -0.4, 0.5};
  std::array<double, 1> weight{0.8};
  std::array<double, 2> seen{0.1, 0.2};
  gradbench::residual_jacobian_result out;
  double primal() const {
    const auto both = gradbench::residual(camera, point, weight[0], seen);
    return both[0] + 2 * both[1];
  }
  void generated() { gradbench::residual_jacobian(camera, point, weight[0], seen, out, workspace); }
  std::vector<Inputs> inputs() {
    const auto& rows = out.jacobian;
    for (std::size_t i = 0; i < by_camera.size(); ++i) by_camera[i] = rows.camera(0, i) + 2 * rows.camera(1, i);
    for (std::size_t i = 0; i < by_point.size(); ++i) by_point[i] = rows.point(0, i) + 2 * rows.point(1, i);
    by_weight[0] = rows.weight(0) + 2 * rows.weight(1);
    return {{camera, by_camera}, {point, by_point}, {weight, by_weight}};
  }
  gradc::Workspace workspace;
  gradbench::Camera by_camera{};
  std::array<double, 3> by_point{};
  std::array<double, 1> by_weight{};
};

template <class Function>
void derivative(benchmark::State& state) {
  Function function;
  const Taken taken([&] { function.generated(); });
  const auto primal = [&] { benchmark::DoNotOptimize(function.primal()); };
  const double difference = away([&] { return function.primal(); }, function.inputs());
  if (difference < 1e-5)
    in_turn(
        state, [&] { function.generated(); }, primal, "primal", taken);
  else
    skip(state, difference);
}

#define GRADC_ROW(Function, name) BENCHMARK(derivative<Function>)->Name(name)->UseManualTime()->Unit(benchmark::kMicrosecond)
GRADC_ROW(LogSumExp, "log_sum_exp/10000");
GRADC_ROW(LeastSquares, "least_squares/1024x64");
GRADC_ROW(KMeans, "k_means/10000x8/10");
GRADC_ROW(Ode, "ode/100/400");
GRADC_ROW(Mixture, "gmm/1000x10/25");
GRADC_ROW(Lstm, "lstm_diagonal/1024/2x14");
GRADC_ROW(Determinant, "determinant/7");
GRADC_ROW(Residual, "bundle_adjustment/2x15");

#ifdef GRADC_BENCH_ADOLC

/// A function with room for the gradient that is recorded.
template <class Function, class Tensor>
struct Recorded : Function {
  Tensor recorded;
};

// The gradient beside that of ADOL-C, each of which must be the same.
template <class Function, class Gradient>
void beside_adolc(benchmark::State& state, Gradient gradient) {
  Function function;
  const Taken taken([&] { function.generated(); });
  gradient(function);
  const std::vector<Inputs> inputs = function.inputs();
  double difference = 0;
  for (std::int64_t i = 0; i < inputs[0].n; ++i)
    difference = std::max(difference, std::fabs(inputs[0].derivative[i] - function.recorded.data()[i]) /
                                          (1e-300 + std::fabs(inputs[0].derivative[i])));
  if (difference < 1e-8)
    in_turn(
        state, [&] { function.generated(); }, [&] { gradient(function); }, "ADOL-C", taken);
  else
    skip(state, difference);
}

void log_sum_exp(benchmark::State& state) {
  beside_adolc<Recorded<LogSumExp, Vector>>(state, [](auto& f) { by_adolc::log_sum_exp(f.x, f.recorded); });
}
void least_squares(benchmark::State& state) {
  beside_adolc<Recorded<LeastSquares, Vector>>(state, [](auto& f) { by_adolc::least_squares(f.x, f.y, f.beta, f.recorded); });
}
void k_means(benchmark::State& state) {
  beside_adolc<Recorded<KMeans, Matrix>>(state, [](auto& f) { by_adolc::k_means(f.points, f.centres, f.recorded); });
}
void ode(benchmark::State& state) {
  beside_adolc<Recorded<Ode, Vector>>(state, [](auto& f) { by_adolc::ode(f.x, 400, f.recorded); });
}

#define GRADC_ADOLC_ROW(function, name) BENCHMARK(function)->Name(name)->UseManualTime()->Unit(benchmark::kMicrosecond)
GRADC_ADOLC_ROW(log_sum_exp, "by_adolc/log_sum_exp/10000");
GRADC_ADOLC_ROW(least_squares, "by_adolc/least_squares/1024x64");
GRADC_ADOLC_ROW(k_means, "by_adolc/k_means/10000x8/10");
GRADC_ADOLC_ROW(ode, "by_adolc/ode/100/400");

#endif

}  // namespace

BENCHMARK_MAIN();
