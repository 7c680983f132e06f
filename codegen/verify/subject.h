// A function under test, and what its tests ask about it: what can be moved, what has a derivative, what is called how.
#pragma once

#include <string>
#include <vector>

#include "codegen/interface/interface.h"
#include "codegen/verify/verification.h"

namespace codegen {

struct Subject {
  const Program* program = nullptr;
  const Verification* verification = nullptr;
  const Request* request = nullptr;
  const Verified* verified = nullptr;
  const std::vector<Interface>* interfaces = nullptr;  // of the derivatives, in order
  std::string type;                                    // the name of the class

  const Primal& primal() const { return request->primal; }
  // "ns::", or nothing.
  std::string scope() const;
  std::vector<Formal> formals() const;              // of the function itself
  std::string arguments() const;                    // "in.params, in.x"
  std::string call(const std::string& name) const;  // "ns::loss_gradient(in.params, in.x)"
  std::string argument(std::size_t i) const;        // "in.params", "in.x.data()"
  std::string value() const;                        // what the function gives, as its derivatives do
  std::string value_type() const;
};

// An input that the function is differentiated with respect to and that a test can move.
struct Moved {
  std::string path;                // "params": from what holds it; "layers[0]"
  std::string member;              // in results: "params", "layers_0"
  std::vector<std::string> parts;  // "params.w1", ...: its leaves that have a derivative (parts_of)
  bool is_whole = true;            // they are all that have one in principle
  bool is_stacked = false;         // it is items, of which blocks have each leaf for all of them
};
std::vector<Moved> moved(const Subject& subject);
// The inputs, or their places in results, separated by commas, each after a prefix such as "in.": whole where they are.
std::string listed(const std::vector<Moved>& inputs, const std::string& prefix, bool of_results = false);

// "params.w1": where the gradient with respect to an item is in the result.
std::string member_of_grad(const WrtItem& item);
// The type that the function computes with that has the fewest digits.
std::string coarsest_type(const ir::Module& module, ir::FunctionId start);

// Whether an item is a label, which only the function itself can move.
bool is_label(const Primal& primal, const WrtItem& item);
// The first label among what it is differentiated with respect to; nothing if there is none. What takes a
// tangent of one is not called: only the function knows its shape.
std::string label_of(const Subject& subject);
bool takes_tangents(DerivativeKind kind);
// Whether the forms for several directions are compared with those for one: every leaf that has a derivative
// takes part, and none is in a std::vector that isn't a list.
bool compares_batches(const Subject& subject);
// Whether an argument has a size that a test chooses.
bool has_free_extents(const Primal& primal);

// The leaves of a value that have derivatives, as expressions; a vector is one, and so is a list.
std::vector<std::string> parts_of(const CppValue& value, const std::string& expression);
// "std::get<0>(in.t)" for the prefix "in." and "std::get<0>(t)".
std::string place_in(const std::string& prefix, const std::string& expression);

}  // namespace codegen
