// The data of the table test: operands and attributes that ops take, and that they refuse. There is no code
// about an op here or in the test; elementwise ops without attributes need no row at all.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ir/op.h"

namespace ops_test {

// One operand. `kind` is x: reals from the op's domain, no two of a sample close to each other or to zero;
// i: the integers given, of any integer type, or small ones where none are; n: likewise, but only i64; b: bool.
struct Operand {
  char kind = 'x';
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> integers = {};
  // A sequence of this depth holds `values`; of its own extents only the number counts.
  int depth = 0;
  std::vector<Operand> values = {};
};

struct Sample {
  std::string_view op;
  std::vector<Operand> operands;
  ir::Attributes attributes;
  std::vector<std::int64_t> result;  // extents; of a sequence, how many values
};

struct Refusal {
  std::string_view op;
  std::vector<Operand> operands;
  ir::Attributes attributes;
  ir::DiagnosticId why;
};

// The element types that the operands called x may have, and whether they may be sequences.
enum class Elements { floats, numbers, reals, all };  // reals: bools, too, but no complex numbers
struct Accepts {
  std::string_view op;
  Elements elements;
  bool sequences = false;
};

const std::vector<Sample>& samples();    // of ops that are not elementwise or have attributes
void add_element_samples(std::vector<Sample>& rows);   // those of ops on elements
void add_sequence_samples(std::vector<Sample>& rows);  // and on sequences
void add_statistics_samples(std::vector<Sample>& rows);  // of composite ops over axes
void add_statistics_refusals(std::vector<Refusal>& rows);
void add_statistics_accepts(std::vector<Accepts>& rows);
void add_network_samples(std::vector<Sample>& rows);  // of normalisation, losses and attention
void add_network_refusals(std::vector<Refusal>& rows);
void add_network_accepts(std::vector<Accepts>& rows);
void add_sequence_refusals(std::vector<Refusal>& rows);
const std::vector<Refusal>& refusals();  // likewise
const std::vector<Accepts>& accepts();   // likewise
// The shapes that elementwise ops are sampled at.
const std::vector<std::vector<std::int64_t>>& elementwise_shapes();

}  // namespace ops_test
