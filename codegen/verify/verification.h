// What is asked to be tested, and what is known about that.
#pragma once

#include <string>
#include <vector>

#include "codegen/interface/program.h"

namespace codegen {

// What is known about the function of a request besides its signature.
struct Verified {
  ir::FunctionId function;  // in Verification::module
  bool callable = true;     // declared where a test can see it
  // A function <name>_verify_inputs gives the arguments.
  bool has_inputs = false;
  std::string held;  // a value that stop(...) holds constant, so that differences are no derivative
  std::vector<Branch> branches;
};

struct Verification {
  const ir::Module* module = nullptr;  // the functions as they were read
  std::vector<Verified> requests;      // one for each of the program
};

}  // namespace codegen
