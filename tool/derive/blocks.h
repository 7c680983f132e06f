// Hessians and Jacobians: dense blocks (ir/passes/batch/dense.h), by their names in C++.
#pragma once

#include "ir/passes/derivative.h"
#include "tool/derive/task.h"

namespace tool {

std::optional<codegen::Derivative> derive_hessian(ir::Module& module, const DeriveInput& input,
                                                  ir::DerivativeOptions options, ir::Diagnostics& diagnostics);
std::optional<codegen::Derivative> derive_jacobian(ir::Module& module, const DeriveInput& input,
                                                   ir::DerivativeOptions options, ir::Diagnostics& diagnostics);

// The form for several directions of a jvp or vjp. Nothing where an op has no form for several: then there is none.
std::optional<codegen::Derivative> derive_batch(ir::Module& module, const DeriveInput& input,
                                                const codegen::Derivative& one);

// The blocks that a Hessian or Jacobian has, leaf by leaf; none of other kinds, and none where a leaf has no
// axes of its own. A wrt item that is left out has none.
std::vector<codegen::Derivative::Block> blocks_of(codegen::DerivativeKind kind, const codegen::Primal& primal,
                                                  const std::vector<codegen::WrtItem>& wrt);

// --- what differentiate.cpp shares

// The wrt items with the place of each leaf's derivative, counted from `first`, among those that are
// connected.
std::vector<codegen::WrtItem> place_leaves(const DeriveInput& input, const std::vector<bool>& connected,
                                           int first);
// Which inputs the result depends on: reverse mode knows it, forward mode alone does not. Where a rule has nothing of reverse
// mode, all are taken to. Null, with diagnostics, for other problems.
struct Connections {
  std::vector<bool> connected;
  bool has_reverse;
};
std::optional<Connections> connections(const ir::Module& module, const DeriveInput& input, ir::DerivativeOptions options,
                                       ir::Diagnostics& diagnostics);

}  // namespace tool
