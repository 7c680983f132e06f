// The names closest to a misspelt one, for "did you mean". Separate because options, functions, items and
// diagnostics all ask.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tool {

// At most `limit` of `names` whose edit distance from `name` is small for its length, closest first, ties in
// the order given; each name once.
std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& names,
                                 std::size_t limit = 3);

// What gradc calls a function by its name in PyTorch, NumPy, JAX or TensorFlow; empty where that is not known to be another.
std::string_view known_as(std::string_view name);
// All of those names with gradc's, sorted.
const std::vector<std::pair<std::string_view, std::string_view>>& known_aliases();

}  // namespace tool
