// A function with those that it calls in their places, in a module of its own: what warnings are looked for in, and what safe
// branches are made of.
#pragma once

#include <string>
#include <string_view>

#include "ir/passes/pass.h"
#include "tool/derive/task.h"

namespace tool {

// A module whose function of that number has its callees in their places. Calls stay of functions that call themselves, and of
// those with a rule.
ir::Module inlined(const ir::Module& module);

// A pipeline that can't fail on a module that is sound.
ir::Module with_passes(const ir::Module& module, std::string_view passes, const ir::PassOptions& options = {});

// "line 12", or "model.cpp:12" where the op stands in another file.
std::string line_of(const ir::Module& module, ir::LocId where, ir::LocId op);

}  // namespace tool
