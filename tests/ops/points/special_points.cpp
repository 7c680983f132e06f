#include "tests/ops/points/special_points.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace ops_test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kPi = std::numbers::pi;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

using Numbers = std::vector<double>;

SpecialOperand scalar(double x) { return {{}, {x}}; }
SpecialOperand vector(Numbers x) { return {{static_cast<std::int64_t>(x.size())}, std::move(x)}; }
SpecialOperand boolean(bool x) { return {{}, {x ? 1.0 : 0.0}, ir::ElementType::boolean}; }
SpecialOperand index(double x) { return {{}, {x}, ir::ElementType::i64}; }

// y = op(x) and dy/dx
SpecialPoint unary(std::string_view op, double x, double y, double gradient) {
  return {"", op, {scalar(x)}, {}, {y}, {{gradient}}};
}
SpecialPoint binary(std::string_view what, std::string_view op, double a, double b, double y, double a_bar,
                    double b_bar) {
  return {what, op, {scalar(a), scalar(b)}, {}, {y}, {{a_bar}, {b_bar}}};
}
// A reduction of a vector to a scalar.
SpecialPoint reduction(std::string_view what, std::string_view op, Numbers x, double y, Numbers x_bar) {
  return {what, op, {vector(std::move(x))}, {{"axes", ir::Integers{0}}, {"keepdims", false}}, {y}, {std::move(x_bar)}};
}
SpecialPoint along(std::string_view what, std::string_view op, Numbers x, Numbers y, Numbers x_bar) {
  return {what, op, {vector(std::move(x))}, {{"axis", std::int64_t{0}}}, std::move(y), {std::move(x_bar)}};
}

const std::vector<SpecialPoint> kUnary{
    unary("abs", 0, 0, 0),
    unary("abs", -0.0, 0, 0),
    unary("abs", -kInf, kInf, -1),
    unary("abs", kNaN, kNaN, kNaN),
    unary("sign", 0, 0, 0),
    unary("sign", -3, -1, 0),
    unary("sign", kNaN, kNaN, 0),
    unary("relu", 0, 0, 0),
    unary("relu", -0.0, 0, 0),
    unary("relu", -kInf, 0, 0),
    unary("relu", kInf, kInf, 1),
    unary("relu", kNaN, kNaN, 0),
    unary("reciprocal", 0, kInf, -kInf),
    unary("reciprocal", kInf, 0, 0),
    unary("sqrt", 0, 0, kInf),
    unary("sqrt", -1, kNaN, kNaN),
    unary("rsqrt", 0, kInf, -kInf),
    unary("rsqrt", kInf, 0, 0),
    unary("exp", -kInf, 0, 0),
    unary("exp", kInf, kInf, kInf),
    unary("expm1", -kInf, -1, 0),
    unary("expm1", 1e-20, 1e-20, 1),
    unary("log", 0, -kInf, kInf),
    unary("log", -1, kNaN, -1),
    unary("log1p", -1, -kInf, kInf),
    unary("log1p", 1e-20, 1e-20, 1),
    unary("tanh", kInf, 1, 0),
    unary("tanh", -kInf, -1, 0),
    unary("tanh", 0, 0, 1),
    unary("sigmoid", 800, 1, 0),
    unary("sigmoid", -800, 0, 0),
    unary("sigmoid", 0, 0.5, 0.25),
    unary("softplus", 800, 800, 1),
    unary("softplus", -800, 0, 0),
    unary("softplus", 0, std::log(2), 0.5),
    unary("softplus", kNaN, kNaN, kNaN),
    unary("square", 1e200, kInf, 2e200),
    unary("asin", 1, kPi / 2, kInf),
    unary("acos", 1, 0, -kInf),
    unary("acos", -1, kPi, -kInf),
    unary("atan", kInf, kPi / 2, 0),
    unary("acosh", 1, 0, kInf),
    unary("atanh", 1, kInf, kInf),
    unary("atanh", -1, -kInf, kInf),
    unary("atanh", 2, kNaN, -1.0 / 3),
    unary("asinh", 1e300, std::asinh(1e300), 1e-300),
    unary("cbrt", 0, 0, kInf),
    unary("cbrt", -8, -2, 1.0 / 12),
    unary("exp2", -kInf, 0, 0),
    unary("log2", 0, -kInf, kInf),
    unary("log10", -10, kNaN, -0.1 / std::log(10)),
    unary("erf", kInf, 1, 0),
    unary("erfc", 40, 0, 0),
    unary("floor", -1.5, -2, 0),
    unary("floor", 1, 1, 0),
    unary("ceil", -1.5, -1, 0),
    unary("trunc", -1.5, -1, 0),
    unary("round_away", -2.5, -3, 0),
    unary("round_away", 2.5, 3, 0),
    unary("negative", -kInf, kInf, -1),
};

const std::vector<SpecialPoint> kBinary{
    binary("by zero", "divide", 1, 0, kInf, kInf, -kInf),
    binary("zero by zero", "divide", 0, 0, kNaN, kInf, kNaN),
    binary("square that overflows", "divide", 1e200, 1e200, 1, 1e-200, -1e-200),
    binary("tie", "maximum", 2, 2, 2, 0.5, 0.5),
    binary("tie of zeros of both signs", "maximum", 0, -0.0, 0, 0.5, 0.5),
    binary("tie of infinities", "maximum", kInf, kInf, kInf, 0.5, 0.5),
    binary("first NaN", "maximum", kNaN, 1, kNaN, 0, 0),
    binary("second NaN", "maximum", 1, kNaN, kNaN, 0, 0),
    binary("infinite winner", "maximum", kInf, 1, kInf, 1, 0),
    binary("tie", "minimum", 2, 2, 2, 0.5, 0.5),
    binary("tie of infinities", "minimum", -kInf, -kInf, -kInf, 0.5, 0.5),
    binary("first NaN", "minimum", kNaN, 1, kNaN, 0, 0),
    binary("second NaN", "minimum", 1, kNaN, kNaN, 0, 0),
    binary("infinite winner", "minimum", 1, -kInf, -kInf, 0, 1),
    binary("0^0", "pow", 0, 0, 1, 0, 0),
    binary("0^1", "pow", 0, 1, 0, 1, 0),
    binary("0^2", "pow", 0, 2, 0, 0, 0),
    binary("0^0.5", "pow", 0, 0.5, 0, kInf, 0),
    binary("0^-1", "pow", 0, -1, kInf, -kInf, -kInf),
    binary("x^0", "pow", 3, 0, 1, 0, std::log(3)),
    binary("(-2)^3", "pow", -2, 3, -8, 12, kNaN),
    binary("(-2)^0", "pow", -2, 0, 1, 0, kNaN),
    binary("origin", "hypot", 0, 0, 0, 0, 0),
    binary("squares that overflow", "hypot", 3e200, 4e200, 5e200, 0.6, 0.8),
    binary("origin", "atan2", 0, 0, 0, 0, 0),
    binary("behind", "atan2", 0, -2, kPi, -0.5, 0),
    binary("squares that overflow", "atan2", 1e200, 1e200, kPi / 4, 5e-201, -5e-201),
    {"infinity not selected", "where", {boolean(true), scalar(2), scalar(kInf)}, {}, {2}, {{}, {1}, {0}}},
    {"NaN not selected", "where", {boolean(false), scalar(kNaN), scalar(3)}, {}, {3}, {{}, {0}, {1}}},
    {"infinity selected", "where", {boolean(true), scalar(-kInf), scalar(3)}, {}, {-kInf}, {{}, {1}, {0}}},
};

// w = op(x, y, z)
SpecialPoint ternary(std::string_view what, std::string_view op, double x, double y, double z, double w, double x_bar,
                     double y_bar, double z_bar) {
  return {what, op, {scalar(x), scalar(y), scalar(z)}, {}, {w}, {{x_bar}, {y_bar}, {z_bar}}};
}

const std::vector<SpecialPoint> kActivations{
    unary("relu6", 0, 0, 0),
    unary("relu6", 6, 6, 0),
    unary("relu6", 3, 3, 1),
    unary("relu6", kNaN, kNaN, 0),
    binary("kink", "leaky_relu", 0, 0.25, 0, 0.25, 0),
    binary("infinity", "leaky_relu", kInf, 0.25, kInf, 1, 0),
    binary("kink", "elu", 0, 2, 0, 2, 0),
    binary("exponential that would overflow", "elu", 1000, 2, 1000, 1, 0),
    binary("-infinity", "elu", -kInf, 2, -2, 0, -1),
    binary("kink", "celu", 0, 2, 0, 1, 0),
    binary("exponential that would overflow", "celu", 1000, 2, 1000, 1, 0),
    unary("selu", 0, 0, 1.7580993408473766),
    unary("gelu", -40, 0, 0),
    unary("gelu", 40, 40, 1),
    unary("gelu_tanh", -40, 0, 0),
    unary("silu", -800, 0, 0),
    unary("silu", 800, 800, 1),
    unary("mish", 0, 0, 0.6),
    unary("mish", -800, 0, 0),
    unary("mish", 800, 800, 1),
    ternary("lower bound", "hard_tanh", -1, -1, 1, -1, 0, 1, 0),
    ternary("upper bound", "hard_tanh", 1, -1, 1, 1, 0, 0, 1),
    ternary("inside", "hard_tanh", 0.5, -1, 1, 0.5, 1, 0, 0),
    unary("hard_sigmoid", -3, 0, 0),
    unary("hard_sigmoid", 3, 1, 0),
    unary("hard_swish", -3, 0, 0),
    unary("hard_swish", 3, 3, 1),
    binary("bound", "hard_shrink", 0.5, 0.5, 0, 0, 0),
    binary("bound", "hard_shrink", -0.5, 0.5, 0, 0, 0),
    binary("bound", "soft_shrink", 0.5, 0.5, 0, 0, 0),
    binary("below", "soft_shrink", -2, 0.5, -1.5, 1, 1),
    ternary("bound", "threshold", 1, 1, 7, 7, 0, 0, 1),
    ternary("NaN", "threshold", kNaN, 1, 7, kNaN, 0, 0, 1),
    unary("log_sigmoid", -800, -800, 1),
    unary("log_sigmoid", 800, 0, 0),
    unary("logit", 0, -kInf, kInf),
    unary("softsign", 0, 0, 1),
    unary("softsign", 1e300, 1, 0),
    unary("squareplus", 0, 1, 0.5),
    unary("squareplus", -1e9, 1e-9, 0),
};

const std::vector<SpecialPoint> kFunctions{
    unary("round", 2.5, 2, 0),
    unary("round", -1.5, -2, 0),
    unary("frac", -1.25, -0.25, 1),
    unary("frac", 2, 0, 1),
    unary("log1mexp", 0, -kInf, kInf),
    unary("log1mexp", 800, 0, 0),
    unary("sinpi", 1e15, 0, kPi),
    unary("sinpi", 1, 0, -kPi),
    unary("sinpi", -0.5, -1, 0),
    unary("cospi", 0.5, 0, -kPi),
    unary("cospi", 1e15 + 1, -1, 0),
    unary("ndtr", -40, 0, 0),
    unary("entr", 0, 0, kInf),
    unary("entr", -1, -kInf, kNaN),
    binary("by zero", "div_no_nan", 3, 0, 0, 0, 0),
    binary("NaN by zero", "div_no_nan", kNaN, 0, 0, 0, 0),
    binary("multiple", "floor_modulo", 4, 2, 0, 1, -2),
    binary("sign of the divisor", "floor_modulo", -1, 3, 2, 1, 1),
    binary("sign of the divisor", "floor_modulo", 1, -3, -2, 1, 1),
    binary("multiple", "fmod", 4, 2, 0, 1, -2),
    binary("down", "floor_divide", -1, 3, -1, 0, 0),
    ternary("lower bound", "clip", -1, -1, 1, -1, 1, 0, 0),
    ternary("upper bound", "clip", 1, -1, 1, 1, 1, 0, 0),
    ternary("below", "clip", -2, -1, 1, -1, 0, 1, 0),
    ternary("above", "clip", 2, -1, 1, 1, 0, 0, 1),
    ternary("bounds that cross", "clip", 0, 2, -2, -2, 0, 0, 1),
    ternary("NaN", "clip", kNaN, -1, 1, kNaN, 0, 0, 0),
    binary("two -infinities", "logaddexp", -kInf, -kInf, -kInf, 0, 0),
    binary("two infinities", "logaddexp", kInf, kInf, kInf, 0.5, 0.5),
    binary("one infinity", "logaddexp", kInf, 1, kInf, 1, 0),
    binary("one -infinity", "logaddexp", -kInf, 1, 1, 0, 1),
    binary("great numbers", "logaddexp", 1000, 1000, 1000 + std::log(2), 0.5, 0.5),
    binary("NaN", "logaddexp", kNaN, 1, kNaN, kNaN, kNaN),
    binary("two -infinities", "logaddexp2", -kInf, -kInf, -kInf, 0, 0),
    binary("two infinities", "logaddexp2", kInf, kInf, kInf, 0.5, 0.5),
    binary("equal numbers", "logsubexp", 1, 1, -kInf, kInf, -kInf),
    binary("zero", "copysign", 0, 1, 0, 0, 0),
    binary("zero of the other sign", "copysign", 0, -1, -0.0, 0, 0),
    binary("another sign", "copysign", 2, -1, -2, -1, 0),
    binary("nothing", "xlogy", 0, 0, 0, 0, 0),
    binary("nothing of a number", "xlogy", 0, 2, 0, std::log(2), 0),
    binary("logarithm of nothing", "xlogy", 1, 0, -kInf, -kInf, kInf),
    binary("nothing", "xlog1py", 0, -1, 0, 0, 0),
    binary("nothing of a number", "xlog1py", 0, 1, 0, std::log(2), 0),
    {"NaN", "isnan", {scalar(kNaN)}, {}, {1}, {}},
    {"infinity", "isfinite", {scalar(-kInf)}, {}, {0}, {}},
    {"infinity", "isinf", {scalar(-kInf)}, {}, {1}, {}},
    {"-0", "signbit", {scalar(-0.0)}, {}, {1}, {}},
};

const std::vector<SpecialPoint> kReductions{
    reduction("tie", "max", {1, 3, 3}, 3, {0, 0.5, 0.5}),
    reduction("all equal", "max", {2, 2, 2, 2}, 2, {0.25, 0.25, 0.25, 0.25}),
    reduction("NaN", "max", {1, kNaN, 3}, kNaN, {kNaN, kNaN, kNaN}),
    reduction("two infinities", "max", {kInf, 0, kInf}, kInf, {0.5, 0, 0.5}),
    reduction("nothing but -infinity", "max", {-kInf, -kInf}, -kInf, {0.5, 0.5}),
    reduction("tie", "min", {3, 1, 1}, 1, {0, 0.5, 0.5}),
    reduction("NaN first", "min", {kNaN, 2}, kNaN, {kNaN, kNaN}),
    reduction("tie of zeros of both signs", "min", {0, -0.0}, 0, {0.5, 0.5}),
    reduction("all -infinity", "logsumexp", {-kInf, -kInf}, -kInf, {0, 0}),
    reduction("some -infinity", "logsumexp", {-kInf, 0, -kInf}, 0, {0, 1, 0}),
    reduction("one +infinity", "logsumexp", {1, kInf, -kInf}, kInf, {0, 1, 0}),
    reduction("two +infinities", "logsumexp", {kInf, 2, kInf}, kInf, {0.5, 0, 0.5}),
    reduction("nothing", "logsumexp", {}, -kInf, {}),
    reduction("NaN", "logsumexp", {1, kNaN}, kNaN, {kNaN, kNaN}),
    reduction("great numbers", "logsumexp", {1000, 1000}, 1000 + std::log(2), {0.5, 0.5}),
    reduction("small numbers", "logsumexp", {-1000, -1000}, -1000 + std::log(2), {0.5, 0.5}),
    reduction("nothing", "sum", {}, 0, {}),
    {"nothing", "mean", {vector({})}, {{"axes", ir::Integers{0}}, {"keepdims", false}}, {kNaN}, {}},
    reduction("infinities", "sum", {kInf, -kInf}, kNaN, {1, 1}),
    along("great numbers", "softmax", {1000, 0}, {1, 0}, {0, 0}),
    along("-infinity", "softmax", {-kInf, 0}, {0, 1}, {0, 0}),
    along("all -infinity", "softmax", {-kInf, -kInf}, {kNaN, kNaN}, {kNaN, kNaN}),
    along("great numbers", "log_softmax", {1000, 0}, {0, -1000}, {-1, 1}),
    along("-infinity", "log_softmax", {-kInf, 0}, {-kInf, 0}, {1, -1}),
};

const std::vector<SpecialPoint> kCrossEntropies{
    {"labels of sum three", "softmax_cross_entropy", {vector({0, std::log(3)}), vector({2, 1})}, {},
     {-2 * std::log(0.25) - std::log(0.75)}, {{0.75 - 2, 2.25 - 1}, {-std::log(0.25), -std::log(0.75)}}},
    {"labels of zeros", "softmax_cross_entropy", {vector({0, 0}), vector({0, 0})}, {},
     {0}, {{0, 0}, {std::log(2), std::log(2)}}},
    {"no label where the logit is -infinity", "softmax_cross_entropy", {vector({-kInf, 0}), vector({0, 1})}, {},
     {0}, {{0, 0}, {kInf, 0}}},
    {"great logits", "softmax_cross_entropy", {vector({1000, 0}), vector({0, 1})}, {},
     {1000}, {{1, -1}, {0, 1000}}},
    {"great logits", "sparse_softmax_cross_entropy", {vector({1000, 0}), index(1)}, {}, {1000}, {{1, -1}, {}}},
    {"-infinity elsewhere", "sparse_softmax_cross_entropy", {vector({-kInf, 0}), index(1)}, {}, {0}, {{0, 0}, {}}},
    {"one class", "sparse_softmax_cross_entropy", {vector({5}), index(0)}, {}, {0}, {{0}, {}}},
    {"first of a tie", "argmax", {vector({1, 3, 3})}, {{"axis", std::int64_t{0}}}, {1}, {}},
    {"NaN counts as greatest", "argmax", {vector({1, kNaN, 3})}, {{"axis", std::int64_t{0}}}, {1}, {}},
    {"NaN equals nothing", "equal", {scalar(kNaN), scalar(kNaN)}, {}, {0}, {}},
    {"NaN differs from all", "not_equal", {scalar(kNaN), scalar(kNaN)}, {}, {1}, {}},
    {"NaN is not less", "less", {scalar(kNaN), scalar(1)}, {}, {0}, {}},
    {"NaN is not at most", "less_equal", {scalar(kNaN), scalar(1)}, {}, {0}, {}},
    {"NaN is not greater", "greater", {scalar(1), scalar(kNaN)}, {}, {0}, {}},
    {"NaN is not at least", "greater_equal", {scalar(1), scalar(kNaN)}, {}, {0}, {}},
};

ir::Attributes at_axis(std::int64_t axis) { return {{"axis", axis}}; }
SpecialOperand indices(Numbers i) { return {{static_cast<std::int64_t>(i.size())}, std::move(i), ir::ElementType::i64}; }

const ir::Attributes kHalf{{"exponent_bits", std::int64_t{5}}, {"mantissa_bits", std::int64_t{10}}};

const std::vector<SpecialPoint> kIndexed{
    {"ties keep their order", "argsort", {vector({1, 0, 1})}, {{"axis", std::int64_t{0}}, {"descending", true}}, {0, 2, 1}, {}},
    {"NaN is the greatest", "argsort", {vector({1, kNaN, kInf})}, {{"axis", std::int64_t{0}}, {"descending", false}}, {0, 2, 1}, {}},
    {"the first of equal ones", "top_k_indices", {vector({1, 3, 3})}, {{"axis", std::int64_t{0}}, {"n", ir::Shape{1}}}, {1}, {}},
    {"the first of equal ones", "top_k_values", {vector({1, 3, 3})}, {{"axis", std::int64_t{0}}, {"n", ir::Shape{1}}}, {3}, {{0, 1, 0}}},
    {"NaN is not hidden", "median", {vector({1, kNaN, 0})}, {{"axis", std::int64_t{0}}, {"keepdims", false}}, {kNaN}, {{0, 1, 0}}},
    {"a tie: the first in order", "median", {vector({2, 1, 2, 2})}, {{"axis", std::int64_t{0}}, {"keepdims", false}}, {2}, {{0.5, 0, 0.5, 0}}},
    {"a tie: the first in order", "quantile", {vector({3, 1, 3})}, {{"axis", std::int64_t{0}}, {"fraction", 0.5}, {"keepdims", false}}, {3}, {{1, 0, 0}}},
    {"NaN is the greatest", "sort", {vector({1, kNaN, kInf, -kInf})}, {{"axis", std::int64_t{0}}, {"descending", false}}, {-kInf, 1, kInf, kNaN}, {{1, 1, 1, 1}}},
    {"NaN is the greatest", "top_k_values", {vector({kInf, 1, kNaN})}, {{"axis", std::int64_t{0}}, {"n", ir::Shape{2}}}, {kNaN, kInf}, {{1, 0, 1}}},
    {"even, of two", "median", {vector({1, 4, 2, 0})}, {{"axis", std::int64_t{0}}, {"keepdims", false}}, {1.5}, {{0.5, 0, 0.5, 0}}},
    {"no NaN from no weight", "quantile", {vector({1, kInf})}, {{"axis", std::int64_t{0}}, {"fraction", 0.0}, {"keepdims", false}}, {1}, {{1, 0}}},
    {"losers get nothing", "scatter_update", {vector({1, 2}), indices({0, 0}), vector({5, 6})}, at_axis(0), {6, 2}, {{0, 1}, {}, {0, 1}}},
    {"duplicates add up", "scatter_add", {vector({1, 2}), indices({0, 0}), vector({5, 6})}, at_axis(0), {12, 2}, {{1, 1}, {}, {1, 1}}},
    {"even split", "scatter_max", {vector({5, 2}), indices({0, 0}), vector({5, 1})}, at_axis(0), {5, 2}, {{0.5, 1}, {}, {0.5, 0}}},
    {"a share that is dropped", "scatter_max", {vector({5, 2}), indices({7, 0}), vector({0, 5})}, {{"axis", std::int64_t{0}}, {"mode", std::int64_t{2}}},
     {5, 2}, {{0.5, 1}, {}, {0, 0.5}}},
    {"zeros", "scatter_mul", {vector({3, 0, 2}), indices({0, 1, 0, 1, 0}), vector({0, 5, 7, 2, 4})}, at_axis(0), {0, 0, 2},
     {{0, 10, 1}, {}, {84, 0, 0, 0, 0}}},
    {"bits", "bitcast", {vector({1, -2, -0.0, kInf, 5e-324})}, {{"to", ir::ElementType::i64}},
     {0x1.ff8p61, -0x1p62, -0x1p63, 0x1.ffcp62, 1}, {}},
    {"half", "reduce_precision", {vector({1 + 0x1p-11, 1 + 0x3p-11, 65519, 65520, -0x1p-15, kNaN})}, kHalf,
     {1, 1 + 0x1p-9, 65504, kInf, -0.0, kNaN}, {{1, 1, 1, 1, 1, 1}}},
    {"NaN is not hidden", "scatter_min", {vector({5, 2}), indices({0}), vector({kNaN})}, at_axis(0), {kNaN, 2}, {{kNaN, 1}, {}, {kNaN}}},
};

const std::vector<SpecialPoint> kSpecialFunctions{
    unary("lgamma", 0, kInf, -kInf),
    unary("tgamma", 0, kInf, -kInf),
    unary("tgamma", 5, 24, 24 * 1.5061176684318004),
    unary("expint", 0, -kInf, kInf),
    unary("i0e", 0, 1, 0),
    unary("i1e", 0, 0, 0.5),
    {"", "sinc", {scalar(0)}, {{"order", std::int64_t{0}}}, {1}, {{0}}},
    {"", "sinc", {scalar(0)}, {{"order", std::int64_t{1}}}, {0}, {{-kPi * kPi / 3}}},
};

std::vector<SpecialPoint> join() {
  std::vector<SpecialPoint> all;
  for (const auto* part : {&kUnary, &kBinary, &kActivations, &kFunctions, &kReductions, &kCrossEntropies, &kIndexed, &kSpecialFunctions})
    all.insert(all.end(), part->begin(), part->end());
  add_statistics_points(all);
  add_conv_points(all);
  add_network_points(all);
  add_factor_points(all);
  return all;
}

}  // namespace

const std::vector<SpecialPoint>& special_points() {
  static const std::vector<SpecialPoint> points = join();
  return points;
}

}  // namespace ops_test
