// The grammar of design.md 1.3: the text between the parentheses of GRADC_DIFFERENTIATE, or after
// --differentiate=.
//
//   items := item (',' item)*      item := word | word '(' values ')'
//   values := value (',' value)*   value := path | word '=' size | word '=' sum | word '(' names ')'
//   sum := product (('+' | '-') product)*   product := factor ('*' factor)*   factor := path | number | '(' sum ')' | ('max' | 'min') '(' sum ',' sum ')'
//
// Separate from find.cpp because the text comes from two places, and because nothing in it needs Clang.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tool/base/diagnostic.h"
#include "tool/base/request.h"

namespace tool {

// A complaint about the text, at an offset in it.
struct ItemProblem {
  DiagnosticId id;
  std::size_t offset;
  std::string text;
};

struct ParsedItems {
  Items items;
  std::vector<ItemProblem> problems;  // every one found, in the order of the text
};

ParsedItems parse_items(std::string_view text);

// The same for GRADC_LOOP, whose items are words.
struct ParsedLoop {
  LoopItems items;
  std::vector<ItemProblem> problems;
};
ParsedLoop parse_loop_items(std::string_view text);

// True where the problem is a wish that this version can't fulfil, false where the text itself is wrong.
bool is_unsupported(const ItemProblem& problem);

}  // namespace tool
