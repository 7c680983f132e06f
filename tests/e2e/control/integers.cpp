#include "integers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace control {

double fmins(double x, double y) {
  return std::fmin(x, y) * std::fmax(x, 1.0) + std::fabs(x - y) + std::abs(y) + std::hypot(x, y) + std::fmod(x, 0.7) +
         std::fma(x, y, x) + std::copysign(x, y) + std::remainder(x, 0.3) + std::fdim(x, y) + std::pow(std::abs(x), 3) +
         std::pow(2, y) + std::sqrt(4.f) + fabs(x) + std::floor(x) * y + std::round(y) * x + std::abs(-3) +
         std::lround(x) * y;
}

enum Color { red, green = 5, blue };
enum class Op : unsigned char { add, mul, neg };
static double act(Op op, double a, double b) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::mul:
      return a * b;
    case Op::neg:
      return -a;
  }
  return 0;
}
double enums(double x, int n) {
  Color c = n > 2 ? blue : green;
  double s = c * x;
  const Op ops[] = {Op::add, Op::mul, Op::neg};
  for (Op op : ops) s = act(op, s, x);
  auto op = static_cast<Op>(n % 3);
  if (op == Op::mul) s += 1;
  return act(op, s, x) * static_cast<int>(op) + s;
}

double unsigned_arith(double x, unsigned n) {
  unsigned m = 3u - n;
  unsigned char c = static_cast<unsigned char>(n * 100);
  std::uint16_t h = static_cast<std::uint16_t>(c * 1000);
  double s = x;
  for (unsigned i = n; i-- > 0;) s += x * i;
  if (m > n) s *= 2;
  return s + (m % 7) * x + c * 0.01 * x + h * 1e-4 * x * x;
}

double size_arith(double x, int n) {
  std::vector<double> v(4, x);
  double s = 0;
  for (std::size_t i = v.size(); i-- > 0;) s = s * 0.5 + v[i] * static_cast<double>(i);
  std::size_t k = static_cast<std::size_t>(n) % v.size();
  std::ptrdiff_t d = static_cast<std::ptrdiff_t>(k) - 2;
  if (d < 0) s += static_cast<double>(d) * x;
  return s * v[k];
}

double int_div(double x, int a, int b) {
  int q = a / b, r = a % b, t = -a / b;
  double s = x * q + r * x * x + t;
  a /= 2;
  b %= 3;
  s += a * x - b;
  long long big = 1000000007LL * a % 97;
  return s * static_cast<double>(big) + static_cast<double>(a) / 2 * x;
}

double truncations(double x, double y) {
  int i = x;
  int j = static_cast<int>(y * 2.5);
  long k = (long)(x * y);
  unsigned u = static_cast<unsigned>(std::abs(x) * 3);
  double s = i * x + j * y + k;
  bool b = x;
  s += b;
  char ch = 3;
  s *= ch;
  short sh = static_cast<short>(u);
  s += sh * x;
  i += 2.7;
  i *= 1.5;
  s += i * y;
  return s;
}

double ternaries(double x, double y) {
  double s = x < 0 ? y : x < 1 ? x * y : x < 2 ? x + y : y > 0 ? y * y : x;
  s += (x > y ? x : y) * (x > 0 ? std::log(x) : 0.0);
  int k = x > 1 ? 2 : 3;
  return s * (k == 2 ? x : 1) + (y < 0 ? -1 : 1) * y;
}

double bitops(double x, int m, unsigned u) {
  double s = x;
  for (int i = 0; i < 6; ++i) {
    if (m & (1 << i)) s = s * x + i;
    if ((m >> i) & 1u) s += 1;
  }
  u |= 0x10u;
  u ^= 3u;
  u &= ~4u;
  u <<= 2;
  u >>= 1;
  m &= 0xff;
  m |= 1;
  m ^= 2;
  m <<= 1;
  m >>= 2;
  bool p = true;
  p &= s > 0;
  p |= m == 3;
  bool q = p ^ (m > 2);
  long long w = 1LL << 40;
  std::size_t z = std::size_t(u) & 7;
  return s * (m ^ 5) + (u % 13) * x + (p ? x : 0.0) + static_cast<double>(w >> 38) * x + static_cast<double>(z) +
         static_cast<double>(~m) * x;
}

double nan_safe(double x) {
  double s = 0;
  if (x > 0) s += std::sqrt(x) * std::log(x);
  s += x > 1 ? std::sqrt(x - 1) : 0;
  bool ok = x > 0.5 && std::log(x - 0.5) < 1;
  return ok ? s * x : s + x;
}

double short_circuit(double x, int n) {
  int calls = 0;
  auto f = [&](double v) {
    ++calls;
    return v > 1;
  };
  double a[3] = {x, 2 * x, 3};
  double s = 0;
  if (f(x) || f(x * 2)) s += x;
  if (f(x) && f(x * 2)) s += x * x;
  if (n < 3 && a[n] > 1) s += a[n];
  if (n >= 3 || a[n] < 2) s *= 2;
  return s * calls;
}

double isnan_checks(double x, double y) {
  const double r = std::sqrt(x), q = 1 / (y - y);
  double s = x * x;
  if (std::isnan(r)) s += y;
  if (std::isinf(q) || !std::isfinite(r)) s *= 2;
  if (std::signbit(y)) s += x * y;
  const double l = std::log(-1.0);
  return l != l ? s * y : x;
}

double int_overflow(double x, int n) {
  unsigned h = 2166136261u;
  for (int i = 0; i < n; ++i) {
    h ^= static_cast<unsigned>(i);
    h *= 16777619u;
  }
  std::uint8_t b = static_cast<std::uint8_t>(h);
  std::int8_t sb = static_cast<std::int8_t>(b);
  short w = static_cast<short>(h >> 3);
  return x * b + x * x * sb + w * 1e-3 * x + static_cast<double>(h % 17);
}

double char_arith(double x, int n) {
  char c = static_cast<char>('a' + n);
  double s = c - 'a' + x;
  if (c >= 'c') s *= x;
  switch (c) {
    case 'a':
      s += 1;
      break;
    case 'b':
      s *= 2;
      break;
    default:
      s -= x;
  }
  bool up = c == 'A' || (c > 'b' && c < 'z');
  return s + up * x;
}

double bool_arith(double x, double y) {
  bool a = x > 0, b = y > 0;
  int k = a + b;
  double s = a * x + !b * y + k;
  a = !a;
  b = b && a;
  a |= x > 1;
  s += (a ^ b) * x + (a & b) + (a == b);
  return s * x;
}

double assign_expr(double x, double y) {
  double a, b, c;
  a = b = c = x * y;
  (a += 2) *= 3;
  b = (c -= 1) + a;
  double d = (a = y, a * 2);
  ((b)) = b + d;
  double e[2];
  e[0] = e[1] = b;
  e[0] += e[1] *= x;
  return a + b * c + e[0] * e[1];
}

double inc_expr(double x, int n) {
  int i = n;
  double a[6] = {x, 1, 2 * x, 3, x * x, 5};
  double s = a[i++] * a[i];
  s += a[--i] + i-- * x;
  s += a[++i];
  double f = x;
  f++;
  ++f;
  double g = f-- * --f;
  return s * g + i;
}

double cond_side(double x, int n) {
  int c = 0;
  double s = (n > 1 && ++c > 0) ? x : (c += 5, x * x);
  s += (n > 2 || (c++, x > 0)) ? c * x : c;
  n > 0 ? s *= 2 : s += 1;
  if (double t = s; t > 1 && c-- > 0) s = t * c;
  return s + c;
}

double logic_assign(double x, int n) {
  bool done = false, found = false;
  double s = 0;
  for (int i = 0; !done && i < 10; ++i) {
    found = found || (s > x && i > n);
    done = found && i % 2 == 0;
    s += x * (i + 1);
    if (!(found || done)) s += 0.1;
  }
  return s * x + found;
}

double comma_decl(double x) {
  double a = (x, x * 2), b = 3;
  for (double u = a, v = b; u < 20 && v > 0; u *= 2, v -= 1) a += u * v;
  return a;
}

double var_step(double x, int n, int s) {
  double r = x;
  for (int i = 1; i < n; i *= 2) r += i * x;
  for (int i = 0; i < n; i += s) r *= 1 + 0.1 * i;
  for (int i = n; i > 0; i /= 3) r += x * i;
  return r;
}

double inf_nan(double x) {
  const double inf = std::numeric_limits<double>::infinity(), big = std::numeric_limits<double>::max(),
               eps = std::numeric_limits<double>::epsilon();
  double m = inf;
  for (int i = 0; i < 3; ++i) m = std::min(m, x * (i + 1));
  return x < big ? m * m + eps : HUGE_VAL;
}

double max_chain(double x, double y, double z) {
  double m = x;
  if (y > m) m = y;
  if (z > m) m = z;
  const double n = std::min(x, std::min(y, z));
  double& r = x > y ? x : y;
  r *= 2;
  return m * n + x * y;
}

double abs_variants(double x, int n) {
  return std::abs(x) + std::fabs(x) * 2 + std::abs(n - 3) * x + std::abs(-2.5f) + fabs(x) + (x < 0 ? -x : x) +
         std::abs(static_cast<long>(n) - 5);
}

double pow_int(double x, int n) {
  double a = std::abs(x) + 0.1;
  return std::pow(a, n) + std::pow(a, 2) + std::pow(2, n) + std::pow(a, 0.5) + std::pow(a, a) + std::exp2(x) +
         std::pow(2.0f, 3.0f);
}

}  // namespace control
