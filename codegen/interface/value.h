// C++ values as trees, whose leaves are what the IR knows, and the types that C++ has for what the IR knows.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/type.h"

namespace codegen {

// The C++ type of an element.
std::string cpp_element(ir::ElementType element);
// "gradc::View<const float, 2>"
std::string view_type(const ir::Type& type, bool constant);
// "gradc::Sequence<gradc::View<float, 2>>"
std::string sequence_type(const ir::Type& type);
// The type of a value in one: "gradc::View<float, 2>", "double".
std::string sequence_value_type(const ir::Type& type);
// Whether a scalar of that type in C++ is the element type by another name, and not an enumeration or another integer.
bool is_plain(const std::string& type, ir::ElementType element);

// A C++ value as a tree. Its leaves, in order, are scalars and tensors; each is one IR argument or result. A
// leaf below a std::vector is a sequence in the IR, nested as the vectors that contain it are: a vector of
// structures is one sequence for each leaf of the structure.
struct CppValue {
  enum class Form : std::uint8_t {
    scalar,         // float, double, bool, the integer types
    tensor,         // gradc::Tensor
    view,           // gradc::View: borrowed; results hold a Tensor instead
    pointer,        // of a parameter, to numbers, whose extent is a formula over integers; results hold a Tensor instead
    static_tensor,  // gradc::StaticTensor
    eigen,          // Eigen::Matrix, Eigen::Array: one tensor in the order of their memory, of one axis where the type says so
    numbers,        // below a vector: an array of numbers, one tensor in the IR
    list,           // a std::vector or std::array of numbers that is one tensor in the IR, with one axis
    structure,      // an aggregate: members by name
    pair,           // std::pair: members first, second
    tuple,          // std::tuple: members are reached by std::get<i>
    array,          // std::array: members are reached by [i]
    vector,         // std::vector: one member, "[]", which says what each element is
    items,          // std::vector, of whose elements each leaf of constant extents is one tensor in the IR, with a first axis for them;
                    // as a parameter also a pointer to so many objects
  };
  Form form = Form::scalar;
  std::string
      type;  // fully qualified, owning, without const or reference: "ns::Params", "gradc::Tensor<float, 2>"
  ir::Type leaf;  // of a leaf: element type and extents (symbols of the function's arguments); below a vector
                  // only the number of extents counts. Of `items` that are a parameter by a pointer, how many: one extent
  struct Member;
  std::vector<Member> members;  // of the others; tuples and arrays name them "0", "1", ...
  std::string initial = {};     // of a class without a default constructor, an object: "Point(double{}, double{})"

  bool is_leaf() const { return form <= Form::list; }
  bool is_vector() const { return form == Form::vector || form == Form::items; }
  bool is_counted() const { return form == Form::items && !leaf.extents.empty(); }  // by a pointer
  // Whether C++ says by the type what extents a leaf has.
  bool has_constant_extents() const;
  // The member of that name; of a vector any element. Null if there is none.
  const CppValue* part(const std::string& name) const;
};

struct CppValue::Member {
  std::string name;
  CppValue value;
  std::string hidden = {};  // of a private member of a class, what names it where that may be: "&Point::x_"
};

// The leaves below a value with the C++ expression that reaches each: "params.w1", "std::get<0>(t)", "a[2]".
// Below vectors that is the expression of the outermost, and for each vector in between the expression that leads
// from an element, `$`, to the next vector or to the leaf: the weights of vector<Layer> are "layers" and
// {"$.weights"}.
struct Leaf {
  std::string expression;
  const CppValue* value;
  std::vector<std::string> elements = {};
  bool stacked = false;  // below `items`: one tensor for all elements
  bool counted = false;  // which are behind a pointer

  ir::Type type() const;  // in the IR
};
// The expression of a member, given that of the value that it belongs to.
std::string member_of(const CppValue& value, const std::string& expression, const std::string& name);
// What stands behind a variable of that type where it is declared: "{}".
std::string initial_of(const CppValue& value);
// The declarations of what the expressions of private members in a text name; empty where there are none.
std::string revealed_members(const std::vector<const CppValue*>& values, const std::string& text);
std::vector<Leaf> leaves(const CppValue& value, const std::string& expression);
std::size_t leaf_count(const CppValue& value);

// The leaves that have derivatives, by names: those of members with underscores between them, of a pair first and
// second, of a tuple out0, out1, ..., of an array their numbers (element0, element1, ... where they have no name before them).
struct NamedLeaf {
  std::string name;
  const CppValue* value;
  int vectors = 0;  // that it lies in
  int stacked = 0;  // axes that items around it put in front of its own

  int rank() const { return value->leaf.rank() + stacked; }
};
std::vector<NamedLeaf> named_leaves(const CppValue& value, const std::string& name);
// The value with lists in the place of vectors and arrays of real or complex numbers that don't lie in vectors: what blocks
// and batches are made of. `is_meant` says of which, by the way there from the outermost value; `integers`: those of integers too,
// where C++ and the IR have one type.
using Way = std::vector<std::string>;
CppValue with_lists(const CppValue& value, const std::function<bool(const Way&)>& is_meant = {}, bool integers = false);
// The leaves that one list takes the place of: so many from the first on.
struct ListedLeaves {
  std::size_t first = 0, count = 1;
  bool is_vector = false;
};
std::vector<ListedLeaves> listed_leaves(const CppValue& before, const CppValue& with_lists);
// What holds a value for each of several directions: of a number or tensor, a tensor with a first axis more; of a vector of
// those, a vector of such tensors; of others, a structure of that type with a member for each named leaf.
CppValue batched(const CppValue& value, const std::string& type);

// The gradient of a tensor as gradc::IndexedSlices: the leaves are the extents of the tensor, then two sequences of pieces.
CppValue indexed_slices(const CppValue& tensor);

// A tensor of that many axes, of none a number, in vectors of vectors, so many.
CppValue block_value(ir::ElementType element, int rank, int vectors = 0);

}  // namespace codegen
