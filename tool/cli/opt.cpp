#include "tool/cli/opt.h"

#include <fmt/format.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include "ir/passes/pass.h"
#include "ir/text/text.h"
#include "ir/verify.h"
#include "tool/cli/crash.h"
#include "tool/cli/driver.h"
#include "tool/derive/text.h"
#include "tool/source/report.h"

namespace tool {
namespace {

// Prints what is wrong with the file; a pass that does not exist is wrong usage.
int refuse(const std::string& file, const ir::Diagnostics& problems) {
  int status = kRefused;
  for (const ir::Diagnostic& problem : problems.list()) {
    print_error(fmt::format("{}: {} [{}]", file, problem.text, ir::row(problem.id).name));
    for (const ir::Note& note : problem.notes) print_note(note.text);
    if (problem.id == ir::DiagnosticId::unknown_pass) status = kWrongUsage;
  }
  return status;
}

ir::PassOptions pass_options(const Options& options) {
  ir::PassOptions out;
  out.verify_each = options.verify_each;
  out.after = [&options](const std::string& pass, const ir::Module& module, double seconds) {
    if (options.time_passes) llvm::errs() << fmt::format("{:9.6f} s  {}\n", seconds, pass);
    if (options.print_after_all) llvm::errs() << "// after " << pass << '\n' << ir::print(module) << '\n';
  };
  return out;
}

int run_stages(const std::string& file, ir::Module module, const Options& options) {
  const std::string function = options.functions.empty() ? "" : options.functions.front().function;
  const TextResult result = run_request(std::move(module), {function, *options.request}, pass_options(options));
  if (!options.quiet)
    for (const std::string& warning : result.warnings) print_note(fmt::format("{}: {}", file, warning));
  for (const std::string& error : result.errors) print_error(fmt::format("{}: {}", file, error));
  if (!result.errors.empty()) return kRefused;
  llvm::outs() << ir::print(result.module);
  return kDone;
}

}  // namespace

int run_opt(const Options& options) {
  const std::string& file = options.sources.front();
  const auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(file, /*IsText=*/true);
  if (!buffer) {
    print_error(fmt::format("can't read '{}': {}", file, buffer.getError().message()));
    return kRefused;
  }
  const llvm::StringRef text = (*buffer)->getBuffer();
  set_crash_section("module", text);
  set_crash_section("pipeline", options.passes);
  ir::Diagnostics problems;
  std::optional<ir::Module> module = ir::parse(text, problems);
  if (!module || !ir::verify(*module, problems)) return refuse(file, problems);
  if (options.request) return run_stages(file, *std::move(module), options);
  if (!options.passes.empty())
    module = ir::run_passes(*module, options.passes, pass_options(options), problems);
  if (!module) return refuse(file, problems);
  llvm::outs() << ir::print(*module);
  return kDone;
}

}  // namespace tool
