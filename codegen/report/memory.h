// Where values live, and for how long: the buffers of a plan, and the slots of the arena that they share.
#pragma once

#include "codegen/report/words.h"

namespace codegen {

Memory memory_of(Words& words);

}  // namespace codegen
