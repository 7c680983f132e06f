#include "model.h"

gradc::Vector<double> hares(const gradc::Vector<double>& rates, double first_hares, double first_lynxes, double step,
                            std::int64_t steps) {
  gradc::Vector<double> course = gradc::zeros<double>({steps});
  double h = first_hares, l = first_lynxes;
  for (std::int64_t i = 0; i < steps; ++i) {
    const double dh = rates(0) * h - rates(1) * h * l, dl = rates(2) * h * l - rates(3) * l;
    const double h1 = h + step * dh, l1 = l + step * dl;
    h += 0.5 * step * (dh + rates(0) * h1 - rates(1) * h1 * l1);
    l += 0.5 * step * (dl + rates(2) * h1 * l1 - rates(3) * l1);
    course(i) = h;
  }
  return course;
}

Readings readings(const gradc::Vector<double>& ring, double conductivity, std::int64_t steps) {
  gradc::Vector<double> now = ring;
  for (std::int64_t k = 0; k < steps; ++k)
    now = now + conductivity * (gradc::roll(now, {1}, {0}) + gradc::roll(now, {-1}, {0}) - 2.0 * now);
  return {now(0), now(now.size() / 2)};
}
