// What every random program includes: headers, and the structures of its arguments.
#pragma once

#include <gradc/gradc.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

// What vectors hold.
struct Point {
  double u = 0, v = 0;
  int steps = 0;
  std::array<double, 2> w{};

  double energy() const { return 0.5 * (u * u + v * v) + w[1]; }
  void push(double force) {
    v += 0.1 * force - 0.1 * std::sin(u);
    u += steps++ % 2 == 0 ? 0.1 * v : -0.05 * v;
  }
};

// What a recursive function is passed that holds a reference.
struct Holder {
  double& total;
  double weight;
};

struct State {
  double u = 0, v = 0;
  int steps = 0;
  std::array<double, 3> w{};

  double energy() const { return 0.5 * (u * u + v * v) + w[0]; }
  double& part(int k) {
    if (k == 0) return u;
    return w[static_cast<std::size_t>(k)];
  }
  void push(double force) {
    v += 0.1 * force - 0.1 * std::sin(u);
    u += 0.1 * v;
    w[static_cast<std::size_t>(steps % 3)] += 0.1 * u;
    ++steps;
  }
};
