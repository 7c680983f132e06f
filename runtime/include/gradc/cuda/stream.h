/// \file
/// Streams: the order in which a device does what it is asked for.
#pragma once

#include <gradc/device.h>

#include <cstdint>

struct CUstream_st;

namespace gradc {
namespace cuda {

class Stream;
namespace detail {
struct StreamState;
StreamState& state_of(const Stream& stream) noexcept;
}  // namespace detail

/// What the device found wrong, in its own memory. The first thread to change `kind` from 0 by an integer compare-and-swap writes
/// the rest; `Stream::wait`, `Scalar::get` and `to_host` read it, clear it, and throw what the kernel of the CPU throws. The
/// texts are the host's, as integers: nothing follows them on the device.
struct Status {
  /// Which exception: IndexError, ShapeError, DomainError, Error. Where there is no `text` it says what the error is too.
  enum Kind : int {
    kFine = 0,
    kIndex = 1,    ///< require_index(name, axis, index, extent, where)
    kValue = 2,    ///< require_value(name, index, extent, where): an IndexError
    kShape = 3,    ///< require_shape(false, name, where): name is the whole text
    kDomain = 4,   ///< require_domain(false, name, where)
    kGeneral = 5,  ///< require(false, name, where)
    kBlock = 6,    ///< an IndexError: a block of extent `place` at `index` is no part of that axis
  };

  int kind;
  int axis;
  std::int64_t index;
  std::int64_t extent;
  std::int64_t place;
  std::uint64_t name;   ///< const char*: what is named where `where` names no op
  std::uint64_t where;  ///< const char*, or 0
  /// const char*, or 0: what is wrong, with {axis}, {index}, {extent} and {place} where the numbers stand, such as "index {index},
  /// at place {place}, is out of range for an axis of extent {extent}". The op and the line come before it.
  std::uint64_t text;
};

/// Kernels and copies on a stream run one after another, in the order in which they were asked for, while the host goes on. Used
/// by one thread at a time. Movable; a stream that has been moved from is only fit to be destroyed or assigned to.
class Stream {
 public:
  /// A stream of its own on a device.
  /// \throws DeviceError where there is no such device.
  Stream();
  explicit Stream(int device);

  /// Borrows a cudaStream_t of the current device, which must outlive this.
  explicit Stream(CUstream_st* stream);

  Stream(Stream&& other) noexcept;
  Stream& operator=(Stream&& other) noexcept;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  /// Waits for what is still running, since it may use memory that the stream owns.
  ~Stream();

  /// Waits until all that was asked for is done.
  /// \throws what the device found wrong: the exception that the CPU's kernel throws, with the same text.
  void wait() const;

  /// The cudaStream_t.
  CUstream_st* handle() const noexcept;
  Device device() const noexcept;

 private:
  friend detail::StreamState& detail::state_of(const Stream& stream) noexcept;

  detail::StreamState* state_;
};

/// The stream's scratch memory, at least `bytes` of it, aligned to 256: for one kernel, or for several that are launched one
/// after another; what asks next may get the same memory. It grows where it must, which waits for the stream.
/// \throws DeviceError where it would have to grow while the stream is captured.
void* scratch(const Stream& stream, std::int64_t bytes);

namespace detail {
/// 16 bytes of the stream's memory for a number that the next kernels read: those of the last 64 that were asked for stay.
void* next_number(const Stream& stream);
}  // namespace detail

/// Where kernels on this stream write what they find wrong: memory of the device.
Status* status(const Stream& stream);

}  // namespace cuda
}  // namespace gradc
