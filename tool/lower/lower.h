// The contract of the lowering: the body of a function with a request, with everything that it calls, as one
// IR function, and the function's signature as code generation sees it. All problems of the function are
// reported, each at its own line; then there is no result.
#pragma once

#include <clang/Basic/SourceLocation.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "codegen/interface/program.h"
#include "tool/base/diagnostic.h"
#include "tool/request/find.h"
#include "tool/source/source.h"

namespace tool {

// A value that wrt(...) or stop(...) names: a parameter, a member of one, or a label.
struct Selection {
  codegen::WrtItem item;            // leaf_index: one -1 for each leaf, for the driver to fill
  std::vector<ir::ValueId> leaves;  // of item.value in order; not valid where a leaf has no derivative
  clang::SourceLocation at;         // where the request names it
};

// What the user should know of the source, although nothing is wrong. Each text once.
struct Remark {
  DiagnosticId id;
  clang::SourceLocation at;
  std::string text;
  bool is_note = false;  // nothing has to be done
};

struct LoweredFunction {
  codegen::Primal primal;
  ir::FunctionId function;     // arguments: the leaves of the parameters; results: those of the result
  std::vector<Selection> wrt;  // as written, or every parameter that holds floating values
  std::vector<Selection> stop;
  std::map<std::string, std::vector<ir::ValueId>> labels;
  std::vector<codegen::Branch> branches;  // as the user wrote them; one that was lowered twice is here twice
  std::vector<codegen::Foreign> foreign;  // the functions of C++ that it calls
  std::vector<Remark> remarks;
  std::map<ir::LocId, clang::SourceLocation> places;  // for the carets of later diagnostics
};

// Appends a function to the module. Its name is the request's base name, with a number behind it where that
// is taken.
std::optional<LoweredFunction> lower(Source& source, const Request& request, ir::Module& module);

// The signature alone, without a look into the body: what the generated header must declare. Items of
// wrt(...) that are no parameters are left out. Types of leaves have no extents.
struct Signature {
  codegen::Primal primal;
  std::vector<codegen::WrtItem> wrt;
};
std::optional<Signature> read_signature(Source& source, const Request& request);

}  // namespace tool
