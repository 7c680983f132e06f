#include "codegen/text/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codegen/analysis/resolve.h"
#include "codegen/plan/planner.h"
#include "codegen/text/emitter.h"

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
      return "scalars ";
    case Step::Form::control:
      break;
  }
  return "";
}

// What a block is called in the text form: "then", "body".
std::string block_name(const ir::Op& op, std::size_t block) {
  std::string_view names = ir::definition(op.kind).info.blocks;
  for (; block > 0; --block) names.remove_prefix(names.find(' ') + 1);
  return std::string(names.substr(0, names.find(' ')));
}

std::string buffer_text(const ir::Function& function, const Plan& plan, int index) {
  const Buffer& buffer = plan.buffers[static_cast<std::size_t>(index)];
  return buffer.values.empty() ? fmt::format("buffer {}", index) : value_text(function, buffer.values[0]);
}

void print_steps(Emitter& out, const ir::Function& function, const Plan& plan, ir::BlockId block) {
  const std::vector<Step>& steps = plan[block].steps;
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const Step& step = steps[s];
    const RowSteps* const rows = plan[block].rows_with(s);
    if (rows && rows->first == s) {
      out("by rows, $rows$ of them, $most$ at once", {{"rows", rows->rows.text()}, {"most", rows->most.text()}});
      out.indent();
    }
    out("$number$  $form$$ops$", {{"number", fmt::to_string(step.first)},
                                  {"form", form_name(step)},
                                  {"ops", op_names(function, step)}});
    const ir::Op& op = function[step.ops[0]];
    for (std::size_t b = 0; b < op.blocks.size(); ++b) {
      out.indent();
      out("$name$", {{"name", block_name(op, b)}});
      out.indent();
      print_steps(out, function, plan, op.blocks[b]);
      for (const Move& move : plan[op.blocks[b]].moves)
        out("$number$  copy $from$ to $to$",
            {{"number", fmt::to_string(plan[op.blocks[b]].last)},
             {"from", move.from.valid() ? value_text(function, move.from) : buffer_text(function, plan, move.aside)},
             {"to", buffer_text(function, plan, move.to < 0 ? move.aside : move.to)}});
      out.dedent();
      out.dedent();
    }
    if (rows && rows->end == s + 1) out.dedent();
  }
}

std::string home_of(const ir::Function& function, const Buffer& buffer) {
  if (buffer.stack.valid()) return "a part of " + value_text(function, buffer.stack);
  if (buffer.is_sequence) return "a sequence";
  if (buffer.is_room) return "memory of its own";
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

std::string print_plan(const ir::Module& module, const ir::Function& given) {
  if (auto why = refusal(given)) return fmt::format("no plan for {}: {}\n", given.name, *why);
  const ir::Function function = resolved(given);
  const Plan plan = make_plan(function, Side::host, taken_over(module, function), restored(module, function));
  Emitter out;
  out("plan of $name$", {{"name", function.name}});
  out.indent();
  out("steps");
  out.indent();
  print_steps(out, function, plan, function.body);
  out.dedent();
  out("buffers");
  out.indent();
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
    const Buffer& buffer = plan.buffers[i];
    std::vector<std::string> values;
    if (buffer.values.empty()) values.push_back(buffer_text(function, plan, static_cast<int>(i)));
    for (ir::ValueId value : buffer.values) values.push_back(value_text(function, value));
    out("$values$  $bytes$ bytes, steps $first$ to $last$, $home$",
        {{"values", fmt::format("{}", fmt::join(values, ", in place "))},
         {"bytes", buffer.bytes.text()},
         {"first", fmt::to_string(buffer.first)},
         {"last", fmt::to_string(buffer.last)},
         {"home", home_of(function, buffer)}});
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

namespace {

std::string node(ir::ValueId id) { return fmt::format("v{}", id.index); }

void print_ops(Emitter& out, const ir::Function& function, ir::BlockId block) {
  for (ir::OpId op_id : function[block].ops) {
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
    for (std::size_t b = 0; b < op.blocks.size(); ++b) {
      const ir::Block& inner = function[op.blocks[b]];
      out("subgraph cluster_$index$ {", {{"index", fmt::to_string(op.blocks[b].index)}});
      out.indent();
      out("label=\"$label$\";", {{"label", block_name(op, b)}});
      for (ir::ValueId parameter : inner.parameters)
        out("$node$ [label=\"$label$\", shape=ellipse];",
            {{"node", node(parameter)},
             {"label", escaped(fmt::format("{} {}", value_text(function, parameter), function[parameter].type.text()))}});
      print_ops(out, function, op.blocks[b]);
      out.dedent();
      out("}");
      for (std::size_t k = 0; k < inner.results.size() && !op.results.empty(); ++k)
        out("$from$ -> $to$ [style=dotted];",
            {{"from", node(inner.results[k])}, {"to", node(op.results[std::min(k, op.results.size() - 1)])}});
    }
  }
}

}  // namespace

std::string print_dot(const ir::Module&, const ir::Function& function) {
  Emitter out;
  out("digraph \"$name$\" {", {{"name", escaped(function.name)}});
  out.indent();
  out("node [shape=box];");
  for (ir::ValueId id : function.arguments())
    out("$node$ [label=\"$label$\", shape=ellipse];",
        {{"node", node(id)},
         {"label", escaped(fmt::format("{} {}", value_text(function, id), function[id].type.text()))}});
  print_ops(out, function, function.body);
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
