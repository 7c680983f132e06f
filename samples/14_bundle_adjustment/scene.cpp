#include "scene.h"

#include <cmath>
#include <cstddef>
#include <iostream>
#include <random>
#include <stdexcept>

#include "model.h"

Scene read_scene(std::istream& in) {
  std::size_t cameras = 0, points = 0, observations = 0;
  if (!(in >> cameras >> points >> observations)) throw std::runtime_error("no numbers of cameras, points and observations");
  Scene scene;
  scene.observations.resize(observations);
  scene.cameras.resize(cameras);
  scene.points.resize(points);
  for (Observation& o : scene.observations) {
    if (!(in >> o.camera >> o.point >> o.x >> o.y)) throw std::runtime_error("fewer observations than the first line says");
    if (o.camera < 0 || o.point < 0 || static_cast<std::size_t>(o.camera) >= cameras ||
        static_cast<std::size_t>(o.point) >= points)
      throw std::runtime_error("an observation of a camera or a point that is not there");
  }
  for (auto& camera : scene.cameras)
    for (double& number : camera) in >> number;
  for (auto& point : scene.points)
    for (double& number : point) in >> number;
  if (!in) throw std::runtime_error("fewer cameras or points than the first line says");
  return scene;
}

void write_scene(const Scene& scene, std::ostream& out) {
  out.precision(17);
  out << scene.cameras.size() << ' ' << scene.points.size() << ' ' << scene.observations.size() << '\n';
  for (const Observation& o : scene.observations) out << o.camera << ' ' << o.point << ' ' << o.x << ' ' << o.y << '\n';
  for (const auto& camera : scene.cameras)
    for (const double number : camera) out << number << '\n';
  for (const auto& point : scene.points)
    for (const double number : point) out << number << '\n';
}

Scene make_scene(int cameras, int points, double noise) {
  std::minstd_rand bits(7);
  // Between -1 and 1, the same with every library.
  const auto random = [&] {
    return 2 * static_cast<double>(bits() - std::minstd_rand::min()) / (std::minstd_rand::max() - std::minstd_rand::min()) - 1;
  };
  Scene scene;
  for (int i = 0; i < points; ++i) scene.points.push_back({2 * random(), 2 * random(), 2 * random()});
  for (int i = 0; i < cameras; ++i) {
    const double turn = 1.6 * (i / (cameras - 1.0) - 0.5);
    scene.cameras.push_back({0.1 * random(), turn, 0.1 * random(), 0.2 * random(), 0.2 * random(), -8 + random(),
                             500 + 20 * random(), 0.02 * random(), 0.002 * random()});
  }
  for (int c = 0; c < cameras; ++c)
    for (int p = 0; p < points; ++p) {
      if ((c + p) % 3 == 0) continue;
      double seen[2];
      reprojection(scene.cameras[static_cast<std::size_t>(c)].data(), scene.points[static_cast<std::size_t>(p)].data(), 0, 0,
                   seen);
      scene.observations.push_back({c, p, seen[0] + noise * random(), seen[1] + noise * random()});
    }
  for (auto& point : scene.points)
    for (double& number : point) number += 0.05 * random();
  for (auto& camera : scene.cameras) {
    for (std::size_t i = 0; i < 3; ++i) camera[i] += 0.01 * random(), camera[3 + i] += 0.05 * random();
    camera[6] += 5 * random();
  }
  return scene;
}
