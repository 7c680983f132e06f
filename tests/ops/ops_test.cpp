// The table test: every op of the table, every check, no code about an op. Control ops, which are run by the
// interpreter and differentiated by the passes themselves, have their tests there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "ir/passes/pass.h"
#include "ir/verify.h"
#include "tests/ops/cases.h"
#include "tests/reference/derivatives.h"
#include "tests/reference/graph.h"

namespace ops_test {
namespace {

using ir::ElementType;
using ir::Kind;
using ir::Trait;
using reference::Value;

constexpr std::uint64_t kSeed = 20240607;

std::vector<Kind> kinds(bool with_control) {
  std::vector<Kind> found;
  for (std::size_t i = 0; i < ir::op_table().size(); ++i) {
    if (with_control || !is_apart(ir::op_table()[i].info))
      found.push_back(static_cast<Kind>(i));
  }
  return found;
}

class EveryOp : public ::testing::TestWithParam<Kind> {
 protected:
  const ir::OpDefinition& op() const { return ir::definition(GetParam()); }
  const ir::OpInfo& info() const { return op().info; }
  bool never_differentiated() const { return std::holds_alternative<ir::NoGradient>(op().derivative); }
  bool cut() const { return never_differentiated() && std::get<ir::NoGradient>(op().derivative).cut; }

  // A sample as a function; a failure of the test where it is refused.
  Case make(const Sample& sample, const Making& making = {}) {
    ir::Diagnostics diagnostics;
    auto made = make_case(GetParam(), sample.operands, sample.attributes, making, random_, diagnostics);
    if (!made) throw std::logic_error(diagnostics.text());
    return *std::move(made);
  }
  bool differentiable(const Case& c) const {
    const ir::Function& f = c.module[c.function];
    return !reference::differentiable_arguments(f).empty() && !reference::differentiable_results(f).empty();
  }

  // Transposition begins with adjoints of zeros, which a type alone can't make of a sequence.
  reference::DerivativeCheck derivative_check() const {
    reference::DerivativeCheck check;
    check.transposition = info().trait != Trait::sequence;
    return check;
  }

  static bool nested(const Case& c) {
    const auto& values = c.module[c.function].values;
    return std::any_of(values.begin(), values.end(), [](const ir::Value& x) { return x.type.sequence_depth > 1; });
  }

  reference::Random random_{kSeed};
};

std::string name_of(const ::testing::TestParamInfo<Kind>& kind) {
  return std::string(ir::definition(kind.param).info.name);
}

INSTANTIATE_TEST_SUITE_P(Table, EveryOp, ::testing::ValuesIn(kinds(false)), name_of);

TEST(OpTable, SaysWhyOpsAreTreatedApart) {
  for (Kind kind : kinds(true)) {
    const ir::OpInfo& info = ir::definition(kind).info;
    const bool apart = info.trait == Trait::control || info.trait == Trait::sequence;
    EXPECT_FALSE(apart && info.note.empty()) << info.name;
    if (!info.note.empty()) std::cout << "note: " << info.name << ": " << info.note << '\n';
  }
}

TEST(OpTable, FindsEveryOpByItsName) {
  for (Kind kind : kinds(true)) EXPECT_EQ(ir::find_op(ir::definition(kind).info.name), kind);
  EXPECT_FALSE(ir::find_op("no_such_op").has_value());
}

// Every op has what its trait needs to be evaluated and emitted.
TEST_P(EveryOp, HasWhatItsTraitNeeds) {
  if (info().trait == Trait::elementwise) {
    EXPECT_TRUE(info().scalar.evaluate || info().integer.evaluate || info().complex.evaluate);
    EXPECT_EQ(info().scalar.evaluate == nullptr, info().scalar.text.empty());
    EXPECT_EQ(info().integer.evaluate == nullptr, info().integer.text.empty());
    EXPECT_EQ(info().complex.evaluate == nullptr, info().complex.text.empty());
    EXPECT_LE(info().arity, 3);
  } else {
    const bool otherwise = info().trait == Trait::sequence || info().trait == Trait::composite;
    EXPECT_TRUE(op().evaluate || otherwise);
  }
  EXPECT_EQ(op().expand != nullptr, info().trait == Trait::composite);
  EXPECT_EQ(op().kernel != nullptr, info().trait == Trait::kernel || info().trait == Trait::broadcast);
  EXPECT_LT(info().in_place, info().arity < 0 ? 1 : info().arity);
}

TEST_P(EveryOp, IsSampled) { EXPECT_GE(samples_of(GetParam()).size(), 1u) << "samples.cpp needs a row"; }

TEST_P(EveryOp, GivesTheTypeThatItsValueHas) {
  for (const Sample& sample : samples_of(GetParam())) {
    const Case c = make(sample);
    const auto y = reference::interpret(c.module, c.function, c.x);  // checks the value against the type
    EXPECT_EQ(form_of(y.at(0)), sample.result) << c.text;
    EXPECT_EQ(reference::check_module(c.module), "") << c.text;
  }
}

// A composite op is what it expands to, and so is its derivative where it has one of its own.
TEST_P(EveryOp, IsItsExpansion) {
  if (!op().expand) return;
  for (bool symbolic : {false, true})
    for (const Sample& sample : samples_of(GetParam())) {
      const Case c = make(sample, {.symbolic = symbolic});
      ir::Diagnostics problems;
      const auto expanded = ir::run_passes(c.module, "expand", {.verify_each = true, .after = {}}, problems);
      ASSERT_TRUE(expanded) << problems.text() << c.text;
      bool fails = false;
      for (const ir::Op& each : (*expanded)[c.function].ops) {
        EXPECT_NE(ir::definition(each.kind).info.trait, Trait::composite) << c.text;
        fails = fails || ir::definition(each.kind).info.may_fail;
      }
      EXPECT_LE(fails, info().may_fail) << ir::print(*expanded);
      const auto agree = [&](const ir::Module& f, ir::FunctionId f_id, const ir::Module& g, ir::FunctionId g_id,
                             const std::vector<Value>& x) {
        const auto y = reference::interpret(f, f_id, x), z = reference::interpret(g, g_id, x);
        for (std::size_t i = 0; i < y.size(); ++i)
          EXPECT_LE(reference::relative_error(z[i], y[i]), 1e-12) << c.text << ir::print(g);
      };
      agree(c.module, c.function, *expanded, c.function, c.x);
      if (!differentiable(c) || never_differentiated()) continue;
      const auto gradient = [&](const ir::Module& module) {
        ir::DerivativeOptions options;
        const ir::Function& f = module[c.function];
        for (int i : reference::differentiable_arguments(f))
          options.wrt.push_back(f.arguments()[static_cast<std::size_t>(i)]);
        options.unconnected = ir::Unconnected::zero;
        return ir::differentiate_reverse(module, c.function, options, problems).value();
      };
      const auto own = gradient(c.module), made = gradient(*expanded);
      std::vector<Value> seeded = c.x;
      seeded.push_back(reference::random_like(reference::interpret(c.module, c.function, c.x)[0], random_));
      agree(own.module, own.function, made.module, made.function, seeded);
    }
}

// What kernels are called with: integers that the extents have values for.
TEST_P(EveryOp, HasAGeometry) {
  if (!op().kernel) return;
  for (const Sample& sample : samples_of(GetParam())) {
    const Case c = make(sample);
    const ir::Function& f = c.module[c.function];
    const ir::Geometry geometry = op().kernel({f, f.ops[0]});
    EXPECT_FALSE(geometry.fields.empty());
    for (const ir::GeometryField& field : geometry.fields) {
      if (const auto* extent = std::get_if<ir::Extent>(&field)) {
        EXPECT_GE(extent->evaluate({}).value_or(-1), 0) << c.text;
      }
    }
  }
}

// Forward, reverse and transposed derivatives and those of the derivatives, against each other and
// differences; with respect to all operands, and to each alone. Under sanitizers some samples of each op are enough for those of
// the derivatives.
TEST_P(EveryOp, HasDerivatives) {
  int samples = 0;
  for (const Sample& sample : samples_of(GetParam())) {
    const Case c = make(sample);
    if (!differentiable(c) || never_differentiated()) continue;
    const std::vector<int> all = reference::differentiable_arguments(c.module[c.function]);
    reference::DerivativeCheck check = derivative_check();
    check.order = nested(c) || samples++ % reference::kOneIn != 0 ? 1 : 2;  // sequences of sequences are added up by loops
    EXPECT_EQ(reference::check_derivatives(c.module, c.function, c.x, all, random_, check), "") << c.text;
    if (all.size() < 2) continue;
    for (int one : all)
      EXPECT_EQ(reference::check_derivatives(c.module, c.function, c.x, {one}, random_, derivative_check()), "") << c.text << one;
  }
}

// The same with a symbol for every extent but 1; what the op must have equal is assumed and checked at entry.
TEST_P(EveryOp, HasDerivativesAtSymbolicExtents) {
  for (const Sample& sample : samples_of(GetParam())) {
    const Case c = make(sample, {.symbolic = true});
    EXPECT_EQ(form_of(reference::interpret(c.module, c.function, c.x).at(0)), sample.result) << c.text;
    EXPECT_EQ(reference::check_module(c.module), "") << c.text;
    if (!differentiable(c) || never_differentiated()) continue;
    const std::vector<int> all = reference::differentiable_arguments(c.module[c.function]);
    EXPECT_EQ(reference::check_derivatives(c.module, c.function, c.x, all, random_, derivative_check()), "") << c.text;
  }
}

// An op without a derivative cuts: unconnected or zeros as asked. One that must not be passed is an error.
TEST_P(EveryOp, EndsPathsWhereItHasNoDerivative) {
  for (const Sample& sample : samples_of(GetParam())) {
    const Case c = make(sample);
    const ir::Function& f = c.module[c.function];
    ir::DerivativeOptions options;
    for (int i : reference::differentiable_arguments(f))
      options.wrt.push_back(f.arguments()[static_cast<std::size_t>(i)]);
    if (reference::differentiable_results(f).empty()) {
      ir::Diagnostics refused;
      EXPECT_FALSE(ir::differentiate_reverse(c.module, c.function, options, refused));
      ASSERT_EQ(refused.list().size(), 1u);
      EXPECT_EQ(refused.list()[0].id, ir::DiagnosticId::not_differentiable_result);
    } else if (never_differentiated() && !options.wrt.empty()) {
      ir::Diagnostics refused;
      EXPECT_FALSE(ir::differentiate_reverse(c.module, c.function, options, refused));
      ASSERT_GE(refused.list().size(), 1u);
      EXPECT_EQ(refused.list()[0].id == ir::DiagnosticId::unconnected, cut()) << refused.text();

      ir::Diagnostics none;
      options.unconnected = ir::Unconnected::zero;
      const auto reverse = ir::differentiate_reverse(c.module, c.function, options, none);
      const auto forward = ir::differentiate_forward(c.module, c.function, options, none);
      ASSERT_EQ(reverse.has_value(), cut()) << none.text();
      ASSERT_EQ(forward.has_value(), cut()) << none.text();
      if (!cut()) continue;
      std::vector<Value> seeded = c.x, moved = c.x;
      seeded.push_back(reference::random_like(reference::interpret(c.module, c.function, c.x)[0], random_));
      for (int i : reference::differentiable_arguments(f))
        moved.push_back(reference::random_like(c.x[static_cast<std::size_t>(i)], random_));
      EXPECT_EQ(reference::greatest(reference::interpret(reverse->module, reverse->function, seeded)[1]), 0);
      EXPECT_EQ(reference::greatest(reference::interpret(forward->module, forward->function, moved)[1]), 0);
    }
  }
}

// An operand that the op has no derivative in is an error on a live path, in both modes.
TEST_P(EveryOp, RefusesWhatItHasNoDerivativeIn) {
  const auto* pointwise = std::get_if<ir::Pointwise>(&op().derivative);
  for (int i = 0; pointwise && i < info().arity; ++i) {
    const char* why = pointwise->refused[i];
    if (!why) continue;
    const Case c = make(samples_of(GetParam()).at(0));
    ir::DerivativeOptions options;
    options.wrt = {c.module[c.function].arguments()[static_cast<std::size_t>(i)]};
    for (const auto differentiate : {&ir::differentiate_reverse, &ir::differentiate_forward}) {
      ir::Diagnostics refused;
      EXPECT_FALSE(differentiate(c.module, c.function, options, refused)) << c.text;
      EXPECT_NE(refused.text().find(why), std::string::npos) << refused.text();
    }
  }
}

Value widened(const Value& x) {
  if (!x.is_tensor()) {
    std::vector<Value> values;
    for (const Value& value : x.sequence()) values.push_back(widened(value));
    return values;
  }
  ir::Literal wide = x.tensor();
  if (wide.element == ElementType::f32) wide.element = ElementType::f64;
  if (wide.element == ElementType::c64) wide.element = ElementType::c128;
  return wide;
}

// Values and gradients in f32 are those in f64 at the same point, up to rounding.
TEST_P(EveryOp, AgreesInSinglePrecision) {
  for (const Sample& sample : samples_of(GetParam())) {
    const bool draws = std::any_of(sample.operands.begin(), sample.operands.end(), [](const Operand& x) { return x.kind == 'u'; });
    if (draws && !info().note.empty()) continue;  // others than in f64
    const Case exact = make(sample), rounded = make(sample, {.real = ElementType::f32});
    std::vector<Value> x;
    for (const Value& value : rounded.x) x.push_back(widened(value));
    std::vector<Value> rounded_x = rounded.x;
    const auto compare = [&](const ir::Module& wide, ir::FunctionId f, const ir::Module& narrow,
                             ir::FunctionId g, const std::vector<Value>& wide_x,
                             const std::vector<Value>& narrow_x) {
      const auto y = reference::interpret(wide, f, wide_x), z = reference::interpret(narrow, g, narrow_x);
      for (std::size_t i = 0; i < y.size(); ++i)
        EXPECT_LE(reference::relative_error(widened(z[i]), y[i]), 0x1p-18) << rounded.text;
    };
    compare(exact.module, exact.function, rounded.module, rounded.function, x, rounded.x);
    const ir::Function& whole = exact.module[exact.function];
    if (!differentiable(exact) || never_differentiated() || !whole[whole.results()[0]].type.is_tensor()) continue;
    const bool seeded = ir::is_complex(whole[whole.results()[0]].type.element);
    const auto gradient = [&](const Case& c) {
      ir::DerivativeOptions options;
      const ir::Function& f = c.module[c.function];
      for (int i : reference::differentiable_arguments(f))
        options.wrt.push_back(f.arguments()[static_cast<std::size_t>(i)]);
      options.unit_seed = !seeded;
      options.unconnected = ir::Unconnected::zero;
      ir::Diagnostics none;
      return ir::differentiate_reverse(c.module, c.function, options, none).value();
    };
    const auto wide = gradient(exact), narrow = gradient(rounded);
    if (seeded) {
      rounded_x.push_back(reference::random_like(reference::interpret(rounded.module, rounded.function, rounded.x)[0], random_));
      x.push_back(widened(rounded_x.back()));
    }
    compare(wide.module, wide.function, narrow.module, narrow.function, x, rounded_x);
  }
}

// The expression that an integer scalar is said to be has its value.
TEST_P(EveryOp, HasTheExtentThatItSays) {
  if (!op().extent || info().arity > 2) return;
  int found = 0;
  const auto arity = static_cast<std::size_t>(info().arity);
  for (std::size_t code = 0; code < 9; ++code) {
    reference::Graph g;
    const ir::Expr n = g.argument(ir::scalar(ElementType::i64), "n"),
                   x = g.real("x", {ir::Extent::symbol("x.0")});
    const ir::Expr leaves[] = {n, {&g.builder, g.builder.extent_value(x.shape()[0])}, g.integer(3)};
    std::vector<ir::ValueId> operands;
    for (std::size_t i = 0, rest = code; i < arity; ++i, rest /= 3) operands.push_back(leaves[rest % 3].id);
    for (const ir::Attributes& attributes :
         {ir::Attributes{}, ir::Attributes{{"to", ElementType::i64}}, ir::Attributes{{"to", ElementType::i8}},
          ir::Attributes{{"element", ElementType::i64}, {"value", std::int64_t{-4}}},
          ir::Attributes{{"value", ir::Shape{x.shape()[0] * 2}}}}) {
      if (ir::attribute_fault(GetParam(), attributes)) continue;
      const ir::ValueId y = g.builder.append(GetParam(), operands, attributes);
      const auto extent = g.builder.extent_of(y);
      if (!extent) continue;
      ++found;
      const auto module = g.finish({{&g.builder, y}});
      for (std::int64_t value : {-1000, -3, 0, 5, 300}) {
        const auto result = reference::interpret(module, reference::last(module),
                                                 {reference::integer(value), reference::reals({2}, {1, 2})});
        EXPECT_EQ(extent->evaluate({{"%n", value}, {"x.0", 2}}), result[0].tensor().integers[0])
            << ir::print(module);
      }
    }
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace ops_test
