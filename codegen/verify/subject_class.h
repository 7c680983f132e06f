// What a test file has for a function under test: a class that stands for it.
#pragma once

#include <string>

#include "codegen/verify/subject.h"

namespace codegen {

std::string subject_class(const Subject& subject);

}  // namespace codegen
