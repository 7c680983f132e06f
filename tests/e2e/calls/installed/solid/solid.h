// A small library as it is installed: its folder is one of system headers. Vectors with several names for their members, and
// what uses them by templates, overloads, references and function objects.
#pragma once

#include <cassert>
#include <cmath>
#include <iterator>

namespace solid {

template <class T>
struct Vec {
  union {
    T x, r;
  };
  union {
    T y, g;
  };
  union {
    T z, b;
  };
  Vec() = default;
  constexpr Vec(T all) : x(all), y(all), z(all) {}
  constexpr Vec(T a, T b, T c) : x(a), y(b), z(c) {}
  T& operator[](int i) {
    assert(i >= 0 && i < 3);
    switch (i) {
      default:
      case 0:
        return x;
      case 1:
        return y;
      case 2:
        return z;
    }
  }
  const T& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  Vec& operator+=(const Vec& other) {
    for (int i = 0; i < 3; ++i) (*this)[i] += other[i];
    return *this;
  }
  T at(int i) const { return i == 0 ? x : i == 1 ? y : z; }
};

template <class T>
Vec<T> operator+(Vec<T> a, const Vec<T>& b) {
  return a += b;
}
template <class T>
Vec<T> operator*(T by, const Vec<T>& a) {
  return {by * a.x, by * a.y, by * a.z};
}
template <class T>
Vec<T> operator-(const Vec<T>& a, const Vec<T>& b) {
  return a + T(-1) * b;
}
template <class T>
T dot(const Vec<T>& a, const Vec<T>& b) {
  return a.x * b.r + a.y * b.g + a.z * b.b;
}
template <class T>
Vec<T> cross(const Vec<T>& a, const Vec<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
Vec<T> normalized(const Vec<T>& a) {
  using std::sqrt;
  return (T(1) / sqrt(dot(a, a))) * a;
}
template <class T>
Vec<T> rotated(const Vec<T>& a, const Vec<T>& axis, T angle) {
  const Vec<T> n = normalized(axis);
  return std::cos(angle) * a + std::sin(angle) * cross(n, a) + ((1 - std::cos(angle)) * dot(n, a)) * n;
}

constexpr double kHalf = 0.5;

// Its number of terms is a constant that nobody declared so.
template <class T>
T series(T x) {
  static int terms = 6;
  static const T scale = T(1) / 3;
  T sum = 0, term = 1;
  for (int i = 1; i <= terms; ++i) {
    sum += term;
    term *= x * scale / i;
  }
  return sum;
}

inline double legendre(unsigned n, double x) {
  if (n == 0) return 1;
  double before = 1, now = x;
  for (unsigned k = 1; k < n; ++k) {
    const double next = ((2 * k + 1) * x * now - k * before) / (k + 1);
    before = now;
    now = next;
  }
  return now;
}

template <class F>
auto simpson(F f, double from, double to, int parts) {
  struct Count {
    int odd(int i) const { return i % 2; }
  };
  static const Count count{};
  const double step = (to - from) / parts;
  double sum = f(from) + f(to);
  for (int i = 1; i < parts; ++i) sum += (count.odd(i) != 0 ? 4 : 2) * f(from + i * step);
  return sum * step / 3;
}

template <class List>
double polynomial(const List& list, double x) {
  double sum = 0;
  for (auto at = std::end(list); at != std::begin(list);) sum = sum * x + *--at;
  return sum;
}

inline void swap_larger_first(double& a, double& b) {
  if (a >= b) return;
  const double c = a;
  a = b;
  b = c;
}

}  // namespace solid

extern "C" {
inline double solid_cube(double x) { return x * x * x; }
}
