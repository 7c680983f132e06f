// The kinds of derivative: what each asks of the result, declares and is given as. Derivation, declarations and the grammar of
// requests read this table.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "codegen/interface/program.h"

namespace codegen {

struct KindRow {
  DerivativeKind kind;
  std::string_view name;  // of the item that asks for it, and what generated names end with
  bool of_number;         // the result must be one real number
  bool has_rows;          // its gradients may be given as indices and rows
  bool has_blocks;        // its results are a block for each pair of leaves
  std::optional<DerivativeKind> batch;  // its form for several directions

  // Arrays and vectors of numbers are one tensor each, in blocks and in batches.
  bool is_of_lists() const { return has_blocks || batch; }
};

const KindRow& kind_row(DerivativeKind kind);
// Those that can be asked for; of a batch the kind that it is of is.
std::span<const KindRow> requested_kinds();

}  // namespace codegen
