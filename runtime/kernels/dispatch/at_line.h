// How the errors of kernels begin, on the CPU and on the device.
#pragma once

#include <string>

namespace gradc {
namespace kernels {
/// The text of an error of an op, at a source line where there is one: "model.cpp:4", or "model.cpp:4: nll_loss" where the
/// kernel is a part of another op, which is named then; "nll_loss" where there is no line.
inline std::string at_line(const char* where, const std::string& op, const std::string& text) {
  const std::string place = where == nullptr ? "" : where;
  const std::size_t line = place.find(':');
  const bool is_named = !place.empty() && (line == std::string::npos || place.find(": ", line) != std::string::npos);
  return (place.empty() ? "" : place + ": ") + (is_named ? "" : op + ": ") + text;
}
}  // namespace kernels
}  // namespace gradc
