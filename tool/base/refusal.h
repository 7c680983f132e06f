// The named diagnostics of the lowering (lower_diagnostics.def): what a function that is differentiated may
// not contain, and what to write instead. Rows have the shape of those of tool/diagnostics.def.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "ir/diagnostic.h"

namespace tool {

enum class Refusal : std::uint8_t {
#define GRADC_DIAGNOSTIC(name, text, explanation, example, cure) name,
#include "tool/base/lower_diagnostics.def"
#undef GRADC_DIAGNOSTIC
};

const ir::DiagnosticRow& row(Refusal id);
const std::vector<ir::DiagnosticRow>& refusal_rows();

template <class... Args>
std::string text_of(Refusal id, const Args&... args) {
  return fmt::format(fmt::runtime(row(id).text), args...);
}

}  // namespace tool
