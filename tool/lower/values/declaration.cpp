// The signature as the generated header declares it.
#include <clang/AST/QualTypeNames.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <filesystem>

#include "tool/base/options.h"
#include "tool/lower/values/values.h"
#include "tool/source/walk.h"

namespace tool {
namespace {

bool is_header(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  static const std::set<std::string> kExtensions = {".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp"};
  return kExtensions.count(extension) > 0;
}

// What a type is written with, and whether the generated header can't repeat it: names that only the source
// has, and the types of expressions.
class NamesWritten : public Walk {
 public:
  explicit NamesWritten(const clang::SourceManager& sources) : sources_(sources) {}
  bool for_source = false;
  std::vector<clang::SourceLocation> declarations;

 private:
  bool sees(clang::Type* type) override {
    for_source |= llvm::isa<clang::DecltypeType, clang::TypeOfExprType, clang::AutoType>(type);
    if (const auto* named = llvm::dyn_cast<clang::TypedefType>(type)) return look(named->getDecl());
    if (const auto* named = llvm::dyn_cast<clang::UsingType>(type)) return look(named->getFoundDecl());
    if (const auto* special = llvm::dyn_cast<clang::TemplateSpecializationType>(type)) {
      const clang::TemplateName name = special->getTemplateName();
      if (const auto* shadow = name.getAsUsingShadowDecl()) look(shadow);
      return look(name.getAsTemplateDecl());
    }
    const auto* tag = llvm::dyn_cast<clang::TagType>(type);
    if (!tag) return true;
    look(tag->getDecl());
    const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(tag->getDecl());
    return !special || through(special->getTemplateArgs().asArray());
  }
  bool look(const clang::Decl* decl) {
    if (!decl) return true;
    for_source |= sources_.isInMainFile(sources_.getExpansionLoc(decl->getLocation()));
    if (!is_included_anyway(*decl)) declarations.push_back(decl->getLocation());
    return true;
  }
  static bool is_included_anyway(const clang::Decl& decl) {
    const clang::DeclContext* at = decl.getDeclContext();
    while (!at->isTranslationUnit() && !at->getParent()->isTranslationUnit()) at = at->getParent();
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(at);
    return space && (space->getName() == "std" || space->getName() == "gradc");
  }
  const clang::SourceManager& sources_;
};

// The types of leaves before there are values of them: of extents the numbers alone are known.
void leaf_types(const CppType& type, std::vector<ir::Type>& types, int depth = 0, int axes = 0) {
  if (type.packed && depth == 0) {
    for (std::int64_t i = 0; i < type.count; ++i) leaf_types(*type.item, types);
  } else if (type.is_leaf()) {
    ir::Type leaf{type.element, ir::Shape(static_cast<std::size_t>(type.rank + axes)), depth};
    for (std::size_t axis = 0; axis < type.extents.size() && depth == 0; ++axis)
      if (type.extents[axis] >= 0) leaf.extents[axis] = ir::Extent(type.extents[axis]);
    types.push_back(std::move(leaf));
  } else {
    for (const CppType::Member& member : type.members)
      leaf_types(type.is_plural() ? *type.item : *member.type, types, depth + (type.is_plural() && !type.packed),
                 axes + (type.is_plural() && type.packed));
  }
}

}  // namespace

bool Values::read_signature() {
  read_names();
  const bool parameters = read_parameters();
  const bool result = read_result();
  if (!parameters || !result) return false;
  read_header();
  describe_signature();
  return !failed_;
}

void Values::read_names() {
  codegen::Primal& primal = result_.primal;
  primal.name = request_.declaration->getNameAsString();
  primal.source = std::filesystem::path(source_.path()).filename().string();
  std::vector<std::string> spaces;
  for (const clang::DeclContext* at = request_.declaration->getDeclContext(); at; at = at->getParent())
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(at); space && !space->isAnonymousNamespace())
      spaces.insert(spaces.begin(), (space->isInline() ? "inline " : "") + space->getNameAsString());
  for (const std::string& space : spaces)
    primal.name_space += (primal.name_space.empty() ? "" : "::") + space;
}

bool Values::check_signature_type(const clang::ParmVarDecl* parameter, clang::QualType type,
                                    const CppType** out) {
  const std::string what =
      parameter ? fmt::format("parameter '{}'", parameter->getNameAsString()) : "the result";
  const clang::SourceLocation at = parameter ? parameter->getLocation() : request_.definition->getLocation();
  *out = types_.of(type);
  const std::string why = *out ? types_.why_not_in_signature(**out) : types_.why_not(type);
  if (why.empty()) return check_defined_in_header(**out, parameter ? what : "the result", at);
  clang::PrintingPolicy policy(context().getLangOpts());
  policy.SuppressTagKeyword = true;
  refuse(at, {}, Refusal::not_in_signature, what, request_.function,
         type.getNonReferenceType().getUnqualifiedType().getAsString(policy), why);
  *out = nullptr;
  return false;
}

// The generated header names the type, so it must come from something that can be included.
bool Values::check_defined_in_header(const CppType& type, const std::string& what,
                                       clang::SourceLocation at) {
  if (is_header(source_.path())) return true;
  const clang::SourceManager& sources = source_.source_manager();
  if (const clang::NamedDecl* declaration = type.declaration();
      declaration && sources.isInMainFile(sources.getExpansionLoc(declaration->getLocation()))) {
    refuse(at, {}, Refusal::type_only_in_source, type.name, what, request_.function);
    return false;
  }
  bool good = true;
  for (const CppType::Member& member : type.members)
    good = good && check_defined_in_header(*member.type, what, at);
  return good;
}

clang::QualType Values::type_for_header(clang::QualType type) const {
  NamesWritten names(source_.source_manager());
  names.through(type);
  return names.for_source && !is_header(source_.path()) ? type.getCanonicalType() : type;
}

std::string Values::spelled_for_header(clang::QualType type) const {
  clang::PrintingPolicy policy(context().getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.Bool = true;
  type = type_for_header(type);
  return attached(clang::TypeName::getFullyQualifiedName(type, context(), policy));
}

bool Values::read_parameters() {
  bool good = true;
  for (const clang::ParmVarDecl* parameter : request_.declaration->parameters()) {
    Root known;
    good &= check_signature_type(parameter, parameter->getType(), &known.type);
    parameters_.push_back(known);
    codegen::Parameter described;
    described.name = parameter->getNameAsString();
    described.declared_type = spelled_for_header(parameter->getType().getUnqualifiedType());
    result_.primal.parameters.push_back(std::move(described));
  }
  return good;
}

bool Values::read_result() {
  const clang::QualType type = request_.definition->getReturnType();
  if (!type->isVoidType()) return check_signature_type(nullptr, type, &result_type_);
  refuse(request_.definition->getLocation(), {}, Refusal::no_result, request_.function);
  return false;
}

// The include through which the function is declared; failing that the declaration itself, and the includes
// that bring the types of its parameters.
void Values::read_header() {
  codegen::Primal& primal = result_.primal;
  // The header that is to be written declares the function too, where the source includes it.
  const std::string own = std::filesystem::path(source_.path()).stem().string() + std::string(kHeaderSuffix);
  const auto take = [&](const std::optional<Include>& include) {
    if (!include || std::filesystem::path(include->name).filename() == own) return;
    std::string spelled = include->angled ? fmt::format("<{}>", include->name) : fmt::format("\"{}\"", include->name);
    if (std::find(primal.headers.begin(), primal.headers.end(), spelled) == primal.headers.end())
      primal.headers.push_back(std::move(spelled));
  };
  take(source_.include_of(request_.declaration->getLocation()));
  for (const clang::FunctionDecl* declaration : request_.definition->redecls())
    if (primal.headers.empty()) take(source_.include_of(declaration->getLocation()));
  if (primal.headers.empty() && is_header(source_.path())) primal.headers = {fmt::format("\"{}\"", primal.source)};
  if (!primal.headers.empty() || !request_.definition->isExternallyVisible()) return;
  std::string parameters;
  for (const codegen::Parameter& parameter : primal.parameters)
    parameters += (parameters.empty() ? "" : ", ") + parameter.declared_type + " " + parameter.name;
  // What can't be declared again as an ordinary function is not: the derivatives don't call it.
  const clang::FunctionDecl& definition = *request_.definition;
  const auto& prototype = *definition.getType()->castAs<clang::FunctionProtoType>();
  if (!definition.isConstexpr() && !definition.isExternC() &&
      !definition.getDeclaredReturnType()->getContainedDeducedType())
    primal.declaration = fmt::format("{} {}({}){}", spelled_for_header(definition.getReturnType()),
                                     primal.name, parameters, prototype.isNothrow() ? " noexcept" : "");
  NamesWritten names(source_.source_manager());
  for (const clang::ParmVarDecl* parameter : request_.declaration->parameters())
    names.through(type_for_header(parameter->getType()));
  names.through(type_for_header(definition.getReturnType()));
  for (const clang::SourceLocation declaration : names.declarations) take(source_.include_of(declaration));
  std::vector<const CppType*> types;  // in the order of the parameters, members after what holds them
  for (const Root& parameter : parameters_) types.push_back(parameter.type);
  types.push_back(result_type_);
  for (std::size_t i = 0; i < types.size(); ++i) {
    const CppType* type = types[i];
    if (const clang::NamedDecl* declaration = type->declaration()) take(source_.include_of(declaration->getLocation()));
    for (const CppType::Member& member : type->members) types.push_back(member.type);
  }
}

// The value trees, with the extents that are known so far.
void Values::describe_signature() {
  const auto types_of = [&](const Root& of) {
    std::vector<ir::Type> leaves;
    for (ir::ValueId leaf : of.leaves) leaves.push_back(function_[leaf].type);
    if (leaves.empty()) leaf_types(*of.type, leaves);
    leaves.resize(leaf_count(*of.type));
    return leaves;
  };
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    result_.primal.parameters[i].value = describe(*parameters_[i].type, types_of(parameters_[i]));
  result_.primal.result = describe(*result_type_, types_of({result_type_, function_.results()}));
}

}  // namespace tool
