#include "tool/source/flags.h"

#include <clang/Driver/Options.h>
#include <clang/Tooling/CompilationDatabase.h>
#include <fmt/format.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string_view>

namespace tool {
namespace {

// Kept with a value, joined (-Idir) or separate (-I dir).
struct ValueFlag {
  std::string_view name;
  bool is_path;
};
constexpr ValueFlag kKeptWithValue[] = {
    {"-isystem-after", true}, {"-isystem", true},  {"-isysroot", true}, {"-iquote", true},
    {"-idirafter", true},     {"-include", false}, {"-imacros", false}, {"--sysroot", true},
    {"-target", false},       {"-I", true},        {"-D", false},       {"-U", false},
};
constexpr std::string_view kKeptPrefixes[] = {
    "-std=",
    "--std=",
    "--sysroot=",
    "--target=",
    "--gcc-toolchain=",
    "--gcc-install-dir=",
    "-stdlib=",
    "-ftemplate-depth=",
    "-fconstexpr-depth=",
    "-fconstexpr-steps=",
    "-finput-charset=",
    "-fopenmp=",
};
constexpr std::string_view kKept[] = {
    "-fexceptions",        "-fno-exceptions",  "-frtti",          "-fno-rtti",
    "-fsigned-char",       "-fno-signed-char", "-funsigned-char", "-fshort-enums",
    "-fshort-wchar",       "-fchar8_t",        "-fno-char8_t",    "-fms-extensions",
    "-fno-operator-names", "-nostdinc",        "-nostdinc++",     "-nostdlibinc",
    "-nobuiltininc",       "-undef",           "-pthread",        "-ansi",
    "-fopenmp",            "-fopenmp-simd",
};
// Dropped together with the argument that follows.
constexpr std::string_view kDroppedWithValue[] = {
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-x",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-e",
    "-A",
    "-G",
    "-B",
    "-Xclang",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xanalyzer",
    "-mllvm",
    "-arch",
    "-aux-info",
    "--param",
    "-wrapper",
    "-dumpbase",
    "-dumpdir",
    "-dumpbase-ext",
    "-imultilib",
    "-specs",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-include-pch",
    "-serialize-diagnostics",
    "-framework",
};

template <class List>
bool contains(const List& list, std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

// True where Clang's driver has an option of this spelling; gcc's -m options are many, and a few are gcc's
// alone.
bool clang_knows(const std::string& flag) {
  const char* argv[] = {flag.c_str()};
  unsigned missing_index = 0, missing_count = 0;
  const llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
      argv, missing_index, missing_count, llvm::opt::Visibility(clang::driver::options::ClangOption));
  if (missing_count != 0) return false;
  return std::none_of(parsed.begin(), parsed.end(), [](const llvm::opt::Arg* arg) {
    return arg->getOption().matches(clang::driver::options::OPT_UNKNOWN);
  });
}

std::string resolved(const std::string& path, const std::string& directory) {
  if (directory.empty() || path.empty() || path[0] == '/' || path[0] == '=') return path;
  return (std::filesystem::path(directory) / path).lexically_normal().string();
}

const ValueFlag* kept_with_value(std::string_view flag) {
  for (const ValueFlag& row : kKeptWithValue) {
    if (!flag.starts_with(row.name)) continue;
    // `--sysroot=dir` is among the prefixes, and `-include-pch` is no `-include`.
    if (flag.size() > row.name.size() && row.name.size() > 2 &&
        (flag[row.name.size()] == '=' || flag[row.name.size()] == '-'))
      continue;
    return &row;
  }
  return nullptr;
}

bool is_kept(const std::string& flag) {
  if (contains(kKept, flag)) return true;
  for (std::string_view prefix : kKeptPrefixes)
    if (flag.starts_with(prefix)) return true;
  return flag.starts_with("-m") && clang_knows(flag);
}

}  // namespace

Flags filter_flags(const std::vector<std::string>& raw, const std::string& directory) {
  Flags flags;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const std::string& flag = raw[i];
    if (contains(kDroppedWithValue, flag)) {
      flags.dropped.push_back(flag);
      if (i + 1 < raw.size()) flags.dropped.push_back(raw[++i]);
    } else if (const ValueFlag* row = kept_with_value(flag)) {
      const bool joined = flag.size() > row->name.size();
      if (!joined && i + 1 == raw.size()) {
        flags.dropped.push_back(flag);
        continue;
      }
      const std::string value = joined ? flag.substr(row->name.size()) : raw[++i];
      flags.kept.emplace_back(row->name);
      flags.kept.push_back(row->is_path ? resolved(value, directory) : value);
    } else {
      (is_kept(flag) ? flags.kept : flags.dropped).push_back(flag);
    }
  }
  return flags;
}

namespace {

struct Loaded {
  std::string file;
  std::unique_ptr<clang::tooling::CompilationDatabase> database;
  std::string error;
};

Loaded load_database(const std::string& build_dir) {
  namespace fs = std::filesystem;
  Loaded loaded{(fs::path(build_dir) / "compile_commands.json").string(), nullptr, {}};
  std::error_code ignored;
  if (!fs::exists(loaded.file, ignored)) {
    loaded.error = fmt::format("there is no '{}'", loaded.file);
    return loaded;
  }
  std::string error;
  loaded.database = clang::tooling::CompilationDatabase::loadFromDirectory(build_dir, error);
  if (!loaded.database) loaded.error = fmt::format("can't read '{}': {}", loaded.file, error);
  return loaded;
}

Flags flags_of(const clang::tooling::CompileCommand& command) {
  std::vector<std::string> raw = command.CommandLine;
  // A launcher (ccache, distcc) may stand before the compiler; neither starts with a dash.
  while (!raw.empty() && !raw.front().starts_with("-")) raw.erase(raw.begin());
  return filter_flags(raw, command.Directory);
}

bool is_cpp_source(const std::filesystem::path& path) {
  constexpr std::string_view kEndings[] = {".cpp", ".cc", ".cxx", ".c++", ".C", ".cp", ".CPP"};
  return contains(kEndings, path.extension().string());
}

}  // namespace

DatabaseFlags flags_from_database(const std::string& build_dir, const std::string& source) {
  const Loaded loaded = load_database(build_dir);
  if (!loaded.database) return {{}, loaded.error};
  const auto commands = loaded.database->getCompileCommands(std::filesystem::absolute(source).lexically_normal().string());
  if (commands.empty()) return {{}, fmt::format("'{}' has no flags for '{}'", loaded.file, source)};
  return {flags_of(commands.front()), {}};
}

Database read_database(const std::string& build_dir) {
  const Loaded loaded = load_database(build_dir);
  if (!loaded.database) return {{}, 0, loaded.error};
  Database all;
  std::set<std::string> seen;
  for (const clang::tooling::CompileCommand& command : loaded.database->getAllCompileCommands()) {
    const std::filesystem::path path = resolved(command.Filename, std::filesystem::absolute(command.Directory).string());
    if (!seen.insert(path.lexically_normal().string()).second) continue;
    if (is_cpp_source(path))
      all.sources.push_back({path.lexically_normal().string(), flags_of(command)});
    else
      ++all.others;
  }
  return all;
}

}  // namespace tool
