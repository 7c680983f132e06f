// The data of the table test: operands and attributes that ops take, and that they refuse. There is no code
// about an op here or in the test; elementwise ops without attributes need no row at all.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ir/op.h"

namespace ops_test {

// One operand. `kind` is x: reals from the op's domain, no two of a sample close to each other or to zero; d: the same
// as square matrices, to whose diagonals more is added than a row can hold;
// i: the integers given, of any integer type, or small ones where none are; n and u: likewise, but only
// i64 and u64; b: bool; c and z: complex numbers with real parts like x and d.
struct Operand {
  char kind = 'x';
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> integers = {};
  // A sequence of this depth holds `values`; of its own extents only the number counts.
  int depth = 0;
  std::vector<Operand> values = {};
};

inline bool is_complex(const Operand& operand) { return operand.kind == 'c' || operand.kind == 'z'; }
// The element type of an operand that is not real.
inline ir::ElementType element_of(const Operand& operand, ir::ElementType integer = ir::ElementType::i64) {
  return is_complex(operand)   ? ir::ElementType::c128
         : operand.kind == 'b' ? ir::ElementType::boolean
         : operand.kind == 'u' ? ir::ElementType::u64
         : operand.kind == 'n' ? ir::ElementType::i64
                               : integer;
}
inline bool is_real(const Operand& operand) { return operand.kind == 'x' || operand.kind == 'd'; }
// What is added to element i of a matrix of kind d or z, of numbers not greater than `greatest`.
inline double on_diagonal(const Operand& operand, std::int64_t i, double greatest) {
  if (operand.kind != 'd' && operand.kind != 'z') return 0;
  const std::int64_t n = operand.extents.back();
  return i / n % n == i % n ? greatest * static_cast<double>(n) : 0;
}

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

// The element types that the operands called x or d may have (matrices: f32 and f64, complex_matrices: complex numbers too;
// reals: bools too, but no complex numbers; fields: floats and complex numbers, rings: integers too), and whether they
// may be sequences.
enum class Elements { floats, numbers, reals, all, matrices, complex_matrices, fields, rings };
struct Accepts {
  std::string_view op;
  Elements elements;
  bool sequences = false;
};

const std::vector<Sample>& samples();    // of ops that are not elementwise or have attributes
void add_element_samples(std::vector<Sample>& rows);   // those of ops on elements
void add_sequence_samples(std::vector<Sample>& rows);  // and on sequences
void add_index_samples(std::vector<Sample>& rows);     // with indices, places and parts
void add_rearrange_samples(std::vector<Sample>& rows);
void add_rearrange_refusals(std::vector<Refusal>& rows);
void add_rearrange_accepts(std::vector<Accepts>& rows);
void add_index_refusals(std::vector<Refusal>& rows);
void add_statistics_samples(std::vector<Sample>& rows);  // of composite ops over axes
void add_statistics_refusals(std::vector<Refusal>& rows);
void add_statistics_accepts(std::vector<Accepts>& rows);
void add_factor_samples(std::vector<Sample>& rows);      // of systems and factorisations
void add_factor_refusals(std::vector<Refusal>& rows);
void add_factor_accepts(std::vector<Accepts>& rows);
void add_products_samples(std::vector<Sample>& rows);
void add_products_refusals(std::vector<Refusal>& rows);
void add_products_accepts(std::vector<Accepts>& rows);
void add_network_samples(std::vector<Sample>& rows);  // of normalisation, losses and attention
void add_network_refusals(std::vector<Refusal>& rows);
void add_network_accepts(std::vector<Accepts>& rows);
void add_conv_samples(std::vector<Sample>& rows);  // of convolution, pooling and resampling
void add_conv_refusals(std::vector<Refusal>& rows);
void add_conv_accepts(std::vector<Accepts>& rows);
void add_random_samples(std::vector<Sample>& rows);   // random numbers, and functions of elements made of others
void add_random_refusals(std::vector<Refusal>& rows);
void add_random_accepts(std::vector<Accepts>& rows);
void add_sequence_refusals(std::vector<Refusal>& rows);
const std::vector<Refusal>& refusals();  // likewise
const std::vector<Accepts>& accepts();   // likewise
// The shapes that elementwise ops are sampled at.
const std::vector<std::vector<std::int64_t>>& elementwise_shapes();

}  // namespace ops_test
