// The lowering of the function with the request, and what the request names. lower.h is the contract.
#pragma once

#include "tool/lower/calls/calls.h"

namespace tool {

class Lowering : public Calls {
 public:
  using Calls::Calls;

  // --- lower.cpp
  std::optional<LoweredFunction> run();
  void bind_arguments(Frame& frame);
  bool finish(Frame& frame);
  void drop_attempts();

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
  void check_each();
  void select_all();
};

}  // namespace tool
