// The stages from requests to texts, in order: lower, differentiate, optimise, split, emit. Each stage has a text
// form; options say which are wanted.
#include "tool/cli/pipeline.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>

#include "codegen/cpp/emit.h"
#include "codegen/interface/program.h"
#include "codegen/text/files/header.h"
#include "codegen/text/print.h"
#include "codegen/verify/verify.h"
#include "ir/check.h"
#include "ir/passes/calls/called.h"
#include "ir/passes/pass.h"
#include "ir/verify.h"
#include "tool/cli/crash.h"
#include "tool/derive/blocks.h"
#include "tool/derive/derive.h"
#include "tool/derive/focus.h"
#include "tool/derive/lists.h"
#include "tool/derive/random.h"
#include "tool/lower/lower.h"
#include "tool/request/check_request.h"
#include "tool/request/nested.h"

namespace tool {
namespace {

// What derivatives are made of, and what tests are written from.
constexpr std::string_view kPrepare = "passed,counted,cse,dce";
constexpr std::string_view kRead = "counted,expand,dce";

// A request on its way through the stages.
struct Job {
  const Request* request = nullptr;
  LoweredFunction lowered;
  std::vector<codegen::Derivative> derivatives;
};

clang::SourceLocation place_of_request(const Request& request) {
  return request.at.isValid() ? request.at : request.declaration->getLocation();
}

class Stages {
 public:
  explicit Stages(const Unit& unit, ir::Module module = {}) : unit_(unit), module_(std::move(module)) {}

  // The derivatives of one function alone, in a module that is the given one and more.
  const Job* derive_only(const Request& request) {
    if (!lower_one(request)) return nullptr;
    called_ = true;
    prepare();
    return derive_all() ? &jobs_[0] : nullptr;
  }
  const ir::Module& module() const { return module_; }

  std::optional<std::vector<OutputText>> run() {
    bool ok = lower_all();
    if (ok && unit_.options.verify) read_ = module_;
    if (ok) keep(Emit::ir, ir::print(module_));
    const auto is_ir = [](Emit emit) { return emit == Emit::ir; };
    if (ok && std::all_of(unit_.options.emits.begin(), unit_.options.emits.end(), is_ir)) return emit();
    for (Job& job : jobs_) {
      std::vector<Warning> warnings;
      const Focus focus(module_, job.lowered.function);
      warn_of_keys(module_, job.lowered.function, warnings);
      say(job, warnings);
    }
    prepare();
    ok = derive_all() && ok;
    if (!ok) return std::nullopt;
    keep(Emit::grad, ir::print(module_));
    // Blocks begin with unit matrices, which no product is computed with.
    if (asks_for_blocks()) run("simplify");
    run(kOptimise);
    for (Job& job : jobs_) split_vjps(module_, job.lowered.primal, job.derivatives);
    run(kFinish);
    keep(Emit::opt, ir::print(module_));
    return emit();
  }

 private:
  bool asks_for_blocks() const {
    return std::any_of(jobs_.begin(), jobs_.end(), [](const Job& job) {
      return job.request->items.asks_for(Kind::hessian) || job.request->items.asks_for(Kind::jacobian);
    });
  }

  bool lower_all() {
    bool ok = true;
    for (const Request& request : unit_.requests) ok = lower_one(request) && ok;
    return ok;
  }

  bool lower_one(const Request& request) {
    std::optional<LoweredFunction> lowered = lower(unit_.source, request, module_);
    if (!lowered) return false;
    jobs_.push_back({&request, std::move(*lowered), {}});
    return true;
  }

  // Values that requests name go through the passes as results of their functions, which nothing calls.
  void prepare() {
    for (Job& job : jobs_)
      for (ir::ValueId* value : named_values(job)) results_of(job).push_back(*value);
    // What is computed again is chosen op by op.
    for (const Job& job : jobs_) {
      if (job.request->items.checkpoint.strategy == Checkpoint::Strategy::none) continue;
      const Focus focus(module_, job.lowered.function);
      run("inline(unruled)");
    }
    run(kPrepare);
    for (Job& job : jobs_) {
      std::vector<ir::ValueId>& results = results_of(job);
      const std::vector<ir::ValueId*> named = named_values(job);
      const std::size_t own = results.size() - named.size();
      for (std::size_t i = 0; i < named.size(); ++i) *named[i] = results[own + i];
      results.resize(own);
    }
  }

  std::vector<ir::ValueId>& results_of(const Job& job) {
    ir::Function& function = module_[job.lowered.function];
    return function[function.body].results;
  }

  static std::vector<ir::ValueId*> named_values(Job& job) {
    std::vector<ir::ValueId*> values;
    for (std::vector<Selection>* selections : {&job.lowered.wrt, &job.lowered.stop})
      for (Selection& selection : *selections)
        for (ir::ValueId& leaf : selection.leaves)
          if (leaf.valid()) values.push_back(&leaf);
    return values;
  }

  bool derive_all() {
    bool ok = true;
    for (Job& job : jobs_) {
      ir::Diagnostics problems;
      std::vector<Warning> warnings;
      {
        const Focus focus(module_, job.lowered.function);
        job.derivatives = derive(module_, input_of(job), problems, warnings);
      }
      report(job, problems);
      say(job, warnings);
      ok = ok && problems.empty();
    }
    set_crash_section("module", ir::print(module_));
    return ok;
  }

  void say(Job& job, const std::vector<Warning>& warnings) {
    for (const Warning& warning : warnings)
      if (!unit_.options.quiet && !unit_.options.silenced.contains(warning.id) &&
          said_.emplace(place_of(job, warning.loc), warning.text).second)
        unit_.source.report().warning(place_of(job, warning.loc), row(warning.id).name, warning.text);
  }

  DeriveInput input_of(Job& job) {
    DeriveInput input;
    input.function = job.lowered.function;
    input.primal = &job.lowered.primal;
    input.items = &job.request->items;
    input.base = job.request->base_name;
    input.called = called_;
    for (const Selection& selection : job.lowered.wrt) {
      WrtLeaves wrt{selection.item, selection.leaves};
      for (ir::ValueId& leaf : wrt.leaves)
        if (!ir::is_differentiable(module_[input.function][leaf].type.element)) leaf = {};
      input.wrt.push_back(std::move(wrt));
    }
    for (const Selection& selection : job.lowered.stop)
      input.stop.insert(input.stop.end(), selection.leaves.begin(), selection.leaves.end());
    const clang::SourceLocation at = place_of_request(*job.request);
    const clang::PresumedLoc place = unit_.source.source_manager().getPresumedLoc(at);
    input.requested = module_.locate(
        {job.lowered.primal.source, static_cast<int>(place.getLine()), static_cast<int>(place.getColumn()), ""});
    job.lowered.places[input.requested] = at;
    return input;
  }

  clang::SourceLocation place_of(const Job& job, ir::LocId loc) {
    if (const ir::Location* location = module_.location(loc); location && !location->called.empty()) {
      ir::Location unnamed = *location;  // that of the call
      unnamed.called.clear();
      loc = module_.locate(unnamed);
    }
    const auto found = job.lowered.places.find(loc);
    return found == job.lowered.places.end() ? clang::SourceLocation() : found->second;
  }

  void report(const Job& job, const ir::Diagnostics& problems) {
    for (const ir::Diagnostic& problem : problems.list()) {
      unit_.source.report().error(place_of(job, problem.loc), ir::row(problem.id).name, problem.text);
      for (const ir::Note& note : problem.notes) unit_.source.report().note(place_of(job, note.loc), note.text);
    }
  }

  // A failure here is a defect of ours: the module came from passes, not from the user.
  void run(std::string_view passes) {
    ir::PassOptions options;
    options.verify_each = unit_.options.verify_each;
    options.after = [this](const std::string& pass, const ir::Module& module, double seconds) {
      if (unit_.options.time_passes) llvm::errs() << fmt::format("{:9.6f} s  {}\n", seconds, pass);
      if (unit_.options.print_after_all) llvm::errs() << "// after " << pass << '\n' << ir::print(module) << '\n';
    };
    ir::Diagnostics problems;
    set_crash_section("pipeline", passes);
    std::optional<ir::Module> optimised = ir::run_passes(module_, passes, options, problems);
    if (!optimised) set_crash_section("problems", problems.text());
    GRADC_CHECK(optimised.has_value());
    module_ = std::move(*optimised);
    set_crash_section("module", ir::print(module_));
  }

  void keep(Emit emit, std::string text) {
    for (Emit wanted : unit_.options.emits)
      if (wanted == emit) texts_.emplace_back(emit, std::move(text));
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
    for (const Job& job : jobs_)
      for (const codegen::Derivative& derivative : job.derivatives)
        for (ir::FunctionId function : written_for(derivative)) all += text(module_, module_[function]);
    return all;
  }

  std::vector<OutputText> emit() {
    codegen::Program program{&module_, unit_.source.stem(), unit_.source.stem(), {}};
    for (Job& job : jobs_) {
      program.requests.push_back({job.lowered.primal, job.derivatives});
      program.foreign.insert(program.foreign.end(), job.lowered.foreign.begin(), job.lowered.foreign.end());
    }
    if (!jobs_.empty()) program.source = jobs_[0].lowered.primal.source;
    std::vector<OutputText> out;
    for (Emit emit : unit_.options.emits) {
      if (emit == Emit::cpp) {
        codegen::GeneratedFiles files = codegen::emit_cpp(program);
        // The front end makes nothing that can't be written.
        if (!files.refusal.empty()) set_crash_section("refusal", files.refusal);
        GRADC_CHECK(files.refusal.empty());
        out.push_back({unit_.source.stem() + std::string(kHeaderSuffix), std::move(files.header)});
        out.push_back({output_name(unit_.source, emit), std::move(files.source)});
        if (unit_.options.verify) out.push_back({unit_.source.stem() + std::string(kTestSuffix), tests_of(program)});
      } else if (emit == Emit::plan) {
        out.push_back({output_name(unit_.source, emit), of_each_function(codegen::print_plan)});
      } else if (emit == Emit::dot) {
        out.push_back({output_name(unit_.source, emit), of_each_function(codegen::print_dot)});
      } else {
        for (auto& [kept, text] : texts_)
          if (kept == emit) out.push_back({output_name(unit_.source, emit), text});
      }
    }
    return out;
  }

  // Tests are written from the functions as they were read, made into what code generation knows.
  std::string tests_of(const codegen::Program& program) {
    std::swap(module_, read_);
    run(kRead);
    std::swap(module_, read_);
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
  ir::Module module_, read_;
  std::vector<Job> jobs_;
  bool called_ = false;  // the derivative is of a request that functions of the source call
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
    const std::string_view suffix = kKindNames[static_cast<std::size_t>(kind.kind)];
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
    const Job* job = stages.derive_only(only);
    if (!job) unit_.source.rewind(mark);
    open_.erase(inner_name);
    if (!job) return std::nullopt;
    for (const codegen::Derivative& derivative : job->derivatives) {
      const codegen::Interface interface =
          codegen::interface_of(&stages.module(), {job->lowered.primal, {}}, derivative);
      for (const codegen::Signature& signature : interface.functions) {
        if (signature.name != name || signature.function != derivative.function || !takes_as_many(signature)) continue;
        ir::Function function = ir::with_callees(stages.module(), derivative.function, module);
        module.locations = stages.module().locations;
        function.name = inner_name;
        NestedDerivative made{{static_cast<std::int32_t>(module.functions.size())},
                              signature,
                              job->lowered.places,
                              job->lowered.foreign};
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

// Whether each part of a value, with so many axes more, is a number or a tensor.
bool are_tensors(const codegen::CppValue& value, int more) {
  const std::vector<codegen::NamedLeaf> leaves = codegen::named_leaves(value, "");
  return std::all_of(leaves.begin(), leaves.end(), [&](const codegen::NamedLeaf& leaf) { return leaf.value->leaf.rank() + more <= ir::kMostAxes; });
}

// The declarations of what will be generated, from signatures alone.
std::string declarations(const Unit& unit) {
  codegen::Program program{nullptr, unit.source.stem(), unit.source.stem(), {}};
  for (const Request& request : unit.requests) {
    const std::optional<Signature> signature = read_signature(unit.source, request);
    if (!signature) continue;
    program.source = signature->primal.source;
    codegen::Request& out = program.requests.emplace_back(codegen::Request{signature->primal, {}});
    for (const KindRequest& kind : request.items.kinds) {
      codegen::Derivative derivative;
      if (kind.kind == Kind::gradient) derivative.kind = codegen::DerivativeKind::gradient;
      else if (kind.kind == Kind::vjp) derivative.kind = codegen::DerivativeKind::vjp;
      else if (kind.kind == Kind::jvp) derivative.kind = codegen::DerivativeKind::jvp;
      else if (kind.kind == Kind::hvp) derivative.kind = codegen::DerivativeKind::hvp;
      else if (kind.kind == Kind::hessian) derivative.kind = codegen::DerivativeKind::hessian;
      else derivative.kind = codegen::DerivativeKind::jacobian;
      derivative.base = request.base_name;
      derivative.wrt = signature->wrt;
      codegen::Derivative listed = derivative;
      if (auto with = with_lists(signature->primal, signature->wrt)) {
        listed.listed = std::move(with->primal);
        listed.wrt = std::move(with->wrt);
      }
      const codegen::Primal& primal = listed.listed ? *listed.listed : signature->primal;
      if (kind.kind == Kind::hessian || kind.kind == Kind::jacobian) {
        listed.blocks = blocks_of(derivative.kind, primal, listed.wrt);
        const bool fits = std::all_of(listed.blocks.begin(), listed.blocks.end(),
                                      [](const codegen::Derivative::Block& block) { return are_tensors(block.value, 0); });
        if (fits) out.derivatives.push_back(std::move(listed));
        continue;
      }
      codegen::Derivative& one = out.derivatives.emplace_back(derivative);
      const bool has_rows = kind.kind == Kind::gradient || kind.kind == Kind::vjp;
      for (codegen::WrtItem& item : one.wrt)
        if (item.sparse && has_rows) item.value = codegen::indexed_slices(item.value);
      const bool forward = derivative.kind == codegen::DerivativeKind::jvp;
      if (!forward && derivative.kind != codegen::DerivativeKind::vjp) continue;
      const bool fits = are_tensors(primal.result, 1) && std::all_of(listed.wrt.begin(), listed.wrt.end(), [](const codegen::WrtItem& item) {
                          return are_tensors(item.value, 1);
                        });
      if (!fits) continue;
      listed.kind = forward ? codegen::DerivativeKind::jvp_batch : codegen::DerivativeKind::vjp_batch;
      out.derivatives.push_back(std::move(listed));
    }
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
          declarations};
}

}  // namespace tool
