// What is known about one generated function while its statements are written: its plan, its names, and the
// expressions by which its values are reached.
#pragma once

#include <string>
#include <vector>

#include "codegen/backend.h"
#include "codegen/extents.h"
#include "codegen/formula.h"
#include "codegen/interface.h"
#include "codegen/names.h"
#include "codegen/plan.h"

namespace codegen {

class Frame {
 public:
  Frame(const ir::Module& module, const Signature& signature, const Backend& backend);
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  const ir::Module& module;
  const ir::Function& function;
  const Signature& signature;
  const Backend& backend;
  Plan plan;
  Names names;
  Extents extents;

  const ir::Type& type(ir::ValueId value) const { return function[value].type; }
  const Place& place(ir::ValueId argument) const;
  bool has_memory(ir::ValueId root) const;
  // Whether a value is read by another step than the one that yields it.
  bool escapes(ir::ValueId root) const { return escapes_[root.at()]; }

  // The pointer to a root that has memory, and the name that its elements are called by.
  std::string pointer(ir::ValueId root) const;
  std::string element_name(ir::ValueId root) const;
  // A root that is one number, in its compute type, and as it is stored.
  Term number(ir::ValueId root) const;
  std::string stored_number(ir::ValueId root) const;
  // A new variable for a root of rank 0.
  std::string declare(ir::ValueId root);
  // The pointers that loops and statements use, in the order of the caller's memory and then the arena's.
  void declare_pointers(Emitter& out, const std::string& text, const std::string& memory,
                        const std::vector<std::string>& slot_offsets) const;

 private:
  void name_arguments();
  void name_buffers();
  void name_buffer(const Buffer& buffer);
  std::string wish(ir::ValueId value) const;
  void find_escapes();

  std::vector<std::string> text_;  // by value: pointer or variable
  std::vector<bool> escapes_;      // by value
};

}  // namespace codegen
