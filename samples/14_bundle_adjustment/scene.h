// Cameras, points, and where the cameras see the points: the text format of Bundle Adjustment in the Large
// (https://grail.cs.washington.edu/projects/bal), and a scene that is made up.
#pragma once

#include <array>
#include <iosfwd>
#include <vector>

struct Observation {
  int camera = 0, point = 0;
  double x = 0, y = 0;  // in pixels
};

struct Scene {
  std::vector<Observation> observations;
  std::vector<std::array<double, 9>> cameras;
  std::vector<std::array<double, 3>> points;
};

/// Reads the numbers of cameras, points and observations, the observations, then 9 numbers for each camera and 3 for each
/// point. \throws std::runtime_error where the text is not that.
Scene read_scene(std::istream& in);

void write_scene(const Scene& scene, std::ostream& out);

/// Cameras on an arc around a cloud of points, each of which sees two of three points, with an error of about `noise` pixels.
/// The cameras and points are beside where they were when they saw each other.
Scene make_scene(int cameras, int points, double noise);
