#include "codegen/text/block.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/text/call.h"
#include "codegen/text/control.h"
#include "codegen/text/element.h"
#include "codegen/text/group.h"
#include "codegen/text/statements.h"
#include "codegen/text/values.h"

namespace codegen {
namespace {

// A string of C++, in which nothing but plain characters stands as itself.
std::string literal(const std::string& text) {
  std::string made = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') made += fmt::format("\\{}", c);
    else if (code < 0x20 || code >= 0x7f || c == '?') made += fmt::format("\\{:03o}", code);  // '?': trigraphs
    else made += c;
  }
  return made + '"';
}

std::string geometry_text(const Frame& frame, const ir::Op& op) {
  const ir::Geometry geometry = ir::definition(op.kind).kernel({frame.function, op});
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

void write_kernel(Frame& frame, const ir::Op& op, Emitter& out) {
  const ir::OpDefinition& definition = ir::definition(op.kind);
  std::vector<std::string> arguments;
  for (ir::ValueId operand : op.operands)
    arguments.push_back(address(frame, out, frame.root(operand)));
  for (ir::ValueId result : op.results) {
    if (frame.plan.home[result.at()] == Home::buffer) {
      arguments.push_back(frame.pointer(result));
      continue;
    }
    const std::string name = frame.declare(result);
    out("$type$ $name$;", {{"type", frame.backend.storage_type(frame.type(result).element)}, {"name", name}});
    arguments.push_back("&" + name);
  }
  frame.backend.call_kernel(out, definition.info.name, geometry_text(frame, op), arguments);
}

// Zeros for what is never read, but by something that wants memory.
void write_undefined(Frame& frame, ir::ValueId value, Emitter& out) {
  out("gradc::kernels::fill($count$, $type${}, $to$);",
      {{"count", frame.extents.text(ir::product(frame.type(value).extents))},
       {"type", cpp_element(frame.type(value).element)},
       {"to", frame.pointer(value)}});
}

void write_step(Frame& frame, ir::BlockId block, const Step& step, Emitter& out) {
  const ir::Op& op = frame.function[step.ops[0]];
  const ir::Trait trait = ir::definition(op.kind).info.trait;
  if (step.form == Step::Form::loop)
    write_loop(frame, step, out);
  else if (step.form == Step::Form::control)
    write_control(frame, op, out);
  else if (op.callee.valid())
    write_call(frame, op, out);
  else if (trait == ir::Trait::element)
    write_part(frame, op, block, out);
  else if (trait == ir::Trait::sequence)
    write_sequence(frame, op, out);
  else if (trait == ir::Trait::constant)
    write_undefined(frame, op.results[0], out);
  else
    write_kernel(frame, op, out);
  if (block == frame.function.body)
    for (ir::ValueId result : op.results)
      if (!frame.type(result).is_tensor()) write_adjoint_checks(frame, result, out);
}

}  // namespace

void write_block(Frame& frame, ir::BlockId block, Emitter& out, Commentator& comment, const AfterStep& after) {
  const std::vector<Step>& steps = frame.plan[block].steps;
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const Step& step = steps[s];
    for (ir::OpId op : step.ops)
      frame.extents.check_results(out, frame.function[op], [&](const std::string& check) { return frame.check_once(check); });
    write_rooms(frame, step.first, step.form == Step::Form::scalars ? step.last : step.first, out);
    if (step.form == Step::Form::scalars) {
      write_scalars(frame, block, s, out, comment);
    } else {
      comment(out, step.ops);
      write_step(frame, block, step, out);
    }
    if (after) after(s);
  }
}

}  // namespace codegen
