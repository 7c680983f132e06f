// From a command line to an exit status: options, sources, requests, texts, files, as one readable list of
// steps.
#pragma once

#include <string>
#include <vector>

#include "tool/cli/pipeline.h"

namespace tool {

enum ExitStatus : int { kDone = 0, kRefused = 1, kWrongUsage = 2 };  // 3, a defect of gradc, is crash.h's

// `args` without the program's name; `executable` is the full path of the running program.
int run(const std::vector<std::string>& args, const std::string& executable, const Pipeline& pipeline);

}  // namespace tool
