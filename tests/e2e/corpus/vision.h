// Cameras, poses and images, as libraries of vision have them.
#pragma once

#include <gradc/annotate.h>

#include <array>
#include <cmath>
#include <vector>

namespace vision {

struct Observation {
  int camera, point;
  double u, v;
  template <class Visit>
  void each(Visit visit) {
    visit(u);
    visit(v);
  }
};

struct Pose2 {
  double x, y, yaw;
  template <class Visit>
  void each(Visit visit) {
    visit(x);
    visit(y);
    visit(yaw);
  }
};

struct Edge {
  int from, to;
  Pose2 measured;
  template <class Visit>
  void each(Visit visit) {
    measured.each(visit);
  }
};

class Image {
 public:
  Image(int width, int height) : width_(width), height_(height), pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}
  Image() : Image(0, 0) {}
  int width() const { return width_; }
  int height() const { return height_; }
  double& at(int x, int y) { return pixels_[static_cast<std::size_t>(y * width_ + x)]; }
  double at(int x, int y) const { return pixels_[static_cast<std::size_t>(y * width_ + x)]; }
  template <class Visit>
  void each(Visit visit) {
    for (double& p : pixels_) visit(p);
  }

 private:
  int width_, height_;
  std::vector<double> pixels_;
};

GRADC_DIFFERENTIATE(gradient)
double bundle(const std::vector<double>& cameras, const std::vector<double>& points,
              const std::vector<Observation>& seen);
GRADC_DIFFERENTIATE(gradient)
double pose_graph(const std::vector<Pose2>& poses, const std::vector<Edge>& edges);
GRADC_DIFFERENTIATE(gradient)
double photometric(const Image& image, const Pose2& warp, const std::vector<double>& reference);
GRADC_DIFFERENTIATE(gradient)
double homography_error(const std::array<std::array<double, 3>, 3>& h,
                        const std::vector<std::array<double, 4>>& pairs);
GRADC_DIFFERENTIATE(gradient) double distorted(double fx, double k1, double k2, double x, double y);
GRADC_DIFFERENTIATE(gradient)
double circle_fit(const std::vector<double>& xy, double cx, double cy, double r);

}  // namespace vision
