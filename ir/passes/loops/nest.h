// Values that lie in sequences, as blocks of derivatives see them: levels of sequences, and at each place a tensor. The numbers
// of an innermost sequence are one axis of that tensor: a sequence of numbers has no level and one axis.
#pragma once

#include <functional>
#include <vector>

#include "ir/expr.h"

namespace ir {

struct Nest {
  int levels = 0;
  bool listed = false;  // at a place is a sequence of numbers
  int rank = 0;         // of the tensor at a place

  bool is_tensor() const { return levels == 0 && !listed; }
};
Nest nest_of(const Type& type);

using Path = std::vector<Expr>;  // to a place: an index for each level, outermost first

// The results of a body for each trip, each in a sequence. A block sees what it is given alone: `captured`, by what stands for
// them inside.
using TripBody = std::function<std::vector<Expr>(Expr trip, const std::vector<Expr>& captured)>;
std::vector<Expr> stacked(Expr trips, const std::vector<Expr>& captured, const TripBody& body);

// What lies in so many levels of `like` goes through the body one by one, with the way there; its results are nested as `like`
// is. `leading`: the first axes of the tensors, where they are known.
using PlaceBody = std::function<std::vector<Expr>(Expr place, const Path& path, const std::vector<Expr>& captured)>;
std::vector<Expr> each_place(Expr like, int levels, const std::vector<Expr>& captured, const PlaceBody& body,
                             const Shape& leading = {});

// What lies at a place, and the same with another value there.
Expr at_place(Expr nested, const Path& path, const Shape& leading = {});
Expr with_place(Expr nested, const Path& path, Expr value);

// A tensor, or a sequence of tensors of those extents, which is then its first axis.
Expr tensor_at(Expr place, const Shape& extents = {});
// The sequence of the elements of a tensor along its first axis.
Expr sequence_along(Expr tensor);

}  // namespace ir
