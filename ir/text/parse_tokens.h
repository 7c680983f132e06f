// The words of the text form, each with its line. A token stream is what parse.cpp and parse_terms.cpp read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/diagnostic.h"

namespace ir {

struct Token {
  enum class Kind : std::uint8_t {
    word,      // func, f32, x.0
    value,     // %h, %h#1, %0, %"a name"
    function,  // @f
    integer,   // 42: without a sign
    real,      // 0.5, 1e300: without a sign
    string,    // "text", unescaped
    sign,      // ( ) { } [ ] < > , : = * + - ? -> ==
    end,
  };
  Kind kind = Kind::end;
  std::string text;  // of a value all that follows the `%`, quotes taken off
  std::string name;  // of a value its name, empty for a number
  int line = 0;

  bool is(std::string_view what) const { return (kind == Kind::word || kind == Kind::sign) && text == what; }
};

// With an `end` token last. Null, with a parse_error, where something is no token.
std::optional<std::vector<Token>> tokenize(std::string_view text, Diagnostics& diagnostics);

}  // namespace ir
