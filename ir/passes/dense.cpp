#include "ir/passes/dense.h"

#include <algorithm>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/called.h"
#include "ir/passes/derivative.h"

namespace ir {
namespace {

// How a value depends on the elements of the direction: in row-major order on each in its place alone, or on any.
enum class Reach : std::uint8_t { none, own, any };

std::vector<Reach> reaches(const Function& function, ValueId direction) {
  std::vector<Reach> reach(function.values.size(), Reach::none);
  reach[direction.at()] = Reach::own;
  for (OpId id : function[function.body].ops) {
    const Op& op = function[id];
    Reach found = Reach::none;
    for (ValueId operand : op.operands) found = std::max(found, reach[operand.at()]);
    const Trait trait = definition(op.kind).info.trait;
    if (found == Reach::own && trait != Trait::elementwise && trait != Trait::alias) found = Reach::any;
    for (ValueId result : op.results) reach[result.at()] = found;
  }
  return reach;
}

}  // namespace

Dense::Dense(Module& module, const Function& arguments_of, const std::string& name, LocId requested, Diagnostics& diagnostics)
    : module_(module), diagnostics_(diagnostics), function_(new_function(name)), builder_(module, function_, diagnostics),
      requested_(requested) {
  function_.requirements = arguments_of.requirements;
  function_.extent_origins = arguments_of.extent_origins;
  for (ValueId argument : arguments_of.arguments())
    builder_.argument(arguments_of[argument].type, arguments_of[argument].name);
  builder_.loc = requested;
  builder_.derived = true;
}

std::vector<Expr> Dense::clone(const Module& from, FunctionId id, Expr direction) {
  const Function made = with_callees(from, id, module_);
  Cloner copy(made, builder_);
  const std::size_t own = function_.arguments().size();
  for (std::size_t i = 0; i < own; ++i) copy.set(made.arguments()[i], function_.arguments()[i]);
  if (direction.valid()) {
    // The axis of the batch has the extent of the unit directions.
    const ValueId last = made.arguments().at(own);
    copy.set(last, direction.id);
    if (const Shape& shape = made[last].type.extents; !shape.empty())
      if (const auto k = shape[0].as_symbol(); k && !(shape[0] == direction.shape()[0])) copy.symbols[*k] = direction.shape()[0];
  }
  for (OpId op : made[made.body].ops) {
    name_bound_symbols(made, made[op], copy);
    copy.op(op);
  }
  builder_.loc = requested_;
  builder_.derived = true;
  std::vector<Expr> results;
  for (ValueId result : copy(made.results())) results.push_back({&builder_, result});
  return results;
}

// Extents that an op finds out have names of their own in each copy.
void Dense::name_bound_symbols(const Function& from, const Op& op, Cloner& copy) {
  const std::string_view binds = definition(op.kind).info.binds;
  if (binds.empty() || !op.attributes.find(binds)) return;
  for (const Extent& extent : op.attributes.get<Shape>(binds)) {
    const auto symbol = extent.as_symbol();
    if (!symbol || copy.symbols.contains(*symbol) || is_known_on_entry(from, extent)) continue;
    if (builder_.scope().has(builder_.insertion(), *symbol))
      copy.symbols[*symbol] = Extent::symbol(builder_.fresh_symbol(symbol->substr(0, symbol->rfind('.'))));
  }
}

std::vector<Expr> Dense::call(const Module& module, FunctionId function) { return clone(module, function, {}); }

Expr Dense::diagonal(Expr values, const Shape& direction) {
  const Extent n = product(direction);
  const ElementType element = values.type().element;
  const Expr unit{&builder_, builder_.append(Kind::Eye, {}, {{"n", Shape{n}}, {"to", element}})};
  const Shape of_values = values.shape();
  Shape block = direction;
  block.insert(block.end(), of_values.begin(), of_values.end());
  const Expr rows = broadcast(reshape(values, {1, n}), {n, n});
  // Not a product: what lies beside the diagonal is zero whatever stands on it.
  return reshape(where(equal(unit, 0.0), like(rows, 0), rows), block);
}

std::optional<std::vector<Expr>> Dense::blocks(const Module& module, FunctionId id, const std::vector<int>& results) {
  const Function& f = module[id];
  const ValueId direction = f.arguments().back();
  const Type type = f[direction].type;
  const std::vector<Reach> reach = reaches(f, direction);
  const auto reach_of = [&](int r) { return reach[f.results()[static_cast<std::size_t>(r)].at()]; };
  const auto any = [&](Reach kind) {
    return std::any_of(results.begin(), results.end(), [&](int r) { return reach_of(r) == kind; });
  };
  std::vector<Expr> once, all;
  if (any(Reach::own) || (type.is_scalar() && any(Reach::any))) once = clone(module, id, {&builder_, builder_.full(type, 1)});
  if (!type.is_scalar() && any(Reach::any)) {
    Module narrow = module;  // with the results that are wanted for each direction alone
    std::vector<ValueId> wanted;
    for (int r : results)
      if (reach_of(r) == Reach::any) wanted.push_back(f.results()[static_cast<std::size_t>(r)]);
    Function& function = narrow[id];
    function[function.body].results = wanted;
    BatchOptions options;
    options.arguments.assign(f.arguments().size(), false);
    options.arguments.back() = true;
    options.results.assign(wanted.size(), true);
    options.requested = requested_;
    const auto batched = batch(narrow, id, options, diagnostics_);
    if (!batched) return std::nullopt;
    const Extent n = product(type.extents);
    const Expr unit{&builder_, builder_.append(Kind::Eye, {}, {{"n", Shape{n}}, {"to", type.element}})};
    all = clone(batched->module, batched->function, reshape(unit, with_axis(n, type.extents)));
  }
  std::vector<Expr> out;
  std::size_t next = 0;
  for (int r : results) {
    const Type result = f[f.results()[static_cast<std::size_t>(r)]].type;
    Shape shape = type.extents;
    // Extents that are found out on the way have other names in a batch.
    const bool in_batch = reach_of(r) == Reach::any && !type.is_scalar();
    const Shape extents = in_batch ? all[next].shape() : with_axis(Extent(1), result.extents);
    shape.insert(shape.end(), extents.begin() + 1, extents.end());
    if (reach_of(r) == Reach::none)
      out.push_back({&builder_, builder_.full({result.element, shape, 0}, 0)});
    else if (type.is_scalar())
      out.push_back(once[static_cast<std::size_t>(r)]);
    else if (reach_of(r) == Reach::own)
      out.push_back(diagonal(once[static_cast<std::size_t>(r)], type.extents));
    else
      out.push_back(reshape(all[next++], shape));
  }
  return out;
}

Expr Dense::turned(Expr block, int axes) {
  const int rank = block.rank();
  if (axes == 0 || axes == rank) return block;
  Integers perm;
  for (int i = 0; i < rank; ++i) perm.push_back((i + axes) % rank);
  return transpose(block, perm);
}

Function Dense::finish(const std::vector<Expr>& results) {
  std::vector<ValueId> ids;
  for (Expr result : results) ids.push_back(result.id);
  builder_.set_results(ids);
  return std::move(function_);
}

}  // namespace ir
