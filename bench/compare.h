// What is generated and the same by hand, in turn: the median time of each, and their ratio. bench/table.py reads the counters.
#pragma once

#include <benchmark/benchmark.h>
#include <gradc/tensor.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "allocations.h"

/// A wave between two numbers.
template <class Tensor>
Tensor filled(const gradc::Shape& shape, double low, double high, double step) {
  Tensor x(shape);
  double at = 0;
  for (auto& value : x)
    value = static_cast<std::decay_t<decltype(value)>>(low + (high - low) * (0.5 + 0.5 * std::sin(at += step)));
  return x;
}

/// How far the elements of one are from those of the other, by their size.
template <class A, class B>
double apart(const A& a, const B& b) {
  double most = static_cast<std::int64_t>(a.size()) == static_cast<std::int64_t>(b.size()) ? 0 : 1;
  for (std::int64_t i = 0; most < 1 && i < static_cast<std::int64_t>(a.size()); ++i) {
    const double x = static_cast<double>(a.data()[i]), y = static_cast<double>(b.data()[i]);
    most = std::fabs(x - y) <= 1e300 ? std::max(most, std::fabs(x - y) / (1 + std::fabs(y))) : 1;
  }
  return most;
}

/// As apart, by the greatest of the elements: for sums of many terms.
template <class A, class B>
double apart_in_all(const A& a, const B& b) {
  double most = static_cast<std::int64_t>(a.size()) == static_cast<std::int64_t>(b.size()) ? 0 : 1, greatest = 1e-30;
  for (std::int64_t i = 0; most < 1 && i < static_cast<std::int64_t>(a.size()); ++i) {
    const double x = static_cast<double>(a.data()[i]), y = static_cast<double>(b.data()[i]);
    most = std::fabs(x - y) <= 1e300 ? std::max(most, std::fabs(x - y)) : 1e300;
    greatest = std::max(greatest, std::fabs(y));
  }
  return most / greatest;
}

/// Processor time of this thread for so many calls, in seconds.
template <class F>
double seconds(F work, int calls = 1) {
  const auto now = [] {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double begin = now();
  for (int call = 0; call < calls; ++call) {
    work();
    benchmark::ClobberMemory();
  }
  return now() - begin;
}

inline double median(std::vector<double> times) {
  if (times.empty()) return 0;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

/// What the heap gave to a function: bytes at most at once in its first call, with its results, and how often in a later one.
struct Taken {
  template <class F>
  explicit Taken(F work) {
    const std::int64_t before = allocations::live_bytes();
    allocations::reset_peak();
    work();
    peak_bytes = allocations::peak_bytes() - before;
    work();  // the second finds how much memory it takes
    const std::int64_t calls = allocations::count();
    work();
    times = allocations::count() - calls;
  }
  std::int64_t peak_bytes, times;
};

/// The counters of a row: nanoseconds of a call and of another that it is compared with, their ratio, and what was taken.
inline void set_row(benchmark::State& state, double ours, double theirs, const std::string& their_name, const Taken& taken) {
  state.counters["ns"] = 1e9 * ours;
  state.counters[their_name + "_ns"] = 1e9 * theirs;
  state.counters["ratio"] = ours / theirs;
  state.counters["peak_bytes"] = static_cast<double>(taken.peak_bytes);
  state.counters["allocations"] = static_cast<double>(taken.times);
}

/// Measures one function beside another, each for long enough that the clock is right.
template <class Ours, class Theirs>
void in_turn(benchmark::State& state, Ours ours, Theirs theirs, const std::string& their_name, const Taken& taken) {
  constexpr double kLeast = 2e-5;
  theirs();
  const double least = std::min(seconds(ours), seconds(theirs));
  const int calls = least < kLeast ? static_cast<int>(kLeast / std::max(least, 1e-8)) + 1 : 1;
  std::vector<double> our_times, their_times;
  for (auto step : state) {
    our_times.push_back(seconds(ours, calls) / calls);
    their_times.push_back(seconds(theirs, calls) / calls);
    state.SetIterationTime((our_times.back() + their_times.back()) * calls);  // what says how many of these there are
  }
  set_row(state, median(our_times), median(their_times), their_name, taken);
}

inline void skip(benchmark::State& state, double difference) {
  std::ostringstream text;
  text << "the two differ by " << difference;
  state.SkipWithError(text.str().c_str());
}

/// A kernel has generated(), by_hand(), and difference() between what they gave, which must be less than `tolerance`.
template <class Kernel>
void compare(benchmark::State& state, Kernel& kernel, double tolerance) {
  const Taken taken([&] { kernel.generated(); });
  kernel.by_hand();
  const double difference = kernel.difference();
  if (difference < tolerance)
    in_turn(
        state, [&] { kernel.generated(); }, [&] { kernel.by_hand(); }, "by_hand", taken);
  else
    skip(state, difference);
}
