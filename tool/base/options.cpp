#include "tool/base/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "tool/base/nearest.h"

namespace tool {
namespace {

constexpr EmitRow kEmitRows[] = {
    {Emit::cpp, "cpp", ".grad.cpp", true},
    {Emit::cuda, "cuda", ".grad.cu", true},
    {Emit::ir, "ir", ".ir.gir", true},
    {Emit::grad, "grad", ".grad.gir", true},
    {Emit::opt, "opt", ".opt.gir", true},
    {Emit::plan, "plan", ".plan.txt", true},
    {Emit::kernels, "kernels", ".kernels.txt", true},
    {Emit::dot, "dot", ".dot", true},
    {Emit::json, "json", ".json", false},
    {Emit::report, "report", ".report.html", true},
};

// An empty string is success; anything else is the complaint.
using Complaint = std::string;

Complaint set_emits(Options& options, const std::string& list) {
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string name = list.substr(begin, end - begin);
    const auto* row = std::find_if(std::begin(kEmitRows), std::end(kEmitRows),
                                   [&](const EmitRow& r) { return r.name == name; });
    if (row == std::end(kEmitRows))
      return fmt::format("unknown value '{}' of --emit; it takes cpp, cuda, ir, grad, opt, plan, kernels, dot and report", name);
    if (!row->available) return fmt::format("--emit={} is not available in this version of gradc", name);
    if (std::find(options.emits.begin(), options.emits.end(), row->emit) == options.emits.end())
      options.emits.push_back(row->emit);
    begin = end + 1;
  }
  return {};
}

Complaint set_color(Options& options, const std::string& value) {
  static const std::map<std::string, Color> values{
      {"auto", Color::automatic}, {"always", Color::always}, {"never", Color::never}};
  const auto found = values.find(value);
  if (found == values.end())
    return fmt::format("unknown value '{}' of --color; it takes auto, always or never", value);
  options.color = found->second;
  return {};
}

Complaint set_output(Options& options, const std::string& value) {
  options.to_stdout = value == "-";
  options.output_dir.reset();
  if (!options.to_stdout) options.output_dir = value;
  return {};
}

Complaint add_items(Options& options, const std::string& items) {
  if (options.functions.empty()) return "--differentiate needs a --function=NAME before it";
  FunctionRequest& last = options.functions.back();
  // A second --differentiate after one --function is a second request on that function.
  if (last.items.empty())
    last.items = items;
  else
    options.functions.push_back({last.function, items});
  return {};
}

// Warnings by the names that options have for them.
constexpr DiagnosticId kWarnings[] = {DiagnosticId::bernoulli_gradient, DiagnosticId::dense_gradient, DiagnosticId::device_decision,
                                      DiagnosticId::idle_checkpoint,    DiagnosticId::kept_bits, DiagnosticId::key_reuse,
                                      DiagnosticId::large_gradient,     DiagnosticId::long_double, DiagnosticId::read_global, DiagnosticId::shared_name,
                                      DiagnosticId::where_nan};

Complaint set_warning(Options& options, const std::string& name, bool given) {
  for (DiagnosticId warning : kWarnings) {
    std::string called(row(warning).name);
    std::replace(called.begin(), called.end(), '_', '-');
    if (called != name) continue;
    if (given) options.silenced.erase(warning);
    else options.silenced.insert(warning);
    return {};
  }
  return fmt::format("no warning is called '{}'; there are bernoulli-gradient, dense-gradient, device-decision, idle-checkpoint, kept-bits, key-reuse, large-gradient, "
                     "long-double, read-global, shared-name and where-nan",
                     name);
}

// One row an option, in the order of --help. A row with a value accepts `--name=value` and `--name value`.
// Short ones too, but not `-ovalue`: a `-pthread` that forgot its `--` is no -p. -W joins its value by `-`, as compilers do.
struct OptionRow {
  std::string_view name;
  std::string_view value;  // how --help calls it; empty for a flag
  std::string_view help;
  Complaint (*apply)(Options&, const std::string& value);
  bool in_opt = false;  // also an option of `gradc opt`
};

constexpr OptionRow kOptionRows[] = {
    {"-o", "DIR", "where to write (created if missing); '-o -' prints; default: beside the source",
     set_output},
    {"-p", "DIR", "read compiler flags from DIR/compile_commands.json",
     [](Options& o, const std::string& v) { return o.build_dir = v, Complaint(); }},
    {"--emit", "LIST", "cpp (default), cuda, ir, grad, opt, plan, kernels, dot, report; several with commas", set_emits},
    {"--function", "NAME", "ask for derivatives of a function that can't be annotated; with --differentiate",
     [](Options& o, const std::string& v) {
       return o.functions.push_back({v, {}}), Complaint();
     }, true},
    {"--differentiate", "ITEMS", "what to ask for, as in GRADC_DIFFERENTIATE: 'gradient, wrt(params)'",
     add_items},
    {"--list", "", "print the functions that carry a request, and what they ask for",
     [](Options& o, const std::string&) { return o.command = Command::list, Complaint(); }},
    {"--explain-refusals", "", "print how many functions of the sources can be differentiated, and what refuses the others; with -p of all sources",
     [](Options& o, const std::string&) { return o.command = Command::explain_refusals, Complaint(); }},
    {"--depfile", "FILE", "write every file that was read to FILE, as a Make rule",
     [](Options& o, const std::string& v) { return o.depfile = v, Complaint(); }},
    {"--depfile-target", "NAME", "what the rule is for; default: the first file written",
     [](Options& o, const std::string& v) { return o.depfile_target = v, Complaint(); }},
    {"--check", "", "write nothing; fail where a file is missing or not what would be written",
     [](Options& o, const std::string&) { return o.check = true, Complaint(); }},
    {"--verify", "", "also write <stem>.grad_test.cpp: tests of the derivatives, for GoogleTest",
     [](Options& o, const std::string&) { return o.verify = true, Complaint(); }},
    {"--print-after-all", "", "print the IR after each pass to standard error",
     [](Options& o, const std::string&) { return o.print_after_all = true, Complaint(); }, true},
    {"--verify-each", "", "verify the IR after each pass",
     [](Options& o, const std::string&) { return o.verify_each = true, Complaint(); }, true},
    {"--time-passes", "", "print the time that each pass took to standard error",
     [](Options& o, const std::string&) { return o.time_passes = true, Complaint(); }, true},
    {"--color", "WHEN", "auto (default), always or never", set_color, true},
    {"--resource-dir", "DIR", "the folder of Clang's own headers (it holds include/stddef.h)",
     [](Options& o, const std::string& v) { return o.resource_dir = v, Complaint(); }},
    {"-Wno-gradc", "NAME", "leave out a warning: bernoulli-gradient, dense-gradient, device-decision, idle-checkpoint, kept-bits, key-reuse, large-gradient, long-double, read-global, shared-name or where-nan",
     [](Options& o, const std::string& v) { return set_warning(o, v, false); }},
    {"-Wgradc", "NAME", "give it again; all are given unless they are left out",
     [](Options& o, const std::string& v) { return set_warning(o, v, true); }},
    {"-v", "", "say what is read, how, and what is written",
     [](Options& o, const std::string&) { return o.verbose = true, o.quiet = false, Complaint(); }, true},
    {"-q", "", "print errors only",
     [](Options& o, const std::string&) { return o.quiet = true, o.verbose = false, Complaint(); }, true},
    {"--version", "", "print the versions of gradc and of the Clang in it",
     [](Options& o, const std::string&) { return o.command = Command::version, Complaint(); }, true},
    {"--help", "", "print this text",
     [](Options& o, const std::string&) { return o.command = Command::help, Complaint(); }, true},
};
// Those of `gradc opt` alone.
constexpr OptionRow kOptRows[] = {
    {"--passes", "LIST", "the passes to run, in order; with commas",
     [](Options& o, const std::string& v) { return o.passes = v, Complaint(); }, true},
    {"--request", "ITEMS", "run the stages of a build for these derivatives, as in GRADC_DIFFERENTIATE",
     [](Options& o, const std::string& v) { return o.request = v, Complaint(); }, true},
};

bool is_short(const OptionRow& row) { return !row.name.starts_with("--"); }
bool is_warning(const OptionRow& row) { return row.name.starts_with("-W"); }

// The row of the option that `arg` is, and the value joined to it, if there is one.
struct Match {
  const OptionRow* row = nullptr;
  std::optional<std::string> value;
};

Match match_option(const std::string& arg, bool in_opt) {
  const auto try_row = [&](const OptionRow& row) -> Match {
    const std::string_view name = row.name;
    if (!arg.starts_with(name)) return {};
    const std::string rest = arg.substr(name.size());
    if (rest.empty()) return {&row, std::nullopt};
    if (rest[0] == (is_warning(row) ? '-' : '=')) return {&row, rest.substr(1)};
    return {};
  };
  for (const OptionRow& row : kOptionRows) {
    if (in_opt && !row.in_opt) continue;
    if (Match match = try_row(row); match.row) return match;
  }
  for (const OptionRow& row : kOptRows)
    if (Match match = in_opt ? try_row(row) : Match{}; match.row) return match;
  return {};
}

Complaint unknown_option(const std::string& arg, bool in_opt) {
  std::vector<std::string> names;
  for (const OptionRow& row : kOptionRows)
    if (!in_opt || row.in_opt) names.emplace_back(row.name);
  for (const OptionRow& row : kOptRows)
    if (in_opt) names.emplace_back(row.name);
  const std::string name = arg.substr(0, arg.find('='));
  const std::vector<std::string> close =
      name.starts_with("--") ? nearest(name, names) : std::vector<std::string>();
  if (!close.empty()) return fmt::format("unknown option '{}'; did you mean '{}'?", name, close.front());
  if (in_opt) return fmt::format("unknown option '{}' of 'gradc opt'; see 'gradc --help'", name);
  return fmt::format("unknown option '{}'; see 'gradc --help' (flags for the compiler go after '--')", name);
}

// Reads options and sources up to `--`; returns the complaint.
Complaint read_args(const std::vector<std::string>& args, std::size_t first, bool in_opt, Options& options) {
  for (std::size_t i = first; i < args.size(); ++i) {
    const std::string& arg = args[i];
    if (arg == "--" && !in_opt) {
      options.has_compiler_flags = true;
      options.compiler_flags.assign(args.begin() + static_cast<std::ptrdiff_t>(i) + 1, args.end());
      return {};
    }
    if (arg.empty()) return "an empty argument";
    if (arg[0] != '-' || arg == "-") {
      options.sources.push_back(arg);
      continue;
    }
    Match match = match_option(arg, in_opt);
    if (!match.row) return unknown_option(arg, in_opt);
    if (match.row->value.empty()) {
      if (match.value) return fmt::format("{} takes no value", match.row->name);
      match.value.emplace();
    } else if (!match.value) {
      // A lone "-" may be a value ('-o -'); "--" may not, or a forgotten value would swallow it.
      if (i + 1 == args.size() || args[i + 1] == "--")
        return fmt::format("{} needs a value: {}", match.row->name, match.row->value);
      match.value = args[++i];
    }
    if (!match.row->value.empty() && match.value->empty())
      return fmt::format("the value of {} is empty", match.row->name);
    if (Complaint complaint = match.row->apply(options, *match.value); !complaint.empty()) return complaint;
    if (options.command == Command::help || options.command == Command::version) return {};
  }
  return {};
}

// The name under which an output of this source is known: two that are equal would overwrite each other.
std::string output_stem(const Options& options, const std::string& source) {
  const std::filesystem::path dir = output_dir_of(options, source);
  return (dir / stem_of(source)).lexically_normal().string();
}

// Every function is tried, and nothing is written.
Complaint check_survey(const Options& options) {
  if (!options.functions.empty()) return "--explain-refusals tries every function: leave out --function";
  if (options.check || options.verify) return fmt::format("--explain-refusals writes no files, so that {} has no meaning", options.check ? "--check" : "--verify");
  if (options.output_dir || options.to_stdout) return "--explain-refusals writes no files: leave out -o";
  if (options.sources.empty() && !options.build_dir) return "--explain-refusals needs a source, or -p DIR for all of DIR/compile_commands.json";
  for (const std::string& source : options.sources)
    if (source == "-") return "gradc does not read a source from standard input";
  return {};
}

Complaint check_generate(const Options& options) {
  if (options.command == Command::explain_refusals) return check_survey(options);
  if (options.sources.empty()) return "no source given; see 'gradc --help'";
  for (const FunctionRequest& request : options.functions)
    if (request.items.empty())
      return fmt::format("--function={} needs a --differentiate='ITEMS' after it", request.function);
  if (options.verify && std::find(options.emits.begin(), options.emits.end(), Emit::cpp) == options.emits.end())
    return "--verify tests C++: add cpp to --emit";
  if (options.check && options.to_stdout) return "--check compares files, and '-o -' has none";
  if (options.check && options.command == Command::list) return "--check and --list exclude each other";
  if (options.depfile_target && !options.depfile) return "--depfile-target needs --depfile=FILE";
  std::map<std::string, std::string> stems;
  for (const std::string& source : options.sources) {
    if (source == "-") return "gradc does not read a source from standard input";
    const auto [place, is_new] = stems.emplace(output_stem(options, source), source);
    if (!is_new && options.command == Command::generate && !options.to_stdout)
      return fmt::format("'{}' and '{}' would be written to the same files, '{}{}' and others", place->second,
                         source, stem_of(source), kHeaderSuffix);
  }
  return {};
}

Complaint check_opt(const Options& options) {
  if (options.sources.size() != 1) return "'gradc opt' takes one FILE.gir";
  if (options.request && !options.passes.empty()) return "'gradc opt' takes --passes or --request";
  if (!options.functions.empty() && !options.request) return "--function needs a --request=ITEMS beside it in 'gradc opt'";
  if (options.functions.size() > 1) return "'gradc opt' takes one --function";
  return {};
}

Complaint read_command(const std::vector<std::string>& args, Options& options) {
  const std::string first = args.empty() ? std::string() : args[0];
  if (first == "explain") {
    if (args.size() > 1 && args[1] == "--help") return options.command = Command::help, Complaint();
    if (args.size() > 2) return "'gradc explain' takes one name, as in 'gradc explain unknown_item'";
    options.command = Command::explain;
    if (args.size() == 2) options.explain_name = args[1];
    return {};
  }
  const bool in_opt = first == "opt";
  if (in_opt) options.command = Command::opt;
  if (Complaint complaint = read_args(args, in_opt ? 1 : 0, in_opt, options); !complaint.empty())
    return complaint;
  if (options.command == Command::help || options.command == Command::version) return {};
  if (in_opt) return check_opt(options);
  if (options.emits.empty()) options.emits.push_back(Emit::cpp), options.emits_by_request = true;
  return check_generate(options);
}

}  // namespace

const EmitRow& emit_row(Emit emit) { return kEmitRows[static_cast<std::size_t>(emit)]; }

ParsedOptions parse_options(const std::vector<std::string>& args) {
  Options options;
  if (Complaint complaint = read_command(args, options); !complaint.empty()) return {std::nullopt, complaint};
  return {std::move(options), {}};
}

std::string help_text() {
  std::string text =
      "gradc: writes the derivatives of C++ functions as C++\n\n"
      "usage: gradc [options] <source>... [-- <compiler flags>]\n"
      "       gradc --explain-refusals -p DIR [<source or folder>...]  how much of a source tree can be differentiated\n"
      "       gradc opt [--passes=LIST] [--verify-each] FILE.gir   read IR text, run passes, print IR text\n"
      "       gradc opt --request=ITEMS [--function=NAME] FILE.gir the same with the stages of a build: derivatives\n"
      "       gradc explain [NAME]                                 what a diagnostic means, and its cure; or all names\n\n"
      "options:\n";
  for (const OptionRow& row : kOptionRows) {
    std::string left(row.name);
    if (!row.value.empty()) left += fmt::format("{}{}", is_warning(row) ? "-" : is_short(row) ? " " : "=", row.value);
    text += fmt::format("  {:<23} {}\n", left, row.help);
  }
  text +=
      "  @FILE                   read more arguments from FILE\n\n"
      "exit status: 0 done; 1 the source does not compile or can't be differentiated; 2 wrong usage;\n"
      "             3 a defect in gradc\n";
  return text;
}

std::string stem_of(std::string_view path) {
  const std::size_t slash = path.find_last_of('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const std::size_t dot = name.find_last_of('.');
  return std::string(dot == 0 ? name : name.substr(0, dot));
}

std::string output_dir_of(const Options& options, std::string_view source) {
  if (options.output_dir) return *options.output_dir;
  const std::size_t slash = source.find_last_of('/');
  if (slash == std::string_view::npos) return {};
  return std::string(source.substr(0, std::max<std::size_t>(slash, 1)));
}

}  // namespace tool
