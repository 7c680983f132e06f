// <stem>.grad_test.cpp: a test of each generated function against the function that it is a derivative of.
// Separate from the files under test, of which it knows what a user knows: the declarations.
#pragma once

#include <string>

#include "codegen/verify/verification.h"

namespace codegen {

std::string verify_file(const Program& program, const Verification& verification);

}  // namespace codegen
