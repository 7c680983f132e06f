// Which function a call means, and the bodies of inlined functions.
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/Builtins.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Basic/Stack.h>

#include <algorithm>

#include "ir/kind.h"
#include "tool/base/reasons.h"
#include "tool/lower/calls/calls.h"
#include "tool/source/definitions.h"

namespace tool {
namespace {

// With more bodies compilation takes too long.
constexpr std::size_t kMostBodies = 100'000;
constexpr std::string_view kHowToPrint = "print with gradc::print(\"text\", value)";

// Assertions and what can't be reached: what is checked changes no value, and where it fails there is none.
bool only_checks(const clang::FunctionDecl* function) {
  const std::string name = function->getNameAsString();
  return name == "__assert_fail" || name == "__assert_rtn" || name == "__builtin_unreachable";
}

bool in_gradc(const clang::Decl* decl) {
  const auto* space =
      llvm::dyn_cast<clang::NamespaceDecl>(decl->getDeclContext()->getEnclosingNamespaceContext());
  for (; space; space = llvm::dyn_cast<clang::NamespaceDecl>(space->getParent()))
    if (space->getName() == "gradc" && space->getParent()->getRedeclContext()->isTranslationUnit())
      return true;
  return false;
}

// std::move and its like, which give their argument back.
bool gives_argument_back(const clang::FunctionDecl* function) {
  switch (function->getBuiltinID()) {
    case clang::Builtin::BImove:
    case clang::Builtin::BImove_if_noexcept:
    case clang::Builtin::BIforward:
    case clang::Builtin::BIas_const:
      return true;
    default:
      return false;
  }
}

bool is_of_library(const clang::FunctionDecl* function) {
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(function->getDeclContext()->getEnclosingNamespaceContext());
  return function->isInStdNamespace() || (space && space->getName() == "__gnu_cxx") ||
         (function->getDeclContext()->isRecord() &&
          llvm::cast<clang::CXXRecordDecl>(function->getDeclContext())->isInStdNamespace());
}

// What operator[] of a std::vector<bool> gives.
bool is_bit_reference(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getName() == "_Bit_reference";
}

// `stream << value`, and what is done to a stream by a name.
bool is_of_stream(const clang::CallExpr* expr) {
  const auto* record = expr->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && (record->getName() == "basic_ostream" || record->getName() == "basic_istream");
}

bool prints(llvm::StringRef name) {
  return name.ends_with("printf") || name.ends_with("puts") || name.starts_with("putc") || name == "fputc" || name == "fwrite";
}

// Assignment of what is no object of the class, through a std::back_insert_iterator or to a std::optional.
bool takes_a_value(const clang::CXXMethodDecl* method) {
  const llvm::StringRef name = method->getParent()->getName();
  return (name == "back_insert_iterator" || name == "optional") && !method->isCopyAssignmentOperator() && !method->isMoveAssignmentOperator();
}

// `object.Base::f()`, which means that function whatever the object is.
bool is_named_by_class(const clang::CallExpr* expr) {
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr->getCallee()->IgnoreParens());
  return member && member->hasQualifier();
}

}  // namespace

// What the call of something that was refused may write is not known.
Outcome Calls::call(const clang::CallExpr* expr) {
  const int refusals = refusals_;
  const Outcome result = call_any(expr);
  if (refusals_ == refusals) return result;
  const Written written = written_in({expr});
  if (written.object && frame_->object) poison(*frame_->object);
  for (const clang::ValueDecl* variable : written.variables)
    if (const auto found = frame_->variables.find(variable); found != frame_->variables.end() && found->second) poison(*found->second);
  return result;
}

Outcome Calls::call_any(const clang::CallExpr* expr) {
  const clang::FunctionDecl* function = expr->getDirectCallee();
  if (!function && was_refused(expr->getCallee())) return {};
  if (!function)
    if (Cell* passed = function_passed(expr->getCallee())) {
      function = passed->type->function;
      if (!function)
        return call_body(expr, passed->type->record->getLambdaCallOperator(), passed,
                         {expr->arg_begin(), expr->arg_end()});
    }
  if (!function) return {refuse(expr, Refusal::indirect_call), nullptr};
  if (is_of_stream(expr)) {
    if (is_of_refused(expr)) return again();
    if (write_to_stream(expr)) return {};
    const bool reads = expr->getType().getNonReferenceType()->getAsCXXRecordDecl()->getName() == "basic_istream";
    return {refuse(expr, Refusal::library_function, function->getQualifiedNameAsString(), reads ? instead_of_function("getline") : kHowToPrint), nullptr};
  }
  if (gives_argument_back(function)) {
    Outcome given = outcome(expr->getArg(0));
    if (given.place && expr->isXValue()) take_items_along(*given.place, expr);
    return given;
  }
  if (only_checks(function)) return {};
  if (is_of_eigen(*function) && is_of_refused(expr)) return again();
  if (is_of_eigen(*function))
    if (auto done = call_eigen(expr, function)) return std::move(*done);
  if (has_rule(function)) return call_with_rule(expr, function);
  if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expr);
      operation && (is_of_library(function) || is_of_eigen(*function)) && takes_iterator(operation) &&
      operation->getOperator() != clang::OO_Equal && operation->getOperator() != clang::OO_Call)
    return iterator_operator(operation);
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (method && !method->isStatic()) return call_method(expr, method);
  if (method && method->getNameAsString() == "rank" && in_gradc(function)) {
    const CppType* type = types_.of(context().getRecordType(method->getParent()));
    return {leaf_cell(types_.scalar(ir::ElementType::i32),
                      forward(at_here().constant_integer(ir::ElementType::i32, type ? type->rank : 0))),
            nullptr};
  }
  if (in_gradc(function)) return call_gradc(expr, function);
  if (auto done = call_outside(expr, function)) return std::move(*done);
  if (function->isInStdNamespace() || source_.is_of_standard_library(function) || function->getBuiltinID() != 0)
    return call_standard(expr, function);
  if (!function->hasBody())
    if (auto derivative = call_derivative(expr, function)) return std::move(*derivative);
  std::vector<const clang::Expr*> arguments(expr->arg_begin(), expr->arg_end());
  // A static operator() takes its object as an argument that it ignores.
  if (method && llvm::isa<clang::CXXOperatorCallExpr>(expr)) arguments.erase(arguments.begin());
  return call_body(expr, function, nullptr, arguments);
}

// What a pointer or reference to a function holds, where that is known: a function or a lambda.
Cell* Calls::function_passed(const clang::Expr* callee) {
  callee = callee->IgnoreParenImpCasts();
  while (const auto* star = llvm::dyn_cast<clang::UnaryOperator>(callee)) {
    if (star->getOpcode() != clang::UO_Deref) return nullptr;
    callee = star->getSubExpr()->IgnoreParenImpCasts();
  }
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(callee);
  const auto found = named ? frame_->variables.find(named->getDecl()) : frame_->variables.end();
  if (found == frame_->variables.end() || !found->second) return nullptr;
  Cell& at = resolved(*found->second);
  return at.type && at.type->form == CppType::Form::closure ? &at : nullptr;
}

bool Calls::takes_iterator(const clang::CXXOperatorCallExpr* expr) {
  for (const clang::Expr* argument : expr->arguments()) {
    const CppType* type = types_.of(argument->getType());
    if (type && type->form == CppType::Form::pointer) return true;
  }
  return false;
}

// An element of a std::vector<bool> through the object that stands for it.
Outcome Calls::call_bit(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, const clang::Expr* bit) {
  const auto object = [&](const clang::Expr* of) {
    of = of->IgnoreParenImpCasts();
    while (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(of))
      of = temporary->getSubExpr()->IgnoreParenImpCasts();
    const auto* call_of_element = llvm::dyn_cast<clang::CallExpr>(of);
    Cell* found = call_of_element ? call(call_of_element).place : nullptr;
    return found ? found : temporary(refuse_type(of->getExprLoc(), "this value", of->getType()));
  };
  if (llvm::isa<clang::CXXConversionDecl>(method)) return {{}, object(bit)};
  if (method->getOverloadedOperator() != clang::OO_Equal)
    return {refuse(expr, Refusal::library_function, method->getQualifiedNameAsString(), "assign a bool"), nullptr};
  const clang::Expr* given = expr->getArg(1);
  const Cell right = is_bit_reference(given->getType()) ? load(*object(given), given) : value(given);
  Cell* left = object(bit);
  store(*left, right, expr);
  return {{}, left};
}

Outcome Calls::call_method(const clang::CallExpr* expr, const clang::CXXMethodDecl* method) {
  const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expr);
  if (operation && is_bit_reference(expr->getArg(0)->getType())) return call_bit(expr, method, expr->getArg(0));
  if (operation && method->getOverloadedOperator() == clang::OO_Equal &&
      (!method->isUserProvided() || in_gradc(method) || (method->getParent()->isInStdNamespace() && !takes_a_value(method)))) {
    const CppType* to = types_.of(expr->getArg(0)->getType());
    const bool of_list = to && to->form == CppType::Form::vector && !types_.of(expr->getArg(1)->getType());
    Outcome right;
    if (of_list)
      right.value = vector_of_list(expr->getArg(1), to);
    else
      right = outcome(expr->getArg(1));
    Cell* left = place(expr->getArg(0));
    if (to && has_references(*to)) {
      assign_members(*left, right.place ? *right.place : *temporary(right.value), expr);
      return {{}, left};
    }
    if (!to) return {refuse_type(expr->getExprLoc(), "this value", expr->getArg(0)->getType()), nullptr};
    store(*left, read_as(right.place ? *right.place : *temporary(right.value), to, expr->getArg(1)), expr);
    return {{}, left};
  }
  const clang::Expr* object_expr = nullptr;
  if (operation)
    object_expr = expr->getArg(0);
  else if (const auto* member_call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expr))
    object_expr = member_call->getImplicitObjectArgument();
  if (!object_expr) return {refuse(expr, Refusal::indirect_call), nullptr};
  if (is_bit_reference(object_expr->getType())) return call_bit(expr, method, object_expr);
  Cell* object = nullptr;
  if (object_expr->getType()->isPointerType()) {
    object = pointee(object_expr);
  } else {
    const Outcome target = outcome(object_expr);
    object = target.place ? target.place : temporary(target.value);
  }

  if (!resolved(*object).type) {
    // Of a class that is not understood; members are not looked into.
    const std::vector<const clang::Expr*> arguments(expr->arg_begin() + (operation ? 1 : 0), expr->arg_end());
    for (const clang::Expr* argument : arguments)
      if (types_.of(argument->getType())) effect(argument);
    if (failed_) return {};
    return {refuse_type(object_expr->getExprLoc(), "this object", object_expr->getType()), nullptr};
  }
  if (method->getParent()->isLambda() && llvm::isa<clang::CXXConversionDecl>(method)) return {{}, object};  // to a pointer
  if (in_gradc(method)) return member_of_tensor(expr, method, *object);
  if (method->getParent()->isInStdNamespace()) {
    const CppType* type = resolved(*object).type;
    if (!type) return {};
    if (is_std_function(context().getRecordType(method->getParent()))) return call_held(expr, method, *object);
    if (type->form == CppType::Form::scalar && ir::is_complex(type->element)) return call_complex(expr, method, *object);
    if (is_ordering(*type) && llvm::isa<clang::CXXConversionDecl>(method)) return {leaf_cell(types_.of(expr->getType()), load(*object, expr).value), nullptr};
    if (type->form == CppType::Form::array || type->form == CppType::Form::vector)
      return call_container(expr, method, *object);
    if (is_optional(*type))
      if (auto done = call_optional(expr, method, *object)) return *std::move(done);
    if (type->form == CppType::Form::pointer)
      if (auto done = call_owner(expr, method, *object)) return *std::move(done);
    if (auto compared = compare_by_object(expr, method)) return {*std::move(compared), nullptr};
    if (type->members.empty() || is_iterator_class(*type) || library_call_)  // a function object
      if (auto taken = call_library(expr, method, object)) return std::move(*taken);
    return {refuse(expr, Refusal::library_function, method->getQualifiedNameAsString(),
                   "use std::get, structured bindings or members"),
            nullptr};
  }
  std::vector<const clang::Expr*> arguments(expr->arg_begin() + (operation ? 1 : 0), expr->arg_end());
  Cell* called = &resolved(*object);
  if (method->isVirtual() && !is_named_by_class(expr)) {
    const auto [final, of] = overrider(*method, *called);
    if (!final) return {refuse(expr, Refusal::virtual_call, method->getQualifiedNameAsString()), nullptr};
    method = final;
    called = of;
  }
  return call_body(expr, method, called, arguments);
}

// What a std::function holds, which is what it was made of.
Outcome Calls::call_held(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, Cell& object) {
  Cell& held = resolved(object);
  if (llvm::isa<clang::CXXConversionDecl>(method)) return {boolean(true), nullptr};
  std::vector<const clang::FunctionDecl*> functions = functions_of(*held.type);
  const auto is_same = [&](clang::QualType a, clang::QualType b) {
    return context().hasSameUnqualifiedType(a.getNonReferenceType(), b.getNonReferenceType());
  };
  // Those that would convert are none of the function's own.
  std::erase_if(functions, [&](const clang::FunctionDecl* one) {
    bool is_meant = one->getNumParams() == method->getNumParams() &&
                    (method->getReturnType()->isVoidType() || is_same(one->getReturnType(), method->getReturnType()));
    for (unsigned i = 0; is_meant && i < method->getNumParams(); ++i)
      is_meant = is_same(one->getParamDecl(i)->getType(), method->getParamDecl(i)->getType());
    return !is_meant;
  });
  if (method->getOverloadedOperator() != clang::OO_Call || functions.size() != 1 || has_rule(functions[0])) return {refuse(expr, Refusal::indirect_call), nullptr};
  return call_body(expr, functions[0], held.type->function ? nullptr : &held, {expr->arg_begin() + 1, expr->arg_end()});
}

// The function that a virtual call means, and the object as of its class; null where it isn't known which object it is.
std::pair<const clang::CXXMethodDecl*, Cell*> Calls::overrider(const clang::CXXMethodDecl& method, Cell& object) {
  // In a constructor an object is of the class that is being made.
  for (const Frame* open = frame_; open; open = open->caller)
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructorDecl>(open->function); made && made->getParent()->isPolymorphic()) return {};
  if (object.projection) return {};  // what it is a part of isn't seen
  Cell* whole = &whole_object(object);
  const auto* final = whole->type->record ? method.getCorrespondingMethodInClass(whole->type->record) : nullptr;
  if (!final || final->isPureVirtual() || !context().hasSameType(final->getReturnType(), method.getReturnType())) return {};
  const std::function<Cell*(Cell&)> as_class_of = [&](Cell& cell) -> Cell* {
    if (cell.type->record->getCanonicalDecl() == final->getParent()->getCanonicalDecl()) return &cell;
    for (std::size_t i = 0; i < cell.members.size() && is_base(*cell.type, i); ++i)
      if (Cell* found = as_class_of(cell.members[i])) return found;
    return nullptr;
  };
  Cell* of = as_class_of(*whole);
  return of ? std::pair(final, of) : std::pair<const clang::CXXMethodDecl*, Cell*>();
}

Outcome Calls::member_of_tensor(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, Cell& object) {
  const std::string name = method->getNameAsString();
  if (llvm::isa<clang::CXXConversionDecl>(method)) {
    const CppType* to = types_.of(expr->getType());
    return {to ? read_as(object, to, expr) : refuse_type(expr->getExprLoc(), "this value", expr->getType()), nullptr};
  }
  Cell& at = resolved(object);
  if (name == "operator()" || (name == "operator[]" && at.type && at.type->is_tensor())) {
    std::vector<ir::ValueId> indices;
    for (unsigned i = 1; i < expr->getNumArgs(); ++i) indices.push_back(index_value(expr->getArg(i)));
    return {{}, tensor_element(at, indices)};
  }
  if (!at.type) return {};
  if (at.type->is_tensor() && (name == "data" || name == "begin")) return {first_of(at), nullptr};
  if (at.type->is_tensor() && name == "end") {
    const Cell first = first_of(at);
    return {moved(first, ir::Kind::Add, size_of(at).value_or(ir::ValueId{}), expr), nullptr};
  }
  Cell x = load(at, expr);
  if (!x.type || is_poisoned(x)) return {};
  const CppType* i64 = types_.scalar(ir::ElementType::i64);
  ir::Shape shape;
  if (x.type->form == CppType::Form::shape) {
    for (const Cell& member : x.members)
      shape.push_back(builder_.extent_of(member.value).value_or(ir::Extent()));
  } else if (x.is_leaf()) {
    shape = type_of(x).extents;
  }
  if (name == "size") return {leaf_cell(i64, forward(at_here().extent_value(ir::product(shape)))), nullptr};
  if (name == "rank")
    return {leaf_cell(types_.scalar(ir::ElementType::i32),
                      forward(at_here().constant_integer(ir::ElementType::i32,
                                                         static_cast<std::int64_t>(shape.size())))),
            nullptr};
  if (name == "extent" || name == "operator[]") {
    const auto axis = integer_of(expr->getArg(expr->getNumArgs() - 1));
    if (!axis || *axis < 0 || *axis >= static_cast<std::int64_t>(shape.size()))
      return {refuse(expr, Refusal::not_constant, "the axis",
                     fmt::format("an integer from 0 to {}", static_cast<int>(shape.size()) - 1)),
              nullptr};
    return {leaf_cell(i64, forward(at_here().extent_value(shape[static_cast<std::size_t>(*axis)]))), nullptr};
  }
  if (name == "shape") {
    Cell cell = fresh(types_.of(expr->getType()), Cell::State::ready);
    for (const ir::Extent& extent : shape)
      cell.members.push_back(leaf_cell(i64, forward(at_here().extent_value(extent))));
    return {std::move(cell), nullptr};
  }
  return {refuse(expr, Refusal::unknown_member, name, x.type->name, "use the ops of gradc on the whole value"), nullptr};
}

Outcome Calls::call_standard(const clang::CallExpr* expr, const clang::FunctionDecl* function) {
  constexpr std::string_view kBuiltin = "__builtin_";
  std::string name = name_without_suffix(function);
  if (name.starts_with(kBuiltin)) name.erase(0, kBuiltin.size());
  if (auto made = complex_function(expr, name)) return {std::move(*made), nullptr};
  if (auto made = compare_ordering(expr, function)) return {std::move(*made), nullptr};
  const bool is_op = name != "hypot" || expr->getNumArgs() == 2;  // of three numbers it is a body in <cmath>
  if (is_op && (!name.starts_with("operator") || takes_complex(expr)))
    if (auto op = call_form(expr, "std::" + name)) return {std::move(*op), nullptr};
  const clang::TemplateArgumentList* arguments = function->getTemplateSpecializationArgs();
  if (name == "get" && arguments && expr->getNumArgs() == 1) {
    Cell* object = place(expr->getArg(0));
    const CppType* whole_type = resolved(*object).type;
    std::size_t index = 0;
    if (arguments->get(0).getKind() == clang::TemplateArgument::Integral)
      index = static_cast<std::size_t>(arguments->get(0).getAsIntegral().getZExtValue());
    else  // by type, which the compiler found to be there once
      while (whole_type && index < whole_type->members.size() &&
             whole_type->members[index].type != types_.of(arguments->get(0).getAsType()))
        ++index;
    return {{}, element(*object, index)};
  }
  if (name == "make_shared" && function->isInStdNamespace())
    if (auto made = made_shared(expr)) return {*std::move(made), nullptr};
  if (name == "free" && expr->getNumArgs() == 1) {
    give_back(expr->getArg(0));
    return {};
  }
  if (auto done = call_algorithm(expr, function)) return std::move(*done);
  const CppType* made = types_.of(expr->getType());
  if ((name == "make_pair" || name == "make_tuple" || name == "tie" || name == "forward_as_tuple") && made &&
      made->members.size() == expr->getNumArgs())
    return {members_of({expr->getArgs(), expr->getNumArgs()}, made), nullptr};
  if (auto taken = call_library(expr, function)) return std::move(*taken);
  for (const clang::Expr* argument : expr->arguments())
    if (!argument->getType()->isPointerType()) effect(argument);
  if (name == "malloc" || name == "calloc" || name == "realloc" || name.starts_with("operator new"))
    return {refuse(expr, Refusal::dynamic_memory, name, "use a std::vector"), nullptr};
  if (std::any_of(expr->arg_begin(), expr->arg_end(), [&](const clang::Expr* one) { return was_refused(one); })) return again();
  std::string hint(instead_of_function(name));
  if (hint.empty()) hint = "use an op of gradc, or write the function";
  if (name == "max" || name == "min" || name == "clamp" || name.ends_with("_element"))
    hint = "compare in a loop, or use gradc::max and gradc::argmax of a tensor";
  else if (name.ends_with("sort") || name == "nth_element")
    hint = "compare a number of one item with that of the other, by < or >";
  else if (prints(name))
    hint = kHowToPrint;
  else if (callees_.find("gradc::" + name))
    hint = "use gradc::" + name;
  return {refuse(expr, Refusal::library_function, function->getQualifiedNameAsString(), hint), nullptr};
}

// --- bodies ---

Outcome Calls::call_body(const clang::Expr* expr, const clang::FunctionDecl* function, Cell* object,
                            const std::vector<const clang::Expr*>& arguments, Cell* constructed) {
  const clang::FunctionDecl* definition = nullptr;
  if (!function->hasBody(definition) && source_.definitions) definition = source_.definitions->find(source_, function);
  const bool written = definition != nullptr;
  const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(written ? definition : function);
  if (!written && !(constructor && constructor->isDefaulted()))
    return {refuse_no_body(expr, function), nullptr};
  if (!definition) definition = function;
  if (!std::exchange(enters_library_, false) && !library_call_ && source_.is_of_standard_library(definition))
    return {refuse(expr, Refusal::library_function, function->getQualifiedNameAsString(),
                   "use an op of gradc, or write the function"),
            nullptr};
  if (!passes_known_types(expr, definition, arguments)) return {};
  if (refused_.count(definition->getCanonicalDecl()) != 0) return again();
  // Said again by each function that is tried, whose errors are dropped where it is inlined instead.
  if (functions_->bodies > kMostBodies && failed_) return {};
  if (++functions_->bodies > kMostBodies)
    return {refuse(expr, Refusal::too_many_calls, function->getQualifiedNameAsString(), kMostBodies), nullptr};
  Frame frame;
  frame.caller = frame_;
  frame.function = definition;
  frame.called_at = expr->getExprLoc();
  frame.object = object;
  frame.returned = temporary(boolean(false));
  prepare_result(frame);
  const bool library = source_.is_of_standard_library(definition);
  const std::size_t read_before = reads_.size();
  for (unsigned i = 0; i < arguments.size(); ++i) {
    if (i < definition->getNumParams())
      bind(frame, definition->getParamDecl(i), arguments[i]);
    else
      effect(arguments[i]);
  }
  for (const clang::ParmVarDecl* parameter : definition->parameters()) {
    const auto given = frame.variables.find(parameter);
    if (!may_be_written(parameter) || given == frame.variables.end() || !given->second || !is_read_since(*given->second, read_before)) continue;
    return {refuse(expr, Refusal::unsupported_expression, "an expression of Eigen of what another argument writes", "add .eval() to the expression"), nullptr};
  }
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition); method && object)
    bind_captures(frame, method, *object);

  const auto parameters = definition->parameters();
  const bool takes_text = std::any_of(parameters.begin(), parameters.end(), [&](const clang::ParmVarDecl* each) { return is_text(*each); });
  // A function of its own would not know which objects it is given.
  const bool takes_polymorphic = std::any_of(parameters.begin(), parameters.end(), [&](const clang::ParmVarDecl* each) {
    const CppType* type = types_.of(each->getType());
    return type && holds_polymorphic(*type);
  }) || (object && object->type && holds_polymorphic(*object->type));
  for (const Frame* open = frame_; open; open = open->caller)
    if (open->function->getCanonicalDecl() == definition->getCanonicalDecl()) {
      if (takes_text || takes_polymorphic)
        return {refuse(expr, Refusal::recursion, function->getQualifiedNameAsString(),
                       takes_text ? "pass no text to itself" : "pass no object with virtual functions to itself"),
                nullptr};
      return call_recursive(expr, frame);
    }
  // Nor which coefficients of a matrix it is given.
  const bool takes_parts = types_.of(definition->getReturnType()) && types_.of(definition->getReturnType())->is_lazy();
  const bool passes_parts = takes_parts || std::any_of(parameters.begin(), parameters.end(), [&](const clang::ParmVarDecl* each) {
    const auto given = frame.variables.find(each);
    const Cell* at = given != frame.variables.end() && given->second ? &resolved(*given->second) : nullptr;
    return at && at->projection && at->projection->part;
  });
  const ir::CallChoice chosen = constructed || takes_text || takes_polymorphic || passes_parts ? ir::CallChoice{} : choice(definition);
  if (chosen.stays && chosen.recursive && passes_numbers(frame)) return call_recursive(expr, frame);
  if (chosen.stays)
    if (auto done = call_function_of_user(expr, frame)) return std::move(*done);
  const std::string outer_text = statement_;
  const int refusals = refusals_;
  const std::size_t reads = reads_.size();  // what a function reads it reads when it is called, but for what it gives as an expression
  Frame* const outer = std::exchange(frame_, &frame);
  ++depth_;
  const bool by_compiler = constructor && !constructor->isUserProvided();
  const bool installed = source_.is_installed(definition->getLocation());
  const bool is_called_back = source_.is_installed(outer->function->getLocation());  // unless it is installed too
  const bool pinned = std::exchange(pinned_, installed || by_compiler || (pinned_ && !is_called_back));
  const bool from_library = std::exchange(library_call_, library);
  if (constructor && constructed)
    for (const clang::CXXCtorInitializer* init : constructor->inits()) {
      const clang::FieldDecl* field = init->getAnyMember();
      if (init->isDelegatingInitializer()) assign(*constructed, value(init->getInit()));
      const auto* base = init->isBaseInitializer() ? init->getBaseClass()->getAsCXXRecordDecl() : nullptr;
      Cell* to = field ? member(*constructed, field) : base ? base_of(*constructed, base) : nullptr;
      if (!to) continue;  // a base class without members
      if (field && types_.is_reference(field->getType()))
        to->alias = object_given(init->getInit());
      else
        assign(*to, value(init->getInit()));
    }
  // Calls may be nested deeper than the stack of a thread.
  if (written) clang::runWithSufficientStackSpace([] {}, [&] { statement(definition->getBody()); });
  if (refusals_ != refusals && !library) refused_.insert(definition->getCanonicalDecl());
  if (!takes_parts) reads_.resize(reads);
  library_call_ = from_library;
  pinned_ = pinned;
  --depth_;
  frame_ = outer;
  statement_ = outer_text;
  return given_back(*frame.result, definition, expr);
}

// Whether the function takes and gives types that are understood; refused at the call where it doesn't, and its body not
// looked into.
bool Calls::passes_known_types(const clang::Expr* expr, const clang::FunctionDecl* function,
                                  const std::vector<const clang::Expr*>& arguments) {
  bool good = std::none_of(arguments.begin(), arguments.end(), [&](const clang::Expr* one) { return was_refused(one); });
  if (!good) return false;
  const auto is_known = [&](clang::QualType type) { return types_.of(type) || has_type_by_value(type); };
  for (unsigned i = 0; i < arguments.size() && i < function->getNumParams(); ++i) {
    const clang::ParmVarDecl* parameter = function->getParamDecl(i);
    if (takes_message(parameter, arguments[i]) || is_known(parameter->getType())) continue;
    good = false;
    const std::string name = parameter->getNameAsString();
    refuse_type(arguments[i]->getExprLoc(), name.empty() ? "this argument" : fmt::format("argument '{}'", name),
                parameter->getType());
  }
  const clang::QualType result = function->getReturnType();
  if (good && !result->isVoidType() && !is_known(result)) {
    refuse_type(expr->getExprLoc(), "the result", result);
    good = false;
  }
  return good;
}

// The argument is evaluated in the caller's frame.
void Calls::bind(Frame& frame, const clang::ParmVarDecl* parameter, const clang::Expr* argument) {
  const clang::QualType type = parameter->getType();
  if (is_text(*parameter)) return;  // thrown, or refused where it is used
  const CppType* known = types_.of(type);
  if (type->isReferenceType() || (known && known->is_lazy())) {
    frame.variables[parameter] = object_given(argument);
    return;
  }
  Cell cell = known ? fresh(known, Cell::State::poison) : value(argument);
  if (known) assign(cell, value(argument));
  frame.variables[parameter] = temporary(std::move(cell));
}

void Calls::bind_captures(Frame& frame, const clang::CXXMethodDecl* method, Cell& object) {
  if (!method->getParent()->isLambda()) return;
  llvm::DenseMap<const clang::ValueDecl*, clang::FieldDecl*> captures;
  clang::FieldDecl* this_capture = nullptr;
  method->getParent()->getCaptureFields(captures, this_capture);
  for (const auto& [captured, field] : captures)
    frame.variables[captured] = member(object, field);
  if (!this_capture) return;
  Cell& captured = resolved(*member(object, this_capture));  // [this] or [*this]
  frame.object = captured.type && captured.type->form == CppType::Form::pointer ? captured.target : &captured;
}

}  // namespace tool
