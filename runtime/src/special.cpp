// Special functions in double. Polynomials are Chebyshev interpolants of the function named, computed with 40 digits
// and cut at 5e-19 of the greatest coefficient; what else is used is in the NIST Digital Library of Mathematical
// Functions (DLMF), by number.
#include <gradc/special.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace gradc {
namespace special {
namespace {

// What a recurrence or a difference would lose is lost of more digits, where the machine has them.
using Wide = long double;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.14159265358979323846;
constexpr Wide kWidePi = 3.14159265358979323846264338327950288L;
constexpr double kSqrtPi = 1.77245385090551602730;
constexpr double kSqrt2 = 1.41421356237309504880;
constexpr Wide kHalfLogTwoPi = 0.918938533204672741780329736405617640L;

// The sum of c[k] T_k(t), by Clenshaw's recurrence (DLMF 3.11(ii)).
template <std::size_t N>
Wide chebyshev(const Wide (&c)[N], Wide t) {
  Wide b1 = 0, b2 = 0;
  for (std::size_t k = N - 1; k > 0; --k) {
    const Wide b = c[k] + 2 * t * b1 - b2;
    b2 = b1;
    b1 = b;
  }
  return c[0] + t * b1 - b2;
}

// x² as it is rounded, and what that leaves.
struct Squared {
  double high, low;
};
Squared squared(double x) {
  const double high = x * x;
  return {high, std::fma(x, x, -high)};
}

bool is_whole(double x) { return std::floor(x) == x; }

// (1 + 2x) erfcx(x) of t = (x - 4)/(x + 4), which is smooth on the whole of x >= 0.
constexpr Wide kErfcx[] = {
    1.177483200537448699L, -7.260796620301900478e-3L, -8.126512323618499786e-2L, 6.009212804122225000e-2L,
    -2.875393558027666027e-2L, 1.059566336347286001e-2L, -3.136927294554264238e-3L, 7.456494372536184043e-4L,
    -1.369696503010054068e-4L, 1.718386160030093711e-5L, -7.158364623450346863e-7L, -2.426139944244953201e-7L,
    5.576570939570356404e-8L, -2.105786951380949481e-9L, -1.171788935188495685e-9L, 1.909835517245668792e-10L,
    1.408871764208812966e-11L, -6.901108320480814955e-12L, 9.167958364111293286e-14L, 2.145450828655455299e-13L,
    -1.471657502701062422e-14L, -6.668675118770407924e-15L, 7.504598509880083025e-16L,
    2.220093006666320036e-16L, -3.170489895633088836e-17L, -8.193570309884332333e-18L,
    1.245981973312957435e-18L};

// digamma(x)/(x - its zero) of t = 2x - 3 on [1, 2]; the zero is the sum of two numbers.
constexpr Wide kDigamma[] = {
    0.9835702604415669880L, -0.2270640863346443967L, 3.336889902393010897e-2L, -5.320077271596547444e-3L,
    8.788656937820505333e-4L, -1.477349265060604328e-4L, 2.506054346835914444e-5L, -4.272103402999332207e-6L,
    7.302769272465923049e-7L, -1.250288681355959552e-7L, 2.142500932235947373e-8L, -3.673295918565179039e-9L,
    6.299717236108930907e-10L, -1.080593028883266011e-10L, 1.853735192053637890e-11L,
    -3.180235365825530010e-12L, 5.456147570322794185e-13L, -9.360993131036438156e-14L,
    1.606064636295075010e-14L, -2.755543137743881311e-15L, 4.727736178601911391e-16L,
    -8.111484203465090033e-17L, 1.391707769474154065e-17L, -2.387790108218862700e-18L};
constexpr Wide kDigammaZero = 1.4616321449683623, kDigammaZeroRest = 9.5499954299656977e-17L;

// i0e(x) of t = x/4 - 1 on [0, 8], and √x i0e(x) of t = 16/x - 1 beyond; i1e(x)/x and √x i1e(x) likewise.
constexpr Wide kI0Small[] = {
    0.3383976372047380425L, -0.3046826723431983987L, 0.1716209015222087753L, -9.490109704804764442e-2L,
    4.930528423967070849e-2L, -2.373741480589946882e-2L, 1.054646039459499832e-2L, -4.324309995050575944e-3L,
    1.639475616941335798e-3L, -5.763755745385823659e-4L, 1.885028850958416557e-4L, -5.754195010082103704e-5L,
    1.644844807072889709e-5L, -4.416738358458750564e-6L, 1.117387539120103718e-6L, -2.670793853940611734e-7L,
    6.046995022541918949e-8L, -1.300025009986248042e-8L, 2.659823724682386650e-9L, -5.189795601635262907e-10L,
    9.675809035373236912e-11L, -1.726826291441555707e-11L, 2.955052663129639835e-12L,
    -4.856446783111929461e-13L, 7.676185498604935617e-14L, -1.168533287799345168e-14L,
    1.715391285555133031e-15L, -2.431279846547954694e-16L, 3.330794518822238098e-17L,
    -4.415341646479339379e-18L, 5.669178006921496157e-19L};
constexpr Wide kI0Large[] = {
    0.4022452055070544158L, 3.369116478255694090e-3L, 6.889758346916823984e-5L, 2.891370520834756483e-6L,
    2.048918589469063742e-7L, 2.266668990498178065e-8L, 3.396232025708386345e-9L, 4.940602388224969589e-10L,
    1.188914710784643834e-11L, -3.149916527963241365e-11L, -1.321581184044771312e-11L,
    -1.794178531506806118e-12L, 7.180124451383666234e-13L, 3.852778382742142701e-13L, 1.540086217521409827e-14L,
    -4.150569347287222087e-14L, -9.554846698828307649e-15L, 3.811680669352622421e-15L,
    1.772560133056526383e-15L, -3.425485619677219135e-16L, -2.827623980516583479e-16L,
    3.461222867697461000e-17L, 4.465621420296759964e-17L, -4.830504485944178288e-18L,
    -7.233180487874759750e-18L, 9.921475412173675513e-19L, 1.193650890846006235e-18L,
    -2.488709837151165036e-19L};
constexpr Wide kI1Small[] = {
    0.1262935932218168274L, -0.1764165183578340552L, 0.1026436586898470954L, -5.294598120809499143e-2L,
    2.472644903062651683e-2L, -1.056408489462619816e-2L, 4.156422944312888157e-3L, -1.513572450631253149e-3L,
    5.122859561685757729e-4L, -1.617608158258967456e-4L, 4.781565107550054226e-5L, -1.327316365603943583e-5L,
    3.470251308137678477e-6L, -8.568720264695454741e-7L, 2.003294753552135262e-7L, -4.445059128796328081e-8L,
    9.381537386495771784e-9L, -1.887249751722829288e-9L, 3.625590281552117037e-10L, -6.663489723502027742e-11L,
    1.173618629889090163e-11L, -1.983974397764943715e-12L, 3.223793365945574710e-13L,
    -5.042185504727911687e-14L, 7.600684294735406934e-15L, -1.105596947735386308e-15L,
    1.553631957736200469e-16L, -2.111421214358166078e-17L, 2.777914112761046370e-18L,
    -3.541581772542136205e-19L};
constexpr Wide kI1Large[] = {
    0.3892881175091400602L, -9.761097491361468408e-3L, -1.105889387626237163e-4L, -3.882564808877690393e-6L,
    -2.512236237870208925e-7L, -2.631468846889519507e-8L, -3.835380385964237022e-9L, -5.589743462196583807e-10L,
    -1.897495812350541234e-11L, 3.252603583015488239e-11L, 1.412580743661378133e-11L, 2.035628544147089507e-12L,
    -7.198551776245908512e-13L, -4.083551111092197318e-13L, -2.101541842772664313e-14L,
    4.272440016711951354e-14L, 1.042027698412880276e-14L, -3.814403072437007805e-15L,
    -1.880354775510782448e-15L, 3.308202310920928283e-16L, 2.962628997645950133e-16L,
    -3.209525921993423864e-17L, -4.650305368489358294e-17L, 4.414348323071704144e-18L,
    7.517296310842110758e-18L, -9.314178867326862403e-19L, -1.242193275194915269e-18L,
    2.414276719455216698e-19L, 2.026944384053468587e-19L};

// B_2k/(2k), k = 1, 2, ... (DLMF 24.2)
constexpr Wide kBernoulli[] = {1.0L / 12,      -1.0L / 120,      1.0L / 252,          -1.0L / 240,
                                 1.0L / 132,     -691.0L / 32760,  1.0L / 12,           -3617.0L / 8160,
                                 43867.0L / 14364, -174611.0L / 6600};

// ln Γ(x) less Stirling's (x - 1/2) ln x - x + ln √(2π), x >= 10: Σ B_2k/(2k (2k - 1) x^(2k - 1)) (DLMF 5.11.1).
Wide stirling_rest(Wide x) {
  const Wide w = 1 / (x * x);
  Wide sum = 0;
  for (int k = 8; k >= 1; --k) sum = sum * w + kBernoulli[k - 1] / (2 * k - 1);
  return sum / x;
}

// log(1 + x) - x, x > -1. With r = x/(2 + x), log(1 + x) = 2 artanh r (DLMF 4.6.6).
Wide log1p_less(Wide x) {
  if (x < -0.4L || x > 0.6L) return std::log1p(x) - x;
  const Wide r = x / (2 + x), w = r * r;
  Wide sum = 0;
  for (int k = 27; k >= 3; k -= 2) sum = sum * w + 1.0L / k;
  return r * (2 * w * sum - x);
}

// The x > 0 with erfc(x) = z, 0 < z <= 1/2: x² + ln z - ln erfcx(x) = 0, by Newton's method from the leading term of
// the asymptotic series (DLMF 7.12.1).
double inverse_erfc(double z) {
  const double log_z = std::log(z);
  double x = std::sqrt(std::fmax(-log_z - 0.5 * std::log(-kPi * log_z), 0.2));
  for (int step = 0; step < 5; ++step) {
    const double e = erfcx(x), residual = std::fma(x, x, log_z) - std::log(e);
    x -= 0.5 * kSqrtPi * e * residual;  // d/dx (x² - ln erfcx(x)) = 2/(√π erfcx(x))
  }
  return x;
}

}  // namespace

double erfcx(double x) {
  if (std::isnan(x)) return x;
  const Wide a = std::fabs(x);
  const Wide above = a > 1e17L ? 1 / (std::sqrt(kWidePi) * a) : a < 1e-9L ? 1 - 2 * a / std::sqrt(kWidePi)
                                                            : chebyshev(kErfcx, (a - 4) / (a + 4)) / (1 + 2 * a);
  if (x >= 0) return static_cast<double>(above);
  // erfcx(x) = 2 e^(x²) - erfcx(-x)
  return x < -26.7 ? kInfinity : static_cast<double>(2 * std::exp(a * a) - above);
}

double erfinv(double y) {
  if (!(std::fabs(y) <= 1)) return kNaN;
  if (std::fabs(y) == 1) return std::copysign(kInfinity, y);
  if (std::fabs(y) > 0.5) return std::copysign(inverse_erfc(1 - std::fabs(y)), y);
  // By Halley's method from the first terms of the series (DLMF 7.17.2). Where y³ is nothing beside y, so are those.
  const double v = 0.5 * kSqrtPi * y;
  if (std::fabs(y) < 1e-8) return v;
  const double w = v * v;
  double x = v * (1 + w * (1.0 / 3 + w * (7.0 / 30 + w * (127.0 / 630))));
  for (int step = 0; step < 3; ++step) {
    const double newton = (std::erf(x) - y) * 0.5 * kSqrtPi * std::exp(x * x);
    x -= newton / (1 + x * newton);
  }
  return x;
}

double log_ndtr(double x) {
  if (x > 1) {  // the rest above x, of a square that is not rounded
    const Squared square = squared(x);
    const double power = std::isinf(square.high) ? 0 : std::exp(-0.5 * square.high);
    return std::log1p(-0.5 * erfcx(x / kSqrt2) * (power - 0.5 * power * (power > 0 ? square.low : 0)));
  }
  if (x > 0) return std::log1p(-0.5 * std::erfc(x / kSqrt2));
  if (x > -1) return std::log(0.5 * std::erfc(-x / kSqrt2));
  if (x == -kInfinity) return x;
  return std::log(0.5 * erfcx(-x / kSqrt2)) - 0.5 * x * x;
}

double ndtri(double p) {
  if (!(p >= 0 && p <= 1)) return kNaN;
  if (p == 0) return -kInfinity;
  if (p < 0.25) return -kSqrt2 * inverse_erfc(2 * p);
  if (p > 0.75) return p == 1 ? kInfinity : kSqrt2 * inverse_erfc(2 * (1 - p));
  return kSqrt2 * erfinv(2 * p - 1);  // exact there
}

double tgamma(double x) { return std::tgamma(x); }

#ifdef __STDCPP_MATH_SPEC_FUNCS__  // which libc++ has not: who uses these there sees it at link time
double expint(double x) { return std::expint(x); }
double beta(double a, double b) { return std::beta(a, b); }
#endif

double lgamma(double x) {
#if defined(__GLIBC__) || defined(__APPLE__)
  int sign = 0;
  return ::lgamma_r(x, &sign);  // std::lgamma writes to a global
#else
  return std::lgamma(x);
#endif
}

namespace {

// ψ(x), x > 0.
Wide digamma_above(Wide x) {
  if (x >= 10) {
    // ln x - 1/(2x) - Σ B_2k/(2k x^2k) (DLMF 5.11.2)
    const Wide w = 1 / (x * x);
    Wide sum = 0;
    for (int k = 8; k >= 1; --k) sum = sum * w + kBernoulli[k - 1];
    return std::log(x) - 0.5L / x - w * sum;
  }
  Wide rest = 0;  // ψ(x + 1) = ψ(x) + 1/x (DLMF 5.5.2)
  for (; x > 2; x -= 1) rest += 1 / (x - 1);
  if (x < 1) {
    rest = -1 / x;
    x += 1;
  }
  return (x - kDigammaZero - kDigammaZeroRest) * chebyshev(kDigamma, 2 * x - 3) + rest;
}

}  // namespace

double digamma(double x) {
  if (std::isnan(x) || x == kInfinity) return x;
  if (x == 0) return std::copysign(kInfinity, -x);
  if (x > 0) return static_cast<double>(digamma_above(x));
  if (is_whole(x)) return kNaN;  // infinities too
  // ψ(x) = ψ(1 - x) - π cot πx (DLMF 5.5.4)
  const Wide wide = x;
  return static_cast<double>(digamma_above(1 - wide) - kWidePi / std::tan(kWidePi * (wide - std::round(wide))));
}

namespace {

// Of the q + k, k = 0, 1, ... for q < 0 those below zero are 1 - f, 2 - f, ... up to -q, with the sign turned, f being
// the part of q above a whole number: the sum of (q + k)^-s over all k, for s whole, from sums of positive q.
template <class Sum>
double from_below_zero(double q, bool odd, Sum sum) {
  const double f = q - std::floor(q), below = sum(1 - f) - sum(1 - q);
  return sum(f) + (odd ? -below : below);
}

}  // namespace

double zeta(double s, double q) {
  if (std::isnan(s) || std::isnan(q)) return kNaN;
  if (s == 1) return kInfinity;
  if (s < 1) return kNaN;
  if (q <= 0) {
    if (is_whole(q)) return q == -kInfinity ? kNaN : kInfinity;
    if (!is_whole(s)) return kNaN;  // powers of negative numbers
    return from_below_zero(q, std::fmod(s, 2) != 0, [s](double positive) { return zeta(s, positive); });
  }
  if (q == kInfinity || s == kInfinity) return q < 1 ? kInfinity : q == 1 ? 1 : 0;
  // The sum of Euler and Maclaurin (DLMF 25.11.28), after as many terms as make it converge.
  double sum = 0;
  for (const double far = 12 + s; q < far; q += 1) {
    const double term = std::pow(q, -s);
    sum += term;
    if (std::isinf(sum) || term < 1e-18 * sum) return sum;
  }
  double rest = q / (s - 1) + 0.5, factor = s / q;  // s (s + 1) ... (s + 2k - 2)/((2k - 1)! q^(2k - 1))
  for (int k = 1; k <= 10; ++k) {
    const double term = static_cast<double>(kBernoulli[k - 1]) * factor;
    rest += term;
    if (std::fabs(term) < 1e-18 * rest) break;
    factor *= (s + 2 * k - 1) / q * ((s + 2 * k) / q) / (2 * k * (2 * k + 1.0));
  }
  return sum + std::pow(q, -s) * rest;
}

double polygamma(double n, double x) {
  if (!(n >= 0) || !is_whole(n) || n > 1e4) return kNaN;
  if (n == 0) return digamma(x);
  if (std::isnan(x)) return x;
  const bool odd = std::fmod(n, 2) != 0;
  const double sign = odd ? 1 : -1;
  if (x <= 0 && is_whole(x)) return odd && x != -kInfinity ? kInfinity : kNaN;
  // (-1)^(n+1) n! Σ (x + k)^(-n-1) (DLMF 5.15.1), each term with its share of n! so that neither runs over.
  const auto shares = [](double from, double to, double q) {  // from (from + 1) ... to / q^(to - from + 1)
    double product = 1;
    for (double k = from; k <= to && product != 0; ++k) product *= k / q;
    return product;
  };
  const auto positive = [&](double q) {
    if (q == kInfinity) return 0.0;
    double sum = 0;
    for (const double far = 12 + n; q < far; q += 1) {
      const double term = shares(1, n, q) / q;
      sum += term;
      if (std::isinf(sum) || term < 1e-18 * sum) return sum;
    }
    // (n - 1)!/q^n (1 + n/(2q) + Σ B_2k/(2k) n (n + 1) ... (n + 2k - 1)/((2k - 1)! q^2k)) (DLMF 5.15.8)
    double rest = 1 + 0.5 * n / q, factor = n / q * ((n + 1) / q);
    for (int k = 1; k <= 10; ++k) {
      const double term = static_cast<double>(kBernoulli[k - 1]) * factor;
      rest += term;
      if (std::fabs(term) < 1e-18) break;
      factor *= (n + 2 * k) / q * ((n + 2 * k + 1) / q) / (2 * k * (2 * k + 1.0));
    }
    return sum + shares(1, n - 1, q) / q * rest;
  };
  return sign * (x > 0 ? positive(x) : from_below_zero(x, !odd, positive));
}

double i0e(double x) {
  const Wide a = std::fabs(x);
  if (a < 1e-9L) return static_cast<double>(1 - a);
  return static_cast<double>(a <= 8 ? chebyshev(kI0Small, a / 4 - 1) : chebyshev(kI0Large, 16 / a - 1) / std::sqrt(a));
}

double i1e(double x) {
  const Wide a = std::fabs(x);
  const Wide y = a <= 8 ? a * chebyshev(kI1Small, a / 4 - 1) : chebyshev(kI1Large, 16 / a - 1) / std::sqrt(a);
  return std::copysign(static_cast<double>(y), x);
}

double sinc(double k, double x) {
  // The k-th derivative of sin u/u at u = πx times π^k. With s_k that derivative, u s_k + k s_(k-1) is that of sin u.
  if (!(k >= 0) || !is_whole(k) || k > 100 || std::isnan(x)) return kNaN;
  const int order = static_cast<int>(k);
  const Wide u = kWidePi * x, scale = std::pow(kWidePi, static_cast<Wide>(k));
  if (std::isinf(x)) return 0;
  if (std::fabs(u) > k + 1) {
    const Wide rest = std::remainder(x, 2.0);
    // sin πx, exact where x is whole; and cos πx
    const Wide s = std::sin(kWidePi * (std::fabs(rest) <= 0.5L ? rest : std::copysign(1.0L, rest) - rest));
    const Wide c = std::sin(kWidePi * (0.5L - std::fabs(rest)));
    const Wide turned[] = {s, c, -s, -c};  // the derivatives of sin
    Wide y = s / u;
    for (int i = 1; i <= order; ++i) y = (turned[i % 4] - static_cast<Wide>(i) * y) / u;
    return static_cast<double>(scale * y);
  }
  // Σ over even m >= k of (-1)^(m/2) u^(m-k)/((m - k)! (m + 1))
  const int first = order % 2;
  Wide power = first == 0 ? 1 : u, sum = 0;
  Wide sign = ((order + first) / 2) % 2 == 0 ? 1 : -1;
  for (int m = order + first;; m += 2) {
    const Wide term = sign * power / static_cast<Wide>(m + 1);
    sum += term;
    if (std::fabs(term) <= 1e-21L * std::fabs(sum) || power == 0) break;
    power *= u / static_cast<Wide>(m - order + 1) * (u / static_cast<Wide>(m - order + 2));
    sign = -sign;
  }
  return static_cast<double>(scale * sum);
}

namespace {

Wide wide_lgamma(Wide x) {
#if defined(__GLIBC__)
  int sign = 0;
  return ::lgammal_r(x, &sign);
#else
  return std::lgamma(x);
#endif
}

}  // namespace

double betaln(double a, double b) {
  const Wide p = std::fmin(a, b), q = std::fmax(a, b);
  if (std::isnan(a) || std::isnan(b)) return kNaN;
  if (!(p > 0) || q == kInfinity || q < 10) return static_cast<double>(wide_lgamma(p) + wide_lgamma(q) - wide_lgamma(p + q));
  // By Stirling's series, in which what is large is gone from the difference.
  const Wide rest = stirling_rest(q) - stirling_rest(p + q);
  if (p >= 10)
    return static_cast<double>((p - 0.5L) * std::log(p / (p + q)) - q * std::log1p(p / q) - 0.5L * std::log(q) + kHalfLogTwoPi +
                               stirling_rest(p) + rest);
  return static_cast<double>(wide_lgamma(p) - (q - 0.5L) * std::log1p(p / q) - p * std::log(p + q) + p + rest);
}

double gammainc(double shape, double end) {
  if (std::isnan(shape) || std::isnan(end) || shape < 0 || end < 0 || (shape == 0 && end == 0)) return kNaN;
  if (end == 0) return 0;
  if (shape == 0 || end == kInfinity) return shape == kInfinity ? kNaN : 1;
  if (shape == kInfinity) return 0;
  const Wide a = shape, x = end;
  // x^a e^-x/Γ(a + 1): as it is where nothing runs over, else by Stirling's series
  Wide front;
  if (a < 10) {
    front = std::exp(a * std::log(x) - x - wide_lgamma(a + 1));
  } else {
    const Wide part = x > a / 2 ? log1p_less((x - a) / a) : std::log(x / a) + (a - x) / a;
    front = std::exp(a * part - stirling_rest(a)) / std::sqrt(2 * kWidePi * a);
  }
  if (x < a + 1) {  // front Σ x^k/((a + 1) ... (a + k)) (DLMF 8.7.1)
    Wide term = 1, sum = 1;
    for (Wide k = 1; term > 1e-20L * sum; ++k) sum += term *= x / (a + k);
    return static_cast<double>(front * sum);
  }
  // 1 - front a/(x + 1 - a - 1(1 - a)/(x + 3 - a - ...)), its continued fraction (DLMF 8.9.2), by Lentz's method
  Wide b = x + 1 - a, c = 1e300L, d = 1 / b, fraction = d;
  for (Wide k = 1; k < 1e6L; ++k) {
    const Wide top = -k * (k - a);
    b += 2;
    d = top * d + b;
    c = b + top / c;
    if (d == 0) d = 1e-300L;
    if (c == 0) c = 1e-300L;
    d = 1 / d;
    const Wide step = d * c;
    fraction *= step;
    if (std::fabs(step - 1) < 1e-19L) break;
  }
  return static_cast<double>(1 - front * a * fraction);
}

}  // namespace special
}  // namespace gradc
