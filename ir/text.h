// The text form, read back. `print` in function.h writes it; print(parse(text)) == text for printed text.
#pragma once

#include <optional>
#include <string_view>

#include "ir/diagnostic.h"
#include "ir/function.h"

namespace ir {

// Null, with parse_error or type diagnostics, where the text is not a module.
std::optional<Module> parse(std::string_view text, Diagnostics& diagnostics);

}  // namespace ir
