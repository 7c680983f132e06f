// The function under test as gradc read it: generated code of its own, which notes what of it was reached.
#pragma once

#include <string>
#include <vector>

#include "codegen/verify/subject.h"

namespace codegen {

// The function as gradc read it, which notes the arms that it takes and the loops that it enters.
struct Reading {
  Signature signature;
  Marks marks;
  std::vector<std::string> arms;  // an initialiser of gradc::verify::Arm each
  bool empty() const { return arms.empty(); }
};

Reading reading_of(const Subject& subject);
// A text as it stands in a literal of C++.
std::string escaped(const std::string& text);

}  // namespace codegen
