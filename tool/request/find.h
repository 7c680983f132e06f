// Which functions the user asks to differentiate, and what they ask for: annotations of the source and of the
// headers that it includes, and the pairs of --function and --differentiate. Checks what can be said without
// reading bodies; whether the parameters named in wrt(...) exist is for the lowering, which knows labels too.
#pragma once

#include <clang/AST/Decl.h>

#include <string>
#include <vector>

#include "tool/base/options.h"
#include "tool/request/items.h"
#include "tool/source/source.h"

namespace tool {

struct Request {
  Items items;
  const clang::FunctionDecl* definition = nullptr;
  const clang::FunctionDecl* declaration =
      nullptr;            // the one that carries the request; parameters have its names, or else those of the definition
  std::string function;   // qualified: ns::loss
  std::string base_name;  // what generated names start with, without namespace: as(...), else the function's
  clang::SourceLocation at;       // of GRADC_DIFFERENTIATE; invalid for one of the command line
  clang::SourceLocation text_at;  // of the first character after its parenthesis
  std::vector<unsigned>
      columns;  // of each character of the text of the items, counted from text_at; may be empty

  // The place of something in the text of the items, such as Path::offset.
  clang::SourceLocation item_location(std::size_t offset) const;
  // That of a parameter, counted from 0; "argument_2" where it has none.
  std::string parameter_name(unsigned i) const;
};

// One --function with its items; shared by the sources of a run, of which one must define the function.
struct FunctionQuery {
  std::string function;  // ns::loss, or ns::loss(float, int) where it is overloaded
  Items items;
  bool found = false;          // in a source; a complaint about what was found counts
  bool declared_only = false;  // seen, but without a body so far
};

struct Found {
  std::vector<Request> requests;  // in the order of the source, then of the command line
  std::vector<std::string>
      defined_in_headers;  // annotated functions whose body is in a header: not of this source
  std::vector<std::string> defined_names;  // every free function of the main file, for "did you mean"
};

// Problems go to the source's report. `queries` may be empty.
Found find_requests(Source& source, std::vector<FunctionQuery>& queries);

// "in the gradient of 'loss' requested here", under an error that the request led to.
void note_request(Report& report, const Request& request);

}  // namespace tool
