// Long scopes in parts that are functions of their own, so that the time a compiler takes grows with the length and not faster.
#pragma once

#include <string>

#include "codegen/interface/names.h"

namespace codegen {

// The statements of a scope: as they are where they are few, else with runs of them as parts. What is read in another part
// than the one that makes it is a member of one structure, whose name is taken from `names`. Objects of classes stay in the
// scope itself, and statements that leave it.
std::string in_parts(const std::string& text, Names& names);

}  // namespace codegen
