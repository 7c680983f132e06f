// Trips that the user says are independent, where nothing proves it: in a debug build what each trip reads and writes of a
// tensor is compared with what the others did. A debug build is one that is compiled without optimisation, without NDEBUG and
// without GRADC_NO_CHECKS; GRADC_CHECK_CLAIMS asks for it anywhere.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace gradc {

/// The elements that the trips of one loop have touched. Tensors are named by their number in `names`, elements by their place
/// in row-major order, `count` of them from `element` on. It takes memory of the heap.
class TripRecord {
 public:
  TripRecord(const char* where, std::initializer_list<const char*> names);

  /// The next trip begins.
  void next() { ++trip_; }

  /// Throws Error where another trip wrote one: "model.cpp:4: the trips of this loop are not independent: trip 7 reads element 5
  /// of y, which trip 3 wrote". Trips are numbered from 0.
  void reads(std::size_t tensor, std::int64_t element, std::int64_t count);

  /// Throws Error where another trip read one, or wrote one with another `kind`, or with kind 0. Writes of one kind may go one
  /// after the other in any order, such as sums.
  void writes(std::size_t tensor, std::int64_t element, std::int64_t count, int kind = 0);

 private:
  struct Touched {
    std::int64_t writer = -1, reader = -1;  // the last trip; the reader found it unwritten by itself
    std::int64_t other_reader = -1;         // one before that
    int kind = 0;
  };
  Touched& at(std::size_t tensor, std::int64_t element);
  [[noreturn]] void fail_claim(std::size_t tensor, std::int64_t element, const char* does, std::int64_t other, const char* did) const;

  const char* where_;
  std::int64_t trip_ = -1;
  std::vector<const char*> names_;
  std::vector<std::vector<Touched>> touched_;  // by tensor
};

/// Records nothing.
class NoTripRecord {
 public:
  NoTripRecord(const char*, std::initializer_list<const char*>) {}
  void next() {}
  void reads(std::size_t, std::int64_t, std::int64_t) {}
  void writes(std::size_t, std::int64_t, std::int64_t, int = 0) {}
};

#if defined(GRADC_CHECK_CLAIMS) || (!defined(NDEBUG) && !defined(__OPTIMIZE__) && !defined(GRADC_NO_CHECKS))
using ClaimedTrips = TripRecord;
#else
using ClaimedTrips = NoTripRecord;
#endif

}  // namespace gradc
