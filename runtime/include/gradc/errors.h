/// \file
/// Faults at run time: the exceptions that the runtime and generated code throw, and the checks that throw them.
///
/// Every check is a comparison in the header and a throw in the library, so that a check that passes costs a branch and a check
/// that fails costs the caller no code. A library built with GRADC_NO_EXCEPTIONS never throws: it calls the handler set by
/// `set_error_handler`, and then aborts.
#pragma once

#include <gradc/device.h>

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>

namespace gradc {

/// The base class of all exceptions of the runtime.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Extents or ranks that do not match. Thrown before any output is written.
class ShapeError : public Error {
 public:
  using Error::Error;
};

/// An index outside its axis.
class IndexError : public Error {
 public:
  using Error::Error;
};

/// An argument for which an operation has no value, such as an integer divided by zero.
class DomainError : public Error {
 public:
  using Error::Error;
};

/// Memory on the wrong side: elements on a device that the host should read, or arguments of a device on another one. And what
/// a device refuses.
class DeviceError : public Error {
 public:
  using Error::Error;
};

/// The class of an error, for a handler.
enum class ErrorKind { General, Shape, Index, Domain, Device };

/// Receives an error where exceptions are not used. May leave by longjmp or by ending the process; if it returns, the program
/// aborts.
using ErrorHandler = void (*)(ErrorKind kind, const char* message);

/// Installs `handler` for all threads and returns the one before. With a handler in place no exception is thrown; null (the state
/// at start) restores exceptions, or without exceptions a message on stderr.
ErrorHandler set_error_handler(ErrorHandler handler) noexcept;

[[noreturn]] void fail(const std::string& message);         ///< throws Error
[[noreturn]] void fail_shape(const std::string& message);   ///< throws ShapeError
[[noreturn]] void fail_index(const std::string& message);   ///< throws IndexError
[[noreturn]] void fail_domain(const std::string& message);  ///< throws DomainError
[[noreturn]] void fail_device(const std::string& message);  ///< throws DeviceError

///
/// \throws Error where each way to compute a derivative takes more bytes of workspace than checkpoint(budget = ...) gives:
///     "loss_gradient takes at least 4096 bytes of workspace for these arguments; its budget is 1024".
[[noreturn]] void fail_budget(const char* function, std::initializer_list<std::int64_t> bytes, std::int64_t budget);

namespace detail {
[[noreturn]] void fail_extents(const char* name, int axis, std::int64_t extent, const char* other,
                               int other_axis, std::int64_t other_extent, const char* where);
[[noreturn]] void fail_expected_extent(const char* name, int axis, std::int64_t extent, std::int64_t expected,
                                       const char* what, const char* where);
[[noreturn]] void fail_equal_sizes(const char* left, std::int64_t left_value, const char* right,
                                   std::int64_t right_value, const char* where);
[[noreturn]] void fail_negative(const char* op, int axis, std::int64_t extent, const char* formula, const char* where);
[[noreturn]] void fail_apart(const char* names, int index, const char* result);
[[noreturn]] void fail_index_of(const char* name, int axis, std::int64_t index, std::int64_t extent,
                                const char* where);
[[noreturn]] void fail_part(const char* op, int axis, std::int64_t begin, std::int64_t end, std::int64_t extent,
                            const char* where);
[[noreturn]] void fail_value_of(const char* name, std::int64_t index, std::int64_t size, const char* where);
[[noreturn]] void fail_empty(const char* name, const char* where);
[[noreturn]] void fail_negative_size(std::int64_t size);
[[noreturn]] void fail_sizes(const char* name, std::int64_t size, const char* other, std::int64_t other_size,
                             const char* where);
[[noreturn]] void fail_element(int axis, std::int64_t index, std::int64_t extent);
[[noreturn]] void fail_on_device(const char* operation, Device device);
[[noreturn]] void fail_condition(ErrorKind kind, const char* message, const char* where);

/// Whether `index` is not in [0, extent): one unsigned comparison.
constexpr bool outside(std::int64_t index, std::int64_t extent) {
  return static_cast<std::uint64_t>(index) >= static_cast<std::uint64_t>(extent);
}
}  // namespace detail

/// Two extents that must be equal. Throws ShapeError, with `where` ("model.cpp:4", or null) in front: "model.cpp:4: extent 0 of
/// params.w1 is 5 but extent 1 of x is 7".
inline void require_extent(const char* name, int axis, std::int64_t extent, const char* other, int other_axis,
                           std::int64_t other_extent, const char* where = nullptr) {
  if (extent != other_extent)
    detail::fail_extents(name, axis, extent, other, other_axis, other_extent, where);
}

/// An extent that must equal a number, `what` saying where the number comes from ("2 * n", or null). Throws ShapeError:
/// "model.cpp:4: extent 0 of x is 5 but must be 8 (2 * n)".
inline void require_extent(const char* name, int axis, std::int64_t extent, std::int64_t expected,
                           const char* what = nullptr, const char* where = nullptr) {
  if (extent != expected) detail::fail_expected_extent(name, axis, extent, expected, what, where);
}

/// Two formulas over extents that must be equal. Throws ShapeError: "model.cpp:4: x.extent(0) * n is 6 but y.extent(0) *
/// y.extent(1) is 8".
inline void require_equal_sizes(const char* left, std::int64_t left_value, const char* right, std::int64_t right_value,
                                const char* where = nullptr) {
  if (left_value != right_value) detail::fail_equal_sizes(left, left_value, right, right_value, where);
}

/// The extent of a result, with its formula, which must not be negative. Throws ShapeError: "model.cpp:4: pad: extent 0 of its
/// result would be -3 (x.extent(0) + n)".
inline void require_not_negative(const char* op, int axis, std::int64_t extent, const char* formula,
                                 const char* where = nullptr) {
  if (extent < 0) detail::fail_negative(op, axis, extent, formula, where);
}

/// Arguments that are passed by reference, with their names ("x, y"), which must be no part of the structure that results are written
/// to. Throws Error: "x is part of out, which is written while x is read".
template <class Results, class... Arguments>
void require_apart(const char* result, const Results& results, const char* names, const Arguments&... arguments) {
  const auto begin = reinterpret_cast<std::uintptr_t>(&results);
  int index = 0;
  ((reinterpret_cast<std::uintptr_t>(&arguments) - begin < sizeof(Results) ? detail::fail_apart(names, index, result) : void(++index)), ...);
}

/// A view, whose elements must be none of a tensor's or a vector's that results are written to. Throws Error, as above.
template <class View, class Result>
void require_elements_apart(const char* name, const View& view, const char* result, const Result& tensor) {
  const auto begin = reinterpret_cast<std::uintptr_t>(tensor.data()), first = reinterpret_cast<std::uintptr_t>(view.data());
  const auto bytes = [](const auto& x) { return static_cast<std::uintptr_t>(x.size()) * sizeof(*x.data()); };
  if (begin < first + bytes(view) && first < begin + bytes(tensor)) detail::fail_apart(name, 0, result);
}

/// An index that must lie in [0, extent) of axis `axis` of `name`. Throws IndexError: "model.cpp:4: index 7 is out of range for
/// axis 0 of x, whose extent is 5".
inline void require_index(const char* name, int axis, std::int64_t index, std::int64_t extent,
                          const char* where = nullptr) {
  if (detail::outside(index, extent)) detail::fail_index_of(name, axis, index, extent, where);
}

/// A part [begin, end) of axis `axis`, which must lie in it. Throws IndexError: "model.cpp:4: slice: [3, 9) is no part of axis 1,
/// whose extent is 8".
inline void require_part(const char* op, int axis, std::int64_t begin, std::int64_t end, std::int64_t extent,
                         const char* where = nullptr) {
  if (begin < 0 || end < begin || end > extent) detail::fail_part(op, axis, begin, end, extent, where);
}

/// An index into a sequence of `size` values. Throws IndexError: "model.cpp:4: index 7 is out of range for v, whose size is 5".
inline void require_value(const char* name, std::int64_t index, std::int64_t size, const char* where = nullptr) {
  if (detail::outside(index, size)) detail::fail_value_of(name, index, size, where);
}

/// The indices of all trips of a loop, which run between `first` and `last`; nothing where there is no trip.
inline void require_values(const char* name, std::int64_t first, std::int64_t last, std::int64_t trips, std::int64_t size,
                           const char* where = nullptr) {
  if (trips <= 0) return;
  require_value(name, first, size, where);
  require_value(name, last, size, where);
}

/// A sequence from which the last value is taken. Throws IndexError: "model.cpp:4: v is empty".
inline void require_not_empty(const char* name, std::int64_t size, const char* where = nullptr) {
  if (size <= 0) detail::fail_empty(name, where);
}

/// Two sizes of sequences that must be equal. Throws ShapeError: "model.cpp:4: size of d_v is 2 but size of v is 3".
inline void require_size(const char* name, std::int64_t size, const char* other, std::int64_t other_size,
                         const char* where = nullptr) {
  if (size != other_size) detail::fail_sizes(name, size, other, other_size, where);
}

/// Any other condition.
/// \throws Error with `message`, after "where: " if that is given.
inline void require(bool condition, const char* message, const char* where = nullptr) {
  if (!condition) detail::fail_condition(ErrorKind::General, message, where);
}

/// A condition on shapes. As `require`, but throws ShapeError.
inline void require_shape(bool condition, const char* message, const char* where = nullptr) {
  if (!condition) detail::fail_condition(ErrorKind::Shape, message, where);
}

/// A condition on values. As `require`, but throws DomainError.
inline void require_domain(bool condition, const char* message, const char* where = nullptr) {
  if (!condition) detail::fail_condition(ErrorKind::Domain, message, where);
}

}  // namespace gradc
