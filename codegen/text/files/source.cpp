#include "codegen/text/files/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "codegen/analysis/symbols.h"
#include "codegen/interface/device.h"
#include "codegen/interface/inner.h"
#include "codegen/plan/planner.h"
#include "codegen/text/declaration.h"
#include "codegen/text/emitter.h"
#include "codegen/text/files/body.h"
#include "codegen/text/files/foreign.h"
#include "codegen/text/files/header.h"
#include "codegen/text/frame.h"
#include "ir/check.h"

namespace codegen {
namespace {

const Foreign* find_foreign(const Program& program, ir::FunctionId id) {
  const ir::Function& function = (*program.module)[id];
  const auto found = std::find_if(program.foreign.begin(), program.foreign.end(),
                                  [&](const Foreign& foreign) { return foreign.function == function.name; });
  GRADC_CHECK(function.foreign == (found != program.foreign.end()));
  return function.foreign ? &*found : nullptr;
}

// The functions that stay functions, each after those that it calls; one that calls around to itself is declared first.
class InternalFunctions {
 public:
  InternalFunctions(const Program& program, std::shared_ptr<const Callees> callees, const Backend& backend, const Marks* marks,
                    KernelFunctions* kernels)
      : program_(program), callees_(std::move(callees)), backend_(backend), marks_(marks), kernels_(kernels) {
    for (const auto& [id, name] : *callees_) named_.emplace(name, id);
  }

  void write_mentioned(const std::string& text) {
    std::set<ir::FunctionId> mentioned;
    for (const std::string& word : words(text))
      if (const auto found = named_.find(word); found != named_.end()) mentioned.insert(found->second);
    for (ir::FunctionId id : mentioned) write(id, callees_->at(id));
  }

  std::string text() const {
    Emitter out;
    out("$declarations$", {{"declarations", declarations_.text()}});
    out.blank_line();
    out("$definitions$", {{"definitions", definitions_.text()}});
    return out.text();
  }

 private:
  void write(ir::FunctionId id, const std::string& name) {
    const ir::Module& module = *program_.module;
    const std::string head = "static void " + name;
    if (const auto [begun, added] = done_.try_emplace(id, false); !added) {
      if (!begun->second && declared_.insert(id).second)
        declarations_("$declaration$", {{"declaration", parameter_list(head + "(", inner_signature(module, id, callees_).parameters, ");")}});
      return;
    }
    Signature s = inner_signature(module, id, callees_);
    s.marks = marks_;
    const Foreign* foreign = find_foreign(program_, id);
    const std::string body = foreign ? foreign_body(module, *foreign, s) : function_body(module, s, backend_, kernels_);
    write_mentioned(body);
    done_[id] = true;
    definitions_.blank_line();
    definitions_(R"(
        // $comment$
        $head$
          $body$
        }
        )",
                 {{"comment", s.comment}, {"head", definition(head, s.parameters, body)}, {"body", body}});
  }

  const Program& program_;
  std::shared_ptr<const Callees> callees_;
  std::map<std::string_view, ir::FunctionId> named_;
  const Backend& backend_;
  const Marks* marks_;
  KernelFunctions* kernels_;
  std::map<ir::FunctionId, bool> done_;  // false while what it calls is written
  std::set<ir::FunctionId> declared_;
  Emitter declarations_, definitions_;
};

}  // namespace

std::string internal_functions(const Program& program, std::shared_ptr<const Callees> callees, const std::string& text,
                               const Backend& backend, const Marks* marks, KernelFunctions* kernels) {
  InternalFunctions functions(program, std::move(callees), backend, marks, kernels);
  functions.write_mentioned(text);
  return functions.text();
}

namespace {

struct Bodies {
  std::string filling, measuring;
};

// Writes a function for each way to meet a budget, and gives those that choose one: by formulas for what each takes.
Bodies write_ways(Emitter& out, const ir::Module& module, const Signature& s, const Backend& backend, KernelFunctions& kernels) {
  const std::vector<Formal> all = filling_parameters(s, backend.runtime());
  const std::string budget = fmt::to_string(s.budget.bytes);
  Emitter ways, filling, measuring;
  std::vector<std::string> sizes;
  for (const Derivative::Budget::Way& way : s.budget.ways) {
    Signature one = s;
    one.name = fmt::format("{}_{}", s.name, way.name);
    one.function = way.function;
    const std::string body = function_body(module, one, backend, &kernels);
    const std::string bytes = workspace_body(module, one, backend);
    ways.blank_line();
    ways(R"(
        $filling$
          $body$
        }

        $measuring$
          $bytes$
        }
        )",
        {{"filling", definition("void " + one.name, all, body)}, {"body", body},
         {"measuring", definition(fmt::format("std::int64_t {}_bytes", one.name), s.parameters, bytes)}, {"bytes", bytes}});
    const std::string taken = fmt::format("{}_bytes({})", one.name, argument_list(s.parameters));
    for (const auto& [to, given] : {std::pair{&filling, fmt::format("{}({})", one.name, argument_list(all))}, {&measuring, taken}})
      (*to)("if ($taken$ <= $budget$)\n  return $given$;", {{"taken", taken}, {"budget", budget}, {"given", given}});
    sizes.push_back(taken);
  }
  filling("$none$", {{"none", wrapped(fmt::format("gradc::fail_budget(\"{}\", {{", s.name), sizes, ",", fmt::format("}}, {});", budget))}});
  measuring("$least$", {{"least", wrapped("return std::min({", sizes, ",", "});")}});
  out.blank_line();
  out("namespace {\n\n$ways$\n\n}  // namespace", {{"ways", ways.text()}});
  return {filling.text(), measuring.text()};
}

// The same where it is known only as they run: each is tried.
Bodies write_trials(Emitter& out, const ir::Module& module, const Signature& s, const Backend& backend, KernelFunctions& kernels) {
  const std::vector<Formal> all = filling_parameters(s, backend.runtime());
  Emitter ways;
  std::vector<std::string> calls{fmt::format("\"{}\"", s.name), fmt::to_string(s.budget.bytes), s.workspace};
  for (const Derivative::Budget::Way& way : s.budget.ways) {
    Signature one = s;
    one.name = fmt::format("{}_{}", s.name, way.name);
    one.function = way.function;
    const std::string body = function_body(module, one, backend, &kernels);
    ways.blank_line();
    ways("$filling$\n  $body$\n}", {{"filling", definition("void " + one.name, all, body)}, {"body", body}});
    calls.push_back(fmt::format("[&] {{ {}({}); }}", one.name, argument_list(all)));
  }
  out.blank_line();
  out("namespace {\n\n$ways$\n\n}  // namespace", {{"ways", ways.text()}});
  return {wrapped("gradc::within_budget(", calls, ",", ");"), fmt::format("return {};", s.budget.bytes)};
}

// What takes memory as it runs is run to see how much that is: the same arguments take the same.
std::string measured(const Signature& s, const Backend& backend) {
  Emitter out;
  out(R"(
      // What it takes turns out only as it runs.
      $result$ $out$;
      gradc::Workspace $workspace$;
      $name$($arguments$);
      return $workspace$.high_water();
      )",
      {{"result", s.result},
       {"out", s.out},
       {"workspace", s.workspace},
       {"name", s.name},
       {"arguments", argument_list(filling_parameters(s, backend.runtime()))}});
  return out.text();
}

Bodies bodies(Emitter& out, const ir::Module& module, const Signature& s, const Backend& backend, KernelFunctions& kernels) {
  if (s.budget.ways.empty()) {
    const std::string body = function_body(module, s, backend, &kernels);
    return {body, takes_as_it_runs(body) ? measured(s, backend) : workspace_body(module, s, backend)};
  }
  return s.budget.formulas ? write_ways(out, module, s, backend, kernels) : write_trials(out, module, s, backend, kernels);
}

void write_function(Emitter& out, const ir::Module& module, const Signature& s, const Backend& backend, KernelFunctions& kernels) {
  const auto [body, bytes] = bodies(out, module, s, backend, kernels);
  out.blank_line();
  out(R"(
      // $comment$
      $filling$
        $body$
      }
      )",
      {{"comment", s.comment}, {"filling", definition("void " + s.name, filling_parameters(s, backend.runtime()), body)}, {"body", body}});
  out.blank_line();
  out("$returning$", {{"returning", backend.returning_form(s)}});
  out.blank_line();
  out(R"(
      $measuring$
        $bytes$
      }
      )",
      {{"measuring", definition("std::int64_t " + s.measures, s.parameters, bytes)}, {"bytes", bytes}});
}

std::string functions_text(const Program& program, const std::vector<std::vector<Interface>>& interfaces, const Backend& backend,
                           KernelFunctions& kernels) {
  Emitter out;
  for (std::size_t i = 0; i < program.requests.size(); ++i) {
    const std::string& name_space = program.requests[i].primal.name_space;
    if (interfaces[i].empty()) continue;
    out.blank_line();
    if (!name_space.empty()) out("$open$\n\n", {{"open", opened(name_space)}});
    for (const Interface& interface : interfaces[i])
      for (const Signature& s : interface.functions) write_function(out, *program.module, s, backend, kernels);
    if (name_space.empty()) continue;
    out.blank_line();
    out("$close$", {{"close", closed(name_space)}});
  }
  return out.text();
}

}  // namespace

std::string includes_of(const std::string& text) {
  Emitter out;
  if (text.find("std::min({") != std::string::npos) out("#include <algorithm>");
  if (text.find("<>()(") != std::string::npos) out("#include <functional>");
  if (text.find("std::numeric_limits") != std::string::npos) out("#include <limits>");
  for (std::string_view math :
       {"std::abs", "std::exp", "std::log", "std::sqrt", "std::sin", "std::cos", "std::tanh", "std::pow"})
    if (text.find(math) != std::string::npos) {
      Emitter with_math;
      with_math("#include <cmath>");
      with_math("$rest$", {{"rest", out.text()}});
      out = with_math;
      break;
    }
  if (text.find("throw std::bad_a") != std::string::npos) out("#include <new>");
  if (text.find("throw std::bad_optional_access") != std::string::npos) out("#include <optional>");
  if (text.find("throw std::") != std::string::npos) out("#include <stdexcept>");
  if (text.find("std::to_string(") != std::string::npos) out("#include <string>");
  if (text.find("std::swap") != std::string::npos || text.find("std::exchange") != std::string::npos) out("#include <utility>");
  if (!out.empty()) out.blank_line();
  if (text.find("gradc::Arena") != std::string::npos) out("#include <gradc/detail/arena.h>");
  if (text.find("gradc::within_budget") != std::string::npos) out("#include <gradc/detail/budget.h>");
  if (text.find("gradc::check_ind") != std::string::npos) out("#include <gradc/detail/checks.h>");
  if (text.find("gradc::message(") != std::string::npos) out("#include <gradc/detail/message.h>");
  if (text.find("gradc::ClaimedTrips") != std::string::npos) out("#include <gradc/detail/claims.h>");
  if (text.find("std::complex<") != std::string::npos) out("#include <gradc/detail/complex_math.h>");
  if (text.find("gradc::vector_math::") != std::string::npos) out("#include <gradc/vector_math.h>");
  if (text.find("gradc::kernels::") != std::string::npos) out("#include <gradc/kernels.h>");
  if (text.find("gradc::cuda::kernels::") != std::string::npos) out("#include <gradc/cuda/kernels.h>");
  if (text.find("gradc::parallel") != std::string::npos || text.find("gradc::Parallel") != std::string::npos ||
      text.find("gradc::Trips") != std::string::npos)
    out("#include <gradc/detail/parallel.h>");
  if (text.find("gradc::part(") != std::string::npos) out("#include <gradc/detail/part.h>");
  if (text.find("gradc::Room") != std::string::npos) out("#include <gradc/detail/room.h>");
  if (text.find("gradc::RowBlocks") != std::string::npos) out("#include <gradc/detail/rows.h>");
  if (text.find("gradc::scalar::") != std::string::npos) out("#include <gradc/detail/scalar.h>");
  if (text.find("gradc::Kept") != std::string::npos) out("#include <gradc/detail/any.h>");
  if (text.find("gradc::Sequence") != std::string::npos) out("#include <gradc/detail/sequence.h>");
  if (text.find("gradc::special::") != std::string::npos) out("#include <gradc/special.h>");
  if (text.find("gradc::gather") != std::string::npos || text.find("gradc::scatter") != std::string::npos ||
      text.find("gradc::put") != std::string::npos)
    out("#include <gradc/detail/vectors.h>");
  return out.text();
}

// Those of the private members of arguments and results that a text names.
std::string revealed_members(const Program& program, const std::string& text) {
  std::vector<const CppValue*> values;
  for (const Request& request : program.requests) {
    for (const Parameter& parameter : request.primal.parameters) values.push_back(&parameter.value);
    values.push_back(&request.primal.result);
  }
  return revealed_members(values, text);
}

namespace {

// Why a function can't be written, or null.
std::optional<std::string> refusal_of(const ir::Module& module, const Signature& s) {
  if (!s.function.valid()) return fmt::format("{} has no function", s.name);
  const ir::Function& function = module[s.function];
  if (auto why = refusal(function)) return fmt::format("{}: {}", s.name, *why);
  if (function.arguments().size() != s.arguments.size() || function.results().size() != s.results.size())
    return fmt::format("{}: {} arguments and {} results meet {} and {} of the IR", s.name, s.arguments.size(),
                       s.results.size(), function.arguments().size(), function.results().size());
  if (auto symbol = unbound_symbol(function))
    return fmt::format("{}: the extent {} belongs to no argument", s.name, *symbol);
  return std::nullopt;
}

std::string source_file(const Program& program, const std::vector<std::vector<Interface>>& interfaces,
                        const std::shared_ptr<const Callees>& callees, const Backend& backend) {
  KernelFunctions kernels;
  for (const auto& request : interfaces)
    for (const Interface& interface : request)
      for (const Signature& s : interface.functions) kernels.names.reserve(s.name);
  for (const auto& [id, name] : *callees) kernels.names.reserve(name);
  const std::string functions = functions_text(program, interfaces, backend, kernels);
  const std::string internal = internal_functions(program, callees, functions, backend, nullptr, &kernels);
  const std::string kernel_functions = kernels.text();
  const std::string all = kernel_functions + internal + functions, included = includes_of(all), revealed = revealed_members(program, all);
  const std::string foreign = foreign_includes(program), declared = foreign_declarations(program);
  Emitter out;
  out(R"(
      // Generated by gradc 0.1 from $source$. Do not edit.
      $first$

      #include "$stem$.grad.h"
      )",
      {{"source", program.source}, {"first", backend.first_includes(kernels.has_any)}, {"stem", program.stem}});
  for (const std::string& part : {foreign, included, declared, revealed, kernel_functions}) {
    if (part.empty()) continue;
    out.blank_line();
    out("$part$", {{"part", part}});
  }
  out.blank_line();
  if (!internal.empty()) out("$internal$\n\n", {{"internal", internal}});
  out("$functions$", {{"functions", functions}});
  return folded(with_arrows(out.text()));
}

}  // namespace

std::optional<ir::Extent> workspace_of(const ir::Module& module, const Primal& primal, const Derivative& derivative,
                                       const Backend& backend) {
  Signature s = interface_of(&module, {primal, {}}, derivative).functions[0];
  GRADC_CHECK(!refusal_of(module, s));
  s.callees = callees_of(module, {s.function});
  return workspace_bytes(module, s, backend);
}

GeneratedFiles emit(const Program& program, const Backend& backend) {
  auto interfaces = interfaces_of(program);
  std::vector<ir::FunctionId> functions;
  for (std::size_t i = 0; i < interfaces.size(); ++i) {
    const Request& request = program.requests[i];
    const bool on_host = backend.side() == Side::host;
    if (!(on_host ? request.on_cpu : request.on_cuda)) interfaces[i].clear();
    for (Interface& interface : interfaces[i]) {
      if (!on_host) interface = on_device(interface, !request.on_cpu);
      for (const Signature& s : interface.functions) {
        if (auto why = refusal_of(*program.module, s)) return {{}, {}, *why};
        functions.push_back(s.function);
        for (const Derivative::Budget::Way& way : s.budget.ways) functions.push_back(way.function);
      }
    }
  }
  const auto callees = callees_of(*program.module, functions);
  for (const auto& [id, name] : *callees)
    if (auto why = refusal((*program.module)[id]))
      return {{}, {}, fmt::format("{}: {}", (*program.module)[id].name, *why)};
  for (auto& request : interfaces)
    for (Interface& interface : request)
      for (Signature& s : interface.functions) s.callees = callees;
  return {emit_header(program), source_file(program, interfaces, callees, backend), {}};
}

}  // namespace codegen
