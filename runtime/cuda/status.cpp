// What the device found wrong, as the CPU's kernels say it.

#include <gradc/cuda/stream.h>
#include <gradc/errors.h>

#include "kernels/dispatch/at_line.h"
#include "state.h"

#include <cstring>
#include <string>

namespace gradc {
namespace cuda {
namespace detail {
namespace {

const char* text_of(std::uint64_t pointer) { return reinterpret_cast<const char*>(static_cast<std::uintptr_t>(pointer)); }

// The text with numbers in their places.
std::string filled(const char* text, const Status& status) {
  const struct {
    const char* name;
    std::int64_t value;
  } numbers[] = {{"{axis}", status.axis}, {"{index}", status.index}, {"{extent}", status.extent}, {"{place}", status.place}};
  std::string result;
  while (*text != '\0') {
    bool found = false;
    for (const auto& number : numbers)
      if (std::strncmp(text, number.name, std::strlen(number.name)) == 0) {
        result += std::to_string(number.value);
        text += std::strlen(number.name);
        found = true;
        break;
      }
    if (!found) result += *text++;
  }
  return result;
}

[[noreturn]] void raise_text(const Status& status, const char* text) {
  const char* const name = text_of(status.name);
  const std::string message = kernels::at_line(text_of(status.where), name == nullptr ? "" : name, filled(text, status));
  switch (status.kind) {
    case Status::kShape:
      fail_shape(message);
    case Status::kDomain:
      fail_domain(message);
    case Status::kGeneral:
      fail(message);
    default:
      fail_index(message);
  }
}

}  // namespace

void raise(const Status& status) {
  using namespace gradc::detail;
  const char* const where = text_of(status.where);
  const char* const name = status.name == 0 ? "" : text_of(status.name);
  if (status.text != 0) raise_text(status, text_of(status.text));
  switch (status.kind) {
    case Status::kIndex:
      fail_index_of(name, status.axis, status.index, status.extent, where);
    case Status::kValue:
      fail_value_of(name, status.index, status.extent, where);
    case Status::kShape:
      fail_condition(ErrorKind::Shape, name, where);
    case Status::kDomain:
      fail_condition(ErrorKind::Domain, name, where);
    case Status::kBlock:
      raise_text(status, "a block of extent {place} at {index} is no part of axis {axis}, whose extent is {extent}");
    default:
      break;
  }
  fail_condition(ErrorKind::General, name, where);
}

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
