// The tests of a function under test, one for each thing that is compared.
#pragma once

#include <string>

#include "codegen/interface/names.h"
#include "codegen/verify/reading.h"
#include "codegen/verify/subject.h"

namespace codegen {

std::string tests_of(const Subject& subject, const Reading& reading, Names& suites);

}  // namespace codegen
