// Which function a call means, and the bodies of the user's own: taken in where they are called.
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/Builtins.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Basic/Stack.h>

#include "tool/lowering.h"

namespace tool {
namespace {

bool in_gradc(const clang::Decl* decl) {
  const auto* space =
      llvm::dyn_cast<clang::NamespaceDecl>(decl->getDeclContext()->getEnclosingNamespaceContext());
  for (; space; space = llvm::dyn_cast<clang::NamespaceDecl>(space->getParent()))
    if (space->getName() == "gradc" && space->getParent()->getRedeclContext()->isTranslationUnit())
      return true;
  return false;
}

bool has_custom_rule(const clang::FunctionDecl* function) {
  for (const clang::FunctionDecl* declaration : function->redecls())
    for (const auto* annotation : declaration->specific_attrs<clang::AnnotateAttr>())
      if (annotation->getAnnotation().starts_with("gradc.custom_")) return true;
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

std::string parameters_of(const clang::FunctionDecl* function, const clang::PrintingPolicy& policy) {
  std::string text;
  for (const clang::ParmVarDecl* parameter : function->parameters())
    text += (text.empty() ? "" : ", ") + attached(parameter->getType().getAsString(policy)) + " " +
            (parameter->getName().empty() ? fmt::format("p{}", parameter->getFunctionScopeIndex())
                                          : parameter->getNameAsString());
  return text;
}

}  // namespace

Outcome Lowering::call(const clang::CallExpr* expr) {
  const clang::FunctionDecl* function = expr->getDirectCallee();
  if (!function && was_refused(expr->getCallee())) return {};
  if (!function) return {refuse(expr, Refusal::indirect_call), nullptr};
  if (gives_argument_back(function)) return outcome(expr->getArg(0));
  if (has_custom_rule(function))
    return {refuse(expr, Refusal::custom_rule, function->getQualifiedNameAsString()), nullptr};
  if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expr);
      operation && is_of_library(function) && takes_iterator(operation) && operation->getOperator() != clang::OO_Equal)
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
  const bool library = context().getSourceManager().isInSystemHeader(function->getLocation());
  if (function->isInStdNamespace() || library || function->getBuiltinID() != 0)
    return call_standard(expr, function);
  std::vector<const clang::Expr*> arguments(expr->arg_begin(), expr->arg_end());
  // A static operator() takes its object as an argument that it ignores.
  if (method && llvm::isa<clang::CXXOperatorCallExpr>(expr)) arguments.erase(arguments.begin());
  return call_body(expr, function, nullptr, arguments);
}

bool Lowering::takes_iterator(const clang::CXXOperatorCallExpr* expr) {
  for (const clang::Expr* argument : expr->arguments()) {
    const CppType* type = types_.of(argument->getType());
    if (type && type->form == CppType::Form::pointer) return true;
  }
  return false;
}

// An element of a std::vector<bool> through the object that stands for it.
Outcome Lowering::call_bit(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, const clang::Expr* bit) {
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

Outcome Lowering::call_method(const clang::CallExpr* expr, const clang::CXXMethodDecl* method) {
  const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expr);
  if (operation && method->getOverloadedOperator() == clang::OO_Equal &&
      (!method->isUserProvided() || in_gradc(method) || method->getParent()->isInStdNamespace())) {
    const CppType* to = types_.of(expr->getArg(0)->getType());
    const bool of_list = to && to->form == CppType::Form::vector && !types_.of(expr->getArg(1)->getType());
    Outcome right;
    if (of_list)
      right.value = vector_of_list(expr->getArg(1), to);
    else
      right = outcome(expr->getArg(1));
    Cell* left = place(expr->getArg(0));
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

  if (in_gradc(method)) return member_of_tensor(expr, method, *object);
  if (method->getParent()->isInStdNamespace()) {
    const CppType* type = resolved(*object).type;
    if (!type) return {};
    if (type->form == CppType::Form::array || type->form == CppType::Form::vector)
      return call_container(expr, method, *object);
    return {refuse(expr, Refusal::library_function, method->getQualifiedNameAsString(),
                   "use std::get, structured bindings or members"),
            nullptr};
  }
  if (method->isVirtual())
    return {refuse(expr, Refusal::virtual_call, method->getQualifiedNameAsString()), nullptr};
  std::vector<const clang::Expr*> arguments(expr->arg_begin() + (operation ? 1 : 0), expr->arg_end());
  return call_body(expr, method, &resolved(*object), arguments);
}

Outcome Lowering::member_of_tensor(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, Cell& object) {
  const std::string name = method->getNameAsString();
  if (llvm::isa<clang::CXXConversionDecl>(method)) {
    const CppType* to = types_.of(expr->getType());
    return {to ? read_as(object, to, expr) : refuse_type(expr->getExprLoc(), "this value", expr->getType()), nullptr};
  }
  Cell& at = resolved(object);
  if (name == "operator()") {
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

Outcome Lowering::call_standard(const clang::CallExpr* expr, const clang::FunctionDecl* function) {
  const std::string name = function->getNameAsString();
  if (auto op = call_form(expr, "std::" + name)) return {std::move(*op), nullptr};
  // tanhf is the C name of std::tanh on float; tanhl's type is refused by itself.
  if (name.size() > 1 && name.ends_with('f') && !function->isInStdNamespace())
    if (auto op = call_form(expr, "std::" + name.substr(0, name.size() - 1)))
      return {std::move(*op), nullptr};
  const clang::TemplateArgumentList* arguments = function->getTemplateSpecializationArgs();
  if (name == "get" && arguments && expr->getNumArgs() == 1 &&
      arguments->get(0).getKind() == clang::TemplateArgument::Integral) {
    Cell* object = place(expr->getArg(0));
    return {{}, element(*object, static_cast<std::size_t>(arguments->get(0).getAsIntegral().getZExtValue()))};
  }
  if (auto done = call_algorithm(expr, function)) return std::move(*done);
  const CppType* made = types_.of(expr->getType());
  if ((name == "make_pair" || name == "make_tuple") && made && made->members.size() == expr->getNumArgs()) {
    Cell cell = fresh(made, Cell::State::poison);
    std::vector<Outcome> given;
    for (const clang::Expr* argument : expr->arguments()) given.push_back(outcome(argument));
    for (std::size_t i = 0; i < given.size(); ++i) {
      Cell* source = given[i].place ? given[i].place : temporary(std::move(given[i].value));
      cell.members[i] = read_as(*source, made->members[i].type, expr->getArg(static_cast<unsigned>(i)));
    }
    return {std::move(cell), nullptr};
  }
  for (const clang::Expr* argument : expr->arguments())
    if (!argument->getType()->isPointerType()) effect(argument);
  if (name == "malloc" || name == "calloc" || name == "realloc" || name == "free" ||
      name.starts_with("operator new"))
    return {refuse(expr, Refusal::dynamic_memory, name), nullptr};
  std::string hint = "use an op of gradc, or write the function";
  if (name == "max" || name == "min" || name == "clamp" || name.ends_with("_element"))
    hint = "compare in a loop, or use gradc::max and gradc::argmax of a tensor";
  else if (callees_.find("gradc::" + name))
    hint = "use gradc::" + name;
  return {refuse(expr, Refusal::library_function, function->getQualifiedNameAsString(), hint), nullptr};
}

// --- bodies ---

Outcome Lowering::call_body(const clang::Expr* expr, const clang::FunctionDecl* function, Cell* object,
                            const std::vector<const clang::Expr*>& arguments, Cell* constructed) {
  const clang::FunctionDecl* definition = nullptr;
  const bool written = function->hasBody(definition);
  const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(written ? definition : function);
  if (!written && !(constructor && constructor->isDefaulted()))
    return {refuse_no_body(expr, function), nullptr};
  if (!definition) definition = function;
  if (context().getSourceManager().isInSystemHeader(definition->getLocation()))
    return {refuse(expr, Refusal::library_function, function->getQualifiedNameAsString(),
                   "use an op of gradc, or write the function"),
            nullptr};
  Frame frame;
  frame.caller = frame_;
  frame.function = definition;
  frame.called_at = expr->getExprLoc();
  frame.object = object;
  frame.returned = temporary(boolean(false));
  const CppType* returned = types_.of(definition->getReturnType());
  frame.result = temporary(returned ? uninitialised(returned) : Cell{});
  for (unsigned i = 0; i < arguments.size(); ++i) {
    if (i < definition->getNumParams())
      bind(frame, definition->getParamDecl(i), arguments[i]);
    else
      effect(arguments[i]);
  }
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition); method && object)
    bind_captures(frame, method, *object);

  for (const Frame* open = frame_; open; open = open->caller)
    if (open->function->getCanonicalDecl() == definition->getCanonicalDecl()) return call_recursive(expr, frame);
  const std::string outer_text = statement_;
  Frame* const outer = std::exchange(frame_, &frame);
  ++depth_;
  const bool pinned = std::exchange(pinned_, pinned_ || (constructor && !constructor->isUserProvided()));
  if (constructor && constructed)
    for (const clang::CXXCtorInitializer* init : constructor->inits()) {
      const clang::FieldDecl* field = init->getAnyMember();
      if (init->isDelegatingInitializer()) assign(*constructed, value(init->getInit()));
      if (!field) continue;
      Cell* to = member(*constructed, field);
      if (field->getType()->isReferenceType())
        to->alias = place(init->getInit());
      else
        assign(*to, value(init->getInit()));
    }
  // Calls may be nested deeper than the stack of a thread.
  if (written) clang::runWithSufficientStackSpace([] {}, [&] { statement(definition->getBody()); });
  pinned_ = pinned;
  --depth_;
  frame_ = outer;
  statement_ = outer_text;
  return {*frame.result, frame.result->alias};
}

// The argument is evaluated in the caller's frame.
void Lowering::bind(Frame& frame, const clang::ParmVarDecl* parameter, const clang::Expr* argument) {
  const clang::QualType type = parameter->getType();
  if (type->isReferenceType()) {
    frame.variables[parameter] = place(argument);
    return;
  }
  const CppType* known = types_.of(type);
  Cell cell = fresh(known, Cell::State::poison);
  if (!known)
    cell = refuse_type(parameter->getLocation(), fmt::format("parameter '{}'", parameter->getNameAsString()),
                       type);
  else
    assign(cell, value(argument));
  frame.variables[parameter] = temporary(std::move(cell));
}

void Lowering::bind_captures(Frame& frame, const clang::CXXMethodDecl* method, Cell& object) {
  if (!method->getParent()->isLambda()) return;
  llvm::DenseMap<const clang::ValueDecl*, clang::FieldDecl*> captures;
  clang::FieldDecl* this_capture = nullptr;
  method->getParent()->getCaptureFields(captures, this_capture);
  for (const auto& [captured, field] : captures)
    frame.variables[captured] = &resolved(*member(object, field));
  if (this_capture) frame.object = &resolved(*member(object, this_capture));
}

Cell Lowering::refuse_no_body(const clang::Expr* expr, const clang::FunctionDecl* function) {
  const std::string name = function->getQualifiedNameAsString();
  const bool first =
      reported_.find({expr->getExprLoc(), std::string(row(Refusal::no_body).name)}) == reported_.end();
  Cell refused = refuse(expr, Refusal::no_body, name);
  if (!first || llvm::isa<clang::CXXMethodDecl>(function)) return refused;
  clang::PrintingPolicy policy(context().getLangOpts());
  policy.SuppressTagKeyword = true;
  const std::string plain = function->getNameAsString(), parameters = parameters_of(function, policy);
  const std::string result =
      function->getReturnType().getNonReferenceType().getUnqualifiedType().getAsString(policy);
  std::string adjoints;
  for (const clang::ParmVarDecl* parameter : function->parameters())
    adjoints += (adjoints.empty() ? "" : ", ") +
                parameter->getType().getNonReferenceType().getUnqualifiedType().getAsString(policy);
  note(function->getLocation(),
       fmt::format("declared here; its rule would be: std::tuple<{0}> {1}_vjp({2}{3}const {4}& result, const {4}& "
                   "adjoint); GRADC_CUSTOM_VJP({1}_vjp) {4} {1}({2});",
                   adjoints, plain, parameters, parameters.empty() ? "" : ", ", result));
  return refused;
}

}  // namespace tool
