#include "tool/derive/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ir/passes/batch/dense.h"
#include "ir/passes/calls/called.h"

namespace tool {
namespace {

using Block = codegen::Derivative::Block;

using Named = codegen::NamedLeaf;

// Of numbers in a vector, which are one axis.
bool is_listed(const Named& leaf) { return leaf.vectors > 0 && leaf.rank() == 0; }
int axes_of(const Named& leaf) { return leaf.rank() + (is_listed(leaf) ? 1 : 0); }
int levels_of(const Named& leaf) { return leaf.vectors - (is_listed(leaf) ? 1 : 0); }

std::string joined(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + "_" + b;
}

std::vector<Named> leaves_of(const std::vector<codegen::WrtItem>& wrt) {
  std::vector<Named> all;
  for (const codegen::WrtItem& item : wrt) {
    if (item.left_out) continue;
    std::string name;
    for (const std::string& part : item.path) name = joined(name, part);
    const std::vector<Named> leaves = codegen::named_leaves(item.value, name);
    all.insert(all.end(), leaves.begin(), leaves.end());
  }
  return all;
}

bool check(const DeriveInput& input, std::string_view request, const std::vector<Named>& leaves,
           ir::Diagnostics& diagnostics) {
  const auto is_complex = [](const Named& leaf) { return ir::is_complex(leaf.value->leaf.element); };
  const auto complex = std::find_if(leaves.begin(), leaves.end(), is_complex);
  if (complex == leaves.end()) return true;
  diagnostics.report(ir::DiagnosticId::complex_blocks, input.requested, complex->name.empty() ? "the result" : complex->name,
                     request);
  return false;
}

bool check_blocks(const DeriveInput& input, std::string_view request, const std::vector<Block>& blocks, ir::Diagnostics& diagnostics) {
  std::set<std::string> seen;
  for (const Block& block : blocks) {
    if (!seen.insert(block.name).second) {
      diagnostics.report(ir::DiagnosticId::block_name, input.requested, input.primal->name, block.name);
      return false;
    }
    const codegen::CppValue* dense = &block.value;
    while (!dense->is_leaf()) dense = &dense->members[0].value;
    if (dense->leaf.rank() > ir::kMostAxes) {
      diagnostics.report(ir::DiagnosticId::block_axes, input.requested, request, input.primal->name, block.name, dense->leaf.rank());
      return false;
    }
  }
  return true;
}

void finish(ir::Module& module, ir::Dense& dense, const std::vector<ir::Expr>& results, codegen::Derivative& out) {
  ir::Function function = dense.finish(results);
  out.function = {static_cast<std::int32_t>(module.functions.size())};
  module.functions.push_back(std::move(function));
}

// Whether the derivatives that somebody has written take part, whose own need not be symmetric.
bool has_rules(const ir::Module& module) {
  return std::any_of(module.functions.begin(), module.functions.end(), [](const ir::Function& f) { return f.has_rule(); });
}

std::int64_t known_size(const ir::Type& type) {
  const auto size = product(type.extents).constant();
  return size ? *size : -1;
}

// Forward where the inputs certainly are no more than the outputs, or by the number of their axes where extents are not known,
// and where extents of the outputs are known only at run time: each direction of the inputs costs as much as one of the outputs,
// and forward mode keeps nothing.
bool goes_forward(const ir::Function& function, const std::vector<ir::ValueId>& inputs) {
  std::int64_t in = 0, out = 0;
  int in_axes = 0, out_axes = 0;
  bool known = true;
  const auto count = [&](ir::ValueId value, std::int64_t& sum, int& axes) {
    const ir::Type& type = function[value].type;
    known = known && known_size(type) >= 0;
    sum += known_size(type);
    axes = std::max(axes, type.rank());
  };
  for (ir::ValueId input : inputs) count(input, in, in_axes);
  for (ir::ValueId result : function.results()) {
    const ir::Type& type = function[result].type;
    if (!ir::is_differentiable(type.element)) continue;
    for (const ir::Extent& extent : type.extents)
      if (type.is_tensor() && !ir::is_known_on_entry(function, extent)) return true;
    count(result, out, out_axes);
  }
  return known ? in <= out : in_axes <= out_axes;
}

// `of`, which gives what `one` does, for several directions.
std::optional<codegen::Derivative> batch_of(ir::Module& module, const DeriveInput& input, const codegen::Derivative& one, ir::FunctionId of) {
  const bool forward = one.kind == codegen::DerivativeKind::jvp;
  const ir::Function& f = module[input.function];
  ir::BatchOptions options;
  options.arguments.assign(module[of].arguments().size(), true);
  std::fill_n(options.arguments.begin(), f.arguments().size(), false);
  options.results.assign(module[of].results().size(), true);
  std::fill_n(options.results.begin(), f.results().size(), false);
  options.name = module.free_name(input.base + (forward ? "_jvp_batch" : "_vjp_batch"));
  options.requested = input.requested;
  ir::Diagnostics why_not;
  auto batched = ir::batch(module, of, options, why_not);
  if (!batched || batched->results != options.results) return std::nullopt;
  codegen::Derivative out = one;
  out.budget = {};
  out.whole = {};
  out.kind = forward ? codegen::DerivativeKind::jvp_batch : codegen::DerivativeKind::vjp_batch;
  out.function = batched->function;
  module = std::move(batched->module);
  return out;
}

}  // namespace

std::vector<Block> blocks_of(codegen::DerivativeKind kind, const codegen::Primal& primal,
                             const std::vector<codegen::WrtItem>& wrt) {
  std::vector<Block> blocks;
  const std::vector<Named> in = leaves_of(wrt);
  std::vector<Named> out;
  if (kind == codegen::DerivativeKind::hessian) out = in;
  if (kind == codegen::DerivativeKind::jacobian) out = codegen::named_leaves(primal.result, "");
  for (const Named& p : out)
    for (const Named& q : in)
      blocks.push_back({joined(p.name, q.name), codegen::block_value(p.value->leaf.element, axes_of(p) + axes_of(q),
                                                                     levels_of(p) + levels_of(q))});
  return blocks;
}

std::optional<codegen::Derivative> derive_batch(ir::Module& module, const DeriveInput& input,
                                                const codegen::Derivative& one) {
  // What calls keep may have no form for several directions.
  if (auto batch = batch_of(module, input, one, one.function); batch || !one.whole.valid()) return batch;
  return batch_of(module, input, one, one.whole);
}

std::optional<codegen::Derivative> derive_hessian(ir::Module& module, const DeriveInput& input,
                                                  ir::DerivativeOptions options, ir::Diagnostics& diagnostics) {
  options.unit_seed = true;
  options.name = module.free_name(input.base + "_hessian_gradient");
  const auto gradient = ir::differentiate_reverse(module, input.function, options, diagnostics);
  if (!gradient) return std::nullopt;
  const ir::Function& g = gradient->module[gradient->function];
  const int values = static_cast<int>(module[input.function].results().size());
  codegen::Derivative out;
  out.kind = codegen::DerivativeKind::hessian;
  out.base = input.base;
  out.wrt = place_leaves(input, gradient->connected, values);
  out.keep = gradient->keep;
  out.kept = gradient->notes;
  out.blocks = blocks_of(out.kind, *input.primal, out.wrt);
  if (!check(input, "hessian", leaves_of(out.wrt), diagnostics) || !check_blocks(input, "hessian", out.blocks, diagnostics))
    return std::nullopt;

  std::vector<ir::ValueId> inputs;  // those that have a gradient, in the order of the gradients
  for (std::size_t i = 0; i < gradient->wrt.size(); ++i)
    if (gradient->connected[i]) inputs.push_back(gradient->wrt[i]);
  const std::size_t n = inputs.size();
  const bool symmetric = !has_rules(gradient->module);
  ir::Dense dense(module, g, module.free_name(input.base + "_hessian"), input.requested, diagnostics);
  std::vector<ir::Expr> results = dense.call(gradient->module, gradient->function);
  std::vector<std::vector<ir::Expr>> blocks(n, std::vector<ir::Expr>(n));
  const auto form = [&](std::size_t p) {
    return ir::Dense::Form{g[inputs[p]].type, results[static_cast<std::size_t>(values) + p]};
  };
  for (std::size_t i = 0; i < n; ++i) {
    ir::DerivativeOptions forward = options;
    forward.wrt = {inputs[i]};
    forward.stop = gradient->stop;
    forward.targets.clear();
    std::vector<int> wanted;
    std::vector<ir::Expr> likes;
    for (std::size_t j = symmetric ? i : 0; j < n; ++j) {
      likes.push_back(form(j).like);
      wanted.push_back(static_cast<int>(g.results().size() + forward.targets.size()));
      forward.targets.push_back(values + static_cast<int>(j));
    }
    forward.name = module.free_name(input.base + "_hessian_product");
    const auto product = ir::differentiate_forward(gradient->module, gradient->function, forward, diagnostics);
    if (!product) return std::nullopt;
    const auto row = dense.blocks(product->module, product->function, wanted, form(i).like, likes);
    if (!row) return std::nullopt;
    for (std::size_t k = 0; k < row->size(); ++k) {
      const std::size_t j = (symmetric ? i : 0) + k;
      const auto element = [&](std::size_t p) { return g[inputs[p]].type.element; };
      blocks[i][j] = ir::Dense::converted((*row)[k], element(i));
      if (symmetric && j != i)
        blocks[j][i] = ir::Dense::converted(ir::Dense::turned((*row)[k], form(i), form(j)), element(j));
    }
  }
  for (const auto& row : blocks) results.insert(results.end(), row.begin(), row.end());
  finish(module, dense, results, out);
  return out;
}

std::optional<codegen::Derivative> derive_jacobian(ir::Module& module, const DeriveInput& input,
                                                   ir::DerivativeOptions options, ir::Diagnostics& diagnostics) {
  const auto depends = connections(module, input, options, diagnostics);
  if (!depends) return std::nullopt;
  const ir::Function f = module[input.function];
  codegen::Derivative out;
  out.kind = codegen::DerivativeKind::jacobian;
  out.base = input.base;
  out.wrt = place_leaves(input, depends->connected, 0);
  out.blocks = blocks_of(out.kind, *input.primal, out.wrt);
  if (!check(input, "jacobian", leaves_of(out.wrt), diagnostics) || !check_blocks(input, "jacobian", out.blocks, diagnostics))
    return std::nullopt;

  std::vector<ir::ValueId> inputs;
  for (std::size_t i = 0; i < options.wrt.size(); ++i)
    if (depends->connected[i]) inputs.push_back(options.wrt[i]);
  std::vector<int> outputs;
  for (std::size_t k = 0; k < f.results().size(); ++k)
    if (ir::is_differentiable(f[f.results()[k]].type.element)) outputs.push_back(static_cast<int>(k));
  options.groups.clear();
  options.unconnected = ir::Unconnected::zero;
  const int values = static_cast<int>(f.results().size());
  ir::Dense dense(module, f, module.free_name(input.base + "_jacobian"), input.requested, diagnostics);
  // Inputs in sequences are results, too: blocks have their places.
  ir::Module with_inputs = module;
  for (ir::ValueId one : inputs)
    if (!f[one].type.is_tensor()) with_inputs[input.function][f.body].results.push_back(one);
  std::vector<ir::Expr> results = dense.call(with_inputs, input.function);
  std::vector<ir::Dense::Form> in, out_of;
  for (auto place = results.begin() + values; ir::ValueId one : inputs)
    in.push_back({f[one].type, f[one].type.is_tensor() ? ir::Expr{} : *place++});
  results.resize(static_cast<std::size_t>(values));
  for (int output : outputs) {
    const ir::Expr like = results[static_cast<std::size_t>(output)];
    out_of.push_back({like.type(), like});
  }
  std::vector<std::vector<ir::Expr>> blocks(outputs.size(), std::vector<ir::Expr>(inputs.size()));
  // Real directions have complex derivatives, but no real adjoint gives the row of a complex result.
  const bool forward = !depends->has_reverse || goes_forward(f, inputs) ||
                       std::any_of(outputs.begin(), outputs.end(), [&](int k) {
                         return ir::is_complex(f[f.results()[static_cast<std::size_t>(k)]].type.element);
                       });
  const std::vector<ir::ValueId> all = inputs;
  for (std::size_t i = 0; i < (forward ? inputs.size() : outputs.size()); ++i) {
    options.wrt = forward ? std::vector{inputs[i]} : all;
    options.targets = forward ? outputs : std::vector{outputs[i]};
    options.name = module.free_name(input.base + "_jacobian_product");
    const auto product = forward ? ir::differentiate_forward(module, input.function, options, diagnostics)
                                 : ir::differentiate_reverse(module, input.function, options, diagnostics);
    if (!product) return std::nullopt;
    const std::vector<ir::Dense::Form>& others = forward ? out_of : in;
    std::vector<int> wanted;
    std::vector<ir::Expr> likes;
    for (const ir::Dense::Form& other : others) {
      wanted.push_back(values + static_cast<int>(wanted.size()));
      likes.push_back(other.like);
    }
    const auto row = dense.blocks(product->module, product->function, wanted, (forward ? in : out_of)[i].like, likes);
    if (!row) return std::nullopt;
    for (std::size_t k = 0; k < row->size(); ++k) {
      const auto output = static_cast<std::size_t>(outputs[forward ? k : i]);
      const ir::ElementType element = f[f.results()[output]].type.element;
      const ir::Expr block = forward ? ir::Dense::turned((*row)[k], in[i], out_of[k]) : (*row)[k];
      (forward ? blocks[k][i] : blocks[i][k]) = ir::Dense::converted(block, element);
    }
  }
  for (const auto& row : blocks) results.insert(results.end(), row.begin(), row.end());
  finish(module, dense, results, out);
  return out;
}

}  // namespace tool
