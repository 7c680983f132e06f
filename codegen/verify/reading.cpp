#include "codegen/verify/reading.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "codegen/interface/inner.h"
#include "codegen/interface/location.h"
#include "codegen/interface/names.h"
#include "ir/kind.h"

namespace codegen {
namespace {

// Those that are left of what the user wrote: a branch or loop that changes nothing is none.
std::set<std::pair<ir::LocId, bool>> branches_of(const ir::Module& module, ir::FunctionId start) {
  std::set<ir::FunctionId> seen;
  std::vector<ir::FunctionId> waiting{start};
  std::set<std::pair<ir::LocId, bool>> locs;
  while (!waiting.empty()) {
    const ir::FunctionId id = waiting.back();
    waiting.pop_back();
    if (!seen.insert(id).second) continue;
    for (const ir::Op& op : module[id].ops) {
      if (!op.blocks.empty()) locs.emplace(op.loc, op.kind != ir::Kind::If);
      if (op.callee.valid()) waiting.push_back(op.callee);
    }
  }
  return locs;
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

Reading reading_of(const Subject& subject) {
  const ir::Module& module = *subject.verification->module;
  Reading reading;
  const auto left = branches_of(module, subject.verified->function);
  reading.marks.name = subject.type + "_arms";
  for (const Branch& branch : subject.verified->branches) {
    auto& elements = branch.is_loop ? reading.marks.loops : reading.marks.arms;
    if (!left.contains({branch.loc, branch.is_loop}) || !elements.emplace(branch.loc, reading.arms.size()).second) continue;
    const std::string place = fmt::format("{}: {}", place_name(module, branch.loc), branch.text);
    const auto add = [&](const char* when) {
      reading.arms.push_back(fmt::format("{{\"{}\", \"{}\"}}", escaped(place), when));
    };
    add(branch.is_loop ? "entered" : "true");
    if (!branch.is_loop) add("false");
  }
  if (reading.empty()) return reading;
  Names names;
  Signature& s = reading.signature;
  s.name = subject.type + "_as_read";
  s.derived = "derivative";
  s.function = subject.verified->function;
  s.parameters = subject.formals();
  for (std::size_t i = 0; i < s.parameters.size(); ++i) {
    names.reserve(s.parameters[i].name);
    const Parameter& parameter = subject.primal().parameters[i];
    append_places(parameter.value, parameter.object(s.parameters[i].name), s.arguments);
  }
  s.out = names.fresh("out");
  s.workspace = names.fresh("workspace");
  append_places(subject.primal().result, s.out, s.results);
  s.parameters.push_back({subject.value_type() + "&", s.out});
  s.parameters.push_back({"gradc::Workspace&", s.workspace});
  s.callees = callees_of(module, {s.function});
  s.marks = &reading.marks;
  return reading;
}

}  // namespace codegen
