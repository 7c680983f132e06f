// What passes have decided (ir/explain.h) in words: why, and what the user can do about it.
#pragma once

#include <string>

#include "ir/explain.h"

namespace codegen {

struct Reason {
  std::string why, advice;  // whole sentences; no advice where nothing can be done
};
Reason reason_of(const ir::LoopNote& note);

struct KeptReason {
  std::string how, why;
};
KeptReason reason_of(const ir::KeptNote& note);

}  // namespace codegen
