#include "ir/passes/memory/cuts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace ir {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::size_t kMostPlaces = 1200;
constexpr int kBounds = 48;

}  // namespace

Cuts::Cuts(std::vector<Piece> pieces, std::size_t ops) : pieces_(std::move(pieces)), ops_(ops) {
  find_places();
  for (std::size_t i = 0; i < places_.size(); ++i) between_.push_back(costs_from(i));
}

// Of neighbours, where there are too many, the one that the least crosses.
void Cuts::find_places() {
  std::vector<double> change(ops_ + 2), weight(ops_ + 1);
  for (const Piece& piece : pieces_) {
    if (piece.last_read <= piece.made) continue;
    change[piece.made + 1] += piece.bytes;
    change[piece.last_read + 1] -= piece.bytes;
  }
  for (std::size_t p = 1; p <= ops_; ++p) weight[p] = weight[p - 1] + change[p];
  const std::size_t stride = (ops_ + kMostPlaces - 1) / kMostPlaces;
  places_ = {0};
  for (std::size_t first = 1; first < ops_; first += stride) {
    const auto begin = weight.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = weight.begin() + static_cast<std::ptrdiff_t>(std::min(first + stride, ops_));
    places_.push_back(static_cast<std::size_t>(std::min_element(begin, end) - weight.begin()));
  }
  places_.push_back(ops_);
}

std::vector<Cuts::Between> Cuts::costs_from(std::size_t first) const {
  std::vector<Between> out(places_.size());
  std::map<std::size_t, std::pair<double, double>> ending;  // by the last place of reading: bytes, and wanted ones
  double crossing = 0, crossing_wanted = 0, wanted = 0;
  auto piece = std::lower_bound(pieces_.begin(), pieces_.end(), places_[first],
                                [](const Piece& p, std::size_t place) { return p.made < place; });
  for (std::size_t c = first + 1; c < places_.size(); ++c) {
    for (; piece != pieces_.end() && piece->made < places_[c]; ++piece) {
      const double read = piece->wanted ? piece->bytes : 0;
      wanted += read;
      if (piece->last_read <= piece->made) continue;
      crossing += piece->bytes;
      crossing_wanted += read;
      auto& end = ending[piece->last_read];
      end.first += piece->bytes;
      end.second += read;
    }
    while (!ending.empty() && ending.begin()->first < places_[c]) {
      crossing -= ending.begin()->second.first;
      crossing_wanted -= ending.begin()->second.second;
      ending.erase(ending.begin());
    }
    const bool is_end = c + 1 == places_.size();
    out[c] = {is_end ? 0 : crossing, is_end ? wanted : wanted - crossing_wanted};
  }
  return out;
}

std::vector<std::size_t> Cuts::Path::to(std::size_t cut) const {
  std::vector<std::size_t> cuts;
  if (kept[cut] == kNever) return cuts;
  for (std::size_t c = from[cut]; c != 0; c = from[c]) cuts.push_back(c);
  std::reverse(cuts.begin(), cuts.end());
  return cuts;
}

Cuts::Path Cuts::shortest(double bound) const {
  const std::size_t n = places_.size();
  Path path{std::vector<std::size_t>(n, 0), std::vector<double>(n, kNever)};
  path.kept[0] = 0;
  for (std::size_t c = 1; c < n; ++c)
    for (std::size_t b = 0; b < c; ++b)
      if (between_[b][c].inside <= bound && path.kept[b] + between_[b][c].kept < path.kept[c]) {
        path.kept[c] = path.kept[b] + between_[b][c].kept;
        path.from[c] = b;
      }
  return path;
}

// The most that the adjoint of one segment reads.
double Cuts::most(const std::vector<std::size_t>& cuts) const {
  double most = 0;
  std::size_t before = 0;
  for (std::size_t c : cuts) {
    most = std::max(most, between_[before][c].inside);
    before = c;
  }
  return std::max(most, between_[before].back().inside);
}

// From all down to a hundredth of a percent of it.
double Cuts::bound(int step) const { return all() * std::pow(1e-4, static_cast<double>(step) / (kBounds - 1)); }

Cuts::Plan Cuts::plan(const std::vector<std::size_t>& cuts, double peak) const {
  Plan plan{{}, peak};
  for (std::size_t c : cuts) plan.places.push_back(places_[c]);
  return plan;
}

Cuts::Plan Cuts::of_least_peak() const {
  Plan best{{}, all()};
  for (int step = 0; step < kBounds; ++step) {
    const Path path = shortest(bound(step));
    const std::vector<std::size_t> cuts = path.to(places_.size() - 1);
    const double peak = path.kept.back() + most(cuts);
    if (peak < best.peak * (1 - 1e-9)) best = plan(cuts, peak);
  }
  return best;
}

// Of all that is computed before the last cut, that cut first behind which the rest may stay.
Cuts::Plan Cuts::within(double bytes) const {
  const std::size_t n = places_.size();
  std::size_t earliest = n;
  Plan best{{}, all()};
  for (int step = 0; step < kBounds && all() > bytes; ++step) {
    const Path path = shortest(bound(step));
    for (std::size_t c = 1; c + 1 < n && c < earliest; ++c) {
      if (path.kept[c] + std::max(bound(step), between_[c].back().inside) > bytes) continue;
      std::vector<std::size_t> cuts = path.to(c);
      cuts.push_back(c);
      best = plan(cuts, path.kept[c] + most(cuts));
      earliest = c;
    }
  }
  return best;
}

}  // namespace ir
