#include "ir/attribute.h"

#include <algorithm>

namespace ir {

void Attributes::set(const std::string& name, Attribute value) {
  auto place = std::lower_bound(list_.begin(), list_.end(), name,
                                [](const auto& entry, const std::string& key) { return entry.first < key; });
  if (place != list_.end() && place->first == name)
    place->second = std::move(value);
  else
    list_.insert(place, {name, std::move(value)});
}

const Attribute* Attributes::find(std::string_view name) const {
  for (const auto& [key, value] : list_)
    if (key == name) return &value;
  return nullptr;
}

}  // namespace ir
