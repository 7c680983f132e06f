/// \file
/// Threads for generated functions, by the caller's choice: `workspace.use(threads)`. Without, they run on the caller's thread
/// alone. Results are the same bits for any number of threads.
#pragma once

#include <cstdint>

namespace gradc {

/// Runs parts of the work of generated functions at once. Implement it to use OpenMP, oneTBB or a pool of the program's own.
class Executor {
 public:
  virtual ~Executor() = default;

  /// The most tasks that run at once, the caller's among them; at least 1.
  virtual int concurrency() const = 0;

  /// Calls task(context, i) once for each i in [0, count), in any order and on any threads, and returns when all calls have
  /// returned. Tasks throw nothing, wait for nothing, and run no tasks of their own. May be called by several threads at once.
  virtual void run(std::int64_t count, void (*task)(void* context, std::int64_t i), void* context) = 0;
};

/// A pool of threads. A call that finds it busy runs on its caller's thread, so that there are never more tasks at once than
/// threads.
class Threads final : public Executor {
 public:
  /// `count` threads, the one that calls generated functions among them; less than 1 counts as 1.
  /// \throws std::system_error where the system gives no more threads.
  explicit Threads(int count);
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() override;

  int concurrency() const override;
  void run(std::int64_t count, void (*task)(void* context, std::int64_t i), void* context) override;

 private:
  class Pool;
  Pool* pool_;
};

}  // namespace gradc
