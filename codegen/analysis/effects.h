// What does something beside computing: ops that print or assert, and what contains or calls such.
#pragma once

#include <set>

#include "ir/kind.h"
#include "ir/op.h"

namespace codegen {

// Whether an op throws an exception of the user's.
inline bool is_throw(const ir::Op& op) { return op.attributes.find("exception") != nullptr; }
// Whether an op is written as a statement that leaves how many things were done as it was.
inline bool is_statement(const ir::Op& op) { return is_throw(op) || op.kind == ir::Kind::Perform; }
// Whether an op, or one in its blocks or in a block, does something beside computing.
bool acts_within(const ir::Function& function, const ir::Op& op);
bool acts_within(const ir::Function& function, ir::BlockId block);
// Whether the function, or one that it calls, does.
bool acts(const ir::Module& module, ir::FunctionId function);

// How many things were done, where those are statements alone, so that nothing reads the numbers: what ops, branches and loops
// make of them. Empty where a function of gradc prints or asserts, or a call takes or gives such a number.
std::set<ir::ValueId> unread_counts(const ir::Function& function);

}  // namespace codegen
