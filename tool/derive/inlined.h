// A function with those that it calls in their places, in a module of its own: what warnings are looked for
// in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tool/derive/derive.h"

namespace tool {

struct Inlined {
  ir::Module module;
  std::vector<ir::ValueId> wrt, stop;  // what the request names, where it is now
};

// Calls stay of functions that call themselves, and of those with a rule.
Inlined inlined(const ir::Module& module, const DeriveInput& input);
// Passes over it.
void run_on(Inlined& now, ir::FunctionId function, std::string_view passes);

// "line 12", or "model.cpp:12" where the op stands in another file.
std::string line_of(const ir::Module& module, ir::LocId where, ir::LocId op);

}  // namespace tool
