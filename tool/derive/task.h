// A request on its way from a lowered function to derivatives. Plain data without Clang: what the front end says of it, and
// what the stages (stages.h) add.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/interface/program.h"
#include "ir/diagnostic.h"
#include "ir/function.h"
#include "tool/base/diagnostic.h"
#include "tool/base/request.h"

namespace tool {

// One item of wrt(...): its C++ value, and the name of each leaf in the IR function (Function::find). Empty for a leaf that has
// no derivative, such as an integer.
struct WrtNames {
  codegen::WrtItem item;
  std::vector<std::string> leaves;
};

// What the user should know, although nothing is wrong.
struct Warning {
  DiagnosticId id;
  ir::LocId loc;
  std::string text;
  bool is_note = false;  // nothing has to be done
};

struct ListedFunction;

struct Task {
  ir::FunctionId function;
  const codegen::Primal* primal = nullptr;
  const Items* items = nullptr;
  std::string base;  // what the generated names start with
  std::vector<WrtNames> wrt;
  std::vector<std::string> stop;  // names
  ir::LocId requested;
  bool called = false;  // by functions of the source, which may be differentiated in their turn, back too
  bool explain = false;  // say what is kept, and which loops stay loops: somebody asks for a report

  std::vector<codegen::Derivative> derivatives = {};
  std::vector<Warning> warnings = {};
  ir::Diagnostics problems = {};
  // What `primal` is where some of its vectors are tensors (lists.h).
  std::shared_ptr<const codegen::Primal> arrays = {};
  // The function with lists (lists.h), where blocks or batches are of one.
  std::shared_ptr<const ListedFunction> listed = {};

  bool asks_for(Kind kind) const { return items->asks_for(kind); }
  // Its own, and those that stages have made.
  std::vector<ir::FunctionId> functions() const;
};

// All requests on one source, and how passes run on the module.
struct Work {
  ir::Module module;
  std::vector<Task> tasks;
  std::function<void(ir::Module&, std::string_view passes)> run_passes;

  bool has_problems() const;
};

// The name by which passes keep that value of the function's body: that of an argument, or `wish`, with a number where it is
// taken.
std::string name_value(ir::Function& function, ir::ValueId value, const std::string& wish);

// The values of a task, as its function has them now.
struct WrtLeaves {
  codegen::WrtItem item;
  std::vector<ir::ValueId> leaves;  // not valid where there is no derivative
};
struct DeriveInput {
  ir::FunctionId function;
  const codegen::Primal* primal = nullptr;
  const Items* items = nullptr;
  std::string base;
  std::vector<WrtLeaves> wrt;
  std::vector<ir::ValueId> stop;
  ir::LocId requested;
  bool called = false, explain = false;

  std::vector<ir::ValueId> sources() const;  // of all items, those that are valid
};
DeriveInput input_of(const ir::Module& module, const Task& task);

}  // namespace tool
