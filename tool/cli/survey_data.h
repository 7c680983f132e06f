// What --explain-refusals finds out, as data: between the process that reads a source (survey_unit.h), the one that puts all
// together (survey.h) and the table that is printed (survey_table.h). Free of Clang.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tool {

// Something that is in the way of a derivative.
struct Obstacle {
  std::string name, text;  // of the diagnostic
  std::string place;       // file:line:column
};

// One function of the user's, as it was tried.
struct Tried {
  enum class Fate : std::uint8_t {
    taken,
    refused,
    nothing,    // to differentiate: no floating input, or no floating result
    no_instance,  // of a template
    defect,     // of gradc
  };
  Fate fate = Fate::taken;
  std::string key;  // the same for one definition in all sources
  std::string name, file, place;
  bool is_called = false;  // through a free function that calls it
  std::string kind;        // of what was taken: gradient or vjp
  std::vector<Obstacle> obstacles;
  std::string defect;  // what gradc says of its defect
};

// A source that could not be read, and why: the first error.
struct Unread {
  std::string path, why;
};

struct Survey {
  std::vector<Tried> functions;  // each definition once, in the order of the sources
  std::vector<Unread> unread;
  std::size_t read = 0;           // sources
  std::size_t other_languages = 0;  // sources that are not C++
};

}  // namespace tool
