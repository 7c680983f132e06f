#include "tool/source/places.h"

#include <clang/Basic/Version.h>
#include <fmt/format.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/Program.h>

#include <filesystem>
#include <fstream>

namespace tool {
namespace {
namespace fs = std::filesystem;

bool has_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}
bool is_resource_dir(const fs::path& dir) { return has_file(dir / "include" / "stddef.h"); }

std::string ask_clang() {
  auto clang = llvm::sys::findProgramByName("clang-" CLANG_VERSION_MAJOR_STRING);
  if (!clang) return {};
  const fs::path answer =
      fs::temp_directory_path() / fmt::format("gradc-resource-dir-{}", llvm::sys::Process::getProcessId());
  const std::string answer_path = answer.string();
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(answer_path),
                                                      llvm::StringRef("")};
  const llvm::StringRef argv[] = {*clang, "-print-resource-dir"};
  std::string dir;
  if (llvm::sys::ExecuteAndWait(*clang, argv, std::nullopt, redirects, 10) == 0)
    std::getline(std::ifstream(answer) >> std::ws, dir);
  std::error_code ignored;
  fs::remove(answer, ignored);
  return dir;
}

// The build tree has the tool and the runtime's headers in places of their own; a file beside the tool, which
// is not installed, says where. So no path of the build machine is in the program.
std::string runtime_include_of(const fs::path& exe_dir) {
  const fs::path installed = (exe_dir.parent_path() / "include").lexically_normal();
  if (has_file(installed / "gradc" / "gradc.h")) return installed.string();
  std::string from_build_tree;
  std::ifstream file(exe_dir / "gradc.build-tree");
  std::getline(file, from_build_tree);
  return from_build_tree;
}

}  // namespace

std::optional<Places> find_places(const std::string& executable, const std::optional<std::string>& wanted,
                                  std::string& error) {
  const fs::path exe_dir = fs::path(executable).parent_path();
  Places places;
  places.runtime_include = runtime_include_of(exe_dir);
  if (wanted) {
    places.resource_dir = *wanted;
    if (is_resource_dir(*wanted)) return places;
    error = fmt::format("--resource-dir={}: there is no include/stddef.h in it", *wanted);
    return std::nullopt;
  }
  const fs::path bundled =
      (exe_dir.parent_path() / "lib" / "gradc" / "clang" / CLANG_VERSION_MAJOR_STRING).lexically_normal();
  for (const fs::path& candidate : {bundled, fs::path(GRADC_CLANG_RESOURCE_DIR)}) {
    if (!is_resource_dir(candidate)) continue;
    places.resource_dir = candidate.string();
    return places;
  }
  places.resource_dir = ask_clang();
  if (is_resource_dir(places.resource_dir)) return places;
  error = fmt::format(
      "can't find Clang's own headers (stddef.h and others): neither in '{}', nor in '{}', nor by asking "
      "clang-{}; "
      "say where they are with --resource-dir=DIR",
      bundled.string(), GRADC_CLANG_RESOURCE_DIR, CLANG_VERSION_MAJOR_STRING);
  return std::nullopt;
}

}  // namespace tool
