// What the checking program of a batch is linked with: traced decisions, and the comparison of derivatives with
// 4-point central differences at several points.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "state.h"

namespace programs {

// Coordinates in order: the numbers of a gradient, a tangent or an argument.
struct Numbers {
  std::vector<double> values;
  void add(double x) { values.push_back(x); }
  template <int R>
  void add(const gradc::Tensor<double, R>& x) { values.insert(values.end(), x.begin(), x.end()); }
  void add(const std::vector<double>& x) { values.insert(values.end(), x.begin(), x.end()); }
  template <std::size_t N>
  void add(const std::array<double, N>& x) { values.insert(values.end(), x.begin(), x.end()); }
  void add(const State& x) {
    add(x.u), add(x.v);
    add(x.w);
  }
  void add(const std::vector<Point>& x) {
    for (const Point& e : x) add(e.u), add(e.v), add(e.w);
  }
  void add(const std::vector<gradc::Vector<double>>& x) {
    for (const auto& e : x) add(e);
  }
  void add_sums(const Numbers& a, const Numbers& b) {
    for (std::size_t i = 0; i < a.values.size() && i < b.values.size(); ++i) add(a.values[i] + b.values[i]);
  }
};

// One function: its arguments, and the ways to call it and its derivatives.
class Case {
 public:
  Case(const char* name, std::uint64_t seed) : name_(name), state_(seed * 0x9E3779B97F4A7C15u + 1) {}

  void input(int& x) { wholes_.push_back(&x); }
  template <class X>
  void input(X& x) {
    if constexpr (!std::is_same_v<X, double>) shape(x);
    collect_.push_back([this, &x] { each(x, inputs_); });
  }
  // With other extents at each point.
  template <class X>
  void input_of_any_extents(X& x) {
    collect_.push_back([this, &x] {
      resize(x);
      each(x, inputs_);
    });
  }
  template <class X>
  void tangent(X& x, const X& like) {
    collect_.push_back([this, &x, &like] {
      x = like;
      each(x, tangents_);
    });
  }

  std::function<double()> value, traced;
  std::function<double(Numbers&)> gradient, into;
  std::function<double(double, Numbers&)> vjp, backward;  // empty where not asked for
  std::function<double(double&)> jvp;
  std::function<void(Numbers&, Numbers&)> items;  // the gradient of several at once, and of each

  // Prints a line about each stage that starts, each point, and what is wrong.
  void run();

 private:
  static void shape(gradc::Vector<double>& x) { x = gradc::Vector<double>(gradc::Shape{4}); }
  static void shape(gradc::Matrix<double>& x) { x = gradc::Matrix<double>(gradc::Shape{2, 4}); }
  static void shape(std::vector<double>& x) { x.resize(3); }
  static void shape(std::array<double, 3>&) {}
  static void shape(State&) {}
  static void shape(std::vector<Point>& x) { x.resize(2); }
  static void shape(std::vector<gradc::Vector<double>>& x) {
    x.resize(2);
    for (auto& e : x) shape(e);
  }
  void resize(gradc::Vector<double>& x) { x = gradc::Vector<double>(gradc::Shape{extent()}); }
  void resize(gradc::Matrix<double>& x) {
    const std::int64_t rows = extent();
    x = gradc::Matrix<double>(gradc::Shape{rows, extent()});
  }
  void resize(std::vector<double>& x) { x.resize(static_cast<std::size_t>(extent())); }

  static void each(double& x, std::vector<double*>& to) { to.push_back(&x); }
  template <class X>
  static void each(X& x, std::vector<double*>& to) {
    for (double& e : x) to.push_back(&e);
  }
  static void each(State& x, std::vector<double*>& to) {
    to.push_back(&x.u), to.push_back(&x.v);
    each(x.w, to);
  }
  static void each(std::vector<Point>& x, std::vector<double*>& to) {
    for (Point& e : x) to.push_back(&e.u), to.push_back(&e.v), each(e.w, to);
  }
  static void each(std::vector<gradc::Vector<double>>& x, std::vector<double*>& to) {
    for (auto& e : x) each(e, to);
  }

  int next(int n);
  std::int64_t extent();
  bool difference(double& x, double& slope);
  void compare(double actual, double expected, double tolerance, const std::string& what);
  void compare(const Numbers& actual, const std::vector<double>& expected, double factor, const std::string& what);
  bool steady(const Numbers& exact);
  void point();
  void stage(const char* what);

  const char* name_;
  std::uint64_t state_;
  std::vector<std::function<void()>> collect_;  // the numbers of each argument and tangent
  std::vector<double*> inputs_, tangents_;
  std::vector<int*> wholes_;
  int compared_ = 0, passed_over_ = 0, wrong_ = 0, extents_of_0_ = 0, extents_of_1_ = 0;
};

// The decisions since the last reset, mixed into one number.
extern std::uint64_t trace;
inline void decide(std::uint64_t bits) { trace = (trace ^ bits) * 0x100000001B3u; }

}  // namespace programs

namespace traced {

inline bool t(bool taken) { return programs::decide(taken ? 2 : 1), taken; }
inline int t_int(double x) { return programs::decide(static_cast<std::uint64_t>(static_cast<int>(x)) + 3), static_cast<int>(x); }
inline double t_max(double a, double b) { return t(a < b), std::max(a, b); }
inline double t_min(double a, double b) { return t(b < a), std::min(a, b); }
inline double t_abs(double a) { return t(a < 0), std::abs(a); }
inline double t_clamp(double a, double low, double high) { return t(a < low), t(a > high), std::clamp(a, low, high); }
inline gradc::Vector<double> t_signs(const gradc::Vector<double>& x) {
  for (double e : x) t(e > 0);
  return x;
}
inline gradc::Vector<double> t_max_of(const gradc::Vector<double>& x) {
  for (double a : x)
    for (double b : x) t(a < b);
  return x;
}

}  // namespace traced
