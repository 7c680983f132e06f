#include <gradc/detail/parallel.h>
#include <gradc/threads.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace gradc {

// Threads take tasks one after another from a counter. Between jobs they look for the next one for some microseconds, as kernels
// follow each other closely, and sleep then.
class Threads::Pool {
 public:
  Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      is_ending_ = true;
      job_.fetch_add(1, std::memory_order_release);
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  // Where the system gives no more threads those that there are end with the pool.
  void start(int count) {
    threads_.reserve(static_cast<std::size_t>(count - 1));
    for (int i = 1; i < count; ++i) threads_.emplace_back([this] { serve(); });
  }

  int concurrency() const { return static_cast<int>(threads_.size()) + 1; }

  void run(std::int64_t count, void (*task)(void*, std::int64_t), void* context) {
    const std::unique_lock<std::mutex> alone(callers_, std::try_to_lock);
    if (count <= 1 || threads_.empty() || !alone.owns_lock()) {
      for (std::int64_t i = 0; i < count; ++i) task(context, i);
      return;
    }
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      task_ = task, context_ = context, count_ = count;
      next_.store(0, std::memory_order_relaxed);
      is_open_ = true;
      job_.fetch_add(1, std::memory_order_release);
    }
    wake_.notify_all();
    work();
    std::unique_lock<std::mutex> lock(mutex_);
    is_open_ = false;  // who comes now has nothing to do
    done_.wait(lock, [this] { return working_ == 0; });
  }

 private:
  static constexpr int kLooks = 2000;

  void work() {
    for (std::int64_t i = next_.fetch_add(1); i < count_; i = next_.fetch_add(1)) task_(context_, i);
  }

  void serve() {
    std::uint64_t seen = 0;
    std::unique_lock<std::mutex> lock(mutex_, std::defer_lock);
    while (true) {
      for (int look = 0; look < kLooks && job_.load(std::memory_order_acquire) == seen; ++look) std::this_thread::yield();
      lock.lock();
      wake_.wait(lock, [&] { return job_.load(std::memory_order_relaxed) != seen; });
      seen = job_.load(std::memory_order_relaxed);
      if (is_ending_) return;
      const bool joins = is_open_;
      working_ += joins ? 1 : 0;
      lock.unlock();
      if (!joins) continue;
      work();
      lock.lock();
      if (--working_ == 0) done_.notify_one();
      lock.unlock();
    }
  }

  std::mutex callers_;  // held by the one whose tasks run
  std::mutex mutex_;    // of what follows
  std::condition_variable wake_, done_;
  std::atomic<std::uint64_t> job_{0};  // how many there were
  std::atomic<std::int64_t> next_{0};
  void (*task_)(void*, std::int64_t) = nullptr;
  void* context_ = nullptr;
  std::int64_t count_ = 0;
  int working_ = 0;  // threads of the pool that take tasks
  bool is_open_ = false, is_ending_ = false;
  std::vector<std::thread> threads_;
};

Threads::Threads(int count) {
  auto pool = std::make_unique<Pool>();
  pool->start(std::max(count, 1));
  pool_ = pool.release();
}
Threads::~Threads() { delete pool_; }
int Threads::concurrency() const { return pool_->concurrency(); }
void Threads::run(std::int64_t count, void (*task)(void*, std::int64_t), void* context) { pool_->run(count, task, context); }

namespace {

// Of kernels that are called on this thread; null where they stay on it.
thread_local Executor* current = nullptr;

constexpr std::int64_t kLeastPart = std::int64_t{1} << 16;  // operations
constexpr std::int64_t kPartsOfThread = 4;
constexpr std::int64_t kWholeLines = 64;  // trips

std::int64_t quotient_up(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

struct Tasks {
  void (*part)(void*, std::int64_t);
  void* context;
#if !defined(GRADC_NO_EXCEPTIONS) && defined(__cpp_exceptions)
  std::atomic<bool> has_failed{false};
  std::exception_ptr failure;
#endif

  void run(std::int64_t i) {
#if !defined(GRADC_NO_EXCEPTIONS) && defined(__cpp_exceptions)
    try {
      part(context, i);
    } catch (...) {
      if (!has_failed.exchange(true)) failure = std::current_exception();
    }
#else
    part(context, i);
#endif
  }
};

}  // namespace

Executor* Parallel::exchange(Executor* executor) noexcept { return std::exchange(current, executor); }

namespace detail {

Division divided(const Work& work) {
  const std::int64_t threads = current == nullptr ? 1 : current->concurrency();
  if (threads <= 1) return {work.trips, 1};
  const std::int64_t worth = std::max<std::int64_t>(1, work.trips * work.cost / kLeastPart);
  const std::int64_t parts = std::min({work.trips, worth, threads * kPartsOfThread});
  std::int64_t size = quotient_up(work.trips, parts);
  if (size >= kPartsOfThread * kWholeLines) size = quotient_up(size, kWholeLines) * kWholeLines;
  return {size, quotient_up(work.trips, size)};
}

Division divided_blocks(const Work& work) {
  if (!is_worth_threads(work) || current == nullptr || current->concurrency() <= 1) return {work.trips, 1};
  std::int64_t size = kernels::BlockSum<double>::kBlock;
  while (quotient_up(work.trips, size) > kMostParts || size * work.cost < kLeastPart) size *= 2;
  return {size, quotient_up(work.trips, size)};
}

Division divided_by_work(const Work& work) {
  if (!is_worth_threads(work)) return {work.trips, 1};
  const std::int64_t least = std::max<std::int64_t>(1, kLeastPart / std::max<std::int64_t>(1, work.cost));
  const std::int64_t size = std::max(least, quotient_up(work.trips, kMostParts));
  return {size, quotient_up(work.trips, size)};
}

void run_parts(std::int64_t parts, void (*part)(void*, std::int64_t), void* context) {
  Executor* const executor = current;
  if (executor == nullptr || parts <= 1) {
    for (std::int64_t i = 0; i < parts; ++i) part(context, i);
    return;
  }
  Tasks tasks;
  tasks.part = part, tasks.context = context;
  current = nullptr;  // what a task calls stays on its thread
  executor->run(parts, [](void* given, std::int64_t i) { static_cast<Tasks*>(given)->run(i); }, &tasks);
  current = executor;
#if !defined(GRADC_NO_EXCEPTIONS) && defined(__cpp_exceptions)
  if (tasks.failure) std::rethrow_exception(tasks.failure);
#endif
}

std::int64_t run_in_parts(const Work& work, bool sums, void (*run)(void*, std::int64_t, Trips), void* call) {
  const Division division = sums ? divided_blocks(work) : divided(work);
  if (division.parts == 1) return run(call, -1, {0, work.trips}), 0;
  for_each_part(division, work.trips, [&](std::int64_t part, std::int64_t first, std::int64_t last) { run(call, part, {first, last}); });
  return division.parts;
}

}  // namespace detail
}  // namespace gradc
