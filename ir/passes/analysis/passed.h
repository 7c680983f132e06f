// Results of functions that are one of their arguments, whatever they are called with: what a function is given to write
// and only passes on to calls of itself, or restores after them (`used[k] = true; ...; used[k] = false;` where used[k] was false).
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "ir/function.h"

namespace ir {

class Passed {
 public:
  explicit Passed(const Module& module);
  // For one function and those that it reaches by calls. Nothing is known of results of functions that are `open`: their bodies
  // are not there yet.
  Passed(const Module& module, FunctionId function, const std::set<FunctionId>& open = {});

  // The argument that a result of a function is, by number.
  std::optional<std::size_t> argument(FunctionId function, std::size_t result) const;

  // What a value is: not looked at yet, an argument of its function, perhaps but for the element at `changed`, or something else.
  struct Source {
    enum class Kind : std::uint8_t { unknown, argument, other } kind = Kind::unknown;
    std::size_t index = 0;
    ValueId changed = {};

    bool is_argument(std::size_t i) const { return kind == Kind::argument && index == i && !changed.valid(); }
    friend bool operator==(const Source&, const Source&) = default;
  };
  using Sources = std::vector<Source>;  // of the values of a function
  Sources sources_of(const Function& function) const;

 private:
  void solve(const Module& module, const std::vector<FunctionId>& functions, const std::set<FunctionId>& open);
  static Source meet(const Source& a, const Source& b);
  class Places;
  Source of_result(const Places& places, OpId id, std::size_t index, const Sources& sources) const;
  static Source of_parameter(const Function& function, const Op& op, std::size_t index, const Sources& sources);
  std::vector<Sources> results_;  // of each function: none of one that was not asked for
};

}  // namespace ir
