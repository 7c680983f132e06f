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
  if (type.packed && depth == 0 && axes == 0 && !type.is_counted()) {
    for (std::int64_t i = 0; i < type.count; ++i) leaf_types(*type.item, types);
  } else if (type.is_leaf()) {
    ir::Type leaf{type.element, ir::Shape(static_cast<std::size_t>(type.rank + axes)), depth};
    for (std::size_t axis = 0; axis < type.extents.size() && depth == 0; ++axis)
      if (type.extents[axis] >= 0) leaf.extents[static_cast<std::size_t>(axes) + axis] = ir::Extent(type.extents[axis]);
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
      parameter ? fmt::format("parameter '{}'", request_.parameter_name(parameter->getFunctionScopeIndex())) : "the result";
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

// Of an array, one of const elements.
clang::QualType Values::to_const(clang::QualType type) const {
  const clang::QualType constant = type.withConst();
  return type->isArrayType() ? context().getCanonicalType(constant) : constant;
}
clang::QualType Values::reference_to_const(clang::QualType type) const { return context().getLValueReferenceType(to_const(type)); }

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
  for (unsigned i = 0; i < request_.declaration->getNumParams(); ++i) {
    const clang::ParmVarDecl* parameter = request_.declaration->getParamDecl(i);
    const clang::QualType type = parameter->getType();
    Root known;
    known.index = i;
    known.is_to_object = depth_ == 0 && (is_pointer_to_object(type) || is_pointer_to_rows(parameter));
    known.is_pointer = depth_ == 0 && type->isPointerType() && !known.is_to_object;
    if (known.is_pointer)
      good &= check_pointee(parameter, known);
    else
      good &= check_signature_type(parameter, known.is_to_object ? type->getPointeeType() : type, &known.type);
    known.use = use_of(parameter, i);
    if (known.is_to_object && known.use.is_several) good &= check_several(parameter, known);
    if (known.use.is_output) outputs_.push_back(known);
    if (!known.use.is_input) continue;
    codegen::Parameter described;
    described.name = request_.parameter_name(i);
    described.is_address = known.is_to_object;
    if (type->isPointerType() && depth_ == 0 && known.type)
      described.declared_type = spelled_for_header(context().getPointerType(to_const(type->getPointeeType())));
    else if (may_be_written(parameter) && known.type && depth_ == 0)
      described.declared_type = known.use.is_output || known.type->form != CppType::Form::scalar
                                    ? spelled_for_header(reference_to_const(type.getNonReferenceType()))
                                    : spelled_for_header(type.getNonReferenceType());
    else
      described.declared_type = spelled_for_header(type.getUnqualifiedType());
    described.is_written = known.use.is_output;
    parameters_.push_back(std::move(known));
    result_.primal.parameters.push_back(std::move(described));
  }
  return check_extents() && good;
}

namespace {

// The symbols of integers that a parameter is or holds.
void erase_integers(const CppType& type, const std::string& name, std::set<std::string>& symbols) {
  if (type.form == CppType::Form::scalar && ir::is_integer(type.element)) symbols.erase("%" + name);
  if (type.form != CppType::Form::structure) return;
  for (const CppType::Member& member : type.members) erase_integers(*member.type, name + "." + member.name, symbols);
}

}  // namespace

// Those of extent(...), once the parameters are known.
bool Values::check_extents() {
  bool good = true;
  for (const PointerExtent& one : request_.items.extents) {
    const auto refuse_item = [&](const std::string& why) {
      const clang::SourceLocation at = request_.at.isValid() ? request_.item_location(one.offset) : request_.definition->getLocation();
      refuse(at, {}, Refusal::extent_item, one.name, why);
      good = false;
    };
    std::set<std::string> symbols;
    one.extent.collect_symbols(symbols);
    bool is_pointer = false;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const codegen::Parameter& parameter = result_.primal.parameters[i];
      const bool is_one = parameters_[i].is_pointer || parameters_[i].is_to_several;
      is_pointer = is_pointer || (parameter.name == one.name && is_one);
      if (!parameters_[i].type || is_one) continue;
      erase_integers(*parameters_[i].type, parameter.name, symbols);
    }
    for (const Root& output : outputs_)
      is_pointer = is_pointer || ((output.is_pointer || output.is_to_several) && request_.parameter_name(output.index) == one.name);
    if (!is_pointer) refuse_item("is no parameter that is a pointer");
    for (const std::string& symbol : symbols) refuse_item(fmt::format("is of '{}', which is no integer parameter", symbol.substr(1)));
  }
  return good;
}

// Objects of a constant size, whose leaves are a tensor each.
bool Values::check_several(const clang::ParmVarDecl* parameter, Root& root) {
  root.is_to_several = true;
  root.is_to_object = false;
  if (!root.type) return false;
  const CppType* item = std::exchange(root.type, types_.counted(root.type));
  const std::string why = item->has_static_size() ? types_.why_not_in_signature(*root.type) : "objects behind a pointer hold numbers and arrays of a constant size; take a std::vector of them";
  if (why.empty()) return true;
  root.type = nullptr;
  refuse(parameter->getLocation(), {}, Refusal::parameter_pointer, request_.parameter_name(parameter->getFunctionScopeIndex()), request_.function, item->name, why);
  return false;
}

// Numbers, whose type is that of the elements of tensors, or arrays of a constant number of such.
bool Values::check_pointee(const clang::ParmVarDecl* parameter, Root& root) {
  const CppType*& out = root.type;
  clang::QualType pointee = parameter->getType()->getPointeeType().getUnqualifiedType();
  int rank = 1;
  if (context().getAsConstantArrayType(parameter->getOriginalType()) && pointee->isConstantArrayType()) {
    root.rows = types_.of(parameter->getOriginalType());
    for (; const auto* row = context().getAsConstantArrayType(pointee); ++rank) pointee = row->getElementType().getUnqualifiedType();
  }
  const CppType* item = types_.of(pointee);
  const bool is_number = item && item->form == CppType::Form::scalar && !item->enumeration;
  // Of integers of one width C++ has several.
  const bool is_integer = is_number && ir::is_integer(item->element) && item->element != ir::ElementType::boolean;
  const bool is_element = is_number && types_.why_not_in_signature(*item).empty() && (!is_integer || context().hasSameType(pointee, context().getIntTypeForBitwidth(static_cast<unsigned>(8 * ir::bytes(item->element)), !ir::is_unsigned(item->element))));
  out = is_element && !pointee.isVolatileQualified() && (rank == 1 || root.rows) ? types_.tensor(item->element, rank) : nullptr;
  if (out) return true;
  std::string instead = "take what it points to by reference, or a std::vector or gradc::View of it";
  if (pointee->isFunctionType()) instead = "call the function by its name";
  if (pointee->isArrayType()) instead = "give the array all of its extents, as in double r[2][3]";
  if (pointee->isAnyCharacterType()) instead = "take std::int8_t for numbers, and do outside what depends on text";
  else if (is_number) instead = pointee.isVolatileQualified() ? "its values may change unseen" : fmt::format("take {}, which is what a tensor holds", codegen::cpp_element(item->element));
  refuse(parameter->getLocation(), {}, Refusal::parameter_pointer, request_.parameter_name(parameter->getFunctionScopeIndex()), request_.function,
         attached(parameter->getType()->getPointeeType().getAsString(context().getPrintingPolicy())), instead);
  return false;
}

bool Values::is_pointer_to_object(clang::QualType type) {
  const auto* record = type->isPointerType() ? type->getPointeeType()->getAsCXXRecordDecl() : nullptr;
  return record && (!record->isInStdNamespace() || record->getName() == "array" || record->getName() == "pair");
}

// Of arrays of one size, of which the declaration doesn't say how many there are: double x[][3], double (*x)[3].
bool Values::is_pointer_to_rows(const clang::ParmVarDecl* parameter) const {
  return parameter->getType()->isPointerType() && parameter->getType()->getPointeeType()->isConstantArrayType() &&
         !context().getAsConstantArrayType(parameter->getOriginalType());
}

bool Values::may_be_written(const clang::ParmVarDecl* parameter) {
  const clang::QualType type = parameter->getType();
  return (type->isPointerType() || type->isLValueReferenceType()) && !type->getPointeeType().isConstQualified();
}

// What is known of a parameter before the body is seen; afterwards what it does with it.
ParameterUse Values::use_of(const clang::ParmVarDecl* parameter, unsigned index) const {
  if (uses_) return uses_->at(index);
  if (depth_ > 0) return {};
  ParameterUse use{true, may_be_written(parameter)};
  const auto& given = request_.items.extents;
  const auto found = std::find_if(given.begin(), given.end(), [&](const PointerExtent& one) { return one.name == request_.parameter_name(parameter->getFunctionScopeIndex()); });
  const auto* array = context().getAsConstantArrayType(parameter->getOriginalType());
  if (found != given.end())
    use.extent = ir::Extent::max(found->extent, 0);
  else if (array)
    use.extent = array->getSize().getSExtValue();
  use.is_several = found != given.end() || array || is_pointer_to_rows(parameter) || several_.contains(index);
  return use;
}

bool Values::read_result() {
  const clang::QualType type = request_.definition->getReturnType();
  if (!type->isVoidType() && !check_signature_type(nullptr, type, &returned_type_)) return false;
  result_type_ = returned_type_;
  if (outputs_.empty()) {
    if (!returned_type_) refuse(request_.definition->getLocation(), {}, Refusal::no_result, request_.function);
    return returned_type_;
  }
  std::vector<CppType::Member> members;
  for (const Root& output : outputs_)
    members.push_back({request_.parameter_name(output.index), output.type, nullptr, false});
  if (returned_type_) members.push_back({"result", returned_type_, nullptr, false});
  const bool good = std::all_of(members.begin(), members.end(), [](const CppType::Member& member) { return member.type; });
  if (good) result_type_ = types_.value_of(request_.base_name + "_value", std::move(members));
  return good;
}

// What the generated header includes, with the macros of the source that decide what is declared there.
void Values::read_header() {
  read_includes();
  if (result_.primal.headers.empty() || is_header(source_.path())) return;  // a header defines its macros itself
  // Whether something is checked changes no type.
  for (const auto& [name, definition] : source_.macros)
    if (name != "NDEBUG") result_.primal.macros.emplace_back(name, definition);
}

// After those whose macros its files read.
void Values::add_include(const Include& include, std::vector<std::string>& headers) const {
  for (std::size_t before : include.needs) add_include(source_.includes[before], headers);
  if (std::string spelled = include.text(); std::find(headers.begin(), headers.end(), spelled) == headers.end()) headers.push_back(std::move(spelled));
}

// The include through which the function is declared; failing that the declaration itself, and the includes
// that bring the types of its parameters.
void Values::read_includes() {
  codegen::Primal& primal = result_.primal;
  // The header that is to be written declares the function too, where the source includes it.
  const std::string own = std::filesystem::path(source_.path()).stem().string() + std::string(kHeaderSuffix);
  const auto take = [&](const std::optional<Include>& include) {
    if (include && std::filesystem::path(include->name).filename() != own) add_include(*include, primal.headers);
  };
  take(source_.include_of(request_.declaration->getLocation()));
  for (const clang::FunctionDecl* declaration : request_.definition->redecls())
    if (primal.headers.empty()) take(source_.include_of(declaration->getLocation()));
  if (primal.headers.empty() && is_header(source_.path())) primal.headers = {fmt::format("\"{}\"", primal.source)};
  if (!primal.headers.empty() || !request_.definition->isExternallyVisible()) return;
  std::string parameters;
  for (const clang::ParmVarDecl* parameter : request_.declaration->parameters())
    parameters += (parameters.empty() ? "" : ", ") +
                  codegen::declared(spelled_for_header(parameter->getType().getUnqualifiedType()), request_.parameter_name(parameter->getFunctionScopeIndex()));
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

ir::Extent Values::extent_of_pointer(const Root& pointer) const {
  return pointer.use.extent.value_or(ir::Extent::symbol(request_.parameter_name(pointer.index) + ".0"));
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
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    codegen::CppValue& value = result_.primal.parameters[i].value;
    value = describe(*parameters_[i].type, types_of(parameters_[i]));
    if (parameters_[i].is_pointer) value.form = codegen::CppValue::Form::pointer;
    if (parameters_[i].is_to_several) value.leaf.extents = {extent_of_pointer(parameters_[i])};
  }
  result_.primal.passed.clear();
  for (unsigned i = 0; i < request_.declaration->getNumParams() && !outputs_.empty(); ++i) {
    const auto of = [&](const std::vector<Root>& roots) {
      return std::find_if(roots.begin(), roots.end(), [&](const Root& root) { return root.index == i; });
    };
    const auto output = of(outputs_), input = of(parameters_);
    const bool is_output = output != outputs_.end(), is_input = input != parameters_.end();
    const Root& one = is_input ? *input : *output;
    const auto count = one.is_to_several ? std::optional(extent_of_pointer(one)) : std::nullopt;
    result_.primal.passed.push_back({request_.parameter_name(i), one.is_pointer, is_input, is_output, one.is_to_object, count, is_pointer_to_rows(request_.declaration->getParamDecl(i))});
  }
  result_.primal.result = describe(*result_type_, types_of({result_type_, function_.results()}));
}

}  // namespace tool
