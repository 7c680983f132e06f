// Newton's method: each step solves H p = -g by conjugate gradients, which need only products with H.
#include <cmath>
#include <cstdio>
#include <exception>

#include "data.h"
#include "model.grad.h"  // declares loss_hvp

namespace {

constexpr double kPenalty = 1e-3;
constexpr int kSteps = 30;

double dot(const Params& a, const Params& b) {
  return gradc::sum(a.weights * b.weights) + gradc::sum(a.bias * b.bias);
}
/// a + t b
Params plus(const Params& a, double t, const Params& b) { return {a.weights + t * b.weights, a.bias + t * b.bias}; }

struct Problem {
  gradc::Matrix<double> x;
  gradc::Vector<int> labels;

  double value(const Params& at) const { return loss(at, x, labels, kPenalty); }
};

/// An approximate solution p of H p = -g, and the number of products.
struct Step {
  Params p;
  int products = 0;
};
Step newton_step(const Problem& problem, const Params& at, const Params& g, gradc::Workspace& workspace) {
  Params p = plus(g, -1, g), residual = plus(p, -1, g), direction = residual;  // p = 0, residual = -g
  double rr = dot(residual, residual);
  const double norm = std::sqrt(rr), enough = std::fmin(0.1, std::sqrt(norm)) * norm;
  loss_hvp_result result;
  int products = 0;
  while (std::sqrt(rr) > enough && products < 200) {
    loss_hvp(at, problem.x, problem.labels, kPenalty, direction, result, workspace);
    ++products;
    const double t = rr / dot(direction, result.hvp.params);
    p = plus(p, t, direction);
    residual = plus(residual, -t, result.hvp.params);
    const double before = rr;
    rr = dot(residual, residual);
    direction = plus(residual, rr / before, direction);
  }
  return {p, products};
}

double accuracy(const Params& params, const gradc::Matrix<double>& x, const gradc::Vector<int>& labels) {
  const auto found = gradc::argmax(scores(params, x), 1);
  std::int64_t right = 0;
  for (std::int64_t i = 0; i < labels.size(); ++i) right += found(i) == labels(i);
  return static_cast<double>(right) / static_cast<double>(labels.size());
}

int run(const std::string& path) {
  const Digits digits = read_digits(path);
  const Problem problem{gradc::astype<double>(digits.train.pixels), digits.train.labels};
  Params params{gradc::zeros<double>({problem.x.extent(1), 10}), gradc::zeros<double>({10})};
  gradc::Workspace workspace;
  double norm = 1;
  for (int step = 0; step < kSteps; ++step) {
    const auto here = loss_hvp(params, problem.x, problem.labels, kPenalty, params);
    const Params& g = here.grad.params;
    norm = std::sqrt(dot(g, g));
    if (norm < 1e-9) break;
    const Step newton = newton_step(problem, params, g, workspace);
    double t = 1;
    while (t > 1e-6 && problem.value(plus(params, t, newton.p)) > here.value + 1e-4 * t * dot(g, newton.p)) t /= 2;
    std::printf("step %2d: loss %.6f, gradient %.1e, %3d products\n", step, here.value, norm, newton.products);
    params = plus(params, t, newton.p);
  }
  const double right = accuracy(params, gradc::astype<double>(digits.test.pixels), digits.test.labels);
  std::printf("of the images held out %.1f %% are recognised\n", 100 * right);
  return norm < 1e-9 && right > 0.9 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return std::fprintf(stderr, "usage: 10_newton_cg digits.csv.gz\n"), 2;
  try {
    return run(arguments[1]);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
  }
}
