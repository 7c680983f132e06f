// Derivatives of a function of the IR against each other and against central differences.
#pragma once

#include <string>

#include "ir/passes/derivative.h"
#include "tests/reference/differences.h"

namespace reference {

struct DerivativeCheck {
  int order = 1;  // how often derivatives are taken: 2 checks those of the gradient and of the tangent
  double product = 1e-12;  // ⟨ȳ, J ẋ⟩ against ⟨Jᵀȳ, ẋ⟩, relative to the sum of the magnitudes
  double differences = 2e-6;  // both against central differences
  double h = 2e-4;            // the step of the differences
  bool transposition = true;  // also the JVP by transposing the VJP
};

// Empty where everything agrees, at x and with respect to those arguments (by index); otherwise what does
// not:
//   the results of both derived functions with those of the function, exactly;
//   ⟨ȳ, J ẋ⟩ with ⟨Jᵀȳ, ẋ⟩ for random ȳ and ẋ;
//   J ẋ, by rule and by transposition, with central differences along ẋ;
//   and the same again for both derived functions as functions of x, ȳ and ẋ, up to the order.
// Every derived module must be well-formed.
std::string check_derivatives(const ir::Module& module, ir::FunctionId function, const std::vector<Value>& x,
                              const std::vector<int>& wrt, Random& random, const DerivativeCheck& check = {});

// The indices of the arguments that derivatives can be taken with respect to.
std::vector<int> differentiable_arguments(const ir::Function& function);
// The indices of the results that have derivatives.
std::vector<int> differentiable_results(const ir::Function& function);

// Empty where the module satisfies the verifier and its text is read back as it was printed.
std::string check_module(const ir::Module& module);

}  // namespace reference
