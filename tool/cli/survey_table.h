// The survey as the user reads it: totals, a table by cause with what one cure frees, and with -v a line for each function.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tool/cli/survey_data.h"

namespace tool {

// What one edit, or edits of one kind, would cure.
struct Cause {
  std::string name;     // of the diagnostic
  std::string subject;  // what it is about, where diagnostics of the name differ in that: "std::map"
  std::string example, place, cure;
  std::size_t stops = 0;   // functions
  std::size_t frees = 0;   // those of them that nothing else stops
  std::size_t places = 0;  // where it stands
};

// The most freeing first.
std::vector<Cause> causes_of(const Survey& survey);

std::string table_of(const Survey& survey, bool with_functions);

// What stands in the holes of a diagnostic's text; nothing where the text is not of that pattern.
std::vector<std::string> holes_of(std::string_view pattern, std::string_view text);

}  // namespace tool
