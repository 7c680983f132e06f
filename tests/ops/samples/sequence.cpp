// Samples of the ops on elements and on sequences, which have values with extents of their own.
#include "tests/ops/samples/samples.h"

namespace ops_test {
namespace {

using ir::Attributes;
using ir::DiagnosticId;
using ir::ElementType;
using ir::Extent;
using ir::Shape;
using Extents = std::vector<std::int64_t>;

Operand index(std::int64_t i) { return {'n', {}, {i}}; }
Operand real(Extents extents = {}) { return {'x', std::move(extents)}; }

Operand sequence(std::size_t rank, std::vector<Operand> values, int depth = 1) {
  return {'x', Extents(rank), {}, depth, std::move(values)};
}
Operand numbers(std::size_t count) { return sequence(0, std::vector<Operand>(count, real())); }
// Sequences of as many numbers as given.
Operand nested(const std::vector<std::size_t>& counts) {
  std::vector<Operand> values;
  for (std::size_t count : counts) values.push_back(numbers(count));
  return sequence(0, values, 2);
}

Attributes shape(Shape shape) { return {{"shape", std::move(shape)}}; }
Attributes empty_of(std::int64_t rank, std::int64_t depth) {
  return {{"depth", depth}, {"element", ElementType::f64}, {"rank", rank}};
}

// Vectors of different lengths, and a matrix where a rank is wrong.
const Operand kRagged = sequence(1, {real({2}), real({0}), real({3})});

}  // namespace

void add_element_samples(std::vector<Sample>& rows) {
  rows.insert(rows.end(), {
      {"element", {real({5}), index(3)}, {}, {}},
      {"element", {real({1}), index(0)}, {}, {}},
      {"element", {real({3, 4}), index(2)}, {}, {4}},
      {"element", {real({3, 4}), index(2), index(0)}, {}, {}},
      {"element", {real({2, 3, 2}), index(1), index(1)}, {}, {2}},
      {"element", {real({3, 0}), index(1)}, {}, {0}},
      {"set_element", {real({5}), real(), index(3)}, {}, {5}},
      {"set_element", {real({3, 4}), real({4}), index(0)}, {}, {3, 4}},
      {"set_element", {real({3, 4}), real(), index(2), index(3)}, {}, {3, 4}},
      {"set_element", {real({2, 3, 2}), real({2}), index(1), index(0)}, {}, {2, 3, 2}},
      {"set_element", {real({2, 0}), real({0}), index(1)}, {}, {2, 0}},
      {"add_element", {real({5}), real(), index(0)}, {}, {5}},
      {"add_element", {real({3, 4}), real({4}), index(2)}, {}, {3, 4}},
      {"add_element", {real({3, 4}), real(), index(1), index(1)}, {}, {3, 4}},
      {"add_element", {real({2, 3, 2}), real({3, 2}), index(1)}, {}, {2, 3, 2}},
  });
}

void add_sequence_samples(std::vector<Sample>& rows) {
  rows.insert(rows.end(), {
      {"sequence_empty", {}, empty_of(2, 0), {0}},
      {"sequence_empty", {}, empty_of(0, 1), {0}},
      {"sequence_push", {numbers(3), real()}, {}, {4}},
      {"sequence_push", {numbers(0), real()}, {}, {1}},
      {"sequence_push", {kRagged, real({4})}, {}, {4}},
      {"sequence_push", {nested({2, 0}), numbers(1)}, {}, {3}},
      {"sequence_at", {numbers(3), index(1)}, shape({}), {}},
      {"sequence_at", {kRagged, index(2)}, shape({Extent::symbol("n")}), {3}},
      {"sequence_at", {kRagged, index(1)}, shape({0}), {0}},
      {"sequence_at", {nested({2, 0}), index(0)}, shape({}), {2}},
      {"sequence_size", {numbers(3)}, {}, {}},
      {"sequence_size", {nested({})}, {}, {}},
      {"sequence_fill", {index(3), real()}, {}, {3}},
      {"sequence_fill", {index(0), real({2})}, {}, {0}},
      {"sequence_fill", {index(2), real({2, 3})}, {}, {2}},
      {"sequence_fill", {index(2), numbers(3)}, {}, {2}},
      {"sequence_fill", {index(0), nested({2, 1})}, {}, {0}},
      {"sequence_set", {numbers(3), real(), index(2)}, {}, {3}},
      {"sequence_set", {kRagged, real({4}), index(0)}, {}, {3}},
      {"sequence_set", {nested({2, 1}), numbers(3), index(1)}, {}, {2}},
      {"sequence_pop", {numbers(3)}, {}, {2}},
      {"sequence_pop", {kRagged}, {}, {2}},
      {"sequence_pop", {nested({2})}, {}, {0}},
      {"sequence_resize", {numbers(3), index(5), real()}, {}, {5}},
      {"sequence_resize", {numbers(3), index(1), real()}, {}, {1}},
      {"sequence_resize", {kRagged, index(0), real({1})}, {}, {0}},
      {"sequence_resize", {kRagged, index(5), real({4})}, {}, {5}},
      {"sequence_resize", {nested({2, 1}), index(4), numbers(2)}, {}, {4}},
      {"sequence_resize", {nested({2, 1}), index(1), numbers(2)}, {}, {1}},
      {"sequence_zeros_like", {kRagged}, {}, {3}},
      {"sequence_zeros_like", {nested({2, 1})}, {}, {2}},
      {"sequence_add", {numbers(3), numbers(3)}, {}, {3}},
      {"sequence_add", {kRagged, kRagged}, {}, {3}},
      {"sequence_add", {nested({2, 0}), nested({2, 0})}, {}, {2}},
      {"sequence_add_at", {numbers(3), real(), index(1)}, {}, {3}},
      {"sequence_add_at", {kRagged, real({3}), index(2)}, {}, {3}},
      {"sequence_add_at", {nested({2, 0}), numbers(2), index(0)}, {}, {2}},
      {"sequence_set_element", {numbers(3), real(), index(2)}, {}, {3}},
      {"sequence_set_element", {kRagged, real(), index(2), index(1)}, {}, {3}},
      {"sequence_set_element", {nested({2, 1}), real(), index(0), index(1)}, {}, {2}},
      {"sequence_set_element", {sequence(2, {real({2, 3}), real({1, 0})}), real(), index(0), index(1), index(2)}, {}, {2}},
      {"sequence_add_element", {numbers(3), real(), index(0)}, {}, {3}},
      {"sequence_add_element", {kRagged, real(), index(0), index(1)}, {}, {3}},
      {"sequence_add_element", {nested({0, 3}), real(), index(1), index(0)}, {}, {2}},
      {"sequence_add_element", {sequence(2, {real({2, 3}), real({1, 0})}), real(), index(0), index(0), index(1)}, {}, {2}},
      {"sequence_sum", {numbers(3), index(0)}, shape({}), {}},
      {"sequence_sum", {numbers(3), index(2)}, shape({}), {}},
      {"sequence_sum", {numbers(3), index(4)}, shape({}), {}},
      {"sequence_sum", {kRagged, index(2)}, shape({3}), {3}},
      {"sequence_sum", {sequence(1, {}), index(0)}, shape({2}), {2}},
      {"sequence_splice", {numbers(3), numbers(2)}, {}, {3}},
      {"sequence_splice", {numbers(2), numbers(4)}, {}, {2}},
      {"sequence_splice", {kRagged, sequence(1, {real({1})})}, {}, {3}},
      {"sequence_splice", {nested({2, 1}), nested({0})}, {}, {2}},
      {"sequence_splice", {nested({}), nested({1})}, {}, {0}},
  });
}

void add_sequence_refusals(std::vector<Refusal>& rows) {
  const Operand x = real({3}), i = index(0);
  rows.insert(rows.end(), {
      {"element", {x}, {}, DiagnosticId::operand_count},
      {"element", {x, i, i}, {}, DiagnosticId::rank},
      {"element", {x, real()}, {}, DiagnosticId::type_mismatch},
      {"element", {x, {'n', {1}}}, {}, DiagnosticId::type_mismatch},
      {"set_element", {x, real()}, {}, DiagnosticId::operand_count},
      {"set_element", {x, real({2}), i}, {}, DiagnosticId::type_mismatch},
      {"set_element", {real({3, 2}), real({3}), i}, {}, DiagnosticId::shape_mismatch},
      {"set_element", {x, {'b', {}}, i}, {}, DiagnosticId::element_types_differ},
      {"add_element", {{'b', {3}}, {'b', {}}, i}, {}, DiagnosticId::element_type},
      {"sequence_push", {x, real()}, {}, DiagnosticId::type_mismatch},
      {"sequence_push", {numbers(1), real({2})}, {}, DiagnosticId::type_mismatch},
      {"sequence_push", {nested({1}), real()}, {}, DiagnosticId::type_mismatch},
      {"sequence_at", {x, i}, shape({}), DiagnosticId::type_mismatch},
      {"sequence_at", {numbers(1), real()}, shape({}), DiagnosticId::type_mismatch},
      {"sequence_at", {kRagged, i}, shape({}), DiagnosticId::attribute_value},
      {"sequence_at", {sequence(1, {}, 2), i}, shape({2}), DiagnosticId::attribute_value},
      {"sequence_size", {x}, {}, DiagnosticId::type_mismatch},
      {"sequence_fill", {real(), real()}, {}, DiagnosticId::type_mismatch},
      {"sequence_set", {numbers(1), real({1}), i}, {}, DiagnosticId::type_mismatch},
      {"sequence_set", {numbers(1), real(), real()}, {}, DiagnosticId::type_mismatch},
      {"sequence_pop", {x}, {}, DiagnosticId::type_mismatch},
      {"sequence_resize", {numbers(1), i, real({2})}, {}, DiagnosticId::type_mismatch},
      {"sequence_zeros_like", {x}, {}, DiagnosticId::type_mismatch},
      {"sequence_add", {numbers(1), nested({1})}, {}, DiagnosticId::type_mismatch},
      {"sequence_add_at", {numbers(1), real({1}), i}, {}, DiagnosticId::type_mismatch},
      {"sequence_sum", {nested({1}), i}, shape({}), DiagnosticId::type_mismatch},
      {"sequence_sum", {kRagged, i}, shape({}), DiagnosticId::attribute_value},
      {"sequence_splice", {numbers(1), kRagged}, {}, DiagnosticId::type_mismatch},
  });
}

}  // namespace ops_test
