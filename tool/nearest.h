// The names closest to a misspelt one, for "did you mean". Separate because options, functions, items and
// diagnostics all ask.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tool {

// At most `limit` of `names` whose edit distance from `name` is small for its length, closest first, ties in
// the order given; each name once.
std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& names,
                                 std::size_t limit = 3);

}  // namespace tool
