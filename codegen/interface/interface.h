// The generated functions as C++ declares them: their names, parameters and result structs, and which C++
// expression is which argument or result of the IR function. The header prints them; the source fills them
// in.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "codegen/interface/place.h"
#include "codegen/interface/program.h"

namespace codegen {

struct Member {
  std::string type, name;
  std::string initial;  // "{}" where the type itself has no initial value
};
struct Struct {
  std::string name, comment;
  std::vector<Member> members;
  std::vector<Struct> inner;  // the types of members that are prefixes of several paths
};

struct Formal {
  std::string type, name;
  std::string object = {};  // of a pointer to an object, that
};

// The names of the functions that are called, which only the generated file has.
using Callees = std::map<ir::FunctionId, std::string>;

// A variable of bools that generated code sets in the arms of some branches and in the trips of some loops: that of an `if`
// at a location has the element of that number for its first arm, the one after it for its second; a loop has one element.
struct Marks {
  std::string name;
  std::map<ir::LocId, std::size_t> arms, loops;
};

struct Signature {
  std::string name;     // loss_gradient
  std::string comment;  // "Value of loss and its gradient with respect to params."
  std::string derived;  // what ops that were made by differentiating are called: "backward", "tangent"
  std::string result;   // the type that is returned, and that `out` refers to
  // Of a function for a device: the type that the form which waits returns, what is returned, by the name of `out`, and whether the
  // function has no form for the host.
  struct OnDevice {
    std::string result, value;
    bool is_alone = false;
  };
  OnDevice device = {};
  std::string measures;     // the function that says how many bytes of workspace it takes
  std::vector<Formal> parameters;
  // Those that the user's function writes to, which its other parameters must be no part of: these come first, and their leaves
  // among the arguments.
  struct Written {
    std::vector<std::string> names;
    std::size_t parameters = 0, leaves = 0;
  };
  Written written = {};
  std::string out, workspace;  // the names of the two parameters of the form that allocates nothing
  ir::FunctionId function;
  std::vector<Place> arguments, results;  // one for each of the IR function; results reach into `out`
  std::size_t trusted = 0;                // so many arguments agree: they are what another function has kept
  // Leaves of the result that no IR result fills, each as what stands before ` = {};`: below a vector that
  // others fill, a loop over it.
  std::vector<std::string> cleared;
  Derivative::Budget budget = {};
  std::shared_ptr<const Callees> callees;
  const Marks* marks = nullptr;  // none but in tests
  bool is_internal = false;  // one of those: `workspace` names an arena then
};

// Everything that one derivative declares, in order.
struct Interface {
  std::vector<Struct> structs;
  std::vector<Signature> functions;
};
// `module` may be null, and the derivative's functions unknown: then there are no places, and residuals are
// empty.
Interface interface_of(const ir::Module* module, const Request& request, const Derivative& derivative);
// What holds the outputs of a function that writes to its parameters, and what it returns.
Struct value_struct(const Primal& primal);
// Of all derivatives of each request.
std::vector<std::vector<Interface>> interfaces_of(const Program& program);

}  // namespace codegen
