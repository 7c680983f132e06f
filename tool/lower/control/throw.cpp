// Exceptions: what a path ends with, which ends it in a derivative too. The class is that of the source, or the nearest base of the
// standard library that is made of a text; the message is made of texts and numbers where strings and streams make it
// so in the block that ends with the `throw`, and is the text of the source otherwise.
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <array>

#include "ir/kind.h"
#include "tool/lower/control/control.h"
#include "tool/lower/written.h"
#include "tool/source/walk.h"

namespace tool {
namespace {

constexpr std::array kOfText{"logic_error", "invalid_argument", "domain_error", "length_error", "out_of_range",
                             "runtime_error", "range_error", "overflow_error", "underflow_error"};
constexpr std::array kOfNothing{"bad_alloc", "bad_array_new_length"};

template <class Names>
bool is_one_of(const Names& names, const clang::CXXRecordDecl* record) {
  return record->isInStdNamespace() && std::find(names.begin(), names.end(), record->getName()) != names.end();
}

const clang::CXXRecordDecl* made_of_text(const clang::CXXRecordDecl* record) {
  if (!record || is_one_of(kOfText, record)) return record;
  if (!record->hasDefinition()) return nullptr;
  for (const clang::CXXBaseSpecifier& base : record->bases())
    if (const auto* found = made_of_text(base.getType()->getAsCXXRecordDecl())) return found;
  return nullptr;
}

// The class itself, or a specialisation of a template of that name, in namespace std.
bool is_standard(clang::QualType type, std::initializer_list<std::string_view> names) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() &&
         std::any_of(names.begin(), names.end(), [&](std::string_view name) { return record->getName() == llvm::StringRef(name); });
}
bool is_string(clang::QualType type) { return is_standard(type, {"basic_string", "basic_string_view"}); }
bool is_text_stream(clang::QualType type) { return is_standard(type, {"basic_ostringstream", "basic_stringstream"}); }

bool is_pointer_to_text(clang::QualType type) { return type->isPointerType() && type->getPointeeType()->isCharType(); }

// Of std::exception, or derived from it: what is carried of one is the text that it is made of.
bool is_exception(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || is_standard(type, {"exception"})) return record;
  return record->hasDefinition() && std::any_of(record->bases_begin(), record->bases_end(), [](const auto& base) { return is_exception(base.getType()); });
}

// Whether a statement always ends by an exception: a `throw`, or a call of a function that does nothing else.
bool always_throws(const clang::Stmt* stmt) {
  if (!stmt || Control::throw_in(stmt)) return stmt;
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(stmt)) return !block->body_empty() && always_throws(block->body_back());
  const auto* expr = llvm::dyn_cast<clang::Expr>(stmt);
  const auto* call = expr ? llvm::dyn_cast<clang::CallExpr>(expr->IgnoreParens()->IgnoreImplicit()) : nullptr;
  const clang::FunctionDecl* body = call ? call->getDirectCallee() : nullptr;
  return body && body->isNoReturn() && body->hasBody(body) && always_throws(body->getBody());
}

// Without conversions, and copies of strings.
const clang::Expr* bare(const clang::Expr* expr) {
  for (;;) {
    const clang::Expr* inner = expr->IgnoreParens()->IgnoreImplicit();
    if (const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(inner); cast && is_string(cast->getType())) inner = cast->getSubExpr();
    const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(inner);
    if (made && is_string(made->getType()) && made->getNumArgs() > 0 &&
        std::all_of(made->arg_begin() + 1, made->arg_end(), [](const clang::Expr* rest) { return llvm::isa<clang::CXXDefaultArgExpr>(rest); }))
      inner = made->getArg(0);
    if (inner == expr) return expr;
    expr = inner;
  }
}

const clang::Expr* without_copies(const clang::Expr* expr) {
  for (;;) {
    expr = expr->IgnoreParens()->IgnoreImplicit();
    const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expr);
    const auto* cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(expr);
    if (made && made->getNumArgs() == 1 && made->getConstructor()->isCopyOrMoveConstructor()) expr = made->getArg(0);
    else if (cast) expr = cast->getSubExpr();
    else return expr;
  }
}

// What an object is made of, copies aside; null where it is no new one.
const clang::CXXConstructExpr* construction_of(const clang::Expr* expr) { return llvm::dyn_cast<clang::CXXConstructExpr>(without_copies(expr)); }

// Whether what is thrown is made of more than texts.
class Computing : public Walk {
  bool sees(clang::Stmt* stmt) override { return !llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::CXXThisExpr, clang::LambdaExpr>(stmt); }
};
bool computes(const clang::CXXThrowExpr* thrown) { return !Computing().through(thrown); }

const clang::VarDecl* string_variable(const clang::Expr* expr) {
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
  return named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
}

void add_plain(std::string& text, llvm::StringRef plain) {
  for (const char c : plain) text += c == '{' || c == '}' ? std::string(2, c) : std::string(1, c);
}

// Of a number as a stream writes it.
bool is_written_as_number(clang::QualType type) {
  return type->isRealFloatingType() || (type->isIntegerType() && !type->isAnyCharacterType() && !type->isEnumeralType());
}

}  // namespace

const clang::CXXThrowExpr* Control::throw_in(const clang::Stmt* stmt) {
  while (const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(stmt)) {
    if (block->size() != 1) return nullptr;
    stmt = block->body_front();
  }
  const auto* expr = llvm::dyn_cast_or_null<clang::Expr>(stmt);
  return expr ? llvm::dyn_cast<clang::CXXThrowExpr>(expr->IgnoreParens()->IgnoreImplicit()) : nullptr;
}

// Adds what an expression of a string says; false where that isn't known.
bool Control::add_message(const clang::Expr* expr, Message& out) {
  expr = bare(is_exception(expr->getType()) ? without_copies(expr) : expr);
  if (const auto* plain = llvm::dyn_cast<clang::StringLiteral>(expr)) {
    if (!plain->isOrdinary() && !plain->isUTF8()) return false;
    add_plain(out.text, plain->getString());
    return true;
  }
  if (const auto* character = llvm::dyn_cast<clang::CharacterLiteral>(expr)) {
    if (character->getValue() >= 128) return false;
    add_plain(out.text, std::string(1, static_cast<char>(character->getValue())));
    return true;
  }
  if (const auto* of_function = llvm::dyn_cast<clang::PredefinedExpr>(expr)) return add_message(of_function->getFunctionName(), out);
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expr)) return is_string(made->getType()) && made->getNumArgs() == 0;
  if (const clang::VarDecl* variable = string_variable(expr)) {
    const auto found = messages_.find(variable);
    const clang::Expr* init = found == messages_.end() && variable->getType()->isPointerType() ? variable->getInit() : nullptr;
    if (init && llvm::isa<clang::StringLiteral>(bare(init)) && is_only_read(variable, frame_->function->getBody())) return add_message(init, out);
    if (found == messages_.end() || !found->second.is_known) return false;
    out.text += found->second.text;
    out.numbers.insert(out.numbers.end(), found->second.numbers.begin(), found->second.numbers.end());
    return true;
  }
  if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expr))
    return operation->getOperator() == clang::OO_Plus && operation->getNumArgs() == 2 && is_string(operation->getType()) &&
           add_message(operation->getArg(0), out) && add_message(operation->getArg(1), out);
  const auto* call = llvm::dyn_cast<clang::CallExpr>(expr);
  const clang::FunctionDecl* function = call ? call->getDirectCallee() : nullptr;
  if (!function) return false;
  if (const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
    const std::string name = function->getNameAsString();
    const clang::Expr* object = method->getImplicitObjectArgument();
    const bool gives_text = (name == "str" && is_text_stream(object->getType())) || (name == "c_str" && is_string(object->getType()));
    return gives_text && add_message(object, out);
  }
  if (function->isInStdNamespace() && function->getName() == "to_string") return add_number(call->getArg(0), out, true);
  return false;
}

// What an exception is made of: the last text that is known.
bool Control::add_message_of(const clang::CXXConstructExpr* made, Message& out) {
  for (unsigned i = made->getNumArgs(); i-- > 0;) {
    out = {};
    if (add_message(made->getArg(i), out)) return true;
  }
  return false;
}

bool Control::add_number(const clang::Expr* expr, Message& out, bool by_to_string) {
  if (!is_written_as_number(expr->getType())) return false;
  const Cell number = value(expr);
  if (!number.is_leaf() || number.state != Cell::State::ready || !type_of(number).is_scalar()) return false;
  out.text += by_to_string && expr->getType()->isRealFloatingType() ? "{f}" : "{}";
  out.numbers.push_back(number.value);
  return true;
}

// `stream << a << b`: the variable, whose message has them then; null where it is something else.
const clang::VarDecl* Control::write_to_message(const clang::Expr* expr) {
  expr = expr->IgnoreParens()->IgnoreImplicit();
  if (const clang::VarDecl* variable = string_variable(expr)) return messages_.contains(variable) ? variable : nullptr;
  const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expr);
  if (!operation || operation->getNumArgs() != 2) return nullptr;
  const bool appends = operation->getOperator() == clang::OO_PlusEqual && is_string(operation->getArg(0)->getType());
  if (!appends && operation->getOperator() != clang::OO_LessLess) return nullptr;
  const clang::VarDecl* variable = write_to_message(operation->getArg(0));
  if (!variable) return nullptr;
  const clang::Expr* what = operation->getArg(1);
  Message& message = messages_[variable];
  const bool is_end = !appends && llvm::isa<clang::DeclRefExpr>(what->IgnoreParenImpCasts()) && name_of(what) == "endl";
  if (is_end) message.text += '\n';
  else if (!(is_written_as_number(what->getType()) && !appends ? add_number(what, message, false) : add_message(what, message)))
    message.is_known = false;
  return variable;
}

// A statement that does nothing but to make a message, in a block that ends with the `throw` of it.
bool Control::makes_message(const clang::Stmt* stmt) {
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
    const auto* variable = declaration->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl()) : nullptr;
    if (!variable || variable->getType()->isReferenceType()) return false;
    if (!(is_string(variable->getType()) || is_text_stream(variable->getType()) || is_exception(variable->getType()))) return false;
    Message message;
    const clang::Expr* init = variable->getInit();
    const auto* made = init ? llvm::dyn_cast<clang::CXXConstructExpr>(init->IgnoreImplicit()) : nullptr;
    if (is_exception(variable->getType())) {
      message.is_known = made && add_message_of(made, message);
      messages_[variable] = std::move(message);
      return true;
    }
    const bool is_empty = !init || (made && (made->getNumArgs() == 0 || llvm::isa<clang::CXXDefaultArgExpr>(made->getArg(0))));
    if (!is_empty) message.is_known = is_string(variable->getType()) && add_message(init, message);
    messages_[variable] = std::move(message);
    return true;
  }
  const auto* expr = llvm::dyn_cast<clang::Expr>(stmt);
  return expr && !string_variable(expr) && (write_to_message(expr) || edits_message(expr));
}

// A call that takes texts alone and gives nothing: what it does to a message is not known, which stays as it was.
bool Control::edits_message(const clang::Expr* expr) const {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(expr->IgnoreParens()->IgnoreImplicit());
  const clang::FunctionDecl* function = call ? call->getDirectCallee() : nullptr;
  if (!function || !function->getReturnType()->isVoidType() || llvm::isa<clang::CXXMemberCallExpr, clang::CXXOperatorCallExpr>(call)) return false;
  bool edits = false;
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    const bool of_text = is_string(parameter->getType().getNonReferenceType());
    if (!of_text && !is_pointer_to_text(parameter->getType())) return false;
    edits = edits || (of_text && parameter->getType()->isReferenceType());
  }
  const auto is_message = [&](const clang::Expr* argument) { return string_variable(argument) && messages_.contains(string_variable(argument)); };
  return edits && std::any_of(call->arg_begin(), call->arg_end(), is_message);
}

bool Control::ends_by_throw(Statements list) { return !list.empty() && always_throws(list.back()); }

bool Control::is_text(const clang::ParmVarDecl& parameter) {
  return is_string(parameter.getType().getNonReferenceType()) || is_exception(parameter.getType());
}

bool Control::takes_message(const clang::ParmVarDecl* parameter, const clang::Expr* argument) {
  const clang::QualType type = parameter->getType();
  if (!is_text(*parameter) && !is_pointer_to_text(type)) return false;
  Message message;
  message.is_known = add_message(argument, message);
  messages_[parameter] = std::move(message);
  return is_text(*parameter);
}

bool Control::throws_plainly(const clang::IfStmt* stmt, const Cell& condition) {
  const clang::CXXThrowExpr* thrown = throw_in(stmt->getThen());
  if (!thrown || stmt->getElse() || !condition.is_leaf() || condition.state != Cell::State::ready || known_bool(condition)) return false;
  if (computes(thrown)) return false;
  const Here here(*this, thrown);
  throw_where(condition, thrown);
  return true;
}

Cell Control::thrown(const clang::CXXThrowExpr* expr) {
  throw_where(boolean(true), expr);
  throws_ = true;
  return {};
}

void Control::throw_where(const Cell& condition, const clang::CXXThrowExpr* expr) {
  const clang::Expr* object = expr->getSubExpr();
  if (!object) {
    refuse(expr, Refusal::exception, "throw", "name what is thrown");
    return;
  }
  if (!effects_) {
    refuse(expr, Refusal::exception, "throw", "check before the function is called");
    return;
  }
  if (effects_->state != Cell::State::ready) return;  // after what was refused
  const auto* record = object->getType()->getAsCXXRecordDecl();
  const clang::CXXConstructExpr* made = construction_of(object);
  ir::Attributes attributes{{"exception", std::string()}};
  std::vector<ir::ValueId> operands{condition.value};
  if (record && is_one_of(kOfNothing, record)) {
    attributes.set("exception", "std::" + record->getNameAsString());
  } else {
    const clang::CXXRecordDecl* standard = made_of_text(record);
    if (standard) attributes.set("exception", "std::" + standard->getNameAsString());
    Message message;
    const bool is_known = standard && (made ? add_message_of(made, message) : add_message(object, message));
    if (!is_known) {
      message = {};
      add_plain(message.text, quoted(object->getSourceRange()));
    }
    operands.insert(operands.end(), message.numbers.begin(), message.numbers.end());
    attributes.set("text", message.text);
  }
  operands.push_back(effects_->value);
  effects_->value = append(ir::Kind::ThrowIf, std::move(operands), attributes);
}

}  // namespace tool
