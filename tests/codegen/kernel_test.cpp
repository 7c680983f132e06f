// Kernels as data: what the verifier finds. tests/golden/kernels has those that plans make.
#include <gtest/gtest.h>

#include "codegen/kernel/verify.h"
#include "ir/kind.h"

namespace {

using codegen::Elements;
using codegen::Kernel;
using codegen::Operand;

constexpr ir::ElementType kType = ir::ElementType::f64;

Elements elements(std::int32_t tensor, int memory) {
  return {ir::ValueId{tensor}, kType, ir::Extent::symbol("n") * 3, {{0, 3, ir::Extent::symbol("n")}, {1, 1, 3}}, memory};
}

// t0 = x * x; t1 = t0 + c, stored
Kernel sound() {
  Kernel kernel;
  kernel.axes = {{ir::Extent::symbol("n")}, {3}};
  kernel.loads = {{elements(0, -1), 2, true}};
  kernel.numbers = {{ir::ValueId{1}, kType}};
  const Operand x{Operand::Of::load, 0}, c{Operand::Of::number, 0}, t0{Operand::Of::node, 0};
  kernel.nodes = {{{ir::Kind::Multiply, kType, kType, {}}, {x, x}, ir::ValueId{2}, "", {}, 1, true},
                  {{ir::Kind::Add, kType, kType, {}}, {t0, c}, ir::ValueId{3}, "", {}, 0, false}};
  kernel.stores = {{1, elements(3, 0)}};
  return kernel;
}

std::string broken(const Kernel& kernel) { return codegen::broken_rule(kernel).value_or("none"); }

TEST(Kernel, ASoundOneBreaksNoRule) {
  EXPECT_EQ(broken(sound()), "none");
  Kernel kernel = sound();
  kernel.axes[0].extent = 0;
  for (Elements* each : {&kernel.loads[0].from, &kernel.stores[0].to}) each->size = each->index[0].extent = 0;
  EXPECT_EQ(broken(kernel), "none") << "an extent may be 0";
  kernel = sound();
  kernel.axes[0].extent = ir::Extent::symbol("m");
  EXPECT_EQ(broken(kernel), "none") << "a check may find that m is n";
}

TEST(Kernel, ANodeReadsOnlyWhatIsThere) {
  Kernel kernel = sound();
  kernel.nodes[0].operands[0] = {Operand::Of::node, 1};
  EXPECT_EQ(broken(kernel), "node 0 reads what is not there before it");
  kernel = sound();
  kernel.nodes[1].operands[1].index = 1;
  EXPECT_EQ(broken(kernel), "node 1 reads what is not there before it");
}

TEST(Kernel, AnOpHasItsOperandsAndTheirType) {
  Kernel kernel = sound();
  kernel.nodes[1].operands.pop_back();
  EXPECT_EQ(broken(kernel), "node 1 lacks operand y");
  kernel = sound();
  kernel.numbers[0].element = ir::ElementType::f32;
  EXPECT_EQ(broken(kernel), "node 1 computes with f64, which its last operand is not");
}

TEST(Kernel, MentionsAreCounted) {
  Kernel kernel = sound();
  kernel.loads[0].mentions = 1;
  EXPECT_EQ(broken(kernel), "load 0 is mentioned 2 times");
  kernel = sound();
  kernel.nodes[0].is_read = false;
  EXPECT_EQ(broken(kernel), "node 0 is mentioned 1 times");
}

TEST(Kernel, NoIndexLeavesItsTensor) {
  Kernel kernel = sound();
  kernel.loads[0].from.index[0].stride = 4;
  EXPECT_EQ(broken(kernel), "load 0 leaves its tensor");
  kernel = sound();
  kernel.loads[0].from.size = ir::Extent::symbol("n");
  EXPECT_EQ(broken(kernel), "load 0 leaves its tensor");
  kernel = sound();
  kernel.loads[0].from.index[1].extent = 4;
  EXPECT_EQ(broken(kernel), "load 0 leaves its tensor");
  kernel = sound();
  kernel.axes[1].extent = 4;
  EXPECT_EQ(broken(kernel), "load 0 leaves its tensor");
  kernel = sound();
  kernel.stores[0].to.index = {{1, 1, 3}, {0, 3, ir::Extent::symbol("n")}};
  EXPECT_EQ(broken(kernel), "the store of node 1 leaves its tensor");
  kernel = sound();
  kernel.stores[0].to.index[1].axis = 2;
  EXPECT_EQ(broken(kernel), "the store of node 1 leaves its tensor");
}

TEST(Kernel, AStoreHasAPlaceForEachElement) {
  Kernel kernel = sound();
  kernel.stores[0].to.index = {{1, 1, 3}};
  kernel.stores[0].to.size = 3;
  EXPECT_EQ(broken(kernel), "elements of node 1 are stored in one place");
  kernel = sound();
  kernel.stores[0].to.element = ir::ElementType::f32;
  EXPECT_EQ(broken(kernel), "node 1 is stored as f32");
  kernel = sound();
  kernel.stores.push_back({0, elements(2, 1)});
  EXPECT_EQ(broken(kernel), "the store of node 0 comes too late");
  kernel = sound();
  kernel.stores[0].node = 2;
  EXPECT_EQ(broken(kernel), "there is no node 2 to store");
}

TEST(Kernel, NothingIsComputedForNothing) {
  Kernel kernel = sound();
  kernel.stores.clear();
  EXPECT_EQ(broken(kernel), "nothing uses node 1");
}

TEST(Kernel, MemoryIsReadBeforeItIsWritten) {
  Kernel kernel = sound();
  kernel.loads[0].from.memory = 0;
  EXPECT_EQ(broken(kernel), "none") << "in place";
  kernel.loads[0].from.index = {{1, 1, 3}};
  kernel.loads[0].from.size = 3;
  EXPECT_EQ(broken(kernel), "load 0 reads elsewhere in what node 1 is stored to");

  kernel = sound();
  kernel.stores.insert(kernel.stores.begin(), {0, elements(2, 1)});
  kernel.nodes[1].operands = {{Operand::Of::node, 0}, {Operand::Of::load, 0}};
  kernel.numbers.clear();
  kernel.loads[0].mentions = 3;
  EXPECT_EQ(broken(kernel), "none");
  kernel.loads[0].from.memory = 1;
  EXPECT_EQ(broken(kernel), "none") << "it is kept";
  kernel.loads[0].kept = false;
  EXPECT_EQ(broken(kernel), "node 1 reads load 0 after node 0 is stored");
  kernel.loads[0].from.memory = -1;
  EXPECT_EQ(broken(kernel), "none") << "nothing writes it";
  kernel.stores[0].to.memory = 0;
  EXPECT_EQ(broken(kernel), "nodes 0 and 1 are stored to the same memory");
}

}  // namespace
