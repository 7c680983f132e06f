// Dense values known when gradc runs: what constant folding and the reference interpreter compute with.
#pragma once

#include <complex>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ir/check.h"
#include "ir/type.h"

namespace ir {

struct Literal {
  ElementType element = ElementType::f64;
  std::vector<std::int64_t> extents;
  std::vector<double> reals;          // of floating elements; of complex ones real and imaginary parts in turn
  std::vector<std::int64_t> integers; // of integer and bool elements

  // Zeros of that type and shape.
  static Literal zeros(ElementType element, std::vector<std::int64_t> extents);
  static Literal scalar(ElementType element, double value);

  std::int64_t size() const;
  std::int64_t rank() const { return static_cast<std::int64_t>(extents.size()); }
  bool is_real() const { return is_float(element); }
  bool is_complex() const { return ir::is_complex(element); }
  double at(std::int64_t i) const {
    GRADC_CHECK(!is_complex());
    if (element == ElementType::u64) return static_cast<double>(static_cast<std::uint64_t>(integers[idx(i)]));
    return is_real() ? reals[idx(i)] : static_cast<double>(integers[idx(i)]);
  }
  // An element of any type as a complex number; and as one that `T` says, double or complex.
  std::complex<double> number(std::int64_t i) const {
    return is_complex() ? std::complex<double>(reals[idx(2 * i)], reals[idx(2 * i + 1)]) : std::complex<double>(at(i));
  }
  template <class T>
  T as(std::int64_t i) const {
    if constexpr (std::is_same_v<T, double>) return at(i);
    else return number(i);
  }
  // Stores a value rounded (floats) or wrapped (integers) to the element type.
  void set(std::int64_t i, double value);
  void set(std::int64_t i, std::complex<double> value);  // of a real element: its real part
  void set_integer(std::int64_t i, std::int64_t value);
  void copy_element(std::int64_t to, const Literal& from, std::int64_t i);

 private:
  static std::size_t idx(std::int64_t i) { return static_cast<std::size_t>(i); }
};

double round_to(ElementType element, double value);
std::int64_t wrap_to(ElementType element, std::int64_t value);

// Walks all multi-indices of a shape in row-major order.
class IndexWalk {
 public:
  explicit IndexWalk(std::vector<std::int64_t> extents);
  bool done() const { return done_; }
  void next();
  const std::vector<std::int64_t>& index() const { return index_; }
  // The row-major position of an index in a tensor of these extents.
  static std::int64_t offset(const std::vector<std::int64_t>& index, const std::vector<std::int64_t>& extents);
  // The index that stands at a position.
  static std::vector<std::int64_t> indices(std::int64_t offset, const std::vector<std::int64_t>& extents);

 private:
  std::vector<std::int64_t> extents_, index_;
  bool done_ = false;
};

}  // namespace ir
