// Which ops of a block run in which order.
#pragma once

#include "codegen/plan/plan.h"

namespace codegen {

// Whether an op is carried out by a step.
bool is_planned(const ir::Function& function, const Plan& plan, ir::OpId op);
// The values whose memory an op would like to write its results into.
std::vector<ir::ValueId> overwritten(const ir::Function& function, const Plan& plan, ir::OpId op);
// The ops of a block that are planned, such that values are read before they are overwritten where possible.
std::vector<ir::OpId> order_of(const ir::Function& function, const Plan& plan, ir::BlockId block);
// Whether an op, or one in its blocks or in a block, does something beside computing.
bool acts_within(const ir::Function& function, const ir::Op& op);
bool acts_within(const ir::Function& function, ir::BlockId block);
// Whether anything takes the k-th result of a block of a control op: one that nobody reads, or that goes round
// unchanged, is not handed on.
bool is_taken(const ir::Function& function, const Plan& plan, ir::BlockId block, std::size_t k);

}  // namespace codegen
