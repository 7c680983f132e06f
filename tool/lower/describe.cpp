// C++ types as code generation sees them.
#include "tool/lower/cpp_type.h"

#include <clang/AST/ExprCXX.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace tool {
namespace {

using Form = CppType::Form;

codegen::CppValue::Form form_of(const CppType& type) {
  using To = codegen::CppValue::Form;
  switch (type.form) {
    case Form::scalar:
      return To::scalar;
    case Form::tensor:
      return To::tensor;
    case Form::view:
      return To::view;
    case Form::static_tensor:
      return To::static_tensor;
    case Form::eigen:
      return To::eigen;
    case Form::pair:
      return To::pair;
    case Form::tuple:
      return To::tuple;
    case Form::array:
      return To::array;
    case Form::vector:
      return To::vector;
    default:
      return To::structure;
  }
}

bool is_base_class(const CppType& type, const CppType::Member& member) { return type.record && type.form == Form::structure && !member.field; }

// Whether a constructor copies its arguments into members and does nothing else.
bool only_copies(const clang::CXXConstructorDecl& constructor) {
  const clang::FunctionDecl* defined = nullptr;
  if (constructor.getAccess() != clang::AS_public || constructor.isCopyOrMoveConstructor() || !constructor.hasBody(defined)) return false;
  const auto* body = llvm::dyn_cast<clang::CompoundStmt>(defined->getBody());
  const auto is_plain = [](const clang::ParmVarDecl* parameter) { return parameter->getType().getNonReferenceType()->isArithmeticType(); };
  const auto copies = [](const clang::CXXCtorInitializer* init) {
    const clang::Expr* from = init->getInit()->IgnoreUnlessSpelledInSource();
    if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(from); list && list->getNumInits() == 1) from = list->getInit(0)->IgnoreUnlessSpelledInSource();
    return init->isMemberInitializer() && (!init->isWritten() || llvm::isa<clang::DeclRefExpr, clang::IntegerLiteral, clang::FloatingLiteral, clang::CXXBoolLiteralExpr>(from));
  };
  return body && body->body_empty() && std::all_of(defined->param_begin(), defined->param_end(), is_plain) &&
         std::all_of(llvm::cast<clang::CXXConstructorDecl>(defined)->init_begin(), llvm::cast<clang::CXXConstructorDecl>(defined)->init_end(), copies);
}

std::optional<std::string> first_of_aggregate(const CppType& type) {
  std::vector<std::string> members;
  bool is_empty = true;
  for (const CppType::Member& member : type.members) {
    const auto first = first_object(*member.type);
    if (!first) return std::nullopt;
    is_empty = is_empty && first->empty();
    members.push_back(first->empty() ? member.type->name + "{}" : *first);
  }
  return is_empty ? "" : fmt::format("{}{{{}}}", type.name, fmt::join(members, ", "));
}

// Of one item, where the leaves are those of all.
codegen::CppValue without_first_axis(codegen::CppValue value) {
  if (ir::Shape& extents = value.leaf.extents; value.is_leaf() && !extents.empty()) extents.erase(extents.begin());
  for (codegen::CppValue::Member& member : value.members) member.value = without_first_axis(std::move(member.value));
  return value;
}

codegen::CppValue describe_from(const CppType& type, const std::vector<ir::Type>& leaf_types,
                                std::size_t& next, bool in_vector = false) {
  codegen::CppValue value;
  if (type.is_counted()) return {codegen::CppValue::Form::items, type.name, {}, {{"[]", without_first_axis(describe_from(*type.item, leaf_types, next, true))}}};
  const bool numbers = type.packed && in_vector;
  value.form = numbers ? codegen::CppValue::Form::numbers : form_of(type);
  value.type = type.name;
  if (type.is_leaf() || numbers) {
    value.leaf = leaf_types[next++];
    value.leaf.sequence_depth = 0;  // the vectors that contain it say how deep it lies
    return value;
  }
  for (std::int64_t i = 0; type.packed && i < type.count; ++i)
    value.members.push_back({std::to_string(i), describe_from(*type.item, leaf_types, next)});
  if (type.packed) return value;
  in_vector |= type.form == Form::vector;
  if (type.form == Form::structure) value.initial = first_object(type).value_or("");
  for (const CppType::Member& member : type.members) {
    if (is_base_class(type, member)) {  // what a base class has is the object's own
      codegen::CppValue base = describe_from(*member.type, leaf_types, next, in_vector);
      std::move(base.members.begin(), base.members.end(), std::back_inserter(value.members));
      continue;
    }
    const bool is_hidden = member.field && type.form == Form::structure && member.field->getAccess() != clang::AS_public;
    value.members.push_back({member.name, describe_from(*member.type, leaf_types, next, in_vector), is_hidden ? fmt::format("&{}::{}", type.name, member.name) : ""});
  }
  return value;
}

}  // namespace

std::optional<std::string> first_object(const CppType& type) {
  if (type.form != Form::structure || !type.record) {
    for (const CppType::Member& member : type.members)
      if (first_object(*member.type) != "") return std::nullopt;
    return "";
  }
  const clang::CXXRecordDecl& record = *type.record;
  if (record.isAggregate()) return first_of_aggregate(type);
  const auto is_default = [](const clang::CXXConstructorDecl* one) { return one->isDefaultConstructor(); };
  const auto made = std::find_if(record.ctor_begin(), record.ctor_end(), is_default);
  if (made != record.ctor_end() && (*made)->getAccess() == clang::AS_public && !(*made)->isDeleted()) return "";
  if (record.needsImplicitDefaultConstructor()) return first_of_aggregate(type) == "" ? std::optional<std::string>("") : std::nullopt;
  for (const clang::CXXConstructorDecl* one : record.ctors()) {
    if (!only_copies(*one)) continue;
    std::vector<std::string> arguments;
    for (const clang::ParmVarDecl* parameter : one->parameters())
      arguments.push_back(parameter->getType().getNonReferenceType().getUnqualifiedType().getCanonicalType().getAsString(record.getASTContext().getPrintingPolicy()) + "{}");
    return fmt::format("{}({})", type.name, fmt::join(arguments, ", "));
  }
  return std::nullopt;
}

codegen::CppValue describe(const CppType& type, const std::vector<ir::Type>& leaf_types) {
  std::size_t next = 0;
  return describe_from(type, leaf_types, next);
}

namespace {

// Whether an array holds anything but numbers.
bool holds_array_of_objects(const CppType& type) {
  const CppType* item = type.item;
  while (type.packed && item->packed) item = item->item;
  return (type.packed && (item->form != Form::scalar || item->enumeration)) ||
         std::any_of(type.members.begin(), type.members.end(),
                     [](const CppType::Member& member) { return holds_array_of_objects(*member.type); });
}

// Whether no two members of a class and of its base classes are named alike.
bool have_names_of_their_own(const CppType& type, std::set<std::string>& names) {
  return std::all_of(type.members.begin(), type.members.end(), [&](const CppType::Member& member) {
    return member.field ? names.insert(member.name).second : have_names_of_their_own(*member.type, names);
  });
}

}  // namespace

std::string CppTypes::why_not_in_signature(const CppType& type) const {
  if (type.form == CppType::Form::shape)
    return "a gradc::Shape is no value of a derivative; take a tensor or integers";
  if (type.enumeration && !type.enumeration->hasNameForLinkage()) return "the enumeration has no name";
  if (type.is_leaf() && type.name.find("long double") != std::string::npos) return "derivatives compute long double as double; take a double";
  if (is_ordering(type)) return "what '<=>' gives is no number; take an int";
  if (is_optional(type)) return "whether it has a value is no number; take the value and a bool";
  if (type.form == CppType::Form::closure) return "a lambda has no type that generated code could name";
  if (type.eigen) {
    const EigenClass& eigen = *type.eigen;
    if (eigen.role == EigenClass::Role::solver)
      return fmt::format("an Eigen::{} is made of a matrix; take that, and decompose it in the function", eigen.name);
    if (eigen.role == EigenClass::Role::expression)
      return fmt::format("an Eigen::{} holds no dense coefficients of its own; take {}", eigen.name, type.name);
    if (eigen.role != EigenClass::Role::owner || eigen.sort != EigenClass::Sort::dense)
      return fmt::format("an Eigen::{} may lie in any memory; take {}", eigen.name, type.name);
    if (type.element == ir::ElementType::boolean) return "bool is stored as a byte there; take a gradc::Tensor of it";
  }
  if (type.form == CppType::Form::pointer)
    return "here a pointer leads to what no generated function is given; take a gradc::View or a std::vector";
  if (type.is_counted() && holds_array_of_objects(*type.item)) return "arrays in it can hold only numbers here; hold structures, or take a std::vector of them";
  if (type.form == CppType::Form::vector && holds_array_of_objects(*type.item))
    return "arrays in a std::vector can hold only numbers here; hold structures or gradc::Tensor";
  if (type.form == CppType::Form::array && type.count > 1024)
    return "an array of more than 1024 elements is not taken apart; use gradc::Tensor";
  if (type.form == CppType::Form::structure) {
    // How the library lays it out is not known, only what its functions do.
    if (is_of_container(*type.record)) {
      const llvm::StringRef name = type.record->getName();
      const char* cure = "take a std::vector, and fill the container from it";
      if (name == "span") cure = "take a gradc::View<const T, 1>, which is made of a pointer and a shape";
      if (name.ends_with("_engine") || name.ends_with("_distribution")) cure = "take a seed or the parameters, and make it in the function";
      return fmt::format("of a std::{} the functions are known and not the members; {}", name.str(), cure);
    }
    if (type.record->isPolymorphic()) return fmt::format("it may be an object of a class that is derived from '{}', whose functions run then; take an object of a class that nothing is derived from, or a function template's parameter", type.name);
    if (!is_key(type) && !first_object(type))
      return fmt::format("gradc can't make a '{}' for its derivative; give it a constructor without arguments, or one that only "
                         "copies numbers into members",
                         type.name);
    for (const clang::CXXBaseSpecifier& base : type.record->bases())
      if (base.getAccessSpecifier() != clang::AS_public) return "its base class is not public; make it a member";
    std::set<std::string> names;
    if (!have_names_of_their_own(type, names)) return "a member has the name of one in a base class; give it another";
    if (type.record->getAccess() == clang::AS_private || type.record->getAccess() == clang::AS_protected) return "the class is private in another";
    if (type.record->isAnonymousStructOrUnion() || !type.record->hasNameForLinkage())
      return "the structure has no name";
  }
  if (type.form != CppType::Form::structure && !first_object(type))
    return "gradc makes the objects that it holds without arguments; give their class a constructor without any";
  return why_no_members_in_signature(type);
}

std::string CppTypes::why_no_members_in_signature(const CppType& type) const {
  for (const CppType::Member& member : type.members) {
    if (member.reference) return fmt::format("member '{}' is a reference; hold a value", member.name);
    if (member.field && member.field->getType().isConstQualified())
      return fmt::format("member '{}' is const, so that a derivative can't set it; give it no const", member.name);
    const std::string why = is_base_class(type, member) ? why_no_members_in_signature(*member.type) : why_not_in_signature(*member.type);
    if (!why.empty()) return why;
  }
  return {};
}

}  // namespace tool
