// What is likely to be a mistake with random numbers (ops.md 11).
#pragma once

#include "tool/derive/task.h"

namespace tool {

// Keys under which numbers are drawn twice, in a function as it was read: what is computed twice is one value later.
void warn_of_keys(const ir::Module& module, Task& task);

// Whether a module draws from a Bernoulli distribution.
bool has_bernoulli(const ir::Module& module);
// Probabilities of random_bernoulli that a derivative is asked through. `module` is inlined.
void warn_of_probabilities(const ir::Module& module, Task& task);

}  // namespace tool
