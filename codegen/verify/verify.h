// <stem>.grad_test.cpp: a test of each generated function against the function that it is a derivative of.
// Separate from the files under test, of which it knows what a user knows: the declarations.
#pragma once

#include "codegen/plan/program.h"

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

std::string verify_file(const Program& program, const Verification& verification);

}  // namespace codegen
