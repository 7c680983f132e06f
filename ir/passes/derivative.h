// Reverse and forward mode as functions on modules: what the front end calls with the user's choices, and the
// passes `grad` and `jvp` call with the defaults.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/checkpoint.h"
#include "ir/diagnostic.h"
#include "ir/explain.h"
#include "ir/function.h"

namespace ir {

enum class Unconnected : std::uint8_t { error, zero, none };
enum class Aggregation : std::uint8_t { planner, add_n, tree, accumulate_n };

struct DerivativeOptions {
  std::vector<ValueId> wrt;   // arguments or values of the function (labels); in this order, repeats allowed
  std::vector<ValueId> stop;  // values held constant
  // wrt values that belong to one input of the user (members of a structure): the same number for each; empty: each
  // stands alone. An input counts as unconnected only where all its values are; otherwise they get zeros.
  std::vector<int> groups;
  std::vector<std::string> group_names;  // by group number, for diagnostics; default: names of the values
  // Which results are differentiated, by index; empty: all of differentiable type.
  std::vector<int> targets;
  Unconnected unconnected = Unconnected::error;
  Aggregation aggregation = Aggregation::planner;
  Checkpoint checkpoint;
  // A call keeps what its adjoint reads, where there is nothing to be recomputed by `checkpoint`; otherwise the adjoint computes
  // the function's values again. What is kept can be differentiated in forward mode, and is of no other batch.
  bool calls_keep = false;
  struct Recursion* recursion = nullptr;  // the functions that are being differentiated together (called.h)
  // The seed is the constant 1 instead of an argument.
  bool unit_seed = false;
  std::string name;           // of the new function; default f_vjp, f_jvp
  std::string asked_for;      // what diagnostics call the function; default: its name
  // Where the request stands, for notes ("in the gradient of 'f' requested here").
  LocId requested;
  // JVPs by transposing the VJP twice instead of by rule.
  bool by_transposition = false;
  // Say what is kept and what is computed again, and why (KeptNote).
  bool explain = false;
};

// Whether an extent is known when the function is entered; others are known only where their op runs.
bool is_known_on_entry(const Function& function, const Extent& extent);

// f(args) -> (results) becomes g(args, adjoints of the targets) -> (results, gradients). `connected[i]` says whether
// wrt[i] has a gradient among the results: under Unconnected::none those without are left out. `wrt` and `stop` are what
// the options name, as values of the new function, which can be differentiated in its turn.
struct DerivedFunction {
  Module module;
  FunctionId function;
  std::vector<bool> connected;
  std::vector<ValueId> wrt = {}, stop = {};
  std::optional<Keep> keep = {};  // what options.checkpoint made of it
  std::vector<KeptNote> notes = {};  // where options.explain asks for them
};
std::optional<DerivedFunction> differentiate_reverse(const Module& module, FunctionId function,
                                                     const DerivativeOptions& options, Diagnostics& diagnostics);

// f(args) -> (results) becomes g(args, tangents of wrt) -> (results, tangents of the targets); a target that does not
// depend on wrt has a tangent of zeros.
std::optional<DerivedFunction> differentiate_forward(const Module& module, FunctionId function,
                                                     const DerivativeOptions& options, Diagnostics& diagnostics);

// The passes `grad(f, x, ...)` and `jvp(f, x, ...)`; without names, all differentiable arguments.
std::optional<Module> run_grad_pass(const Module& module, const std::vector<std::string>& arguments,
                                    Diagnostics& diagnostics);
std::optional<Module> run_jvp_pass(const Module& module, const std::vector<std::string>& arguments,
                                   Diagnostics& diagnostics);
// What the text of such a pass asks for; inputs without influence get zeros.
struct DerivativeRequest {
  FunctionId function;
  DerivativeOptions options;
};
std::optional<DerivativeRequest> derivative_request(const Module& module, const std::vector<std::string>& arguments,
                                                    std::string_view pass, Diagnostics& diagnostics);

// Splits a vjp g(args, adjoints) -> (results, gradients), `adjoints` being its last `adjoint_count` arguments and
// `results` its first `result_count` results, into forward(args) -> (results, residuals) and
// backward(residuals, adjoints) -> (gradients).
struct SplitFunctions {
  Module module;
  FunctionId forward, backward;
};
SplitFunctions split_vjp(Module module, FunctionId function, int adjoint_count, int result_count);

}  // namespace ir
