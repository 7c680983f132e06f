#include <gradc/tensor_io.h>

#include <cmath>
#include <complex>
#include <ostream>

#include "kernels/dispatch/instances.h"

namespace gradc {
namespace {

// A bool prints as 0 or 1 whatever the stream's flags say of plain integers, an integer of 8 bits as a number; 16-bit floats
// print as float.
template <class T>
void print_element(std::ostream& out, const T& value) {
  out << +static_cast<detail::Compute<T>>(value);
}
// "1-2j", in which -0 and a NaN have their sign.
template <class T>
void print_element(std::ostream& out, const std::complex<T>& value) {
  out << value.real() << (std::signbit(value.imag()) ? '-' : '+') << std::abs(value.imag()) << 'j';
}

template <class T>
const T* print_axis(std::ostream& out, const T* data, const Shape& shape, int axis) {
  if (axis == shape.rank()) {
    print_element(out, *data);
    return data + 1;
  }
  out << '[';
  for (std::int64_t i = 0; i < shape[axis]; ++i) {
    if (i > 0) {
      out << ',';
      if (axis + 1 == shape.rank()) {
        out << ' ';
      } else {
        for (int line = axis + 1; line < shape.rank(); ++line) out << '\n';
        for (int space = 0; space <= axis; ++space) out << ' ';
      }
    }
    data = print_axis(out, data, shape, axis + 1);
  }
  out << ']';
  return data;
}

}  // namespace

namespace detail {

template <class T>
void print(std::ostream& out, const T* data, const Shape& shape) {
  print_axis(out, data, shape, 0);
}

#define GRADC_INSTANCES(T) template void print(std::ostream&, const T*, const Shape&);
GRADC_FOR_ALL(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace detail

std::ostream& operator<<(std::ostream& out, const Shape& shape) { return out << to_string(shape); }

}  // namespace gradc
