// Central differences: the derivative of any function along a direction, from its values alone.
#pragma once

#include <random>

#include "tests/reference/interpreter.h"
#include "tests/sanitized.h"

namespace reference {

// Sanitizers make tests many times as slow: one case in so many then, and all in the release build.
#ifdef GRADC_TESTS_SANITIZED
inline constexpr int kOneIn = 5;
#else
inline constexpr int kOneIn = 1;
#endif

using Random = std::mt19937_64;

// One number in [low, high).
double uniform(Random& random, double low, double high);

// A value of the form of `like` whose real elements are uniform in [-1, 1) and whose integers are zero: a
// random direction, or a random adjoint.
Value random_like(const Value& like, Random& random);
Value zeros_like(const Value& like);
// x + t v on real elements.
Value plus(const Value& x, double t, const Value& v);
// Σ a b over all real elements.
double dot(const Value& a, const Value& b);
double dot(const std::vector<Value>& a, const std::vector<Value>& b);
// How many elements there are.
std::int64_t count_of(const Value& x);
// The greatest |x| among the real elements, 0 where there are none; NaN counts as infinite.
double greatest(const Value& x);

// (8 (f(x + h v) - f(x - h v)) - (f(x + 2h v) - f(x - 2h v))) / 12h, for results and arguments of f; v has a
// value for each argument. The error is of order h⁴ in the derivative and 1e-16 |f| / h in rounding. Integer
// and bool results, which have no derivative, come back as zeros.
std::vector<Value> directional_differences(const ir::Module& module, ir::FunctionId function,
                                           const std::vector<Value>& x, const std::vector<Value>& v,
                                           double h = 2e-4);

// The greatest |a - b| among the real elements over max(1, |a|, |b|, scale); infinite where forms or special
// values differ. Equal infinities and pairs of NaN agree.
double relative_error(const Value& a, const Value& b, double scale = 0);

}  // namespace reference
