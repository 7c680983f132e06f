// The statements of ops on sequences, and vectors in signatures.
#include "codegen/text/statements/sequence.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "cases.h"
#include "codegen/interface/interface.h"
#include "codegen/text/emitter.h"
#include "codegen/text/files/header.h"

namespace {

using cases::Case;
using cases::scalar;
using cases::structure;
using cases::tensor;
using cases::vector_of;
using codegen::CppValue;
using codegen::Leaf;
using codegen::Place;
using enum codegen::DerivativeKind;
using enum ir::ElementType;

// The statements of all ops on sequences of a function; values go by their names.
std::string statements(const std::string& ir, bool in_place, bool moved = false, bool declared = false) {
  const ir::Module module = cases::parse(ir);
  const ir::Function& function = module.functions[0];
  codegen::Emitter out;
  std::set<std::string> known;
  for (const ir::Op& op : function.ops) {
    if (ir::definition(op.kind).info.trait != ir::Trait::sequence) continue;
    std::vector<std::string> operands;
    for (ir::ValueId operand : op.operands) operands.push_back(function[operand].name);
    const codegen::SequenceOp sequence{
        function,
        op,
        operands,
        function[op.results[0]].name,
        declared,
        in_place,
        moved,
        operands.empty() ? "" : operands[0],
        "model.cpp:4",
        "arena",
        {},
        [](const ir::Extent& e) { return e.text(); },
        [&](const std::string& symbol) {
          return known.insert(symbol).second ? std::optional<std::string>(symbol) : std::nullopt;
        },
        declared};
    codegen::write_sequence_op(sequence, out);
  }
  return out.text();
}

TEST(SequenceOps, OnNumbers) {
  const std::string ir = R"(
func @f(%s: seq<f64>, %n: i64, %x: f64) -> (seq<f64>, f64) {
  %e = sequence_empty {depth = 0, element = f64, rank = 0} : seq<f64>
  %p = sequence_push %e, %x : seq<f64>
  %a = sequence_at %s, %n {shape = <>} : f64
  %k = sequence_size %s : i64
  %f = sequence_fill %k, %a : seq<f64>
  %t = sequence_set %f, %x, %n : seq<f64>
  %q = sequence_pop %t : seq<f64>
  %r = sequence_resize %q, %n, %x : seq<f64>
  %z = sequence_zeros_like %s : seq<f64>
  %u = sequence_add %z, %r : seq<f64>
  %v = sequence_add_at %u, %x, %n : seq<f64>
  %w = sequence_splice %v, %p : seq<f64>
  %y = sequence_sum %w, %n {shape = <>} : f64
  return %w, %y
}
)";
  EXPECT_EQ(statements(ir, true), R"(gradc::Sequence<double> e;
gradc::Sequence<double> p = e;
p.push(arena, x);
gradc::require_value("s", n, s.size(), "model.cpp:4");
const double a = s[n];
const std::int64_t k = s.size();
gradc::Sequence<double> f;
f.resize(arena, k, a);
gradc::require_value("f", n, f.size(), "model.cpp:4");
gradc::Sequence<double> t = f;
t[n] = x;
gradc::require_not_empty("t", t.size(), "model.cpp:4");
gradc::Sequence<double> q = t;
q.pop();
gradc::Sequence<double> r = q;
r.resize(arena, n, x);
gradc::Sequence<double> z = s.zeros_like(arena);
gradc::Sequence<double> u = z;
u.add(r);
gradc::require_value("u", n, u.size(), "model.cpp:4");
gradc::Sequence<double> v = u;
v[n] += x;
gradc::Sequence<double> w = v;
w.splice(arena, p);
const double y = w.sum(n);
)");
  EXPECT_NE(statements(ir, false).find("gradc::Sequence<double> w = v.copy(arena);\n"), std::string::npos);
}

TEST(SequenceOps, UseMemoryAgain) {
  EXPECT_EQ(statements(R"(
func @f(%s: seq<f64>, %x: f64) -> (seq<f64>, seq<f64>) {
  %e = sequence_empty {depth = 0, element = f64, rank = 0} : seq<f64>
  %p = sequence_push %s, %x : seq<f64>
  %z = sequence_zeros_like %s : seq<f64>
  return %p, %z
}
)",
                       false, false, true),
            "e.clear(arena);\np.assign(arena, s);\np.push(arena, x);\nz.assign_zeros(arena, s);\n");
}

TEST(SequenceOps, OnTensorsAndSequences) {
  const std::string ir = R"(
func @f(%s: seq<f16[?, ?]>, %n: i64, %x: f16[x.0, 2], %m: seq<seq<i32>>) -> (seq<f16[?, ?]>, seq<seq<i32>>, f16[x.0, 2]) {
  %a = sequence_at %s, %n {shape = <rows, rows>} : f16[rows, rows]
  %p = sequence_push %s, %x : seq<f16[?, ?]>
  %t = sequence_set %p, %x, %n : seq<f16[?, ?]>
  %v = sequence_add_at %t, %a, %n : seq<f16[?, ?]>
  %i = sequence_at %m, %n {shape = <>} : seq<i32>
  %j = sequence_set %m, %i, %n : seq<seq<i32>>
  %y = sequence_sum %v, %n {shape = <x.0, 2>} : f16[x.0, 2]
  return %v, %j, %y
}
)";
  const std::string text = statements(ir, true);
  EXPECT_EQ(text, R"(gradc::require_value("s", n, s.size(), "model.cpp:4");
[[maybe_unused]] const std::int64_t rows = s[n].extent(0);
gradc::require_extent("a value of s", 1, s[n].extent(1), rows, nullptr, "model.cpp:4");
gradc::half* const a = s[n].data();
gradc::Sequence<gradc::View<gradc::half, 2>> p = s;
p.push(arena, gradc::copied(arena, gradc::View<const gradc::half, 2>(x, {x.0, 2})));
gradc::require_value("p", n, p.size(), "model.cpp:4");
gradc::Sequence<gradc::View<gradc::half, 2>> t = p;
gradc::assign(arena, t[n], gradc::View<const gradc::half, 2>(x, {x.0, 2}));
gradc::require_value("t", n, t.size(), "model.cpp:4");
gradc::Sequence<gradc::View<gradc::half, 2>> v = t;
gradc::add_into(v[n], gradc::View<const gradc::half, 2>(a, {rows, rows}));
gradc::require_value("m", n, m.size(), "model.cpp:4");
gradc::Sequence<std::int32_t> i = m[n];
gradc::require_value("m", n, m.size(), "model.cpp:4");
gradc::Sequence<gradc::Sequence<std::int32_t>> j = m;
gradc::assign(arena, j[n], i);
v.sum(n, gradc::View<gradc::half, 2>(y, {x.0, 2}));
)");
  EXPECT_NE(statements(ir, true, true).find("p.push(arena, gradc::View<gradc::half, 2>(x, {x.0, 2}));\n"),
            std::string::npos);
  EXPECT_NE(statements(ir, true, true).find("j[n] = i;\n"), std::string::npos);
}

// --- vectors in signatures

CppValue layer() {
  CppValue flags =
      structure("std::pair<int, bool>", {{"first", scalar("int", i32)}, {"second", scalar("bool", boolean)}});
  flags.form = CppValue::Form::tuple;
  return structure(
      "model::Layer",
      {{"w", tensor("float", f32, 2)}, {"scale", vector_of(scalar("float", f32))}, {"flags", flags}});
}

TEST(Vectors, HaveALeafForEachLeafOfTheirElements) {
  const CppValue layers = vector_of(layer());
  const std::vector<Leaf> leaves = codegen::leaves(layers, "net.layers");
  ASSERT_EQ(leaves.size(), 4u);
  EXPECT_EQ(leaves[0].expression, "net.layers");
  EXPECT_EQ(leaves[0].elements, (std::vector<std::string>{"$.w"}));
  EXPECT_EQ(leaves[1].elements, (std::vector<std::string>{"$.scale", "$"}));
  EXPECT_EQ(leaves[2].elements, (std::vector<std::string>{"std::get<first>($.flags)"}));
  EXPECT_EQ(leaves[0].type().text(), "seq<f32[?, ?]>");
  EXPECT_EQ(leaves[1].type().text(), "seq<seq<f32>>");

  const Place scale{"net.layers", CppValue::Form::scalar, "float", leaves[1].elements};
  EXPECT_EQ(codegen::shown(scale), "net.layers[].scale[]");
  EXPECT_EQ(codegen::gathered(scale, leaves[1].type(), "arena", "e"),
            "gradc::gather<gradc::Sequence<gradc::Sequence<float>>>(arena, net.layers, "
            "[](auto& e) -> auto& { return e.scale; })");
  codegen::Emitter out;
  codegen::write_scattered({"out.v", CppValue::Form::scalar, "double", {"$", "$.x"}}, "d_v", "e", out);
  codegen::write_form_check({"d_v", CppValue::Form::scalar, "double", {"$"}}, "d_v_values",
                            {"v", CppValue::Form::scalar, "double", {"$"}}, "v_values", out);
  EXPECT_EQ(out.text(),
            "gradc::scatter(d_v, out.v, [](auto& e) -> auto& { return e; }, [](auto& e) -> auto& { return "
            "e.x; });\n"
            "gradc::require_same_form(\"d_v[]\", d_v_values, \"v[]\", v_values);\n");
}

TEST(Vectors, InAHeader) {
  Case c;
  c.add(cases::summed(), {{gradient, {{"v"}}}});
  EXPECT_EQ(codegen::emit_header(c.program()), R"(// Generated by gradc 0.1 from model.cpp. Do not edit.
#pragma once

#include <cstdint>
#include <vector>

#include <gradc/gradc.h>
#include <gradc/version.h>
#include <gradc/workspace.h>

#include "model.h"

static_assert(GRADC_RUNTIME_VERSION >= 100 && GRADC_RUNTIME_VERSION < 200,
              "model.grad.h was generated for version 0.1 of gradc's runtime; generate it again");

namespace model {

// Derivatives with respect to v.
struct summed_gradient_grad {
  std::vector<double> v;
};

struct summed_gradient_result {
  double value{};
  summed_gradient_grad grad;
};

// Gradient of summed with respect to v.
summed_gradient_result summed_gradient(const std::vector<double>& v);
void summed_gradient(const std::vector<double>& v, summed_gradient_result& out, gradc::Workspace& workspace);
std::int64_t summed_gradient_workspace_bytes(const std::vector<double>& v);

}  // namespace model
)");
  Case without;
  without.add(cases::scalars(), {{gradient, {{"a"}}}});
  EXPECT_EQ(codegen::emit_header(without.program()).find("<vector>"), std::string::npos);
}

// The functions of one derivative by their names.
std::map<std::string, codegen::Signature> signatures(const Case& c) {
  std::map<std::string, codegen::Signature> out;
  const codegen::Program program = c.program();
  for (const codegen::Request& request : program.requests)
    for (const codegen::Derivative& derivative : request.derivatives)
      for (const codegen::Signature& s : codegen::interface_of(program.module, request, derivative).functions)
        out[s.name] = s;
  return out;
}

TEST(Vectors, TangentsAndAdjointsKnowWhoseSizesTheyHave) {
  Case c;
  c.add(cases::layered(), {{vjp, {{"layers"}}}, {jvp, {{"layers"}, {"x"}}}});
  c.add(cases::picked(), {{vjp, {{"v"}}}});
  const auto all = signatures(c);
  const codegen::Signature& jvp_of_layered = all.at("layered_jvp");
  ASSERT_EQ(jvp_of_layered.arguments.size(), 8u);
  EXPECT_EQ(codegen::shown(jvp_of_layered.arguments[5]), "d_layers[].w");
  EXPECT_EQ(jvp_of_layered.arguments[5].like_argument, 0);
  EXPECT_EQ(codegen::shown(jvp_of_layered.arguments[6]), "d_layers[].scale[]");
  EXPECT_EQ(jvp_of_layered.arguments[6].like_argument, 1);
  EXPECT_EQ(all.at("layered_vjp").arguments[5].like_result, 0);
  EXPECT_EQ(all.at("picked_vjp").arguments.back().like_result, 1);
  EXPECT_EQ(all.at("layered_backward").arguments.back().like_result, -1);
}

TEST(Vectors, LeavesWithoutADerivativeAreCleared) {
  Case c;
  c.add(cases::layered(), {{vjp, {{"layers"}}}});
  c.add(cases::picked(), {{vjp, {{"v"}, {"ids"}}}, {jvp, {{"v"}}}});
  const auto all = signatures(c);
  EXPECT_EQ(all.at("layered_vjp").cleared,
            (std::vector<std::string>{"for (auto& element : out.grad.layers) element.kind"}));
  EXPECT_EQ(all.at("picked_vjp").cleared, (std::vector<std::string>{"out.grad.ids"}));
  EXPECT_EQ(all.at("picked_jvp").cleared, (std::vector<std::string>{"out.tangent.ids"}));
}

TEST(Vectors, OfResidualsNest) {
  Case c;
  c.add(cases::tabled(), {{vjp, {{"table"}}}});
  const std::string header = codegen::emit_header(c.program());
  EXPECT_NE(
      header.find("  std::vector<double> row;\n  double a{};\n  std::vector<std::vector<double>> saved_1;\n"),
      std::string::npos)
      << header;
}

}  // namespace
