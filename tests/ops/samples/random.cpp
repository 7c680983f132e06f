// Samples of random numbers, and of functions of elements that are made of others.
#include "tests/ops/samples/samples.h"

namespace ops_test {
namespace {

using ir::Attributes;
using ir::DiagnosticId;
using ir::ElementType;
using ir::Shape;

const Operand kSeed{'u', {}, {-0x123456789abcdef0}}, kStream{'u', {}, {7}}, kNumber{'u', {}, {3}};

Attributes shape(Shape shape) { return {{"shape", std::move(shape)}}; }
Attributes drawn(Shape shape) { return {{"shape", std::move(shape)}, {"to", ElementType::f64}}; }
Attributes between(std::int64_t low, std::int64_t high, Shape shape) {
  return {{"high", high}, {"low", low}, {"shape", std::move(shape)}};
}
Attributes axis(std::int64_t axis) { return {{"axis", axis}}; }
Attributes rate(double rate) { return {{"rate", rate}}; }
Attributes n(std::int64_t n) { return {{"n", Shape{n}}}; }
Attributes order(std::int64_t order) { return {{"order", order}}; }
Attributes exponent(std::int64_t exponent) { return {{"exponent", exponent}}; }
Attributes tolerances(double atol, double rtol) { return {{"atol", atol}, {"rtol", rtol}}; }

}  // namespace

void add_random_samples(std::vector<Sample>& rows) {
  for (const char* op : {"random_uniform", "random_normal", "random_exponential", "random_gumbel"})
    rows.insert(rows.end(), {
        {op, {kSeed, kStream}, drawn({5}), {5}},
        {op, {kSeed, kStream}, drawn({2, 35}), {2, 35}},
        {op, {kSeed, kStream}, drawn({}), {}},
        {op, {kSeed, kStream}, drawn({2, 0}), {2, 0}},
    });
  for (const char* op : {"random_uniform_between", "random_truncated_normal"})
    rows.insert(rows.end(), {
        {op, {kSeed, kStream, {'x', {}}, {'x', {}}}, shape({5}), {5}},
        {op, {kSeed, kStream, {'x', {}}, {'x', {}}}, shape({}), {}},
        {op, {kSeed, kStream, {'x', {}}, {'x', {}}}, shape({0, 2}), {0, 2}},
    });
  rows.insert(rows.end(), {
      {"random_bits", {kSeed, kStream}, shape({67}), {67}},
      {"random_bits", {kSeed, kStream}, shape({}), {}},
      {"random_bits", {kSeed, kStream}, shape({0}), {0}},
      {"fold_in", {kSeed, kStream, {'u', {3}}}, {}, {3, 2}},
      {"fold_in", {kSeed, kStream, kNumber}, {}, {2}},
      {"fold_in", {kSeed, kStream, {'u', {0}}}, {}, {0, 2}},
      {"fold_in_seed", {kSeed, kStream, kNumber}, {}, {}},
      {"fold_in_stream", {kSeed, kStream, kNumber}, {}, {}},
      {"random_gamma", {kSeed, kStream, {'x', {5}}}, {}, {5}},
      {"random_gamma", {kSeed, kStream, {'x', {2, 2}}}, {}, {2, 2}},
      {"random_gamma", {kSeed, kStream, {'x', {}}}, {}, {}},
      {"random_gamma", {kSeed, kStream, {'x', {0}}}, {}, {0}},
      {"gammainc_slope", {{'x', {5}}, {'x', {5}}}, order(1), {5}},
      {"gammainc_slope", {{'x', {3}}, {'x', {3}}}, order(2), {3}},
      {"gammainc_slope", {{'x', {3}}, {'x', {3}}}, order(3), {3}},
      {"gammainc_slope", {{'x', {0}}, {'x', {0}}}, order(1), {0}},
      {"random_integers", {kSeed, kStream}, between(-2, 5, {8}), {8}},
      {"random_integers", {kSeed, kStream}, between(0, std::int64_t{1} << 31, {2, 2}), {2, 2}},
      {"random_integers", {kSeed, kStream}, between(3, 4, {0}), {0}},
      {"random_bernoulli", {kSeed, kStream, {'x', {5}}}, {}, {5}},
      {"random_bernoulli", {kSeed, kStream, {'x', {2, 0}}}, {}, {2, 0}},
      {"random_permutation", {kSeed, kStream}, n(6), {6}},
      {"random_permutation", {kSeed, kStream}, n(0), {0}},
      {"random_categorical", {{'x', {3, 4}}, kSeed, kStream}, axis(1), {3}},
      {"random_categorical", {{'x', {4}}, kSeed, kStream}, axis(0), {}},
      {"random_categorical", {{'x', {2, 3, 2}}, kSeed, kStream}, axis(1), {2, 2}},
      {"random_categorical", {{'x', {0, 3}}, kSeed, kStream}, axis(1), {0}},
      {"gumbel_softmax", {{'x', {3, 4}}, kSeed, kStream, {'x', {}}}, axis(1), {3, 4}},
      {"gumbel_softmax", {{'x', {5}}, kSeed, kStream, {'x', {}}}, axis(0), {5}},
      {"gumbel_softmax", {{'x', {0, 3}}, kSeed, kStream, {'x', {}}}, axis(1), {0, 3}},
      {"dropout", {{'x', {3, 4}}, kSeed, kStream}, rate(0.4), {3, 4}},
      {"dropout", {{'x', {5}}, kSeed, kStream}, rate(0), {5}},
      {"dropout", {{'x', {5}}, kSeed, kStream}, rate(1), {5}},
      {"dropout", {{'x', {}}, kSeed, kStream}, rate(0.5), {}},
      {"dropout", {{'x', {0, 2}}, kSeed, kStream}, rate(0.5), {0, 2}},

      {"logit_clipped", {{'x', {5}}}, {{"eps", 0.1}}, {5}},
      {"logit_clipped", {{'x', {2, 3}}}, {{"eps", 0.3}}, {2, 3}},
      {"logit_clipped", {{'x', {}}}, {{"eps", 0.0}}, {}},
      {"logit_clipped", {{'x', {0}}}, {{"eps", 0.1}}, {0}},
      {"eye", {}, {{"n", Shape{3}}, {"to", ElementType::f64}}, {3, 3}},
      {"eye", {}, {{"n", Shape{1}}, {"to", ElementType::i64}}, {1, 1}},
      {"eye", {}, {{"n", Shape{0}}, {"to", ElementType::f64}}, {0, 0}},
      {"add_n", {{'x', {3}}}, {}, {3}},
      {"add_n", {{'x', {2, 3}}, {'x', {2, 3}}, {'x', {2, 3}}}, {}, {2, 3}},
      {"add_n", {{'x', {0}}, {'x', {0}}}, {}, {0}},
      {"select_n", {{'i', {}, {1}}, {'x', {3}}, {'x', {3}}}, {}, {3}},
      {"select_n", {{'i', {4}, {-7, 0, 1, 9}}, {'x', {4}}, {'x', {4}}, {'x', {4}}}, {}, {4}},
      {"select_n", {{'i', {2, 0}}, {'x', {2, 0}}}, {}, {2, 0}},
      {"ldexp", {{'x', {3}}, {'i', {}, {3}}}, {}, {3}},
      {"ldexp", {{'x', {2, 3}}, {'i', {2, 3}, {-3, -2, -1, 0, 1, 2}}}, {}, {2, 3}},
      {"ldexp", {{'x', {}}, {'i', {}, {-4}}}, {}, {}},
      {"ldexp", {{'x', {0}}, {'i', {0}}}, {}, {0}},
      {"isclose", {{'x', {5}}, {'x', {5}}}, tolerances(0.1, 0.5), {5}},
      {"isclose", {{'x', {}}, {'x', {}}}, tolerances(1e-8, 1e-5), {}},
      {"isclose", {{'x', {0, 2}}, {'x', {0, 2}}}, tolerances(0, 0), {0, 2}},
  });
  for (std::int64_t e : {3, -3, -1, 0, 1, 2, 5, 8})
    rows.insert(rows.end(), {
        {"integer_pow", {{'x', {5}}}, exponent(e), {5}},
        {"integer_pow", {{'x', {}}}, exponent(e), {}},
        {"integer_pow", {{'x', {2, 0}}}, exponent(e), {2, 0}},
    });
  rows.push_back({"integer_pow", {{'i', {3}, {-2, 0, 3}}}, exponent(3), {3}});
}

void add_random_refusals(std::vector<Refusal>& rows) {
  rows.insert(rows.end(), {
      {"random_uniform", {kSeed, {'u', {1}}}, drawn({3}), DiagnosticId::type_mismatch},
      {"random_uniform", {{'n', {}, {1}}, kStream}, drawn({3}), DiagnosticId::type_mismatch},
      {"random_uniform", {kSeed, kStream}, drawn({-1}), DiagnosticId::attribute_value},
      {"random_uniform", {kSeed, kStream}, drawn({1, 1, 1, 1, 1, 1, 1, 1, 1}), DiagnosticId::rank},
      {"random_normal", {kSeed, kStream}, {{"shape", Shape{3}}, {"to", ElementType::i64}}, DiagnosticId::element_type},
      {"random_uniform_between", {kSeed, kStream, {'x', {1}}, {'x', {}}}, shape({3}), DiagnosticId::rank},
      {"fold_in", {kSeed, kStream, {'n', {}, {3}}}, {}, DiagnosticId::element_type},
      {"fold_in_seed", {kSeed, kStream, {'u', {2}}}, {}, DiagnosticId::type_mismatch},
      {"random_integers", {kSeed, kStream}, between(3, 3, {2}), DiagnosticId::attribute_value},
      {"random_integers", {kSeed, kStream}, between(0, (std::int64_t{1} << 31) + 1, {2}), DiagnosticId::attribute_value},
      {"random_bernoulli", {kSeed, kStream, {'b', {2}}}, {}, DiagnosticId::element_type},
      {"random_gamma", {kSeed, kStream, {'i', {2}}}, {}, DiagnosticId::element_type},
      {"random_gamma", {{'x', {2}}, kStream, {'x', {2}}}, {}, DiagnosticId::type_mismatch},
      {"gammainc_slope", {{'x', {2}}, {'x', {2}}}, order(9), DiagnosticId::attribute_value},
      {"gammainc_slope", {{'x', {2}}, {'x', {2}}}, order(0), DiagnosticId::attribute_value},
      {"random_permutation", {kSeed, kStream}, n(-1), DiagnosticId::attribute_value},
      {"random_categorical", {{'x', {3}}, kSeed, kStream}, axis(1), DiagnosticId::axis_out_of_range},
      {"random_categorical", {{'x', {3, 0}}, kSeed, kStream}, axis(1), DiagnosticId::attribute_value},
      {"gumbel_softmax", {{'x', {3}}, kSeed, kStream, {'x', {3}}}, axis(0), DiagnosticId::rank},
      {"dropout", {{'x', {3}}, kSeed, kStream}, rate(1.5), DiagnosticId::attribute_value},
      {"dropout", {{'x', {3}}, kSeed, kStream}, rate(-0.1), DiagnosticId::attribute_value},
      {"dropout", {{'x', {3}}, kSeed, {'n', {}, {1}}}, rate(0.5), DiagnosticId::type_mismatch},
      {"eye", {}, {{"n", Shape{-1}}, {"to", ElementType::f64}}, DiagnosticId::attribute_value},
      {"eye", {}, {{"n", Shape{2}}, {"to", ElementType::boolean}}, DiagnosticId::element_type},
      {"add_n", {}, {}, DiagnosticId::operand_count},
      {"add_n", {{'x', {3}}, {'x', {2}}}, {}, DiagnosticId::shape_mismatch},
      {"select_n", {{'i', {}, {1}}}, {}, DiagnosticId::operand_count},
      {"select_n", {{'x', {}}, {'x', {3}}}, {}, DiagnosticId::element_type},
      {"select_n", {{'i', {2}}, {'x', {3}}}, {}, DiagnosticId::shape_mismatch},
      {"ldexp", {{'x', {3}}, {'i', {2}}}, {}, DiagnosticId::shape_mismatch},
      {"ldexp", {{'x', {3}}, {'x', {}}}, {}, DiagnosticId::element_type},
      {"isclose", {{'x', {3}}, {'x', {3}}}, tolerances(-1, 0), DiagnosticId::attribute_value},
      {"logit_clipped", {{'x', {3}}}, {{"eps", 0.6}}, DiagnosticId::attribute_value},
      {"integer_pow", {{'i', {3}}}, exponent(-1), DiagnosticId::attribute_value},
      {"integer_pow", {{'b', {3}}}, exponent(2), DiagnosticId::element_type},
      {"integer_pow", {{'x', {3}}}, exponent(70000), DiagnosticId::attribute_value},
  });
}

void add_random_accepts(std::vector<Accepts>& rows) {
  rows.insert(rows.end(), {
      {"random_uniform_between", Elements::floats}, {"random_truncated_normal", Elements::floats},
      {"random_gamma", Elements::floats}, {"random_bernoulli", Elements::floats}, {"random_categorical", Elements::floats},
      {"gumbel_softmax", Elements::floats}, {"dropout", Elements::floats},
      {"logit_clipped", Elements::floats}, {"add_n", Elements::rings}, {"select_n", Elements::all},
      {"ldexp", Elements::floats}, {"isclose", Elements::floats},
      {"integer_pow", Elements::rings},
  });
}

}  // namespace ops_test
