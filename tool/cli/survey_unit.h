// One source of --explain-refusals: read, and each of its functions tried. It runs in a process of its own, which a defect of
// gradc may end; what it finds it writes as it goes.
#pragma once

#include <cstdio>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tool/base/options.h"
#include "tool/cli/pipeline.h"
#include "tool/cli/survey_data.h"
#include "tool/source/compile.h"

namespace tool {

struct SurveyUnit {
  std::string path;
  std::vector<std::string> flags;
};

struct SurveyWork {
  const Options& options;
  const Pipeline& pipeline;
  CompileSetup setup;
  std::vector<std::string> folders;  // whose functions are tried; empty: all of the user's
};

// The units are read together: the first is surveyed, and the others have bodies of functions that it calls. `skip` are keys of
// functions that were tried before, `only`, unless it is empty, those that are tried.
struct SurveyTask {
  std::vector<SurveyUnit> units;
  std::set<std::string> skip, only;
};
void survey_unit(const SurveyWork& work, const SurveyTask& task, std::FILE* out);

// What was written, read back. `open` is a function that was begun and not ended.
struct UnitFindings {
  std::vector<Tried> functions;
  std::vector<std::string> defined;  // names of functions that other sources may call
  std::optional<Tried> open;
  bool ended = false;
  bool readable = false;  // the source compiles
};
UnitFindings read_findings(std::FILE* in);

// Relative to the current folder where it lies below that.
std::string shown_path(const std::string& path);

}  // namespace tool
