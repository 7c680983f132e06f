// What is generated and the same by hand, in turn: the least time of each for one of many, and their ratio.
#pragma once

#include <benchmark/benchmark.h>
#include <gradc/tensor.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <string>
#include <type_traits>

/// A wave between two numbers.
template <class Tensor>
Tensor filled(const gradc::Shape& shape, double low, double high, double step) {
  Tensor x(shape);
  double at = 0;
  for (auto& value : x) value = static_cast<std::decay_t<decltype(value)>>(low + (high - low) * (0.5 + 0.5 * std::sin(at += step)));
  return x;
}

template <class F>
double seconds(F work) {
  const auto now = [] {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double begin = now();
  work();
  benchmark::ClobberMemory();
  return now() - begin;
}

// A kernel has generated(), by_hand(), difference() between what they gave, and a workspace; it does so many `unit`s in all.
template <class Kernel>
void compare(benchmark::State& state, Kernel& kernel, double count, const std::string& unit) {
  for (int call = 0; call < 2; ++call) kernel.generated();  // the second finds how much memory it takes
  kernel.by_hand();
  if (!(kernel.difference() < 1e-9)) state.SkipWithError("the two differ");
  double generated = std::numeric_limits<double>::infinity(), hand = generated;
  for (auto step : state) {
    const double once = seconds([&] { kernel.generated(); });
    state.SetIterationTime(once);
    generated = std::min(generated, once);
    hand = std::min(hand, seconds([&] { kernel.by_hand(); }));
  }
  state.counters["ns_per_" + unit] = 1e9 * generated / count;
  state.counters["by_hand"] = 1e9 * hand / count;
  state.counters["ratio"] = generated / hand;
  state.counters["bytes_per_" + unit] = static_cast<double>(kernel.workspace.high_water()) / count;
}
