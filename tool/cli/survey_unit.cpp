#include "tool/cli/survey_unit.h"

#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "tool/cli/crash.h"
#include "tool/request/check_request.h"
#include "tool/request/own_functions.h"
#include "tool/source/definitions.h"

namespace tool {
namespace {

// A line for each thing that was found, with fields between separators.
constexpr char kSeparator = '\x1f';
constexpr unsigned kLongestSeconds = 120;  // for one function

class Writer {
 public:
  explicit Writer(std::FILE* out) : out_(out) {}

  void line(const std::vector<std::string>& fields) {
    std::string text;
    for (const std::string& field : fields) {
      if (!text.empty()) text += kSeparator;
      for (const char c : field) text += c == '\n' || c == kSeparator ? ' ' : c;
    }
    text += '\n';
    std::fwrite(text.data(), 1, text.size(), out_);
    std::fflush(out_);  // what is written stays where the next function ends the process
  }

 private:
  std::FILE* out_;
};

class UnitSurvey {
 public:
  UnitSurvey(const SurveyWork& work, const SurveyTask& task, std::FILE* out) : work_(work), task_(task), setup_(work.setup), writer_(out) {}

  void run() {
    std::vector<std::string> stems;
    for (const SurveyUnit& unit : task_.units) stems.push_back(stem_of(unit.path));
    setup_.headers = llvm::makeIntrusiveRefCnt<VirtualHeaders>(stems);
    for (const SurveyUnit& unit : task_.units) sources_.push_back(read(unit));
    Source& source = *sources_.front();
    if (!source.has_ast() || source.report().has_errors()) {
      source.flush_diagnostics();
      writer_.line({"end", "unread"});
      return;
    }
    std::vector<Source*> all;
    for (const auto& one : sources_) all.push_back(one.get());
    Definitions definitions(all);
    source.definitions = &definitions;
    std::vector<Report::Heard> ignored;
    source.report().listen(&ignored);
    std::vector<FunctionQuery> none;
    const Found found = find_requests(source, none);
    writer_.line({"read"});
    for (const std::string& name : found.defined_names) writer_.line({"defines", name});
    const Unit unit{source, found.requests, work_.options, all};
    for (const OwnFunction& one : own_functions(source, work_.folders))
      if (!task_.skip.contains(one.key) && (task_.only.empty() || task_.only.contains(one.key))) attempt(unit, one);
    source.report().listen(nullptr);
    writer_.line({"end"});
  }

 private:
  // What the source's own generated header declares is known after a first look at it.
  std::unique_ptr<Source> read(const SurveyUnit& unit) {
    auto source = parse_source(setup_, unit.flags, unit.path);
    if (source->virtual_stems.empty() || !source->has_ast()) return source;
    std::vector<FunctionQuery> none;
    const Found found = find_requests(*source, none);
    const std::vector<Source*> alone{source.get()};
    setup_.headers->set_text(source->stem(), work_.pipeline.declarations({*source, found.requests, work_.options, alone}));
    return parse_source(setup_, unit.flags, unit.path);
  }

  void attempt(const Unit& unit, const OwnFunction& one) {
    const clang::SourceManager& sources = unit.source.source_manager();
    const std::string place = fmt::format("{}:{}", shown_path(one.file), sources.getExpansionLineNumber(one.at));
    writer_.line({"begin", one.key, one.name, shown_path(one.file), place, one.is_called ? "called" : "free"});
    if (!one.tried) return writer_.line({"fate", "no_instance"});
    if (!one.holds_floats) return writer_.line({"fate", "nothing"});
    Request request;
    request.definition = one.tried;
    request.declaration = one.tried->getFirstDecl();
    request.function = one.name;
    request.base_name = one.tried->getDeclName().isIdentifier() ? one.tried->getNameAsString() : "called";
    request.items.unconnected = Unconnected::zero;  // whether an input is used says nothing of what is understood
    std::vector<Report::Heard> heard;
    unit.source.report().listen(&heard);
    set_crash_section("function", one.name);
    alarm(kLongestSeconds);
    const bool taken = check_signature(unit.source.report(), request) && work_.pipeline.attempt(unit, request);
    alarm(0);
    const auto says_nothing = [](const Report::Heard& one_heard) { return one_heard.name == "wrt_nothing" || one_heard.name == "no_result"; };
    if (taken) return writer_.line({"fate", request.items.kinds[0].kind == Kind::gradient ? "gradient" : "vjp"});
    if (!heard.empty() && std::all_of(heard.begin(), heard.end(), says_nothing)) return writer_.line({"fate", "nothing"});
    for (const Report::Heard& problem : heard) {
      const clang::PresumedLoc at = sources.getPresumedLoc(sources.getExpansionLoc(problem.at));
      writer_.line({"obstacle", problem.name, problem.text,
                    at.isValid() ? fmt::format("{}:{}:{}", shown_path(at.getFilename()), at.getLine(), at.getColumn()) : place});
    }
    writer_.line({"fate", "refused"});
  }

  const SurveyWork& work_;
  const SurveyTask& task_;
  CompileSetup setup_;
  Writer writer_;
  std::vector<std::unique_ptr<Source>> sources_;
};

std::vector<std::string> columns_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == kSeparator)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

void take(const std::vector<std::string>& fields, UnitFindings& findings) {
  const std::string& what = fields[0];
  const auto field = [&](std::size_t i) { return i < fields.size() ? fields[i] : std::string(); };
  if (what == "read") findings.readable = true;
  if (what == "end") findings.ended = true;
  if (what == "defines") findings.defined.push_back(field(1));
  if (what == "begin") findings.open = Tried{Tried::Fate::taken, field(1), field(2), field(3), field(4), field(5) == "called", {}, {}, {}};
  if (!findings.open) return;
  if (what == "obstacle") findings.open->obstacles.push_back({field(1), field(2), field(3)});
  if (what != "fate") return;
  const std::string fate = field(1);
  findings.open->fate = fate == "refused"       ? Tried::Fate::refused
                        : fate == "nothing"     ? Tried::Fate::nothing
                        : fate == "no_instance" ? Tried::Fate::no_instance
                                                : Tried::Fate::taken;
  if (findings.open->fate == Tried::Fate::taken) findings.open->kind = fate;
  findings.functions.push_back(*std::exchange(findings.open, std::nullopt));
}

}  // namespace

std::string shown_path(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const std::string here = fs::current_path(ignored).string() + "/";
  return path.starts_with(here) ? path.substr(here.size()) : path;
}

void survey_unit(const SurveyWork& work, const SurveyTask& task, std::FILE* out) { UnitSurvey(work, task, out).run(); }

UnitFindings read_findings(std::FILE* in) {
  UnitFindings findings;
  std::string line;
  std::rewind(in);
  for (int c = std::fgetc(in); c != EOF; c = std::fgetc(in)) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    take(columns_of(line), findings);
    line.clear();
  }
  return findings;
}

}  // namespace tool
