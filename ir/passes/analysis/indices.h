// Between what integers lie that are indices: those that count the trips of scans, extents, and sums of such.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/function.h"
#include "ir/passes/analysis/surroundings.h"

namespace ir {

class Indices {
 public:
  explicit Indices(const Function& function);

  // Whether an op that reads elements at indices (`element`) is sure to find them, where the trips around it run.
  bool are_certain(const Op& op) const;

 private:
  struct Bounds {
    Extent low, high;
  };
  std::optional<Bounds> bounds(ValueId integer) const;
  std::optional<Bounds> bounds_of_parameter(const Value& value) const;

  const Function& f_;
  const std::set<std::string> symbols_;  // of arguments
  const Surroundings around_;
};

}  // namespace ir
