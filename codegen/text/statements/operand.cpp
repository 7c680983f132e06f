#include "codegen/text/statements/operand.h"

#include <fmt/format.h>

namespace codegen {

std::string address(Frame& frame, Emitter& out, ir::ValueId root) {
  if (frame.has_memory(root)) return frame.pointer(root);
  const std::string number = frame.stored_number(root);
  if (frame.plan.side == Side::device)
    return fmt::format("{}::number({}, {}({}))", frame.backend.runtime(), frame.stream, cpp_element(frame.type(root).element), number);
  const Home home = frame.plan.home[root.at()];
  const bool addressable =
      home == Home::variable || (home == Home::argument && number.find('(') == std::string::npos);
  if (addressable) return "&" + number;
  if (number.starts_with('*')) return number.substr(1);
  const std::string name = frame.names().numbered("t");
  out("const $type$ $name$ = $number$;",
      {{"type", frame.backend.storage_type(frame.type(root).element)}, {"name", name}, {"number", number}});
  return "&" + name;
}

bool is_variable(const Frame& frame, ir::ValueId root) {
  return !frame.type(root).is_tensor() && !frame.plan.layouts[root.at()];
}

std::string sequence_text(Frame& frame, ir::ValueId root) {
  const auto& layout = frame.plan.layouts[root.at()];
  if (!layout) return frame.pointer(root);
  return fmt::format("{}::borrowed({}, {})", sequence_type(frame.type(root)), frame.pointer(root),
                     frame.extents.text(layout->counts[0]));
}

std::string view_text(Frame& frame, Emitter& out, ir::ValueId value) {
  const ir::Type& type = frame.type(value);
  return fmt::format("gradc::View<const {}, {}>({}, {})", cpp_element(type.element), type.rank(),
                     address(frame, out, frame.root(value)), frame.extents.list(type.extents));
}

std::string kept_text(Frame& frame, Emitter& out, ir::ValueId value, bool handed_on) {
  const ir::Type& type = frame.type(value);
  if (type.is_scalar()) return frame.stored_number(frame.root(value));
  if (type.is_tensor()) return fmt::format("gradc::copied({}, {})", frame.arena, view_text(frame, out, value));
  const std::string text = sequence_text(frame, frame.root(value));
  return handed_on ? text : fmt::format("gradc::copied({}, {})", frame.arena, text);
}

}  // namespace codegen
