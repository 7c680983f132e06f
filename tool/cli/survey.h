// --explain-refusals: how much of a source tree can be differentiated. Each source is read in a process of its own, several at a
// time, so that what ends one (a defect, a function that takes too long) costs one function, and memory goes back.
#pragma once

#include <string>

#include "tool/base/options.h"
#include "tool/cli/pipeline.h"

namespace tool {

// The exit status.
int run_survey(const Options& options, const Pipeline& pipeline, const std::string& executable);

}  // namespace tool
