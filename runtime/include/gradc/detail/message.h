// Messages of exceptions in generated code.
#pragma once

#include <sstream>
#include <string>

namespace gradc {

/// What a stream writes of the parts, one after the other.
template <class... Parts>
std::string message(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

}  // namespace gradc
