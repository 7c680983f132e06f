// What passes that rebuild a function op by op share: the walk, and the map from old values to new.
#pragma once

#include <map>
#include <string>

#include "ir/builder.h"
#include "ir/passes/pass.h"

namespace ir {

// Rebuilds a function in order, through the Builder. A subclass says in `visit` what becomes of an op.
// Requirements stay as they are, and arguments and extent origins but for arguments that aren't taken.
class Rewriter {
 public:
  // `module` is what the new function will stand in; its callees must be those of the old.
  Rewriter(Module& module, const Function& from, Diagnostics& diagnostics);
  virtual ~Rewriter() = default;
  Rewriter(const Rewriter&) = delete;
  Rewriter& operator=(const Rewriter&) = delete;

  Function run();

 protected:
  // What becomes of an op; every result must be in the map afterwards, unless nothing reads it.
  virtual void visit(OpId id) { copy(id); }
  // A block of an op, into a new block.
  virtual BlockId block(BlockId id);
  // The same with some of its parameters, in another order perhaps, and some of its results; with further parameters,
  // at the end or from position `at` on, that take `passed`, and are `more` inside, where that is valid.
  BlockId block(BlockId id, const std::vector<ValueId>& parameters, const std::vector<ValueId>& results,
                const std::vector<ValueId>& passed = {}, const std::vector<ValueId>& more = {}, std::size_t at = ~std::size_t{});
  // Called where a new block is empty yet but for its parameters; and where the body is.
  virtual void entered(BlockId) {}
  virtual void begun() {}
  // Whether the new function has that argument; and its results.
  virtual bool takes(ValueId) const { return true; }
  virtual std::vector<ValueId> given() { return now(from_.results()); }

  void visit_all(const Block& block);
  // Appends the op with its blocks rebuilt.
  void copy(OpId id);
  // Appends the op with other attributes, old operands, then new ones, and new blocks; it yields those of its old
  // results.
  void rebuild(const Op& op, Attributes attributes, const std::vector<ValueId>& operands,
               const std::vector<BlockId>& blocks, const std::vector<ValueId>& results,
               const std::vector<ValueId>& passed = {});
  // The same with new operands.
  void append(const Op& op, Attributes attributes, std::vector<ValueId> operands, const std::vector<BlockId>& blocks,
              const std::vector<ValueId>& results);
  ValueId now(ValueId old) const { return map_[old.at()]; }
  std::vector<ValueId> now(const std::vector<ValueId>& olds) const;
  // From here on `value` is what `old` was. The result of an op takes over the name where it has none.
  void replace(ValueId old, ValueId value);

  const Function& from_;
  Function to_;
  Builder builder_;
  // What extent symbols of the old function are in the new one, from here to the end of the block; others stay.
  std::map<std::string, Extent> symbols_;

 private:
  Shape substitute(Shape shape) const;

  std::vector<ValueId> map_;
};

// A pass that rebuilds each function on its own.
template <class Pass>
Module rewrite_functions(const Module& module, Diagnostics& diagnostics) {
  Module out = module;
  for (std::size_t i = 0; i < module.functions.size(); ++i)
    out.functions[i] = Pass(out, module.functions[i], diagnostics).run();
  return out;
}

// The attributes of an op of control with `varying` and `shapes` for those of its results.
Attributes varying_of(const Function& function, const Op& op, Attributes attributes,
                      const std::vector<ValueId>& results);

// The function without the ops that no result depends on.
Function without_dead_ops(Module& module, const Function& function, Diagnostics& diagnostics);

// Null, with a diagnostic, where a pass that takes none was given arguments.
bool takes_no_arguments(std::string_view pass, const PassArguments& arguments, Diagnostics& diagnostics);

// The passes of passes.def that stand in no other header.
std::optional<Module> run_rows_pass(const Module& module, const PassArguments& arguments,
                                    Diagnostics& diagnostics);
std::optional<Module> run_accumulate_pass(const Module& module, const PassArguments& arguments,
                                          Diagnostics& diagnostics);
std::optional<Module> run_carry_pass(const Module& module, const PassArguments& arguments,
                                     Diagnostics& diagnostics);
std::optional<Module> run_counted_pass(const Module& module, const PassArguments& arguments,
                                       Diagnostics& diagnostics);
std::optional<Module> run_cse_pass(const Module& module, const PassArguments& arguments,
                                   Diagnostics& diagnostics);
std::optional<Module> run_dce_pass(const Module& module, const PassArguments& arguments,
                                   Diagnostics& diagnostics);
std::optional<Module> run_fixed_size_pass(const Module& module, const PassArguments& arguments,
                                          Diagnostics& diagnostics);
std::optional<Module> run_fuse_pass(const Module& module, const PassArguments& arguments,
                                    Diagnostics& diagnostics);
std::optional<Module> run_hoist_pass(const Module& module, const PassArguments& arguments,
                                     Diagnostics& diagnostics);
std::optional<Module> run_hoist_reads_pass(const Module& module, const PassArguments& arguments,
                                           Diagnostics& diagnostics);
std::optional<Module> run_inline_pass(const Module& module, const PassArguments& arguments,
                                      Diagnostics& diagnostics);
std::optional<Module> run_joint_pass(const Module& module, const PassArguments& arguments,
                                     Diagnostics& diagnostics);
std::optional<Module> run_passed_pass(const Module& module, const PassArguments& arguments,
                                      Diagnostics& diagnostics);
std::optional<Module> run_promote_pass(const Module& module, const PassArguments& arguments,
                                       Diagnostics& diagnostics);
std::optional<Module> run_prune_calls_pass(const Module& module, const PassArguments& arguments,
                                           Diagnostics& diagnostics);
std::optional<Module> run_raise_pass(const Module& module, const PassArguments& arguments,
                                     Diagnostics& diagnostics);
std::optional<Module> run_raise_same_bits_pass(const Module& module, const PassArguments& arguments,
                                               Diagnostics& diagnostics);
std::optional<Module> run_simplify_pass(const Module& module, const PassArguments& arguments,
                                        Diagnostics& diagnostics);
std::optional<Module> run_sparse_pass(const Module& module, const PassArguments& arguments,
                                      Diagnostics& diagnostics);
std::optional<Module> run_set_once_pass(const Module& module, const PassArguments& arguments,
                                         Diagnostics& diagnostics);
std::optional<Module> run_sum_into_pass(const Module& module, const PassArguments& arguments,
                                        Diagnostics& diagnostics);
std::optional<Module> run_terms_pass(const Module& module, const PassArguments& arguments,
                                     Diagnostics& diagnostics);

}  // namespace ir
