// What generated code does beside computing. Each counts what was done: one more than before. Eager code has
// no numbers.
#pragma once

#include <gradc/kernels/geometry.h>

namespace gradc {
namespace kernels {

/// A tensor of that shape, and what is said of it.
struct Said {
  Shape shape;
  const char* text = nullptr;
  const char* where = nullptr;  // "model.cpp:4"
};

/// "text: x", or x alone, as a line on the standard output; a matrix begins a line of its own. T: every
/// element type.
template <class T>
void print(const Said& geometry, const T* x, const std::int64_t* before, std::int64_t* after);

/// Throws DomainError with the text unless all of x are true.
void assert_true(const Said& geometry, const bool* x, const std::int64_t* before, std::int64_t* after);

}  // namespace kernels
}  // namespace gradc
