// What is likely to be a mistake with random numbers (ops.md 11).
#pragma once

#include <vector>

#include "tool/derive/derive.h"

namespace tool {

// Keys under which numbers are drawn twice, in a function as it was read: what is computed twice is one value later.
void warn_of_keys(const ir::Module& module, ir::FunctionId function, std::vector<Warning>& warnings);
// Probabilities of random_bernoulli that a derivative is asked through.
void warn_of_probabilities(const ir::Module& module, const DeriveInput& input, std::vector<Warning>& warnings);

}  // namespace tool
