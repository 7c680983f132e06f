// Where a sequence of ops is cut into segments, of which one at a time is computed again for its adjoint.
//
// What crosses a cut is kept; the peak is that and the most that the adjoint of one segment reads besides. For each of some
// bounds of a segment the cuts that keep the least are a shortest path along the ops.
#pragma once

#include <cstddef>
#include <vector>

namespace ir {

// A value that can be computed again.
struct Piece {
  std::size_t made = 0, last_read = 0;  // the ops that make it and that read it last; the same where none does
  double bytes = 0;
  bool wanted = false;  // the adjoint reads it
};

class Cuts {
 public:
  // In the order of the ops that make them.
  Cuts(std::vector<Piece> pieces, std::size_t ops);

  // What the adjoint reads in all.
  double all() const { return between_[0].back().inside; }

  struct Plan {
    std::vector<std::size_t> places;  // ops before which there are cuts; none: nothing is computed again
    double peak = 0;
  };
  // The least peak; and the plan within that many bytes that computes the least again, without cuts where there is none.
  Plan of_least_peak() const;
  Plan within(double bytes) const;

 private:
  // Of the segment between two cuts: what the later keeps and the earlier doesn't, and what its adjoint reads besides.
  struct Between {
    double kept = 0, inside = 0;
  };
  // For each cut the one before it on the path, and what is kept up to it.
  struct Path {
    std::vector<std::size_t> from;
    std::vector<double> kept;
    std::vector<std::size_t> to(std::size_t cut) const;
  };

  void find_places();
  std::vector<Between> costs_from(std::size_t first) const;
  double bound(int step) const;
  Path shortest(double bound) const;
  double most(const std::vector<std::size_t>& cuts) const;
  Plan plan(const std::vector<std::size_t>& cuts, double peak) const;

  std::vector<Piece> pieces_;
  std::size_t ops_;
  std::vector<std::size_t> places_;  // the first is before all ops, the last after all
  std::vector<std::vector<Between>> between_;
};

}  // namespace ir
