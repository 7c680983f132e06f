// The text form, read back. `print` in function.h writes it; print(parse(text)) == text for printed text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/diagnostic.h"
#include "ir/function.h"

namespace ir {

// The text between quotes, with what would end it or can't be seen escaped.
std::string quoted(std::string_view text);
// An attribute's value: `true`, `3`, `0.5` (a real never looks like an integer), `"text"`, `[0, 1]`, `<x.0,
// 4>`, `f32`.
std::string text(const Attribute& attribute);

// Null, with parse_error or type diagnostics, where the text is not a module.
std::optional<Module> parse(std::string_view text, Diagnostics& diagnostics);

}  // namespace ir
