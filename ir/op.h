// What an op is: the facts, the type rule and the derivative that its paragraph in ir/ops/ declares. Passes,
// printers, emitters and tests ask the table built from those paragraphs; nothing switches on a kind.
#pragma once

#include <complex>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/diagnostic.h"
#include "ir/expr.h"
#include "ir/function.h"
#include "ir/literal.h"
#include "ir/range.h"

namespace ir {

// How an op is evaluated and emitted.
enum class Trait : std::uint8_t {
  elementwise,  // one scalar expression per element, operands and result of one shape
  kernel,       // one call of gradc::kernels::<name>
  composite,    // what its expansion in other ops is
  alias,        // the operand's memory under another type: reshape, expand_dims, label, ...
  broadcast,    // repeats its operand along axes
  constant,     // a number known when code is generated
  integer,      // a scalar integer that is an expression over extents
  element,      // reads or writes a tensor, or a part of it at indices that are values, where it is
  control,      // has blocks or a callee
  sequence,     // makes or reads a sequence
};

// A scalar expression over operands x, y, z and the element type T: its text for emitters, and the same tokens
// as a function for folding and the reference interpreter.
struct Scalar {
  std::string_view text;
  double (*evaluate)(double x, double y, double z) = nullptr;
};
// A part of the expression of a unary op that others have too, in f32 and f64, and the expression of x and that part.
struct SharedPart {
  std::string_view text, with_it;
};
struct IntegerScalar {
  std::string_view text;
  std::int64_t (*evaluate)(std::int64_t x, std::int64_t y, std::int64_t z) = nullptr;
};

// Of complex operands, reals among them taken as complex, and perhaps a complex result.
using Number = std::complex<double>;
struct ComplexScalar {
  std::string_view text;
  Number (*evaluate)(Number x, Number y, Number z) = nullptr;
};

#define GRADC_SCALAR(...)                                                                  \
  ::ir::Scalar {                                                                           \
    #__VA_ARGS__, [](double x, double y, double z) -> double {                             \
      using T [[maybe_unused]] = double;                                                   \
      (void)x, (void)y, (void)z;                                                           \
      return static_cast<double>(__VA_ARGS__);                                             \
    }                                                                                      \
  }
#define GRADC_COMPLEX(...)                                                                 \
  ::ir::ComplexScalar {                                                                    \
    #__VA_ARGS__, [](::ir::Number x, ::ir::Number y, ::ir::Number z) -> ::ir::Number {     \
      (void)x, (void)y, (void)z;                                                           \
      return __VA_ARGS__;                                                                  \
    }                                                                                      \
  }
// For expressions that are the same on integers, without overflow: comparisons, selection, logic.
#define GRADC_INTEGER(...)                                                                 \
  ::ir::IntegerScalar {                                                                    \
    #__VA_ARGS__, [](std::int64_t x, std::int64_t y, std::int64_t z) -> std::int64_t {     \
      (void)x, (void)y, (void)z;                                                           \
      return static_cast<std::int64_t>(__VA_ARGS__);                                       \
    }                                                                                      \
  }

// Where tests may sample the operands of an op.
struct Domain {
  double low = -2, high = 2;
};

struct OpInfo {
  std::string_view name;
  // C++ calls that mean this op, separated by "; ", with their parameters (docs/adding.md):
  // "gradc::softmax(x, axis=-1)". Empty: the front end never makes the op from a call.
  std::string_view cpp = "";
  Trait trait = Trait::elementwise;
  int arity = 1;  // -1: any number
  Domain domain = {};
  Scalar scalar = {};
  SharedPart part = {};  // what kernels compute once where it stands in two ops on the same elements
  IntegerScalar integer = {};
  ComplexScalar complex = {};
  int in_place = -1;  // the operand whose memory a kernel may write its result to
  bool may_fail = false;  // it may stop with an error at run time; what has an index or blocks is not asked
  bool acts = false;      // it does something beside computing; its last operand and its result count what was done
  std::string_view note = "";  // why the table test treats it apart
  // The attributes and their kinds, "axes: integers, keepdims: bool" (attribute_fault in verify.h has the kinds;
  // a `?` after one marks what may be missing), and the names of the blocks, "then else".
  std::string_view attributes = "";
  std::string_view blocks = "";
  // The attribute of kind `extents` whose plain symbols the results bind where they are not known yet.
  std::string_view binds = "";
  // Of a composite op: it only moves values, and so is expanded in f16 or bf16 as it is.
  bool moves = false;
  // Of a composite op: its operands are brought to one shape, as those of an elementwise one are.
  bool broadcasts = false;
};

// --- types ---------------------------------------------------------------------------------------------------

// What a type rule sees. `same` proves two extents equal or, in the front end, assumes it and records the check.
class TypeRule {
 public:
  const Module& module;
  const Function& function;
  std::string_view op_name;
  std::span<const ValueId> operands;
  const Attributes& attributes;
  std::span<const BlockId> blocks;
  FunctionId callee;
  LocId loc;
  Diagnostics& diagnostics;
  class Facts& facts;
  const class Scope& scope;
  BlockId block;  // that the op stands in

  std::size_t count() const { return operands.size(); }
  const Type& type(std::size_t i) const { return function[operands[i]].type; }
  template <class... Args>
  std::nullopt_t fail(DiagnosticId id, const Args&... args) const {
    diagnostics.report(id, loc, args...);
    return std::nullopt;
  }
  // False, with a diagnostic, where the extents are certainly different or may not be assumed equal.
  bool same(const Extent& a, const Extent& b, std::string_view what) const;
  bool same_shape(const Type& a, const Type& b) const;
  // The axis where 0 <= axis < rank, else null with a diagnostic: who builds an op counts axes from the front.
  std::optional<int> axis(std::int64_t axis, int rank) const;
};

using Types = std::vector<Type>;

// --- derivatives ---------------------------------------------------------------------------------------------

// What a derivative rule sees: operands x, result y, and the adjoint `bar` of the result (in a VJP) or the
// tangents `dots` of the operands (in a JVP; absent ones are not valid).
struct Rule {
  std::span<const Expr> x;
  Expr y;
  Expr bar;
  std::span<const Expr> dots;
  const Attributes& attributes;
  Builder* builder = nullptr;  // of an expansion: what it is appended to

  // The derivative op with other operands and the attributes of this one.
  Expr again(Kind kind, std::vector<Expr> operands) const;
};

// A rule with what is f16 or bf16 taken as f32, and its result given as `element`: it is rounded once.
Expr in_float(const std::function<Expr(const Rule&)>& rule, const Rule& r, ElementType element);

using Expansion = Expr (*)(const Rule&);       // the op in other ops, from r.x and r.attributes
using Partial = Expr (*)(const Rule&);         // ∂y/∂x_i for one operand
using Adjoint = Expr (*)(const Rule&, int i);  // adjoint of operand i from r.bar; an invalid Expr is absent
using Tangent = Expr (*)(const Rule&);         // tangent of the result from r.dots; an invalid Expr is absent
// The adjoint of operand i added onto `sum`, which has the type of operand i, where that is cheaper than a sum of the
// two: a read at one index adds at that index. An invalid Expr: it isn't for that operand.
using Accumulation = Expr (*)(const Rule&, int i, Expr sum);

// Rules are written as for real values. Of complex ones what a holomorphic op multiplies an adjoint by is conjugated when
// the rule is applied (`adjoint_of`), so that z̄ = conj(f′(z)) ȳ; the tangent is f′(z) ż as it stands.

// y_i depends on x_i alone: both modes multiply by the partial. A null partial is a derivative that is zero, or one that
// there is not: then a live path through that operand is an error with the text of `refused`.
struct Pointwise {
  Partial partials[3] = {};
  const char* refused[3] = {};
};
// Linear in the operands of the mask (the others are fixed): the JVP is the op itself on the tangents. Of complex values
// it need be linear over the reals only; then the transpose says what is conjugated.
struct Linear {
  Adjoint transpose = nullptr;
  unsigned operands = ~0u;
  Accumulation accumulate = nullptr;
};
// Linear in each operand separately.
struct Bilinear {
  Adjoint transpose = nullptr;
};
struct General {
  Adjoint vjp = nullptr;
  Tangent jvp = nullptr;  // null: derived by transposing the VJP twice
  unsigned operands = ~0u;  // the operands that have an adjoint
  Accumulation accumulate = nullptr;
  // Of complex values the rule is the adjoint for the pairing Re Σ conj(ȳ) ẏ as it stands: for what is not holomorphic.
  bool adjoint = false;
};
// Where no derivative exists. `cut`: it is zero everywhere, so that the path simply ends; otherwise a live path
// through the op is an error with this text.
struct NoGradient {
  const char* why = "";
  bool cut = true;
};

// Of a composite op without a rule of its own: it is expanded, and then differentiated.
struct ByExpansion {};

using Derivative = std::variant<NoGradient, Pointwise, Linear, Bilinear, General, ByExpansion>;

// --- batches -------------------------------------------------------------------------------------------------

// What a batching rule sees: an op on operands that stand for k each, along a first axis more, where `batched` says so
// (of a sequence: along that of each of its values). An op without operands has the axis to give all the same.
struct Batch {
  Kind kind{};
  std::span<const Expr> x;
  const std::vector<bool>& batched;
  const Extent& k;
  const Attributes& attributes;
  Builder* builder = nullptr;

  // Operand i with the axis, repeated along it where it isn't batched.
  Expr spread(std::size_t i) const;
};
// The result with the axis. An invalid Expr: there is no rule for those operands, and the op is done k times.
using Batching = Expr (*)(const Batch&);

Shape with_axis(const Extent& k, const Shape& shape);
Type with_axis(const Extent& k, Type type);
// Not valid where it is a sequence of any whose values nothing here says.
Expr spread(Expr x, const Extent& k);
// That of a value with the axis that stands there.
Expr one_of(Expr x, Expr trip);

// --- kernels -------------------------------------------------------------------------------------------------

// The geometry of a kernel call, in the order of the kernel's own parameters: `{n, {a, b}, true}`.
struct Geometry;
struct SourceLine {};  // "model.cpp:4", that of the op
using GeometryField = std::variant<Extent, Shape, bool, std::string, SourceLine>;
struct Geometry {
  std::vector<GeometryField> fields;
};

// What a structural op sees when it is evaluated or emitted.
struct OpView {
  const Function& function;
  const Op& op;

  const Type& operand(std::size_t i) const { return function[op.operands[i]].type; }
  const Type& result() const { return function[op.results[0]].type; }
};

// What the evaluation of a structural op sees: concrete operands, and the values of extent symbols.
struct Evaluation {
  const OpView& op;
  std::span<const Literal> x;
  const std::map<std::string, std::int64_t>& symbols;

  const Attributes& attributes() const { return op.op.attributes; }
  std::int64_t value(const Extent& extent) const;
  std::vector<std::int64_t> values(const Shape& shape) const;
  // Zeros of the result's type.
  Literal zeros() const { return Literal::zeros(op.result().element, values(op.result().extents)); }
};

// --- singular points -----------------------------------------------------------------------------------------

// An op whose derivative is infinite or no number at some operands, which is finite where operand `operand` is in a range.
struct Singular {
  std::size_t operand = 0;
  double low = Range::kTiny, high = Range::kMost;
  bool mirrored = false;  // or its negative is: where it is not 0
  double safe = 1;        // a number in the range
  // Whether it is so with these attributes, what is known of the operands, and those that have a derivative. Null: always.
  bool (*applies)(const OpView&, std::span<const Range>, const std::vector<bool>& active) = nullptr;

  bool is_finite_at(const Range& x) const {
    return x.within(low, high) || (mirrored && (x.within(-high, -low) || x.excludes_zero()));
  }
};

// --- parts ---------------------------------------------------------------------------------------------------

// A part [begin, end) of an axis of that extent that an op reads or writes; an IndexError at run time where there is none.
struct Part {
  Extent begin, end, extent;
};

// --- elements that move --------------------------------------------------------------------------------------

// An element of an operand.
struct Moved {
  std::size_t operand = 0;
  Integers indices;
};

// --- lines ---------------------------------------------------------------------------------------------------

// Of a kernel whose operands have one shape: each line of their elements along some axes, which an attribute says, is computed
// by itself. The result has the other axes first.
struct Lines {
  Integers axes;
  std::optional<Kind> sum;  // of what is added along a line: the op that does so for a part of it
  bool is_mean = false;     // that over the number of elements
};

// --- rows ----------------------------------------------------------------------------------------------------

// What an op adds at rows: its result is that of the operand `onto`, or zeros where that is -1, with row k of `rows`
// added at `indices[k]` (i64) on the first axis.
struct AddedRows {
  Expr indices, rows;
};

// --- the table -----------------------------------------------------------------------------------------------

struct OpDefinition {
  OpInfo info;
  std::optional<Types> (*type)(const TypeRule&);
  Derivative derivative;
  // Slow and obvious: the value of a structural op, for folding and the reference interpreter.
  Literal (*evaluate)(const Evaluation&) = nullptr;
  Geometry (*kernel)(const OpView&) = nullptr;
  Expansion expand = nullptr;  // of a composite op
  // Of an op that adds rows: `onto`, null where it doesn't with these attributes and types; and what it adds.
  std::optional<int> (*rows_onto)(const OpView&) = nullptr;
  AddedRows (*rows)(const Rule&) = nullptr;
  // Of an op that only moves elements: which one that at these indices of the result is; nothing where that is not known with these
  // operands, whatever the indices. The extents of operands and result are constants.
  std::optional<Moved> (*moved_from)(const OpView&, const Integers& indices) = nullptr;
  // Of an op that isn't certain to find the parts it reads or writes: them, by axis.
  std::vector<Part> (*parts)(const OpView&) = nullptr;
  Lines (*lines)(const OpView&) = nullptr;
  Batching batch = nullptr;
  unsigned batched_by = ~0u;  // the operands that make the result batched where they are: of others it takes the form alone
  // How many floating-point operations a kernel takes, an addition and a multiplication being one each; nothing where that
  // isn't known with these operands. Null: it isn't known.
  std::optional<Extent> (*work)(const OpView&) = nullptr;
  bool dear = false;          // many operations for each element of its result
  const Singular* singular = nullptr;  // null: the derivative is finite where the op's value is
  // What is known of the numbers in the result, where that of the operands is; null: nothing.
  Range (*range)(const OpView&, std::span<const Range>) = nullptr;
  // Of an op that draws random numbers: which operand is the seed of its key, whose stream is the next one; nothing where it
  // draws none with these operands and attributes. Null: it draws none.
  std::optional<std::size_t> (*drawn_under)(const OpView&) = nullptr;
  // The extent expression of an integer scalar result, where the operands have one.
  std::optional<Extent> (*extent)(const OpView&, std::span<const std::optional<Extent>>) = nullptr;
};

const OpDefinition& definition(Kind kind);
// Whether an op may stop with an error at run time; of elementwise ones only those on integers do.
bool may_fail(const OpView& op);
// The adjoint that an op passes to operand i, from the rule of its kind of derivative; and the rule that such a rule sees,
// with conjugates for the complex factors of the adjoint. Both are the identity in them for real values.
struct Conjugated {
  Conjugated(const OpDefinition& op, const Rule& rule);
  Conjugated(const Conjugated&) = delete;
  std::vector<Expr> x;
  Rule rule;
};
Expr adjoint_of(const OpDefinition& op, const Rule& conjugated, int i);
// A composite op of that element type in other ops.
Expr expanded(const OpDefinition& op, Builder& builder, const std::vector<Expr>& operands, const Attributes& attributes,
              ElementType element);
// A function of an op's scalar expression, as it is on elements of tensors: "gradc::vector_math::exp" for "std::exp". Empty where
// it is the same on numbers.
std::string vector_function(std::string_view word);
// Whether an expression has such a function, and so other values on elements of tensors than on numbers.
bool calls_vector_function(std::string_view expression);
// The work of a scalar expression, in additions: a division or a square root is 6, a call of any other function 20.
int flops(std::string_view expression);
std::optional<Kind> find_op(std::string_view name);
std::span<const OpDefinition> op_table();  // in the order of ops.def, which is that of Kind

}  // namespace ir
