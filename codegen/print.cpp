// The plan as text, and the function as a graph.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/emitter.h"
#include "codegen/plan.h"
#include "codegen/program.h"

namespace codegen {
namespace {

std::string value_text(const ir::Function& function, ir::ValueId id) {
  const std::string& name = function[id].name;
  return name.empty() ? fmt::format("%{}", id.index) : fmt::format("%{} {}", id.index, name);
}

std::string op_names(const ir::Function& function, const Step& step) {
  std::vector<std::string> names;
  for (ir::OpId id : step.ops)
    names.push_back(fmt::format("{} = {}", value_text(function, function[id].results[0]),
                                ir::definition(function[id].kind).info.name));
  return fmt::format("{}", fmt::join(names, "; "));
}

std::string form_name(const Step& step) {
  switch (step.form) {
    case Step::Form::kernel:
      return "kernel ";
    case Step::Form::loop:
      return "loop " + ir::text(step.shape) + " ";
    case Step::Form::scalars:
      break;
  }
  return "scalars ";
}

std::string home_of(const Buffer& buffer) {
  return buffer.result >= 0 ? fmt::format("result {}", buffer.result) : fmt::format("slot {}", buffer.slot);
}

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::string print_plan(const ir::Module&, const ir::Function& function) {
  if (auto why = refusal(function)) return fmt::format("no plan for {}: {}\n", function.name, *why);
  const Plan plan = make_plan(function);
  Emitter out;
  out("plan of $name$", {{"name", function.name}});
  out.indent();
  out("steps");
  out.indent();
  for (std::size_t i = 0; i < plan.steps.size(); ++i)
    out("$i$  $form$$ops$", {{"i", fmt::to_string(i)},
                             {"form", form_name(plan.steps[i])},
                             {"ops", op_names(function, plan.steps[i])}});
  out.dedent();
  out("buffers");
  out.indent();
  for (const Buffer& buffer : plan.buffers) {
    std::vector<std::string> values;
    for (ir::ValueId value : buffer.values) values.push_back(value_text(function, value));
    out("$values$  $bytes$ bytes, steps $first$ to $last$, $home$",
        {{"values", fmt::format("{}", fmt::join(values, ", in place "))},
         {"bytes", buffer.bytes.text()},
         {"first", fmt::to_string(buffer.first)},
         {"last", fmt::to_string(buffer.last)},
         {"home", home_of(buffer)}});
  }
  out.dedent();
  out("arena");
  out.indent();
  ir::Extent offset = 0;
  for (std::size_t i = 0; i < plan.slots.size(); ++i) {
    out("slot $i$  $bytes$ bytes at $offset$, padded",
        {{"i", fmt::to_string(i)}, {"bytes", plan.slots[i].bytes().text()}, {"offset", offset.text()}});
    offset = offset + plan.slots[i].bytes();
  }
  return out.text();
}

std::string print_dot(const ir::Module&, const ir::Function& function) {
  Emitter out;
  auto node = [](ir::ValueId id) { return fmt::format("v{}", id.index); };
  out("digraph \"$name$\" {", {{"name", escaped(function.name)}});
  out.indent();
  out("node [shape=box];");
  for (ir::ValueId id : function.arguments())
    out("$node$ [label=\"$label$\", shape=ellipse];",
        {{"node", node(id)},
         {"label", escaped(fmt::format("{} {}", value_text(function, id), function[id].type.text()))}});
  for (ir::OpId op_id : function[function.body].ops) {
    const ir::Op& op = function[op_id];
    for (ir::ValueId result : op.results) {
      out("$node$ [label=\"$label$\"$style$];",
          {{"node", node(result)},
           {"label", escaped(fmt::format("{} {} {}", value_text(function, result),
                                         ir::definition(op.kind).info.name, function[result].type.text()))},
           {"style", op.derived ? ", style=dashed" : ""}});
      for (ir::ValueId operand : op.operands)
        out("$from$ -> $to$;", {{"from", node(operand)}, {"to", node(result)}});
    }
  }
  for (std::size_t i = 0; i < function.results().size(); ++i) {
    const std::string name = fmt::format("result{}", i);
    out("$name$ [shape=ellipse];", {{"name", name}});
    out("$from$ -> $name$;", {{"from", node(function.results()[i])}, {"name", name}});
  }
  out.dedent();
  out("}");
  return out.text();
}

}  // namespace codegen
