// What the steps of a plan move and compute.
//
//  1. Bytes are those of distinct elements that one run reads or writes: what a kernel reads again is taken to be in a cache.
//     A runtime kernel reads its operands and writes its results.
//  2. Work is that of floating-point numbers: of a fused op that of its expression as the planner weighs it (ir::flops), of a
//     sum one addition for each element, of a runtime kernel what the op says (OpDefinition::work).
#pragma once

#include <vector>

#include "codegen/report/words.h"

namespace codegen {

std::vector<KernelRow> kernels_of(Words& words);

// The operations for each byte that moves: a number where the one is the same multiple of the other for all extents.
std::string intensity(Words& words, const Formula& flops, const ir::Extent& bytes);

}  // namespace codegen
