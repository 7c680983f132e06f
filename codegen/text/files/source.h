// <stem>.grad.cpp: the functions that users call, those that they call, and what all of them need.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "codegen/interface/interface.h"
#include "codegen/text/backend.h"

namespace codegen {

struct KernelFunctions;  // codegen/text/frame.h

struct GeneratedFiles {
  std::string header, source;
  std::string refusal;  // not empty: what code generation can't do with the program; then there is no text
};

// The text of the two files. Deterministic: a function of the program alone.
GeneratedFiles emit(const Program& program, const Backend& backend);
// The bytes of workspace that a derivative, a pair of functions aside, will take; null where they are known only as it runs.
std::optional<ir::Extent> workspace_of(const ir::Module& module, const Primal& primal, const Derivative& derivative,
                                       const Backend& backend);

// The functions that the text calls, and those that they call; nothing where it calls none.
std::string internal_functions(const Program& program, std::shared_ptr<const Callees> callees, const std::string& text,
                               const Backend& backend, const Marks* marks = nullptr, KernelFunctions* kernels = nullptr);
// What the text of functions needs.
std::string includes_of(const std::string& text);
std::string revealed_members(const Program& program, const std::string& text);

}  // namespace codegen
