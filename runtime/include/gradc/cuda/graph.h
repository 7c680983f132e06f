/// \file
/// Graphs: what was asked of a stream once, to be asked again at the cost of one launch.
#pragma once

#include <gradc/cuda/stream.h>

#include <utility>

namespace gradc {
namespace cuda {

namespace driver {
struct Graph;
}

/// What a stream was asked for while it was captured. It reads and writes the memory of that call: what the call used must live as
/// long, the workspace and the results too. Movable.
class Graph {
 public:
  Graph(Graph&& other) noexcept
      : state_(std::exchange(other.state_, nullptr)), graph_(std::exchange(other.graph_, nullptr)) {}
  Graph& operator=(Graph&& other) noexcept {
    std::swap(state_, other.state_);
    std::swap(graph_, other.graph_);
    return *this;
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph();

  /// Asks for it again, asynchronously.
  /// \throws DeviceError unless the stream is the one that was captured.
  void launch(const Stream& stream) const;

 private:
  friend class Capture;
  Graph(detail::StreamState* state, driver::Graph* graph) : state_(state), graph_(graph) {}

  detail::StreamState* state_;
  driver::Graph* graph_;
};

/// A stream is captured while one lives: it keeps what it is asked for, instead of doing it.
class Capture {
 public:
  /// \throws DeviceError where the stream is captured already.
  explicit Capture(const Stream& stream);
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  ~Capture();

  /// Ends it.
  /// \throws DeviceError where something was asked for that no graph can have.
  Graph end();

 private:
  detail::StreamState* state_;
};

/// What `f` asks of the stream, as a graph. `f` must have been called before, so that all memory is there: where it allocates, or
/// waits for the stream, that throws DeviceError.
template <class F>
Graph capture(const Stream& stream, F&& f) {
  Capture capture(stream);
  std::forward<F>(f)();
  return capture.end();
}

}  // namespace cuda
}  // namespace gradc
