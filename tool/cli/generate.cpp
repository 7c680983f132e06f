#include "tool/cli/generate.h"

#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <map>
#include <set>

#include "codegen/interface/kinds.h"
#include "ir/check.h"
#include "tool/base/nearest.h"
#include "tool/cli/crash.h"
#include "tool/cli/driver.h"
#include "tool/cli/stamp.h"
#include "tool/request/check_request.h"
#include "tool/source/definitions.h"
#include "tool/source/flags.h"

namespace tool {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

bool is_cpp(llvm::StringRef name) { return name.ends_with(".h") || name.ends_with(".cpp"); }

bool wants_color(Color color) {
  return color == Color::always || (color == Color::automatic && llvm::sys::Process::StandardErrHasColors());
}

}  // namespace

Run::Run(const Options& options, const Pipeline& pipeline, const std::string& executable)
    : options_(options), pipeline_(pipeline) {
  std::vector<std::string> stems;
  for (const std::string& source : options.sources) stems.push_back(stem_of(source));
  setup_.executable = executable;
  setup_.color = wants_color(options.color);
  setup_.collect_dependencies = options.depfile.has_value();
  setup_.headers = llvm::makeIntrusiveRefCnt<VirtualHeaders>(stems);
}

int Run::generate() {
  if (const int status = prepare()) return status;
  parse_sources();
  provide_headers();
  for (Entry& entry : entries_) find(entry);
  if (const int status = check_found()) return status;
  return process();
}

int Run::list() {
  if (const int status = prepare()) return status;
  parse_sources();
  provide_headers();
  for (Entry& entry : entries_) {
    find(entry);
    for (const Request& request : entry.found.requests)
      llvm::outs() << fmt::format("{}: {}: {}\n", entry.source->place(request.declaration->getLocation()),
                                  request.function, request.items.text);
    entry.source->flush_diagnostics();
  }
  return any_errors() ? kRefused : kDone;
}

int Run::prepare() {
  if (const int status = parse_queries()) return status;
  std::string error;
  if (const auto places = find_places(setup_.executable, options_.resource_dir, error)) {
    setup_.places = *places;
  } else {
    print_error(error);
    return options_.resource_dir ? kWrongUsage : kRefused;
  }
  say("Clang's headers: " + setup_.places.resource_dir);
  return read_flags();
}

int Run::parse_queries() {
  int status = kDone;
  for (const FunctionRequest& request : options_.functions) {
    ParsedItems parsed = parse_items(request.items);
    for (const ItemProblem& problem : parsed.problems) {
      print_error(
          fmt::format("in --differentiate='{}': {} [{}]", request.items, problem.text, row(problem.id).name));
      status = std::max<int>(status, is_unsupported(problem) ? kRefused : kWrongUsage);
    }
    queries_.push_back({request.function, std::move(parsed.items)});
  }
  return status;
}

int Run::read_flags() {
  const Flags after_dashes = filter_flags(options_.compiler_flags);
  for (const std::string& path : options_.sources) {
    Flags flags;
    if (options_.build_dir) {
      DatabaseFlags read = flags_from_database(*options_.build_dir, path);
      if (!read.error.empty()) {
        print_error(read.error);
        return kWrongUsage;
      }
      flags = std::move(read.flags);
    }
    flags.kept.insert(flags.kept.end(), after_dashes.kept.begin(), after_dashes.kept.end());
    flags.dropped.insert(flags.dropped.end(), after_dashes.dropped.begin(), after_dashes.dropped.end());
    if (!flags.dropped.empty()) say(fmt::format("{}: flags left out: {}", path, joined(flags.dropped)));
    Entry& entry = entries_.emplace_back();
    entry.flags = std::move(flags.kept);
    say(fmt::format("{}: read with: {}", path, joined(clang_arguments(setup_, entry.flags, path))));
  }
  return kDone;
}

void Run::parse_sources() {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    entries_[i].source = parse_source(setup_, entries_[i].flags, options_.sources[i]);
    entries_[i].compiles = entries_[i].source->has_ast() && !entries_[i].source->report().has_errors();
    sources_.push_back(entries_[i].source.get());
  }
}

// The first parse saw empty headers: enough to find requests, whose functions' types do not depend on
// derivatives.
void Run::provide_headers() {
  std::set<std::string> used;
  for (const Entry& entry : entries_)
    used.insert(entry.source->virtual_stems.begin(), entry.source->virtual_stems.end());
  if (used.empty()) return;
  std::vector<FunctionQuery> queries = queries_;  // what is found now is found again
  for (Entry& entry : entries_) {
    if (!used.count(entry.source->stem()) || !entry.source->has_ast()) continue;
    const Source::Mark mark = entry.source->mark();
    entry.found = find_requests(*entry.source, queries);
    setup_.headers->set_text(entry.source->stem(), pipeline_.declarations(unit(entry)));
    entry.found = {};
    entry.source->rewind(mark);
  }
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    Entry& entry = entries_[i];
    if (entry.source->virtual_stems.empty()) continue;
    const std::string path = entry.source->path();
    sources_[i] = nullptr;
    entry.source = parse_source(setup_, entry.flags, path);
    entry.compiles = entry.source->has_ast() && !entry.source->report().has_errors();
    sources_[i] = entry.source.get();
  }
}

void Run::find(Entry& entry) {
  if (entry.source->has_ast()) entry.found = find_requests(*entry.source, queries_);
}

bool Run::any_errors() const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [](const Entry& entry) { return entry.source->report().has_errors(); });
}

int Run::check_found() {
  std::vector<std::string> names, in_headers;
  bool any_requests = false;
  for (const Entry& entry : entries_) {
    const Found& found = entry.found;
    names.insert(names.end(), found.defined_names.begin(), found.defined_names.end());
    in_headers.insert(in_headers.end(), found.defined_in_headers.begin(), found.defined_in_headers.end());
    any_requests |= !found.requests.empty();
  }
  bool unknown = false;
  for (const FunctionQuery& query : queries_) {
    if (query.found || any_errors()) continue;
    unknown = true;
    const DiagnosticId id =
        query.declared_only ? DiagnosticId::no_definition : DiagnosticId::unknown_function;
    const std::vector<std::string> close = nearest(query.function, names);
    std::string hint;
    for (const std::string& name : close) hint += (hint.empty() ? "; close names: '" : ", '") + name + "'";
    print_error(fmt::format(
        "{} [{}]", query.declared_only ? text_of(id, query.function) : text_of(id, query.function, hint),
        row(id).name));
  }
  if (unknown) return kRefused;
  warn_of_shared_names();
  if (any_requests || any_errors()) return kDone;
  Source& first = *entries_.front().source;
  const clang::SourceManager& sources = first.source_manager();
  first.report().error(
      sources.getLocForStartOfFile(sources.getMainFileID()), DiagnosticId::no_request,
      entries_.size() == 1 ? "no function of this source" : "no function of the sources given",
      in_headers.empty() ? std::string()
                         : fmt::format(" ('{}' is defined in a header: name that one)", in_headers[0]));
  return kDone;
}

// Overloads in two sources: their generated functions are overloads too, but the structures that they give have one name. One
// source with both is refused; functions of one signature are the linker's business.
void Run::warn_of_shared_names() {
  if (options_.quiet || options_.silenced.contains(DiagnosticId::shared_name)) return;
  struct First {
    const Entry* entry;
    const Request* request;
  };
  std::map<std::pair<std::string, Kind>, First> first;
  for (const Entry& entry : entries_)
    for (const Request& request : entry.found.requests) {
      const std::size_t scope = request.function.rfind("::");
      const std::string name = (scope == std::string::npos ? "" : request.function.substr(0, scope + 2)) + request.base_name;
      for (const KindRequest& kind : request.items.kinds) {
        const auto [place, is_new] = first.try_emplace({name, kind.kind}, First{&entry, &request});
        const First& other = place->second;
        if (is_new || other.entry == &entry || signature(*other.request->definition) == signature(*request.definition)) continue;
        entry.source->report().warning(
            request.declaration->getLocation(), row(DiagnosticId::shared_name).name,
            text_of(DiagnosticId::shared_name, codegen::kind_row(kind.kind).name, name,
                    other.entry->source->place(other.request->declaration->getLocation())));
      }
    }
}

void Run::stamp(const Entry& entry, std::vector<OutputText>& texts) const {
  const std::set<const Source*>& taken = entry.source->taken_from;
  std::vector<const Source*> others;
  for (const Source* source : sources_)
    if (taken.count(source)) others.push_back(source);
  // In an order that does not depend on that of the command line.
  std::sort(others.begin(), others.end(), [](const Source* a, const Source* b) { return a->stem() < b->stem(); });
  std::string requests;
  for (const Request& request : entry.found.requests)  // those of the source are part of its text
    if (request.at.isInvalid()) requests += fmt::format("{}: {}\n", request.function, request.items.text);
  const Origin origin = origin_of(*entry.source, others, requests, entry.flags);
  for (OutputText& output : texts) {
    if (!is_cpp(output.name)) continue;
    // A header is declarations: where they stay as they are, nothing that includes it is compiled again.
    const bool is_header = llvm::StringRef(output.name).ends_with(kHeaderSuffix);
    output.text = stamped(output.text, is_header ? std::nullopt : std::optional(origin));
  }
}

Unit Run::unit(const Entry& entry) const { return {*entry.source, entry.found.requests, options_, sources_}; }

int Run::process() {
  std::vector<OutputFile> files;
  Definitions definitions(sources_);
  for (Source* source : sources_) source->definitions = &definitions;
  for (Entry& entry : entries_) {
    entry.source->flush_diagnostics();
    if (!entry.compiles || entry.found.requests.empty()) continue;
    const clang::SourceManager& sources = entry.source->source_manager();
    set_crash_section("source " + entry.source->path(), sources.getBufferData(sources.getMainFileID()));
    auto texts = pipeline_.process(unit(entry));
    entry.source->flush_diagnostics();
    GRADC_CHECK(texts || entry.source->report().has_errors());  // a refusal has a reason
    if (!texts) continue;
    stamp(entry, *texts);
    const std::string folder = output_dir_of(options_, entry.source->path());
    for (OutputText& output : *texts)
      files.push_back({folder.empty() ? output.name : folder + "/" + output.name, std::move(output.text),
                       llvm::sys::path::filename(entry.source->path()).str()});
  }
  if (any_errors()) return kRefused;
  if (options_.check) return check(files);
  return options_.to_stdout ? print(files) : write(std::move(files));
}

int Run::check(const std::vector<OutputFile>& files) const {
  bool all_fresh = true;
  for (const OutputFile& file : files) {
    const std::optional<std::string> found = read_file(file.path);
    const std::string why = found ? why_stale(*found, file.text, file.source) : std::string();
    if (!found) print_error(fmt::format("'{}' is missing", file.path));
    if (!why.empty()) print_error(fmt::format("'{}' is stale: {}", file.path, why));
    if (found && why.empty()) say("up to date: " + file.path);
    all_fresh = all_fresh && found && why.empty();
  }
  if (all_fresh) return kDone;
  if (!options_.quiet) print_note("the same command without --check writes what is missing or stale");
  return kRefused;
}

int Run::print(const std::vector<OutputFile>& files) const {
  for (const OutputFile& file : files) {
    // One text alone can be piped into something that reads it; several need telling apart.
    if (files.size() > 1)
      llvm::outs() << "// ---- " << file.path.substr(file.path.find_last_of('/') + 1) << '\n';
    llvm::outs() << file.text;
  }
  llvm::outs().flush();
  if (!options_.depfile) return kDone;
  const std::string target = options_.depfile_target.value_or(files.empty() ? "-" : files.front().path);
  const WrittenFiles written = write_files({{*options_.depfile, depfile_text(target, dependencies())}});
  if (!written.error.empty()) print_error(written.error);
  return written.error.empty() ? kDone : kRefused;
}

std::vector<std::string> Run::dependencies() const {
  std::vector<std::string> all;
  std::set<std::string> seen;
  for (const Entry& entry : entries_)
    for (const std::string& file : entry.source->dependencies)
      if (seen.insert(file).second) all.push_back(file);
  return all;
}

int Run::write(std::vector<OutputFile> files) {
  if (options_.depfile) {
    const std::string target =
        options_.depfile_target.value_or(files.empty() ? *options_.depfile : files.front().path);
    files.push_back({*options_.depfile, depfile_text(target, dependencies())});
  }
  const WrittenFiles written = write_files(files);
  if (!written.error.empty()) {
    print_error(written.error);
    return kRefused;
  }
  for (const std::string& path : written.changed) say("wrote " + path);
  for (const std::string& path : written.unchanged) say("unchanged: " + path);
  return kDone;
}

void Run::say(const std::string& text) const {
  if (options_.verbose) print_note(text);
}

}  // namespace tool
