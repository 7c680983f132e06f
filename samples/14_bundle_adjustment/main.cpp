// Bundle adjustment: cameras and points that agree best with what the cameras saw, by Ceres, once with the Jacobians that
// gradc generated and once with those that Ceres computes with dual numbers while it runs.
//
//   14_bundle_adjustment          a scene that is made up
//   14_bundle_adjustment FILE     a data set in the format of Bundle Adjustment in the Large
#include <ceres/autodiff_cost_function.h>
#include <ceres/problem.h>
#include <ceres/rotation.h>
#include <ceres/solver.h>
#include <gradc/adapt/ceres.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <sstream>

#include "model.grad.h"  // declares reprojection_jacobian
#include "scene.h"

namespace {

/// The same camera as a template, as Ceres wants it.
struct Reprojection {
  double seen_x, seen_y;

  template <class T>
  bool operator()(const T* camera, const T* point, T* residual) const {
    T p[3];
    ceres::AngleAxisRotatePoint(camera, point, p);
    for (int i = 0; i < 3; ++i) p[i] += camera[3 + i];
    const T x = -p[0] / p[2], y = -p[1] / p[2];
    const T square = x * x + y * y;
    const T scale = camera[6] * (1.0 + square * (camera[7] + square * camera[8]));
    residual[0] = scale * x - seen_x;
    residual[1] = scale * y - seen_y;
    return true;
  }
};

ceres::CostFunction* generated(const Observation& o) {
  return gradc::adapt::cost<2, 9, 3>(reprojection, GRADC_CALLABLE(reprojection_jacobian), o.x, o.y);
}

ceres::CostFunction* dual_numbers(const Observation& o) {
  return new ceres::AutoDiffCostFunction<Reprojection, 2, 9, 3>(new Reprojection{o.x, o.y});
}

/// Solves the scene with cost functions that `cost` makes.
ceres::Solver::Summary solve(Scene scene, ceres::CostFunction* (*cost)(const Observation&)) {
  ceres::Problem problem;
  for (const Observation& o : scene.observations)
    problem.AddResidualBlock(cost(o), nullptr, scene.cameras[static_cast<std::size_t>(o.camera)].data(),
                             scene.points[static_cast<std::size_t>(o.point)].data());
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_SCHUR;
  options.max_num_iterations = 50;
  options.function_tolerance = 1e-9;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  return summary;
}

/// Milliseconds of one evaluation of all Jacobians.
double jacobian_time(const ceres::Solver::Summary& summary) {
  return 1e3 * summary.jacobian_evaluation_time_in_seconds / summary.num_jacobian_evaluations;
}

/// The root of the mean square of all differences, in pixels: two for each observation, of whose squares the cost is half the sum.
double error(double cost, const Scene& scene) { return std::sqrt(cost / static_cast<double>(scene.observations.size())); }

}  // namespace

int main(int count, char** arguments) try {
  Scene scene;
  if (count > 1) {
    std::ifstream file(arguments[1]);
    scene = read_scene(file);
  } else {
    std::stringstream text;
    write_scene(make_scene(12, 400, 0.5), text);
    scene = read_scene(text);
  }
  std::printf("%zu cameras, %zu points, %zu observations\n", scene.cameras.size(), scene.points.size(),
              scene.observations.size());

  const ceres::Solver::Summary ours = solve(scene, generated), theirs = solve(scene, dual_numbers);
  std::printf("error before: %.3f pixels, after: %.3f (dual numbers: %.3f)\n", error(ours.initial_cost, scene),
              error(ours.final_cost, scene), error(theirs.final_cost, scene));
  std::printf("Jacobians of gradc: %.3f ms, of dual numbers: %.3f ms, ratio %.2f\n", jacobian_time(ours),
              jacobian_time(theirs), jacobian_time(ours) / jacobian_time(theirs));

  bool right = ours.IsSolutionUsable() && std::fabs(ours.initial_cost - theirs.initial_cost) <= 1e-12 * theirs.initial_cost &&
               std::fabs(ours.final_cost - theirs.final_cost) <= 1e-6 * theirs.final_cost &&
               ours.final_cost < ours.initial_cost;
  if (count == 1)
    right = right && error(ours.final_cost, scene) < 0.3;  // noise between -0.5 and 0.5, less what is fitted to it
  if (!right) std::printf("the solutions differ, or are none\n");
  return right ? 0 : 1;
} catch (const std::exception& problem) {
  std::fprintf(stderr, "14_bundle_adjustment: %s\n", problem.what());
  return 2;
}
