// The report as one page of HTML that needs nothing else: no scripts, no other files. It is well-formed XML too, but for the
// first line. The same report gives the same bytes.
#pragma once

#include <string>

#include "codegen/report/report.h"

namespace codegen {

std::string page_of(const Report& report);

}  // namespace codegen
