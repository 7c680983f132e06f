// <stem>.grad.h: what a program that calls the derivatives includes.
#pragma once

#include <string>

#include "codegen/interface/program.h"

namespace codegen {

// A source that includes its own generated header is parsed against this. The module may be missing; residuals then have
// no members.
std::string emit_header(const Program& program);

}  // namespace codegen
