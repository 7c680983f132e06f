// Gradients of some of GradBench's functions by ADOL-C, which records what a function does in each call, and goes back over it.
#pragma once

#include "models/gradbench.h"

namespace by_adolc {

double log_sum_exp(const gradbench::Vector& x, gradbench::Vector& d_x);
double least_squares(const gradbench::Matrix& x, const gradbench::Vector& y, const gradbench::Vector& beta,
                     gradbench::Vector& d_beta);
double k_means(const gradbench::Matrix& points, const gradbench::Matrix& centres, gradbench::Matrix& d_centres);
double ode(const gradbench::Vector& x, std::int64_t steps, gradbench::Vector& d_x);

}  // namespace by_adolc
