// Each allocation has pages of its own between two pages that nobody may touch, and ends as late in them as its alignment lets it;
// the rest of the last page, at most 255 bytes, has a pattern (and is poisoned with AddressSanitizer). All pages are closed. While
// a launch or a copy runs, the first touch of an allocation opens it, in the handler of SIGSEGV, and the end of the launch closes
// it again: so any other touch is found, and a launch costs what it uses.

#include "memory.h"

#include "fault.h"

#include <csignal>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "fiber.h"
#if defined(GRADC_EMULATOR_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace gradc {
namespace cuda {
namespace emulated {
namespace {

constexpr std::int64_t kAligned = 256;
constexpr unsigned char kFresh = 0xff;  // a NaN, and the integer -1
constexpr unsigned char kEnd = 0xfb;

struct Allocation {
  unsigned char* pages;  // the guard below is the page before
  std::int64_t paged;    // bytes of the pages, without the guards
  unsigned char* data;
  std::int64_t bytes;
  int device;
  bool open;

  unsigned char* end() const { return data + bytes; }
  std::int64_t slack() const { return pages + paged - end(); }
};

struct State {
  std::recursive_mutex lock;
  std::map<std::uintptr_t, Allocation> allocations;  // by the address of their pages
  std::vector<Allocation*> opened;
  int depth = 0;
  std::int64_t page = sysconf(_SC_PAGESIZE);
  struct sigaction before = {};
};

// Never destroyed: tensors of static storage are freed after everything else.
State& state() {
  static State* const one = new State();
  return *one;
}

std::uintptr_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

// The allocation whose pages or guards an address lies in.
Allocation* find(const void* address) {
  State& s = state();
  const std::uintptr_t at = number(address), page = static_cast<std::uintptr_t>(s.page);
  auto next = s.allocations.upper_bound(at + page);
  if (next == s.allocations.begin()) return nullptr;
  Allocation& found = std::prev(next)->second;
  return at < number(found.pages) + static_cast<std::uintptr_t>(found.paged) + page ? &found : nullptr;
}

std::string place(const Allocation& a, const void* address) {
  const std::int64_t offset = static_cast<std::int64_t>(number(address)) - static_cast<std::int64_t>(number(a.data));
  std::string text = "byte " + std::to_string(offset) + " of an allocation of " + std::to_string(a.bytes) + " bytes on cuda:" +
                     std::to_string(a.device);
  return text;
}

void protect(Allocation& a, bool open) {
  mprotect(a.pages, static_cast<std::size_t>(a.paged), open ? PROT_READ | PROT_WRITE : PROT_NONE);
  a.open = open;
}

// Faults come from the kernel or the program itself, never from inside the C library's allocator: what is done here may allocate.
void on_fault(int signal, siginfo_t* info, void* context) {
  State& s = state();
  Allocation* const a = find(info->si_addr);
  if (a != nullptr) {
    const auto* const at = static_cast<const unsigned char*>(info->si_addr);
    const bool inside = at >= a->pages && at < a->pages + a->paged;
    if (s.depth > 0 && inside && !a->open) {
      protect(*a, true);
      s.opened.push_back(a);
      return;
    }
    if (s.depth > 0) stop("access of memory outside its allocation: " + place(*a, at));
    stop("the host touched memory of the device: " + place(*a, at) + "; use gradc::cuda::to_host");
  }
  if (overflows_at(info->si_addr)) stop("the thread's stack is used up: its arrays are too large, or it recurses");
  if (s.depth > 0 && !running_thread().empty() && number(info->si_addr) < 65536)
    stop("access of memory at " + std::to_string(number(info->si_addr)) + ", which is no allocation: a null pointer?");
  // The handler before takes what is not ours; the instruction faults again where there was none.
  if ((s.before.sa_flags & SA_SIGINFO) != 0 && s.before.sa_sigaction != nullptr) {
    s.before.sa_sigaction(signal, info, context);
  } else if (s.before.sa_handler != SIG_DFL && s.before.sa_handler != SIG_IGN) {
    s.before.sa_handler(signal);
  } else {
    std::signal(signal, SIG_DFL);
  }
}

#if defined(GRADC_EMULATOR_ASAN)
void on_report() {
  const std::string where = running_thread();
  if (!where.empty()) std::fprintf(stderr, "gradc's emulator of CUDA: the report above is of %s\n", where.c_str());
}
#endif

void install_handler() {
  static const bool once = [] {
    struct sigaction action = {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigaction(SIGSEGV, &action, &state().before);
#if defined(GRADC_EMULATOR_ASAN)
    __sanitizer_set_death_callback(on_report);
#endif
    return true;
  }();
  static_cast<void>(once);
}

// A fault on a fiber whose stack is used up needs another one to run its handler on.
void need_signal_stack() {
  thread_local bool done = false;
  if (done) return;
  done = true;
  stack_t present = {};
  if (sigaltstack(nullptr, &present) == 0 && (present.ss_flags & SS_DISABLE) == 0) return;
  constexpr std::size_t kBytes = std::size_t{128} << 10;
  void* const memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t own = {};
  own.ss_sp = memory;
  own.ss_size = kBytes;
  sigaltstack(&own, nullptr);
}

}  // namespace

Open::Open() {
  State& s = state();
  s.lock.lock();
  need_signal_stack();
  ++s.depth;
}

Open::~Open() {
  State& s = state();
  if (s.depth == 1) {
    for (Allocation* a : s.opened) protect(*a, false);
    s.opened.clear();
  }
  --s.depth;
  s.lock.unlock();
}

void* allocate(int device, std::int64_t bytes) {
  if (bytes <= 0) return nullptr;
  State& s = state();
  const std::lock_guard<std::recursive_mutex> hold(s.lock);
  install_handler();
  constexpr std::int64_t kMost = std::int64_t{1} << 46;
  if (bytes > kMost) return nullptr;
  const std::int64_t aligned = (bytes + kAligned - 1) / kAligned * kAligned;
  const std::int64_t paged = (aligned + s.page - 1) / s.page * s.page;
  void* const all = mmap(nullptr, static_cast<std::size_t>(paged + 2 * s.page), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) return nullptr;
  Allocation a{};
  a.pages = static_cast<unsigned char*>(all) + s.page;
  a.paged = paged;
  a.data = a.pages + (paged - aligned);
  a.bytes = bytes;
  a.device = device;
  if (mprotect(a.pages, static_cast<std::size_t>(paged), PROT_READ | PROT_WRITE) != 0) {
    munmap(all, static_cast<std::size_t>(paged + 2 * s.page));
    return nullptr;
  }
  std::memset(a.pages, kEnd, static_cast<std::size_t>(a.data - a.pages));
  std::memset(a.data, kFresh, static_cast<std::size_t>(bytes));
  std::memset(a.end(), kEnd, static_cast<std::size_t>(a.slack()));
#if defined(GRADC_EMULATOR_ASAN)
  __asan_poison_memory_region(a.end(), static_cast<std::size_t>(a.slack()));
  __asan_poison_memory_region(a.pages, static_cast<std::size_t>(a.data - a.pages));
#endif
  protect(a, false);
  s.allocations.emplace(number(a.pages), a);
  return a.data;
}

void release(void* memory) {
  if (memory == nullptr) return;
  State& s = state();
  const std::lock_guard<std::recursive_mutex> hold(s.lock);
  Allocation* const a = find(memory);
  if (a == nullptr || a->data != memory) stop("memory is given back that is no allocation of the device");
#if defined(GRADC_EMULATOR_ASAN)
  __asan_unpoison_memory_region(a->pages, static_cast<std::size_t>(a->paged));
#endif
  const std::uintptr_t key = number(a->pages);
  munmap(a->pages - s.page, static_cast<std::size_t>(a->paged + 2 * s.page));
  s.allocations.erase(key);
}

void require_inside(const void* memory, std::int64_t bytes) {
  const Allocation* const a = find(memory);
  if (a == nullptr) return;
  const auto* const begin = static_cast<const unsigned char*>(memory);
  if (begin < a->data || begin > a->end() || a->end() - begin < bytes)
    stop("a copy of " + std::to_string(bytes) + " bytes goes beyond its allocation: it begins at " + place(*a, memory));
}

int device_of(const void* address) {
  State& s = state();
  const std::lock_guard<std::recursive_mutex> hold(s.lock);
  const Allocation* const a = find(address);
  return a == nullptr ? -1 : a->device;
}

#if defined(GRADC_EMULATOR_ASAN)
__attribute__((no_sanitize("address")))
#endif
void check_ends() {
  for (const Allocation* a : state().opened) {
    const unsigned char* const end = a->end();
    for (std::int64_t i = 0; i < a->slack(); ++i)
      if (end[i] != kEnd) stop("memory was written outside its allocation: " + place(*a, end + i));
    for (const unsigned char* at = a->pages; at < a->data; ++at)
      if (*at != kEnd) stop("memory was written outside its allocation: " + place(*a, at));
  }
}

}  // namespace emulated
}  // namespace cuda
}  // namespace gradc
