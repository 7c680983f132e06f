// Fibers: stacks of their own, between which one OS thread switches.
#pragma once

#include <cstddef>

namespace gradc {
namespace cuda {
namespace emulated {

#if defined(__SANITIZE_ADDRESS__)
#define GRADC_EMULATOR_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GRADC_EMULATOR_ASAN 1
#endif
#endif

/// A place to switch from and to. The default is the thread's own stack; `start` gives a stack.
class Fiber {
 public:
  Fiber() = default;
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;
  ~Fiber();

  /// Makes the stack. `run` begins at the first switch, and never returns.
  void start(void (*run)());

  /// Goes from this fiber, which runs, to `next`; returns when another one switches back to this.
  void switch_to(Fiber& next);

  /// Must be the first thing that `run` does.
  static void arrived();

  /// Whether an address lies in the guard below this fiber's stack.
  bool overflows_at(const void* address) const;

 private:
  void* memory_ = nullptr;   // guard page, then the stack
  std::size_t bytes_ = 0;
  void* context_ = nullptr;  // the stack pointer, or a ucontext_t
#if defined(GRADC_EMULATOR_ASAN)
  void* fake_stack_ = nullptr;
  const void* bottom_ = nullptr;
  std::size_t size_ = 0;
#endif
};

}  // namespace emulated
}  // namespace cuda
}  // namespace gradc
