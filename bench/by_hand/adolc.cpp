#include "by_hand/adolc.h"

#include <adolc/adolc.h>

#include <vector>

namespace by_adolc {
namespace {

// The value of f, and its gradient by x. ADOL-C has room in memory for some operations and what they read, and a file for more:
// so much more room for those that need it, which the others are slower with.
enum class Room { kDefault, kLarge };
template <class F>
double recorded(std::int64_t n, const double* x, double* d_x, Room room, F f) {
  constexpr short kTape = 1;
  constexpr std::size_t kLarge = std::size_t{1} << 22;
  std::vector<adouble> inputs(static_cast<std::size_t>(n));
  double value = 0;
  if (room == Room::kLarge)
    trace_on(kTape, 0, kLarge, 2 * kLarge, kLarge, kLarge);
  else
    trace_on(kTape);
  for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] <<= x[i];
  adouble result = f(inputs);
  result >>= value;
  trace_off();
  gradient(kTape, static_cast<int>(n), const_cast<double*>(x), d_x);
  return value;
}

}  // namespace

double log_sum_exp(const gradbench::Vector& x, gradbench::Vector& d_x) {
  d_x.resize(x.shape());
  return recorded(x.size(), x.data(), d_x.data(), Room::kDefault, [](const std::vector<adouble>& values) {
    adouble most = values[0], sum = 0;
    for (const adouble& value : values)
      if (value > most) most = value;
    for (const adouble& value : values) sum += exp(value - most);
    return adouble(log(sum) + most);
  });
}

double least_squares(const gradbench::Matrix& x, const gradbench::Vector& y, const gradbench::Vector& beta,
                     gradbench::Vector& d_beta) {
  d_beta.resize(beta.shape());
  return recorded(beta.size(), beta.data(), d_beta.data(), Room::kDefault, [&](const std::vector<adouble>& values) {
    adouble sum = 0;
    for (std::int64_t i = 0; i < x.extent(0); ++i) {
      adouble miss = -y(i);
      for (std::int64_t j = 0; j < x.extent(1); ++j) miss += x(i, j) * values[static_cast<std::size_t>(j)];
      sum += miss * miss;
    }
    return sum;
  });
}

double k_means(const gradbench::Matrix& points, const gradbench::Matrix& centres, gradbench::Matrix& d_centres) {
  d_centres.resize(centres.shape());
  return recorded(centres.size(), centres.data(), d_centres.data(), Room::kLarge, [&](const std::vector<adouble>& values) {
    adouble sum = 0;
    for (std::int64_t i = 0; i < points.extent(0); ++i) {
      adouble least = 0;
      for (std::int64_t k = 0; k < centres.extent(0); ++k) {
        adouble distance = 0;
        for (std::int64_t j = 0; j < points.extent(1); ++j) {
          const adouble d = points(i, j) - values[static_cast<std::size_t>(k * centres.extent(1) + j)];
          distance += d * d;
        }
        if (k == 0 || distance < least) least = distance;
      }
      sum += least;
    }
    return sum;
  });
}

double ode(const gradbench::Vector& x, std::int64_t steps, gradbench::Vector& d_x) {
  d_x.resize(x.shape());
  return recorded(x.size(), x.data(), d_x.data(), Room::kLarge, [&](const std::vector<adouble>& values) {
    const std::size_t n = values.size();
    const double h = 2.0 / static_cast<double>(steps);
    std::vector<adouble> y(n), k1(n), k2(n), k3(n), k4(n), middle(n);
    const auto slope = [&](const std::vector<adouble>& at, std::vector<adouble>& out) {
      out[0] = values[0];
      for (std::size_t i = 1; i < n; ++i) out[i] = values[i] * at[i - 1];
    };
    for (adouble& value : y) value = 0;
    for (std::int64_t step = 0; step < steps; ++step) {
      slope(y, k1);
      for (std::size_t i = 0; i < n; ++i) middle[i] = y[i] + h * k1[i] / 2;
      slope(middle, k2);
      for (std::size_t i = 0; i < n; ++i) middle[i] = y[i] + h * k2[i] / 2;
      slope(middle, k3);
      for (std::size_t i = 0; i < n; ++i) middle[i] = y[i] + h * k3[i];
      slope(middle, k4);
      for (std::size_t i = 0; i < n; ++i) y[i] += h * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) / 6;
    }
    return y[n - 1];
  });
}

}  // namespace by_adolc
