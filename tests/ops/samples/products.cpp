// The rows of products of tensors.
#include "tests/ops/samples/samples.h"

namespace ops_test {
namespace {

using ir::Attributes;
using ir::DiagnosticId;
using ir::Integers;

Attributes spec(const char* text, std::int64_t rank) { return {{"rank", rank}, {"spec", text}}; }
Attributes along(Integers a, Integers b) { return {{"along", std::move(a)}, {"along_y", std::move(b)}}; }
Attributes power(std::int64_t n) { return {{"exponent", n}}; }

}  // namespace

void add_products_samples(std::vector<Sample>& rows) {
  rows.insert(rows.end(), {
      {"einsum", {{'x', {2, 3}}, {'x', {3, 4}}}, spec("ij,jk->ik", 2), {2, 4}},
      {"einsum", {{'x', {2, 3}}, {'x', {3, 4}}}, spec("ij, jk -> ki", 2), {4, 2}},
      {"einsum", {{'x', {2, 2, 3}}, {'x', {2, 4, 3}}}, spec("bij,bkj->bik", 3), {2, 2, 4}},
      {"einsum", {{'x', {2, 2, 3}}, {'x', {3, 2, 4}}}, spec("ibj,jbk->kib", 3), {4, 2, 2}},
      {"einsum", {{'x', {3, 2}}}, spec("ij->ji", 2), {2, 3}},
      {"einsum", {{'x', {3, 2}}}, spec("ij->", 0), {}},
      {"einsum", {{'x', {3}}}, spec("i->i", 1), {3}},
      {"einsum", {{'x', {}}, {'x', {2}}}, spec(",i->i", 1), {2}},
      {"einsum", {{'x', {3, 3}}}, spec("ii->i", 1), {3}},
      {"einsum", {{'x', {3, 3}}}, spec("ii->", 0), {}},
      {"einsum", {{'x', {2, 3, 2, 2}}}, spec("ijii->j", 1), {3}},
      {"einsum", {{'x', {2, 2}}, {'x', {2, 3}}}, spec("ii,ij->j", 1), {3}},
      {"einsum", {{'x', {2, 3, 4}}, {'x', {4}}}, spec("ijk,k->i", 1), {2}},
      {"einsum", {{'x', {2, 3}}, {'x', {4}}}, spec("ij,k->k", 1), {4}},
      {"einsum", {{'x', {2, 3}}, {'x', {2, 3}}}, spec("ij,ij->", 0), {}},
      {"einsum", {{'x', {2, 3}}, {'x', {2, 3}}}, spec("ij,ij->ji", 2), {3, 2}},
      {"einsum", {{'x', {2}}, {'x', {3}}}, spec("i,j->ji", 2), {3, 2}},
      {"einsum", {{'x', {2, 1, 2, 3}}, {'x', {4, 3, 2}}}, spec("...ij,...jk->...ik", 4), {2, 4, 2, 2}},
      {"einsum", {{'x', {2, 3}}, {'x', {2, 3, 4}}}, spec("ij,...jk->i...k", 3), {2, 2, 4}},
      {"einsum", {{'x', {3}}, {'x', {1, 3}}, {'x', {2, 1}}}, spec("...,...,...->...", 2), {2, 3}},
      {"einsum", {{'x', {1, 2}}, {'x', {1, 2}}}, spec("...i,...i->...", 1), {1}},
      {"einsum", {{'x', {2, 3}}, {'x', {3, 4}}, {'x', {4, 2}}}, spec("ij,jk,kl->il", 2), {2, 2}},
      {"einsum", {{'x', {2}}, {'x', {2, 3}}, {'x', {3}}}, spec("i,ij,j->", 0), {}},
      {"einsum", {{'x', {2, 2}}, {'x', {2, 3}}, {'x', {3, 2}}, {'x', {2}}}, spec("ab,bc,cd,d->a", 1), {2}},
      {"einsum", {{'x', {2, 2}}, {'x', {2, 2}}, {'x', {2, 2}}}, spec("ia,ja,ka->ijk", 3), {2, 2, 2}},
      {"einsum", {{'x', {2, 0}}, {'x', {0, 3}}}, spec("ij,jk->ik", 2), {2, 3}},
      {"einsum", {{'x', {0, 2}}, {'x', {0, 3}}}, spec("ij,ik->jk", 2), {2, 3}},
      {"einsum", {{'x', {0, 2, 2}}, {'x', {2, 1}}}, spec("bij,jk->bik", 3), {0, 2, 1}},
      {"einsum", {{'x', {0, 0}}}, spec("ii->i", 1), {0}},

      {"matvec", {{'x', {2, 3}}, {'x', {3}}}, {}, {2}},
      {"matvec", {{'x', {2, 2, 3}}, {'x', {2, 3}}}, {}, {2, 2}},
      {"matvec", {{'x', {2, 2, 3}}, {'x', {3}}}, {}, {2, 2}},
      {"matvec", {{'x', {2, 3}}, {'x', {4, 3}}}, {}, {4, 2}},
      {"matvec", {{'x', {1, 2, 3}}, {'x', {4, 3}}}, {}, {4, 2}},
      {"matvec", {{'x', {2, 0}}, {'x', {0}}}, {}, {2}},
      {"vecdot", {{'x', {3}}, {'x', {3}}}, {}, {}},
      {"vecdot", {{'x', {2, 3}}, {'x', {2, 3}}}, {}, {2}},
      {"vecdot", {{'x', {2, 1, 3}}, {'x', {4, 3}}}, {}, {2, 4}},
      {"vecdot", {{'x', {2, 0}}, {'x', {2, 0}}}, {}, {2}},
      {"linear", {{'x', {2, 3}}, {'x', {4, 3}}, {'x', {4}}}, {}, {2, 4}},
      {"linear", {{'x', {2, 3}}, {'x', {4, 3}}}, {}, {2, 4}},
      {"linear", {{'x', {3}}, {'x', {4, 3}}, {'x', {4}}}, {}, {4}},
      {"linear", {{'x', {2, 1, 3}}, {'x', {2, 3}}, {'x', {2}}}, {}, {2, 1, 2}},
      {"linear", {{'x', {0, 3}}, {'x', {2, 3}}, {'x', {2}}}, {}, {0, 2}},
      {"tensordot", {{'x', {2, 3, 4}}, {'x', {4, 3, 2}}}, along({1, 2}, {1, 0}), {2, 2}},
      {"tensordot", {{'x', {2, 3}}, {'x', {3, 2}}}, along({1}, {0}), {2, 2}},
      {"tensordot", {{'x', {2, 3}}, {'x', {3, 2}}}, along({0}, {1}), {3, 3}},
      {"tensordot", {{'x', {2, 3}}, {'x', {2, 3}}}, along({0, 1}, {0, 1}), {}},
      {"tensordot", {{'x', {2}}, {'x', {3}}}, along({}, {}), {2, 3}},
      {"tensordot", {{'x', {2, 0}}, {'x', {0, 3}}}, along({1}, {0}), {2, 3}},
      {"kron", {{'x', {2, 3}}, {'x', {3, 2}}}, {}, {6, 6}},
      {"kron", {{'x', {1, 2}}, {'x', {2, 1}}}, {}, {2, 2}},
      {"kron", {{'x', {2, 1, 2}}, {'x', {2, 2}}}, {}, {2, 2, 4}},
      {"kron", {{'x', {2, 0}}, {'x', {2, 2}}}, {}, {4, 0}},
      {"matrix_power", {{'d', {3, 3}}}, power(3), {3, 3}},
      {"matrix_power", {{'d', {3, 3}}}, power(1), {3, 3}},
      {"matrix_power", {{'d', {2, 2, 2}}}, power(-2), {2, 2, 2}},
      {"matrix_power", {{'x', {2, 2}}}, power(6), {2, 2}},
      {"matrix_power", {{'x', {0, 2, 2}}}, power(2), {0, 2, 2}},
      {"matrix_power", {{'x', {0, 0}}}, power(2), {0, 0}},
  });
}

void add_products_refusals(std::vector<Refusal>& rows) {
  const auto einsum = [&](std::vector<Operand> operands, const char* text, std::int64_t rank,
                          DiagnosticId why = DiagnosticId::attribute_value) {
    rows.push_back({"einsum", std::move(operands), spec(text, rank), why});
  };
  const Operand matrix{'x', {2, 3}}, vector{'x', {3}}, square{'x', {3, 3}};
  einsum({matrix}, "ij", 2);
  einsum({matrix}, "ij->ijk", 3);
  einsum({matrix}, "ij->ii", 2);
  einsum({matrix}, "ij->i->j", 1);
  einsum({matrix}, "i2->i", 1);
  einsum({matrix}, "i.j->i", 1);
  einsum({matrix}, "ijk->i", 1);
  einsum({matrix}, "i->i", 1);
  einsum({matrix}, "ijk...->i", 1);
  einsum({matrix}, "...i...->i", 1);
  einsum({matrix}, "...i->i", 1);
  einsum({matrix}, "ij->...ij", 2);
  einsum({matrix}, "ij->ji", 1);
  einsum({matrix}, "ij,j->i", 1);
  einsum({matrix, vector}, "ij->i", 1);
  einsum({matrix}, "->", 0);
  einsum({square, square, square, square, square}, "ab,cd,ef,gh,ij->abcdefghij", 10);
  einsum({matrix}, "ii->i", 1, DiagnosticId::shape_mismatch);
  einsum({matrix, {'x', {2}}}, "ij,j->i", 1, DiagnosticId::shape_mismatch);
  einsum({matrix, {'x', {1}}}, "ij,j->i", 1, DiagnosticId::shape_mismatch);
  einsum({matrix, {'x', {2, 2}}}, "...,...->...", 2, DiagnosticId::shape_mismatch);
  einsum({matrix, {'i', {3}}}, "ij,j->i", 1, DiagnosticId::element_types_differ);
  einsum({{'b', {2}}}, "i->i", 1, DiagnosticId::element_type);
  einsum({}, "->", 0, DiagnosticId::operand_count);
  rows.insert(rows.end(), {
      {"matvec", {vector, vector}, {}, DiagnosticId::rank},
      {"matvec", {matrix, {'x', {}}}, {}, DiagnosticId::rank},
      {"matvec", {matrix, {'x', {2}}}, {}, DiagnosticId::shape_mismatch},
      {"vecdot", {vector, {'x', {}}}, {}, DiagnosticId::rank},
      {"vecdot", {vector, {'x', {2}}}, {}, DiagnosticId::shape_mismatch},
      {"linear", {vector}, {}, DiagnosticId::operand_count},
      {"linear", {{'x', {}}, matrix}, {}, DiagnosticId::rank},
      {"linear", {vector, vector}, {}, DiagnosticId::rank},
      {"linear", {vector, {'x', {2, 2}}}, {}, DiagnosticId::shape_mismatch},
      {"linear", {vector, matrix, matrix}, {}, DiagnosticId::rank},
      {"linear", {vector, matrix, vector}, {}, DiagnosticId::shape_mismatch},
      {"tensordot", {matrix, matrix}, along({1}, {0}), DiagnosticId::shape_mismatch},
      {"tensordot", {matrix, matrix}, along({1}, {}), DiagnosticId::attribute_value},
      {"tensordot", {matrix, matrix}, along({2}, {1}), DiagnosticId::axis_out_of_range},
      {"tensordot", {square, square}, along({1, 1}, {0, 1}), DiagnosticId::axis_repeated},
      {"kron", {matrix, vector}, {}, DiagnosticId::rank},
      {"matrix_power", {matrix}, power(2), DiagnosticId::shape_mismatch},
      {"matrix_power", {vector}, power(2), DiagnosticId::rank},
      {"matrix_power", {square}, power(65537), DiagnosticId::attribute_value},
      {"matrix_power", {{'i', {2, 2}}}, power(2), DiagnosticId::element_type},
  });
}

void add_products_accepts(std::vector<Accepts>& rows) {
  for (const char* op : {"einsum", "matvec", "vecdot", "linear", "tensordot", "kron"}) rows.push_back({op, Elements::rings});
  rows.push_back({"matrix_power", Elements::fields});
}

}  // namespace ops_test
