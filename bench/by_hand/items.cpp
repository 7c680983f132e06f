#include "by_hand/items.h"

#include <cmath>

#include <gradc/vector_math.h>

namespace by_hand {

// The Greeks in closed form: N(a) by spot, -exp(-r t) N(b) by strike, and so on.
void call_option(const gradc::Vector<double>& spots, const gradc::Vector<double>& strikes, const gradc::Vector<double>& times, double rate,
                 double volatility, Greeks& out) {
  const std::int64_t n = spots.size();
  for (auto* member : {&out.value, &out.spot, &out.strike, &out.time}) member->resize({n});
  const double *__restrict spot = spots.data(), *__restrict strike = strikes.data(), *__restrict time = times.data();
  double *__restrict value = out.value.data(), *__restrict d_spot = out.spot.data(), *__restrict d_strike = out.strike.data(),
                     *__restrict d_time = out.time.data();
  double d_rate = 0, d_volatility = 0;
#pragma omp simd reduction(+ : d_rate, d_volatility)
  for (std::int64_t i = 0; i < n; ++i) {
    const double root = std::sqrt(time[i]), spread = volatility * root;
    const double a = (gradc::vector_math::log(spot[i] / strike[i]) + (rate + volatility * volatility / 2) * time[i]) / spread, b = a - spread;
    const double n_a = 0.5 * gradc::vector_math::erfc(a * -0.7071067811865476), n_b = 0.5 * gradc::vector_math::erfc(b * -0.7071067811865476);
    const double discount = gradc::vector_math::exp(-rate * time[i]), now = strike[i] * discount;
    const double density = spot[i] * gradc::vector_math::exp(-0.5 * a * a) * 0.3989422804014327;
    value[i] = spot[i] * n_a - now * n_b;
    d_spot[i] = n_a;
    d_strike[i] = -discount * n_b;
    d_time[i] = density * volatility / (2 * root) + rate * now * n_b;
    d_rate += now * time[i] * n_b;
    d_volatility += density * root;
  }
  out.rate = d_rate;
  out.volatility = d_volatility;
}

void reprojection(const gradc::Matrix<double>& cameras, const gradc::Matrix<double>& points, const gradc::Matrix<double>& seen, Blocks& out) {
  const std::int64_t n = points.extent(0);
  out.value.resize({n, 2});
  out.camera.resize({n, 2, 9});
  out.point.resize({n, 2, 3});
  for (std::int64_t i = 0; i < n; ++i) {
    const double *c = cameras.data() + 9 * i, *p = points.data() + 3 * i, *s = seen.data() + 2 * i;
    const double x = p[0] + c[1] * p[2] - c[2] * p[1] + c[3];
    const double y = p[1] + c[2] * p[0] - c[0] * p[2] + c[4];
    const double z = p[2] + c[0] * p[1] - c[1] * p[0] + c[5];
    const double u = -x / z, v = -y / z, r = u * u + v * v;
    const double distortion = 1 + r * (c[7] + r * c[8]), slope = c[7] + 2 * r * c[8];
    const double scale = c[6] * distortion;
    out.value.data()[2 * i] = scale * u - s[0];
    out.value.data()[2 * i + 1] = scale * v - s[1];
    // By u and v, then by x, y and z.
    const double uu = scale + 2 * c[6] * slope * u * u, uv = 2 * c[6] * slope * u * v, vv = scale + 2 * c[6] * slope * v * v;
    const double w = -1 / z;
    const double by[2][3] = {{uu * w, uv * w, (uu * u + uv * v) * w}, {uv * w, vv * w, (uv * u + vv * v) * w}};
    for (int row = 0; row < 2; ++row) {
      const double* d = by[row];
      const double at = row == 0 ? u : v;
      double* camera = out.camera.data() + 18 * i + 9 * row;
      camera[0] = d[2] * p[1] - d[1] * p[2];
      camera[1] = d[0] * p[2] - d[2] * p[0];
      camera[2] = d[1] * p[0] - d[0] * p[1];
      camera[3] = d[0], camera[4] = d[1], camera[5] = d[2];
      camera[6] = distortion * at, camera[7] = c[6] * r * at, camera[8] = c[6] * r * r * at;
      double* point = out.point.data() + 6 * i + 3 * row;
      point[0] = d[0] + d[1] * c[2] - d[2] * c[1];
      point[1] = d[1] - d[0] * c[2] + d[2] * c[0];
      point[2] = d[2] + d[0] * c[1] - d[1] * c[0];
    }
  }
}

}  // namespace by_hand
