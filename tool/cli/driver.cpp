#include "tool/cli/driver.h"

#include <clang/Basic/Version.h>
#include <fmt/format.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "tool/base/nearest.h"
#include "tool/cli/generate.h"
#include "tool/cli/opt.h"
#include "tool/cli/response.h"
#include "tool/cli/survey.h"

namespace tool {
namespace {

int run_explain(const std::string& name) {
  if (name.empty()) {
    std::vector<std::string> names = diagnostic_names();
    std::sort(names.begin(), names.end());
    for (const std::string& known : names) llvm::outs() << known << '\n';
    return kDone;
  }
  const std::string text = explain(name);
  if (!text.empty()) {
    llvm::outs() << text;
    return kDone;
  }
  std::string close;
  for (const std::string& candidate : nearest(name, diagnostic_names()))
    close += (close.empty() ? "; close names: '" : ", '") + candidate + "'";
  print_error(fmt::format("no diagnostic is called '{}'{}", name, close));
  return kRefused;
}

int run_command(const Options& options, const std::string& executable, const Pipeline& pipeline) {
  switch (options.command) {
    case Command::help:
      llvm::outs() << help_text();
      return kDone;
    case Command::version:
      llvm::outs() << "gradc " << kVersion << "\nLLVM " << LLVM_VERSION_STRING << '\n';
      return kDone;
    case Command::explain:
      return run_explain(options.explain_name);
    case Command::opt:
      return run_opt(options);
    case Command::list:
      return Run(options, pipeline, executable).list();
    case Command::explain_refusals:
      return run_survey(options, pipeline, executable);
    case Command::generate:
      return Run(options, pipeline, executable).generate();
  }
  return kWrongUsage;
}

}  // namespace

int run(const std::vector<std::string>& args, const std::string& executable, const Pipeline& pipeline) {
  const Expanded expanded = expand_response_files(args);
  if (!expanded.error.empty()) {
    print_error(expanded.error);
    return kWrongUsage;
  }
  const ParsedOptions parsed = parse_options(expanded.args);
  if (!parsed.options) {
    print_error(parsed.error);
    return kWrongUsage;
  }
  const int status = run_command(*parsed.options, executable, pipeline);
  llvm::outs().flush();
  if (!llvm::outs().has_error()) return status;
  print_error("can't write to standard output");
  llvm::outs().clear_error();
  return kRefused;
}

}  // namespace tool
