// The gradients of models/loops.h as one writes them by hand: one array kept from call to call, nothing
// allocated. Each returns the value.
#pragma once

#include <cstdint>
#include <vector>

#include "models/loops.h"

namespace by_hand {

struct Stack {
  std::vector<double> numbers;
  std::vector<unsigned char> flags;
};

double recurrence(double y, double rate, std::int64_t trips, Stack& stack, double& d_y, double& d_rate);
double stencil(const gradc::Vector<double>& u, std::int64_t sweeps, Stack& stack, gradc::Vector<double>& d_u);
double prefix_sum(const gradc::Vector<double>& x, Stack& stack, gradc::Vector<double>& d_x);
double rosenbrock(const gradc::Vector<double>& x, gradc::Vector<double>& d_x);
double rosenbrock_relaxed(const gradc::Vector<double>& x, gradc::Vector<double>& d_x);
double running_maximum(const gradc::Vector<double>& x, Stack& stack, gradc::Vector<double>& d_x);
double oscillator(double y, double v, double rate, std::int64_t trips, Stack& stack, double& d_y, double& d_v, double& d_rate);

}  // namespace by_hand
