// An executor that shows what depends on how work is cut, and on the order of its parts: as if there were many threads, the last
// part first, all on the caller's thread.
#pragma once

#include <gradc/threads.h>

namespace gradc_test {

class Backwards final : public gradc::Executor {
 public:
  explicit Backwards(int threads = 7) : threads_(threads) {}
  int concurrency() const override { return threads_; }
  void run(std::int64_t count, void (*task)(void* context, std::int64_t i), void* context) override {
    ++runs;
    for (std::int64_t i = count; i-- > 0;) task(context, i);
  }

  int runs = 0;

 private:
  int threads_;
};

}  // namespace gradc_test
