#include "tool/opt.h"

#include "tool/report.h"

namespace tool {

int run_opt(const Options& options) {
  print_error("'gradc opt' can't read '" + options.sources.front() + "' in this version");
  return 1;
}

}  // namespace tool
