// Complex numbers: the convention of their gradients by hand, which ops take them, and what is refused.
#include <gtest/gtest.h>

#include <complex>
#include <set>

#include "ir/passes/derivative.h"
#include "ir/passes/pass.h"
#include "ir/text/text.h"
#include "tests/ops/cases.h"
#include "tests/reference/derivatives.h"

namespace {

using reference::Value;
using C = std::complex<double>;

Value complex(C z) {
  ir::Literal literal = ir::Literal::zeros(ir::ElementType::c128, {});
  literal.set(0, z);
  return literal;
}

ir::Module module_of(const std::string& body, const std::string& result) {
  ir::Diagnostics problems;
  const std::string text = "func @f(%z: c128) -> (" + result + ") {\n" + body + "  return %y\n}\n";
  auto module = ir::parse(text, problems);
  if (!module) throw std::logic_error(problems.text() + text);
  return *std::move(module);
}

// The gradient at z of a function with a real result.
C gradient(const std::string& body, C z) {
  const ir::Module module = module_of(body, "f64");
  ir::DerivativeOptions options;
  options.wrt = {module.functions[0].arguments()[0]};
  options.unit_seed = true;
  ir::Diagnostics problems;
  const auto derived = ir::differentiate_reverse(module, {0}, options, problems).value();
  return reference::interpret(derived.module, derived.function, {complex(z)}).at(1).tensor().number(0);
}

constexpr C kZ{1.3, 0.7};

// PyTorch and TensorFlow: dL/da + i dL/db. JAX has the conjugates.
TEST(ComplexGradients, AreTheDirectionOfAscent) {
  EXPECT_EQ(gradient("  %y = real %z : f64\n", kZ), C(1, 0));
  EXPECT_EQ(gradient("  %y = imag %z : f64\n", kZ), C(0, 1));
  EXPECT_LT(std::abs(gradient("  %m = complex_abs %z : f64\n  %y = square %m : f64\n", kZ) - 2.0 * kZ), 1e-14);
  EXPECT_LT(std::abs(gradient("  %s = square %z : c128\n  %y = real %s : f64\n", kZ) - C(2.6, -1.4)), 1e-14);
  EXPECT_LT(std::abs(gradient("  %s = exp %z : c128\n  %y = imag %s : f64\n", kZ) - std::conj(std::exp(kZ)) * C(0, 1)), 1e-14);
  EXPECT_LT(std::abs(gradient("  %y = angle %z : f64\n", kZ) - C(0, 1) * kZ / std::norm(kZ)), 1e-14);
  EXPECT_LT(std::abs(gradient("  %c = conj %z : c128\n  %p = multiply %c, %z : c128\n  %y = real %p : f64\n", kZ) - 2.0 * kZ), 1e-14);
}

// What is real has a real adjoint, and a value that is widened passes on the real part.
TEST(ComplexGradients, OfRealOperandsAreReal) {
  const ir::Module module = [] {
    ir::Diagnostics problems;
    return ir::parse("func @f(%x: f64) -> (c128) {\n  %z = astype %x {to = c128} : c128\n  %y = exp %z : c128\n  return %y\n}\n",
                     problems).value();
  }();
  ir::DerivativeOptions options;
  options.wrt = {module.functions[0].arguments()[0]};
  ir::Diagnostics problems;
  const auto derived = ir::differentiate_reverse(module, {0}, options, problems).value();
  const Value x = ir::Literal::scalar(ir::ElementType::f64, 0.5);
  const auto results = reference::interpret(derived.module, derived.function, {x, complex(C(2, 3))});
  EXPECT_EQ(results.at(1).tensor().element, ir::ElementType::f64);
  EXPECT_NEAR(results[1].tensor().at(0), 2 * std::exp(0.5), 1e-14);
}

TEST(ComplexGradients, AreZeroAtZeroOfWhatHasNone) {
  EXPECT_EQ(gradient("  %y = complex_abs %z : f64\n", 0), C(0, 0));
  EXPECT_EQ(gradient("  %y = angle %z : f64\n", 0), C(0, 0));
  EXPECT_EQ(gradient("  %s = sgn %z : c128\n  %y = real %s : f64\n", 0), C(0, 0));
}

// No op conjugates in the derivative of a real function.
TEST(ComplexGradients, LeaveRealFunctionsAsTheyAre) {
  ir::Diagnostics problems;
  const auto module = ir::parse("func @f(%a: f64[2, 2], %b: f64[2, 2]) -> (f64[2, 2]) {\n"
                                "  %p = matmul %a, %b {transpose_a = false, transpose_b = false} : f64[2, 2]\n"
                                "  %y = exp %p : f64[2, 2]\n  return %y\n}\n", problems).value();
  const auto derived = ir::run_passes(module, "grad(f)", {.verify_each = true, .after = {}}, problems).value();
  EXPECT_EQ(ir::print(derived).find("conj"), std::string::npos);
}

// The classes FC and FCI of the catalogue: which ops take complex operands, as far as they are there.
TEST(ComplexOps, AreThoseOfTheCatalogue) {
  std::set<std::string> taken;
  for (std::size_t i = 0; i < ir::op_table().size(); ++i)
    for (const ops_test::Sample& sample : ops_test::samples_of(static_cast<ir::Kind>(i)))
      for (const ops_test::Operand& operand : sample.operands)
        if (operand.kind == 'c' && ir::op_table()[i].info.trait == ir::Trait::elementwise) taken.insert(std::string(sample.op));
  const std::set<std::string> expected{
      "negative", "square", "reciprocal", "sqrt", "rsqrt", "exp", "expm1", "log", "log1p", "sin", "cos", "tan", "asin", "acos",
      "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "sigmoid", "add", "subtract", "multiply", "divide",
      "div_no_nan", "pow", "lerp", "fma", "equal", "not_equal", "where", "astype", "isnan", "isinf", "isfinite", "real", "imag",
      "conj", "sgn", "complex_abs", "angle"};
  EXPECT_EQ(taken, expected);
}

// A gradient needs a real result: TensorFlow's testRealOnly, whose y = x² at 7 + 3i is a TypeError.
TEST(Conformance, G37_AComplexResultHasNoGradientWithoutAnAdjoint) {
  const ir::Module module = module_of("  %y = square %z : c128\n", "c128");
  ir::DerivativeOptions options;
  options.wrt = {module.functions[0].arguments()[0]};
  options.unit_seed = true;
  ir::Diagnostics problems;
  EXPECT_FALSE(ir::differentiate_reverse(module, {0}, options, problems));
  ASSERT_EQ(problems.list().size(), 1u);
  EXPECT_EQ(problems.list()[0].id, ir::DiagnosticId::complex_result);

  options.unit_seed = false;
  ir::Diagnostics none;
  const auto derived = ir::differentiate_reverse(module, {0}, options, none).value();
  const auto results = reference::interpret(derived.module, derived.function, {complex({7, 3}), complex({0, 1})});
  EXPECT_EQ(results.at(1).tensor().number(0), 2.0 * C(7, -3) * C(0, 1));
}

// An adjoint has the type of its result, and derivatives flow through floating and complex values only.
TEST(Conformance, G35_TheAdjointOfAComplexResultIsComplex) {
  const ir::Module module = module_of("  %y = exp %z : c128\n", "c128");
  ir::DerivativeOptions options;
  options.wrt = {module.functions[0].arguments()[0]};
  ir::Diagnostics none;
  const auto derived = ir::differentiate_reverse(module, {0}, options, none).value();
  const ir::Function& g = derived.module[derived.function];
  EXPECT_EQ(g[g.arguments()[1]].type.element, ir::ElementType::c128);
}

TEST(ComplexGradients, FlowThroughFloatingAndComplexValues) {
  using enum ir::ElementType;
  for (const ir::ElementType element : {f16, bf16, f32, f64, c64, c128}) EXPECT_TRUE(ir::is_differentiable(element));
  for (const ir::ElementType element : {i8, i16, i32, i64, u8, u16, u32, u64, boolean}) EXPECT_FALSE(ir::is_differentiable(element));
}

}  // namespace
