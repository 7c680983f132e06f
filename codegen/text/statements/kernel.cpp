// Calls of kernels.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/interface/location.h"
#include "codegen/text/statements/operand.h"
#include "codegen/text/statements/steps.h"

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

}  // namespace

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
  frame.backend.call_kernel(out, frame.stream, definition.info.name, geometry_text(frame, op), arguments);
}

void write_zeros(Frame& frame, ir::ValueId value, const ir::Extent& begin, const ir::Extent& count, Emitter& out) {
  const std::string from = begin == ir::Extent(0) ? "" : " + " + frame.extents.sizes().stride(begin);
  frame.backend.call_kernel(out, frame.stream, "fill", frame.extents.text(count),
                            {cpp_element(frame.type(value).element) + "{}", frame.pointer(value) + from});
}

}  // namespace codegen
