// A function for many items (items.h).
//
//  A `scan` over the items takes each of them, calls f and puts its results where they belong. The body of f takes the place of
//  the call where it knows the same extents.
//
// In: a function that verifies. Out: one more that calls it, or computes what it does.
#include "ir/passes/batch/items.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ir/expr.h"
#include "ir/kind.h"
#include "ir/op.h"
#include "ir/ops/rules.h"
#include "ir/ops/shape/sequence.h"
#include "ir/passes/derivative.h"
#include "ir/passes/loops/nest.h"
#include "ir/scope.h"

namespace ir {
namespace {

using Form = ItemPart::Form;

// Tensors of so many elements are put number by number: what they are made of need not lie in memory then.
constexpr std::int64_t kMostNumbers = 32;

bool is_stacked(const ItemPart& result) { return result.form == Form::sequence || result.form == Form::lines; }

// The indices of the elements of a tensor of those extents, in order.
std::vector<Integers> indices_of(const Shape& axes) {
  std::vector<Integers> all{{}};
  for (const Extent& extent : axes) {
    std::vector<Integers> longer;
    for (const Integers& index : all)
      for (std::int64_t i = 0; i < extent.constant().value(); ++i) {
        longer.push_back(index);
        longer.back().push_back(i);
      }
    all = std::move(longer);
  }
  return all;
}

class Items {
 public:
  Items(Module& module, const Function& f, FunctionId id, const ItemsOptions& options, Diagnostics& diagnostics)
      : f_(f), id_(id), options_(options), g_(new_function(options.name)), builder_(module, g_, diagnostics) {
    builder_.reserve_symbols(f);
    builder_.loc = options.requested;
  }

  std::optional<FunctionId> run() {
    bind();
    if (!begin_results()) return std::nullopt;
    loop();
    builder_.set_results(results_);
    builder_.finish();
    if (!builder_.diagnostics().empty()) return std::nullopt;
    Module& module = builder_.module();
    module.functions.push_back(std::move(g_));
    return FunctionId{static_cast<std::int32_t>(module.functions.size()) - 1};
  }

 private:
  const Type& type_of_argument(int part) const { return f_[f_.arguments()[static_cast<std::size_t>(part)]].type; }
  Type type_of_result(const ItemPart& result) const {
    for (int part : result.parts)
      if (part >= 0) return f_[f_.results()[static_cast<std::size_t>(part)]].type;
    return result.zeros;
  }
  // Of all items, or of one that is given whole.
  Type whole(const ItemPart& part, Type one) const {
    if (part.form == Form::along) {
      one = {one.element, {Extent::symbol(along(part))}, 0};
    } else {
      one.extents.insert(one.extents.begin(), part.axes.begin(), part.axes.end());
    }
    return with_axis(count_, one);
  }
  // The extent of a sequence of numbers that is an axis.
  static std::string along(const ItemPart& part) { return part.name + ".along"; }

  Expr expr(ValueId value) { return {&builder_, value}; }
  Expr index(std::int64_t i) { return expr(builder_.constant_integer(ElementType::i64, i)); }

  // --- arguments

  void bind() {
    const bool has_axis = std::any_of(options_.arguments.begin(), options_.arguments.end(), [](const ItemPart& argument) {
      return argument.form == Form::tensor || argument.form == Form::along;
    });
    const auto size = [&](std::size_t i) { return Extent::symbol("%" + options_.sizes[i]); };
    count_ = has_axis || options_.sizes.empty() ? Extent::symbol(builder_.fresh_symbol("items")) : size(0);
    for (std::size_t i = 0; i <= options_.arguments.size(); ++i) {
      for (std::size_t k = 0; i == options_.sizes_at && k < options_.sizes.size(); ++k)
        builder_.argument(scalar(ElementType::i64), options_.sizes[k]);
      if (i < options_.arguments.size()) arguments_.push_back(builder_.argument(type(options_.arguments[i]), options_.arguments[i].name));
    }
    for (const Function::ExtentOrigin& origin : f_.extent_origins)
      for (std::size_t i = 0; i < options_.arguments.size(); ++i)
        if (const ItemPart& argument = options_.arguments[i]; argument.parts[0] == origin.argument && argument.axes.empty() &&
                                                              (argument.form == Form::shared || argument.form == Form::tensor))
          g_.extent_origins.push_back({static_cast<int>(i + (i >= options_.sizes_at ? options_.sizes.size() : 0)),
                                       origin.axis + (argument.form == Form::tensor ? 1 : 0), origin.loc});
    for (std::size_t k = 0; k < options_.sizes.size(); ++k)
      if (!(size(k) == count_)) g_.requirements.push_back({size(k), count_, options_.requested});
    builder_.facts().add_requirements(g_);
  }
  Type type(const ItemPart& argument) const {
    const Type& one = type_of_argument(argument.parts[0]);
    if (argument.form == Form::shared) return one;
    if (argument.form == Form::sequence) return sequence_of(one);
    if (argument.form == Form::lines) return sequence_of(sequence_of(scalar(one.element)));
    return whole(argument, one);
  }

  // The arguments of f for one item.
  void take(const ItemPart& argument, Expr given, Expr item, std::vector<Expr>& x) {
    if (argument.form == Form::shared) {
      x[static_cast<std::size_t>(argument.parts[0])] = given;
    } else if (argument.form == Form::sequence) {
      Shape shape = type_of_argument(argument.parts[0]).extents;
      if (!type_of_argument(argument.parts[0]).is_tensor()) shape.clear();
      x[static_cast<std::size_t>(argument.parts[0])] = ops::value_at(given, item, shape);
    } else if (argument.form == Form::lines) {
      x[static_cast<std::size_t>(argument.parts[0])] = tensor_at(ops::value_at(given, item, {}));
    } else if (argument.form == Form::along) {
      x[static_cast<std::size_t>(argument.parts[0])] = sequence_along(apply(Kind::Element, {given, item}));
    } else {
      const std::vector<Integers> places = indices_of(argument.axes);
      for (std::size_t i = 0; i < places.size(); ++i) {
        std::vector<Expr> operands{given, item};
        for (std::int64_t place : places[i]) operands.push_back(index(place));
        const auto part = static_cast<std::size_t>(argument.parts[i]);
        x[part] = ir::apply(Kind::Element, operands);
        g_[x[part].id].name = f_[f_.arguments()[part]].name;
      }
    }
  }

  // --- results

  bool begin_results() {
    for (const ItemPart& result : options_.results) {
      begin_.push_back({});
      if (is_stacked(result)) continue;
      const Type one = type_of_result(result);
      if (result.form == Form::shared && one.sequence_depth > 0) {
        if (result.like < 0) return refuse("a block of derivatives in a std::vector has no sum over the items");
        begin_.back() = zeros_like(expr(arguments_[static_cast<std::size_t>(result.like)]));
        continue;
      }
      const Type all = result.form == Form::shared ? one : whole(result, one);
      for (const Extent& extent : all.extents)
        if (!is_known_on_entry(g_, extent)) return refuse(fmt::format("the extent {} of a result differs between items", extent.text()));
      // Each item puts what is its own; sums begin at zero.
      const ValueId none = result.form == Form::shared ? builder_.full(all, 0)
                                                       : builder_.append(Kind::Undefined, {}, {{"element", all.element}, {"shape", all.extents}});
      begin_.back() = expr(none);
    }
    return true;
  }
  bool refuse(const std::string& why) {
    builder_.diagnostics().report(DiagnosticId::no_items, options_.requested, options_.of, why);
    return false;
  }

  // The result with those of one item added.
  Expr put(const ItemPart& result, Expr before, Expr item, const std::vector<Expr>& y) {
    const auto part = [&](std::size_t i) {
      const int at = result.parts[i];
      return at >= 0 ? y[static_cast<std::size_t>(at)] : expr(builder_.full(result.zeros, 0));
    };
    if (result.form == Form::shared) return before + part(0);
    if (result.form == Form::along) {
      const Expr row = tensor_at(part(0));
      return apply(Kind::SetElement, {before, apply(Kind::RequireExtents, {row}, {{"shape", Shape{Extent::symbol(along(result))}}}), item});
    }
    const std::vector<Integers> places = indices_of(result.axes);
    for (std::size_t i = 0; i < places.size(); ++i) {
      std::vector<Expr> at{item};
      for (std::int64_t place : places[i]) at.push_back(index(place));
      const Expr one = part(i);
      const auto size = product(one.shape()).constant();
      const bool by_numbers = one.rank() > 0 && size && *size <= kMostNumbers;
      for (const Integers& inside : by_numbers ? indices_of(one.shape()) : std::vector<Integers>{{}}) {
        std::vector<Expr> to{before, one}, from{one};
        to.insert(to.end(), at.begin(), at.end());
        for (std::int64_t place : inside) {
          to.push_back(index(place));
          from.push_back(to.back());
        }
        if (!inside.empty()) to[1] = ir::apply(Kind::Element, from);
        before = ir::apply(Kind::SetElement, to);
      }
    }
    return before;
  }

  // --- the loop

  void loop() {
    std::vector<ValueId> operands{builder_.extent_value(count_)};
    std::vector<Type> types{scalar(ElementType::i64)};
    std::vector<std::string> names{builder_.fresh_name("item")};
    const auto pass = [&](Expr value, const std::string& name) {
      operands.push_back(value.id);
      types.push_back(value.type());
      names.push_back(value.type().is_scalar() ? "" : name);  // a number that is called something is an extent
    };
    std::size_t carried = 0;
    for (Expr begin : begin_)
      if (begin.valid()) pass(begin, ""), ++carried;
    for (std::size_t i = 0; i < arguments_.size(); ++i)
      pass(expr(arguments_[i]), options_.arguments[i].name);
    const BlockId body = builder_.block(types, names);
    const std::vector<ValueId> p = g_[body].parameters;
    const BlockId outside = builder_.insert_into(body);
    const Expr item = expr(p[0]);
    std::vector<Expr> x(f_.arguments().size());
    for (std::size_t i = 0; i < arguments_.size(); ++i) take(options_.arguments[i], expr(p[1 + carried + i]), item, x);
    const std::vector<Expr> y = call(x);
    std::vector<ValueId> next, stacked;
    for (std::size_t r = 0, c = 0; r < options_.results.size() && !y.empty(); ++r) {
      const ItemPart& result = options_.results[r];
      const auto part = static_cast<std::size_t>(result.parts[0]);
      if (is_stacked(result))
        stacked.push_back((result.form == Form::lines ? sequence_along(y[part]) : y[part]).id);
      else
        next.push_back(put(result, expr(p[1 + c++]), item, y).id);
    }
    next.insert(next.end(), stacked.begin(), stacked.end());
    builder_.set_results(next);
    builder_.insert_into(outside);
    if (y.empty()) return;
    const std::vector<ValueId> made = builder_.append_all(
        Kind::Scan, operands,
        {{"carried", static_cast<std::int64_t>(carried)}, {"items", true}, {"scanned", std::int64_t{0}}}, {body});
    for (std::size_t r = 0, c = 0, s = carried; r < options_.results.size() && !made.empty(); ++r) {
      results_.push_back(made[is_stacked(options_.results[r]) ? s++ : c++]);
    }
  }

  std::vector<Expr> call(const std::vector<Expr>& x) {
    std::vector<Expr> y;
    if (knows_the_same()) {
      Cloner copy(f_, builder_);
      for (std::size_t i = 0; i < x.size(); ++i) copy.set(f_.arguments()[i], x[i].id);
      for (OpId op : f_[f_.body].ops) copy.op(op);
      for (ValueId result : copy(f_.results())) y.push_back(expr(result));
      builder_.loc = options_.requested;
      builder_.derived = false;
      return y;
    }
    std::vector<ValueId> operands;
    for (Expr one : x) operands.push_back(one.id);
    for (ValueId result : builder_.append_all(Kind::Call, operands, {}, {}, id_)) y.push_back(expr(result));
    return y;
  }

  // Whether the body of f means the same here: its symbols are those of arguments that have them here, too.
  bool knows_the_same() const {
    std::set<std::string> said;
    collect_symbols(f_, f_.body, said);
    for (const ItemPart& argument : options_.arguments) {
      for (int part : argument.parts) {
        const Value& value = f_[f_.arguments()[static_cast<std::size_t>(part)]];
        const bool is_integer_of_each = argument.form != Form::shared && value.type.is_scalar() && is_integer(value.type.element);
        if (is_integer_of_each && said.contains("%" + value.name)) return false;
        if (!is_stacked(argument) || !value.type.is_tensor()) continue;
        for (const Extent& extent : value.type.extents)
          if (!extent.constant()) return false;
      }
    }
    return f_.requirements.empty();
  }

  const Function& f_;
  FunctionId id_;
  const ItemsOptions& options_;
  Function g_;
  Builder builder_;
  Extent count_;
  std::vector<ValueId> arguments_, results_;
  std::vector<Expr> begin_;  // of results that are not sequences
};

}  // namespace

std::optional<FunctionId> for_each_item(Module& module, FunctionId function, const ItemsOptions& options, Diagnostics& diagnostics) {
  const Function f = module[function];
  return Items(module, f, function, options, diagnostics).run();
}

}  // namespace ir
