// The plan of a function: what is computed in which step, and where each value lives. The last stage before
// text.
//
// Each block is a list of steps: kernel calls, loops over fused elementwise ops of one shape, runs of scalar
// statements, and control ops, whose blocks are planned in turn. Steps are numbered in the order of the text over
// all blocks, so that liveness is a matter of numbers; what is used in a loop but comes from outside lives until
// the loop ends.
//
// Values of rank 0 that an op yields are variables; values used only inside one loop are its locals; the
// others have buffers. A buffer holds one value, or several of which each takes over the memory of the one
// before (in place): so do a tensor that goes round a loop, its parameter and its result, and what the arms of a
// branch give for one result. Buffers that hold a result are memory of the caller; the rest share slots of one
// arena where their lives don't overlap.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "codegen/analysis/access.h"
#include "codegen/analysis/nesting.h"
#include "codegen/analysis/side.h"
#include "codegen/analysis/restored.h"
#include "codegen/analysis/taken_over.h"

namespace codegen {

struct Step {
  enum class Form : std::uint8_t { kernel, loop, scalars, control };
  Form form = Form::kernel;
  std::vector<ir::OpId> ops;     // one of a kernel or control; of the others in order of evaluation; a loop may also sum what
                                 // it yields, or add it to parts of tensors
  ir::Shape shape;               // of a loop
  int first = 0, last = 0;       // its numbers: one for each scalar statement, all inside of a control op
  int number(std::size_t op) const { return form == Form::scalars ? first + static_cast<int>(op) : first; }
};

// A tensor or sequence that a block hands to the one around it, or to its next trip, in another buffer.
struct Move {
  ir::ValueId from;        // not valid: what was put aside
  int aside = -1;          // the buffer that it was, or is, put aside in
  int to = -1;             // the buffer
  ir::ValueId as;          // what it is there; not valid where it is put aside
  bool ends = false;       // nothing else uses it: a sequence is handed on as it is
};

// Steps that are carried out for some rows of tensors and then for the next, so that what they make and read stays in the
// processor's caches (rows.cpp).
struct RowSteps {
  std::size_t first = 0, end = 0;  // of the block's steps
  ir::Extent rows;                 // the product of the first extents of all that runs with rows
  ir::Extent most;                 // rows at a time, one or more
  std::int64_t least = 1;          // where threads have them
  std::map<ir::ValueId, ir::Extent> widths;  // by root: elements of a row; any other is read as a whole for each block
  // A sum over rows, or of all elements: what is known of it of each block goes into a buffer of its own first.
  struct Sum {
    ir::ValueId value;
    std::optional<ir::Extent> count;  // of a mean: how many are added
    std::optional<ir::Extent> width;  // of all elements: those of a row
    int blocks = -1;
  };
  std::vector<Sum> sums;

  bool has(std::size_t step) const { return first <= step && step < end; }
  // How many of the first axes have the rows; 0 where none do.
  std::size_t leading_axes(const ir::Shape& shape) const;
  // How many rows of memory hold all rows of blocks that are worked on at once, and the sums of blocks.
  ir::Extent held() const;
  ir::Extent summed() const;
  // How many elements of memory a sum takes.
  ir::Extent size_of(const Sum& sum, const ir::Shape& result) const;
};

struct BlockPlan {
  std::vector<Step> steps;
  std::vector<RowSteps> rows;  // in order, apart from each other
  // Those that a step, by its place, belongs to; null where it does to none.
  const RowSteps* rows_with(std::size_t step) const;
  int first = 0, last = 0;  // the numbers of its beginning and its end
  std::vector<Move> moves;  // at its end, in this order
};

// Where a value lives.
enum class Home : std::uint8_t {
  nowhere,   // not computed: dead, or an alias, or a broadcast that is only indexed
  argument,  // the caller's
  literal,   // a constant
  table,     // constants of the file
  integer,   // an expression over extents and the counters of loops
  variable,  // a C++ variable
  local,     // of one loop
  buffer,    // memory, or a sequence
  view,      // a part of the memory of another value
};

struct Buffer {
  std::vector<ir::ValueId> values;  // in the order in which they live here
  ir::Extent bytes;
  int first = 0, last = 0;  // the numbers between which it is in use, both included
  int result = -1;          // the result of the function that lives here
  int slot = -1;            // of the arena, where no result does
  ir::ValueId like;         // has the type of what lives here
  bool is_sequence = false; // a variable; it has no memory of the plan's
  bool is_room = false;     // its size is known only at run time: it has memory of its own, made when it begins
  bool is_of_blocks = false;  // of rows: it holds those that are worked on
  ir::ValueId stack;        // where valid: what a loop stacks into it is made in its memory, where the trip's value lies
};

struct Slot {
  std::vector<ir::Extent>
      sizes;                 // bytes of what lives here, without those that another is never smaller than
  ir::Extent bytes() const;  // the greatest of them
};

// A sequence whose values all have the same extents, and of which it is known how many there are before anything
// is computed, lies in one piece of memory.
struct Layout {
  std::vector<ir::Extent> counts;  // one for each level of sequences
  ir::Shape element;
  ir::Extent size() const;                    // elements of memory
  Layout of_value() const;                    // one level down
  ir::Shape of_value_shape() const;           // of the memory of one value
  friend bool operator==(const Layout&, const Layout&) = default;
};

// All the places that mention a scalar, which decide whether it has a variable of its own.
struct Use {
  int mentions = 0;
  ir::BlockId block;  // of the last one
  int step = -1;      // of that block; as many as it has steps for its end
  bool only_text = true;  // none of them needs an address, or is evaluated again and again
};

struct Plan {
  Side side = Side::host;
  TakenOver taken_over;
  Restored restored;
  Nesting nesting;
  Passed passed;
  Materialised materialised;
  std::vector<bool> is_indexed;                     // by op on a part of a tensor: an index expresses it (homes.cpp)
  std::vector<std::optional<ir::Extent>> formulas;  // by value: integers whose home is `integer`
  std::vector<std::optional<ir::Extent>> at_entry;  // by value: integers that are known when the function is entered
  std::vector<ir::ValueId> entered;  // what of these symbols stand for (symbols.h), in order of evaluation
  std::vector<BlockPlan> blocks;                    // by block
  std::vector<Home> home;                           // by value
  std::vector<bool> on_device;                      // by value: numbers that the device computes; they have memory
  std::map<ir::ValueId, std::vector<ir::Attribute>> tables;  // of those whose home is one (tables.h)
  std::vector<ir::ValueId> base;  // by value: of a view, the value whose memory it is a part of
  std::vector<std::vector<ir::ValueId>> integers;  // by op: what must be known for the extents it speaks of
  std::vector<std::vector<ir::ValueId>> awaited;   // by op: what must be there before it, although it isn't read
  std::vector<std::vector<ir::ValueId>> captured;  // by op: what its blocks read from outside of it
  std::vector<std::optional<Layout>> layouts;      // by value
  std::vector<ir::ValueId> handed_on;  // by value: of a sequence that ends where it is put into another, that one
  std::vector<int> buffer_of;                      // by value; -1 where home is not buffer
  std::vector<Buffer> buffers;
  std::vector<Slot> slots;
  // The slots of arguments and results that lie in the elements of a vector, by their numbers (text/files/body.cpp).
  std::map<std::size_t, std::size_t> gathered, scattered;
  std::vector<Use> uses;  // by root

  BlockPlan& operator[](ir::BlockId block) { return blocks[block.at()]; }
  const BlockPlan& operator[](ir::BlockId block) const { return blocks[block.at()]; }
};

ir::ValueId root_of(const ir::Function& function, const Plan& plan, ir::ValueId value);
// The roots whose memory or variables an op of the plan reads, one for each operand; of a control op those of its
// own, before its blocks.
std::vector<Access> reads(const ir::Function& function, const Plan& plan, const ir::Op& op);
// The same roots and those whose memory views among them are parts of; of a control op also what its blocks read.
std::vector<ir::ValueId> roots_read(const ir::Function& function, const Plan& plan, ir::OpId op);
// Whether an op is carried out by a loop: elementwise ones, and broadcasts that are materialised.
bool is_pointwise(const ir::Op& op);
// Whether an op sums all elements of a tensor of floats, or their products with those of another: a loop that yields them
// can do that.
bool is_whole_sum(const ir::Function& function, const Plan& plan, const ir::Op& op);
// Whether an op puts a tensor of floats into zeros, or adds it to a part of a tensor: a loop that yields it can do that.
bool is_part_store(const ir::Function& function, const Plan& plan, const ir::Op& op);
// What it puts there.
ir::ValueId stored_part(const ir::Op& op);
// Whether a value is one number that the host knows.
bool is_number(const ir::Function& function, const Plan& plan, ir::ValueId value);
// Whether an op is a scalar statement that can wait until something needs it.
bool is_scalar_read(const ir::Function& function, const Plan& plan, const ir::Op& op);
// Whether it is a statement that writes an element into memory.
bool is_scalar_write(const ir::Function& function, const Plan& plan, const ir::Op& op);
// Whether an op is carried out by a step.
bool is_planned(const ir::Function& function, const Plan& plan, ir::OpId op);
// Whether anything takes the k-th result of a block of a control op: one that nobody reads, or that goes round
// unchanged, is not handed on.
bool is_taken(const ir::Function& function, const Plan& plan, ir::BlockId block, std::size_t k);
// Whether what calls keep is among the values.
bool gives_kept(const ir::Function& function, const std::vector<ir::ValueId>& values);

}  // namespace codegen
