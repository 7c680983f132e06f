// Which ops of a block run in which order.
#pragma once

#include "codegen/plan/plan.h"

namespace codegen {

// The values whose memory an op would like to write its results into.
std::vector<ir::ValueId> overwritten(const ir::Function& function, const Plan& plan, ir::OpId op);
// The ops of a block that are planned, such that values are read before they are overwritten where possible.
std::vector<ir::OpId> order_of(const ir::Function& function, const Plan& plan, ir::BlockId block);

}  // namespace codegen
