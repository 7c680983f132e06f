// The rooms of the house: which includes which, without a circle, and what each says about itself.
//
// kRooms is the whole of it. A row is the files that lie directly in a folder, or one file; a file belongs to the longest row.
// It may include its own row, and the rows, or with `/**` the folders with all below, that stand beside it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Room {
  std::string path;
  std::vector<std::string> includes;
  bool clang = false;  // may include headers of Clang and LLVM
};

const std::vector<Room> kRooms = {
    // --- the language
    {"ir", {}},
    {"ir/ops", {"ir"}},
    {"ir/ops/elementwise", {"ir", "ir/ops"}},
    {"ir/ops/shape", {"ir", "ir/ops", "ir/ops/elementwise"}},
    {"ir/ops/reduce", {"ir", "ir/ops", "ir/ops/elementwise", "ir/ops/shape"}},
    {"ir/ops/linear_algebra",
     {"ir", "ir/ops", "ir/ops/elementwise", "ir/ops/shape", "ir/ops/reduce",
      "runtime/include/gradc/detail/contraction.h"}},  // which says what an einsum means, to both
    {"ir/ops/network", {"ir", "ir/ops", "ir/ops/elementwise", "ir/ops/shape", "ir/ops/reduce"}},
    {"ir/text", {"ir"}},

    // --- passes, the lowest first; `ir/passes` is the contracts, derivative.h and pass.h
    {"ir/passes", {"ir"}},
    {"ir/passes/analysis", {"ir", "ir/text", "ir/passes"}},
    {"ir/passes/pointers", {"ir", "ir/passes", "ir/passes/analysis"}},
    {"ir/passes/simplify", {"ir", "ir/text", "ir/passes", "ir/passes/analysis"}},
    {"ir/passes/loops", {"ir", "ir/ops", "ir/ops/linear_algebra", "ir/ops/shape", "ir/passes", "ir/passes/analysis", "ir/passes/simplify"}},
    {"ir/passes/calls", {"ir", "ir/passes", "ir/passes/analysis", "ir/passes/simplify", "ir/passes/loops"}},
    {"ir/passes/memory", {"ir", "ir/passes", "ir/passes/analysis", "ir/passes/simplify", "ir/passes/loops", "ir/passes/calls"}},
    {"ir/passes/forward",
     {"ir", "ir/passes", "ir/passes/analysis", "ir/passes/simplify", "ir/passes/loops", "ir/passes/calls", "ir/passes/memory"}},
    {"ir/passes/reverse",
     {"ir", "ir/passes", "ir/passes/analysis", "ir/passes/simplify", "ir/passes/loops", "ir/passes/calls", "ir/passes/memory",
      "ir/passes/forward"}},
    {"ir/passes/batch",
     {"ir", "ir/ops", "ir/ops/shape", "ir/passes", "ir/passes/analysis", "ir/passes/simplify", "ir/passes/loops", "ir/passes/calls"}},
    {"ir/passes/sparse", {"ir", "ir/passes", "ir/passes/analysis", "ir/passes/simplify", "ir/passes/loops", "ir/passes/calls"}},
    {"ir/passes/pipeline", {"ir/**"}},  // the table of passes

    // --- code generation, the lowest first
    {"codegen/analysis", {"ir", "ir/passes/analysis"}},
    {"codegen/plan", {"ir", "codegen/analysis"}},
    {"codegen/kernel", {"ir", "codegen/analysis", "codegen/plan"}},
    {"codegen/interface", {"ir"}},
    {"codegen/text", {"ir", "codegen/analysis", "codegen/plan", "codegen/kernel", "codegen/interface"}},
    {"codegen/text/statements", {"ir", "codegen/analysis", "codegen/plan", "codegen/kernel", "codegen/interface", "codegen/text"}},
    {"codegen/text/files", {"ir", "codegen/analysis", "codegen/plan", "codegen/interface", "codegen/text", "codegen/text/statements"}},
    {"codegen/cpp", {"ir", "codegen/analysis", "codegen/interface", "codegen/text/**"}},
    {"codegen/cuda",
     {"ir", "codegen/analysis", "codegen/plan", "codegen/interface", "codegen/text/**", "codegen/cpp",
      "runtime/include/gradc/cuda/kernels.def"}},  // the kernels that there are
    {"codegen/verify", {"ir", "codegen/interface", "codegen/text/**", "codegen/cpp"}},
    {"codegen/report",
     {"ir", "codegen/analysis", "codegen/plan", "codegen/kernel", "codegen/interface", "codegen/text", "codegen/text/files"}},

    // --- the compiler
    {"tool/base", {"codegen/interface", "ir/**"}},
    {"tool/source", {"tool/base"}, true},
    {"tool/request", {"tool/base", "tool/source", "tool/request/items.h", "codegen/interface", "ir"}, true},
    {"tool/request/items.h", {"tool/base"}},  // the grammar of requests, which tool/derive reads: without Clang
    {"tool/request/items.cpp", {"tool/base", "tool/request/items.h", "codegen/interface"}},
    {"tool/derive", {"tool/base", "tool/request/items.h", "codegen/**", "ir/**"}},
    {"tool/lower",
     {"tool/base", "tool/source", "tool/request/**", "codegen/interface", "ir/**"},
     true},
    {"tool/lower/values", {"tool/lower", "tool/base", "tool/source", "codegen/interface", "ir/**"}, true},
    {"tool/lower/control",
     {"tool/lower", "tool/lower/values", "tool/base", "tool/source", "tool/request/items.h", "codegen/interface", "ir/**"},
     true},
    {"tool/lower/library",
     {"tool/lower", "tool/lower/values", "tool/lower/control", "tool/base", "tool/source", "codegen/interface",
      "ir/**"},
     true},
    {"tool/lower/eigen",
     {"tool/lower", "tool/lower/values", "tool/lower/control", "tool/lower/library", "tool/base", "tool/source", "codegen/interface", "ir/**"},
     true},
    {"tool/lower/calls",
     {"tool/lower", "tool/lower/values", "tool/lower/control", "tool/lower/library", "tool/lower/eigen", "tool/base", "tool/source", "tool/request/**",
      "codegen/interface", "ir/**"},
     true},
    // The class that all rooms of the lowering are derived to, and what begins one.
    {"tool/lower/entry", {"tool/lower/**", "tool/base", "tool/source", "tool/request/**", "codegen/interface", "ir/**"}, true},
    {"tool/cli", {"tool/**", "codegen/**", "ir/**"}, true},
};

// Folders with a README.md of their own that have no row.
const std::vector<std::string> kFolders = {"tool", "codegen", "runtime", "runtime/cuda", "runtime/emulator", "runtime/kernels",
                                           "runtime/include/gradc/adapt", "runtime/include/gradc/cuda", "runtime/include/gradc/detail",
                                           "runtime/include/gradc/kernels", "runtime/include/gradc/ops", "runtime/include/gradc/parsed",
                                           "runtime/include/gradc/vector_math"};

constexpr int kMostLevels = 9;          // of the includes of code generation
constexpr std::size_t kMostLines = 600;  // of a file of ours
constexpr std::size_t kMostReadme = 40;  // lines of a README.md

struct Include {
  std::string path;
  bool quoted = true;
};

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// Sources and headers by their paths, with what each includes. Text of generated code has names in holes.
std::map<std::string, std::vector<Include>> read_sources() {
  static const std::regex kInclude(R"(^\s*#\s*include\s+([<"])([^>"$]+)[>"].*)");
  std::map<std::string, std::vector<Include>> sources;
  const fs::path root = GRADC_SOURCE_DIR;
  for (const char* folder : {"tool", "ir", "codegen"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string kind = entry.path().extension().string();
      if (kind != ".h" && kind != ".cpp") continue;
      std::vector<Include>& includes = sources[entry.path().lexically_relative(root).generic_string()];
      bool in_text = false;
      for (const std::string& line : lines_of(entry.path())) {
        if (std::smatch match; !in_text && std::regex_match(line, match, kInclude))
          includes.push_back({match[2], match[1] == "\""});
        if (line.find("R\"(") != std::string::npos) in_text = true;
        if (in_text && line.find(")\"") != std::string::npos) in_text = false;
      }
    }
  return sources;
}

const std::map<std::string, std::vector<Include>>& sources() {
  static const auto all = read_sources();
  return all;
}

std::string folder_of(const std::string& path) { return fs::path(path).parent_path().generic_string(); }

// The row of a file; null where there is none.
const Room* room_of(const std::string& path) {
  const auto row = [](const std::string& name) {
    const auto found = std::find_if(kRooms.begin(), kRooms.end(), [&](const Room& room) { return room.path == name; });
    return found == kRooms.end() ? nullptr : &*found;
  };
  const Room* own = row(path);
  return own ? own : row(folder_of(path));
}

bool may_include(const Room& room, const std::string& path) {
  const Room* of = room_of(path);
  if (of == &room) return true;
  return std::any_of(room.includes.begin(), room.includes.end(), [&](const std::string& given) {
    if (given.ends_with("/**")) return path.starts_with(given.substr(0, given.size() - 2));
    return given == path || (of && of->path == given);
  });
}

// "a -> b -> a", or nothing.
std::string circle_in(const std::map<std::string, std::set<std::string>>& graph) {
  std::map<std::string, int> state;  // 1: on the way, 2: done
  std::vector<std::string> way;
  std::string found;
  const std::function<void(const std::string&)> visit = [&](const std::string& node) {
    state[node] = 1;
    way.push_back(node);
    if (const auto edges = graph.find(node); edges != graph.end())
      for (const std::string& next : edges->second) {
        if (!found.empty()) return;
        if (state[next] == 1) {
          for (auto at = std::find(way.begin(), way.end(), next); at != way.end(); ++at) found += *at + " -> ";
          found += next;
        } else if (state[next] == 0) {
          visit(next);
        }
      }
    way.pop_back();
    state[node] = 2;
  };
  for (const auto& [node, edges] : graph)
    if (state[node] == 0) visit(node);
  return found;
}

// A header and the source of its name are one unit.
std::string unit_of(const std::string& path) { return path.substr(0, path.find_last_of('.')); }

std::map<std::string, std::set<std::string>> units_of(const std::string& folder) {
  std::map<std::string, std::set<std::string>> units;
  for (const auto& [path, includes] : sources()) {
    if (!path.starts_with(folder + "/")) continue;
    std::set<std::string>& unit = units[unit_of(path)];
    for (const Include& include : includes)
      if (include.path.starts_with(folder + "/") && unit_of(include.path) != unit_of(path)) unit.insert(unit_of(include.path));
  }
  return units;
}

TEST(Rooms, HaveAllFiles) {
  for (const auto& [path, includes] : sources()) EXPECT_NE(room_of(path), nullptr) << path << " is in no room of the table";
  for (const Room& room : kRooms) {
    EXPECT_TRUE(fs::exists(fs::path(GRADC_SOURCE_DIR) / room.path)) << room.path;
    for (const std::string& given : room.includes)
      EXPECT_TRUE(fs::exists(fs::path(GRADC_SOURCE_DIR) / given.substr(0, given.find("/**")))) << room.path << ": " << given;
  }
}

TEST(Rooms, IncludeWhatTheyMay) {
  for (const auto& [path, includes] : sources()) {
    const Room* room = room_of(path);
    if (!room) continue;
    for (const Include& include : includes) {
      const bool is_clang = include.path.starts_with("clang/") || include.path.starts_with("llvm/");
      EXPECT_TRUE(!is_clang || room->clang) << path << " includes " << include.path << ": Clang stays where the table says";
      if (!include.quoted) {
        EXPECT_FALSE(include.path.starts_with("gradc/") || include.path.starts_with("Eigen/")) << path << " includes " << include.path;
        continue;
      }
      EXPECT_TRUE(is_clang || fs::exists(fs::path(GRADC_SOURCE_DIR) / include.path))
          << path << " includes " << include.path << ", which is no path from the top of the project";
      EXPECT_TRUE(is_clang || may_include(*room, include.path))
          << path << " includes " << include.path << ", which " << room->path << " may not";
    }
  }
}

TEST(Rooms, HaveNoCirclesOfHeaders) {
  std::map<std::string, std::set<std::string>> graph;
  for (const auto& [path, includes] : sources())
    if (path.ends_with(".h"))
      for (const Include& include : includes)
        if (sources().contains(include.path)) graph[path].insert(include.path);
  EXPECT_EQ(circle_in(graph), "");
}

TEST(Rooms, HaveNoCirclesAmongThemselves) {
  std::map<std::string, std::set<std::string>> graph;
  for (const auto& [path, includes] : sources())
    for (const Include& include : includes) {
      const Room *from = room_of(path), *to = room_of(include.path);
      if (!from || !to || from == to) continue;
      graph[from->path].insert(to->path);
    }
  EXPECT_EQ(circle_in(graph), "");
}

TEST(Rooms, HaveNoCirclesOfFolders) {
  std::map<std::string, std::set<std::string>> graph;
  for (const auto& [path, includes] : sources())
    for (const Include& include : includes)
      if (sources().contains(include.path) && folder_of(path) != folder_of(include.path)) graph[folder_of(path)].insert(folder_of(include.path));
  EXPECT_EQ(circle_in(graph), "");
}

TEST(Rooms, OfCodegenStandOnFewLevels) {
  const auto units = units_of("codegen");
  ASSERT_EQ(circle_in(units), "");
  std::map<std::string, int> levels;
  const std::function<int(const std::string&)> level = [&](const std::string& unit) {
    if (const auto known = levels.find(unit); known != levels.end()) return known->second;
    int most = 0;
    for (const std::string& below : units.at(unit)) most = std::max(most, level(below));
    return levels[unit] = most + 1;
  };
  for (const auto& [unit, below] : units) EXPECT_LE(level(unit), kMostLevels) << unit;
}

TEST(Rooms, SayWhatTheyAreFor) {
  std::set<std::string> folders(kFolders.begin(), kFolders.end());
  for (const Room& room : kRooms) folders.insert(fs::is_directory(fs::path(GRADC_SOURCE_DIR) / room.path) ? room.path : folder_of(room.path));
  for (const std::string& folder : folders) {
    const std::vector<std::string> lines = lines_of(fs::path(GRADC_SOURCE_DIR) / folder / "README.md");
    EXPECT_GT(lines.size(), 1u) << folder << " has no README.md";
    EXPECT_LE(lines.size(), kMostReadme) << folder;
  }
}

TEST(Rooms, HaveFilesThatCanBeRead) {
  for (const auto& [path, includes] : sources())
    EXPECT_LE(lines_of(fs::path(GRADC_SOURCE_DIR) / path).size(), kMostLines) << path;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(GRADC_SOURCE_DIR) / "runtime"))
    EXPECT_TRUE(entry.path().extension() != ".h" || lines_of(entry.path()).size() <= kMostLines) << entry.path();
}

// What stands in backticks and has a folder is there.
TEST(Architecture, NamesFilesThatExist) {
  static const std::regex kPath(R"(`[A-Za-z0-9_.-]+/[A-Za-z0-9_./-]*`)");
  std::string text;
  for (const std::string& line : lines_of(fs::path(GRADC_SOURCE_DIR) / "docs/architecture.md")) text += line + '\n';
  ASSERT_FALSE(text.empty());
  int seen = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), kPath), end; at != end; ++at, ++seen) {
    const std::string whole = at->str(), path = whole.substr(1, whole.size() - 2);
    EXPECT_TRUE(fs::exists(fs::path(GRADC_SOURCE_DIR) / path)) << path;
  }
  EXPECT_GT(seen, 20);
}

}  // namespace
