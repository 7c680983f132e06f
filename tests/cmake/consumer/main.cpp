// Prints the derivative of energy at 1: twice the product of its factors.
#include <cmath>
#include <cstdio>

#include "local.h"
#include "model.grad.h"
#include "wave.grad.h"

int main() {
  std::printf("slope %g\n", energy_gradient(gradc::Vector<double>{kOne, 2}).grad.x(0));
  return std::fabs(wave_gradient(0.0).grad.x - 1) < 1e-12 ? 0 : 1;
}
