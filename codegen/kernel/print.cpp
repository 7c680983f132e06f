#include "codegen/kernel/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

#include "codegen/analysis/resolve.h"
#include "codegen/kernel/make.h"
#include "codegen/plan/planner.h"

namespace codegen {
namespace {

std::string value_text(const ir::Function& function, ir::ValueId id) {
  const std::string& name = function[id].name;
  return name.empty() ? fmt::format("%{}", id.index) : fmt::format("%{} {}", id.index, name);
}

std::string axis_name(int axis) { return std::string(1, static_cast<char>('i' + axis)); }

std::string factor(const ir::Extent& extent) {
  const std::string text = extent.text();
  return text.find(' ') == std::string::npos ? text : fmt::format("({})", text);
}

std::string elements_text(const ir::Function& function, const Elements& elements) {
  std::vector<std::string> terms;
  for (const IndexTerm& term : elements.index) {
    const bool begins = term.begin != ir::Extent(0);
    std::string index = term.axis < 0 ? factor(term.begin) : axis_name(term.axis);
    if (term.axis >= 0 && begins) index = fmt::format("({} + {})", index, factor(term.begin));
    terms.push_back(index + (term.stride == ir::Extent(1) ? "" : " * " + factor(term.stride)));
  }
  if (terms.empty()) terms.emplace_back("0");
  return fmt::format("{}[{}]", value_text(function, elements.tensor), fmt::join(terms, " + "));
}

std::string operand_text(const Operand& operand) {
  const char letter = operand.of == Operand::Of::load ? 'x' : operand.of == Operand::Of::number ? 'c' : 't';
  return fmt::format("{}{}", letter, operand.index);
}

std::string node_text(const Node& node) {
  std::vector<std::string> operands;
  for (const Operand& operand : node.operands) operands.push_back(operand_text(operand));
  if (node.op.order) operands.push_back(fmt::to_string(*node.op.order));
  return fmt::format("{} {}({}){}", ir::name(node.op.result), node.is_part ? "part" : ir::definition(node.op.kind).info.name, fmt::join(operands, ", "),
                     node.name.empty() ? "" : "  " + node.name);
}

void print_block(std::string& out, const Planned& planned, ir::BlockId block) {
  for (const Step& step : planned.plan[block].steps) {
    if (step.form == Step::Form::loop) {
      out += fmt::format("  kernel of step {}\n", step.first);
      std::istringstream lines(print_kernel(planned.function, make_kernel(planned, step)));
      for (std::string line; std::getline(lines, line);) out += fmt::format("    {}\n", line);
    }
    for (ir::BlockId inner : planned.function[step.ops[0]].blocks) print_block(out, planned, inner);
  }
}

}  // namespace

std::string print_kernel(const ir::Function& function, const Kernel& kernel) {
  std::string out = "over";
  for (std::size_t a = 0; a < kernel.axes.size(); ++a)
    out += fmt::format("{} {} < {}", a == 0 ? "" : ",", axis_name(static_cast<int>(a)), kernel.axes[a].extent.text());
  out += kernel.axes.empty() ? " one element\n" : "\n";
  for (std::size_t l = 0; l < kernel.loads.size(); ++l) {
    const Load& load = kernel.loads[l];
    out += fmt::format("x{} = {} {}{}\n", l, ir::name(load.from.element), elements_text(function, load.from),
                       load.kept ? ", kept" : "");
  }
  for (std::size_t c = 0; c < kernel.numbers.size(); ++c)
    out += fmt::format("c{} = {} {}\n", c, ir::name(kernel.numbers[c].element), value_text(function, kernel.numbers[c].value));
  for (std::size_t n = 0; n < kernel.nodes.size(); ++n) {
    out += fmt::format("t{} = {}\n", n, node_text(kernel.nodes[n]));
    if (const Store* store = kernel.store_of(n)) out += fmt::format("{} = t{}\n", elements_text(function, store->to), n);
  }
  for (const PartStore& part : kernel.parts) out += fmt::format("{} {} t{}\n", elements_text(function, part.to), part.is_first ? "=" : "+=", part.node);
  for (const Sum& sum : kernel.sums)
    out += fmt::format("{} = {} of t{}\n", value_text(function, sum.value), sum.is_mean ? "mean" : "sum", sum.node);
  return out;
}

std::string print_kernels(const ir::Module& module, const ir::Function& given) {
  if (const auto why = refusal(given)) return fmt::format("no kernels for {}: {}\n", given.name, *why);
  ir::Function function = resolved(given);
  Plan plan = make_plan(function, Side::host, taken_over(module, function), restored(module, function));
  const Planned planned(std::move(function), std::move(plan));
  std::string out = fmt::format("kernels of {}\n", given.name);
  print_block(out, planned, planned.function.body);
  return out;
}

}  // namespace codegen
