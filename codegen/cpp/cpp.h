// C++17 for one thread.
#pragma once

#include "codegen/text/backend.h"

namespace codegen {

const Backend& cpp_backend();

}  // namespace codegen
