// The report on what becomes generated code.
#pragma once

#include <string_view>

#include "codegen/interface/program.h"
#include "codegen/report/report.h"

namespace codegen {

// `text`: of the source.
Report report_of(const Program& program, std::string_view text);

}  // namespace codegen
