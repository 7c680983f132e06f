// The stages from requests to texts, in order: lower, differentiate, optimise, split, emit. Each stage has a text
// form; options say which are wanted.
#include "tool/cli/pipeline.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>

#include "codegen/cpp/emit.h"
#include "codegen/cuda/check.h"
#include "codegen/cuda/emit.h"
#include "codegen/interface/kinds.h"
#include "codegen/kernel/print.h"
#include "codegen/report/collect.h"
#include "codegen/report/page.h"
#include "codegen/text/files/header.h"
#include "codegen/text/print.h"
#include "codegen/verify/verify.h"
#include "ir/check.h"
#include "ir/passes/calls/called.h"
#include "ir/passes/pass.h"
#include "ir/verify.h"
#include "tool/cli/crash.h"
#include "tool/derive/declare.h"
#include "tool/derive/stages.h"
#include "tool/lower/lower.h"
#include "tool/request/check_request.h"
#include "tool/request/nested.h"

namespace tool {
namespace {

// What tests are written from.
constexpr std::string_view kRead = "counted,expand,dce";

// A request as the source has it.
struct Job {
  const Request* request = nullptr;
  LoweredFunction lowered;
};

clang::SourceLocation place_of_request(const Request& request) {
  return request.at.isValid() ? request.at : request.declaration->getLocation();
}

// Where a request is to run: as it says, or as the command line does.
Targets targets_of(const Request& request, const Options& options) {
  if (request.items.targets) return *request.items.targets;
  const auto wants = [&](Emit emit) { return std::find(options.emits.begin(), options.emits.end(), emit) != options.emits.end(); };
  const bool cuda = wants(Emit::cuda);
  return {!cuda || wants(Emit::cpp), cuda};
}

class Stages {
 public:
  explicit Stages(const Unit& unit, ir::Module module = {}) : unit_(unit) {
    work_.module = std::move(module);
    work_.run_passes = [this](ir::Module& to, std::string_view passes) { run(to, passes); };
  }

  // The derivatives of one function alone, in a module that is the given one and more; null where it has problems.
  const Task* derive_only(const Request& request) {
    if (!lower_one(request)) return nullptr;
    begin_tasks(true);
    return run_stages("arrange") ? &work_.tasks[0] : nullptr;
  }
  // For Pipeline::attempt.
  bool attempt(Request& request) {
    if (!lower_one(request)) return false;
    const codegen::CppValue& result = jobs_[0].lowered.primal.result;
    const bool is_number = result.form == codegen::CppValue::Form::scalar && ir::is_float(result.leaf.element);
    request.items.kinds = {{is_number ? Kind::gradient : Kind::vjp, 0}};
    begin_tasks(false);
    return run_stages("arrange");
  }
  const ir::Module& module() const { return work_.module; }
  const LoweredFunction& lowered() const { return jobs_[0].lowered; }

  std::optional<std::vector<OutputText>> run() {
    bool ok = lower_all();
    if (ok && unit_.options.verify) read_ = work_.module;
    if (ok) keep(Emit::ir);
    const auto is_ir = [](Emit emit) { return emit == Emit::ir; };
    if (ok && std::all_of(unit_.options.emits.begin(), unit_.options.emits.end(), is_ir)) return emit();
    begin_tasks(false);
    // What the functions that could be read have to say is said, too.
    if (!run_stages("arrange") || !ok) return std::nullopt;
    keep(Emit::grad);
    run_stages({});
    keep(Emit::opt);
    if (!check_devices()) return std::nullopt;
    return emit();
  }

 private:
  bool lower_all() {
    bool ok = true;
    for (const Request& request : unit_.requests) ok = lower_one(request) && ok;
    return ok;
  }

  bool lower_one(const Request& request) {
    std::optional<LoweredFunction> lowered = lower(unit_.source, request, work_.module);
    if (!lowered) return false;
    for (const Remark& remark : lowered->remarks) say(remark.at, remark.id, remark.text, remark.is_note);
    Task& task = work_.tasks.emplace_back();
    task.function = lowered->function;
    task.items = &request.items;
    task.base = request.base_name;
    ir::Function& function = work_.module[task.function];
    const auto names_of = [&](const Selection& selection) {
      std::vector<std::string> names;
      for (ir::ValueId leaf : selection.leaves) {
        const bool named = leaf.valid() && ir::is_differentiable(function[leaf].type.element);
        names.push_back(named ? name_value(function, leaf, selection.item.expression()) : "");
      }
      return names;
    };
    for (const Selection& selection : lowered->wrt) task.wrt.push_back({selection.item, names_of(selection)});
    for (const Selection& selection : lowered->stop)
      for (std::string& name : names_of(selection))
        if (!name.empty()) task.stop.push_back(std::move(name));
    jobs_.push_back({&request, std::move(*lowered)});
    return true;
  }

  // From the stage that comes next to `last`, or to the end. False where a request has problems.
  bool run_stages(std::string_view last) {
    for (; next_stage_ < stages().size(); ++next_stage_) {
      const Stage& stage = stages()[next_stage_];
      set_crash_section("stage", stage.name);
      const LastCrashSection section = printed(work_.module);
      stage.run(work_);
      if (stage.name != last) continue;
      ++next_stage_;
      break;
    }
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      report(jobs_[i], work_.tasks[i].problems);
      say(jobs_[i], std::exchange(work_.tasks[i].warnings, {}));
    }
    return !work_.has_problems();
  }

  // What is known of the tasks once all requests are read.
  void begin_tasks(bool called) {
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      Job& job = jobs_[i];
      Task& task = work_.tasks[i];
      task.primal = &job.lowered.primal;
      task.called = called;
      task.explain = wants_report();
      const clang::SourceLocation at = place_of_request(*job.request);
      const clang::PresumedLoc place = unit_.source.source_manager().getPresumedLoc(at);
      task.requested = work_.module.locate(
          {job.lowered.primal.source, static_cast<int>(place.getLine()), static_cast<int>(place.getColumn()), ""});
      job.lowered.places[task.requested] = at;
    }
  }

  void say(const Job& job, const std::vector<Warning>& warnings) {
    for (const Warning& warning : warnings) say(place_of(job, warning.loc), warning.id, warning.text, warning.is_note);
  }

  void say(clang::SourceLocation at, DiagnosticId id, const std::string& text, bool is_note = false) {
    if (unit_.options.quiet || unit_.options.silenced.contains(id) || !said_.emplace(at, text).second) return;
    if (is_note)
      unit_.source.report().remark(at, row(id).name, text);
    else
      unit_.source.report().warning(at, row(id).name, text);
  }

  clang::SourceLocation place_of(const Job& job, ir::LocId loc) {
    if (const ir::Location* location = work_.module.location(loc); location && !location->called.empty()) {
      ir::Location unnamed = *location;  // that of the call
      unnamed.called.clear();
      loc = work_.module.locate(unnamed);
    }
    const auto found = job.lowered.places.find(loc);
    return found == job.lowered.places.end() ? clang::SourceLocation() : found->second;
  }

  void report(const Job& job, const ir::Diagnostics& problems) {
    for (const ir::Diagnostic& problem : problems.list()) {
      const clang::SourceLocation at = place_of(job, problem.loc);
      if (problem.notes.empty() && !said_.emplace(at, problem.text).second) continue;  // of a function that several requests lead to
      unit_.source.report().error(at, ir::row(problem.id).name, problem.text);
      for (const ir::Note& note : problem.notes) unit_.source.report().note(place_of(job, note.loc), note.text);
    }
  }

  // A failure here is a defect of ours: the module came from passes, not from the user.
  void run(ir::Module& to, std::string_view passes) {
    ir::PassOptions options;
    options.verify_each = unit_.options.verify_each;
    options.after = [this](const std::string& pass, const ir::Module& module, double seconds) {
      if (unit_.options.time_passes) llvm::errs() << fmt::format("{:9.6f} s  {}\n", seconds, pass);
      if (unit_.options.print_after_all) llvm::errs() << "// after " << pass << '\n' << ir::print(module) << '\n';
    };
    ir::Diagnostics problems;
    set_crash_section("pipeline", passes);
    const LastCrashSection section = printed(to);
    std::optional<ir::Module> optimised = ir::run_passes(to, passes, options, problems);
    if (!optimised) set_crash_section("problems", problems.text());
    GRADC_CHECK(optimised.has_value());
    to = std::move(*optimised);
  }

  static LastCrashSection printed(const ir::Module& module) {
    return {"module", [&module] { return ir::print(module); }};
  }

  // Prints the module as it is now, where that is asked for.
  void keep(Emit emit) {
    for (Emit wanted : unit_.options.emits)
      if (wanted == emit) texts_.emplace_back(emit, ir::print(work_.module));
  }

  static std::vector<ir::FunctionId> written_for(const codegen::Derivative& derivative) {
    std::vector<ir::FunctionId> functions{derivative.function, derivative.forward, derivative.backward};
    std::erase_if(functions, [](ir::FunctionId function) { return !function.valid(); });
    for (const codegen::Derivative::Budget::Way& way : derivative.budget.ways)
      if (way.function != derivative.function) functions.push_back(way.function);
    return functions;
  }

  // One text for every function that becomes C++.
  template <class F>
  std::string of_each_function(F text) {
    std::string all;
    for (const Task& task : work_.tasks)
      for (const codegen::Derivative& derivative : task.derivatives)
        for (ir::FunctionId function : written_for(derivative)) all += text(work_.module, work_.module[function]);
    return all;
  }

  // Whether all that is asked for on a device can be written for one.
  bool check_devices() {
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      const Job& job = jobs_[i];
      const Targets targets = targets_of(*job.request, unit_.options);
      if (!targets.cuda) continue;
      if (!writes_cuda())
        unit_.source.report().error(place_of_request(*job.request), row(DiagnosticId::target_not_written).name,
                                    fmt::format(fmt::runtime(row(DiagnosticId::target_not_written).text), job.lowered.primal.name));
      ir::Diagnostics problems;
      std::vector<Warning> decisions;
      for (ir::LocId loc : codegen::check_device(work_.module, {job.lowered.primal, work_.tasks[i].derivatives, targets.cpu, targets.cuda},
                            work_.tasks[i].requested, problems))
        decisions.push_back({DiagnosticId::device_decision, loc, std::string(row(DiagnosticId::device_decision).text)});
      report(job, problems);
      if (problems.empty()) say(job, decisions);
      is_refused_ = is_refused_ || !writes_cuda() || !problems.empty();
    }
    return !is_refused_;
  }

  bool wants(Emit emit) const {
    return std::find(unit_.options.emits.begin(), unit_.options.emits.end(), emit) != unit_.options.emits.end();
  }
  bool writes_cuda() const { return wants(Emit::cuda) || unit_.options.emits_by_request; }

  std::vector<OutputText> emit() {
    const LastCrashSection section = printed(work_.module);
    codegen::Program program{&work_.module, unit_.source.stem(), unit_.source.stem(), {}};
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      const Job& job = jobs_[i];
      const Targets targets = targets_of(*job.request, unit_.options);
      program.requests.push_back({job.lowered.primal, work_.tasks[i].derivatives, targets.cpu, targets.cuda});
      program.foreign.insert(program.foreign.end(), job.lowered.foreign.begin(), job.lowered.foreign.end());
    }
    if (!jobs_.empty()) program.source = jobs_[0].lowered.primal.source;
    std::vector<OutputText> out;
    std::vector<Emit> emits = unit_.options.emits;
    const auto is_for_device = [](const codegen::Request& request) { return request.on_cuda; };
    if (unit_.options.emits_by_request && std::any_of(program.requests.begin(), program.requests.end(), is_for_device))
      emits.push_back(Emit::cuda);
    for (Emit emit : emits) {
      if (emit == Emit::cuda) {
        if (!wants(Emit::cpp)) out.push_back({unit_.source.stem() + std::string(kHeaderSuffix), codegen::emit_header(program)});
        out.push_back({output_name(unit_.source, emit), codegen::emit_cuda(program)});
      } else if (emit == Emit::cpp) {
        codegen::GeneratedFiles files = codegen::emit_cpp(program);
        // The front end makes nothing that can't be written.
        if (!files.refusal.empty()) set_crash_section("refusal", files.refusal);
        GRADC_CHECK(files.refusal.empty());
        out.push_back({unit_.source.stem() + std::string(kHeaderSuffix), std::move(files.header)});
        out.push_back({output_name(unit_.source, emit), std::move(files.source)});
        if (unit_.options.verify) out.push_back({unit_.source.stem() + std::string(kTestSuffix), tests_of(program)});
      } else if (emit == Emit::plan) {
        out.push_back({output_name(unit_.source, emit), of_each_function(codegen::print_plan)});
      } else if (emit == Emit::kernels) {
        out.push_back({output_name(unit_.source, emit), of_each_function(codegen::print_kernels)});
      } else if (emit == Emit::dot) {
        out.push_back({output_name(unit_.source, emit), of_each_function(codegen::print_dot)});
      } else if (emit == Emit::report) {
        out.push_back({output_name(unit_.source, emit), codegen::page_of(codegen::report_of(program, text_of_source()))});
      } else {
        for (auto& [kept, text] : texts_)
          if (kept == emit) out.push_back({output_name(unit_.source, emit), text});
      }
    }
    return out;
  }

  bool wants_report() const { return wants(Emit::report); }
  std::string_view text_of_source() const {
    const clang::SourceManager& sources = unit_.source.source_manager();
    return {sources.getBufferData(sources.getMainFileID())};
  }

  // Tests are written from the functions as they were read, made into what code generation knows.
  std::string tests_of(const codegen::Program& program) {
    run(read_, kRead);
    codegen::Verification verification{&read_, {}};
    for (const Job& job : jobs_) {
      codegen::Verified& one = verification.requests.emplace_back();
      one.function = job.lowered.function;
      one.callable = !job.lowered.primal.headers.empty() || !job.lowered.primal.declaration.empty();
      one.has_inputs = verify_inputs_of(*job.request) != nullptr;
      for (const Selection& selection : job.lowered.stop)
        if (job.lowered.labels.contains(selection.item.path[0])) one.held = selection.item.path[0];
      one.branches = job.lowered.branches;
    }
    return codegen::verify_file(program, verification);
  }

  const Unit& unit_;
  Work work_;
  ir::Module read_;
  std::vector<Job> jobs_;
  std::size_t next_stage_ = 0;
  bool is_refused_ = false;  // by a device
  std::set<std::pair<clang::SourceLocation, std::string>> said_;  // once for all requests on a function
  std::vector<std::pair<Emit, std::string>> texts_;
};

// Derivatives that the functions of the source call: each is made in a copy of the module, out of which it is taken over
// with what it calls.
class Nesting : public Derivatives {
 public:
  explicit Nesting(const Unit& unit) : unit_(unit) { unit_.source.derivatives = this; }
  ~Nesting() override { unit_.source.derivatives = nullptr; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

  std::optional<NestedDerivative> find(const clang::FunctionDecl* declared, ir::Module& module) override {
    if (!is_generated(declared)) return std::nullopt;
    for (const Request& request : unit_.requests)
      for (const KindRequest& kind : request.items.kinds)
        if (auto found = make(request, kind, declared, module)) return found;
    return std::nullopt;
  }

 private:
  bool is_generated(const clang::FunctionDecl* declared) const {
    const clang::SourceManager& sources = unit_.source.source_manager();
    return sources.getFilename(sources.getExpansionLoc(declared->getLocation())).ends_with(kHeaderSuffix);
  }

  std::optional<NestedDerivative> make(const Request& request, const KindRequest& kind, const clang::FunctionDecl* declared,
                                       ir::Module& module) {
    const std::string name = declared->getNameAsString();
    const clang::DeclContext* around = request.declaration->getDeclContext()->getRedeclContext();
    const std::string_view suffix = codegen::kind_row(kind.kind).name;
    if (!declared->getDeclContext()->getRedeclContext()->Equals(around) ||
        !name.starts_with(fmt::format("{}_{}", request.base_name, suffix)))
      return std::nullopt;
    // As no function of C++ is called.
    std::string inner_name;
    for (const char c : declared->getQualifiedNameAsString())
      if (c != ':' || inner_name.back() != '.') inner_name += c == ':' ? '.' : c;
    inner_name += ".nested";
    const auto takes_as_many = [&](const codegen::Signature& signature) {
      return signature.parameters.size() == declared->getNumParams();
    };
    if (const auto known = made_.find(inner_name); known != made_.end() && module.find(inner_name).valid()) {
      if (!takes_as_many(known->second.signature)) return std::nullopt;
      known->second.function = module.find(inner_name);
      return known->second;
    }
    if (!open_.insert(inner_name).second) return std::nullopt;  // it calls itself
    Request only = request;
    only.items.kinds = {kind};
    Stages stages(unit_, module);
    // What is wrong with the function is said where its own request is answered.
    const Source::Mark mark = unit_.source.mark();
    const Task* task = stages.derive_only(only);
    if (!task) unit_.source.rewind(mark);
    open_.erase(inner_name);
    if (!task) return std::nullopt;
    for (const codegen::Derivative& derivative : task->derivatives) {
      const codegen::Interface interface = codegen::interface_of(&stages.module(), {*task->primal, {}}, derivative);
      for (const codegen::Signature& signature : interface.functions) {
        if (signature.name != name || signature.function != derivative.function || !takes_as_many(signature)) continue;
        module.locations = stages.module().locations;  // which have grown out of these
        ir::Function function = ir::with_callees(stages.module(), derivative.function, module);
        function.name = inner_name;
        NestedDerivative made{{static_cast<std::int32_t>(module.functions.size())},
                              signature,
                              stages.lowered().places,
                              stages.lowered().foreign};
        module.functions.push_back(std::move(function));
        return made_.insert_or_assign(inner_name, std::move(made)).first->second;
      }
    }
    return std::nullopt;
  }

  const Unit& unit_;
  std::map<std::string, NestedDerivative> made_;  // by the name in the IR
  std::set<std::string> open_;                    // those that are being made
};

// The declarations of what will be generated, from signatures alone.
std::string declarations(const Unit& unit) {
  codegen::Program program{nullptr, unit.source.stem(), unit.source.stem(), {}};
  for (const Request& request : unit.requests) {
    const std::optional<Signature> signature = read_signature(unit.source, request);
    if (!signature) continue;
    program.source = signature->primal.source;
    const Targets targets = targets_of(request, unit.options);
    program.requests.push_back({signature->primal, declared(request.items, request.base_name, signature->primal, signature->wrt),
                                targets.cpu, targets.cuda});
  }
  return codegen::emit_header(program);
}

}  // namespace

std::string output_name(const Source& source, Emit emit) {
  return source.stem() + std::string(emit_row(emit).suffix);
}

Pipeline make_pipeline() {
  return {[](const Unit& unit) {
            Nesting nesting(unit);
            return Stages(unit).run();
          },
          declarations,
          [](const Unit& unit, Request& request) {
            Nesting nesting(unit);
            return Stages(unit).attempt(request);
          }};
}

}  // namespace tool
