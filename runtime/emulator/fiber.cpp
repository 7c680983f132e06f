// On x86-64 a switch saves the registers that a call keeps, which takes nanoseconds; elsewhere it is a ucontext's, which asks the
// system about signals each time.

#include "fiber.h"

#include <gradc/errors.h>

#include <sys/mman.h>

#include <cstdint>

#if defined(__x86_64__) && defined(__ELF__)
#define GRADC_OWN_SWITCH 1
#else
#include <ucontext.h>
#endif

#if defined(GRADC_EMULATOR_ASAN)
#include <sanitizer/common_interface_defs.h>
#endif

#if defined(GRADC_OWN_SWITCH)
extern "C" void gradc_emulator_switch(void** from, void* to);
asm(R"(
  .pushsection .text
  .p2align 4
  .local gradc_emulator_switch
  .type gradc_emulator_switch, @function
gradc_emulator_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .size gradc_emulator_switch, .-gradc_emulator_switch
  .popsection
)");
#endif

namespace gradc {
namespace cuda {
namespace emulated {
namespace {

constexpr std::size_t kGuard = 4096;
#if defined(GRADC_EMULATOR_ASAN)
constexpr std::size_t kStack = std::size_t{256} << 10;  // its frames are several times as large
#else
constexpr std::size_t kStack = std::size_t{64} << 10;
#endif

#if defined(GRADC_EMULATOR_ASAN)
Fiber* before_switch = nullptr;  // one thread at a time runs fibers
Fiber* after_switch = nullptr;
#endif

}  // namespace

Fiber::~Fiber() {
  if (memory_ != nullptr) munmap(memory_, bytes_);
#if !defined(GRADC_OWN_SWITCH)
  delete static_cast<ucontext_t*>(context_);
#endif
}

void Fiber::start(void (*run)()) {
  bytes_ = kGuard + kStack;
  memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory_ == MAP_FAILED) {
    memory_ = nullptr;
    fail("gradc's emulator of CUDA gets no memory for the stack of a thread");
  }
  mprotect(memory_, kGuard, PROT_NONE);
  unsigned char* const stack = static_cast<unsigned char*>(memory_) + kGuard;
#if defined(GRADC_EMULATOR_ASAN)
  bottom_ = stack;
  size_ = kStack;
#endif
#if defined(GRADC_OWN_SWITCH)
  // What a switch pops: six registers and where to go on; then what looks like the address that called `run`, below which the
  // stack is aligned as behind any call.
  std::uintptr_t* const top = reinterpret_cast<std::uintptr_t*>(stack + kStack);
  top[-1] = 0;
  top[-2] = reinterpret_cast<std::uintptr_t>(run);
  for (int i = 3; i <= 8; ++i) top[-i] = 0;
  context_ = top - 8;
#else
  ucontext_t* const context = new ucontext_t();
  getcontext(context);
  context->uc_stack.ss_sp = stack;
  context->uc_stack.ss_size = kStack;
  makecontext(context, run, 0);
  context_ = context;
#endif
}

void Fiber::switch_to(Fiber& next) {
#if defined(GRADC_EMULATOR_ASAN)
  before_switch = this;
  after_switch = &next;
  __sanitizer_start_switch_fiber(&fake_stack_, next.bottom_, next.size_);
#endif
#if defined(GRADC_OWN_SWITCH)
  gradc_emulator_switch(&context_, next.context_);
#else
  if (context_ == nullptr) context_ = new ucontext_t();
  swapcontext(static_cast<ucontext_t*>(context_), static_cast<ucontext_t*>(next.context_));
#endif
  arrived();
}

void Fiber::arrived() {
#if defined(GRADC_EMULATOR_ASAN)
  const void* bottom = nullptr;
  std::size_t size = 0;
  __sanitizer_finish_switch_fiber(after_switch->fake_stack_, &bottom, &size);
  // The thread's own stack is learnt when it is first left.
  if (before_switch->bottom_ == nullptr || before_switch->memory_ == nullptr) {
    before_switch->bottom_ = bottom;
    before_switch->size_ = size;
  }
#endif
}

bool Fiber::overflows_at(const void* address) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address), guard = reinterpret_cast<std::uintptr_t>(memory_);
  return memory_ != nullptr && at >= guard && at < guard + kGuard;
}

}  // namespace emulated
}  // namespace cuda
}  // namespace gradc
