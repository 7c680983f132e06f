// The ops by their names.
#pragma once

#include "ir/function.h"

namespace ir {

enum class Kind : std::uint16_t {
#define GRADC_OP(Name) Name,
#include "ir/ops.def"
#undef GRADC_OP
};

}  // namespace ir
