// Integers of 32 bits are counted in 64, where nothing overflows. Of 64 bits, the difference of two integers may not
// be an integer of that type; what is known of them says whether it is, and otherwise the difference is taken without
// sign. A loop of more trips than an i64 can count is one of as many as it can: neither comes to an end. One whose counter
// is past a bound that it must meet is of no trips, and an error where it is reached.
#include "ir/passes/loops/trips.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/simplify/simplify.h"

namespace ir {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr int kNarrow = 61;  // differences and sums of two such integers are far from 64 bits
constexpr int kExtentBits = 60;  // of elements in memory

int bits_of(ElementType element) { return 8 * bytes(element) - (is_unsigned(element) ? 0 : 1); }

bool is_size(const Function& f, ValueId value) {
  const OpId id = f[value].op;
  return id.valid() && f[id].kind == Kind::SequenceSize;
}

bool never_negative(const Function& f, ValueId value, const OuterTrips& outer) {
  if (is_unsigned(f[value].type.element) || is_size(f, value) || outer.contains(value)) return true;
  const auto extent = extent_of(f, value);
  return extent && extent->never_negative();
}

constexpr int kDeepest = 8;  // sums of sums

// The magnitude of a value is at most 2 to that.
int bits(const Function& f, ValueId value, const OuterTrips& outer, int depth = 0) {
  const ElementType element = f[value].type.element;
  const int most = bits_of(element);
  if (const auto trip = outer.find(value); trip != outer.end()) return trip->second;
  if (const auto known = known_integer(f, value)) {
    if (*known == std::numeric_limits<std::int64_t>::min()) return 64;
    if (is_unsigned(element) && *known < 0) return 64;
    return std::bit_width(static_cast<std::uint64_t>(*known < 0 ? -*known : *known));
  }
  const OpId id = f[value].op;
  if (!id.valid()) return most;
  const Op& op = f[id];
  if (is_size(f, value) || (op.kind == Kind::ExtentValue && never_negative(f, value, outer)))
    return std::min(most, kExtentBits);
  if (op.kind == Kind::Astype && is_integer(f[op.operands[0]].type.element)) {
    const bool wraps = is_unsigned(element) && !never_negative(f, op.operands[0], outer);
    return wraps ? most : std::min(most, bits(f, op.operands[0], outer, depth));
  }
  if (op.kind == Kind::Maximum && depth < kDeepest)
    return std::min(most, std::max(bits(f, op.operands[0], outer, depth + 1), bits(f, op.operands[1], outer, depth + 1)));
  if ((op.kind == Kind::Add || op.kind == Kind::Subtract) && !is_unsigned(element) && depth < kDeepest)
    return std::min(most, 1 + std::max(bits(f, op.operands[0], outer, depth + 1), bits(f, op.operands[1], outer, depth + 1)));
  return most;
}

class TripCounter {
 public:
  TripCounter(Builder& b, const Counting& c)
      : b_(b), c_(c), up_(c.step > 0), by_(up_ ? c.step : -c.step),
        reached_(c.comparison == Kind::LessEqual || c.comparison == Kind::GreaterEqual), outer_(*c.outer) {}

  Trips run() {
    if (c_.comparison == Kind::NotEqual) return difference();
    start_ = widened(c_.start);
    bound_ = widened(c_.bound);
    if (reached_ && is_narrow(start_) && is_narrow(bound_)) {
      start_ = as(start_, ElementType::i64);
      bound_ = as(bound_, ElementType::i64);
    }
    if (reached_ && next_exists()) {
      bound_ = make(up_ ? Kind::Add : Kind::Subtract, {bound_, number(bound_, 1)});
      reached_ = false;
    }
    const bool is_signed = !is_unsigned(b_.type(start_).element);
    const bool narrow = is_narrow(start_) && is_narrow(bound_);
    if (is_signed && !reached_ && (narrow || (by_ == 1 && from_zero()))) {
      ValueId n = up_ ? make(Kind::Subtract, {bound_, start_}) : make(Kind::Subtract, {start_, bound_});
      if (by_ == 1) return {n, make(Kind::Maximum, {n, number(n, 0)})};
      // Division of what is not negative is an extent.
      n = make(Kind::Maximum, {make(Kind::Add, {n, number(n, by_ - 1)}), number(n, 0)});
      n = make(Kind::Quotient, {n, number(n, by_)});
      return {n, n};
    }
    return clamped();
  }

 private:
  ValueId make(Kind kind, const std::vector<ValueId>& x, const Attributes& with = {}) {
    return make_simplified(b_, kind, x, with);
  }
  ValueId number(ValueId like, std::int64_t value) { return b_.constant_integer(b_.type(like).element, value); }
  ValueId as(ValueId x, ElementType to) { return make(Kind::Astype, {x}, {{"to", to}}); }
  ValueId widened(ValueId x) { return bytes(b_.type(x).element) == 8 ? x : as(x, ElementType::i64); }
  bool is_narrow(ValueId x) const { return bits(b_.function(), x, outer_) <= kNarrow; }
  bool is_zero(ValueId x) const { return known_integer(b_.function(), x) == 0; }
  bool from_zero() const { return is_zero(up_ ? start_ : bound_); }

  // Whether the bound has a neighbour on the far side, so that <= is < of that.
  bool next_exists() const {
    if (up_ || !is_unsigned(b_.type(bound_).element)) return is_narrow(bound_);
    const auto known = known_integer(b_.function(), bound_);
    return known && *known > 0;
  }

  // trips = bound - start, in the width of the induction value and without sign
  Trips difference() {
    const ElementType element = c_.induction;
    const ValueId start = as(c_.start, element), bound = as(c_.bound, element);
    ValueId n = up_ ? make(Kind::Subtract, {bound, start}) : make(Kind::Subtract, {start, bound});
    if (bytes(element) == 4) {
      n = as(as(n, ElementType::u32), ElementType::i64);
      return {n, n};
    }
    n = as(n, ElementType::i64);
    if (is_narrow(start) && is_narrow(bound) && never_negative(b_.function(), n, outer_)) return {n, n};
    return {n, make(Kind::Maximum, {n, number(n, 0)}), true};
  }

  // Where a difference may not be an i64: that of start and what the bound is beyond it.
  Trips clamped() {
    const bool is_signed = !is_unsigned(b_.type(start_).element);
    const ValueId reach = !is_signed && up_ && is_zero(start_)
                              ? bound_
                              : make(up_ ? Kind::Maximum : Kind::Minimum, {bound_, start_});
    ValueId d = up_ ? make(Kind::Subtract, {reach, start_}) : make(Kind::Subtract, {start_, reach});
    const bool exact = fits();
    ValueId n;
    if (by_ == 1) {
      n = as(d, ElementType::i64);
      if (!exact) n = most_where_negative(n);
    } else {
      if (!exact) d = as(d, ElementType::u64);
      const ValueId by = number(d, by_);
      n = make(Kind::Quotient, {d, by});
      if (!reached_)
        n = make(Kind::Add, {n, make(Kind::Minimum, {make(Kind::Modulo, {d, by}), number(d, 1)})});
      n = as(n, ElementType::i64);
    }
    if (reached_) {
      const ValueId whole = make(Kind::Add, {make(Kind::Minimum, {n, number(n, kMost - 1)}), number(n, 1)});
      n = make(Kind::Where, {make(c_.comparison, {c_.start, c_.bound}), whole, number(n, 0)});
    }
    return {n, n};
  }

  // Whether that difference is an i64.
  bool fits() const {
    if (is_unsigned(b_.type(start_).element)) return is_narrow(up_ ? bound_ : start_);
    if (is_narrow(start_) && is_narrow(bound_)) return true;
    const ValueId low = up_ ? start_ : bound_, high = up_ ? bound_ : start_;
    const auto known = known_integer(b_.function(), high);
    return never_negative(b_.function(), low, outer_) || (known && *known < 0);
  }

  ValueId most_where_negative(ValueId n) {
    return make(Kind::Where, {make(Kind::Less, {n, number(n, 0)}), number(n, kMost), n});
  }

  Builder& b_;
  const Counting& c_;
  bool up_;
  std::int64_t by_;
  bool reached_;  // a trip is made at the bound itself
  const OuterTrips& outer_;
  ValueId start_, bound_;
};

}  // namespace

ValueId make_simplified(Builder& b, Kind kind, const std::vector<ValueId>& x, const Attributes& attributes) {
  return simplify::Candidate{b, kind, x, attributes}.make(kind, x, attributes);
}

bool is_countable(const Function& function, const Counting& c) {
  const bool up = c.step > 0;
  const std::int64_t by = up ? c.step : -c.step;
  if (c.comparison == Kind::NotEqual) return by == 1;
  const bool rises = c.comparison == Kind::Less || c.comparison == Kind::LessEqual;
  if (rises != up) return false;
  if (by == 1 || !is_unsigned(c.induction)) return true;
  // Past the end of the range it would come round and go on.
  const auto bound = known_integer(function, c.bound);
  if (!bound || *bound < 0) return false;
  const bool reached = c.comparison == Kind::LessEqual || c.comparison == Kind::GreaterEqual;
  if (!up) return *bound >= by - (reached ? 0 : 1);
  return *bound <= (c.induction == ElementType::u32 ? std::numeric_limits<std::uint32_t>::max() : kMost) - by;
}

Trips count_trips(Builder& b, const Counting& c) { return TripCounter(b, c).run(); }

int trip_bits(const Function& function, ValueId trips, const OuterTrips& outer) { return bits(function, trips, outer); }

ValueId after_trips(Builder& b, ValueId start, ValueId trips, std::int64_t step) {
  const ElementType element = b.type(start).element;
  const ValueId n = make_simplified(b, Kind::Astype, {trips}, {{"to", element}});
  if (step < 0) {
    const ValueId back = make_simplified(b, Kind::Multiply, {n, b.constant_integer(element, -step)});
    return make_simplified(b, Kind::Subtract, {start, back});
  }
  const ValueId on = make_simplified(b, Kind::Multiply, {n, b.constant_integer(element, step)});
  return make_simplified(b, Kind::Add, {start, on});
}

}  // namespace ir
