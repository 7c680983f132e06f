// The named diagnostics of the front end (diagnostics.def) as a table. The rows have the shape of those of
// ir/diagnostics.def, so that reporting and `gradc explain` treat both alike; they are kept apart because the
// IR must not know what a source or a command line is.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "ir/diagnostic.h"

namespace tool {

enum class DiagnosticId : std::uint8_t {
#define GRADC_DIAGNOSTIC(name, text, explanation, example, cure) name,
#include "tool/base/diagnostics.def"
#undef GRADC_DIAGNOSTIC
};

const ir::DiagnosticRow& row(DiagnosticId id);
const std::vector<ir::DiagnosticRow>& front_end_rows();

// The row's text with its parameters filled in.
template <class... Args>
std::string text_of(DiagnosticId id, const Args&... args) {
  return fmt::format(fmt::runtime(row(id).text), args...);
}

// What `gradc explain NAME` prints, from this table, the lowering's or the IR's; empty where none has the
// name.
std::string explain(std::string_view name);
std::vector<std::string> diagnostic_names();

}  // namespace tool
