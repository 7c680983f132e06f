// Counts by standing before the C library's malloc, which `new`, tensors and workspaces all end in: a definition in the program
// comes before that in a library. What the C library calls itself goes on as before under its own names.
#include "allocations.h"

#include <malloc.h>

#include <atomic>
#include <cerrno>
#include <cstddef>

namespace {

std::atomic<std::int64_t> calls{0}, live{0}, peak{0};

void* taken(void* memory) {
  if (!memory) return memory;
  calls.fetch_add(1, std::memory_order_relaxed);
  const auto bytes = static_cast<std::int64_t>(malloc_usable_size(memory));
  const std::int64_t now = live.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  std::int64_t most = peak.load(std::memory_order_relaxed);
  while (now > most && !peak.compare_exchange_weak(most, now, std::memory_order_relaxed)) continue;
  return memory;
}

void given_back(void* memory) {
  if (memory) live.fetch_sub(static_cast<std::int64_t>(malloc_usable_size(memory)), std::memory_order_relaxed);
}

}  // namespace

extern "C" {

void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t n, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* memory);

void* malloc(std::size_t bytes) { return taken(__libc_malloc(bytes)); }
void* calloc(std::size_t n, std::size_t bytes) { return taken(__libc_calloc(n, bytes)); }
void* realloc(void* memory, std::size_t bytes) {
  given_back(memory);
  return taken(__libc_realloc(memory, bytes));
}
void* memalign(std::size_t alignment, std::size_t bytes) { return taken(__libc_memalign(alignment, bytes)); }
void* aligned_alloc(std::size_t alignment, std::size_t bytes) { return taken(__libc_memalign(alignment, bytes)); }
int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  *memory = taken(__libc_memalign(alignment, bytes));
  return *memory ? 0 : ENOMEM;
}
void free(void* memory) {
  given_back(memory);
  __libc_free(memory);
}

}  // extern "C"

namespace allocations {

std::int64_t count() { return calls; }
std::int64_t live_bytes() { return live; }
std::int64_t peak_bytes() { return peak; }
void reset_peak() { peak = live.load(); }

}  // namespace allocations
