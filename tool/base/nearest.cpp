#include "tool/base/nearest.h"

#include <algorithm>
#include <utility>

namespace tool {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& names,
                                 std::size_t limit) {
  std::vector<std::pair<std::size_t, std::size_t>> scored;  // distance, place: equal ones keep their order
  const std::size_t tolerance = std::max<std::size_t>(name.size() / 3, 1);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t distance = edit_distance(name, names[i]);
    if (distance <= tolerance) scored.emplace_back(distance, i);
  }
  std::sort(scored.begin(), scored.end());
  std::vector<std::string> close;
  for (const auto& [distance, place] : scored)
    if (close.size() < limit && std::find(close.begin(), close.end(), names[place]) == close.end())
      close.push_back(names[place]);
  return close;
}

const std::vector<std::pair<std::string_view, std::string_view>>& known_aliases() {
  static const std::vector<std::pair<std::string_view, std::string_view>> table{
#define GRADC_ALIAS(name, ours) {#name, #ours},
#include "tool/base/aliases.def"
#undef GRADC_ALIAS
  };
  return table;
}

std::string_view known_as(std::string_view name) {
  for (const auto& [theirs, ours] : known_aliases())
    if (theirs == name) return ours;
  return {};
}

}  // namespace tool
