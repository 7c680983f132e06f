// Calls that are ops: the form that a call fits, its operands, and the explicit broadcasts between them.
#include <algorithm>

#include <clang/AST/DeclTemplate.h>

#include "ir/kind.h"
#include "ir/verify.h"
#include "tool/lower/library/library.h"

namespace tool {
namespace {

// The name of a class, behind references and const; empty if it is none.
std::string class_name(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record ? record->getName().str() : "";
}
bool is_class(clang::QualType type, std::string_view name) { return class_name(type) == name; }

bool fits_class(const CalleeParameter& parameter, const CppType* type) {
  if (parameter.element_class.empty() || parameter.element_class == "like" || parameter.element_class == "batch") return true;
  if (!type || !type->is_leaf()) return false;
  const ir::ElementType element = type->element;
  return parameter.element_class == "float"     ? ir::is_float(element)
         : parameter.element_class == "complex" ? ir::is_complex(element)
         : parameter.element_class == "real"    ? !ir::is_complex(element)
                                                : ir::is_integer(element);
}

// A gradc::Key among the operands is its seed and its stream.
std::vector<Cell> with_keys_opened(std::vector<Cell> operands) {
  std::vector<Cell> opened;
  for (Cell& operand : operands) {
    if (!operand.type || !is_key(*operand.type)) opened.push_back(std::move(operand));
    else
      for (Cell& member : operand.members) opened.push_back(resolved(member));
  }
  return opened;
}

// Whether the argument is an options structure that the form knows.
bool is_options(const CalleeForm& form, const clang::Expr* argument) {
  return std::any_of(form.parameters.begin(), form.parameters.end(), [&](const CalleeParameter& parameter) {
    return parameter.sort == CalleeParameter::Sort::options && is_class(argument->getType(), parameter.word);
  });
}

// The argument of each parameter, null where an optional one is absent; nothing where the form does not fit.
std::optional<std::vector<const clang::Expr*>> match(const CalleeForm& form, CppTypes& types,
                                                     const std::vector<const clang::Expr*>& arguments) {
  std::vector<const clang::Expr*> matched;
  std::size_t next = 0;
  for (const CalleeParameter& parameter : form.parameters) {
    const clang::Expr* argument = next < arguments.size() ? arguments[next] : nullptr;
    using Sort = CalleeParameter::Sort;
    if (parameter.sort == Sort::effects) {
      matched.push_back(nullptr);
      continue;
    }
    const bool is_tag = argument && (is_class(argument->getType(), "KeepDims") || is_options(form, argument) ||
                                     !tag_text(class_name(argument->getType())).empty());
    bool takes = argument != nullptr;
    if (takes && parameter.word == "keepdims")
      takes = is_class(argument->getType(), "KeepDims");
    else if (takes && parameter.takes_tag())
      takes = !tag_text(class_name(argument->getType())).empty();
    else if (takes && parameter.sort == Sort::options)
      takes = is_class(argument->getType(), parameter.word);
    else if (takes && parameter.sort == Sort::operand)
      takes = fits_class(parameter, types.of(argument->getType()));
    else if (takes && parameter.sort == Sort::key)
      takes = is_class(argument->getType(), "Key");
    else if (takes && parameter.element_class == "like")
      takes = types.of(argument->getType()) && types.of(argument->getType())->is_tensor();
    else if (takes && parameter.fallback)
      takes = argument->getType()->isArithmeticType() || argument->getType()->isEnumeralType();
    else if (takes)
      takes = !is_tag;
    if (!takes && !parameter.optional) return std::nullopt;
    matched.push_back(takes ? argument : nullptr);
    if (takes) ++next;
  }
  if (next != arguments.size()) return std::nullopt;
  return matched;
}

}  // namespace

std::vector<const clang::Expr*> given_arguments(const clang::CallExpr* expr) {
  std::vector<const clang::Expr*> list;
  for (const clang::Expr* argument : expr->arguments())
    if (!llvm::isa<clang::CXXDefaultArgExpr>(argument)) list.push_back(argument);
  return list;
}

Outcome Library::call_gradc(const clang::CallExpr* expr, const clang::FunctionDecl* function) {
  const std::string name = function->getQualifiedNameAsString();
  if (name.starts_with("gradc::operator") && name.ends_with('=') && function->getNumParams() == 2 &&
      function->getParamDecl(0)->getType()->isReferenceType() &&
      llvm::cast<clang::CXXOperatorCallExpr>(expr)->isAssignmentOp())
    return {{}, compound_tensor(expr, name.substr(0, name.size() - 1))};
  if (auto made = several(expr, name)) return {std::move(*made), nullptr};
  if (auto made = is_nonzero(expr, name)) return {std::move(*made), nullptr};
  if (auto made = composition(expr, name)) return {std::move(*made), nullptr};
  if (auto op = call_form(expr, name)) return {std::move(*op), nullptr};
  for (const clang::Expr* argument : expr->arguments())
    if (types_.of(argument->getType())) effect(argument);
  std::string close;
  for (const std::string& known : callees_.nearest_to(name))
    close += (close.empty() ? "; close names: " : ", ") + known;
  return {refuse(expr, Refusal::unknown_op, name, close), nullptr};
}

std::vector<Cell> Library::read_all(const std::vector<const clang::Expr*>& expressions) {
  std::vector<Outcome> evaluated;
  for (const clang::Expr* expression : expressions) evaluated.push_back(outcome(expression));
  std::vector<Cell> values;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    Outcome& one = evaluated[i];
    values.push_back(one.place ? load(resolved(*one.place), expressions[i])
                               : load(resolved(one.value), expressions[i]));
    // A scalar variable and a rank-0 tensor are alike in the IR; how they combine is decided by the C++ type.
    if (const CppType* type = types_.of(expressions[i]->getType()); type && values.back().is_leaf())
      values.back().type = type;
  }
  return values;
}

std::optional<Cell> Library::call_form(const clang::CallExpr* expr, const std::string& name) {
  const std::vector<CalleeForm>* forms = callees_.find(name);
  if (!forms) return std::nullopt;
  const std::vector<const clang::Expr*> arguments = given_arguments(expr);
  const CppType* type = types_.of(expr->getType());
  if (!type) return refuse_type(expr->getExprLoc(), "the result", expr->getType());
  for (const CalleeForm& form : *forms) {
    const auto matched = match(form, types_, arguments);
    if (!matched) continue;
    std::vector<const clang::Expr*> operand_expressions;
    for (std::size_t i = 0; i < matched->size(); ++i) {
      const auto sort = form.parameters[i].sort;
      const bool one = sort == CalleeParameter::Sort::operand || sort == CalleeParameter::Sort::key;
      if (one && (*matched)[i]) operand_expressions.push_back((*matched)[i]);
      if (sort != CalleeParameter::Sort::operands) continue;
      for (const clang::Expr* item : items((*matched)[i])) operand_expressions.push_back(item);
      if (operand_expressions.empty())
        return refuse((*matched)[i], Refusal::not_constant, fmt::format("the tensors of {}", name),
                      "a braced list");
    }
    std::vector<Cell> operands = with_keys_opened(read_all(operand_expressions));
    for (std::size_t i = 0; i < matched->size(); ++i)
      if (form.parameters[i].sort == CalleeParameter::Sort::operand && !(*matched)[i])
        operands.push_back(number_cell(type->element, *form.parameters[i].fallback));
    bool good = true;
    for (Cell& operand : operands) good &= operand.type != nullptr && !is_poisoned(operand);
    ir::Attributes attributes;
    const auto rank_of = [&](std::size_t k) { return k < operands.size() && operands[k].type ? operands[k].type->rank : 0; };
    for (std::size_t i = 0; i < matched->size(); ++i)
      if (form.parameters[i].sort == CalleeParameter::Sort::named ||
          form.parameters[i].sort == CalleeParameter::Sort::options)
        good &= attribute(form, form.parameters[i], (*matched)[i], rank_of(form.parameters[i].word == "along_y" ? 1 : 0), type->rank,
                          attributes);
    if (!good) return fresh(type, Cell::State::poison);
    const CallOf made_of(*this, name);
    // A number that is like the first operand takes its element type.
    for (std::size_t i = 0, k = 0; i < matched->size(); ++i) {
      if (form.parameters[i].sort == CalleeParameter::Sort::key) k += 2;
      if (form.parameters[i].sort != CalleeParameter::Sort::operand || !(*matched)[i]) continue;
      if (Cell& operand = operands[k++]; form.parameters[i].element_class == "like" && operand.type->form == CppType::Form::scalar)
        operand = converted(operand, types_.scalar(operands[0].type->element));
    }
    if (form.parameters.size() > 1 && form.parameters[1].element_class == "batch" && !share_batch(operands)) return fresh(type, Cell::State::poison);
    for (unsigned i = 0; i < form.template_attributes.size(); ++i) {
      const std::string& word = form.template_attributes[i];
      if (ir::attribute_kind(form.kind, word) == "count")
        attributes.set(word, expr->getDirectCallee()->getTemplateSpecializationArgs()->get(i).getAsIntegral().getExtValue());
      else
        attributes.set(word, type->element);
    }
    if (ir::attribute_kind(form.kind, "to") == "element" && !attributes.find("to")) attributes.set("to", type->element);
    const bool labels = attributes.find("label") != nullptr;
    if (!form.member.empty()) return members_by_forms(form, *forms, operands, attributes, type);
    if (form.parameters.back().sort == CalleeParameter::Sort::effects) return act(form, operands[0], attributes, type, expr);
    Cell cell = apply(form, std::move(operands), attributes, type);
    if (labels && !is_poisoned(cell)) add_label(attributes.get<std::string>("label"), cell, expr);
    return cell;
  }
  return refuse(expr, Refusal::unknown_op, name, " with these arguments");
}

// A structure of which each member is an op on the same operands, or on the first of them: of the forms with as many
// parameters as the one that fits the call.
Cell Library::members_by_forms(const CalleeForm& fitting, const std::vector<CalleeForm>& forms, const std::vector<Cell>& operands,
                                const ir::Attributes& attributes, const CppType* type) {
  Cell cell = fresh(type, Cell::State::poison);
  for (std::size_t i = 0; i < cell.members.size(); ++i)
    for (const CalleeForm& form : forms) {
      if (form.member != type->members[i].name || form.parameters.size() != fitting.parameters.size() ||
          form.parameters.back().word != fitting.parameters.back().word || !fits_class(form.parameters[0], operands[0].type))
        continue;
      std::vector<Cell> mine = operands;
      if (const int arity = ir::definition(form.kind).info.arity; arity >= 0) mine.resize(static_cast<std::size_t>(arity));
      cell.members[i] = apply(form, std::move(mine), attributes, type->members[i].type);
    }
  return cell;
}

std::optional<Cell> Library::composition(const clang::CallExpr* expr, const std::string& name) {
  const std::vector<const clang::Expr*> arguments = given_arguments(expr);
  const CppType* type = types_.of(expr->getType());
  if (!type || !type->is_leaf() || arguments.empty()) return std::nullopt;
  const bool is_same = name == "gradc::operator+" || name == "gradc::positive" || name == "gradc::identity" ||
                       (name == "gradc::conj" && !ir::is_complex(type->element));
  if (is_same && arguments.size() == 1) return read_all(arguments)[0];
  if (name == "gradc::zeros") return full(name, type, number_cell(type->element, 0), arguments[0]);
  if (name == "gradc::ones") return full(name, type, number_cell(type->element, 1), arguments[0]);
  if (name == "gradc::full" && arguments.size() == 2) return full(name, type, value(arguments[1]), arguments[0]);
  if (name != "gradc::dot" && name != "gradc::outer") return std::nullopt;
  std::vector<Cell> operands = read_all(arguments);
  for (Cell& operand : operands)
    if (!operand.is_leaf() || is_poisoned(operand)) return fresh(type, Cell::State::poison);
  const CallOf made_of(*this, name);
  if (name == "gradc::dot") return matmul(std::move(operands), {}, type);
  operands[0].value = append(ir::Kind::ExpandDims, {operands[0].value}, {{"axes", ir::Integers{1}}});
  return broadcasting(ir::Kind::Multiply, std::move(operands), {}, type);
}

// a += b: the right side takes the shape of the left, which keeps its own.
Cell* Library::compound_tensor(const clang::CallExpr* expr, const std::string& symbol) {
  const std::vector<CalleeForm>* forms = callees_.find(symbol);
  const std::vector<Cell> right = read_all({expr->getArg(1)});
  Cell* left = place(expr->getArg(0));
  Cell& target = resolved(*left);
  if (!target.projection && target.type && target.type->form == CppType::Form::view) {
    refuse(expr, Refusal::view_write, name_of(expr->getArg(0)), "return the new tensor instead");
    return left;
  }
  const Cell before = load(target, expr->getArg(0));
  if (!forms || !before.is_leaf() || before.state != Cell::State::ready || !right[0].is_leaf() ||
      right[0].state != Cell::State::ready) {
    poison(target);
    return left;
  }
  Cell other = right[0];
  if (other.type->form == CppType::Form::scalar)
    other = converted(other, types_.scalar(before.type->element));
  const ir::ValueId repeated = broadcast(widened(other, before.type->element), type_of(before).extents);
  const CalleeForm* form = nullptr;
  for (const CalleeForm& candidate : *forms)
    if (candidate.parameters.size() == 2) form = &candidate;
  store(target, leaf_cell(target.type, append(form->kind, {before.value, repeated})), expr);
  return left;
}

}  // namespace tool
