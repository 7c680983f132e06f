// Threads: each task runs once, and what runs on them is the caller's choice. Compiled with a sanitizer for threads, too.
#include <gradc/detail/parallel.h>
#include <gradc/threads.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include "../sanitized.h"
#include "backwards.h"

namespace {

using gradc_test::Backwards;

TEST(Threads, RunEachTaskOnce) {
  for (const int count : {-1, 1, 2, 5}) {
    gradc::Threads threads(count);
    EXPECT_EQ(threads.concurrency(), std::max(count, 1));
    for (const std::size_t tasks : {0u, 1u, 3u, 1000u})
      for (int again = 0; again < 20; ++again) {
        std::vector<std::atomic<int>> ran(tasks);
        threads.run(static_cast<std::int64_t>(tasks), [](void* c, std::int64_t i) {
          ++(*static_cast<std::vector<std::atomic<int>>*>(c))[static_cast<std::size_t>(i)];
        }, &ran);
        for (const auto& each : ran) ASSERT_EQ(each, 1);
      }
  }
}

// Sanitizers take more memory than the limit.
#if !defined(GRADC_NO_EXCEPTIONS) && !defined(GRADC_TESTS_SANITIZED)
void start_too_many() {
  const rlimit limit{rlim_t{1} << 30, rlim_t{1} << 30};  // bytes: of a few stacks
  setrlimit(RLIMIT_AS, &limit);
  try {
    const gradc::Threads threads(5000);
  } catch (const std::system_error&) {
    std::_Exit(0);
  }
  std::_Exit(1);
}
TEST(ThreadsDeathTest, ThrowWhereThereAreNoMore) { EXPECT_EXIT(start_too_many(), testing::ExitedWithCode(0), ""); }
#endif

// Two callers, and tasks that are at work in each: nothing is lost, and nobody waits for the other.
TEST(Threads, ServeSeveralCallers) {
  gradc::Threads threads(3);
  std::atomic<std::int64_t> total{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 3; ++caller)
    callers.emplace_back([&] {
      for (int i = 0; i < 200; ++i)
        threads.run(10, [](void* c, std::int64_t task) { *static_cast<std::atomic<std::int64_t>*>(c) += task; }, &total);
    });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(total, 3 * 200 * 45);
}

#if !defined(GRADC_NO_EXCEPTIONS)
TEST(Threads, GiveOnWhatATaskThrows) {
  gradc::Threads threads(3);
  gradc::Workspace workspace;
  workspace.use(threads);
  const gradc::Parallel parallel(workspace);
  const auto run = [](std::int64_t bad) {
    gradc::detail::in_parallel({100, 1 << 20}, [&](std::int64_t first, std::int64_t last) {
      if (first <= bad && bad < last) throw std::runtime_error("part");
    });
  };
  EXPECT_THROW(run(50), std::runtime_error);
  EXPECT_NO_THROW(run(100));
}
#endif

TEST(Threads, AreThoseOfTheWorkspaceWhileACallLasts) {
  Backwards executor;
  gradc::Workspace with, without;
  with.use(executor);
  EXPECT_EQ(with.executor(), &executor);
  EXPECT_EQ(without.executor(), nullptr);
  const auto parts = [] {
    std::atomic<int> count{0};
    gradc::detail::in_parallel({1000, 1 << 20}, [&](std::int64_t, std::int64_t) {
      ++count;
      gradc::detail::in_parallel({1000, 1 << 20}, [&](std::int64_t first, std::int64_t last) {  // in a part: on its thread
        EXPECT_EQ(first, 0);
        EXPECT_EQ(last, 1000);
      });
    });
    return count.load();
  };
  EXPECT_EQ(parts(), 1);
  {
    const gradc::Parallel outer(with);
    EXPECT_GT(parts(), 7);
    {
      const gradc::Parallel inner(without);  // has no say
      EXPECT_GT(parts(), 7);
    }
    EXPECT_GT(parts(), 7);
  }
  EXPECT_EQ(parts(), 1);
}

// Too little work stays where it is.
TEST(Threads, AreNotAskedForLittle) {
  Backwards executor;
  gradc::Workspace workspace;
  workspace.use(executor);
  const gradc::Parallel parallel(workspace);
  gradc::detail::in_parallel({1000, 100}, [](std::int64_t, std::int64_t) {});
  gradc::detail::in_parallel({1, 1 << 30}, [](std::int64_t, std::int64_t) {});
  EXPECT_EQ(executor.runs, 0);
  gradc::detail::in_parallel({1000, 200}, [](std::int64_t, std::int64_t) {});
  EXPECT_EQ(executor.runs, 1);
}

}  // namespace
