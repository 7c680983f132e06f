// `gradc opt`: IR text in, passes, IR text out. Needs no Clang.
#pragma once

#include "tool/base/options.h"

namespace tool {

// The exit status.
int run_opt(const Options& options);

}  // namespace tool
