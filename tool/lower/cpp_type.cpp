#include "tool/lower/cpp_type.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/PrettyPrinter.h>
#include <fmt/format.h>

#include <algorithm>

#include "tool/base/reasons.h"
#include "tool/lower/copied.h"
#include "tool/lower/members.h"
#include "tool/lower/written.h"

namespace tool {
namespace {

using Form = CppType::Form;

std::unique_ptr<CppType> leaf(Form form, ir::ElementType element, int rank, std::string name) {
  auto type = std::make_unique<CppType>();
  type->form = form;
  type->element = element;
  type->rank = rank;
  type->name = std::move(name);
  return type;
}

std::optional<ir::ElementType> integer_of_width(std::uint64_t bits, bool is_signed) {
  using enum ir::ElementType;
  switch (bits) {
    case 8:
      return is_signed ? i8 : u8;
    case 16:
      return is_signed ? i16 : u16;
    case 32:
      return is_signed ? i32 : u32;
    case 64:
      return is_signed ? i64 : u64;
    default:
      return std::nullopt;
  }
}

const clang::ClassTemplateSpecializationDecl* specialization(const clang::CXXRecordDecl& record) {
  return llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
}

// The arguments of a specialization with packs laid out flat.
std::vector<clang::TemplateArgument> arguments(const clang::CXXRecordDecl& record) {
  std::vector<clang::TemplateArgument> list;
  const auto* special = specialization(record);
  if (!special) return list;
  for (const clang::TemplateArgument& argument : special->getTemplateArgs().asArray()) {
    if (argument.getKind() == clang::TemplateArgument::Pack)
      for (const clang::TemplateArgument& inner : argument.pack_elements()) list.push_back(inner);
    else
      list.push_back(argument);
  }
  return list;
}

bool is_gradc(const clang::Decl& decl) {
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(decl.getDeclContext()->getRedeclContext());
  return space && space->getQualifiedNameAsString() == "gradc";
}

// What ops with several results give: a structure with those as members.
bool is_result_of_op(const clang::CXXRecordDecl& record) { return record.hasDefinition() && record.isAggregate() && !record.field_empty(); }

bool is_key(const clang::CXXRecordDecl& record) { return is_gradc(record) && record.getName() == "Key"; }

// Whether copying such an object runs code of its class that does anything else than to copy its members. What holds one is copied by code that the compiler writes,
// which is not looked into.
bool copies_by_own_code(clang::QualType type, const clang::ASTContext& context) {
  const auto* record = type->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record || is_gradc(*record) || record->isInStdNamespace() || is_of_eigen(*record)) return false;
  for (const clang::CXXConstructorDecl* one : record->ctors())
    if (one->isCopyOrMoveConstructor() && one->isUserProvided() && !copies_each_member(*one, context)) return true;
  for (const clang::CXXMethodDecl* one : record->methods())
    if ((one->isCopyAssignmentOperator() || one->isMoveAssignmentOperator()) && one->isUserProvided() && !copies_each_member(*one, context)) return true;
  return false;
}

}  // namespace

const CppType* CppTypes::of(clang::QualType type) { return entry(type).type.get(); }

bool CppTypes::is_reference(clang::QualType type) {
  if (type->isReferenceType()) return true;
  const CppType* known = type->isRecordType() ? of(type) : nullptr;
  return known && known->is_view();
}

std::string CppTypes::why_not(clang::QualType type) { return entry(type).why_not; }

const CppType* CppTypes::scalar(ir::ElementType element) {
  auto& made = scalars_[element];
  if (!made) {
    static const std::map<ir::ElementType, const char*> kNames = {
        {ir::ElementType::f16, "gradc::half"}, {ir::ElementType::bf16, "gradc::bfloat16"},
        {ir::ElementType::f32, "float"},       {ir::ElementType::f64, "double"},
        {ir::ElementType::c64, "std::complex<float>"}, {ir::ElementType::c128, "std::complex<double>"},
        {ir::ElementType::boolean, "bool"},    {ir::ElementType::i32, "int"},
        {ir::ElementType::i64, "std::int64_t"}};
    const auto known = kNames.find(element);
    made = leaf(Form::scalar, element, 0,
                known == kNames.end() ? std::string(ir::name(element)) : known->second);
  }
  return made.get();
}

const CppTypes::Entry& CppTypes::entry(clang::QualType type) {
  type = type.getNonReferenceType();
  clang::Qualifiers qualifiers;
  const clang::QualType canonical =
      context_.getCanonicalType(context_.getUnqualifiedArrayType(type, qualifiers)).getUnqualifiedType();
  const void* key = canonical.getAsOpaquePtr();
  const auto found = entries_.find(key);
  if (found != entries_.end()) return found->second;
  if (!open_.insert(key).second) {
    static const Entry kRecursive{nullptr, "it holds or points to its own type; hold the values in a std::vector"};
    return kRecursive;
  }
  Entry made = make(canonical);
  open_.erase(key);
  return entries_.emplace(key, std::move(made)).first->second;
}

CppTypes::Entry CppTypes::make(clang::QualType type) {
  if (const auto* builtin = type->getAs<clang::BuiltinType>()) return make_builtin(type, *builtin);
  if (const auto* enumeration = type->getAs<clang::EnumType>()) return make_enumeration(type, *enumeration);
  if (const auto* record = type->getAsCXXRecordDecl()) return make_record(type, *record);
  if (type->isFunctionPointerType() || type->isFunctionType())
    return {nullptr, "a function that is reached through a pointer is not known when code is generated; call it by name"};
  if (type->isPointerType()) return make_pointer(type->getPointeeType());
  if (const auto* array = context_.getAsConstantArrayType(type))
    return make_array(array->getElementType(), array->getSize().getZExtValue());
  if (type->isArrayType())
    return {nullptr, "an array whose size is known only at run time is a gradc::Tensor or a std::vector"};
  if (type->isComplexType()) return {nullptr, "the complex types of C are not understood; use std::complex"};
  if (type->isMemberPointerType()) return {nullptr, "pointers to members are not followed; name the member"};
  return {nullptr, "values of this type are not understood"};
}

CppTypes::Entry CppTypes::make_builtin(clang::QualType type, const clang::BuiltinType& builtin) {
  using enum ir::ElementType;
  switch (builtin.getKind()) {
    case clang::BuiltinType::Bool:
      return {leaf(Form::scalar, boolean, 0, "bool"), {}};
    case clang::BuiltinType::Float:
      return {leaf(Form::scalar, f32, 0, "float"), {}};
    case clang::BuiltinType::Double:
      return {leaf(Form::scalar, f64, 0, "double"), {}};
    case clang::BuiltinType::LongDouble:
      if (context_.getTypeSize(type) != 64) return {nullptr, "long double has no element type; use double"};
      return {leaf(Form::scalar, f64, 0, "long double"), {}};
    case clang::BuiltinType::Void:
      return {nullptr, "it has no value"};
    case clang::BuiltinType::NullPtr:
      return {nullptr, "pointers are not followed"};
    default:
      break;
  }
  if (builtin.isInteger())
    if (const auto element = integer_of_width(context_.getTypeSize(type), builtin.isSignedInteger()))
      return {leaf(Form::scalar, *element, 0, spelled(type)), {}};
  return {nullptr, "it is not an element type; use float, double, bool or an integer type up to 64 bits"};
}

CppTypes::Entry CppTypes::make_enumeration(clang::QualType type, const clang::EnumType& enumeration) {
  const clang::QualType integer = enumeration.getDecl()->getIntegerType();
  const CppType* underlying = integer.isNull() ? nullptr : of(integer);
  if (!underlying) return {nullptr, "the enumeration has no integer type"};
  Entry made{leaf(Form::scalar, underlying->element, 0, spelled(type)), {}};
  made.type->enumeration = enumeration.getDecl();
  return made;
}

CppTypes::Entry CppTypes::make_record(clang::QualType type, const clang::CXXRecordDecl& record) {
  if (is_gradc(record) && !is_result_of_op(record) && !is_key(record)) return make_gradc(record);
  if (record.getName() == "__normal_iterator" && arguments(record).size() > 0)
    return make_pointer(arguments(record)[0].getAsType()->getPointeeType());
  if (record.isInStdNamespace()) return make_standard(record);
  constexpr const char* kNotOfEigen = "this class of Eigen is not understood; use Eigen::Matrix or Eigen::Array, or pass the numbers (docs/guide/eigen.md)";
  if (is_of_eigen(record) && record.getName().starts_with("Sparse")) return {nullptr, kNotOfEigen};
  if (auto known = eigen_class(record)) return make_eigen(*std::move(known));
  if (record.getName() == "pointer_based_stl_iterator" && is_of_eigen(record))
    if (const auto of = eigen_class(arguments(record)[0].getAsType())) return make_pointer(of->scalar);
  if (!record.isLambda()) {
    Entry made = make_structure(type, record);
    // What its base classes hold says nothing to its users.
    if (!made.type && is_of_eigen(record))
      made.why_not = kNotOfEigen;
    return made;
  }
  std::vector<std::pair<std::string, clang::QualType>> members;
  for (const clang::FieldDecl* field : record.fields()) members.emplace_back("capture", field->getType());
  Entry made = composite(Form::closure, "", members);
  if (!made.type) return made;
  made.type->record = &record;
  std::size_t i = 0;
  for (const clang::FieldDecl* field : record.fields()) {
    made.type->members[i].field = field;
    ++i;
  }
  return made;
}

CppTypes::Entry CppTypes::make_gradc(const clang::CXXRecordDecl& record) {
  const llvm::StringRef name = record.getName();
  if (name == "half") return {leaf(Form::scalar, ir::ElementType::f16, 0, "gradc::half"), {}};
  if (name == "bfloat16") return {leaf(Form::scalar, ir::ElementType::bf16, 0, "gradc::bfloat16"), {}};
  if (name == "Shape") return {leaf(Form::shape, ir::ElementType::i64, 0, "gradc::Shape"), {}};
  if (name != "Tensor" && name != "View" && name != "StaticTensor")
    return {nullptr, "values of this type are not understood in a function that is differentiated"};

  const std::vector<clang::TemplateArgument> list = arguments(record);
  const CppType* element = of(list[0].getAsType());
  if (!element || element->form != Form::scalar)
    return {nullptr, fmt::format("{} is not an element type of this version", spelled(list[0].getAsType()))};
  const std::int64_t rank = name == "StaticTensor" ? static_cast<std::int64_t>(list.size()) - 1 : list[1].getAsIntegral().getSExtValue();
  if (rank > ir::kMostAxes) return {nullptr, fmt::format("a tensor has at most {} axes", ir::kMostAxes)};
  if (name == "StaticTensor") {
    std::string text = "gradc::StaticTensor<" + element->name;
    std::vector<std::int64_t> extents;
    for (std::size_t i = 1; i < list.size(); ++i) {
      extents.push_back(list[i].getAsIntegral().getSExtValue());
      text += extents.back() < 0 ? ", gradc::dynamic" : fmt::format(", {}", extents.back());
    }
    auto made = leaf(Form::static_tensor, element->element, static_cast<int>(rank), text + ">");
    made->extents = std::move(extents);
    return {std::move(made), {}};
  }
  const Form form = name == "View" ? Form::view : Form::tensor;
  return {leaf(form, element->element, static_cast<int>(rank), fmt::format("gradc::Tensor<{}, {}>", element->name, rank)), {}};
}

CppTypes::Entry CppTypes::make_eigen(EigenClass known) {
  const CppType* scalar = of(known.scalar);
  if (!scalar || scalar->form != Form::scalar || scalar->enumeration)
    return {nullptr, fmt::format("its coefficients are {}: {}", spelled(known.scalar), why_not(known.scalar))};
  auto made = leaf(Form::eigen, scalar->element, known.rank(), known.owner(scalar->name));
  made->extents = known.extents();
  made->eigen = std::move(known);
  return {std::move(made), {}};
}

CppTypes::Entry CppTypes::make_standard(const clang::CXXRecordDecl& record) {
  const llvm::StringRef name = record.getName();
  const std::vector<clang::TemplateArgument> list = arguments(record);
  if (name == "complex") {
    const CppType* part = of(list[0].getAsType());
    const bool is_part = part && (part->element == ir::ElementType::f32 || part->element == ir::ElementType::f64);
    if (!is_part || part->form != Form::scalar) return {nullptr, "complex numbers are of float and double"};
    const bool wide = part->element == ir::ElementType::f64;
    return {leaf(Form::scalar, wide ? ir::ElementType::c128 : ir::ElementType::c64, 0, fmt::format("std::complex<{}>", part->name)), {}};
  }
  if (name == "strong_ordering" || name == "weak_ordering" || name == "partial_ordering")
    return {leaf(Form::scalar, ir::ElementType::i8, 0, record.getQualifiedNameAsString()), {}};
  if (name == "pair")
    return composite(Form::pair, "std::pair",
                     {{"first", list[0].getAsType()}, {"second", list[1].getAsType()}});
  if (name == "optional") {
    Entry made = composite(Form::pair, "std::optional", {{"has_value", context_.BoolTy}, {"value", list[0].getAsType()}});
    if (made.type) made.type->record = &record;
    return made;
  }
  if (name == "tuple") {
    std::vector<std::pair<std::string, clang::QualType>> members;
    for (const clang::TemplateArgument& argument : list)
      members.emplace_back(std::to_string(members.size()), argument.getAsType());
    return composite(Form::tuple, "std::tuple", members);
  }
  if (name == "array") return make_array(list[0].getAsType(), list[1].getAsIntegral().getZExtValue());
  if (name == "vector") return make_vector(list[0].getAsType());
  // Whoever shares an object sees what the others write to it, as with pointers.
  if (name == "shared_ptr" || name == "__shared_ptr" || name == "__shared_ptr_access") {
    const clang::QualType item = list[0].getAsType();
    return make_pointer(item->isArrayType() ? context_.getAsArrayType(item)->getElementType() : item);
  }
  if (name == "unique_ptr") {
    const auto* deleter = list[1].getAsType()->getAsCXXRecordDecl();
    if (!deleter || !deleter->isInStdNamespace()) return {nullptr, "its deleter is not followed; use std::default_delete"};
    const clang::QualType item = list[0].getAsType();
    return make_pointer(item->isArrayType() ? context_.getAsArrayType(item)->getElementType() : item);
  }
  if (name == "__wrap_iter") return make_pointer(list[0].getAsType()->getPointeeType());
  if (name == "_Bit_iterator" || name == "_Bit_const_iterator" || name == "_Bit_iterator_base")
    return make_pointer(context_.BoolTy);
  if (name == "_Bit_reference")
    return {nullptr, "it refers to an element of a std::vector<bool>; write bool"};
  if (name == "span") return {nullptr, "it borrows memory; take a gradc::View<const T, 1>, which is made of a pointer and a shape"};
  if (name == "function") return {nullptr, "it may hold any function, unless it is a local variable or a parameter that a call gives one; call the function by name"};
  if (name == "reverse_iterator" || name == "back_insert_iterator") return make_structure(context_.getRecordType(&record), record);
  // Tags and function objects.
  const clang::CXXRecordDecl* defined = record.getDefinition();
  if (defined && defined->isEmpty()) {
    auto made = leaf(Form::structure, ir::ElementType::f64, 0, record.getQualifiedNameAsString());
    made->record = defined;
    return {std::move(made), {}};
  }
  return {nullptr, instead_of_class(name)};
}

bool CppType::Member::is(const clang::FieldDecl* named) const {
  const auto is_it = [&](const clang::FieldDecl* one) { return one->getCanonicalDecl() == named->getCanonicalDecl(); };
  return field && (is_it(field) || std::any_of(others.begin(), others.end(), is_it));
}

// --- arrays, vectors, pointers ---

bool CppType::has_static_size() const {
  if (form == Form::scalar) return true;
  if (is_lazy()) return false;
  if (form == Form::static_tensor || form == Form::eigen)
    return std::all_of(extents.begin(), extents.end(), [](std::int64_t extent) { return extent >= 0; });
  if (form == Form::array) return packed;
  if (form != Form::structure && form != Form::pair && form != Form::tuple) return false;
  return std::all_of(members.begin(), members.end(),
                     [](const Member& member) { return !member.reference && member.type->has_static_size(); });
}

namespace {

// Whether values of the type refer to objects elsewhere, other than by pointers, or are no values.
bool refers(const CppType& type) {
  if (type.form == Form::view || type.form == Form::shape || type.form == Form::closure) return true;
  return std::any_of(type.members.begin(), type.members.end(),
                     [](const CppType::Member& member) { return member.reference || refers(*member.type); });
}

}  // namespace

// Nothing where values of the type may be held in numbers.
std::string CppTypes::why_not_item(clang::QualType item, bool in_array) {
  const CppType* known = of(item);
  if (!known) return because_of_item(spelled(item), why_not(item));
  if (known->is_lazy()) return fmt::format("it holds {}, which refers to other objects; hold {}", spelled(item), known->name);
  if (refers(*known) || (!in_array && holds_pointers(*known)))
    return fmt::format("{} of {} would hold what refers to other objects; hold values", in_array ? "an array" : "a std::vector", known->name);
  if (copies_by_own_code(item, context_))
    return fmt::format("it holds {}, which is copied by code of its own; let the compiler write the copy "
                       "constructors and assignments of {}",
                       spelled(item), spelled(item));
  return {};
}

CppTypes::Entry CppTypes::make_array(clang::QualType item, std::uint64_t count) {
  const CppType* known = of(item);
  if (std::string why = why_not_item(item, true); !why.empty()) return {nullptr, std::move(why)};
  auto made = std::make_unique<CppType>();
  made->form = Form::array;
  made->item = known;
  made->count = static_cast<std::int64_t>(count);
  made->packed = known->has_static_size();
  made->name = fmt::format("std::array<{}, {}>", made->item->name, count);
  if (made->packed) {
    made->members.push_back({"[]", made->item, nullptr, false});
  } else {
    if (count > 1024)
      return {nullptr, "an array of more than 1024 tensors or pointers is not taken apart; use a std::vector"};
    for (std::uint64_t i = 0; i < count; ++i)
      made->members.push_back({std::to_string(i), made->item, nullptr, false});
  }
  return {std::move(made), {}};
}

namespace {

std::unique_ptr<CppType> vector_type(const CppType* item) {
  auto made = std::make_unique<CppType>();
  made->form = Form::vector;
  made->item = item;
  made->members.push_back({"[]", item, nullptr, false});
  made->name = fmt::format("std::vector<{}>", item->name);
  return made;
}

}  // namespace

CppTypes::Entry CppTypes::make_vector(clang::QualType item) {
  if (std::string why = why_not_item(item, false); !why.empty()) return {nullptr, std::move(why)};
  return {vector_type(of(item)), {}};
}

const CppType* CppTypes::vector_with(const CppType* item) {
  auto& made = held_[item];
  if (!made) made = vector_type(item);
  return made.get();
}

const CppType* CppTypes::counted(const CppType* item) {
  auto& made = counted_[item];
  if (!made) {
    made = vector_type(item);
    made->form = Form::array;
    made->packed = true;
    made->count = -1;
  }
  return made.get();
}

std::string CppTypes::why_not_allocated(const CppType& item) const {
  return refers(item) || holds_pointers(item) ? "it refers to other objects, of which there would be many; hold values" : "";
}

CppTypes::Entry CppTypes::make_pointer(clang::QualType item) {
  if (item->isVoidType()) return {nullptr, "what a void pointer points to is not known; name the type"};
  if (const CppType* known = of(item)) return {std::make_unique<CppType>(*pointer_to(known)), {}};
  return {nullptr, fmt::format("it points to {}: {}", spelled(item), why_not(item))};
}

const CppType* CppTypes::function(const clang::FunctionDecl* function) {
  auto& made = functions_[function ? function->getCanonicalDecl() : nullptr];
  if (!made) {
    made = std::make_unique<CppType>();
    made->form = Form::closure;
    made->function = function;
    made->name = function ? function->getQualifiedNameAsString() : "std::function";
  }
  return made.get();
}

bool is_initializer_list(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getName() == "initializer_list";
}

bool is_one_type(const CppType* a, const CppType* b) {
  const bool numbers = a && b && a->form == Form::scalar && b->form == Form::scalar;
  return a && (a == b || (numbers && a->element == b->element));
}

bool can_be_either(const CppType* a, const CppType* b) {
  return is_one_type(a, b) || (a && b && a->form == Form::array && b->form == Form::array && is_one_type(a->item, b->item));
}

bool holds_pointers(const CppType& type) {
  return type.form == Form::pointer ||
         std::any_of(type.members.begin(), type.members.end(), [](const CppType::Member& member) { return holds_pointers(*member.type); });
}

bool holds_floating(const CppType& type) {
  if (type.is_leaf()) return ir::is_differentiable(type.element);
  return std::any_of(type.members.begin(), type.members.end(),
                     [](const CppType::Member& member) { return holds_floating(*member.type); });
}

bool is_of_container(const clang::CXXRecordDecl& record) {
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(record.getDeclContext());
  return space && space->getName() == "gradc_std";
}
bool is_ordering(const CppType& type) { return type.form == Form::scalar && type.name.starts_with("std::") && type.name.ends_with("_ordering"); }
bool is_iterator_class(const CppType& type) {
  return type.record && type.record->isInStdNamespace() && (type.record->getName() == "reverse_iterator" || type.record->getName() == "back_insert_iterator");
}

std::vector<const clang::FunctionDecl*> functions_of(const CppType& type) {
  if (type.function) return {type.function};
  if (!type.record) return {};
  std::vector<const clang::FunctionDecl*> functions;
  for (const clang::Decl* one : type.record->decls()) {
    if (const auto* alone = llvm::dyn_cast<clang::CXXMethodDecl>(one)) functions.push_back(alone);
    if (const auto* of_any = llvm::dyn_cast<clang::FunctionTemplateDecl>(one)) functions.insert(functions.end(), of_any->spec_begin(), of_any->spec_end());
  }
  std::erase_if(functions, [](const clang::FunctionDecl* one) { return one->isTemplated() || one->getOverloadedOperator() != clang::OO_Call; });
  return functions;
}

bool is_std_function(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() && record->getName() == "function";
}

bool is_function_reference(clang::QualType type) {
  type = type.getNonReferenceType();
  return type->isFunctionPointerType() || type->isFunctionType();
}

const CppType* CppTypes::tensor(ir::ElementType element, int rank) {
  auto& made = tensors_[{element, rank}];
  if (!made) made = leaf(Form::tensor, element, rank, fmt::format("gradc::Tensor<{}, {}>", codegen::cpp_element(element), rank));
  return made.get();
}

const CppType* CppTypes::value_of(const std::string& name, std::vector<CppType::Member> members) {
  auto& made = values_.emplace_back(std::make_unique<CppType>());
  made->form = Form::structure;
  made->members = std::move(members);
  made->name = name;
  return made.get();
}

const CppType* CppTypes::pointer_to(const CppType* item) {
  auto& made = pointers_[item];
  if (!made) {
    made = std::make_unique<CppType>();
    made->form = Form::pointer;
    made->item = item;
    made->members.push_back({"offset", scalar(ir::ElementType::i64), nullptr, false});
    made->name = item->name + "*";
  }
  return made.get();
}

CppTypes::Entry CppTypes::composite(Form form, const std::string& head,
                                    const std::vector<std::pair<std::string, clang::QualType>>& members,
                                    const std::string& tail) {
  auto made = std::make_unique<CppType>();
  made->form = form;
  std::string names;
  for (const auto& [name, type] : members) {
    // Of a lambda that captures what holds a function, the function is not known by the type.
    const bool is_held = form == Form::closure && is_std_function(type);
    const CppType* member = is_held ? function(nullptr) : of(type);
    if (!member) return {nullptr, because_of_item(spelled(type), why_not(type))};
    if (member->is_lazy() && !member->is_view() && !type->isReferenceType())
      return {nullptr, fmt::format("it holds {}, which refers to other objects; hold {}", spelled(type), member->name)};
    if (copies_by_own_code(type, context_))
      return {nullptr, fmt::format("it holds {}, which is copied by code of its own; let the compiler write the "
                                   "copy constructors and assignments of {}",
                                   spelled(type), spelled(type))};
    made->members.push_back({name, member, nullptr, is_held || is_reference(type)});
    names += (names.empty() ? "" : ", ") + member->name;
  }
  made->name = form == Form::structure ? head : head + "<" + names + ">" + tail;
  return {std::move(made), {}};
}

CppTypes::Entry CppTypes::make_structure(clang::QualType type, const clang::CXXRecordDecl& declared) {
  const clang::CXXRecordDecl* record = declared.getDefinition();
  if (!record) return {nullptr, "it is declared but not defined"};
  if (const auto* end = record->getDestructor(); end && end->isUserProvided() && !(end->getBody() && only_gives_back(*end->getBody(), context_)))
    return {nullptr, "it has a destructor, which is not followed; write what it does where it should happen"};
  std::vector<std::pair<std::string, clang::QualType>> members;
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    const auto* of_base = base.getType()->getAsCXXRecordDecl();
    if (of_base && of_base->isInStdNamespace() && of_base->isEmpty()) continue;
    if (base.isVirtual()) return {nullptr, "it has a virtual base class; make it a member"};
    if (!of(base.getType())) return {nullptr, because_of_base(spelled(base.getType()), why_not(base.getType()))};
    // Of a container in its short form, which is a part of names in generated code.
    members.emplace_back(is_of_container(*of_base) ? of_base->getName().str() : spelled(base.getType()), base.getType());
  }
  const std::size_t bases = members.size();
  const auto [own, why] = named_members(context_, *record);
  if (!why.empty()) return {nullptr, why};
  for (const NamedMember& member : own) {
    const std::string name = member.names[0]->getNameAsString();
    if (!of(member.type)) return {nullptr, because_of_member(name, spelled(member.type), why_not(member.type))};
    members.emplace_back(name, member.type);
  }
  Entry made = composite(Form::structure, spelled(type), members);
  if (!made.type) return made;
  made.type->record = record;
  std::size_t i = bases;
  for (const NamedMember& member : own) {
    CppType::Member& known = made.type->members[i++];
    known.field = member.names[0];
    known.others.assign(member.names.begin() + 1, member.names.end());
  }
  return made;
}

bool holds_polymorphic(const CppType& type) {
  return (type.record && type.form == CppType::Form::structure && type.record->isPolymorphic()) || (type.item && holds_polymorphic(*type.item)) ||
         std::any_of(type.members.begin(), type.members.end(), [](const CppType::Member& member) { return holds_polymorphic(*member.type); });
}

bool is_key(const CppType& type) { return type.record && is_key(*type.record); }

// Types of the width of std::int64_t are named so, because what `long` is differs between machines.
std::string CppTypes::spelled(clang::QualType type) const {
  clang::PrintingPolicy policy(context_.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.Bool = true;
  const clang::QualType canonical = context_.getCanonicalType(type.getUnqualifiedType());
  if (canonical == context_.getCanonicalType(context_.getIntTypeForBitwidth(64, true))) return "std::int64_t";
  if (canonical == context_.getCanonicalType(context_.getIntTypeForBitwidth(64, false)))
    return "std::uint64_t";
  return canonical.getAsString(policy);
}

std::string attached(std::string type) {
  if (type.ends_with(" &") || type.ends_with(" *")) type.erase(type.size() - 2, 1);
  return type;
}

std::size_t leaf_count(const CppType& type, bool in_vector) {
  if (type.is_leaf()) return 1;
  if (type.packed && !in_vector && !type.is_counted()) return static_cast<std::size_t>(type.count) * leaf_count(*type.item);
  in_vector |= type.form == CppType::Form::vector || type.is_counted();
  std::size_t count = 0;
  for (const CppType::Member& member : type.members) count += leaf_count(*member.type, in_vector);
  return count;
}

}  // namespace tool
