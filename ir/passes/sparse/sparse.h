// Sparse gradients: a result that is a sum of rows, added at indices of the first axis of zeros, as those indices and
// rows. The dense sum is never made.
//
//  1. Walk back from the result through what adds rows: sums, ops with `rows` (op.h), linear maps of such sums, carried
//     values of loops to which each trip adds, results of branches and calls. What else it may come from is dense.
//  2. Rebuild the function. In place of the sum, two sequences go from op to op in the order of evaluation, through
//     blocks and calls: the indices and the rows that were added, in pieces. Where the result is dense after all, there
//     is one piece that has every row.
//
// Indices may repeat: their rows are added up. In: a function that verifies, differentiated, not yet optimised; the dense
// sum stays for `dce` to drop. The result becomes its extents (an i64 for each axis), the indices, a seq<i64[?]>, and the
// rows, a sequence of tensors of its rank.
#pragma once

#include <optional>

#include "ir/function.h"

namespace ir {

struct SparseResult {
  Module module;
  // Of a dense one: the op that needs or yields every row.
  std::optional<OpId> dense;
};
SparseResult sparse_result(const Module& module, FunctionId function, std::size_t result);

// Whether the result could be sparse.
bool can_be_sparse(const Module& module, FunctionId function, std::size_t result);

}  // namespace ir
