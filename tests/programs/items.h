// Two items of an argument as derivatives for many items take them, and what such derivatives give for one.
#pragma once

#include <gradc/gradc.h>

#include <algorithm>
#include <array>
#include <vector>

#include "harness.h"

namespace programs {

inline gradc::Vector<double> items(double a, double b) { return {a, b}; }
inline gradc::Vector<int> items(int a, int b) { return {a, b}; }
template <int R>
gradc::Tensor<double, R + 1> items(const gradc::Tensor<double, R>& a, const gradc::Tensor<double, R>& b) {
  gradc::Shape shape{2};
  for (int axis = 0; axis < R; ++axis) shape.push_back(a.extent(axis));
  gradc::Tensor<double, R + 1> both(shape);
  std::copy(b.begin(), b.end(), std::copy(a.begin(), a.end(), both.data()));
  return both;
}
template <class List>
gradc::Matrix<double> rows(const List& a, const List& b) {
  gradc::Matrix<double> both(gradc::Shape{2, static_cast<std::int64_t>(a.size())});
  std::copy(b.begin(), b.end(), std::copy(a.begin(), a.end(), both.data()));
  return both;
}
inline gradc::Matrix<double> items(const std::vector<double>& a, const std::vector<double>& b) { return rows(a, b); }
template <std::size_t N>
gradc::Matrix<double> items(const std::array<double, N>& a, const std::array<double, N>& b) {
  return rows(a, b);
}
template <class T>
std::vector<T> items(const T& a, const T& b) {
  return {a, b};
}

// Whether two arguments can be items of one call.
template <class T>
bool agree(const T&, const T&) {
  return true;
}
template <int R>
bool agree(const gradc::Tensor<double, R>& a, const gradc::Tensor<double, R>& b) {
  return a.shape() == b.shape();
}
inline bool agree(const std::vector<double>& a, const std::vector<double>& b) { return a.size() == b.size(); }

// The numbers of one of two items.
template <int R>
void add_item(Numbers& to, const gradc::Tensor<double, R>& both, int item) {
  const std::int64_t half = both.size() / 2;
  for (std::int64_t i = 0; i < half; ++i) to.add(both.data()[item * half + i]);
}
template <class T>
void add_item(Numbers& to, const std::vector<T>& both, int item) {
  to.add(both.at(static_cast<std::size_t>(item)));
}

}  // namespace programs
