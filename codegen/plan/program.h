// What the front end and the passes hand to code generation: the user's function as C++ sees it, its
// derivatives as IR functions, and how the leaves of the one are the arguments and results of the other.
// Plain data.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/function.h"
#include "ir/passes/memory/keep.h"

namespace codegen {

// What the name of a function of the IR has that is one of the user's.
inline constexpr std::string_view kOwnFunction = ".inner";

// A C++ value as a tree. Its leaves, in order, are scalars and tensors; each is one IR argument or result. A
// leaf below a std::vector is a sequence in the IR, nested as the vectors on the way to it are: a vector of
// structures is one sequence for each leaf of the structure.
struct CppValue {
  enum class Form : std::uint8_t {
    scalar,         // float, double, bool, the integer types
    tensor,         // gradc::Tensor
    view,           // gradc::View: borrowed; results hold a Tensor instead
    static_tensor,  // gradc::StaticTensor
    numbers,        // below a vector: an array of numbers, one tensor in the IR
    list,           // a std::vector or std::array of numbers that is one tensor in the IR, with one axis
    structure,      // an aggregate: members by name
    pair,           // std::pair: members first, second
    tuple,          // std::tuple: members are reached by std::get<i>
    array,          // std::array: members are reached by [i]
    vector,         // std::vector: one member, "[]", which says what each element is
  };
  Form form = Form::scalar;
  std::string
      type;  // fully qualified, owning, without const or reference: "ns::Params", "gradc::Tensor<float, 2>"
  ir::Type leaf;  // of a leaf: element type and extents (symbols of the function's arguments); below a vector
                  // only the number of extents counts
  struct Member;
  std::vector<Member> members;  // of the others; tuples and arrays name them "0", "1", ...

  bool is_leaf() const { return form <= Form::list; }
  // The member of that name; of a vector any element. Null where there is none.
  const CppValue* part(const std::string& name) const;
};

struct CppValue::Member {
  std::string name;
  CppValue value;
};

// The leaves below a value with the C++ expression that reaches each: "params.w1", "std::get<0>(t)", "a[2]".
// Below vectors that is the expression of the outermost, and for each on the way the expression that leads
// from an element, `$`, to the next vector or to the leaf: the weights of vector<Layer> are "layers" and
// {"$.weights"}.
struct Leaf {
  std::string expression;
  const CppValue* value;
  std::vector<std::string> elements = {};

  ir::Type type() const;  // in the IR
};
// The expression of a member, given that of the value that it belongs to.
std::string member_of(const CppValue& value, const std::string& expression, const std::string& name);
std::vector<Leaf> leaves(const CppValue& value, const std::string& expression);

// The leaves that have derivatives, by names: those of members with underscores between them, of a pair first and
// second, of a tuple out0, out1, ..., of an array their numbers (element0, element1, ... where they have no name before them).
struct NamedLeaf {
  std::string name;
  const CppValue* value;
  int vectors = 0;  // that it lies in
};
std::vector<NamedLeaf> named_leaves(const CppValue& value, const std::string& name);
// The value with lists in the place of vectors and arrays of real or complex numbers that don't lie in vectors: what blocks
// and batches are made of. `is_meant` says of which, by the way there from the outermost value.
using Way = std::vector<std::string>;
CppValue with_lists(const CppValue& value, const std::function<bool(const Way&)>& is_meant = {});
// The leaves that one list takes the place of: so many from the first on.
struct ListedLeaves {
  std::size_t first = 0, count = 1;
  bool is_vector = false;
};
std::vector<ListedLeaves> listed_leaves(const CppValue& before, const CppValue& with_lists);
// What holds a value for each of several directions: of a number or tensor, a tensor with a first axis more; of a vector of
// those, a vector of such tensors; of others, a structure of that type with a member for each named leaf.
CppValue batched(const CppValue& value, const std::string& type);

struct Parameter {
  std::string name;
  std::string declared_type;  // as in the parameter list: "const ns::Params&", "gradc::View<const float, 1>"
  CppValue value;
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
// The gradient of a tensor as gradc::IndexedSlices: the leaves are the extents of the tensor, then two sequences of pieces.
CppValue indexed_slices(const CppValue& tensor);

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
  // Of hessian, jacobian and batches: the function with lists, where there are any, which P and R are of then.
  std::optional<Primal> listed = {};
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
};
// A tensor of that many axes, of none a number, in vectors of vectors, so many.
CppValue block_value(ir::ElementType element, int rank, int vectors = 0);

// All derivatives of one function of the source.
struct Request {
  Primal primal;
  std::vector<Derivative> derivatives;
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
};

// Everything that becomes one pair of generated files.
struct Program {
  const ir::Module* module = nullptr;
  std::string stem;    // "model": files model.grad.h and model.grad.cpp
  std::string source;  // "model.cpp", as the banner names it
  std::vector<Request> requests;
  std::vector<Foreign> foreign = {};
};

struct GeneratedFiles {
  std::string header, source;
  std::string refusal;  // not empty: what code generation can't do with the program; then there is no text
};

// The text of the two files. Deterministic: a function of the program alone.
GeneratedFiles emit_cpp(const Program& program);
// The declarations alone, which a source that includes its own generated header is parsed against. The module
// may be missing; residuals then have no members.
std::string emit_header(const Program& program);
// The memory plan of a function as text: buffers, lifetimes, offsets, what runs in place.
std::string print_plan(const ir::Module& module, const ir::Function& function);
// The bytes of workspace that a derivative, a pair of functions aside, will take; null where they are known only as it runs.
std::optional<ir::Extent> workspace_of(const ir::Module& module, const Primal& primal, const Derivative& derivative);
// Whether the function, or one that it calls, does something beside computing.
bool acts(const ir::Module& module, ir::FunctionId function);
// The function as a graph for Graphviz.
std::string print_dot(const ir::Module& module, const ir::Function& function);

}  // namespace codegen
