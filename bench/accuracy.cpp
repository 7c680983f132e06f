// How far elementwise functions are from the truth, in units in the last place, over their whole domains: against
// references in 113 bits (libquadmath), at points that are spread over the numbers of the type and evenly. The bound is 4
// units, but for the rows that say otherwise; exit status 1 where one is broken. `gradc_bench_accuracy erf tanh` looks at
// those rows alone.
#include <quadmath.h>

#include <gradc/gradc.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace {

using Quad = __float128;
constexpr Quad kPi = M_PIq;

Quad softplus(Quad x) { return (x > 0 ? x : 0) + log1pq(expq(-fabsq(x))); }
Quad sigmoid(Quad x) { return x > 0 ? 1 / (1 + expq(-x)) : expq(x) / (1 + expq(x)); }
Quad ndtr(Quad x) { return erfcq(-x / sqrtq(2)) / 2; }
Quad sin_pi(Quad x) {
  const Quad r = remainderq(x, 2);
  return sinq(kPi * (fabsq(r) > Quad(0.5) ? copysignq(1, r) - r : r));
}
// Newton's method on f(y) = x from the double that is close.
template <class F, class Slope>
Quad inverse(Quad x, Quad start, F f, Slope slope) {
  Quad y = start;
  for (int i = 0; i < 6; ++i) y -= (f(y) - x) / slope(y);
  return y;
}
Quad erfinv(Quad x) {
  const Quad start = static_cast<Quad>(gradc::special::erfinv(static_cast<double>(x)));
  return inverse(x, start, [](Quad y) { return erfq(y); }, [](Quad y) { return 2 / sqrtq(kPi) * expq(-y * y); });
}
Quad ndtri(Quad x) {
  const Quad start = static_cast<Quad>(gradc::special::ndtri(static_cast<double>(x)));
  return inverse(x, start, [](Quad y) { return ndtr(y); }, [](Quad y) { return expq(-y * y / 2) / sqrtq(2 * kPi); });
}
// ψ(x) by its recurrence up to 40 and the asymptotic series (DLMF 5.11.2).
Quad digamma(Quad x) {
  Quad sum = 0;
  for (; x < 40; x += 1) sum -= 1 / x;
  const Quad bernoulli[] = {1 / Quad(6), -1 / Quad(30), 1 / Quad(42), -1 / Quad(30), 5 / Quad(66), -691 / Quad(2730), 7 / Quad(6), -3617 / Quad(510), 43867 / Quad(798), -174611 / Quad(330)};
  Quad power = 1;
  sum += logq(x) - 1 / (2 * x);
  for (int k = 1; k <= 10; ++k) sum -= bernoulli[k - 1] / (2 * k * (power *= x * x));
  return sum;
}
// e^-|x| I_n(x), n = 0 or 1, by its series (DLMF 10.25.2), whose terms are all of one sign.
Quad bessel(Quad x, int n) {
  Quad term = n == 0 ? Quad(1) : x / 2, sum = term;
  for (int k = 1; k < 2000 && term != 0; ++k) sum += term *= x * x / 4 / k / (k + n);
  return sum * expq(-fabsq(x));
}

template <class T>
using Vector = gradc::Vector<T>;

// Its series (DLMF 8.7.1), whose terms are all of one sign.
Quad gammainc(Quad a, Quad x) {
  Quad term = expq(a * logq(x) - x - lgammaq(a + 1)), sum = term;
  for (int k = 1; k < 5000 && term > sum * Quad(1e-34); ++k) sum += term *= x / (a + k);
  return sum;
}

struct Row {
  const char* name;
  Vector<double> (*wide)(const Vector<double>&);
  Vector<float> (*narrow)(const Vector<float>&);
  Quad (*exact)(Quad);
  double low, high;
  double bound = 4;
};

#define ROW(name, exact, ...)                                                                           \
  {#name, [](const Vector<double>& x) -> Vector<double> { return gradc::name(x); },                     \
   [](const Vector<float>& x) -> Vector<float> { return gradc::name(x); }, [](Quad x) -> Quad { return exact; }, __VA_ARGS__}

// Of two operands, of which one is a number.
#define ROW_OF_2(name, a, b, exact, ...)                                                              \
  {#name "(" #a ", " #b ")", [](const Vector<double>& x) -> Vector<double> { return gradc::name(a, b); }, \
   [](const Vector<float>& x) -> Vector<float> { return gradc::name(a, b); }, [](Quad x) -> Quad { return exact; }, __VA_ARGS__}

constexpr double kMost = 1e300;
const std::vector<Row> kRows{
    ROW(exp, expq(x), -700, 700),
    ROW(expm1, expm1q(x), -700, 700),
    ROW(exp2, powq(2, x), -1000, 1000),
    ROW(log, logq(x), 0, kMost),
    ROW(log1p, log1pq(x), -0.999999, kMost),
    ROW(log2, logq(x) / M_LN2q, 0, kMost),
    ROW(log10, logq(x) / M_LN10q, 0, kMost),
    ROW(sqrt, sqrtq(x), 0, kMost),
    ROW(rsqrt, 1 / sqrtq(x), 0, kMost),
    ROW(cbrt, cbrtq(x), -kMost, kMost),
    ROW(reciprocal, 1 / x, -1e15, 1e15),
    ROW(sin, sinq(x), -1e6, 1e6),
    ROW(cos, cosq(x), -1e6, 1e6),
    ROW(tan, tanq(x), -1e6, 1e6),
    ROW(asin, asinq(x), -1, 1),
    ROW(acos, acosq(x), -1, 1),
    ROW(atan, atanq(x), -kMost, kMost),
    ROW(sinh, sinhq(x), -700, 700),
    ROW(cosh, coshq(x), -700, 700),
    ROW(tanh, tanhq(x), -700, 700),
    ROW(asinh, asinhq(x), -kMost, kMost),
    ROW(acosh, acoshq(x), 1, kMost),
    ROW(atanh, atanhq(x), -1, 1),
    ROW(erf, erfq(x), -30, 30),
    ROW(erfc, erfcq(x), -30, 26),
    ROW(sinpi, sin_pi(x), -1e6, 1e6),
    ROW(cospi, sin_pi(x + Quad(0.5)), -1e6, 1e6),
    ROW(sigmoid, sigmoid(x), -700, 700),
    ROW(softplus, softplus(x), -700, 700),
    ROW(log_sigmoid, -softplus(-x), -700, 700),
    ROW(silu, x * sigmoid(x), -700, 700),
    ROW(mish, x * tanhq(softplus(x)), -700, 700),
    ROW(gelu, x * ndtr(x), -30, 30),
    ROW(softsign, x / (1 + fabsq(x)), -1e15, 1e15),
    ROW(squareplus, (x + sqrtq(x * x + 4)) / 2, -1e6, 1e6),
    ROW(log1mexp, x < Quad(0.7) ? logq(-expm1q(-x)) : log1pq(-expq(-x)), 0, 700),
    ROW(logit, logq(x) - log1pq(-x), 0, 1),
    ROW(entr, -x * logq(x), 0, 1e15),
    ROW(ndtr, ndtr(x), -37, 37),
    ROW(log_ndtr, x < 0 ? logq(ndtr(x)) : log1pq(-ndtr(-x)), -140, 37),
    ROW(ndtri, ndtri(x), 0, 1),
    ROW(erfinv, erfinv(x), -1, 1),
    ROW(erfcx, expq(x * x) * erfcq(x), -26, 100),
    ROW(lgamma, lgammaq(x), 0, 1e15),
    ROW(digamma, digamma(x), -60, 1e15),
    ROW(i0e, bessel(x, 0), -300, 300),
    ROW(i1e, bessel(x, 1), -300, 300),
    ROW(sinc, x == 0 ? Quad(1) : sin_pi(x) / (kPi * x), -1e6, 1e6),
    ROW_OF_2(betaln, x, 2.5, lgammaq(x) + lgammaq(Quad(2.5)) - lgammaq(x + Quad(2.5)), 0, 1e4),
    ROW_OF_2(betaln, x, 40, lgammaq(x) + lgammaq(Quad(40)) - lgammaq(x + Quad(40)), 0, 1e4),
    ROW_OF_2(gammainc, 2.5, x, gammainc(Quad(2.5), x), 0, 200),
    ROW_OF_2(gammainc, 200, x, gammainc(Quad(200), x), 0, 400),
};

// Numbers between the bounds: as many in each power of two, and as many evenly.
template <class T>
Vector<T> points(double low, double high) {
  constexpr int kCount = 20000;
  std::vector<T> found;
  std::uint64_t state = 88172645463325252u;
  const auto uniform = [&] {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return static_cast<double>(state >> 11) / 9007199254740992.0;
  };
  const double most = static_cast<double>(std::numeric_limits<T>::max()), least = static_cast<double>(std::numeric_limits<T>::min());
  low = std::max(low, -most / 4), high = std::min(high, most / 4);
  const auto add = [&](double x) {
    const T rounded = static_cast<T>(x);
    if (rounded != 0 && static_cast<double>(rounded) > low && static_cast<double>(rounded) < high) found.push_back(rounded);
  };
  for (int i = 0; i < kCount; ++i) {
    add(low + (high - low) * uniform());
    const double end = uniform() < 0.5 ? low : high, log_least = std::log2(least);
    if (end != 0) add(std::copysign(std::exp2(log_least + (std::log2(std::fabs(end)) - log_least) * uniform()), end));
  }
  Vector<T> x(gradc::Shape{static_cast<std::int64_t>(found.size())});
  std::copy(found.begin(), found.end(), x.data());
  return x;
}

struct Worst {
  double units = 0, at = 0;
};

template <class T, class F>
Worst worst(const Row& row, F f) {
  const Vector<T> x = points<T>(row.low, row.high), y = f(x);
  Worst found;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    const Quad exact = row.exact(static_cast<Quad>(x(i)));
    const double size = std::fabs(static_cast<double>(exact));
    // Below the smallest normal number its unit counts.
    if (!(size < static_cast<double>(std::numeric_limits<T>::max()))) continue;
    const double normal = std::max(size, static_cast<double>(std::numeric_limits<T>::min()));
    const double unit = std::ldexp(1.0, std::ilogb(normal) - std::numeric_limits<T>::digits + 1);
    const double units = std::fabs(static_cast<double>((static_cast<Quad>(y(i)) - exact) / unit));
    if (!(units <= found.units)) found = {units, static_cast<double>(x(i))};
  }
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  bool good = true;
  std::printf("%-12s %10s %24s %10s %16s\n", "", "double", "at", "float", "at");
  for (const Row& row : kRows) {
    if (argc > 1 && std::none_of(argv + 1, argv + argc, [&](const char* name) { return row.name == std::string(name); })) continue;
    const Worst wide = worst<double>(row, row.wide), narrow = worst<float>(row, row.narrow);
    const bool within = wide.units <= row.bound && narrow.units <= row.bound;
    good = good && within;
    std::printf("%-12s %10.2f %24.17g %10.2f %16.9g%s\n", row.name, wide.units, wide.at, narrow.units, narrow.at,
                within ? "" : "  more than it may be");
  }
  return good ? 0 : 1;
}
