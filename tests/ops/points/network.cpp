// Kinks, singular points and extreme values of normalisation, losses and attention.
#include <cmath>
#include <limits>

#include "tests/ops/points/special_points.h"

namespace ops_test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

using Numbers = std::vector<double>;

SpecialOperand vector(Numbers x) { return {{static_cast<std::int64_t>(x.size())}, std::move(x)}; }
SpecialOperand matrix(std::int64_t rows, Numbers x) {
  return {{rows, static_cast<std::int64_t>(x.size()) / rows}, std::move(x)};
}
SpecialOperand indices(Numbers x) { return {{static_cast<std::int64_t>(x.size())}, std::move(x), ir::ElementType::i64}; }

// Of vectors x and y; the values of the elements.
SpecialPoint loss(std::string_view what, std::string_view op, Numbers x, Numbers y, Numbers z, std::vector<Numbers> bars,
                  const std::string& name = {}, double value = 0) {
  ir::Attributes attributes{{"reduction", std::string("none")}};
  if (!name.empty()) attributes.set(name, value);
  return {what, op, {vector(std::move(x)), vector(std::move(y))}, attributes, std::move(z), std::move(bars)};
}
const ir::Attributes kNoEps{{"eps", 0.0}};
ir::Attributes attention(bool causal) { return {{"causal", causal}, {"scale", 1.0}}; }

}  // namespace

void add_network_points(std::vector<SpecialPoint>& points) {
  const double ln2 = std::log(2), s = 1 / (1 + std::exp(-1.0));
  points.insert(points.end(), {
      loss("equal", "l1_loss", {2, 3}, {2, 1}, {0, 2}, {{0, 1}, {0, -1}}),
      loss("at the change and beyond", "huber", {2, -2, 5, 0}, {0, 0, 0, 0}, {2, 2, 8, 0}, {{2, -2, 2, 0}, {-2, 2, -2, 0}}, "delta", 2),
      loss("great numbers", "huber", {1e200}, {0}, {1e200}, {{1}, {-1}}, "delta", 1),
      loss("at the change", "smooth_l1", {2, 4}, {0, 0}, {1, 3}, {{1, 1}, {-1, -1}}, "beta", 2),
      loss("great numbers and 0", "log_cosh", {1000, 0}, {0, 0}, {1000 - ln2, 0}, {{1, 0}, {-1, 0}}),
      loss("at the kink", "hinge", {1, 2, 0.5}, {1, 1, 1}, {0, 0, 0.5}, {{0, 0, -1}, {0, 0, -0.5}}),
      loss("0", "sigmoid_cross_entropy_with_logits", {0}, {1}, {ln2}, {{-0.5}, {0}}, "pos_weight", 1),
      loss("great logits", "sigmoid_cross_entropy_with_logits", {1000, -1000, 1000, -1000}, {1, 0, 0, 1}, {0, 0, 1000, 1000},
           {{0, 0, 1, -1}, {-1000, 1000, -1000, 1000}}, "pos_weight", 1),
      loss("nothing cancels", "sigmoid_cross_entropy_with_logits", {40, -40}, {1, 0}, {std::log1p(std::exp(-40.0)), std::log1p(std::exp(-40.0))},
           {}, "pos_weight", 1),
      loss("weight of the positive", "sigmoid_cross_entropy_with_logits", {-1, 1}, {1, 0}, {3 * std::log1p(std::exp(1.0)), std::log1p(std::exp(1.0))},
           {{-3 * s, s}, {1 + 2 * std::log1p(std::exp(1.0)), -1 + 2 * std::log1p(std::exp(-1.0))}}, "pos_weight", 3),
      loss("logarithms end at -100", "binary_cross_entropy", {0, 1, 0, 1}, {1, 0, 0, 1}, {100, 100, 0, 0},
           {{0, 0, 1, -1}, {100, -100, 100, -100}}),
      loss("no probability", "kl_div", {-kInf, 0, -1}, {0, 0, 1}, {0, 0, 1}, {{0, 0, -1}, {0, 0, 2}}),
      {"mean of those that count", "nll_loss", {matrix(3, {-1, -2, -3, -4, -5, -6}), indices({1, -1, 0})},
       {{"ignore_index", std::int64_t{-1}}, {"reduction", std::string("mean")}}, {3.5}, {{0, -0.5, 0, 0, -0.5, 0}, {}}},
      {"all ignored", "nll_loss", {matrix(1, {-1, -2}), indices({-1})},
       {{"ignore_index", std::int64_t{-1}}, {"reduction", std::string("mean")}}, {kNaN}, {}},
      {"even split among the greatest", "embedding_bag", {matrix(2, {1, 1}), {{1, 2}, {0, 1}, ir::ElementType::i64}},
       {{"reduction", std::string("max")}}, {1}, {{0.5, 0.5}, {}}},
      {"one element", "layer_norm", {matrix(2, {3, 5}), vector({2}), vector({1})}, {{"eps", 0.1}}, {1, 1},
       {{0, 0}, {0}, {2}}},
      {"constant data without eps", "layer_norm", {vector({1, 1}), vector({1, 1}), vector({0, 0})}, kNoEps, {kNaN, kNaN}, {}},
      {"a small deviation", "layer_norm", {vector({1e8, 1e8 + 2}), vector({1, 1}), vector({0, 0})}, kNoEps, {-1, 1}, {}},
      {"zeros without eps", "rms_norm", {vector({0, 0}), vector({1, 1})}, kNoEps, {kNaN, kNaN}, {}},
      {"a query that sees nothing", "scaled_dot_product_attention",
       {matrix(2, {1, 2}), matrix(1, {3}), matrix(1, {5})}, attention(true), {0, 5}, {{0, 0}, {0}, {1}}},
      {"all keys masked by the bias", "scaled_dot_product_attention",
       {matrix(2, {1, 2}), matrix(2, {3, 4}), matrix(2, {5, 7}), matrix(2, {-kInf, -kInf, 0, -kInf})}, attention(false),
       {0, 5}, {{0, 0}, {0, 0}, {1, 0}, {0, 0, 0, 0}}},
      {"great scores", "scaled_dot_product_attention", {matrix(1, {1e4}), matrix(2, {1, -1}), matrix(2, {2, 3})},
       attention(false), {2}, {{0}, {0, 0}, {1, 0}}},
  });
}

}  // namespace ops_test
