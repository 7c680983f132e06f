// Calls of kernels.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/interface/location.h"
#include "codegen/text/statements/operand.h"
#include "codegen/text/statements/steps.h"

namespace codegen {
namespace {

// Of some rows of what the op takes: their first axes are one.
ir::Geometry geometry_of_rows(const Frame& frame, const ir::Op& op) {
  ir::Function function;
  ir::Op of_rows = op;
  const std::size_t leading = frame.rows->steps.leading_axes(frame.type(op.operands[0]).extents);
  const auto add = [&](ir::ValueId& value, bool by_row) {
    ir::Type type = frame.type(value);
    if (by_row) {
      type.extents.erase(type.extents.begin() + 1, type.extents.begin() + static_cast<std::ptrdiff_t>(leading));
      type.extents[0] = frame.rows->count;
    }
    value = ir::ValueId{static_cast<int>(function.values.size())};
    function.values.push_back({std::move(type), {}, {}, {}});
  };
  const ir::Integers all = ir::definition(op.kind).lines({frame.function, op}).axes;
  const bool keeps_rows = static_cast<std::size_t>(all[0]) >= leading;
  ir::Integers axes;
  if (!keeps_rows) axes.push_back(0);
  for (std::int64_t axis : all)
    if (axis >= static_cast<std::int64_t>(leading)) axes.push_back(axis - static_cast<std::int64_t>(leading) + 1);
  for (ir::ValueId& operand : of_rows.operands) add(operand, true);
  for (ir::ValueId& result : of_rows.results) add(result, keeps_rows);
  if (op.attributes.find("axis"))
    of_rows.attributes.set("axis", axes[0]);
  else
    of_rows.attributes.set("axes", axes);
  return ir::definition(op.kind).kernel({function, of_rows});
}

std::string geometry_text(const Frame& frame, const ir::Op& op) {
  const ir::Geometry geometry = frame.rows ? geometry_of_rows(frame, op) : ir::definition(op.kind).kernel({frame.function, op});
  std::vector<std::string> parts;
  for (const ir::GeometryField& field : geometry.fields) {
    if (const auto* extent = std::get_if<ir::Extent>(&field))
      parts.push_back(frame.extents.text(*extent));
    else if (const auto* shape = std::get_if<ir::Shape>(&field))
      parts.push_back(frame.extents.list(*shape));
    else if (const auto* text = std::get_if<std::string>(&field))
      parts.push_back(literal(*text));
    else if (std::holds_alternative<ir::SourceLine>(field))
      parts.push_back(literal(named_place(frame.module, op)));
    else
      parts.push_back(std::get<bool>(field) ? "true" : "false");
  }
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

}  // namespace

void write_kernel(Frame& frame, const ir::Op& op, Emitter& out) {
  const ir::OpDefinition& definition = ir::definition(op.kind);
  std::vector<std::string> arguments;
  for (ir::ValueId operand : op.operands)
    arguments.push_back(address(frame, out, frame.root(operand)));
  // Of a sum over rows: the op that gives it for those of a block.
  std::string_view kernel = definition.info.name;
  if (frame.rows && frame.rows->sums(op.results[0])) kernel = ir::definition(*definition.lines({frame.function, op}).sum).info.name;
  for (ir::ValueId result : op.results) {
    if (frame.plan.home[result.at()] == Home::buffer) {
      arguments.push_back(frame.pointer(result));
      continue;
    }
    const std::string name = frame.declare(result);
    out("$type$ $name$;", {{"type", frame.backend.storage_type(frame.type(result).element)}, {"name", name}});
    arguments.push_back("&" + name);
  }
  frame.backend.call_kernel(out, frame.stream, kernel, geometry_text(frame, op), arguments);
}

void write_elements_check(Frame& frame, const ir::Op& op, Emitter& out) {
  out("gradc::kernels::require_elements($geometry$, $op$);",
      {{"geometry", geometry_text(frame, op)}, {"op", quoted(std::string(ir::definition(op.kind).info.name))}});
}

void write_zeros(Frame& frame, ir::ValueId value, const ir::Extent& begin, const ir::Extent& count, Emitter& out) {
  const std::string from = begin == ir::Extent(0) ? "" : " + " + frame.extents.sizes().stride(begin);
  frame.backend.call_kernel(out, frame.stream, "fill", frame.extents.text(count),
                            {cpp_element(frame.type(value).element) + "{}", frame.pointer(value) + from});
}

}  // namespace codegen
