#include "signals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace signals {

double equalised(const std::vector<Biquad>& sections, const Samples& in) {
  auto chain = sections;
  double energy = 0;
  for (double x : in) {
    for (auto& section : chain) x = section.process(x);
    energy += x * x;
  }
  return energy;
}

// In place, of a power of two values.
static void fft(std::vector<double>& re, std::vector<double>& im) {
  const std::size_t n = re.size();
  if (n == 0 || (n & (n - 1)) != 0) throw std::invalid_argument("fft: the size must be a power of two");
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      std::swap(re[i], re[j]);
      std::swap(im[i], im[j]);
    }
  }
  for (std::size_t len = 2; len <= n; len <<= 1) {
    const double angle = -2 * M_PI / static_cast<double>(len), wr = std::cos(angle), wi = std::sin(angle);
    for (std::size_t i = 0; i < n; i += len) {
      double cr = 1, ci = 0;
      for (std::size_t k = 0; k < len / 2; ++k) {
        const double ur = re[i + k], ui = im[i + k];
        const double vr = re[i + k + len / 2] * cr - im[i + k + len / 2] * ci;
        const double vi = re[i + k + len / 2] * ci + im[i + k + len / 2] * cr;
        re[i + k] = ur + vr;
        im[i + k] = ui + vi;
        re[i + k + len / 2] = ur - vr;
        im[i + k + len / 2] = ui - vi;
        const double next = cr * wr - ci * wi;
        ci = cr * wi + ci * wr;
        cr = next;
      }
    }
  }
}

double spectrum(const Samples& x) {
  std::vector<double> re(x), im(x.size());
  fft(re, im);
  double s = 0;
  for (std::size_t k = 0; k < re.size(); ++k) s += std::log1p(re[k] * re[k] + im[k] * im[k]) * (k + 1);
  return s;
}

class Pid {
 public:
  Pid(const PidGains& gains, double dt, double limit) : gains_(gains), dt_(dt), limit_(limit) {}
  double update(double error) {
    integral_ = std::clamp(integral_ + error * dt_, -limit_, limit_);
    const double derivative = first_ ? 0.0 : (error - last_) / dt_;
    first_ = false;
    last_ = error;
    return gains_.kp * error + gains_.ki * integral_ + gains_.kd * derivative;
  }

 private:
  PidGains gains_;
  double dt_, limit_, integral_ = 0, last_ = 0;
  bool first_ = true;
};

double pid(const PidGains& gains, double setpoint, double mass, int steps) {
  constexpr double dt = 0.1;
  Pid controller(gains, dt, 2.0);
  double x = 0, v = 0, cost = 0;
  for (int k = 0; k < steps; ++k) {
    const double u = std::max(-5.0, std::min(5.0, controller.update(setpoint - x)));
    v += dt * (u / mass - 0.3 * v);
    x += dt * v;
    cost += (setpoint - x) * (setpoint - x) * dt + 1e-3 * u * u;
  }
  return cost;
}

template <std::size_t R, std::size_t C>
struct Mat {
  std::array<std::array<double, C>, R> m{};
  std::array<double, C>& operator[](std::size_t i) { return m[i]; }
  const std::array<double, C>& operator[](std::size_t i) const { return m[i]; }
  static Mat identity() {
    Mat r;
    for (std::size_t i = 0; i < std::min(R, C); ++i) r[i][i] = 1;
    return r;
  }
  Mat<C, R> t() const {
    Mat<C, R> r;
    for (std::size_t i = 0; i < R; ++i)
      for (std::size_t j = 0; j < C; ++j) r[j][i] = m[i][j];
    return r;
  }
  friend Mat operator+(Mat a, const Mat& b) { return a += b; }
  Mat& operator+=(const Mat& b) {
    for (std::size_t i = 0; i < R; ++i)
      for (std::size_t j = 0; j < C; ++j) m[i][j] += b[i][j];
    return *this;
  }
  Mat operator-() const {
    Mat r;
    for (std::size_t i = 0; i < R; ++i)
      for (std::size_t j = 0; j < C; ++j) r[i][j] = -m[i][j];
    return r;
  }
};
template <std::size_t R, std::size_t K, std::size_t C>
Mat<R, C> operator*(const Mat<R, K>& a, const Mat<K, C>& b) {
  Mat<R, C> r;
  for (std::size_t i = 0; i < R; ++i)
    for (std::size_t j = 0; j < C; ++j)
      for (std::size_t k = 0; k < K; ++k) r[i][j] += a[i][k] * b[k][j];
  return r;
}

double tracked(const Samples& z, double q, double r, double dt) {
  Mat<2, 1> x;
  Mat<2, 2> P = Mat<2, 2>::identity(), F = Mat<2, 2>::identity(), Q;
  F[0][1] = dt;
  Q[0][0] = q * dt * dt * dt / 3;
  Q[0][1] = Q[1][0] = q * dt * dt / 2;
  Q[1][1] = q * dt;
  Mat<1, 2> H;
  H[0][0] = 1;
  double likelihood = 0;
  for (double measured : z) {
    x = F * x;
    P = F * P * F.t() + Q;
    const double innovation = measured - (H * x)[0][0], s = (H * P * H.t())[0][0] + r;
    Mat<2, 1> K = P * H.t();
    for (auto& row : K.m) row[0] /= s;
    for (std::size_t i = 0; i < 2; ++i) x[i][0] += K[i][0] * innovation;
    P = (Mat<2, 2>::identity() + -(K * H)) * P;
    likelihood -= 0.5 * (std::log(2 * M_PI * s) + innovation * innovation / s);
  }
  return likelihood;
}

static double soft_min(double gamma, std::initializer_list<double> values) {
  const double least = std::min(values);
  double sum = 0;
  for (double v : values) sum += std::exp(-(v - least) / gamma);
  return least - gamma * std::log(sum);
}

double soft_dtw(const Samples& a, const Samples& b, double gamma) {
  std::vector<std::vector<double>> d(a.size() + 1, std::vector<double>(b.size() + 1, 1e10));
  d[0][0] = 0;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const double miss = a[i - 1] - b[j - 1];
      d[i][j] = miss * miss + soft_min(gamma, {d[i - 1][j], d[i][j - 1], d[i - 1][j - 1]});
    }
  return d[a.size()][b.size()];
}

class DelayLine {
 public:
  explicit DelayLine(std::size_t length) : buffer_(length) {}
  double read() const { return buffer_[at_]; }
  void write(double x) {
    buffer_[at_] = x;
    at_ = (at_ + 1) % buffer_.size();
  }

 private:
  std::vector<double> buffer_;
  std::size_t at_ = 0;
};

double delayed(const Samples& x, double feedback, double mix) {
  DelayLine line(3);
  double peak = 0;
  for (const double in : x) {
    const double wet = line.read();
    line.write(in + feedback * wet);
    const double out = (1 - mix) * in + mix * wet;
    if (std::fabs(out) > peak) peak = std::fabs(out);
  }
  return peak;
}

}  // namespace signals
