// The axes, lists, extents and options of ops: what must be known when code is generated.
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "ir/kind.h"
#include "ir/verify.h"
#include "tool/lower/lowering.h"

namespace tool {
namespace {


// Through what Clang wraps around an argument that is bound to a reference or copied.
const clang::Expr* unwrapped(const clang::Expr* expr) {
  while (true) {
    const clang::Expr* inner = expr->IgnoreParenImpCasts();
    if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(inner))
      inner = temporary->getSubExpr();
    else if (const auto* cleanups = llvm::dyn_cast<clang::FullExpr>(inner))
      inner = cleanups->getSubExpr();
    else if (const auto* bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    else if (const auto* list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(inner))
      inner = list->getSubExpr();
    else if (const auto* cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(inner))
      inner = cast->getSubExpr();
    else if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(inner);
             made && made->getNumArgs() == 1 &&
             (is_initializer_list(made->getArg(0)->getType()) || made->getConstructor()->isCopyOrMoveConstructor()))
      inner = made->getArg(0);
    if (inner == expr) return expr;
    expr = inner;
  }
}

}  // namespace

std::vector<const clang::Expr*> Lowering::items(const clang::Expr* list) const {
  const auto* braced = llvm::dyn_cast<clang::InitListExpr>(unwrapped(list));
  if (!braced) return {};
  return {braced->inits().begin(), braced->inits().end()};
}

// Those of a list, or the one expression that stands for a list of one.
std::vector<const clang::Expr*> Lowering::listed(const clang::Expr* expr) const {
  if (llvm::isa<clang::InitListExpr>(unwrapped(expr))) return items(expr);
  return {expr};
}

bool Lowering::attribute(const CalleeForm& form, const CalleeParameter& parameter, const clang::Expr* expr,
                         int rank, int result_rank, ir::Attributes& attributes) {
  const std::string& word = parameter.word;
  const auto set = [&](const auto& found) {
    if (found) attributes.set(word, *found);
    return found.has_value();
  };
  if (parameter.sort == CalleeParameter::Sort::options) return !expr || options(form, expr, attributes);
  if (!expr && attributes.find(word)) return true;  // an option before
  if (parameter.takes_tag()) {
    const auto* tag = expr ? expr->getType().getNonReferenceType()->getAsCXXRecordDecl() : nullptr;
    return set(std::optional(tag ? tag_text(tag->getName().str()) : parameter.fallback_text));
  }
  if (word == "keepdims") return set(std::optional<bool>(expr != nullptr));
  if (word == "axis" || word == "axis1" || word == "axis2" || word == "place") {
    const int axes = word == "place" ? result_rank : rank;  // a place is among the axes of the result
    if (expr) return set(axis(expr, axes, form.name));
    const auto fallback = static_cast<std::int64_t>(*parameter.fallback);
    return set(std::optional<std::int64_t>(fallback < 0 ? fallback + axes : fallback));
  }
  if (word == "axes") {
    // Axes that an op inserts are numbered in its result.
    if (expr) return set(axes(expr, std::max(rank, result_rank), form.name));
    ir::Integers all;
    for (int i = 0; i < rank; ++i) all.push_back(i);
    return set(std::optional(all));
  }
  if (word == "perm" || word.starts_with("along")) {  // axes in the order that they are given in
    ir::Integers perm;
    if (!expr)
      for (int i = rank - 1; i >= 0; --i) perm.push_back(i);
    else
      for (const clang::Expr* item : listed(expr)) {
        const auto one = axis(item, rank, form.name);
        if (!one) return false;
        perm.push_back(*one);
      }
    return set(std::optional(perm));
  }
  const std::string_view kind = ir::attribute_kind(form.kind, word);
  if (parameter.element_class == "like") {  // the extents of a tensor
    const Cell x = load(*object_given(expr), expr);
    if (!x.is_leaf() || x.state != Cell::State::ready) return false;
    attributes.set(word, ir::Shape(builder_.facts().resolve(type_of(x)).extents));
    return true;
  }
  if (kind == "extents" || word == "end") {
    const bool are_counts = word == "shape" || word == "reps";
    const std::string what = word == "shape"                     ? "each extent of the shape"
                             : word == "begin" || word == "end"  ? "each bound of the slice"
                                                                 : fmt::format("each of the {} of {}", word, form.name);
    return set(extents(expr, what, !are_counts));
  }
  if (word == "n") {
    const auto one = extent(expr, fmt::format("the extent of {}", form.name));
    if (one) attributes.set("n", ir::Shape{*one});
    return one.has_value();
  }
  if (kind == "string")
    return set(text(expr, word == "label" ? "a label" : word == "why" ? "the reason" : fmt::format("`{}` of {}", word, form.name)));
  if (!expr && !parameter.fallback) return true;  // what may be missing
  return set(expr ? plain(form.kind, word, expr) : plain(form.kind, word, *parameter.fallback));
}

// A bool, integer or real, of the kind that the op declares.
std::optional<ir::Attribute> Lowering::plain(ir::Kind op, std::string_view name, const clang::Expr* expr) {
  const auto known = constant_of(expr);
  const bool counts = ir::attribute_kind(op, name) == "count";
  if (known && known->isInt() && (!counts || (*integer_of(expr) >= 0 && *integer_of(expr) < 65536)))
    return plain(op, name, static_cast<double>(*integer_of(expr)));
  if (known && known->isFloat() && ir::attribute_kind(op, name) == "real") {
    llvm::APFloat real = known->getFloat();
    bool inexact = false;
    real.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
    return real.convertToDouble();
  }
  refuse(expr, Refusal::not_constant, fmt::format("`{}` of {}", name, ir::definition(op).info.name),
         counts ? "an integer from 0 to 65535" : "a number");
  return std::nullopt;
}

std::optional<ir::Attribute> Lowering::plain(ir::Kind op, std::string_view name, double value) {
  const std::string_view kind = ir::attribute_kind(op, name);
  if (kind == "real") return value;
  if (kind == "bool") return value != 0;
  GRADC_CHECK(kind == "integer" || kind == "count");  // or a word in a `cpp` field that nobody knows
  return static_cast<std::int64_t>(value);
}

std::optional<std::int64_t> Lowering::axis(const clang::Expr* expr, int rank, std::string_view op) {
  const auto known = integer_of(expr);
  if (!known) {
    refuse(expr, Refusal::not_constant, fmt::format("an axis of {}", op), "an integer");
    return std::nullopt;
  }
  if (*known >= -rank && *known < rank) return *known < 0 ? *known + rank : *known;
  const Here here(*this, expr);
  diagnostics_.report(ir::DiagnosticId::axis_out_of_range, at_here().loc, op, *known, rank);
  report_problems_of_ir();
  return std::nullopt;
}

std::optional<ir::Integers> Lowering::axes(const clang::Expr* expr, int rank, std::string_view op) {
  ir::Integers found;
  for (const clang::Expr* item : listed(expr)) {
    const auto one = axis(item, rank, op);
    if (!one) return std::nullopt;
    if (std::find(found.begin(), found.end(), *one) != found.end()) {
      const Here here(*this, item);
      diagnostics_.report(ir::DiagnosticId::axis_repeated, at_here().loc, op, *one);
      report_problems_of_ir();
      return std::nullopt;
    }
    found.push_back(*one);
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::optional<ir::Extent> Lowering::extent(const clang::Expr* expr, std::string_view what, bool is_bound) {
  if (const auto known = integer_of(expr)) return ir::Extent(*known);
  Cell number = value(expr);
  if (is_poisoned(number)) return std::nullopt;
  const auto found = extent_of(number, is_bound);
  if (!found) refuse(expr, Refusal::extent_unknown, what);
  return found;
}

// A bound may be negative, which no extent is.
std::optional<ir::Extent> Lowering::extent_of(const Cell& number, bool is_bound) {
  if (!number.is_leaf() || number.state != Cell::State::ready || number.type->form != CppType::Form::scalar ||
      !ir::is_integer(number.type->element))
    return std::nullopt;
  if (const auto found = known_extent(number.value)) return builder_.facts().resolve(*found);
  return is_bound ? std::nullopt : std::optional(symbol_for(number.value));
}

// What a parameter of a block stands for may be an extent outside.
std::optional<ir::Extent> Lowering::known_extent(ir::ValueId integer) const {
  if (const auto found = builder_.extent_of(integer)) return found;
  const ir::OpId id = function_[integer].op;
  if (!id.valid()) {
    const ir::ValueId outer = regions_.outside(integer);
    return outer.valid() ? known_extent(outer) : std::nullopt;
  }
  const ir::Op& op = function_[id];
  const auto hook = ir::definition(op.kind).extent;
  if (!hook) return std::nullopt;
  std::vector<std::optional<ir::Extent>> operands;
  for (ir::ValueId operand : op.operands) operands.push_back(known_extent(operand));
  return hook({function_, op}, operands);
}

// Parameters of blocks bind symbols: an `if` that is always true makes a tensor of that extent, which is an error where
// the integer is negative.
ir::Extent Lowering::symbol_for(ir::ValueId integer) {
  const auto source = [&](ir::ValueId value) {  // without conversions and captures
    for (;;) {
      const ir::OpId op = function_[value].op;
      const bool cast = op.valid() && function_[op].kind == ir::Kind::Astype;
      const ir::ValueId before = cast ? function_[op].operands[0] : regions_.outside(value);
      if (!before.valid() || !ir::is_integer(builder_.type(before).element)) return value;
      value = before;
    }
  };
  const ir::ValueId key = source(integer);
  for (const Bound& one : bound_)
    if (one.integer == key && regions_.sees(one.tensor)) return one.extent;
  const ir::Type whole_number{ir::ElementType::i64, {}, 0};
  if (builder_.type(integer).element != ir::ElementType::i64)
    integer = append(ir::Kind::Astype, {integer}, {{"to", ir::ElementType::i64}});
  const std::string stem = function_[key].name.empty() ? "extent" : function_[key].name;
  const ir::Shape shape = fresh_shape(stem, 1);
  std::vector<ir::BlockId> arms;
  for (int k = 0; k < 2; ++k) {
    const ir::ValueId n = regions_.open({whole_number}, {builder_.fresh_name(stem)})[0];
    const auto extent = builder_.extent_of(n);
    GRADC_CHECK(extent.has_value());
    builder_.set_results({at_here().full({ir::ElementType::boolean, {*extent}, 0}, 0)});
    arms.push_back(regions_.close().block);
  }
  const std::vector<ir::ValueId> made =
      at_here().append_all(ir::Kind::If, {use(boolean(true).value), use(integer)},
                           {{"shapes", shape}, {"varying", ir::Integers{0}}}, arms);
  report_problems_of_ir();
  if (!made.empty()) bound_.push_back({key, made[0], shape[0]});
  return shape[0];
}

std::optional<ir::Shape> Lowering::extents(const clang::Expr* expr, std::string_view what, bool are_bounds) {
  ir::Shape shape;
  bool good = true;
  if (const auto* braced = llvm::dyn_cast<clang::InitListExpr>(unwrapped(expr));
      braced && !braced->getType()->isRecordType()) {
    for (const clang::Expr* item : braced->inits()) {
      if (llvm::isa<clang::InitListExpr>(unwrapped(item))) {  // a list of lists, one after the other
        const auto inner = extents(item, what, are_bounds);
        good &= inner.has_value();
        if (inner) shape.insert(shape.end(), inner->begin(), inner->end());
        continue;
      }
      const auto one = extent(item, what, are_bounds);
      good &= one.has_value();
      if (one) shape.push_back(*one);
    }
    return good ? std::optional(shape) : std::nullopt;
  }
  if (expr->getType().getNonReferenceType()->isIntegerType()) {
    const auto one = extent(expr, what, are_bounds);
    return one ? std::optional(ir::Shape{*one}) : std::nullopt;
  }
  const Outcome source = outcome(expr);
  Cell holder = source.place ? load(*source.place, expr) : source.value;
  if (!holder.type || is_poisoned(holder)) return std::nullopt;
  for (const Cell& member : holder.members) {
    const auto one = extent_of(member, are_bounds);
    if (!one) {
      refuse(expr, Refusal::extent_unknown, what);
      return std::nullopt;
    }
    shape.push_back(*one);
  }
  return shape;
}

std::optional<std::string> Lowering::text(const clang::Expr* expr, std::string_view what) {
  if (const auto* literal = llvm::dyn_cast<clang::StringLiteral>(unwrapped(expr)))
    return literal->getString().str();
  refuse(expr, Refusal::not_constant, what, "text in quotes");
  return std::nullopt;
}

// gradc::MatMul().transpose_a().transpose_b(flag): a setter without an argument sets a flag.
bool Lowering::options(const CalleeForm& form, const clang::Expr* expr, ir::Attributes& attributes) {
  const clang::Expr* at = unwrapped(expr);
  while (const auto* setter = llvm::dyn_cast<clang::CXXMemberCallExpr>(at)) {
    const std::string name = setter->getMethodDecl()->getNameAsString();
    const bool is_listed = ir::attribute_kind(form.kind, name) == "extents";
    if (is_listed && setter->getNumArgs() > 0) {  // a number for each axis, or one for all
      ir::Shape list;
      for (const clang::Expr* argument : setter->arguments()) {
        const auto one = extent(argument, fmt::format("`{}` of {}", name, form.name), true);
        if (!one) return false;
        list.push_back(*one);
      }
      if (!attributes.find(name)) attributes.set(name, list);
      at = unwrapped(setter->getImplicitObjectArgument());
      continue;
    }
    // The flags of an adjoint are no attributes: a product, or a system, is of conjugates, transposed.
    const bool is_adjoint = name == "adjoint" || name == "adjoint_a" || name == "adjoint_b";
    const std::string flag = is_adjoint ? "transpose" + name.substr(7) : name;
    const auto value = setter->getNumArgs() > 0 ? plain(form.kind, flag, setter->getArg(0)) : plain(form.kind, flag, 1.0);
    if (!value) return false;
    if (!attributes.find(name)) attributes.set(name, *value);  // the outermost setter is the last to act
    at = unwrapped(setter->getImplicitObjectArgument());
  }
  const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(at);
  if (made && made->getNumArgs() == 0) return true;
  const auto* known = expr->getType().getNonReferenceType()->getAsCXXRecordDecl();
  refuse(expr, Refusal::not_constant, "the options",
         fmt::format("written at the call, as setters of gradc::{}(),", known ? known->getName().str() : "MatMul"));
  return false;
}

namespace {

// Whether an integer is known not to be negative: a tensor of that extent was made before.
bool is_extent_of_something(const ir::Builder& builder, const ir::Function& function, const std::string& integer) {
  const auto has = [&](ir::ValueId value) {
    const ir::Type& type = function[value].type;
    return type.is_tensor() && std::any_of(type.extents.begin(), type.extents.end(),
                                           [&](const ir::Extent& extent) { return extent.as_symbol() == integer; });
  };
  for (ir::BlockId block = builder.insertion(); block.valid(); block = function[block].around)
    for (ir::OpId op : function[block].ops)
      if (std::any_of(function[op].results.begin(), function[op].results.end(), has)) return true;
  return false;
}

}  // namespace

// A negative bound counts from the end. Bounds outside the axis are errors, so that extents are differences of bounds.
bool Lowering::bound_slice(const ir::Shape& whole, ir::Attributes& attributes) {
  const ir::Shape from = attributes.get<ir::Shape>("begin"), to = attributes.get<ir::Shape>("end");
  GRADC_CHECK(from.size() == whole.size() && to.size() == whole.size());  // the header's static_assert
  const ir::Shape strides = attributes.get_or<ir::Shape>("strides", ir::Shape(whole.size(), ir::Extent(1)));
  // What is added to a bound on an axis of extent n; nothing where its sign isn't known when code is generated. What is
  // made of extents is meant as it stands: x.extent(0) - 1 counts from the front where there is no element, too.
  const auto known_shift = [&](const ir::Extent& bound, const ir::Extent& n) -> std::optional<ir::Extent> {
    std::set<std::string> symbols;
    bound.collect_symbols(symbols);
    std::map<std::string, ir::Extent> extents;
    for (const std::string& symbol : symbols)
      if (symbol.starts_with('%') && (never_negative_.contains(symbol) || is_extent_of_something(builder_, function_, symbol)))
        extents.emplace(symbol, ir::Extent::symbol(symbol.substr(1)));
    const ir::Extent known = bound.substitute(extents);
    if (known.never_negative()) return ir::Extent(0);
    if ((ir::Extent(-1) - known).never_negative()) return n;
    symbols.clear();
    known.collect_symbols(symbols);
    const bool is_any = std::any_of(symbols.begin(), symbols.end(), [](const std::string& symbol) { return symbol.starts_with('%'); });
    return is_any || (ir::Extent(0) - known).never_negative() ? std::nullopt : std::optional(ir::Extent(0));
  };
  const auto shift = [&](const ir::Extent& bound, const ir::Extent& n) {
    const auto known = known_shift(bound, n);
    if (known) return *known;
    return ir::Extent::min(1, ir::Extent::max(ir::Extent(0) - bound, 0)) * n;  // 1 where it is negative, else 0
  };
  ir::Shape begin, end, shape;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const ir::Extent n = builder_.facts().resolve(whole[i]);
    const auto stride = strides[i].constant();
    if (!stride || *stride == 0 || *stride == std::numeric_limits<std::int64_t>::min()) {
      refuse(at_, {}, Refusal::not_constant, "a stride", "an integer other than 0");
      return false;
    }
    // The extent of a window that is moved along the axis is known whichever side its place counts from, if both bounds
    // count from the same.
    const bool moves = !known_shift(from[i], n) && !known_shift(to[i], n) && (to[i] - from[i]).never_negative();
    const ir::Extent first = from[i] + shift(moves ? to[i] : from[i], n), last = to[i] + shift(to[i], n);
    const ir::Extent way = *stride < 0 ? first - last : last - first;
    const std::int64_t step = std::abs(*stride);
    begin.push_back(first);
    end.push_back(last);
    shape.push_back(step == 1 ? way : ir::Extent::floor_divide(way + (step - 1), step));
  }
  const auto block = checked_block("slice", whole, begin, end, strides);
  if (!block) return false;
  attributes = *block;
  attributes.set("shape", shape);
  return true;
}

// The attributes of a block between these bounds, the shape left out: with `end` where it isn't certain that there is one.
std::optional<ir::Attributes> Lowering::checked_block(std::string_view op, const ir::Shape& whole, const ir::Shape& begin,
                                                      const ir::Shape& end, const ir::Shape& strides) {
  bool is_certain = true;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const bool back = strides[i].constant().value_or(1) < 0;
    const ir::Extent n = builder_.facts().resolve(whole[i]), first = back ? end[i] + 1 : begin[i], last = back ? begin[i] + 1 : end[i];
    for (const ir::Extent& room : {first, last - first, n - last}) {
      is_certain = is_certain && room.never_negative();
      if (const auto known = room.constant(); known && *known < 0) {
        refuse(at_, {}, Refusal::no_part, op, first.text(), last.text(), i, n.text());
        return std::nullopt;
      }
    }
  }
  ir::Attributes block{{"begin", begin}};
  if (std::any_of(strides.begin(), strides.end(), [](const ir::Extent& stride) { return stride != ir::Extent(1); }))
    block.set("strides", strides);
  if (!is_certain) block.set("end", end);
  return block;
}

// The one extent given as -1: the elements that the others leave.
bool Lowering::infer_extent(const ir::Shape& whole, ir::Shape& shape) {
  std::vector<std::size_t> unknown;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (const auto known = shape[i].constant(); known && *known < 0) unknown.push_back(i);
  if (unknown.empty()) return true;
  if (unknown.size() > 1 || shape[unknown[0]] != ir::Extent(-1)) {
    refuse(at_, {}, Refusal::not_constant, "an extent", "at least 0, or -1 for one extent only,");
    return false;
  }
  ir::Shape factors, others;
  for (const ir::Extent& extent : whole) factors.push_back(builder_.facts().resolve(extent));
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i == unknown[0]) continue;
    const auto same = std::find(factors.begin(), factors.end(), shape[i]);
    if (same != factors.end())
      factors.erase(same);
    else
      others.push_back(shape[i]);
  }
  shape[unknown[0]] = ir::Extent::floor_divide(ir::product(factors), ir::product(others));
  return true;
}

bool Lowering::add_label(const std::string& name, Cell& cell, const clang::Expr* expr) {
  std::string taken;
  if (labels_.count(name)) taken = "another value";
  for (const codegen::Parameter& parameter : result_.primal.parameters)
    if (parameter.name == name) taken = "a parameter";
  if (!taken.empty()) {
    refuse(expr, Refusal::label_repeated, name, taken);
    return false;
  }
  if (!regions_.at_top()) {
    refuse(expr, Refusal::label_inside, name);
    return false;
  }
  name_values(cell, name);
  labels_[name] = {signature_leaves(cell), cell.type, expr->getExprLoc()};
  return true;
}

}  // namespace tool
