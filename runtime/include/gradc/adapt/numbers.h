/// \file
/// Results of generated functions as rows of numbers, in the memory of a solver.
///
/// A generated result is a structure: a gradient has a member for each input, a Jacobian a block for each output and input,
/// with the outputs outermost. Solvers want one vector, or one matrix for each block of their own. Both orders are those of
/// the parameters, so that the structure is read leaf by leaf.
#pragma once

#include <gradc/detail/members.h>
#include <gradc/errors.h>
#include <gradc/tensor.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>

namespace gradc {
namespace adapt {

/// A matrix of a solver, row by row or column by column; without memory where the solver does not ask for it.
struct Block {
  double* data = nullptr;
  std::int64_t columns = 0;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 1;
};

namespace detail {

[[noreturn]] inline void fail(const std::string& what) { throw ShapeError("gradc::adapt: " + what); }

template <class T, class = void>
inline constexpr bool has_data_v = false;
template <class T>
inline constexpr bool has_data_v<T, std::void_t<decltype(std::declval<T&>().data()), decltype(std::declval<T&>().size())>> =
    true;

template <class T, class = void>
inline constexpr bool is_tuple_v = false;
template <class T>
inline constexpr bool is_tuple_v<T, std::void_t<decltype(std::tuple_size<std::remove_const_t<T>>::value)>> = true;

/// Calls `visit(pointer, size)` for the numbers of a scalar, tensor, vector, array, or structure of these, in order.
template <class T, class Visit>
void each_leaf(T& value, Visit&& visit) {
  if constexpr (std::is_arithmetic_v<std::remove_const_t<T>>) {
    visit(&value, std::int64_t{1});
  } else if constexpr (std::is_array_v<T>) {
    for (auto& element : value) each_leaf(element, visit);
  } else if constexpr (has_data_v<T>) {
    const auto size = static_cast<std::int64_t>(value.size());
    if constexpr (std::is_arithmetic_v<std::remove_const_t<std::remove_pointer_t<decltype(value.data())>>>)
      visit(value.data(), size);
    else
      for (std::int64_t i = 0; i < size; ++i) each_leaf(value.data()[i], visit);
  } else {
    const auto all = [&](auto&... part) { (each_leaf(part, visit), ...); };
    if constexpr (is_tuple_v<T>)
      std::apply(all, value);
    else
      std::apply(all, gradc::detail::members(value));
  }
}

/// Matrices of Eigen that lie column by column, which each_leaf would read as if they were rows. Generated Jacobians are
/// tensors.
template <class T, class = void>
inline constexpr bool lies_by_columns_v = false;
template <class T>
inline constexpr bool lies_by_columns_v<T, std::void_t<decltype(T::IsRowMajor), decltype(T::IsVectorAtCompileTime)>> =
    !T::IsRowMajor && !T::IsVectorAtCompileTime;

template <class T>
std::int64_t count(const T& value) {
  std::int64_t sum = 0;
  each_leaf(value, [&](const auto*, std::int64_t size) { sum += size; });
  return sum;
}

/// Writes all numbers of `value` to out[0, size).
/// \throws ShapeError where there are not `size` of them.
template <class T>
void flatten(const T& value, double* out, std::int64_t size, const char* what) {
  std::int64_t used = 0;
  each_leaf(value, [&](const auto* leaf, std::int64_t length) {
    for (std::int64_t i = 0; i < length && used + i < size; ++i) out[used + i] = static_cast<double>(leaf[i]);
    used += length;
  });
  if (used != size)
    fail(std::string(what) + " has " + std::to_string(used) + " numbers, where the solver expects " + std::to_string(size));
}

/// Distributes the leaves of a Jacobian over blocks. A leaf has the axes of an output, rows of all blocks, then those of an
/// input, some columns of one block. A block takes leaves until it has all of its columns.
class BlockWriter {
 public:
  BlockWriter(const Block* blocks, std::size_t block_count) : blocks_(blocks), block_count_(block_count) {}

  void begin_output(std::int64_t rows) {
    first_row_ += rows_;
    rows_ = rows;
    block_ = 0;
    column_ = 0;
  }
  bool has_output() const { return block_ == block_count_; }

  template <class T>
  void add(const T* leaf, std::int64_t size) {
    if (rows_ == 0) return;
    const std::int64_t width = size / rows_;
    if (block_ == block_count_ || size % rows_ != 0 || column_ + width > blocks_[block_].columns)
      fail("the Jacobian's blocks are not those of the solver: block " + std::to_string(block_) + " gets columns " +
           std::to_string(column_) + " to " + std::to_string(column_ + width));
    const Block& block = blocks_[block_];
    if (block.data) {
      double* out = block.data + first_row_ * block.row_stride + column_ * block.column_stride;
      for (std::int64_t i = 0; i < rows_; ++i)
        for (std::int64_t j = 0; j < width; ++j)
          out[i * block.row_stride + j * block.column_stride] = static_cast<double>(leaf[i * width + j]);
    }
    column_ += width;
    if (column_ == block.columns) {
      ++block_;
      column_ = 0;
    }
  }

 private:
  const Block* blocks_;
  std::size_t block_count_;
  std::size_t block_ = 0;
  std::int64_t first_row_ = 0, rows_ = 0, column_ = 0;
};

/// Writes the Jacobian of `value` to `blocks`, which together have the columns of all inputs.
/// \throws ShapeError where the numbers of rows and columns are others.
template <class Value, class Jacobian>
void write_blocks(const Value& value, const Jacobian& jacobian, const Block* blocks, std::size_t block_count) {
  static_assert(!lies_by_columns_v<Jacobian>, "gradc: a Jacobian lies row by row; give Eigen's matrix the option RowMajor");
  constexpr std::size_t kMostOutputs = 32;
  std::array<std::int64_t, kMostOutputs> rows{};
  std::size_t outputs = 0;
  each_leaf(value, [&](const auto*, std::int64_t size) {
    if (outputs == kMostOutputs) fail("a function has at most 32 outputs");
    rows[outputs++] = size;
  });
  BlockWriter writer(blocks, block_count);
  std::size_t output = 0;
  each_leaf(jacobian, [&](const auto* leaf, std::int64_t size) {
    if (output == 0 || writer.has_output()) {
      if (output == outputs) fail("the Jacobian has more blocks than the solver");
      writer.begin_output(rows[output++]);
    }
    writer.add(leaf, size);
  });
  if (output != outputs || !writer.has_output()) fail("the Jacobian has fewer blocks than the solver");
}

inline bool all_finite(const double* data, std::int64_t size) {
  for (std::int64_t i = 0; i < size; ++i)
    if (!std::isfinite(data[i])) return false;
  return true;
}

}  // namespace detail
}  // namespace adapt
}  // namespace gradc
