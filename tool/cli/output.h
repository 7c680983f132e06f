// Writes the files of a run, all of them or none, and the depfile's text. Separate from the driver so that
// the promise "on any error no output file is changed" has one place.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tool {

struct OutputFile {
  std::string path;
  std::string text;
  std::string source = {};  // that it was made from, as messages name it
};

struct WrittenFiles {
  std::string error;  // empty on success; otherwise no file was changed
  std::vector<std::string> changed, unchanged;
};

// Every text goes to a temporary file beside its target first; only when all are there are they renamed.
// Folders are created. A file that holds the text already is left alone, with its time of change.
WrittenFiles write_files(const std::vector<OutputFile>& files);

// What the file holds; nothing if there is none.
std::optional<std::string> read_file(const std::string& path);

// A rule for Make and Ninja: `target: dependencies`, special characters escaped as both read them.
std::string depfile_text(const std::string& target, const std::vector<std::string>& dependencies);

}  // namespace tool
