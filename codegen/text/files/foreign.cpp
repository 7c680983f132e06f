#include "codegen/text/files/foreign.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "codegen/interface/names.h"
#include "codegen/text/declaration.h"
#include "codegen/text/emitter.h"
#include "codegen/text/statements/sequence.h"

namespace codegen {
namespace {

using Form = CppValue::Form;

// Without what tells inline namespaces, which names can be left out of.
std::string qualified(const Primal& primal) {
  std::string name = primal.name_space;
  constexpr std::string_view kInline = "inline ";
  for (std::size_t at; (at = name.find(kInline)) != std::string::npos;) name.erase(at, kInline.size());
  return name.empty() ? "::" + primal.name : fmt::format("::{}::{}", name, primal.name);
}

// The number as that type, which may be an enumeration.
std::string number(const std::string& name, const std::string& from, const std::string& to) {
  return from == to ? name : fmt::format("static_cast<{}>({})", to, name);
}

}  // namespace

std::string foreign_includes(const Program& program) {
  Emitter out;
  std::set<std::string> seen;
  for (const Request& request : program.requests) seen.insert(request.primal.headers.begin(), request.primal.headers.end());
  for (const Foreign& foreign : program.foreign)
    for (const std::string& header : foreign.primal.headers)
      if (seen.insert(header).second) out("#include $header$", {{"header", header}});
  return out.text();
}

std::string foreign_declarations(const Program& program) {
  Emitter out;
  std::set<std::pair<std::string, std::string>> seen;  // namespace and declaration
  for (const Request& request : program.requests) seen.emplace(request.primal.name_space, request.primal.declaration);
  for (const Foreign& foreign : program.foreign) {
    const std::string &declaration = foreign.primal.declaration, &name_space = foreign.primal.name_space;
    if (declaration.empty() || !seen.emplace(name_space, declaration).second) continue;
    if (name_space.empty())
      out("$declaration$;", {{"declaration", declaration}});
    else
      out("$open$\n$declaration$;\n$close$",
          {{"open", opened(name_space)}, {"declaration", declaration}, {"close", closed(name_space)}});
  }
  return out.text();
}

std::string foreign_body(const ir::Module& module, const Foreign& foreign, const Signature& s) {
  Emitter out;
  Names names;
  for (const Formal& formal : s.parameters) names.reserve(formal.name);
  const std::string element = names.fresh("e");
  std::vector<std::string> given;
  std::size_t next = 0;
  for (const Parameter& parameter : foreign.primal.parameters) {
    const CppValue& value = parameter.value;
    if (value.form == Form::scalar || value.form == Form::view) {
      const std::string name = s.arguments.at(next).expression;
      given.push_back(value.form == Form::view ? name : number(name, s.arguments[next].type, value.type));
      ++next;
      continue;
    }
    const std::string name = names.fresh((parameter.name.empty() ? "argument" : parameter.name) + "_value");
    out("$type$ $name$;", {{"type", value.type}, {"name", name}});
    for (const Leaf& leaf : leaves(value, name)) {
      const Place& from = s.arguments.at(next++);
      if (!leaf.elements.empty())
        write_scattered(place_of(leaf), from.expression, element, out);
      else if (leaf.value->form == Form::scalar)
        out("$to$ = $from$;", {{"to", leaf.expression}, {"from", number(from.expression, from.type, leaf.value->type)}});
      else
        out("gradc::put($from$, $to$);", {{"from", from.expression}, {"to", leaf.expression}});
    }
    given.push_back(name);
  }
  const std::string result = names.fresh("result");
  const std::string arguments = foreign.is_variable ? "" : fmt::format("({})", fmt::join(given, ", "));
  out("const auto $result$ = $function$$arguments$;", {{"result", result}, {"function", qualified(foreign.primal)}, {"arguments", arguments}});
  next = 0;
  const std::string inner = names.fresh("inner");
  Emitter taken;
  for (const Leaf& leaf : leaves(foreign.primal.result, result)) {
    const ir::Function& function = module[s.function];
    const bool is_alone = function[function.results().at(next)].type.sequence_depth > leaf.type().sequence_depth;
    const Place& to = s.results.at(next++);
    const ir::Type type = leaf.type();
    if (type.is_scalar()) {
      taken("$to$ = $from$;", {{"to", to.expression}, {"from", number(leaf.expression, leaf.value->type, to.type)}});
    } else if (type.is_tensor() && !is_alone) {
      taken("gradc::kernels::copy($to$.size(), $from$.data(), $to$.data());", {{"from", leaf.expression}, {"to", to.expression}});
    } else if (type.is_tensor()) {
      taken("gradc::put_alone($arena$, $from$, $to$);", {{"arena", s.workspace}, {"from", leaf.expression}, {"to", to.expression}});
    } else {
      taken("$to$.assign($arena$, $values$);",
          {{"to", to.expression}, {"arena", s.workspace}, {"values", gathered(place_of(leaf), type, inner, element)}});
    }
  }
  if (taken.text().find(inner) != std::string::npos)
    out("gradc::Arena $inner$($arena$);", {{"inner", inner}, {"arena", s.workspace}});
  out("$taken$", {{"taken", taken.text()}});
  return out.text();
}

}  // namespace codegen
