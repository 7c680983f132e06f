// The lowering of one function: its signature, its body, and what requests name. lower.h is the contract.
#pragma once

#include "tool/lower/calls/calls.h"

namespace tool {

class Lowering : public Calls {
 public:
  Lowering(Source& source, const Request& request, ir::Module& module) : Calls(source, request, module) {}
  // For a function of its own that a body of `outer` calls.
  Lowering(Context& outer, const Request& request) : Calls(outer, request) {}

  // --- lower.cpp
  std::optional<LoweredFunction> run();
  // The signature into the result; false where it was refused.
  bool read_signature();
  clang::QualType type_for_header(clang::QualType type) const;
  std::string spelled_for_header(clang::QualType type) const;
  bool read_parameters();
  bool read_result();
  void read_names();
  void read_header();
  bool check_signature_type(const clang::ParmVarDecl* parameter, clang::QualType type, const CppType** out);
  bool check_defined_in_header(const CppType& type, const std::string& what, clang::SourceLocation at);
  void bind_arguments(Frame& frame);
  bool finish(Frame& frame);
  void drop_attempts();
  void describe_signature();

  // --- wrt.cpp
  void select_signature();
  std::optional<Root> root(const std::string& name);
  std::optional<Selection> select(const Path& path, std::string_view word);
  Selection selection(const std::vector<std::string>& path, const CppType& type,
                      std::vector<ir::ValueId> leaves, clang::SourceLocation at);
  std::string known_names();
  void take_elements(const Frame& frame);
  void select_wrt();
  void check_overlaps();
  void select_all();
};

}  // namespace tool
