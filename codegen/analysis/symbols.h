// What the symbols of formulas stand for: extents and integers of arguments, what is known besides when the function is
// entered, counters of loops, other integers. A loop of so many trips as are known at entry keeps what it stacks in the
// workspace.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ir/function.h"

namespace codegen {

// What a function learns from an argument: an extent of it, or the value of an integer.
struct Bound {
  std::string symbol;
  std::size_t argument = 0;
  int axis = 0;  // -1 for the value
};
// Each symbol once, with the first argument that says it; of those whose extents C++ can be asked for.
std::vector<Bound> bound_symbols(const ir::Function& function, const std::function<bool(std::size_t)>& has_extents = {});
// A symbol of an extent that no argument says; null if there is none.
std::optional<std::string> unbound_symbol(const ir::Function& function);

// The symbol of what is computed when the function is entered: of an argument that is a sequence its size, of another value
// itself.
std::string entry_symbol(const ir::Function& function, ir::ValueId value);
// Whether that is what a symbol stands for.
bool is_entry_symbol(const std::string& symbol);

// The symbol by which formulas call an integer that is no formula itself (`#n` where it is the counter of a loop, and `%#n`
// otherwise, n being the number of the value), and the value that such a symbol is of.
std::string symbol_of(const ir::Function& function, ir::ValueId integer, bool counter);
std::optional<ir::ValueId> value_of_symbol(const std::string& symbol);

// Whether an extent is known when the function is entered.
bool is_of_arguments(const ir::Function& function, const ir::Extent& extent);
// Whether a symbol is no extent of an argument but a number, which may be anything; and whether a size depends on such.
bool is_number_of_trips(const std::string& symbol);
bool counts_trips(const ir::Extent& bytes);

}  // namespace codegen
