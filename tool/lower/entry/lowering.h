// The lowering of the function with the request, and what the request names. lower.h is the contract.
#pragma once

#include "tool/lower/calls/calls.h"

namespace tool {

class Lowering : public Calls {
 public:
  using Calls::Calls;

  void set_uses(std::optional<std::vector<ParameterUse>> uses) { uses_ = std::move(uses); }
  // Which parameters are pointers to several objects; and of which the body showed that, where they were taken for one.
  void set_several(std::set<unsigned> several) { several_ = std::move(several); }
  const std::set<unsigned>& indexed() const { return indexed_; }
  // What is wrong is held until it is known to stand.
  void hold(std::vector<Said>* said) { held_ = said; }

  // --- lower.cpp
  std::optional<LoweredFunction> run();
  ir::Shape extents_of(const Root& pointer, const ir::Extent& unknown) const;
  Cell numbers_of(const Root& pointer, ir::ValueId tensor);
  Cell objects_of(Root& pointer, const std::string& name);
  void bind_arguments(Frame& frame);
  void bind_outputs(Frame& frame);
  std::vector<Cell> result_leaves(const Frame& frame);
  bool finish(Frame& frame);
  void drop_attempts();

  // --- uses.cpp
  // Whether the body says what parameters are: outputs, and how many values pointers lead to.
  bool must_know_uses();
  // Of a function that was lowered with all of them as inputs and outputs. Null where it was refused.
  std::optional<std::vector<ParameterUse>> find_uses(const LoweredFunction& lowered);

  std::vector<bool> overwritten_outputs(const ir::Function& function) const;

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

 private:
  std::vector<Cell*> written_;  // the objects that outputs lead to, in order
};

}  // namespace tool
