// Every function that the user's own files define, for whoever tries them all: once each, with a name, and with what stands for
// it where a request can't. Separate from find.h, which looks for functions that are asked for.
#pragma once

#include <clang/AST/Decl.h>

#include <string>
#include <vector>

#include "tool/source/source.h"

namespace tool {

struct OwnFunction {
  std::string name;  // that --function finds where it is overloaded or not; of an instance of a template with its arguments
  std::string key;   // the same for one definition in all sources
  std::string file;  // that it stands in
  clang::SourceLocation at;
  // What may carry a request: the function, an instance of the template, or a free function made here that calls the member.
  // Null of a template without an instance, and of what takes or gives a lambda.
  clang::FunctionDecl* tried = nullptr;
  bool is_called = false;    // it is differentiated through a free function that calls it: a request can't stand on it
  bool holds_floats = true;  // what it is given, and what it gives
};

// Those of files below one of the folders, or of all files of the user where there are none, in the order of the source.
// Constructors, destructors, lambdas and what the compiler writes are left out: they belong to the functions that use them.
std::vector<OwnFunction> own_functions(Source& source, const std::vector<std::string>& folders);

}  // namespace tool
