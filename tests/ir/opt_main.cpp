// gradc_opt [--passes=LIST] [--verify-each] [--print-after-all] FILE.gir: `gradc opt` from ir alone, for
// machines without Clang. 0: done; 1: the text or a pass is refused; 2: wrong usage, which is also a pass
// that does not exist.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "ir/passes/pass.h"
#include "ir/text/text.h"
#include "ir/verify.h"

namespace {

int wrong_usage(const std::string& what) {
  std::cerr << "gradc_opt: " << what
            << "\nusage: gradc_opt [--passes=LIST] [--verify-each] [--print-after-all] FILE.gir\n"
            << "passes:\n";
  for (const ir::PassInfo& pass : ir::pass_table())
    std::cerr << "  " << pass.name << ": " << pass.summary << '\n';
  return 2;
}

int refuse(const ir::Diagnostics& diagnostics) {
  std::cerr << diagnostics.text();
  for (const ir::Diagnostic& diagnostic : diagnostics.list())
    if (diagnostic.id == ir::DiagnosticId::unknown_pass) return 2;
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::string passes, file;
  ir::PassOptions options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.starts_with("--passes="))
      passes = argument.substr(9);
    else if (argument == "--verify-each")
      options.verify_each = true;
    else if (argument == "--print-after-all")
      options.after = [](const std::string& pass, const ir::Module& module, double) {
        std::cerr << "// after " << pass << '\n' << ir::print(module) << '\n';
      };
    else if (!file.empty() || (argument.starts_with("-") && argument != "-"))
      return wrong_usage("what is '" + argument + "'?");
    else
      file = argument;
  }
  if (file.empty()) return wrong_usage("a file is missing; - is standard input");
  std::ifstream stream;
  if (file != "-") stream.open(file);
  if (!stream) return wrong_usage("can't read '" + file + "'");
  const std::string text{std::istreambuf_iterator<char>(file == "-" ? std::cin : stream), {}};

  ir::Diagnostics diagnostics;
  auto module = ir::parse(text, diagnostics);
  if (!module || !ir::verify(*module, diagnostics)) return refuse(diagnostics);
  module = ir::run_passes(*module, passes, options, diagnostics);
  if (!module) return refuse(diagnostics);
  std::cout << ir::print(*module);
  return 0;
}
