// Kinks, singular points and extreme values of reductions that are made of others, and of scans.
#include <cmath>
#include <limits>

#include "tests/ops/points/special_points.h"

namespace ops_test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

using Numbers = std::vector<double>;
using More = std::vector<std::pair<std::string, ir::Attribute>>;

SpecialOperand vector(Numbers x) { return {{static_cast<std::int64_t>(x.size())}, std::move(x)}; }

ir::Attributes with(ir::Attributes attributes, const More& more) {
  for (const auto& [name, value] : more) attributes.set(name, value);
  return attributes;
}
// A reduction of a vector to a scalar; an op along the axis of a vector.
SpecialPoint reduction(std::string_view what, std::string_view op, Numbers x, double y, std::vector<Numbers> x_bar,
                       const More& more = {}) {
  return {what, op, {vector(std::move(x))}, with({{"axes", ir::Integers{0}}, {"keepdims", false}}, more), {y}, std::move(x_bar)};
}
SpecialPoint along(std::string_view what, std::string_view op, Numbers x, Numbers y, std::vector<Numbers> x_bar,
                   const More& more = {}) {
  return {what, op, {vector(std::move(x))}, with({{"axis", std::int64_t{0}}}, more), std::move(y), std::move(x_bar)};
}

const More kPopulation{{"correction", std::int64_t{0}}}, kSample{{"correction", std::int64_t{1}}},
    kThree{{"correction", std::int64_t{3}}};
const More kForward{{"exclusive", false}, {"reverse", false}}, kExclusive{{"exclusive", true}, {"reverse", false}};
More ord(double value) { return {{"ord", value}}; }
More eps(double value) { return {{"eps", value}}; }

}  // namespace

void add_statistics_points(std::vector<SpecialPoint>& points) {
  points.insert(points.end(), {
      reduction("all -infinity", "logmeanexp", {-kInf, -kInf}, -kInf, {{0, 0}}),
      reduction("two +infinities", "logmeanexp", {kInf, 0, kInf}, kInf, {{0.5, 0, 0.5}}),
      reduction("some -infinity", "logmeanexp", {-kInf, 0}, -std::log(2), {{0, 1}}),
      reduction("nothing", "logmeanexp", {}, kNaN, {}),
      reduction("constant data", "var", {2, 2, 2}, 0, {{0, 0, 0}}, kPopulation),
      reduction("small beside the mean", "var", {1e8, 1e8 + 1, 1e8 + 2}, 2.0 / 3, {{-2.0 / 3, 0, 2.0 / 3}}, kPopulation),
      reduction("no freedom", "var", {5}, kNaN, {{kNaN}}, kSample),
      reduction("less than no freedom", "var", {5, 6}, kNaN, {{kNaN, kNaN}}, kThree),
      reduction("nothing", "var", {}, kNaN, {}, kPopulation),
      reduction("constant data", "std", {2, 2, 2}, 0, {{0, 0, 0}}, kPopulation),
      reduction("one element", "std", {5}, 0, {{0}}, kPopulation),
      reduction("no freedom", "std", {5}, kNaN, {{kNaN}}, kSample),
      reduction("NaN", "std", {1, kNaN}, kNaN, {{kNaN, kNaN}}, kPopulation),
      reduction("one zero", "prod", {2, 0, 3}, 0, {{0, 6, 0}}),
      reduction("two zeros", "prod", {0, 2, 0}, 0, {{0, 0, 0}}),
      reduction("nothing", "prod", {}, 1, {}),
      reduction("zeros", "euclidean_norm", {0, 0}, 0, {{0, 0}}),
      reduction("zeros", "vector_norm", {0, -0.0}, 0, {{0, 0}}, ord(2)),
      reduction("squares that overflow", "vector_norm", {3e200, -4e200}, 5e200, {{0.6, -0.8}}, ord(2)),
      reduction("squares that vanish", "vector_norm", {3e-200, 4e-200}, 5e-200, {{0.6, 0.8}}, ord(2)),
      reduction("infinity", "vector_norm", {kInf, 1}, kInf, {}, ord(2)),
      reduction("a zero", "vector_norm", {0, -2}, 2, {{0, -1}}, ord(1)),
      reduction("tie", "vector_norm", {2, -2, 1}, 2, {{0.5, -0.5, 0}}, ord(kInf)),
      reduction("zeros", "vector_norm", {0, 0}, 0, {{0, 0}}, ord(kInf)),
      reduction("tie", "vector_norm", {2, -1, 1}, 1, {{0, -0.5, 0.5}}, ord(-kInf)),
      reduction("counts", "vector_norm", {0, 3, 0, -0.5}, 2, {{0, 0, 0, 0}}, ord(0)),
      reduction("zeros", "vector_norm", {0, 0}, 0, {{0, 0}}, ord(1.5)),
      reduction("zeros", "vector_norm", {0, 0}, 0, {{0, 0}}, ord(0.5)),
      reduction("a zero", "vector_norm", {0, -1}, 1, {{0, -1}}, ord(0.5)),
      reduction("a zero", "vector_norm", {0, -1}, 1, {{0, -1}}, ord(3)),
      reduction("nothing", "vector_norm", {}, 0, {}, ord(3)),
      along("below the floor", "normalize", {0, 0}, {0, 0}, {{2, 2}}, eps(0.5)),
      along("above the floor", "normalize", {3, 4}, {0.6, 0.8}, {{0.2 - 0.6 * 1.4 / 5, 0.2 - 0.8 * 1.4 / 5}}, eps(0.5)),
      along("one zero", "cumprod", {2, 0, 3}, {2, 0, 0}, {{1, 8, 0}}, kForward),
      along("two zeros", "cumprod", {0, 0, 5}, {0, 0, 0}, {{1, 0, 0}}, kForward),
      along("at the floor", "normalize", {0, 0.5}, {0, 1}, {{2, 2}}, eps(0.5)),
      along("one zero", "cumprod", {0, 4, 5}, {1, 0, 0}, {{1 + 4, 0, 0}}, kExclusive),
      along("some -infinity", "cumlogsumexp", {-kInf, 0}, {-kInf, 0}, {{0, 1}}),
      along("all -infinity", "cumlogsumexp", {-kInf, -kInf}, {-kInf, -kInf}, {{0, 0}}),
      along("-infinity later", "cumlogsumexp", {0, -kInf}, {0, 0}, {{2, 0}}),
      along("great numbers", "cumlogsumexp", {1000, 0}, {1000, 1000}, {{2, 0}}),
      along("last of a tie", "cummax", {1, 3, 3, 2}, {1, 3, 3, 3}, {{1, 1, 2, 0}}),
      along("NaN", "cummax", {1, kNaN, 0}, {1, kNaN, kNaN}, {{1, 2, 0}}),
      along("last of a tie", "cummin", {3, 1, 1, 2}, {3, 1, 1, 1}, {{1, 1, 2, 0}}),
      along("NaN", "cummin", {kNaN, 0}, {kNaN, kNaN}, {{2, 0}}),
      along("first of a tie", "argmin", {3, 1, 1}, {1}, {}),
      along("NaN counts as smallest", "argmin", {1, kNaN, 0}, {1}, {}),
      reduction("NaN is not zero", "count_nonzero", {0, kNaN, -0.0, kInf}, 2, {}),
      {"below a floor", "cosine_similarity", {vector({0, 0}), vector({3, 4})}, {{"axis", std::int64_t{0}}, {"eps", 0.5}},
       {0}, {{1.2, 1.6}, {0, 0}}},
      {"an infinite factor that isn't used", "linear_recurrence", {vector({kInf, 2}), vector({1, 3})},
       {{"axis", std::int64_t{0}}, {"reverse", false}}, {1, 5}, {{0, 1}, {3, 1}}},
  });
}

}  // namespace ops_test
