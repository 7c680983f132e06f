// Images with the digits that they show.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gradc/gradc.h>

struct Images {
  gradc::Matrix<float> pixels;  // an image a row, 0 to 1
  gradc::Vector<int> labels;

  std::int64_t count() const { return labels.size(); }

  /// Those at order[first] to order[last - 1].
  Images at(const std::vector<std::int64_t>& order, std::int64_t first, std::int64_t last) const;
};

struct Digits {
  Images train, test;
};

/// Reads lines of 64 pixels and a digit from a .csv.gz file; every fifth image is held out for the test.
/// Throws std::runtime_error where the file can't be read or is something else.
Digits read_digits(const std::string& path);

/// Moves about half of the images by a pixel, each in a direction of its own: what they show stays the same, and
/// the classifier learns not to mind.
void nudge(Images& images, std::mt19937& engine);

/// Puts `order` into a random order that is the same on every machine.
void shuffle(std::vector<std::int64_t>& order, std::mt19937& engine);
