#include "ir/literal.h"

#include <cmath>
#include <cstring>

namespace ir {
namespace {

// Rounds to `bits` bits of significand, to even, with the smallest normal exponent and largest value given.
double round_significand(double value, int bits, int min_exponent, double largest) {
  if (value == 0 || !std::isfinite(value)) return value;
  int exponent = 0;
  std::frexp(value, &exponent);
  const int scale = bits - std::max(exponent, min_exponent);
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, scale)), -scale);
  return std::abs(rounded) > largest ? std::copysign(INFINITY, value) : rounded;
}

}  // namespace

double round_to(ElementType element, double value) {
  switch (element) {
    case ElementType::f16: return round_significand(value, 11, -13, 65504.0);
    case ElementType::bf16: return round_significand(value, 8, -125, 3.3895313892515355e38);
    case ElementType::c64:
    case ElementType::f32: return static_cast<double>(static_cast<float>(value));
    default: return value;
  }
}

std::int64_t wrap_to(ElementType element, std::int64_t value) {
  switch (element) {
    case ElementType::boolean: return value != 0;
    case ElementType::i8: return static_cast<std::int8_t>(value);
    case ElementType::i16: return static_cast<std::int16_t>(value);
    case ElementType::i32: return static_cast<std::int32_t>(value);
    case ElementType::u8: return static_cast<std::uint8_t>(value);
    case ElementType::u16: return static_cast<std::uint16_t>(value);
    case ElementType::u32: return static_cast<std::uint32_t>(value);
    default: return value;
  }
}

Literal Literal::zeros(ElementType element, std::vector<std::int64_t> extents) {
  Literal literal;
  literal.element = element;
  literal.extents = std::move(extents);
  const auto size = static_cast<std::size_t>(literal.size());
  if (is_differentiable(element))
    literal.reals.assign(literal.is_complex() ? 2 * size : size, 0.0);
  else
    literal.integers.assign(size, 0);
  return literal;
}

Literal Literal::scalar(ElementType element, double value) {
  Literal literal = zeros(element, {});
  literal.set(0, value);
  return literal;
}

std::int64_t Literal::size() const {
  std::int64_t size = 1;
  for (std::int64_t extent : extents) size *= extent;
  return size;
}

void Literal::set(std::int64_t i, std::complex<double> value) {
  if (!is_complex()) return set(i, value.real());
  reals[idx(2 * i)] = round_to(element, value.real());
  reals[idx(2 * i + 1)] = round_to(element, value.imag());
}

void Literal::set(std::int64_t i, double value) {
  if (is_complex())
    set(i, std::complex<double>(value));
  else if (is_real())
    reals[idx(i)] = round_to(element, value);
  else if (element == ElementType::u64 && value >= 0x1p63)
    set_integer(i, static_cast<std::int64_t>(static_cast<std::uint64_t>(value)));
  else
    set_integer(i, static_cast<std::int64_t>(value));
}

void Literal::set_integer(std::int64_t i, std::int64_t value) {
  if (is_differentiable(element))
    set(i, static_cast<double>(value));
  else
    integers[idx(i)] = wrap_to(element, value);
}

void Literal::copy_element(std::int64_t to, const Literal& from, std::int64_t i) {
  if (from.is_complex())
    set(to, from.number(i));
  else if (from.is_real())
    set(to, from.reals[idx(i)]);
  else
    set_integer(to, from.integers[idx(i)]);
}

IndexWalk::IndexWalk(std::vector<std::int64_t> extents)
    : extents_(std::move(extents)), index_(extents_.size(), 0) {
  for (std::int64_t extent : extents_) done_ = done_ || extent == 0;
}

void IndexWalk::next() {
  for (std::size_t axis = extents_.size(); axis-- > 0;) {
    if (++index_[axis] < extents_[axis]) return;
    index_[axis] = 0;
  }
  done_ = true;
}

std::int64_t IndexWalk::offset(const std::vector<std::int64_t>& index,
                               const std::vector<std::int64_t>& extents) {
  std::int64_t offset = 0;
  for (std::size_t axis = 0; axis < extents.size(); ++axis) offset = offset * extents[axis] + index[axis];
  return offset;
}

std::vector<std::int64_t> IndexWalk::indices(std::int64_t offset, const std::vector<std::int64_t>& extents) {
  std::vector<std::int64_t> index(extents.size());
  for (std::size_t axis = extents.size(); axis-- > 0; offset /= extents[axis]) index[axis] = offset % extents[axis];
  return index;
}

}  // namespace ir
