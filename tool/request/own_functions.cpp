#include "tool/request/own_functions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "tool/request/check_request.h"

namespace tool {
namespace {

using clang::FunctionDecl;
using clang::QualType;

// Whether values of a type may lead to floating numbers. Of the standard library's classes their arguments say it.
class Floats {
 public:
  bool in(QualType type) {
    type = type.getNonReferenceType().getCanonicalType();
    if (type->isRealFloatingType() || type->isAnyComplexType()) return true;
    if (type->isDependentType()) return false;
    if (type->isPointerType()) return in(type->getPointeeType());
    if (const auto* array = type->getAsArrayTypeUnsafe()) return in(array->getElementType());
    const auto* record = type->getAsCXXRecordDecl();
    if (!record || !seen_.insert(record->getCanonicalDecl()).second) return false;
    if (const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record))
      if (in_arguments(special->getTemplateArgs().asArray())) return true;
    record = record->getDefinition();
    if (!record || record->isInStdNamespace()) return false;
    for (const clang::CXXBaseSpecifier& base : record->bases())
      if (in(base.getType())) return true;
    return std::any_of(record->field_begin(), record->field_end(), [&](const clang::FieldDecl* field) { return in(field->getType()); });
  }

 private:
  bool in_arguments(llvm::ArrayRef<clang::TemplateArgument> arguments) {
    return std::any_of(arguments.begin(), arguments.end(), [&](const clang::TemplateArgument& one) {
      if (one.getKind() == clang::TemplateArgument::Pack) return in_arguments(one.getPackAsArray());
      return one.getKind() == clang::TemplateArgument::Type && in(one.getAsType());
    });
  }

  std::set<const clang::CXXRecordDecl*> seen_;
};

bool holds_floats(QualType type) { return Floats().in(type); }

const clang::CXXMethodDecl* method_with_object(const FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  return method && method->isInstance() ? method : nullptr;
}

bool is_written_through(QualType type) {
  return (type->isReferenceType() || type->isPointerType()) && !type->getPointeeType().isConstQualified();
}

// What takes or gives a lambda can be called with that alone: it belongs to who does.
bool is_of_lambda(const FunctionDecl& function) {
  const auto is_lambda = [](QualType type) {
    const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    return record && record->isLambda();
  };
  return is_lambda(function.getReturnType()) ||
         std::any_of(function.param_begin(), function.param_end(), [&](const clang::ParmVarDecl* one) { return is_lambda(one->getType()); });
}

// Whether it is given floating numbers, and gives some: as its result, or through what it can write.
bool takes_and_gives_floats(const FunctionDecl& function) {
  bool takes = false, gives = holds_floats(function.getReturnType());
  const auto add = [&](QualType type, bool is_written) {
    const bool holds = holds_floats(type);
    takes = takes || holds;
    gives = gives || (holds && is_written);
  };
  for (const clang::ParmVarDecl* parameter : function.parameters()) add(parameter->getType(), is_written_through(parameter->getType()));
  if (const clang::CXXMethodDecl* method = method_with_object(function))
    add(function.getASTContext().getRecordType(method->getParent()), !method->isConst());
  return takes && gives;
}

// `R f(C& object, parameters...) { return object.method(parameters...); }`, at the place of the function, or the same without an
// object. No reader of it asks for the conversions that Sema would write.
class Calling {
 public:
  explicit Calling(FunctionDecl& called) : called_(called), context_(called.getASTContext()), at_(called.getLocation()) {}

  FunctionDecl* make() {
    auto* method = const_cast<clang::CXXMethodDecl*>(method_with_object(called_));
    std::vector<QualType> types;
    if (method)
      types.push_back(context_.getLValueReferenceType(
          context_.getQualifiedType(context_.getRecordType(method->getParent()), method->getMethodQualifiers())));
    for (const clang::ParmVarDecl* own : called_.parameters()) types.push_back(own->getType());
    const QualType result = called_.getReturnType().getNonReferenceType().getUnqualifiedType();
    const QualType type = context_.getFunctionType(result, types, {});
    const auto name = called_.getDeclName().isIdentifier() ? called_.getName().str() : std::string("called");
    function_ = FunctionDecl::Create(context_, context_.getTranslationUnitDecl(), at_, at_, clang::DeclarationName(&context_.Idents.get(name)), type,
                                     context_.getTrivialTypeSourceInfo(type, at_), clang::SC_None);
    std::vector<clang::ParmVarDecl*> parameters;
    if (method) parameters.push_back(parameter("object", types[0], at_));
    for (const clang::ParmVarDecl* own : called_.parameters()) parameters.push_back(parameter(own->getNameAsString(), own->getType(), own->getLocation()));
    function_->setParams(parameters);

    std::vector<clang::Expr*> arguments;
    for (std::size_t i = method ? 1 : 0; i < parameters.size(); ++i) arguments.push_back(argument(parameters[i]));
    const clang::ExprValueKind kind = clang::Expr::getValueKindForType(called_.getReturnType());
    clang::Expr* call = nullptr;
    if (method) {
      clang::Expr* callee = clang::MemberExpr::CreateImplicit(context_, named(parameters[0]), false, method, context_.BoundMemberTy,
                                                              clang::VK_PRValue, clang::OK_Ordinary);
      call = clang::CXXMemberCallExpr::Create(context_, callee, arguments, method->getCallResultType(), kind, at_, clang::FPOptionsOverride());
    } else {
      clang::Expr* callee = clang::DeclRefExpr::Create(context_, clang::NestedNameSpecifierLoc(), clang::SourceLocation(), &called_, false, at_,
                                                       called_.getType(), clang::VK_LValue);
      callee = clang::ImplicitCastExpr::Create(context_, context_.getPointerType(called_.getType()), clang::CK_FunctionToPointerDecay, callee, nullptr,
                                               clang::VK_PRValue, clang::FPOptionsOverride());
      call = clang::CallExpr::Create(context_, callee, arguments, called_.getCallResultType(), kind, at_, clang::FPOptionsOverride());
    }
    clang::Stmt* statement = result->isVoidType() ? static_cast<clang::Stmt*>(call) : clang::ReturnStmt::Create(context_, at_, loaded(call), nullptr);
    function_->setBody(clang::CompoundStmt::Create(context_, {statement}, clang::FPOptionsOverride(), at_, at_));
    return function_;
  }

 private:
  // Parameters out of one pack are named alike.
  clang::ParmVarDecl* parameter(std::string name, QualType type, clang::SourceLocation at) {
    if (!name.empty() && !names_.insert(name).second) names_.insert(name += fmt::format("_{}", count_ + 1));
    clang::IdentifierInfo* called = name.empty() ? nullptr : &context_.Idents.get(name);
    clang::ParmVarDecl* made = clang::ParmVarDecl::Create(context_, function_, at, at, called, type, context_.getTrivialTypeSourceInfo(type, at),
                                                          clang::SC_None, nullptr);
    made->setScopeInfo(0, count_++);
    return made;
  }
  clang::Expr* named(clang::ParmVarDecl* parameter) {
    parameter->markUsed(context_);
    return clang::DeclRefExpr::Create(context_, clang::NestedNameSpecifierLoc(), clang::SourceLocation(), parameter, false, at_,
                                      parameter->getType().getNonReferenceType(), clang::VK_LValue);
  }
  // What is no class is read where it is no reference.
  clang::Expr* loaded(clang::Expr* expr) {
    if (!expr->isLValue() || expr->getType()->isRecordType() || expr->getType()->isArrayType()) return expr;
    return clang::ImplicitCastExpr::Create(context_, expr->getType().getUnqualifiedType(), clang::CK_LValueToRValue, expr, nullptr,
                                           clang::VK_PRValue, clang::FPOptionsOverride());
  }
  clang::Expr* argument(clang::ParmVarDecl* parameter) {
    return parameter->getType()->isReferenceType() ? named(parameter) : loaded(named(parameter));
  }

  FunctionDecl& called_;
  clang::ASTContext& context_;
  clang::SourceLocation at_;
  std::set<std::string> names_;
  FunctionDecl* function_ = nullptr;
  unsigned count_ = 0;
};

bool is_generated(llvm::StringRef file) {
  return file.ends_with(".grad.h") || file.ends_with(".grad.cpp") || file.ends_with(".grad_test.cpp");
}

// As --function takes it: what is in a namespace without a name is called without it.
std::string name_of(const FunctionDecl& function) {
  std::string name;
  llvm::raw_string_ostream out(name);
  function.getNameForDiagnostic(out, function.getASTContext().getPrintingPolicy(), true);
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  for (std::size_t at = name.find(kUnnamed); at != std::string::npos; at = name.find(kUnnamed, at)) name.erase(at, kUnnamed.size());
  return name;
}

class Collector {
 public:
  Collector(Source& source, const std::vector<std::string>& folders) : source_(source), sources_(source.source_manager()), folders_(folders) {}

  std::vector<OwnFunction> run() {
    walk(*source_.ast().getTranslationUnitDecl());
    std::map<std::string, int> named;
    for (const OwnFunction& one : found_) ++named[one.name];
    for (OwnFunction& one : found_) {
      if (named[one.name] > 1) one.name += signature(*functions_.at(one.key));
      if (!one.holds_floats || !one.tried) continue;
      if (method_with_object(*one.tried) || one.tried->getPrimaryTemplate()) one.tried = Calling(*one.tried).make();
    }
    std::stable_sort(found_.begin(), found_.end(),
                     [&](const OwnFunction& a, const OwnFunction& b) { return sources_.isBeforeInTranslationUnit(a.at, b.at); });
    return std::move(found_);
  }

 private:
  void walk(const clang::DeclContext& context) {
    for (clang::Decl* declaration : context.decls()) visit(declaration);
  }

  void visit(clang::Decl* declaration) {
    if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration); record && record->isLambda()) return;
    if (auto* function = llvm::dyn_cast<FunctionDecl>(declaration)) return add(function);
    if (auto* function = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration)) {
      add(function->getTemplatedDecl());
      for (FunctionDecl* instance : function->specializations())
        if (instance->getTemplateSpecializationKind() != clang::TSK_ExplicitSpecialization) add(instance);
    } else if (auto* record = llvm::dyn_cast<clang::ClassTemplateDecl>(declaration)) {
      walk(*record->getTemplatedDecl());
      if (record->isThisDeclarationADefinition())
        for (clang::ClassTemplateSpecializationDecl* instance : record->specializations())
          if (instance->getTemplateSpecializationKind() != clang::TSK_ExplicitSpecialization) walk(*instance);
    } else if (const auto* friends = llvm::dyn_cast<clang::FriendDecl>(declaration)) {
      if (friends->getFriendDecl()) visit(friends->getFriendDecl());
    } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl, clang::CXXRecordDecl>(declaration)) {
      walk(*llvm::cast<clang::DeclContext>(declaration));
    }
  }

  void add(FunctionDecl* function) {
    if (!function->doesThisDeclarationHaveABody() && !function->isTemplateInstantiation()) return;
    if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl, clang::CXXDeductionGuideDecl>(function)) return;
    if (function->isImplicit() || function->isDefaulted() || function->isDeleted() || function->isMain()) return;
    // All instances of a template are one definition.
    const FunctionDecl* pattern = function->getTemplateInstantiationPattern();
    const clang::SourceLocation at = sources_.getExpansionLoc((pattern ? pattern : function)->getLocation());
    if (at.isInvalid() || source_.is_installed(at)) return;
    OwnFunction one;
    one.file = file_of(at);
    if (one.file.empty() || is_generated(one.file) || !is_asked_for(one.file)) return;
    one.at = at;
    const bool of_template = pattern || function->isTemplated();
    one.name = name_of(*function);
    one.key = fmt::format("{}:{}:{}{}", one.file, sources_.getExpansionLineNumber(at), sources_.getExpansionColumnNumber(at),
                          of_template ? "" : " " + one.name + signature(*function));
    if (!function->isTemplated() && !is_of_lambda(*function)) {
      const FunctionDecl* body = nullptr;
      if (!function->getBody(body)) return;
      one.tried = const_cast<FunctionDecl*>(body);
      one.holds_floats = takes_and_gives_floats(*body);
    }
    one.is_called = !why_not_free(*function).empty();
    const auto [known, is_new] = index_.try_emplace(one.key, found_.size());
    if (is_new) {
      functions_[one.key] = function;
      found_.push_back(std::move(one));
      return;
    }
    // The first instance with something to differentiate stands for the template.
    OwnFunction& before = found_[known->second];
    if (before.tried && (before.holds_floats || !one.holds_floats)) return;
    if (!one.tried) return;
    functions_[one.key] = function;
    before = std::move(one);
  }

  std::string file_of(clang::SourceLocation at) {
    const clang::FileID id = sources_.getFileID(at);
    const auto [known, is_new] = files_.try_emplace(id);
    const clang::OptionalFileEntryRef entry = sources_.getFileEntryRefForID(id);
    if (!is_new || !entry) return known->second;
    const llvm::StringRef real = entry->getFileEntry().tryGetRealPathName();
    known->second = std::filesystem::absolute((real.empty() ? entry->getName() : real).str()).lexically_normal().string();
    return known->second;
  }

  // Headers of packages, where the sources are not: some builds find them by a plain -I.
  bool is_asked_for(const std::string& file) const {
    if (folders_.empty()) return !file.starts_with("/usr/");
    return std::any_of(folders_.begin(), folders_.end(), [&](const std::string& folder) { return file.starts_with(folder + "/"); });
  }

  Source& source_;
  const clang::SourceManager& sources_;
  const std::vector<std::string>& folders_;
  std::vector<OwnFunction> found_;
  std::map<std::string, std::size_t> index_;               // by key
  std::map<std::string, const FunctionDecl*> functions_;  // by key: what is called by the name
  std::map<clang::FileID, std::string> files_;
};

}  // namespace

std::vector<OwnFunction> own_functions(Source& source, const std::vector<std::string>& folders) { return Collector(source, folders).run(); }

}  // namespace tool
