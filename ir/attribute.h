// Attributes: the named static facts of an op (axes, flags, shapes), kept sorted by name so that equal ops print
// and compare alike.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ir/check.h"
#include "ir/type.h"

namespace ir {

using Integers = std::vector<std::int64_t>;
using Attribute = std::variant<bool, std::int64_t, double, std::string, Integers, Shape, ElementType>;

class Attributes {
 public:
  Attributes() = default;
  Attributes(std::initializer_list<std::pair<std::string, Attribute>> list) {
    for (const auto& [name, value] : list) set(name, value);
  }

  void set(const std::string& name, Attribute value);
  const Attribute* find(std::string_view name) const;

  // The attribute of that name and type; a missing one is a defect of whoever built the op.
  template <class T>
  const T& get(std::string_view name) const {
    const Attribute* found = find(name);
    GRADC_CHECK(found && std::holds_alternative<T>(*found));
    return std::get<T>(*found);
  }
  template <class T>
  T get_or(std::string_view name, T fallback) const {
    const Attribute* found = find(name);
    return found && std::holds_alternative<T>(*found) ? std::get<T>(*found) : fallback;
  }

  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }
  bool empty() const { return list_.empty(); }
  friend bool operator==(const Attributes&, const Attributes&) = default;

 private:
  std::vector<std::pair<std::string, Attribute>> list_;
};

}  // namespace ir
