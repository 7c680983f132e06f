// The axes, lists, extents and options of ops: what must be known when code is generated.
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "ir/kind.h"
#include "ir/verify.h"
#include "tool/lower/library/library.h"

namespace tool {

bool Library::attribute(const CalleeForm& form, const CalleeParameter& parameter, const clang::Expr* expr,
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
std::optional<ir::Attribute> Library::plain(ir::Kind op, std::string_view name, const clang::Expr* expr) {
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

std::optional<ir::Attribute> Library::plain(ir::Kind op, std::string_view name, double value) {
  const std::string_view kind = ir::attribute_kind(op, name);
  if (kind == "real") return value;
  if (kind == "bool") return value != 0;
  GRADC_CHECK(kind == "integer" || kind == "count");  // or a word in a `cpp` field that nobody knows
  return static_cast<std::int64_t>(value);
}

std::optional<std::int64_t> Library::axis(const clang::Expr* expr, int rank, std::string_view op) {
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

std::optional<ir::Integers> Library::axes(const clang::Expr* expr, int rank, std::string_view op) {
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

std::optional<std::string> Library::text(const clang::Expr* expr, std::string_view what) {
  if (const auto* literal = llvm::dyn_cast<clang::StringLiteral>(unwrapped(expr)))
    return literal->getString().str();
  refuse(expr, Refusal::not_constant, what, "text in quotes");
  return std::nullopt;
}

// gradc::MatMul().transpose_a().transpose_b(flag): a setter without an argument sets a flag.
bool Library::options(const CalleeForm& form, const clang::Expr* expr, ir::Attributes& attributes) {
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

bool Library::add_label(const std::string& name, Cell& cell, const clang::Expr* expr) {
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
