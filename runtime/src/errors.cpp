#include <gradc/errors.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace gradc {
namespace {

std::atomic<ErrorHandler> installed_handler{nullptr};

template <class E>
[[noreturn]] void raise(ErrorKind kind, const std::string& message) {
  if (const ErrorHandler handler = installed_handler.load()) {
    handler(kind, message.c_str());
    std::abort();
  }
#ifdef GRADC_NO_EXCEPTIONS
  std::fprintf(stderr, "gradc: %s\n", message.c_str());
  std::abort();
#else
  throw E(message);
#endif
}

std::string prefix(const char* where) { return where == nullptr ? std::string() : std::string(where) + ": "; }

std::string extent_is(const char* name, int axis, std::int64_t extent) {
  return "extent " + std::to_string(axis) + " of " + name + " is " + std::to_string(extent);
}

}  // namespace

ErrorHandler set_error_handler(ErrorHandler handler) noexcept { return installed_handler.exchange(handler); }

void fail(const std::string& message) { raise<Error>(ErrorKind::General, message); }
void fail_shape(const std::string& message) { raise<ShapeError>(ErrorKind::Shape, message); }
void fail_index(const std::string& message) { raise<IndexError>(ErrorKind::Index, message); }
void fail_domain(const std::string& message) { raise<DomainError>(ErrorKind::Domain, message); }
void fail_device(const std::string& message) { raise<DeviceError>(ErrorKind::Device, message); }

std::string to_string(Device device) { return device.is_host() ? "the host" : "cuda:" + std::to_string(device.index()); }

void fail_budget(const char* function, std::initializer_list<std::int64_t> bytes, std::int64_t budget) {
  fail(std::string(function) + " takes at least " + std::to_string(std::min(bytes)) +
       " bytes of workspace for these arguments; its budget is " + std::to_string(budget));
}

namespace detail {

void fail_extents(const char* name, int axis, std::int64_t extent, const char* other, int other_axis,
                  std::int64_t other_extent, const char* where) {
  fail_shape(prefix(where) + extent_is(name, axis, extent) + " but " +
             extent_is(other, other_axis, other_extent));
}

void fail_expected_extent(const char* name, int axis, std::int64_t extent, std::int64_t expected,
                          const char* what, const char* where) {
  fail_shape(prefix(where) + extent_is(name, axis, extent) + " but must be " + std::to_string(expected) +
             (what == nullptr ? std::string() : " (" + std::string(what) + ")"));
}

void fail_equal_sizes(const char* left, std::int64_t left_value, const char* right, std::int64_t right_value,
                      const char* where) {
  fail_shape(prefix(where) + left + " is " + std::to_string(left_value) + " but " + right + " is " +
             std::to_string(right_value));
}

void fail_negative(const char* op, int axis, std::int64_t extent, const char* formula, const char* where) {
  fail_shape(prefix(where) + op + ": extent " + std::to_string(axis) + " of its result would be " + std::to_string(extent) +
             " (" + formula + ")");
}

void fail_index_of(const char* name, int axis, std::int64_t index, std::int64_t extent, const char* where) {
  fail_index(prefix(where) + "index " + std::to_string(index) + " is out of range for axis " +
             std::to_string(axis) + " of " + name + ", whose extent is " + std::to_string(extent));
}

void fail_part(const char* op, int axis, std::int64_t begin, std::int64_t end, std::int64_t extent, const char* where) {
  fail_index(prefix(where) + op + ": [" + std::to_string(begin) + ", " + std::to_string(end) + ") is no part of axis " +
             std::to_string(axis) + ", whose extent is " + std::to_string(extent));
}

void fail_value_of(const char* name, std::int64_t index, std::int64_t size, const char* where) {
  fail_index(prefix(where) + "index " + std::to_string(index) + " is out of range for " + name +
             ", whose size is " + std::to_string(size));
}

void fail_empty(const char* name, const char* where) { fail_index(prefix(where) + name + " is empty"); }

void fail_apart(const char* names, int index, const char* result) {
  std::string_view name = names;
  for (; index > 0; --index) name.remove_prefix(name.find(", ") + 2);
  const std::string own(name.substr(0, name.find(", ")));
  fail(own + " is part of " + result + ", which is written while " + own + " is read");
}

void fail_negative_size(std::int64_t size) {
  fail_domain("a sequence of " + std::to_string(size) + " values was asked for");
}

void fail_sizes(const char* name, std::int64_t size, const char* other, std::int64_t other_size,
                const char* where) {
  fail_shape(prefix(where) + "size of " + name + " is " + std::to_string(size) + " but size of " + other +
             " is " + std::to_string(other_size));
}

void fail_element(int axis, std::int64_t index, std::int64_t extent) {
  fail_index("index " + std::to_string(index) + " is out of range for axis " + std::to_string(axis) +
             ", whose extent is " + std::to_string(extent));
}

void fail_on_device(const char* operation, Device device) {
  fail_device(std::string(operation) + ": its elements lie on " + to_string(device) + "; use gradc::cuda::to_host");
}

void fail_condition(ErrorKind kind, const char* message, const char* where) {
  const std::string text = prefix(where) + message;
  switch (kind) {
    case ErrorKind::Shape:
      fail_shape(text);
    case ErrorKind::Index:
      fail_index(text);
    case ErrorKind::Domain:
      fail_domain(text);
    case ErrorKind::Device:
      fail_device(text);
    case ErrorKind::General:
      break;
  }
  fail(text);
}

}  // namespace detail
}  // namespace gradc
