#include "codegen/report/collect.h"

#include "codegen/analysis/resolve.h"
#include "codegen/interface/inner.h"
#include "codegen/plan/planner.h"
#include "codegen/report/graph.h"
#include "codegen/report/kernels.h"
#include "codegen/report/memory.h"
#include "codegen/report/reasons.h"
#include "codegen/text/files/body.h"

namespace codegen {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

// What is kept, with the extents of the function that it was decided for.
void add_kept(Words& words, const std::vector<ir::KeptNote>& notes, std::vector<KeptRow>& rows) {
  for (const ir::KeptNote& note : notes) {
    const KeptReason reason = reason_of(note);
    const bool is_memory = note.type.is_tensor();
    const Formula bytes = is_memory ? words.formula(ir::product(note.type.extents) * ir::Extent(ir::bytes(note.type.element)))
                                    : Formula{{}, "known as it runs"};
    rows.push_back(
        {note.name, note.op, words.type(note.type), bytes, words.spot(note.loc), words.spot(note.inside), reason.how, reason.why});
  }
}

FunctionReport function_of(const Program& program, const Signature& signature, const std::vector<ir::KeptNote>& notes,
                           std::vector<KeptRow>& kept) {
  FunctionReport out;
  out.name = signature.name;
  out.comment = signature.comment;
  const ir::Module& module = *program.module;
  if (const auto why = refusal(module[signature.function])) {
    out.refused = *why;
    return out;
  }
  ir::Function function = resolved(module[signature.function]);
  Plan plan = plan_of(module, function, signature);
  const Planned planned(std::move(function), std::move(plan));
  Words words(module, planned, signature, program.source);
  out.graph = graph_of(words);
  out.kernels = kernels_of(words);
  out.memory = memory_of(words);
  add_kept(words, notes, kept);
  return out;
}

// What is generated for a derivative: under a budget each way of computing it, too.
std::vector<Signature> written_for(const Derivative& derivative, const Interface& interface) {
  std::vector<Signature> all;
  for (const Signature& signature : interface.functions) {
    if (!signature.function.valid()) continue;
    all.push_back(signature);
    if (signature.function != derivative.function) continue;
    for (const Derivative::Budget::Way& way : derivative.budget.ways) {
      if (way.function == derivative.function) continue;
      all.push_back(signature);
      all.back().name += "_" + way.name;
      all.back().function = way.function;
    }
  }
  return all;
}

DerivativeReport derivative_of(const Program& program, const Derivative& derivative, const Interface& interface) {
  DerivativeReport out;
  for (const Signature& signature : written_for(derivative, interface)) {
    const bool is_first = out.functions.empty();
    out.functions.push_back(function_of(program, signature, is_first ? derivative.kept : std::vector<ir::KeptNote>{}, out.kept));
  }
  for (const ir::LoopNote& note : derivative.loops) {
    const Reason reason = reason_of(note);
    out.loops.push_back({spot_in(*program.module, note.loc, program.source), note.derived, note.why == ir::LoopNote::Why::none,
                         reason.why, reason.advice, spot_in(*program.module, note.at, program.source)});
  }
  return out;
}

}  // namespace

Report report_of(const Program& program, std::string_view text) {
  Report report;
  report.source = program.source;
  report.lines = lines_of(text);
  const std::vector<std::vector<Interface>> interfaces = interfaces_of(program);
  std::vector<ir::FunctionId> functions;
  for (std::size_t i = 0; i < program.requests.size(); ++i) {
    const Request& request = program.requests[i];
    RequestReport& out = report.requests.emplace_back();
    const std::string& space = request.primal.name_space;
    out.function = space.empty() ? request.primal.name : space + "::" + request.primal.name;
    for (std::size_t d = 0; d < request.derivatives.size(); ++d) {
      out.derivatives.push_back(derivative_of(program, request.derivatives[d], interfaces[i][d]));
      for (const Signature& signature : written_for(request.derivatives[d], interfaces[i][d]))
        functions.push_back(signature.function);
    }
  }
  const auto callees = callees_of(*program.module, functions);
  std::vector<KeptRow> none;
  for (const auto& [function, name] : *callees)
    report.called.push_back(function_of(program, inner_signature(*program.module, function, callees), {}, none));
  return report;
}

}  // namespace codegen
