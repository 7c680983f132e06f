#include "ir/diagnostic.h"

namespace ir {

const std::vector<DiagnosticRow>& diagnostic_rows() {
  static const std::vector<DiagnosticRow> rows{
#define GRADC_DIAGNOSTIC(name, text, explanation, example, cure) {#name, text, explanation, example, cure},
#include "ir/diagnostics.def"
#undef GRADC_DIAGNOSTIC
  };
  return rows;
}

const DiagnosticRow& row(DiagnosticId id) { return diagnostic_rows()[static_cast<std::size_t>(id)]; }

std::string Diagnostics::text() const {
  std::string out;
  for (const Diagnostic& diagnostic : list_) {
    out += fmt::format("{} [{}]\n", diagnostic.text, row(diagnostic.id).name);
    for (const Note& note : diagnostic.notes) out += fmt::format("  note: {}\n", note.text);
  }
  return out;
}

}  // namespace ir
