// A kernel as loops over its axes.
#pragma once

#include "codegen/kernel/kernel.h"
#include "codegen/text/frame.h"

namespace codegen {

// What a kernel's data are called where its loops stand.
struct KernelNames {
  std::vector<std::string> extents;   // by axis
  std::vector<std::string> from, to;  // pointers, by load and by store
  std::vector<std::string> parts;     // pointers to what they are parts of
  std::vector<std::string> sums;      // what they are assigned to; with a range, pointers to what sums blocks
  std::vector<Term> numbers;
  std::function<std::string(const ir::Extent&)> size;  // as one name or number: of strides, and of where parts begin
  // First and end of the trips of the outermost axis, or of the elements where something is summed, if not all are gone over.
  std::optional<std::pair<std::string, std::string>> range;
  std::string count;  // of elements: not empty where each thread of a device computes some of all of them
  bool in_lanes = false;  // several neighbours of a row each time, which memory that runs with the elements is aligned for
  bool may_block = false;  // blocks of elements may be computed in several loops, with arrays between
};

// `scope` has all of these names, and what else the loops may not call anything by.
void write_loop_nest(const Frame& frame, const Kernel& kernel, const KernelNames& names, Names& scope, Emitter& out);

}  // namespace codegen
