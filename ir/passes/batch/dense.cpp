#include "ir/passes/batch/dense.h"

#include <algorithm>
#include <set>
#include <string>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/ops/rules.h"
#include "ir/ops/shape/sequence.h"
#include "ir/passes/calls/called.h"
#include "ir/passes/derivative.h"

namespace ir {
namespace {

// How a value depends on the elements of the direction: in row-major order on each in its place alone, or on any.
enum class Reach : std::uint8_t { none, own, any };

std::vector<Reach> reaches(const Function& function, ValueId direction) {
  std::vector<Reach> reach(function.values.size(), Reach::none);
  reach[direction.at()] = function[direction].type.is_tensor() ? Reach::own : Reach::any;
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

// Zeros for so many directions, at each place.
Expr no_directions(Expr like, const Nest& nest, const Extent& directions) {
  const ElementType element = like.type().element;
  const auto zeros = [&](const Shape& shape) {
    return Expr{like.builder, like.builder->full({element, with_axis(directions, shape), 0}, 0)};
  };
  return each_place(like, nest.levels, {}, [&](Expr place, const Path&, const std::vector<Expr>&) {
    if (nest.listed) return std::vector{apply(Kind::SequenceFill, {ops::size_of(place), zeros({})})};
    return std::vector{zeros(place.shape())};
  })[0];
}

// What a batch gives for all unit directions of that shape: their axes first.
Expr spread_out(Expr batched, const Nest& nest, const Extent& directions, const Shape& shape) {
  return each_place(batched, nest.levels, {}, [&](Expr place, const Path&, const std::vector<Expr>&) {
    Expr tensor = tensor_at(place, {directions});
    if (nest.listed) tensor = transpose(tensor, {1, 0});
    Shape block = shape;
    const Shape extents = tensor.shape();
    block.insert(block.end(), extents.begin() + 1, extents.end());
    return std::vector{reshape(tensor, block)};
  }, {directions})[0];
}

// Whether a direction has so few elements, and the function so few ops, that calls of it one by one cost less than a batch, which
// makes a tensor of each number: what is numbers stays numbers then.
bool is_for_numbers(const Function& function, const Type& direction) {
  constexpr std::int64_t kMostDirections = 4;
  constexpr std::size_t kMostOps = 1000;
  const auto n = product(direction.extents).constant();
  return n && *n > 0 && *n <= kMostDirections && function.ops.size() * static_cast<std::size_t>(*n) <= kMostOps &&
         std::all_of(function.ops.begin(), function.ops.end(), [](const Op& op) { return op.blocks.empty() && !op.callee.valid(); });
}

// The builder knows what the function requires.
Function with_requirements_of(const Function& from, const std::string& name) {
  Function to = new_function(name);
  to.requirements = from.requirements;
  to.extent_origins = from.extent_origins;
  return to;
}

// The tensor at each place.
Expr at_each_place(Expr nested) {
  return each_place(nested, nest_of(nested.type()).levels, {}, [](Expr place, const Path&, const std::vector<Expr>&) {
    return std::vector{tensor_at(place)};
  })[0];
}

}  // namespace

Dense::Dense(Module& module, const Function& arguments_of, const std::string& name, LocId requested, Diagnostics& diagnostics)
    : module_(module), diagnostics_(diagnostics), function_(with_requirements_of(arguments_of, name)),
      builder_(module, function_, diagnostics), requested_(requested) {
  for (ValueId argument : arguments_of.arguments())
    builder_.argument(arguments_of[argument].type, arguments_of[argument].name);
  builder_.loc = requested;
  builder_.derived = true;
}

std::vector<Expr> Dense::clone(const Module& from, FunctionId id, const std::vector<Expr>& arguments, Expr direction,
                               const Extent& directions) {
  const Function made = with_callees(from, id, module_);
  Cloner copy(made, builder_);
  const std::size_t own = arguments.size();
  for (std::size_t i = 0; i < own; ++i) copy.set(made.arguments()[i], arguments[i].id);
  if (direction.valid()) {
    // The axis of the batch has the extent of the unit directions.
    const ValueId given = made.arguments().at(own);
    copy.set(given, direction.id);
    if (const Type& type = made[given].type; type.is_tensor() && !type.extents.empty())
      if (const auto k = type.extents[0].as_symbol(); k && !(type.extents[0] == direction.shape()[0]))
        copy.symbols[*k] = direction.shape()[0];
    if (made.arguments().size() > own + 1) {
      const ValueId count = made.arguments().back();
      copy.set(count, builder_.extent_value(directions));
      copy.symbols["%" + made[count].name] = directions;
    }
  }
  std::set<std::string> bound;
  for (OpId op : made[made.body].ops) {
    name_bound_symbols(made, made[op], copy, bound);
    copy.op(op);
  }
  builder_.loc = requested_;
  builder_.derived = true;
  std::vector<Expr> results;
  for (ValueId result : copy(made.results())) results.push_back({&builder_, result});
  return results;
}

// Extents that an op finds out have names of their own in each copy; those in `bound` are known there before, and checked.
void Dense::name_bound_symbols(const Function& from, const Op& op, Cloner& copy, std::set<std::string>& bound) {
  const std::string_view binds = definition(op.kind).info.binds;
  if (binds.empty() || !op.attributes.find(binds)) return;
  for (const Extent& extent : op.attributes.get<Shape>(binds)) {
    const auto symbol = extent.as_symbol();
    if (!symbol || is_known_on_entry(from, extent)) continue;
    if (!bound.insert(*symbol).second || copy.symbols.contains(*symbol)) continue;
    if (builder_.scope().has(builder_.insertion(), *symbol))
      copy.symbols[*symbol] = Extent::symbol(builder_.fresh_symbol(symbol->substr(0, symbol->rfind('.'))));
  }
}

std::vector<Expr> Dense::arguments() {
  std::vector<Expr> all;
  for (ValueId argument : function_.arguments()) all.push_back({&builder_, argument});
  return all;
}

std::vector<Expr> Dense::call(const Module& module, FunctionId function) { return clone(module, function, arguments(), {}, 1); }

Expr Dense::unit_directions(const Shape& direction, ElementType element) {
  const Extent n = product(direction);
  return {&builder_, builder_.append(Kind::Eye, {}, {{"n", Shape{n}}, {"to", element}})};
}

Expr Dense::diagonal(Expr values, const Shape& direction) {
  const Extent n = product(direction);
  const Expr unit = unit_directions(direction, values.type().element);
  const Shape of_values = values.shape();
  Shape block = direction;
  block.insert(block.end(), of_values.begin(), of_values.end());
  const Expr rows = broadcast(reshape(values, {1, n}), {n, n});
  // Not a product: what lies beside the diagonal is zero whatever stands on it.
  return reshape(where(equal(unit, 0.0), like(rows, 0), rows), block);
}

Expr Dense::zero_block(const Form& direction, const Form& result) {
  const Nest from = nest_of(direction.type), to = nest_of(result.type);
  const auto append = [](Shape& shape, const Form& form, const Nest& nest, Expr place) {
    const Shape more = nest.is_tensor() ? form.type.extents : tensor_at(place).shape();
    shape.insert(shape.end(), more.begin(), more.end());
  };
  std::vector<Expr> seen;
  if (!to.is_tensor()) seen.push_back(result.like);
  return each_place(direction.like, from.levels, seen, [&](Expr p, const Path&, const std::vector<Expr>& inside) {
    Shape shape;
    append(shape, direction, from, p);
    return each_place(inside.empty() ? Expr{} : inside[0], to.levels, {}, [&](Expr q, const Path&, const std::vector<Expr>&) {
      Shape block = shape;
      append(block, result, to, q);
      return std::vector<Expr>{{&builder_, builder_.full({result.type.element, block, 0}, 0)}};
    });
  })[0];
}

std::optional<std::vector<Expr>> Dense::blocks(const Module& module, FunctionId id, const std::vector<int>& results,
                                               Expr like, const std::vector<Expr>& likes) {
  const Function& f = module[id];
  const ValueId direction = f.arguments().back();
  const Type type = f[direction].type;
  const Nest nest = nest_of(type);
  const std::vector<Reach> reach = reaches(f, direction);
  const auto value_of = [&](int r) { return f.results()[static_cast<std::size_t>(r)]; };
  const auto reach_of = [&](int r) { return reach[value_of(r).at()]; };
  const auto any = [&](Reach kind) {
    return std::any_of(results.begin(), results.end(), [&](int r) { return reach_of(r) == kind; });
  };
  std::vector<Expr> once, all;
  if (any(Reach::own) || (type.is_scalar() && any(Reach::any)))
    once = clone(module, id, arguments(), {&builder_, builder_.full(type, 1)}, 1);
  const bool one_by_one = nest.is_tensor() && !type.is_scalar() && is_for_numbers(f, type);
  if (one_by_one && any(Reach::any)) {
    all = each_direction(module, id, type, [&](const std::vector<Expr>& row) {
      std::vector<Expr> wanted;
      for (int r : results)
        if (reach_of(r) == Reach::any) wanted.push_back(row[static_cast<std::size_t>(r)]);
      return wanted;
    });
  } else if (!type.is_scalar() && any(Reach::any)) {
    Module narrow = module;  // with the results that are wanted for each direction alone
    std::vector<ValueId> wanted;
    for (int r : results)
      if (reach_of(r) == Reach::any) wanted.push_back(value_of(r));
    Function& function = narrow[id];
    function[function.body].results = wanted;
    BatchOptions options;
    options.arguments.assign(f.arguments().size(), false);
    options.arguments.back() = true;
    options.results.assign(wanted.size(), true);
    options.requested = requested_;
    const auto batched = batch(narrow, id, options, diagnostics_);
    if (!batched) return std::nullopt;
    std::vector<Expr> seen = arguments();
    seen.push_back(like);
    all = each_place(like, nest.levels, seen, [&](Expr place, const Path& path, const std::vector<Expr>& inside) {
      const Shape shape = nest.is_tensor() ? type.extents : tensor_at(place).shape();
      const Extent n = product(shape);
      Expr directions = reshape(unit_directions(shape, type.element), with_axis(n, shape));
      if (nest.listed) directions = sequence_along(directions);
      if (!path.empty()) directions = with_place(no_directions(inside.back(), nest, n), path, directions);
      std::vector<Expr> rows = clone(batched->module, batched->function, {inside.begin(), inside.end() - 1}, directions, n);
      for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = spread_out(rows[i], nest_of(f[wanted[i]].type), n, shape);
      return rows;
    });
  }
  std::vector<Expr> out;
  std::size_t next = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Type result = f[value_of(results[i])].type;
    const Reach here = reach_of(results[i]);
    if (here == Reach::none)
      out.push_back(zero_block({type, like}, {result, likes[i]}));
    else if (type.is_scalar())
      out.push_back(at_each_place(once[static_cast<std::size_t>(results[i])]));
    else
      out.push_back(here == Reach::own ? diagonal(once[static_cast<std::size_t>(results[i])], type.extents) : all[next++]);
  }
  return out;
}

std::vector<Expr> Dense::each_direction(const Module& module, FunctionId id, const Type& direction,
                                        const std::function<std::vector<Expr>(const std::vector<Expr>&)>& wanted) {
  const std::int64_t n = product(direction.extents).constant().value();
  std::vector<std::vector<Expr>> rows;  // by result
  for (std::int64_t i = 0; i < n; ++i) {
    std::vector<Expr> numbers;
    for (std::int64_t k = 0; k < n; ++k) numbers.push_back({&builder_, builder_.constant(direction.element, k == i ? 1 : 0)});
    const Expr unit = reshape(apply(Kind::Stack, numbers, {{"place", std::int64_t{0}}}), direction.extents);
    const std::vector<Expr> row = wanted(clone(module, id, arguments(), unit, 1));
    rows.resize(row.size());
    for (std::size_t r = 0; r < row.size(); ++r) rows[r].push_back(row[r]);
  }
  std::vector<Expr> blocks;
  for (const std::vector<Expr>& all : rows) {
    Shape block = direction.extents;
    const Shape extents = all[0].shape();
    block.insert(block.end(), extents.begin(), extents.end());
    blocks.push_back(reshape(apply(Kind::Stack, all, {{"place", std::int64_t{0}}}), block));
  }
  return blocks;
}

Expr Dense::turned(Expr block, const Form& direction, const Form& result) {
  const Nest from = nest_of(direction.type), to = nest_of(result.type);
  std::vector<Expr> seen{block};
  if (from.levels > 0) seen.push_back(direction.like);
  return each_place(result.like, to.levels, seen, [&](Expr, const Path& there, const std::vector<Expr>& inside) {
    std::vector<Expr> all{inside[0]};
    all.insert(all.end(), there.begin(), there.end());
    return each_place(inside.back(), from.levels, all, [&](Expr, const Path& here, const std::vector<Expr>& innermost) {
      Path path = here;
      path.insert(path.end(), innermost.begin() + 1, innermost.end());
      const Expr tensor = at_place(innermost[0], path);
      Integers perm;
      for (int i = 0; i < tensor.rank(); ++i) perm.push_back((i + from.rank) % tensor.rank());
      return std::vector{from.rank == 0 || from.rank == tensor.rank() ? tensor : transpose(tensor, perm)};
    });
  })[0];
}

Expr Dense::converted(Expr block, ElementType element) {
  if (block.type().element == element) return block;
  return each_place(block, block.type().sequence_depth, {}, [&](Expr place, const Path&, const std::vector<Expr>&) {
    return std::vector{astype(place, element)};
  })[0];
}

Function Dense::finish(const std::vector<Expr>& results) {
  std::vector<ValueId> ids;
  for (Expr result : results) ids.push_back(result.id);
  builder_.set_results(ids);
  return std::move(function_);
}

}  // namespace ir
