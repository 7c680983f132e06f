#include "codegen/report/kernels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "codegen/kernel/make.h"
#include "ir/kind.h"

namespace codegen {
namespace {

ir::Extent bytes_of(ir::ElementType element) { return ir::bytes(element); }

// Those of the axes that the index runs with.
ir::Extent bytes_touched(const Kernel& kernel, const Elements& elements) {
  std::set<int> axes;
  for (const IndexTerm& term : elements.index)
    if (term.axis >= 0) axes.insert(term.axis);
  ir::Extent count = 1;
  for (int axis : axes) count = count * kernel.axes[static_cast<std::size_t>(axis)].extent;
  return count * bytes_of(elements.element);
}

// Of one element; nothing where its numbers are complex.
std::optional<int> work_of(const ScalarOp& op) {
  if (ir::is_complex(op.working) || ir::is_complex(op.result)) return std::nullopt;
  if (!ir::is_float(op.working) && !ir::is_float(op.result)) return 0;
  return ir::flops(scalar_expression(op));
}

struct Traffic {
  ir::Extent loaded = 0, stored = 0;
  std::optional<ir::Extent> flops = ir::Extent(0);

  void compute(std::optional<ir::Extent> more) { flops = flops && more ? std::optional(*flops + *more) : std::nullopt; }
  void compute(std::optional<int> each, const ir::Extent& count) {
    compute(each ? std::optional(ir::Extent(*each) * count) : std::nullopt);
  }
};

Traffic traffic_of(const Kernel& kernel) {
  Traffic out;
  for (const Load& load : kernel.loads) out.loaded = out.loaded + bytes_touched(kernel, load.from);
  for (const Store& store : kernel.stores) out.stored = out.stored + bytes_touched(kernel, store.to);
  for (const Node& node : kernel.nodes) out.compute(work_of(node.op), kernel.size());
  for (const PartStore& part : kernel.parts) {
    const ir::Extent bytes = bytes_touched(kernel, part.to);
    out.stored = out.stored + bytes;
    if (part.is_first) continue;
    out.loaded = out.loaded + bytes;
    out.compute(1, kernel.size());
  }
  for (std::size_t sum = 0; sum < kernel.sums.size(); ++sum) out.compute(1, kernel.size());
  return out;
}

std::string form_text(const Step& step, const ir::Op& op) {
  switch (step.form) {
    case Step::Form::kernel:
      return ir::definition(op.kind).info.trait == ir::Trait::sequence ? "list of values" : "runtime kernel";
    case Step::Form::loop:
      return "fused loop";
    case Step::Form::scalars:
      return "scalar statements";
    case Step::Form::control:
      return "call";
  }
  return "";
}

class Collector {
 public:
  explicit Collector(Words& words) : words_(words), p_(words.planned()) {}

  std::vector<KernelRow> run() {
    block(p_.function.body, "");
    return std::move(rows_);
  }

 private:
  void block(ir::BlockId id, const std::string& within) {
    for (const Step& step : p_.plan[id].steps) {
      const ir::Op& op = p_.function[step.ops[0]];
      if (step.form != Step::Form::control || op.callee.valid()) add(step, within);
      for (std::size_t b = 0; b < op.blocks.size(); ++b) block(op.blocks[b], place_inside(op, b));
    }
  }

  std::string place_inside(const ir::Op& op, std::size_t b) const {
    const Spot spot = words_.spot(op.loc);
    const std::string at = spot.place.empty() ? "" : fmt::format(" at {}", spot.place);
    if (is_branch(op)) return fmt::format("{} of the branch{}", b == 0 ? "one arm" : "the other arm", at);
    return fmt::format("each trip of the {}loop{}", op.derived ? "backward " : "", at);
  }

  void add(const Step& step, const std::string& within) {
    KernelRow row;
    row.step = step.first;
    row.within = within;
    Traffic traffic;
    std::vector<std::string> names;
    for (ir::OpId id : step.ops) {
      const ir::Op& op = p_.function[id];
      names.push_back(words_.op(op));
      (op.derived ? row.is_backward : row.is_forward) = true;
      const Spot spot = words_.spot(op.loc);
      const auto same = [&](const Spot& other) { return other.place == spot.place; };
      if (!spot.place.empty() && std::none_of(row.at.begin(), row.at.end(), same)) row.at.push_back(spot);
      if (step.form != Step::Form::loop) add_op(op, step.form == Step::Form::scalars, traffic);
    }
    if (step.form == Step::Form::loop) {
      const Kernel kernel = make_kernel(p_, step);
      traffic = traffic_of(kernel);
      std::vector<std::string> axes;
      for (std::size_t a = 0; a < kernel.axes.size(); ++a)
        axes.push_back(fmt::format("{} < {}", static_cast<char>('i' + a), words_.text(kernel.axes[a].extent)));
      row.over = fmt::format("{}", fmt::join(axes, ", "));
    }
    if (step.form == Step::Form::scalars && traffic.flops == ir::Extent(0) && traffic.loaded == ir::Extent(0) &&
        traffic.stored == ir::Extent(0))
      return;
    row.form = form_text(step, p_.function[step.ops[0]]);
    row.what = fmt::format("{}", fmt::join(names, ", "));
    row.loaded = words_.formula(traffic.loaded);
    row.stored = words_.formula(traffic.stored);
    row.flops = traffic.flops ? words_.formula(*traffic.flops) : Formula{{}, "not counted"};
    row.intensity = intensity(words_, row.flops, traffic.loaded + traffic.stored);
    rows_.push_back(std::move(row));
  }

  // A runtime kernel, or a scalar statement.
  void add_op(const ir::Op& op, bool is_statement, Traffic& traffic) const {
    const ir::OpDefinition& definition = ir::definition(op.kind);
    if (definition.info.trait == ir::Trait::elementwise && is_statement)
      return traffic.compute(work_of(scalar_op(p_.function, op)), 1);
    if (is_statement && is_scalar_write(p_.function, p_.plan, op)) {
      const ir::Extent element = bytes_of(p_.type(op.results[0]).element);
      traffic.stored = traffic.stored + element;
      if (op.kind != ir::Kind::AddElement) return;
      traffic.loaded = traffic.loaded + element;
      return traffic.compute(1, 1);
    }
    if (is_statement) {
      if (definition.info.trait == ir::Trait::element && !op.operands.empty())
        traffic.loaded = traffic.loaded + bytes_of(p_.type(op.results[0]).element);
      return;
    }
    for (ir::ValueId operand : op.operands) traffic.loaded = traffic.loaded + size_of(operand);
    for (ir::ValueId result : op.results) traffic.stored = traffic.stored + size_of(result);
    const ir::OpView view{p_.function, op};
    traffic.compute(definition.work ? definition.work(view) : definition.moved_from ? std::optional(ir::Extent(0)) : std::nullopt);
  }

  ir::Extent size_of(ir::ValueId value) const {
    const ir::Type& type = p_.type(value);
    const bool is_known = type.is_tensor() || p_.plan.layouts[value.at()];
    return is_known && !type.is_scalar() ? ir::product(p_.shape(value)) * bytes_of(type.element) : ir::Extent(0);
  }

  Words& words_;
  const Planned& p_;
  std::vector<KernelRow> rows_;
};

}  // namespace

std::vector<KernelRow> kernels_of(Words& words) { return Collector(words).run(); }

std::string intensity(Words& words, const Formula& flops, const ir::Extent& bytes) {
  if (!flops.value) return "not counted";
  if (bytes == ir::Extent(0)) return "no memory";
  if (*flops.value == ir::Extent(0)) return "0";
  const std::int64_t f = flops.value->terms()[0].coefficient, b = bytes.terms()[0].coefficient;
  if (*flops.value * ir::Extent(b) == bytes * ir::Extent(f))
    return fmt::format("{:.3g}", static_cast<double>(f) / static_cast<double>(b));
  return fmt::format("({}) / ({})", flops.text, words.text(bytes));
}

}  // namespace codegen
