// The compiler flags that Clang parses a source with: those that can change what the source means, out of a
// command that may have been written for another compiler. Everything else is dropped by an allow-list,
// because Clang stops at flags that only gcc knows, and because code generation, linking and dependency
// output are not gradc's business.
#pragma once

#include <string>
#include <vector>

namespace tool {

struct Flags {
  std::vector<std::string> kept;
  std::vector<std::string> dropped;
};

// `raw` without the compiler's name. Relative folders in the flags are taken from `directory`, unless it is
// empty.
Flags filter_flags(const std::vector<std::string>& raw, const std::string& directory = {});

// The flags of a source in DIR/compile_commands.json, filtered; or the complaint.
struct DatabaseFlags {
  Flags flags;
  std::string error;
};
DatabaseFlags flags_from_database(const std::string& build_dir, const std::string& source);

// Every C++ source of DIR/compile_commands.json, once, in its order.
struct DatabaseSource {
  std::string path;  // absolute
  Flags flags;
};
struct Database {
  std::vector<DatabaseSource> sources;
  std::size_t others = 0;  // of other languages
  std::string error;
};
Database read_database(const std::string& build_dir);

}  // namespace tool
