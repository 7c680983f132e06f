#include <gradc/tensor_io.h>

#include <cmath>
#include <complex>
#include <ostream>

namespace gradc {
namespace {

// A bool prints as 0 or 1 whatever the stream's flags say of plain integers; 16-bit types print as float.
template <class T>
void print_element(std::ostream& out, const T& value) {
  out << static_cast<detail::Compute<T>>(value);
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

template void print(std::ostream&, const float*, const Shape&);
template void print(std::ostream&, const double*, const Shape&);
template void print(std::ostream&, const half*, const Shape&);
template void print(std::ostream&, const bfloat16*, const Shape&);
template void print(std::ostream&, const std::complex<float>*, const Shape&);
template void print(std::ostream&, const std::complex<double>*, const Shape&);
template void print(std::ostream&, const std::int32_t*, const Shape&);
template void print(std::ostream&, const std::int64_t*, const Shape&);
template void print(std::ostream&, const bool*, const Shape&);

}  // namespace detail

std::ostream& operator<<(std::ostream& out, const Shape& shape) { return out << to_string(shape); }

}  // namespace gradc
