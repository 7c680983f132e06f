// What a call of a function of its own can reach, and how: the leaves of its arguments and of all that references, views,
// pointers and iterators in them lead to, each once. What tells one way of sharing from another is a key: a function is made
// once for each.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/builder.h"
#include "tool/lower/cell.h"
#include "tool/lower/frame.h"

namespace tool {

struct Reached {
  std::vector<Cell*> leaves;
  std::vector<ir::Type> types;            // of the leaves; extents that are no numbers are symbols of the call's own
  std::vector<std::optional<ir::Extent>> known;  // integers that the function knows, in those symbols
  std::vector<bool> unset;                // leaves that were never written, which the function can't read either
  std::map<const Cell*, Cell*> mirrored;  // of each object outside the one inside
  std::map<Cell*, Cell*> views;           // of each view outside that the function can assign, the one inside
  std::vector<Cell*> objects;             // outside, as calls that share them in the same way number them
  std::map<std::string, ir::Extent> symbols;  // of the extents in types, inside
  std::set<const Cell*> writable;             // of the leaves
  std::set<std::pair<const Cell*, bool>> marked;  // objects whose leaves were looked for
  std::string key;
  bool overlaps = false;

  void add(Cell& object, bool by_alias = true);
  void mark_writable(Cell& object, bool is_writable);

  // What the function is made for, of those that there are: what they all have in common stays known where there are many.
  using Versions = std::map<std::string, Recursive>;
  // Of a function that calls itself: numbers among its extents, and which are equal here.
  std::string recursive_version(ir::Builder& builder, const Versions& versions);
  // Of another one: how extents depend on one another, too, and integers that are numbers or extents.
  std::string version(ir::Builder& builder, const Versions& versions);

 private:
  using Axes = std::set<std::pair<std::size_t, std::size_t>>;  // of leaves
  std::string describe_recursive(ir::Builder& builder, const Axes& open);
  std::string describe(ir::Builder& builder, const Axes& open, const std::set<std::size_t>& unknown);

  std::map<const Cell*, std::size_t> order_;  // in `objects`
};

// Whether the function may write what it is given by that type.
bool written_through(clang::QualType type);
// Whether the type says the IR types of its leaves, but for extents; what refers to something else doesn't.
bool says_its_leaves(const CppType& type);

}  // namespace tool
