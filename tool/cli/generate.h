// One run over sources: parse each, find the requests, list them or hand them to the pipeline, write the
// files. Separate from driver.cpp, which tells the commands of gradc apart.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tool/cli/output.h"
#include "tool/cli/pipeline.h"
#include "tool/source/compile.h"

namespace tool {

class Run {
 public:
  Run(const Options& options, const Pipeline& pipeline, const std::string& executable);

  // The exit status.
  int generate();
  int list();

 private:
  struct Entry {
    std::vector<std::string> flags;
    std::unique_ptr<Source> source;
    bool compiles = false;
    Found found;
  };

  // Each returns the exit status so far: anything but 0 ends the run.
  int prepare();        // queries, places, flags
  int parse_queries();  // --differentiate
  int read_flags();
  void parse_sources();
  void provide_headers();  // the second parse of sources that include a header of this run
  void find(Entry& entry);
  int check_found();  // what can be said only after all sources were searched
  void warn_of_shared_names();
  bool any_errors() const;

  int process();
  int write(std::vector<OutputFile> files);
  int check(const std::vector<OutputFile>& files) const;
  int print(const std::vector<OutputFile>& files) const;
  void stamp(const Entry& entry, std::vector<OutputText>& texts) const;
  std::vector<std::string> dependencies() const;
  Unit unit(const Entry& entry) const;
  void say(const std::string& text) const;  // with -v

  const Options& options_;
  const Pipeline& pipeline_;
  CompileSetup setup_;
  std::vector<FunctionQuery> queries_;
  std::vector<Entry> entries_;
  std::vector<Source*> sources_;
};

}  // namespace tool
