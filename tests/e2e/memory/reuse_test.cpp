// The form that writes into what the caller keeps: no allocation on a second call, exact workspace formulas, nothing
// written before a fault of shapes, independent calls from threads.
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "structures.grad.h"
#include "tensors.grad.h"
#include "tests/e2e/differences.h"
#include "tests/runtime/tensor/allocation_count.h"

namespace {

using e2e::filled;
using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

struct Inputs {
  Matrix x = filled<Matrix>({6, 4}), y = filled<Matrix>({6, 4}, 0.3, 2.5, 2);
  Vector row = filled<Vector>({4}, -1, 1, 3);
};

TEST(Reuse, ASecondCallAllocatesNothing) {
  const Inputs in;
  tensors::elementwise_gradient_result out;
  gradc::Workspace workspace;
  tensors::elementwise_gradient(in.x, in.y, in.row, 1.1, out, workspace);
  const double value = out.value;
  const Matrix first = out.grad.x;
  const auto before = gradc_test::allocations();
  tensors::elementwise_gradient(in.x, in.y, in.row, 1.1, out, workspace);
  EXPECT_EQ(gradc_test::allocations(), before);
  EXPECT_EQ(out.value, value);
  EXPECT_EQ(0, std::memcmp(first.data(), out.grad.x.data(), sizeof(double) * 24));
}

TEST(Reuse, TheFormulaIsEnoughAndNoMore) {
  const Inputs in;
  const std::int64_t bytes = tensors::elementwise_gradient_workspace_bytes(in.x, in.y, in.row, 1.1);
  ASSERT_GT(bytes, 0);
  std::vector<double> memory(static_cast<std::size_t>(bytes) / 8 + 8);
  void* start = memory.data();
  std::size_t space = memory.size() * 8;
  ASSERT_NE(std::align(64, static_cast<std::size_t>(bytes), start, space), nullptr);
  tensors::elementwise_gradient_result out;
  gradc::Workspace exact(start, bytes);
  EXPECT_NO_THROW(tensors::elementwise_gradient(in.x, in.y, in.row, 1.1, out, exact));
  gradc::Workspace small(start, bytes - 64);
  EXPECT_THROW(tensors::elementwise_gradient(in.x, in.y, in.row, 1.1, out, small), gradc::Error);
}

TEST(Reuse, NothingIsWrittenBeforeAFaultOfShapes) {
  const Inputs in;
  tensors::elementwise_gradient_result out;
  gradc::Workspace workspace;
  tensors::elementwise_gradient(in.x, in.y, in.row, 1.1, out, workspace);
  const auto kept = out;
  try {
    tensors::elementwise_gradient(in.x, in.y, filled<Vector>({5}), 1.1, out, workspace);
    FAIL() << "no fault";
  } catch (const gradc::ShapeError& error) {
    const std::string text = error.what();
    for (const char* part : {"row", "x", "5", "4", "tensors.cpp:"}) EXPECT_NE(text.find(part), std::string::npos) << text;
  }
  EXPECT_EQ(out.value, kept.value);
  EXPECT_EQ(0, std::memcmp(kept.grad.x.data(), out.grad.x.data(), sizeof(double) * 24));
}

TEST(Reuse, ThreadsWithAWorkspaceEach) {
  const Inputs in;
  const auto expected = tensors::elementwise_gradient(in.x, in.y, in.row, 1.1);
  std::vector<tensors::elementwise_gradient_result> outs(4);
  std::vector<std::thread> threads;
  for (auto& out : outs)
    threads.emplace_back([&in, &out] {
      gradc::Workspace workspace;
      for (int i = 0; i < 50; ++i) tensors::elementwise_gradient(in.x, in.y, in.row, 1.1, out, workspace);
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& out : outs)
    EXPECT_EQ(0, std::memcmp(expected.grad.x.data(), out.grad.x.data(), sizeof(double) * 24));
}

TEST(Reuse, OutputsOfAnotherShapeAreResized) {
  tensors::elementwise_gradient_result out;
  gradc::Workspace workspace;
  for (std::int64_t n : {8, 2, 0, 5}) {
    auto x = filled<Matrix>({n, 3});
    const auto y = filled<Matrix>({n, 3}, 0.5, 2, 2);
    const auto row = filled<Vector>({3}, -1, 1, 3);
    tensors::elementwise_gradient(x, y, row, 0.4, out, workspace);
    e2e::expect_gradient(x, out.grad.x, [&] { return tensors::elementwise(x, y, row, 0.4); }, "x");
  }
}

}  // namespace
