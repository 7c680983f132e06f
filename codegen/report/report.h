// A report on one source as data: what was made of each request, for people who want to know why the code is as it is.
// Texts are plain; the page (page.h) escapes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/extent.h"

namespace codegen {

// A place in a source: "model.cpp:4". `line` is 0 where that isn't the source of the page.
struct Spot {
  std::string place;
  int line = 0;
};

// A number, or a formula over the extents of arguments: "4 * x.extent(0)". Without a value the text says why there is none.
struct Formula {
  std::optional<ir::Extent> value;
  std::string text;
};

struct Region;
// A value of a function, or an op that gives several.
struct GraphNode {
  enum class Role : std::uint8_t { argument, forward, backward, result };
  Role role = Role::forward;
  std::string name, op, type;
  Spot at;
  std::vector<std::size_t> inputs;  // nodes before it
  std::vector<Region> regions;      // of a loop or a branch
};
struct Graph {
  std::vector<GraphNode> nodes;
};
struct Region {
  std::string name;  // "body", "then"
  Graph graph;
};

// A step of the plan that computes something.
struct KernelRow {
  int step = 0;
  std::string what;         // "matmul"; "multiply, add" of a loop of fused ops
  std::string form;         // "runtime kernel", "fused loop", "scalar statements"
  bool is_forward = false, is_backward = false;  // some of it
  std::vector<Spot> at;
  std::string over;    // the axes: "i < x.extent(0)"
  std::string within;  // the loop or branch that it stands in; empty for the body
  Formula loaded, stored, flops;  // of one run
  std::string intensity;
};

// A piece of memory in the steps between which it is in use, both included.
struct BufferRow {
  enum class Where : std::uint8_t { slot, result, as_it_runs };
  Where where = Where::slot;
  std::string values;
  Formula bytes;
  int first = 0, last = 0;
  int slot = -1;
};
struct Memory {
  int steps = 0;  // their greatest number
  std::vector<BufferRow> buffers;
  std::vector<Formula> slots;  // each rounded up to 64 bytes where that is a number
  Formula total;               // of the arena, as `..._workspace_bytes` gives it
  bool takes_as_it_runs = false;  // more memory, whose size is known at run time only
};

// A value that the backward pass reads, and how it gets there.
struct KeptRow {
  std::string name, op, type;
  Formula bytes;      // of one
  Spot at, inside;  // the loop or branch; no place in the body of the function
  std::string how, why;
};

struct LoopRow {
  Spot at;
  bool is_backward = false, is_raised = false;
  std::string why, advice;
  Spot culprit;
};

// One generated function.
struct FunctionReport {
  std::string name, comment;
  Graph graph;
  std::vector<KernelRow> kernels;
  Memory memory;
  std::string refused;  // why there is no plan; then there are neither kernels nor memory
};

struct DerivativeReport {
  std::vector<FunctionReport> functions;
  std::vector<KeptRow> kept;
  std::vector<LoopRow> loops;
};

struct RequestReport {
  std::string function;
  std::vector<DerivativeReport> derivatives;
};

struct Report {
  std::string source;              // "model.cpp"
  std::vector<std::string> lines;  // of it
  std::vector<RequestReport> requests;
  std::vector<FunctionReport> called;  // functions of the generated file alone, which the others call
};

}  // namespace codegen
