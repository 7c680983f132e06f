// The plan of a function: what is computed in which step, and where each value lives. The last stage before
// text.
//
// Steps are kernel calls, loops over fused elementwise ops of one shape, and runs of scalar statements.
// Values of rank 0 that an op yields are variables; values used only inside one loop are its locals; the
// others have buffers. A buffer holds one value, or several of which each takes over the memory of the one
// before (in place). Buffers that hold a result are memory of the caller; the rest share slots of one arena
// where their lives don't overlap.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codegen/access.h"
#include "ir/function.h"

namespace codegen {

struct Step {
  enum class Form : std::uint8_t { kernel, loop, scalars };
  Form form = Form::kernel;
  std::vector<ir::OpId> ops;  // one of a kernel; of the others in order of evaluation
  ir::Shape shape;            // of a loop
};

// Where a value lives.
enum class Home : std::uint8_t {
  nowhere,   // not computed: dead, or an alias, or a broadcast that is only indexed
  argument,  // the caller's
  literal,   // a constant
  integer,   // an expression over extents
  variable,  // a C++ variable of the function
  local,     // of one loop
  buffer,
};

struct Buffer {
  std::vector<ir::ValueId> values;  // in the order in which they live here
  ir::Extent bytes;
  int first = 0, last = 0;  // the steps between which it is in use, both included
  int result = -1;          // the result of the function that lives here
  int slot = -1;            // of the arena, where no result does
};

struct Slot {
  std::vector<ir::Extent>
      sizes;                 // bytes of what lives here, without those that another is never smaller than
  ir::Extent bytes() const;  // the greatest of them
};

struct Plan {
  Materialised materialised;
  std::vector<Step> steps;
  std::vector<Home> home;      // by value
  std::vector<int> buffer_of;  // by value; -1 where home is not buffer
  std::vector<Buffer> buffers;
  std::vector<Slot> slots;
};

// What straight-line code cannot do with the function, in words; null where there is nothing.
std::optional<std::string> refusal(const ir::Function& function);

// The function must not be refused.
Plan make_plan(const ir::Function& function);

// The parts of make_plan, in this order.
void find_homes(const ir::Function& function,
                Plan& plan);  // liveness: materialised, home of what is not computed
void schedule(const ir::Function& function, Plan& plan);       // steps; home of the rest
void assign_memory(const ir::Function& function, Plan& plan);  // buffers and slots

// The roots whose memory or variables an op of the plan reads, one for each operand.
std::vector<Access> reads(const ir::Function& function, const Plan& plan, const ir::Op& op);
// Whether an op is carried out by a loop: elementwise ones, and broadcasts that are materialised.
bool is_pointwise(const ir::Op& op);

}  // namespace codegen
