// Ids: 32-bit indices into append-only arenas, with a distinct type for each kind of thing, so that a value
// can't be taken for an op. Copying a function copies vectors and leaves every id valid.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace ir {

template <class Tag>
struct Id {
  std::int32_t index = -1;

  constexpr bool valid() const { return index >= 0; }
  constexpr std::size_t at() const { return static_cast<std::size_t>(index); }
  friend constexpr auto operator<=>(Id, Id) = default;
};

using ValueId = Id<struct ValueTag>;
using OpId = Id<struct OpTag>;
using BlockId = Id<struct BlockTag>;
using FunctionId = Id<struct FunctionTag>;
using LocId = Id<struct LocTag>;

}  // namespace ir
