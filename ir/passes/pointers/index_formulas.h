// Integers as polynomials over integer arguments and the numbers of trips of the loops around them, and how great they become.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "ir/function.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/analysis/surroundings.h"

namespace ir {

// Whether it is >= 0 where integer arguments are sizes, of at least so much.
bool is_not_negative(const Extent& a, std::int64_t least);

class IndexFormulas {
 public:
  IndexFormulas(const Function& function, const Surroundings& around);

  // With the symbol of a value (`symbol_of`) for what trips change: the number of a trip, a remainder, or a value that a `while`
  // carries, of which nothing is known. Null for what is no such formula.
  std::optional<Extent> of(ValueId value);
  // Where all that trips change is as it makes the formula greatest; null where that is not known.
  std::optional<Extent> greatest(Extent formula) const;

  static std::string symbol_of(ValueId value);
  // The value that a symbol is of; null for an argument.
  static std::optional<ValueId> value_of(const std::string& symbol);

 private:
  std::optional<Extent> of_parameter(ValueId value);
  std::optional<Extent> chosen(ValueId value, ValueId condition, ValueId yes, ValueId no);
  std::optional<Extent> remainder(ValueId value, const Extent& divisor);
  std::optional<Extent> rising(ValueId value, const Extent& a, const Extent& b, Extent (*combined)(const Extent&, const Extent&));
  std::optional<std::int64_t> step_of(const Loop& loop, std::size_t k, ValueId carried) const;

  const Function& f_;
  const Surroundings& around_;
  const std::set<std::string> symbols_;  // of arguments
  std::map<std::string, Extent> last_;   // of what goes from 0 to that
};

}  // namespace ir
