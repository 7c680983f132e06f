#include "vision.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <tuple>

namespace vision {

// q = exp(w) p, with the first terms of the series where the angle is small.
template <typename T>
void rotate_point(const T* w, const T* p, T* q) {
  const T angle2 = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
  const T cross[3] = {w[1] * p[2] - w[2] * p[1], w[2] * p[0] - w[0] * p[2], w[0] * p[1] - w[1] * p[0]};
  T c = T(1), a = T(1), b = T(0.5);
  if (angle2 > std::numeric_limits<T>::epsilon()) {
    const T angle = std::sqrt(angle2);
    c = std::cos(angle);
    a = std::sin(angle) / angle;
    b = (T(1) - c) / angle2;
  }
  const T along = b * (w[0] * p[0] + w[1] * p[1] + w[2] * p[2]);
  for (int i = 0; i < 3; ++i) q[i] = c * p[i] + a * cross[i] + along * w[i];
}

// The residual of one observation, as a solver of least squares calls it.
class PinholeCost {
 public:
  PinholeCost(double u, double v) : u_(u), v_(v) {}

  // camera: rotation, translation, focal length and two coefficients of the lens
  template <typename T>
  bool operator()(const T* const camera, const T* const point, T* residual) const {
    T local[3];
    rotate_point(camera, point, local);
    for (int i = 0; i < 3; ++i) local[i] += camera[3 + i];
    if (local[2] == T(0)) return false;
    const T x = local[0] / local[2], y = local[1] / local[2], r2 = x * x + y * y;
    const T& focal = camera[6];
    const T scale = focal * (T(1) + camera[7] * r2 + camera[8] * r2 * r2);
    residual[0] = scale * x - T(u_);
    residual[1] = scale * y - T(v_);
    return true;
  }

 private:
  double u_, v_;
};

double bundle(const std::vector<double>& cameras, const std::vector<double>& points,
              const std::vector<Observation>& seen) {
  double cost = 0;
  for (const Observation& o : seen) {
    double residuals[2];
    const PinholeCost error(o.u, o.v);
    if (!error(&cameras[9 * o.camera], &points[3 * o.point], residuals)) continue;
    cost += 0.5 * (residuals[0] * residuals[0] + residuals[1] * residuals[1]);
  }
  return cost;
}

template <typename T>
inline T wrapped(const T& angle) {
  const T turn = T(2 * M_PI);
  return angle - turn * std::floor(angle / turn + T(0.5));
}

double pose_graph(const std::vector<Pose2>& poses, const std::vector<Edge>& edges) {
  double total = 0;
  for (const auto& [from, to, measured] : edges) {
    const Pose2 &a = poses[from], &b = poses[to];
    const double c = std::cos(a.yaw), s = std::sin(a.yaw), dx = b.x - a.x, dy = b.y - a.y;
    const std::array<double, 3> r{c * dx + s * dy - measured.x, -s * dx + c * dy - measured.y,
                                  wrapped(b.yaw - a.yaw - measured.yaw)};
    for (double e : r) total += std::log1p(e * e);
  }
  return total;
}

double bilinear(const Image& im, double x, double y) {
  const int x0 = std::clamp(static_cast<int>(std::floor(x)), 0, im.width() - 2);
  const int y0 = std::clamp(static_cast<int>(std::floor(y)), 0, im.height() - 2);
  const double a = x - x0, b = y - y0;
  return (1 - a) * (1 - b) * im.at(x0, y0) + a * (1 - b) * im.at(x0 + 1, y0) +
         (1 - a) * b * im.at(x0, y0 + 1) + a * b * im.at(x0 + 1, y0 + 1);
}

double photometric(const Image& image, const Pose2& warp, const std::vector<double>& reference) {
  double sum = 0;
  auto expected = reference.begin();
  for (int y = 1; y < image.height() - 1; ++y)
    for (int x = 1; x < image.width() - 1 && expected != reference.end(); ++x, ++expected) {
      const double u = std::cos(warp.yaw) * x - std::sin(warp.yaw) * y + warp.x;
      const double v = std::sin(warp.yaw) * x + std::cos(warp.yaw) * y + warp.y;
      const double r = bilinear(image, u, v) - *expected;
      sum += r * r;
    }
  return sum;
}

double homography_error(const std::array<std::array<double, 3>, 3>& h,
                        const std::vector<std::array<double, 4>>& pairs) {
  auto apply = [&h](double x, double y) {
    std::array<double, 3> p{};
    for (std::size_t i = 0; i < 3; ++i) p[i] = h[i][0] * x + h[i][1] * y + h[i][2];
    if (p[2] == 0) throw std::domain_error("point at infinity");
    return std::make_pair(p[0] / p[2], p[1] / p[2]);
  };
  double e = 0;
  for (const auto& m : pairs) {
    const auto [u, v] = apply(m[0], m[1]);
    e += std::hypot(u - m[2], v - m[3]);
  }
  return e;
}

class Camera {
 public:
  virtual ~Camera() = default;
  virtual std::pair<double, double> project(double x, double y) const { return {fx_ * x, fx_ * y}; }

 protected:
  explicit Camera(double fx) : fx_(fx) {}
  double fx_;
};

class RadialCamera final : public Camera {
 public:
  RadialCamera(double fx, double k1, double k2) : Camera(fx), k_{k1, k2} {}
  std::pair<double, double> project(double x, double y) const override {
    const double r2 = x * x + y * y;
    double d = 1, power = r2;
    for (double k : k_) {
      d += k * power;
      power *= r2;
    }
    return Camera::project(d * x, d * y);
  }

 private:
  std::array<double, 2> k_;
};

double distorted(double fx, double k1, double k2, double x, double y) {
  const RadialCamera camera(fx, k1, k2);
  const Camera& base = camera;
  double u, v;
  std::tie(u, v) = base.project(x, y);
  return std::fma(u, u, v * v);
}

struct CircleCost {
  const double px, py;
  template <typename T>
  bool operator()(const T* const centre, const T* const root, T* residual) const {
    const T radius = root[0] * root[0], dx = centre[0] - px, dy = centre[1] - py;
    *residual = dx * dx + dy * dy - radius * radius;
    return true;
  }
};

double circle_fit(const std::vector<double>& xy, double cx, double cy, double r) {
  const double centre[] = {cx, cy}, root = std::sqrt(r);
  double sum = 0;
  for (std::size_t i = 0; i + 1 < xy.size(); i += 2) {
    double residual;
    CircleCost{xy[i], xy[i + 1]}(centre, &root, &residual);
    sum += residual * residual;
  }
  return sum;
}

}  // namespace vision
