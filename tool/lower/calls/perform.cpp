// What a function does beside computing, by C++ that is not followed: messages that are printed or handed to a function that is defined
// elsewhere, and the end of the program. Each is a statement of the derivative too (ir::Kind::Perform), where and when the function
// has it; what may have a derivative is handed to the C library and to streams alone, which give none of it back.
#include <clang/AST/ExprCXX.h>
#include <fmt/ranges.h>

#include "codegen/interface/names.h"
#include "ir/kind.h"
#include "tool/lower/calls/calls.h"
#include "tool/source/acts.h"

namespace tool {
namespace {

// A handle of the C library: stderr.
std::string handle(const clang::Expr* expr) {
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
  const auto* variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
  const bool is_one = variable && variable->isExternC() && (variable->getName() == "stdout" || variable->getName() == "stderr");
  return is_one ? variable->getNameAsString() : "";
}

bool is_null_pointer(const clang::Expr* expr) {
  const auto* cast = llvm::dyn_cast<clang::CastExpr>(expr->IgnoreParens());
  return cast && cast->getCastKind() == clang::CK_NullToPointer;
}

// A text as it stands in an attribute, where braces are doubled.
std::string in_statement(const std::string& text) {
  std::string made;
  for (const char c : text) made += c == '{' || c == '}' ? std::string(2, c) : std::string(1, c);
  return made;
}

// A character as it is written, where it is a plain one.
std::string character(const clang::Expr* expr) {
  const auto* literal = llvm::dyn_cast<clang::CharacterLiteral>(expr->IgnoreParenImpCasts());
  if (!literal || !expr->getType()->isSpecificBuiltinType(clang::BuiltinType::Char_S)) return "";
  if (literal->getValue() == '\n') return "'\\n'";
  const bool is_plain = literal->getValue() >= 0x20 && literal->getValue() < 0x7f && literal->getValue() != '\'' && literal->getValue() != '\\';
  return is_plain ? fmt::format("'{}'", in_statement(std::string(1, static_cast<char>(literal->getValue())))) : "";
}

// What stands for a number whose type is that of the element: of others it is converted.
bool is_as_it_is(clang::QualType type) {
  return type->isSpecificBuiltinType(clang::BuiltinType::Double) || type->isSpecificBuiltinType(clang::BuiltinType::Float) ||
         type->isSpecificBuiltinType(clang::BuiltinType::Int) || type->isBooleanType();
}

}  // namespace

// C++ that gives the text of a message, with a place for each of its numbers.
std::string Calls::text_of_message(const Message& message, bool as_pointer) {
  std::vector<std::string> parts;
  std::string plain;
  const auto end_plain = [&] {
    if (!plain.empty()) parts.push_back(in_statement(codegen::literal(plain)));
    plain.clear();
  };
  for (std::size_t i = 0; i < message.text.size(); ++i) {
    const char c = message.text[i];
    const char next = i + 1 < message.text.size() ? message.text[i + 1] : '\0';
    if ((c == '{' || c == '}') && next == c) {
      plain += c;
      ++i;
    } else if (c == '{') {
      end_plain();
      parts.emplace_back(next == 'f' ? "std::to_string({})" : "{}");
      i += next == 'f' ? 2 : 1;
    } else {
      plain += c;
    }
  }
  if (message.numbers.empty()) return in_statement(codegen::literal(plain));
  end_plain();
  return fmt::format("gradc::message({}){}", fmt::join(parts, ", "), as_pointer ? ".c_str()" : "");
}

// Adds the number, and says how it is handed over.
std::optional<std::string> Calls::performed_number(const clang::Expr* expr, Performed& out) {
  const clang::QualType type = expr->getType();
  if (std::string written = character(expr); !written.empty()) return written;
  if (const auto* enumeration = type->getAs<clang::EnumType>()) {
    const auto include = source_.include_of(enumeration->getDecl()->getLocation());
    if (!include) return std::nullopt;
    out.headers.push_back(include->text());
  }
  const Cell number = value(expr);
  if (!number.is_leaf() || number.state != Cell::State::ready || !type_of(number).is_scalar() || ir::is_complex(type_of(number).element)) return std::nullopt;
  out.operands.push_back(number.value);
  return is_as_it_is(type) ? "{}" : fmt::format("static_cast<{}>({{}})", in_statement(spelled_for_header(type)));
}

std::optional<std::string> Calls::performed_argument(const clang::Expr* expr, Performed& out) {
  const clang::QualType type = expr->getType();
  if (type->isArithmeticType() || type->isEnumeralType()) return performed_number(expr, out);
  if (const std::string name = handle(expr); !name.empty()) return name;
  if (type->isPointerType() && is_null_pointer(expr)) return "nullptr";
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expr->IgnoreParenImpCasts()); choice && type->isPointerType()) {
    const Cell condition = condition_of(choice->getCond());
    if (!condition.is_leaf() || condition.state != Cell::State::ready) return std::nullopt;
    out.operands.push_back(condition.value);
    const auto first = performed_argument(choice->getTrueExpr(), out), second = performed_argument(choice->getFalseExpr(), out);
    return first && second ? std::optional(fmt::format("({{}} ? {} : {})", *first, *second)) : std::nullopt;
  }
  Message message;
  if (!holds_text(type) || !add_message(expr, message) || !message.is_known) return std::nullopt;
  out.operands.insert(out.operands.end(), message.numbers.begin(), message.numbers.end());
  return text_of_message(message, !type->isRecordType());
}

// What generated code includes to call the function, or how it declares it.
void Calls::declare_outside(const clang::FunctionDecl* function, std::vector<std::string> headers) {
  codegen::Foreign foreign;
  foreign.primal.headers = std::move(headers);
  const llvm::StringRef standard = header_of_outside(function);
  std::optional<Include> include;
  for (const clang::FunctionDecl* declared : function->redecls())
    if (!include) include = source_.include_of(declared->getLocation());
  if (!standard.empty()) {
    foreign.primal.headers.push_back(fmt::format("<{}>", standard.str()));
  } else if (include) {
    add_include(*include, foreign.primal.headers);
  } else {
    std::vector<std::string> parameters;
    for (const clang::ParmVarDecl* parameter : function->parameters()) parameters.push_back(spelled_for_header(parameter->getType()));
    if (function->isVariadic()) parameters.emplace_back("...");
    for (const auto* at = llvm::dyn_cast<clang::NamespaceDecl>(function->getDeclContext()->getEnclosingNamespaceContext()); at;
         at = llvm::dyn_cast<clang::NamespaceDecl>(at->getParent()))
      foreign.primal.name_space = fmt::format("{}{}{}{}", at->isInline() ? "inline " : "", at->getName().str(), foreign.primal.name_space.empty() ? "" : "::", foreign.primal.name_space);
    const bool is_nothrow = function->getType()->castAs<clang::FunctionProtoType>()->isNothrow();
    foreign.primal.declaration = fmt::format("{}{}void {}({}){}", function->isExternC() ? "extern \"C\" " : "", function->isNoReturn() ? "[[noreturn]] " : "",
                                             function->getNameAsString(), fmt::join(parameters, ", "), is_nothrow ? " noexcept" : "");
  }
  functions_->foreign.push_back(std::move(foreign));
}

void Calls::perform(std::string text, Performed performed, bool ends) {
  ir::Attributes attributes{{"text", std::move(text)}};
  if (ends) attributes.set("ends", true);
  performed.operands.push_back(effects_->value);
  effects_->value = append(ir::Kind::Perform, std::move(performed.operands), attributes);
  throws_ = throws_ || ends;
}

// Nothing where the function is not one of those, or takes what is not known: it is refused as others are.
std::optional<Outcome> Calls::call_outside(const clang::CallExpr* expr, const clang::FunctionDecl* function) {
  const Outside kind = outside(source_, function);
  const auto is_included = [&](const clang::FunctionDecl* declared) { return source_.include_of(declared->getLocation()).has_value(); };
  const bool is_seen = !llvm::isa<clang::CXXMethodDecl>(function) || std::any_of(function->redecls_begin(), function->redecls_end(), is_included);
  if (!is_seen || kind == Outside::nothing || !effects_ || (kind == Outside::prints && expr != discarded_)) return std::nullopt;
  if (effects_->state != Cell::State::ready) return Outcome();  // after what was refused
  const int refusals = refusals_;
  Performed performed;
  std::vector<std::string> arguments;
  for (const clang::Expr* argument : expr->arguments()) {
    const auto given = performed_argument(argument, performed);
    if (refusals_ != refusals) return Outcome();
    if (!given) return std::nullopt;
    arguments.push_back(*given);
  }
  const std::string name = header_of_outside(function).empty() ? "::" + function->getQualifiedNameAsString() : "std::" + function->getNameAsString();
  declare_outside(function, std::move(performed.headers));
  if (kind == Outside::acts && functions_->outside.empty()) {
    functions_->outside = function->getQualifiedNameAsString();
    functions_->outside_at = expr->getExprLoc();
  }
  perform(fmt::format("{}({})", name, fmt::join(arguments, ", ")), std::move(performed), kind == Outside::ends);
  return Outcome();
}

// `stream << a << b` of a standard stream; false where the stream is another, or is given something else than texts and numbers.
bool Calls::write_to_stream(const clang::CallExpr* expr) {
  if (expr != discarded_ || !effects_) return false;
  std::vector<const clang::Expr*> items;
  const clang::Expr* at = expr;
  while (const auto* written = llvm::dyn_cast<clang::CXXOperatorCallExpr>(at)) {
    if (written->getOperator() != clang::OO_LessLess || written->getNumArgs() != 2) return false;
    items.insert(items.begin(), written->getArg(1));
    at = written->getArg(0)->IgnoreParenImpCasts();
  }
  const auto* stream = llvm::dyn_cast<clang::DeclRefExpr>(at);
  if (!stream || !is_standard_stream(stream->getDecl())) return false;
  if (effects_->state != Cell::State::ready) return true;
  const int refusals = refusals_;
  Performed performed;
  performed.headers = {"<iostream>"};
  std::string text = "std::" + stream->getDecl()->getNameAsString();
  for (const clang::Expr* item : items) {
    const auto* manipulator = llvm::dyn_cast<clang::DeclRefExpr>(item->IgnoreParenImpCasts());
    const auto* setting = llvm::dyn_cast<clang::CallExpr>(item->IgnoreImplicit());
    const clang::FunctionDecl* set_by = setting ? setting->getDirectCallee() : nullptr;
    std::optional<std::string> given;
    if (manipulator && manipulator->getDecl()->isInStdNamespace() && manipulator->getDecl()->getAsFunction()) {
      given = "std::" + manipulator->getDecl()->getNameAsString();
      performed.headers.emplace_back("<iomanip>");
    } else if (set_by && set_by->isInStdNamespace() && set_by->getNumParams() == 1 && set_by->getParamDecl(0)->getType()->isIntegerType() &&
               (set_by->getName() == "setprecision" || set_by->getName() == "setw")) {
      const auto number = performed_number(setting->getArg(0), performed);
      if (number) given = fmt::format("std::{}({})", set_by->getName().str(), *number);
      performed.headers.emplace_back("<iomanip>");
    } else {
      const clang::Expr* bare = item->IgnoreParens();
      if (const auto* bound = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(bare)) bare = bound->getSubExpr();
      given = performed_argument(bare, performed);
    }
    if (refusals_ != refusals) return true;
    if (!given || *given == "nullptr") return false;
    text += " << " + *given;
  }
  codegen::Foreign foreign;
  foreign.primal.headers = performed.headers;
  functions_->foreign.push_back(std::move(foreign));
  perform(std::move(text), std::move(performed), false);
  return true;
}

}  // namespace tool
