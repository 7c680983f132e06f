// Between what a formula lies while counters of loops run: proves that an index is in range.
#pragma once

#include <optional>
#include <string>

#include "ir/op.h"

namespace codegen {

// The least and the greatest value of a formula, while a counter is replaced by its ends.
struct Range {
  ir::Extent low, high;
};

bool mentions_symbol(const ir::Extent& extent, const std::string& symbol);
// Replaces the counter by its ends in a loop of so many trips; false where the ends of the range are not found by that.
bool replace_counter(Range& range, const std::string& counter, const std::optional<ir::Extent>& trips);
// What a formula is in the first and in the last trip, between which the others lie; nothing where they may not.
std::optional<Range> ends_of_trips(const ir::Extent& extent, const std::string& counter, const ir::Extent& trips);
// Whether all of the range is an index of an axis.
bool is_within(const Range& range, const ir::Extent& extent);
// Whether a part is sure to be there.
bool is_within(const ir::Part& part);

}  // namespace codegen
