#include "data.h"

#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace {

constexpr std::int64_t kSide = 8, kPixels = kSide * kSide;

// The numbers of the file, in order.
std::vector<int> read_numbers(const std::string& path) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  if (!file) throw std::runtime_error("can't read " + path);
  std::vector<int> numbers;
  char line[1024];
  while (gzgets(file.get(), line, sizeof line)) {
    const auto before = static_cast<std::int64_t>(numbers.size());
    for (char *p = line, *end = nullptr; *p != '\0' && *p != '\n'; p = *end == ',' ? end + 1 : end) {
      numbers.push_back(static_cast<int>(std::strtol(p, &end, 10)));
      if (end == p) throw std::runtime_error(path + " holds something that is not a number");
    }
    if (static_cast<std::int64_t>(numbers.size()) - before != kPixels + 1)
      throw std::runtime_error(path + " has a line that is not 64 pixels and a digit");
  }
  return numbers;
}

}  // namespace

Images Images::at(const std::vector<std::int64_t>& order, std::int64_t first, std::int64_t last) const {
  Images some{gradc::Matrix<float>(gradc::Shape{last - first, pixels.extent(1)}),
              gradc::Vector<int>(gradc::Shape{last - first})};
  for (std::int64_t i = first; i < last; ++i) {
    const std::int64_t from = order[static_cast<std::size_t>(i)];
    const float* row = pixels.data() + from * pixels.extent(1);
    std::copy(row, row + pixels.extent(1), some.pixels.data() + (i - first) * pixels.extent(1));
    some.labels(i - first) = labels(from);
  }
  return some;
}

Digits read_digits(const std::string& path) {
  const std::vector<int> numbers = read_numbers(path);
  const auto count = static_cast<std::int64_t>(numbers.size()) / (kPixels + 1);
  Images all{gradc::Matrix<float>(gradc::Shape{count, kPixels}), gradc::Vector<int>(gradc::Shape{count})};
  std::vector<std::int64_t> train, test;
  for (std::int64_t i = 0; i < count; ++i) {
    const int* line = numbers.data() + i * (kPixels + 1);
    for (std::int64_t k = 0; k < kPixels; ++k) all.pixels(i, k) = static_cast<float>(line[k]) / 16;
    all.labels(i) = line[kPixels];
    (i % 5 == 4 ? test : train).push_back(i);
  }
  return {all.at(train, 0, static_cast<std::int64_t>(train.size())),
          all.at(test, 0, static_cast<std::int64_t>(test.size()))};
}

void nudge(Images& images, std::mt19937& engine) {
  constexpr std::int64_t kRight[] = {1, -1, 0, 0}, kDown[] = {0, 0, 1, -1};
  const Images old = images;
  for (std::int64_t i = 0; i < images.count(); ++i) {
    const std::uint_fast32_t direction = engine() % 8;
    if (direction >= 4) continue;
    for (std::int64_t y = 0; y < kSide; ++y)
      for (std::int64_t x = 0; x < kSide; ++x) {
        const std::int64_t from_x = x - kRight[direction], from_y = y - kDown[direction];
        const bool inside = from_x >= 0 && from_x < kSide && from_y >= 0 && from_y < kSide;
        images.pixels(i, y * kSide + x) = inside ? old.pixels(i, from_y * kSide + from_x) : 0;
      }
  }
}

void shuffle(std::vector<std::int64_t>& order, std::mt19937& engine) {
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[engine() % i]);
}
