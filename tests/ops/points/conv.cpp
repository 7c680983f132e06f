// Ties, NaN and infinities of convolution, pooling and normalisation of batches.
#include <cmath>
#include <limits>

#include "tests/ops/points/special_points.h"

namespace ops_test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

using Numbers = std::vector<double>;
using ir::Shape;

SpecialOperand line(Numbers x) { return {{1, 1, static_cast<std::int64_t>(x.size())}, std::move(x)}; }
SpecialOperand vector(Numbers x) { return {{static_cast<std::int64_t>(x.size())}, std::move(x)}; }
ir::Attributes window(std::int64_t size, std::int64_t stride, std::int64_t padding = 0) {
  return {{"padding", Shape{padding}}, {"stride", Shape{stride}}, {"window", Shape{size}}};
}
ir::Attributes with(ir::Attributes attributes, const char* name, ir::Attribute value) {
  attributes.set(name, std::move(value));
  return attributes;
}
ir::Attributes batch(double eps, bool unbiased = false) { return {{"eps", eps}, {"unbiased", unbiased}}; }
const SpecialOperand kSquare{{1, 1, 2, 2}, {7, 7, 7, 7}};

}  // namespace

void add_conv_points(std::vector<SpecialPoint>& points) {
  points.insert(points.end(), {
      {"a tie: the first", "max_pool", {line({2, 2, 2})}, window(3, 1), {2}, {{1, 0, 0}}},
      {"a tie of rows and columns: the first in row-major order", "max_pool", {kSquare}, {{"window", Shape{2, 2}}}, {7}, {{1, 0, 0, 0}}},
      {"windows that overlap add up", "max_pool", {line({1, 5, 1})}, window(2, 1), {5, 5}, {{0, 2, 0}}},
      {"the first NaN wins", "max_pool", {line({1, kNaN, kInf, kNaN})}, window(4, 1), {kNaN}, {{0, 1, 0, 0}}},
      {"infinities", "max_pool", {line({-kInf, -kInf, kInf, 1})}, window(2, 2), {-kInf, kInf}, {{1, 0, 1, 0}}},
      {"padding is never greatest", "max_pool", {line({-1, -2, -3})}, window(3, 2, 1), {-1, -2}, {{1, 1, 0}}},
      {"a place that sees nothing", "max_pool", {line({-1, -2})}, window(1, 1, 1), {-kInf, -1, -2, -kInf}, {{1, 1}}},
      {"places on an axis of no elements", "max_pool", {line({})}, window(2, 1, 1), {-kInf}, {{}}},
      {"a place that sees nothing has no index", "max_pool_index", {line({-1, -2})},
       {{"pad_high", Shape{1}}, {"pad_low", Shape{1}}, {"stride", Shape{1}}, {"window", Shape{1}}}, {-1, 0, 1, -1}, {}},
      {"padding counts", "avg_pool", {line({2, 4})}, window(2, 1, 1), {1, 3, 2}, {{1, 1}}},
      {"padding does not count", "avg_pool", {line({2, 4})}, with(window(2, 1, 1), "count_include_pad", false), {2, 3, 4}, {{1.5, 1.5}}},
      {"nothing but padding", "avg_pool", {line({2})}, with(window(1, 1, 1), "count_include_pad", false), {kNaN, 2, kNaN}, {}},
      {"not what ceil_mode adds", "avg_pool", {line({1, 2, 3})}, with(window(2, 2), "ceil_mode", true), {1.5, 3}, {{0.5, 0.5, 1}}},
      {"zeros", "lp_pool", {line({0, 0, 3, -4})}, with(window(2, 2), "norm", 2.0), {0, 5}, {{0, 0, 0.6, -0.8}}},
      {"zeros of norm 1", "lp_pool", {line({0, 0, 3, -4})}, with(window(2, 2), "norm", 1.0), {0, 7}, {{0, 0, 1, -1}}},
      {"NaN stays where it is seen", "conv", {line({kNaN, 1, 2}), line({1, 1})}, {}, {kNaN, 3}, {{1, 2, 1}, {kNaN, 3}}},
      {"NaN stays where it is", "resample", {vector({kNaN, 1, 2})}, {{"axis", std::int64_t{0}}, {"mode", std::int64_t{1}}, {"n", Shape{3}}},
       {kNaN, 1, 2}, {{1, 1, 1}}},
      {"one element", "batch_norm_training", {{{1, 2}, {3, 5}}, vector({2, 4}), vector({1, -1})}, batch(0.1), {1, -1},
       {{0, 0}, {0, 0}, {1, 1}}},
      {"one element", "batch_variance", {{{1, 2}, {3, 5}}, vector({2, 4}), vector({1, -1})}, batch(0.1), {0, 0}, {{0, 0}, {0, 0}, {0, 0}}},
      {"one element has no unbiased variance", "batch_variance", {{{1, 1}, {3}}, vector({2}), vector({1})}, batch(0.1, true), {kNaN}, {}},
      {"constant data without eps", "batch_norm_training", {{{2, 1}, {1, 1}}, vector({1}), vector({0})}, batch(0), {kNaN, kNaN}, {}},
      {"a small deviation", "batch_norm_training", {{{2, 1}, {1e8, 1e8 + 2}}, vector({1}), vector({0})}, batch(0), {-1, 1}, {}},
      {"no direction", "weight_norm", {{{2, 2}, {0, 0, 3, 4}}, vector({5, 10})}, {{"axis", std::int64_t{0}}}, {0, 0, 6, 8}, {}},
  });
}

}  // namespace ops_test
