// How the arguments and results of a function over many items are made of those of one, by their values in C++.
#pragma once

#include <vector>

#include "codegen/interface/items.h"
#include "ir/passes/batch/items.h"

namespace tool {

// Of a value, whose leaves are numbered from 0 on.
std::vector<ir::ItemPart> parts_of_items(const codegen::CppValue& one, codegen::ItemUse use);

}  // namespace tool
