#include "model.h"

#include <cmath>

namespace {

// The time derivative of a state.
State rate(const Pendulum& pendulum, const State& state) {
  return {state.speed, -pendulum.stiffness * std::sin(state.angle) - pendulum.damping * state.speed};
}

State moved(const State& state, double time, const State& rate) {
  return {state.angle + time * rate.angle, state.speed + time * rate.speed};
}

}  // namespace

State advance(const Pendulum& pendulum, const State& state, double step) {
  const State k1 = rate(pendulum, state);
  const State k2 = rate(pendulum, moved(state, step / 2, k1));
  const State k3 = rate(pendulum, moved(state, step / 2, k2));
  const State k4 = rate(pendulum, moved(state, step, k3));
  const State mean{(k1.angle + 2 * k2.angle + 2 * k3.angle + k4.angle) / 6,
                   (k1.speed + 2 * k2.speed + 2 * k3.speed + k4.speed) / 6};
  return moved(state, step, mean);
}

// The loop overwrites its loop-carried values in each trip; the derivative keeps what it needs.
double misfit(const Pendulum& pendulum, const State& start, double step, const gradc::Vector<double>& measured) {
  State state = start;
  double sum = 0;
  for (std::int64_t i = 0; i < measured.size(); ++i) {
    state = advance(pendulum, state, step);
    const double miss = state.angle - measured(i);
    sum += miss * miss;
  }
  return sum / static_cast<double>(measured.size());
}
