#include "model.h"

#include <cmath>
#include <limits>

Solution solve_kepler(double mean_anomaly, double eccentricity, double tolerance) {
  constexpr int kMostTrips = 50;
  Solution now{mean_anomaly, 0};
  while (now.trips < kMostTrips) {
    const double remains = now.anomaly - eccentricity * std::sin(now.anomaly) - mean_anomaly;
    const double step = remains / (1 - eccentricity * std::cos(now.anomaly));
    now.anomaly -= step;
    ++now.trips;
    if (std::fabs(step) <= tolerance) return now;
  }
  return now;
}

double misfit(const Orbit& orbit, const gradc::Vector<double>& times, const gradc::Vector<double>& distances,
              double tolerance) {
  if (orbit.eccentricity < 0 || orbit.eccentricity >= 1) return std::numeric_limits<double>::infinity();
  const double speed = 1 / std::sqrt(orbit.size * orbit.size * orbit.size);  // Kepler's third law
  double sum = 0;
  for (std::int64_t i = 0; i < times.size(); ++i) {
    const Solution solution = solve_kepler(orbit.phase + speed * times(i), orbit.eccentricity, tolerance);
    const double distance = orbit.size * (1 - orbit.eccentricity * std::cos(solution.anomaly));
    const double miss = distance - distances(i);
    sum += miss * miss;
  }
  return sum / static_cast<double>(times.size());
}
