#include "counted.h"

#include <cstddef>

namespace control {

double pairs(const Vector& x) {
  double s = 0;
  const int n = static_cast<int>(x.size());
  for (int i = 0; i + 1 < n; ++i) s += x(i) * x(i + 1);
  return s;
}

double up_to_the_last(const Vector& x) {
  double s = 0;
  const int n = static_cast<int>(x.size());
  for (int i = 0; i <= n - 1; ++i) s += x(i) * x(i);
  return s;
}

double until_equal(const Vector& x) {
  double s = 0;
  const int n = static_cast<int>(x.size());
  for (int i = 0; i != n; ++i) s += x(i) * x(i);
  return s;
}

double down_by_itself(const Vector& x) {
  double s = 0;
  int n = static_cast<int>(x.size());
  while (n-- > 0) s += x(n) * x(n);
  return s;
}

double every_other(const Vector& x) {
  double s = 0;
  const int n = static_cast<int>(x.size());
  int i = 0;
  while (i < n) {
    s += x(i) * x(i);
    i += 2;
  }
  return s;
}

double sizes(const Vector& x) {
  double s = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(x.size()); i++) s += x(i) * x(i);
  return s;
}

double sizes_down(const Vector& x) {
  double s = 0;
  for (std::size_t i = static_cast<std::size_t>(x.size()); i-- > 0;) s += x(i) * x(i);
  return s;
}

double triangle(const Vector& x) {
  double s = 0;
  const int n = static_cast<int>(x.size());
  for (int i = 0; i < n; ++i) for (int j = i + 1; j < n; ++j) s += x(i) * x(j);
  return s;
}

double counted_down(const Vector& x) {
  double s = 0;
  const int n = static_cast<int>(x.size());
  for (int i = n - 1; i >= 0; --i) s += x(i) * x(i);
  return s;
}

double half(const Vector& x) {
  double s = 0;
  const int n = static_cast<int>(x.size());
  for (int i = 0; 2 * i < n; ++i) s += x(i) * x(i);
  return s;
}

double at_least_once(const Vector& x) {
  double s = 0;
  const int n = static_cast<int>(x.size());
  int i = 0;
  do {
    s += x(i) * x(i);
    ++i;
  }
  while (i < n);
  return s;
}

double at_most(const Vector& x) {
  double s = 0;
  int n = static_cast<int>(x.size());
  for (int i = 0; i < n && i < 100; ++i) s += x(i) * x(i);
  return s;
}

double while_not_zero(const Vector& x) {
  double s = 0;
  int n = static_cast<int>(x.size());
  while (n) {
    --n;
    s += x(n) * x(n);
  }
  return s;
}

double unsigned_pairs(const Vector& x) {
  double s = 0;
  for (unsigned i = 0; i + 1 < static_cast<unsigned>(x.size()); ++i) s += x(i) * x(i);
  return s;
}

double mirrored(const Vector& x) {
  double s = 0;
  const int n = static_cast<int>(x.size());
  for (int i = 0; n > i; ++i) s += x(i) * x(i);
  return s;
}

double squares(const Vector& x) {
  double s = 0;
  const int n = static_cast<int>(x.size());
  for (int i = 1; i * i <= n; ++i) s += x(i) * x(i);
  return s;
}

double from_both_ends(const Vector& x) {
  double s = 0;
  const int n = static_cast<int>(x.size());
  for (int i = 0, j = n - 1; i < j; ++i, --j) s += x(i) * x(j);
  return s;
}

}  // namespace control
