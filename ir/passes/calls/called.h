// Derivatives of functions that are called. Each is a function of the module, made once for what is asked of it and
// found by its name from then on; it stands in the module before its body is made, so that a function that calls
// itself has a derivative that calls itself. The adjoint of a call reads what the call has kept (CalledParts), or computes the
// values of the function again (called_adjoint).
#pragma once

#include <optional>

#include "ir/expr.h"
#include "ir/passes/derivative.h"

namespace ir {

// Which arguments a derivative is with respect to, and of which results; by number.
struct CallPattern {
  std::vector<int> arguments, results;
};

// A function that takes and gives what one made of `callee` will, for calls of it until its body is there; `last` is the name
// of an argument after the callee's.
FunctionId announce(Module& module, const Function& callee, const std::string& name, const std::vector<Type>& arguments,
                    const std::vector<Type>& results, const std::string& last = {});

// Whether calls lead from one to the other.
bool reaches(const Module& module, FunctionId from, FunctionId to);

// The function, after those that it calls and that `module`, out of which `from` has grown, doesn't have were added there.
// Functions of one name are the same in both.
Function with_callees(const Module& from, FunctionId function, Module& module);

// f(args) -> (results) has g(args, adjoints of those results) -> (adjoints of those arguments). Not valid, with
// diagnostics, where there is none; `options` says how and for whom.
FunctionId called_adjoint(Module& module, FunctionId callee, const CallPattern& pattern,
                          const DerivativeOptions& options, const std::string& asked_for, Diagnostics& diagnostics);

// A call that keeps what its adjoint reads: forward(args) -> (results, what is kept), and backward(what its sources say,
// adjoints of the results) -> (adjoints of the arguments).
struct CallParts {
  Function forward, backward;
};
// g(args, adjoints) -> (results, gradients) in two.
CallParts split_call(Module& module, const Function& adjoint, int seed_count, int result_count, Diagnostics& diagnostics);

// The same as functions of the module, made once for each pattern. Null, without diagnostics, where there is no derivative, and
// for recursive functions that a recursive function calls which they don't call.
struct CalledParts {
  FunctionId forward, backward;
};
// A function that calls itself, and those through which it does, with all patterns of their calls of one another.
struct Recursion {
  struct Member {
    FunctionId callee;
    CallPattern pattern;
    CalledParts made;
  };
  std::vector<Member> members;  // the first is the one that was asked for
};
std::optional<CalledParts> called_parts(Module& module, FunctionId callee, const CallPattern& pattern,
                                const DerivativeOptions& options, const std::string& asked_for);

// And h(args, tangents of those arguments) -> (results, tangents of those results).
FunctionId called_tangent(Module& module, FunctionId callee, const CallPattern& pattern,
                          const DerivativeOptions& options, const std::string& asked_for, Diagnostics& diagnostics);

// What the rules of a function say of a call f(x) = y: in reverse mode, of adjoints of the results (by result; not valid
// where there is none), adjoints of all differentiable arguments; in forward mode, of tangents of the arguments, tangents
// of all differentiable results. A rule for the other mode alone is transposed, which is right where it is linear:
// otherwise, and where it can't be differentiated, that is an error, and nothing is given.
enum class Mode : std::uint8_t { reverse, forward };
struct RuledCall {
  FunctionId callee;
  std::vector<Expr> x, y, seeds;
};
std::vector<Expr> derivatives_by_rule(Builder& builder, Mode mode, const RuledCall& call, const DerivativeOptions& options,
                                      const std::string& asked_for);

// The function that differentiate_reverse adds: a copy of `from` and its adjoint. `asked_for` names the function of
// the request, for notes. `module` is where the function will stand, and gets the derivatives of those it calls.
struct ReverseFunction {
  Function function;
  std::vector<bool> connected;
  std::vector<ValueId> wrt, stop;  // what the options name
  std::optional<Keep> keep;
  std::vector<KeptNote> notes = {};
};
std::optional<ReverseFunction> reverse_function(Module& module, const Function& from, const DerivativeOptions& options,
                                                const std::string& asked_for, Diagnostics& diagnostics,
                                                bool gradients_only = false);

// The same in forward mode; tangents of the results in options.targets.
std::optional<Function> forward_function(Module& module, const Function& from, const DerivativeOptions& options,
                                         const std::string& asked_for, Diagnostics& diagnostics);

}  // namespace ir
