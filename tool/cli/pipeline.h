// The seam between the shell of the tool and what it is for: given a source that Clang has read and the
// requests found in it, the texts to write. The driver knows no IR and no code generator, and this knows no
// files.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tool/base/options.h"
#include "tool/request/find.h"
#include "tool/source/source.h"

namespace tool {

// One source of the run.
struct Unit {
  Source& source;
  const std::vector<Request>& requests;  // may be empty: then only other sources call into it
  const Options& options;
  const std::vector<Source*>& sources;  // all of the run: bodies of functions may be in any that has_ast()
};

// A text to write: `name` is a file name without a folder, such as "model.grad.h".
struct OutputText {
  std::string name;
  std::string text;
};

struct Pipeline {
  // The texts that options.emits asks for, in that order; for cpp the header, then the source. Nothing where
  // a problem was reported to unit.source.report(). Called once for each source, in the order of the command
  // line, also where a request of the source was refused: its other problems are found in the same run.
  std::function<std::optional<std::vector<OutputText>>(const Unit& unit)> process;

  // What `<stem>.grad.h` will declare, for sources that include it. What is reported here is dropped: the
  // source is read and processed once more, and reports then.
  std::function<std::string(const Unit& unit)> declarations;

  // Whether a function has derivatives: the gradient of one number, the vjp of anything else; the request gets the kind. What
  // is in the way is reported, and nothing is written. `unit.requests` are those of the source, for functions that call what is
  // generated for them.
  std::function<bool(const Unit& unit, Request& request)> attempt = {};
};

Pipeline make_pipeline();

// "model" + the suffix of emit_row.
std::string output_name(const Source& source, Emit emit);

}  // namespace tool
