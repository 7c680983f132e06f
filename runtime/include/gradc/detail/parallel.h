// How generated functions and kernels divide their work among the threads of a workspace.
#pragma once

#include <gradc/kernels/reduce.h>
#include <gradc/workspace.h>

#include <cstdint>
#include <tuple>
#include <utility>

namespace gradc {

class Executor;

/// While it lives, kernels that are called on this thread run on the threads of the workspace.
class Parallel {
 public:
  explicit Parallel(const Workspace& workspace) : executor_(workspace.executor()) {
    if (executor_ != nullptr) before_ = exchange(executor_);
  }
  Parallel(const Parallel&) = delete;
  Parallel& operator=(const Parallel&) = delete;
  ~Parallel() {
    if (executor_ != nullptr) exchange(before_);
  }

 private:
  static Executor* exchange(Executor* executor) noexcept;

  Executor* executor_;
  Executor* before_ = nullptr;
};

/// What a kernel has to do: the trips of its outermost loop, and the operations on elements of each.
struct Work {
  std::int64_t trips, cost;
};

/// Those of them that a kernel is asked for.
struct Trips {
  std::int64_t first, last;
};

namespace detail {

/// Less work, some 20 microseconds, stays on the caller's thread.
constexpr std::int64_t kWorthThreads = std::int64_t{1} << 17;
inline bool is_worth_threads(const Work& work) { return work.trips > 1 && work.cost >= kWorthThreads / work.trips; }

constexpr std::int64_t kMostParts = 32;  // of work that is summed

/// Trips [i * size, (i + 1) * size), as far as there are such, for each of the parts.
struct Division {
  std::int64_t size, parts;
};
/// By the threads that kernels of this thread run on. Parts of what is summed are powers of two of blocks, at most kMostParts,
/// so that sums of the parts are sums of the whole.
Division divided(const Work& work);
Division divided_blocks(const Work& work);
/// By the work alone: at most kMostParts.
Division divided_by_work(const Work& work);

/// Calls part(context, i) for each of them, on the threads that kernels of this thread run on. Throws what one of them threw.
void run_parts(std::int64_t parts, void (*part)(void* context, std::int64_t i), void* context);

template <class Part>
void for_each_part(const Division& division, std::int64_t trips, Part part) {
  struct Context {
    Division division;
    std::int64_t trips;
    Part* part;
  } context{division, trips, &part};
  run_parts(
      division.parts,
      [](void* given, std::int64_t i) {
        const Context& c = *static_cast<Context*>(given);
        const std::int64_t first = i * c.division.size;
        (*c.part)(i, first, c.trips - first < c.division.size ? c.trips : first + c.division.size);
      },
      &context);
}

/// Calls body(first, last) for ranges of trips that don't depend on each other.
template <class Body>
void in_parallel(const Work& work, Body body) {
  if (!is_worth_threads(work)) return body(std::int64_t{0}, work.trips);
  for_each_part(divided(work), work.trips, [&](std::int64_t, std::int64_t first, std::int64_t last) { body(first, last); });
}

// An argument of a kernel: the same for all parts, but for sums, of which each part has one. Negative: all of it is one part.
template <std::size_t, class P>
struct Argument {
  P value;
  P of(std::int64_t) const { return value; }
};
template <std::size_t I, class T>
struct Argument<I, kernels::BlockSum<T>*> {
  explicit Argument(kernels::BlockSum<T>* sum) : value(sum) {}
  kernels::BlockSum<T>* value;
  kernels::BlockSum<T> of_parts[kMostParts];
  kernels::BlockSum<T>* of(std::int64_t i) { return i < 0 ? value : &of_parts[i]; }
};
template <class P>
inline constexpr bool is_block_sum = false;
template <class T>
inline constexpr bool is_block_sum<kernels::BlockSum<T>*> = true;

/// Calls run(call, part, trips) for each part, and gives how many there were; 0 where there was one, with the number -1.
std::int64_t run_in_parts(const Work& work, bool sums, void (*run)(void* call, std::int64_t, Trips), void* call);

template <class Numbers, class... P>
struct KernelCall;
template <std::size_t... I, class... P>
struct KernelCall<std::index_sequence<I...>, P...> : Argument<I, P>... {
  using Kernel = void (*)(Trips, P...);
  static constexpr bool sums = (is_block_sum<P> || ...);
  KernelCall(Kernel called, P... arguments) : Argument<I, P>{arguments}..., kernel(called) {}
  Kernel kernel;

  static void run(void* given, std::int64_t part, Trips trips) {
    KernelCall& call = *static_cast<KernelCall*>(given);
    call.kernel(trips, static_cast<Argument<I, P>&>(call).of(part)...);
  }
  template <std::size_t J, class Q>
  void join(std::int64_t parts) {
    Argument<J, Q>& argument = *this;
    if constexpr (is_block_sum<Q>)
      for (std::int64_t i = 0; i < parts; ++i) argument.value->append(argument.of_parts[i]);
  }
  void in_parts(const Work& work) {
    const std::int64_t parts = run_in_parts(work, sums, &KernelCall::run, this);
    if constexpr (sums) (join<I, P>(parts), ...);
  }
};

template <class P>
struct Same {
  using Type = P;
};

template <class... T, std::size_t... I, class Body>
void sum_in_parts(const Work& work, const Body& body, std::index_sequence<I...>, T&... sums) {
  const Division division = divided_by_work(work);
  std::tuple<T...> parts[kMostParts] = {};
  const auto part = [&](std::int64_t i, std::int64_t first, std::int64_t last) { body(first, last, std::get<I>(parts[i])...); };
  for_each_part(division, work.trips, part);
  for (std::int64_t i = 0; i < division.parts; ++i) ((sums += std::get<I>(parts[i])), ...);
}

}  // namespace detail

/// body(first, last) for ranges of trips that don't depend on each other. What they add to `sums` are sums of parts, which
/// body(first, last, sums...) is given, and which are added in order: how many there are depends on the work alone.
template <class Body, class... T>
void parallel_trips(Work work, Body body, T&... sums) {
  if (work.trips <= 0) return;
  if constexpr (sizeof...(T) == 0)
    detail::in_parallel(work, body);
  else
    detail::sum_in_parts(work, body, std::index_sequence_for<T...>(), sums...);
}

/// kernel({0, work.trips}, arguments...), or the same in parts of the trips, which don't depend on each other but for sums. Not
/// called for none.
template <class... P>
void parallel(void (*kernel)(Trips, P...), Work work, typename detail::Same<P>::Type... arguments) {
  if (work.trips == 0) return;
  if (!detail::is_worth_threads(work)) return kernel({0, work.trips}, arguments...);
  detail::KernelCall<std::index_sequence_for<P...>, P...>(kernel, arguments...).in_parts(work);
}

}  // namespace gradc
