// What a target answers about its language: types, numbers, conversions, loops and kernel calls. The walk of
// a function (statements/), the plan and the names are shared.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/type.h"

namespace codegen {

class Emitter;
struct Place;
struct Signature;
enum class Side : std::uint8_t;

class Backend {
 public:
  virtual ~Backend() = default;

  // Where kernels run, and where tensors lie.
  virtual Side side() const = 0;
  // The namespace of the runtime that has Workspace, Memory, padded_bytes and kernels, and what it aligns memory to.
  virtual std::string_view runtime() const = 0;
  virtual std::int64_t alignment() const = 0;
  // The memory of an argument, and that of a result, which is given those extents. `stream` is the name of the stream that kernels
  // run in; empty on the host, as in the calls below.
  virtual std::string data(const Place& place, const std::string& stream) const = 0;
  virtual std::string made(const Place& place, const std::string& extents, const std::string& stream) const = 0;

  // The type of an element in memory, and the one that it is computed in.
  virtual std::string storage_type(ir::ElementType element) const = 0;
  virtual std::string compute_type(ir::ElementType element) const = 0;
  // Numbers of the compute type, exactly.
  virtual std::string real_literal(ir::ElementType element, double value) const = 0;
  virtual std::string integer_literal(ir::ElementType element, std::int64_t value) const = 0;
  // An expression as the compute type of another element type.
  virtual std::string convert(const std::string& expression, ir::ElementType from,
                              ir::ElementType to) const = 0;
  // From memory to the compute type and back.
  virtual std::string load(const std::string& element, ir::ElementType type) const = 0;
  virtual std::string store(const std::string& expression, ir::ElementType type) const = 0;
  // element += value, of the compute type.
  virtual void add_to(Emitter& out, const std::string& element, const std::string& value,
                      ir::ElementType type) const = 0;
  // What stands before the name of a function that is a kernel, and the type of a parameter of it that points to elements
  // which no other one points to.
  // Of elements that classes stand for in C++, or of numbers alone.
  virtual std::string kernel_head(bool has_classes) const = 0;
  virtual std::string kernel_pointer(ir::ElementType element, bool is_written) const = 0;
  // The type of what sums blocks of 512 elements: it has add(elements, count) and total().
  virtual std::string block_sum_type(ir::ElementType element) const = 0;
  // What a source file includes before all else; it has kernels of its own, or not.
  virtual std::string first_includes(bool has_kernels) const = 0;
  // The form of a function that makes its workspace and returns its result.
  virtual std::string returning_form(const Signature& signature) const = 0;
  // index runs over [first, end).
  virtual void open_loop(Emitter& out, const std::string& index, const std::string& first, const std::string& end) const = 0;
  // Blocks of the elements [first, end): where one begins, and how many it has.
  virtual void open_blocks(Emitter& out, const std::string& begin, const std::string& size, const std::string& first,
                           const std::string& end, std::int64_t most) const = 0;
  virtual void close_loop(Emitter& out) const = 0;
  // On a device: the elements that one thread computes, of so many.
  virtual void open_elements(Emitter& out, const std::string& element, const std::string& count) const = 0;
  // The same with several neighbours each time, in two loops, of which the outer one goes by `begin` and begins with `declared`; the
  // pointers are aligned for that. What stands before such a kernel, and its call, are for any number of neighbours: at most so many.
  virtual void open_lanes(Emitter& out, const std::string& element, const std::string& begin, const std::string& count,
                          const std::vector<std::string>& pointers, const std::string& declared) const = 0;
  virtual std::string lanes_template() const = 0;
  // `row`: the elements of a row, of several of them.
  virtual void call_in_lanes(Emitter& out, const std::string& stream, const std::string& name, int lanes, const std::string& count,
                             const std::string& row, const std::vector<std::string>& arguments) const = 0;
  // The type of a range of trips, with members first and last.
  virtual std::string trips_type() const = 0;
  // Of a kernel of this file, whose first parameter is a range of trips: in parts, perhaps at once.
  virtual void call_in_parts(Emitter& out, const std::string& stream, const std::string& name, const std::string& trips,
                             const std::string& cost, const std::vector<std::string>& arguments) const = 0;
  // Around a loop whose trips may run in parts, each with a range of them and with its own sums: name, type, and name in a part.
  struct PartSum {
    std::string name, type, part;
  };
  virtual void open_parts(Emitter& out, const std::string& first, const std::string& last, const std::string& trips,
                          const std::string& cost, const std::vector<PartSum>& sums) const = 0;
  virtual void close_parts(Emitter& out, const std::vector<PartSum>& sums) const = 0;
  // Of a kernel of the runtime.
  virtual void call_kernel(Emitter& out, const std::string& stream, std::string_view name, const std::string& geometry,
                           const std::vector<std::string>& arguments) const = 0;
};

}  // namespace codegen
