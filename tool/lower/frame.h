// What one lowering remembers: the bodies that it is in, what expressions give, and the functions of the IR that it has made.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "codegen/interface/program.h"
#include "tool/lower/call_plan.h"
#include "tool/lower/cell.h"
#include "tool/lower/lower.h"

namespace tool {

// A function body that is being lowered.
struct Frame {
  const Frame* caller = nullptr;
  const clang::FunctionDecl* function = nullptr;
  clang::SourceLocation called_at;                     // invalid for the function with the request
  std::map<const clang::ValueDecl*, Cell*> variables;  // parameters, locals, captures
  Cell* object = nullptr;                              // *this
  Cell* returned = nullptr;                            // a bool: whether a return was reached
  // What is returned. Of a function that returns a reference: an alias of the object, or a pointer to it.
  Cell* result = nullptr;
  bool returns_pointer = false;
};

// A loop or switch that is being lowered, and the bools that tell whether it was left, and whether the rest of this
// trip is skipped.
struct Breakable {
  const Frame* frame = nullptr;
  Cell* left = nullptr;
  Cell* skipped = nullptr;  // not of a switch
};

enum class RuleMode : std::uint8_t { vjp, jvp };

// What an expression gives: a value, or the object that it refers to.
struct Outcome {
  Cell value;
  Cell* place = nullptr;
};

// A function of C++ by its types, for calls of one of the IR. The first parameter of a member function is its object.
struct Called {
  const clang::FunctionDecl* function;
  std::vector<const CppType*> parameters;
  const CppType* result;

  bool has_object() const {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
    return method && !method->isStatic();
  }
  // The parameter that C++ declares; null for the object.
  const clang::ParmVarDecl* declared(std::size_t parameter) const {
    if (has_object() && parameter == 0) return nullptr;
    return function->getParamDecl(static_cast<unsigned>(parameter - has_object()));
  }
};

// What a function returns, for its caller to make: values are results of the call, and what references, views, pointers and
// iterators lead to is found from the objects that the call reaches.
struct Given {
  enum class Form : std::uint8_t {
    leaf,     // a result
    members,  // an object of these parts
    reached,  // an object that the call reaches
    element,  // of the object that is the part, or a member of such an element
    one_of,   // the parts, by the index
  };
  struct Index {
    std::optional<std::int64_t> known;
    std::size_t result;  // where it isn't known
  };
  Form form = Form::members;
  const CppType* type = nullptr;
  std::size_t number = 0;  // of a leaf among the results, of an object among those that are reached
  std::vector<Given> parts;
  std::vector<Index> indices;
  std::vector<std::size_t> path;  // of members, from the element on
  bool guarded = false;           // only the one that is chosen may be read
  std::vector<Given> alias, target;  // one, or none, as those of a cell
  int depth = 0;
};

struct Recursive {
  struct Returned {
    ir::Type type;
    bool boxed;  // in a sequence of its own
  };
  ir::FunctionId id;
  std::optional<Given> given;  // of a static function that returns something
  std::vector<Returned> returned;
  std::vector<std::size_t> written;  // the arguments that it gives back after its results, by index
  std::set<std::size_t> reshaped;    // those of them that are tensors with other extents than they came with
  std::set<std::size_t> kept;        // those of them that calls leave as they were
  std::vector<ir::Type> types;       // of what it reaches
  std::vector<std::optional<ir::Extent>> known;  // integers among that which it knows
  bool open = true;                  // its body is not there yet
};

// The functions of the IR that calls have led to, for all bodies of a request; and how many bodies were inlined.
struct Functions {
  struct Made {
    std::optional<ir::FunctionId> id;  // nothing where it was refused
    bool is_open = false;              // it is being made
  };
  // By how their arguments share objects, then by how those are shaped.
  std::map<std::string, std::map<std::string, Recursive>> recursive, kept;
  std::optional<CallPlan> plan;  // which functions are not inlined
  std::set<const clang::FunctionDecl*> taken_in;  // of those the ones that can't
  std::map<const clang::FunctionDecl*, Made> made;
  std::vector<codegen::Foreign> foreign;
  std::vector<codegen::Branch> branches;
  std::vector<Remark> remarks;
  std::size_t bodies = 0;
  // A function that is defined elsewhere and may change what such functions read, and what is read there; empty without.
  std::string outside, read_outside;
  clang::SourceLocation outside_at;
};

// What was said in an attempt that may be given up is held until it is known to stand.
struct Said {
  clang::SourceLocation at;
  clang::SourceRange range;
  std::string name, text;
  std::vector<std::pair<clang::SourceLocation, std::string>> calls, notes;
  clang::SourceLocation cause;  // `at`, or the function of an installed header that is wrong
};

// What a loop read of a value that it carries, where that may not have been written before: whether it was is known at the
// end of the trip.
struct UnsetRead {
  ir::ValueId parameter;
  ir::BlockId block;  // that always reads it; not valid where the read may be passed over
  std::vector<ir::ValueId> indices;
  clang::SourceLocation at;
  clang::SourceRange range;
  std::string name;
};

// A value that has a name.
struct Label {
  std::vector<Cell> leaves;
  const CppType* type;
  clang::SourceLocation at;
};

// What a function with a request does with what one of its parameters leads to.
struct ParameterUse {
  bool is_input = true;
  bool is_output = false;
  std::optional<ir::Extent> extent = {};  // of what a pointer leads to; null where it is not known yet
  bool is_several = false;                // a pointer to objects, not to one
};

// A parameter or label, as items of requests find it.
struct Root {
  const CppType* type = nullptr;  // of what a pointer leads to
  std::vector<ir::ValueId> leaves;
  unsigned index = 0;  // of a parameter, in C++
  bool is_pointer = false;           // to numbers, which are a tensor
  bool is_to_object = false;         // a pointer to an object of a class
  bool is_to_several = false;        // or to as many as a formula says
  const CppType* rows = nullptr;     // of a pointer to numbers in arrays of constant size: the array of all
  ParameterUse use = {};
};

}  // namespace tool
