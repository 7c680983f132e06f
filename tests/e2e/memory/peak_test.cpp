// What a generated function takes from the heap at most, counted by AddressSanitizer's hooks, which see every malloc and
// operator new: little more than f_workspace_bytes says, and no less. The results are as large as they have to be before.
#include <atomic>
#include <cstddef>

#include "checkpoints.grad.h"
#include "differences.h"
#include "kept.grad.h"
#include "recursion.grad.h"
#include "tensors.grad.h"

// The header of these isn't part of every compiler that has them.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*taken)(const volatile void*, std::size_t), void (*given)(const volatile void*));
extern "C" std::size_t __sanitizer_get_allocated_size(const volatile void* memory);

namespace {

using e2e::filled;
using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

std::atomic<std::int64_t> in_use{0}, most_in_use{0};

void taken(const volatile void*, std::size_t size) {
  const std::int64_t now = in_use += static_cast<std::int64_t>(size);
  if (now > most_in_use) most_in_use = now;
}
void given(const volatile void* memory) {
  if (memory != nullptr) in_use -= static_cast<std::int64_t>(__sanitizer_get_allocated_size(memory));
}

bool count_from_now_on() {
  static const bool installed = __sanitizer_install_malloc_and_free_hooks(taken, given) != 0;
  return installed;
}

// The most bytes that `action` holds at once beyond what there was.
template <class Action>
std::int64_t peak_of(const Action& action) {
  EXPECT_TRUE(count_from_now_on());
  const std::int64_t before = in_use;
  most_in_use = before;
  action();
  return most_in_use - before;
}

template <class Gradient, class Into, class Bytes, class... Args>
void check_peak(const char* name, Gradient gradient, Into into, Bytes bytes, const Args&... args) {
  auto result = gradient(args...);
  const std::int64_t planned = bytes(args...);
  EXPECT_GT(planned, 32 * 1024) << name << " is too small to say anything";
  const auto value = result.value;
  const std::int64_t peak = peak_of([&] {
    gradc::Workspace workspace;
    into(args..., result, workspace);
    EXPECT_EQ(workspace.high_water(), planned) << name;
  });
  EXPECT_EQ(result.value, value) << name;
  EXPECT_GE(peak, planned) << name;
  EXPECT_LE(peak, planned + planned / 20 + 4096) << name;
}

#define CHECK_PEAK(f, ...)                                                                                         \
  check_peak(#f, [](const auto&... a) { return f##_gradient(a...); }, [](auto&&... a) { f##_gradient(a...); },     \
             [](const auto&... a) { return f##_gradient_workspace_bytes(a...); }, __VA_ARGS__)

TEST(Peak, TheCountSeesWhatIsTakenAndGivenBack) {
  const std::int64_t peak = peak_of([] {
    for (int i = 0; i < 3; ++i) {
      const Vector x(gradc::Shape{1000});
      EXPECT_EQ(x.size(), 1000);
    }
  });
  EXPECT_GE(peak, 8000);
  EXPECT_LE(peak, 8000 + 1024);
}

TEST(Peak, OfTensors) {
  CHECK_PEAK(tensors::elementwise, filled<Matrix>({60, 400}), filled<Matrix>({60, 400}, 0.3, 2.5, 2), filled<Vector>({400}, -1, 1, 3), 1.1);
  CHECK_PEAK(checkpoints::chain, filled<Matrix>({64, 64}), filled<Matrix>({64, 64}, -0.2, 0.2, 2));
  CHECK_PEAK(checkpoints::chain_memory, filled<Matrix>({64, 64}), filled<Matrix>({64, 64}, -0.2, 0.2, 2));
  CHECK_PEAK(checkpoints::hundred, filled<Matrix>({24, 24}), filled<Matrix>({24, 24}, -0.2, 0.2, 2));
  CHECK_PEAK(checkpoints::hundred_memory, filled<Matrix>({24, 24}), filled<Matrix>({24, 24}, -0.2, 0.2, 2));
}

TEST(Peak, OfLoopsOverStructures) {
  std::vector<checkpoints::Block> blocks;
  for (unsigned i = 0; i < 24; ++i)
    blocks.push_back({filled<Matrix>({20, 20}, -0.3, 0.3, i), filled<Matrix>({20, 20}, -0.3, 0.3, i + 40), filled<Vector>({20}, -1, 1, i)});
  const Matrix x = filled<Matrix>({20, 20});
  CHECK_PEAK(checkpoints::deep, x, blocks, 0.5);
  CHECK_PEAK(checkpoints::deep_memory, x, blocks, 0.5);
  CHECK_PEAK(checkpoints::deep_speed, x, blocks, 0.5);
}

TEST(Peak, OfStaticFunctions) {
  CHECK_PEAK(kept::tensors, filled<Matrix>({16, 24}), filled<Matrix>({24, 24}, -0.2, 0.2, 2), filled<Vector>({24}, -1, 1, 3));
}

TEST(Peak, OfRecursion) {
  CHECK_PEAK(recursion::layers_of_one, filled<Matrix>({20, 30}), filled<Matrix>({30, 30}, -0.2, 0.2, 2), 12);
  CHECK_PEAK(recursion::pyramid, filled<Vector>({200}), 0.7);
  CHECK_PEAK(recursion::divided, filled<Vector>({3000}));
}

}  // namespace
