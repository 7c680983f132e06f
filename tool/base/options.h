// The command line as one plain struct, its parsing and its help text. Separate from what the options do, and
// free of Clang, so that the rules of usage (what pairs with what, what is refused) are testable as text in,
// data out.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tool/base/diagnostic.h"

namespace tool {

inline constexpr std::string_view kVersion = "0.1.0";

enum class Command : std::uint8_t { generate, list, explain_refusals, opt, explain, help, version };
enum class Emit : std::uint8_t { cpp, cuda, ir, grad, opt, plan, kernels, dot, json, report };
enum class Color : std::uint8_t { automatic, always, never };

// What a text form is called after `--emit=` and in a file's name, after the stem of its source.
struct EmitRow {
  Emit emit;
  std::string_view name;
  std::string_view suffix;  // of C++ the source's; the header's is kHeaderSuffix
  bool available;
};
const EmitRow& emit_row(Emit emit);
inline constexpr std::string_view kHeaderSuffix = ".grad.h";
inline constexpr std::string_view kTestSuffix = ".grad_test.cpp";

// One `--function=NAME --differentiate='ITEMS'`.
struct FunctionRequest {
  std::string function;
  std::string items;
};

struct Options {
  Command command = Command::generate;
  std::vector<std::string> sources;         // as the user wrote them; of `opt`, the one .gir file; of --explain-refusals with -p, folders too
  std::vector<std::string> compiler_flags;  // after `--`
  bool verify = false;                      // tests of the derivatives too
  bool check = false;                       // compare, write nothing
  bool has_compiler_flags = false;          // a `--` was there, perhaps with nothing after it

  std::optional<std::string> output_dir;  // -o DIR
  bool to_stdout = false;                 // -o -
  std::optional<std::string> build_dir;   // -p DIR
  std::optional<std::string> resource_dir;
  std::vector<Emit> emits;  // in the order given, each once; never empty after parsing
  bool emits_by_request = false;  // nothing was said: what requests ask for is written
  std::vector<FunctionRequest> functions;
  std::optional<std::string> depfile;
  std::optional<std::string> depfile_target;
  Color color = Color::automatic;

  std::string passes;                  // of `opt`
  std::optional<std::string> request;  // of `opt`: the items; `functions` has the function's name, or nothing
  bool print_after_all = false, verify_each = false, time_passes = false;
  bool verbose = false, quiet = false;
  std::set<DiagnosticId> silenced;  // warnings that are left out

  std::string explain_name;  // empty: list the names
};

// Either the options or the text of one complaint (wrong usage, exit status 2), without the leading "gradc:
// error:".
struct ParsedOptions {
  std::optional<Options> options;
  std::string error;
};

// `args` without the program's name, response files already expanded (see response.h).
ParsedOptions parse_options(const std::vector<std::string>& args);

std::string help_text();

// The stem of a path: what stands before the last dot of its file name.
std::string stem_of(std::string_view path);

// Where the files of a source go: -o, else the folder of the source ("" for the current one).
std::string output_dir_of(const Options& options, std::string_view source);

}  // namespace tool
