#include "ir/passes/analysis/trip_place.h"

#include <optional>
#include <string>

namespace ir {
namespace {

// The size of a number whose sign is known.
std::optional<Extent> magnitude(const Extent& number) {
  if (number.never_negative()) return number;
  return (Extent(0) - number).never_negative() ? std::optional(Extent(0) - number) : std::nullopt;
}

}  // namespace

TripPlace sum(const TripPlace& a, const TripPlace& b, const Extent& factor) {
  TripPlace out{a.at + b.at * factor, a.step + b.step * factor, a.inside};
  for (const auto& [trip, inside] : b.inside) {
    const auto found = out.inside.try_emplace(trip, TripPlace::Inside{0, inside.trips}).first;
    found->second.times = found->second.times + inside.times * factor;
    if (found->second.times == Extent(0)) out.inside.erase(found);
  }
  return out;
}

bool is_apart(const TripPlace& place) {
  std::map<std::string, Extent> at_least_one;
  for (const auto& [trip, inside] : place.inside)
    if (const auto symbol = inside.trips.as_symbol()) at_least_one.emplace(*symbol, Extent::symbol("trips." + *symbol) + 1);
  const auto step = magnitude(place.step.substitute(at_least_one));
  if (!step) return false;
  Extent left = *step - 1;
  for (const auto& [trip, inside] : place.inside) {
    const auto times = magnitude(inside.times.substitute(at_least_one));
    if (!times) return false;
    left = left - *times * (inside.trips.substitute(at_least_one) - 1);
  }
  return left.never_negative();
}

}  // namespace ir
