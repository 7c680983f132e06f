// What a C++ type is to the lowering: a tree whose leaves are scalars and tensors. Separate from the
// lowering, which asks here and never looks into a class template itself.
//
// Arrays come in two kinds. Where the size of an item is known, an array is `packed`: it has one member, a tree
// of the item in which each leaf has the array's axis in front, so that an item is taken at an index known at
// run time. Otherwise (tensors) it has a member for each item. A vector has one member too, a tree of the item
// in which each leaf is a sequence.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "codegen/interface/program.h"
#include "ir/type.h"
#include "tool/lower/eigen_class.h"

namespace tool {

struct CppType {
  enum class Form : std::uint8_t {
    scalar,         // arithmetic types, enumerations, gradc::half and gradc::bfloat16, std::complex
    tensor,         // gradc::Tensor
    view,           // gradc::View
    static_tensor,  // gradc::StaticTensor
    eigen,          // a matrix of Eigen, or an expression of one: a tensor whose axes are in the order of its memory
    structure,      // a class of the user's
    pair,
    tuple,
    array,    // std::array, T[n]
    vector,   // std::vector
    pointer,  // T*, iterators: its member is the offset into what it points to
    shape,    // gradc::Shape: a list of integers
    closure,  // a lambda; its members are the captures; or a function that is passed by name
  };
  struct Member {
    std::string name;
    const CppType* type = nullptr;
    const clang::FieldDecl* field = nullptr;  // of a structure or closure; null of its base classes, which come first
    bool reference = false;
    std::vector<const clang::FieldDecl*> others = {};  // of a union: more names of the member

    bool is(const clang::FieldDecl* named) const;
  };

  Form form = Form::scalar;
  ir::ElementType element = ir::ElementType::f32;
  int rank = 0;
  std::vector<std::int64_t> extents;  // of a static tensor, or a matrix of Eigen; -1: known at run time
  std::optional<EigenClass> eigen = {};
  std::vector<Member> members;
  const CppType* item = nullptr;  // of an array, vector or pointer: what it holds or points to
  std::int64_t count = 0;         // of an array; below 0 where a formula says it: what a parameter points to
  bool packed = false;            // of an array
  const clang::CXXRecordDecl* record = nullptr;
  const clang::FunctionDecl* function = nullptr;  // of a closure that is a function
  const clang::EnumDecl* enumeration = nullptr;   // of a scalar
  std::string name;  // in C++, fully qualified, owning: what a variable that holds it is declared with

  bool is_leaf() const { return form <= Form::eigen; }
  bool is_tensor() const { return is_leaf() && form != Form::scalar; }
  // Whether the member stands for all items, so that its leaves are no values of their own types.
  bool is_plural() const { return packed || form == Form::vector; }
  bool is_counted() const { return form == Form::array && count < 0; }
  // What the user wrote the type as: a class or an enumeration of theirs, or null.
  const clang::NamedDecl* declaration() const {
    return enumeration ? static_cast<const clang::NamedDecl*>(enumeration) : form == Form::structure ? record : nullptr;
  }
  // Whether it is a class of Eigen whose objects are no values of their own: a view of others, an expression.
  bool is_view() const { return eigen && eigen->role == EigenClass::Role::view; }
  bool is_lazy() const { return is_view() || (eigen && eigen->role == EigenClass::Role::expression); }
  // Whether every leaf has extents that the type says.
  bool has_static_size() const;
};

class CppTypes {
 public:
  explicit CppTypes(const clang::ASTContext& context) : context_(context) {}

  // References and const are looked through. Null where values of the type are not understood.
  const CppType* of(clang::QualType type);
  // Why `of` gave null: "std::vector<float> is not available in this version".
  std::string why_not(clang::QualType type);
  // Whether what is declared with the type stands for another object: a reference, a view of Eigen's.
  bool is_reference(clang::QualType type);
  const CppType* pointer_to(const CppType* item);
  // The type of which that function is the only value; of null that of a reference to any.
  const CppType* function(const clang::FunctionDecl* function);
  // int, bool, std::int64_t: the scalar for an element type.
  const CppType* scalar(ir::ElementType element);
  const CppType* tensor(ir::ElementType element, int rank);
  // A std::vector of such objects, which may be as local ones; a reason why memory can't hold so many.
  const CppType* vector_with(const CppType* item);
  std::string why_not_allocated(const CppType& item) const;
  // As many of them as a formula says, of a constant size each.
  const CppType* counted(const CppType* item);
  // A structure of that name that generated code declares.
  const CppType* value_of(const std::string& name, std::vector<CppType::Member> members);
  // Null, or a reason why a parameter or result of a function with a request can't have the type.
  std::string why_not_in_signature(const CppType& type) const;
  std::string why_no_members_in_signature(const CppType& type) const;

 private:
  struct Entry {
    std::unique_ptr<CppType> type;
    std::string why_not;
  };
  const Entry& entry(clang::QualType type);
  Entry make(clang::QualType type);
  Entry make_builtin(clang::QualType type, const clang::BuiltinType& builtin);
  Entry make_enumeration(clang::QualType type, const clang::EnumType& enumeration);
  Entry make_record(clang::QualType type, const clang::CXXRecordDecl& record);
  Entry make_gradc(const clang::CXXRecordDecl& record);
  Entry make_eigen(EigenClass known);
  Entry make_standard(const clang::CXXRecordDecl& record);
  Entry make_structure(clang::QualType type, const clang::CXXRecordDecl& record);
  Entry make_array(clang::QualType item, std::uint64_t count);
  Entry make_vector(clang::QualType item);
  Entry make_pointer(clang::QualType item);
  std::string why_not_item(clang::QualType item, bool in_array);
  Entry composite(CppType::Form form, const std::string& head,
                  const std::vector<std::pair<std::string, clang::QualType>>& members,
                  const std::string& tail = {});
  std::string spelled(clang::QualType type) const;

  const clang::ASTContext& context_;
  std::map<const void*, Entry> entries_;
  std::set<const void*> open_;  // types that are being made
  std::map<ir::ElementType, std::unique_ptr<CppType>> scalars_;
  std::map<const CppType*, std::unique_ptr<CppType>> pointers_;
  std::map<const clang::FunctionDecl*, std::unique_ptr<CppType>> functions_;
  std::map<const CppType*, std::unique_ptr<CppType>> held_, counted_;
  std::map<std::pair<ir::ElementType, int>, std::unique_ptr<CppType>> tensors_;
  std::vector<std::unique_ptr<CppType>> values_;
};

// What an object of the type is made with where `{}` does not do, or nothing does; "" where it does: "Point(double{}, double{})".
std::optional<std::string> first_object(const CppType& type);
// The value tree of a type; `leaf_types` gives the IR types of its leaves in order (extents included).
codegen::CppValue describe(const CppType& type, const std::vector<ir::Type>& leaf_types);

// Types whose values say more than the type: std::initializer_list is the array behind it, a pointer or reference to a
// function is that function. CppTypes::of doesn't know them.
bool is_initializer_list(clang::QualType type);
bool is_function_reference(clang::QualType type);
bool is_std_function(clang::QualType type);
// Whether values of the two are alike: numbers have one type wherever they lie.
bool is_one_type(const CppType* a, const CppType* b);
// Whether a name may stand for an object of either type: arrays may differ in size, as what a pointer to their items leads to.
bool can_be_either(const CppType* a, const CppType* b);
bool holds_pointers(const CppType& type);
// Whether any part has a derivative.
bool holds_floating(const CppType& type);
bool is_optional(const CppType& type);
bool is_of_container(const clang::CXXRecordDecl& record);  // of the library, as gradc/parsed/std has it
bool is_ordering(const CppType& type);  // what <=> gives
bool is_iterator_class(const CppType& type);
// A gradc::Key, the only class with constructors that a signature takes: its arguments are its members.
// Whether it is, holds or points to objects with virtual functions.
bool holds_polymorphic(const CppType& type);
bool is_key(const CppType& type);
inline bool has_type_by_value(clang::QualType type) { return is_initializer_list(type) || is_function_reference(type) || is_std_function(type); }

// What an object of the type may call: the function that it is, or the operator() of its class, which may be several.
std::vector<const clang::FunctionDecl*> functions_of(const CppType& type);

// "const ns::Params&" for Clang's "const ns::Params &".
std::string attached(std::string type);

// How many leaves a value of the type has in a signature, where each item of an array is a value of its own.
std::size_t leaf_count(const CppType& type, bool in_vector = false);

}  // namespace tool
