// Tensors of numbers that are written in the source: tables of the generated code, which nothing computes.
#pragma once

#include <map>
#include <vector>

#include "codegen/analysis/access.h"

namespace codegen {

// The numbers row by row.
using Table = std::vector<ir::Attribute>;

// What `concat` makes of constants, and of other such tensors.
std::map<ir::ValueId, Table> tables_of(const ir::Function& function, const Passed& passed);

}  // namespace codegen
