// A kernel as data: axes, loads with their indices, a graph of scalar ops, stores, sums. What is computed for one element is said
// here, and nothing of how a target writes it.
//
// A kernel runs over all of its axes, the first outermost, in any order. For each element it loads what is kept, then
// evaluates the nodes one after another; a node that has a store is written before the next one is evaluated.
#pragma once

#include <string>
#include <vector>

#include "codegen/analysis/expression.h"
#include "ir/function.h"

namespace codegen {

struct Axis {
  ir::Extent extent;  // may be 0 when the kernel runs
};

// The place of an element in memory: the sum of the axes' indices, each from its beginning, times their strides, outermost
// first. Other axes leave it where it is.
struct IndexTerm {
  int axis = 0;  // -1: the index is `begin` alone
  ir::Extent stride;
  // Of the tensor along the axis: the axis's, but perhaps in another form that a check finds to be equal; in a part of it,
  // at least so much behind `begin`.
  ir::Extent extent;
  ir::Extent begin = 0;
};
using Index = std::vector<IndexTerm>;

// Elements of a tensor that are read, or written.
struct Elements {
  ir::ValueId tensor;
  ir::ElementType element{};
  ir::Extent size;  // of the tensor
  Index index;
  int memory = -1;  // the buffer that it lies in; kForeign where nothing writes it
  bool is_part = false;  // not all of the tensor is gone over
};

struct Load {
  Elements from;
  int mentions = 0;   // in the expressions of nodes
  bool kept = false;  // loaded before the first node; any other where its node is evaluated
  // The axis within which it must be loaded again; 0 where there is none.
  int level() const;
};

// One number for all elements.
struct Number {
  ir::ValueId value;
  ir::ElementType element{};
};

struct Operand {
  enum class Of : std::uint8_t { load, number, node };
  Of of = Of::load;
  std::size_t index = 0;
  friend bool operator==(const Operand&, const Operand&) = default;
};

struct Node {
  ScalarOp op;
  std::vector<Operand> operands;
  ir::ValueId value;  // of the function
  std::string name;   // the user's
  ir::LocId loc;
  int mentions = 0;      // in the expressions of other nodes
  bool is_read = false;  // it is an operand of one
  bool is_part = false;  // of the op, not what it yields
};

struct Store {
  std::size_t node = 0;
  Elements to;
};

// The sum of a node's elements, in blocks (gradc::kernels::BlockSum), or that over their number.
struct Sum {
  std::size_t node = 0;
  ir::ValueId value;
  bool is_mean = false;
};

// Each element of a node is added to an element of a tensor, which is all zeros before the kernel runs. No node reads it.
struct PartStore {
  std::size_t node = 0;
  Elements to;
  // Nothing else is added to an element before: it may be assigned, and need not be zero.
  bool is_first = false;
};

struct Kernel {
  std::vector<Axis> axes;
  std::vector<Load> loads;
  std::vector<Number> numbers;
  std::vector<Node> nodes;    // in order of evaluation
  std::vector<Store> stores;  // by node
  std::vector<Sum> sums;
  std::vector<PartStore> parts;  // in the order in which they are added to one element

  // The store of a node; null where it is only read by others.
  const Store* store_of(std::size_t node) const;
  // Whether it goes anywhere: is stored, summed, or put into a part of a tensor.
  bool is_given(std::size_t node) const;
  // How many elements it computes.
  ir::Extent size() const;
  // The work of one element, in additions: those of the nodes, and two for each element that is read or written.
  int cost() const;
  // Whether ranges of the outermost axis, or of blocks of elements where something is summed, may be computed at once: what is
  // added to parts of a tensor is added in order.
  bool is_divisible() const;
};

}  // namespace codegen
