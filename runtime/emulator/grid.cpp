// Runs grids: blocks one after another, and the threads of a block as fibers.
//
// A fiber takes threads that have not begun and runs them one after another, so that a kernel without barriers runs on one fiber
// and never switches. A thread that waits at a barrier keeps its fiber, and what may run next goes on: a thread that has not
// begun, on a fiber that is free, or one whose barrier is complete. Which one that is, the seed says. When nothing can go on and
// threads still wait, they wait for ever: the kernel is wrong.

#include "grid.h"

#include "elf.h"
#include "fault.h"
#include "fiber.h"
#include "memory.h"
#include "shared.h"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <vector>

uint3 threadIdx{};
uint3 blockIdx{};
dim3 blockDim{};
dim3 gridDim{};

namespace gradc {
namespace cuda {
namespace emulated {
namespace {

constexpr int kMostThreads = 1024;
constexpr unsigned kLanes = 32;

enum class State { Fresh, Running, Ready, AtBlockBarrier, AtWarpBarrier, Done };

// What a thread brings to a barrier of its warp, and takes from it.
struct Exchange {
  bool predicate = false;
  std::uint64_t value = 0;
  Lane from = Lane::Of;
  unsigned by = 0;
  int width = 0;  // 0: no value is asked for
};

struct Thread {
  State state = State::Fresh;
  Fiber* fiber = nullptr;
  Site site{};
  unsigned mask = 0;
  Exchange exchange;
  unsigned predicates = 0;
  std::uint64_t result = 0;
};

// Bits of lanes.
struct Warp {
  unsigned there = 0;
  unsigned waiting = 0;  // at a barrier of the warp
  unsigned done = 0;
};

// SplitMix64 (Steele, Lea, Flood, 2014).
std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::uint64_t seed_of_environment() {
  const char* const text = std::getenv("GRADC_EMULATION_SEED");
  return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

std::uint64_t& chosen_seed() {
  static std::uint64_t value = seed_of_environment();
  return value;
}

std::string text(Site site) { return std::string(site.file) + ":" + std::to_string(site.line); }

bool same(Site a, Site b) { return a.line == b.line && (a.file == b.file || std::strcmp(a.file, b.file) == 0); }

// The lane that `lane` reads; its own where there is none.
unsigned source(unsigned lane, const Exchange& e) {
  const unsigned width = static_cast<unsigned>(e.width), first = lane & ~(width - 1), end = first + width;
  switch (e.from) {
    case Lane::Of:
      return first + (e.by & (width - 1));
    case Lane::Up:
      return e.by > lane - first ? lane : lane - e.by;
    case Lane::Down:
      return e.by >= end - lane ? lane : lane + e.by;
    case Lane::Xor:
      break;
  }
  return (lane ^ e.by) < end ? lane ^ e.by : lane;
}

// One at a time: Open's lock is held.
class Grid {
 public:
  void run(const Launch& launch, const std::function<void()>& body);
  int block_barrier(bool predicate, Site site);
  const Thread& warp_barrier(unsigned mask, const Exchange& exchange, Site site);
  bool runs() const { return launch_ != nullptr && current_ >= 0; }
  std::string where() const;
  bool overflows_at(const void* address) const { return runs() && thread(current_).fiber->overflows_at(address); }

  /// What each fiber does for ever.
  void work();

 private:
  Thread& thread(int i) { return threads_[static_cast<std::size_t>(i)]; }
  const Thread& thread(int i) const { return threads_[static_cast<std::size_t>(i)]; }
  Warp& warp_of(int i) { return warps_[static_cast<std::size_t>(i) / kLanes]; }
  static unsigned lane_of(int i) { return static_cast<unsigned>(i) % kLanes; }
  static unsigned bit(int i) { return 1u << lane_of(i); }

  void run_block();
  int choose();
  void enter(int i);
  void run_body();
  void begin(int i, Fiber* self);
  void wait();
  void release(int i);
  void complete_block();
  void complete_warp(int of);
  Fiber& free_fiber();
  [[noreturn]] void stuck();

  const Launch* launch_ = nullptr;
  const std::function<void()>* body_ = nullptr;
  std::vector<Thread> threads_;
  std::vector<Warp> warps_;
  std::vector<int> ready_;  // threads that may run; the first next_ of them have
  std::size_t next_ = 0;
  std::uint64_t random_ = 0;
  int current_ = -1;
  int fresh_ = -1;     // the thread that the free fiber switched to shall begin
  int waiting_ = 0;    // threads at the barrier of the block,
  int holding_ = 0;    // and those whose predicate holds
  int held_ = 0;       // at the last complete barrier
  int done_ = 0;

  SharedMemory shared_;

  Fiber main_;
  Fiber* to_begin_ = nullptr;  // the fiber that is switched to
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*> free_;
};

// Never destroyed: fibers wait in it.
Grid& grid() {
  static Grid* const one = new Grid();
  return *one;
}

void Grid::run(const Launch& launch, const std::function<void()>& body) {
  if (launch_ != nullptr) stop("a kernel is launched inside a kernel");
  launch_ = &launch;
  body_ = &body;
  if (launch.threads < 1 || launch.threads > kMostThreads)
    stop("a block of " + std::to_string(launch.threads) + " threads; it has 1 to 1024");
  if (launch.blocks > 0x7fffffff) stop("a grid of " + std::to_string(launch.blocks) + " blocks; it has at most 2147483647");
  blockDim = {static_cast<unsigned>(launch.threads), 1, 1};
  gridDim = {static_cast<unsigned>(launch.blocks), 1, 1};
  random_ = chosen_seed();
  shared_.begin_launch(launch.kernel);
  for (std::int64_t block = 0; block < launch.blocks; ++block) {
    blockIdx = {static_cast<unsigned>(block), 0, 0};
    shared_.begin_block();
    run_block();
    shared_.end_block(block);
  }
  check_ends();
  current_ = -1;
  launch_ = nullptr;
  body_ = nullptr;
}

void Grid::run_block() {
  const int n = launch_->threads;
  threads_.assign(static_cast<std::size_t>(n), Thread{});
  warps_.assign((static_cast<std::size_t>(n) + kLanes - 1) / kLanes, Warp{});
  ready_.clear();
  next_ = 0;
  for (int i = 0; i < n; ++i) release(i);
  for (int i = 0; i < n; ++i) {
    thread(i).state = State::Fresh;
    warp_of(i).there |= bit(i);
  }
  done_ = waiting_ = holding_ = 0;
  fresh_ = choose();
  to_begin_ = &free_fiber();
  main_.switch_to(*to_begin_);
  if (done_ < n) stuck();
}

// The next thread that may run, or -1.
int Grid::choose() {
  if (next_ == ready_.size()) return -1;
  if (chosen_seed() != 0) {
    const std::size_t left = ready_.size() - next_;
    std::swap(ready_[next_], ready_[next_ + static_cast<std::size_t>(next_random(random_) % left)]);
  }
  return ready_[next_++];
}

void Grid::release(int i) {
  if (next_ == ready_.size()) {
    ready_.clear();
    next_ = 0;
  }
  thread(i).state = State::Ready;
  ready_.push_back(i);
}

void Grid::enter(int i) {
  current_ = i;
  thread(i).state = State::Running;
  threadIdx = {static_cast<unsigned>(i), 0, 0};
}

void Grid::run_body() {
#ifndef GRADC_NO_EXCEPTIONS
  try {
    (*body_)();
  } catch (const std::exception& error) {
    stop(std::string("an exception leaves a kernel: ") + error.what());
  }
#else
  (*body_)();
#endif
}

void Grid::begin(int i, Fiber* self) {
  thread(i).fiber = self;
  enter(i);
  run_body();
  // The fiber has switched meanwhile, but always back to this thread.
  thread(i).state = State::Done;
  ++done_;
  warp_of(i).done |= bit(i);
  if (warp_of(i).waiting != 0) complete_warp(i);
}

void Grid::work() {
  Fiber* const self = to_begin_;
  for (;;) {
    int i = fresh_;
    while (i >= 0 && thread(i).state == State::Fresh) {
      begin(i, self);
      i = choose();
    }
    free_.push_back(self);
    Fiber* const next = i < 0 ? &main_ : thread(i).fiber;
    if (i >= 0) enter(i);
    self->switch_to(*next);
  }
}

// The current thread waits until another one switches to it.
void Grid::wait() {
  const int self = current_;
  const int i = choose();
  if (i >= 0 && thread(i).state == State::Ready) enter(i);
  if (i == self) return;
  Fiber* next = &main_;
  if (i >= 0 && thread(i).state == State::Running) {
    next = thread(i).fiber;
  } else if (i >= 0) {
    fresh_ = i;
    next = to_begin_ = &free_fiber();
  }
  thread(self).fiber->switch_to(*next);
}

Fiber& Grid::free_fiber() {
  if (free_.empty()) {
    fibers_.push_back(std::make_unique<Fiber>());
    fibers_.back()->start([] {
      Fiber::arrived();
      grid().work();
    });
    return *fibers_.back();
  }
  Fiber* const fiber = free_.back();
  free_.pop_back();
  return *fiber;
}

int Grid::block_barrier(bool predicate, Site site) {
  Thread& self = thread(current_);
  self.state = State::AtBlockBarrier;
  self.site = site;
  if (predicate) ++holding_;
  if (++waiting_ == launch_->threads) complete_block();
  wait();
  return held_;
}

void Grid::complete_block() {
  for (int i = 1; i < launch_->threads; ++i)
    if (!same(thread(i).site, thread(0).site)) {
      current_ = i;
      stop("threads of one block wait at different barriers: this one at " + text(thread(i).site) + ", thread 0 at " +
           text(thread(0).site));
    }
  held_ = holding_;
  waiting_ = holding_ = 0;
  for (int i = 0; i < launch_->threads; ++i) release(i);
}

const Thread& Grid::warp_barrier(unsigned mask, const Exchange& exchange, Site site) {
  const int i = current_;
  Thread& self = thread(i);
  if ((mask & bit(i)) == 0) stop("a thread waits for lanes of its warp without being one of them, at " + text(site));
  if (exchange.width != 0 && (exchange.width < 1 || exchange.width > 32 || (exchange.width & (exchange.width - 1)) != 0))
    stop("a shuffle among " + std::to_string(exchange.width) + " lanes, which is no power of two up to 32, at " + text(site));
  self.state = State::AtWarpBarrier;
  self.site = site;
  self.mask = mask;
  self.exchange = exchange;
  warp_of(i).waiting |= bit(i);
  complete_warp(i);
  wait();
  return thread(i);
}

// Lets lanes go on whose barrier is complete, now that thread `of` waits or has ended.
void Grid::complete_warp(int of) {
  Warp& warp = warp_of(of);
  const int first = of - static_cast<int>(lane_of(of));
  // Of the lanes that one waits for it is the last; one that has ended may be the last of others.
  const bool waits = thread(of).state == State::AtWarpBarrier;
  for (int i = waits ? of : first; i < first + static_cast<int>(kLanes) && i < launch_->threads; ++i) {
    if (waits && i > of) break;
    if ((warp.waiting & bit(i)) == 0) continue;
    const unsigned lanes = thread(i).mask & warp.there & ~warp.done;
    if ((lanes & ~warp.waiting) != 0) continue;
    unsigned predicates = 0;
    for (int other = first; other < first + static_cast<int>(kLanes); ++other) {
      if ((lanes & bit(other)) == 0) continue;
      if (!same(thread(other).site, thread(i).site) || thread(other).mask != thread(i).mask) {
        current_ = other;
        stop("lanes of one warp wait at different barriers: this one at " + text(thread(other).site) + ", thread " +
             std::to_string(i) + " at " + text(thread(i).site));
      }
      if (thread(other).exchange.predicate) predicates |= bit(other);
    }
    for (int other = first; other < first + static_cast<int>(kLanes); ++other) {
      if ((lanes & bit(other)) == 0) continue;
      Thread& lane = thread(other);
      lane.predicates = predicates;
      if (lane.exchange.width != 0) {
        const unsigned from = source(lane_of(other), lane.exchange);
        if ((lanes & (1u << from)) == 0) {
          current_ = other;
          stop("a shuffle reads lane " + std::to_string(from) + ", which does not take part, at " + text(lane.site));
        }
        lane.result = thread(first + static_cast<int>(from)).exchange.value;
      }
      release(other);
    }
    warp.waiting &= ~lanes;
  }
}

// The barrier of a warp first: lanes that it waits for may stand at one of the block.
void Grid::stuck() {
  const auto find = [this](State state) {
    for (int i = 0; i < launch_->threads; ++i)
      if (thread(i).state == state) return i;
    return -1;
  };
  const int in_warp = find(State::AtWarpBarrier), in_block = find(State::AtBlockBarrier), ended = find(State::Done);
  current_ = in_warp >= 0 ? in_warp : in_block;
  const Thread& one = thread(current_);
  std::string what = "a barrier that not all threads reach: this one waits at " + text(one.site) + ", ";
  if (in_warp >= 0) {
    const int first = in_warp - static_cast<int>(lane_of(in_warp));
    const unsigned missing = one.mask & warp_of(in_warp).there & ~warp_of(in_warp).waiting & ~warp_of(in_warp).done;
    const int other = missing == 0 ? in_block : first + __builtin_ctz(missing);
    what += "but not all lanes that it waits for come there";
    if (other >= 0) what += "; thread " + std::to_string(other) + " waits at " + text(thread(other).site);
  } else {
    what += std::to_string(waiting_) + " of the " + std::to_string(launch_->threads) + " threads of the block do";
    if (ended >= 0) what += "; thread " + std::to_string(ended) + " has ended";
  }
  stop(what);
}

std::string Grid::where() const {
  if (!runs()) return {};
  const std::string name = function_name(launch_->kernel);
  return "kernel " + (name.empty() ? std::string("of no known name") : name) + " (launched at " +
         text({launch_->file, launch_->line}) + "), block " + std::to_string(blockIdx.x) + " of " +
         std::to_string(gridDim.x) + ", thread " + std::to_string(current_) + " of " + std::to_string(blockDim.x);
}

}  // namespace

std::string running_thread() { return grid().where(); }

bool overflows_at(const void* address) { return grid().overflows_at(address); }

void seed(std::uint64_t value) { chosen_seed() = value; }

void run(const Launch& launch, const std::function<void()>& thread) {
  const Open open;
  grid().run(launch, thread);
}

void launch(const Launch& launch, std::function<void()> thread) {
  if (launch.stream != nullptr && keep(launch.stream, [launch, thread] { run(launch, thread); })) return;
  run(launch, thread);
}

int block_barrier(bool predicate, Site site) { return grid().block_barrier(predicate, site); }

void warp_barrier(unsigned mask, Site site) { grid().warp_barrier(mask, {}, site); }

unsigned warp_ballot(unsigned mask, bool predicate, Site site) {
  Exchange exchange;
  exchange.predicate = predicate;
  return grid().warp_barrier(mask, exchange, site).predicates;
}

std::uint64_t warp_exchange(unsigned mask, std::uint64_t value, Lane from, unsigned by, int width, Site site) {
  return grid().warp_barrier(mask, {false, value, from, by, width == 0 ? -1 : width}, site).result;
}

}  // namespace emulated
}  // namespace cuda
}  // namespace gradc
