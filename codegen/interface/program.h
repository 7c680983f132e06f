// What the front end and the passes hand to code generation: the user's function as C++ sees it, its
// derivatives as IR functions, and how the leaves of the one are the arguments and results of the other.
// Plain data.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/interface/value.h"
#include "ir/checkpoint.h"
#include "ir/explain.h"
#include "ir/function.h"

namespace codegen {

// What the name of a function of the IR has that is one of the user's.
inline constexpr std::string_view kOwnFunction = ".inner";

struct Parameter {
  std::string name;
  std::string declared_type;  // as in the parameter list: "const ns::Params&", "gradc::View<const float, 1>"
  CppValue value;
  bool is_written = false;  // by the user's function, which reads it too
  bool is_address = false;  // a pointer to the value, which is an object

  // What it leads to, by the name that it has.
  std::string object(const std::string& by_name) const;
};

// The user's function.
struct Primal {
  std::string name_space;  // "ns::inner", "ns::inline v1", or empty
  std::string name;        // "loss"
  std::vector<Parameter> parameters;
  CppValue result;
  std::string source;  // the source file as comments name it: "model.cpp"
  std::vector<std::string> headers;  // what to #include for its declaration or types: "\"model.h\"", "<model.h>"
  // "float loss(const Params& params, ...)", for a function declared only in the source.
  std::string declaration;

  // Of a function that writes to some of its parameters, all that it takes in C++: the result is a structure of those that are
  // outputs, and of what is returned, `result`. Empty for others.
  struct Passed {
    std::string name;
    bool is_pointer = false, is_input = true, is_output = false, is_address = false;
    std::optional<ir::Extent> count = {};  // of objects behind a pointer
    bool has_rows = false;                 // which are arrays
  };
  std::vector<Passed> passed = {};

  // Macros that the source defines and the headers read, as name and definition: "DOUBLE_PRECISION", "DOUBLE_PRECISION 1".
  std::vector<std::pair<std::string, std::string>> macros = {};

  bool has_outputs() const { return !passed.empty(); }
  const Parameter* parameter(const std::string& by_name) const;  // null if there is none
};

// "layers[0].w" for {"layers", "0", "w"}.
std::string expression_of(const std::vector<std::string>& path);

// One item of wrt(...): a parameter, a part of one, or a label.
struct WrtItem {
  std::vector<std::string> path;  // {"params"}, {"b", "c"}, {"h"}; an element by its number: {"layers", "0", "w"}
  CppValue value;                 // its type; results hold value.type
  // For each leaf of value: the place among the derivative's IR results, of which code generation uses the
  // order alone; -1 where the leaf has no derivative (integers, or absent under unconnected(none)).
  std::vector<int> leaf_index;
  bool left_out = false;  // under unconnected(none): the member does not exist
  bool sparse = false;    // its gradient is given as indices and rows: a tensor with one axis at least

  std::string expression() const { return expression_of(path); }
  // The members of results that lead to it: {"layers_0", "w"}. An element is a member of its own, so that one that is
  // not there is an error of the C++ compiler.
  std::vector<std::string> members() const;
};
// Of a derivative for many items: the parameters that are vectors of them, whose sizes stand behind P.
struct ForItems {
  std::vector<std::string> sized;
  bool halves = false;  // whether a vjp has its two halves, too
};

enum class DerivativeKind : std::uint8_t { gradient, vjp, jvp, hvp, hessian, jacobian, jvp_batch, vjp_batch };

// One generated derivative. IR functions and their conventions, P being the primal's arguments (one per leaf
// of the parameters, in order) and R its results (one per leaf of the result):
//   gradient   (P)            -> (R, gradients)
//   vjp        (P, adjoints)  -> (R, gradients)      adjoints: one per differentiable leaf of the result
//     forward  (P)            -> (R, residuals)
//     backward (residuals, adjoints) -> (gradients)
//   jvp        (P, tangents)  -> (R, tangents of the differentiable leaves of the result)
//   hvp        (P, tangents)  -> (R, gradients, tangents of the gradients)
//   hessian    (P)            -> (R, gradients, blocks)
//   jacobian   (P)            -> (R, blocks)
//   jvp_batch, vjp_batch      like jvp and vjp; tangents, adjoints and gradients have a first axis more
// There is a tangent for each differentiable leaf of what it is taken with respect to, in order.
struct Derivative {
  DerivativeKind kind{};
  // Of hessian, jacobian and batches: the function with lists, where there are any, which P and R are of then. Of derivatives
  // for many items: as it would be for all of them.
  std::optional<Primal> listed = {};
  std::optional<ForItems> items = {};
  std::string base;  // "loss", or the name given by as(...): the generated names are base + "_gradient" ...
  ir::FunctionId function;
  ir::FunctionId forward, backward;  // of vjp
  ir::FunctionId whole = {};  // of vjp, what these are parts of and what its batch is of; not valid: `function`
  std::vector<WrtItem> wrt;
  // Of hessian and jacobian: members of the result of that name, in the order of the IR results.
  struct Block {
    std::string name;
    CppValue value;
  };
  std::vector<Block> blocks = {};
  std::optional<ir::Keep> keep = {};  // what checkpoint(...) keeps
  // Of checkpoint(budget) where sizes are known when the function is called, or as it runs: it runs the first of these whose
  // workspace is within so many bytes. Each computes more again than the one before it; the last is `function`.
  struct Budget {
    struct Way {
      std::string name;  // "keep_all": of loss_gradient, loss_gradient_keep_all
      ir::FunctionId function;
    };
    std::int64_t bytes = 0;
    std::vector<Way> ways;  // none where sizes are known when code is generated, or there is no budget
    bool formulas = true;   // say what each takes; where not, each is tried
  };
  Budget budget = {};
  // For reports, where one is asked for: what is kept for the backward pass, and which loops stay loops.
  std::vector<ir::KeptNote> kept = {};
  std::vector<ir::LoopNote> loops = {};
};
// All derivatives of one function of the source.
struct Request {
  Primal primal;
  std::vector<Derivative> derivatives;
  bool on_cpu = true, on_cuda = false;  // where it is wanted
};

// A branch or a loop as the user wrote it, where an `if` or a loop of the IR stands for it.
struct Branch {
  ir::LocId loc;
  std::string text;  // of the condition; "the loop over x"
  bool is_loop = false;
};

// A function of C++ that generated code calls: the function of the IR that stands for it, by name, takes the leaves of its
// parameters and gives those of its result, tensors whose extents only it knows each in a sequence.
struct Foreign {
  std::string function;
  Primal primal;
  bool is_variable = false;  // which is read: `primal` has its name, and its value as the result
};

// "const double (&x)[3]" for "const double (&)[3]" and "x"; and whether a parameter of that type is a reference.
std::string declared(const std::string& type, const std::string& name);
bool is_reference(const std::string& type);
// Whether it is a pointer to arrays: "double (*)[3]".
bool has_rows(const std::string& type);

// Everything that becomes one pair of generated files.
struct Program {
  const ir::Module* module = nullptr;
  std::string stem;    // "model": files model.grad.h and model.grad.cpp
  std::string source;  // "model.cpp", as the banner names it
  std::vector<Request> requests;
  std::vector<Foreign> foreign = {};
};

}  // namespace codegen
