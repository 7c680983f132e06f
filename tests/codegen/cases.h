// Programs for tests: IR as text, differentiated by the passes, described to code generation as the front end
// would.
#pragma once

#include <string>
#include <vector>

#include "codegen/interface/program.h"

namespace cases {

// A C++ scalar, tensor or structure with the type that its leaf has in the IR; extents are not needed.
codegen::CppValue scalar(const std::string& type, ir::ElementType element);
codegen::CppValue tensor(const std::string& element_type, ir::ElementType element, int rank);
codegen::CppValue structure(const std::string& type,
                            std::vector<codegen::CppValue::Member> members);

// A std::vector of such values.
codegen::CppValue vector_of(const codegen::CppValue& element);

// A parameter `const T&`, or T for scalars.
codegen::Parameter parameter(const std::string& name, codegen::CppValue value);

// One function of the user: its IR as text, and what it looks like in C++.
struct Source {
  std::string ir;
  codegen::Primal primal;
};
struct Wish {
  codegen::DerivativeKind kind = codegen::DerivativeKind::gradient;
  std::vector<std::vector<std::string>> wrt;  // paths
};

// Everything of one pair of generated files.
class Case {
 public:
  // Fails the test where the text does not parse or a pass refuses.
  void add(const Source& source, const std::vector<Wish>& wishes);
  // The functions of the text as they are, each under a gradient with respect to nothing; their parameters and
  // results as `described` says.
  void add_plain(const std::string& ir);
  codegen::Program program() const { return {&module_, "model", "model.cpp", requests_}; }
  const ir::Module& module() const { return module_; }

 private:
  ir::Module module_;
  std::vector<codegen::Request> requests_;
};

ir::Module parse(const std::string& text);

// What an IR function looks like in C++ where nobody has said it: a parameter for each argument, several results as
// the structure model::<name>_results.
codegen::Primal described(const ir::Function& function);
// The definitions of those structures.
std::string described_types(const ir::Module& module);

// The functions under test (sources.cpp), in namespace model, and the header that declares their types.
Source mlp();         // kernels, bias, in place, a structure
Source normalised();  // broadcasts along either axis, several results
Source scalars();     // rank 0 only
Source moved();       // gather, concat, slice, reshape, extremes
Source halves();      // 16-bit types
Source integers();    // integer and bool arithmetic, conversions
Source
passed_on();     // results that are arguments, constants, each other; parameters called as generated ones are
Source kinds();  // a StaticTensor, a View, nested structures, std::array
std::string model_header();

// With vectors (vectors.cpp), and their header.
Source summed();   // one vector
Source picked();   // of numbers: lent, gathered, pushed, popped, resized
Source layered();  // of structures that hold tensors and vectors; of tensors as the result
Source tabled();   // of vectors
std::string vector_header();

}  // namespace cases
