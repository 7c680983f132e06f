#include "tool/lower/copied.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/Builtins.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace tool {
namespace {

// A part of an object: a member, or an element of an array.
struct Step {
  const clang::FieldDecl* field = nullptr;  // null: an element
  std::int64_t index = 0;
  auto operator<=>(const Step&) const = default;
};
using Path = std::vector<Step>;

// Runs one such function, with the numbers that its loops count: what is given the other's value there, nothing where anything
// else is done.
class Copied {
 public:
  Copied(const clang::CXXMethodDecl& method, const clang::ASTContext& context) : method_(method), context_(context) {}

  bool all() {
    const clang::FunctionDecl* defined = nullptr;
    if (!method_.hasBody(defined)) {
      const clang::FunctionDecl* pattern = method_.getTemplateInstantiationPattern();
      return pattern && pattern->isDefined() && method_.getTemplateSpecializationKind() == clang::TSK_ImplicitInstantiation;
    }
    if (defined->getNumParams() != 1 || !defined->getParamDecl(0)->getType()->isReferenceType()) return false;
    other_ = defined->getParamDecl(0);
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(defined))
      for (const clang::CXXCtorInitializer* one : constructor->inits())
        if (!initializer(*one)) return false;
    return statement(*defined->getBody()) && is_copied(*method_.getParent(), {});
  }

 private:
  bool initializer(const clang::CXXCtorInitializer& one) {
    if (one.isDelegatingInitializer()) return false;
    if (one.isMemberInitializer() && is_value_of_other(one.getInit(), {{one.getMember()}})) return copied_.insert({{one.getMember()}}).second;
    if (one.isBaseInitializer() && is_part(one.getInit(), {}, true)) {
      whole_bases_.insert(one.getBaseClass()->getAsCXXRecordDecl()->getCanonicalDecl());
      return true;
    }
    // What the compiler adds; a body may copy it after that.
    return !one.isWritten();
  }

  bool statement(const clang::Stmt& stmt) {
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(&stmt))
      return std::all_of(block->body_begin(), block->body_end(), [&](const clang::Stmt* one) { return statement(*one); });
    if (llvm::isa<clang::NullStmt>(stmt)) return true;
    if (const auto* end = llvm::dyn_cast<clang::ReturnStmt>(&stmt)) return !end->getRetValue() || is_this_object(end->getRetValue());
    if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(&stmt)) return guard(*branch);
    if (const auto* counted = llvm::dyn_cast<clang::ForStmt>(&stmt))
      return (!counted->getInit() || statement(*counted->getInit())) && loop(counted->getCond(), *counted->getBody(), counted->getInc());
    if (const auto* tested = llvm::dyn_cast<clang::WhileStmt>(&stmt)) return loop(tested->getCond(), *tested->getBody(), nullptr);
    if (const auto* repeated = llvm::dyn_cast<clang::DoStmt>(&stmt)) return loop(repeated->getCond(), *repeated->getBody(), nullptr, false);
    if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(&stmt)) return declare(*declared);
    const auto* expr = llvm::dyn_cast<clang::Expr>(&stmt);
    return expr && (assignment(expr->IgnoreParenImpCasts()) || number(expr));
  }

  // if (this != &other) { ... }, or if (this == &other) return *this;
  bool guard(const clang::IfStmt& branch) {
    const auto* comparison = llvm::dyn_cast<clang::BinaryOperator>(branch.getCond()->IgnoreParenImpCasts());
    if (!comparison || !comparison->isEqualityOp() || branch.getInit()) return false;
    const auto is_this = [](const clang::Expr* expr) { return llvm::isa<clang::CXXThisExpr>(expr->IgnoreParenImpCasts()); };
    const auto is_other = [&](const clang::Expr* expr) {
      const auto* address = llvm::dyn_cast<clang::UnaryOperator>(expr->IgnoreParenImpCasts());
      return address && address->getOpcode() == clang::UO_AddrOf && is_part(address->getSubExpr(), {}, true);
    };
    const clang::Expr *left = comparison->getLHS(), *right = comparison->getRHS();
    if (!(is_this(left) && is_other(right)) && !(is_this(right) && is_other(left))) return false;
    const bool differs = comparison->getOpcode() == clang::BO_NE;
    const clang::Stmt *copying = differs ? branch.getThen() : branch.getElse(), *same = differs ? branch.getElse() : branch.getThen();
    const std::size_t before = copied_.size();
    return (!same || (statement(*same) && copied_.size() == before)) && (!copying || statement(*copying));
  }

  bool loop(const clang::Expr* condition, const clang::Stmt& body, const clang::Expr* next, bool is_tested = true) {
    for (; steps_ < kMostSteps; ++steps_, is_tested = true) {
      const auto goes_on = is_tested ? number(condition) : 1;
      if (!goes_on) return false;
      if (*goes_on == 0) return true;
      if (!statement(body) || (next && !number(next))) return false;
    }
    return false;
  }

  bool declare(const clang::DeclStmt& declared) {
    return std::all_of(declared.decl_begin(), declared.decl_end(), [&](const clang::Decl* one) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
      const bool is_local = variable && variable->hasLocalStorage() && variable->getType()->isIntegerType();
      const auto first = is_local && variable->getInit() ? number(variable->getInit()) : std::nullopt;
      if (first) numbers_[variable] = *first;
      return first.has_value();
    });
  }

  // An integer, from constants and from variables that count.
  std::optional<std::int64_t> number(const clang::Expr* expr) {
    clang::Expr::EvalResult result;
    if (!expr || expr->isValueDependent()) return std::nullopt;
    expr = expr->IgnoreParenImpCasts();
    if (expr->EvaluateAsInt(result, context_) && !result.HasSideEffects) return result.Val.getInt().getExtValue();
    if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
      const auto found = numbers_.find(named->getDecl());
      return found == numbers_.end() ? std::nullopt : std::optional(found->second);
    }
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr); unary && unary->isIncrementDecrementOp()) {
      const auto before = number(unary->getSubExpr());
      const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(unary->getSubExpr()->IgnoreParenImpCasts());
      if (!before || !named) return std::nullopt;
      const std::int64_t after = *before + (unary->isIncrementOp() ? 1 : -1);
      numbers_[named->getDecl()] = after;
      return unary->isPrefix() ? after : *before;
    }
    const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expr);
    if (!binary || binary->isAssignmentOp()) return std::nullopt;
    const auto left = number(binary->getLHS()), right = number(binary->getRHS());
    if (!left || !right) return std::nullopt;
    switch (binary->getOpcode()) {
      case clang::BO_Add:
        return *left + *right;
      case clang::BO_Sub:
        return *left - *right;
      case clang::BO_Mul:
        return *left * *right;
      case clang::BO_Div:
        return *right == 0 ? std::nullopt : std::optional(*left / *right);
      case clang::BO_Rem:
        return *right == 0 ? std::nullopt : std::optional(*left % *right);
      case clang::BO_LT:
        return *left < *right;
      case clang::BO_LE:
        return *left <= *right;
      case clang::BO_GT:
        return *left > *right;
      case clang::BO_GE:
        return *left >= *right;
      case clang::BO_NE:
        return *left != *right;
      case clang::BO_EQ:
        return *left == *right;
      default:
        return std::nullopt;
    }
  }

  // x = other.x
  bool assignment(const clang::Expr* expr) {
    const clang::Expr *to = nullptr, *from = nullptr;
    if (const auto* plain = llvm::dyn_cast<clang::BinaryOperator>(expr); plain && plain->getOpcode() == clang::BO_Assign) {
      to = plain->getLHS();
      from = plain->getRHS();
    } else if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expr); call && call->getOperator() == clang::OO_Equal) {
      const auto* called = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getCalleeDecl());
      if (!called || !(called->isCopyAssignmentOperator() || called->isMoveAssignmentOperator())) return false;
      to = call->getArg(0);
      from = call->getArg(1);
    }
    const auto path = to ? path_of(to, false) : std::nullopt;
    if (!path || path->empty() || !is_value_of_other(from, *path)) return false;
    copied_.insert(*path);
    return true;
  }

  // The other's part of that path, as a value of its type, or moved.
  bool is_value_of_other(const clang::Expr* expr, const Path& path) {
    if (!expr) return false;
    expr = expr->IgnoreParenImpCasts();
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expr))
      return made->getNumArgs() == 1 && made->getConstructor()->isCopyOrMoveConstructor() && is_value_of_other(made->getArg(0), path);
    if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(expr)) return list->getNumInits() == 1 && is_value_of_other(list->getInit(0), path);
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expr)) {
      const clang::FunctionDecl* called = call->getDirectCallee();
      return called && called->getBuiltinID() == clang::Builtin::BImove && is_value_of_other(call->getArg(0), path);
    }
    return is_part(expr, path, true);
  }

  bool is_part(const clang::Expr* expr, const Path& path, bool of_other) {
    const auto found = path_of(expr, of_other);
    return found && *found == path;
  }

  // What part of *this, or of the other object, an expression names.
  std::optional<Path> path_of(const clang::Expr* expr, bool of_other) {
    expr = expr->IgnoreParenImpCasts();
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expr); made && made->getNumArgs() == 1 && made->getConstructor()->isCopyOrMoveConstructor())
      return path_of(made->getArg(0), of_other);
    if (llvm::isa<clang::CXXThisExpr>(expr)) return of_other ? std::nullopt : std::optional(Path());
    if (const auto* object = llvm::dyn_cast<clang::UnaryOperator>(expr); object && object->getOpcode() == clang::UO_Deref)
      return llvm::isa<clang::CXXThisExpr>(object->getSubExpr()->IgnoreParenImpCasts()) && !of_other ? std::optional(Path()) : std::nullopt;
    if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr)) return of_other && named->getDecl() == other_ ? std::optional(Path()) : std::nullopt;
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr)) {
      const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
      auto path = field ? path_of(member->getBase(), of_other) : std::nullopt;
      if (path) path->push_back({field->getCanonicalDecl()});
      return path;
    }
    const clang::Expr *array = nullptr, *index = nullptr;
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) {
      array = element->getBase()->IgnoreParenImpCasts();
      index = element->getIdx();
      if (!array->getType()->isConstantArrayType()) return std::nullopt;
    }
    auto path = array ? path_of(array, of_other) : std::nullopt;
    if (!path) return std::nullopt;
    const auto before = numbers_;
    const auto at = number(index);
    if (!at || numbers_ != before) return std::nullopt;
    path->push_back({nullptr, *at});
    return path;
  }

  bool is_this_object(const clang::Expr* expr) { return is_part(expr, {}, false); }

  bool is_copied(const clang::CXXRecordDecl& record, const Path& at) const {
    for (const clang::CXXBaseSpecifier& base : record.bases()) {
      const auto* of = base.getType()->getAsCXXRecordDecl();
      if (!of || (!whole_bases_.count(of->getCanonicalDecl()) && !is_copied(*of->getDefinition(), at))) return false;
    }
    const auto has = [&](const clang::FieldDecl* field) {
      Path path = at;
      path.push_back({field->getCanonicalDecl()});
      return is_copied(field->getType(), path);
    };
    // The members of a union that is taken are one, under several names.
    return record.isUnion() ? std::any_of(record.field_begin(), record.field_end(), has) : std::all_of(record.field_begin(), record.field_end(), has);
  }

  bool is_copied(clang::QualType type, Path path) const {
    if (copied_.count(path)) return true;
    if (const auto count = extent(type); count > 0) {
      const clang::QualType item = context_.getAsConstantArrayType(type)->getElementType();
      const auto has = [&](const Step& step) {
        Path element = path;
        element.push_back(step);
        return is_copied(item, std::move(element));
      };
      for (std::int64_t i = 0; i < count; ++i)
        if (!has({nullptr, i})) return false;
      return true;
    }
    const auto* record = type->getAsCXXRecordDecl();
    return record && record->hasDefinition() && !record->field_empty() && is_copied(*record->getDefinition(), path);
  }

  std::int64_t extent(clang::QualType type) const {
    const auto* array = context_.getAsConstantArrayType(type);
    return array ? static_cast<std::int64_t>(array->getSize().getZExtValue()) : 0;
  }

  static constexpr int kMostSteps = 4096;

  const clang::CXXMethodDecl& method_;
  const clang::ASTContext& context_;
  const clang::ParmVarDecl* other_ = nullptr;
  std::set<Path> copied_;
  std::set<const clang::CXXRecordDecl*> whole_bases_;
  std::map<const clang::ValueDecl*, std::int64_t> numbers_;
  int steps_ = 0;
};

}  // namespace

bool copies_each_member(const clang::CXXMethodDecl& method, const clang::ASTContext& context) { return Copied(method, context).all(); }

}  // namespace tool
