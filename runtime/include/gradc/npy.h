/// \file
/// Reading and writing of NumPy's files: one array in a .npy, several named ones in a .npz.
///
/// Elements: float (f4), double (f8), half (f2), std::complex<float> (c8), std::complex<double> (c16), std::int32_t (i4),
/// std::int64_t (i8), bool (b1), little-endian and in C order. The element type of a file is never converted. Formats 1.0 to 3.0
/// are read, 1.0 is written. Archives are zip files whose entries are stored, as numpy.savez writes them; compressed ones are
/// refused. Every fault throws gradc::Error with the name of the file, a wrong rank ShapeError.
#pragma once

#include <gradc/detail/operand.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace gradc {

namespace detail {

/// What a file can hold; the text is NumPy's, less the byte order.
template <class T>
constexpr const char* npy_type() {
  static_assert(is_real_v<T> || std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t> ||
                    std::is_same_v<T, bool> || is_complex_v<T>,
                "gradc: .npy files hold float, double, half, complex numbers, std::int32_t, std::int64_t and bool");
  static_assert(!std::is_same_v<T, bfloat16>, "gradc: NumPy has no bfloat16; convert with gradc::astype");
  if (std::is_same_v<T, float>) return "f4";
  if (std::is_same_v<T, double>) return "f8";
  if (std::is_same_v<T, half>) return "f2";
  if (is_complex_v<T>) return sizeof(T) == 8 ? "c8" : "c16";
  if (std::is_same_v<T, std::int32_t>) return "i4";
  if (std::is_same_v<T, std::int64_t>) return "i8";
  return "b1";
}

/// An array inside the text of a file.
struct NpyArray {
  Shape shape;
  const char* data;
};

/// Finds the array in `text`, which `origin` names in errors. Throws unless it has elements of `type` and `rank` axes.
NpyArray parse_npy(const std::string& origin, const char* text, std::int64_t size, const char* type,
                   int rank);

/// What stands before the elements of an array in a file.
std::string npy_header(const Shape& shape, const char* type);

std::string read_file(const std::string& path);
void write_file(const std::string& path, const std::string& text);

template <class T, int R>
Tensor<T, R> tensor_from_npy(const std::string& origin, const char* text, std::int64_t size) {
  const NpyArray array = parse_npy(origin, text, size, npy_type<T>(), R);
  Tensor<T, R> result;
  result.resize(array.shape);
  if constexpr (std::is_same_v<T, bool>) {  // a byte other than 0 and 1 is not a bool
    for (std::int64_t i = 0; i < result.size(); ++i) result.data()[i] = array.data[i] != 0;
  } else if (result.size() > 0) {
    std::memcpy(static_cast<void*>(result.data()), array.data,
                static_cast<std::size_t>(result.size()) * sizeof(T));
  }
  return result;
}

template <class A>
std::string npy_text(const A& tensor) {
  using T = Element<A>;
  const auto view = as_view(tensor);
  std::string text = npy_header(view.shape(), npy_type<T>());
  text.append(reinterpret_cast<const char*>(view.data()), static_cast<std::size_t>(view.size()) * sizeof(T));
  return text;
}

}  // namespace detail

/// The array in a .npy file.
/// \throws Error where the file cannot be read or holds something else.
template <class T, int R>
Tensor<T, R> read_npy(const std::string& path) {
  const std::string text = detail::read_file(path);
  return detail::tensor_from_npy<T, R>(path, text.data(), static_cast<std::int64_t>(text.size()));
}

/// Writes a tensor to a .npy file.
/// \throws Error where the file cannot be written.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
void write_npy(const std::string& path, const A& tensor) {
  detail::write_file(path, detail::npy_text(tensor));
}

/// The arrays of a .npz file, which is held in memory.
class NpzFile {
 public:
  ///
  /// \throws Error where the file cannot be read or is not an archive of stored entries.
  explicit NpzFile(const std::string& path);

  /// The names of the arrays, in the order of the file, without ".npy".
  const std::vector<std::string>& names() const { return names_; }
  bool contains(const std::string& name) const;

  /// The array of this name.
  /// \throws Error where there is none, or its elements are not T, or its rank is not R.
  template <class T, int R>
  Tensor<T, R> read(const std::string& name) const {
    const Entry& entry = find(name);
    return detail::tensor_from_npy<T, R>(path_ + "(" + name + ")", text_.data() + entry.offset, entry.size);
  }

 private:
  struct Entry {
    std::int64_t offset;
    std::int64_t size;
  };
  const Entry& find(const std::string& name) const;

  std::string path_;
  std::string text_;
  std::vector<std::string> names_;
  std::vector<Entry> entries_;
};

/// The arrays of the .npz file at `path`.
inline NpzFile read_npz(const std::string& path) { return NpzFile(path); }

/// Collects named arrays for a .npz file.
class NpzWriter {
 public:
  /// Adds a copy of a tensor.
  /// \throws Error for a name that is there already, and beyond the 4 GiB of a zip file.
  template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
  void add(const std::string& name, const A& tensor) {
    add_entry(name, detail::npy_text(tensor));
  }

  /// Writes the file.
  /// \throws Error where it cannot.
  void write(const std::string& path) const;

 private:
  void add_entry(const std::string& name, const std::string& text);

  std::vector<std::string> names_;
  std::string entries_;
  std::string directory_;
};

}  // namespace gradc
