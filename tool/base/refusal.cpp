#include "tool/base/refusal.h"

namespace tool {

const std::vector<ir::DiagnosticRow>& refusal_rows() {
  static const std::vector<ir::DiagnosticRow> rows{
#define GRADC_DIAGNOSTIC(name, text, explanation, example, cure) {#name, text, explanation, example, cure},
#include "tool/base/lower_diagnostics.def"
#undef GRADC_DIAGNOSTIC
  };
  return rows;
}

const ir::DiagnosticRow& row(Refusal id) { return refusal_rows()[static_cast<std::size_t>(id)]; }

}  // namespace tool
